"""Reading a data set: from a path to records, one at a time."""

from __future__ import annotations

import json
import pkgutil
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from importlib import import_module
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import IO

from symbolic_rc.core.errors import DamagedError, DataError, check_name
from symbolic_rc.core.record import Record
from symbolic_rc.datasets import by_format
from symbolic_rc.datasets.archive import Copy, of_stream, sources
from symbolic_rc.datasets.fields import columns_of, decoded_lines, delimiter_of
from symbolic_rc.datasets.format import Format
from symbolic_rc.datasets.json_stream import elements
from symbolic_rc.datasets.source import DEFAULT, DataFile, Limits, Problem

#: What one record of a format has: the fields that are needed, by the format's name.
_FIELDS: dict[str, tuple[str, ...]] = {
    "jsonl": ("id", "text", "questions"),
    "hf": ("context", "question", "answers"),
    "narrativeqa": ("document_id", "summary_tokenized", "qas"),
    "duorc": ("plot", "title", "qa"),
    "squad": ("title", "paragraphs"),
    "fairytaleqa": ("question_id", "question", "answer1", "answer4"),
}
#: What a table has, by the format's name.
_COLUMNS = {name: _FIELDS[name] for name in ("hf", "fairytaleqa")}
_COLUMNS["narrativeqa"] = ("document_id", "question", "answer1", "answer2")
_MAGIC = {
    "%PDF": "a PDF file",
    "PK\x03\x04": "a zip archive or an office document under another name",
    "SQLite": "an SQLite database",
    "PAR1": "a Parquet file",
    "ARROW1": "an Arrow file",
    "7z\ufffd": "a 7-Zip archive, which must be unpacked first",
    "Rar!": "a RAR archive, which must be unpacked first",
    "(\ufffd/\ufffd": "a file that zstd compressed, which must be unpacked first",
    "version https://git-lfs": "a pointer of Git LFS: fetch the file itself, by git lfs pull",
}
_LOOKED_AT = 3


def diagnosis(files: Sequence[DataFile], reads: Callable[[DataFile, str], bool]) -> str:
    """Say in one line what files of no known format look like; recommend only formats that read them."""
    if not files:
        return "there is no file in it"
    said = []
    for file in islice(files, _LOOKED_AT):
        try:
            found = _of_file(file, partial(reads, file))
        except DataError as error:
            found = error.message
        said.append(found if len(files) == 1 else f"{file.name}: {found}")
    more = f"; and {len(files) - _LOOKED_AT} more files" if len(files) > _LOOKED_AT else ""
    return "; ".join(said) + more


def _of_file(source: DataFile, reads: Callable[[str], bool]) -> str:
    head = source.head()
    if not head.strip():
        return "it is empty"
    for magic, name in _MAGIC.items():
        if head.startswith(magic):
            return f"it looks like {name}"
    if head.count("\ufffd") + head.count("\x00") > len(head) // 50:
        return "it is no text in UTF-8; convert it, such as by: iconv -f cp1252 -t utf-8"
    if head.lstrip()[0] in "[{":
        return _of_json(source, head, reads)
    if source.suffix in (".csv", ".tsv") or _is_table(head):
        looks = "it looks like " + ("TSV" if delimiter_of(head) == "\t" else "CSV")
        said = (f"{looks} with the columns", f"{looks}; line 1 has no column", f"{looks} of")
        return _compared(columns_of(head), _COLUMNS, reads, said)
    return "it looks like plain text; to ask about it: symbolic-rc ask FILE QUESTION"


def _of_json(source: DataFile, head: str, reads: Callable[[str], bool]) -> str:
    listed = head.lstrip()[0] == "["
    lines = not listed and _begins_with_line(head)
    kind = "a JSON list" if listed else "JSON lines" if lines else "a JSON object"
    found = decoded_lines(source) if lines else elements(source, None if listed else "data")
    if (first := next(found, None)) is None:
        return f"it looks like {kind}, which is empty"
    if isinstance(first, Problem):
        return f"it looks like {kind}; line {first.line}: {first.reason}"
    line, value = first
    if not isinstance(value, Mapping):
        return f"it looks like {kind}; line {line} holds no object"
    looks = f"it looks like {kind}; line {line} has"
    return _compared(value, _FIELDS, reads, (f"{looks} the fields", f"{looks} no", f"{looks} the fields of"))


def _begins_with_line(head: str) -> bool:
    """Return whether the first line is a whole JSON value, or one that is too long to see."""
    first, end, _ = head.lstrip().partition("\n")
    try:
        json.loads(first)
    except (ValueError, RecursionError):
        return not end or ('"data"' not in head and not re.match(r"\{\s*$", first))
    return True


def _compared(
    found: Collection[str],
    known: Mapping[str, tuple[str, ...]],
    reads: Callable[[str], bool],
    said: tuple[str, str, str],
) -> str:
    """Say which format most fields are of, and what it lacks.

    Parameters
    ----------
    said : tuple of str
        What precedes the names of fields of no format, the missing ones, and the format.
    """
    shares = {name: sum(field in found for field in fields) / len(fields) for name, fields in known.items()}
    nearest = max(shares, key=lambda name: shares[name])
    if not shares[nearest]:
        named = ", ".join(f"{str(name)[:30]!r}" for name in islice(found, 8))
        nothing = "of nothing" if isinstance(found, Mapping) else ""
        return f"{said[0]} {named or nothing}, which are those of no format"
    optional = ("answers", "questions")
    if missing := [name for name in known[nearest] if name not in found and name not in optional]:
        return f"{said[1]} {', '.join(map(repr, missing))}; see `symbolic-rc formats {nearest}`"
    if reads(nearest):
        return f"{said[2]} the format {nearest}: use --format {nearest}"
    return f"{said[2]} the format {nearest}, but not its layout; see `symbolic-rc formats {nearest}`"


def _is_table(head: str) -> bool:
    lines = [line for line in head.split("\n")[:3] if line.strip()]
    return len(lines) > 1 and any(
        lines[0].count(mark) and all(line.count(mark) >= lines[0].count(mark) for line in lines)
        for mark in ",\t"
    )


#: Formats that ``auto`` tries after all others, since other files have their shape, too.
_GENERAL = ("squad", "hf", "jsonl")
#: Formats whose files are looked for in place of a format's own, since they share its shape.
_SHARED = {"squad": ("squad", "bipar", "duorc", "quoref"), "narrativeqa-stories": ("narrativeqa",)}

#: Added to the error about a damaged file.
_LOST = (
    "; what follows is lost, and nobody knows how much: give the whole file, or, with score and compare, "
    "use the readable part with --allow-damaged"
)
#: Records at the beginning of a file that decide whether it has the format that the user gave.
_TRIED = 3
#: Characters of an id that an error shows.
_SHOWN = 80


def formats() -> dict[str, Format]:
    """Return every format by its name.

    Examples
    --------
    >>> print(formats()["cnn"].summary)
    CNN and Daily Mail cloze questions (Hermann et al. 2015): one ``.question`` file each.
    """
    return {form.name: form for form in _formats()}


@cache
def _formats() -> tuple[Format, ...]:
    """Return all formats that the modules of `by_format` describe, as ``auto`` tries them."""
    order = {name: place for place, name in enumerate(_GENERAL, 1)}
    names = sorted((order.get(one.name, 0), one.name) for one in pkgutil.iter_modules(by_format.__path__))
    modules = (import_module(f"{by_format.__name__}.{name}") for _, name in names)
    return tuple(one for module in modules for one in vars(module).values() if isinstance(one, Format))


def read(
    path: str | Path,
    format: str = "auto",
    strict: bool = False,
    limit: int | None = None,
    limits: Limits = DEFAULT,
    allow_damaged: bool = False,
) -> Iterator[Record | Problem]:
    """Read a data set story by story.

    Parameters
    ----------
    path : str or Path
        A file, a folder, an archive, ``-`` for standard input, or ``examples`` for the stories that come with
        the project.
    format : str
        A name out of `formats`, or ``auto``, which recognises each file.
    strict : bool
        Whether the first problem is raised instead of being yielded.
    limit : int, optional
        Stop after that many questions.
    limits : Limits
        How large a record may be; a larger one is a `Problem`.
    allow_damaged : bool
        Whether a file that ends, or goes bad, in the middle gives a `Problem` and what was read before.

    Yields
    ------
    Record or Problem
        Records in order of their files' names and of the file. A malformed record gives a `Problem`; a
        malformed question gives a `Problem` and its story comes without it.

    Raises
    ------
    DataError
        If the path cannot be read, no file is of a known format, or, when strict, at the first problem;
        `DamagedError` where a file is damaged and that is not allowed.
    """
    files = sources(resolved(path), limits)
    yield from _checked(_read(files, path, format), strict, limit, allow_damaged)


def _read(files: list[DataFile], path: str | Path, format: str) -> Iterator[Record | Problem]:
    chosen = _recognised(files, path, format)
    return _unique(_within(files[0].limits, _all(files, chosen)), str(path))


def _checked(
    every: Iterable[Record | Problem], strict: bool, left: int | None, allow_damaged: bool
) -> Iterator[Record | Problem]:
    """Yield what was read, up to `left` questions; raise at a problem that is not allowed."""
    for found in every:
        if isinstance(found, Problem):
            if found.damaged and not allow_damaged:
                raise DamagedError(found.reason + _LOST, found.path, found.line)
            if strict:
                raise DataError(found.reason, found.path, found.line)
        elif left is not None:
            if len(found.questions) >= left:
                yield replace(found, questions=found.questions[:left])
                return
            left -= len(found.questions)
        yield found


def recognised(path: str | Path, format: str = "auto", limits: Limits = DEFAULT) -> list[str]:
    """Return the names of the formats of the files behind a path, each once, in order.

    Parameters
    ----------
    path, format, limits
        As for `read`, which says what is raised, too.
    """
    found = _recognised(sources(resolved(path), limits), path, format)
    return list(dict.fromkeys(form.name for _, form in found))


def keep_stream(
    raw: IO[bytes], copy: Copy, format: str = "auto", limit: int | None = None, limits: Limits = DEFAULT
) -> None:
    """Copy a stream that can be read only once, without its compression, so that it can be read again.

    With a limit, copy no more than that many questions need: the stream may have no end. Raises as `read`.
    """
    files = list(of_stream("standard input", raw, limits, copy))
    if limit is not None:
        for _ in _checked(_read(files, "-", format), False, limit, False):
            pass
    elif len(files) == 1 and files[0].start is not None:
        with files[0].open() as file:
            while file.read(1 << 20):
                pass


def resolved(path: str | Path) -> str | Path:
    """Return a path, or the folder of the examples for ``examples``."""
    if str(path) == "examples" and not Path(path).exists():
        from symbolic_rc.examples import folder

        return folder()
    return path


def _recognised(files: list[DataFile], path: str | Path, name: str) -> list[tuple[DataFile, Format]]:
    known = formats()
    for one in name.split(","):
        check_name("format", one, ("auto", *known), error=DataError)
    if "," in name:  # of a folder of several formats, as `recognised` tells them
        name = "auto"
    # those that share a shape recognise each other's files
    tried = _formats() if name == "auto" else [known[one] for one in _SHARED.get(name, (name,))]
    main = []
    for file in _once(files):
        head = file.head()
        form = next((form for form in tried if form.recognise(file, head)), None)
        if form is not None:
            main.append((file, known[name] if name != "auto" else form))
    if main:
        return main
    if name != "auto" and len(files) == 1:  # the user knows better than the name of the file, if it goes well
        return [(files[0], replace(known[name], read=partial(_tried_out, known[name])))]
    wanted = f"of format {name!r}" if name != "auto" else "of a known format"
    raise DataError(f"holds no file {wanted}: {_looks_like(files)}", path)


def _looks_like(files: list[DataFile]) -> str:
    """Say which format files are of that can read them, or what else they look like."""

    def reads(source: DataFile, name: str) -> bool:
        found = islice(_all(files, [(source, formats()[name])]), _TRIED)
        return any(not isinstance(one, Problem) and one.questions for one in found)

    found = (form.name for file in files for form in _formats() if form.recognise(file, file.head()))
    name = next((name for name in found if any(reads(file, name) for file in files)), None)
    return f"it looks like {name}: use --format {name}" if name else diagnosis(files, reads)


def _tried_out(form: Format, source: DataFile, beside: Sequence[DataFile] = ()) -> Iterator[Record | Problem]:
    """Read a file that does not look like its format; give up when nothing at its beginning can be read."""
    found = form.read(source, beside)
    first = list(islice(found, _TRIED))
    if len(first) == _TRIED and all(isinstance(one, Problem) for one in first):
        reason = f"is not of format {form.name!r} ({first[0].reason})"  # type: ignore[union-attr]
        hint = "" if source.start is not None else f"; {_looks_like([source])}"
        raise DataError(reason + hint, source.place, first[0].line)  # type: ignore[union-attr]
    yield from first
    yield from found


def _once(files: list[DataFile]) -> list[DataFile]:
    """Return the files to look at: of a folder that `cloze` wrote, not its questions a second time."""
    built = {PurePosixPath(file.name).parent for file in files if file.name.endswith("cloze.json")}
    names = {file.name for file in files}
    twice = {folder / "questions" for folder in built if str(folder / "questions.jsonl") in names}
    return [
        file
        for file in files
        if not (file.suffix == ".question" and PurePosixPath(file.name).parent in twice)
    ]


def _within(limits: Limits, found: Iterator[Record | Problem]) -> Iterator[Record | Problem]:
    """Yield what is found; records that are too large become problems."""
    for record in found:
        if isinstance(record, Problem):
            yield record
        elif why := record.refused:
            yield Problem(record.id, None, why)
        elif len(record.text) > limits.text:
            yield Problem(record.id, None, limits.too_long("the story"))
        elif len(record.questions) > limits.questions:
            yield Problem(record.id, None, limits.too_many())
        else:
            taken = [one for one in record.questions if not one.refused]
            for one in record.questions if len(taken) < len(record.questions) else ():
                if one.refused:
                    yield Problem(f"{record.id}, question {one.id[:_SHOWN]}", None, one.refused)
            yield record if len(taken) == len(record.questions) else replace(record, questions=tuple(taken))


def _all(files: list[DataFile], main: list[tuple[DataFile, Format]]) -> Iterator[Record | Problem]:
    known = {file.place for file in files}
    for file, form in main:
        near = (path for path in form.near(Path(file.place)) if str(path) not in known and path.exists())
        beside = files + [other for path in near for other in sources(path)]
        try:
            yield from form.read(file, beside)
        except DamagedError as error:
            yield Problem(str(error.path or file.place), error.line, error.message, damaged=True)


def _unique(found: Iterator[Record | Problem], place: str) -> Iterator[Record | Problem]:
    """Yield what is found, each question once; those that come again word for word are told in one line."""
    known, again, first = dict[str, int](), 0, ""
    for record in found:
        if isinstance(record, Problem):
            yield record
            continue
        fresh = []
        for question in record.questions:
            said = hash((record.text, question.text, question.references, question.choices))
            if question.id not in known:
                known[question.id] = said
                fresh.append(question)
            elif known[question.id] == said:
                again, first = again + 1, first or question.id
            else:
                yield Problem(record.id, None, f"the question id {question.id[:_SHOWN]!r} was used before")
        if fresh or not record.questions:
            yield record if len(fresh) == len(record.questions) else replace(record, questions=tuple(fresh))
    if again:
        number = f"{again:,} questions were" if again > 1 else "one question was"
        yield Problem(
            place, None, f"{number} read before, on the same text: left out, first {first[:_SHOWN]!r}"
        )
