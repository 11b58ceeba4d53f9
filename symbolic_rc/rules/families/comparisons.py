"""Comparisons: told, turned round, by antonyms, degrees and numbers, over several steps."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from symbolic_rc.core.tokens import words_of
from symbolic_rc.core.words import FUNCTION_WORDS
from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts import Fact, Term
from symbolic_rc.graph.facts.reading.comparisons import base_of
from symbolic_rc.lexicon.measures import Measure, measures_of, same_measure
from symbolic_rc.lexicon.numbers import number as value_of
from symbolic_rc.lexicon.scales import DEGREES, PLAIN, adjective_of, direction
from symbolic_rc.question.query import Query
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.kernels import MET
from symbolic_rc.rules.proof import Proposal
from symbolic_rc.rules.terms import Node, key, meant, proposed

#: Which option, how surely, and the sentences that say so.
Winner = tuple[int, float, tuple[int, ...]]
#: What follows over several steps keeps so much of its strength.
FOLLOWS = 0.9
_STANDING_FOR_NOUNS = frozenset(("one", "ones"))


@dataclass(frozen=True, slots=True)
class Mentioned:
    """Where each option is mentioned.

    Attributes
    ----------
    spans : tuple of tuple of (int, int)
        For each option the tokens of its mentions, by name or by what refers to it, in order.
    at : dict of int to int
        The option of each token of these.
    """

    spans: tuple[tuple[tuple[int, int], ...], ...]
    at: dict[int, int]

    def within(self, start: int, end: int) -> list[tuple[int, int]]:
        """Return the mentions inside some tokens, in order: where each begins, and its option."""
        found = [
            (span[0], option) for option, spans in enumerate(self.spans) for span in spans
            if start <= span[0] and span[1] <= end
        ]  # fmt: skip
        return sorted(found)


def option_words(option: str) -> tuple[str, ...]:
    """Return an option's words without function words, in lower case; all where it has no others."""
    words = [word.lower() for word in words_of(option) if any(map(str.isalnum, word))]
    told = tuple(word for word in words if word not in FUNCTION_WORDS) or tuple(words)
    return tuple(word for word in told if word not in _STANDING_FOR_NOUNS) or told  # "the red one"


def mentioned(case: Case, options: Sequence[str]) -> Mentioned:
    """Return where a story mentions each option, by its words, by some that no other has, or as an entity."""
    names = [option_words(option) for option in options]
    spans: list[list[tuple[int, int]]] = [list(_places(case, name)) for name in names]
    for number, name in enumerate(names):
        others = {word for other in names[:number] + names[number + 1 :] for word in other}
        for word in name if not spans[number] else ():
            if word not in others:
                spans[number] += _places(case, (word,))
    at = {i: number for number, found in enumerate(spans) for span in found for i in range(*span)}
    for number, found in enumerate(spans):
        for start, end in _further(case, found):
            if not any(i in at for i in range(start, end)):
                found.append((start, end))
                at.update(dict.fromkeys(range(start, end), number))
    return Mentioned(tuple(tuple(sorted(found)) for found in spans), at)


def _places(case: Case, name: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield where words stand side by side, as they are or as lemmas."""
    lowers, lemmas = case.facts.syntax.lowers, case.facts.syntax.lemmas
    for i in range(len(lowers) - len(name) + 1):
        if all(word in (lowers[i + k], lemmas[i + k].lower()) for k, word in enumerate(name)):
            yield i, i + len(name)


def _further(case: Case, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the further mentions of the entities that some mentions name."""
    ends = {end - 1 for _, end in spans}
    entities = {mention.entity for mention in case.facts.mentions if mention.head in ends}
    return [(m.start, m.end) for m in case.facts.mentions if m.entity in entities and m.entity >= 0]


_SIGN = {"more": 1, "most": 1, "less": -1, "least": -1, "equal": 0}
_TOLD, _OVER_STEPS, _BY_DEGREE = 1.0, 0.9, 0.8
_MOST_STEPS = 12
#: Words of a question that are part of how it compares.
_OF_DEGREE = frozenset("more less fewer most least fewest as two both rather".split())


@dataclass(slots=True)
class Scale:
    """Who stands above whom on one scale, with the facts that say so.

    Attributes
    ----------
    above : dict
        For every node those directly above it, each with the facts that say so.
    level : dict
        What is said of one alone: a degree or a number, with its fact.
    extreme : dict
        The nodes that are said to be the most (1) or the least (-1), with the fact.
    equal : dict
    term : dict
        A term for every node.
    """

    above: dict[Node, dict[Node, Fact]] = field(default_factory=dict)
    level: dict[Node, tuple[float, Fact]] = field(default_factory=dict)
    extreme: dict[Node, tuple[int, Fact]] = field(default_factory=dict)
    equal: dict[Node, dict[Node, Fact]] = field(default_factory=dict)
    term: dict[Node, Term] = field(default_factory=dict)

    def over(self, low: Node) -> dict[Node, tuple[Fact, ...]]:
        """Return all that stand above a node, each with the facts on the way, over equals too."""
        found: dict[Node, tuple[Fact, ...]] = {}
        seen: dict[Node, tuple[Fact, ...]] = {low: ()}
        queue: list[tuple[Node, bool]] = [(low, False)]
        for _ in range(_MOST_STEPS * max(1, len(self.term))):
            if not queue:
                break
            node, higher = queue.pop(0)
            way = found.get(node, seen.get(node, ()))
            for other, fact in self.above.get(node, {}).items():
                if other not in found and other != low:
                    found[other] = (*way, fact)
                    queue.append((other, True))
            for other, fact in self.equal.get(node, {}).items():
                if higher and other not in found and other != low:
                    found[other] = (*way, fact)
                    queue.append((other, True))
                elif not higher and other not in seen:
                    seen[other] = (*way, fact)
                    queue.append((other, False))
        if low in self.level:
            for other, (value, fact) in self.level.items():
                if value > self.level[low][0]:
                    found.setdefault(other, (fact, self.level[low][1]))
        return found


def compares(case: Case) -> list[Proposal]:
    """Propose who is more, less or most so."""
    found: list[Proposal] = []
    if any(fact.kind == "relation" for fact in case.query.facts):
        return found  # "who is Ada's best friend" asks for a friend
    for part, gap in case.query.asked:
        if part.kind != "comparison" or gap.role != "subject" or part.denied:
            continue
        others = [term for term in part.terms if term is not gap and term.role == "standard"]
        scale = scale_of(case, part.predicate)
        for node, strength, facts in _ranked(case, scale, part.sense, others[0] if others else None):
            term = scale.term[node]
            at = case.number_of(term)
            circular = any(term.start <= fact.token < term.end for fact in facts)  # "its lowest point"
            if not circular and (at < 0 or case.suited[at] or case.kind != "person"):
                told = strength * _told_besides(case, part, facts)
                found.append(proposed(case, term, told, facts))
    return found


def _told_besides(case: Case, part: Fact, facts: tuple[Fact, ...]) -> float:
    """Return the share of what the question says besides the comparison that the facts' sentences say too."""
    inside = {part.token, *(i for term in part.terms for i in range(term.start, term.end))}
    inside |= case.query.variables
    lowers = case.query.syntax.lowers
    rows = [
        row
        for token, row in case.alignment.row.items()
        if token not in inside and lowers[token] not in _OF_DEGREE
    ]
    if not rows:
        return 1.0
    sentences = np.asarray(case.facts.syntax.sentences)
    here = np.isin(sentences, [fact.sentence for fact in facts])
    return float((case.alignment.best[rows][:, here].max(axis=1, initial=0.0) >= MET).mean())


def _ranked(
    case: Case, scale: Scale, sense: str, standard: Term | None
) -> Iterator[tuple[Node, float, tuple[Fact, ...]]]:
    """Yield who stands as asked, with the facts that say so."""
    sign = _SIGN[sense]
    over = {node: scale.over(node) for node in scale.term}
    if sense == "equal":
        for node in scale.equal:
            for other, fact in scale.equal[node].items():
                if standard is None or meant(case, standard, scale.term[other]):
                    yield node, _TOLD, (fact,)
        return
    if standard is not None:
        for low, found in over.items():
            for high, facts in found.items():
                one, other = (high, low) if sign > 0 else (low, high)
                if meant(case, standard, scale.term[other]):
                    yield one, _TOLD if len(facts) == 1 else _OVER_STEPS, facts
        return
    for node, (which, fact) in scale.extreme.items():
        if which == sign and sense in ("most", "least"):
            yield node, _TOLD, (fact,)
    for node in scale.term:
        higher = over[node]
        lower = {low: facts[node] for low, facts in over.items() if node in facts}
        better, worse = (higher, lower) if sign > 0 else (lower, higher)
        if worse and not better:
            facts = tuple(dict.fromkeys(fact for way in worse.values() for fact in way))
            yield node, _OVER_STEPS if len(facts) > 1 else _TOLD, facts


def scale_of(case: Case, asked: str) -> Scale:
    """Return all that a story says on the scale of an adjective, adverb or counted noun."""
    scale = Scale()
    for fact in case.facts:
        if not fact.told:
            continue
        if fact.kind == "comparison":
            _add_comparison(case, scale, fact, direction(fact.predicate, asked))
        elif fact.kind == "attribute":
            _add_degree(case, scale, fact, asked)
    _add_numbers(case, scale, asked)
    return scale


def _node(case: Case, scale: Scale, term: Term) -> Node:
    node = key(case, term)
    scale.term.setdefault(node, term)
    return node


def _add_comparison(case: Case, scale: Scale, fact: Fact, sign: int) -> None:
    if not sign:
        return
    way = sign * _SIGN[fact.sense]
    subject = _node(case, scale, fact.terms[0])
    if fact.sense in ("most", "least"):
        if not fact.denied:
            scale.extreme[subject] = (way, fact)
        return
    if len(fact.terms) < 2:
        return
    standard = _node(case, scale, fact.terms[1])
    if fact.sense == "equal":
        if fact.denied:  # "not as old as Bo"
            way = -sign
        else:
            scale.equal.setdefault(subject, {})[standard] = fact
            scale.equal.setdefault(standard, {})[subject] = fact
            return
    elif fact.denied:
        return
    high, low = (subject, standard) if way > 0 else (standard, subject)
    scale.above.setdefault(low, {})[high] = fact


def _add_degree(case: Case, scale: Scale, fact: Fact, asked: str) -> None:
    """Add what is said of one alone: very old, a little old, not old."""
    syntax = case.facts.syntax
    value = fact.terms[1].head
    if syntax.pos[value] == "NUM" and direction(asked, "old"):
        number = value_of(syntax.words[value])
        if number is not None:
            node = _node(case, scale, fact.terms[0])
            scale.level.setdefault(node, (direction(asked, "old") * float(number), fact))
        return
    sign = direction(adjective_of(fact.predicate), asked)
    if not sign or any(syntax.lowers[c] in ("more", "less", "as") for c in syntax.children_of(value)):
        return
    if syntax.tags[value] in ("JJR", "JJS", "RBR", "RBS"):
        return
    node = _node(case, scale, fact.terms[0])
    years = next((c for c in syntax.children_of(value) if syntax.lemmas[c] in ("year", "month")), -1)
    count = next((value_of(syntax.words[c]) for c in syntax.children_of(years)), None) if years >= 0 else None
    if count is not None:
        scale.level[node] = (sign * float(count), fact)
        return
    degrees = [DEGREES[syntax.lowers[c]] for c in syntax.children_of(value) if syntax.lowers[c] in DEGREES]
    degree = degrees[0] if degrees else 0 if fact.denied else PLAIN
    scale.level[node] = (float(sign * degree), fact)


def _add_numbers(case: Case, scale: Scale, noun: str) -> None:
    """Add how many of what is counted each has, did, got."""
    syntax = case.facts.syntax
    for fact in case.facts.of("quantity"):
        if fact.predicate != noun or not fact.told:
            continue
        count = value_of(syntax.words[fact.terms[1].head])
        for event in case.facts.of("event"):
            if (
                count is not None
                and event.told
                and any(t.head == fact.terms[0].head for t in event.terms[1:])
            ):
                actor = event.term("ARG0")
                if actor is not None:
                    scale.level[_node(case, scale, actor)] = (float(count), fact)


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


def by_order(order: Order, count: int, sign: int, strength: float) -> Winner | None:
    """Return which option stands as asked by an order, with the sentences that say so; None for none."""
    over = {option: order.over(("option", option)) for option in range(count)}
    best: list[Winner] = []
    for option in range(count):
        side = ("option", option)
        higher = {other: way for other in range(count) if (way := over[option].get(("option", other)))}
        lower = {other: over[other][side] for other in range(count) if side in over[other]}
        better, worse = (higher, lower) if sign > 0 else (lower, higher)
        if worse and not better:
            way = tuple(dict.fromkeys(sentence for each in worse.values() for sentence in each))
            best.append((option, strength if len(way) == 1 else strength * FOLLOWS, way))
    most, least = (order.most, order.least) if sign > 0 else (order.least, order.most)
    extreme = [(option, most[("option", option)]) for option in range(count) if ("option", option) in most]
    if len(extreme) == 1:
        return extreme[0][0], strength, (extreme[0][1],)
    if len(best) == 1:
        return best[0]
    other = [(option, least[("option", option)]) for option in range(count) if ("option", option) in least]
    if count == 2 and len(other) == 1:
        return 1 - other[0][0], strength * FOLLOWS, (other[0][1],)
    return None


def order_of_facts(case: Case, places: Mentioned, asked: Graded) -> Order:
    """Return who stands above whom as the story's facts say: degrees and comparisons as they were parsed."""
    scale, order = scale_of(case, asked.word), Order()
    sides = {node: side_of(case, places, term.start, term.end) for node, term in scale.term.items()}
    for low, others in scale.above.items():
        for high, fact in others.items():
            if (one := sides[high]) is not None and (other := sides[low]) is not None:
                order.add(one, other, fact.sentence)
    for node, equals in scale.equal.items():
        for equal, fact in equals.items():
            if (one := sides[node]) is not None and (other := sides[equal]) is not None:
                order.add_same(one, other, fact.sentence)
    for node, (which, fact) in scale.extreme.items():
        if (one := sides[node]) is not None:
            (order.most if which > 0 else order.least)[one] = fact.sentence
    levels = [
        (value, fact, side)
        for node, (value, fact) in scale.level.items()
        if (side := sides[node]) is not None
    ]
    for value, fact, side in levels:
        for less, _, lower in levels:
            if value > less:
                order.add(side, lower, fact.sentence)
    if len(levels) == 1:  # only one of them is told to be so
        value, fact, side = levels[0]
        (order.most if value > 0 else order.least)[side] = fact.sentence
    return order
