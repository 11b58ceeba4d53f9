"""The processes of a run, from /proc; commands in processes that are forked, with the program loaded."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path


def tree(pid: int) -> dict[int, float]:
    """Return a process and all below it, each with its processor time in seconds, ended children included."""
    parents, seconds = {}, {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        one = int(path.parent.name)
        parents[one] = int(fields[1])
        seconds[one] = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    found = {}
    for one in parents:
        up = one
        while up in parents and up != pid:
            up = parents[up]
        if up == pid:
            found[one] = seconds[one]
    return found


def held(pid: int) -> float:
    """Return the MB that a process holds, of pages that it shares its share; 0 when it is gone."""
    try:
        rows = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return sum(int(row.split()[1]) for row in rows if row.startswith("Pss:")) / 2**10


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a process that leads a session of its own, with all that it has started, and wait for its end."""
    with suppress(ProcessLookupError):  # it has just ended
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


class Forked:
    """A command of the program in a process and a session of its own; forked, so that it starts at once.

    Parameters
    ----------
    arguments : sequence of str
        What follows ``symbolic-rc``.

    Attributes
    ----------
    pid : int
    returncode : int or None
        None while it runs; negative for the signal that ended it.
    """

    def __init__(self, arguments: Sequence[str]) -> None:
        self._said = tempfile.TemporaryFile()  # noqa: SIM115  (read when it has ended)
        self.returncode: int | None = None
        self.pid = os.fork()
        if not self.pid:
            self._run(arguments)

    def _run(self, arguments: Sequence[str]) -> None:
        from symbolic_rc.cli.start import main

        status = 1
        try:
            os.setsid()
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            os.dup2(self._said.fileno(), 2)
            sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w")
            sys.argv = ["symbolic-rc", *arguments]
            main()
            status = 0
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 1 if end.code else 0
        except BaseException:
            import traceback

            traceback.print_exc()
        finally:
            sys.stderr.flush()
            os._exit(status)

    def poll(self) -> int | None:
        """Return the exit status, or None while it runs."""
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self.returncode = os.waitstatus_to_exitcode(status) if pid else None
        return self.returncode

    def wait(self, seconds: float = 600) -> int | None:
        """Return the exit status, or None if it still runs after so long."""
        until = time.monotonic() + seconds
        while self.poll() is None and time.monotonic() < until:
            time.sleep(0.0005)
        return self.returncode

    def errors(self) -> str:
        """Return what it wrote to the standard error, when it has ended."""
        self.wait()
        self._said.seek(0)
        return self._said.read().decode(errors="replace").strip()
