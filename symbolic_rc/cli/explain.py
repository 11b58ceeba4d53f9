"""`symbolic-rc ask` and `explain`: answers about one text, and how they were found."""

from __future__ import annotations

import contextlib
import dataclasses
import logging
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from symbolic_rc.cli import shared
from symbolic_rc.cli.groups import flag, option
from symbolic_rc.cli.progress import Display
from symbolic_rc.cli.stopping import raise_if_stopped
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.terminal import one_line

if TYPE_CHECKING:
    from symbolic_rc.core.record import Answer

_log = logging.getLogger(__name__)

#: Seconds between checks of a watched file.
_INTERVAL = 0.3


class Session:
    """A text that is read once, and corrected, by the reader that suits its length unless one is named."""

    def __init__(
        self,
        text: str,
        flags: shared.EngineFlags,
        refuse_below: float,
        display: Display,
        corrections: str = "",
    ) -> None:
        from symbolic_rc.core.record import Record
        from symbolic_rc.layout import readable
        from symbolic_rc.story import Story

        words, name = len(text.split()), flags.reader
        if not name:
            long = words >= shared.BOOK_WORDS and not flags.rulebook
            name = "symbolic-book" if long else "symbolic"
            if long:
                _log.warning(
                    "%s words: read as a book, by symbolic-book (--reader symbolic: as a text)", f"{words:,}"
                )
        display.stage(f"loading {name}")
        self._reader = flags.load_reader(name, refuse_below=refuse_below)
        body, self._part = readable(Record("story", text))
        self._story = Story(body)
        if name.startswith("symbolic"):
            shared.read_layers(self._story, display)
        self._story = shared.corrected(self._story, corrections)

    def load_rules(self, path: Path, allow_python: bool) -> None:
        """Answer by the rules of a file from now on."""
        from symbolic_rc.rules.rulebook import Rulebook

        self._reader.rules = Rulebook.load(path, allow_python)

    def answer(self, questions: Sequence[str]) -> list[Answer]:
        """Answer questions in order; the offsets of answers are those of the original text."""
        from symbolic_rc.core.record import Question

        asked = [Question(f"q{i}", question) for i, question in enumerate(questions)]
        with Display("answering"):
            found: list[Answer] = self._reader.answer_all(self._story, asked)
        return found if self._part is None else [self._part.back(answer) for answer in found]


@dataclass(frozen=True)
class QuestionFlags:
    """Questions."""

    questions: Path | None = option(None, "A file of questions, one per line.")
    encoding: shared.Encoding = ""
    corrections: shared.CorrectionsFile = ""
    watch: Path | None = option(None, "A rulebook file: answer again whenever it changes, until Ctrl-C.")


@dataclass(frozen=True)
class AnswerFlags:
    """Answers."""

    refuse_below: shared.RefuseBelow = 0.0
    query: bool = flag("Also show the query of each question.")
    detail: shared.Detail = False
    as_json: bool = option(False, "Print one line of JSON per answer.", "--json")


def ask(
    words: Annotated[list[str], Argument(help="A text file (- for standard input), then questions.")],
    source: QuestionFlags = QuestionFlags(),
    engine: shared.EngineFlags = shared.DEFAULT_ENGINE,
    view: AnswerFlags = AnswerFlags(),
) -> None:
    """Answer questions about a text, and say why.

    Each answer has its rule and its confidence. Without a question, questions are read from standard input,
    one per line. A question without a text shows its query.
    """
    if len(words) == 1 and source.questions is None and words[0] != "-" and not Path(words[0]).is_file():
        if " " not in words[0]:
            shared.text_of(Path(words[0]))  # a missing file: raises
        sys.stdout.write(f"{_query(words[0])}\n")
        return
    asked = _questions(words, source)
    if source.watch is not None:
        if not asked or engine.rulebook or engine.reader not in ("", *shared.EXPLAINING):
            raise SymbolicRCError(
                "--watch FILE needs questions, the reader symbolic or symbolic:rules, and no --rulebook"
            )
        engine = dataclasses.replace(engine, reader=engine.reader or "symbolic")
    with Display("loading the program") as display:
        text = shared.text_of(Path(words[0]), source.encoding)
        session = Session(text, engine, view.refuse_below, display, source.corrections)
    if source.watch is not None:
        _watch(session, asked or (), source.watch, engine.allow_python, view)
    elif asked is not None:
        _answer(session, asked, view)
    else:
        for question in _typed():
            with _errors_shown():
                _answer(session, [question], view)


def _query(question: str) -> str:
    from symbolic_rc.question.query import read_query

    return str(read_query(question))


def _watch(
    session: Session, questions: Sequence[str], path: Path, allow_python: bool, view: AnswerFlags
) -> None:
    """Answer at once and whenever a rulebook file is changed, created or removed."""
    last: tuple[int, int] | None = (0, 0)
    while True:
        try:
            status = path.stat()
            now = (status.st_mtime_ns, status.st_size)
        except OSError:
            now = None
        if now != last:
            last = now
            with _errors_shown():
                session.load_rules(path, allow_python)
                _answer(session, questions, view)
        raise_if_stopped()
        time.sleep(_INTERVAL)


@contextlib.contextmanager
def _errors_shown() -> Iterator[None]:
    """Show an error, and go on."""
    try:
        yield
    except SymbolicRCError as error:
        sys.stderr.write(f"{one_line(str(error))}\n")


def _taken(questions: Sequence[str]) -> tuple[list[str], str]:
    """Return the questions that are taken, and why the first other is not."""
    from symbolic_rc.core.record import Question

    refused = {question: Question("q", question).refused for question in questions}
    why = next(filter(None, refused.values()), "")
    return [question for question in questions if not refused[question]], why


def _answer(session: Session, questions: Sequence[str], view: AnswerFlags) -> None:
    """Answer questions; raise SymbolicRCError for one that is not taken, when the others are answered."""
    taken, why = _taken(questions)
    for question, answer in zip(taken, session.answer(taken), strict=True):
        trace = answer.trace
        because, proof = ((), ()) if trace is None else (trace.explanation, trace.proof)
        if view.as_json:
            found = {
                "question": question,
                "answer": answer.text,
                "answers": answer.texts,
                "spans": answer.spans,
                "confidence": round(answer.confidence, 4),
                "rule": answer.rule,
                "explanation": because,
                "proof": proof,
                **({"query": _query(question)} if view.query else {}),
            }
            shared.write_json(found)
        else:
            lines = [f"{question}  {answer.text or '(none)'}  [{answer.rule}, {answer.confidence:.2f}]"]
            lines += [f"query: {_query(question)}"] if view.query else []
            lines += [*because, *(f"proof: {line}" for line in proof if view.detail)]
            sys.stdout.write("\n  ".join(lines) + "\n")
        sys.stdout.flush()
    if why:
        raise SymbolicRCError(why)


def _questions(words: Sequence[str], source: QuestionFlags) -> list[str] | None:
    """Return the questions given and those of a file; None if they are on standard input."""
    given = list(words[1:])
    if not all(map(str.strip, given)):
        raise SymbolicRCError('a question is empty: give one, such as "Who sold the mill?"')
    if source.questions is not None:
        given += shared.text_of(source.questions, source.encoding).splitlines()
    if found := [line.strip() for line in given if line.strip()]:
        return found
    if given or source.questions is not None:
        raise SymbolicRCError("the question is empty")
    if words[0] == "-":
        raise SymbolicRCError("standard input is the text: give questions, or a file with --questions")
    return None


def _typed() -> Iterator[str]:
    """Yield the lines of standard input; on a terminal, until an empty line."""
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


@dataclass(frozen=True)
class ExplanationFlags:
    """Explanation."""

    why_not: str = option("", "A span that should have been the answer.")
    html: Path | None = option(None, "Also write a page with the marked story.")
    detail: shared.Detail = False
    as_json: bool = option(False, "Print each trace as one line of JSON.", "--json")


def explain(
    story: shared.StoryFile,
    questions: Annotated[list[str], Option("-q", "--question", help="A question; repeatable.")],
    view: ExplanationFlags = ExplanationFlags(),
    engine: shared.EngineFlags = shared.DEFAULT_ENGINE,
    encoding: shared.Encoding = "",
    corrections: shared.CorrectionsFile = "",
) -> None:
    """Explain answers, and why another one was not given."""
    if not all(question.strip() for question in questions):
        raise SymbolicRCError("the question is empty: give one with -q")
    if len(questions) > 1 and (view.why_not or view.html is not None):
        raise SymbolicRCError("--why-not and --html are about one question: give one -q")
    if engine.reader.startswith("neural:"):
        for question in questions:
            shared.write_lines(_explain_neural(shared.text_of(story, encoding), question, engine, view.html))
        return
    with Display("loading the program") as display:
        text = shared.text_of(story, encoding)
        made = engine.load_engine(display)
        read = shared.corrected(made.read(text), corrections)
        taken, why = _taken(questions)
        traces = [made.explain(read, question, view.why_not) for question in taken]
    shown = [trace.to_json() if view.as_json else trace.describe(view.detail) for trace in traces]
    sys.stdout.write(("\n" if view.as_json else "\n\n").join(shown) + "\n" * bool(shown))
    if why:
        raise SymbolicRCError(why)
    if view.html is not None:
        from symbolic_rc.show.evidence import explanation_html

        view.html.write_text(explanation_html(read, traces[0]), encoding="utf-8")
        if not view.as_json:
            sys.stdout.write(f"written: {view.html}\n")


def _explain_neural(text: str, question: str, engine: shared.EngineFlags, html: Path | None) -> Iterator[str]:
    """Yield a neural reader's answer and attention; a question with ``@placeholder`` is a cloze question."""
    from symbolic_rc.core.record import Question, Record
    from symbolic_rc.datasets.cloze.markers import marked
    from symbolic_rc.neural.answering import neural_reader
    from symbolic_rc.readers import ReaderOptions
    from symbolic_rc.story import Story

    reader = neural_reader(ReaderOptions(weights=engine.weights), engine.reader)
    placeholder = "@placeholder" * ("@placeholder" in question)
    record = Record("story", text, (Question("q", question, placeholder=placeholder),))
    if placeholder and "@entity" not in text:
        record = marked(record)
    story, asked = Story(record), record.questions[0]
    (answer,) = reader.answer_all(story, [asked])
    steps = reader.attention(story, asked)
    names = "".join(f" = {record.tags[one]}" for one in answer.texts if one in record.tags)
    yield f"question  {asked.text}"
    yield f"answer    {answer.text or 'no answer'}{names}  [{reader.name}, {answer.confidence:.2f}]"
    for token in sorted(steps[-1].weights if steps else (), key=lambda one: -one.weight)[:5]:
        yield f"attention {token.weight:.3f} {story.text[token.start : token.end]!r} at {token.start}"
    if html is not None:
        from markupsafe import Markup

        from symbolic_rc.engine import Engine
        from symbolic_rc.neural.heat_map import attention_page
        from symbolic_rc.show.evidence import explanation_html

        evidence = explanation_html(story, Engine().explain(story, asked), asked, page=False)
        shown = attention_page(asked.text, story.text, reader.name, answer, steps, Markup(evidence))
        html.write_text(shown, encoding="utf-8")
        yield f"written: {html}"
