"""What is known of a question besides its answer: the fields that slices are cut by.

Everything is read from the story, the question and its references, never from a system's answer, so that a
slice means the same for every system.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from symbolic_rc.core.record import Question, Record
from symbolic_rc.core.tokens import Tokens, tokens
from symbolic_rc.lexicon.english import FUNCTION_WORDS, PRONOUNS
from symbolic_rc.readers.baselines.prominent import PassageOnly
from symbolic_rc.readers.entities import capitalised
from symbolic_rc.readers.reader import folded
from symbolic_rc.story import Story

#: Whether the answer is the first or the most frequent entity, and whether it is the nearest one.
Prominence = tuple[bool, bool]


def prominences(story: Story, questions: Sequence[Question]) -> list[Prominence | None]:
    """Return whether each question's answer is a prominent entity; None where no answer is known.

    Entities are runs of capitalised words; an answer is one if it is any of its names, articles apart. Of
    several spans each must be one.
    """
    entities = capitalised(story)
    names = [{_bare(name) for name in (one.name, *one.names)} for one in entities]
    most = max(range(len(names)), key=lambda i: len(entities[i].spans), default=0)
    leading = set[str]().union(*names[:1], *names[most : most + 1])
    nearest = PassageOnly("nearest").answer_all(story, questions)
    found: list[Prominence | None] = []
    for question, answer in zip(questions, nearest, strict=True):
        near = set[str]().union(*(own for own in names if answer.text and _bare(answer.text) in own))
        known = any(question.references)
        found.append((_is_one_of(question, leading), _is_one_of(question, near)) if known else None)
    return found


def _is_one_of(question: Question, names: set[str]) -> bool:
    return any(one and all(_bare(text) in names for text in one) for one in question.references)


def _bare(text: str) -> str:
    words = folded(text).split()
    return " ".join(words[1:] if words[:1] in (["the"], ["a"], ["an"]) else words)


#: Words of an answer that is a number, and of one that is a phrase, at most.
_NUMBER_WORDS, _PHRASE_WORDS = 4, 6

#: Every field with its meaning, which the report tells; `symbolic-rc compare --help` names them.
FIELDS = {
    "question": "the question's text, in lower case",
    "question_word": "its first question word (who, what, how many, ...), or 'other'",
    "question_kind": "what it asks for: 'person', 'place', 'time', 'number', 'reason', 'manner', "
    "'yes or no', 'thing', 'cloze'",
    "question_words": "its length in words",
    "format": "'free', 'cloze' or 'choice'",
    "answer_type": "form of the first reference: 'name', 'number', 'phrase', 'clause', 'none' (no answer)",
    "answer_words": "length of the first reference in words",
    "answer_spans": "how many spans the first reference has",
    "answer_in_story": "whether every span of a reference occurs in the story",
    "answer_at": "where the answer first stands, from 0 (start of the story) to 1 (end)",
    "overlap": "share of the question's content words in the sentence that holds the answer (the best one)",
    "sentence_distance": "sentences from the best match of the question to the nearest answer",
    "needs_coreference": "whether the sentence most like the question refers to the answer only by a pronoun "
    "or another description",
    "answer_prominent": "whether the answer is the first or the most frequent entity of the story",
    "answer_nearest": "whether the answer is the entity nearest to the question's words",
    "story_words": "length of the story in words",
}

_QUESTION_WORD = re.compile(
    r"\b(how (?:many|much|long|old|often|far)|what (?:year|time|kind|color|colour|name)|"
    r"who(?:se|m)?|what|which|where|when|why|how)\b"
)
_AUXILIARIES = "is are was were do does did can could has have had".split()
_YES_OR_NO = re.compile(rf"^\W*({'|'.join(_AUXILIARIES)})\b")
_KINDS = {
    **dict.fromkeys(("who", "whose", "whom"), "person"),
    "where": "place",
    **dict.fromkeys(("when", "what year", "what time", "how long", "how old", "how often"), "time"),
    **dict.fromkeys(("how many", "how much", "how far"), "number"),
    "why": "reason",
    "how": "manner",
    **dict.fromkeys(_AUXILIARIES, "yes or no"),
}
#: What follows "what is the (full) name(s) of the" or "which", in the order that they are tried.
_AFTER = (
    r"\b(?:what|which)(?: (?:is|are|was|were)(?: the)?(?: \w+){0,2}? names? of(?: the| a)?)?(?: \w+){0,2}? "
)
_NOUNS = tuple(
    (kind, re.compile(_AFTER + rf"(?:{nouns})\b"))
    for kind, nouns in (
        ("person", "person|people|man|men|woman|women|boys?|girls?|character|characters|individuals?|actors?|"
                   "actress|wife|husband|mother|father|son|daughter|brother|sister|friend|king|queen|author|"
                   "player|doctor|singer|director|team-?mate|guy|members?|composer|artists?|writer|"
                   "who|whose|whom|couple"),
        ("place", "city|cities|town|village|country|countries|place|state|island|river|location|building|"
                  "house|castle|school|street|continent|region"),
        ("time", "day|date|month|year|years|decade|century|season|age|time"),
        ("number", "number|amount|percentage"),
        ("reason", "reason|cause"),
    )
)  # fmt: skip
_NUMBER = re.compile(
    r"\d|^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|"
    r"thousand|million)$"
)


class _Index:
    """A story's words in lower case, their sentences, each sentence's content words, words written small."""

    def __init__(self, found: Tokens) -> None:
        bounds = found.sentences.tolist()
        self.words = [word.lower() for word in found.words]
        self.sentence = np.repeat(np.arange(len(bounds) - 1), np.diff(found.sentences)).tolist()
        self.content = [_content(self.words[i:j]) for i, j in itertools.pairwise(bounds)]
        self.small = frozenset(word for word in found.words if word[0].islower())


def _content(words: Sequence[str]) -> frozenset[str]:
    return frozenset(word for word in words if word[0].isalnum() and word not in FUNCTION_WORDS)


def _places(words: list[str], text: str) -> list[int]:
    """Return where the words of a text occur in others."""
    span = [word.lower() for word in tokens(text).words]
    starts = (i for i, word in enumerate(words) if span and word == span[0])
    return [i for i in starts if words[i : i + len(span)] == span]


def describe(record: Record) -> list[dict[str, Any]]:
    """Return the fields of each question of a record, by their names in `FIELDS`."""
    story = Story(record)
    index = _Index(story.tokens)
    found = [_describe(index, question) for question in record.questions]
    for values, prominence in zip(found, prominences(story, record.questions), strict=True):
        if prominence is not None:
            values["answer_prominent"], values["answer_nearest"] = prominence
    return found


def _describe(index: _Index, question: Question) -> dict[str, Any]:
    lowered, cloze = question.text.lower(), question.is_cloze
    asked = [word.lower() for word in tokens(question.text).words]
    match = _YES_OR_NO.search(lowered) or _QUESTION_WORD.search(lowered)
    word = match.group(1) if match else ""
    values: dict[str, Any] = dict.fromkeys(FIELDS)
    values |= {
        "question": lowered,
        "question_word": "cloze" if cloze else word or "other",
        "question_kind": "cloze" if cloze else _kind(lowered, word),
        "question_words": sum(word[0].isalnum() for word in asked),
        "format": "cloze" if cloze else "choice" if question.is_choice else "free",
        "story_words": len(index.words),
    }
    if not question.references:
        return values
    spans = [list(tokens(text).words) for text in question.references[0]]
    values |= {
        "answer_type": _answer_type(spans, index.small),
        "answer_words": sum(map(len, spans)),
        "answer_spans": len(spans),
    }
    return values | _evidence(index, _content(asked), question)


def _kind(text: str, word: str) -> str:
    """Return what a question asks for, by its question word, and after "what" and "which" by its noun."""
    if word in ("what", "which"):
        return next((kind for kind, noun in _NOUNS if noun.search(text)), "thing")
    return _KINDS.get(word, "thing")


def _answer_type(spans: Sequence[Sequence[str]], small: frozenset[str]) -> str:
    if not spans:
        return "none"
    words = [word for word in spans[0] if word[0].isalnum()]
    if any(_NUMBER.search(word.lower()) for word in words) and len(words) <= _NUMBER_WORDS:
        return "number"
    shown = [word for word in spans[0] if word[0] == "@" or word[0].isalnum()]
    content = [word for word in shown if word.lower() not in FUNCTION_WORDS]
    if 2 * sum(_is_name(word, small) for word in content) > len(content):
        return "name"
    return "phrase" if len(words) <= _PHRASE_WORDS else "clause"


def _is_name(word: str, small: frozenset[str]) -> bool:
    return word[0] == "@" or (word[0].isupper() and word.lower() not in small)


def _evidence(index: _Index, asked: frozenset[str], question: Question) -> dict[str, Any]:
    """Where the answer is, and how that place relates to the sentence most like the question."""
    found = ([_places(index.words, text) for text in reference] for reference in question.references)
    places = [place for spans in found if all(spans) for span in spans for place in span]
    values: dict[str, Any] = {"answer_in_story": bool(places)}
    if not places or not asked:
        return values
    shares = [len(content & asked) / len(asked) for content in index.content]
    holding = sorted({index.sentence[place] for place in places})
    best = max(range(len(shares)), key=shares.__getitem__)
    distance = min(abs(sentence - best) for sentence in holding)
    pronouns = any(w in PRONOUNS for w, s in zip(index.words, index.sentence, strict=True) if s == best)
    return values | {
        "answer_at": min(places) / len(index.words),
        "overlap": max(map(shares.__getitem__, holding)),
        "sentence_distance": distance,
        "needs_coreference": distance > 0 and pronouns,
    }
