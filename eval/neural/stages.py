"""Readers of the papers that work in two stages: what the second one learns from, and GenModel.

    python -m eval.neural.stages genmodel INPUT --out pairs.jsonl
    python -m eval.neural.stages chunks INPUT --out chunks.jsonl [--chunks 5]

`genmodel` writes each question with the span that DuoRC's GenModel writes its answer from (Saha et al.
2018, section 5), `chunks` with the chunks of a story that are most like the answer (Kocisky et al. 2018,
section 4.3): answers are known in training alone. `symbolic-rc train-neural` learns from both. `eval.tables`
takes the models from the folder of its runs: ``stages/genmodel/bidaf.safetensors`` (a reader of spans) and
``seq2seq.safetensors`` (the writer), and ``stages/as-decoder@5-tfidf``, which reads 5 chunks that the
question alone finds.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from eval.analysis.subplot import answers, genmodel_span
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.record import Answer, Question, Record
from symbolic_rc.core.tokens import tokens
from symbolic_rc.datasets.writing import write
from symbolic_rc.layout import readable
from symbolic_rc.question.parsed import within
from symbolic_rc.readers import ReaderOptions, load_reader
from symbolic_rc.retrieve import cut, excerpt, load_retriever, top_chunks
from symbolic_rc.story import Story
from symbolic_rc.train.shared import records_of


def span_pairs(record: Record) -> Iterator[Record]:
    """Yield each answered question with the part of the plot that its answer is written from."""
    plot = tokens(record.text, record.tokenised)
    for question in record.questions:
        if not answers(question):
            continue
        first, last = genmodel_span(plot, question)
        if first < last:
            text = record.text[int(plot.starts[first]) : int(plot.ends[last - 1])]
            yield _alone(record, question, text)


def answer_chunks(record: Record, count: int) -> Iterator[Record]:
    """Yield each question with the chunks of its story that are most like its answer."""
    body, _ = readable(record)
    story = Story(body)
    chunks = cut(story)
    bounds = chunks.bounds.tolist()
    for row, question in zip(load_retriever("oracle")(chunks, body.questions), body.questions, strict=True):
        part = excerpt(story, [(bounds[i], bounds[i + 1]) for i in top_chunks(row, count).tolist()])
        yield _alone(body, question, part.record.text)


def _alone(record: Record, question: Question, text: str) -> Record:
    asked = replace(within(question, ()), spans=())
    return Record(question.id, text, (asked,), tokenised=record.tokenised)


class GenModel:
    """Predict a span, then write the answer from it.

    Parameters
    ----------
    folder : Path
        Holds the models of both stages.
    """

    def __init__(self, folder: Path) -> None:
        self._spans, self._writer = (
            load_reader(f"neural:{name}", ReaderOptions(weights=str(folder / f"{name}.safetensors")))
            for name in ("bidaf", "seq2seq")
        )

    def answer_all(self, story: Story, questions: Sequence[Question]) -> list[Answer]:
        """Answer each question with what is written from its span."""
        found = []
        for question, span in zip(questions, self._spans.answer_all(story, questions), strict=True):
            short = Story(Record("", span.text, tokenised=story.tokenised))
            found += self._writer.answer_all(short, [within(question, ())]) if span.text else [span]
        return found


def genmodel(options: ReaderOptions) -> GenModel:
    """Make the reader ``python:eval.neural.stages:genmodel``; its weights are a folder."""
    if not options.weights:
        raise SymbolicRCError(
            "GenModel needs --weights FOLDER, with bidaf.safetensors and seq2seq.safetensors"
        )
    return GenModel(Path(options.weights))


def main(arguments: Sequence[str] | None = None) -> None:
    """Write training data from the command line."""
    parser = argparse.ArgumentParser(prog="python -m eval.neural.stages", description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["genmodel", "chunks"])
    parser.add_argument("input", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--chunks", type=int, default=5)
    chosen = parser.parse_args(arguments)
    made = (
        part
        for story in records_of(chosen.input, part="")
        for part in (span_pairs(story) if chosen.what == "genmodel" else answer_chunks(story, chosen.chunks))
    )
    print(f"{write(made, chosen.out):,} questions written to {chosen.out}")


if __name__ == "__main__":
    main()
