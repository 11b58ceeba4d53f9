"""Write into shipped weights, as hashes, which questions they learned from.

    python -m lexicons.build.learned --data DATA

`symbolic-rc train` and `train-books` write the hashes themselves; this adds them to weights that were made
before there were any. No other array changes.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from symbolic_rc.core.record import Question
from symbolic_rc.datasets.overlap import TrainedOn, add_trained_on
from symbolic_rc.train.books import asked_in
from symbolic_rc.train.shared import records_of

LEXICONS = Path(__file__).parent.parent
#: What the shipped weights are learned from, below the folder of data.
SHIPPED_SETS = (
    "narrativeqa/valid.json",
    "quoref/quoref-dev-v0.1.json",
    "fairytaleqa/fairytaleqa.tar.xz",
    "duorc/paraphraserc-squad-format-train.json",
)


def engine_questions(data: Path) -> Iterator[tuple[str, Question]]:
    """Yield what ``engine.lex`` learned from, each question with its story's text."""
    for path in SHIPPED_SETS:
        for record in records_of(data / path):
            for question in record.questions:
                if not question.is_cloze and any(question.references):
                    yield record.text, question


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m lexicons.build.learned", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder of data sets")
    parser.add_argument("--lexicons", type=Path, default=LEXICONS, help="the folder of engine.lex, books.lex")
    options = parser.parse_args()
    files = {
        "engine.lex": lambda: engine_questions(options.data),
        "books.lex": lambda: asked_in(str(options.data / "narrativeqa")),
    }
    for name, asked in files.items():
        learned = TrainedOn.of(asked())
        add_trained_on(options.lexicons / name, learned)
        sys.stdout.write(f"{name}: {len(learned.pairs):,} questions\n")


if __name__ == "__main__":
    main()
