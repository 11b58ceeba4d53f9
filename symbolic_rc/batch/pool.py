"""Worker processes: stories in, outcomes out in the same order, whatever happens to a worker.

Each worker has a pipe of its own, so that the parent knows which story a dead worker held. That story
is given to a fresh worker once more; if it dies again, it is reported as failed and the run goes on.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from symbolic_rc.batch.scoring import Outcome
from symbolic_rc.batch.worker import CRASHED, Setup, Worker, failed, freeze_loaded
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.record import Record

_log = logging.getLogger(__name__)

#: Attempts at a story, each by a fresh worker, before it is reported as failed.
ATTEMPTS = 2
#: Stories that may be under way or wait for an earlier one, per worker.
_AHEAD = 4


def process_stories(
    records: Iterable[Record],
    setup: Setup,
    jobs: int,
    memory: int = 2 << 30,
    started: Callable[[int], None] = lambda pid: None,
) -> Iterator[Outcome]:
    """Work on stories in `jobs` processes; yield outcomes in the order of the stories.

    Parameters
    ----------
    records : iterable of Record
        Read no further ahead than the workers need.
    memory : int
        Bytes; a worker that holds more after a story is replaced by a fresh one.
    started : callable
        Called with each worker's process id.
    """
    pool = _Pool(setup, jobs, memory, started)
    try:
        yield from pool.run(iter(records))
    finally:
        pool.close()


class _WorkerProcess:
    """One worker process and the story that it holds."""

    def __init__(self, context: Any, setup: Setup) -> None:
        self.pipe: Connection
        self.pipe, other = context.Pipe()
        self.process: BaseProcess = context.Process(target=_serve, args=(other, setup), daemon=True)
        self.process.start()
        other.close()
        self.holds: tuple[int, Record, int] | None = None  # number, story, attempt

    def give(self, number: int, record: Record, attempt: int) -> None:
        self.holds = (number, record, attempt)
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # it died idle; `wait` tells
            self.pipe.send(record)

    def end(self) -> None:
        self.pipe.close()
        self.process.kill()
        self.process.join()


class _Pool:
    def __init__(self, setup: Setup, jobs: int, memory: int, started: Callable[[int], None]) -> None:
        method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
        self._context = multiprocessing.get_context(method)
        if method == "forkserver":  # modules are loaded once, and their memory is shared
            self._context.set_forkserver_preload(["symbolic_rc.batch.worker"])
        self._setup, self._jobs, self._memory, self._started = setup, jobs, memory, started
        self._hands: list[_WorkerProcess] = []

    def run(self, records: Iterator[Record]) -> Iterator[Outcome]:
        retries: list[tuple[int, Record, int]] = []
        finished: dict[int, Outcome] = {}
        given = due = 0
        more = True
        while True:
            while more or retries:
                idle = next((hand for hand in self._hands if hand.holds is None), None)
                if idle is None and len(self._hands) >= self._jobs:
                    break
                if retries:
                    task = retries.pop(0)
                elif given - due < _AHEAD * self._jobs:
                    record = next(records, None)
                    if record is None:
                        more = False
                        break
                    task, given = (given, record, 1), given + 1
                else:
                    break
                (idle or self._start_worker()).give(*task)
            busy = [hand for hand in self._hands if hand.holds is not None]
            if not busy:
                return
            for ready in wait([hand.pipe for hand in busy]):
                hand = next(hand for hand in busy if hand.pipe is ready)
                assert hand.holds is not None
                number, record, attempt = hand.holds
                outcome = self._receive(hand)
                if outcome is not None:
                    finished[number] = outcome
                elif attempt < ATTEMPTS:
                    retries.append((number, record, attempt + 1))
                else:
                    finished[number] = failed(record, self._setup, CRASHED)
            while due in finished:
                yield finished.pop(due)
                due += 1

    def _receive(self, hand: _WorkerProcess) -> Outcome | None:
        """Take a worker's outcome, or None if it died; a dead or oversized worker leaves the pool."""
        try:
            kind, content, resident = hand.pipe.recv()
        except (EOFError, OSError):
            hand.process.join(5)
            _log.warning("a worker ended with status %s; its story is retried", hand.process.exitcode)
            self._stop_worker(hand)
            return None
        hand.holds = None
        if kind == "error":
            raise SymbolicRCError(content)
        if resident > self._memory:
            _log.info("a worker held %d MB and is replaced", resident >> 20)
            self._stop_worker(hand)
        found: Outcome = content
        return found

    def _start_worker(self) -> _WorkerProcess:
        hand = _WorkerProcess(self._context, self._setup)
        self._hands.append(hand)
        if hand.process.pid is not None:
            self._started(hand.process.pid)
        return hand

    def _stop_worker(self, hand: _WorkerProcess) -> None:
        self._hands.remove(hand)
        hand.end()

    def close(self) -> None:
        for hand in self._hands:
            hand.end()
        self._hands.clear()


def _serve(pipe: Connection, setup: Setup) -> None:
    """Run in a worker: one story after the other until the parent goes away."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    worker, first = Worker(setup), True
    while True:
        try:
            record = pipe.recv()
        except (EOFError, OSError):
            return
        message: tuple[str, Any, int]
        try:
            message = ("outcome", worker.work(record), resident_memory())
        except SymbolicRCError as error:
            message = ("error", str(error), 0)
        try:
            pipe.send(message)
        except OSError:
            return
        if first:
            freeze_loaded()
            first = False


def resident_memory() -> int:
    """Return the bytes of memory that this process holds now; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return 0
