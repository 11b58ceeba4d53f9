"""Questions as queries: patterns of facts with one variable."""

from __future__ import annotations

import pytest

from symbolic_rc.annotate.parser.dependency_parser import Parser
from symbolic_rc.core.record import Question
from symbolic_rc.index import columns as C
from symbolic_rc.question.query import read_queries, read_query


@pytest.mark.parametrize(
    ("question", "query"),
    [
        ("Who sold the wheel?", "sell.01(ARG0=?, ARG1=the wheel)"),
        ("What did Ada sell?", "sell.01(ARG0=Ada, ARG1=?)"),
        ("Why did Ada sell the wheel?", "sell.01(ARG0=Ada, ARG1=the wheel, ARGM-CAU=?)"),
        ("What colour is the mill?", "attribute:(subject=the mill, value=? colour)"),
        ("Did Ada sell the mill?", "sell.01(ARG0=Ada, ARG1=the mill)"),
        ("What is the name of the dog?", "attribute:(subject=of the dog, value=?)"),
        ("What was the nickname of the mayor?", "attribute:(subject=of the mayor, value=?)"),
        ("What is the name of the mill sold by Ada?", "sell.01(ARG1=? mill, ARG0=by Ada)"),
    ],
)
def test_queries(question: str, query: str) -> None:
    assert str(read_query(question)) == query


def test_a_relation_of_kinship_is_part_of_the_query() -> None:
    query = read_query("Who is Bo's sister?")
    (relation,) = [fact for fact in query.facts if fact.kind == "relation"]
    assert relation.predicate == "sibling"
    assert query.is_variable(relation.terms[0])


def test_the_noun_whose_name_is_asked_for_is_the_variable() -> None:
    query = read_query("What is the name of the person who sold the wheel?")
    asked = [(fact.predicate, term.role) for fact, term in query.asked if fact.kind == "event"]
    assert asked == [("sell", "ARG0")]


def test_conditions_are_apart_from_what_is_asked() -> None:
    query = read_query("Where did Ada live before she left?")
    assert [fact.predicate for fact, _ in query.asked] == ["live"]
    assert {fact.predicate for fact in query.conditions} >= {"leave"}


def test_questions_read_together_are_read_as_each_alone() -> None:
    texts = ["Who sold the wheel?", "", "Where?", "When was the mill burned by Karl?", "???"]
    questions = [Question(str(i), text) for i, text in enumerate(texts)]
    assert [str(query) for query in read_queries(questions)] == [str(read_query(text)) for text in texts]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Where does the man who sold the wheel live?", "live.01(ARG0=The man who sold the wheel"),
        ("Where did the girl that found the ring go?", "=The girl that found the ring, ARGM-LOC=?)"),
    ],
)
def test_the_verb_behind_a_relative_clause_is_what_is_asked(question, told):
    assert told in str(read_query(question))


@pytest.mark.parametrize(
    ("question", "noun"),
    [
        ("Which animal came down the road?", "animal"),
        ("Which piece of furniture did Ada buy?", "furniture"),
        ("What kind of fish did Ada buy?", "fish"),
        ("Which musical instrument did Ada buy?", "musical instrument"),
        ("Who bought an animal?", ""),
        ("Which of them is a nurse?", ""),
    ],
)
def test_the_noun_for_what_is_asked_for(question: str, noun: str) -> None:
    assert read_query(question).kind_asked == noun


PREFACES = ("Do you know", "Tell me", "Can you tell me", "I wonder", "Please tell me", "Could you please say")
EMBEDDED = (
    ("who sold the wheel", "Who sold the wheel?"),
    ("what Ada sold", "What did Ada sell?"),
    ("where Ada lives", "Where does Ada live?"),
    ("why Ada sold the wheel", "Why did Ada sell the wheel?"),
)


@pytest.mark.parametrize("preface", PREFACES)
@pytest.mark.parametrize(("embedded", "plain"), EMBEDDED)
def test_a_question_that_is_asked_for_is_asked(preface: str, embedded: str, plain: str) -> None:
    found, own = read_query(f"{preface} {embedded}?"), read_query(plain)
    assert str(found) == str(own)
    assert (found.polar, found.understanding.wh) == (False, own.understanding.wh)


def test_whether_somebody_in_the_story_knows_stays_a_question_for_yes_or_no() -> None:
    assert read_query("Does Ada know who sold the wheel?").polar


def test_to_last_is_no_word_of_time() -> None:
    query = read_query("How long did the siege last?")
    assert query.time == ""
    assert [fact.predicate for fact, _ in query.asked] == ["last"]


@pytest.mark.parametrize(
    ("question", "governor", "relation"),
    [
        ("What did Ada sell to Bo?", "sell", "obj"),
        ("Who does Ada want to visit?", "visit", "obj"),
        ("Who is the owner of the mill?", "owner", "root"),
        ("Which of the options did Bo choose, tea or milk?", "choose", "obj"),
    ],
)
def test_the_tree_of_the_statement_is_told_of_the_question(question, governor, relation) -> None:
    parsed = read_query(question).parsed
    assert parsed.texts[parsed.info[C.GAP_GOV]] == governor
    assert C.RELATIONS[parsed.info[C.GAP_REL]] == relation
    heads = parsed.tok[C.HEAD].tolist()
    assert all(0 <= head < len(heads) for head in heads)
    assert sum(head == i for i, head in enumerate(heads)) == 1


def test_a_question_is_parsed_once(monkeypatch) -> None:
    parsed = []
    real = Parser.__call__
    monkeypatch.setattr(Parser, "__call__", lambda self, doc: parsed.append(doc) or real(self, doc))
    query = read_query("Where did Ada sell the wheel?")
    assert query.asked
    assert query.parsed.texts
    assert len(parsed) == 1
