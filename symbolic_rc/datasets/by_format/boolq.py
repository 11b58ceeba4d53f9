"""BoolQ (Clark et al. 2019): yes-or-no questions on paragraphs, in its own layout or SuperGLUE's.

::

    {"question": "is the mill sold", "title": "The mill", "answer": true, "passage": "Ann sold the mill. ..."}
    {"question": "is the mill sold", "passage": "The mill -- Ann sold the mill. ...", "idx": 0, "label": true}

One row a line, read as the format `hf` reads rows. The references are ``yes`` and ``no``; without ``answer``
or ``label`` the answer is unknown. The metrics are accuracy and balanced accuracy, the mean of the accuracies
on either answer.
"""

from symbolic_rc.datasets.by_format import hf
from symbolic_rc.datasets.format import Format, begins

_ANSWER = r'"(answer|label)"\s*:\s*(true|false)\b'
BOOLQ = Format("boolq", __doc__, begins("{", '"passage"', _ANSWER, line=True), hf.read)
