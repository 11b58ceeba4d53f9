"""How far a run is: a bar on a terminal, a plain line now and then in a log."""

from __future__ import annotations

import sys
import time
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any

#: Seconds between two lines in a log.
_INTERVAL = 10.0


class Progress(AbstractContextManager["Progress"]):
    """Show stories and questions as they are done, on standard error.

    Parameters
    ----------
    done : int
        Stories kept from an interrupted run.
    total : int or None
        Stories in all, where it is known.
    quiet : bool
        Show nothing.
    """

    def __init__(self, done: int = 0, total: int | None = None, quiet: bool = False) -> None:
        self._stories, self._total, self._quiet = done, total, quiet
        self._questions = 0
        self._began = self._shown = time.monotonic()
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> Progress:
        if not self._quiet and sys.stderr.isatty():
            from rich import progress
            from rich.console import Console

            self._bar = progress.Progress(
                progress.SpinnerColumn(),
                progress.TextColumn("{task.description}"),
                progress.BarColumn(),
                progress.MofNCompleteColumn(),
                progress.TimeElapsedColumn(),
                progress.TimeRemainingColumn(),
                console=Console(stderr=True),
                transient=True,
            )
            self._bar.start()
            self._task = self._bar.add_task("stories", total=self._total, completed=self._stories)
        return self

    def advance(self, questions: int) -> None:
        """Tell of one more story."""
        self._stories += 1
        self._questions += questions
        if self._bar is not None:
            self._bar.update(
                self._task,
                completed=self._stories,
                description=f"stories ({self._rate():,.0f} questions/s)",
            )
        elif not self._quiet and time.monotonic() - self._shown >= _INTERVAL:
            self._line()

    def _line(self) -> None:
        self._shown = time.monotonic()
        of = f" of {self._total}" if self._total is not None else ""
        sys.stderr.write(
            f"{time.strftime('%H:%M:%S')} {self._stories}{of} stories, {self._questions} questions, "
            f"{self._rate():,.1f} questions/s\n"
        )
        sys.stderr.flush()

    def _rate(self) -> float:
        return self._questions / max(time.monotonic() - self._began, 1e-9)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()
        elif not self._quiet:
            self._line()
