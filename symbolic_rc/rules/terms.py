"""What terms refer to, which fact tells a part of the question, of which time it tells."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from symbolic_rc.core.words import FUNCTION_WORDS
from symbolic_rc.graph.facts import Fact, Facts, Term
from symbolic_rc.graph.state import Timeline, timeline_of
from symbolic_rc.graph.state.naming import Phrase
from symbolic_rc.question.state_question import StateQuestion, read_state_question
from symbolic_rc.rules.answering import answer_span, best_mention
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.proof import Link, Proof, Proposal

#: A term of the story that meets a term of the question so well is what it names.
MEANT = 0.75
#: So many words are few.
FEW = 4
NOBODY = frozenset("nobody nothing none neither no".split())
#: What terms refer to: an entity's number, or the lemma of a head.
Node = tuple[int, str]


def key(case: Case, term: Term) -> Node:
    """Return what a term refers to: its entity, or the lemma of its head."""
    if term.entity >= 0:
        return term.entity, ""
    return -1, case.facts.syntax.lemmas[term.head].lower()


def meant(case: Case, given: Term, named: Term) -> bool:
    """Whether a term of the story is what a term of the question names."""
    at = case.number_of(named)
    return at >= 0 and float(case.alignment.similarity(given)[at]) >= MEANT


def alike(case: Case, asked: Term, told: Term) -> bool:
    """Whether two terms are both names or both nouns, in few words, so that they can be told apart."""
    name = case.query.syntax.pos[asked.head] == "PROPN"
    return name == (case.facts.syntax.pos[told.head] == "PROPN") and told.end - told.start <= FEW


def said_alone(text: str, strength: float, facts: Sequence[Fact], links: Sequence[Link] = ()) -> Proposal:
    """Return an answer that is no span of the story: yes, no, a number."""
    return Proposal(-1, -1, text, strength, 0.0, Proof(tuple(facts), tuple(links)))


def proposed(
    case: Case, term: Term, strength: float, facts: Sequence[Fact], links: Sequence[Link] = ()
) -> Proposal:
    """Return a term of the story as an answer, under its entity's name where a person is asked for."""
    named = best_mention(case.facts, term, case.kind == "person" or bool(case.query.understanding.form))
    start, end = answer_span(case.facts, named)
    support = float(case.alignment.sentence_support[facts[0].sentence]) if facts else 0.0
    text = case.span_text(start, end)
    return Proposal(start, end, text, strength, support, Proof(tuple(facts), tuple(links), term))


def names(case: Case, text: str, proposal: Proposal) -> bool:
    """Whether a proposal names a choice: by all words of the one or the other, or as the same entity."""
    wanted = {word for word in _words(text) if word not in FUNCTION_WORDS} or set(_words(text))
    term = proposal.proof.term
    told = [proposal.text]
    if term is not None and term.entity >= 0:
        told += [case.facts.entities[term.entity].name, *case.facts.entities[term.entity].names]
    for one in told:
        words = {word for word in _words(one) if word not in FUNCTION_WORDS}
        if words and (words <= wanted or wanted <= words):
            return True
    return False


def _words(text: str) -> list[str]:
    return [word.strip(".,!?'\"’").lower() for word in text.replace("'s", "").replace("’s", "").split()]


_ONCE = frozenset("once formerly previously originally initially earlier".split())
_NOW = frozenset("now today nowadays currently".split())
_VERBAL = ("cop", "aux", "aux:pass")
EARLIER, PAST, PRESENT = 0, 1, 2


def told_when(facts: Facts, fact: Fact) -> int:
    """Return `EARLIER`, `PAST` or `PRESENT`, by the tense of a fact's verb and the adverbs beside it.

    Of "The barn is now a shop. It was once a stable" the second tells of an earlier time than the first; so
    does "It had been a stable" in a story told in the past.
    """
    syntax, token = facts.syntax, fact.token
    if fact.kind == "attribute" and syntax.pos[token] != "VERB":
        above = int(syntax.heads[token])
        verb = above if syntax.deps[token] in ("xcomp", "obj") else token
    else:
        verb = token
    beside = [verb, *(child for child in syntax.children_of(verb) if syntax.deps[child] in _VERBAL)]
    adverbs = {syntax.lowers[child] for child in syntax.children_of(verb) if syntax.deps[child] == "advmod"}
    tags = {syntax.tags[i] for i in beside}
    if adverbs & _NOW:
        return PRESENT
    if adverbs & _ONCE or any(syntax.lowers[i] in ("had", "used") for i in beside):
        return EARLIER
    return PRESENT if tags & {"VBZ", "VBP"} and "VBD" not in tags else PAST


#: A fact tells the same from here on.
_SAME = 0.6
#: A predicate may be the same from here on.
_NEAR = 0.3


def best_told(
    case: Case, condition: Fact, accepted: Callable[[Fact], bool] | None = None
) -> tuple[Fact | None, float]:
    """Return the fact of the story that tells a condition of the question, and how well; None for none.

    Half of it comes from the predicate, half from the terms, in whatever roles.

    Parameters
    ----------
    case : Case
    condition : Fact
        A fact of the query.
    accepted : callable, optional
        Which facts of the story may tell it; all by default.
    """
    alignment, arrays = case.alignment, case.facts.arrays
    row = alignment.row.get(condition.token)
    if row is None:
        return None, 0.0
    terms = [t for t in condition.terms if any(i in alignment.row for i in range(t.start, t.end))]
    same = alignment.best[row][arrays.token]
    best, strength = None, _SAME
    for number in np.flatnonzero(same >= _NEAR).tolist():
        fact = case.facts[number]
        if (
            fact.kind != condition.kind
            or fact.denied != condition.denied
            or not alignment.allowed[fact.token]
        ):
            continue
        if accepted is not None and not accepted(fact):
            continue
        span = slice(int(arrays.bounds[number]), int(arrays.bounds[number + 1]))
        met = [float(alignment.similarity(term)[span].max(initial=0.0)) for term in terms]
        share = sum(met) / len(met) if met else 0.5
        score = 0.5 * float(same[number]) + 0.5 * share
        if score > strength:
            best, strength = fact, score
    return best, strength


#: Questions of which it is known what was so at first.
_AT_FIRST = ("place", "holder")


def asked_state(case: Case, *forms: str) -> StateQuestion | None:
    """Return the question about the state of a story that a case asks, where it has one of some forms."""
    found = read_state_question(case.query.text_asked or case.query.question.text)
    if found is not None and case.query.time == "first" and found.form not in _AT_FIRST:
        return None  # what was so at first is told, and not what became of it
    if found is not None and case.kind == "number" and case.counted.any():
        return None  # the story tells how many there are
    return found if found is not None and found.form in forms else None


def timeline(case: Case) -> Timeline:
    """Return the state of a case's story over time."""
    return timeline_of(case.facts)


def from_phrase(case: Case, phrase: Phrase, facts: Sequence[Fact], links: Sequence[Link] = ()) -> Proposal:
    """Return a phrase of the story as an answer, proved by facts."""
    start, end = phrase.start, phrase.end
    term = Term("state", start, end, end - 1)
    text = case.span_text(start, end)
    proof = Proof(_once(facts), tuple(links), term)
    return Proposal(start, end, text, 1.0, float(facts[-1].token if facts else 0), proof)


def from_words(
    text: str,
    facts: Sequence[Fact],
    links: Sequence[Link] = (),
    texts: tuple[str, ...] = (),
    strength: float = 1.0,
) -> Proposal:
    """Return an answer that is no phrase of the story: yes, no, a number, a list, a way."""
    return Proposal(-1, 0, text, strength, 0.0, Proof(_once(facts), tuple(links)), texts)


def _once(facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """Return facts in the order in which the story tells them, each once."""
    return tuple(sorted(dict.fromkeys(facts), key=lambda fact: (fact.token, fact.id)))
