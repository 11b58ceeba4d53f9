"""The rules for questions that name their options: by comparison, by proof, by what supports them best."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from symbolic_rc.graph.facts import Fact
from symbolic_rc.lexicon.scales import adjective_of
from symbolic_rc.question.query import Query
from symbolic_rc.rules.case import Case, asked_anew
from symbolic_rc.rules.choices import choice_scores, nearest_sentence
from symbolic_rc.rules.conditions import HAS_ALTERNATIVES, HAS_OPTIONS
from symbolic_rc.rules.logic.prove import prove
from symbolic_rc.rules.logic.scale import scale_of
from symbolic_rc.rules.logic.who import said_alone
from symbolic_rc.rules.options.graded import Graded, asked_comparison
from symbolic_rc.rules.options.measured import values_of
from symbolic_rc.rules.options.mentions import Mentioned, mentioned
from symbolic_rc.rules.options.sides import Order, order_told, side_of
from symbolic_rc.rules.proof import Proof, Proposal
from symbolic_rc.rules.rule import Rule

_TOLD, _FOLLOWS, _BY_FACTS, _RULED_OUT = 1.0, 0.9, 0.85, 0.6
#: The kinds of facts that a comparison is cited by, the best first.
_TELLING = ("comparison", "quantity", "attribute", "event")
#: Which option, how surely, and the sentences that say so.
Winner = tuple[int, float, tuple[int, ...]]


def compares_options(case: Case) -> list[Proposal]:
    """Propose the option that the story says to be more, less, most or least so, in words or in numbers."""
    query = case.query
    found = list(_comparatives(case))
    if found:
        return found
    asked = asked_comparison(query.alternatives[0][1] if query.alternatives else query)
    if asked is not None and any(_compares(option) for option in query.options):
        return []  # "taller or shorter"
    winner = compared(case, case.options, asked) if asked is not None else None
    return [_said(case, case.options[winner[0]], winner[1], winner[2])] if winner is not None else []


def compared(case: Case, options: Sequence[str], asked: Graded) -> Winner | None:
    """Return which option stands as asked."""
    places = mentioned(case, options)
    if sum(map(bool, places.spans)) == 0:
        return None
    order = order_told(case, places, asked)
    found = _by_order(order, len(options), asked.sign, _TOLD)
    if found is None:
        values, sign = values_of(case, places, asked)
        found = _by_value(values, sign, len(options))
    if found is None and asked.part != "v":
        found = _by_order(_order_of_facts(case, places, asked), len(options), asked.sign, _BY_FACTS)
    return found


def _by_order(order: Order, count: int, sign: int, strength: float) -> Winner | None:
    over = {option: order.over(("option", option)) for option in range(count)}
    best: list[Winner] = []
    for option in range(count):
        side = ("option", option)
        higher = {other: way for other in range(count) if (way := over[option].get(("option", other)))}
        lower = {other: over[other][side] for other in range(count) if side in over[other]}
        better, worse = (higher, lower) if sign > 0 else (lower, higher)
        if worse and not better:
            way = tuple(dict.fromkeys(sentence for each in worse.values() for sentence in each))
            best.append((option, strength if len(way) == 1 else strength * _FOLLOWS, way))
    most, least = (order.most, order.least) if sign > 0 else (order.least, order.most)
    extreme = [(option, most[("option", option)]) for option in range(count) if ("option", option) in most]
    if len(extreme) == 1:
        return extreme[0][0], strength, (extreme[0][1],)
    if len(best) == 1:
        return best[0]
    other = [(option, least[("option", option)]) for option in range(count) if ("option", option) in least]
    if count == 2 and len(other) == 1:
        return 1 - other[0][0], strength * _FOLLOWS, (other[0][1],)
    return None


def _by_value(values: dict[int, tuple[float, int]], sign: int, count: int) -> Winner | None:
    if not values:
        return None
    ordered = sorted(values, key=lambda option: -sign * values[option][0])
    if len(ordered) > 1 and values[ordered[0]][0] == values[ordered[1]][0]:
        return None
    if len(ordered) == 1:  # a place alone: the first came first
        at, sentence = values[ordered[0]]
        wins = at == (1 if sign < 0 else 999)
        return (ordered[0], _FOLLOWS, (sentence,)) if wins else None
    sentences = tuple(dict.fromkeys(values[option][1] for option in ordered))
    return ordered[0], _FOLLOWS * len(ordered) / count, sentences


def _order_of_facts(case: Case, places: Mentioned, asked: Graded) -> Order:
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


def _comparatives(case: Case) -> Iterator[Proposal]:
    """Answer "Is Ada taller or shorter than Bo?": which of the comparisons is so."""
    for option, query in case.query.alternatives:
        found = _sides_asked(query)
        if found is None:
            return
        asked, sides = found
        winner = compared(case, sides, asked)
        if winner is not None and winner[0] == 0:
            yield _said(case, option, winner[1], winner[2])


def _sides_asked(query: Query) -> tuple[Graded, tuple[str, str]] | None:
    """Return what a statement compares, and who with whom."""
    asked, syntax = asked_comparison(query), query.syntax
    than = next((i for i in range(query.start, query.end) if syntax.lowers[i] == "than"), -1)
    if asked is None or not query.start < asked.token < than:
        return None
    verb = next((i for i in range(query.start, asked.token) if syntax.pos[i] in ("AUX", "VERB")), -1)
    if verb <= query.start:
        return None
    left, right = syntax.words[query.start : verb], syntax.words[than + 1 : query.end - 1]
    return (asked, (" ".join(left), " ".join(right))) if right else None


def _compares(option: str) -> bool:
    """Whether an option compares."""
    words = option.split()
    return any(word in ("more", "less", "fewer") or _is_comparative(word) for word in words)


def _is_comparative(word: str) -> bool:
    return word.endswith(("er", "est")) and word.islower() and adjective_of(word) != word


def _said(case: Case, option: str, strength: float, sentences: Sequence[int]) -> Proposal:
    """Return an option with the facts of some sentences that say most of what is compared there."""
    facts: list[Fact] = []
    for sentence in sentences:
        told = [fact for fact in case.facts if fact.sentence == sentence]
        kind = next((kind for kind in _TELLING if any(fact.kind == kind for fact in told)), "")
        facts += [fact for fact in told if fact.kind == kind or not kind]
    return said_alone(option, strength, facts)


def either(case: Case) -> list[Proposal]:
    """Propose the option of the statement that the story proves, or the one left where it denies others."""
    verdicts = [(option, prove(asked_anew(case, query))) for option, query in case.query.alternatives]
    found = [
        said_alone(option, verdict.strength, verdict.facts, verdict.links)
        for option, verdict in verdicts
        if verdict.holds
    ]
    left = [option for option, verdict in verdicts if verdict.holds is None]
    denied: list[Fact] = [fact for _, verdict in verdicts if verdict.holds is False for fact in verdict.facts]
    if not found and len(left) == 1 and denied:
        return [said_alone(left[0], _RULED_OUT, denied)]
    return found


def supported(case: Case) -> list[Proposal]:
    """Propose the option that the story's words support best, however little."""
    options = case.options
    scores = choice_scores(case, options, "")
    best = int(np.argmax(scores))
    total = float(scores.sum())
    strength = float(scores[best]) / total if total > 0 else 1.0 / len(options)
    sentence = nearest_sentence(case, options[best])
    facts = tuple(fact for fact in case.facts if fact.sentence == sentence)
    return [Proposal(-1, -1, options[best], strength, 0.0, Proof(facts, (), None, "guess"))]


COMPARED_OPTIONS = Rule(
    "compared-options",
    compares_options,
    0.3,
    "The story compares the options that the question names, in words or by a number for each.",
    example="Which is cheaper, the cart or the boat? -> The cart costs 9 pounds, the boat 20. -> the cart",
    conditions=(HAS_OPTIONS,),
)
EITHER = Rule(
    "either",
    either,
    0.3,
    "Of the statements between which the question asks, the story says one.",
    example="Was the door red or green? -> The door was green. -> green",
    conditions=(HAS_ALTERNATIVES,),
)
SUPPORTED_OPTION = Rule(
    "supported-option",
    supported,
    0.0,
    "Of the options that the question names, the one whose words stand nearest to the question's.",
    "after Hermann et al. 2015, section 3.1 (word distance)",
    "Who liked the sea, Ada or Bo? -> Bo spoke of the sea all day. -> Bo",
    conditions=(HAS_OPTIONS,),
)
