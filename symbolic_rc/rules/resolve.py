"""From a case and a book of rules to an answer with its trace."""

from __future__ import annotations

from collections.abc import Sequence

from symbolic_rc.core.answer import Answer
from symbolic_rc.core.question import Question
from symbolic_rc.core.tokens import Tokens
from symbolic_rc.rules.case import Candidate, Case
from symbolic_rc.rules.light import candidates as find_candidates
from symbolic_rc.rules.light import match
from symbolic_rc.rules.question import Understanding, understand
from symbolic_rc.rules.rule import Fired, Rulebook
from symbolic_rc.rules.trace import Scored, Step, Trace

_SHOWN = 5


def resolve(
    text: str,
    tokens: Tokens,
    question: Question,
    book: Rulebook,
    found: Sequence[Candidate] | None = None,
    why_not: str = "",
) -> Answer:
    """Answer one question about a text on its words alone, by the rules in their order.

    Parameters
    ----------
    text : str
    tokens : Tokens
    question : Question
    book : Rulebook
    found : sequence of Candidate, optional
        The text's candidates, where they are known already.
    why_not : str
        A span that the trace shall speak about.
    """
    case = Case(
        question,
        understand(question),
        text,
        tokens,
        [word.lower() for word in tokens.words],
        find_candidates(tokens) if found is None else found,
    )
    match(case)
    steps: list[Step] = []
    parts: dict[int, dict[str, float]] = {}
    for rule in book:
        if not rule.enabled:
            continue
        result = rule.function(case)
        if isinstance(result, Fired):
            for proposal in result.proposals:
                given = parts.setdefault(proposal.candidate, {})
                given[rule.name] = given.get(rule.name, 0.0) + proposal.score
                case.scores[proposal.candidate] = case.scores.get(proposal.candidate, 0.0) + proposal.score
            top = sorted(result.proposals, key=lambda p: (-p.score, p.candidate))[:3]
            shown = tuple(case.span_text(p.candidate) for p in top)
            steps.append(Step(rule.name, True, "", result.bindings, shown, len(result.proposals)))
        else:
            steps.append(Step(rule.name, False, result.reason))
    order = sorted(case.scores, key=lambda i: (-case.scores[i], i))
    scored = tuple(_scored(case, i, parts[i]) for i in order[:_SHOWN])
    if question.is_choice:
        return _choose(case, order, steps)
    if not scored:
        return Answer((), rule="refuse", trace=_trace(case, steps, (), (), "refuse", ()))
    best = scored[0]
    winner = max(best.contributions, key=lambda name: best.contributions[name])
    lines = _explain_absence(case, order, parts, why_not) if why_not else ()
    trace = _trace(case, steps, scored, (best.text,), winner, lines)
    return Answer((best.text,), ((best.start, best.end),), best.score, winner, trace)


def _choose(case: Case, order: list[int], steps: list[Step]) -> Answer:
    """Choose the choice whose words stand closest to the best candidates."""
    scores = []
    for choice in case.question.choices:
        words = {word.lower() for word in choice.split()}
        best = 0.0
        for i in order[:200]:
            candidate = case.candidates[i]
            inside = words.intersection(case.lower[candidate.start : candidate.end])
            best = max(best, case.scores[i] + 8.0 * len(inside) / max(1, len(words)))
        scores.append(best)
    winner = max(range(len(scores)), key=lambda i: (scores[i], -i))
    scored = tuple(Scored(c, score=s) for c, s in zip(case.question.choices, scores, strict=True))
    text = case.question.choices[winner]
    trace = _trace(case, steps, scored, (text,), "choice-overlap", ())
    return Answer((text,), (), scores[winner], "choice-overlap", trace)


def _scored(case: Case, i: int, parts: dict[str, float]) -> Scored:
    candidate = case.candidates[i]
    start, end = int(case.tokens.starts[candidate.start]), int(case.tokens.ends[candidate.end - 1])
    return Scored(case.text[start:end], start, end, case.scores[i], tuple(parts), parts)


def _explain_absence(
    case: Case, order: list[int], parts: dict[int, dict[str, float]], span: str
) -> tuple[str, ...]:
    """Say of a span that did not win at which rank it came and where it lost."""
    for rank, i in enumerate(order):
        if case.span_text(i).lower() == span.lower():
            best = parts[order[0]]
            lost = {name: parts[i].get(name, 0.0) - best.get(name, 0.0) for name in {*best, *parts[i]}}
            name = min(sorted(lost), key=lambda n: lost[n])
            return (
                f"{span}: rank {rank + 1} with {case.scores[i]:.2f}; lost most by {name} ({lost[name]:+.2f})",
            )
    return (f"{span}: is no candidate of this story",)


def _trace(
    case: Case,
    steps: list[Step],
    scored: tuple[Scored, ...],
    answer: tuple[str, ...],
    rule: str,
    why_not: tuple[str, ...],
) -> Trace:
    return Trace(
        case.question.text, described(case.understanding), tuple(steps), scored, answer, rule, why_not
    )


def described(understanding: Understanding) -> dict[str, str]:
    """Return what was understood, as the trace prints it."""
    return {
        "kind": understanding.kind,
        "focus": understanding.focus,
        "form": understanding.form,
        "plural": "yes" if understanding.plural else "",
        "negated": "yes" if understanding.negated else "",
        "order": understanding.order,
    }
