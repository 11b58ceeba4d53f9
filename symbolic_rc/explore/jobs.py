"""Long-running work in the background, with progress and a result."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock, Thread
from typing import Any

from symbolic_rc.core.errors import SymbolicRCError

_LOG = logging.getLogger(__name__)
_KEPT = 24

#: Takes what is done, of how much, and the current step.
Report = Callable[[int, int, str], None]


class Job:
    """One piece of work: its current step (`what`), its `result`, None until it is done, why it failed."""

    def __init__(self, work: Callable[[Report], Any]) -> None:
        self.done, self.of, self.what = 0, 0, "starting"
        self.result: Any = None
        self.error = ""
        self._stopped = False
        self._thread = Thread(target=self._run, args=(work,), daemon=True)
        self._thread.start()

    @property
    def running(self) -> bool:
        """Whether it is not finished."""
        return self.result is None and not self.error

    def wait(self, seconds: float) -> None:
        """Wait for its end, at most some seconds."""
        self._thread.join(seconds)

    def stop(self) -> None:
        """End it at its next report of progress."""
        self._stopped = True

    def _report(self, done: int, of: int, what: str) -> None:
        if self._stopped:
            raise SymbolicRCError("stopped")
        self.done, self.of, self.what = done, of, what

    def _run(self, work: Callable[[Report], Any]) -> None:
        try:
            self.result = work(self._report)
        except SymbolicRCError as error:
            self.error = str(error)
        except Exception as error:
            _LOG.exception("a job of the workbench failed")
            self.error = f"{type(error).__name__}: {error}"


class Jobs:
    """Pieces of work by key: each is started once, and the latest are kept."""

    def __init__(self) -> None:
        self._jobs: OrderedDict[object, Job] = OrderedDict()
        self._lock = Lock()

    def start(self, key: object, work: Callable[[Report], Any]) -> Job:
        """Return the job of a key, started if it is not known or has failed."""
        with self._lock:
            job = self._jobs.get(key)
            if job is None or job.error:
                job = self._jobs[key] = Job(work)
            self._jobs.move_to_end(key)
            for old in [key for key, one in self._jobs.items() if not one.running][: -_KEPT or None]:
                del self._jobs[old]
            return job

    def get(self, key: object) -> Job | None:
        """Return the job of a key, if it was started."""
        return self._jobs.get(key)

    def stop(self, key: object) -> None:
        """End the job of a key, if it was started."""
        if (job := self.get(key)) is not None:
            job.stop()
