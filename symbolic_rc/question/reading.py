"""A question taken apart: what it asks as a statement, the options that it names, its time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from spacy.tokens import Token

from symbolic_rc.core.question import Question
from symbolic_rc.lexicon import wordnet
from symbolic_rc.lexicon.english import BE, HAVE, QUESTION_WORDS
from symbolic_rc.question.options import alternatives, subject_statement, without_options
from symbolic_rc.question.statement import (
    Statement,
    as_statement,
    described,
    polar_statement,
    predicative,
    stated,
)

#: What stands for these words in a statement.
_ADVERBS = frozenset("then there so when where why how".split())
#: What only introduces a question.
_PREFACE = re.compile(
    r"(?:please )?(?:(?:can|could|will|would|do) you (?:please |happen to )?)?"
    r"(?:tell|say|explain|show|remember|know|guess)(?: me| us)?"
    r"|i (?:wonder|want to know|would like to know|'d like to know)"
)


@dataclass(frozen=True, slots=True)
class Reading:
    """A question as a statement, followed by those between which it asks.

    Attributes
    ----------
    forms : tuple of Statement
    text : str
        The question without the options that it names and without its time.
    polar : bool
    options : tuple of str
        The answers that the question names.
    are_statements : bool
        Whether each option has a statement of its own, behind the first.
    time : {"first", "last", ""}
        Of which time of the story it asks.
    conjunction : str
        The conjunction of a clause of time, whose statement is the last; else empty.
    as_it_stands : bool
        Whether no statement could be made of it, so that the gap is found in its parse.
    """

    forms: tuple[Statement, ...]
    text: str
    polar: bool = False
    options: tuple[str, ...] = ()
    are_statements: bool = False
    time: str = ""
    conjunction: str = ""
    as_it_stands: bool = False


def read_words(words: Sequence[Token], question: Question) -> Reading:
    """Take a question apart; tags and lemmas are looked at, there need be no parse."""
    first = words[0].i if words else 0
    if question.is_cloze:
        return Reading((_as_it_stands(words),), question.text, as_it_stands=True)
    asked = embedded(words)
    if asked and (form := as_statement(words)) is not None:
        form = _placed(_without_adverb(_with_participle(form)), words, first)
        return Reading((form,), _text(words[asked:]))
    choice = without_options(words)
    kept, time = _without_time(choice.words)
    text = _text(kept, bool(choice.named))
    main, conjunction, clause = _without_clause(kept)
    if choice.are_subject:
        form = _placed(subject_statement(kept), kept, first)
        text = f"Which {kept[0].lower_} {_text(kept[2:])}"
        return Reading((form,), text, False, choice.named, time=time)
    polar = None if choice.named else polar_statement(main)
    if polar is not None:
        form = _placed(polar, main, first)
        if clause is not None:
            return Reading((form, clause), text, True, time=time, conjunction=conjunction)
        others = alternatives(polar, [main[i].pos_ for i in polar.order])
        options, forms = tuple(option for option, _ in others), (one for _, one in others)
        return Reading((form, *forms), text, True, options, bool(options), time)
    text = text if choice.named or time else question.text
    found = predicative(kept) or described(kept) or as_statement(kept)
    form = _as_it_stands(kept) if found is None else _without_adverb(_with_participle(found))
    return Reading(
        (_placed(form, kept, first),), text, False, choice.named, time=time, as_it_stands=found is None
    )


def embedded(words: Sequence[Token]) -> int:
    """Return where the question begins that another asks for: "Do you know [who left]?"; 0 for none."""
    low = [token.lower_ for token in words]
    asked = next((i for i in range(1, len(low)) if low[i] in QUESTION_WORDS), 0)
    return asked if _PREFACE.fullmatch(" ".join(low[:asked])) else 0


def _text(words: Sequence[Token], respaced: bool = False) -> str:
    """Return the text of words as they stand, or with single spaces where some between are left out."""
    if respaced:
        return " ".join(token.text for token in words).replace(" ?", "?")
    return "".join(token.text_with_ws for token in words)


def _as_it_stands(words: Sequence[Token]) -> Statement:
    return Statement(tuple(range(len(words))), tuple(token.text for token in words), -1)


def _placed(form: Statement, words: Sequence[Token], first: int) -> Statement:
    """Return a statement of some words of a question with their places in the whole question."""
    adverb = words[form.adverb].i - first if form.adverb >= 0 else -1
    return replace(form, order=tuple(words[i].i - first for i in form.order), adverb=adverb)


def _with_participle(form: Statement) -> Statement:
    """Return "someone (was) teased" with *teased* as its verb, which is easily taken for an adjective."""
    low = [word.lower() for word in form.words]
    if form.verb >= 0 or form.gap != 0 or len(low) < 4:
        return form
    if low[1] in BE and low[1] != "am":
        return replace(form, verb=2) if is_only_verb(low[2]) else form
    return replace(form, verb=1) if low[1].endswith("ed") and wordnet().base(low[1], "v") else form


def is_only_verb(word: str) -> bool:
    """Whether a form in -ed or -en is one of a verb, and no adjective."""
    words = wordnet()
    return word.endswith(("ed", "en")) and bool(words.base(word, "v")) and not words.has(word, "a")


def _without_adverb(form: Statement) -> Statement:
    """Return a statement without what stands for "when", "where", "why" or "how", adjuncts of its verb."""
    at = form.gap
    if form.verb < 0 or at < 0 or form.words[at].lower() not in _ADVERBS:
        return form
    following = form.words[at + 1].lower() if at + 1 < len(form.words) else ""
    if form.words[at].lower() == "so" and following.isalpha():
        return form  # "how long", "how many"
    return Statement(
        form.order[:at] + form.order[at + 1 :],
        form.words[:at] + form.words[at + 1 :],
        -1,
        form.verb - (form.verb > at),
        form.auxiliary - (form.auxiliary > at),
        form.order[at],
    )


#: Phrases at the end of a question, or behind its first verb, with the end of the story that they point to;
#: longer ones first.
_TIMES = {
    ("in", "the", "beginning"): "first", ("at", "the", "beginning"): "first",
    ("in", "the", "end"): "last", ("at", "the", "end"): "last",
    ("at", "last"): "last", ("at", "present"): "last", ("by", "now"): "last", ("at", "first"): "first",
    ("now",): "last", ("today",): "last", ("later",): "last", ("finally",): "last", ("last",): "last",
    ("first",): "first", ("before",): "first", ("originally",): "first", ("earlier",): "first",
    ("formerly",): "first", ("once",): "first",
}  # fmt: skip
_WITHIN = {"now": "last", "originally": "first", "finally": "last", "first": "first"}
_HAVING = HAVE | BE - {"am"}
#: A word of time that follows one of these belongs to it: "the first", "more than before".
_BOUND = frozenset("the than a his her their its as ever to".split())


def _without_time(words: Sequence[Token]) -> tuple[tuple[Token, ...], str]:
    """Return a question without a word of time, and the time that it asks of: "Where is Ada (now)?"."""
    low = [token.lower_ for token in words]
    end = len(low) - (low[-1:] == ["?"])
    if low[:1] == ["how"] and low[end - 1] == "left" and not _HAVING.isdisjoint(low[: end - 1]):
        return (*words[: end - 1], *words[end:]), "last"  # "How many eggs does Mia have left?"
    for phrase, time in _TIMES.items():
        begin = end - len(phrase)
        lasts = phrase == ("last",) and low[:2] == ["how", "long"]
        if begin >= 2 and tuple(low[begin:end]) == phrase and low[begin - 1] not in _BOUND and not lasts:
            return (*words[:begin], *words[end:]), time
    for i in range(2, end - 1):
        verbal = low[i - 1] in _HAVING or low[i - 1] in ("does", "did")
        if low[i] in _WITHIN and verbal:
            return (*words[:i], *words[i + 1 :]), _WITHIN[low[i]]
    return tuple(words), ""


def _without_clause(words: Sequence[Token]) -> tuple[tuple[Token, ...], str, Statement | None]:
    """Return a question without a clause of time at its end, its conjunction, and the clause; or as it is."""
    low = [token.lower_ for token in words]
    end = len(low) - (low[-1:] == ["?"])
    at = next((i for i in range(end - 2, 2, -1) if low[i] in ("before", "after")), -1)
    behind = words[at + 1 : end]
    verbal = any(token.pos_ in ("VERB", "AUX") and token.tag_ != "VBG" for token in behind[1:])
    if at < 0 or not verbal or behind[0].tag_ == "VBG":
        return tuple(words), "", None
    return (*words[:at], *words[end:]), low[at], stated(words, range(at + 1, end), {})
