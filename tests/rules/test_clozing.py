"""Questions for persons as statements with a gap."""

import pytest

from symbolic_rc.core.question import Question
from symbolic_rc.rules.asked import ask
from symbolic_rc.rules.clozing import as_cloze, fit, gap_of


@pytest.mark.parametrize(
    ("text", "gap"),
    [
        ("Who sold the mill?", "@placeholder sold the mill ."),
        ("What is the last name of the person who sold the mill?", "@placeholder sold the mill ."),
        ("Who did Marta meet?", None),
        ("What did Marta sell?", None),
    ],
)
def test_only_plain_questions_for_persons_become_statements(text, gap):
    found = as_cloze(Question("1", text))
    assert (found.text if found else None) == gap
    assert found is None or found.is_cloze


def test_the_entity_of_the_answer_is_learned_from(story, parse):
    words = ("@placeholder", "NNP", "PROPN", "@placeholder", 1, "nsubj")
    rest = (("sold", "VBD", "VERB", "sell", 1, "root"), ("the", "DT", "DET", "the", 3, "det"))
    doc = parse(
        ((words, *rest, ("mill", "NN", "NOUN", "mill", 1, "obj"), (".", ".", "PUNCT", ".", 1, "punct")),)
    )
    question = as_cloze(Question("1", "Who sold the mill?", (("Marta",),)))
    gap = gap_of(story, ask(question, doc))
    assert len(gap.right) == 1
    assert len(fit([gap])) > 5
