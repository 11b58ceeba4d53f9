"""What several commands share: their common options, and the text that a user names."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def _formats() -> list[str]:
    from symbolic_rc.datasets import formats

    return ["auto", *formats()]


def readers() -> list[str]:
    """Return the readers' names."""
    from symbolic_rc.readers import reader_names

    return reader_names()


#: A reader's name, completed by the shell.
Reader = Annotated[str, typer.Option(help="See `symbolic-rc readers`.", autocompletion=readers)]
Input = Annotated[str, typer.Argument(help="A file, a folder, an archive, - (standard input), or: examples.")]
StoryFile = Annotated[Path, typer.Argument(help="A text file, or - (standard input).")]
FormatName = Annotated[
    str, typer.Option("--format", help="See `symbolic-rc formats`.", autocompletion=_formats)
]
Limit = Annotated[int | None, typer.Option(min=1, help="Stop after so many questions.")]
Jobs = Annotated[int, typer.Option(min=1, help="Worker processes; never changes a result.")]
Pipeline = Annotated[
    str, typer.Option(help="classical, classical:best, classical:quick, spacy:NAME or stanza:LANG.")
]
AllowDamaged = Annotated[
    bool, typer.Option("--allow-damaged", help="Go on with what is read of a file that ends in the middle.")
]
Weights = Annotated[str, typer.Option(help="Weights from `symbolic-rc train`.")]
Profile = Annotated[
    str, typer.Option(help="Whose way of answering: quoref, narrativeqa, fairytaleqa, duorc, plain.")
]
RulebookFile = Annotated[str, typer.Option(help="A file of rules: `symbolic-rc rules --toml`, changed.")]
AllowPython = Annotated[
    bool, typer.Option("--allow-python", help="Import the modules that the rulebook names: runs their code.")
]
RefuseBelow = Annotated[
    float, typer.Option(min=0, max=1, help="Give no answer of a lower confidence; 0: answer always.")
]


Encoding = Annotated[
    str, typer.Option(help="Of the text file; its mark's, else UTF-8, else Windows' own, by default.")
]


def text_of(path: Path, encoding: str = "") -> str:
    """Return the text of a file, or of standard input for ``-``; its encoding is told where it is guessed.

    Raises
    ------
    DataError
        If it cannot be read, or holds nothing but white space.
    """
    from symbolic_rc.core.errors import DataError
    from symbolic_rc.core.files.plain_text import read_text

    text = read_text(path, encoding)
    if not text.strip():
        raise DataError("holds no text", path)
    return text
