"""ReCAM (Zheng et al. 2021): which abstract word fills the gap in a summary.

::

    {"article": "Ann sold the mill. ...", "question": "A @placeholder of a mill .",
     "option_0": "sale", "option_1": "loss", ..., "option_4": "view", "label": 0}

One row a line, read as the format `hf` reads rows; ``label`` counts from 0.
"""

from symbolic_rc.datasets.by_format import hf
from symbolic_rc.datasets.choices import PLACEHOLDER
from symbolic_rc.datasets.format import Format, begins

_SIGNS = ('"article"', PLACEHOLDER, '"option_0"', '"option_1"')
RECAM = Format("recam", __doc__, begins("", *_SIGNS, line=True), hf.read)
