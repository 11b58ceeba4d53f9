"""ReCAM (Zheng et al. 2021): which abstract word fills the gap in a summary.

::

    {"article": "Ann sold the mill. ...", "question": "A @placeholder of a mill .",
     "option_0": "sale", "option_1": "loss", ..., "option_4": "view", "label": 0}

One row a line, read as the format `hf` reads rows; ``label`` counts from 0.
"""

from __future__ import annotations

from symbolic_rc.datasets.by_format import hf
from symbolic_rc.datasets.choices import PLACEHOLDER
from symbolic_rc.datasets.format import described
from symbolic_rc.datasets.source import DataFile


def recognise(source: DataFile, head: str) -> bool:
    """Return whether a file holds rows with an article, a placeholder and numbered options."""
    first = head.lstrip().partition("\n")[0]
    return all(part in first for part in ('"article"', PLACEHOLDER, '"option_0"', '"option_1"'))


RECAM = described("recam", __doc__, recognise, hf.read)
