"""General laws that a text states: *Y falls as X rises*, *the older, the slower*, *Y rises during storms*.

They are read off words: "increases" and "falls" are often parsed as nouns where they stand behind *as*.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.lexicon import wordnet
from symbolic_rc.lexicon.english import FUNCTION_WORDS, NEGATIONS, TEMPORAL_CONJUNCTIONS
from symbolic_rc.lexicon.scales import CHANGES, UP_OR_DOWN
from symbolic_rc.question.query import Query
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.families.graded import AMOUNTS, Graded, graded_at, noun_measured, sentences_of

#: What opens the clause or phrase of a cause or condition, and verbs that have it as their subject.
_OPENING = frozenset("as when whenever if once during with in".split())
_CLOSING = _OPENING | TEMPORAL_CONJUNCTIONS | {"because", "so"}
_CAUSING = frozenset("cause mean lead result bring produce".split())
#: WordNet's files of what is big or small itself: a bigger dog is not more dog, a bigger risk is more risk.
_BODIES = frozenset(f"noun.{kind}" for kind in "animal artifact body food object person plant".split())
_Span = tuple[int, int]


class Change(NamedTuple):
    """What rises or falls, and the lemmas of the words that name it."""

    graded: Graded
    words: frozenset[str]


class Law(NamedTuple):
    """What changes with what: a cause that rises or falls itself, or a condition that only has words."""

    effect: Change
    cause: Graded | None
    words: frozenset[str]  # of the cause
    sentence: int


def laws_for(case: Case, query: Query, asked: Graded | None) -> Iterator[tuple[Law, int]]:
    """Yield the laws of what a question asks for, the nearest in words first; 1 if more of the cause is meant.

    Without a comparison (`asked` is None), the question asks when or where something rose or fell.
    """
    if (asked := asked or _changing(query.syntax, query.start, query.end)) is None:
        return
    behind = max((i + 1 for i in query.variables if i < asked.token), default=query.start)
    asked = _of_noun(query.syntax, asked, behind, query.end)
    found = [law for span in sentences_of(case) for law in _laws_in(case.facts.syntax, *span)]
    for law in sorted(found, key=lambda law: -len(law.effect.words & query.lemmas)):
        effect = law.effect.graded
        named = effect.word in query.lemmas  # "Is the price of a seat higher?"
        way = effect.relation(asked) or named * (asked.amount or asked.word in law.effect.words)
        if way:
            yield law, asked.sign * way * effect.sign


def _laws_in(syntax: Syntax, start: int, end: int) -> Iterator[Law]:
    """Yield the laws that a sentence states."""
    if not any(_sign(syntax, i) or graded_at(syntax, i, start, end) for i in range(start, end)):
        return
    for opening, main, sub in (*_proportional(syntax, start, end), *_clauses(syntax, start, end)):
        effect, cause = _change(syntax, *main), _change(syntax, *sub)
        if cause is None and opening == "with" and (noun := noun_measured(syntax, *sub)):  # "falls with height"
            cause = Change(Graded(noun, 1, "n", *sub), frozenset((noun,)))
        if effect is not None and (cause is not None or (opening and _is_general(syntax, main[0], effect))):
            words = cause.words if cause is not None else _words(syntax, range(*sub))
            graded = cause.graded if cause is not None else None
            yield Law(effect, graded, words, int(syntax.sentences[start]))


def _is_general(syntax: Syntax, start: int, effect: Change) -> bool:
    """Whether a sentence says that something rises, not that it rose once."""
    token = effect.graded.token
    return syntax.tags[token] != "VBD" and bool(_noun_before(syntax, start, token))


def _proportional(syntax: Syntax, start: int, end: int) -> Iterator[tuple[str, _Span, _Span]]:
    """Yield "The older the car is, the lower its price"."""
    compared = [(i, graded_at(syntax, i + 1, start, end)) for i in range(start, end - 1)]
    places = [
        (i, one) for i, one in compared if one is not None and syntax.lowers[i] == "the" and not one.superlative
    ]
    for (first, one), (second, _) in pairwise(places):
        whole = one.part == "n" or syntax.pos[one.end : one.end + 1] != ["NOUN"]  # not "the older brother"
        if whole and (syntax.lowers[first + 1] in ("more", "less", "fewer") or one.part == "a"):
            yield "", (second + 1, _comma(syntax, second, end)), (first + 1, second)


def _comma(syntax: Syntax, start: int, end: int) -> int:
    return next((i for i in range(start, end) if syntax.lowers[i] in (",", ";", ":", "–")), end)


def _clauses(syntax: Syntax, start: int, end: int) -> Iterator[tuple[str, _Span, _Span]]:
    """Yield what opens a cause, the clause of the effect and that of the cause; empty for a verb between."""
    spans = [(start, stop := _comma(syntax, start, end))]
    while stop < end:
        begin, stop = stop + 1, _comma(syntax, stop + 1, end)
        spans.append((begin, stop))
    for k, (first, last) in enumerate(spans):
        for i in range(first, last):
            low, lemma = syntax.lowers[i], syntax.lemmas[i]
            if low in _OPENING and syntax.lowers[i - 1] != "such":
                others = spans[k + 1 : k + 2] or spans[max(0, k - 1) : k]
                main = [(first, i)] if i > first else others
                closing = (j for j in range(i + 2, last) if syntax.lowers[j] in _CLOSING)
                stop = next((j for j in closing if _words(syntax, range(i + 1, j))), last)
                yield from ((low, one, (i + 1, stop)) for one in main)
            elif i > first and (lemma in _CAUSING or lemma in CHANGES):
                if _change(syntax, first, i) is not None:  # "A higher dose reduces pain"
                    yield "", (i + (lemma in _CAUSING), last), (first, i)


def _change(syntax: Syntax, start: int, end: int) -> Change | None:
    """Return what words say rises or falls: "the price falls", "a rise in price", "higher prices"."""
    if (found := _changing(syntax, start, end)) is None:
        return None
    graded, denied = _of_noun(syntax, found, start, end), syntax.lowers[start : found.token]
    kept = (i for i in range(start, end) if i != found.token)
    return Change(graded, _words(syntax, kept)) if graded.word and NEGATIONS.isdisjoint(denied) else None


def _changing(syntax: Syntax, start: int, end: int) -> Graded | None:
    """Return the first word that compares, or that says that something rises or falls."""
    for i in range(start, end):
        sign, graded = _sign(syntax, i), graded_at(syntax, i, start, end)
        if sign or (graded is not None and not graded.superlative):
            return Graded("", sign, "n", i, i + 1) if sign else graded
    return None


def _of_noun(syntax: Syntax, graded: Graded, start: int, end: int) -> Graded:
    """Return "the lower its speed" and "its speed is lower" as less speed."""
    near = next((i for i in range(graded.end, end) if syntax.pos[i] not in ("DET", "PRON", "ADJ")), end)
    near = end if not graded.word or syntax.pos[near : near + 1] != ["NOUN"] else near
    noun = noun_measured(syntax, near, end) or _noun_before(syntax, start, graded.token)
    noun = noun or noun_measured(syntax, graded.end, end)
    if not graded.word:
        return replace(graded, word=noun)
    if not graded.amount or graded.part != "a" or not noun or wordnet().class_of(noun) in _BODIES:
        return graded
    return replace(graded, word=noun, sign=graded.sign * graded.amount, part="n")


def _noun_before(syntax: Syntax, start: int, end: int) -> str:
    """Return the head of the last noun phrase: *price* of "in spring the price of a seat", *seat* of a number."""
    noun, within = "", ""
    while (last := next((i for i in range(end - 1, start - 1, -1) if syntax.pos[i] == "NOUN"), -1)) >= 0:
        noun, within, first = syntax.lemmas[last].lower(), noun, last
        while first > start and syntax.pos[first - 1] in ("NOUN", "ADJ", "NUM", "PROPN"):
            first -= 1
        first -= first > start and syntax.pos[first - 1] in ("DET", "PRON")
        if first - 1 <= start or syntax.pos[first - 1] != "ADP" or syntax.pos[first - 2] != "NOUN":
            break
        end = first - 1
    return within if within and noun in AMOUNTS else noun


def _sign(syntax: Syntax, i: int) -> int:
    """Return 1 for a word that says that something rises, -1 that it falls, else 0."""
    if syntax.lemmas[i - 1] in ("go", "come", "move"):
        return UP_OR_DOWN.get(syntax.lowers[i], 0)
    return CHANGES.get(syntax.lemmas[i].lower(), 0)


def _words(syntax: Syntax, tokens: Iterable[int]) -> frozenset[str]:
    told = (i for i in tokens if syntax.lowers[i].isalpha() and syntax.lowers[i] not in FUNCTION_WORDS)
    return frozenset(syntax.lemmas[i].lower() for i in told)
