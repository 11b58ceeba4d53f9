"""Signals that stop the program: an exception, and what to do where Python swallows it."""

from __future__ import annotations

import signal
import sys
from typing import Any, NoReturn


class Stopped(BaseException):
    """The user, or the system, has sent a signal to stop.

    Attributes
    ----------
    hint : str
        What to do next, or empty.
    """

    hint = ""


#: The stop signals received until now.
_received: list[int] = []


def raise_if_stopped() -> None:
    """Raise `Stopped` if a stop signal has come and its exception was lost.

    Python ignores exceptions in callbacks, such as those of the import system; long loops call this.
    """
    if _received:
        raise Stopped


def handle_signals() -> None:
    """Have stop signals raise `Stopped`."""

    def stop(number: int, frame: Any) -> NoReturn:
        _received.append(number)
        # nothing about a stop within `__del__`, or about objects that it left half made
        sys.unraisablehook = lambda unraisable: None
        raise Stopped

    for number in _signals():
        signal.signal(number, stop)


def ignore_signals() -> None:
    """Ignore further stop signals."""
    for number in _signals():
        signal.signal(number, signal.SIG_IGN)


def _signals() -> list[int]:
    """Return the stop signals, except those that the parent process has us ignore (`nohup`)."""
    names = ("SIGINT", "SIGTERM", "SIGHUP")
    known = [getattr(signal, name) for name in names if hasattr(signal, name)]
    return [number for number in known if signal.getsignal(number) is not signal.SIG_IGN]
