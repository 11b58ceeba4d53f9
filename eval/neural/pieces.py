"""The work in pieces: one model, or a reader that needs none, and its answers; done once and kept."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import product, zip_longest
from pathlib import Path
from typing import Any

from eval.neural.sets import SEEDS, SETS, SHARES, UPDATES, WHOLE, DataSet, data_set, in_fold, test_records
from eval.tables.measure import Place, input_path
from symbolic_rc.core.record import Answer, Record
from symbolic_rc.metrics import MRR, AnswerPool
from symbolic_rc.readers import RankingReader, Reader, ReaderOptions, load_reader
from symbolic_rc.story import Story

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Piece:
    """One model and its answers.

    Attributes
    ----------
    data, reader : str
    share : float
        Of the training stories.
    seed, fold : int
    trained : bool
        Whether there is something to train.
    """

    data: str
    reader: str
    share: float = 1.0
    seed: int = 0
    fold: int = 0
    trained: bool = True

    @property
    def base(self) -> str:
        """Its reader without what is said of its settings."""
        return self.reader.removesuffix(WHOLE)

    @property
    def name(self) -> str:
        """Its name, also of its files."""
        reader = self.reader.replace(":", "-")
        if not self.trained:
            return f"{self.data}-{reader}"
        return f"{self.data}-{reader}-{self.share:g}-seed{self.seed}-fold{self.fold}"


def pieces(parts: Collection[str]) -> Iterator[Piece]:
    """Yield the pieces of data sets, by name, and of the learning curves, if `parts` has ``curves``."""
    chosen = [one for one in SETS if one.name in parts]
    for one in chosen:
        for reader in one.plain:
            yield Piece(one.name, reader, trained=False)
    for one in chosen:
        for reader in (*(("feature-classifier",) if one.name == "cnn" else ()), *one.readers):
            for fold in range(max(1, one.folds)):
                yield Piece(one.name, reader, fold=fold)
    for one in SETS if "curves" in parts else ():
        for reader in one.curves:
            for share, seed in product(SHARES, SEEDS):
                for fold in range(max(1, one.folds)):
                    if one not in chosen or (share, seed) != (1.0, 0):
                        yield Piece(one.name, reader, share, seed, fold)


def do(piece: Piece, place: Place, say: Say, device: str = "cpu", minutes: float = 0.0) -> None:
    """Train on a device, for at most `minutes`, and answer what is missing."""
    answers = answers_path(piece, place)
    if answers.exists():
        return
    answers.parent.mkdir(parents=True, exist_ok=True)
    one = data_set(piece.data)
    model = model_path(piece, place)
    if piece.trained and not model.exists():
        model.parent.mkdir(parents=True, exist_ok=True)
        say(f"{piece.name}: training")
        _train(piece, one, place, model, device, minutes)
    say(f"{piece.name}: answering")
    _answer(piece, one, place, model)


def answers_path(piece: Piece, place: Place) -> Path:
    """Return where a piece's answers are kept, a line a question after one about the cost."""
    return place.runs / "neural" / "answers" / f"{piece.name}.jsonl"


def model_path(piece: Piece, place: Place) -> Path:
    """Return where a piece's model is kept."""
    ending = "lex" if piece.reader == "feature-classifier" else "safetensors"
    return place.runs / "neural" / "models" / f"{piece.name}.{ending}"


def _train(piece: Piece, one: DataSet, place: Place, model: Path, device: str, minutes: float) -> None:
    if piece.reader == "feature-classifier":
        from eval.neural.classifier import train_classifier

        train_classifier(place, model, piece.share, piece.seed)
        return
    options = {"out": model, "share": piece.share, "folds": one.folds, "fold": piece.fold, "seed": piece.seed}
    options |= {"device": device, "minutes": minutes}
    if device == "cpu" and (one.name, piece.base) in UPDATES:
        options["updates"] = UPDATES[one.name, piece.base]
    words = [f"--{name}={value}" for name, value in options.items()]
    words += ["--whole-vocabulary"] * piece.reader.endswith(WHOLE)
    command = ["train-neural", piece.base, str(input_path(place, one.train)), *words, "--resume"]
    # a process of its own, so that its memory is what it took
    subprocess.run([sys.executable, "-m", "symbolic_rc", *command], check=True)


def _answer(piece: Piece, one: DataSet, place: Place, model: Path) -> None:
    neural = piece.trained and piece.reader != "feature-classifier"
    name = f"neural:{piece.base}" if neural else piece.reader
    options = ReaderOptions(weights=str(model) if piece.trained else "", format=one.format)
    reader = load_reader(name, options)
    seconds, count, lines = 0.0, 0, list[str]()
    for record in test_records(place, one.name):
        if in_fold(record, one, piece.fold) or not piece.trained:
            began = time.process_time()
            answers = reader.answer_all(Story(record), record.questions)
            seconds += time.process_time() - began
            ranks = _ranks(reader, record) if one.format == "narrativeqa" else ()
            lines += _lines(record, answers, ranks)
            count += len(record.questions)
    cost = {"seconds": round(seconds, 2), "questions": count}
    path = answers_path(piece, place)
    partial = path.with_suffix(".partial")
    partial.write_text("\n".join([json.dumps(cost), *lines, ""]), encoding="utf-8")
    os.replace(partial, path)


def _ranks(reader: Reader, record: Record) -> list[float]:
    """Return the reciprocal rank of each question's answer among those of its story, if the reader ranks."""
    if not isinstance(reader, RankingReader):
        return []
    pool, story, found = AnswerPool.of(record.questions), Story(record), []
    for number, question in enumerate(record.questions):
        scores = reader.rank(story, question, pool.texts)
        found.append(float(MRR().statistics(pool, scores, number, question)[0]))
    return found


def _lines(record: Record, answers: Sequence[Answer], ranks: Sequence[float]) -> Iterator[str]:
    for question, answer, rank in zip_longest(record.questions, answers, ranks):
        found: dict[str, Any] = {"id": question.id, "answers": answer.texts}
        found |= {"confidence": round(answer.confidence, 4)} | ({"rank": round(rank, 4)} if ranks else {})
        yield json.dumps(found, ensure_ascii=False)
