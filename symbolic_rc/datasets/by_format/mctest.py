"""MCTest: children's stories, each with four multiple-choice questions.

``NAME.tsv`` has a line a story: id, properties, story, then for each question its text (``one: ...`` or
``multiple: ...``) and four choices, separated by tabs; ``\\newline`` and ``\\tab`` in the text stand for
themselves. ``NAME.ans``, beside it or in a folder of answers beside its own, has the four letters a line;
without it the answers are unknown. Question ids are ``storyid.n``, n from 0. The tag ``kind`` is ``one`` or
``multiple``: how many sentences of the story the question needs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from symbolic_rc.core.errors import DataError
from symbolic_rc.core.files.plain_text import GUESS
from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets.format import Format, Found
from symbolic_rc.datasets.source import DataFile, Problem

_KIND = re.compile(r"(one|multiple):\s*")
_LETTERS = "ABCD"


def _recognise(source: DataFile, head: str) -> bool:
    return source.suffix == ".tsv" and bool(re.search(r"\t(one|multiple): ", head))


def _read(source: DataFile, beside: Sequence[DataFile] = ()) -> Found:
    named = [other for other in beside if PurePosixPath(other.name).name == f"{source.stem}.ans"]
    own = f"{source.name[: -len('.tsv')]}.ans"
    answers = max(named, key=lambda other: other.name == own, default=None)
    letters = list(answers.lines()) if answers is not None else None
    for number, line, ended in source.ended_lines(GUESS):
        if line is None:
            raise DataError(source.limits.too_long("the line"), source.place, number)
        if not line.strip():
            continue
        cells = line.split("\t")
        while (len(cells) - 3) % 5 and not cells[-1]:
            cells.pop()
        key = letters[number - 1].upper().split() if letters is not None and number <= len(letters) else None
        if problem := _problem(cells, key, letters is not None):
            yield Problem(source.place, number, problem, damaged=not ended and "cells" in problem)
        else:
            yield _record(cells, key)


def _problem(cells: list[str], key: list[str] | None, keyed: bool) -> str | None:
    count, rest = divmod(len(cells) - 3, 5)
    if len(cells) < 8 or rest:
        return f"has {len(cells)} cells; id, properties, story and five for each question were expected"
    if not cells[0].strip():
        return "the story's id is empty"
    if keyed and (key is None or len(key) != count or any(letter not in _LETTERS for letter in key)):
        return f"the .ans file has no line of {count} letters A to D for it"
    return None


def _record(cells: list[str], key: list[str] | None) -> Record:
    questions = []
    for number in range((len(cells) - 3) // 5):
        asked, *choices = (_plain(cell) for cell in cells[3 + 5 * number : 8 + 5 * number])
        tags = {"kind": kind.group(1)} if (kind := _KIND.match(asked)) else {}
        asked = asked[kind.end() :] if kind else asked
        references = ((choices[_LETTERS.index(key[number])],),) if key is not None else ()
        questions.append(Question(f"{cells[0]}.{number}", asked, references, tuple(choices), tags=tags))
    return Record(cells[0], _plain(cells[2]), tuple(questions))


def _plain(cell: str) -> str:
    return cell.replace("\\newline", "\n").replace("\\tab", "\t").strip()


def _near(path: Path) -> list[Path]:
    name = path.name.partition(".tsv")[0]
    return sorted([*path.parent.glob(f"{name}.ans*"), *path.parent.parent.glob(f"*[Aa]nswers/{name}.ans*")])


MCTEST = Format("mctest", __doc__, _recognise, _read, _near)
