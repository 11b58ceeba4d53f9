"""The frame-semantic reader's strategies, share and precision: ``python -m eval.strategies --data DIR``.

On CNN cloze questions, built from the articles' highlights, with names as markers and as they are written
(the paper's setting), and on questions of Quoref and NarrativeQA; ``--sets cnn cnn-plain --limit 0`` for all
of the first. The last line is exclusive frequency, which is the strategies' back-off, alone.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.datasets import read as formats_read
from symbolic_rc.datasets.cloze import ClozeOptions, build_folder
from symbolic_rc.readers.baselines.frame_semantic import STRATEGIES, FrameSemantic
from symbolic_rc.readers.baselines.frequency import Frequency
from symbolic_rc.story import Story

Right = Callable[[Question, tuple[str, ...]], float]


def exact(question: Question, texts: tuple[str, ...]) -> float:
    """Return 1 for a reference given exactly, as cloze questions are measured."""
    given = tuple(text.lower() for text in texts)
    return float(any(given == tuple(map(str.lower, reference)) for reference in question.references))


def token_f1(question: Question, texts: tuple[str, ...]) -> float:
    """Return the best F1 of words with a reference."""
    ours = Counter(" ".join(texts).lower().split())
    best = 0.0
    for reference in question.references:
        theirs = Counter(" ".join(reference).lower().split())
        both = sum((ours & theirs).values())
        best = max(best, 2 * both / max(1, sum(ours.values()) + sum(theirs.values())))
    return best


def table(records: Iterable[Record], right: Right, limit: int, seed: int = 0) -> None:
    """Answer the questions of records and print share and precision of each strategy."""
    used, good, alone = Counter[str](), defaultdict[str, float](float), 0.0
    reader, back_off = FrameSemantic(seed), Frequency(exclusive=True)
    for record in records:
        questions = record.questions[: max(0, limit - used.total())] if limit else record.questions
        if not questions:
            break
        story = Story(record)
        for question, answer in zip(questions, reader.answer_all(story, questions), strict=True):
            used[answer.rule] += 1
            good[answer.rule] += right(question, answer.texts)
        for question, answer in zip(questions, back_off.answer_all(story, questions), strict=True):
            alone += right(question, answer.texts)
    total = max(1, used.total())
    print(f"  {'strategy':18} {'questions':>9} {'share':>7} {'precision':>10}")
    for name in STRATEGIES:
        precision = 100 * good[name] / used[name] if used[name] else 0.0
        print(f"  {name:18} {used[name]:9} {100 * used[name] / total:6.1f}% {precision:9.1f}%")
    print(f"  {'all':18} {used.total():9} {100.0:6.1f}% {100 * sum(good.values()) / total:9.1f}%")
    print(f"  {'exclusive frequency':27} {100 * alone / total:18.1f}%")


def read(path: Path, name: str) -> Iterator[Record]:
    """Yield the records of a data set."""
    yield from (found for found in formats_read(path, name) if isinstance(found, Record))


def cnn(data: Path, articles: int | None, anonymise: bool = True) -> Iterator[Record]:
    """Yield stories with cloze questions, built from articles that are not the official split."""
    options = ClozeOptions(anonymise=anonymise)
    with tempfile.TemporaryDirectory() as folder:
        build_folder(data / "cnn/stories-dev.jsonl.xz", folder, options, files=False, limit=articles)
        yield from read(Path(folder) / "questions.jsonl", "jsonl")


#: By set: the table's title, what is right, and the file.
_SETS: dict[str, tuple[str, Right, str]] = {
    "cnn": ("CNN cloze questions with markers, right answers", exact, ""),
    "cnn-plain": ("CNN cloze questions in plain text, right answers", exact, ""),
    "quoref": ("Quoref dev, F1 of words", token_f1, "quoref/quoref-dev-v0.1.json"),
    "narrativeqa": ("NarrativeQA valid, F1 of words", token_f1, "narrativeqa/valid.json"),
}


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder of data")
    parser.add_argument("--limit", type=int, default=1000, help="questions of each data set; 0 for all")
    parser.add_argument("--sets", nargs="+", choices=list(_SETS), default=list(_SETS))
    options = parser.parse_args()
    articles = -(-options.limit // 2) if options.limit else None
    for name in options.sets:
        title, right, path = _SETS[name]
        built = partial(cnn, options.data, articles, name == "cnn")
        records = read(options.data / path, name) if path else built()
        print(f"{title}:", flush=True)
        table(records, right, options.limit)


if __name__ == "__main__":
    main()
