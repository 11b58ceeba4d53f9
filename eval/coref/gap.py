"""GAP: whether a pronoun's name is found, by models that were not trained on its page.

Three figures. The *full system* does not know the two names: it decides for each whether it corefers with the
pronoun. *Choosing*, it always takes one of the two. *Choosing or neither*, it answers as the full system
where that finds one of the two, and declines where the full system finds another name by a sufficient margin.
That margin is tuned on other folds.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from eval.coref.clusters import linked
from eval.coref.metrics import GapScore
from symbolic_rc.coref.linking import apply_sieves, cataphoric, link
from symbolic_rc.coref.mentions.attributes import KIND, NAME
from symbolic_rc.coref.model import EntityRanker
from symbolic_rc.train.coref.corpora import GapSnippet
from symbolic_rc.train.coref.examples import CorefExample, gap_mentions, split, train_and_set_types
from symbolic_rc.train.coref.main import train_ranker

#: Folds over GAP's pages.
GAP_FOLDS = 5
#: Margins to tune.
MARGINS = tuple(0.25 * i for i in range(17))


@dataclass(frozen=True, slots=True)
class Judged:
    """The predictions for one snippet.

    Attributes
    ----------
    gender : str
    labels, free, chosen : tuple of bool
        Of the two names: gold labels, and predictions of the full system and when choosing.
    margin : float
        The full system's margin for another name; 0 if it finds none.
    """

    gender: str
    labels: tuple[bool, bool]
    free: tuple[bool, bool]
    chosen: tuple[bool, bool]
    margin: float

    def declining(self, enough: float) -> tuple[bool, bool]:
        """Return the choice, or neither where another name has a margin of more than `enough`."""
        if any(self.free):
            return self.free
        return (False, False) if self.margin > enough else self.chosen


def judge(example: CorefExample, ranker: EntityRanker) -> Judged:
    """Predict a snippet's labels, without and with the two names."""
    snippet, document = example.gold, example.document
    assert isinstance(snippet, GapSnippet)
    pronoun, *names = gap_mentions(document, snippet, example.starts)
    links = linked(example, ranker)
    free = _together(links.entity, pronoun, names)
    margin = 0.0
    if pronoun >= 0 and not any(free):
        same = links.entity == links.entity[pronoun]
        named = (same & (document.mentions.table[:, KIND] == NAME)).any()
        margin = float(links.margin[pronoun]) if named else 0.0
    if min(pronoun, *names) >= 0:
        choice = (pronoun, names[0], names[1])
        entity = link(cataphoric(apply_sieves(document), choice), ranker, choice=choice).entity
        chosen = _together(entity, pronoun, names)
    else:
        chosen = (names[0] >= 0, names[1] >= 0 > names[0])
    gender = "F" if snippet.text[slice(*snippet.pronoun)].lower() in {"she", "her", "hers"} else "M"
    return Judged(gender, snippet.labels, free, chosen, margin)


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


def tuned_margin(judged: Sequence[Judged]) -> float:
    """Return the margin for declining with the best score."""
    return max(MARGINS, key=lambda margin: (score_of(judged, margin).f1(), -margin))


def gap_scores(snippets: Sequence[CorefExample], ranker: EntityRanker) -> tuple[GapScore, GapScore]:
    """Return GAP's score as a full system, and when choosing between the two names."""
    judged = [judge(example, ranker) for example in snippets]
    return score_of(judged, free=True), score_of(judged)


def show_gap(
    litbank: Sequence[CorefExample],
    others: Sequence[CorefExample],
    parts: Mapping[str, Sequence[CorefExample]],
) -> None:
    """Print GAP's scores on each part, by models that were not trained on a page of the snippets.

    First by five-fold cross-validation over the pages of both parts, with LitBank and OntoGUM for training;
    then trained on the other part alone.
    """
    training, test = split(litbank)
    snippets = [(name, example) for name, part in parts.items() for example in part]
    train_and_set_types(training, [*test, *others, *(example for _, example in snippets)])
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
    margins = [tuned_margin([one for _, own, one in judged if own != fold]) for fold in range(GAP_FOLDS)]
    for name in parts:
        declining = GapScore()
        for fold, margin in enumerate(margins):
            declining.merge(score_of([j for part, own, j in judged if (part, own) == (name, fold)], margin))
        _show_gap(f"{name}, {GAP_FOLDS} folds", [j for part, _, j in judged if part == name], declining)
    for name, part in parts.items():
        pages = {page_of(example) for example in part}
        rest = [e for other, e in snippets if other != name and page_of(e) not in pages]
        ranker = train_ranker([*training, *others, *rest])
        found = [judge(example, ranker) for example in part]
        margin = tuned_margin([one for other, _, one in judged if other != name])
        _show_gap(f"{name}, by the other part", found, score_of(found, margin))


def page_of(example: CorefExample) -> str:
    """Return the address of the page that a snippet was taken from."""
    assert isinstance(example.gold, GapSnippet)
    return example.gold.page


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
