"""Kill runs at random moments, damage what they left, resume them, and compare every byte.

    python -m eval.runs.kill --times 200 --stories 60

Half of the kills come after a random time, half when the predictions have reached a random size; the signal
is SIGKILL, to the run alone or to the run with its workers. Some resumed runs are killed again. Then, in most
runs, a file is damaged in one of the ways of `eval.runs.damage`. The resumed run must end with the
bytes of an undisturbed one, or refuse in one line with status 2; then it must do so with --overwrite.
All runs are forked from one process that has loaded the program: its start would take longer than a run does.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from eval.runs.damage import KINDS
from eval.runs.generate import write_stories
from eval.runs.processes import Forked
from symbolic_rc.batch.worker import Setup, Worker
from symbolic_rc.core.record import Record
from symbolic_rc.datasets import read

#: Runs with worker processes, whose start takes far longer than the run.
_SHARE_OF_POOLS = 0.03


@dataclass
class Tally:
    """What came of the kills."""

    kills: int = 0
    in_mid_run: int = 0
    damaged: int = 0
    refused: int = 0
    differ: int = 0


def results(folder: Path) -> dict[str, object]:
    """Return all that a run wrote, but for the timing in its manifest."""
    manifest = json.loads((folder / "manifest.json").read_bytes())
    del manifest["timing"]
    found: dict[str, object] = {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
    found["manifest.json"] = manifest
    return found


def kill_runs(times: int, stories: int, reader: str, seed: int = 0, folder: Path | None = None) -> Tally:
    """Kill and resume `times` runs over generated stories, and count those whose results differ."""
    choose = random.Random(seed)
    tally = Tally()
    with tempfile.TemporaryDirectory() as place:
        base = Path(folder or place)
        data = write_stories(base / "stories.jsonl", stories, 100)
        _load(data, reader)
        whole = base / "whole"
        began = time.monotonic()
        _start(data, whole, reader, 1).wait()
        seconds = time.monotonic() - began
        expected = results(whole)
        size = (whole / "predictions.jsonl").stat().st_size
        for number in range(times):
            out = base / f"run{number}"
            for attempt in range(1 + (choose.random() < 0.3)):
                jobs = 1 + (choose.random() < _SHARE_OF_POOLS)
                process = _start(data, out, reader, jobs, *["--resume"] * (attempt > 0))
                if choose.random() < 0.5:
                    _wait_for_size(process, out / "predictions.jsonl", choose.randrange(size))
                else:
                    process.wait(choose.uniform(0, 1.1 * seconds))
                tally.kills += 1
                tally.in_mid_run += (out / "progress.jsonl").exists()
                _kill(process, group=choose.random() < 0.5)
            damage = choose.choice(KINDS)(out, choose) if choose.random() < 0.95 and out.exists() else ""
            tally.damaged += bool(damage)
            jobs = 1 + (choose.random() < _SHARE_OF_POOLS)
            outcome = _resumed(data, out, reader, jobs, expected)
            tally.refused += outcome.startswith("refused")
            tally.differ += outcome.startswith("DIFFERS")
            print(f"run {number}: {damage or 'no damage'}: {outcome}", file=sys.stderr)
            if not outcome.startswith("DIFFERS"):
                shutil.rmtree(out)
    return tally


def _load(data: Path, reader: str) -> None:
    """Load in this process what a run needs: those forked from it begin at once."""
    import_module("symbolic_rc.cli.entry")
    worker = Worker(Setup(reader))
    for record in read(data, limit=4):
        assert isinstance(record, Record)
        worker.work(record)
    gc.freeze()


def _resumed(data: Path, out: Path, reader: str, jobs: int, expected: dict[str, object]) -> str:
    """Resume a run, or do it again where that is refused in one line; say what came of it."""
    process = _start(data, out, reader, jobs, "--resume")
    said, status = process.errors(), process.returncode
    if status == 2 and said.count("\n") == 0 and "--overwrite" in said:
        ended = _start(data, out, reader, jobs, "--overwrite").wait()
        if ended == 0 and results(out) == expected:
            return f"refused ({said.replace(str(out), 'RUN')})"
        return f"DIFFERS after --overwrite (exit status {ended})"
    if status == 0 and results(out) == expected:
        return "same bytes" + (f" ({said.replace(str(out), 'RUN')})" if said else "")
    return f"DIFFERS (exit status {status}: {said})"


def _start(data: Path, out: Path, reader: str, jobs: int, *more: str) -> Forked:
    where = ["score", str(data), "--out", str(out), "--reader", reader]
    return Forked([*where, "--jobs", str(jobs), "--trace", "--quiet", *more])


def _wait_for_size(process: Forked, path: Path, size: int) -> None:
    while process.poll() is None:
        if path.exists() and path.stat().st_size >= size:
            return
        time.sleep(0.0005)


def _kill(process: Forked, group: bool) -> None:
    if process.poll() is None:
        with contextlib.suppress(ProcessLookupError):  # it has no session of its own yet
            (os.killpg if group else os.kill)(process.pid, signal.SIGKILL)
        with contextlib.suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGKILL)
    process.wait()


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--stories", type=int, default=60)
    parser.add_argument("--reader", default="max-frequency")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    tally = kill_runs(chosen.times, chosen.stories, chosen.reader, chosen.seed)
    print(
        f"{chosen.times} runs, {tally.kills} kills ({tally.in_mid_run} in mid-run), {tally.damaged} damaged: "
        f"{chosen.times - tally.refused - tally.differ} with the same bytes, {tally.refused} refused in one "
        f"line and repeated with --overwrite, {tally.differ} differ; seed {chosen.seed}"
    )
    sys.exit(tally.differ > 0)


if __name__ == "__main__":
    main()
