"""How long the first use takes: compilation with an empty cache, and a start with a warm one."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time

from eval.bench.measure import print_table

EVERYTHING = """
import numpy as np
from symbolic_rc.score import *
story, asked, vectors = [1, 2, 3, 1, 2], [[1, 3]], np.eye(4, dtype=np.float32)
rouge_l_spans(story, asked), rouge_l_table(story, asked[0]), rouge_l_given(story, [0], [2], asked)
rouge_l_spans(story, [list(range(40))])
for measure in ("f1", "bleu4"):
    overlap_spans(story, asked, measure=measure), overlap_spans(range(300), asked, measure=measure)
    overlap_table(story, asked[0], measure=measure)
    overlap_given(story, [0], [2], asked, measure=measure)
cosine_spans(story, vectors, vectors[:1]), cosine_table(story, vectors, vectors[0])
cosine_given(story, vectors, [0], [2], vectors[:1])
word_distance(Relation(np.array([0, 1]), np.array([2]), np.ones(1), 5), [0, 1], [3])
window_scores([1.0, 2.0], [1]), best_windows([[1.0, 2.0]], [1])
top_per_question(linear_scores([0, 1], [0], [1.0]), [0, 1], 1)
"""

FIRST = "from symbolic_rc.score import rouge_l_spans as r; print(r([4, 1, 2, 3, 9], [[1, 3]], 3).scores)"


def _run(program: str, cache: str) -> tuple[float, float]:
    """Return clock and processor seconds of a new Python that runs a program."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    environment = {**os.environ, "SYMBOLIC_RC_CACHE": cache}
    environment.pop("NUMBA_CACHE_DIR", None)  # would be used where SYMBOLIC_RC_CACHE is not set
    subprocess.run([sys.executable, "-c", program], env=environment, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    taken = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.perf_counter() - began, taken


def start() -> None:
    """Print what a first use costs."""
    with tempfile.TemporaryDirectory() as cache:
        rows = [("every kernel, empty cache", *_run(EVERYTHING, cache), "20")]
        rows.append(("every kernel, warm cache", *_run(EVERYTHING, cache), "-"))
        rows.append(("first scored question, warm cache", *min(_run(FIRST, cache) for _ in range(3)), "2"))
    print("## From process start\n")
    print_table(
        ["what", "seconds", "processor seconds", "wanted below"],
        [[name, f"{clock:.2f}", f"{taken:.2f}", wanted] for name, clock, taken, wanted in rows],
    )
