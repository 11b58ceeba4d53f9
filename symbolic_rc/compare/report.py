"""From files to a report: what `symbolic-rc compare` does."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from markupsafe import Markup

from symbolic_rc.compare.build import build
from symbolic_rc.compare.comparison import BY_DEFAULT, CompareOptions, Comparison
from symbolic_rc.compare.examples import Views
from symbolic_rc.compare.fields import FIELDS, describe
from symbolic_rc.compare.published import published as published_rows
from symbolic_rc.compare.slices import own_slice
from symbolic_rc.compare.systems import System, read_system
from symbolic_rc.compare.traces import ShownTrace, Traces
from symbolic_rc.core.errors import DataError, check_name
from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.datasets import read, recognised
from symbolic_rc.metrics import metrics_for
from symbolic_rc.show.evidence import answer_marks, frame_marks, frame_rows, marked_story
from symbolic_rc.show.page import fragment
from symbolic_rc.story import Story

_LOG = logging.getLogger(__name__)


def compare(
    predictions: Sequence[str | Path],
    gold: str | Path,
    format: str = "auto",
    names: Sequence[str] = (),
    slices: Sequence[str] = (),
    published: str = "",
    options: CompareOptions = BY_DEFAULT,
    progress: Callable[[str], None] = lambda step: None,
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
        How to call the systems, in order; by default after their files.
    slices : sequence of str
        The user's own, as ``name=expression`` over `FIELDS`, or ``field:count`` for equal parts of a number.
    published : str
        The table of quoted figures that stands beside ours, such as ``quoref``.
    options : CompareOptions
    progress : callable
        Told of each step.

    Raises
    ------
    DataError, SymbolicRCError
        If a file does not have the form it should have, or holds no answer to any of the questions.
    """
    if published:
        published_rows(published)  # a wrong name, or a wrong slice, is told before anything is read
    for text in slices:
        own_slice(text, list(FIELDS))
    systems = [read_system(path, names[i] if i < len(names) else "") for i, path in enumerate(predictions)]
    systems = distinct(systems)
    progress("reading the gold answers")
    records = []
    for found in read(gold, format, allow_damaged=options.allow_damaged):
        if isinstance(found, Record):
            records.append(found)
        else:
            _LOG.warning("left out: %s", found)
    known = {question.id for record in records for question in record.questions}
    for system in systems:
        if not known & system.answers.keys():
            first = next(iter(system.answers))
            raise DataError(f"answers no question of {gold}; its first id is {first!r}", system.path)
    names_of_format = recognised(gold, format)
    progress("counting and testing")
    return compare_records(
        _label(gold, names_of_format),
        records,
        systems,
        names_of_format[0] if len(names_of_format) == 1 else "jsonl",
        slices,
        published,
        options,
    )


def compare_records(
    data: str,
    records: Sequence[Record],
    systems: Sequence[System],
    format: str,
    slices: Sequence[str] = (),
    published: str = "",
    options: CompareOptions = BY_DEFAULT,
) -> Comparison:
    """Compare systems on records that were read; see `compare`."""
    quoted = tuple(published_rows(published)) if published else ()
    own = [own_slice(text, list(FIELDS)) for text in slices]
    by_id = {record.id: record for record in records}

    @lru_cache(maxsize=4)  # the examples of one story follow each other
    def story(record_id: str) -> Story:
        return Story(by_id[record_id])

    def show(record: Record, question: Question, answers: Mapping[str, Sequence[str]]) -> Markup:
        return example_story(story(record.id), question, answers)

    views = Views(lambda record: describe(Story(record), record.questions), show, _traces(systems[0].path))
    return build(data, records, systems, metrics_for(format), views, own, quoted, options)


def example_story(story: Story, question: Question, answers: Mapping[str, Sequence[str]]) -> Markup:
    """Return a story with a question's references, evidence and answers marked, and the evidence's frames."""
    marks = answer_marks(story, question, answers) + frame_marks(story, question)
    return fragment(
        "example_story.html", story=marked_story(story, marks), frames=frame_rows(story, question)
    )


def _label(gold: str | Path, formats: Sequence[str]) -> str:
    """Name the data in a title: its file, and its format where the file's name does not say it."""
    name = Path(gold).name
    known = len(formats) == 1 and formats[0] not in name and formats[0] != "jsonl"
    return f"{formats[0]}, {name}" if known else name


def distinct(systems: Sequence[System]) -> list[System]:
    """Give systems of the same name numbers."""
    seen: dict[str, int] = {}
    named = []
    for system in systems:
        seen[system.name] = seen.get(system.name, 0) + 1
        count = seen[system.name]
        name = system.name if count == 1 else f"{system.name} ({count})"
        named.append(replace(system, name=name))
    return named


def _traces(path: Path) -> Mapping[str, ShownTrace]:
    file = path / "traces.jsonl"
    return Traces(file) if path.is_dir() and file.is_file() else {}


def write_report(comparison: Comparison, out: str | Path, form: str = "") -> None:
    """Write a comparison to a file; `form` is ``html``, ``md``, ``latex``, ``csv`` or ``json``.

    Without a form the file's ending decides.

    Parameters
    ----------
    comparison : Comparison
        What `compare` returned.
    out : str | Path
        The file to write.
    form : str
        Which form; by default what the file's ending says.
    """
    from symbolic_rc.compare.forms.html import html_report
    from symbolic_rc.compare.forms.text import TEXT_REPORTS

    out = Path(out)
    endings = {".htm": "html", ".tex": "latex", ".markdown": "md"}
    form = form or endings.get(out.suffix, out.suffix.lstrip("."))
    check_name("form of report", form, ("html", *TEXT_REPORTS))
    text = html_report(comparison) if form == "html" else TEXT_REPORTS[form](comparison)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(text, encoding="utf-8")
