"""`symbolic-rc facts` and `ask`: what a story says, one fact at a time; what a question asks, as a query."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from symbolic_rc.cli.shared import Pipeline, StoryFile, text_of


def facts(
    story: StoryFile,
    match: Annotated[str, typer.Option(help='A pattern: "sell(ARG0=?who, ARG1=the wheel)".')] = "",
    format: Annotated[str, typer.Option(help="text, or jsonl: one fact a line.")] = "text",
    pipeline: Pipeline = "classical",
) -> None:
    """List what a story says, one fact at a time, or what meets a pattern of facts."""
    from symbolic_rc.annotate import pipeline as make_pipeline
    from symbolic_rc.story import Story

    found = Story.from_text(text_of(story), make_pipeline(pipeline)).facts
    if match:
        for one in found.match(match):
            bound = ", ".join(f"?{name} = {found.name(term)}" for name, term in one.bindings.items())
            sys.stdout.write(f"{bound or 'yes'}: {' & '.join(found.describe(fact) for fact in one.facts)}\n")
        return
    for fact in found:
        if format == "jsonl":
            terms = [{**asdict(term), "text": found.text(term)} for term in fact.terms]
            sys.stdout.write(json.dumps({**asdict(fact), "terms": terms}, ensure_ascii=False) + "\n")
        else:
            sys.stdout.write(f"{fact.sentence + 1:4d}  {found.describe(fact)}\n")


def ask(
    words: Annotated[list[str], typer.Argument(help="A question; or a text file and questions.")],
) -> None:
    """Show the query that a question becomes; with a text file before it, the answer with its proof."""
    from symbolic_rc.question.query import read_query

    if len(words) == 1:
        sys.stdout.write(f"{read_query(words[0])}\n")
        return
    from symbolic_rc.rules.facts.case import open_case
    from symbolic_rc.rules.facts.resolve import resolve
    from symbolic_rc.story import Story

    story = Story.from_text(text_of(Path(words[0])))
    for question in words[1:]:
        query = read_query(question)
        found = resolve(open_case(query, story))
        sys.stdout.write(f"{found.text or '(no answer)'}\n  query: {query}\n  rule: {found.rule}\n")
        for line in found.proposal.proof.describe(story.facts) if found.proposal else ():
            sys.stdout.write(f"  {line}\n")
