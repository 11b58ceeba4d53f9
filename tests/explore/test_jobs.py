import threading

from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.explore.jobs import Jobs


def test_work_is_done_once_by_key_and_tells_how_far_it_is():
    jobs, go = Jobs(), threading.Event()

    def work(tell):
        tell(1, 2, "half")
        go.wait(10)
        return "done"

    job = jobs.start("a", work)
    assert jobs.start("a", work) is job
    while job.done != 1:
        pass
    assert (job.of, job.what, job.running) == (2, "half", True)
    go.set()
    job.wait(10)
    assert (job.result, job.running) == ("done", False)


def test_what_failed_is_told_and_tried_again():
    jobs = Jobs()

    def fail(tell):
        raise SymbolicRCError("no such thing")

    job = jobs.start("a", fail)
    job.wait(10)
    assert job.error == "no such thing"
    again = jobs.start("a", lambda tell: 1)
    again.wait(10)
    assert again.result == 1


def test_a_job_is_stopped_where_it_next_tells():
    jobs, began = Jobs(), threading.Event()

    def work(tell):
        while True:
            tell(0, 0, "going on")
            began.set()

    job = jobs.start("a", work)
    assert began.wait(10)
    job.stop()
    job.wait(10)
    assert job.error == "stopped"


def test_only_the_latest_are_kept():
    jobs = Jobs()
    for key in range(60):
        jobs.start(key, lambda tell: 1).wait(10)
    assert jobs.get(0) is None
    assert jobs.get(59) is not None
