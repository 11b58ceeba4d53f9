"""Who says, thinks or asks what; what somebody says of something."""

from __future__ import annotations

from functools import lru_cache

from symbolic_rc.graph.facts import Fact, Term
from symbolic_rc.lexicon import rolesets
from symbolic_rc.rules.answers.phrase import answer_span, best_mention
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.entail.told import best_told
from symbolic_rc.rules.proof import Link, Proof, Proposal

#: VerbNet's classes of saying and thinking.
_SAYING = (
    "say-37.7", "tell-37.2", "transfer_mesg-37.1.1", "manner_speaking-37.3", "lecture-37.11",
    "chit_chat-37.6", "complain-37.8", "advise-37.9", "confess-37.10", "promise-37.13", "inquire-37.1.2",
    "conjecture-29.5", "consider-29.9",
)  # fmt: skip


#: Whoever the question names is not whom it asks for.
_NAMED = 0.5


def who_says(case: Case) -> list[Proposal]:
    """Propose whose words or thoughts it is that a question repeats."""
    asked = next(
        ((part, gap) for part, gap in case.query.asked if gap.role == "ARG0" and says(part.predicate)), None
    )
    if asked is None or case.kind != "person":
        return []
    part, _ = asked
    said = [term for term in part.terms if term.role == "ARG1"]
    contents = [
        fact for fact in case.query.facts
        if fact is not part and any(term.start <= fact.token < term.end for term in said)
    ]  # fmt: skip
    found = []
    for content in contents:
        fact, strength = best_told(case, content, lambda fact: fact.source >= 0)
        if fact is not None and case.alignment.entity[:, fact.source].max(initial=0.0) < _NAMED:
            found.append(_speaker(case, part, fact, strength))
    return [one for one in found if one is not None]


@lru_cache(maxsize=4096)
def says(lemma: str) -> bool:
    """Whether a verb is one of saying or thinking, as VerbNet has it."""
    classes = [name for sense in rolesets().of(lemma, "v") for name in _classes(sense)]
    return any(name == each or name.startswith(each + "-") for name in classes for each in _SAYING)


def _classes(sense: str) -> tuple[str, ...]:
    roleset = rolesets().get(sense)
    return roleset.verbnet if roleset is not None else ()


def _speaker(case: Case, part: Fact, fact: Fact, strength: float) -> Proposal | None:
    """Return the name of whoever says a fact, as an answer."""
    entity = case.facts.entities[fact.source]
    if not entity.mentions:
        return None
    nearest = min(
        (case.facts.mentions[i] for i in entity.mentions), key=lambda m: (abs(m.head - fact.token), m.start)
    )
    source = Term("source", nearest.start, nearest.end, nearest.head, fact.source)
    term = best_mention(case.facts, source, named=True)
    start, end = answer_span(case.facts, term)
    link = Link(part.predicate, case.facts.text(source), f"{fact.modality} by", strength)
    return Proposal(start, end, case.span_text(start, end), strength, 0.0, Proof((fact,), (link,), source))
