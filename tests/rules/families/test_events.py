"""Rules over facts that entail what is asked: what they answer, on which facts, and that proofs replay."""

from __future__ import annotations

import pytest

from symbolic_rc.core.record import Question
from symbolic_rc.engine import Engine
from symbolic_rc.question.query import read_query
from symbolic_rc.rules.book import open_case
from symbolic_rc.rules.decide import decide
from symbolic_rc.story import Story

TEXT = (
    "Ada Holm kept a mill. Bo Finch sold the wheel to Ada. Bo lives in Osby. Otto lent Bo a saw. Karl taught"
    " Mina the alphabet. Odd beat Per in the chess match. The trader wrote a song. He moved to Lund. Karl"
    " wrote a book. Karl lived in Grenby. Otto wrote a play. Lotte is Karl's sister. Lotte studied law in"
    " Paris."
)

CASES = [
    ("Who bought the wheel?", "Ada", "converse"),
    ("Who borrowed a saw from Otto?", "Bo", "converse"),
    ("What did Mina learn?", "the alphabet", "converse"),
    ("Who learned the alphabet from Karl?", "Mina", "converse"),
    ("Who lost the chess match to Odd?", "Per", "converse"),
    ("Who lost the chess match?", "Per", "converse"),
    ("Who wrote a book and lived in Grenby?", "Karl", "joined-conditions"),
    ("Where does the man who sold the wheel live?", "Osby", "joined-description"),
    ("What did the sister of Karl study?", "law", "joined-description"),
]


@pytest.fixture(scope="module")
def story() -> Story:
    return Story.from_text(TEXT)


@pytest.mark.parametrize(("question", "words", "rule"), CASES)
def test_answers(story: Story, question: str, words: str, rule: str) -> None:
    found = decide(open_case(read_query(question), story))
    assert (found.text, found.rule) == (words, rule)


@pytest.mark.parametrize(("question", "words", "rule"), CASES)
def test_proofs_replay(story: Story, question: str, words: str, rule: str) -> None:
    (found,) = Engine(weights=None).answer_all(story, [Question("q", question)])
    assert found.trace is not None
    assert found.trace.replay() == words


def test_a_joined_proof_cites_both_facts(story: Story) -> None:
    found = decide(open_case(read_query("Where does the man who sold the wheel live?"), story))
    assert found.proposal is not None
    assert [fact.predicate for fact in found.proposal.proof.facts] == ["sell", "live"]


ERRANDS = "Ada opened the gate. Ada fed the horses. Odd slept. Ada closed the shed. Later, Ada rode to Osby."


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What did Ada do after she fed the horses?", "closed the shed"),
        ("What did Ada do before she closed the shed?", "fed the horses"),
        ("What did Ada do first?", "opened the gate"),
        ("What did Ada do last?", "rode to Osby"),
    ],
)
def test_events_are_in_order(question: str, words: str) -> None:
    found = decide(open_case(read_query(question), Story.from_text(ERRANDS)))
    assert (found.text, found.rule) == (words, "in-order")


def test_what_the_story_ties_by_a_word_of_time_comes_first() -> None:
    text = "After Ada sold the wheel, she wept. Ada bought a boat."
    found = decide(open_case(read_query("What did Ada do after she sold the wheel?"), Story.from_text(text)))
    assert (found.text, found.rule) == ("wept", "in-order")


ARRIVALS = (
    "Ada arrived at the inn. Then Bo arrived at the inn. Finally Mina arrived at the inn."
    ' "The bridge will fall," warned Odd. "The ferry is late," Nils added.'
    " Per's departure was sad. Lotte regretted her marriage to Per."
)


@pytest.mark.parametrize(
    ("question", "words", "rule"),
    [
        ("Who arrived first?", "Ada", "first-or-last"),
        ("Who arrived at the inn last?", "Mina", "first-or-last"),
        ("Who warned that the bridge would fall?", "Odd", "speaker"),
        ("Who said that the ferry was late?", "Nils", "speaker"),
        ("Who departed?", "Per", "predicate-alone"),
    ],
)
def test_ranks_speakers_and_events_stated_by_nouns(question: str, words: str, rule: str) -> None:
    found = decide(open_case(read_query(question), Story.from_text(ARRIVALS)))
    assert (found.text, found.rule) == (words, rule)


def test_a_first_name_is_no_first_event() -> None:
    question = "What is the first name of the person who arrived at the inn?"
    assert decide(open_case(read_query(question), Story.from_text(ARRIVALS))).rule != "first-or-last"
