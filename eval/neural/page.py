"""The page of neural readers: every reader beside the engine, where each is right alone, what each costs."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

import numpy as np

from eval.figures.store import load
from eval.neural.capabilities import capability_lines
from eval.neural.curve import curve_lines, picture, points
from eval.neural.lengths import length_lines
from eval.neural.measured import Answers, Floats, Measure, answers_of, of_run, oracle, row_pieces, together
from eval.neural.sets import PARTS, PUBLISHED, SETS, WHOLE, DataSet, test_records
from eval.tables.measure import Place
from symbolic_rc import __version__
from symbolic_rc.compare.fields import describe
from symbolic_rc.compare.published import published
from symbolic_rc.neural.settings import NeuralSettings

#: Fields of the rows by kind of question, and the minimum number of questions of a row.
_FIELDS, _FEWEST = ("question_kind", "answer_type", "answer_prominent", "answer_nearest"), 30

_HEAD = """# Neural readers beside the engine

Written by `python -m eval.neural --data DIR --runs RUNS`. All rows answer the same questions and are
measured by the same metric. The neural readers are the papers' own, trained here on a processor, never on
more than the engine saw: the training part, or, where the data are cross-validated, the same parts by story.
The engine's weights come from several data sets together (none of them cloze questions), a neural reader's
from the one of its row. They are small (settings in each model file; words begin with the project's GloVe).
They learn from the first {longest} tokens of a story, or of the section that a question's data name, and read
up to {read} to answer.
Cost is processor time of one model on one thread; memory is the most that training took. `p`: a paired
permutation test against the engine, 2,000 resamples. A row that is not trained says so, and one whose
training was cut off, so that all of them together take hours, says after how many updates: its figure tells
what that much training gives, not what the reader could reach. Below each table is how the part set aside
was answered epoch by epoch, fold after fold; the last epoch of a training that was cut off is shorter. The
others ended by themselves: three epochs, of little data more, without a better figure.
Rows called `whole-vocabulary` choose among all words, as Hermann et al.'s readers did; the others among the
entities of the story. Readers of spans learn, where the data have no spans, the one with the highest ROUGE-L.
The AS Reader is an adaptation: one layer reads story and question. That, and how far stories are read, was
chosen with an eye on the first 200 stories of dev, so its figure there is a little too good.
"""


def page(place: Place, held_out: Path | None, picture_path: Path, parts: Collection[str] = PARTS) -> str:
    """Return the page, or some parts of it, for finished pieces; draws the picture of the learning curves."""
    usual = NeuralSettings()
    lines = [_HEAD.format(longest=usual.longest_story, read=f"{usual.longest_read:,}")]
    for one in SETS:
        if one.name in parts:
            lines += [f"## {one.title}\n", *_section(one, place, held_out), ""]
    for one in SETS if "curves" in parts else ():
        if one.curves:
            lines += [f"## Learning curves: {one.title}, by training questions\n"]
            lines += [*_curves(one, place, picture_path if one is SETS[0] else None), ""]
    if "checks" in parts:
        lines += ["## Behavioural checks, by capability\n", *capability_lines(place), ""]
    lines += [f"Version {__version__}.", ""]
    return "\n".join(lines)


def _section(one: DataSet, place: Place, held_out: Path | None) -> Iterator[str]:
    measure = Measure(one, place)
    engine = _engine(one, place, held_out)
    own = measure.rows(engine) if engine is not None else None
    columns = "95 % | p | learned from | epochs | s to train | s per 1,000 | MB memory | MB disk | MRR"
    yield f"| {one.title} | {one.label} | {columns} | paper |"
    yield "| --- | ---: | --- | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: | --- |"
    rows: dict[str, tuple[Answers, Floats]] = {}
    every: dict[str, Floats | None] = {} if own is None else {"symbolic": own}
    if engine is not None and own is not None:
        yield _row("symbolic" + " (held out)" * bool(one.folds), measure, engine, own, None)
    else:
        source = load()[one.engine[0]]
        told = f"`symbolic`{', held out' * bool(one.folds)} (by `{source['command']}`)"
        yield f"| {told} | {source['figures'][one.engine[1]]:.1f} |{' |' * 10}"
    names = [(reader, False) for reader in one.plain if reader != "symbolic"]
    names += [(reader, True) for reader in (("feature-classifier",) if one.name == "cnn" else ())]
    names += [(reader, True) for reader in one.readers]
    for reader, trained in names:
        shown = f"neural:{reader}" if reader in one.readers else reader
        found = answers_of(row_pieces(one.name, reader, trained), place)
        if found is None:
            missing = "not trained" if trained else "not run"
            every |= {shown: None} if trained else {}
            yield f"| `{shown}` | {missing} |{' |' * 9} {_published(one.name, reader, 0)} |"
            continue
        table = every[shown] = measure.rows(found)
        yield _row(shown, measure, found, table, own, _published(one.name, reader, found.questions))
        if reader in one.readers:
            rows[reader] = found, table
    if engine is not None and own is not None and rows:
        yield from _both(one, place, measure, engine, own, rows)
    yield from _trained(rows)
    if one.name == "cnn":
        yield "\nRight answers in percent by tenths of the questions, in the order of their stories'"
        yield "length in tokens; in brackets, of all up to it (Hermann et al. 2015, figures 4 and 5):\n"
        yield from length_lines(one, place, measure, every)


def _engine(one: DataSet, place: Place, held_out: Path | None) -> Answers | None:
    if not one.folds:
        return answers_of(row_pieces(one.name, "symbolic", False), place)
    folder = held_out / one.name if held_out is not None else None
    return of_run(folder) if folder is not None and folder.is_dir() else None


def _row(
    name: str, measure: Measure, found: Answers, table: Floats, own: Floats | None, paper: str = ""
) -> str:
    ends = measure.interval(table)
    p = "" if own is None else f"{measure.p(table, own):.4f}"
    training = " | | "
    if found.about:
        training = f"{found.questions:,} | {_epochs(found)} | {found.training_seconds:,.0f}"
    seconds = f"{found.seconds:.1f}" if found.seconds >= 0 else ""
    memory = f"{found.memory:,}" if found.memory else ""
    disk = f"{found.megabytes:.1f}" if found.megabytes else ""
    mrr = f"{np.mean(found.ranks):.3f}" if found.ranks else ""
    return (
        f"| `{name}` | {ends.score:.1f} | {ends.low:.1f} to {ends.high:.1f} | {p} | {training} | {seconds} "
        f"| {memory} | {disk} | {mrr} | {paper} |"
    )


def _epochs(found: Answers) -> str:
    """Return the best epoch of those that were trained, of each model, and after what it was cut off."""
    epochs = ", ".join(f"{one['epoch']} of {len(one['curve'])}" for one in found.about if "curve" in one)
    most = sorted({one["updates"] for one in found.about if one.get("cut off")})
    return epochs + "".join(f"; cut off after {updates} updates" for updates in most)


def _trained(rows: dict[str, tuple[Answers, Floats]]) -> Iterator[str]:
    """Yield how each model's figure on the part set aside went, epoch by epoch."""
    for reader, (found, _) in rows.items():
        curves = (
            " ".join(f"{epoch[one['figure']]:.1f}" for epoch in one["curve"])
            for one in found.about
            if "curve" in one
        )
        figure = found.about[0]["figure"]
        yield f"\n`{reader}`, {figure} on the part set aside, by epoch: {'; '.join(curves)}."


def _published(data: str, reader: str, questions: int) -> str:
    """Return the paper's figure, and how many times as many questions it learned from."""
    reader = reader.removesuffix(WHOLE)
    if (data, reader) not in PUBLISHED:
        return ""
    name, table, split, figure, theirs = PUBLISHED[data, reader]
    rows = (one for one in published(table) if one.row == name and one.split == split)
    value = next(row.figures[figure] for row in rows if figure in row.figures)
    times = f", {theirs / questions:.0f} times as many" if questions else ""
    return f"{value:.1f} (from {theirs:,} questions{times})"


def _both(
    one: DataSet,
    place: Place,
    measure: Measure,
    engine: Answers,
    own: Floats,
    rows: dict[str, tuple[Answers, Floats]],
) -> Iterator[str]:
    """Yield the ensemble, the oracle, and where engine and best neural reader are right alone."""
    best = max(rows, key=lambda name: measure.interval(rows[name][1]).score)
    other, table = rows[best]
    ensemble = measure.rows(together(measure, engine, other))
    yield _row(f"symbolic + neural:{best}, the more confident", measure, Answers(), ensemble, own)
    yield _row(
        f"oracle of symbolic and neural:{best}", measure, Answers(), oracle(measure, (own, table)), own
    )
    mine, theirs = measure.right(own), measure.right(table)
    yield f"\nRight alone (at least half of {one.label}), in percent of each kind's questions:\n"
    yield f"| {one.title}, questions | n | both | `symbolic` alone | `neural:{best}` alone | neither |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    for name, chosen in _kinds(one, place, measure):
        shares = [mine & theirs, mine & ~theirs, ~mine & theirs, ~mine & ~theirs]
        cells = " | ".join(f"{100 * float(share[chosen].mean()):.1f}" for share in shares)
        yield f"| {name} | {int(chosen.sum()):,} | {cells} |"


def _kinds(one: DataSet, place: Place, measure: Measure) -> Iterator[tuple[str, np.ndarray]]:
    fields = {
        question.id: values
        for record in test_records(place, one.name)
        for question, values in zip(record.questions, describe(record), strict=True)
    }
    yield "all", np.ones(len(measure.questions), np.bool_)
    for name in _FIELDS:
        values = [fields[question.id].get(name) for question in measure.questions]
        for value in sorted({one for one in values if one is not None}, key=str):
            chosen = np.array([one == value for one in values])
            if _FEWEST <= chosen.sum() < len(chosen):
                yield f"{name.replace('_', ' ')}: {value}", chosen


def _curves(one: DataSet, place: Place, path: Path | None) -> Iterator[str]:
    """Yield the curves of a data set as a table; draws a picture where there is a path for it."""
    measure, level = Measure(one, place), {}
    for reader in one.plain:
        found = answers_of(row_pieces(one.name, reader, False), place)
        if found is not None:
            level[reader] = measure.interval(measure.rows(found)).score
    lines = {reader: points(one.name, reader, place) for reader in one.curves}
    yield from curve_lines(one.title, lines, level)
    if path is not None and any(lines.values()):
        picture(path, f"{one.title}, {one.label} by training questions", lines, level)
    yield (
        "\nMeans over the seeds that were trained; in brackets the 95 % interval over questions and seeds. "
        "A share of so few stories that none can be set aside is not trained."
    )
