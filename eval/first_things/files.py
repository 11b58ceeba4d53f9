"""Checks of the files and options that a stranger gives: encodings, choices, predictions, cuts, names."""

from __future__ import annotations

import csv
import io
import itertools
import json
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from random import Random
from typing import Any

import typer

from eval.first_things.kinds import Check
from symbolic_rc.cli.entry import app
from symbolic_rc.compare.systems import read_system
from symbolic_rc.core.errors import DamagedError, DataError, SymbolicRCError
from symbolic_rc.core.files.plain_text import decoded
from symbolic_rc.core.record import Record
from symbolic_rc.datasets import read

_NAMES = ("Zoë Quill", "Bo Reed", "Ann Orr", "José Pike", "Marta Holm", "Tom Finch", "Ada Núñez")
_THINGS = ("a cow", "the old mill", "a brass key", "nine pounds", "the ferry", "a red coat", "the bell")


def _encodings(count: int) -> Iterator[bool]:
    """Yield whether a text is read as it was, in one encoding after the other."""
    chance = Random("encodings")
    for number, encoding in zip(range(count), itertools.cycle(_ENCODINGS), strict=False):
        first, second = chance.sample(_NAMES, 2)
        text = f"{first} sold {chance.choice(_THINGS)} to {second} in {1700 + number} for £9.\nShe left.\n"
        end = chance.choice(("\n", "\r\n"))
        with suppress(SymbolicRCError):
            yield decoded(text.replace("\n", end).encode(encoding))[0] == text
            continue
        yield False


_ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "latin-1", "utf-32")


def _options(count: int) -> Iterator[bool]:
    """Yield whether each option of each command that stands without its value is an error."""
    group = typer.main.get_command(app)
    commands: Mapping[str, Any] = group.commands  # type: ignore[attr-defined]
    every = [
        (name, parameter.opts[0])
        for name, command in commands.items()
        for parameter in command.params
        if parameter.param_type_name == "option" and not parameter.is_flag
    ]
    for command, option in Random("options").sample(every, min(count, len(every))):
        yield _refused(command, option)


def _refused(*arguments: str) -> bool:
    """Return whether a command line is refused: by its parser, or by the program in words."""
    with redirect_stderr(io.StringIO()), redirect_stdout(io.StringIO()):
        try:
            app(list(arguments), standalone_mode=True)
        except SystemExit as end:
            return end.code == 2
        except SymbolicRCError as error:
            return "there is no" in str(error)
    return False


def _unknown_names(count: int) -> Iterator[bool]:
    """Yield whether names with a letter changed are refused."""
    chance, named = Random("names"), itertools.cycle(_NAMED)
    with tempfile.TemporaryDirectory() as folder:
        text = Path(folder) / "text.txt"
        text.write_text("Ann Orr kept the mill.", encoding="utf-8")
        for _, (command, name) in zip(range(min(count, _SLOW)), named, strict=False):
            place = chance.randrange(len(name))
            wrong = name[:place] + chance.choice("QXZ") + name[place + 1 :]
            yield _refused(*(part.replace("TEXT", str(text)) for part in command), wrong)


#: Maximum number of command lines.
_SLOW = 42
_NAMED: tuple[tuple[Sequence[str], str], ...] = (
    (("ask", "TEXT", "Who kept the mill?", "--reader"), "symbolic-book"),
    (("ask", "TEXT", "Who kept the mill?", "--profile"), "narrativeqa"),
    (("explain", "TEXT", "-q", "Who kept it?", "--reader"), "symbolic:rules"),
    (("facts", "TEXT", "--format"), "jsonl"),
    (("facts", "TEXT", "--pipeline"), "classical:quick"),
    (("frames", "TEXT", "--format"), "conll"),
    (("formats",), "fairytaleqa"),
    (("rules",), "stated"),
    (("rules", "--profile"), "quoref"),
    (("check", "--kind"), "invariance"),
    (("check", "--capability"), "comparison"),
    (("score", "examples", "--out", "TEXT.run", "--format"), "squad"),
    (("score", "examples", "--out", "TEXT.run", "--reader"), "word-distance"),
    (("score", "examples", "--out", "TEXT.run", "--retriever"), "bm25"),
)


def _predictions(count: int) -> Iterator[bool]:
    """Yield whether the likeliest of an n-best list, and the prediction beside a gold answer, is taken."""
    chance = Random("predictions")
    with tempfile.TemporaryDirectory() as folder:
        for number in range(count):
            texts = chance.sample([*_NAMES, ""], 3)
            likely = _LIKELY[number % len(_LIKELY)]
            listed: list[dict[str, Any]] = [{"text": text, **likely(i)} for i, text in enumerate(texts)]
            chance.shuffle(listed)
            name = chance.choice(("prediction", "pred", "predicted_answer", "prediction_text"))
            form = number % 3
            if form == 0:
                content = json.dumps({"q": listed})
            elif form == 1:
                content = json.dumps({"id": "q", "answer": "the gold", name: listed}) + "\n"
            else:
                content = json.dumps({"id": "q", "answer": "the gold", name: texts[0]}) + "\n"
            path = Path(folder) / "predictions.json"
            path.write_text(content, encoding="utf-8")
            with suppress(DataError):
                yield read_system(path).answers == {"q": (texts[0],) if texts[0] else ()}
                continue
            yield False


_LIKELY: tuple[Callable[[int], dict[str, float]], ...] = (
    lambda place: {"probability": 0.9 / (place + 1)},
    lambda place: {"score": 5.0 - place},
    lambda place: {"start_logit": 2.0 - 2 * place, "end_logit": 1.0 + place},
    lambda place: {"logit": -1.5 * place},
)


def _choices(count: int) -> Iterator[bool]:
    """Yield whether a row's choices and the right one are found."""
    chance = Random("choices")
    for number in range(count):
        make, size, key, told = _SHAPES[number % len(_SHAPES)]
        texts = chance.sample(_THINGS, size)
        place = chance.randrange(size)
        row = {"context": "Ann Orr sold it.", "question": "What?", **make(texts), key: told(place)}
        (question,) = _questions(json.dumps(row), "rows.jsonl") or (None,)
        yield question is not None and (question.choices, question.references) == (
            tuple(texts),
            ((texts[place],),),
        )


def _columns(stem: str, names: str) -> Callable[[Sequence[str]], dict[str, Any]]:
    return lambda texts: {f"{stem}{name}": text for name, text in zip(names, texts, strict=False)}


_SHAPES: tuple[tuple[Callable[[Sequence[str]], dict[str, Any]], int, str, Callable[[int], Any]], ...] = (
    (_columns("answer", "0123"), 4, "label", lambda place: place),
    (_columns("ending", "0123"), 4, "label", lambda place: place),
    (_columns("option_", "01234"), 5, "label", lambda place: place),
    (_columns("option", "12"), 2, "answer", lambda place: str(place + 1)),
    (_columns("sol", "12"), 2, "label", lambda place: place),
    (_columns("", "ABCD"), 4, "answer", lambda place: "ABCD"[place]),
    (lambda texts: {"options": texts}, 4, "answer", lambda place: "ABCD"[place]),
    (lambda texts: {"endings": texts}, 4, "label", lambda place: str(place)),
    (lambda t: {"choices": {"text": t, "label": [*"ABCD"]}}, 4, "answerKey", lambda place: "ABCD"[place]),
)


def _questions(content: str, name: str, **options: Any) -> list[Any]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_text(content, encoding="utf-8")
        found = [one for one in read(path, **options) if isinstance(one, Record)]
    return [question for record in found for question in record.questions]


def _cut(count: int) -> Iterator[bool]:
    """Yield whether a file that ends in the middle is an error, and read up to there where it is allowed."""
    chance = Random("cut")
    rows = [
        {"id": str(i), "context": f"{name} sold a key.", "question": "Who sold a key?", "answers": [name]}
        for i, name in enumerate(_NAMES)
    ]
    for number in range(count):
        name, content = _FILES[number % len(_FILES)](rows)
        cut = content[: chance.randrange(len(content) // 2, len(content) - 3)]
        if cut.endswith(("\r", "\n")) or content[len(cut)] in "\r\n":
            continue  # nothing shows that there were more
        with suppress(DamagedError):
            _questions(cut, name)
            yield False
            continue
        found = _questions(cut, name, allow_damaged=True)
        yield bool(found) and all(one.references == ((_NAMES[int(one.id)],),) for one in found)


def _as_table(rows: Sequence[Mapping[str, Any]]) -> tuple[str, str]:
    out = io.StringIO()
    table = csv.DictWriter(out, list(rows[0]), quoting=csv.QUOTE_ALL)
    table.writeheader()
    table.writerows({**row, "answers": row["answers"][0]} for row in rows)
    return "rows.csv", out.getvalue()


_FILES: tuple[Callable[[Sequence[Mapping[str, Any]]], tuple[str, str]], ...] = (
    lambda rows: ("rows.json", json.dumps(rows)),
    lambda rows: ("rows.jsonl", "".join(json.dumps(row) + "\n" for row in rows)),
    _as_table,
)

CHECKS: tuple[Check, ...] = (
    Check("choices in the shapes of published sets", 5, _choices),
    Check("options without their value are refused", 7, _options),
    Check("names with a wrong letter are refused", 8, _unknown_names),
    Check("texts in any encoding", 9, _encodings),
    Check("n-best lists, predictions beside the gold", 10, _predictions),
    Check("files that end in the middle", 15, _cut),
)
