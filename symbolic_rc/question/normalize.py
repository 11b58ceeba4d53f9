"""Normalization of a question before it is analysed: one step, which the trace shows.

Typing errors are corrected by the story's words, contractions are written out, and a clause of time or reason
that stands in front goes behind: "when it rained, who left?" asks "who left when it rained?".
"""

from __future__ import annotations

import re
from dataclasses import replace

from symbolic_rc.core.question import Question
from symbolic_rc.question.spelling import Speller

#: The tag of a question that lists what normalization changed.
READ_AS = "read as"
_QUESTION_WORD = r"(?:who|whom|whose|what|which|where|when|why|how)"
_FRONTED = re.compile(
    r"^(?P<clause>(?:after|before|when|while|once|because|if|until)\s[^,?]{6,}),\s*"
    rf"(?P<main>(?:{_QUESTION_WORD}|(?:in|on|at|to|from|with|for|by|of) {_QUESTION_WORD})\b[^?]{{2,}}?)"
    r"\s*(?P<mark>\?*)$",
    re.IGNORECASE,
)
#: Only at the beginning: "the man who's sister came" is meant for *whose*.
_IS = re.compile(rf"^({_QUESTION_WORD})['’]s\b", re.IGNORECASE)
_NAME = r"[A-Z][\w.’'-]*(?: [A-Z][\w.’'-]*)*"
_TO_WHOM = re.compile(rf"^What (is|was) ({_NAME}) to ({_NAME}) ?\?$")
_PARTICIPLE = re.compile(r"\s+(?:been|got|had|become)\b", re.IGNORECASE)


def normalize_question(question: Question, speller: Speller) -> Question:
    """Return a question as it is to be read; with a tag that says so where it is worded differently.

    Cloze questions and those with answer choices keep their order; a question that is read as it stands is
    returned itself.
    """
    if question.is_cloze:
        return question
    text, corrected = speller.corrected(question.text)
    told = [f"read *{word}* as *{other}*" for word, other in corrected]
    for name, make in (
        ("capitals", speller.with_capitals),
        ("contractions", written_out),
        ("its mark", with_mark),
        ("clause order", clause_behind),
        ("what one is to another", related_how),
    ):
        made = make(text)
        if made != text:
            told.append(f"{name}: read as *{made}*")
            text = made
    if not told:
        return question
    return replace(question, text=text, tags={**question.tags, READ_AS: "; ".join(told)})


def with_mark(question: str) -> str:
    """Return a question with a mark at its end."""
    bare = question.rstrip()
    return question if not bare or bare[-1] in "?!.\"'”’" else f"{bare}?"


def written_out(question: str) -> str:
    """Return a question with the verbs of its question words written out.

    Examples
    --------
    >>> written_out("Who's the thief?"), written_out("Where's she been?")
    ('Who is the thief?', 'Where has she been?')
    """

    def verb(match: re.Match[str]) -> str:
        rest = question[match.end() :]
        has = _PARTICIPLE.match(rest) or re.match(r"\s+\S+\s+(?:been|got|gone|had|become)\b", rest)
        return f"{match[1]} {'has' if has else 'is'}"

    return _IS.sub(verb, question)


def related_how(question: str) -> str:
    """Return a question about what one is to another in the words of kinship.

    Examples
    --------
    >>> related_how("What is Ada Holm to Bo?"), related_how("What is next to Bo?")
    ('How is Ada Holm related to Bo?', 'What is next to Bo?')
    """
    return _TO_WHOM.sub(r"How \1 \2 related to \3?", question)


def clause_behind(question: str) -> str:
    """Return a question with its clause of time or reason behind what it asks.

    Examples
    --------
    >>> clause_behind("When it began to rain, who left?")
    'Who left when it began to rain?'
    """
    found = _FRONTED.match(question.strip())
    if found is None:
        return question
    main, clause = found["main"].rstrip(" ."), found["clause"].rstrip()
    return f"{main[:1].upper()}{main[1:]} {clause[:1].lower()}{clause[1:]}{found['mark']}"
