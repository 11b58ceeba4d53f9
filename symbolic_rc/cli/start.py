"""The way in: stops and errors that a user can mend end with one line, whatever is going on."""

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


#: The signals to stop that have come.
_asked: list[int] = []


def heed_stop() -> None:
    """Raise `Stopped` if a signal to stop has come before and its exception was lost.

    Python ignores exceptions in callbacks, such as those of the import system; what lasts asks here.
    """
    if _asked:
        raise Stopped


def main() -> None:
    """Run the command line; what a user can mend ends with one line and exit status 2, a stop with 130."""
    _heed_signals()
    try:
        _run()
        heed_stop()
    except (Stopped, KeyboardInterrupt) as stop:
        _ignore_signals()
        hint = getattr(stop, "hint", "")
        sys.stderr.write(f"\nstopped{'; ' * bool(hint)}{hint}\n")
        sys.stderr.flush()
        sys.exit(130)


def _run() -> None:
    import logging

    from symbolic_rc.cli.entry import app
    from symbolic_rc.core.terminal import Escaping, escaped, one_line

    class Escaped(logging.Formatter):
        """Messages without anything that steers a terminal."""

        def format(self, record: logging.LogRecord) -> str:
            """Return the message."""
            return escaped(super().format(record))

    sys.stdout = Escaping(sys.stdout)  # whatever is shown may hold texts of data
    logging.basicConfig(format="%(message)s", stream=sys.stderr)
    logging.getLogger().handlers[0].setFormatter(Escaped())
    try:
        app()
    except SystemExit:
        heed_stop()  # a server that is stopped ends well, as far as it knows
        raise
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(141)
    except Exception as error:
        heed_stop()  # Python wraps what is raised in some callbacks, such as `__set_name__`
        from symbolic_rc.core.errors import SymbolicRCError

        if not isinstance(error, SymbolicRCError):
            raise
        sys.stderr.write(f"symbolic-rc: {one_line(str(error))}\n")
        sys.exit(2)


def _signals() -> list[int]:
    """Return the signals that stop a program, but for those that its parent has it ignore (`nohup`)."""
    names = ("SIGINT", "SIGTERM", "SIGHUP")
    known = [getattr(signal, name) for name in names if hasattr(signal, name)]
    return [number for number in known if signal.getsignal(number) is not signal.SIG_IGN]


def _heed_signals() -> None:
    def stop(number: int, frame: Any) -> NoReturn:
        _asked.append(number)
        sys.unraisablehook = _say_nothing  # of a stop within `__del__`, or of what it left half made
        raise Stopped

    for number in _signals():
        signal.signal(number, stop)


def _say_nothing(unraisable: Any) -> None:
    """Take the place of `sys.unraisablehook` once a stop has come."""


def _ignore_signals() -> None:
    for number in _signals():
        signal.signal(number, signal.SIG_IGN)
