"""Names before nouns, as OntoGUM takes them for mentions."""

from symbolic_rc.annotate import default_pipeline
from symbolic_rc.coref.linking import link_twice, prepare, surely
from symbolic_rc.coref.model import model
from symbolic_rc.coref.train.inner_names import inner_names


def found(text: str) -> dict[str, str]:
    """Return the names before nouns in a text, each with a mention of what bears it."""
    doc, using = default_pipeline()(text), model()
    reading, links = link_twice(surely(prepare(doc, using.types)), using.ranker, using.speakers)
    first = {int(e): m for m, e in reversed(list(enumerate(links.entity.tolist())))}
    candidates = reading.mentions.candidates
    return {
        doc[slice(*span)].text: doc[candidates[first[e]].start : candidates[first[e]].end].text
        for span, e in inner_names(reading, links)
    }


def test_a_name_before_a_noun_is_who_bears_it() -> None:
    text = "The ministers met in Kenya. Later the Kenya Vision was printed."
    assert found(text) == {"Kenya": "Kenya"}


def test_a_name_that_nobody_bears_elsewhere_is_none() -> None:
    assert found("Later the Kenya Vision was printed.") == {}
