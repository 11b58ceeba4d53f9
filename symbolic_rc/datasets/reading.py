"""Reading a data set: from a path to records, one at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from symbolic_rc.core.errors import DataError
from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.datasets.babi import BABI
from symbolic_rc.datasets.cnn import CNN
from symbolic_rc.datasets.duorc import DUORC
from symbolic_rc.datasets.fairytaleqa import FAIRYTALEQA
from symbolic_rc.datasets.format import Format
from symbolic_rc.datasets.jsonl import JSONL
from symbolic_rc.datasets.mctest import MCTEST
from symbolic_rc.datasets.narrativeqa import NARRATIVEQA, NARRATIVEQA_STORIES
from symbolic_rc.datasets.problem import Problem
from symbolic_rc.datasets.quoref import QUOREF
from symbolic_rc.datasets.source import Source, sources
from symbolic_rc.datasets.squad import BIPAR, SQUAD

#: Every format, in the order in which ``auto`` tries them.
_FORMATS = (
    QUOREF,
    BIPAR,
    DUORC,
    SQUAD,
    NARRATIVEQA,
    NARRATIVEQA_STORIES,
    CNN,
    MCTEST,
    FAIRYTALEQA,
    BABI,
    JSONL,
)


def formats() -> dict[str, Format]:
    """Return every format by its name.

    Examples
    --------
    >>> print(formats()["cnn"].summary)
    CNN and Daily Mail cloze questions (Hermann et al. 2015): one ``.question`` file each.
    """
    return {form.name: form for form in _FORMATS}


def read(
    path: str | Path,
    format: str = "auto",
    strict: bool = False,
    limit: int | None = None,
    permute: int | None = None,
    mark_entities: bool = False,
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
    permute : int, optional
        A seed with which the ``@entityN`` markers of each story are permuted again.
    mark_entities : bool
        Whether ``@entityN`` stands for each name, as NarrativeQA's authors had it, numbered by `permute`.

    Yields
    ------
    Record or Problem
        Records in order of their files' names and of the file. A malformed record gives a `Problem`; a
        malformed question gives a `Problem` and its story comes without it.

    Raises
    ------
    DataError
        If the path cannot be read, no file is of a known format, or, when strict, at the first problem.
    """
    files, chosen = _recognised(_resolved(path), format)
    left = limit
    for found in _unique(_all(files, chosen)):
        if isinstance(found, Record) and (mark_entities or permute is not None):
            found = _with_markers(found, permute, mark_entities)
        if isinstance(found, Problem):
            if strict:
                raise DataError(found.reason, found.path, found.line)
        elif left is not None:
            if len(found.questions) >= left:
                yield _cut(found, left)
                return
            left -= len(found.questions)
        yield found


def recognised(path: str | Path, format: str = "auto") -> list[str]:
    """Return the names of the formats of the files behind a path, each once, in order.

    Raises
    ------
    DataError
        As `read` does.
    """
    return list(dict.fromkeys(form.name for _, form in _recognised(_resolved(path), format)[1]))


def _resolved(path: str | Path) -> str | Path:
    if str(path) == "examples" and not Path(path).exists():
        from symbolic_rc.examples import folder

        return folder()
    return path


def _recognised(path: str | Path, name: str) -> tuple[list[Source], list[tuple[Source, Format]]]:
    known = formats()
    if name != "auto" and name not in known:
        raise DataError(f"there is no format {name!r}; there are: auto, {', '.join(known)}")
    files = sources(path)
    main = []
    for file in files:
        head = file.head()
        form = next((form for form in _tried(name) if form.recognise(file, head)), None)
        if form is not None:
            main.append((file, known[name] if name != "auto" else form))
    if main:
        return files, main
    if name != "auto" and len(files) == 1:
        return files, [(files[0], known[name])]  # the user knows better than the name of the file
    wanted = f"of format {name!r}" if name != "auto" else f"of a known format ({', '.join(known)})"
    raise DataError(f"holds no file {wanted}", path)


def _tried(name: str) -> Sequence[Format]:
    """Return the formats whose files are looked for; those that share a shape recognise each other's."""
    if name == "auto":
        return _FORMATS
    shares = {"squad": (SQUAD, BIPAR, DUORC, QUOREF), "narrativeqa-stories": (NARRATIVEQA,)}
    return shares.get(name, (formats()[name],))


def _all(files: list[Source], main: list[tuple[Source, Format]]) -> Iterator[Record | Problem]:
    for file, form in main:
        beside = files
        if len(files) == 1:
            near = (path for path in form.near(Path(file.place)) if path.exists())
            beside = files + [other for path in near for other in sources(path)]
        yield from form.read(file, beside)


def _unique(found: Iterator[Record | Problem]) -> Iterator[Record | Problem]:
    seen: set[str] = set()
    for record in found:
        if isinstance(record, Problem):
            yield record
            continue
        fresh = []
        for question in record.questions:
            if question.id in seen:
                yield Problem(record.id, None, f"the question id {question.id!r} was used before")
            else:
                seen.add(question.id)
                fresh.append(question)
        yield record if len(fresh) == len(record.questions) else _with(record, fresh)


def _with(record: Record, questions: Sequence[Question]) -> Record:
    return replace(record, questions=tuple(questions))


def _with_markers(record: Record, seed: int | None, mark_entities: bool) -> Record:
    from symbolic_rc.datasets.cloze import marked, permuted  # the builder reads what it wrote

    return marked(record, seed or 0) if mark_entities else permuted(record, seed or 0)


def _cut(record: Record, count: int) -> Record:
    return _with(record, record.questions[:count])
