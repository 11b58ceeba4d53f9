"""Several machines, through Dask: stories are the unit of work, results come in the order of the stories.

Dask gives the stories of a worker that died to another one. The results are those of a run on one machine,
since each story's outcome depends on the story and the options alone.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from symbolic_rc.batch.scoring import Outcome
from symbolic_rc.batch.worker import CRASHED, Setup, Worker, failed
from symbolic_rc.core.errors import MissingExtraError, SymbolicRCError
from symbolic_rc.core.record import Record
from symbolic_rc.core.version import VERSION

_log = logging.getLogger(__name__)

#: Stories that may be under way, per thread of the cluster.
_AHEAD = 4
#: Seconds between two checks of a story under way, and without a worker before a warning.
_CHECK, _ALONE = 5.0, 60.0
#: The least number of stories under way, while workers still join.
_LEAST = 16


def process_on_cluster(records: Iterable[Record], setup: Setup, cluster: str) -> Iterator[Outcome]:
    """Work on stories on a Dask cluster; yield outcomes in the order of the stories.

    Parameters
    ----------
    records : iterable of Record
        Read no further ahead than the cluster needs.
    cluster : str
        A scheduler's address (``tcp://host:8786``), the path of a scheduler file, or ``local:N`` for a
        cluster of N processes on this machine.

    Raises
    ------
    MissingExtraError
        If Dask's `distributed` is not installed.
    SymbolicRCError
        If the cluster cannot be reached, or a worker says that the run cannot go on.
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


def _processes(cluster: str) -> int:
    """Return N of ``local:N``."""
    count = cluster.partition(":")[2]
    if not count.isdecimal() or int(count) < 1:
        raise SymbolicRCError(f"the cluster {cluster!r} has no processes; give local:N with N of at least 1")
    return int(count)


def _client(cluster: str, stack: ExitStack) -> Any:
    from distributed import Client, LocalCluster

    try:
        if cluster.startswith("local:"):
            local = LocalCluster(
                n_workers=_processes(cluster),
                threads_per_worker=1,
                processes=True,
                dashboard_address=None,
                silence_logs="ERROR",
            )
            return stack.enter_context(Client(stack.enter_context(local)))
        if Path(cluster).is_file():
            return stack.enter_context(Client(scheduler_file=cluster, timeout=30))
        return stack.enter_context(Client(cluster, timeout=30))
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
