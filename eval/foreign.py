"""How readers do on data sets that the project was not built on: ``python -m eval.foreign --data DIR``.

DIR is the folder with the samples, each in the layout in which its set is published; ``--only NAME`` takes
one set, ``--reader NAME`` (again and again) other readers than `symbolic`, ``--errors N`` prints N wrong
answers a set, ``--calibration`` how right answers of each confidence are. Prints for each set the main
metric of each reader beside its simple baselines, then for `symbolic` how far confidence can be trusted: the
share that is right among answers of 0.9 and more, and the expected calibration error in ten bins. An answer
is right where the set's main measure is one half or more.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.compare.statistics import roc_area
from symbolic_rc.core.record import Answer, Question, Record
from symbolic_rc.datasets import read
from symbolic_rc.in_memory.scoring import Scored, score
from symbolic_rc.metrics import metrics_for
from symbolic_rc.train.rules import calibration_error

_RIGHT, _CONFIDENT, _BINS = 0.5, 0.9, 10
_COVERED = (5, 10, 25, 50, 75, 100)


@dataclass(frozen=True)
class ForeignSet:
    """One sample: its file, its format, and the metrics that are quoted; the first one counts."""

    path: str
    format: str
    quoted: tuple[str, ...]
    baseline: str = "sliding-window"


SETS = {
    "BoolQ": ForeignSet("boolq/dev.jsonl", "boolq", ("accuracy", "balanced_accuracy"), "majority"),
    "DROP": ForeignSet("drop/dev.json", "drop", ("em", "f1")),
    "ROPES": ForeignSet("ropes/dev-v1.0.json", "ropes", ("em", "f1")),
    "SQuAD 2.0": ForeignSet("squad2/dev-v2.0.json", "squad", ("has_answer_em", "has_answer_f1")),
    "DREAM": ForeignSet("dream/dev.json", "dream", ("accuracy",)),
    "QuAIL": ForeignSet("quail/quail_dev.xml", "quail", ("accuracy",)),
    "MultiRC": ForeignSet("multirc/dev.jsonl", "multirc", ("f1a", "f1m", "em", "p1")),
    "MCScript": ForeignSet("mcscript/dev-data.xml", "mcscript", ("accuracy",)),
    "HotpotQA, two paragraphs": ForeignSet(
        "hotpotqa/dev_distractor.json", "hotpotqa-supporting", ("em", "f1")
    ),
    "HotpotQA, ten": ForeignSet("hotpotqa/dev_distractor.json", "hotpotqa", ("em", "f1")),
    "ReCAM": ForeignSet("recam/dev.jsonl", "recam", ("accuracy",)),
    "CLUTRR": ForeignSet("clutrr/dev.csv", "clutrr", ("accuracy",), "majority"),
}


def is_right(form: str, answer: Answer, question: Question) -> bool:
    """Return whether an answer is right: the set's main measure of it is one half or more."""
    metric = next(one for one in metrics_for(form) if one.name in ("accuracy", "f1", "f1m"))
    return metric.score(metric.statistics(answer.texts, question)) >= 100.0 * _RIGHT - 1e-9


def majority(records: Sequence[Record], form: str) -> dict[str, float]:
    """Return the metrics of always giving the most frequent reference."""
    asked = [question for record in records for question in record.questions if question.references]
    texts = Counter(question.references[0] for question in asked).most_common(1)[0][0]
    return {
        metric.name: metric.score([metric.statistics(texts, one) for one in asked if metric.applies(one)])
        for metric in metrics_for(form)
    }


def outcomes(form: str, scored: Scored) -> NDArray[np.float64]:
    """Return the confidence of each answer, and whether it is right, and whether there is one: (n, 3)."""
    rows = [
        (scored.answers[one.id].confidence, is_right(form, scored.answers[one.id], one), any(one.references))
        for record in scored.records
        for one in record.questions
        if one.references
    ]
    return np.array(rows, np.float64).reshape(-1, 3)


def calibration(rows: NDArray[np.float64]) -> tuple[int, float, float]:
    """Return how many answers are confident, what percentage of them is right, and the calibration error."""
    sure = rows[rows[:, 0] >= _CONFIDENT]
    right = 100.0 * float(sure[:, 1].mean()) if len(sure) else 0.0
    return len(sure), right, 100.0 * calibration_error(rows[:, 0], rows[:, 1])


def reliability(named: Mapping[str, NDArray[np.float64]]) -> Iterator[str]:
    """Yield lines: how right answers of each confidence are, each set's error, and risk against coverage."""
    rows = np.concatenate(list(named.values()))
    bins = np.minimum((rows[:, 0] * _BINS).astype(int), _BINS - 1)
    yield f"{'confidence':<26}{'answers':>8}{'mean':>7}{'right':>7}"
    for i in sorted(set(bins)):
        mean, right, _ = 100.0 * rows[bins == i].mean(axis=0)
        place = f"{i / _BINS:.1f} to {(i + 1) / _BINS:.1f}"
        yield f"{place:<26}{(bins == i).sum():>8}{mean:>7.1f}{right:>7.1f}"
    yield f"{'set':<26}{'>= 0.9':>8}{'right':>7}{'error':>7}  answerable or not, AUC"
    for name, own in named.items():
        sure, right, error = calibration(own)
        there = own[:, 2] > 0
        told = "" if there.all() else f"  {roc_area(own[:, 0], there):.2f}"
        yield f"{name:<26}{sure:>8}{right:>7.1f}{error:>7.1f}{told}"
    order = np.argsort(-rows[:, 0], kind="stable")
    shares = (f"{c} % {100.0 * rows[order[: max(1, len(rows) * c // 100)], 1].mean():.1f}" for c in _COVERED)
    yield "right among the most confident: " + ", ".join(shares)


def errors(form: str, scored: Scored, count: int) -> Iterator[str]:
    """Yield wrong answers, drawn by chance with one seed."""
    wrong = [
        (record, one)
        for record in scored.records
        for one in record.questions
        if one.references and not is_right(form, scored.answers[one.id], one)
    ]
    for _, one in random.Random(7).sample(wrong, min(count, len(wrong))):
        answer = scored.answers[one.id]
        known = " / ".join(", ".join(reference) for reference in one.references[:3])
        yield f"  {one.text} | {answer.text} ({answer.rule}, {answer.confidence:.2f}) | {known}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Readers on data sets that nothing was built on.")
    parser.add_argument("--data", type=Path, required=True, help="the folder with the samples")
    parser.add_argument("--only", action="append", choices=sorted(SETS), help="one set")
    parser.add_argument("--reader", action="append", help="other readers than symbolic")
    parser.add_argument("--limit", type=int, help="take that many questions of a set")
    parser.add_argument("--calibration", action="store_true", help="print how far confidence can be trusted")
    parser.add_argument("--errors", type=int, default=0, help="print that many wrong answers a set")
    chosen = parser.parse_args(arguments)
    readers = chosen.reader or ["symbolic"]
    ours, means = dict[str, NDArray[np.float64]](), dict.fromkeys(readers, 0.0)
    names = chosen.only or list(SETS)
    for name in names:
        known = SETS[name]
        found = read(chosen.data / known.path, known.format, limit=chosen.limit)
        records = [record for record in found if isinstance(record, Record)]
        columns = []
        for reader in readers:
            scored = score(records, reader, known.format)
            columns.append((reader, scored.metrics))
            means[reader] += scored.metrics[known.quoted[0]] / len(names)
            if reader == readers[0]:
                first = scored
                ours[name] = outcomes(known.format, scored)
        if known.baseline == "majority":
            columns.append(("majority", majority(records, known.format)))
        else:
            columns.append((known.baseline, score(records, known.baseline, known.format).metrics))
        questions = sum(len(record.questions) for record in records)
        cells = (f"{who} " + " / ".join(f"{of.get(m, 0.0):.1f}" for m in known.quoted) for who, of in columns)
        print(f"{name} ({questions}; {', '.join(known.quoted)}): {'; '.join(cells)}", flush=True)
        for line in errors(known.format, first, chosen.errors):
            print(line)
    print("mean: " + "; ".join(f"{reader} {mean:.1f}" for reader, mean in means.items()))
    sure, right, error = calibration(np.concatenate(list(ours.values())))
    print(f"{readers[0]}, confidence of 0.9 and more: {sure} answers, {right:.0f} % right;", end=" ")
    print(f"expected calibration error {error:.1f}")
    for line in reliability(ours) if chosen.calibration else ():
        print(line)


if __name__ == "__main__":
    main(sys.argv[1:])
