"""Cloze questions from CNN's articles: tables 1 and 2 of Hermann et al. 2015."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from eval.analysis.rows import Counted, beside
from eval.tables.measure import Place, input_path

#: The inputs of `eval.tables` that questions are built of, by part.
PARTS = {"train": "cnn/stories-train.jsonl.xz!cloze", "dev": "cnn/stories-dev.jsonl.xz!cloze"}

#: Our names of table 1's rows.
_COUNTS = {
    "# documents": "documents",
    "# queries": "queries",
    "Max # entities": "max_entities",
    "Avg # entities": "mean_entities",
    "Avg # tokens": "mean_tokens",
    "Vocab size": "vocabulary",
}


def analysis(data: Path) -> Iterator[str]:
    """Yield the tables for the dev articles; `python -m eval.cloze` has those of both parts."""
    with tempfile.TemporaryDirectory() as folder:
        yield from tables({"dev": counted(Place(data, Path(folder)), "dev")})


def counted(place: Place, part: str) -> Mapping[str, float]:
    """Build a part's questions, unless they are there, and return their figures by name."""
    folder = input_path(place, PARTS[part]).parent
    found: Mapping[str, float] = json.loads((folder / "cloze.json").read_text(encoding="utf-8"))["figures"]
    return found


def tables(figures: Mapping[str, Mapping[str, float]]) -> Iterator[str]:
    """Yield tables 1 and 2 for the figures of some parts, CNN's of the paper beside."""
    yield "## Hermann et al. 2015: corpus statistics (table 1)\n"
    yield "Ours are built by our own cloze builder from articles outside the official split.\n"
    first: Counted = {
        (row, part): values[name] for row, name in _COUNTS.items() for part, values in figures.items()
    }
    beside_ours = {"train": "train", "valid": "dev"}
    pairs = {("cnn", split): part for split, part in beside_ours.items() if part in figures}
    yield from beside("hermann2015_data", "table 1", pairs, first)
    yield "## Hermann et al. 2015: the answer among the N most frequent entities (table 2)\n"
    part = "train" if "train" in figures else "dev"
    second: Counted = {(str(n), part): figures[part][f"top_{n}"] for n in (1, 2, 3, 5, 10)}
    yield from beside("hermann2015_data", "table 2", {("cnn", ""): part}, second)
