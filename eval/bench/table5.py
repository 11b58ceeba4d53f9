"""NarrativeQA's table 5 as a whole: every baseline and oracle on valid, by the command that prints it."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from pathlib import Path


def table5(data: Path) -> None:
    """Print how long the table takes, after a run that compiles what it needs."""
    command = [sys.executable, "-m", "eval.tables", "narrativeqa", "--data", str(data), "--jobs", "2"]
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    for _ in range(2):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        began = time.perf_counter()
        subprocess.run(command, check=True, env=environment, capture_output=True)
        taken = time.perf_counter() - began
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print("## NarrativeQA, table 5, valid: 115 stories, 3,461 questions\n")
    print(f"second run: {taken:.1f} s by the clock on two workers, {processor:.1f} s of processor time")
    print("wanted: below 20 s on two cores after compilation\n", flush=True)
