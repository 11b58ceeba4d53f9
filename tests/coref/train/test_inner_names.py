"""Names before nouns, as OntoGUM takes them for mentions."""

import numpy as np

from symbolic_rc.annotate import default_pipeline
from symbolic_rc.coref.linking import Links, prepare
from symbolic_rc.coref.train.inner_names import inner_names


def found(text: str) -> dict[str, str]:
    """Return the names before nouns in a text, each with the mention of what bears it; nothing is linked."""
    doc = default_pipeline()(text)
    reading = prepare(doc, None)
    n = len(reading.mentions)
    none = np.full(n, -1, np.int32)
    links = Links(
        np.arange(n, dtype=np.int32), none, np.full((n, 2), -1, np.int32), np.zeros(n, np.float32), 0.0
    )
    candidates = reading.mentions.candidates
    return {
        doc[slice(*span)].text: doc[candidates[m].start : candidates[m].end].text
        for span, m in inner_names(reading, links)
    }


def test_a_name_before_a_noun_is_who_bears_it() -> None:
    text = "The ministers met in Kenya. Later the Kenya Vision was printed."
    assert found(text) == {"Kenya": "Kenya"}


def test_a_name_that_nobody_bears_elsewhere_is_none() -> None:
    assert found("Later the Kenya Vision was printed.") == {}
