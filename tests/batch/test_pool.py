"""Workers that die: in processes and on a cluster, the run goes on and no byte changes."""

import os
import signal
import threading
import time

import pytest

from eval.runs.generate import write_stories
from eval.runs.kill import results
from symbolic_rc.batch import RunOptions, score
from symbolic_rc.batch.pool import process_stories
from symbolic_rc.batch.worker import CRASHED, Setup
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.record import Question, Record

SETUP = Setup("max-frequency")


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return write_stories(tmp_path_factory.mktemp("data") / "stories.jsonl", 600, 300)


@pytest.fixture(scope="module")
def alone(data, tmp_path_factory):
    """Return the results of a run in one process."""
    out = tmp_path_factory.mktemp("alone")
    score(RunOptions(str(data), out, reader="max-frequency"))
    return results(out)


def records(count, tokens=200):
    for i in range(count):
        text = f"Ada{i} met Brack. " * (tokens // 4)
        yield Record(f"s{i}", text, (Question(f"q{i}", "Who met Brack?", ((f"Ada{i}",),)),))


def test_outcomes_come_in_order_and_records_are_not_read_ahead():
    read = []

    def counted():
        for record in records(100):
            read.append(record.id)
            yield record

    outcomes = process_stories(counted(), SETUP, 2)
    first = next(outcomes)
    assert first.story == "s0"
    assert len(read) < 20
    assert [one.story for one in outcomes] == [f"s{i}" for i in range(1, 100)]


def test_a_worker_killed_in_mid_run_changes_nothing():
    workers = []
    outcomes = []
    for outcome in process_stories(records(80), SETUP, 2, started=workers.append):
        outcomes.append(outcome)
        if len(outcomes) in (10, 30, 50):
            os.kill(workers[-1], signal.SIGKILL)
    assert outcomes == list(process_stories(records(80), SETUP, 1))
    assert len(workers) > 2


def test_a_story_that_kills_every_worker_is_reported_and_the_run_goes_on(monkeypatch, tmp_path):
    deadly = tmp_path / "deadly.py"
    deadly.write_text(
        "import os\n"
        "from symbolic_rc.core.record import Answer\n"
        "class Deadly:\n"
        "    def answer_all(self, story, questions):\n"
        "        if story.id == 's3':\n"
        "            os.kill(os.getpid(), 9)\n"
        "        return [Answer(('x',)) for _ in questions]\n"
        "def deadly(options):\n"
        "    return Deadly()\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path) + os.pathsep + os.environ.get("PYTHONPATH", ""))
    found = list(process_stories(records(8), Setup("python:deadly:deadly"), 2))
    assert [one.story for one in found] == [f"s{i}" for i in range(8)]
    assert {one.story: one.failure for one in found if one.failure} == {"s3": CRASHED}
    assert '"answer": ""' in found[3].predictions[0]


def test_a_swollen_worker_is_replaced():
    workers = []
    found = list(process_stories(records(6), SETUP, 1, memory=1, started=workers.append))
    assert len(found) == 6
    assert len(workers) == 6


def kill_in_mid_run(pid, out):
    """Start a thread that kills the process once predictions are being written."""

    def kill():
        path = out / "predictions.jsonl"
        while not path.exists() or path.stat().st_size < 20_000:
            time.sleep(0.002)
        if not (out / "manifest.json").exists():
            os.kill(pid, signal.SIGKILL)
            killed.append(pid)

    killed = []
    threading.Thread(target=kill, daemon=True).start()
    return killed


@pytest.mark.slow
def test_a_local_cluster_tells_nothing_of_its_workers(data, tmp_path, caplog):
    pytest.importorskip("distributed", reason="the extra [cluster] is not installed")
    caplog.set_level("INFO")
    score(RunOptions(str(data), tmp_path, reader="random", cluster="local:1"))
    assert not [one for one in caplog.records if one.name.startswith("distributed")]


@pytest.mark.slow
def test_a_cluster_gives_the_same_bytes_when_a_worker_is_killed(data, alone, tmp_path):
    distributed = pytest.importorskip("distributed", reason="the extra [cluster] is not installed")
    options = {"n_workers": 3, "threads_per_worker": 1, "dashboard_address": None, "silence_logs": "CRITICAL"}
    with distributed.LocalCluster(**options) as cluster, distributed.Client(cluster) as client:
        killed = kill_in_mid_run(next(iter(client.run(os.getpid).values())), tmp_path / "run")
        address = cluster.scheduler_address
        score(RunOptions(str(data), tmp_path / "run", reader="max-frequency", cluster=address))
    assert killed
    assert results(tmp_path / "run") == alone


def test_processes_give_the_same_bytes_when_a_worker_is_killed(data, alone, tmp_path, monkeypatch):
    from symbolic_rc.batch import pool

    killed = []
    start = pool._Pool._start_worker

    def start_and_kill(self):
        worker = start(self)
        if not killed:
            killed.append(kill_in_mid_run(worker.process.pid, tmp_path / "run"))
        return worker

    monkeypatch.setattr(pool._Pool, "_start_worker", start_and_kill)
    score(RunOptions(str(data), tmp_path / "run", reader="max-frequency", jobs=2))
    assert killed[0]
    assert results(tmp_path / "run") == alone


@pytest.mark.parametrize("count", ["x", "0", "-1", ""])
def test_a_local_cluster_without_processes_is_one_clear_line(data, tmp_path, count):
    pytest.importorskip("distributed", reason="the extra [cluster] is not installed")
    with pytest.raises(SymbolicRCError, match="local:N"):
        score(RunOptions(str(data), tmp_path, reader="random", cluster=f"local:{count}"))


def test_a_scheduler_without_workers_is_told(monkeypatch, caplog):
    distributed = pytest.importorskip("distributed", reason="the extra [cluster] is not installed")
    from symbolic_rc.batch import pool

    monkeypatch.setattr(pool, "_CHECK", 0.1)
    monkeypatch.setattr(pool, "_ALONE", 0.3)
    options = {"threads_per_worker": 1, "dashboard_address": None, "silence_logs": "CRITICAL"}
    with distributed.LocalCluster(n_workers=0, processes=False, **options) as local:
        threading.Timer(3.0, local.scale, [1]).start()
        found = list(pool.process_on_cluster(records(3), SETUP, local.scheduler_address))
    assert [one.story for one in found] == ["s0", "s1", "s2"]
    assert caplog.text.count("no worker has joined the scheduler for a minute") == 1
    assert "dask worker" in caplog.text
