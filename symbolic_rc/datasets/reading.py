"""Reading a data set: from a path to records, one at a time."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from importlib import import_module
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import IO

from symbolic_rc.core.errors import DamagedError, DataError, check_name
from symbolic_rc.core.record import Record
from symbolic_rc.datasets import by_format
from symbolic_rc.datasets.archive import Sink, of_stream, sources
from symbolic_rc.datasets.diagnosis import diagnosis
from symbolic_rc.datasets.format import Format
from symbolic_rc.datasets.source import DEFAULT, DataFile, Limits, Problem

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
    files = sources(_resolved(path), limits)
    yield from _checked(_read(files, path, format), strict, limit, allow_damaged)


def _read(files: list[DataFile], path: str | Path, format: str) -> Iterator[Record | Problem]:
    chosen = _recognised(files, path, format)
    return _unique(_within(files[0].limits, _all(files, chosen)))


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
    path : str | Path
        A file or folder.
    format : str
        A format's name, or ``auto``.
    limits : Limits
        How much is read at most.

    Raises
    ------
    DataError
        As `read` does.
    """
    found = _recognised(sources(_resolved(path), limits), path, format)
    return list(dict.fromkeys(form.name for _, form in found))


def keep_stream(
    raw: IO[bytes], copy: Sink, format: str = "auto", limit: int | None = None, limits: Limits = DEFAULT
) -> None:
    """Copy a stream that can be read only once, so that it can be read again.

    Parameters
    ----------
    copy : Sink
        Gets the content, without its compression.
    limit : int, optional
        Copy no more than that many questions need: the stream may have no end.

    Raises
    ------
    DataError
        As `read` does.
    """
    files = list(of_stream("standard input", raw, limits, copy))
    if limit is not None:
        for _ in _checked(_read(files, "-", format), False, limit, False):
            pass
    elif len(files) == 1 and files[0].start is not None:
        with files[0].open() as file:
            while file.read(1 << 20):
                pass


def _resolved(path: str | Path) -> str | Path:
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
    main = []
    for file in _once(files):
        head = file.head()
        form = next((form for form in _tried(name) if form.recognise(file, head)), None)
        if form is not None:
            main.append((file, known[name] if name != "auto" else form))
    if main:
        return main
    if name != "auto" and len(files) == 1:  # the user knows better than the name of the file, if it goes well
        return [(files[0], replace(known[name], read=partial(_tried_out, known[name])))]
    wanted = f"of format {name!r}" if name != "auto" else "of a known format"
    raise DataError(f"holds no file {wanted}: {_looks_like(files)}", path)


def _looks_like(files: list[DataFile]) -> str:
    """Say which format files are of, or what else they look like."""
    found = [form.name for file in files for form in _formats() if form.recognise(file, file.head())]
    return f"it looks like {found[0]}: use --format {found[0]}" if found else diagnosis(files)


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
        elif len(record.text) > limits.text:
            yield Problem(record.id, None, limits.too_long("the story"))
        elif len(record.questions) > limits.questions:
            yield Problem(record.id, None, limits.too_many())
        elif large := next(((one.id, one.too_large) for one in record.questions if one.too_large), None):
            yield Problem(f"{record.id}, question {large[0]}", None, large[1])
        else:
            yield record


def _tried(name: str) -> Sequence[Format]:
    """Return the formats whose files are looked for; those that share a shape recognise each other's."""
    if name == "auto":
        return _formats()
    return [formats()[one] for one in _SHARED.get(name, (name,))]


def _all(files: list[DataFile], main: list[tuple[DataFile, Format]]) -> Iterator[Record | Problem]:
    for file, form in main:
        beside = files
        if len(files) == 1:
            near = (path for path in form.near(Path(file.place)) if path.exists())
            beside = files + [other for path in near for other in sources(path)]
        try:
            yield from form.read(file, beside)
        except DamagedError as error:
            yield Problem(str(error.path or file.place), error.line, error.message, damaged=True)


def _unique(found: Iterator[Record | Problem]) -> Iterator[Record | Problem]:
    known: set[str] = set()
    for record in found:
        if isinstance(record, Problem):
            yield record
            continue
        fresh = []
        for question in record.questions:
            if question.id in known:
                yield Problem(record.id, None, f"the question id {question.id!r} was used before")
            else:
                known.add(question.id)
                fresh.append(question)
        yield record if len(fresh) == len(record.questions) else replace(record, questions=tuple(fresh))
