"""`symbolic-rc score`, `compare`, `support` and `check`: how good readers and their answers are."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer import Argument, Option

from symbolic_rc.cli import shared
from symbolic_rc.cli.groups import flag, option
from symbolic_rc.cli.progress import Display, is_silent
from symbolic_rc.cli.stopping import Stopped
from symbolic_rc.core.errors import DataError, SymbolicRCError
from symbolic_rc.core.terminal import aligned

if TYPE_CHECKING:
    from symbolic_rc.behaviour import BehaviouralCase, CheckResult
    from symbolic_rc.compare import CompareOptions

_Names = Annotated[list[str] | None, Option(help="Names of the systems, in order.")]
_ByOrder = Annotated[
    bool, Option("--by-order", help="Predictions without ids follow the questions in order.")
]


@dataclass(frozen=True)
class DataFlags:
    """Data."""

    format: shared.FormatName = "auto"
    limit: shared.Limit = None
    permute: int | None = option(None, "Seed: permute @entityN markers at loading.")
    mark_entities: bool = option(False, "Replace names by @entityN, numbered by --permute SEED (0).")
    strict: bool = option(False, "Stop at the first malformed record.")
    allow_damaged: shared.AllowDamaged = False
    max_text: int = option(64, "Maximum size of a story in MB.", min=1)
    max_questions: int = option(100_000, "Maximum questions of a story.", min=1)
    max_unpacked: int = option(2048, "Maximum size of unpacked input in MB.", min=1)


@dataclass(frozen=True)
class ReaderFlags:
    """Reader."""

    reader: shared.Reader = "symbolic"
    seed: int = option(0, "For readers that choose at random.")
    weights: shared.Weights = ""
    pipeline: shared.Pipeline = "classical"
    entities: str = option("", "Of the baselines: capitals or coref; default: each baseline's own.")
    cache: str = option("", "Folder where read stories are kept for other runs.")
    profile: shared.Profile = ""
    rulebook: shared.RulebookFile = ""
    allow_python: shared.AllowPython = False
    inference: shared.InferenceFile = ""
    refuse_below: shared.RefuseBelow = 0.0


@dataclass(frozen=True)
class ExcerptFlags:
    """Long stories."""

    chunks: int = option(0, "Read this many chunks of 200 tokens; 0: all.", min=0)
    retriever: str = option("bm25", "Selects the chunks: bm25, tfidf, ...")
    whole: bool = option(False, "Read the whole story once, look for answers in the chunks.")
    prune: str = option("", "Read only the sentences that a question needs: half, or duorc (as DuoRC).")
    sections: str = option("", "Sections that the data name for a question: only (the default), or ignored.")


@dataclass(frozen=True)
class OutputFlags:
    """Output."""

    out: Annotated[Path, Option(help="Folder for predictions, metrics and manifest.")]
    trace: bool = option(False, "Write traces.jsonl.")
    meteor: str = option("own", "own, or jar: the official program.")
    json: bool = flag("Print metrics and counts as JSON.")
    allow_failures: bool = flag("Exit with status 0 even if stories failed.")


@dataclass(frozen=True)
class ProcessFlags:
    """Processes."""

    jobs: shared.Jobs = 1
    cluster: str = option("", "A Dask scheduler's address or file, or local:N.")
    resume: bool = option(False, "Continue a stopped run; verify a finished one.")
    overwrite: bool = option(False, "Replace the run in the folder.")


def score(
    input: shared.Input,
    output: OutputFlags,
    data: DataFlags = DataFlags(),
    reader: ReaderFlags = ReaderFlags(),
    excerpt: ExcerptFlags = ExcerptFlags(),
    processes: ProcessFlags = ProcessFlags(),
) -> None:
    """Answer every question of a data set and measure the answers.

    Exit status: 0; 2 if input, options or output are wrong; 3 if a story failed, which is scored as
    unanswered (--allow-failures: 0); 130 if stopped.
    """
    try:
        with Display("loading the program") as display:
            from symbolic_rc.batch import RunOptions, failures, show_run
            from symbolic_rc.batch import score as run_score
            from symbolic_rc.datasets.source import MB, Limits
            from symbolic_rc.readers import ReaderOptions

            reading = {**dataclasses.asdict(reader), **dataclasses.asdict(excerpt)}
            own = dataclasses.asdict(data) | dataclasses.asdict(processes)
            limits = Limits(own.pop("max_text") * MB, own.pop("max_questions"), own.pop("max_unpacked") * MB)
            options = RunOptions(
                input=input,
                out=output.out,
                reader=reading.pop("reader"),
                reader_options=ReaderOptions(**reading),
                trace=output.trace,
                meteor=output.meteor,
                limits=limits,
                **own,
            )
            run = run_score(options, display)
    except Stopped as stop:
        stop.hint = "finished stories are kept: continue with the same command and --resume"
        raise
    if output.json:
        counts = run.manifest["counts"]
        shared.write_json({"path": str(run.path), "metrics": run.metrics, "counts": counts})
    else:
        sys.stdout.write(show_run(run, 0 if is_silent() else 5))
    if run.failed:
        sys.stderr.write(failures(run))
        raise typer.Exit(0 if output.allow_failures else 3)


@dataclass(frozen=True)
class GoldFlags:
    """Data."""

    gold: str = option("", "The data set with the gold answers; default: what the runs are of.")
    format: shared.FormatName = "auto"
    allow_damaged: shared.AllowDamaged = False


@dataclass(frozen=True)
class ViewFlags:
    """Report."""

    name: _Names = None
    slice: list[str] | None = option(None, "A slice: name=expression, or field:10 (tenths).")
    published: str = option("", "Add the published figures of a paper: quoref, ...")
    missing: str = option("leave-out", "Questions that a system has no prediction for: leave-out, or wrong.")
    by_order: _ByOrder = False
    support: bool = flag("Also judge whether the texts support the answers: reads them all.")
    markdown: bool = flag("Print the whole report as Markdown.")
    json: bool = flag("Print the whole report as JSON.")


@dataclass(frozen=True)
class SampleFlags:
    """Bootstrap."""

    resamples: int = option(2000, "Bootstrap samples.", min=100)
    seed: int = option(0, "Of the samples.")


def compare(
    predictions: Annotated[list[Path], Argument(help="Run folders, or files of other systems.")],
    data: GoldFlags,
    out: Annotated[Path, Option(help="report.html, .md, .tex, .csv or .json.")] = Path("report.html"),
    view: ViewFlags = ViewFlags(),
    sample: SampleFlags = SampleFlags(),
) -> None:
    """Compare systems: scores, tests, slices, agreement, examples.

    Without --gold, each run has the data set that it was made of. Several data sets give one table: for each
    reader and data set the mean and deviation over seeds, significance, overlap with training data, time.

    Systems are compared on the questions that all of them have a prediction for; --missing wrong counts
    missing ones as wrong, as official scorers do. --slice story_words:10 splits the questions into tenths by
    a number. An expression compares fields, such as --slice "late=answer_at > 0.5 and story_words > 600"; the
    report explains each: question, question_word, question_kind, question_words, format, answer_type,
    answer_words, answer_spans, answer_in_story, answer_at, overlap, sentence_distance, needs_coreference,
    answer_prominent, answer_nearest, story_words.
    """
    from symbolic_rc.compare import CompareOptions, write_report
    from symbolic_rc.compare import compare as run_compare
    from symbolic_rc.compare.comparison import short_report
    from symbolic_rc.compare.forms import TEXT_REPORTS
    from symbolic_rc.compare.report import by_data

    options = CompareOptions(
        view.missing,
        tuple(view.slice or ()),
        view.published,
        **dataclasses.asdict(sample),
        allow_damaged=data.allow_damaged,
        by_order=view.by_order,
    )
    gold = data.gold
    if not gold:
        gold, *others = by_data(predictions)
        if others:
            _compare_several(predictions, data, out, view, options)
            return
    with Display("loading the program", not view.support) as display:
        judge = shared.DEFAULT_ENGINE.load_judge(display) if view.support else None
        found = run_compare(predictions, gold, data.format, view.name or (), options, judge)
    write_report(found, out)
    if view.json:
        sys.stdout.write(TEXT_REPORTS["json"](found))
    else:
        shown = TEXT_REPORTS["md"](found) if view.markdown else short_report(found)
        sys.stdout.write(f"{shown}written: {out}\n")


def _compare_several(
    runs: Sequence[Path], data: GoldFlags, out: Path, view: ViewFlags, options: CompareOptions
) -> None:
    """Compare runs on several data sets in one table."""
    if view.support or view.slice or view.published:
        raise SymbolicRCError("--support, --slice and --published need one data set: name it with --gold")
    from symbolic_rc.compare.forms import markdown_table, write_table
    from symbolic_rc.compare.report import several

    table = several(runs, view.name or (), data.format, options)
    out = Path("report.md") if out.name == "report.html" else out
    write_table(table, out)
    title, *rows = table[0], table[1], *table[2]
    if view.json:
        shared.write_json({"title": title, "rows": rows})
    else:
        shown = markdown_table(table) if view.markdown else "\n".join([*aligned(rows), "", title, ""])
        sys.stdout.write(f"{shown}written: {out}\n")


@dataclass(frozen=True)
class GivenFlags:
    """Answers about one text."""

    question: list[str] | None = option(None, "A question; repeat for several.", "-q", "--question")
    answer: list[str] | None = option(
        None, "An answer: one for each question, or several to one.", "-a", "--answer"
    )
    text: Path | None = option(None, "A summary, or any text about the text: judge each of its sentences.")
    encoding: shared.Encoding = ""
    corrections: shared.CorrectionsFile = ""


@dataclass(frozen=True)
class JudgedFlags(GoldFlags):
    """Predictions."""

    gold: str = option("", "The data set that the predictions answer.")
    name: _Names = None
    by_order: _ByOrder = False


@dataclass(frozen=True)
class VerdictFlags:
    """Verdicts."""

    out: Path | None = option(None, "report.html, or .jsonl: a line an answer.")
    json: bool = flag("Print one line of JSON per answer.")
    fail_below: float = option(0.0, "Exit status 1 if a smaller share of answers is supported.", min=0, max=1)


def support(
    input: Annotated[
        list[str],
        Argument(help="A text, for -q or --text; predictions, for --gold; else rows. -: stdin."),
    ],
    given: GivenFlags = GivenFlags(),
    data: JudgedFlags = JudgedFlags(),
    view: VerdictFlags = VerdictFlags(),
    engine: shared.EngineFlags = shared.DEFAULT_ENGINE,
) -> None:
    """Judge given answers: are they in the text?

    The text supports them, contradicts them, or says nothing of the kind. Examples: symbolic-rc support
    story.txt -q "Who sold it?" -a Bo; symbolic-rc support story.txt --text summary.txt; symbolic-rc
    support bert.json --gold dev.json --out report.html; symbolic-rc support - < rows.jsonl (objects with
    context, question, answer; each is printed with the verdict as soon as it is judged). Exit status 1:
    fewer answers are supported than --fail-below.
    """
    rows = not (data.gold or given.question or given.answer or given.text)
    if view.out is not None and view.out.suffix not in (".html", ".jsonl")[rows:]:
        raise SymbolicRCError(f"--out {view.out}: expected .jsonl{' or .html' * (not rows)}")
    if given.corrections and (rows or data.gold):
        raise SymbolicRCError("--corrections is about one text: give it with -q or --text")
    if not data.gold and len(input) > 1:
        raise SymbolicRCError("one text, or one file of rows, at a time; predictions need --gold DATA")
    if rows:
        shares = _support_rows(input[0], view, engine)
    elif data.gold:
        shares = _support_predictions(input, data, view, engine)
    else:
        shares = _support_given(Path(input[0]), given, view, engine)
    _check_shares(shares, view.fail_below)


def _check_shares(shares: dict[str, float], least: float) -> None:
    """Exit with status 1 if a smaller share of a system's answers is supported."""
    failed = {name: share for name, share in shares.items() if share < least}
    for name, share in failed.items():
        few = f"{share:.1%} of the answers are supported, fewer than {least:.1%}"
        sys.stderr.write(f"{name}: {few}\n")
    if failed:
        raise typer.Exit(1)


def _support_predictions(
    files: Sequence[str], data: JudgedFlags, view: VerdictFlags, engine: shared.EngineFlags
) -> dict[str, float]:
    """Judge systems' answers to a data set; return the share of each that is supported."""
    from symbolic_rc.compare import CompareOptions
    from symbolic_rc.compare import compare as run_compare
    from symbolic_rc.compare.forms import support_report, support_table

    options = CompareOptions(resamples=100, allow_damaged=data.allow_damaged, by_order=data.by_order)
    with Display("loading the program") as display:
        judge = engine.load_judge(display)
        found = run_compare(files, data.gold, data.format, data.name or (), options, judge)
    _, head, table = support_table(found)
    shown = "\n".join([found.asked(), "", *aligned([head, *table]), ""])
    rows = [{"system": one.system, **answer.to_dict()} for one in found.support for answer in one.answers]
    _write_verdicts(rows, view, shown, lambda: support_report(found))
    return {one.system: one.shares[1].share / 100.0 for one in found.support}


def _support_given(
    path: Path, given: GivenFlags, view: VerdictFlags, engine: shared.EngineFlags
) -> dict[str, float]:
    """Judge answers to questions about a text, and statements about it."""
    asked, answers = given.question or [], given.answer or []
    asked = asked * max(1, len(answers)) if len(asked) == 1 else asked
    if len(asked) != len(answers):
        raise SymbolicRCError(f"{len(asked)} questions and {len(answers)} answers: give one -a for each -q")
    with Display("loading the program") as display:
        from symbolic_rc.compare.support import answers_page, judged_answers

        text = shared.text_of(path, given.encoding)
        summary = shared.text_of(given.text, given.encoding) if given.text else ""
        made = engine.load_engine(display)
        story = shared.corrected(made.read(text), given.corrections)
        supports = made.support_all(story, list(zip(asked, answers, strict=True)))
        found = judged_answers(story, supports + (made.support_text(story, summary) if summary else []))
    rows, shown = [one.to_dict() for one in found], "".join(f"{one}\n" for one in found)
    _write_verdicts(rows, view, shown, lambda: answers_page(found, f"{path}: is it in the text?", summary))
    return {str(path): sum(row["support"] == "supported" for row in rows) / len(rows)}


def _write_verdicts(
    rows: Sequence[dict[str, Any]], view: VerdictFlags, shown: str, page: Callable[[], str]
) -> None:
    """Write verdicts to the file that is wanted, and print them, as lines of JSON or as they are shown."""
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    if view.out is not None:
        view.out.write_text(page() if view.out.suffix == ".html" else lines, encoding="utf-8")
    sys.stdout.write(lines if view.json else shown)


def _support_rows(path: str, view: VerdictFlags, engine: shared.EngineFlags) -> dict[str, float]:
    """Judge the answers in rows; each is written as soon as it is judged."""
    from symbolic_rc.compare.support import judge_rows, rows_of_file

    supported: list[bool] = []
    with contextlib.ExitStack() as opened:
        display = opened.enter_context(Display("loading the program", not view.out and sys.stdout.isatty()))
        made, rows = engine.load_engine(display), rows_of_file(path)
        out = opened.enter_context(view.out.open("w", encoding="utf-8")) if view.out else sys.stdout
        display.begin(0, None)
        try:
            for row in judge_rows(made, *rows):
                out.write(json.dumps(row, ensure_ascii=False) + "\n")
                out.flush()
                supported.append(row["support"] == "supported")
                display.advance(1)
        except DataError as error:
            if supported:
                raise
            hint = "rows have a context, a question, an answer; a text needs -q and -a; predictions, --gold"
            raise DataError(f"{error.message} ({hint})", error.path, error.line) from None
    return {path: sum(supported) / max(len(supported), 1)}


@dataclass(frozen=True)
class SuiteFlags:
    """Suite."""

    capability: str = option("", "Only this capability; see --list.")
    kind: str = option("mft", "mft, invariance or direction.")
    cases: int = option(300, "Cases per capability.", min=1)
    seed: int = option(0, "Of the words that fill templates.")
    set_aside: bool = flag("Only templates that are set aside.")
    development: bool = flag("Only templates that are not set aside.")
    list: bool = flag("List the capabilities with their templates.")


@dataclass(frozen=True)
class SystemFlags:
    """Systems."""

    reader: list[str] | None = option(None, "See `symbolic-rc readers`; repeat for several.")
    predictions: list[Path] | None = option(None, "Answers to the stories of --export; repeat for several.")
    weights: shared.Weights = ""


def check(
    suite: SuiteFlags = SuiteFlags(),
    systems: SystemFlags = SystemFlags(),
    out: Annotated[Path | None, Option(help="Write a page with all systems side by side.")] = None,
    export: Annotated[Path | None, Option(help="Write the stories as jsonl instead.")] = None,
    templates: Annotated[bool, Option("--templates", help="Also report each template.")] = False,
    as_json: shared.AsJson = False,
) -> None:
    """Run behavioural checks on many small stories.

    Prints, for each capability, the share of stories of which a reader gets every question right. Examples:
    symbolic-rc check --reader symbolic --reader word-distance --out behaviour.html; symbolic-rc check
    --export cases.jsonl, then symbolic-rc check --predictions my-answers.json.
    """
    from symbolic_rc.behaviour import export as export_lines
    from symbolic_rc.behaviour import load_templates, make_cases
    from symbolic_rc.behaviour.report import page, rows, shown
    from symbolic_rc.core.errors import check_name

    check_name("kind of check", suite.kind, ("mft", "invariance", "direction"))
    if suite.set_aside and suite.development:
        raise SymbolicRCError("--set-aside and --development exclude each other")
    if suite.list:
        _list(suite)
        return
    wanted = (True,) if suite.set_aside else (False,) if suite.development else (True, False)
    chosen = [template for template in load_templates(suite.capability) if template.set_aside in wanted]
    cases = make_cases(chosen, suite.kind, suite.cases, suite.seed)
    if export is not None:
        export.write_text("".join(export_lines(cases)), encoding="utf-8")
        sys.stdout.write(f"{len(cases)} cases written to {export}\n")
        return
    checked = _check(cases, systems)
    if as_json:
        tables = {name: [one.to_dict() for one in rows(checked[name])] for name in checked}
        sys.stdout.write(json.dumps(tables) + "\n")
    else:
        for name, results in checked.items():
            shared.write_lines(shown(results, name, templates))
    if out is not None:
        out.write_text(page(checked, f"Behavioural checks: {suite.kind}"), encoding="utf-8")


def _check(cases: Sequence[BehaviouralCase], systems: SystemFlags) -> dict[str, Sequence[CheckResult]]:
    from symbolic_rc.behaviour import check_predictions, check_reader
    from symbolic_rc.compare.systems import read_system
    from symbolic_rc.readers import ReaderOptions, load_reader

    options = ReaderOptions(weights=systems.weights, format="jsonl")
    found: dict[str, Sequence[CheckResult]] = {}
    for name in systems.reader or ([] if systems.predictions else ["symbolic"]):
        found[name] = check_reader(load_reader(name, options), cases)
    for path in systems.predictions or ():
        system = read_system(path)
        found[system.name] = check_predictions(system.answers, cases)
    return found


def _list(suite: SuiteFlags) -> None:
    from symbolic_rc.behaviour import capabilities, load_templates

    about = capabilities()
    for name, templates in groupby(load_templates(suite.capability), lambda one: one.capability):
        sys.stdout.write(f"{name}: {about[name]}\n")
        shared.write_lines(f"  {one.name}{' (set aside)' * one.set_aside}" for one in templates)
