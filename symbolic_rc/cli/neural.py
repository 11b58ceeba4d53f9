"""`symbolic-rc train-neural`: the papers' neural readers, trained on the user's data."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from symbolic_rc.cli.shared import Limit
from symbolic_rc.cli.start import Stopped


@dataclass(frozen=True)
class TrainingFlags:
    """Training."""

    epochs: Annotated[int | None, typer.Option(min=1, help="At most; it may end before.")] = None
    updates: Annotated[int | None, typer.Option(min=1, help="Cut off after so many updates.")] = None
    hidden: Annotated[int | None, typer.Option(min=1, help="Units of each layer and direction.")] = None
    dropout: Annotated[float | None, typer.Option(min=0, max=0.9, help="Share of units left out.")] = None
    rate: Annotated[float | None, typer.Option(min=0, help="Adam's learning rate.")] = None
    stories: Annotated[int | None, typer.Option(min=1, help="Stories of a batch.")] = None
    longest_story: Annotated[int | None, typer.Option(min=1, help="Tokens to learn from of each.")] = None
    patience: Annotated[int | None, typer.Option(min=1, help="Epochs without a better figure.")] = None
    seed: Annotated[int, typer.Option(help="Of weights, order, permutations and dropout.")] = 0
    device: Annotated[str, typer.Option(help="cpu, cuda, ...; equal seeds give equal models on cpu.")] = "cpu"


@dataclass(frozen=True)
class PartFlags:
    """Data."""

    limit: Limit = None
    share: Annotated[float, typer.Option(min=0, max=1, help="Of the stories, for a learning curve.")] = 1.0
    folds: Annotated[int, typer.Option(min=0, help="Parts by story, one of which is left out.")] = 0
    fold: Annotated[int, typer.Option(min=0, help="Which one is left out.")] = 0


def train_neural(
    reader: Annotated[str, typer.Argument(help="as-reader, ...: see `symbolic-rc readers`, neural:NAME.")],
    inputs: Annotated[list[str], typer.Argument(help="Data sets with answers, as `score` takes them.")],
    out: Annotated[Path, typer.Option(help="The model file for `--reader neural:NAME --weights`.")],
    training: TrainingFlags = TrainingFlags(),
    part: PartFlags = PartFlags(),
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the checkpoint beside MODEL.")] = False,
) -> None:
    """Train a neural reader of the papers, to compare the engine with (extra: neural)."""
    from symbolic_rc.neural.catalogue import neural_entry, require_torch

    neural_entry(reader)
    require_torch()
    from symbolic_rc.neural.subset import DataSubset
    from symbolic_rc.neural.training import TrainingPlan, train_from

    given = {name: value for name, value in dataclasses.asdict(training).items() if value is not None}
    chosen = DataSubset(**dataclasses.asdict(part), seed=training.seed)
    try:
        train_from(TrainingPlan(reader, inputs, out, given, chosen, resume), typer.echo)
    except Stopped as stop:
        stop.hint = "finished epochs are kept: go on with the same command and --resume"
        raise


def explain_neural(text: str, question: str, reader: str, weights: str, html: Path | None) -> Iterator[str]:
    """Yield a neural reader's answer and where it looked; the page has the engine's evidence beside it.

    A question with ``@placeholder`` is a cloze question; names of the text then become markers.
    """
    from symbolic_rc.core.question import Question
    from symbolic_rc.core.record import Record
    from symbolic_rc.datasets.cloze.marking import marked
    from symbolic_rc.neural.answering import neural_reader
    from symbolic_rc.readers import ReaderOptions
    from symbolic_rc.story import Story

    made = neural_reader(ReaderOptions(weights=weights), reader.removeprefix("neural:"))
    placeholder = "@placeholder" * ("@placeholder" in question)
    record = Record("story", text, (Question("q", question, placeholder=placeholder),))
    if placeholder and "@entity" not in text:
        record = marked(record)
    story, asked = Story(record), record.questions[0]
    (answer,) = made.answer_all(story, [asked])
    looks = made.attention(story, asked)
    names = "".join(f" = {record.tags[one]}" for one in answer.texts if one in record.tags)
    yield f"question  {asked.text}"
    yield f"answer    {answer.text or 'no answer'}{names}  [{made.name}, {answer.confidence:.2f}]"
    for look in sorted(looks, key=lambda one: -one.weight)[:5]:
        yield f"looks at  {look.weight:.3f} {story.text[look.start : look.end]!r} at {look.start}"
    if html is not None:
        from markupsafe import Markup

        from symbolic_rc.engine import Engine
        from symbolic_rc.neural.heat_map import attention_page
        from symbolic_rc.show.explanation import explanation_html

        evidence = explanation_html(story, Engine().explain(story, asked), asked, page=False)
        shown = attention_page(asked.text, story.text, made.name, answer, looks, Markup(evidence))
        html.write_text(shown, encoding="utf-8")
        yield f"written: {html}"
