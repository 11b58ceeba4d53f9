"""What fuzzing has found."""

from __future__ import annotations

import os
import sys
import time
import traceback
from dataclasses import dataclass, field
from pathlib import Path

STATM = Path("/proc/self/statm")
#: From so many cases on, memory may have grown by this factor between the second fifth and the last.
_LONG, _GROWTH = 10_000, 1.2
#: Seconds between two lines of progress.
_INTERVAL = 30.0


@dataclass(frozen=True, slots=True)
class Finding:
    """A case that ended in what users must never see.

    Attributes
    ----------
    number : int
        Of the case: with the seed, it makes the same case again.
    what : str
        What was done to the file or question.
    error : str
        The exception and the last places of its traceback, or the reason of the failed story.
    """

    number: int
    what: str
    error: str


@dataclass
class Report:
    """The outcome of one kind of fuzzing.

    Attributes
    ----------
    name : str
    seed : int
    cases : int
    outcomes : dict
        How often cases ended in which way.
    findings : list of Finding
    memory : list of int
        MB of the process after each fifth of the cases.
    """

    name: str
    seed: int
    cases: int = 0
    outcomes: dict[str, int] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    memory: list[int] = field(default_factory=list)
    _shown: float = field(default_factory=time.monotonic)

    def count(self, outcome: str) -> None:
        """Count one case, and report progress now and then."""
        self.cases += 1
        self.outcomes[outcome] = self.outcomes.get(outcome, 0) + 1
        if time.monotonic() - self._shown > _INTERVAL:
            self._shown = time.monotonic()
            print(f"{self.cases:,} {self.name}, {len(self.findings)} findings", file=sys.stderr, flush=True)

    def found(self, number: int, what: str, error: str) -> None:
        """Take a finding."""
        self.findings.append(Finding(number, what, error))
        print(f"{self.name} {number} ({what}): {error}", file=sys.stderr, flush=True)

    def watch_memory(self, number: int, count: int) -> None:
        """Keep the memory after each fifth of so many cases; what still grows in the last is a finding."""
        if 5 * number // count > len(self.memory) and STATM.exists():
            self.memory.append(int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") >> 20)
            if len(self.memory) == 5 and count >= _LONG and self.memory[4] > _GROWTH * self.memory[1]:
                self.found(number, "memory", f"grows: {self.memory} MB")

    def __str__(self) -> str:
        ways = ", ".join(f"{count:,} {name}" for name, count in sorted(self.outcomes.items()))
        memory = f"; MB after each fifth: {', '.join(map(str, self.memory))}" if self.memory else ""
        return f"{self.cases:,} {self.name}, seed {self.seed}: {ways}; {len(self.findings)} findings{memory}"


def told(error: BaseException) -> str:
    """Return an exception with the last places of its traceback, in one line."""
    places = traceback.extract_tb(error.__traceback__)[-3:]
    where = " < ".join(f"{place.filename.rpartition('/')[2]}:{place.lineno}" for place in reversed(places))
    return f"{type(error).__name__}: {str(error)[:200]!r} at {where}"
