"""Fitting the engine: instances with the metric of every candidate, the linear scorer, the second look."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.jit import kernel
from symbolic_rc.index import columns as C
from symbolic_rc.index.codes import word_code
from symbolic_rc.index.story_index import StoryIndex
from symbolic_rc.question.parsed import Asked
from symbolic_rc.ranking.alignment import Relation, see
from symbolic_rc.ranking.boosting.boost import boost
from symbolic_rc.ranking.boosting.trees import Trees
from symbolic_rc.ranking.candidate_view import View
from symbolic_rc.ranking.linear import Scene, errors, learn, linear_parts, no_shapes
from symbolic_rc.ranking.reranker import (
    LIST_NAMES,
    LISTED,
    hopes,
    likeness,
    list_features,
    shortlist,
    style_code,
)
from symbolic_rc.rules.propose.proposing import PROPOSERS, Proposer, fire_all, rule_keys


@dataclass(frozen=True, slots=True)
class Instance:
    """A question before its story, with the metric that each candidate would get.

    Attributes
    ----------
    story : StoryIndex
    asked : Asked
    relation : Relation
    gold : ndarray of float32, shape (candidates,)
    group : str
        The data set, for weights of its own.
    """

    story: StoryIndex
    asked: Asked
    relation: Relation
    gold: NDArray[np.float32]
    group: str = ""

    def features(self, rules: Sequence[Proposer]) -> tuple[Scene, NDArray[np.bool_], NDArray[np.uint32]]:
        """Return the candidates that are scored with their features, and which rules proposed them."""
        scene = see(self.story, self.asked, self.relation)
        fired, _ = fire_all(View(self.story, self.asked, scene, self.relation), rules)
        return scene, fired, rule_keys([rule.name for rule in rules], self.asked)


@kernel
def _gold(tok, cand, ref, ref_bounds, skip, out):  # type: ignore[no-untyped-def]
    """Fill the best F1 of the longest common subsequence of each candidate's words with a reference's."""
    row = np.zeros(ref.shape[0] + 1, np.int32)
    for k in range(cand.shape[0]):
        most = 0.0
        for r in range(ref_bounds.shape[0] - 1):
            b0, b1 = ref_bounds[r], ref_bounds[r + 1]
            row[:] = 0
            length = 0
            for i in range(cand[k, C.A_START], cand[k, C.A_END]):
                word = tok[C.LOWER, i]
                if tok[C.POS, i] == C.P_PUNCT:
                    continue
                dropped = False
                for x in range(skip.shape[0]):
                    dropped = dropped or skip[x] == word
                if dropped:
                    continue
                length += 1
                diagonal = 0
                for j in range(b0, b1):
                    keep = row[j - b0 + 1]
                    if word == ref[j]:
                        row[j - b0 + 1] = diagonal + 1
                    else:
                        row[j - b0 + 1] = max(keep, row[j - b0])
                    diagonal = keep
            if length + b1 - b0 > 0:
                most = max(most, 2.0 * row[b1 - b0] / (length + b1 - b0))
        out[k] = most


def gold_scores(
    story: StoryIndex, references: Sequence[str], words_of: Callable[[str], list[str]], articles: bool
) -> NDArray[np.float32]:
    """Return how well each candidate answers: the best F1 of common subsequence with a reference."""
    skip = np.array([] if articles else [word_code(w) for w in ("the", "a", "an")], np.int32)
    pieces, bounds = [], [0]
    for reference in references:
        codes = [word_code(w.lower()) for w in words_of(reference) if any(map(str.isalnum, w))]
        pieces += [c for c in codes if c not in skip]
        bounds.append(len(pieces))
    out = np.zeros(len(story.cand), np.float32)
    if len(story.cand):
        _gold(story.tok, story.cand, np.array(pieces, np.int32), np.array(bounds, np.int32), skip, out)
    return out


#: After the first epoch only so many of a question's candidates go on being learned from, and the good ones.
_KEPT = 120


@dataclass(frozen=True, slots=True)
class _Kept:
    """A question's input to the linear scorer, as `linear_parts` and `learn` take it, with its metric."""

    arrays: tuple[NDArray[Any], ...]
    gold: NDArray[np.float32]

    @classmethod
    def of(cls, x: Instance, rules: Sequence[Proposer]) -> _Kept:
        scene, fired, keys = x.features(rules)
        arrays = (x.story.atoms, x.asked.info, *scene[:4], fired, keys)
        return cls(arrays, x.gold[scene.selected])

    def scores(self, table: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the linear score of each candidate."""
        atoms = self.arrays[0]
        return linear_parts(*self.arrays, table, no_shapes(atoms), no_shapes(atoms)).sum(axis=1)

    def best(self, scores: NDArray[np.float32]) -> _Kept:
        """Return the same with the best candidates alone, by the scores and by the metric."""
        atoms, info, selected, head_row, head_ids, span_ids, fired, keys = self.arrays
        keep = self.gold >= 0.5 * max(0.1, float(self.gold.max()))
        keep[np.argsort(-scores, kind="stable")[:_KEPT]] = True
        heads, rows = np.unique(head_row[keep], return_inverse=True)
        arrays = (
            atoms,
            info,
            selected[keep],
            rows.astype(np.int32),
            head_ids[heads],
            span_ids[keep],
            fired[keep],
            keys,
        )
        return _Kept(arrays, self.gold[keep])


def fit_linear(
    instances: Sequence[Instance], *, rules: Sequence[Proposer] = PROPOSERS, bits: int = 20, epochs: int = 6,
    rate: float = 0.08, sharp: float = 3.0, latent: float = 1.0, start: float = 0.5, seed: int = 1,
) -> dict[str, NDArray[np.float32]]:  # fmt: skip
    """Fit the linear scorer by averaged AdaGrad over the questions in a seeded order.

    `start` is what AdaGrad's sums of squares begin with: the larger, the smaller the steps of rare features.
    `sharp` and `latent` are as `rank.errors` takes them; what is returned is the mean of the weights over all
    steps (Freund & Schapire 1999). All three keep the scorer from learning its questions by heart.

    Each weight is a sum of one that all groups share and one of the group's own (Daumé 2007); returned under
    the group's name, the shared ones under the empty name, the own ones alone.
    """
    groups = sorted({x.group for x in instances})
    tables = {name: np.zeros(1 << bits, np.float32) for name in ("", *groups)}
    squares = {name: np.full(1 << bits, start, np.float32) for name in tables}
    drift = {name: np.zeros(1 << bits, np.float32) for name in tables}
    steps = epochs * len(instances)
    clock = 0
    random = np.random.default_rng(seed)
    kept: dict[int, _Kept] = {}
    for epoch in range(epochs):
        pace = np.float32(rate if epoch < epochs // 2 else 0.5 * rate)
        for i in random.permutation(len(instances)).tolist():
            x = instances[i]
            given = kept[i] if epoch else _Kept.of(x, rules)
            if not len(given.arrays[2]):
                kept[i] = given
                continue
            scores = given.scores(tables[""])
            if len(groups) > 1:
                scores += given.scores(tables[x.group])
            wrong = errors(scores, given.gold, np.float32(sharp), np.float32(latent))
            now = np.float32(clock / steps)
            learn(*given.arrays, wrong, tables[""], squares[""], drift[""], now, pace)
            if len(groups) > 1:
                of = x.group
                learn(*given.arrays, wrong, tables[of], squares[of], drift[of], now, np.float32(0.5 * pace))
            clock += 1
            if not epoch:
                kept[i] = given.best(scores)
    for name, table in tables.items():
        table -= drift[name]
    return tables


@dataclass(frozen=True, slots=True)
class Listing:
    """The second look's input for one question: candidates, their features, metric, and likeness."""

    candidates: NDArray[np.int32]
    features: NDArray[np.float32]
    gold: NDArray[np.float32]
    alike: NDArray[np.float32]


def listing(x: Instance, table: NDArray[np.float32], rules: Sequence[Proposer] = PROPOSERS) -> Listing:
    """Return the list of the best candidates by the linear score."""
    scene, fired, rule_ids = x.features(rules)
    atoms = x.story.atoms
    parts = linear_parts(
        atoms, x.asked.info, *scene[:4], fired, rule_ids, table, no_shapes(atoms), no_shapes(atoms)
    )
    scores = parts.sum(axis=1)
    rows = shortlist(x.story.cand, scene.selected, scores, LISTED)
    chosen = scene.selected[rows]
    alike = likeness(x.story.tok, x.story.cand, chosen)
    features = list_features(
        x.story.tok,
        x.story.bounds,
        x.story.cand,
        x.story.ent,
        x.asked.info,
        scene.selected,
        scores,
        parts,
        scene.dense,
        fired,
        rows,
        alike,
        style_code(x.group),
        scene.entities,
        scene.fits,
        scene.likeness,
    )
    return Listing(chosen, features, x.gold[chosen], alike)


def fit_trees(listings: Sequence[Listing], rounds: int = 300, seed: int = 1) -> Trees:
    """Fit the second look on lists that the linear scorer made of questions it had not seen.

    Every third list is learned from a second time without its style, for data of any other kind.
    """
    rows = [found.features for found in listings]
    gold = [found.gold for found in listings]
    style = LIST_NAMES.index("style")
    for found in listings[::3]:
        plain = found.features.copy()
        plain[:, style] = 0.0
        rows.append(plain)
        gold.append(found.gold)
    bounds = np.cumsum([0, *map(len, gold)])
    return boost(np.concatenate(rows), np.concatenate(gold), bounds, rounds=rounds, seed=seed)


#: What is tried for multiplying the second look's scores.
_SURES = (0.6, 0.7, 0.8, 0.9, 1.0, 1.2, 1.4, 1.8)
#: A group with fewer lists takes what serves all groups.
_ENOUGH = 500


def fit_sure(listings: Sequence[tuple[str, Listing, Trees]]) -> dict[str, float]:
    """Return by what to multiply the second look's scores, so that `second.hopes` makes most of them.

    Parameters
    ----------
    listings : sequence of (str, Listing, Trees)
        The group of each list, and trees that did not see it.

    Returns
    -------
    dict of str to float
        For each group with enough lists, and under the empty name for any other: what serves all lists best.
    """
    found: dict[str, list[list[float]]] = {}
    for group, one, trees in listings:
        if len(one.gold):
            scores = trees.scores(one.features)
            picked = [int(np.argmax(hopes(sure * scores, one.alike))) for sure in _SURES]
            found.setdefault(group, []).append([float(one.gold[i]) for i in picked])
    if not found:
        return {"": 1.0}
    every = [row for rows in found.values() for row in rows]
    sure = {name: _SURES[int(np.mean(rows, axis=0).argmax())] for name, rows in {"": every, **found}.items()}
    return {name: value for name, value in sure.items() if not name or len(found[name]) >= _ENOUGH}
