"""Twenty explanations, word for word: read for truth and English when they were pinned."""

from __future__ import annotations

import pytest

from symbolic_rc.core.record import Question
from symbolic_rc.engine import Engine

TEXT = (
    "Ada Holm kept the mill. In the spring she sold the wheel to Bo Finch, a trader. "
    "Bo wanted a lamp, but he did not buy one. In May he moved to Osby."
)
#: A text, a question with its choices in brackets, the answer, the explanation but for the statements.
PINNED = [
    (TEXT, "Who sold the wheel?", "Ada Holm", [
        'Sentence 2 says: "In the spring she sold the wheel to Bo Finch, a trader".',
        '"she" is Ada Holm: the only feminine name before it.',
        'The question asks for the seller (ARG0 of sell.01): "she", that is Ada Holm.']),
    (TEXT, "When did Bo move?", "May", [
        'Sentence 4 says: "In May he moved to Osby".',
        '"he" is Bo Finch: the only masculine name before it.',
        'The question asks when (ARGM-TMP of move.01): "May".']),
    (TEXT, "Did Bo buy a lamp?", "no", [
        'Sentence 3 says: "Bo wanted a lamp, but he did not buy one".',
        '"he" is Bo Finch: the only masculine name before it.',
        "So the answer is no."]),
    (TEXT, "Is Bo a trader?", "yes", [
        'Sentence 2 says: "In the spring she sold the wheel to Bo Finch, a trader".',
        "So the answer is yes."]),
    ("Ada sold the wheel.", "Did Ada paint the mill?", "no", [
        "No statement about it was found.", "So the answer is no."]),
    (TEXT, "Who has the wheel?", "Bo Finch", [
        'Sentence 2 says: "In the spring she sold the wheel to Bo Finch, a trader".',
        '"she" is Ada Holm: the only feminine name before it.',
        "The text does not say that it was lost or given away after that.",
        'So the answer is "Bo Finch".']),
    ("Ada sold Bo the wheel.", "Who bought the wheel?", "Bo", [
        'Sentence 1 says: "Ada sold Bo the wheel".',
        'It follows (sell-buy): "buy" (the buyer: Bo; whom or what it is about: the wheel; '
        "where to or from: Ada).",
        'The question asks for the buyer (ARG0 of buy.01): "Bo".']),
    ("Otto is the brother of Karl's mother.", "Who is Karl's uncle?", "Otto", [
        'Sentence 1 says: "Otto is the brother of Karl\'s mother".',
        "It follows (parents-sibling): Otto is an uncle or aunt of Karl.",
        'So the answer is "Otto".']),
    ("Ida took the lamp. Ida went to the cellar.", "Where is the lamp?", "the cellar", [
        'Sentence 1 says: "Ida took the lamp".',
        'Sentence 2 says: "Ida went to the cellar".',
        "Nothing moves it after that.",
        'So the answer is "the cellar".']),
    ("Ida lived in Riga. Later she moved to Oslo.", "Where does Ida live?", "Oslo", [
        'Sentence 2 says: "Later she moved to Oslo".',
        '"she" is Ida: the only feminine name before it.',
        "Whoever moves to a place lives there after that.",
        'So the answer is "Oslo".']),
    ("Odd gave the lamp to Ida.", "Who received the lamp?", "Ida", [
        'Sentence 1 says: "Odd gave the lamp to Ida".',
        "Whoever is given something receives it.",
        'So the answer is "Ida".']),
    ("Bo bought the wheel.", "Who purchased the wheel?", "Bo", [
        'Sentence 1 says: "Bo bought the wheel".',
        'Here "purchase" matched "buy" (synonyms in WordNet).',
        'The question asks for the buyer (ARG0 of buy.01): "Bo".']),
    ("The miller left. The miller is called Ada Holm.", "What is the miller's name?", "Ada Holm", [
        'The question asks about "the miller\'s": that is "The miller" in sentence 1.',
        "Its name, given in sentence 2, is Ada Holm."]),
    ("Ada, Bo and Karl came.", "How many people came?", "three", [
        'Sentence 1 says: "Ada, Bo and Karl came".', "Counted by name: three.", 'So the answer is "three".']),
    ("Ada sold the wheel.", "Did Bo sell the wheel?", "no", [
        'Sentence 1 says: "Ada sold the wheel".',
        'The text says so of "Ada", not of "Bo".',
        "So the answer is no."]),
    ("Gerd is a hare. Lotte is a hare. Lotte is grey.", "What colour is Gerd?", "grey", [
        'Sentence 1 says: "Gerd is a hare".',
        'Sentence 2 says: "Lotte is a hare".',
        'Sentence 3 says: "Lotte is grey".',
        "Others of its kind are so: it is a hare.",
        'So the answer is "grey".']),
    ("Ada moved to the inn.", "Where did Ada move? [the mill | the inn]", "the inn", [
        'The choice "the inn" is what the text answers.', 'Sentence 1 says: "Ada moved to the inn".']),
    ("Ada kept the mill. Ada sold the wheel to Bo.", "Who is brave?", "Ada", [
        "No statement of the text answers this, and nothing stands near the words of the question.",
        "Ada is mentioned most often of those that the question does not name: 2 times."]),
    ("Bo spoke of the sea all day.", "Who liked the sea, Ada or Bo?", "Bo", [
        "Nothing in the text answers this: it is a guess.",
        "Its words are nearest to those of the question in sentence 1."]),
    ("Dear Ada,\n\nthe mill is sold.\n\nYours,\nBo", "Who wrote the letter?", "Bo", [
        "The letter is signed by Bo.", 'So the answer is "Bo".']),
]  # fmt: skip


@pytest.mark.parametrize(("text", "question", "answer", "lines"), PINNED, ids=lambda one: str(one)[:40])
def test_the_explanation_is_as_pinned(text: str, question: str, answer: str, lines: list[str]) -> None:
    asked, _, choices = question.partition(" [")
    options = tuple(one.strip() for one in choices.rstrip("]").split("|")) if choices else ()
    engine = Engine(weights=None)
    trace = engine.explain(engine.read(text), Question("q", asked, choices=options))
    assert (trace.answer, list(trace.explanation)) == ((answer,), lines)


def test_a_refusal_says_what_was_found_and_how_sure() -> None:
    engine = Engine(weights=None, refuse_below=0.2)
    answer = engine.answer(engine.read("The miller wept beside Ada. Bo left."), "Who is the miller?")
    assert (answer.text, answer.rule, answer.trace.answer) == ("", "refuse", ())
    assert answer.trace.explanation == (
        'The best answer found, "Ada", has a confidence of 0.05, less than was asked for; so none is given.',
    )
