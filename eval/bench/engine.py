"""Questions a second that the engine answers over read stories: ``python -m eval.bench.engine --data DIR``.

Processor time of one core, on NarrativeQA's summaries (650 tokens on average), stories read before.
"""

from __future__ import annotations

import argparse
import platform
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import symbolic_rc
from symbolic_rc.batch.worker import settle as settle_memory
from symbolic_rc.core.record import Record
from symbolic_rc.datasets import read
from symbolic_rc.index.story_index import index
from symbolic_rc.ranking.weights import load_weights
from symbolic_rc.rules.ranker.resolve import open_case, run, settle


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--stories", type=int, default=60)
    options = parser.parse_args(arguments)
    engine = symbolic_rc.load(profile="narrativeqa")
    weights = load_weights()
    records = [r for r in read(options.data / "narrativeqa" / "valid.json") if isinstance(r, Record)]
    records = records[: options.stories]
    first = engine.read(records[0])
    engine.answer_all(first, records[0].questions)  # compiles
    settle_memory()  # as a run does after its first story

    clock = time.process_time
    spent = dict.fromkeys(("read", "understand", "look", "rules and scores", "answer"), 0.0)
    questions = tokens = 0
    for record in records:
        a = clock()
        story = engine.read(record)
        arrays = index(story)
        b = clock()
        spent["read"] += b - a
        tokens += arrays.tok.shape[1]
        asked = engine.ask(record.questions)
        a = clock()
        spent["understand"] += a - b
        for one in asked:
            a = clock()
            case = open_case(arrays, one, weights, "narrativeqa")
            b = clock()
            run(case, engine.rules)
            c = clock()
            settle(case)
            d = clock()
            spent["look"] += b - a
            spent["rules and scores"] += c - b
            spent["answer"] += d - c
        questions += len(asked)
    answering = sum(value for name, value in spent.items() if name != "read")
    out = sys.stdout.write
    out(f"{platform.machine()}, Python {platform.python_version()}, {questions} questions, {tokens} tokens\n")
    out(f"reading: {tokens / spent['read']:.0f} tokens a second\n")
    for name in ("understand", "look", "rules and scores", "answer"):
        out(f"{name:<18}{1e6 * spent[name] / questions:8.0f} microseconds a question\n")
    out(f"answering: {questions / answering:.0f} questions a second of one core\n")


if __name__ == "__main__":
    main()
