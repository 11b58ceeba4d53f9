"""What each way to prune keeps, beside the paper's figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from eval.duorc.places import places
from eval.duorc.stages import Stage, prepared, stages
from symbolic_rc.core.record import Record
from symbolic_rc.core.tokens import tokens
from symbolic_rc.datasets import Problem, read

#: Figures of the paper, for comparison: share of the plot that is kept, recall of the answer, in percent.
PUBLISHED = (
    ("paper: WordNet and GloVe", 30.0, 66.51),
    ("paper: with coreference", 50.0, 84.10),
    ("paper: Skip-thought", 48.0, 85.0),
)


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the table: share of tokens kept and recall of answers that are spans, in percent."""

    name: str
    kept: float
    recall: float
    questions: int


def data_sets(data: Path) -> dict[str, Path]:
    """Return the data sets that the pruning is measured on."""
    return {
        "narrativeqa": data / "narrativeqa" / "valid.json",
        "duorc-paraphrase-sample": data / "format_samples" / "duorc_dummy_ParaphraseRC_1.0.0.zip",
        "duorc-self-sample": data / "format_samples" / "duorc_dummy_SelfRC_1.0.0.zip",
        "duorc-paraphrase-squad": data / "duorc" / "paraphraserc-squad-format-train.json",
    }


def records(path: Path) -> Iterator[Record]:
    """Yield a data set's stories, leaving out what cannot be read."""
    yield from (found for found in read(path) if not isinstance(found, Problem))


def measure(path: Path, chosen: dict[str, Stage]) -> list[Row]:
    """Prune every story of a data set for every question, in every way."""
    kept = {name: [0.0, 0.0] for name in chosen}
    asked = answerable = 0
    for record in records(path):
        story = prepared(record)
        lengths = np.diff(story.tokens.sentences)
        sentence_of = np.repeat(np.arange(len(lengths)), lengths)
        for question in record.questions:
            words = tokens(question.text).words
            spans = places(story.tokens, [text for texts in question.references for text in texts])
            asked += 1
            answerable += bool(spans)
            for name, stage in chosen.items():
                mask = stage(story, words)
                kept[name][0] += float(lengths[mask].sum() / lengths.sum())
                kept[name][1] += any(mask[sentence_of[a:b]].all() for a, b in spans)
    return [
        Row(name, 100 * share / max(1, asked), 100 * hits / max(1, answerable), answerable)
        for name, (share, hits) in kept.items()
    ]


def table(data: Path, only: Sequence[str] = ()) -> Iterator[str]:
    """Yield the table of the pruning, a line at a time, in Markdown."""
    for name, path in data_sets(data).items():
        if only and name not in only:
            continue
        rows = measure(path, stages())
        yield f"\n{name}: {rows[0].questions} questions whose answer is a span\n"
        yield "| pruning | kept % | recall % |"
        yield "| --- | --- | --- |"
        for row in rows:
            yield f"| {row.name} | {row.kept:.1f} | {row.recall:.1f} |"
    yield "\nSaha et al. (2018), ParaphraseRC:\n"
    yield "| pruning | kept % | recall % |"
    yield "| --- | --- | --- |"
    for label, share, recall in PUBLISHED:
        yield f"| {label} | {share:.1f} | {recall:.1f} |"
