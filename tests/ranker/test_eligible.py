"""What questions of one form see: names in the form asked for, persons without clauses and pronouns."""

import numpy as np
import pytest

from symbolic_rc.core.entity import Entity, Mention
from symbolic_rc.core.record import Question
from symbolic_rc.index import columns as C
from symbolic_rc.index.story_index import build
from symbolic_rc.question.understanding import understand
from symbolic_rc.ranker.eligible import can_be_name, eligible_candidates, wants_name

SENTENCES = (
    (
        ("Captain", "NNP", "PROPN", "Captain", 2, "compound"),
        ("Ruth", "NNP", "PROPN", "Ruth", 2, "compound"),
        ("Amory", "NNP", "PROPN", "Amory", 3, "nsubj"),
        ("slept", "VBD", "VERB", "sleep", 3, "root"),
        (".", ".", "PUNCT", ".", 3, "punct"),
    ),
    (
        ("She", "PRP", "PRON", "she", 1, "nsubj"),
        ("saw", "VBD", "VERB", "see", 1, "root"),
        ("Finch", "NNP", "PROPN", "Finch", 1, "obj"),
        (".", ".", "PUNCT", ".", 1, "punct"),
    ),
    (
        ("Amory", "NNP", "PROPN", "Amory", 1, "nsubj"),
        ("woke", "VBD", "VERB", "wake", 1, "root"),
        (".", ".", "PUNCT", ".", 1, "punct"),
    ),
)


@pytest.fixture(scope="module")
def ferry(parse):
    mentions = (Mention(0, 3, 2, "name", 0), Mention(5, 6, 5, "pronoun", 0, 0), Mention(7, 8, 7, "name", 1))
    entities = (
        Entity(0, (0, 1), "Captain Ruth Amory", ("Captain Ruth Amory",), "PERSON", "feminine", "singular"),
        Entity(1, (2,), "Finch", ("Finch",), "PERSON", "masculine", "singular"),
    )
    return build(parse(SENTENCES), mentions, entities, ())


def _answers(story, text):
    seen = eligible_candidates(story, understand(Question("1", text)))
    return {
        (int(c[C.START]), int(c[C.END])): seen.span_text(int(c[C.A_START]), int(c[C.A_END]))
        for c in seen.cand
    }


@pytest.mark.parametrize(
    ("form", "captain", "finch"),
    [("first", "Ruth", "Finch"), ("last", "Amory", "Finch"), ("full", "Captain Ruth Amory", "Finch")],
)
def test_each_mention_answers_in_the_form_asked_for(ferry, form, captain, finch):
    found = _answers(ferry, f"What is the {form} name of the person who slept?")
    # the name, the pronoun that stands for it, another's name, and the last name that stands alone
    assert found == {(0, 3): captain, (5, 6): captain, (7, 8): finch, (9, 10): captain}


def test_a_person_is_neither_clause_nor_bare_pronoun(story):
    seen = eligible_candidates(story, understand(Question("1", "Who went to sea?")))
    parts = {int(p) for p in seen.tok[C.POS, seen.cand[:, C.TOP]]}
    assert C.P_VERB not in parts
    assert all(c[C.SHAPE] & C.RESOLVED for c in seen.cand if seen.tok[C.POS, c[C.TOP]] == C.P_PRON)
    other = eligible_candidates(story, understand(Question("1", "What did she miss?")))
    assert C.P_VERB in {int(p) for p in other.tok[C.POS, other.cand[:, C.TOP]]}
    assert eligible_candidates(other, understand(Question("1", "Who went to sea?"))) is seen


def test_a_name_begins_with_a_capital(ferry):
    named = {ferry.answer_text(int(c)) for c in np.flatnonzero(can_be_name(ferry, ferry.cand))}
    assert {"Captain Ruth Amory", "Amory", "Finch"} <= named
    assert "slept" not in named


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("What is the name of the one who slept?", True),
        ("Why did she change her name?", False),
        ("What is the first name of the one who slept?", False),  # candidates have that form already
    ],
)
def test_questions_that_want_a_name(text, wanted):
    assert wants_name(understand(Question("1", text))) == wanted
