"""Comparisons read off the words of a story: what stands before *than* and what behind, before and after.

They hold for verbs and nouns, too ("costs more than", "has fewer eggs than"), and where a sentence is parsed
wrongly. Who is meant on each side is known by where the options are mentioned, and by coreference.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.options.graded import Graded, graded_at
from symbolic_rc.rules.options.mentions import Mentioned

#: What stands on one side: an option by its number, else an entity or a lemma.
Side = tuple[str, int | str]
_NOT = frozenset("not n't n’t never no nor".split())
_NOMINAL = ("NOUN", "PROPN", "PRON")
_STOPS = ("PUNCT", "CCONJ", "VERB", "SCONJ")
_NEAR = 7
_MORE_AS, _LESS_AS = frozenset(("twice", "thrice", "times")), frozenset(("half",))


@dataclass(slots=True)
class Order:
    """Who stands above whom in what a question compares, with the sentences that say so.

    Attributes
    ----------
    above : dict
        For every side those directly above it, each with a sentence.
    same : dict
        The sides that are said to be as much so as one.
    most, least : dict
        The sides that are said to be the most or least so.
    """

    above: dict[Side, dict[Side, int]] = field(default_factory=lambda: defaultdict(dict))
    same: dict[Side, dict[Side, int]] = field(default_factory=lambda: defaultdict(dict))
    most: dict[Side, int] = field(default_factory=dict)
    least: dict[Side, int] = field(default_factory=dict)

    def add(self, high: Side, low: Side, sentence: int) -> None:
        """Say that one stands above another."""
        if high != low:
            self.above[low].setdefault(high, sentence)

    def add_same(self, one: Side, other: Side, sentence: int) -> None:
        """Say that one is as much so as another."""
        self.same[one].setdefault(other, sentence)
        self.same[other].setdefault(one, sentence)

    def over(self, low: Side) -> dict[Side, tuple[int, ...]]:
        """Return all that stand above one, each with the sentences on the way."""
        found: dict[Side, tuple[int, ...]] = {}
        seen: set[tuple[Side, bool]] = {(low, False)}
        queue: list[tuple[Side, bool, tuple[int, ...]]] = [(low, False, ())]
        while queue:
            side, higher, way = queue.pop(0)
            steps = [(other, True, sentence) for other, sentence in self.above.get(side, {}).items()]
            steps += [(other, higher, sentence) for other, sentence in self.same.get(side, {}).items()]
            for other, above, sentence in steps:
                if (other, above) not in seen and other != low:
                    seen.add((other, above))
                    queue.append((other, above, (*way, sentence)))
                    if above:
                        found.setdefault(other, (*way, sentence))
        return found


def side_of(case: Case, mentioned: Mentioned, start: int, end: int) -> Side | None:
    """Return what some tokens name: an option, else the entity or noun of the first noun phrase."""
    inside = mentioned.within(start, end)
    if inside:
        return "option", inside[0][1]
    syntax = case.facts.syntax
    head = next((i for i in range(start, end) if syntax.pos[i] in _NOMINAL), -1)
    if head < 0:
        return None
    while head + 1 < end and syntax.pos[head + 1] in _NOMINAL:
        head += 1
    return _named(case, mentioned, head)


def _named(case: Case, mentioned: Mentioned, head: int) -> Side:
    if head in mentioned.at:
        return "option", mentioned.at[head]
    entity = case.facts.entity_of.get(head, -1)
    return ("entity", entity) if entity >= 0 else ("noun", case.facts.syntax.lemmas[head].lower())


def order_told(case: Case, mentioned: Mentioned, asked: Graded) -> Order:
    """Return who stands above whom in what is asked, as the story's sentences say in words."""
    order = Order()
    syntax = case.facts.syntax
    for start, end in sentences_of(case):
        number, left_end, subject = int(syntax.sentences[start]), start, None
        for i in range(start, end):
            low = syntax.lowers[i]
            if low == "than" or (low == "as" and i > start):
                found = _compared(syntax, left_end, i, start, low)
                if found is None:
                    continue
                told, denied = found
                left = _subject(case, mentioned, left_end, told.token) or subject
                right, after = _standard(case, mentioned, i + 1, end)
                related = told.relation(asked)
                way = told.sign * related * (-1 if denied else 1)
                if left is not None and right is not None and related:
                    if way:
                        order.add(*((left, right) if way > 0 else (right, left)), number)
                    else:
                        order.add_same(left, right, number)
                left_end, subject = after, left
            elif low == "compared" and syntax.lowers[i + 1 : i + 2] in (["with"], ["to"]):
                _in_comparison(case, mentioned, asked, order, (start, i, end))
        _extremes(case, mentioned, asked, order, (start, end))
        if any(measure.name == "time" for measure, _ in asked.measures):
            _in_time(case, mentioned, asked, order, (start, end))
    return order


def sentences_of(case: Case) -> Iterator[tuple[int, int]]:
    """Yield the tokens of each sentence that may be read: all, or those of which there are facts."""
    sentences = case.facts.syntax.sentences
    told = None if case.alignment.whole is None else {fact.sentence for fact in case.facts}
    start = 0
    for i in range(1, len(sentences) + 1):
        if i == len(sentences) or sentences[i] != sentences[start]:
            if told is None or int(sentences[start]) in told:
                yield start, i
            start = i


def _in_comparison(
    case: Case, mentioned: Mentioned, asked: Graded, order: Order, span: tuple[int, int, int]
) -> None:
    """Add what is said of one compared with another: "Compared with Ada, Bo is taller"."""
    syntax, (start, at, end) = case.facts.syntax, span
    right, after = _standard(case, mentioned, at + 2, end)
    begin, stop = (after, end) if at == start else (start, at)
    told = next((found for i in range(begin, stop) if (found := graded_at(syntax, i, begin, stop))), None)
    left = _subject(case, mentioned, begin, told.token) if told is not None else None
    way = told.sign * told.relation(asked) if told is not None else 0
    if left is not None and right is not None and way:
        order.add(*((left, right) if way > 0 else (right, left)), int(syntax.sentences[start]))


def _compared(syntax: Syntax, left: int, at: int, start: int, mark: str) -> tuple[Graded, bool] | None:
    """Return what is compared before *than*, or between *as* and *as*, and whether that is denied."""
    if mark == "than":
        for i in range(at - 1, max(left, at - _NEAR) - 1, -1):
            found = graded_at(syntax, i, start, at)
            if found is not None and not found.superlative:
                return found, not _NOT.isdisjoint(syntax.lowers[left : found.token])
        return None
    first = next((i for i in range(at - 1, max(left, at - 5) - 1, -1) if syntax.lowers[i] == "as"), -1)
    if first < 0 or first + 1 >= at:
        return None
    word, part = syntax.lemmas[first + 1].lower(), "a"
    if word in ("much", "many"):
        word, part = (
            (syntax.lemmas[at - 1].lower(), "n") if at - first > 2 else (_verb(syntax, left, first), "v")
        )
    before = set(syntax.lowers[left:first])
    if _NOT & before:
        return Graded(word, -1, part, first, at), False
    sign = 1 if _MORE_AS & before else -1 if _LESS_AS & before else 0
    return Graded(word, sign, part, first, at), False


def _verb(syntax: Syntax, start: int, end: int) -> str:
    return next((syntax.lemmas[i] for i in range(end - 1, start - 1, -1) if syntax.pos[i] == "VERB"), "")


def _subject(case: Case, mentioned: Mentioned, start: int, end: int) -> Side | None:
    """Return who is compared: the last noun phrase before the verb in front of the comparison."""
    syntax = case.facts.syntax
    verb = next((i for i in range(end - 1, start - 1, -1) if syntax.pos[i] in ("VERB", "AUX")), end)
    while verb - 1 >= start and syntax.pos[verb - 1] in ("VERB", "AUX", "PART", "ADV"):
        verb -= 1
    inside = [(at, option) for at, option in mentioned.within(start, end) if not _owns(syntax, mentioned, at)]
    before = [option for at, option in inside if at < verb] or [option for _, option in inside]
    if before:
        return "option", before[-1]
    head = next((i for i in range(verb - 1, start - 1, -1) if syntax.pos[i] in _NOMINAL), -1)
    return _named(case, mentioned, head) if head >= 0 else None


def _owns(syntax: Syntax, mentioned: Mentioned, at: int) -> bool:
    """Whether a mention is only the owner of what is spoken of: "Ada's brother is taller"."""
    end = next(end for spans in mentioned.spans for start, end in spans if start == at)
    return syntax.lowers[end : end + 1] in (["'s"], ["’s"]) and not _is_measure(syntax, end + 1)


def _is_measure(syntax: Syntax, i: int) -> bool:
    from symbolic_rc.lexicon.measures import measures_of

    return i < len(syntax) and bool(measures_of(syntax.lemmas[i].lower()))


def _standard(case: Case, mentioned: Mentioned, start: int, end: int) -> tuple[Side | None, int]:
    """Return what is compared with, and where it ends."""
    syntax = case.facts.syntax
    stop = start
    while stop < end and (syntax.pos[stop] not in _STOPS or (stop in mentioned.at)):
        stop += 1
    if syntax.pos[start : start + 1] == ["NUM"] and start not in mentioned.at:
        return None, stop
    return side_of(case, mentioned, start, stop), stop


def _extremes(case: Case, mentioned: Mentioned, asked: Graded, order: Order, span: tuple[int, int]) -> None:
    """Add who is said to be the most or the least so, in a sentence that speaks of one option alone."""
    syntax, (start, end) = case.facts.syntax, span
    options = {option for at, option in mentioned.within(start, end) if not _owns(syntax, mentioned, at)}
    if len(options) != 1 or "than" in syntax.lowers[start:end]:
        return
    for i in range(start, end):
        told = graded_at(syntax, i, start, end)
        if told is None or not (told.superlative or syntax.lowers[i - 1] == "the"):
            continue
        way = told.sign * told.relation(asked)
        if way and _NOT.isdisjoint(syntax.lowers[start:i]):
            (order.most if way > 0 else order.least)[("option", next(iter(options)))] = int(
                syntax.sentences[start]
            )


def _in_time(case: Case, mentioned: Mentioned, asked: Graded, order: Order, span: tuple[int, int]) -> None:
    """Add who came later, by *before* and *after*."""
    syntax, (start, end) = case.facts.syntax, span
    sign = next(sign for measure, sign in asked.measures if measure.name == "time")
    for i in range(start, end):
        if syntax.lowers[i] not in ("before", "after"):
            continue
        right, _ = _standard(case, mentioned, i + 1, end)
        left = _subject(case, mentioned, start, i)
        if left is None:
            comma = next((j for j in range(i, end) if syntax.lowers[j] == ","), end)
            left = side_of(case, mentioned, comma, end)
        if left is None or right is None:
            continue
        later, earlier = (left, right) if syntax.lowers[i] == "after" else (right, left)
        order.add(*((later, earlier) if sign > 0 else (earlier, later)), int(syntax.sentences[start]))
