"""What each part of the ranker is worth: trained and measured anew without it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

from eval.coref.clusters import clusters
from eval.coref.gap import gap_scores, page_of
from symbolic_rc.coref.linking import finish
from symbolic_rc.coref.model import Ranker
from symbolic_rc.coref.train import gold
from symbolic_rc.coref.train.examples import Example, as_taught, held_aside, type_everything
from symbolic_rc.coref.train.fit import train_ranker, train_weights

Snippets = dict[str, Sequence[Example]]


@contextmanager
def _as_found() -> Iterator[None]:
    with mock.patch.object(gold, "as_litbank", lambda reading, candidate: (candidate.start, candidate.end)):
        yield


def _in_order(example: Example) -> None:
    """Let no pronoun wait for a later subject."""
    with mock.patch("symbolic_rc.coref.linking._later_subject", return_value=-1):
        reading = example.reading
        example.reading = finish(reading.syntax, reading.mentions, reading.quotes)


def write_ablation(
    path: Path,
    litbank: Sequence[Example],
    open_text: Sequence[Example],
    ontogum: Sequence[Example],
    snippets: Snippets,
) -> None:
    """Train and measure with and without each part, and write the table.

    Parameters
    ----------
    path : Path
        The page.
    litbank, open_text, ontogum : sequence of Example
        LitBank, OntoGUM's training part of free genres, and its dev part.
    snippets : dict of str to sequence of Example
        GAP's ``validation`` and ``development``.
    """
    training, test = held_aside(litbank)
    judged = snippets["validation"]
    pages = {page_of(example) for example in judged}
    others = [*open_text, *(e for e in snippets["development"] if page_of(e) not in pages)]
    type_everything(training, [*test, *others, *ontogum, *judged])
    for part in snippets.values():
        for example in part:
            example.relabel()
    learned_from = [*training, *others]
    every = [*learned_from, *as_taught(learned_from), *test, *ontogum, *judged]
    readings = [example.reading for example in every]

    def row(name: str, train: Callable[[Sequence[Example]], Ranker] = train_ranker) -> str:
        ranker = train(learned_from)
        free, choosing = gap_scores(judged, ranker)
        scores = (clusters(test, ranker).average, clusters(ontogum, ranker).average, free.f1(), choosing.f1())
        line = f"| {name} | " + " | ".join(f"{100 * score:.1f}" for score in scores) + " |"
        print(line, flush=True)
        return line

    rows = [row("all of it"), row("no trees: the sum of weights decides", train_weights)]
    for example in every:
        _in_order(example)
    rows.append(row("no pronoun waits for a later subject"))
    rows.append(row("... and no trees", train_weights))
    for example, reading in zip(every, readings, strict=True):
        example.reading = reading
    with _as_found():
        rows.append(row("LitBank's mentions as they are found, not as LitBank draws them"))
    path.write_text(_PAGE + "\n".join(rows) + "\n", "utf-8")


_PAGE = """# What the parts of coreference are worth

Written by `python -m eval.coref ablation --data DIR --write eval/COREFERENCE.md`: each row is trained anew
on LitBank's 64 training documents, OntoGUM's training part of free genres and GAP development, and measured
where nothing was learned from: CoNLL averages on LitBank's 16 documents held aside and on OntoGUM dev, F1 on
GAP validation, as a full system and choosing between the two names. Another seed moves a figure by half a
point.

| | LitBank | OntoGUM | GAP, full | GAP, choosing |
| --- | --- | --- | --- | --- |
"""
