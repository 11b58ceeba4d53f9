"""Kill a worker of a run in the middle, and compare every byte with a run in one process.

    python -m eval.runs.kill_workers INPUT [--format F] [--reader R] [--limit N]

Twice: a run of two processes, and one of three on a local Dask cluster. The worker that has worked most gets
SIGKILL once a fourth of the answers is written.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from eval.runs.kill import results
from eval.runs.processes import tree

WAYS = (["--jobs", "2"], ["--cluster", "local:3"])


def start(command: list[str], out: Path, way: list[str]) -> subprocess.Popen[bytes]:
    """Start a run."""
    return subprocess.Popen([*command, "--out", str(out), *way], stdout=subprocess.DEVNULL)


def kill_busiest(process: subprocess.Popen[bytes], predictions: Path, size: int) -> bool:
    """Kill the busiest worker when this number of bytes is written; return whether that was in mid-run."""
    while process.poll() is None:
        if predictions.exists() and predictions.stat().st_size >= size:
            workers = {pid: seconds for pid, seconds in tree(process.pid).items() if pid != process.pid}
            if not workers:
                return False
            os.kill(max(workers, key=lambda pid: workers[pid]), signal.SIGKILL)
            return process.poll() is None
        time.sleep(0.001)
    return False


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("input")
    parser.add_argument("--format", default="auto")
    parser.add_argument("--reader", default="symbolic")
    parser.add_argument("--limit", type=int)
    chosen = parser.parse_args()
    command = [sys.executable, "-m", "symbolic_rc", "score", chosen.input, "--format", chosen.format]
    command += ["--reader", chosen.reader, "--trace", "--quiet"]
    command += ["--limit", str(chosen.limit)] * (chosen.limit is not None)
    differ = 0
    with tempfile.TemporaryDirectory() as place:
        alone = Path(place) / "alone"
        if start(command, alone, []).wait():
            sys.exit("the run in one process failed")
        expected, size = results(alone), (alone / "predictions.jsonl").stat().st_size
        for number, way in enumerate(WAYS):
            out = Path(place) / f"run{number}"
            process = start(command, out, way)
            killed = kill_busiest(process, out / "predictions.jsonl", size // 4)
            same = process.wait() == 0 and results(out) == expected
            differ += not same
            said = "a worker killed in mid-run" if killed else "no worker could be killed"
            outcome = "same bytes" if same else "DIFFERENT"
            print(f"{' '.join(way)}: {said}, {outcome} ({size:,} bytes of answers)")
    sys.exit(differ > 0)


if __name__ == "__main__":
    main()
