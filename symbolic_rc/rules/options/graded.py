"""Words that compare: *older*, *less old*, *more apples*, *costs more*, *the higher price*, *first*."""

from __future__ import annotations

from dataclasses import dataclass

from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts.reading.comparisons import base_of
from symbolic_rc.lexicon.measures import Measure, measures_of, same_measure
from symbolic_rc.lexicon.scales import direction
from symbolic_rc.question.query import Query

_DEGREES = {"more": 1, "most": 1, "less": -1, "fewer": -1, "least": -1, "fewest": -1}
_SUPERLATIVES = frozenset("most least fewest".split())
_IRREGULAR = {
    "better": "good", "best": "good", "worse": "bad", "worst": "bad", "further": "far", "farther": "far",
    "furthest": "far", "farthest": "far", "elder": "old", "eldest": "old", "sooner": "early",
    "soonest": "early", "earlier": "early", "earliest": "early", "later": "late", "latest": "late",
}  # fmt: skip
#: Adjectives that say no more of a noun than how much of it there is.
_OF_AMOUNT = {
    **dict.fromkeys("high great large big good".split(), 1),
    **dict.fromkeys("low small little bad".split(), -1),
}
_AMOUNTS = frozenset("number amount count total quantity".split())
_TIMES = {"first": "early", "last": "late"}
_BE = frozenset("be".split())
_NO_SCALE = frozenset("other rather ever never over under after however either neither".split())


@dataclass(frozen=True, slots=True)
class Graded:
    """What is compared, and in which direction.

    Attributes
    ----------
    word : str
        An adjective or adverb in the positive, a noun that is counted or measured, or a verb; a lemma.
    sign : int
        1 for more of it, -1 for less.
    part : {"a", "n", "v"}
        WordNet's letter of its part of speech.
    token, end : int
        The token that compares, and where the words end that belong to it.
    superlative : bool
    """

    word: str
    sign: int
    part: str
    token: int
    end: int
    superlative: bool = False

    @property
    def measures(self) -> tuple[tuple[Measure, int], ...]:
        """What can be measured of it, each with 1 where more of the word is more of the measure, else -1."""
        return measures_of(self.word)

    def relation(self, other: Graded) -> int:
        """Return 1 where more of the other is more of this, -1 where it is less, 0 where it says nothing."""
        if self.word == other.word:
            return 1
        if self.part == other.part == "a" and (way := direction(self.word, other.word)):
            return way
        return same_measure(self.word, other.word)


def graded_at(syntax: Syntax, i: int, start: int, end: int) -> Graded | None:
    """Return what a token compares in a sentence or question from `start` to `end`; None for nothing."""
    low = syntax.lowers[i]
    if low in _DEGREES:
        return _by_degree(syntax, i, start, end)
    if low in _NO_SCALE:
        return None
    best = low.endswith("est") or low in ("best", "worst")
    base = _IRREGULAR.get(low, "")
    if not base and low.endswith(("er", "est")):
        found = base_of(syntax.lemmas[i], low)
        graded = syntax.tags[i] in ("JJR", "RBR", "JJS", "RBS") or syntax.pos[i] in ("ADJ", "ADV")
        closes = syntax.pos[i + 1 : i + 2] in (["PUNCT"], ["ADP"])
        graded = graded or syntax.lemmas[i - 1] == "be" or (syntax.lowers[i - 1] == "the" and closes)
        base = found if graded and found != low else ""
    if not base:
        return None
    noun, after = _noun_behind(syntax, i + 1, end)
    measured = noun in _AMOUNTS or any(noun in measure.nouns for measure, _ in measures_of(noun))
    if noun and base in _OF_AMOUNT and (measured or not _is_said(syntax, start, i)):
        return Graded(noun, _OF_AMOUNT[base], "n", i, after, best)
    return Graded(base, 1, "a", i, i + 1, best)


def _by_degree(syntax: Syntax, i: int, start: int, end: int) -> Graded | None:
    low = syntax.lowers[i]
    sign, best = _DEGREES[low], low in _SUPERLATIVES
    noun, after = _noun_behind(syntax, i + 1, end)
    if noun:
        return Graded(noun, sign, "n", i, after, best)
    if i + 1 < end and syntax.pos[i + 1] in ("ADJ", "ADV") and syntax.lowers[i + 1] != "than":
        base = base_of(syntax.lemmas[i + 1], syntax.lowers[i + 1])
        return Graded(base, sign, "a", i, i + 2, best)
    verb = next((j for j in range(i - 1, start - 1, -1) if syntax.pos[j] == "VERB"), -1)
    if verb < 0:  # a verb that is taken for a noun: "The red car costs more"
        verb = i - 1 if i > start and measures_of(syntax.lemmas[i - 1]) else -1
    return Graded(syntax.lemmas[verb], sign, "v", i, i + 1, best) if verb >= start else None


def _noun_behind(syntax: Syntax, i: int, end: int) -> tuple[str, int]:
    """Return the noun that words before it count or measure, and where it ends; what a number is of."""
    while i < end and syntax.pos[i] in ("ADJ", "NUM") and syntax.lowers[i] != "than":
        i += 1
    noun = ""
    while i < end and syntax.pos[i] == "NOUN":
        noun, i = syntax.lemmas[i].lower(), i + 1
    if noun in _AMOUNTS and i + 1 < end and syntax.lowers[i] == "of":
        inner, after = _noun_behind(syntax, i + 1, end)
        return (inner, after) if inner else (noun, i)
    return noun, i


def _is_said(syntax: Syntax, start: int, i: int) -> bool:
    """Whether no verb but *be* stands before a token: "Which is the larger city?"."""
    return all(syntax.lemmas[j] in _BE for j in range(start, i) if syntax.pos[j] in ("VERB", "AUX"))


def asked_comparison(query: Query) -> Graded | None:
    """Return what a question compares, None for nothing."""
    syntax = query.syntax
    for i in range(query.start, query.end):
        found = graded_at(syntax, i, query.start, query.end)
        if found is not None:
            return _of_its_noun(query, found)
    time = _TIMES.get(query.time, "")
    time = time or next((_TIMES[w] for w in syntax.lowers[query.start : query.end] if w in _TIMES), "")
    return Graded(time, 1, "a", query.start, query.start, True) if time else None


def _of_its_noun(query: Query, found: Graded) -> Graded:
    """Return "In which year was the price higher?" as asking for the higher price."""
    sign = _OF_AMOUNT.get(found.word) if found.part == "a" else None
    syntax = query.syntax
    before = [
        i
        for i in range(query.start, found.token)
        if syntax.pos[i] == "NOUN" and i not in query.variables and syntax.deps[i] != "obl"
    ]
    beside = bool(before) and (
        before[-1] + 1 == found.token or syntax.pos[before[-1] + 1] in ("AUX", "VERB", "ADP")
    )
    if sign is None or not beside:
        return found
    return Graded(
        syntax.lemmas[before[-1]].lower(), sign * found.sign, "n", found.token, found.end, found.superlative
    )
