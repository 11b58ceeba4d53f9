"""Several machines, through Dask: stories are the unit of work, results come in the order of the stories.

Dask gives the stories of a worker that died to another one. The results are those of a run on one machine,
since each story's outcome depends on the story and the options alone.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from symbolic_rc.batch.outcome import Outcome
from symbolic_rc.batch.worker import CRASHED, Setup, Worker, failed
from symbolic_rc.core.errors import MissingExtraError, SymbolicRCError
from symbolic_rc.core.record import Record

#: Stories that may be under way, per thread of the cluster.
_AHEAD = 4
#: The least number of stories under way, while workers still join.
_LEAST = 16


def process_on_cluster(records: Iterable[Record], setup: Setup, cluster: str) -> Iterator[Outcome]:
    """Work on stories on a Dask cluster; yield outcomes in the order of the stories.

    Parameters
    ----------
    records : iterable of Record
        Read no further ahead than the cluster needs.
    setup : Setup
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
                kind, content = future.result()
            except KilledWorker:
                kind, content = "outcome", failed(record, setup, CRASHED)
            if kind == "error":
                raise SymbolicRCError(content)
            yield content


def _client(cluster: str, stack: ExitStack) -> Any:
    from distributed import Client, LocalCluster

    try:
        if cluster.startswith("local:"):
            local = LocalCluster(
                n_workers=int(cluster.partition(":")[2]),
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
