"""`symbolic-rc cloze`: building cloze questions."""

from __future__ import annotations

import dataclasses
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer


@dataclass(frozen=True)
class QuestionFlags:
    """Questions."""

    anonymise: Annotated[bool, typer.Option(help="Replace names by @entityN.")] = True
    markers: Annotated[str, typer.Option(help="names, or narrativeqa (words never small).")] = "names"
    coreference: Annotated[
        bool, typer.Option(help="Join names by coreference, as in the paper; by their forms otherwise.")
    ] = False
    seed: Annotated[int, typer.Option(help="Of the markers' order.")] = 0
    max_tokens: Annotated[int, typer.Option(min=1, help="Longer articles give no question.")] = 2000
    lower: Annotated[bool, typer.Option(help="Small letters throughout, as in the paper's files.")] = False


def cloze(
    input: Annotated[str, typer.Argument(help="Articles: JSON lines, .story files, texts with summaries.")],
    out: Annotated[Path, typer.Option(help="Folder for questions.jsonl, questions/ and cloze.json.")],
    questions: QuestionFlags = QuestionFlags(),
    files: Annotated[bool, typer.Option(help="Write .question files too.")] = True,
    resume: Annotated[bool, typer.Option(help="Go on with work that was broken off.")] = False,
    limit: Annotated[int | None, typer.Option(min=1, help="Read so many articles.")] = None,
    strict: Annotated[bool, typer.Option(help="Stop at the first malformed article.")] = False,
) -> None:
    """Build anonymised cloze questions from articles and their highlights."""
    from symbolic_rc.datasets.cloze import ClozeOptions, build_folder

    options = ClozeOptions(**dataclasses.asdict(questions))
    for name, value in build_folder(input, out, options, files, resume, strict, limit).items():
        sys.stdout.write(f"{name:<16} {value:,}\n")
    sys.stdout.write(f"written: {out}\n")
