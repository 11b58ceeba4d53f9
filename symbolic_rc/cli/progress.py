"""Progress: a bar on a terminal, plain lines in a log.

Nothing heavy is imported, so that progress shows while everything else is loaded.
"""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any

from symbolic_rc.cli.stopping import raise_if_stopped

#: Seconds without a line in a log before a line about a new stage, and before any line.
_SOON, _LATER = 1.0, 10.0
_silent = False


@contextmanager
def verbosity(verbose: bool, quiet: bool) -> Iterator[None]:
    """Show more details, or errors only."""
    global _silent
    root = logging.getLogger()
    before = _silent, root.level
    if verbose or quiet:
        _silent = quiet
        root.setLevel(logging.INFO if verbose else logging.ERROR)
    try:
        yield
    finally:
        _silent = before[0]
        root.setLevel(before[1])


def is_silent() -> bool:
    """Return whether progress is turned off."""
    return _silent


class Display(AbstractContextManager["Display"]):
    """Show progress on standard error: a bar of rich's, or, in a log, a line when a stage lasts."""

    def __init__(self, what: str = "starting", quiet: bool = False) -> None:
        self._what, self._quiet = what, quiet or _silent
        self._stories, self._questions, self._name = -1, 0, ""
        self._total: int | None = None
        self._began = self._shown = time.monotonic()
        self._new = True
        self._bar: Any = None
        self._task: Any = None
        self._over = threading.Event()
        self._ticker: threading.Thread | None = None

    def __enter__(self) -> Display:
        if self._quiet:
            return self
        if sys.stderr.isatty():
            self._start_bar()
        else:
            self._ticker = threading.Thread(target=self._tick, daemon=True)
            self._ticker.start()
        return self

    def stage(self, what: str) -> None:
        """Show a new stage."""
        self._what, self._new = what, True
        self._update(description=what, total=None)

    def kernels(self) -> None:
        """Compile the kernels that are not in the cache, and show how far that is."""
        from symbolic_rc.core.kernels import compile_ahead

        compile_ahead(self.stage)

    def begin(self, done: int, total: int | None) -> None:
        """Show stories from now on: `done` of `total`, if it is known."""
        self._stories, self._total, self._began = done, total, time.monotonic()
        self._update(description="stories", total=total, completed=done)

    def story(self, name: str) -> None:
        """Show the current story."""
        self._name = "".join(c if c.isprintable() else "?" for c in name[:60])
        self._update(description=self._text())

    def advance(self, questions: int) -> None:
        """Count a finished story; raises `Stopped` if a stop signal was lost."""
        raise_if_stopped()
        self._stories += 1
        self._questions += questions
        self._update(description=self._text(), completed=self._stories)

    def _text(self) -> str:
        at = f", at story {self._name}" if self._name else ""
        return f"stories ({self._rate():,.0f} questions/s{at})"

    def _rate(self) -> float:
        return self._questions / max(time.monotonic() - self._began, 1e-9)

    def _start_bar(self) -> None:
        from rich import progress
        from rich.console import Console

        self._bar = progress.Progress(
            progress.SpinnerColumn(),
            progress.TextColumn("{task.description}", markup=False),
            progress.BarColumn(),
            progress.MofNCompleteColumn(),
            progress.TimeElapsedColumn(),
            progress.TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._bar.start()
        self._task = self._bar.add_task(self._what, total=None)

    def _update(self, **fields: Any) -> None:
        if self._bar is not None:
            self._bar.update(self._task, **fields)

    def _tick(self) -> None:
        """Write a line whenever it is time for one; runs in its own thread."""
        while not self._over.wait(0.1):
            silent = time.monotonic() - self._shown
            if silent >= _LATER or (self._new and silent >= _SOON):
                self._line()

    def _line(self, last: bool = False) -> None:
        self._shown, self._new = time.monotonic(), False
        if self._stories < 0:
            text = self._what
        else:
            of = f" of {self._total}" if self._total is not None else ""
            at = "" if last or not self._name else f", at story {self._name}"
            rate = f"{self._rate():,.1f} questions/s"
            text = f"{self._stories}{of} stories, {self._questions} questions, {rate}{at}"
        with suppress(OSError, ValueError):  # the stream is closed
            sys.stderr.write(f"{time.strftime('%H:%M:%S')} {text}\n")
            sys.stderr.flush()

    def __exit__(self, *raised: object) -> None:
        self._over.set()
        if self._ticker is not None:
            self._ticker.join()
        if self._bar is not None:
            self._bar.stop()
        elif not self._quiet and self._stories >= 0:
            self._line(last=True)
