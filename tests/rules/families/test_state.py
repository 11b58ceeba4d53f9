"""Rules over the state of a story: what they answer, and on which facts."""

from __future__ import annotations

import pytest

from symbolic_rc.core.record import Question
from symbolic_rc.engine import Engine
from symbolic_rc.question.query import read_query
from symbolic_rc.rules.book import open_case
from symbolic_rc.rules.decide import Decision, decide
from symbolic_rc.story import Story

_HANDED_ON = "Odd gave the bucket to Ida. Ida gave it to Bo."
_STAYED = "Ida and Odd were in the cellar. Ida went to the hall."
CASES = [
    ("Ida took the lamp. Ida went to the cellar.", "Where is the lamp?", "the cellar", "place"),
    ("Ida went to the barn. Ida went to the inn.", "Where was Ida before the inn?", "the barn", "place"),
    ("Ida is no longer in the barn.", "Is Ida in the barn?", "no", "in-place"),
    ("Odd is either in the barn or the inn.", "Is Odd in the inn?", "maybe", "in-place"),
    ("Odd is either in the barn or the inn.", "Is Odd in the cellar?", "no", "in-place"),
    ("Ida took the lamp. Ida dropped the lamp.", "What is Ida carrying?", "nothing", "possession"),
    ("Ida took the lamp. She got the drum.", "What is Ida carrying?", "the lamp, the drum", "possession"),
    ("Ida took the lamp. She got the drum.", "How many objects is Ida carrying?", "two", "possession"),
    ("Ida took the key. Ida gave the key to Odd.", "Who has the key?", "Odd", "holder"),
    ("Ida took the key. Ida gave the key to Odd.", "Who received the key?", "Odd", "transfer"),
    ("Odd handed the key to Ida. Bo sang. Mina took the key.", "Who received the key?", "Ida", "transfer"),
    (_HANDED_ON, "Who had the bucket first?", "Odd", "holder"),
    (_HANDED_ON, "Who had it before Bo?", "Ida", "holder-before"),
    (_HANDED_ON, "Who had the bucket after Odd?", "Ida", "holder-before"),
    (_STAYED, "Who is in the cellar?", "Odd", "who-is-there"),
    (_STAYED, "Who is in the hall now?", "Ida", "who-is-there"),
    (_STAYED, "Where is Odd?", "the cellar", "place"),
    ("Bo lent the saw to Ida.", "What did Ida borrow from Bo?", "the saw", "converse"),
    ("Ada sold the wheel to Bo. Bo lent the wheel to Ida.", "Who sold the wheel?", "Ada", "stated"),
    ("Odd returned the wheel to Bo. Bo passed it to Ida.", "Who was handed the wheel?", "Ida", "transfer"),
    ("Ada bought Tim a hat.", "Who received the hat?", "Tim", "transfer"),
    ("Ada baked three cakes for Tim.", "Who got the cakes?", "Tim", "transfer"),
    ("Ada lifted the board. Under it lay a box.", "Where was the box?", "under the board", "place"),
    ("Behind the inn was a garden.", "Where was the garden?", "Behind the inn", "place"),
    ("The shop is in Mill Lane, Osby.", "Is the shop in Osby?", "yes", "in-place"),
    ("The key was in the box. The box is in the barn.", "Is the key in the barn?", "yes", "in-place"),
    ("The fair moved from May 3 to June 9.", "When is the fair now?", "June 9", "became"),
    ("The fair was late. It was moved from Monday to Friday.", "When was it at first?", "Monday", "became"),
    ("Bo poisoned the king.", "Is the king dead?", "yes", "outcome"),
    ("Bo poisoned the king.", "Is the king alive?", "no", "outcome"),
    ("The mill is west of the barn.", "What is the barn east of?", "The mill", "relation"),
    ("The cup is above the box. The box is above the bowl.", "Is the bowl above the cup?", "no", "position"),
    ("The mill is north of the barn. The inn is east of the barn.",
     "How do you go from the mill to the inn?", "south, then east", "way"),
    ("The cup fits in the box. The chest is bigger than the box.",
     "Does the cup fit in the chest?", "yes", "yes-or-no"),
    ("Bo is older than Ida. Mina is younger than Ida.", "Is Mina older than Bo?", "no", "yes-or-no"),
    ("Gerd is a hare. Hares are afraid of foxes.", "What is Gerd afraid of?", "foxes", "stated"),
    ("Gerd is a hare. Lotte is a hare. Lotte is grey. Odd is a fox. Odd is red.",
     "What colour is Gerd?", "grey", "like-its-kind"),
    ("Ida is sleepy.", "Where will Ida go?", "bedroom", "future-place"),
    ("Ida is hungry. Ida went to the kitchen.", "Why did Ida go to the kitchen?", "hungry", "motive"),
]  # fmt: skip


def answer(text: str, question: str) -> Decision:
    return decide(open_case(read_query(question), Story.from_text(text)))


@pytest.mark.parametrize(("text", "question", "words", "rule"), CASES)
def test_answers(text: str, question: str, words: str, rule: str) -> None:
    found = answer(text, question)
    assert (found.text, found.rule) == (words, rule)
    assert found.proposal is not None
    assert found.proposal.proof.facts or words == "nothing"


def test_the_proof_holds_what_the_place_follows_from() -> None:
    found = answer(
        "Odd sang. Ida took the lamp. Odd went to the barn. Ida went to the cellar.", "Where is the lamp?"
    )
    assert found.proposal is not None
    assert [fact.sentence for fact in found.proposal.proof.facts] == [1, 3]


@pytest.mark.parametrize(("text", "question", "words", "rule"), CASES)
def test_proofs_replay(text: str, question: str, words: str, rule: str) -> None:
    (found,) = Engine(weights=None).answer_all(Story.from_text(text), [Question("q", question)])
    assert found.trace is not None
    assert found.trace.replay() == words


def test_lists_are_several_answers() -> None:
    story = Story.from_text("Ida took the lamp. She got the drum.")
    query = read_query("What is Ida carrying?")
    (found,) = Engine(weights=None).answer_all(story, [query.question])
    assert found.texts == ("the lamp", "the drum")


def test_nothing_told_is_nothing_proved() -> None:
    found = answer("Ida sang. Odd slept.", "How many children does Ida have?")
    assert found.rule != "possession"
