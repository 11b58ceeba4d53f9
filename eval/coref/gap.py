"""GAP: whether a pronoun's name is found, by models that saw nothing of its page."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from eval.coref.clusters import linked
from symbolic_rc.coref.linking import cataphoric, link, surely
from symbolic_rc.coref.model import Ranker
from symbolic_rc.coref.scoring import GapScore
from symbolic_rc.coref.train import gold
from symbolic_rc.coref.train.corpora import GapSnippet
from symbolic_rc.coref.train.examples import (
    Example,
    held_aside,
    type_everything,
)
from symbolic_rc.coref.train.fit import train_ranker


def gap_scores(snippets: Sequence[Example], ranker: Ranker) -> tuple[GapScore, GapScore]:
    """Return GAP's score as a full system, and when choosing between the two names."""
    free, choosing = GapScore(), GapScore()
    for example in snippets:
        snippet = example.document
        assert isinstance(snippet, GapSnippet)
        pronoun, *names = gold.gap_mentions(example.reading, snippet, example.starts)
        entity = linked(example, ranker).entity
        found = _together(entity, pronoun, names)
        free.add(snippet.gender, snippet.labels, found)
        if min(pronoun, *names) >= 0:
            choice = (pronoun, names[0], names[1])
            reading = cataphoric(surely(example.reading), choice)
            entity = link(reading, ranker, choice=choice).entity
            found = _together(entity, pronoun, names)
        else:
            found = (names[0] >= 0, names[1] >= 0 > names[0])
        choosing.add(snippet.gender, snippet.labels, found)
    return free, choosing


def _together(entity: NDArray[np.int32], pronoun: int, names: Sequence[int]) -> tuple[bool, bool]:
    if pronoun < 0:
        return False, False
    first, second = (name >= 0 and bool(entity[name] == entity[pronoun]) for name in names)
    return first, second


def show_gap(
    litbank: Sequence[Example], others: Sequence[Example], parts: dict[str, Sequence[Example]]
) -> None:
    """Print GAP's scores on each part, by models that saw neither a snippet nor another of its page.

    First by five folds over the pages of both parts, so that each snippet is judged by a model that learned
    from LitBank, OntoGUM and four fifths of GAP; then learned from the other part alone.
    """
    training, test = held_aside(litbank)
    snippets = [(name, example) for name, part in parts.items() for example in part]
    type_everything(training, [*test, *others, *(example for _, example in snippets)])
    for _, example in snippets:
        example.relabel()
    scores = {name: (GapScore(), GapScore()) for name in parts}
    folds = [zlib.crc32(page_of(example).encode()) % GAP_FOLDS for _, example in snippets]
    for fold in range(GAP_FOLDS):
        rest = [example for (_, example), own in zip(snippets, folds, strict=True) if own != fold]
        ranker = train_ranker([*training, *others, *rest])
        for name, totals in scores.items():
            own = [e for (part, e), f in zip(snippets, folds, strict=True) if f == fold and part == name]
            for total, score in zip(totals, gap_scores(own, ranker), strict=True):
                total.merge(score)
    for name, totals in scores.items():
        _show_gap(f"{name}, {GAP_FOLDS} folds", totals)
    for name, part in parts.items():
        pages = {page_of(example) for example in part}
        rest = [e for other, e in snippets if other != name and page_of(e) not in pages]
        _show_gap(f"{name}, by the other part", gap_scores(part, train_ranker([*training, *others, *rest])))


#: Folds over GAP's pages.
GAP_FOLDS = 5


def page_of(example: Example) -> str:
    """Return the address of the page that a snippet was taken from."""
    assert isinstance(example.document, GapSnippet)
    return example.document.page


def _show_gap(name: str, scores: tuple[GapScore, GapScore]) -> None:
    for label, score in zip(("full system", "choosing"), scores, strict=True):
        print(
            f"GAP {name:28s} {label:12s} F1 {100 * score.f1():.1f}  masculine {100 * score.f1('M'):.1f}  "
            f"feminine {100 * score.f1('F'):.1f}  feminine / masculine {score.bias:.2f}"
        )
