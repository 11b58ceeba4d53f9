"""Print how fast the core is, compared with named alternatives.

    python -m eval.bench                  # kernels
    python -m eval.bench --data DIR       # and the whole of NarrativeQA's table 5 (two processes)

One core (the matrix libraries of the alternatives too); every row compares values before it compares times.
"""

from __future__ import annotations

import argparse
import importlib
import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ[name] = "1"  # before NumPy is imported

from eval.bench.measure import print_table  # noqa: E402

CASES = (("spans", "rouge_l"), ("spans", "overlap"), ("spans", "cosine"), ("words", "distance"))
PACKAGES = ("numpy", "numba", "llvmlite", "scipy", "scikit-learn", "rapidfuzz", "rouge-score", "sacrebleu")


def _machine() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        model = next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        model = platform.processor()
    return f"{model}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}"


def _version(name: str) -> str:
    try:
        return f"{name} {version(name)}"
    except PackageNotFoundError:
        return f"{name} not installed"


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m eval.bench", description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, help="the folder of data sets, for NarrativeQA's table 5")
    parser.add_argument("--only", nargs="+", metavar="CASE", help="rouge_l, overlap, start, table5, ...")
    chosen = parser.parse_args()
    wanted = set(chosen.only or [])
    print(f"# Benchmark\n\n{_machine()}")
    print(f"Python {platform.python_version()}, {', '.join(map(_version, PACKAGES))}\n", flush=True)
    rows = []
    for module, name in CASES:
        if wanted and name not in wanted:
            continue
        try:
            rows += list(getattr(importlib.import_module(f"eval.bench.{module}"), name)())
        except ImportError as error:
            print(f"{name}: skipped, {error}")
    if rows:
        print_table(
            ["task", "ours", "alternative", "its rate", "ratio", "target"], [row.cells() for row in rows]
        )
    if not wanted or "start" in wanted:
        importlib.import_module("eval.bench.start").start()
    if chosen.data and (not wanted or "table5" in wanted):
        importlib.import_module("eval.bench.table5").table5(chosen.data)


if __name__ == "__main__":
    main()
