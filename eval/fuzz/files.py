"""Damaged files of every format, read as `score` and `compare` read them.

The files are small ones made here (and those of the data folder, if there is one). Each is changed in one to
three ways: bytes lost, doubled, turned, zeroed; JSON values and keys exchanged for others; other encodings
and line ends; packed into archives, those damaged too; under another name. Reading may give stories, problems
with their places, or one error of the project's own family; never anything else. Stories that are read are
answered and scored, and none may fail.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import lzma
import random
import shutil
import signal
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from eval.fuzz.report import Report, told
from eval.runs.generate import stories
from symbolic_rc.batch.worker import Setup, Worker
from symbolic_rc.compare.fields import FIELDS
from symbolic_rc.compare.slices import Named, own_slice
from symbolic_rc.compare.systems import read_system
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.files.plain_text import read_text
from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets import formats, read, write
from symbolic_rc.graph.inference.clauses import parse_clauses
from symbolic_rc.layout import readable
from symbolic_rc.rules.rulebook import default_rulebook
from tests.datasets.samples import DUORC_ROWS, NARRATIVE_CSV, SAMPLES

#: Bytes of the largest file of the data folder that is taken.
_LARGEST = 100_000
#: Where files cost no time on a disk, on Linux.
_MEMORY = Path("/dev/shm")
#: Seconds that one file may take.
_LIMIT = 60

Change = Callable[[bytes, random.Random], bytes]

_VALUES: tuple[Any, ...] = (
    None, True, 0, -1, 10**30, 1e308, "", " ", "x", "\ud800", "\x00\x1b[2J", "what" * 5000, [], {}, [[]],
    [None], {"": None}, [{}, 3, "x"], {"text": 7}, 10**400, float("nan"), float("-inf"), "\ud83d",
    ["Bo", 0.5], "true", {"text": ["Bo", 3], "answer_start": "x"}, ["x"] * 1001, "x" * 100_001,
    {"score": 10**400},
)  # fmt: skip

#: A book as Project Gutenberg lays it out.
_BOOK = (
    "The Project Gutenberg EBook of X\n\n*** START OF THE PROJECT GUTENBERG EBOOK X ***\n\nCONTENTS\n\n"
    "I. Zo\nII. The Mill 12\n\n[Illustration: A mill]\n\nI.\n\n{}\n\n"
    "*** END OF THE PROJECT GUTENBERG EBOOK X ***\n"
)
_RULES = """[[rule]]
name = "stated"
threshold = 0.5

[[rule]]
name = "own"
asks = "sell(subject=?a, object=?b)"
finds = "buy|get(object=?b, subject=?a)"
"""
_NAMES = ("x", "x.json", "x.jsonl", "x.csv", "x.tsv", "x.txt", "x.zip", "x.gz", "x.question", "é .json")


@dataclass(frozen=True, slots=True)
class Seed:
    """A file as it should be, its name and content, and the files beside it."""

    name: str
    content: bytes
    beside: Mapping[str, bytes] = field(default_factory=dict)


def seeds(data: Path | None) -> list[Seed]:
    """Return small files of every format."""
    made = [
        Record(
            str(one["id"]),
            str(one["text"]),
            tuple(Question(q["id"], q["text"], tuple((a,) for a in q["answers"])) for q in one["questions"]),
        )
        for one in stories(3, 60)
    ]
    text, question = made[0].text, made[0].questions[0]
    found = [*_written(made), *_samples(), *_other_layouts(text, question.text, question.references[0][0])]
    if data is not None:
        paths = sorted(path for path in data.rglob("*") if path.is_file())
        known = (".json", ".jsonl", ".tsv", ".csv", ".txt", ".ans", ".zip", ".question", ".gz", ".xz")
        found += [
            Seed(path.name, path.read_bytes())
            for path in paths
            if path.suffix in known and path.stat().st_size <= _LARGEST and "lexicon" not in str(path)
        ][:200]
    return found


def _written(made: list[Record]) -> Iterator[Seed]:
    with tempfile.TemporaryDirectory() as place:
        for format in ("jsonl", "squad", "quoref"):
            path = Path(place) / f"{format}.{'jsonl' if format == 'jsonl' else 'json'}"
            write(made, path, format)
            yield Seed(path.name, path.read_bytes())


def _samples() -> Iterator[Seed]:
    """Yield each file of the tests' sample of every format, with those that belong to it."""
    for files in (*SAMPLES.values(), NARRATIVE_CSV, {"duorc.json": json.dumps(DUORC_ROWS)}):
        found = {name: content.encode() for name, content in files.items()}
        for name, content in found.items():
            yield Seed(name, content, {other: found[other] for other in found if other != name})


def _other_layouts(text: str, asked: str, answer: str) -> Iterator[Seed]:
    """Yield files of other projects: articles alone, tables of other separators, predictions in any form."""
    qa = {"id": 7, "question": asked, "is_impossible": "false", "answers": [{"text": answer}]}
    article = {"title": "t", "paragraphs": [{"context": text, "qas": [qa, {**qa, "id": 8, "answers": None}]}]}
    yield Seed("articles.jsonl", (json.dumps(article) + "\n").encode() * 2)
    yield Seed("articles.json", json.dumps([article, article], indent=1).encode())
    row = {"id": 7, "context": text, "question": asked, "answer": True, "is_impossible": 0}
    yield Seed(
        "under.json", json.dumps({"version": 1, "data": [row, {**row, "id": 8, "answer": 3}]}).encode()
    )
    for mark in ";\t,":
        table = io.StringIO()
        rows = csv.writer(table, delimiter=mark)
        rows.writerows(
            [["id", "context", "question", "answers"], [1, text, asked, answer, ""], [2, "é", "é?", "[]"]]
        )
        for encoding in ("utf-8", "cp1252", "utf-16"):
            yield Seed(f"table-{encoding}.csv", table.getvalue().encode(encoding, "replace"))
    yield Seed("choices.csv", f"context,question,A,B,label\n{text!r},{asked},x,{answer},1\n".encode())
    yield Seed("excel.csv", f"sep=;\ncontext;question;answers;;\n{text};{asked};['a' 'b'];;\n;;;;\n".encode())
    yield Seed("flags.csv", f"context,question,answer,is_impossible\n{text!r},{asked},1,0.0\n".encode())
    yield Seed("own.toml", _RULES.encode())
    yield Seed("own.rules", b"uncle: brother(?a, of=?b) & parent|aunt(?b, of=?c) -> uncle(?a, of=?c)\n")
    yield Seed("own.slices", b"long=story_words > 800 and (format == 'free' or not 1)\nstory_words:10\n")
    yield Seed("book.txt", _BOOK.format(text).encode("latin-1", "replace"))
    forms: tuple[Any, ...] = (
        {"a": [["Ada", 0.9], ["Bo", 1]], "b": [[0.1, "Ada"], [None, "Bo"]], "c": ["Ada", 0.3]},
        {"a": {"answers": [{"answer": "Ada", "score": 10**400}, {"answer": None, "score": float("nan")}]}},
        {"a": -3.5, "b": 10**30},
        {"predictions": [{"id": 1, "text": "Ada", "score": float("nan")}], "model": "x"},
        {"data": {"a": "Ada", "b": float("nan")}},
        ["Ada", None, 3],
    )
    for number, form in enumerate(forms):
        yield Seed(f"predictions{number}.json", json.dumps(form).encode())
    line = b'{"id": "a", "answer": "Ada", "answers": ["Ada"], "score": 1.0, "rule": "stated"}\n'
    manifest = {
        "options": {"reader": "symbolic"},
        "held_out": {"folds": 3},
        "raw_text": {"stories": 1, "seen": {"vectors": 1}},
        "timing": {"cost": {"questions": 2, "seconds": 0.5, "megabytes": 500}},
    }
    yield Seed("manifest.json", json.dumps(manifest).encode(), {"predictions.jsonl": line})
    yield Seed("predictions.csv", b"id;prediction;score\n1;Ada;0.5;\n2;[1, 2];nan;\n")
    yield Seed("predictions.txt", b"Ada\n\nOsric\n")


def lost(data: bytes, choose: random.Random) -> bytes:
    """Lose a block."""
    at = choose.randrange(len(data) + 1)
    return data[:at] + data[at + choose.choice((1, 10, 300)) :]


def broken_off(data: bytes, choose: random.Random) -> bytes:
    """Break off anywhere."""
    return data[: choose.randrange(len(data) + 1)]


def turned(data: bytes, choose: random.Random) -> bytes:
    """Turn some bits."""
    found = bytearray(data)
    for _ in range(choose.randint(1, 20) if data else 0):
        found[choose.randrange(len(found))] ^= 1 << choose.randrange(8)
    return bytes(found)


def zeroed(data: bytes, choose: random.Random) -> bytes:
    """Put zeros in the place of a block."""
    at, size = choose.randrange(len(data) + 1), choose.choice((1, 10, 300))
    return data[:at] + bytes(size) + data[at + size :]


def inserted(data: bytes, choose: random.Random) -> bytes:
    """Put anything anywhere."""
    at = choose.randrange(len(data) + 1)
    new = choose.choice(
        (b"\xff\xfe", b"\xed\xa0\x80", b'"', b"{", b"}", b"[" * 3000, b"\t", b",", b"\n", b"\\", b"\\u",
         b"NaN", b"1e999", b"9" * 5000, b";", b",,,,", b"\x1b]0;x\x07", choose.randbytes(40))
    )  # fmt: skip
    return data[:at] + new + data[at:]


def doubled(data: bytes, choose: random.Random) -> bytes:
    """Repeat a block, or all."""
    if choose.random() < 0.3:
        return data + data
    begin, end = sorted(choose.randrange(len(data) + 1) for _ in range(2))
    return data[:end] + data[begin:]


def shuffled_lines(data: bytes, choose: random.Random) -> bytes:
    """Put the lines in any order."""
    lines = data.splitlines(keepends=True)
    choose.shuffle(lines)
    return b"".join(lines)


def encoded(data: bytes, choose: random.Random) -> bytes:
    """Use another encoding, a byte order mark, other line ends."""
    way = choose.randrange(8)
    if way == 0:
        return b"\xef\xbb\xbf" + data
    if way == 1:
        return data.replace(b"\n", b"\r\n")
    if way == 2:
        return data.replace(b"\n", b"\r")
    text = data.decode("utf-8", "replace")
    return text.encode(("utf-16", "utf-32", "latin-1", "cp1252", "utf-8-sig")[way - 3], "replace")


def other_value(data: bytes, choose: random.Random) -> bytes:
    """Exchange a value, or lose, rename or double a key, somewhere in JSON (or in a line of it)."""
    lines = data.splitlines() or [b""]
    whole = choose.random() < 0.5
    at = choose.randrange(len(lines))
    try:
        content = json.loads(data if whole else lines[at])
    except (ValueError, RecursionError):
        return inserted(data, choose)
    for _ in range(choose.randint(1, 3)):
        content = _exchanged(content, choose)
    new = json.dumps(content).encode("utf-8", "surrogatepass")
    return new if whole else b"\n".join([*lines[:at], new, *lines[at + 1 :]])


def _exchanged(content: Any, choose: random.Random) -> Any:
    """Return JSON with one place of it changed."""
    if not isinstance(content, dict | list) or not content or choose.random() < 0.2:
        return choose.choice(_VALUES)
    if isinstance(content, list):
        i = choose.randrange(len(content))
        return [*content[:i], _exchanged(content[i], choose), *content[i + 1 :]]
    key = choose.choice(list(content))
    way = choose.random()
    if way < 0.15:
        return {name: value for name, value in content.items() if name != key}
    if way < 0.25:
        return {(name + "x" if name == key else name): value for name, value in content.items()}
    return {**content, key: _exchanged(content[key], choose)}


def other_columns(data: bytes, choose: random.Random) -> bytes:
    """Lose, double or quote a column of a line."""
    lines = data.splitlines() or [b""]
    at = choose.randrange(len(lines))
    mark = b"\t" if b"\t" in lines[at] else b","
    cells = lines[at].split(mark)
    i = choose.randrange(len(cells))
    cells[i : i + 1] = choose.choice(([], [cells[i]] * 2, [b'"' + cells[i]], [b'"' + cells[i] + b'"'], [b""]))
    lines[at] = mark.join(cells)
    return b"\n".join(lines)


def random_bytes(data: bytes, choose: random.Random) -> bytes:
    """Put something else in the place of it all."""
    return choose.choice((b"", b"\n", b" ", b"{}", b"[]", b"null", b"0", b'"x"', choose.randbytes(500)))


CHANGES: tuple[Change, ...] = (
    lost, broken_off, turned, zeroed, inserted, doubled, shuffled_lines, encoded, other_value, other_value,
    other_value, other_columns, random_bytes,
)  # fmt: skip


def packed(name: str, data: bytes, choose: random.Random) -> tuple[str, bytes]:
    """Return a file compressed or in an archive, with the name that says so."""
    way = choose.randrange(4)
    if way == 0:
        return f"{name}.gz", gzip.compress(data, mtime=0)
    if way == 1:
        return f"{name}.xz", lzma.compress(data)
    buffer = io.BytesIO()
    inner = choose.choice((name, f"a/b/{name}", f"../{name}", f"/{name}", "a" * 200 + name))
    if way == 2:
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(inner, data)
        return "x.zip", buffer.getvalue()
    with tarfile.open(fileobj=buffer, mode="w:gz") as tar:
        info = tarfile.TarInfo(inner)
        info.size = len(data)
        tar.addfile(info, io.BytesIO(data))
    return "x.tar.gz", buffer.getvalue()


def damaged(seed: Seed, choose: random.Random) -> tuple[str, bytes, str]:
    """Return a name, a content and what was done."""
    name, data, done = seed.name, seed.content, []
    for change in choose.sample(CHANGES, choose.choice((1, 1, 2, 3))):
        data = change(data, choose)
        done.append(change.__name__)
    if choose.random() < 0.15:
        name, data = packed(name, data, choose)
        done.append("packed")
        if choose.random() < 0.5:
            change = choose.choice((lost, broken_off, turned, zeroed))
            data = change(data, choose)
            done.append(change.__name__)
    if choose.random() < 0.1:
        name = choose.choice(_NAMES)
        done.append(f"named {name}")
    return name, data, f"{seed.name}: {'+'.join(done)}"


class TooLong(Exception):
    """A file took more than its time."""


@contextmanager
def _in_time(seconds: int) -> Iterator[None]:
    def stop(number: int, frame: Any) -> None:
        raise TooLong(f"more than {seconds} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


class Reading:
    """Reads files as commands do, and answers the questions in them."""

    def __init__(self) -> None:
        self._workers: dict[str, Worker] = {}

    def try_file(self, path: Path, format: str) -> str:
        """Return how a file ended: ``read``, ``problems``, ``refused``; raise what must not be."""
        outcome = "read"
        try:
            for found in read(path, format):
                if not isinstance(found, Record):
                    outcome = "problems"
                    str(found)
                    continue
                form = "jsonl" if format == "auto" else format
                if form not in self._workers:
                    self._workers[form] = Worker(Setup("max-frequency", format=form))
                if failure := self._workers[form].work(found).failure:
                    raise AssertionError(f"failed story: {failure}")
        except SymbolicRCError as error:
            if "\n" in str(error):
                raise AssertionError(f"an error of several lines: {error}") from error
            outcome = "refused"
        for use in (_as_predictions, _as_text):
            try:
                use(path)
            except SymbolicRCError as error:
                if "\n" in str(error):
                    raise AssertionError(f"an error of several lines: {error}") from error
        return outcome


def _as_predictions(path: Path) -> None:
    for order in (None, ["a", "b", "c"]):
        read_system(path, order=order)


def _as_text(path: Path) -> None:
    """Read a file as a book, as rules, as clauses, as slices."""
    if path.is_dir():
        return
    text = read_text(path)
    readable(Record("x", text))
    if path.suffix == ".toml":
        default_rulebook().parse(text)
    elif path.suffix == ".rules":
        parse_clauses(text)
    elif path.suffix == ".slices":
        for line in text.splitlines():
            found = own_slice(line, list(FIELDS))
            if isinstance(found, Named):
                found.holds(dict.fromkeys(FIELDS, 3))


def run(count: int, seed: int, data: Path | None, keep: Path | None = None) -> Report:
    """Read this number of damaged files.

    Parameters
    ----------
    count : int
    seed : int
    data : Path or None
        Folder of data sets, whose small files are damaged too.
    keep : Path or None
        Folder where the files of findings are kept.
    """
    report, known, reading, names = Report("files", seed), seeds(data), Reading(), list(formats())
    with tempfile.TemporaryDirectory(dir=_MEMORY if _MEMORY.is_dir() else None) as place:
        for number in range(count):
            choose = random.Random(f"{seed} {number}")
            seed_file = choose.choice(known)
            name, content, what = damaged(seed_file, choose)
            folder = Path(place) / str(number)
            for one, data_of_it in {**seed_file.beside, name: content}.items():
                (folder / one).parent.mkdir(parents=True, exist_ok=True)
                (folder / one).write_bytes(data_of_it)
            path = folder if seed_file.beside and choose.random() < 0.7 else folder / name
            format = "auto" if choose.random() < 0.7 else choose.choice(names)
            try:
                with _in_time(_LIMIT):
                    report.count(reading.try_file(path, format))
            except Exception as error:
                report.count("failed")
                report.found(number, f"{what}, --format {format}", told(error))
                if keep is not None:
                    keep.mkdir(parents=True, exist_ok=True)
                    (keep / f"{number}-{Path(name).name}").write_bytes(content)
            shutil.rmtree(folder)
            report.watch_memory(number + 1, count)
    return report
