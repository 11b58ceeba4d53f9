"""The entry point: a stop, or an error that a user can fix, ends with one line."""

from __future__ import annotations

import sys

from symbolic_rc.cli.stopping import Stopped, handle_signals, ignore_signals, raise_if_stopped


def main() -> None:
    """Run the command line; errors that a user can fix exit with status 2, a stop with 130."""
    handle_signals()
    try:
        _run()
        raise_if_stopped()
    except (Stopped, KeyboardInterrupt) as stop:
        ignore_signals()
        hint = getattr(stop, "hint", "")
        sys.stderr.write(f"\nstopped{'; ' * bool(hint)}{hint}\n")
        sys.stderr.flush()
        sys.exit(130)


def _run() -> None:
    import gc
    import logging
    import os
    import warnings

    warnings.simplefilter("ignore", SyntaxWarning)  # Python's own, about expressions in data
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # it was closed before the start; no file may get its number
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115
    gc.set_threshold(50_000, 20, 20)  # what is loaded stays: nothing need be collected meanwhile

    from symbolic_rc.core.imports import skip_unused

    skip_unused()
    from symbolic_rc.cli.entry import app
    from symbolic_rc.core.terminal import Escaping, one_line

    sys.stdout = Escaping(sys.stdout)  # any output may contain text from data
    logging.basicConfig(format="%(message)s", stream=Escaping(sys.stderr))
    try:
        app()
    except SystemExit:
        raise_if_stopped()  # a server that is stopped exits normally
        raise
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(141)
    except Exception as error:
        raise_if_stopped()  # Python wraps exceptions in some callbacks, such as `__set_name__`
        from symbolic_rc.core.errors import SymbolicRCError

        if not isinstance(error, SymbolicRCError | OSError):
            raise
        place = f"{error.filename}: " if isinstance(error, OSError) and error.filename else ""
        said = getattr(error, "strerror", None) or error
        sys.stderr.write(f"symbolic-rc: {one_line(f'{place}{said}')}\n")
        sys.exit(2)
