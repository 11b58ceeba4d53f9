"""Options that several commands share, and the engine and text that they name."""

from __future__ import annotations

import dataclasses
import json
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from typer import Argument, Option

from symbolic_rc.cli.groups import option

if TYPE_CHECKING:
    from symbolic_rc.cli.progress import Display
    from symbolic_rc.compare.support import Judge
    from symbolic_rc.engine import Engine
    from symbolic_rc.story import Story

#: From this number of words on, a text is read as a book if no reader is named.
BOOK_WORDS = 10_000
#: The readers that answer by rules and explain themselves.
EXPLAINING = ("symbolic", "symbolic:rules")


def _formats() -> list[str]:
    from symbolic_rc.datasets import formats

    return ["auto", *formats()]


def _readers() -> list[str]:
    from symbolic_rc.readers import reader_names

    return reader_names()


#: A reader's name, completed by the shell.
Reader = Annotated[str, Option(help="See `symbolic-rc readers`.", autocompletion=_readers)]
Input = Annotated[str, Argument(help="A file, a folder, an archive, - (standard input), or: examples.")]
StoryFile = Annotated[Path, Argument(help="A text file, or - (standard input).")]
FormatName = Annotated[str, Option("--format", help="See `symbolic-rc formats`.", autocompletion=_formats)]
Limit = Annotated[int | None, Option(min=1, help="Maximum number of questions.")]
Jobs = Annotated[int, Option(min=1, help="Worker processes; never changes a result.")]
Pipeline = Annotated[
    str, Option(help="classical, classical:best, classical:quick, spacy:NAME or stanza:LANG.")
]
AllowDamaged = Annotated[bool, Option("--allow-damaged", help="Use what can be read of a truncated file.")]
Weights = Annotated[str, Option(help="Weights from `symbolic-rc train`.")]
Profile = Annotated[
    str, Option(help="Answer as a data set expects: quoref, narrativeqa, fairytaleqa, duorc, plain.")
]
RulebookFile = Annotated[str, Option(help="A rulebook file, as `symbolic-rc rules --toml` prints it.")]
AllowPython = Annotated[
    bool, Option("--allow-python", help="Import and run the Python modules that the rulebook names.")
]
InferenceFile = Annotated[
    str, Option("--inference", help="A file of clauses of inference, added to the package's.")
]
RefuseBelow = Annotated[
    float, Option(min=0, max=1, help="Refuse answers below this confidence; 0: always answer.")
]
CorrectionsFile = Annotated[
    str, Option("--corrections", help="A file of corrections of what is read in the text.")
]
Encoding = Annotated[
    str, Option(help="Of the text file; by default by its byte order mark, else UTF-8 or Windows-1252.")
]
Detail = Annotated[
    bool, Option("--detail", help="Also show the proof with PropBank's labels, and the rules tried.")
]
AsJson = Annotated[bool, Option("--json", help="Print JSON.")]


@dataclass(frozen=True)
class RuleFlags:
    """Engine."""

    reader: str = option(
        "",
        "symbolic, symbolic:rules (unfitted), symbolic-book (ask), neural:NAME (explain), ...; "
        f"default: symbolic, or symbolic-book to ask about {BOOK_WORDS:,} words or more.",
        autocompletion=_readers,
    )
    weights: Weights = ""
    profile: Profile = ""
    rulebook: RulebookFile = ""
    allow_python: AllowPython = False

    def load_reader(self, name: str, **further: Any) -> Any:
        """Load a reader with these options and further ones of `ReaderOptions`."""
        from symbolic_rc.readers import ReaderOptions, load_reader

        given = dataclasses.asdict(self)
        del given["reader"]
        return load_reader(name, ReaderOptions(**given, **further))

    def load_engine(self, display: Display, format: str = "") -> Engine:
        """Load the engine for data of a format, or raise SymbolicRCError if another reader is named."""
        name = self.reader or "symbolic"
        if name not in EXPLAINING:
            from symbolic_rc.core.errors import SymbolicRCError
            from symbolic_rc.readers.registry import reader_entry

            reader_entry(name)
            raise SymbolicRCError(f"only symbolic and symbolic:rules explain themselves, not {name!r}")
        display.stage("loading the engine")
        engine: Engine = self.load_reader(name, format=format)
        display.stage("answering")
        display.kernels()
        return engine

    def load_judge(self, display: Display) -> Judge:
        """Load the engine, to judge the answers of systems with progress."""
        from symbolic_rc.compare.support import judge

        return partial(judge, self.load_engine(display), display)


@dataclass(frozen=True)
class EngineFlags(RuleFlags):
    """Engine."""

    inference: InferenceFile = ""


DEFAULT_RULES, DEFAULT_ENGINE = RuleFlags(), EngineFlags()


def write_json(found: object, indent: int | None = None) -> None:
    """Print JSON: one line, unless it is indented."""
    sys.stdout.write(json.dumps(found, ensure_ascii=False, indent=indent) + "\n")


def write_lines(lines: Iterable[object]) -> None:
    """Print lines."""
    for line in lines:
        sys.stdout.write(f"{line}\n")


def text_of(path: Path, encoding: str = "") -> str:
    """Return the text of a file, or of standard input for ``-``; a guessed encoding is logged."""
    from symbolic_rc.core.errors import DataError
    from symbolic_rc.core.files.plain_text import read_text

    text = read_text(path, encoding)
    if not text.strip():
        raise DataError("has no text", path)
    return text


def corrected(story: Story, path: str) -> Story:
    """Return a story with the corrections of a file, if one is given."""
    return story.with_corrections(path) if path else story


def read_layers(story: Story, display: Display, last: str = "facts") -> None:
    """Read the layers of a story up to the last that is needed, with progress."""
    from symbolic_rc.story import READ_LAYERS

    display.kernels()
    words, layers = len(story.text.split()), list(READ_LAYERS)
    for layer in layers[: layers.index(last) + 1]:
        display.stage(f"reading {words:,} words: {READ_LAYERS[layer]}")
        getattr(story, layer)
