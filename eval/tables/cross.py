"""DuoRC's table 4: the engine trained on one part and tested on another, beside the paper's."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from eval.tables.measure import Place, Row, scored
from eval.tables.page import beside
from symbolic_rc.batch import RunOptions, score
from symbolic_rc.compare.published import PublishedRow, published
from symbolic_rc.compare.systems import read_system
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.record import Question
from symbolic_rc.readers import ReaderOptions
from symbolic_rc.train.engine import train_from
from symbolic_rc.train.shared import records_of

PARTS = {"SelfRC": ("SelfRC",), "ParaphraseRC": ("ParaphraseRC",), "both": ("SelfRC", "ParaphraseRC")}
_FIGURES = ("span_accuracy", "span_f1", "span_bleu", "accuracy", "f1", "bleu")


def files(place: Place, part: str) -> dict[str, Path]:
    """Return a part's files by split; a sample's archive is unpacked beside the runs."""
    folder = place.runs / "unpacked" / f"duorc-{part}"
    archive = place.data / "format_samples" / f"duorc_dummy_{part}_1.0.0.zip"
    if not archive.is_file():
        raise SymbolicRCError(f"there is no {archive}")
    folder.mkdir(parents=True, exist_ok=True)
    found = {}
    with zipfile.ZipFile(archive) as packed:
        for name in packed.namelist():
            split = Path(name).stem.rpartition("_")[2]
            if split in ("train", "dev", "test"):
                found[split] = folder / Path(name).name
                with packed.open(name) as source, found[split].open("wb") as target:
                    shutil.copyfileobj(source, target)
    return found


def measure(place: Place, tell: Callable[[str], None]) -> list[Row]:
    """Train on train and dev of each part and of both, test on each part's test plots and on both."""
    rows = []
    found = {part: files(place, part) for part in ("SelfRC", "ParaphraseRC")}
    for trained, sources in PARTS.items():
        weights = place.runs / f"duorc-{trained}.lex"
        inputs = [str(found[part][split]) for part in sources for split in ("train", "dev")]
        train_from(inputs, weights, {}, tell)
        answers = {part: _answered(found[part]["test"], weights, place) for part in found}
        for tested, parts in PARTS.items():
            pairs = [pair for part in parts for pair in answers[part]]
            row = Row(_key(trained, tested), scored(pairs, "duorc"), len(pairs))
            rows.append(row)
            tell(f"{row.reader}: " + ", ".join(f"{name} {value:.2f}" for name, value in row.figures.items()))
    return rows


def _answered(test: Path, weights: Path, place: Place) -> list[tuple[tuple[str, ...], Question]]:
    """Return the engine's answers to a file's questions with some weights, each with its question."""
    out = place.runs / f"{weights.stem}-{test.stem}"
    options = ReaderOptions(weights=str(weights))
    score(RunOptions(str(test), out, "duorc", "symbolic", options, jobs=place.jobs))
    answers = read_system(out).answers
    return [(answers[one.id], one) for record in records_of(test, "duorc", "") for one in record.questions]


def _key(trained: str, tested: str) -> str:
    return f"symbolic, {trained} to {tested}"


def section(place: Place, tell: Callable[[str], None], version: str) -> str:
    """Return the table as a Markdown section, the engine's rows beside the paper's SpanModel."""
    rows = measure(place, tell)
    quoted = [_named(one) for one in published("duorc_cross")]
    counts = ", ".join(f"{name} {row.questions}" for name, row in zip(PARTS, rows, strict=False))
    lines = [
        "## DuoRC, training on one part and testing on another",
        "",
        "The engine, trained on a small sample's ten plots of train and dev and tested on its five of test "
        f"(questions: {counts}), beside the paper's best SpanModel, trained on 70 % of all plots: too few to "
        f"compare. Published: {quoted[0].source}.",
        "",
        *beside(quoted, rows, _FIGURES),
        "",
        f"Command: `python -m eval.tables duorc-4 --data DIR`; version {version}.",
    ]
    return "\n".join(lines) + "\n"


def _named(row: PublishedRow) -> PublishedRow:
    """Return a row that names what it was trained on, and the row here that stands beside it."""
    trained = row.system.partition(" trained on ")[2].partition(",")[0]
    return replace(row, reader=_key(trained, row.part), row=f"{trained}, tested on {row.part}")
