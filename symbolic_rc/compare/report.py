"""From files to a report: what `symbolic-rc compare` does, also with runs on several data sets."""

from __future__ import annotations

import json
import logging
import os
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product, zip_longest
from pathlib import Path

from markupsafe import Markup

from symbolic_rc.compare.build import Views, build
from symbolic_rc.compare.comparison import BY_DEFAULT, CompareOptions, Comparison, Cost
from symbolic_rc.compare.fields import FIELDS
from symbolic_rc.compare.forms import COST, SEEN, SIGNIFICANT, Table, cost_cells
from symbolic_rc.compare.published import PublishedRow
from symbolic_rc.compare.published import published as published_rows
from symbolic_rc.compare.slices import Named, Parts, own_slice
from symbolic_rc.compare.support import Judge
from symbolic_rc.compare.systems import System, Traces, read_manifest, read_system
from symbolic_rc.core.errors import DataError
from symbolic_rc.core.record import Question, Record
from symbolic_rc.core.tokens import grouped
from symbolic_rc.datasets import read, recognised
from symbolic_rc.metrics import metrics_for
from symbolic_rc.show.evidence import answer_marks, evidence_frames, frame_marks, frame_rows, marked_story
from symbolic_rc.show.page import fragment
from symbolic_rc.story import Story

_LOG = logging.getLogger(__name__)


def compare(
    predictions: Sequence[str | Path],
    gold: str | Path,
    format: str = "auto",
    names: Sequence[str] = (),
    options: CompareOptions = BY_DEFAULT,
    judge: Judge | None = None,
) -> Comparison:
    """Compare systems by their predictions.

    Parameters
    ----------
    predictions : sequence of path
        Runs' folders or prediction files of other systems; see `read_system`.
    gold : path
        The data set with the gold answers, in any format that `datasets.read` knows.
    format : str
        Its name, or ``auto``.
    names : sequence of str
        The systems' names, in order; by default those of their files.
    options : CompareOptions
    judge : callable, optional
        Gives systems with verdicts on their answers, whether the texts support them: see `support.judge`.

    Raises
    ------
    DataError, SymbolicRCError
        If a file does not have the form it should have, or holds no answer to any of the questions.
    """
    _views(options)  # wrong names and slices are reported before anything is read
    named = [*zip_longest(predictions, names[: len(predictions)], fillvalue="")]
    systems = [] if options.by_order else [read_system(path, name) for path, name in named]
    records, names_of_format = read_gold(gold, format, options.allow_damaged)
    ids = [question.id for record in records for question in record.questions]
    systems = distinct(systems or [read_system(path, name, ids) for path, name in named])
    known = {*ids}
    for system in systems:
        if not known & system.answers.keys():
            first = next(iter(system.answers))
            raise DataError(f"answers no question of {gold}; its first id is {first!r}", system.path)
    label, own = Path(gold).name, one_format(names_of_format)
    if len(names_of_format) == 1 and own not in label and own != "jsonl":
        label = f"{own}, {label}"
    return compare_records(label, records, systems, own, options, judge)


def read_gold(
    path: str | Path, format: str = "auto", allow_damaged: bool = False
) -> tuple[list[Record], list[str]]:
    """Return the stories of a data set and the names of its formats; log what is left out."""
    records = []
    for found in read(path, format, allow_damaged=allow_damaged):
        if isinstance(found, Record):
            records.append(found)
        else:
            _LOG.warning("left out: %s", found)
    asked = [question for record in records for question in record.questions]
    if unknown := sum(not one.references for one in asked):
        message = "%s: %d of %d questions have no gold answer, and are left out"
        _LOG.warning(message, path, unknown, len(asked))
    return records, recognised(path, format)


def one_format(names: Sequence[str]) -> str:
    """Return the format whose metrics count: the only one, or `jsonl` for a mixture."""
    return names[0] if len(names) == 1 else "jsonl"


def compare_records(
    data: str,
    records: Sequence[Record],
    systems: Sequence[System],
    format: str,
    options: CompareOptions = BY_DEFAULT,
    judge: Judge | None = None,
) -> Comparison:
    """Compare systems on records that were read; see `compare`."""
    systems = judge(records, systems) if judge is not None else systems
    by_id = {record.id: record for record in records}

    @lru_cache(maxsize=4)  # the examples of one story follow each other
    def story(record_id: str) -> Story:
        return Story(by_id[record_id])

    file = systems[0].path / "traces.jsonl"
    traces = Traces(file) if file.is_file() else {}
    views = Views(
        lambda record, *shown: example_story(story(record.id), *shown),
        traces,
        *_views(options),
    )
    return build(data, records, systems, metrics_for(format), views, options)


def _views(options: CompareOptions) -> tuple[list[Named | Parts], tuple[PublishedRow, ...]]:
    """Return the user's own slices, and the rows of the published table."""
    quoted = tuple(published_rows(options.published)) if options.published else ()
    return [own_slice(text, list(FIELDS)) for text in options.slices], quoted


def example_story(
    story: Story,
    question: Question,
    answers: Mapping[str, Sequence[str]],
    sentences: Sequence[int] | None = None,
) -> Markup:
    """Return a story with a question's references, evidence and answers marked, and the evidence's frames."""
    frames = evidence_frames(story, question)
    marks = answer_marks(story, question, answers, sentences) + frame_marks(story, frames)
    rows = frame_rows(story, frames)
    return fragment("example_story.html", story=marked_story(story, marks), frames=rows)


def distinct(systems: Sequence[System]) -> list[System]:
    """Give systems of the same name numbers."""
    counts, named = Counter[str](), []
    for system in systems:
        counts[system.name] += 1
        number = counts[system.name]
        named.append(replace(system, name=f"{system.name} ({number})") if number > 1 else system)
    return named


def by_data(runs: Sequence[Path]) -> dict[str, list[int]]:
    """Return the positions of runs by the data set that their manifests name; DataError if there is none."""
    found: dict[str, list[int]] = {}
    for place, path in enumerate(runs):
        data = str(read_manifest(path).get("timing", {}).get("input") or "")
        if not data or not (data == "examples" or os.path.exists(data)):
            where = f"its data set, {data}, is not there" if data else "no run that names its data set"
            raise DataError(f"{where}: name it with --gold", path)
        found.setdefault(data, []).append(place)
    return found


def rows_of_runs(runs: Sequence[Path], names: Sequence[str] = ()) -> list[str]:
    """Return the row of each run: its name, else its reader, numbered where more than the seed differs.

    Runs of one row on one data set differ by their seeds, or by whatever the user gave one name.
    """
    kinds: dict[str, list[str]] = {}
    rows = []
    for place, path in enumerate(runs):
        manifest = read_manifest(path)
        options = manifest.get("options", {}) | {"format": ""}
        name = names[place] if place < len(names) else str(options.get("reader", path.name))
        what = [options, manifest.get("weights_hash")] if place >= len(names) else ""
        kind = json.dumps(what, sort_keys=True)
        known = kinds.setdefault(name, [])
        if kind not in known:
            known.append(kind)
        number = known.index(kind) + 1
        rows.append(name if number == 1 else f"{name} ({number})")
    return rows


def several(runs: Sequence[Path], names: Sequence[str], format: str, options: CompareOptions) -> Table:
    """Return the table of runs on several data sets; a row for each system, a column for each data set.

    The first runs have `names`; the other parameters are those of `compare`.
    """
    rows, columns, costs = rows_of_runs(runs, names), dict[str, dict[str, str]](), dict[str, list[Cost]]()
    for data, places in by_data(runs).items():
        found = compare([runs[i] for i in places], data, format, [f"{i}" for i in places], options)
        label = f"{found.data}, {found.main} ({found.questions:,} questions)"
        columns[f"{data}: {label}" if label in columns else label] = _column(found, places, rows)
        for place, system in zip(places, found.systems, strict=True):
            costs.setdefault(rows[place], []).extend([system.cost] if system.cost else [])
    title = (
        "Main metric of each data set; ±: standard deviation over seeds (number of runs); "
        f"{SIGNIFICANT}: differs from {rows[0]}, every pair of runs by a paired permutation test with Holm's "
        f"correction; {SEEN}: trained on some of these questions, or not known; {COST[0]}: for 1,000 "
        f"questions, reading included; {COST[1]}: the most memory of a process"
    )
    body = [
        [row, *(cells.get(row, "") for cells in columns.values()), *cost_cells(costs[row])]
        for row in dict.fromkeys(rows)
    ]
    return title, ["system", *columns, *COST], body


def _column(found: Comparison, places: Sequence[int], rows: Sequence[str]) -> dict[str, str]:
    """Return the column of one data set, whose runs have these positions: the cell of each row."""
    (main,) = (metric for metric in found.metrics if metric.name == found.main)
    level = 1 - found.options.level
    apart = {frozenset((pair.a, pair.b)) for pair in found.pairs if pair.corrected < level}
    own = grouped((rows[place], position) for position, place in enumerate(places))
    base, cells = own.get(rows[0], []), {}
    for row, positions in own.items():
        scores = [main.scores[one].score for one in positions]
        pairs = [frozenset((f"{places[a]}", f"{places[b]}")) for a, b in product(positions, base)]
        marks = SIGNIFICANT * bool(row != rows[0] and pairs and apart.issuperset(pairs))
        marks += SEEN * any(found.systems[one].overlaps for one in positions)
        spread = f" ± {statistics.stdev(scores):.2f} ({len(scores)})" if len(scores) > 1 else ""
        cells[row] = f"{statistics.mean(scores):.2f}{spread}{marks}"
    return cells
