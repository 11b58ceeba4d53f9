"""BoolQ (Clark et al. 2019): yes-or-no questions on paragraphs, in its own layout or SuperGLUE's.

::

    {"question": "is the mill sold", "title": "The mill", "answer": true, "passage": "Ann sold the mill. ..."}
    {"question": "is the mill sold", "passage": "The mill -- Ann sold the mill. ...", "idx": 0, "label": true}

One row a line, read as the format `hf` reads rows. The references are ``yes`` and ``no``; without ``answer``
or ``label`` the answer is unknown. The metrics are accuracy and balanced accuracy, the mean of the accuracies
on either answer.
"""

from __future__ import annotations

import re

from symbolic_rc.datasets.by_format import hf
from symbolic_rc.datasets.format import described
from symbolic_rc.datasets.source import DataFile

_ANSWER = re.compile(r'"(answer|label)"\s*:\s*(true|false)\b')


def recognise(source: DataFile, head: str) -> bool:
    """Return whether a file holds rows with a passage, a question and an answer that is true or false."""
    first = head.lstrip().partition("\n")[0]
    return first.startswith("{") and '"passage"' in first and bool(_ANSWER.search(first))


BOOLQ = described("boolq", __doc__, recognise, hf.read)
