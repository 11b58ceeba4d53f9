"""General laws that a text states: *Y falls as X rises*, *the older, the slower*, *Y rises during storms*.

They are read off words: "increases" and "falls" are often parsed as nouns after *as*.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.lexicon import wordnet
from symbolic_rc.lexicon.english import FUNCTION_WORDS, NEGATIONS, TEMPORAL_CONJUNCTIONS
from symbolic_rc.lexicon.scales import CHANGES, COMPARATIVES, WAYS
from symbolic_rc.question.query import Query
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.families.graded import Graded, graded_at, noun_measured, sentences_of

#: What opens the clause or phrase of a cause or condition, and verbs that have it as their subject.
_OPENING = frozenset("as when whenever if once during with in".split())
_CLOSING = _OPENING | TEMPORAL_CONJUNCTIONS | {"because", "so"}
_CAUSING = frozenset("cause mean lead result bring produce".split())
#: WordNet's files of what is big or small itself: a bigger dog is not more dog, a bigger risk is more risk.
_BODIES = frozenset(f"noun.{kind}" for kind in "animal artifact body food object person plant".split())
_Span = tuple[int, int]


class Law(NamedTuple):
    """What rises or falls, with a cause that does so itself, or under a condition that only has words."""

    effect: Graded
    words: frozenset[str]  # lemmas of what names the effect
    cause: Graded | None
    condition: frozenset[str]  # lemmas; empty with a cause
    sentence: int


def laws_for(case: Case, query: Query, asked: Graded | None) -> Iterator[tuple[Law, int]]:
    """Yield the laws of what a question asks for, the nearest in words first; 1 if more of the cause is so.

    Without a comparison (`asked` is None), the question asks when or where something rose or fell.
    """
    told = (i for i in range(query.start, query.end) if i not in query.variables)
    asked = asked or _change(query.syntax, next(told, query.end), query.end)
    if asked is None:
        return
    for law in sorted(laws_of(case), key=lambda law: -len(law.words & query.lemmas)):
        named = law.effect.word in query.lemmas  # "Is the price of a seat higher?"
        if way := law.effect.relation(asked) or named * (asked.amount or asked.word in law.words):
            yield law, asked.sign * way * law.effect.sign


def laws_of(case: Case) -> list[Law]:
    """Return the laws of the sentences that may be read; those of the whole story are read once."""
    known = case.index.memo if case.alignment.whole is None else {}
    if "laws" not in known:
        known["laws"] = [law for span in sentences_of(case) for law in _laws_in(case.facts.syntax, *span)]
    return known["laws"]


def _laws_in(syntax: Syntax, start: int, end: int) -> Iterator[Law]:
    """Yield the laws that a sentence states: what rises or falls in general, or with what."""
    if _change(syntax, start, end) is None:
        return
    for opening, main, sub in (*_proportional(syntax, start, end), *_clauses(syntax, start, end)):
        effect, cause = _change(syntax, *main), _change(syntax, *sub)
        noun = noun_measured(syntax, *sub) if opening == "with" and cause is None else ""
        if noun:  # "falls with height"
            cause = Graded(noun, 1, "n", *sub)
        if effect is None:
            continue
        told = effect.token == main[0] or noun_measured(syntax, main[0], effect.token)
        general = syntax.tags[effect.token] != "VBD" and told
        if cause is None and not (opening and general):
            continue
        words, condition = _words(syntax, *main), _words(syntax, *sub) if cause is None else frozenset()
        yield Law(effect, words, cause, condition, int(syntax.sentences[start]))


def _proportional(syntax: Syntax, start: int, end: int) -> Iterator[tuple[str, _Span, _Span]]:
    """Yield "The older the car is, the lower its price"; not "the older brother, the younger brother"."""
    behind = (i for i in range(start + 1, end) if syntax.lowers[i - 1] == "the")
    compared = [one for i in behind if (one := graded_at(syntax, i, start, end)) and not one.superlative]
    for one, other in pairwise(compared):
        counts = syntax.lowers[one.token] in COMPARATIVES
        if counts or (one.part == "a" and syntax.pos[one.end : one.end + 1] != ["NOUN"]):
            yield "", (other.token, _comma(syntax, other.token, end)), (one.token, other.token - 1)


def _comma(syntax: Syntax, start: int, end: int) -> int:
    return next((i for i in range(start, end) if syntax.lowers[i] in ",;:–"), end)


def _clauses(syntax: Syntax, start: int, end: int) -> Iterator[tuple[str, _Span, _Span]]:
    """Yield what opens a cause, the clause of the effect and that of the cause; empty for a verb between."""
    marks = [i for i in range(start, end) if _comma(syntax, i, i + 1) == i]
    spans = [(first + 1, last) for first, last in pairwise((start - 1, *marks, end))]
    for k, (first, last) in enumerate(spans):
        others = spans[k + 1 : k + 2] or spans[max(0, k - 1) : k]
        for i in range(first, last):
            lemma, causes = syntax.lemmas[i], syntax.lemmas[i] in _CAUSING
            if syntax.lowers[i] in _OPENING and syntax.lowers[i - 1] != "such":
                cause = i + 1, _end_of_cause(syntax, i + 1, last)
                yield from ((lemma, one, cause) for one in ([(first, i)] if i > first else others))
            elif i > first and (causes or _sign(syntax, i)):  # "A higher dose reduces pain", "Smoking …"
                yield "" if causes else lemma, (i + causes, last), (first, i)


def _end_of_cause(syntax: Syntax, start: int, end: int) -> int:
    """Return where a clause of cause or condition ends: at the next that opens, once it says something."""
    closing = (j for j in range(start + 1, end) if syntax.lowers[j] in _CLOSING)
    return next((j for j in closing if _words(syntax, start, j)), end)


def _change(syntax: Syntax, start: int, end: int) -> Graded | None:
    """Return what words say rises or falls: "the price falls", "a rise in price", "higher prices"."""
    for i in range(start, end):
        sign, graded = _sign(syntax, i), graded_at(syntax, i, start, end)
        if not sign and (graded is None or graded.superlative):
            continue
        noun = noun_measured(syntax, start, i, last=True) or noun_measured(syntax, i + 1, end)
        if graded is not None and graded.amount and noun and wordnet().class_of(noun) not in _BODIES:
            sign = graded.amount
        graded = Graded(noun, sign, "n", i, i + 1) if sign else graded
        return graded if graded and graded.word and NEGATIONS.isdisjoint(syntax.lowers[start:i]) else None
    return None


def _sign(syntax: Syntax, i: int) -> int:
    """Return 1 for a word that says that something rises, -1 that it falls, else 0."""
    if (way := WAYS.get(syntax.lowers[i])) is not None:
        return way if syntax.lemmas[i - 1] in ("go", "come", "move") else 0
    return CHANGES.get(syntax.lemmas[i].lower(), 0)


def _words(syntax: Syntax, start: int, end: int) -> frozenset[str]:
    told = (i for i in range(start, end) if syntax.pos[i] in ("NOUN", "VERB", "ADJ", "ADV", "PROPN"))
    return frozenset(syntax.lemmas[i].lower() for i in told if syntax.lowers[i] not in FUNCTION_WORDS)
