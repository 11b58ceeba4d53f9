"""What scoring in memory gives: answers, metrics, and ways on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any

from symbolic_rc.core.answer import Answer
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.record import Record
from symbolic_rc.metrics import metrics_for

if TYPE_CHECKING:
    from symbolic_rc.compare.comparison import Comparison


@dataclass(frozen=True, slots=True, repr=False)
class Scored:
    """A reader's answers to a data set, measured.

    Attributes
    ----------
    name : str
        The reader, or what the user calls it.
    format : str
        Whose metrics these are.
    records : tuple of Record
        The stories with their questions.
    answers : mapping
        Question id to `Answer`, in the order of the data.
    measured : mapping
        As ``metrics.json`` has them: metric to ``value``, ``questions`` and ``signature``.
    """

    name: str
    format: str
    records: tuple[Record, ...]
    answers: Mapping[str, Answer]
    measured: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @property
    def metrics(self) -> dict[str, float]:
        """Metric to value."""
        return {name: float(entry["value"]) for name, entry in self.measured.items()}

    @property
    def signatures(self) -> dict[str, str]:
        """Metric to what exactly was computed."""
        return {name: str(entry["signature"]) for name, entry in self.measured.items()}

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return a row a question: what was asked and answered, and the points of each metric for it."""
        metrics, found = metrics_for(self.format), []
        for record in self.records:
            for question in record.questions:
                answer = self.answers[question.id]
                start, end = answer.spans[0] if answer.spans else (None, None)
                row: dict[str, Any] = {
                    "id": question.id,
                    "story_id": record.id,
                    "question": question.text,
                    "answer": answer.text,
                    "answers": list(answer.texts),
                    "references": [list(one) for one in question.references],
                    "start": start,
                    "end": end,
                    "rule": answer.rule,
                    "confidence": answer.confidence,
                }
                for metric in metrics:
                    if metric.name in self.measured:
                        told = metric.applies(question)
                        row[metric.name] = (
                            metric.score(metric.statistics(answer.texts, question)) if told else None
                        )
                found.append(row)
        return found

    def to_pandas(self) -> Any:
        """Return `to_dicts` as a pandas DataFrame.

        Raises
        ------
        SymbolicRCError
            If pandas is not installed.
        """
        try:
            import pandas
        except ImportError:
            raise SymbolicRCError("pandas is not installed: pip install pandas") from None
        return pandas.DataFrame(self.to_dicts())

    def compare(self, other: Any, name: str = "other", **options: Any) -> Comparison:
        """Compare these answers with others to the same questions.

        Parameters
        ----------
        other : Scored, mapping, DataFrame, str or Path
            See `symbolic_rc.compare`.
        name : str
            How to call it, where it has no name of its own.
        **options
            As `symbolic_rc.compare` takes them.
        """
        from symbolic_rc.in_memory.comparing import compare

        called = other.name if isinstance(other, Scored) else name
        if called == self.name:
            called = f"{called} (2)"
        return compare({self.name: self, called: other}, self, **options)

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value:.2f}" for name, value in self.metrics.items())
        return f"Scored({self.name!r}, {len(self.answers)} questions{', ' if shown else ''}{shown})"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th>{escape(name)}</th><td>{value:.2f}</td><td><code>{escape(self.signatures[name])}</code></td></tr>"
            for name, value in self.metrics.items()
        )
        return f"<p><b>{escape(self.name)}</b>: {len(self.answers)} questions</p><table>{rows}</table>"
