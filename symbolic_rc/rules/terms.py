"""What the families share: what terms refer to, what a story asserts, proposals made of terms and words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps

import numpy as np

from symbolic_rc.graph.facts import Fact, Facts, Term
from symbolic_rc.graph.state.events import Naming, Phrase
from symbolic_rc.lexicon.english import FORMERLY, FUNCTION_WORDS, NOWADAYS
from symbolic_rc.question.state_question import StateQuestion, read_state_question
from symbolic_rc.rules.alignment import SAME_WORD
from symbolic_rc.rules.answering import answer_span, best_mention
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.kernels import MET
from symbolic_rc.rules.proof import Link, Proof, Proposal
from symbolic_rc.rules.rule import Propose, asks_state, rule

#: A term of the story that meets a term of the question so well is what it names.
MEANT = 0.75
#: The most words of a short term.
FEW = 4
#: What terms refer to: an entity by its number, or a noun by its lemma; or an option by its number.
Node = tuple[str, int | str]

#: What a choice calls who tells the story, and what these call themselves.
_NARRATOR = frozenset("narrator author writer storyteller speaker".split())
_ME = frozenset("i me myself mine".split())
_VERBAL = ("cop", "aux", "aux:pass")
EARLIER, PAST, PRESENT = 0, 1, 2
#: Where the rules over the state of a story come from.
STATE_SOURCE = "after Weston et al. 2016; VerbNet's classes as in Basu et al. 2020"
OfState = Callable[[Case, StateQuestion], list[Proposal]]

#: A fact tells the same as a condition of the question from here on; a predicate may be the same from there.
_SAME, _NEAR = 0.6, 0.3
#: Forms of questions about a state of which it is known what was so at first.
_AT_FIRST = ("place", "holder")


def key(case: Case, term: Term) -> Node:
    """Return what a term refers to: its entity, or the lemma of its head."""
    if term.entity >= 0:
        return "entity", term.entity
    return "noun", case.facts.syntax.lemmas[term.head].lower()


def meant(case: Case, given: Term, named: Term) -> bool:
    """Whether a term of the story is what a term of the question names."""
    at = case.number_of(named)
    return at >= 0 and float(case.alignment.similarity(given)[at]) >= MEANT


def is_met(case: Case, asked: Term, terms: Iterable[Term]) -> bool:
    """Whether one of some terms of the story is what a term of the question names."""
    similarity = case.alignment.similarity(asked)
    return any(similarity[case.number_of(term)] >= MET for term in terms)


def alike(case: Case, asked: Term, term: Term) -> bool:
    """Whether two terms are both names or both nouns, in few words, so that they can be compared."""
    name = case.query.syntax.pos[asked.head] == "PROPN"
    return name == (case.facts.syntax.pos[term.head] == "PROPN") and term.end - term.start <= FEW


def preposition(facts: Facts, term: Term) -> str:
    """Return the first preposition of a term's head, or empty."""
    syntax = facts.syntax
    return next((syntax.lowers[c] for c in syntax.children_of(term.head) if syntax.deps[c] == "case"), "")


def asserted(case: Case, *kinds: str) -> Iterator[Fact]:
    """Yield the facts of some kinds that the narrator tells as being so."""
    return (fact for fact in case.facts.of(*kinds) if fact.is_asserted and not fact.denied)


def same_events(case: Case, part: Fact) -> Iterator[Fact]:
    """Yield the events of the story whose verb is the same as one of the question."""
    if (row := case.alignment.row.get(part.token)) is not None:
        best = case.alignment.best[row]
        yield from (fact for fact in case.facts.of("event") if best[fact.token] >= SAME_WORD)


def time_of(facts: Facts, fact: Fact) -> int:
    """Return `EARLIER`, `PAST` or `PRESENT`, by the tense of a fact's verb and the adverbs beside it.

    In "The barn is now a shop. It was once a stable" the second fact is earlier than the first; so is "It had
    been a stable" in a story in the past tense.
    """
    syntax, verb = facts.syntax, fact.token
    if fact.kind == "attribute" and syntax.pos[verb] != "VERB" and syntax.deps[verb] in ("xcomp", "obj"):
        verb = int(syntax.heads[verb])
    children = syntax.children_of(verb)
    beside = [verb, *(child for child in children if syntax.deps[child] in _VERBAL)]
    adverbs = {syntax.lowers[child] for child in children if syntax.deps[child] == "advmod"}
    tags = {syntax.tags[i] for i in beside}
    if adverbs & NOWADAYS:
        return PRESENT
    if adverbs & FORMERLY or any(syntax.lowers[i] in ("had", "used") for i in beside):
        return EARLIER
    return PRESENT if tags & {"VBZ", "VBP"} and "VBD" not in tags else PAST


def best_asserted(
    case: Case, condition: Fact, accepted: Callable[[Fact], bool] | None = None
) -> tuple[Fact | None, float]:
    """Return the fact of the story that tells a condition of the question, and how well; None for none.

    Half of it comes from the predicate, half from the terms, in whatever roles. `accepted` says which facts
    of the story may tell it.
    """
    alignment, arrays = case.alignment, case.facts.arrays
    if (row := alignment.row.get(condition.token)) is None:
        return None, 0.0
    terms = [term for term in condition.terms if alignment.tells(term)]
    same = alignment.best[row][arrays.token]
    best, strength = None, _SAME
    for number in np.flatnonzero(same >= _NEAR).tolist():
        fact = case.facts[number]
        alike_told = fact.kind == condition.kind and fact.denied == condition.denied
        if not alike_told or not alignment.allowed[fact.token] or not (accepted is None or accepted(fact)):
            continue
        span = slice(int(arrays.bounds[number]), int(arrays.bounds[number + 1]))
        met = [float(alignment.similarity(term)[span].max(initial=0.0)) for term in terms]
        score = 0.5 * float(same[number]) + 0.5 * (sum(met) / len(met) if met else 0.5)
        if score > strength:
            best, strength = fact, score
    return best, strength


def state_rule(
    name: str, *forms: str, group: str = "state", source: str = STATE_SOURCE
) -> Callable[[OfState], Propose]:
    """Make a rule of a function of a case that asks about a state in one of some forms, and what it asks."""

    def rule_of(propose: OfState) -> Propose:
        @rule(name, group, 0.5, asks_state(*forms), source=source)
        @wraps(propose)
        def of_case(case: Case) -> list[Proposal]:
            asked = read_state_question(case.query.text_asked or case.query.question.text)
            if asked is None or asked.form not in forms:
                return []
            if case.query.time == "first" and asked.form not in _AT_FIRST:
                return []  # asks for the initial state, not the final one
            stated = case.kind == "number" and case.counted.any()  # the story states the number
            return [] if stated else propose(case, asked)

        return of_case

    return rule_of


def named(naming: Naming, term: Term) -> Phrase | None:
    """Return what a term names, the first of several."""
    return next(iter(naming.of(term.start, term.end, term.entity)), None)


def same_name(phrase: Phrase | None, asked: str) -> bool:
    """Whether a phrase names what a question's key means: by the same words, or more of them."""
    return phrase is not None and (phrase.key == asked or set(asked.split()) < set(phrase.key.split()))


def spanning(
    case: Case, start: int, end: int, strength: float, proof: Proof, support: float = 0.0
) -> Proposal:
    """Return some tokens of the story as an answer."""
    return Proposal(start, end, case.span_text(start, end), strength, support, proof)


def said(
    text: str, strength: float, facts: Sequence[Fact], links: Sequence[Link] = (), texts: tuple[str, ...] = ()
) -> Proposal:
    """Return an answer that is no span of the story: yes, no, a number, a list, a way."""
    return Proposal(-1, -1, text, strength, 0.0, Proof(tuple(dict.fromkeys(facts)), tuple(links)), texts)


def proposed(
    case: Case, term: Term, strength: float, facts: Sequence[Fact], links: Sequence[Link] = ()
) -> Proposal:
    """Return a term of the story as an answer, under its entity's name where a person is asked for."""
    named = best_mention(case.facts, term, case.kind == "person" or bool(case.query.understanding.form))
    support = float(case.alignment.sentence_support[facts[0].sentence]) if facts else 0.0
    proof = Proof(tuple(dict.fromkeys(facts)), tuple(links), term)
    return spanning(case, *answer_span(case.facts, named), strength, proof, support)


def from_phrase(
    case: Case, phrase: Phrase, facts: Sequence[Fact], links: Sequence[Link] = (), strength: float = 1.0
) -> Proposal:
    """Return a phrase of the story as an answer, proved by facts."""
    term = Term("state", phrase.start, phrase.end, phrase.end - 1)
    proof, support = Proof(as_stated(facts), tuple(links), term), float(facts[-1].token if facts else 0)
    return spanning(case, phrase.start, phrase.end, strength, proof, support)


def as_stated(facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """Return facts in the order in which the story tells them, each once."""
    return tuple(sorted(dict.fromkeys(facts), key=lambda fact: (fact.token, fact.id)))


def names(case: Case, text: str, proposal: Proposal) -> bool:
    """Whether a proposal names a choice: by all words of the one or the other, or as the same entity."""
    wanted = _content(text) or set(_words(text))
    term = proposal.proof.term
    told = [proposal.text]
    if term is not None and term.entity >= 0:
        told += [case.facts.entities[term.entity].name, *case.facts.entities[term.entity].names]
    if is_narrator(text) and any(_ME.issuperset(_words(one)) for one in told if one):
        return True
    return any(words and (words <= wanted or wanted <= words) for words in map(_content, told))


def is_narrator(text: str) -> bool:
    """Whether a choice is who tells the story: "the author"."""
    return bool(words := _content(text)) and words <= _NARRATOR


def _content(text: str) -> set[str]:
    return {word for word in _words(text) if word not in FUNCTION_WORDS}


def _words(text: str) -> list[str]:
    return [word.strip(".,!?'\"’").lower() for word in text.replace("'s", "").replace("’s", "").split()]
