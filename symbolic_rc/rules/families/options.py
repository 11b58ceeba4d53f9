"""Questions that name their options: which of them the story proves, compares so, or supports best."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts import Fact
from symbolic_rc.graph.facts.reading.numbers import LAST, TIMES
from symbolic_rc.graph.facts.reading.phrases import name_at
from symbolic_rc.lexicon import wordnet
from symbolic_rc.lexicon.english import FUNCTION_WORDS, NEGATIONS, TEMPORAL_CONJUNCTIONS, content_words
from symbolic_rc.lexicon.numbers import date_in
from symbolic_rc.lexicon.scales import CHANGES, COMPARATIVES, WAYS, adjective_of
from symbolic_rc.lexicon.vectors import vectors
from symbolic_rc.question.calculation import Calculation, Operand
from symbolic_rc.question.query import Query
from symbolic_rc.ranker.choices import best_of
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.families import graded as G
from symbolic_rc.rules.families.calculated import Amounts
from symbolic_rc.rules.families.comparisons import OVER_STEPS, Order, compares, scale_of
from symbolic_rc.rules.families.text import near_matches, nearness
from symbolic_rc.rules.proof import Proof, Proposal
from symbolic_rc.rules.rule import COMPARES, HAS_OPTIONS, rule
from symbolic_rc.rules.terms import Node, said, same_events

_BY_FACTS, _LOOSELY = 0.85, 0.5
#: Maximum number of candidates among which a question without options may ask which is more so.
_MOST_CANDIDATES = 8
#: Words that may close a comparison behind its standard.
_BEHIND_STANDARD = frozenset((".", "?", "is", "are", "was", "were", "does", "did", "do", "has"))
#: Which option, how surely, and the sentences that say so.
Winner = tuple[int, float, tuple[int, ...]]
#: The kinds of facts that a comparison is cited by, the best first.
_TELLING = ("comparison", "quantity", "attribute", "event")


# -- General laws that a text states: *Y falls as X rises*, *the older, the slower*, *Y rises during storms*.
# They are read off words: "increases" and "falls" are often parsed as nouns after *as*.

#: What opens the clause or phrase of a cause or condition, and verbs that have it as their subject.
_OPENING = frozenset("as when whenever if once during with in".split())
_CLOSING = _OPENING | TEMPORAL_CONJUNCTIONS | {"because", "so"}
_CAUSING = frozenset("cause mean lead result bring produce".split())
#: WordNet's files of what is big or small itself: a bigger dog is not more dog, a bigger risk is more risk.
_BODIES = frozenset(f"noun.{kind}" for kind in "animal artifact body food object person plant".split())
_Span = tuple[int, int]


class Law(NamedTuple):
    """What rises or falls, with a cause that does so itself, or under a condition that only has words."""

    effect: G.Graded
    words: frozenset[str]  # lemmas of what names the effect
    cause: G.Graded | None
    condition: frozenset[str]  # lemmas; empty with a cause
    sentence: int


def laws_for(case: Case, query: Query, asked: G.Graded | None) -> Iterator[tuple[Law, int]]:
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
        known["laws"] = [law for span in G.sentences_of(case) for law in _laws_in(case.facts.syntax, *span)]
    return known["laws"]


def _laws_in(syntax: Syntax, start: int, end: int) -> Iterator[Law]:
    """Yield the laws that a sentence states: what rises or falls in general, or with what."""
    if _change(syntax, start, end) is None:
        return
    for opening, main, sub in (*_proportional(syntax, start, end), *_clauses(syntax, start, end)):
        effect, cause = _change(syntax, *main), _change(syntax, *sub)
        noun = G.noun_measured(syntax, *sub) if opening == "with" and cause is None else ""
        if noun:  # "falls with height"
            cause = G.Graded(noun, 1, "n", *sub)
        if effect is None:
            continue
        told = effect.token == main[0] or G.noun_measured(syntax, main[0], effect.token)
        general = syntax.tags[effect.token] != "VBD" and told
        if cause is None and not (opening and general):
            continue
        words, condition = _words(syntax, *main), _words(syntax, *sub) if cause is None else frozenset()
        yield Law(effect, words, cause, condition, int(syntax.sentences[start]))


def _proportional(syntax: Syntax, start: int, end: int) -> Iterator[tuple[str, _Span, _Span]]:
    """Yield "The older the car is, the lower its price"; not "the older brother, the younger brother"."""
    behind = (i for i in range(start + 1, end) if syntax.lowers[i - 1] == "the")
    compared = [one for i in behind if (one := G.graded_at(syntax, i, start, end)) and not one.superlative]
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


def _change(syntax: Syntax, start: int, end: int) -> G.Graded | None:
    """Return what words say rises or falls: "the price falls", "a rise in price", "higher prices"."""
    for i in range(start, end):
        sign, graded = _sign(syntax, i), G.graded_at(syntax, i, start, end)
        if not sign and (graded is None or graded.superlative):
            continue
        noun = G.noun_measured(syntax, start, i, last=True) or G.noun_measured(syntax, i + 1, end)
        if graded is not None and graded.amount and noun and wordnet().class_of(noun) not in _BODIES:
            sign = graded.amount
        graded = G.Graded(noun, sign, "n", i, i + 1) if sign else graded
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


@rule("compared-options", "comparison", 0.3, COMPARES)
def compares_options(case: Case) -> list[Proposal]:
    """The story compares the options that the question names, in words or by a number for each.

    Which is cheaper, the cart or the boat? -> The cart costs 9 pounds, the boat 20. -> the cart
    """
    query = case.query
    if found := list(_comparatives(case)):
        return found
    asked = G.asked_comparison(query.alternatives[0][1] if query.alternatives else query)
    if any(_compares(option) for option in query.options):
        return []  # "taller or shorter"
    options = case.options or _candidates(case)
    if asked is None or not case.options:
        winner = _among_candidates(case, options, asked)
    else:
        winner = compared(case, options, asked)
    return [chosen(case, options[winner[0]], *winner[1:])] if winner is not None else []


def _candidates(case: Case) -> list[str]:
    """Return what a question without options may mean: times, what its noun names, else the names."""
    syntax, names, found = case.facts.syntax, dict[int, str](), list[str]()
    if case.kind == "time" and laws_of(case):
        numbers = (one.number for one in Amounts(case).every)
        found = [case.span_text(one.start, one.end) for one in numbers if one.kinds & TIMES]
    for mention in case.facts.mentions if not found else ():
        if mention.kind == "name" and syntax.pos[mention.head] == "PROPN":
            names.setdefault(mention.entity, case.span_text(*name_at(syntax, mention.head)))
        elif case.query.kind_asked == syntax.lemmas[mention.head] and mention.end - mention.start > 2:
            found.append(case.span_text(mention.start, mention.end))
    return list(dict.fromkeys(found if len(found) > 1 else names.values()))[:_MOST_CANDIDATES]


def _among_candidates(case: Case, options: Sequence[str], asked: G.Graded | None) -> Winner | None:
    """Return which is meant where no fact says it: "Who earns less?", "When did prices fall?"."""
    if len(options) < 2 or "than" in case.query.lowers or (asked is not None and compares(case)):
        return None
    found = None
    if asked is not None and case.kind == "person" and not asked.superlative:
        order = G.stated_order(case, G.mentioned(case, options), asked)
        found = _by_order(order, len(options), asked.sign, 1.0)
    return found or _by_law(case, options, asked)


def _by_law(case: Case, options: Sequence[str], asked: G.Graded | None) -> Winner | None:
    """Return which option stands as asked by a law that the story states, and what it says of the cause."""
    query = case.query.alternatives[0][1] if case.query.alternatives else case.query
    for law, sign in laws_for(case, query, asked):
        if law.cause is None:
            found = _by_condition(case, options, law, sign)
        else:
            cause = replace(law.cause, sign=sign * law.cause.sign)
            found = _stated(case, options, cause) or _by_words(case, options, cause)
        if found is not None:
            return found[0], OVER_STEPS * found[1], (law.sentence, *found[2])
    return None


def _by_condition(case: Case, options: Sequence[str], law: Law, sign: int) -> Winner | None:
    """Return the only option of which most, or least, of the condition of a law is said."""
    syntax, said_of = case.facts.syntax, [set[str]() for _ in options]
    for start, end, named in G.pieces_of(case, G.mentioned(case, options)):
        if syntax.sentences[start] != law.sentence and NEGATIONS.isdisjoint(syntax.lowers[start:end]):
            for option in named:
                said_of[option].update(lemma.lower() for lemma in syntax.lemmas[start:end])
    known = wordnet()
    related = [{one, *(w for p in "nva" for w in known.derivations(one, p))} for one in law.condition]
    held = [sign * sum(not words.isdisjoint(own) for own in related) for words in said_of]
    return (held.index(max(held)), 1.0, ()) if held.count(max(held)) == 1 else None


def compared(case: Case, options: Sequence[str], asked: G.Graded) -> Winner | None:
    """Return which option stands as asked: as stated, by a law, or by the nearest number."""
    return _stated(case, options, asked) or _by_law(case, options, asked) or _by_words(case, options, asked)


def _stated(case: Case, options: Sequence[str], asked: G.Graded) -> Winner | None:
    """Return which option stands as asked by what the story says of the options."""
    places = G.mentioned(case, options)
    if not any(places.spans):
        return None
    found = _by_order(G.stated_order(case, places, asked), len(options), asked.sign, 1.0)
    if found is None:
        found = _by_value(*G.values_of(case, places, asked), len(options))
    if found is None and asked.part != "v":
        found = _by_order(_order_of_facts(case, places, asked), len(options), asked.sign, _BY_FACTS)
    return found


def _by_words(case: Case, options: Sequence[str], asked: G.Graded) -> Winner | None:
    """Return the option that is asked for, by its numbers or dates, else by its place in the text."""
    if not any(G.mentioned(case, options).spans):
        return None
    if not (asked.in_time or asked.measures or asked.part == "n" or asked.amount):
        return None  # "louder"
    query, amounts = case.query, Amounts(case)
    common = tuple(query.syntax.lowers[i] for i in query.content)
    operands = tuple(Operand(G.option_words(option)) for option in options)
    operation, unit = ("between", "") if asked.in_time else ("difference", asked.word)
    found = amounts.meant(Calculation(operation, unit, operands, common))
    if not all(share for _, share in found):
        found = []
    values = {k: (one.number.value, one.sentence) for k, (one, _) in enumerate(found)}
    more = next((sign for _, sign in asked.measures), 1)  # -1 of "smaller"
    sign = asked.sign * (asked.in_time or more)
    if (winner := _by_value(values, sign, len(options))) is None and asked.in_time:
        places = [amounts.sentence_of(operand.words) for operand in operands]
        winner = _by_value({k: (place, int(place)) for k, place in enumerate(places)}, sign, len(options))
    return None if winner is None else (winner[0], _LOOSELY * winner[1], winner[2])


def _by_order(order: Order[int], count: int, sign: int, strength: float) -> Winner | None:
    """Return which of some options stands at the end that is asked for: said so, above others, or left."""
    options: list[Node] = [("option", number) for number in range(count)]
    said_so, contrary = (order.most, order.least) if sign > 0 else (order.least, order.most)
    extreme = [(number, (said_so[node],)) for number, node in enumerate(options) if node in said_so]
    best = [(options.index(node), way) for node, way in order.at_end(sign, options)]
    left = [(1 - number, (contrary[node],)) for number, node in enumerate(options) if node in contrary]
    if len(extreme) == 1:
        return extreme[0][0], strength, extreme[0][1]
    if len(best) == 1:
        return best[0][0], strength * (1.0 if len(best[0][1]) == 1 else OVER_STEPS), best[0][1]
    if len(left) == 1 and count == 2:
        return left[0][0], strength * OVER_STEPS, left[0][1]
    return None


def _by_value(values: dict[int, tuple[float, int]], sign: int, count: int) -> Winner | None:
    """Return which option has the number that is asked for: the highest or lowest, or the first place."""
    ordered = sorted(values, key=lambda option: -sign * values[option][0])
    if not ordered or (len(ordered) > 1 and values[ordered[0]][0] == values[ordered[1]][0]):
        return None
    if len(ordered) == 1 and values[ordered[0]][0] != (1 if sign < 0 else LAST):
        return None  # a place alone: the first came first
    sentences = tuple(dict.fromkeys(values[option][1] for option in ordered))
    return ordered[0], OVER_STEPS * (len(ordered) / count if len(ordered) > 1 else 1.0), sentences


def _order_of_facts(case: Case, places: G.Mentioned, asked: G.Graded) -> Order[int]:
    """Return who stands above whom as the story's facts say: degrees and comparisons as they were parsed."""
    scale, order = scale_of(case, asked.word), Order[int]()
    sides = {node: G.side_of(case, places, term.start, term.end) for node, term in scale.term.items()}
    for way, told in ((-1, scale.above), (0, scale.same)):
        for node, others in told.items():
            for other, facts in others.items():
                if (one := sides[node]) is not None and (two := sides[other]) is not None:
                    order.add(way, one, two, *(fact.sentence for fact in facts))
    levels = [(node, level) for node, level in scale.level.items() if sides[node] is not None]
    extremes = [(1, node, fact) for node, fact in scale.most.items()]
    extremes += [(-1, node, fact) for node, fact in scale.least.items()]
    if (len(levels), len(scale.above)) == (1, 0):  # only one of them is stated
        (node, (value, fact)), *_ = levels
        extremes.append((1 if value > 0 else -1, node, fact))
    for way, node, fact in extremes:
        if (side := sides[node]) is not None:
            order.add_extreme(way, side, fact.sentence)
    return order


def _comparatives(case: Case) -> Iterator[Proposal]:
    """Answer "Is Ada taller or shorter than Bo?": which of the comparisons is so."""
    for option, query in case.query.alternatives:
        if (found := sides_asked(query)) is None:
            return
        asked, sides = found
        winner = compared(case, sides, asked)
        if winner is not None and winner[0] == 0:
            yield chosen(case, option, *winner[1:])


def sides_asked(query: Query) -> tuple[G.Graded, tuple[str, str]] | None:
    """Return what a statement compares, and who with whom."""
    asked, syntax = G.asked_comparison(query), query.syntax
    than = next((i for i in range(query.start, query.end) if syntax.lowers[i] == "than"), -1)
    if asked is None or not query.start < asked.token < than:
        return None
    left = _before_than(syntax, query.start, asked.token, than)
    right = [word for word in syntax.words[than + 1 : query.end] if word.lower() not in _BEHIND_STANDARD]
    return (asked, (" ".join(left), " ".join(right))) if left and right else None


def _before_than(syntax: Syntax, start: int, graded: int, than: int) -> list[str]:
    """Return what is compared with the words behind *than*: an adjunct such as theirs, else the subject."""
    near = next((i for i in range(than - 1, graded, -1) if syntax.pos[i] == "ADP"), than)
    dates = all(date_in(syntax.words[i : i + 1]) for i in (than - 1, than + 1))
    if dates or syntax.lowers[near] == syntax.lowers[than + 1]:  # "more rain on Monday than on Friday"
        return syntax.words[near:than]
    verb = next((i for i in range(start, graded) if syntax.pos[i] in ("AUX", "VERB")), -1)
    return syntax.words[start : verb if verb > start else graded]


def _compares(option: str) -> bool:
    ends = [word for word in option.split() if word.endswith(("er", "est")) and word.islower()]
    return not COMPARATIVES.isdisjoint(option.split()) or any(adjective_of(word) != word for word in ends)


def chosen(case: Case, option: str, strength: float, sentences: Sequence[int]) -> Proposal:
    """Return an option with the facts of some sentences that say most of what is compared there."""
    facts: list[Fact] = []
    for sentence in sentences:
        told = [fact for fact in case.facts if fact.sentence == sentence]
        kind = next((kind for kind in _TELLING if any(fact.kind == kind for fact in told)), "")
        facts += [fact for fact in told if fact.kind == kind or not kind]
    return said(option, strength, facts)


def choice_scores(case: Case, choices: Sequence[str], answer: str) -> NDArray[np.float64]:
    """Return how well each choice is supported, higher is better; float64, shape (choices,).

    By what the rules answer where no choices are given, empty for nothing, and by what is near.
    """
    found, scores = set(content_words(answer)), np.zeros(len(choices))
    for number, choice in enumerate(choices):
        if words := content_words(choice):
            near = sum(worth for _, worth in near_matches(case, words))
            scores[number] = len(found.intersection(words)) / len(words) + near / len(words)
    return scores


@rule(
    "supported-option",
    "guess",
    0.0,
    HAS_OPTIONS,
    source="after Hermann et al. 2015, section 3.1 (word distance)",
)
def supported(case: Case) -> list[Proposal]:
    """Of the options that the question names, the one whose words stand nearest to the question's.

    Who liked the sea, Ada or Bo? -> Bo spoke of the sea all day. -> Bo
    """
    options = case.options
    scores = choice_scores(case, options, "")
    best = int(np.argmax(scores))
    total = float(scores.sum())
    strength = float(scores[best]) / total if total > 0 else 1.0 / len(options)
    places = near_matches(case, content_words(options[best]))
    token, _ = max(places, key=lambda one: one[1], default=(-1, 0.0))
    return [_by_sentence_of(case, token, options[best], strength, "guess")]


def _by_sentence_of(case: Case, token: int, option: str, strength: float, ground: str) -> Proposal:
    """Return an option as an answer for which the sentence of a token speaks; -1 for none."""
    sentence = int(case.facts.syntax.sentences[token]) if token >= 0 else -1
    facts = tuple(fact for fact in case.facts if fact.sentence == sentence)
    return Proposal(-1, -1, option, strength, 0.0, Proof(facts, (), None, ground))


#: What a choice says of the others, as a whole: that all, none, or nothing that the story tells is right.
_OF_OTHERS = {
    "all": r"(all|both|each)( of)?( (the )?(above|these|them|choices|answers|options)| a and b)?",
    "none": r"neither|(none|neither) (of )?(the )?(above|these|them|choices|answers|options)",
    "unknown": r"(there is )?not enough information|unknown|"
    r"((the |this )?(text|story|passage|article|dialogue|conversation) |it |that |this |we )?"
    r"((is|was|are|do|does|did|can) ?)?(not|n.t) (be )?"
    r"(say|tell|know|given|known|mentioned|stated|said|told|specified|determined)"
    r"( (in|from|by) (the|this) \w+)?",
}
_TELLS_OF_OTHERS = {kind: re.compile(pattern) for kind, pattern in _OF_OTHERS.items()}
_NOBODY = re.compile(r"(?i:no one|nobody|none|nothing)\b")
_MAY_BE_NONE = frozenset("else help helped any anyone anybody anything".split())
#: A choice of a lower score has no support; all are right where none has less than that share of the best.
_SUPPORTED, _ALIKE = 1.0, 0.6
#: Stems that ask for the choice that is not so, whatever the story says.
_EXCEPT = re.compile(
    r"(?i:\bexcept\b|(not|n.t) (true|right|correct|mentioned|stated)\b"
    r"|^which\b.* (false|untrue|incorrect|wrong)\b)"
)
_DENIED = re.compile(r"\b(not|never|no)\b|n['’]t\b")
#: A word that opens a subordinate clause: a negation behind it is not one of the main clause.
_SUBORDINATE = re.compile(r" (that|who|when|because|if|while|which) ")


def tells_of_others(choice: str) -> str:
    """Return what a choice says of the others: ``all``, ``none``, ``unknown``; empty for one of its own."""
    words = choice.lower().strip(" .!")
    return next((kind for kind, pattern in _TELLS_OF_OTHERS.items() if pattern.fullmatch(words)), "")


def asks_what_is_not(case: Case) -> bool:
    """Whether the right choice is the one that the story does not support.

    "Who did not come?" asks for it where the story says who came. It does not where the sentences that hold
    most of the question deny something themselves, nor does "Why did Ada not come?".
    """
    text = case.question.text
    if _EXCEPT.search(text):
        return True
    denied = _DENIED.search(text.lower())
    main = denied is not None and not _SUBORDINATE.search(text.lower(), 0, denied.start())
    asked = case.query.understanding.wh not in ("why", "how", "")
    if not main or not asked or not any(fact.denied for fact, _ in case.query.asked):
        return False
    syntax, held = case.facts.syntax, case.alignment.by_sentence
    if not held.size:
        return True
    cover = held.mean(axis=0)
    top = np.flatnonzero(cover >= cover.max() - 1e-6)
    tokens = np.flatnonzero(np.isin(syntax.sentences, top)).tolist()
    return not any(syntax.lowers[i] in NEGATIONS or syntax.lowers[i] == "n’t" for i in tokens)


def with_others(case: Case, scores: NDArray[np.float64], negated: bool) -> NDArray[np.float64]:
    """Return the scores, with those of choices such as "all of the above" set by the scores of the others.

    Where the least supported is asked for (`negated`) they are never best.
    """
    kinds = [tells_of_others(choice) for choice in case.options]
    own = np.array([not kind for kind in kinds])
    if own.all() or not own.any():
        return _with_nobody(case, scores)
    worst, best = float(scores[own].min()), float(scores[own].max())
    nothing = best < _SUPPORTED
    every = own.sum() > 1 and not nothing and worst >= _ALIKE * best
    holds = {"all": every, "none": nothing, "unknown": nothing}
    of_others = [best + 1.0 if holds.get(kind) and not negated else worst - 1.0 for kind in kinds]
    return _with_nobody(case, np.where(own, scores, of_others))


def _with_nobody(case: Case, scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the scores, with choices such as "no one came" last: who asks supposes that somebody did.

    But where the story denies it, or the question asks for further ones or for help, which may be none.
    """
    nobody = np.array([bool(_NOBODY.match(one)) and not tells_of_others(one) for one in case.options])
    told = any(fact.denied for part, _ in case.query.asked for fact in same_events(case, part))
    if told or not nobody.any() or nobody.all() or not _MAY_BE_NONE.isdisjoint(case.query.lowers):
        return scores
    return np.where(nobody, scores[~nobody].min() - 1.0, scores)


#: Words up to the first distance from the placeholder are aligned with the story's; up to the second they
#: are its context.
_BESIDE, _CONTEXT = 3, 4
#: What a function word beside the placeholder counts.
_FUNCTION = 0.3
#: What the context counts against the story; and what a choice loses with the logarithm of its frequency: of
#: two that fit as well, the rarer says more.
_OF_CONTEXT, _OF_FREQUENCY = 1.0, 0.1
#: How much a difference of scores counts for the strength of the best.
_SHARPNESS = 2.0


def filled_scores(case: Case, choices: Sequence[str]) -> NDArray[np.float64]:
    """Return how well each choice fills the placeholder of a cloze question; float64, shape (choices,).

    By the story: where the words around the placeholder stand around the choice, or around a word like it,
    and what is near the question's words. By itself: how like the words around the placeholder it is, which
    is all that is known of a choice that the story does not have.
    """
    agree, near, beside = _agreement(case), nearness(case), _context(case)
    known, scores = vectors(), []
    for choice in choices:
        words, total = content_words(choice), 0.0
        for word in words:
            like = _like(case, word)
            best = float((agree * like).max(initial=0.0))
            best += float((near * like).max(initial=0.0)) if near is not None else 0.0
            fit = max((known.similarity(word, other) for other in beside), default=0.0)
            total += best + _OF_CONTEXT * fit - _OF_FREQUENCY * float(np.log1p(known.count(word)))
        scores.append(total / max(1, len(words)))
    return np.array(scores)


def filled_by(case: Case) -> list[Proposal]:
    """Propose the choice that fills the placeholder of a cloze question best."""
    choices = case.question.choices
    best, strength = best_of(_SHARPNESS * filled_scores(case, choices))
    likeness = [_like(case, word) for word in content_words(choices[best]) or [""]]
    like = _agreement(case) * np.max(likeness, axis=0)
    token = int(np.argmax(like)) if like.any() else -1
    return [_by_sentence_of(case, token, choices[best], strength, "filled")]


def _like(case: Case, word: str) -> NDArray[np.float64]:
    """Return how like a word each token is: 1 for the same or another form of it, else the cosine."""
    known, syntax = vectors(), case.facts.syntax
    pairs = [(low, lemma.lower()) for low, lemma in zip(syntax.lowers, syntax.lemmas, strict=True)]
    same = {word, *(lemma for low, lemma in pairs if low == word)}
    told = {low for low, _ in pairs if low.isalpha() and low not in FUNCTION_WORDS}
    cosines = {other: max(0.0, known.similarity(word, other)) for other in told}
    return np.array([1.0 if not same.isdisjoint(pair) else cosines.get(pair[0], 0.0) for pair in pairs])


def _agreement(case: Case) -> NDArray[np.float64]:
    """Return for each token of the story how many of the words around the placeholder stand around it."""
    lowers, query = case.facts.syntax.lowers, case.query
    found = np.zeros(len(lowers))
    if query.gap < 0:
        return found
    for away in (*range(-_BESIDE, 0), *range(1, _BESIDE + 1)):
        at = query.gap + away
        if not query.start <= at < query.end or not query.syntax.lowers[at][:1].isalnum():
            continue
        word, lemma = query.syntax.lowers[at], query.syntax.lemmas[at]
        worth = (_FUNCTION if word in FUNCTION_WORDS else 1.0) / abs(away)
        for i, lemma_of in enumerate(case.facts.syntax.lemmas):
            if (lowers[i] == word or lemma_of == lemma) and 0 <= i - away < len(found):
                found[i - away] += worth
    return found


def _context(case: Case) -> list[str]:
    """Return the content words around the placeholder, the nearest on each side whatever it is."""
    query = case.query
    if query.gap < 0:
        return [query.syntax.lowers[i] for i in query.content]
    words = query.syntax.lowers
    around = range(max(query.start, query.gap - _CONTEXT), min(query.end, query.gap + _CONTEXT + 1))
    near = (query.gap - 1, query.gap + 1)
    told = [i for i in around if i != query.gap and words[i].isalpha()]
    return [words[i] for i in told if i in near or words[i] not in FUNCTION_WORDS]
