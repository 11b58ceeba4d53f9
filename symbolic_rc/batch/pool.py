"""Worker processes: stories in, outcomes out in the same order, whatever happens to a worker.

Each worker has a pipe of its own, so that the parent knows which story a dead worker held. That story
is given to a fresh worker once more; if it dies again, it is reported as failed and the run goes on.
"""

from __future__ import annotations

import gc
import logging
import multiprocessing
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from symbolic_rc.batch.scoring import Outcome
from symbolic_rc.batch.worker import CRASHED, Setup, Worker, failed
from symbolic_rc.core.errors import MissingExtraError, SymbolicRCError, whole_number
from symbolic_rc.core.processes import resident_memory
from symbolic_rc.core.record import Record
from symbolic_rc.core.version import VERSION

#: Stories that may be under way or wait for an earlier one, per worker.
_AHEAD = 4
#: Seconds between two checks of a story under way, and without a worker before a warning.
_CHECK, _ALONE = 5.0, 60.0
#: The least number of stories under way, while workers still join.
_LEAST = 16


def process_on_cluster(records: Iterable[Record], setup: Setup, cluster: str) -> Iterator[Outcome]:
    """Work on stories on a Dask cluster; yield outcomes in the order of the stories.

    The cluster is a scheduler's address (``tcp://host:8786``), the path of a scheduler file, or ``local:N``
    for N processes on this machine. Stories are read no further ahead than it needs.
    """
    try:
        from distributed import KilledWorker
    except ImportError as error:
        raise MissingExtraError("distributed", "cluster") from error
    with ExitStack() as stack:
        client = _client(cluster, stack)
        waiting: deque[tuple[Record, Any]] = deque()
        stories = iter(records)
        while True:
            ahead = max(_LEAST, _AHEAD * sum(client.nthreads().values()))
            while len(waiting) < ahead and (record := next(stories, None)) is not None:
                waiting.append((record, client.submit(_work, record, setup, pure=False)))
            if not waiting:
                return
            record, future = waiting.popleft()
            try:
                kind, content = _result(client, future, cluster)
            except KilledWorker:
                kind, content = "outcome", failed(record, setup, CRASHED)
            if kind == "error":
                raise SymbolicRCError(content)
            yield content


def _result(client: Any, future: Any, cluster: str) -> tuple[str, Any]:
    """Wait for a story's outcome; warn, once a minute, while no worker is connected."""
    from concurrent.futures import CancelledError

    from distributed import KilledWorker, wait
    from distributed import TimeoutError as NotYet  # not the built-in one before Python 3.11

    alone = 0.0
    while not future.done():
        with suppress(NotYet):
            wait(future, timeout=_CHECK)
        alone = 0.0 if client.nthreads() else alone + _CHECK
        if _ALONE <= alone < _ALONE + _CHECK:
            _log.warning(
                "%s: no worker has joined the scheduler for a minute; the run waits. Check that workers "
                "run (`dask worker %s`), reach the scheduler through the network, and have symbolic_rc %s",
                cluster,
                client.scheduler.address,
                VERSION,
            )
    try:
        return future.result()
    except KilledWorker:
        raise
    except (Exception, CancelledError) as error:
        raise SymbolicRCError(
            f"the cluster {cluster!r} cannot do the work ({type(error).__name__}: {error}); its workers need "
            f"symbolic_rc {VERSION}; completed stories are kept: continue with --resume"
        ) from error


def _client(cluster: str, stack: ExitStack) -> Any:
    from distributed import Client, LocalCluster

    try:
        if cluster.startswith("local:"):
            count = whole_number(cluster.removeprefix("local:"))
            if not count:
                what = f"the cluster {cluster!r} has no processes"
                raise SymbolicRCError(f"{what}; give local:N with N of at least 1")
            logging.getLogger("distributed").setLevel(logging.ERROR)  # its `silence_logs` misses our handler
            local = LocalCluster(
                n_workers=count, threads_per_worker=1, processes=True, dashboard_address=None
            )
            return stack.enter_context(Client(stack.enter_context(local)))
        place = {"scheduler_file" if Path(cluster).is_file() else "address": cluster}
        return stack.enter_context(Client(**place, timeout=30))
    except (OSError, ValueError) as error:
        raise SymbolicRCError(
            f"the cluster {cluster!r} cannot be reached ({error}); "
            "give a scheduler's address, a scheduler file or local:N"
        ) from error


_local = threading.local()


def _work(record: Record, setup: Setup) -> tuple[str, Any]:
    """Run on a worker; the reader is loaded once for each of its threads."""
    if getattr(_local, "setup", None) != setup:
        _local.setup, _local.worker = setup, Worker(setup)
    try:
        return "outcome", _local.worker.work(record)
    except SymbolicRCError as error:
        return "error", str(error)


_log = logging.getLogger(__name__)

#: Attempts at a story, each by a fresh worker, before it is reported as failed.
ATTEMPTS = 2


def process_stories(
    records: Iterable[Record],
    setup: Setup,
    jobs: int,
    memory: int = 2 << 30,
    started: Callable[[int], None] = lambda pid: None,
) -> Iterator[Outcome]:
    """Work on stories in `jobs` processes; yield outcomes in the order of the stories.

    Stories are read no further ahead than the workers need. A worker that holds more bytes of `memory` after
    a story is replaced by a fresh one. `started` gets each worker's process id.
    """
    with closing(_Pool(setup, jobs, memory, started)) as pool:
        yield from pool.run(iter(records))


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
        with suppress(BrokenPipeError, ConnectionResetError):  # it died idle; `wait` tells
            self.pipe.send(record)

    def end(self) -> None:
        self.pipe.close()
        self.process.kill()
        self.process.join()


class _Pool:
    def __init__(self, setup: Setup, jobs: int, memory: int, started: Callable[[int], None]) -> None:
        method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
        self._context = multiprocessing.get_context(method)
        if method == "forkserver":  # what is loaded once is in memory that is shared
            from multiprocessing import forkserver, resource_tracker

            engine = ["symbolic_rc.preload"] * setup.reader.startswith("symbolic")
            self._context.set_forkserver_preload([*engine, "symbolic_rc.batch.worker"])
            resource_tracker.ensure_running()  # it would unblock signals
            mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # a stop is for this process
            forkserver.ensure_running()
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        self._setup, self._jobs, self._memory, self._started = setup, jobs, memory, started
        self._workers: list[_WorkerProcess] = []
        self._retries: list[tuple[int, Record, int]] = []
        self._finished: dict[int, Outcome] = {}
        self._given = self._due = 0

    def run(self, records: Iterator[Record]) -> Iterator[Outcome]:
        while True:
            while len(self._workers) < self._jobs or self._idle() is not None:
                if (task := self._next_task(records)) is None:
                    break
                (self._idle() or self._start_worker()).give(*task)
            busy = [worker for worker in self._workers if worker.holds is not None]
            if not busy:
                return
            ready = wait([worker.pipe for worker in busy])
            for worker in busy:
                if worker.pipe in ready:
                    self._collect(worker)
            while self._due in self._finished:
                yield self._finished.pop(self._due)
                self._due += 1

    def _idle(self) -> _WorkerProcess | None:
        return next((worker for worker in self._workers if worker.holds is None), None)

    def _next_task(self, records: Iterator[Record]) -> tuple[int, Record, int] | None:
        """Return the number, story and attempt of the next task, if there is one now."""
        if self._retries:
            return self._retries.pop(0)
        if self._given - self._due >= _AHEAD * self._jobs or (record := next(records, None)) is None:
            return None
        self._given += 1
        return self._given - 1, record, 1

    def _collect(self, worker: _WorkerProcess) -> None:
        """Take the outcome of a worker's story, or plan another attempt."""
        assert worker.holds is not None
        number, record, attempt = worker.holds
        if (outcome := self._receive(worker)) is not None:
            self._finished[number] = outcome
        elif attempt < ATTEMPTS:
            self._retries.append((number, record, attempt + 1))
        else:
            self._finished[number] = failed(record, self._setup, CRASHED)

    def _receive(self, worker: _WorkerProcess) -> Outcome | None:
        """Take a worker's outcome, or None if it died; a dead or oversized worker leaves the pool."""
        try:
            kind, content, resident = worker.pipe.recv()
        except (EOFError, OSError):
            worker.process.join(5)
            _log.warning("a worker ended with status %s; its story is retried", worker.process.exitcode)
            self._stop_worker(worker)
            return None
        worker.holds = None
        if kind == "error":
            raise SymbolicRCError(content)
        if resident > self._memory:
            _log.info("a worker held %d MB and is replaced", resident >> 20)
            self._stop_worker(worker)
        return content

    def _start_worker(self) -> _WorkerProcess:
        worker = _WorkerProcess(self._context, self._setup)
        self._workers.append(worker)
        if worker.process.pid is not None:
            self._started(worker.process.pid)
        return worker

    def _stop_worker(self, worker: _WorkerProcess) -> None:
        self._workers.remove(worker)
        worker.end()

    def close(self) -> None:
        for worker in self._workers:
            worker.end()
        self._workers.clear()


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
            gc.freeze()
            first = False
