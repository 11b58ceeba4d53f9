"""The trace: which rules were tried, what each bound and proposed, and why the winner won."""

from __future__ import annotations

import html
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any


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
    """

    question: str
    understanding: Mapping[str, str]
    steps: tuple[Step, ...]
    candidates: tuple[Scored, ...]
    answer: tuple[str, ...]
    rule: str
    why_not: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the trace as JSON-ready values, without the empty ones."""
        return _bare(asdict(self))

    def to_json(self) -> str:
        """Return the trace as one line of JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False, sort_keys=True)

    def __str__(self) -> str:
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
        lines.append(f"answer    {', '.join(self.answer) or '(not in the story)'}  [{self.rule}]")
        lines += [f"why not   {line}" for line in self.why_not]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"


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


def _bare(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _bare(item) for key, item in value.items() if item not in ((), {}, "", None)}
    if isinstance(value, (list, tuple)):
        return [_bare(item) for item in value]
    return round(value, 4) if isinstance(value, float) else value
