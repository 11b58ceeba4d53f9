"""Predictions of any system: our runs, and the files that other readers write.

Understood without being told which it is: a run's directory or its ``predictions.jsonl``; one JSON object
from id to answer (SQuAD), to a list of spans (Quoref, DROP), or to an object that holds one; JSON lines with
an id and an answer (AllenNLP's prediction lines among them); a JSON list of such objects; CSV or TSV with a
header that names an id and an answer (a JSON list where it has several spans). All may be packed (``.gz``,
``.xz``). Of an n-best list the best answer counts. A field whose name begins with ``pred`` is the
prediction, whatever other fields there are; where two fields may be meant, that is an error. All may stand
under ``predictions``, ``data``, ``results``, ``answers`` or ``outputs`` beside a header. Predictions without
ids, also plain lines, follow the questions of the data in order, where that is asked for (``--by-order``).
NaN and null are no answer.
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
from typing import Any, NamedTuple

from markupsafe import Markup

from symbolic_rc.compare.comparison import Cost, JudgedAnswer
from symbolic_rc.compare.predictions import EXPECTED, PLAIN, gather, is_predicted
from symbolic_rc.core.errors import DataError
from symbolic_rc.core.files.plain_text import decoded
from symbolic_rc.core.terminal import one_line
from symbolic_rc.core.trace import Trace
from symbolic_rc.datasets import fields as F
from symbolic_rc.datasets.overlap import describe_questions, describe_text
from symbolic_rc.datasets.source import DAMAGE, unpacked
from symbolic_rc.show.page import fragment

_LOG = logging.getLogger(__name__)

_IDS = ("id", "query_id", "question_id", "qid", "qas_id", "_id")
#: What a manifest holds of weights that say what they learned from.
_COUNTED = {"of", "questions", "which", "elsewhere"}


@dataclass(frozen=True, slots=True)
class System:
    """The answers of one system: question id to the texts of the answer's spans; empty for no answer.

    By question id, too, are the rules that decided and the system's own scores, where the file has them, and
    answers with the verdicts on them (`judged`). `learned` and `raw_text` are what a run says of what its
    weights, and the layers below, were trained on (see `datasets.overlap`), `folds` the parts of the
    cross-validation that the answers are from; 0: none.
    """

    name: str
    path: Path
    answers: dict[str, tuple[str, ...]]
    rules: dict[str, str] = field(default_factory=dict)
    scores: dict[str, float] = field(default_factory=dict)
    learned: dict[str, Any] | None = None
    folds: int = 0
    raw_text: dict[str, Any] | None = None
    judged: dict[str, JudgedAnswer] = field(default_factory=dict)
    cost: Cost | None = None

    def verdict(self, question: str) -> str:
        """Return whether the text supports an answer; empty where that was not judged."""
        return self.judged[question].support.verdict if question in self.judged else ""

    @property
    def support_scores(self) -> dict[str, float]:
        """Question id to the confidence that the text supports the answer, where it was judged."""
        return {key: one.support.confidence for key, one in self.judged.items()}

    def held_out(self, ids: Sequence[str]) -> str:
        """Say what the weights learned from of some questions, and the layers below, where a run says so."""
        held_out = f"held out: cross-validated by story in {self.folds} parts" if self.folds else ""
        said = [held_out or describe_questions(self.learned, ids), describe_text(self.raw_text)]
        return "; ".join(one for one in said if one)


def read_system(path: str | Path, name: str = "", order: Sequence[str] | None = None) -> System:
    """Read the predictions of one system: a run's directory or a file.

    Its name is by default the run's reader, else the file's. Predictions without ids follow the `order` of
    all ids of questions. A DataError says where and what was expected.
    """
    path = Path(path)
    file = path / "predictions.jsonl" if path.is_dir() else path
    found = gather(_identified(file, _entries(file, _text(file), order is not None), order), file)
    manifest = read_manifest(path)
    own = path.name if path.is_dir() else path.name.split(".")[0]
    name = name or str(manifest.get("options", {}).get("reader", own))
    folds = manifest.get("held_out", {}).get("folds")
    trained = _learned(manifest), folds if type(folds) is int else 0, _raw_text(manifest)
    return System(name, path, found.answers, found.rules, found.scores, *trained, cost=cost_of(manifest))


#: What a manifest's fields hold: one that holds anything else is none.
_HELD = {"options": dict, "timing": dict, "held_out": dict, "weights_hash": str}


def read_manifest(path: Path) -> dict[str, Any]:
    """Return what a run says of itself; nothing for the file of another system."""
    try:
        found = json.loads((path / "manifest.json").read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    held = found.items() if isinstance(found, dict) else ()
    return {name: value for name, value in held if isinstance(value, _HELD.get(name, object))}


def _learned(manifest: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return what a run says of what its weights learned from; older runs do not know."""
    found = manifest.get("learned")
    if isinstance(found, dict) and (not found.get("known") or found.keys() >= _COUNTED):
        return found
    return {"known": False} if manifest.get("learned_from") else None


def _raw_text(manifest: Mapping[str, Any]) -> dict[str, Any] | None:
    found = manifest.get("raw_text")
    if not isinstance(found, dict) or not isinstance(found.get("seen"), dict):
        return None
    counts = found.get("stories"), *found["seen"].values()
    return found if set(map(type, counts)) == {int} else None


def cost_of(manifest: Mapping[str, Any]) -> Cost | None:
    """Return a run's cost without the first story of each worker; None if its manifest has none."""
    try:
        found = manifest["timing"]["cost"]
        return Cost(1000 * found["seconds"] / found["questions"], int(found["megabytes"]))
    except (KeyError, TypeError, ValueError, ArithmeticError):
        return None


def _text(path: Path) -> str:
    try:
        with open(path, "rb") as raw:
            data = unpacked(raw).read()
    except (*DAMAGE, ValueError) as error:
        raise DataError(f"predictions cannot be read ({error})", path) from error
    text, guessed = decoded(data, path=path)
    if guessed:
        _LOG.warning("%s: neither UTF-8 nor marked; read as %s", path, guessed)
    return text


Entries = Iterator[tuple[int | None, str | None, Any]]


def _identified(
    path: Path, entries: Entries, order: Sequence[str] | None
) -> Iterator[tuple[int | None, str, Any]]:
    """Yield predictions with their ids; those without one have the ids in order."""
    count = 0
    for line, key, value in entries:
        if key is None:
            if order is None:
                names = ", ".join(_IDS)
                hint = "predictions in the order of the questions: --by-order"
                raise DataError(f"a prediction without an id; expected one of: {names} ({hint})", path, line)
            key, count = order[count] if count < len(order) else "", count + 1
        yield line, key, value
    if order is not None and count not in (0, len(order)):
        raise DataError(f"holds {count:,} predictions without ids for {len(order):,} questions", path)


def _entries(path: Path, text: str, in_order: bool) -> Entries:
    """Yield (line, question id, prediction)."""
    if {".csv", ".tsv"} & set(path.suffixes[-2:]):
        yield from _rows(path, text, in_order)
        return
    try:
        whole = _unwrapped(_DECODER.decode(text))
    except F.Malformed as error:
        raise DataError(str(error), path) from error
    except (ValueError, RecursionError):
        whole = None
    if isinstance(whole, dict) and not any(isinstance(whole.get(key), str | int) for key in _IDS):
        yield from ((None, key, value) for key, value in whole.items())
        return
    listed = zip(itertools.repeat(None), whole) if isinstance(whole, list) else _lines(path, text, in_order)
    for number, value in listed:
        try:
            yield number, F.id_of(value if isinstance(value, dict) else {}, *_IDS, default="") or None, value
        except F.Malformed as error:
            raise DataError(f"a prediction whose {error}", path, number) from error


#: What a whole file of predictions is called that stands beside a header.
_WRAPPERS = ("predictions", "data", "results", "answers", "outputs")


def _unwrapped(whole: Any) -> Any:
    """Return the predictions in an object that holds them under one name beside other things."""
    while isinstance(whole, dict) and not any(isinstance(whole.get(key), str | int) for key in _IDS):
        held = [name for name, value in whole.items() if isinstance(value, dict | list)]
        name = "predictions" if "predictions" in held else held[0] if len(held) == 1 else ""
        inner = whole[name] if name in _WRAPPERS else ()
        rows = isinstance(inner, dict) or any(isinstance(one, dict) for one in inner)
        if not (rows or (inner and len(whole) == 1)):
            break
        whole = inner
    return whole


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object, in which no name may occur twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        name = next(name for place, (name, _) in enumerate(pairs) if name in dict(pairs[:place]))
        raise F.Malformed(f"a second prediction for {name[:80]!r}: it occurs twice in one object")
    return found


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_constant=F.DECODER.parse_constant)


def _rows(path: Path, text: str, in_order: bool) -> Entries:
    """Yield (line, question id, prediction) of a table."""
    csv.field_size_limit(max(csv.field_size_limit(), len(text)))
    line = 1
    try:
        for line, row in F.table_rows(io.StringIO(text, newline=""), F.delimiter_of(text)):
            identity = _identity(path, row, in_order)
            if identity and not any(row.values()):
                continue
            if (identity and not row[identity]) or None in row:
                raise DataError("a row without an id, or with too many cells", path, line)
            key = row[identity] if identity else None
            yield line, key, {name: F.parsed_cell(row[name]) for name in row if name != identity}
    except (csv.Error, F.Malformed) as error:
        raise DataError(f"not valid CSV ({error})", path, line) from error


def _identity(path: Path, columns: Collection[str], in_order: bool) -> str | None:
    """Return the column of the ids, or raise DataError where one is needed, or there is none of answers."""
    identity = next((name for name in _IDS if name in columns), None)
    if (identity is None and not in_order) or not any(
        is_predicted(name) or name in PLAIN for name in columns if name
    ):
        names = ", ".join(EXPECTED if identity or in_order else _IDS)
        present = one_line(", ".join(filter(None, columns)))
        raise DataError(f"no column of: {names}; there are: {present}", path, 1)
    return identity


def _lines(path: Path, text: str, in_order: bool) -> list[tuple[int, Any]]:
    """Return the numbers and objects of JSON lines; of predictions in order, also of lines of plain text."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip() or in_order]
    if in_order:
        lines = lines[: len(lines) - (not lines[-1][1])]
        if not lines or lines[0][1].lstrip()[:1] not in ("{", "[", '"'):
            return lines
    found = []
    for number, line in lines:
        try:
            found.append((number, _DECODER.decode(line)))
        except F.Malformed as error:
            raise DataError(str(error), path, number) from error
        except (ValueError, RecursionError) as error:
            raise DataError(f"neither JSON nor JSON lines: {F.why_not_json(error)}", path, number) from error
    return found


class ShownTrace(NamedTuple):
    """One trace as text, and as a part of a page."""

    text: str
    html: Markup


NO_TRACE = ShownTrace("", Markup(""))


class Traces(Mapping[str, ShownTrace]):
    """The traces in a run's ``traces.jsonl`` by question id; only the ids are kept in memory."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._places: dict[str, int] = {}
        place = 0
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                try:
                    self._places[str(json.loads(line)["id"])] = place
                except (ValueError, KeyError, TypeError, RecursionError) as error:
                    raise DataError(f"not a trace ({error})", path, number) from error
                place += len(line)

    def trace(self, key: str) -> Trace | str | None:
        """Return a question's trace; as text where it is of another program, or of another version."""
        with self._path.open("rb") as file:
            file.seek(self._places[key])
            found = json.loads(file.readline()).get("trace")
        if found is None or isinstance(found, str):
            return found
        return read_trace(found) or json.dumps(found, ensure_ascii=False, indent=1)

    def __getitem__(self, key: str) -> ShownTrace:
        if (trace := self.trace(key)) is None:
            return NO_TRACE
        if isinstance(trace, str):
            return ShownTrace(trace, Markup("<pre>{}</pre>").format(trace))
        return ShownTrace(str(trace), fragment("trace.html", trace=trace))

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def read_trace(found: Any) -> Trace | None:
    """Return the trace that `Trace.to_dict` wrote; None if it is none."""
    try:
        return Trace.from_dict(found)
    except (TypeError, ValueError, RecursionError):
        return None
