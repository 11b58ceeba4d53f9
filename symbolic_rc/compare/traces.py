"""The traces that a run wrote, found by question when an example needs one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from markupsafe import Markup

from symbolic_rc.core.errors import DataError
from symbolic_rc.core.trace import Trace
from symbolic_rc.show.page import fragment


@dataclass(frozen=True, slots=True)
class ShownTrace:
    """One trace as text, and as a part of a page."""

    text: str
    html: Markup


NO_TRACE = ShownTrace("", Markup(""))


class Traces(Mapping[str, ShownTrace]):
    """The traces of a run by question id; a file of any length costs no memory but its ids.

    Parameters
    ----------
    path : Path
        The run's ``traces.jsonl``.

    Raises
    ------
    DataError
        If a line there is no trace.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._places: dict[str, int] = {}
        place = 0
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                try:
                    self._places[str(json.loads(line)["id"])] = place
                except (ValueError, KeyError, TypeError, RecursionError) as error:
                    raise DataError(f"not a trace ({error})", path, number) from error
                place += len(line)

    def trace(self, key: str) -> Trace | str | None:
        """Return a question's trace; as text where it is of another program, or of another version."""
        with self._path.open("rb") as file:
            file.seek(self._places[key])
            found = json.loads(file.readline()).get("trace")
        if found is None or isinstance(found, str):
            return found
        return read_trace(found) or json.dumps(found, ensure_ascii=False, indent=1)

    def __getitem__(self, key: str) -> ShownTrace:
        if (trace := self.trace(key)) is None:
            return NO_TRACE
        if isinstance(trace, str):
            return ShownTrace(trace, Markup("<pre>{}</pre>").format(trace))
        return ShownTrace(str(trace), fragment("trace.html", trace=trace))

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def read_trace(found: Any) -> Trace | None:
    """Return the trace that `Trace.to_dict` wrote; None if it is none."""
    try:
        return Trace.from_dict(found)
    except (TypeError, ValueError, RecursionError):
        return None
