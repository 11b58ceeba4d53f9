"""GAP: whether a pronoun's name is found, by models that saw nothing of its page.

Three figures. The *full system* is not told the two names: it says of each whether it bears the pronoun's
entity. *Choosing*, it is told the two and always takes one of them. *Choosing or neither*, it is told the
two, but answers as the full system where that finds one of them, and declines where the full system finds
somebody else who has a name and leads by enough. How much is enough is decided on folds that are not judged.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from eval.coref.clusters import linked
from symbolic_rc.coref.linking import cataphoric, link, surely
from symbolic_rc.coref.mentions.attributes import KIND, NAME
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

#: Leads from which somebody else is believed, to choose from.
LEADS = tuple(0.25 * i for i in range(17))


@dataclass(frozen=True, slots=True)
class Judged:
    """What was found for one snippet.

    Attributes
    ----------
    gender : str
    labels, free, chosen : tuple of bool
        Of the two names: the gold, what the full system says, and what is chosen when it is told the two.
    lead : float
        By how much the full system prefers somebody else with a name to the next candidate; 0 if it does not.
    """

    gender: str
    labels: tuple[bool, bool]
    free: tuple[bool, bool]
    chosen: tuple[bool, bool]
    lead: float

    def declining(self, enough: float) -> tuple[bool, bool]:
        """Return the choice, or neither where somebody else leads by more than `enough`."""
        if any(self.free):
            return self.free
        return (False, False) if self.lead > enough else self.chosen


def judge(example: Example, ranker: Ranker) -> Judged:
    """Find a snippet's names, untold and told."""
    snippet = example.document
    assert isinstance(snippet, GapSnippet)
    pronoun, *names = gold.gap_mentions(example.reading, snippet, example.starts)
    links = linked(example, ranker)
    free = _together(links.entity, pronoun, names)
    lead = 0.0
    if pronoun >= 0 and not any(free):
        table = example.reading.mentions.table
        named = (links.entity == links.entity[pronoun]) & (table[:, KIND] == NAME)
        lead = float(links.margin[pronoun]) if named.any() else 0.0
    if min(pronoun, *names) >= 0:
        choice = (pronoun, names[0], names[1])
        entity = link(cataphoric(surely(example.reading), choice), ranker, choice=choice).entity
        chosen = _together(entity, pronoun, names)
    else:
        chosen = (names[0] >= 0, names[1] >= 0 > names[0])
    return Judged(snippet.gender, snippet.labels, free, chosen, lead)


def _together(entity: NDArray[np.int32], pronoun: int, names: Sequence[int]) -> tuple[bool, bool]:
    if pronoun < 0:
        return False, False
    first, second = (name >= 0 and bool(entity[name] == entity[pronoun]) for name in names)
    return first, second


def score_of(judged: Iterable[Judged], enough: float | None = None, free: bool = False) -> GapScore:
    """Return the score of choosing; of choosing or neither with `enough`; of the full system with `free`."""
    score = GapScore()
    for one in judged:
        found = one.free if free else one.chosen if enough is None else one.declining(enough)
        score.add(one.gender, one.labels, found)
    return score


def enough_lead(judged: Sequence[Judged]) -> float:
    """Return the lead from which declining scores best on snippets that are not those to be judged."""
    return max(LEADS, key=lambda lead: (score_of(judged, lead).f1(), -lead))


def gap_scores(snippets: Sequence[Example], ranker: Ranker) -> tuple[GapScore, GapScore]:
    """Return GAP's score as a full system, and when choosing between the two names."""
    judged = [judge(example, ranker) for example in snippets]
    return score_of(judged, free=True), score_of(judged)


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
    folds = [zlib.crc32(page_of(example).encode()) % GAP_FOLDS for _, example in snippets]
    judged: list[tuple[str, int, Judged]] = []
    for fold in range(GAP_FOLDS):
        rest = [example for (_, example), own in zip(snippets, folds, strict=True) if own != fold]
        ranker = train_ranker([*training, *others, *rest])
        for (name, example), own in zip(snippets, folds, strict=True):
            if own == fold:
                judged.append((name, fold, judge(example, ranker)))
    leads = [enough_lead([one for _, own, one in judged if own != fold]) for fold in range(GAP_FOLDS)]
    for name in parts:
        declining = GapScore()
        for fold, lead in enumerate(leads):
            declining.merge(score_of([j for part, own, j in judged if (part, own) == (name, fold)], lead))
        _show_gap(f"{name}, {GAP_FOLDS} folds", [j for part, _, j in judged if part == name], declining)
    for name, part in parts.items():
        pages = {page_of(example) for example in part}
        rest = [e for other, e in snippets if other != name and page_of(e) not in pages]
        ranker = train_ranker([*training, *others, *rest])
        found = [judge(example, ranker) for example in part]
        lead = enough_lead([one for other, _, one in judged if other != name])
        _show_gap(f"{name}, by the other part", found, score_of(found, lead))


#: Folds over GAP's pages.
GAP_FOLDS = 5


def page_of(example: Example) -> str:
    """Return the address of the page that a snippet was taken from."""
    assert isinstance(example.document, GapSnippet)
    return example.document.page


def _show_gap(name: str, judged: Sequence[Judged], declining: GapScore) -> None:
    scores = {
        "full system": score_of(judged, free=True),
        "choosing": score_of(judged),
        "choosing or neither": declining,
    }
    for label, score in scores.items():
        print(
            f"GAP {name:28s} {label:20s} F1 {100 * score.f1():.1f}  masculine {100 * score.f1('M'):.1f}  "
            f"feminine {100 * score.f1('F'):.1f}  feminine / masculine {score.bias:.2f}"
        )
