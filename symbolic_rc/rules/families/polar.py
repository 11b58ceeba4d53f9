"""Whether something is so: the story says so, in these words or others, it follows, or the contrary does."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from symbolic_rc.core.forks import remembered
from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts import Fact, Facts, Term
from symbolic_rc.graph.facts.reading.numbers import TIMES, read_numbers
from symbolic_rc.graph.facts.reading.phrases import key_of
from symbolic_rc.graph.facts.reading.space import WHEREABOUTS
from symbolic_rc.lexicon import nouns, wordnet
from symbolic_rc.lexicon.english import INDEFINITE_ARTICLES, INDEFINITE_PRONOUNS, NEGATIONS
from symbolic_rc.lexicon.measures import FACTORS, unit_kinds
from symbolic_rc.lexicon.numbers import BOUNDS, Date, date_in, date_within
from symbolic_rc.lexicon.numbers import number as value_of
from symbolic_rc.lexicon.scales import adjective_of, direction
from symbolic_rc.question.normalize import is_search_query
from symbolic_rc.question.query import LIGHT
from symbolic_rc.rules.alignment import SAME_WORD
from symbolic_rc.rules.case import Case, whole_of, with_query
from symbolic_rc.rules.families.attributes import gender_fits, undergone
from symbolic_rc.rules.families.comparisons import OVER_STEPS, SIGN, Scale, scale_of
from symbolic_rc.rules.families.containment import place_within
from symbolic_rc.rules.families.events import CORE, INTENDED, OTHER, is_over, proposal
from symbolic_rc.rules.families.options import chosen, compared, sides_asked
from symbolic_rc.rules.families.order import Doer, came_before, in_order, reference_in
from symbolic_rc.rules.kernels import MET
from symbolic_rc.rules.likelihood import PRESENT, YES, probability_of_yes
from symbolic_rc.rules.passes import PLACES, Met, Pass, events_stated, met_by_event
from symbolic_rc.rules.proof import Link, Proposal
from symbolic_rc.rules.rule import ASKS_EVENT, HAS_ALTERNATIVES, IS_POLAR, rule
from symbolic_rc.rules.sections import sections_of
from symbolic_rc.rules.terms import MEANT, Node, alike, asserted, is_met, meant, said, same_events, time_of

#: Which part of a statement says most: it is what must be proved.
_ORDER = ("comparison", "relation", "event", "attribute", "quantity")
#: Kinds of attributes of which something has one at a time, so that another ends the one before.
_ONE_AT_A_TIME = ("colour", "temperature", "wealth", "age", "health", "mood")
#: Kinds of attributes of which another one speaks against what is asked.
_ONE_OF = ("profession", "nationality", "kind", "age", "shape", "material", *_ONE_AT_A_TIME)
#: Factors on the strength of what somebody only says and of what is inferred; the strength of a refutation by
#: what is said of another, and of an answer to what the story does not state.
_REPORTED, _FOLLOWS, _EXCLUDED, _GUESSED, _RULED_OUT = 0.9, 0.9, 0.6, 0.6, 0.6
#: What belongs to the main word of a clause; what a light verb is about: "has a sister", "are there mills".
_BESIDE_ROOT = ("cop", "aux", "aux:pass", "xcomp")
_OF_LIGHT = ("nsubj", "obj", "obl", "advmod", "ccomp")
_WHERE = frozenset("in at on inside within".split())
#: From this many words on a text is not taken to be complete: what it omits may still hold; and where it has
#: no more than half of what is asked.
_LONG, _LONG_APART, _HALF = 25, 40, 0.5
#: How a fact may tell an event that is asked about, the surest way first.
_WAYS = (
    Pass(any_polarity=True, inferred=False),
    Pass(any_polarity=True, inferred=True),
    Pass(same_predicate=False, any_polarity=True),
)
#: The seconds of a year.
_YEAR = 3.156e7
_ALL_OR_NONE = frozenset("all both each neither none".split())
#: What predicates say that one may do, may not do, and must.
_ALLOWED, _BARRED = frozenset("allow permit welcome".split()), frozenset("forbid ban prohibit".split())
_NEEDED = frozenset("compulsory mandatory obligatory require necessary".split())
#: Who any person asked about is one of.
_ANYBODY = frozenset("everybody everyone nobody".split())
_SOME = frozenset(("some", "any"))
#: Conjunctions between things that differ.
_CONTRASTING = frozenset("whereas while but".split())
_DENIALS = NEGATIONS | {"n’t", "without"}


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a statement holds, and why."""

    holds: bool | None  # None where the story says neither
    strength: float = 0.0
    facts: tuple[Fact, ...] = ()
    links: tuple[Link, ...] = ()


@rule("yes-or-no", "inferred", 0.3, IS_POLAR)
def is_so(case: Case) -> list[Proposal]:
    """The story says what is asked, it follows from what it says, or it says the contrary.

    Was the wheel sold by Ada? -> Ada sold the wheel. -> yes
    """
    if case.query.alternatives:
        return []
    verdict = prove(case)
    if verdict.holds is None and NEGATIONS.isdisjoint(case.query.lowers):
        # "Is the pond shallower than the lake?", by what the story's words and numbers compare
        asked, sides = sides_asked(case.query) or (None, ())
        winner = compared(case, sides, asked) if asked is not None else None
        if winner is not None:
            told = chosen(case, sides[winner[0]], *winner[1:])
            verdict = Verdict(winner[0] == 0, told.strength, told.proof.facts)
    return [] if verdict.holds is None else [_answered(case, verdict)]


@rule("not-stated", "text", 0.3, IS_POLAR, source="own; the closed world of Reiter 1978")
def likelier(case: Case) -> list[Proposal]:
    """The story does not say so: it tells such a thing of another, or nothing; the likelier answer.

    Did Bo sell the wheel? -> Ada sold the wheel. -> no

    What a long text omits may still hold, but for deeds; what is likelier was learned, see `likelihood`.
    """
    if case.query.alternatives:
        return []
    proved = case.proposals.get(is_so)
    if proved:  # not surely enough to decide
        return [replace(proved[0], strength=min(proved[0].strength, _GUESSED))]
    present = case.alignment.by_sentence >= PRESENT
    told = np.flatnonzero(present.all(axis=0)).tolist() if len(present) else []
    reason = "no statement about it was found"
    reason += f", but sentence {told[0] + 1} has all its words" if told else ""
    apart = bool(len(present)) and present.any(axis=1).mean() <= _HALF
    long = len(case.facts.syntax) > (_LONG_APART if apart else _LONG) or is_search_query(case.question)
    verdict = _refuted(case, long)
    long &= bool(told) or not _asks_of_deed(case)
    if long and verdict.holds is None and case.ranker is not None:
        likely = probability_of_yes(case)
        text, strength = ("yes", likely) if likely >= YES else ("no", 1.0 - likely)
        return [said(text, strength, (), (Link(case.query.question.text, "", reason, strength),))]
    if verdict.holds is None:
        holds = not _denied(case, told[0]) if told else long  # most of what is asked is so
        verdict = Verdict(holds, _GUESSED, (), (Link(case.query.question.text, "", reason, _GUESSED),))
    return [_answered(case, verdict)]


def _denied(case: Case, sentence: int) -> bool:
    """Whether a sentence of the story denies something, where the question does not."""
    words = itertools.compress(case.facts.syntax.lowers, case.facts.syntax.sentences == sentence)
    return not _DENIALS.isdisjoint(words) and _DENIALS.isdisjoint(case.query.lowers)


def _asks_of_deed(case: Case) -> bool:
    """Whether a sentence asks what somebody did, or is to somebody: what a story omits of that is not so.

    A search query asks what is so in the world, which a text need not tell; answers to choose from allow for
    what is likely, too.
    """
    if case.options or is_search_query(case.question):
        return False
    text, syntax = case.question.text, case.query.syntax
    past = text.lower().startswith(("did ", "was ", "were ", "had "))
    for kind, part in main_parts(case).items():
        doer = (part.term("ARG0") or part.term("ARG1")) if past and kind == "event" else None
        named = doer is not None and syntax.pos[doer.head] in ("PROPN", "PRON")
        noun = syntax.lemmas[doer.head].lower() if doer is not None else ""
        if part.sense == "kinship" or named or nouns().animacy(noun) in ("person", "animal"):
            return True
    return False


def _only_intended(case: Case) -> Verdict:
    """Refute what somebody only wished, planned or might have done, as far as the story says."""
    parts = main_parts(case)
    part = parts.get("attribute") or parts.get("event")
    if part is None or part.modality != "real":
        return Verdict(None)
    if part.kind == "attribute":  # "wants to become a pilot"
        asked, told = part.terms, case.facts.of("attribute")
        met = [one for one in told if all(meant(case, *two) for two in zip(asked, one.terms, strict=False))]
    else:
        met = [one.fact for one in met_by_event(case.alignment, part, None, Pass(share=0.5))]
    met.sort(key=lambda fact: not is_whole(case, part, fact))
    if not met or not is_whole(case, part, met[0]) or any(one.modality not in INTENDED for one in met):
        return Verdict(None)
    link = Link(case.query.question.text, met[0].predicate, f"only {met[0].modality}", _GUESSED)
    return Verdict(part.denied, _GUESSED, (met[0],), (link,))


@rule("dated", "comparison", 0.3, ASKS_EVENT)
def is_dated(case: Case) -> list[Proposal]:
    """An event of the kind asked about has a date before or after the one that the question names.

    Which band formed before 1988? -> The Larks formed in 1986. The Owls formed in 1990. -> The Larks
    """
    found: list[Proposal] = []
    for part, gap in case.query.asked:
        dates = [term for term in part.terms if _date(case, term) is not None]
        opening = {case.query.syntax.lowers[term.start] for term in dates}
        if part.kind == "event" and opening & BOUNDS:
            within, suited = _with_containment(case, part), None if case.options else case.suited
            met = met_by_event(case.alignment, within, gap, Pass(same_roles=False), suited)
            found += [proposal(case, one) for one in met if _fits(case, within, one)]
    return found


@rule("either", "comparison", 0.3, HAS_ALTERNATIVES)
def either(case: Case) -> list[Proposal]:
    """Of the statements between which the question asks, the story says one.

    Was the door red or green? -> The door was green. -> green
    """
    verdicts = [(option, prove(with_query(case, query))) for option, query in case.query.alternatives]
    found = [said(option, one.strength, one.facts, one.links) for option, one in verdicts if one.holds]
    left = [option for option, verdict in verdicts if verdict.holds is None]
    denied: list[Fact] = [fact for _, verdict in verdicts if verdict.holds is False for fact in verdict.facts]
    if not found and len(left) == 1 and denied:
        return [said(left[0], _RULED_OUT, denied)]
    return found


def _answered(case: Case, verdict: Verdict) -> Proposal:
    """Return a verdict as an answer; "didn't she" asks whether she did, and is read as that she did not."""
    begins = " ".join(case.query.understanding.words[:2]).lower()
    holds = bool(verdict.holds) != ("n't" in begins or "n’t" in begins)
    return said("yes" if holds else "no", verdict.strength, verdict.facts, verdict.links)


def prove(case: Case) -> Verdict:
    """Whether the story proves the statement of a query, or its contrary; the last fact decides.

    What is stated decides before what somebody says, and that before what is excluded because the story
    tells something else in its place.
    """
    if (both := _of_both(case, prove)) is not None:
        return both
    if case.query.clauses:
        return _beside(case)
    for kind, part in main_parts(case).items():
        verdicts = [one for one in _PROVERS[kind](case, part) if is_whole(case, part, *one.facts)]
        verdicts = _of_some(case, verdicts)
        if verdicts:
            now = kind == "attribute" and _asks_of_now(case)
            worth = [time_of(case.facts, one.facts[0]) if now else round(one.strength, 1) for one in verdicts]
            return max(zip(worth, verdicts, strict=True), key=lambda one: (one[0], one[1].facts[0].token))[1]
        if kind == "comparison" or (kind == "relation" and part.sense != "space"):
            break
    return _permitted(case)


def _permitted(case: Case) -> Verdict:
    """Prove "may one take photographs" by "photographs are permitted", "must one wear caps" likewise."""
    part = main_parts(case).get("event")
    if part is None or part.modality not in ("possible", "obliged"):
        return Verdict(None)
    ways = {"possible": _ALLOWED | _BARRED, "obliged": _NEEDED}[part.modality]
    deps, row = case.query.syntax.deps, case.alignment.row
    heads = [one.head for one in part.terms if not deps[one.head].startswith("nsubj")] or [part.token]
    told = (one for one in case.facts.of("event", "attribute") if one.terms and one.is_asserted)
    for fact in told if row.keys() >= set(heads) else ():
        thing = fact.term("ARG1") or fact.terms[0]
        best = case.alignment.best[[row[i] for i in heads], thing.start : thing.end]
        said_so = {fact.predicate, *wordnet().base(fact.predicate, "v")}  # *forbidden* may be an adjective
        if not said_so.isdisjoint(ways) and (best.max(axis=1, initial=0.0) >= SAME_WORD).all():
            holds = said_so.isdisjoint(_BARRED) != (fact.denied != part.denied)
            return Verdict(holds, _FOLLOWS, (fact,))
    return Verdict(None)


def _of_both(case: Case, judge: Callable[[Case], Verdict]) -> Verdict | None:
    """Return whether what is asked holds of each of two, "are both Ada and Bo ill?"; None if of one."""
    verdicts = [judge(one) for one in _each(case)]
    if not verdicts:
        return None
    refuted = next((verdict for verdict in verdicts if verdict.holds is False), Verdict(None))
    facts = tuple(fact for verdict in verdicts for fact in verdict.facts)
    strength = min(verdict.strength for verdict in verdicts)
    return Verdict(True, strength, facts) if all(one.holds for one in verdicts) else refuted


def _each(case: Case) -> list[Case]:
    """Return the cases of each of two of which something is asked, "are both Ada and Bo ill?"."""
    return [with_query(case, query) for word, query in case.query.clauses if word == "both"]


def _is_unnamed(case: Case) -> bool:
    """Whether the section whose title a question names lacks another name of it: "Is Osby in Finland?"."""
    query, best = case.query, case.alignment.best
    section = next((one for one in sections_of(case.facts) if one.is_named(query.lowers)), None)
    if section is None:
        return False
    given = [row for i, row in case.alignment.row.items() if query.syntax.pos[i] == "PROPN"]
    rows = [row for row in given if query.syntax.lowers[query.content[row]] not in section.title.split()]
    return bool((best[rows, section.start : section.end].max(axis=1) < PRESENT).any())


def _of_some(case: Case, verdicts: list[Verdict]) -> list[Verdict]:
    """Return verdicts without those on others, where it is asked of some or any."""
    holding = [one for one in verdicts if one.holds]
    return verdicts if _SOME.isdisjoint(case.query.lowers) else holding or verdicts


def main_parts(case: Case) -> dict[str, Fact]:
    """Return what the main clause of a statement says, by kind, in the order in which it is proved.

    "Is it red" asks for a colour, not for an event; whose son somebody is, is not asked where the question
    asks what he did, nor what kind of oil it is where it asks whether it is the same.
    """
    syntax, query = case.query.syntax, case.query
    main = {i for i in range(query.start, query.end) if int(syntax.heads[i]) == i}
    felt = {i for i in main if wordnet().class_of(syntax.lemmas[i], "v") == "verb.emotion"}
    main |= _dependents(syntax, main - felt, _BESIDE_ROOT)  # who likes flying need not fly
    if light := {syntax.deps[i] for i in main if syntax.lemmas[i] in LIGHT}:
        # in "is Bo's mother ill" that she is his is given
        main |= _dependents(syntax, main, _OF_LIGHT[light == {"cop"} :])
    so = {fact.token for fact in query.facts if fact.kind == "attribute"}
    parts = [fact for fact in query.facts if fact.kind in _ORDER and _tells(fact, main)]
    parts += _relations_of_named(query.facts, main)
    parts.sort(key=lambda one: (one.kind == "event" and one.token in so, _ORDER.index(one.kind)))
    return {part.kind: part for part in parts}


def _relations_of_named(facts: Sequence[Fact], main: Collection[int]) -> Iterator[Fact]:
    """Yield what a name is to somebody: "is Bo's sister Ada" asks whether Ada is his sister."""
    names = {one.terms[0].head: one.terms[1] for one in facts if one.sense == "name" and one.token in main}
    for fact in facts:
        if fact.kind == "relation" and (name := names.get(fact.terms[0].head)):
            yield replace(fact, terms=(replace(name, role="subject"), *fact.terms[1:]))


def _dependents(syntax: Syntax, tokens: Collection[int], relations: Collection[str]) -> set[int]:
    return {c for i in tokens for c in syntax.children_of(i) if syntax.deps[c] in relations}


def _tells(fact: Fact, main: Collection[int]) -> bool:
    """Whether a fact has a main word of a question as predicate, or counts what one names."""
    return fact.token in main or (fact.kind == "quantity" and fact.terms[0].head in main)


def is_whole(case: Case, part: Fact, *facts: Fact) -> bool:
    """Whether facts also meet everything else that the question says."""
    if part.kind in ("comparison", "relation") or len(facts) > 1:
        return True
    value = part.terms[-1] if part.kind in ("attribute", "quantity") else None
    proved = {part.token, *(range(value.start, value.end) if value is not None else ())}
    for term in part.terms:
        row = case.alignment.row.get(term.head, -1)
        by_kind = case.alignment.of_kind.get(row) is not None  # "a piece of furniture" is met by a chair
        whole = by_kind or _holds_others(case, term) or _amount(case.query.syntax, term) is not None
        proved |= set(range(term.start, term.end)) if whole else {term.head}
    asked, rows = case.query.syntax.lowers, case.alignment.row
    others = [rows[i] for i in rows.keys() - proved if asked[i] not in INDEFINITE_PRONOUNS]
    sentences = [fact.sentence for fact in facts]
    told = case.alignment.by_sentence[np.ix_(others, sentences)]
    return bool((told.max(axis=1, initial=0.0) >= MET).all())


def _asks_of_now(case: Case) -> bool:
    """Whether a question asks what is so in the end: "is it still hot", "was it red at last"."""
    return case.query.time == "last" or case.query.understanding.words[0].lower() in ("is", "are")


def _beside(case: Case) -> Verdict:
    """Prove "Ada left before Bo came": both events, and their order."""
    conjunction, clause = case.query.clauses[0]
    one, other = _best_event(case), _best_event(with_query(case, clause))
    if one is None or other is None or one.id == other.id:
        return Verdict(None)
    before, facts = came_before(case, one, other)
    return Verdict(before == (conjunction == "before"), _FOLLOWS, facts)


def _best_event(case: Case) -> Fact | None:
    """Return the event of the story that best meets the first one of a query."""
    part = next((fact for fact in case.query.facts if fact.kind == "event"), None)
    if part is None:
        return None
    for switches in (Pass(), Pass(share=0.5), Pass(same_predicate=False)):
        if found := list(met_by_event(case.alignment, part, None, switches)):
            return max(found, key=lambda met: met.score).fact
    if any(map(case.alignment.tells, part.terms)):
        return None
    return next(same_events(case, part), None)  # "before he slept"


def _events(case: Case, part: Fact) -> Iterator[Verdict]:
    if (reference := reference_in(case, part)) is not None:  # "Ada left before Bo"
        after, other = reference
        subject = part.term("ARG0") or part.term("ARG1")
        doers = in_order(case, part, subject, other)
        one = _place_of(case, subject, doers) if subject is not None else -1
        two = _place_of(case, other, doers)
        if known := one >= 0 and two >= 0:
            facts = tuple(dict.fromkeys((doers[one].fact, doers[two].fact)))
            yield Verdict((one > two) == after, _FOLLOWS, facts)
        if known or case.query.syntax.pos[other.head] == "PROPN":
            return
    part = _with_containment(case, part)
    for switches in _WAYS:
        found = met_by_event(case.alignment, part, None, switches)
        verdicts = [_by_event(case, part, met) for met in found if _fits(case, part, met)]
        yield from verdicts
        if verdicts:
            return
    yield from _elsewhere(case, part)


def _fits(case: Case, part: Fact, met: Met) -> bool:
    """Whether a matched event has the modality, numbers and dates of the question."""
    query, story = case.query.syntax, case.facts.syntax
    for asked, term, _ in met.arguments:
        one, other = _amount(query, asked), _amount(story, term)
        if one and other and one[1] & other[1]:  # what is possible is so of less, too
            differ = one[0] > other[0] or (one[0] < other[0] and part.modality != "possible")
        else:
            differ = _numbers(query, asked) not in ([], _numbers(story, term)) and _date(case, asked) is None
        if differ:
            return False
    dates = [term for term in part.terms if _date(case, term) is not None]
    inside = (any(_is_inside(case, term, one) for one in met.fact.terms) for term in dates)
    return _is_as_asked(met.fact, part) and all(inside)


def _numbers(syntax: Syntax, term: Term) -> list[float | None]:
    return [value_of(syntax.words[i]) for i in range(term.start, term.end) if syntax.pos[i] == "NUM"]


def _amount(syntax: Syntax, term: Term) -> tuple[float, frozenset[str]] | None:
    """Return how much a term says, with what it measures or counts: "for an hour", "six people"."""
    numbers = read_numbers(syntax, term.start, term.end)
    number = next((one for one in numbers if not one.kinds & {*TIMES, "places"}), None)
    unit = syntax.lemmas[term.head]
    if number is not None:
        value, kinds = number.value, number.kinds or frozenset((number.noun,))
    elif INDEFINITE_ARTICLES.isdisjoint(before := syntax.lowers[term.start : term.head]):
        return None
    else:
        value, kinds = FACTORS.get(unit, 1.0) * (0.5 if "half" in before else 1.0), unit_kinds(unit)
    return (value * _YEAR, frozenset(("time",))) if "years" in kinds else (value, kinds)


def _by_event(case: Case, part: Fact, met: Met) -> Verdict:
    """Return what an event that meets one of the question says of it; it is denied if nobody did it."""
    exact = met.fact.is_asserted or met.fact.modality == part.modality
    follows = Link(part.predicate, met.fact.predicate, f"follows by {met.fact.clause}", 1.0)
    nobody = any(case.facts.names_nobody(term) for term in met.fact.terms if term.role in CORE)
    denied = (met.fact.denied or nobody) != is_over(case, met.fact)
    # "did not buy it because it was old" may deny the reason alone
    exact = exact and not (denied and met.fact.term("ARGM-CAU") and not part.term("ARGM-CAU"))
    score = met.score * (1.0 if exact else _REPORTED)
    return Verdict(denied == part.denied, score, (met.fact,), (follows,) if met.fact.clause else ())


def _elsewhere(case: Case, part: Fact) -> Iterator[Verdict]:
    """Refute an event with another date or place: in May is not in June."""
    held = [term for term in part.terms if _holds_others(case, term)]
    kept = tuple(term for term in part.terms if term not in held)
    if part.token not in case.alignment.row or not held or not kept:
        return
    for met in met_by_event(case.alignment, replace(part, terms=kept), None, Pass(any_polarity=True)):
        for asked in held if _is_as_asked(met.fact, part) and not met.fact.denied else ():
            told = next((one for one in met.fact.terms if _is_inside(case, asked, one) is False), None)
            if told is not None:
                link = Link(case.query.text(asked), case.facts.text(told), "of another", _FOLLOWS)
                yield Verdict(part.denied, _FOLLOWS * met.score, (met.fact,), (link,))


def _with_containment(case: Case, part: Fact) -> Fact:
    """Return an event of the question met by dates and places within its own, by all of them and none.

    Whoever is *somebody* is met by anybody, a name by *everybody*.
    """
    terms = []
    for term in part.terms:
        if case.query.syntax.lowers[term.head] in INDEFINITE_PRONOUNS:
            continue
        if _date(case, term) is not None:
            term = replace(term, role="ARGM-TMP")
        known = case.alignment.similarity(term).copy()
        if term.role in CORE[:2] and case.query.syntax.pos[term.head] == "PROPN":
            everybody = _everybody(case.facts)
            known[everybody] = np.maximum(known[everybody], MEANT)
        if _holds_others(case, term):
            inside = np.array([_is_inside(case, term, one) for one in case.facts.terms], object)
            known[np.equal(inside, True)] = MEANT
            known[np.equal(inside, False)] = 0.0
        elif unit_kinds(case.query.syntax.lemmas[term.head]) and (much := _amount(case.query.syntax, term)):
            told = (_amount(case.facts.syntax, one) for one in case.facts.terms)
            known[[one is not None and not much[1].isdisjoint(one[1]) for one in told]] = MEANT
        else:
            for number, whole in _wholes(case.facts):
                known[number] = max(known[number], case.alignment.meets(term, whole))
        case.alignment.similarities[term] = known
        terms.append(term)
    return replace(part, terms=tuple(terms))


@remembered
def _everybody(facts: Facts) -> list[int]:
    """Return the terms that any person is one of, by number."""
    return [i for i, term in enumerate(facts.terms) if facts.syntax.lowers[term.head] in _ANYBODY]


@remembered
def _wholes(facts: Facts) -> list[tuple[int, int]]:
    """Return the terms for all or none of some, by number, with the noun or pronoun for these."""
    lowers, terms = facts.syntax.lowers, enumerate(facts.terms)
    found = ((i, whole_of(facts, term.head)) for i, term in terms if lowers[term.head] in _ALL_OR_NONE)
    return [(i, whole) for i, whole in found if whole >= 0]


def _date(case: Case, term: Term) -> Date | None:
    return date_in(case.query.syntax.words[term.start : term.end])


def _holds_others(case: Case, term: Term) -> bool:
    """Whether a term of the question names a date or a place, in which others may lie."""
    syntax = case.query.syntax
    named = syntax.lowers[term.start] in _WHERE and syntax.pos[term.head] in ("PROPN", "NOUN")
    return named or _date(case, term) is not None


def _is_inside(case: Case, asked: Term, term: Term) -> bool | None:
    """Whether the date or place that the story tells lies in the one of the question; None if unknown."""
    words, syntax = case.query.syntax.words, case.facts.syntax
    if (date := _date(case, asked)) is not None:
        own = date_in(syntax.words[term.start : term.end])
        return date_within(own, date) if own is not None else None
    if syntax.lowers[term.start] not in _WHERE or term.end - term.start < 2:
        return None
    return place_within(case.facts, term.start + 1, term.end, key_of(words[asked.start + 1 : asked.end]))[0]


def _refuted(case: Case, long: bool) -> Verdict:
    """Refute what was only intended, or of which a fact tells another one: another did it, or to another.

    In a long text both must be names, or of the same noun: what else things are called may mean the same.
    """
    if (both := _of_both(case, lambda one: _refuted(one, long))) is not None:
        unnamed = both.holds is None and any(map(_is_unnamed, _each(case)))
        return Verdict(False, _GUESSED) if unnamed else both
    if (intended := _only_intended(case)).holds is not None:
        return intended
    parts = main_parts(case)
    for kind, against in (
        ("event", _other_event),
        ("attribute", _other_attribute),
        ("attribute", _attribute_of_another),
    ):
        found = against(case, parts[kind]) if kind in parts else None
        if found is not None:
            fact, asked, told = found
            another = kind == "event" and _excludes(case, asked, told)
            if long and not another and not _contrasted(case, fact, asked):
                continue
            link = Link(case.query.text(asked), case.facts.text(told), "of another", _EXCLUDED)
            return Verdict(parts[kind].denied, _EXCLUDED, (fact,), (link,))
    return Verdict(None)


def _excludes(case: Case, asked: Term, other: Term) -> bool:
    """Whether a term cannot be what is asked of: two names, two of one noun, "only an anchor"."""
    syntax, row = case.facts.syntax, case.alignment.row.get(asked.head)
    same = row is not None and case.alignment.best[row, other.head] >= SAME_WORD
    if same or "only" in syntax.lowers[other.start : other.head]:
        return True
    pronoun = syntax.pos[other.head] == "PRON" and other.entity >= 0
    named = bool(case.facts.entities[other.entity].names) if pronoun else syntax.pos[other.head] == "PROPN"
    return named and case.query.syntax.pos[asked.head] == "PROPN"


def _other_event(case: Case, part: Fact) -> tuple[Fact, Term, Term] | None:
    """Return an event of the same verb that holds of something else, with the difference first."""
    row = case.alignment.row.get(part.token)
    given = [term for term in part.terms if case.alignment.tells(term)]
    if row is None or len(given) < 2:
        return None
    inferred = (case.facts[number] for number in events_stated(case.facts, part.predicate))
    for fact in (*same_events(case, part), *(one for one in inferred if one.clause)):
        alike = not fact.denied and _is_as_asked(fact, part)
        if alike and (found := _difference(case, given, fact)) is not None:
            return fact, *found
    return None


def _difference(case: Case, asked: Sequence[Term], fact: Fact) -> tuple[Term, Term] | None:
    """Return the first term that differs in a fact, and what the fact has in its place; None without."""
    if not any(is_met(case, term, fact.terms) for term in asked):
        return None
    if (exchanged := _exchanged(case, asked, fact)) is not None:
        return exchanged
    differing = [term for term in asked if not is_met(case, term, _in_role(fact, term))]
    others = [other for term in differing if (other := _another(case, term, fact)) is not None]
    return (differing[0], others[0]) if differing and len(others) == len(differing) else None


def _exchanged(case: Case, asked: Sequence[Term], fact: Fact) -> tuple[Term, Term] | None:
    """Return the doer asked for and the one told, where a fact has them exchanged: "does Bo pay Ada?"."""
    doer = next((term for term in asked if term.role == "ARG0"), None)
    own = [term for term in fact.terms if term.role == "ARG0"]
    if doer is None or not own or is_met(case, doer, own) or not is_met(case, doer, fact.terms):
        return None
    return (doer, own[0]) if any(is_met(case, term, own) for term in asked) else None


def _other_attribute(case: Case, part: Fact) -> tuple[Fact, Term, Term] | None:
    """Return what else somebody is said to be, of the same kind: a butcher, where a tailor is asked for."""
    for fact in asserted(case, "attribute") if part.sense in _ONE_OF else ():
        if fact.sense == part.sense and meant(case, part.terms[0], fact.terms[0]):
            return fact, part.terms[1], fact.terms[1]
    return None


def _attribute_of_another(case: Case, part: Fact) -> tuple[Fact, Term, Term] | None:
    """Return such an attribute of what the story sets against the one asked of."""
    subject, row = part.terms[0], case.alignment.row.get(part.terms[1].head)
    for fact in asserted(case, "attribute") if row is not None and subject.head in case.alignment.row else ():
        same = case.alignment.best[row, fact.terms[1].head] >= SAME_WORD
        if same and not meant(case, subject, fact.terms[0]) and _contrasted(case, fact, subject):
            return fact, subject, fact.terms[0]
    return None


def _contrasted(case: Case, fact: Fact, asked: Term) -> bool:
    """Whether *whereas*, or the like, stands between what is asked of and what a fact says."""
    syntax, row = case.facts.syntax, case.alignment.row.get(asked.head)
    within = np.flatnonzero(syntax.sentences == fact.sentence)
    marks = [i for i in within.tolist() if syntax.lowers[i] in _CONTRASTING]
    told = np.flatnonzero(case.alignment.best[row, within] >= SAME_WORD) if row is not None else ()
    places = within[0] + np.asarray(told)
    return any(len(told) and np.all((fact.token < mark) != (places < mark)) for mark in marks)


def _in_role(fact: Fact, term: Term) -> list[Term]:
    """Return the terms of a fact in the role of a term of the question; all roles of places are one."""
    roles = PLACES if term.role in PLACES else (term.role,)
    return [one for one in fact.terms if one.role in roles]


def _another(case: Case, term: Term, fact: Fact) -> Term | None:
    """Return what a fact tells in the place of a term of the question, where that is another one."""
    told, similarity = _in_role(fact, term), case.alignment.similarity(term)
    for one in told:
        known = one.entity >= 0 and case.facts.syntax.pos[one.head] == "PRON"
        if similarity[case.number_of(one)] >= OTHER or not (known or alike(case, term, one)):
            return None
    return told[0] if told else None


def _place_of(case: Case, asked: Term, doers: Sequence[Doer]) -> int:
    """Return which of some doers a term of the question names: by the same word, else as the same entity."""
    row = case.alignment.row.get(asked.head)
    same = [row is not None and bool(case.alignment.best[row, one.term.head] >= SAME_WORD) for one in doers]
    if True not in same:
        same = [meant(case, asked, one.term) for one in doers]
    return same.index(True) if True in same else -1


def _is_as_asked(fact: Fact, part: Fact) -> bool:
    """Whether a fact is said to be so or not, or as the question asks; what could not be is not."""
    return _is_said(fact) or fact.modality == part.modality or (fact.denied and fact.source < 0)


def _is_said(fact: Fact) -> bool:
    """Whether the narrator, or somebody, says that it is so."""
    return fact.is_asserted or (fact.modality == "said" and fact.source >= 0)


def _attributes(case: Case, part: Fact) -> Iterator[Verdict]:
    subject, value = part.terms
    if case.query.syntax.lowers[subject.head] == "there":
        return
    for fact, thing in undergone(case, part):
        if _is_said(fact) and meant(case, subject, thing):
            yield Verdict(fact.denied == part.denied, 0.95, (fact,))
    tokens = [i for i in range(value.start, value.end) if i in case.alignment.row and i != value.head]
    others = [case.alignment.row[i] for i in tokens]  # an assault rifle is not any rifle
    for fact in case.facts.of("attribute"):
        described = (case.alignment.by_sentence[others, fact.sentence] >= MET).all()
        if described and _is_said(fact) and meant(case, subject, fact.terms[0]):
            yield from _by_attribute(case, part, fact)


def _by_attribute(case: Case, part: Fact, fact: Fact) -> Iterator[Verdict]:
    """Prove or refute an attribute by another one of the same subject."""
    value, told = part.terms[1], fact.terms[1].head
    asked = case.query.syntax.lemmas[value.head].lower()
    row = case.alignment.row.get(value.head)
    same = row is not None and float(case.alignment.best[row, told]) >= SAME_WORD
    if same or meant(case, value, fact.terms[1]):
        ended = _asks_of_now(case) and is_over(case, fact)
        yield Verdict((fact.denied == part.denied) != ended, 1.0, (fact,))
    elif direction(adjective_of(fact.predicate), adjective_of(asked)) == -1:
        yield Verdict(fact.denied != part.denied, 0.9, (fact,))
    elif fact.denied:
        return
    elif fact.sense == part.sense and fact.sense in _ONE_AT_A_TIME:
        yield Verdict(part.denied, 0.7, (fact,))
    elif row is not None and case.facts.syntax.pos[told] == "NOUN" and case.nouns_under(asked)[told]:
        yield Verdict(not part.denied, 0.8, (fact,))


def _relations(case: Case, part: Fact) -> Iterator[Verdict]:
    one, other = part.terms
    place = key_of(case.query.syntax.words[other.start : other.end]) if part.sense == "space" else ""
    for fact in case.facts.of("relation"):
        if not _is_said(fact) or not meant(case, one, fact.terms[0]):
            continue
        if fact.predicate == part.predicate and meant(case, other, fact.terms[1]):
            fits, told = gender_fits(case, part, fact), fact.terms
            exact = all(map(_in_its_words, (case, case), part.terms, told)) or part.sense != "space"
            denied = fact.denied != is_over(case, fact)
            yield Verdict((denied == part.denied) and fits, 1.0 if exact else _FOLLOWS, (fact,))
        elif part.sense == fact.sense == "kinship" and not fact.denied and meant(case, other, fact.terms[1]):
            yield Verdict(part.denied, _EXCLUDED, (fact,))  # her nephew is not her son
        elif place and part.predicate == "in" and fact.sense == "space" and fact.predicate in WHEREABOUTS:
            inside, path = place_within(case.facts, fact.terms[1].start, fact.terms[1].end, place)
            if inside is not None and not (fact.denied and not inside):
                yield Verdict((fact.denied == part.denied) == inside, 0.9, (fact, *path))


def _comparisons(case: Case, part: Fact) -> Iterator[Verdict]:
    standard, sign = part.term("standard"), SIGN[part.sense]
    scale = scale_of(case, part.predicate)
    ones = _nodes_meant(case, scale, part.terms[0])
    others = _nodes_meant(case, scale, standard) if standard is not None else []
    if part.sense in ("most", "least"):
        for way, told in ((1, scale.most), (-1, scale.least)):
            for node in ones:
                if node in told:
                    yield Verdict((way == sign) != part.denied, 1.0, (told[node],))
        return
    for one in ones:
        for other in others:
            if sign == 0:
                if other in scale.same.get(one, {}):
                    yield Verdict(not part.denied, 1.0, scale.same[one][other])
                continue
            for low, high, holds in ((other, one, sign > 0), (one, other, sign < 0)):
                if facts := scale.over(low).get(high):
                    yield Verdict(holds != part.denied, 1.0 if len(facts) == 1 else OVER_STEPS, facts)


def _nodes_meant(case: Case, scale: Scale, given: Term) -> list[Node]:
    found = [node for node, term in scale.term.items() if meant(case, given, term)]
    return [node for node in found if _in_its_words(case, given, scale.term[node])] or found


def _in_its_words(case: Case, given: Term, term: Term) -> bool:
    """Whether the story names what a question names with all its words: a box is no box of chocolates."""
    asked, told = case.query.syntax.words[given.start : given.end], case.facts.syntax
    start = term.start + (told.pos[term.start] in ("ADP", "SCONJ") and term.start < term.head)
    return key_of(asked).removeprefix("than ") == key_of(told.words[start : term.end])


def _quantities(case: Case, part: Fact) -> Iterator[Verdict]:
    wanted = value_of(case.query.syntax.words[part.terms[1].head])
    for fact in case.facts.of("quantity"):
        if fact.predicate == part.predicate and fact.is_asserted and wanted is not None:
            told = value_of(case.facts.syntax.words[fact.terms[1].head])
            yield Verdict((told == wanted) != part.denied, 0.8, (fact,))


_PROVERS = dict(zip(_ORDER, (_comparisons, _relations, _events, _attributes, _quantities), strict=True))
