"""The command line, thin: each command imports what it needs when it runs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from symbolic_rc.core.errors import SymbolicRCError

app = typer.Typer(
    name="symbolic-rc",
    help="A classical, non-neural reading-comprehension engine.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

Input = Annotated[str, typer.Argument(help="A file, a folder, an archive, - (standard input), or: examples.")]
FormatName = Annotated[str, typer.Option("--format", help="See `symbolic-rc formats`.")]


@app.command()
def score(
    input: Input,
    out: Annotated[Path, typer.Option(help="Folder for predictions, metrics and manifest.")],
    format: FormatName = "auto",
    reader: Annotated[str, typer.Option(help="See `symbolic-rc readers`.")] = "symbolic",
    jobs: Annotated[int, typer.Option(min=1, help="Worker processes; never changes a result.")] = 1,
    cluster: Annotated[str, typer.Option(help="A Dask scheduler's address or file, or local:N.")] = "",
    resume: Annotated[bool, typer.Option(help="Go on with an interrupted run.")] = False,
    trace: Annotated[bool, typer.Option(help="Write traces.jsonl.")] = False,
    limit: Annotated[int | None, typer.Option(min=1, help="Stop after so many questions.")] = None,
    permute: Annotated[int | None, typer.Option(help="Seed: permute @entityN markers at loading.")] = None,
    strict: Annotated[bool, typer.Option(help="Stop at the first malformed record.")] = False,
    seed: Annotated[int, typer.Option(help="For readers that choose at random.")] = 0,
    pipeline: Annotated[str, typer.Option(help="classical, spacy:NAME or stanza:LANG.")] = "classical",
    weights: Annotated[str, typer.Option(help="Weights from `symbolic-rc train`.")] = "",
    chunks: Annotated[int, typer.Option(min=0, help="Read so many chunks of 200 tokens; 0: all.")] = 0,
    retriever: Annotated[str, typer.Option(help="What chooses chunks: bm25, tfidf, ...")] = "bm25",
    whole: Annotated[
        bool, typer.Option(help="Read the whole story once, look for answers in the chunks.")
    ] = False,
    prune: Annotated[bool, typer.Option(help="Read only sentences that the question needs.")] = False,
    sections: Annotated[
        str, typer.Option(help="Where the data name a question's sections: read these only, or ignored.")
    ] = "",
    entities: Annotated[str, typer.Option(help="Of the baselines: capitals or coref.")] = "capitals",
    cache: Annotated[str, typer.Option(help="Folder where read stories are kept for other runs.")] = "",
    meteor: Annotated[str, typer.Option(help="own, or jar: the official program.")] = "own",
    quiet: Annotated[bool, typer.Option(help="No progress, no sample answers.")] = False,
) -> None:
    """Answer every question of a data set and measure the answers."""
    from symbolic_rc.batch import RunOptions, show_run
    from symbolic_rc.batch import score as run_score
    from symbolic_rc.readers import ReaderOptions

    options = RunOptions(
        input=input,
        out=out,
        format=format,
        reader=reader,
        reader_options=ReaderOptions(
            seed=seed,
            weights=weights,
            pipeline=pipeline,
            chunks=chunks,
            retriever=retriever,
            whole=whole,
            prune=prune,
            sections=sections,
            entities=entities,
            cache=cache,
        ),
        limit=limit,
        permute=permute,
        strict=strict,
        trace=trace,
        meteor=meteor,
        jobs=jobs,
        cluster=cluster,
        resume=resume,
    )
    try:
        run = run_score(options, quiet)
    except KeyboardInterrupt:
        sys.stderr.write("\nstopped; what is done is kept: go on with the same command and --resume\n")
        raise typer.Exit(130) from None
    sys.stdout.write(show_run(run, 0 if quiet else 5))


@app.command()
def compare(
    predictions: Annotated[list[Path], typer.Argument(help="Runs' folders, or files of other systems.")],
    gold: Annotated[str, typer.Option(help="The data set with the gold answers.")],
    out: Annotated[Path, typer.Option(help="report.html, .md, .tex, .csv or .json.")] = Path("report.html"),
    format: FormatName = "auto",
    name: Annotated[list[str] | None, typer.Option(help="What to call the systems, in order.")] = None,
    slice: Annotated[list[str] | None, typer.Option(help="Own slices: name=expression.")] = None,
    published: Annotated[str, typer.Option(help="Set a paper's figures beside them: quoref, ...")] = "",
    resamples: Annotated[int, typer.Option(min=100, help="Bootstrap samples.")] = 2000,
    seed: Annotated[int, typer.Option(help="Of the samples.")] = 0,
) -> None:
    """Set systems side by side: scores, tests, slices, agreement, examples.

    An expression compares fields, such as --slice "late=answer_at > 0.5 and story_words > 600"; the report
    says what each means: question, question_word, question_kind, question_words, format, answer_type,
    answer_words, answer_spans, answer_in_story, answer_at, overlap, sentence_distance, needs_coreference,
    story_words.
    """
    from symbolic_rc.compare import compare as run_compare
    from symbolic_rc.compare import markdown_report, write_report

    found = run_compare(
        predictions, gold, format, name or (), slice or (), published, resamples=resamples, seed=seed
    )
    write_report(found, out)
    sys.stdout.write(markdown_report(found) + f"written: {out}\n")


@app.command()
def gallery(
    input: Input = "examples",
    out: Annotated[Path, typer.Option(help="The page.")] = Path("gallery.html"),
    format: FormatName = "auto",
    limit: Annotated[int | None, typer.Option(min=1, help="Stop after so many questions.")] = None,
) -> None:
    """Make one page of stories with their entities, frames and explained answers."""
    import symbolic_rc
    from symbolic_rc.core.record import Record
    from symbolic_rc.datasets import read
    from symbolic_rc.show.gallery import gallery_html

    records = (found for found in read(input, format, limit=limit) if isinstance(found, Record))
    out.write_text(gallery_html(symbolic_rc.load(), records), encoding="utf-8")
    sys.stdout.write(f"written: {out}\n")


@app.command()
def readers() -> None:
    """List the readers."""
    from symbolic_rc.readers import READERS

    for entry in READERS:
        sys.stdout.write(f"{entry.name:<24} {entry.summary} ({entry.source})\n")


@app.command()
def formats(name: Annotated[str, typer.Argument(help="One of them, in full.")] = "") -> None:
    """List the data formats, or describe one."""
    from symbolic_rc.core.errors import DataError
    from symbolic_rc.datasets import formats as known

    if not name:
        for key, entry in known().items():
            sys.stdout.write(f"{key:<24} {entry.summary}\n")
    elif name in known():
        sys.stdout.write(known()[name].documentation + "\n")
    else:
        raise DataError(f"there is no format {name!r}; there are: {', '.join(known())}")


@app.command()
def cloze(
    input: Annotated[str, typer.Argument(help="Articles: JSON lines, .story files, texts with summaries.")],
    out: Annotated[Path, typer.Option(help="Folder for questions.jsonl, questions/ and cloze.json.")],
    anonymise: Annotated[bool, typer.Option(help="Replace names by @entityN.")] = True,
    markers: Annotated[str, typer.Option(help="names, or narrativeqa (words never small).")] = "names",
    seed: Annotated[int, typer.Option(help="Of the markers' order.")] = 0,
    lower: Annotated[bool, typer.Option(help="Small letters throughout, as in the paper's files.")] = False,
    max_tokens: Annotated[int, typer.Option(min=1, help="Longer articles give no question.")] = 2000,
    files: Annotated[bool, typer.Option(help="Write .question files too.")] = True,
    resume: Annotated[bool, typer.Option(help="Go on with work that was broken off.")] = False,
    limit: Annotated[int | None, typer.Option(min=1, help="Read so many articles.")] = None,
    strict: Annotated[bool, typer.Option(help="Stop at the first malformed article.")] = False,
) -> None:
    """Build anonymised cloze questions from articles and their highlights."""
    from symbolic_rc.datasets.cloze import ClozeOptions, build_folder

    options = ClozeOptions(anonymise, markers, seed, max_tokens, lower)
    for name, value in build_folder(input, out, options, files, resume, strict, limit).items():
        sys.stdout.write(f"{name:<16} {value:,}\n")
    sys.stdout.write(f"written: {out}\n")


@app.command()
def match(
    question: Annotated[str, typer.Argument(help="A word, an entry of several words, or a sentence.")],
    story: Annotated[str, typer.Argument(help="What it is to be matched with.")],
) -> None:
    """Say whether, why and how strongly words match, or why not."""
    from symbolic_rc.match.inspect import explain

    for line in explain(question, story):
        typer.echo(line)


@app.command()
def graph(
    story: Annotated[Path, typer.Argument(help="A text file, or - (standard input).")],
    out: Annotated[Path, typer.Option(help="FILE.html, .svg, .graphml, .json or .dot.")],
    pipeline: Annotated[str, typer.Option(help="classical, spacy:NAME or stanza:LANG.")] = "classical",
) -> None:
    """Read a story and write its entity graph: a picture, or data for other tools."""
    from symbolic_rc.annotate import pipeline as make_pipeline
    from symbolic_rc.show.graph import write_picture
    from symbolic_rc.story import Story

    found = Story.from_text(_text_of(story), make_pipeline(pipeline)).graph
    write_picture(found, out)
    typer.echo(f"{out}: {found.number_of_nodes()} entities, {found.number_of_edges()} edges")


@app.command()
def data(
    action: Annotated[str, typer.Argument(help="list, or get.")] = "list",
    name: Annotated[str, typer.Argument(help="What to get.")] = "",
    out: Annotated[Path | None, typer.Option(help="Folder; the user's cache by default.")] = None,
) -> None:
    """List the lexicons that are installed and the data that can be fetched, or fetch it."""
    from symbolic_rc.lexicon.inventory import get, inventory

    if action not in ("list", "get") or (action == "get") != bool(name):
        raise SymbolicRCError("expected: symbolic-rc data list, or: symbolic-rc data get NAME")
    if action == "list":
        for line in inventory():
            typer.echo(line)
    else:
        typer.echo(get(name, out))


@app.command("train-cloze")
def train_cloze(
    input: Annotated[str, typer.Argument(help="Cloze questions with answers, as `cloze` writes them.")],
    out: Annotated[Path, typer.Option(help="The weights file for `--reader feature-classifier --weights`.")],
    limit: Annotated[int | None, typer.Option(min=1, help="Stop after so many questions.")] = None,
    seed: Annotated[int, typer.Option(help="Of the sample of wrong candidates.")] = 0,
    jobs: Annotated[int, typer.Option(min=1, help="Worker processes; never changes a weight.")] = 1,
) -> None:
    """Train the feature classifier of Chen et al. 2016 on cloze questions."""
    from symbolic_rc.batch.cloze import train

    sys.stdout.write(train(input, out, limit, seed, jobs))


@app.command()
def train(
    inputs: Annotated[list[str], typer.Argument(help="Data sets with answers, as `score` takes them.")],
    out: Annotated[Path, typer.Option(help="The weights file to write.")],
    folds: Annotated[int, typer.Option(min=2, help="Parts for cross-validation, by story.")] = 3,
    epochs: Annotated[int, typer.Option(min=1, help="Of the linear scorer.")] = 5,
    rounds: Annotated[int, typer.Option(min=1, help="Trees of the second look.")] = 300,
    seed: Annotated[int, typer.Option(help="Of the order of questions.")] = 1,
    jobs: Annotated[int, typer.Option(min=1, help="Processes; never changes a result.")] = 1,
    held_out: Annotated[
        Path | None, typer.Option(help="Folder for cross-validated answers, as runs.")
    ] = None,
    without: Annotated[
        Path | None, typer.Option(help="A file of story ids, one a line, to leave out.")
    ] = None,
) -> None:
    """Fit the engine's weights to data sets, with a report cross-validated by story."""
    from symbolic_rc.batch.training import train_from

    options = {"folds": folds, "epochs": epochs, "rounds": rounds, "seed": seed, "jobs": jobs}
    train_from(inputs, out, options, typer.echo, held_out, without)


@app.command("train-books")
def train_books(
    input: Annotated[str, typer.Argument(help="NarrativeQA's whole stories, as `score` takes them.")],
    out: Annotated[Path, typer.Option(help="The file to write, books.lex among the lexicons.")],
    weights: Annotated[
        str, typer.Option(help="The engine's weights; they must not have learned from these stories.")
    ] = "",
    cache: Annotated[str, typer.Option(help="Keep read stories there.")] = "",
) -> None:
    """Fit the reader `symbolic-book` to whole stories, with a figure cross-validated by story."""
    from symbolic_rc.batch.books import train as fit

    fit(input, weights, out, cache, typer.echo)


@app.command()
def explain(
    story: Annotated[Path, typer.Argument(help="A text file, or - (standard input).")],
    question: Annotated[str, typer.Option("-q", "--question", help="What is asked.")],
    why_not: Annotated[str, typer.Option(help="A span that should have been the answer.")] = "",
    weights: Annotated[str, typer.Option(help="Weights from `symbolic-rc train`.")] = "",
    style: Annotated[
        str, typer.Option(help="quoref, narrativeqa, fairytaleqa, ...: whose way of answering.")
    ] = "",
    html: Annotated[Path | None, typer.Option(help="Write a page with the marked story as well.")] = None,
) -> None:
    """Answer a question on a text, with the trace of how it came about."""
    from symbolic_rc.engine import Engine

    engine = Engine(weights=weights, style=style)
    read = engine.read(_text_of(story))
    trace = engine.explain(read, question, why_not)
    sys.stdout.write(f"{trace}\n")
    if html is not None:
        from symbolic_rc.show.explanation import explanation_html

        html.write_text(explanation_html(read, trace), encoding="utf-8")
        sys.stdout.write(f"written: {html}\n")


@app.command()
def rules(
    name: Annotated[str, typer.Argument(help="One rule, to be shown in full.")] = "",
) -> None:
    """List the engine's rules in their order, or show one in full."""
    from symbolic_rc.rules.book import default_book

    book = default_book()
    sys.stdout.write(f"{book[name] if name else repr(book)}\n")


@app.command()
def ablate(
    input: Annotated[str, typer.Argument(help="A data set with answers, as `score` takes it.")],
    weights: Annotated[str, typer.Option(help="Weights from `symbolic-rc train`.")] = "",
    limit: Annotated[int, typer.Option(min=0, help="About so many questions, spread evenly; 0: all.")] = 0,
) -> None:
    """Show what each rule does on a data set, and what is lost without it."""
    from symbolic_rc.batch.ablation import ablate as lines

    for line in lines(input, weights, limit=limit):
        typer.echo(line)


def _text_of(path: Path) -> str:
    from symbolic_rc.core.errors import DataError

    try:
        return sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"cannot be read ({error})", path) from error


@app.command()
def frames(
    story: Annotated[Path, typer.Argument(help="A text file, or - for standard input.")],
    format: Annotated[str, typer.Option(help="table, json, conll or html.")] = "table",
    pipeline: Annotated[str, typer.Option(help="classical, spacy:NAME or stanza:LANG.")] = "classical",
) -> None:
    """Show who did what to whom: the PropBank frames of a text."""
    from symbolic_rc.show.frame_table import render_frames

    sys.stdout.write(render_frames(story, format, pipeline))


def main() -> None:
    """Run the command line; what a user can mend ends with one line and exit status 2."""
    import logging
    import signal

    logging.basicConfig(format="%(message)s", stream=sys.stderr)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # clusters stop their jobs so
    try:
        app()
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(141)
    except Exception as error:
        from symbolic_rc.core.errors import SymbolicRCError

        if not isinstance(error, SymbolicRCError):
            raise
        sys.stderr.write(f"symbolic-rc: {error}\n")
        sys.exit(2)


if __name__ == "__main__":
    main()
