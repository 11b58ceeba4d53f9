"""`symbolic-rc score`, `compare`, `support` and `check`: how good readers and their answers are."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from symbolic_rc.cli import shared
from symbolic_rc.cli.progress import Display, is_silent
from symbolic_rc.cli.stopping import Stopped
from symbolic_rc.core.errors import DataError, SymbolicRCError
from symbolic_rc.core.terminal import aligned

if TYPE_CHECKING:
    from symbolic_rc.batch import RunOptions
    from symbolic_rc.behaviour import BehaviouralCase, CheckResult
    from symbolic_rc.compare import CompareOptions

_Names = Annotated[list[str] | None, typer.Option(help="Names of the systems, in order.")]
_ByOrder = Annotated[
    bool, typer.Option("--by-order", help="Predictions without ids follow the questions in order.")
]


@dataclass(frozen=True)
class DataFlags:
    """Data."""

    format: shared.FormatName = "auto"
    limit: shared.Limit = None
    permute: Annotated[int | None, typer.Option(help="Seed: permute @entityN markers at loading.")] = None
    mark_entities: Annotated[
        bool, typer.Option(help="Replace names by @entityN, numbered by --permute SEED (0).")
    ] = False
    strict: Annotated[bool, typer.Option(help="Stop at the first malformed record.")] = False
    allow_damaged: shared.AllowDamaged = False
    max_text: Annotated[int, typer.Option(min=1, help="Maximum size of a story in MB.")] = 64
    max_questions: Annotated[int, typer.Option(min=1, help="Maximum questions of a story.")] = 100_000
    max_unpacked: Annotated[int, typer.Option(min=1, help="Maximum size of unpacked input in MB.")] = 2048


@dataclass(frozen=True)
class ReaderFlags:
    """Reader."""

    reader: shared.Reader = "symbolic"
    seed: Annotated[int, typer.Option(help="For readers that choose at random.")] = 0
    weights: shared.Weights = ""
    pipeline: shared.Pipeline = "classical"
    entities: Annotated[
        str, typer.Option(help="Of the baselines: capitals or coref; default: each baseline's own.")
    ] = ""
    cache: Annotated[str, typer.Option(help="Folder where read stories are kept for other runs.")] = ""
    profile: shared.Profile = ""
    rulebook: shared.RulebookFile = ""
    allow_python: shared.AllowPython = False
    inference: shared.InferenceFile = ""
    refuse_below: shared.RefuseBelow = 0.0


@dataclass(frozen=True)
class ExcerptFlags:
    """Long stories."""

    chunks: Annotated[int, typer.Option(min=0, help="Read this many chunks of 200 tokens; 0: all.")] = 0
    retriever: Annotated[str, typer.Option(help="Selects the chunks: bm25, tfidf, ...")] = "bm25"
    whole: Annotated[
        bool, typer.Option(help="Read the whole story once, look for answers in the chunks.")
    ] = False
    prune: Annotated[
        str, typer.Option(help="Read only the sentences that a question needs: half, or duorc (as DuoRC).")
    ] = ""
    sections: Annotated[
        str, typer.Option(help="Sections that the data name for a question: only (the default), or ignored.")
    ] = ""


@dataclass(frozen=True)
class OutputFlags:
    """Output."""

    out: Annotated[Path, typer.Option(help="Folder for predictions, metrics and manifest.")]
    trace: Annotated[bool, typer.Option(help="Write traces.jsonl.")] = False
    meteor: Annotated[str, typer.Option(help="own, or jar: the official program.")] = "own"
    json: Annotated[bool, typer.Option("--json", help="Print metrics and counts as JSON.")] = False
    allow_failures: Annotated[
        bool, typer.Option("--allow-failures", help="Exit with status 0 even if stories failed.")
    ] = False


@dataclass(frozen=True)
class ProcessFlags:
    """Processes."""

    jobs: shared.Jobs = 1
    cluster: Annotated[str, typer.Option(help="A Dask scheduler's address or file, or local:N.")] = ""
    resume: Annotated[bool, typer.Option(help="Continue a stopped run; verify a finished one.")] = False
    overwrite: Annotated[bool, typer.Option(help="Replace the run in the folder.")] = False


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
            from symbolic_rc.batch import failures, show_run
            from symbolic_rc.batch import score as run_score

            run = run_score(_run_options(input, output, data, reader, excerpt, processes), display)
    except Stopped as stop:
        stop.hint = "finished stories are kept: continue with the same command and --resume"
        raise
    if output.json:
        found = {"path": str(run.path), "metrics": run.metrics, "counts": run.manifest["counts"]}
        sys.stdout.write(json.dumps(found, ensure_ascii=False) + "\n")
    else:
        sys.stdout.write(show_run(run, 0 if is_silent() else 5))
    if run.failed:
        sys.stderr.write(failures(run))
        raise typer.Exit(0 if output.allow_failures else 3)


def _run_options(
    input: str,
    output: OutputFlags,
    data: DataFlags,
    reader: ReaderFlags,
    excerpt: ExcerptFlags,
    processes: ProcessFlags,
) -> RunOptions:
    from symbolic_rc.batch import RunOptions
    from symbolic_rc.datasets.source import MB, Limits
    from symbolic_rc.readers import ReaderOptions

    reading = {**dataclasses.asdict(reader), **dataclasses.asdict(excerpt)}
    own = dataclasses.asdict(data)
    limits = Limits(own.pop("max_text") * MB, own.pop("max_questions"), own.pop("max_unpacked") * MB)
    return RunOptions(
        input=input,
        out=output.out,
        reader=reading.pop("reader"),
        reader_options=ReaderOptions(**reading),
        trace=output.trace,
        meteor=output.meteor,
        limits=limits,
        **own,
        **dataclasses.asdict(processes),
    )


@dataclass(frozen=True)
class GoldFlags:
    """Data."""

    gold: Annotated[
        str, typer.Option(help="The data set with the gold answers; default: what the runs are of.")
    ] = ""
    format: shared.FormatName = "auto"
    allow_damaged: shared.AllowDamaged = False


@dataclass(frozen=True)
class ViewFlags:
    """Report."""

    name: _Names = None
    slice: Annotated[
        list[str] | None, typer.Option(help="A slice: name=expression, or field:10 (tenths).")
    ] = None
    published: Annotated[str, typer.Option(help="Add the published figures of a paper: quoref, ...")] = ""
    missing: Annotated[
        str, typer.Option(help="Questions that a system has no prediction for: leave-out, or wrong.")
    ] = "leave-out"
    by_order: _ByOrder = False
    support: Annotated[
        bool,
        typer.Option("--support", help="Also judge whether the texts support the answers: reads them all."),
    ] = False
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the whole report as Markdown.")] = False
    json: Annotated[bool, typer.Option("--json", help="Print the whole report as JSON.")] = False


@dataclass(frozen=True)
class SampleFlags:
    """Bootstrap."""

    resamples: Annotated[int, typer.Option(min=100, help="Bootstrap samples.")] = 2000
    seed: Annotated[int, typer.Option(help="Of the samples.")] = 0


def compare(
    predictions: Annotated[list[Path], typer.Argument(help="Run folders, or files of other systems.")],
    data: GoldFlags,
    out: Annotated[Path, typer.Option(help="report.html, .md, .tex, .csv or .json.")] = Path("report.html"),
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
    from symbolic_rc.compare.several import by_data

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
    from symbolic_rc.compare import compare as run_compare
    from symbolic_rc.compare.forms import markdown_table, write_table
    from symbolic_rc.compare.several import several

    table = several(
        runs,
        view.name or (),
        lambda paths, gold, names: run_compare(paths, gold, data.format, names, options),
    )
    out = Path("report.md") if out.name == "report.html" else out
    write_table(table, out)
    title, *rows = table[0], table[1], *table[2]
    if view.json:
        sys.stdout.write(json.dumps({"title": title, "rows": rows}, ensure_ascii=False) + "\n")
    else:
        shown = markdown_table(table) if view.markdown else "\n".join([*aligned(rows), "", title, ""])
        sys.stdout.write(f"{shown}written: {out}\n")


@dataclass(frozen=True)
class GivenFlags:
    """Answers about one text."""

    question: Annotated[
        list[str] | None, typer.Option("-q", "--question", help="A question; repeat for several.")
    ] = None
    answer: Annotated[
        list[str] | None,
        typer.Option("-a", "--answer", help="An answer: one for each question, or several to one."),
    ] = None
    text: Annotated[
        Path | None, typer.Option(help="A summary, or any text about the text: judge each of its sentences.")
    ] = None
    encoding: shared.Encoding = ""


@dataclass(frozen=True)
class JudgedFlags(GoldFlags):
    """Predictions."""

    gold: Annotated[str, typer.Option(help="The data set that the predictions answer.")] = ""
    name: _Names = None
    by_order: _ByOrder = False


@dataclass(frozen=True)
class VerdictFlags:
    """Verdicts."""

    out: Annotated[Path | None, typer.Option(help="report.html, or .jsonl: a line an answer.")] = None
    json: Annotated[bool, typer.Option("--json", help="Print one line of JSON per answer.")] = False
    fail_below: Annotated[
        float, typer.Option(min=0, max=1, help="Exit status 1 if a smaller share of answers is supported.")
    ] = 0.0


def support(
    input: Annotated[
        list[str],
        typer.Argument(help="A text, for -q or --text; predictions, for --gold; else rows. -: stdin."),
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
    if not data.gold and len(input) > 1:
        raise SymbolicRCError("one text, or one file of rows, at a time; predictions need --gold DATA")
    if rows:
        shares = _support_rows(input[0], view, engine)
    elif data.gold:
        shares = _support_predictions(input, data, view, engine)
    else:
        shares = _support_given(Path(input[0]), given, view, engine)
    failed = [f"{name}: {share:.1%}" for name, share in shares.items() if share < view.fail_below]
    for one in failed:
        sys.stderr.write(f"{one} of the answers are supported, fewer than {view.fail_below:.1%}\n")
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
        story = made.read(text)
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

    capability: Annotated[str, typer.Option(help="Only this capability; see --list.")] = ""
    kind: Annotated[str, typer.Option(help="mft, invariance or direction.")] = "mft"
    cases: Annotated[int, typer.Option(min=1, help="Cases per capability.")] = 300
    seed: Annotated[int, typer.Option(help="Of the words that fill templates.")] = 0
    set_aside: Annotated[bool, typer.Option("--set-aside", help="Only templates that are set aside.")] = False
    development: Annotated[
        bool, typer.Option("--development", help="Only templates that are not set aside.")
    ] = False
    list: Annotated[bool, typer.Option("--list", help="List the capabilities with their templates.")] = False


@dataclass(frozen=True)
class SystemFlags:
    """Systems."""

    reader: Annotated[
        list[str] | None, typer.Option(help="See `symbolic-rc readers`; repeat for several.")
    ] = None
    predictions: Annotated[
        list[Path] | None, typer.Option(help="Answers to the stories of --export; repeat for several.")
    ] = None
    weights: shared.Weights = ""


def check(
    suite: SuiteFlags = SuiteFlags(),
    systems: SystemFlags = SystemFlags(),
    out: Annotated[Path | None, typer.Option(help="Write a page with all systems side by side.")] = None,
    export: Annotated[Path | None, typer.Option(help="Write the stories as jsonl instead.")] = None,
    templates: Annotated[bool, typer.Option("--templates", help="Also report each template.")] = False,
    as_json: shared.AsJson = False,
) -> None:
    """Run behavioural checks on many small stories.

    Prints, for each capability, the share of stories of which a reader gets every question right. Examples:
    symbolic-rc check --reader symbolic --reader word-distance --out behaviour.html; symbolic-rc check
    --export cases.jsonl, then symbolic-rc check --predictions my-answers.json.
    """
    from symbolic_rc.core.errors import check_name

    check_name("kind of check", suite.kind, ("mft", "invariance", "direction"))
    if suite.set_aside and suite.development:
        raise SymbolicRCError("--set-aside and --development exclude each other")
    if suite.list:
        _list(suite)
        return
    cases = _cases(suite)
    if export is not None:
        from symbolic_rc.behaviour import export as export_lines

        export.write_text("".join(export_lines(cases)), encoding="utf-8")
        sys.stdout.write(f"{len(cases)} cases written to {export}\n")
        return
    checked = _check(cases, systems)
    from symbolic_rc.behaviour.report import page, rows, shown

    if as_json:
        sys.stdout.write(
            json.dumps({name: [one.to_dict() for one in rows(checked[name])] for name in checked}) + "\n"
        )
    else:
        for name, results in checked.items():
            sys.stdout.write("\n".join(shown(results, name, templates)) + "\n")
    if out is not None:
        out.write_text(page(checked, f"Behavioural checks: {suite.kind}"), encoding="utf-8")


def _cases(suite: SuiteFlags) -> list[BehaviouralCase]:
    from symbolic_rc.behaviour import load_templates, make_cases

    wanted = (True,) if suite.set_aside else (False,) if suite.development else (True, False)
    chosen = [template for template in load_templates(suite.capability) if template.set_aside in wanted]
    return make_cases(chosen, suite.kind, suite.cases, suite.seed)


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

    about, last = capabilities(), ""
    for template in load_templates(suite.capability):
        if template.capability != last:
            last = template.capability
            sys.stdout.write(f"{last}: {about[last]}\n")
        sys.stdout.write(f"  {template.name}{' (set aside)' if template.set_aside else ''}\n")
