"""Events: in the same words or in others, converse, joined by an entity, said by somebody."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

import numpy as np

from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts import Fact, Term
from symbolic_rc.graph.facts.reading.clause import BY_GOVERNOR
from symbolic_rc.graph.state.events import timeline_of, way_of_moving
from symbolic_rc.lexicon import rolesets
from symbolic_rc.lexicon.english import word_set
from symbolic_rc.question.query import Query
from symbolic_rc.rules.alignment import NAMED, SAME_WORD
from symbolic_rc.rules.answering import answer_span, answering, best_mention, whole_list
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.passes import Met, Pass, links, met_by, met_by_event
from symbolic_rc.rules.proof import Link, Proof, Proposal
from symbolic_rc.rules.rule import ASKS_EVENT, ASKS_MANNER, OWN, Rule, rule
from symbolic_rc.rules.terms import (
    EARLIER,
    PRESENT,
    asserted,
    best_asserted,
    is_met,
    key,
    meant,
    preposition,
    proposed,
    said,
    same_events,
    spanning,
    time_of,
)

#: What follows proves less than what is stated.
_FOLLOWS = 0.9
#: A fact that somebody only says, believes or plans proves less than an asserted one.
NOT_TOLD = 0.7
#: Roles that one alone fills in an event, and what meets a term of the question less than this is another.
CORE, OTHER = ("ARG0", "ARG1", "ARG2"), 0.3
#: The relations of what completes a verb.
_COMPLEMENTS = ("obj", "xcomp", "ccomp")
#: A place at the other end of a way is hardly the answer.
_OTHER_WAY = 0.4
#: Modalities of what is not said to have come about.
INTENDED = word_set("wished planned conditional obliged ordered possible")
LIVING = word_set("live reside dwell")
MOVING = word_set("move settle emigrate immigrate relocate")
_MODAL = ("possible", "obliged")
_TOWARDS = word_set("to into towards toward onto")
_GOING = word_set("go goes going gone move moves moving moved travel sail fly ride walk run return arrive")
_TRAVELLING = word_set("get go come travel cross reach arrive return leave")
_STRANDED = word_set("from with for through against about beside behind under over")
_UNTIL = frozenset(("until", "till"))
NOW = word_set("is are does do Is Are Does Do")
#: A description is met so well that it may say of whom the question speaks.
_DESCRIBED = 0.5
#: The most conditions on the answer that are checked.
_CONDITIONS = 3
#: Whoever the question names is not whom it asks for as the speaker; who is left over is only likely.
_NAMED_SPEAKER, _LEFT_OVER = 0.5, 0.6
#: VerbNet's classes of saying and thinking.
_SAYING = (
    "indicate-78-1", "say-37.7", "tell-37.2", "transfer_mesg-37.1.1", "manner_speaking-37.3", "lecture-37.11",
    "chit_chat-37.6", "complain-37.8", "advise-37.9", "confess-37.10", "promise-37.13", "inquire-37.1.2",
    "conjecture-29.5", "consider-29.9",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class EventRule:
    """The rule that proposes what the facts met under a pass bind the variable to."""

    switches: Pass

    def __call__(self, case: Case) -> list[Proposal]:
        """Propose for a case."""
        found = met_by(case.alignment, self.switches, case.suited)
        return [proposal(case, one) for one in found if not is_over(case, one.fact)]


def proposal(case: Case, met: Met) -> Proposal:
    """Return the answer that a met fact gives, with its proof: a term, a list, or some of a list."""
    met = _that_is_counted(case, _with_preposition(case, met))
    score = met.score * (1.0 if _has_asked_modality(case, met) else NOT_TOLD)
    score *= _FOLLOWS if met.fact.clause else 1.0
    support = float(case.alignment.sentence_support[met.fact.sentence])
    proof = Proof((met.fact,), links(case.alignment, met.part, met), met.term)
    alone = case.kind == "number" or bool(case.query.options)
    listed = () if alone else whole_list(case.facts, met.fact, met.term)
    members = [one for one in listed if _may_answer(case, one)]
    if len(members) > 1 and (len(members) < len(listed) or _far_apart(case, members)):
        texts = tuple(case.span_text(*answer_span(case.facts, one)) for one in members)
        return Proposal(-1, -1, " and ".join(texts), score, support, proof, texts)
    if len(members) > 1:
        start, end = answer_span(case.facts, members[0])[0], answer_span(case.facts, members[-1])[1]
    else:
        term, factor, naming = answering(case, _complement(case, met))
        start, end = answer_span(case.facts, term)
        score *= factor * _direction(case, met.term)
        proof = replace(proof, facts=(met.fact, *naming))
    unmet, contrary = _count_mismatches(case, met)
    text = case.span_text(start, end)
    return Proposal(start, end, text, score, support, proof, unmet=unmet, contrary=contrary)


def _that_is_counted(case: Case, met: Met) -> Met:
    """Bind the variable to the member of a list that is of the noun counted: "one sack and two bags"."""
    asked = case.query.nouns_asked[-1:] if case.kind == "number" else ()
    lemmas = case.facts.syntax.lemmas
    members = whole_list(case.facts, met.fact, met.term) if asked else ()
    counted = [one for one in members if asked[0] in lemmas[one.start : one.end]]
    return met if met.term in counted or not counted else replace(met, term=counted[0])


def _complement(case: Case, met: Met) -> Term:
    """Return *a pilot* of "wants to become a pilot" for "What does he want to become?"."""
    query, syntax, term = case.query, case.facts.syntax, met.term
    gap = next((one for one in met.part.terms if query.is_variable(one)), None)
    verb = gap is not None and gap.head not in query.variables and query.syntax.pos[gap.head] == "VERB"
    if not verb or gap is None or query.syntax.lemmas[gap.head] != syntax.lemmas[term.head]:
        return term
    below = [i for i in syntax.children_of(term.head) if i > term.head and syntax.deps[i] in _COMPLEMENTS]
    if not below:
        return term
    start, end = int(syntax.left[below[0]]), min(term.end, int(syntax.right[below[0]]) + 1)
    return replace(term, start=start, end=end, head=below[0])


def is_over(case: Case, fact: Fact) -> bool:
    """Whether something used to be so, where the question asks what is: "she used to live in Ayr".

    What somebody has given away they no longer have, and who has moved no longer lives where they did.
    """
    tags = case.query.syntax.tags[case.query.start : case.query.start + 3]
    asks_now = case.query.time == "last" or "VBZ" in tags
    if not asks_now and NOW.isdisjoint(case.query.understanding.words[:3]):
        return False
    syntax, above = case.facts.syntax, int(case.facts.syntax.heads[fact.token])
    used = syntax.lowers[above] == "used" and syntax.lowers[above + 1 : above + 2] == ["to"]
    time = time_of(case.facts, fact)
    once = fact.kind == "attribute" and time == EARLIER
    over = once or (used and above != fact.token) or (time != PRESENT and _has_ended(syntax, fact))
    return over or _has_moved(case, fact) or _is_given_away(case, fact)


def _has_ended(syntax: Syntax, fact: Fact) -> bool:
    """Whether something was so until a time: "until 1950"."""
    below = (mark for child in syntax.children_of(fact.token) for mark in syntax.children_of(child))
    return not fact.denied and any(syntax.lowers[i] in _UNTIL for i in below)


def _has_moved(case: Case, fact: Fact) -> bool:
    """Whether somebody who lives somewhere moves after that."""
    if case.facts.syntax.lemmas[fact.token] not in LIVING:
        return False
    moves = (one for one in asserted(case, "event") if one.predicate in MOVING and one.token > fact.token)
    roles = (*CORE[:2], "subject")
    who, *movers = ({term.entity for term in one.terms if term.role in roles} for one in (fact, *moves))
    return any(set() < one <= who - {-1} for one in movers)


def _is_given_away(case: Case, fact: Fact) -> bool:
    """Whether whoever has a thing gives it to somebody, or loses it, after that."""
    state = timeline_of(case.facts)
    has = (one for one in state.changes if one.kind == "has" and one.fact.token == fact.token)
    had = {(one.who[0].key, one.what[0].key) for one in has}
    later = (one for one in state.transfers if one.fact.token > fact.token)
    return any((one.giver.key, one.thing.key) in had for one in later if one.giver)


def _far_apart(case: Case, members: Sequence[Term]) -> bool:
    """Whether more than a comma or a conjunction stands between the members of a list: "but also", a line."""
    syntax = case.facts.syntax
    return any(
        "also" in syntax.lowers[one.end : other.start]
        or syntax.sentences[one.head] < syntax.sentences[other.head]
        for one, other in pairwise(members)
    )


def _count_mismatches(case: Case, met: Met) -> tuple[int, int]:
    """Return how many arguments of the question's fact are not met, and for how many another one stands."""
    done = {id(asked) for asked, _, _ in met.arguments}
    unmet = contrary = 0
    for term in met.part.terms:
        if id(term) in done or case.query.is_variable(term) or term.head not in case.alignment.row:
            continue
        unmet += 1
        similarity = case.alignment.similarity(term)
        others = [one for one in met.fact.terms if one.role == term.role and one is not met.term]
        others = [one for one in others if case.facts.syntax.pos[one.head] != "PRON"]  # "it" may be anything
        differs = all(similarity[case.number_of(one)] < OTHER for one in others)
        contrary += bool(others) and term.role in CORE and differs
    return unmet, contrary


def _has_asked_modality(case: Case, met: Met) -> bool:
    """Whether a fact has the modality that the question asks for: asserted, possible, a duty, a belief."""
    part, fact = met.part, met.fact
    if part.modality in _MODAL and fact.modality in _MODAL:
        return fact.modality == part.modality  # "who must leave" asks for no one who may
    others = (one for one in case.query.facts if one.kind == "event" and one is not part)
    believed = (term for one in others if one.predicate in BY_GOVERNOR for term in one.terms)
    # "who did Bo think had sold it"
    return fact.is_asserted != any(term.start <= part.token < term.end for term in believed)


def _with_preposition(case: Case, met: Met) -> Met:
    """Bind the variable to the term behind the question's own preposition: "Where did Ada travel to"."""
    wanted = _preposition(case)
    if not wanted or _first_of(case, met.term) in wanted:
        return met
    for term in met.fact.terms:
        at = case.number_of(term)
        if _first_of(case, term) in wanted and at >= 0 and case.alignment.asked_about[at] < NAMED:
            return replace(met, term=term) if case.suited[at] or case.kind == "place" else met
    return met


def _words(case: Case) -> list[str]:
    return [word for word in case.query.understanding.lowers if word[0].isalpha()]


def _preposition(case: Case) -> frozenset[str]:
    """Return the prepositions that the question's own one, at its end or its beginning, is met by."""
    words, wh = _words(case), case.query.understanding.wh
    for word in (words[-1], words[0]) if words and wh else ():
        if word in _TOWARDS:
            return _TOWARDS
        if word in _STRANDED:
            return frozenset((word,))
    return _TOWARDS if wh == "where" and _GOING.intersection(words) else frozenset()


def _first_of(case: Case, term: Term) -> str:
    """Return the preposition with which a term begins, else that of its head."""
    syntax = case.facts.syntax
    first = syntax.lowers[term.start] if syntax.pos[term.start] in ("ADP", "SCONJ") else ""
    return first or preposition(case.facts, term)


def _direction(case: Case, term: Term) -> float:
    """Return what is left of a place's strength: where somebody goes to is not where they come from."""
    if case.query.understanding.wh != "where":
        return 1.0
    words, told = _words(case), preposition(case.facts, term)
    if words[-1:] == ["from"]:
        return _OTHER_WAY if told in _TOWARDS else 1.0
    goes = words[-1:] == ["to"] or bool(_GOING.intersection(words))
    return _OTHER_WAY if goes and told == "from" else 1.0


def _may_answer(case: Case, term: Term) -> bool:
    """Whether a member of a list can be what is asked for, and is not what the question names."""
    at = case.number_of(term)
    suits = case.suited[at] or (term.link != "" and case.facts.syntax.pos[term.head] == "ADJ")  # "and French"
    return bool(suits) and float(case.alignment.asked_about[at]) < NAMED


@rule("left-over", "inferred", 0.5)
def left_over(case: Case) -> list[Proposal]:
    """Of those who did such a thing, or are of such a kind, one is not said to be as the question denies.

    Who did not buy a lamp? -> Ada bought a lamp, and Bo bought a vase. -> Bo
    """
    found: list[Proposal] = []
    for part, gap in case.query.asked:
        if case.kind == "person" and part.kind == "attribute" and part.denied and gap.role == "subject":
            found += _otherwise(case, part)
        if part.kind != "event" or not part.denied or len(part.terms) < 2 or gap.link:
            continue
        every = met_by_event(case.alignment, part, gap, Pass(any_polarity=True), case.suited)
        met = [one for one in every if one.fact.is_asserted and not one.fact.denied]
        did, others = {key(case, one.term) for one in met}, [one.fact for one in met]
        for fact in same_events(case, part) if met else ():
            term = fact.term(gap.role) if fact.is_asserted and not fact.denied else None
            if term is not None and case.suited[case.number_of(term)] and key(case, term) not in did:
                found.append(proposed(case, term, _LEFT_OVER, (fact, *others)))
    return found


def _otherwise(case: Case, part: Fact) -> Iterator[Proposal]:
    """Yield who is something else of the kind: "Who is not a nurse?", where Ada is one, and Bo is a cook."""
    row, pos = case.alignment.row.get(part.terms[1].head), case.facts.syntax.pos
    told = list(asserted(case, "attribute"))
    met = [fact for fact in told if row is not None and case.alignment.best[row, fact.token] >= SAME_WORD]
    did = {key(case, fact.terms[0]) for fact in met}
    for fact in told:
        term = fact.terms[0]
        kind = any(pos[fact.terms[1].head] == pos[one.terms[1].head] for one in met)
        if kind and key(case, term) not in did and case.suited[case.number_of(term)]:
            yield proposed(case, term, _LEFT_OVER, (fact, *met))


def _citing(found: Proposal, fact: Fact, link: Link) -> Proposal:
    """Return a proposal whose proof cites a further fact, and a link, before its own."""
    every = tuple(dict.fromkeys((fact, *found.proof.facts)))
    return replace(found, proof=replace(found.proof, facts=every, links=(link, *found.proof.links)))


#: The rules that answer, once it is known of whom the question speaks.
_WAYS = ("stated", "relation", "attribute", "converse", "other-roles", "paraphrased")


@rule("joined-description", "inferred", 0.3)
def joins_descriptions(case: Case) -> list[Proposal]:
    """Of whom the question speaks is found by its condition first, then what the story says of them.

    Where does the man who sold the wheel live? -> Bo sold the wheel. Bo lives in Osby. -> Osby
    """
    for term, entity, fact in _described(case):
        alignment = replace(case.alignment)  # in which the term is met by the terms of one entity alone
        alignment.similarities[term] = (case.facts.arrays.entity == entity).astype(np.float32)
        narrowed = replace(case, alignment=alignment)
        name = case.facts.entities[entity].name
        link = Link("who is spoken of", name, "the condition in the question", 1.0)
        for way in map(OWN.__getitem__, _WAYS):
            proposals = way.propose(narrowed) if not way.missed(narrowed) else ()
            met = ((one, {t.entity for f in one.proof.facts for t in f.terms}) for one in proposals)
            found = [_citing(one, fact, link) for one, entities in met if entity in entities]
            if found:
                return found
    return []


def _described(case: Case) -> Iterator[tuple[Term, int, Fact]]:
    """Yield the terms that a condition of the query describes, whom they are, and the fact that says so."""
    query = case.query
    others = [term for part, gap in query.asked for term in part.terms if term is not gap]
    given = [one for one in others if not query.is_variable(one)]
    for condition, term in _conditions(query, {one.head for one in others}):
        same = [one for one in given if one.head == term.head and one is not term]
        if same and (found := _who(case, condition, term)) is not None:
            yield from ((one, *found) for one in same)


def _conditions(query: Query, given: Collection[int]) -> Iterator[tuple[Fact, Term]]:
    """Yield what a question says besides what it asks, term by term.

    In "whose uncle sings" whoever sings is the uncle: the gap is among the given tokens.
    """
    asked = [part for part, gap in query.asked if gap.head not in given]
    yield from ((fact, term) for fact in query.facts if fact not in asked for term in fact.terms)


def _who(case: Case, condition: Fact, term: Term) -> tuple[int, Fact] | None:
    """Return whom a term of a condition is, as the story tells it most surely, also from the other side."""
    if condition.kind == "event":
        met = list(met_by_event(case.alignment, condition, term, Pass(named=True)))
        sure = [one for one in met if one.arguments and one.term.entity >= 0 and one.score >= _DESCRIBED]
        best = max(sure, key=lambda one: one.score, default=None)
        return (best.term.entity, best.fact) if best is not None else None
    if condition.kind == "relation":
        place = condition.terms.index(term)
        for fact in case.facts.of("relation"):
            same = fact.predicate == condition.predicate and not fact.denied and fact.terms[place].entity >= 0
            if same and meant(case, condition.terms[1 - place], fact.terms[1 - place]):
                return fact.terms[place].entity, fact
    return None


@rule("joined-conditions", "stated", 0.3)
def joins_conditions(case: Case) -> list[Proposal]:
    """Two facts together meet the question's conditions on one entity.

    Who sold the wheel and left Osby? -> Ada sold the wheel. She left Osby. -> Ada
    """
    parts = [(part, gap) for part, gap in case.query.asked if part.kind == "event" and not gap.link]
    parts = parts[:_CONDITIONS]
    by_entity: dict[int, list[Met]] = {}
    for part, gap in parts if len(parts) > 1 else ():
        best: dict[int, Met] = {}
        for met in met_by_event(case.alignment, part, gap, Pass(share=0.5), case.suited):
            entity = met.term.entity
            if entity >= 0 and met.arguments and (entity not in best or met.score > best[entity].score):
                best[entity] = met
        for entity, met in best.items():
            by_entity.setdefault(entity, []).append(met)
    found = []
    for several in by_entity.values():
        if len({met.fact.id for met in several}) > 1:
            one = proposal(case, max(several, key=lambda met: met.score))
            facts = tuple(dict.fromkeys((*one.proof.facts, *(met.fact for met in several))))
            strength = sum(met.score for met in several) / len(parts)
            found.append(replace(one, strength=strength, proof=replace(one.proof, facts=facts)))
    return found


@rule("way-of-moving", "inferred", 0.5, ASKS_MANNER)
def moves_how(case: Case) -> list[Proposal]:
    """Somebody gets somewhere in the way that another event of theirs tells, the nearest to the place.

    How did Bo get to Ayr? -> Bo missed the train, so he took a bus. -> by bus
    """
    found: list[Proposal] = []
    for part in (part for part, _ in case.query.asked if part.kind == "event"):
        given = [term for term in part.terms if case.alignment.tells(term)]
        if part.predicate not in _TRAVELLING or not given:
            continue
        for fact in asserted(case, "event"):
            how = way_of_moving(case.facts, fact)
            if how and any(
                meant(case, given[0], term) for term in fact.terms if term.role in ("ARG0", "ARG1")
            ):
                met = sum(is_met(case, term, fact.terms) for term in given)
                found.append(said(how, met / len(given), [fact]))
    return found


@rule("speaker", "inferred", 0.72, source="own; VerbNet's classes of saying and thinking")
def who_says(case: Case) -> list[Proposal]:
    """Whose words or thoughts it is that the question repeats.

    Who warned that the bridge would fall? -> "The bridge will fall," said Odd. -> Odd
    """
    parts = (part for part, gap in case.query.asked if gap.role == "ARG0" and says(part.predicate))
    part = next(parts, None) if case.kind == "person" else None
    if part is None:
        return []
    said_there = [term for term in part.terms if term.role == "ARG1"]
    found = []
    for content in case.query.facts:
        if content is part or not any(term.start <= content.token < term.end for term in said_there):
            continue
        fact, strength = best_asserted(case, content, lambda fact: fact.source >= 0)
        if fact is None or case.alignment.entity[:, fact.source].max(initial=0.0) >= _NAMED_SPEAKER:
            continue
        if (source := _teller(case, fact)) is not None:
            link = Link(part.predicate, case.facts.text(source), f"{fact.modality} by", strength)
            span = answer_span(case.facts, best_mention(case.facts, source, named=True))
            found.append(spanning(case, *span, strength, Proof((fact,), (link,), source)))
    return found


def _teller(case: Case, fact: Fact) -> Term | None:
    """Return who reports an event: the subject of the verb of saying above it, or else its source."""
    for one in case.facts.at(int(case.facts.syntax.heads[fact.token])):
        if (teller := one.term("ARG0")) is not None and says(one.predicate):
            return teller
    mentions = [case.facts.mentions[i] for i in case.facts.entities[fact.source].mentions]
    near = min(mentions, key=lambda m: (abs(m.head - fact.token), m.start), default=None)
    return None if near is None else Term("source", near.start, near.end, near.head, fact.source)


@lru_cache(maxsize=4096)
def says(lemma: str) -> bool:
    """Whether a verb is one of saying or thinking, as VerbNet has it."""
    senses = (rolesets().get(sense) for sense in rolesets().of(lemma, "v"))
    classes = [name for roleset in senses if roleset is not None for name in roleset.verbnet]
    return any(name == each or name.startswith(f"{each}-") for name in classes for each in _SAYING)


_OF_SIEVES = "after Raghunathan et al. 2010; Hermann et al. 2015, section 3.1"
_OF_CLAUSES = "the clauses of inference; see `symbolic-rc rules --inference`"
#: The passes in the order of their rules: name, group, what is asked of a fact, threshold, doc, example.
_SIEVES = (
    (
        "stated", "stated", Pass(inferred=False), 0.3,
        "A fact has the same predicate, with all that the question names in the same roles.",
        "Who sold the wheel? -> Ada sold the wheel. -> Ada",
    ),
    (
        "stated-in-part", "loose", Pass(share=0.5, inferred=False), 0.3,
        "A fact has the same predicate, with half of what the question names in the same roles.",
        "Who sold the wheel in spring? -> Ada sold the wheel. -> Ada",
    ),
    (
        "paraphrased", "loose", Pass(same_predicate=False, inferred=False), 0.1,
        "A fact has a synonym of the predicate, with all that the question names in the same roles.",
        "Who purchased the wheel? -> Bo bought the wheel. -> Bo",
    ),
    (
        "other-roles", "loose", Pass(same_roles=False, inferred=False), 0.3,
        "A fact has the same predicate, with all that the question names, in whatever roles.",
        "Who did Ada meet? -> Bo met with Ada. -> Bo",
    ),
    (
        "predicate-alone", "loose", Pass(share=0.0, inferred=False), 0.3,
        "A fact has the same predicate, in whose open role stands what can be the answer.",
        "Who was elected? -> They elected Mina. -> Mina",
    ),
    (
        "paraphrased-in-part", "loose", Pass(False, False, 0.5, inferred=False), 0.1,
        "A fact has a synonym of the predicate, with half of what the question names, in whatever roles.",
        "Who purchased the wheel in spring? -> Bo bought the wheel. -> Bo",
    ),
    (
        "converse", "inferred", Pass(inferred=True), 0.3,
        "An event follows by a clause of inference, with all that the question names.",
        "Who bought the wheel? -> Ada sold Bo the wheel. -> Bo",
    ),
)  # fmt: skip
for _name, _group, _switches, _least, _doc, _example in _SIEVES:
    _source = _OF_CLAUSES if _switches.inferred else _OF_SIEVES
    OWN[_name] = Rule(
        _name, EventRule(_switches), _least, _doc, _source, _example, (ASKS_EVENT,), group=_group
    )
