"""`symbolic-rc ask`, `explain` and `match`: answers about one text, how one comes about, why words match."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from symbolic_rc.cli.progress import Display
from symbolic_rc.cli.shared import Profile, RulebookFile, StoryFile, Weights, text_of
from symbolic_rc.core.errors import SymbolicRCError

if TYPE_CHECKING:
    from symbolic_rc.engine import Engine
    from symbolic_rc.story import Story

ReaderName = Annotated[
    str,
    typer.Option(
        metavar="[symbolic|symbolic:rules|neural:NAME]",
        help="The engine, or its unfitted rules; a trained neural reader (explain).",
    ),
]


@dataclass(frozen=True)
class EngineFlags:
    """Engine."""

    reader: ReaderName = "symbolic"
    weights: Weights = ""
    profile: Profile = ""
    rulebook: RulebookFile = ""

    def checked(self) -> EngineFlags:
        """Return these flags, or raise SymbolicRCError for a reader that cannot explain itself."""
        if self.reader not in ("symbolic", "symbolic:rules"):
            raise SymbolicRCError(f"only symbolic and symbolic:rules explain themselves, not {self.reader!r}")
        return self

    def open(self, text: str, display: Display) -> tuple[Engine, Story]:
        """Return the engine and the story that it read."""
        from symbolic_rc.engine import Engine

        display.stage("loading the engine")
        weights = self.weights if self.reader == "symbolic" else None
        engine = Engine(weights=weights, profile=self.profile)
        if self.rulebook:
            engine.rules = engine.rules.read(self.rulebook)
        display.stage("answering")
        display.kernels()
        return engine, engine.read(text)


def ask(
    words: Annotated[list[str], typer.Argument(help="A text file (- for standard input), then questions.")],
    questions: Annotated[Path | None, typer.Option(help="A file of questions, one a line.")] = None,
    engine: EngineFlags = EngineFlags(),
    query: Annotated[bool, typer.Option("--query", help="Also show the query of each question.")] = False,
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
    asked = _asked(words, questions)
    with Display("loading the program") as display:
        made, story = engine.checked().open(text_of(Path(words[0])), display)
    for question in asked:
        answer = made.answer(story, question)
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


def _asked(words: Sequence[str], file: Path | None) -> Iterator[str]:
    """Yield the questions: those given, those of a file, or else those of standard input."""
    given = list(words[1:]) + (text_of(file).splitlines() if file is not None else [])
    if given:
        return iter([line.strip() for line in given if line.strip()])
    if words[0] == "-":
        raise SymbolicRCError("standard input holds the text: name the questions, or a file with --questions")
    return _typed()


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
    html: Annotated[Path | None, typer.Option(help="Write a page with the marked story as well.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The trace as one line of JSON.")] = False,
) -> None:
    """Answer a question on a text, with the trace of how it came about."""
    if not question.strip():
        raise SymbolicRCError("the question is empty: say what is asked with -q")
    if engine.reader.startswith("neural:"):
        from symbolic_rc.cli.neural import explain_neural

        for line in explain_neural(text_of(story), question, engine.reader, engine.weights, html):
            sys.stdout.write(f"{line}\n")
        return
    engine.checked()
    with Display("loading the program") as display:
        made, read = engine.open(text_of(story), display)
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
