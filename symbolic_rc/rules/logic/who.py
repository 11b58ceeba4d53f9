"""Who is who: entities of the story by what they are called, and answers as proposals."""

from __future__ import annotations

from collections.abc import Sequence

from symbolic_rc.core.words import FUNCTION_WORDS
from symbolic_rc.graph.facts import Fact, Term
from symbolic_rc.rules.answers.phrase import answer_span, best_mention
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
