"""Questions a second that the engine answers over read stories: ``python -m eval.bench.engine --data DIR``.

Processor time of one core, on NarrativeQA's summaries (650 tokens on average), stories read before.
"""

from __future__ import annotations

import argparse
import gc
import platform
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

import symbolic_rc
from symbolic_rc.index.story_index import index
from symbolic_rc.question.query import read_queries
from symbolic_rc.ranker.ranking import rank
from symbolic_rc.ranker.weights import load_weights
from symbolic_rc.rules.book import RULES, open_case
from symbolic_rc.rules.decide import decide
from symbolic_rc.train.shared import records_of

#: What is measured; the last is the whole, as a user asks.
PARTS = ("read", "queries", "arrays for the ranker", "all rules over facts", "ranker", "answering")


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--stories", type=int, default=60)
    options = parser.parse_args(arguments)
    engine = symbolic_rc.load(profile="narrativeqa")
    over_facts = [replace(rule, threshold=2.0) for rule in RULES if rule.group != "ranker"]
    weights = load_weights()
    records = list(islice(records_of(options.data / "narrativeqa" / "valid.json", part=""), options.stories))
    first = engine.read(records[0])
    engine.answer_all(first, records[0].questions)  # compiles
    gc.freeze()  # as a run does after its first story

    clock = time.process_time
    spent = dict.fromkeys(PARTS, 0.0)
    questions = tokens = 0

    def timed(name: str, since: float) -> float:
        now = clock()
        spent[name] += now - since
        return now

    for record in records:
        at = clock()
        story = engine.read(record)
        arrays, facts = index(story), story.facts
        assert facts.arrays is not None
        at = timed("read", at)
        tokens += arrays.tok.shape[1]
        queries = read_queries(record.questions)
        at = timed("queries", at)
        asked = [query.parsed for query in queries]
        at = timed("arrays for the ranker", at)
        for query, one in zip(queries, asked, strict=True):
            at = clock()
            decide(open_case(query, story), over_facts)
            at = timed("all rules over facts", at)
            rank(arrays, one, weights, "narrativeqa")
            timed("ranker", at)
        at = clock()
        engine.answer_all(story, record.questions)
        timed("answering", at)
        questions += len(asked)
    out = sys.stdout.write
    out(f"{platform.machine()}, Python {platform.python_version()}, {questions} questions, {tokens} tokens\n")
    out(f"reading: {tokens / spent['read']:.0f} tokens a second\n")
    for name in PARTS[1:]:
        out(f"{name:<25}{1e6 * spent[name] / questions:8.0f} microseconds a question\n")
    out(f"answering: {questions / spent['answering']:.0f} questions a second of one core\n")


if __name__ == "__main__":
    main()
