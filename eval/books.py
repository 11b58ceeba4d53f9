"""The reader of whole books on NarrativeQA's valid books, by models that never saw the book that is judged.

    python -m eval.books --data DIR --ids > IDS
    symbolic-rc train DIR/narrativeqa/valid.json ... --without IDS --out W.lex
    python -m eval.books --data DIR --weights W.lex [--cache CACHE] [--out books.lex]

The books go to five parts in the order of their ids; each part is answered by a model that learned from the
other four. `W.lex`, the engine's weights, must not have learned from these books' summaries or questions
either. The rows: all wordings; answers as they stand in the book or the cast; the engine's own best answer.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path

import numpy as np

from eval.retrieval import books
from eval.tables.measure import tell
from symbolic_rc.books.model import BookModel, write_model
from symbolic_rc.core.record import Question
from symbolic_rc.metrics import metrics_for
from symbolic_rc.metrics.rouge import CaptionRougeL
from symbolic_rc.train.books import FOLDS, BookExample, cross_validated, examples_of, model_of

#: The published neural figure to beat (Kocisky et al. 2018, table 6).
_PUBLISHED = 14.86
_ROWS = ("all wordings", "as it stands", "engine's best")


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--weights", default="", help="the engine's, which never saw these books")
    parser.add_argument("--cache", default="", help="keep read books there")
    parser.add_argument("--out", type=Path, help="write the model of all books there")
    parser.add_argument("--books", type=int, help="number of books")
    parser.add_argument("--ids", action="store_true", help="print the books' ids, one a line")
    chosen = parser.parse_args()
    if chosen.ids:
        print("\n".join(record.id for record in books(chosen.data, chosen.books)))
        return
    examples = examples_of(str(chosen.data / "narrativeqa"), chosen.weights, chosen.cache, tell, chosen.books)
    answers: dict[str, list[tuple[str, Question, str]]] = defaultdict(list)

    def take(one: BookExample, model: BookModel) -> None:
        question = one.gathered.asked.question
        scored = [core for core in one.gathered.cores if core.score == core.score]
        texts = (
            *(model.ranked(one.gathered, reword)[0].text for reword in (True, False)),
            max(scored, key=lambda core: core.score).text if scored else "",
        )
        for row, text in zip(_ROWS, texts, strict=True):
            answers[row].append((one.kind, question, text))

    cross_validated(examples, FOLDS, take)
    metrics = metrics_for("narrativeqa-stories")
    print("|  | " + " | ".join(one.name for one in metrics) + " | questions |")
    print("| --- |" + " ---: |" * (len(metrics) + 1))
    rouge = 0.0
    for row in _ROWS:
        cells = []
        for metric in metrics:
            parts = [metric.statistics((text,), question) for _, question, text in answers[row]]
            cells.append(metric.score(np.array(parts)))
        print(f"| {row} | " + " | ".join(f"{cell:.2f}" for cell in cells) + f" | {len(examples):,} |")
        rouge = rouge or cells[-1]
    print(f"\nROUGE-L by kind of question ({', '.join(_ROWS)}):\n")
    by_kind: dict[str, list[list[float]]] = defaultdict(lambda: [[] for _ in _ROWS])
    for number, row in enumerate(_ROWS):
        for kind, question, text in answers[row]:
            by_kind[kind][number].append(100 * CaptionRougeL().value((text,), question))
    for kind, rows in sorted(by_kind.items(), key=lambda pair: -len(pair[1][0])):
        print(f"- {kind} ({len(rows[0])}): " + ", ".join(f"{sum(one) / len(one):.1f}" for one in rows))
    print(f"\n{rouge:.2f} against {_PUBLISHED}; command: python -m eval.books --data DIR --weights W.lex")
    if chosen.out:
        write_model(chosen.out, model_of(examples, "narrativeqa", rouge))


if __name__ == "__main__":
    main()
