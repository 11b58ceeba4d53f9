"""Cost against story length, from a thousand tokens to a million."""

from __future__ import annotations

import resource

import numpy as np

from eval.bench.measure import print_table, seconds
from eval.bench.story import VOCABULARY, references, story
from symbolic_rc.spans import cosine_spans, overlap_spans, rouge_l_spans

LENGTHS = (1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)


def growth() -> None:
    """Print nanoseconds a token for each length; a straight line of bars is cost linear in length."""
    vectors = np.random.default_rng(3).normal(size=(VOCABULARY, 50)).astype(np.float32)
    tasks = {
        "ROUGE-L": lambda tokens, asked: rouge_l_spans(tokens, asked, 20),
        "F1": lambda tokens, asked: overlap_spans(tokens, asked, 20),
        "cosine": lambda tokens, asked: cosine_spans(tokens, vectors, vectors[asked].sum(1), 20),
    }
    rows, plots = [], []
    for name, task in tasks.items():
        for length in LENGTHS:
            tokens = story(length)
            asked = np.array(references(tokens, 10, 10))
            each = seconds(lambda t=tokens, a=asked, f=task: f(t, a), 0.1) / length * 1e9
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            rows.append([name, f"{length:,}", f"{each:.1f}", f"{peak:,.0f}"])
            plots.append(f"{name:>8} {length:>9,} {'#' * round(each / 5)} {each:.0f}")
    print("## Cost against length: best spans of up to 20 tokens for 10 references, indexing included\n")
    print_table(["kernel", "tokens", "ns a token", "peak memory so far, MB"], rows)
    print("Nanoseconds a token (# = 5 ns); bars of one length are cost linear in story length:\n")
    print("\n".join(plots) + "\n", flush=True)
