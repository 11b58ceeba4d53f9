"""`symbolic-rc facts`, `tables`, `frames`, `graph`, `gallery`, `explore`: what is read in a text."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer import Argument, Option

from symbolic_rc.cli import shared
from symbolic_rc.cli.progress import Display
from symbolic_rc.core.terminal import aligned

if TYPE_CHECKING:
    from symbolic_rc.story import Story


#: Rows that are shown of each table.
_SHOWN = 10


@dataclass(frozen=True)
class ReadingFlags:
    """Reading."""

    pipeline: shared.Pipeline = "classical"
    encoding: shared.Encoding = ""
    inference: shared.InferenceFile = ""
    corrections: shared.CorrectionsFile = ""


def facts(
    story: shared.StoryFile,
    match: Annotated[str, Option(help='A pattern: "sell(ARG0=?who, ARG1=the wheel)".')] = "",
    format: Annotated[str, Option(help="text, or jsonl: one fact per line.")] = "text",
    reading: ReadingFlags = ReadingFlags(),
    as_json: shared.AsJson = False,
) -> None:
    """List the facts of a story, or those that match a pattern."""
    from symbolic_rc.core.errors import check_name

    as_json |= check_name("format", format, ("text", "jsonl")) == "jsonl"
    found = shared.corrected(_read(story, reading), reading.corrections).facts
    if match:
        for one in found.match(match):
            values = {name: found.name(term) for name, term in one.bindings.items()}
            cited = [found.describe(fact) for fact in one.facts]
            bound = ", ".join(f"?{name} = {value}" for name, value in values.items())
            if as_json:
                shared.write_json({"bindings": values, "facts": cited})
            else:
                sys.stdout.write(f"{bound or 'yes'}: {' & '.join(cited)}\n")
        return
    for fact in found:
        if as_json:
            terms = [{**asdict(term), "text": found.text(term)} for term in fact.terms]
            shared.write_json({**asdict(fact), "terms": terms})
        else:
            sys.stdout.write(f"{fact.sentence + 1:4d}  {found.describe(fact)}\n")


def _read(path: Path, flags: ReadingFlags) -> Story:
    """Return the story in a file, with the clauses of another file beside the package's; uncorrected."""
    from symbolic_rc.annotate import pipeline as make_pipeline
    from symbolic_rc.graph.inference.clauses import own_clauses, read_clauses
    from symbolic_rc.story import Story

    story = Story.from_text(shared.text_of(path, flags.encoding), make_pipeline(flags.pipeline))
    if flags.inference:
        story.clauses = (*own_clauses(), *read_clauses(flags.inference))
    return story


def tables(
    story: shared.StoryFile,
    name: Annotated[str, Argument(help="characters, quotations, meetings or timeline.")] = "",
    out: Annotated[Path | None, Option(help="Folder: write each table as NAME.csv.")] = None,
    csv: Annotated[bool, Option("--csv", help="Print CSV.")] = False,
    reading: ReadingFlags = ReadingFlags(),
    as_json: shared.AsJson = False,
) -> None:
    """List characters, who speaks to whom, and who meets whom.

    A fourth table is the timeline: what happens when.
    """
    from symbolic_rc.core.errors import SymbolicRCError, check_name

    with Display("loading the program") as display:
        from symbolic_rc.books.tables import TABLES, Tables, cells_of
        from symbolic_rc.compare.forms import as_csv
        from symbolic_rc.core.record import Record
        from symbolic_rc.layout import readable

        names = [check_name("table", name, TABLES)] if name else list(TABLES)
        if csv and not name:
            raise SymbolicRCError(
                f"--csv prints one table: name it ({', '.join(TABLES)}), or give --out FOLDER"
            )
        whole = _read(story, reading)
        body, part = readable(Record(whole.id, whole.text))
        read = whole if part is None else Story(body, whole.pipeline)
        read.clauses = whole.clauses
        read = shared.corrected(read, reading.corrections)
        shared.read_layers(
            read, display, "facts" if {*names} - {"characters", "quotations"} else "resolution"
        )
        made = Tables(read, part)
        found = {one: list(getattr(made, one)()) for one in names}
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        for one, rows in found.items():
            (out / f"{one}.csv").write_text(as_csv(cells_of(rows)), encoding="utf-8", newline="")
    if as_json:
        shared.write_json(found)
    elif csv:
        sys.stdout.write(as_csv(cells_of(found[name])))
    elif out is not None:
        sys.stdout.write(f"written: {', '.join(f'{out / one}.csv' for one in found)}\n")
    else:
        for one, rows in found.items():
            _show(one, rows, len(rows) if name else _SHOWN)


def _show(name: str, rows: Sequence[dict[str, Any]], most: int) -> None:
    """Print the first rows of a table in aligned columns, below its name and size."""
    from symbolic_rc.books.tables import cells_of

    more = f", the first {most} of" if most < len(rows) else ":"
    shown = (f"  {line}" for line in aligned(cells_of(rows[:most])))
    shared.write_lines([f"{name}{more} {len(rows):,}", *shown, ""])


def graph(
    story: shared.StoryFile,
    out: Annotated[Path, Option(help="FILE.html, .svg, .graphml, .json or .dot.")],
    reading: ReadingFlags = ReadingFlags(),
) -> None:
    """Write the facts of a story as a graph: a picture, or data."""
    with Display("reading the text") as display:
        display.kernels()
        from symbolic_rc.show.notebook import write_picture

        found = shared.corrected(_read(story, reading), reading.corrections)
    write_picture(found.graph, out)
    typer.echo(f"{out}: {len(found.entities)} entities, {len(found.facts)} facts")


def frames(
    story: shared.StoryFile,
    format: Annotated[str, Option(help="table, json, conll or html.")] = "table",
    pipeline: shared.Pipeline = "classical",
    encoding: shared.Encoding = "",
    as_json: shared.AsJson = False,
) -> None:
    """Show who did what to whom: the PropBank frames of a text."""
    with Display("reading the text") as display:
        display.kernels()
        from symbolic_rc.show.notebook import render_frames

        shown = render_frames(story, "json" if as_json else format, pipeline, encoding)
    sys.stdout.write(shown)


def gallery(
    input: shared.Input = "examples",
    out: Annotated[Path, Option(help="The page.")] = Path("gallery.html"),
    format: shared.FormatName = "auto",
    limit: shared.Limit = None,
) -> None:
    """Make one page of stories with explained answers."""
    with Display("loading the program") as display:
        import symbolic_rc
        from symbolic_rc.core.record import Record
        from symbolic_rc.datasets import read
        from symbolic_rc.show.notebook import gallery_html

        display.stage(f"reading {input}")
        records = (found for found in read(input, format, limit=limit) if isinstance(found, Record))
        out.write_text(gallery_html(symbolic_rc.load(), records), encoding="utf-8")
    sys.stdout.write(f"written: {out}\n")


def explore(
    runs: Annotated[list[Path] | None, Argument(help="Run folders, or files of other systems.")] = None,
    gold: Annotated[str, Option(help="The data set; default: that of the first run, or the examples.")] = "",
    port: Annotated[int, Option(min=0, max=65535, help="0: any free port.")] = 0,
    cache: Annotated[
        str, Option(help="Folder where read stories are kept; default: in the user's cache.")
    ] = "",
    view: Annotated[str, Option(help="A view to open: the part of an address after its token.")] = "",
    as_json: shared.AsJson = False,
) -> None:
    """Open the workbench in a browser.

    Read texts and ask, correct what is read, edit rules, compare runs, run behavioural checks. It is served
    on this machine only (127.0.0.1), at an address with a random token; no data leaves it.
    """
    with Display("loading the program") as display:
        from symbolic_rc.core.cache_folder import cache_folder
        from symbolic_rc.explore.serve import open_workbench, serve

        display.stage("opening runs and data set")
        bench = open_workbench(runs or (), gold, cache or str(cache_folder() / "stories"))

    def show_address(address: str) -> None:
        if as_json:
            shared.write_json({"address": address})
        else:
            shared.write_lines([address, "Open it in a browser; press Ctrl-C to stop the workbench."])
        sys.stdout.flush()

    serve(bench, port, view, show_address)
