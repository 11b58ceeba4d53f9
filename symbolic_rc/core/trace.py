"""The trace: which rules were tried, what each bound and proposed, and why the winner won."""

from __future__ import annotations

import html
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields
from functools import cached_property
from typing import Any

from symbolic_rc.core.errors import SymbolicRCError

#: Why a rule was passed over whose question this is not.
NOT_ASKED = "not for such a question"


@dataclass(frozen=True, slots=True)
class Scored:
    """One candidate as the trace keeps it.

    Attributes
    ----------
    text : str
    start, end : int
        Character offsets in the story; -1 when it is no span of it (a choice).
    score : float
    rules : tuple of str
        The rules that proposed it, in order.
    contributions : mapping of str to float
        What each named feature added to the score.
    """

    text: str
    start: int = -1
    end: int = -1
    score: float = 0.0
    rules: tuple[str, ...] = ()
    contributions: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Step:
    """One rule that was tried.

    Attributes
    ----------
    rule : str
    fired : bool
    reason : str
        For a rule that did not fire, the first condition that failed.
    bindings : mapping of str to str
        What the rule's variables stood for.
    proposals : tuple of str
        The first few texts that it proposed.
    count : int
        How many it proposed in all.
    """

    rule: str
    fired: bool
    reason: str = ""
    bindings: Mapping[str, str] = field(default_factory=dict)
    proposals: tuple[str, ...] = ()
    count: int = 0


@dataclass(frozen=True, slots=True)
class Evidence:
    """A part of the story that a proof rests on.

    Attributes
    ----------
    start, end : int
        Character offsets in the story.
    kind : {"sentence", "predicate", "argument", "mention", "answer"}
    label : str
        What it is to the proof: a roleset, a role.
    """

    start: int
    end: int
    kind: str = "sentence"
    label: str = ""


@dataclass(frozen=True, slots=True)
class Trace:
    """How one answer came about.

    Attributes
    ----------
    question : str
    understanding : mapping of str to str
        What was understood of the question.
    steps : tuple of Step
        The rules that were tried, in order.
    candidates : tuple of Scored
        The best few, best first.
    answer : tuple of str
    rule : str
        The rule that decided.
    why_not : tuple of str
        For spans that the user asked about, one line each.
    proof : tuple of str
        The proof by which the winner won, in plain lines; empty where none of facts or words was given.
    evidence : tuple of Evidence
        What the proof rests on, in the order of the text.
    """

    question: str
    understanding: Mapping[str, str]
    steps: tuple[Step, ...]
    candidates: tuple[Scored, ...]
    answer: tuple[str, ...]
    rule: str
    why_not: tuple[str, ...] = ()
    proof: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the trace as JSON-ready values, without the empty ones."""
        plain = Trace(**{one.name: getattr(self, one.name) for one in fields(Trace)})
        result: dict[str, Any] = _bare(asdict(plain))
        return result

    def to_json(self) -> str:
        """Return the trace as one line of JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False, sort_keys=True)

    @property
    def tried(self) -> tuple[str, ...]:
        """The rules that were tried and did not decide; those with the same reason are one line together."""
        by_reason: dict[str, list[str]] = {}
        for step in self.steps:
            if not step.fired:
                by_reason.setdefault(step.reason, []).append(step.rule)
        reasons = sorted(by_reason, key=lambda reason: reason == NOT_ASKED)
        return tuple(f"{', '.join(by_reason[reason])}: {reason}" for reason in reasons)

    def replay(self) -> str:
        """Return the answer that follows from the proof's evidence alone.

        Raises
        ------
        SymbolicRCError
            If the trace was read from a file, or the rule that decided gives no proof.
        """
        raise SymbolicRCError(
            f"the answer of rule {self.rule or '(none)'} cannot be replayed: its trace holds no proof, or was"
            " read from a file; answer the question again with the reader symbolic:rules"
        )

    @property
    def replays(self) -> bool:
        """Whether the trace has a proof from whose evidence alone the same answer follows."""
        return False

    def __str__(self) -> str:
        return "\n".join(self._proof_first() if self.proof else self._steps_first())

    def _proof_first(self) -> list[str]:
        lines = [f"question  {self.question}", self._answer_line()]
        lines += [f"{'proof' if i == 0 else '':<10}{line}" for i, line in enumerate(self.proof)]
        lines += [f"why not   {line}" for line in self.why_not]
        lines += [f"{'tried' if i == 0 else '':<10}{line}" for i, line in enumerate(self.tried)]
        known = [f"{name}: {value}" for name, value in self.understanding.items() if value]
        return lines + [f"{'asked' if i == 0 else '':<10}{line}" for i, line in enumerate(known)]

    def _answer_line(self) -> str:
        return f"answer    {', '.join(self.answer) or '(not in the story)'}  [{self.rule}]"

    def _steps_first(self) -> list[str]:
        lines = [f"question  {self.question}"]
        lines += [f"          {name}: {value}" for name, value in self.understanding.items() if value]
        for step in self.steps:
            if step.fired:
                bound = ", ".join(f"{name}={value}" for name, value in step.bindings.items())
                found = "; ".join(step.proposals) + (" …" if step.count > len(step.proposals) else "")
                lines.append(f"  + {step.rule}" + (f" [{bound}]" if bound else "") + f": {found}")
            else:
                lines.append(f"  - {step.rule}: {step.reason}")
        for candidate in self.candidates:
            parts = sorted(candidate.contributions.items(), key=lambda pair: (-abs(pair[1]), pair[0]))[:6]
            detail = ", ".join(f"{name} {value:+.2f}" for name, value in parts)
            lines.append(f"  {candidate.score:8.3f}  {candidate.text}  ({detail})")
        return [*lines, self._answer_line(), *(f"why not   {line}" for line in self.why_not)]

    def _repr_html_(self) -> str:
        if not self.proof:
            return f"<pre>{html.escape(str(self))}</pre>"
        proof, more = (_items(lines) for lines in (self.proof + self.why_not, self.tried))
        answer = html.escape(", ".join(self.answer) or "not in the story")
        return (
            f"<p>{html.escape(self.question)} <b>{answer}</b> by rule {html.escape(self.rule)}</p>"
            f"<ul>{proof}</ul>"
            f"<details><summary>What was tried</summary><ul>{more}</ul></details>"
        )


class LazyTrace:
    """A trace that is made at its first look; it behaves as the `Trace` that it makes.

    Parameters
    ----------
    make : callable
        Makes the trace, from what it is then given.
    given
        Kept until then.
    """

    def __init__(self, make: Callable[..., Trace], *given: Any) -> None:
        self._make, self._given = make, given

    @cached_property
    def made(self) -> Trace:
        """The trace itself."""
        return self._make(*self._given)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.made, name)

    def __str__(self) -> str:
        return str(self.made)

    def _repr_html_(self) -> str:
        return self.made._repr_html_()


def _items(lines: tuple[str, ...]) -> str:
    return "".join(f"<li>{html.escape(line)}</li>" for line in lines)


def _bare(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _bare(item) for key, item in value.items() if item not in ((), {}, "", None)}
    if isinstance(value, (list, tuple)):
        return [_bare(item) for item in value]
    return round(value, 4) if isinstance(value, float) else value
