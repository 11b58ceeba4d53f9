"""Predictions of any system: our runs, and the files that other readers write.

Understood without being told which it is: a run's directory or its ``predictions.jsonl``; one JSON object
from id to answer (SQuAD), to a list of spans (Quoref, DROP), or to an object that holds one; JSON lines with
an id and an answer (AllenNLP's prediction lines among them); a JSON list of such objects; CSV or TSV with a
header that names an id and an answer (a JSON list where it has several spans). All may be packed (``.gz``,
``.xz``). Of an n-best list the best answer counts. A field whose name begins with ``pred`` is the
prediction, whatever other fields there are; where two fields may be meant, that is an error.
"""

from __future__ import annotations

import csv
import io
import itertools
import json
import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from symbolic_rc.compare.predictions import EXPECTED, PLAIN, gather, is_predicted
from symbolic_rc.core.errors import DataError
from symbolic_rc.core.files.plain_text import decoded
from symbolic_rc.core.terminal import one_line
from symbolic_rc.datasets.fields import parsed_cell, table_rows
from symbolic_rc.datasets.overlap import describe_questions, describe_text
from symbolic_rc.datasets.source import DAMAGE, unpacked

_LOG = logging.getLogger(__name__)

_IDS = ("id", "query_id", "question_id", "qid", "qas_id", "_id")
#: What a manifest holds of weights that say what they learned from.
_COUNTED = {"of", "questions", "which", "elsewhere"}


@dataclass(frozen=True, slots=True)
class System:
    """The answers of one system.

    Attributes
    ----------
    answers : dict
        Question id to the texts of the answer's spans; empty where the system says that there is none.
    rules, scores : dict
        Question id to the rule that decided and to the system's own score, where the file has them.
    learned : mapping or None
        How many questions the weights of a run were trained on, see `datasets.overlap`.
    folds : int
        Parts of the cross-validation that the answers are from; 0: none.
    raw_text : mapping or None
        What a run says of the layers below that saw its stories' text, see `datasets.overlap.TextOverlap`.
    """

    name: str
    path: Path
    answers: dict[str, tuple[str, ...]]
    rules: dict[str, str] = field(default_factory=dict)
    scores: dict[str, float] = field(default_factory=dict)
    learned: dict[str, Any] | None = None
    folds: int = 0
    raw_text: dict[str, Any] | None = None

    def held_out(self, ids: Sequence[str]) -> str:
        """Say what the weights learned from of some questions, and the layers below, where a run says so."""
        held_out = f"held out: cross-validated by story in {self.folds} parts" if self.folds else ""
        said = [held_out or describe_questions(self.learned, ids), describe_text(self.raw_text)]
        return "; ".join(one for one in said if one)


def read_system(path: str | Path, name: str = "") -> System:
    """Read the predictions of one system.

    Parameters
    ----------
    path : str or Path
        A run's directory or a file of predictions.
    name : str
        How to call it; by default the run's reader, else the file's name.

    Raises
    ------
    DataError
        If nothing there has the form of predictions; says where and what was expected.
    """
    path = Path(path)
    file = path / "predictions.jsonl" if path.is_dir() else path
    found = gather(_entries(file, _text(file)), file)
    manifest = read_manifest(path)
    return System(
        name or _name(path, manifest),
        path,
        found.answers,
        found.rules,
        found.scores,
        _learned(manifest),
        int(manifest.get("held_out", {}).get("folds", 0)),
        _raw_text(manifest),
    )


def read_manifest(path: Path) -> dict[str, Any]:
    """Return what a run says of itself; nothing for the file of another system."""
    try:
        found = json.loads((path / "manifest.json").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _learned(manifest: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return what a run says of what its weights learned from; older runs do not know."""
    found = manifest.get("learned")
    if isinstance(found, dict) and (not found.get("known") or found.keys() >= _COUNTED):
        return found
    return {"known": False} if manifest.get("learned_from") else None


def _raw_text(manifest: Mapping[str, Any]) -> dict[str, Any] | None:
    found = manifest.get("raw_text")
    good = isinstance(found, dict) and {"stories", "seen"} <= found.keys() and isinstance(found["seen"], dict)
    return found if good else None


def _name(path: Path, manifest: Mapping[str, Any]) -> str:
    try:
        return str(manifest["options"]["reader"])
    except (KeyError, TypeError):
        return path.name if path.is_dir() else path.name.split(".")[0]


def _text(path: Path) -> str:
    try:
        with open(path, "rb") as raw:
            data = unpacked(raw).read()
    except DAMAGE as error:
        raise DataError(f"predictions cannot be read ({error})", path) from error
    text, guessed = decoded(data, path=path)
    if guessed:
        _LOG.warning("%s: neither UTF-8 nor marked; read as %s", path, guessed)
    return text


def _entries(path: Path, text: str) -> Iterator[tuple[int | None, str, Any]]:
    """Yield (line, question id, prediction)."""
    for ending, delimiter in ((".csv", ","), (".tsv", "\t")):
        if ending in path.suffixes[-2:]:
            yield from _rows(path, text, delimiter)
            return
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        whole = None
    if isinstance(whole, dict) and not any(isinstance(whole.get(key), str | int) for key in _IDS):
        if isinstance(whole.get("predictions"), dict):  # some write a header beside the object
            whole = whole["predictions"]
        yield from ((None, key, value) for key, value in whole.items())
        return
    for number, value in (
        zip(itertools.repeat(None), whole) if isinstance(whole, list) else _lines(path, text)
    ):
        fields = value if isinstance(value, dict) else {}
        identities = [fields[key] for key in _IDS if fields.get(key) is not None]
        if not identities:
            raise DataError(f"a prediction without an id; expected one of: {', '.join(_IDS)}", path, number)
        yield number, str(identities[0]), value


def _rows(path: Path, text: str, delimiter: str) -> Iterator[tuple[int, str, Any]]:
    """Yield (line, question id, prediction) of a table."""
    csv.field_size_limit(max(csv.field_size_limit(), len(text)))
    line = 1
    try:
        for line, row in table_rows(io.StringIO(text, newline=""), delimiter):
            identity = _identity(path, row)
            if not row[identity] or None in row:
                raise DataError("a row without an id, or with too many cells", path, line)
            yield line, row[identity], {name: parsed_cell(row[name]) for name in row if name != identity}
    except csv.Error as error:
        raise DataError(f"not valid CSV ({error})", path, line) from error


def _identity(path: Path, columns: Collection[str]) -> str:
    """Return the column of the ids, or raise DataError where there is none, or none of answers."""
    identity = next((name for name in _IDS if name in columns), None)
    if identity is None or not any(is_predicted(name) or name in PLAIN for name in columns if name):
        names = ", ".join(_IDS if identity is None else EXPECTED)
        present = one_line(", ".join(filter(None, columns)))
        raise DataError(f"no column of: {names}; there are: {present}", path, 1)
    return identity


def _lines(path: Path, text: str) -> list[tuple[int, Any]]:
    """Return the numbers and objects of JSON lines."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        try:
            found += [(number, json.loads(line))] if line.strip() else []
        except (ValueError, RecursionError) as error:
            raise DataError(f"neither JSON nor JSON lines ({error})", path, number) from error
    return found
