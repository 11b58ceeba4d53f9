"""`symbolic-rc ask`, `explain` and `match`: answers about one text, how one comes about, why words match."""

from __future__ import annotations

import dataclasses
import json
import logging
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from symbolic_rc.cli.progress import Display
from symbolic_rc.cli.shared import (
    AllowPython,
    Encoding,
    Profile,
    RefuseBelow,
    RulebookFile,
    StoryFile,
    Weights,
    readers,
    text_of,
)
from symbolic_rc.cli.start import heed_stop
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.terminal import one_line

if TYPE_CHECKING:
    from symbolic_rc.core.answer import Answer
    from symbolic_rc.engine import Engine

_log = logging.getLogger(__name__)

#: Words from which on a text is read as a book where no reader is named.
BOOK_WORDS = 10_000
#: The readers that answer by rules and explain themselves; seconds between two looks at a watched file.
_EXPLAINING, _INTERVAL = ("symbolic", "symbolic:rules"), 0.3

ReaderName = Annotated[
    str,
    typer.Option(
        help="symbolic, symbolic:rules (unfitted), symbolic-book (ask), neural:NAME (explain), ...; "
        f"by default symbolic, or for ask and {BOOK_WORDS:,} words or more symbolic-book.",
        autocompletion=readers,
    ),
]


@dataclass(frozen=True)
class EngineFlags:
    """Engine."""

    reader: ReaderName = ""
    weights: Weights = ""
    profile: Profile = ""
    rulebook: RulebookFile = ""
    allow_python: AllowPython = False

    def made(self, display: Display, format: str = "") -> Engine:
        """Return the engine, for data of a format, or raise SymbolicRCError for another reader."""
        from symbolic_rc.engine import Engine
        from symbolic_rc.readers import ReaderOptions, load_reader

        name = self.reader or "symbolic"
        if name not in _EXPLAINING:
            from symbolic_rc.readers.registry import reader_entry

            reader_entry(name)
            raise SymbolicRCError(f"only symbolic and symbolic:rules explain themselves, not {name!r}")
        display.stage("loading the engine")
        given = dataclasses.asdict(self)
        del given["reader"]
        engine = load_reader(name, ReaderOptions(format=format, **given))
        assert isinstance(engine, Engine)
        display.stage("answering")
        display.kernels()
        return engine


class Asked:
    """A text that is asked about: read once, by the reader that suits its length unless one is named.

    Parameters
    ----------
    text : str
    flags : EngineFlags
    refuse_below : float
    display : Display
        Shows how the reading goes on.
    """

    def __init__(self, text: str, flags: EngineFlags, refuse_below: float, display: Display) -> None:
        from symbolic_rc.core.record import Record
        from symbolic_rc.layout import readable
        from symbolic_rc.readers import ReaderOptions, load_reader
        from symbolic_rc.story import Story

        words, name = len(text.split()), flags.reader
        if not name:
            long = words >= BOOK_WORDS and not flags.rulebook
            name = "symbolic-book" if long else "symbolic"
            if long:
                _log.warning(
                    "%s words: read as a book, by symbolic-book (--reader symbolic: as a text)", f"{words:,}"
                )
        display.stage(f"loading {name}")
        given = dataclasses.asdict(flags)
        del given["reader"]
        self._reader = load_reader(name, ReaderOptions(refuse_below=refuse_below, **given))
        body, self._part = readable(Record("story", text))
        self._story = Story(body)
        display.kernels()
        if name.startswith("symbolic"):
            for layer, what in _LAYERS.items():
                display.stage(f"reading {words:,} words: {what}")
                getattr(self._story, layer)

    def take_rules(self, path: Path, allow_python: bool) -> None:
        """Answer by the rules of a file from now on."""
        from symbolic_rc.rules.rulebook import Rulebook

        self._reader.rules = Rulebook.load(path, allow_python)  # type: ignore[attr-defined]

    def answer(self, questions: Sequence[str], display: Display) -> list[Answer]:
        """Answer questions, in their order; the places of answers are those in the text as it was given."""
        from symbolic_rc.core.question import Question

        display.stage("answering")
        asked = [Question(f"q{i}", question) for i, question in enumerate(questions)]
        found = self._reader.answer_all(self._story, asked)
        return found if self._part is None else [self._part.back(answer) for answer in found]


#: What of a story is read first, and what is said meanwhile.
_LAYERS = {
    "doc": "words and sentences",
    "frames": "who does what to whom",
    "resolution": "who is meant by names and pronouns",
    "facts": "facts",
}


def ask(
    words: Annotated[list[str], typer.Argument(help="A text file (- for standard input), then questions.")],
    questions: Annotated[Path | None, typer.Option(help="A file of questions, one a line.")] = None,
    engine: EngineFlags = EngineFlags(),
    refuse_below: RefuseBelow = 0.0,
    encoding: Encoding = "",
    query: Annotated[bool, typer.Option("--query", help="Also show the query of each question.")] = False,
    watch: Annotated[
        Path | None, typer.Option(help="A file of rules: answer again whenever it changes, until Ctrl-C.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One line of JSON an answer.")] = False,
) -> None:
    """Answer questions about a text, each with its rule, confidence and proof.

    Without a question they are read from standard input: asked for on a terminal, one a line from a pipe. A
    question without a text shows the query that it becomes.
    """
    from symbolic_rc.question.query import read_query

    if len(words) == 1 and questions is None and words[0] != "-" and not Path(words[0]).is_file():
        if " " not in words[0]:
            text_of(Path(words[0]))  # no question but a file, which is not there: says so
        sys.stdout.write(f"{read_query(words[0])}\n")
        return
    asked = _asked(words, questions, encoding)
    if watch is not None:
        if not asked or engine.rulebook or engine.reader not in ("", *_EXPLAINING):
            raise SymbolicRCError(
                "--watch FILE needs questions, in place of --rulebook, and symbolic or symbolic:rules"
            )
        engine = dataclasses.replace(engine, reader=engine.reader or "symbolic")
    with Display("loading the program") as display:
        story = Asked(text_of(Path(words[0]), encoding), engine, refuse_below, display)
    for _ in (None,) if watch is None else _changes(watch):
        try:
            if watch is not None:
                story.take_rules(watch, engine.allow_python)
            _answer(story, asked or (), query, as_json)
        except SymbolicRCError as error:
            if watch is None:
                raise
            sys.stderr.write(f"{one_line(str(error))}\n")
    for question in _typed() if asked is None else ():
        _answer(story, [question], query, as_json)


def _changes(path: Path) -> Iterator[None]:
    """Yield at once, and whenever a file has changed, come or gone."""
    seen: tuple[int, int] | None = (0, 0)
    while True:
        try:
            found = path.stat()
            now = (found.st_mtime_ns, found.st_size)
        except OSError:
            now = None
        if now != seen:
            seen = now
            yield
        heed_stop()
        time.sleep(_INTERVAL)


def _answer(story: Asked, questions: Sequence[str], query: bool, as_json: bool) -> None:
    with Display("answering") as display:
        answers = story.answer(questions, display)
    for question, answer in zip(questions, answers, strict=True):
        _show(question, answer, query, as_json)


def _show(question: str, answer: Answer, query: bool, as_json: bool) -> None:
    from symbolic_rc.question.query import read_query

    proof = answer.trace.proof if answer.trace is not None else ()
    if as_json:
        found = {
            "question": question,
            "answer": answer.text,
            "answers": answer.texts,
            "spans": answer.spans,
            "confidence": round(answer.confidence, 4),
            "rule": answer.rule,
            "proof": proof,
            **({"query": str(read_query(question))} if query else {}),
        }
        sys.stdout.write(json.dumps(found, ensure_ascii=False) + "\n")
    else:
        sure = f", {answer.confidence:.2f}" if answer.confidence else ""
        lines = [f"{question}  {answer.text or '(not in the story)'}  [{answer.rule}{sure}]"]
        lines += [f"  query: {read_query(question)}"] if query else []
        sys.stdout.write("\n".join([*lines, *(f"  {line}" for line in proof)]) + "\n")
    sys.stdout.flush()


def _asked(words: Sequence[str], file: Path | None, encoding: str) -> list[str] | None:
    """Return the questions: those given and those of a file; None where they are on standard input."""
    given = list(words[1:]) + (text_of(file, encoding).splitlines() if file is not None else [])
    if given:
        return [line.strip() for line in given if line.strip()]
    if words[0] == "-":
        raise SymbolicRCError("standard input holds the text: name the questions, or a file with --questions")
    return None


def _typed() -> Iterator[str]:
    """Yield what is typed, until an empty line or the end."""
    terminal = sys.stdin.isatty()
    while True:
        if terminal:
            sys.stderr.write("? ")
            sys.stderr.flush()
        line = sys.stdin.readline()
        if not line or (terminal and not line.strip()):
            return
        if line.strip():
            yield line.strip()


def explain(
    story: StoryFile,
    question: Annotated[str, typer.Option("-q", "--question", help="What is asked.")],
    why_not: Annotated[str, typer.Option(help="A span that should have been the answer.")] = "",
    engine: EngineFlags = EngineFlags(),
    encoding: Encoding = "",
    html: Annotated[Path | None, typer.Option(help="Write a page with the marked story as well.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The trace as one line of JSON.")] = False,
) -> None:
    """Answer a question on a text, with the trace of how it came about."""
    if not question.strip():
        raise SymbolicRCError("the question is empty: say what is asked with -q")
    if engine.reader.startswith("neural:"):
        from symbolic_rc.cli.neural import explain_neural

        for line in explain_neural(text_of(story, encoding), question, engine.reader, engine.weights, html):
            sys.stdout.write(f"{line}\n")
        return
    with Display("loading the program") as display:
        text = text_of(story, encoding)
        made = engine.made(display)
        read = made.read(text)
        trace = made.explain(read, question, why_not)
    sys.stdout.write(f"{trace.to_json() if as_json else trace}\n")
    if html is not None:
        from symbolic_rc.show.explanation import explanation_html

        html.write_text(explanation_html(read, trace), encoding="utf-8")
        if not as_json:
            sys.stdout.write(f"written: {html}\n")


def match(
    question: Annotated[str, typer.Argument(help="A word, an entry of several words, or a sentence.")],
    story: Annotated[str, typer.Argument(help="What it is to be matched with.")],
) -> None:
    """Say whether, why and how strongly words match, or why not."""
    from symbolic_rc.match.inspect import explain

    for line in explain(question, story):
        typer.echo(line)
