"""Traces of answers that a rule over facts decided: the proof first, then what was tried."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from symbolic_rc.core.trace import NOT_ASKED, Evidence, Step, Trace
from symbolic_rc.question.query import Query
from symbolic_rc.question.wording import READ_AS
from symbolic_rc.rules.book import RULES
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.proof import Proposal
from symbolic_rc.rules.resolve import Resolution
from symbolic_rc.rules.rule import Rule
from symbolic_rc.rules.trace.cited import Cited, cited, tokens_of
from symbolic_rc.rules.trace.replay_proof import replay_proof
from symbolic_rc.rules.trace.telling import proof_lines
from symbolic_rc.rules.trace.why_not import explain_absence


@dataclass(frozen=True, slots=True)
class ProofTrace(Trace):
    """A trace with a proof that can be replayed.

    Attributes
    ----------
    again : callable
        Answers from the proof's evidence alone.
    said : str
        The answer in one text, as the rule words it.
    """

    again: Callable[[], str] = field(default=str, repr=False, compare=False)
    said: str = ""

    def replay(self) -> str:
        """Return the answer that follows from the proof's evidence alone; empty if none does."""
        return self.again()

    @property
    def replays(self) -> bool:
        """Whether the same answer follows from the proof's evidence alone."""
        return self.again() == self.said


def proof_trace(
    case: Case,
    resolution: Resolution,
    rules: Sequence[Rule] = RULES,
    why_not: str = "",
) -> ProofTrace:
    """Return the trace of a question that rules over facts have resolved.

    Parameters
    ----------
    case : Case
    resolution : Resolution
    rules : sequence of Rule
        Those that were tried, in their order.
    why_not : str
        Another answer, of which the trace says where its proof breaks.
    """
    query = case.query
    again: Callable[[], str] = str
    proof: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    if resolution.proposal is not None:
        found = cited(case, resolution.proposal, resolution.text)
        proof = proof_lines(case, resolution.proposal, found)
        evidence = evidence_of(case, resolution.proposal, found)
        rule = rule_named(resolution.rule, rules)
        again = partial(replay_proof, case, rule, resolution.proposal, resolution.fit)
    return ProofTrace(
        query.question.text,
        described(query),
        tuple(_steps(resolution)),
        (),
        (resolution.proposal.texts or (resolution.text,)) if resolution.proposal is not None else (),
        resolution.rule,
        tuple(explain_absence(case, why_not, resolution, rules)) if why_not else (),
        proof,
        evidence,
        again,
        resolution.text,
    )


def rule_named(name: str, rules: Sequence[Rule] = RULES) -> Rule:
    """Return a rule by its name."""
    return next(rule for rule in rules if rule.name == name)


def described(query: Query) -> dict[str, str]:
    """Return a query, as the trace prints it."""
    return {
        READ_AS: query.question.tags.get(READ_AS, ""),
        "query": str(query),
        "kind": query.understanding.kind,
        "focus": query.understanding.focus,
        "form": query.understanding.form,
    }


def _steps(resolution: Resolution) -> list[Step]:
    """Return what each rule did up to the one that decided."""
    steps = []
    for one in resolution.tried:
        if one.strength:
            reason = f"its best proof, {one.strength:.2f}, is below its threshold of {one.threshold:.2f}"
        else:
            reason = NOT_ASKED if one.missed else "no proof found"
        steps.append(Step(one.rule, False, reason))
    if resolution.proposal is not None:
        steps.append(Step(resolution.rule, True, "", {}, (resolution.text,), 1))
    return steps


def evidence_of(case: Case, proposal: Proposal, found: Cited) -> tuple[Evidence, ...]:
    """Return what a proof rests on as parts of the text, sentences first among those that start together."""
    chars, store = case.story.chars, case.facts

    def part(start: int, end: int, kind: str, label: str = "") -> Evidence:
        return Evidence(int(chars[start, 0]), int(chars[end - 1, 1]), kind, label)

    marks = [part(*tokens_of(store, sentence), "sentence") for sentence in found.sentences]
    marks += [
        part(fact.token, fact.token + 1, "predicate", fact.sense or fact.predicate) for fact in found.facts
    ]
    marks += [part(term.start, term.end, "argument", term.role) for term in found.arguments]
    term = proposal.proof.term
    answer = (found.answer.start, found.answer.end) if found.answer is not None else (-1, -1)
    if term is not None and not answer[0] <= term.head < answer[1]:
        marks.append(part(term.start, term.end, "argument", term.role))
    named = [(mention.start, mention.end) for mention in found.mentions]
    named += [(token, token + 1) for token in found.words]
    marks += [part(*place, "mention") for place in named if place != answer]
    if found.answer is not None:
        marks.append(part(*answer, "answer"))
    return tuple(sorted(dict.fromkeys(marks), key=lambda one: (one.start, -one.end)))
