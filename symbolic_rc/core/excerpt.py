"""Parts of a text joined into another text, with offsets back to the original."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.record import Answer, Record
from symbolic_rc.core.trace import LazyTrace, Trace


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Parts of a story in order, with separators: the text, with the record's questions.

    `starts`, `origins` and `lengths`, int64, shape (parts,), say where each part starts in the excerpt and in
    the whole text, and how long it is, in characters.
    """

    record: Record
    starts: NDArray[np.int64]
    origins: NDArray[np.int64]
    lengths: NDArray[np.int64]

    def back(self, answer: Answer) -> Answer:
        """Return an answer about the excerpt with its spans in the whole text.

        If a span crosses a separator, the answer has no spans. The evidence of its trace is moved likewise,
        lazily; sentences in its proof are counted in the excerpt.
        """
        spans = tuple(span for start, end in answer.spans if (span := self.origin(start, end)) is not None)
        trace = answer.trace if answer.trace is None else LazyTrace(self._moved, answer.trace)
        found = replace(answer, spans=spans if len(spans) == len(answer.spans) else ())
        return replace(found, trace=trace)  # type: ignore[arg-type]

    def _moved(self, trace: Trace | LazyTrace) -> Trace:
        made = trace.made if isinstance(trace, LazyTrace) else trace
        places = [(one, self.origin(one.start, one.end)) for one in made.evidence]
        evidence = (replace(one, start=to[0], end=to[1]) for one, to in places if to is not None)
        return replace(made, evidence=tuple(evidence)) if made.evidence else made

    def origin(self, start: int, end: int) -> tuple[int, int] | None:
        """Return where a span of the excerpt is in the whole text; None if it crosses a separator."""
        part = int(np.searchsorted(self.starts, start, side="right")) - 1
        if part < 0 or end > self.starts[part] + self.lengths[part]:
            return None
        shift = int(self.origins[part] - self.starts[part])
        return start + shift, end + shift


def join_parts(record: Record, ranges: Sequence[tuple[int, int]], mark: str) -> Excerpt:
    """Join parts of a record's text: ranges of characters in order, ends exclusive, with a mark between."""
    pieces = [record.text[start:end] for start, end in ranges]
    lengths = np.array([len(piece) for piece in pieces], np.int64)
    starts = np.concatenate([[0], np.cumsum(lengths + len(mark))])[: len(pieces)].astype(np.int64)
    origins = np.array([start for start, _ in ranges], np.int64)
    return Excerpt(replace(record, text=mark.join(pieces)), starts, origins, lengths)
