"""How the clusters that a ranker finds are scored."""

from __future__ import annotations

from collections.abc import Sequence

from symbolic_rc.coref.linking import Links, Reading, link_all, link_twice, surely
from symbolic_rc.coref.model import CorefModel, Ranker
from symbolic_rc.coref.scoring import CorefScore
from symbolic_rc.coref.train import gold
from symbolic_rc.coref.train.corpora import GoldDocument
from symbolic_rc.coref.train.examples import (
    Example,
)


def linked(example: Example, ranker: Ranker) -> Links:
    """Link an example's mentions."""
    return link_all(surely(example.reading), ranker)


def linked_twice(example: Example, using: CorefModel) -> tuple[Reading, Links]:
    """Link an example's mentions as a text is read: again, once it is decided who speaks."""
    return link_twice(surely(example.reading), using.ranker, using.speakers)


def show_score(name: str, score: CorefScore) -> None:
    """Print one line of all measures."""
    measures = {
        "mentions": score.mentions, "coreferent": score.coreferent, "MUC": score.muc, "B3": score.b3,
        "CEAFe": score.ceafe,
    }  # fmt: skip
    parts = [
        f"{label} {100 * t.precision:.1f}/{100 * t.recall:.1f}/{100 * t.f1:.1f}"
        for label, t in measures.items()
    ]
    print(f"{name:28s} {'  '.join(parts)}  average {100 * score.average:.2f}")


def clusters(documents: Sequence[Example], using: CorefModel | Ranker) -> CorefScore:
    """Score clusters as CoNLL-2012 does; a ranker alone links once."""
    score = CorefScore()
    for example in documents:
        document = example.document
        assert isinstance(document, GoldDocument)
        assert example.aligned is not None
        if isinstance(using, Ranker):
            links = linked(example, using)
        else:
            _, links = linked_twice(example, using)
        found = gold.response(example.reading, links, example.aligned, document)
        score.add(document.clusters.values(), found)
    return score
