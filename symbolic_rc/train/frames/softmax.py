"""Softmax classifiers and rankers of the frame model: AdaGrad with dropout and an L1 penalty.

A numbered role means little by itself: ARG2 is a recipient for *give* and an instrument for *cut*. The frame
files define it for each roleset (a function tag, a VerbNet role). So the score of a role is the sum of the
column of its label and the columns of its meaning in the roleset: what is learned of recipients generalises
to unseen verbs.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import partial, reduce

import numpy as np
from numpy.typing import NDArray
from spacy.strings import get_string_id
from spacy.tokens import Doc

from symbolic_rc.core.arrays import Array, Flags, Hashes, Ints, Longs, Singles
from symbolic_rc.core.kernels import kernel
from symbolic_rc.frames import context as C
from symbolic_rc.frames import features as F
from symbolic_rc.frames import predicates as P
from symbolic_rc.frames.arguments import MAX_CANDIDATES
from symbolic_rc.frames.arrays import CONSTANTS, DEP, LEMMA, POS, Forest
from symbolic_rc.frames.model import SINGLE, RoleSpace
from symbolic_rc.frames.parsing import particle_of
from symbolic_rc.frames.predicates import Senses
from symbolic_rc.frames.spans import CUT_ATOMS, CUT_FEATURES, cut_features, small_clause
from symbolic_rc.frames.templates import key_of, mix
from symbolic_rc.models.linear import LinearModel, numbered
from symbolic_rc.train.frames.propbank import PropBankSentence

logger = logging.getLogger(__name__)

_PUNCT = get_string_id("punct")
_CLAUSES = tuple(get_string_id(name) for name in ("xcomp", "ccomp", "advcl"))

#: One in this many distant candidates without a role is sampled, with the weight of all.
FAR = 3


@dataclass(frozen=True, slots=True)
class AnnotatedSentence:
    """A sentence with its gold frames, and the Doc and arrays of its (gold or own) syntax."""

    gold: PropBankSentence
    doc: Doc
    forest: Forest


@dataclass(frozen=True, slots=True)
class RowBatch:
    """Training rows for one model: compressed features, labels, sets of columns, weights."""

    starts: Longs
    keys: Hashes
    labels: Ints
    sets: Ints
    importance: Singles


def merged(one: RowBatch, other: RowBatch) -> RowBatch:
    """Return two batches as one."""
    starts = np.concatenate((one.starts, one.starts[-1] + other.starts[1:]))
    names = [field.name for field in fields(RowBatch)][1:]
    return RowBatch(starts, *(np.concatenate((getattr(one, name), getattr(other, name))) for name in names))


#: The keys of a row's features, its label, set of columns and weight.
_Row = tuple[Hashes, int, int, float]


def _row(features: NDArray[np.uint64], label: int) -> _Row:
    return (features >> np.uint64(32)).astype(np.uint32) | np.uint32(1), label, 0, 1.0


def _batch(rows: Sequence[_Row]) -> RowBatch:
    keys, labels, sets, importance = zip(*rows, strict=True) if rows else ((), (), (), ())
    return RowBatch(
        np.cumsum([0, *map(len, keys)], dtype=np.int64),
        np.concatenate([np.zeros(0, np.uint32), *keys]),
        np.array(labels, np.int32),
        np.array(sets, np.int32),
        np.array(importance, np.float32),
    )


def head_of(forest: Forest, start: int, end: int) -> tuple[int, bool]:
    """Return the syntactic head of a span, and whether it has only one head.

    Of several, it is the clause of a small clause ("made [him leave]"), else the first.
    """
    heads = forest.heads
    tops = [i for i in range(start, end) if heads[i] == i or not start <= heads[i] < end]
    words = [i for i in tops if forest.words[i, DEP] != _PUNCT] or tops
    if len(words) == 1:
        return words[0], True
    return next((i for i in words if forest.words[i, DEP] in _CLAUSES), words[0]), False


@kernel
def _candidate_rows(
    t: Forest,
    p: int,
    key: NDArray[np.uint64],
    some: Ints,
    lengths: Ints,
    keys: Hashes,
) -> int:
    """Fill in the candidates of predicate p and the keys of their features; return how many candidates."""
    n = C.candidates(t, p, some)
    facts = np.zeros(C.FACTS, np.uint64)
    C.describe(t, p, facts)
    predicate = F.PredicateContext(
        p, key[F.ID], key[F.CLASS], key[F.WIDE], P.kind_of(t.words[p, POS], t.ids), facts
    )
    atoms, buffer = np.zeros(F.ARGUMENT_ATOMS, np.uint64), np.zeros(F.ARGUMENT_FEATURES, np.uint64)
    total = 0
    for c in range(n):
        m = F.argument_features(t, predicate, some[c, C.TOKEN], some[c, C.UP], some[c, C.DOWN], atoms, buffer)
        for f in range(m):
            keys[total + f] = key_of(buffer[f])
        lengths[c] = m
        total += m
    return n


def role_rows(
    data: Sequence[AnnotatedSentence], space: RoleSpace, importance: float = 1.0
) -> tuple[RowBatch, Counter[str]]:
    """Return a row for each candidate of each gold predicate, and counts of what could not be mapped."""
    found, counts = list[_Row](), Counter[str]()
    some, lengths = np.zeros((MAX_CANDIDATES, 3), np.int32), np.zeros(MAX_CANDIDATES, np.int32)
    keys = np.zeros(MAX_CANDIDATES * F.ARGUMENT_FEATURES, np.uint32)
    rest = 0
    for each in data:
        t = each.forest
        for predicate in each.gold.predicates:
            number, *ids = space.of(predicate.roleset)
            n = _candidate_rows(t, predicate.index, np.array(ids, np.uint64), some, lengths, keys)
            roles: dict[int, str] = {}
            for role, start, end in predicate.arguments:
                head, alone = head_of(t, start, end)
                counts["arguments"] += 1
                counts["several heads"] += not alone
                counts["head shared"] += head in roles
                roles.setdefault(head, role)
            ends = np.cumsum(lengths[:n])
            for c in range(n):
                label = space.index.get(roles.pop(int(some[c, C.TOKEN]), ""), 0)
                weight = importance
                if label == 0 and (some[c, C.UP] > 1 or some[c, C.DOWN] > 1):
                    rest += 1
                    if rest % FAR:
                        continue
                    weight *= FAR
                found.append((keys[ends[c] - lengths[c] : ends[c]].copy(), label, number, weight))
            counts["no candidate"] += len(roles)
    return _batch(found), counts


def cut_rows(data: Sequence[AnnotatedSentence], space: RoleSpace) -> RowBatch:
    """Return a row for each decision of a cut: does a child of an argument's head belong?"""
    found = list[_Row]()
    atoms, buffer = np.zeros(CUT_ATOMS, np.uint64), np.zeros(CUT_FEATURES, np.uint64)
    for each in data:
        t = each.forest
        for predicate in each.gold.predicates:
            p = predicate.index
            for role, start, end in predicate.arguments:
                if role not in space.index or role in SINGLE:
                    continue
                h, alone = head_of(t, start, end)
                for child, nth, belongs in _decisions(t, p, h, start, end, alone):
                    n = cut_features(t, p, h, space.index[role], child, nth, atoms, buffer)
                    found.append(_row(buffer[:n], int(belongs)))
    return _batch(found)


def _decisions(t: Forest, p: int, h: int, start: int, end: int, alone: bool) -> list[tuple[int, int, bool]]:
    """Return (child, order on its side, belongs) for the decisions that lead to a gold span."""
    own = t.children[t.first[h] : t.first[h + 1]].tolist()
    found: list[tuple[int, int, bool]] = []
    begin, stopped = h, False
    if alone:
        left, begin, stopped = _side_decisions(t, p, [c for c in reversed(own) if c < h], start, -1, h)
        right, begin, _ = _side_decisions(t, p, [c for c in own if c > h], -1, end, begin)
        found = left + right
    else:
        begin = min([h, *(int(t.left[c]) for c in own if t.words[c, DEP] != _PUNCT)])
    if not stopped and (thing := small_clause(t, p, h, begin)) >= 0:
        found.append((int(thing), 0, not alone and bool(t.left[thing] >= start)))
    return found


def _side_decisions(
    t: Forest, p: int, children: list[int], start: int, end: int, begin: int
) -> tuple[list[tuple[int, int, bool]], int, bool]:
    """Return the decisions on one side of a head, the first token that belongs, whether a child does not."""
    found = []
    for nth, child in enumerate(children):
        holds = t.left[child] <= p < t.right[child]
        if not holds and t.words[child, DEP] == _PUNCT:
            continue
        belongs = bool(t.right[child] <= end if start < 0 else start <= t.left[child])
        if not holds:
            found.append((child, nth, belongs))
        if holds or not belongs:
            return found, begin, True
        begin = min(begin, int(t.left[child]))
    return found, begin, False


def token_rows(data: Sequence[AnnotatedSentence], senses: Senses) -> tuple[RowBatch, Counter[str]]:
    """Return a row for each token with a listed lemma: is it a predicate? And counts of those missed."""
    found, counts = list[_Row](), Counter[str]()
    atoms, buffer = np.zeros(P.PREDICATE_ATOMS, np.uint64), np.zeros(P.TOKEN_FEATURES, np.uint64)
    for each in data:
        t = each.forest
        gold = {predicate.index for predicate in each.gold.predicates}
        listed = senses.listed(each.doc, t.words[:, LEMMA].tolist())
        for i in range(len(each.doc)):
            counts["predicates"] += i in gold
            if listed[i] == 0:
                counts["not listed"] += i in gold
                continue
            n = P.token_features(t, listed, i, atoms, buffer)
            found.append(_row(buffer[:n], int(i in gold)))
    return _batch(found), counts


def sense_rows(
    data: Sequence[AnnotatedSentence], senses: Senses
) -> tuple[RowBatch, Longs, Flags, Counter[str]]:
    """Return a row for each roleset of each ambiguous gold predicate, the groups, and the right rows."""
    found, counts = list[_Row](), Counter[str]()
    groups, right = [0], []
    atoms, buffer = np.zeros(P.PREDICATE_ATOMS, np.uint64), np.zeros(P.SENSE_FEATURES, np.uint64)
    for each in data:
        t = each.forest
        for predicate in each.gold.predicates:
            p = predicate.index
            kind = int(P.kind_of(t.words[p, POS], CONSTANTS))
            names, traits = senses.of(each.doc[p].lemma_, particle_of(t, each.doc, p), kind)
            counts["predicates"] += 1
            if predicate.roleset not in names:
                counts["roleset not listed"] += 1
                continue
            if len(names) == 1:
                continue
            n = P.sense_features(t, p, atoms, buffer)
            for name, row in zip(names, traits, strict=True):
                crossed = np.empty(2 * n, np.uint64)
                _cross(buffer[:n], row, crossed)
                found.append(_row(crossed, 0))
                right.append(name == predicate.roleset)
            groups.append(len(right))
    return _batch(found), np.array(groups, np.int64), np.array(right, np.bool_), counts


@kernel
def _cross(features: NDArray[np.uint64], traits: NDArray[np.uint64], crossed: NDArray[np.uint64]) -> None:
    """Fill in features crossed with each of two traits."""
    for f in range(len(features)):
        for t in range(2):
            crossed[2 * f + t] = mix(features[f], traits[t])


#: Examples whose gold label (or roleset) is more probable are skipped.
_CONFIDENT, _CONFIDENT_LIST = 0.995, 0.999
#: Odd numbers of a hash of a feature's place and of a number drawn for each step.
_BY_PLACE, _BY_STEP, _RANGE = 2654435761, 40503, 1 << 16


@kernel(fastmath=True)
def _classifier_epoch(
    starts: Longs,
    ids: Ints,
    labels: Ints,
    columns: Ints,
    table: Ints,
    importance: Singles,
    order: Longs,
    weights: Singles,
    squares: Singles,
    rate: float,
    l1: float,
    keep: float,
    seed: int,
) -> float:
    """Run one epoch of AdaGrad (a rate per feature) with soft thresholding; return the mean loss."""
    np.random.seed(seed)
    count, width = columns.shape[1], columns.shape[2]
    total_columns = weights.shape[1]
    sums = np.zeros(total_columns, np.float32)
    slope = np.zeros(total_columns, np.float32)
    probability = np.zeros(count, np.float32)
    active = np.zeros(512, np.int32)
    loss = 0.0
    for i in order:
        sums[:] = 0
        n = 0
        for j in range(starts[i], starts[i + 1]):
            if ids[j] >= 0 and (keep >= 1.0 or np.random.random() < keep):
                active[n] = ids[j]
                n += 1
        for a in range(n):
            row = weights[active[a]]
            for c in range(total_columns):
                sums[c] += row[c]
        own = columns[table[i]]
        best = np.float32(-1e30)
        for label in range(count):
            if own[label, 0] == -2:
                probability[label] = -1e30
                continue
            score = np.float32(0.0)
            for w in range(width):
                if own[label, w] >= 0:
                    score += sums[own[label, w]]
            probability[label] = score
            best = max(best, score)
        z = np.float32(0.0)
        for label in range(count):
            probability[label] = np.exp(probability[label] - best)
            z += probability[label]
        slope[:] = 0
        gold = labels[i]
        loss -= np.log(max(probability[gold] / z, np.float32(1e-9)))
        for label in range(count):
            g = probability[label] / z - (np.float32(1.0) if label == gold else np.float32(0.0))
            if g > 1e-4 or g < -1e-4:
                for w in range(width):
                    if own[label, w] >= 0:
                        slope[own[label, w]] += g * importance[i]
        if probability[gold] / z > _CONFIDENT:
            continue
        square = np.float32(0.0)
        for c in range(total_columns):
            square += slope[c] * slope[c]
        for a in range(n):
            row = weights[active[a]]
            squares[active[a]] += square
            step = np.float32(rate) / np.sqrt(squares[active[a]])
            shrink = step * np.float32(l1)
            for c in range(total_columns):
                value = row[c] - step * slope[c]
                size = abs(value) - (shrink if slope[c] != 0.0 else np.float32(0.0))
                row[c] = np.copysign(max(size, np.float32(0.0)), value)
    return loss / max(1, len(order))


@kernel
def _is_kept(place: int, drawn: int, keep: float) -> bool:
    """Whether a step uses the feature at a place: the same for all rolesets of a predicate."""
    return (place * _BY_PLACE + drawn * _BY_STEP) % _RANGE < keep * _RANGE


@kernel(fastmath=True)
def _ranker_epoch(
    starts: Longs,
    ids: Ints,
    groups: Longs,
    right: Flags,
    order: Longs,
    weights: Singles,
    squares: Singles,
    rate: float,
    l1: float,
    keep: float,
    seed: int,
) -> float:
    """Run one epoch of AdaGrad (a rate per feature) with soft thresholding; return the mean loss."""
    np.random.seed(seed)
    loss = 0.0
    scores = np.zeros(np.diff(groups).max(), np.float64)
    for g in order:
        first, last = groups[g], groups[g + 1]
        drawn = int(np.random.random() * _RANGE)
        most = -np.inf
        for i in range(first, last):
            score = 0.0
            for j in range(starts[i], starts[i + 1]):
                if ids[j] >= 0 and _is_kept(j - starts[i], drawn, keep):
                    score += weights[ids[j]]
            scores[i - first] = score
            most = max(most, score)
        total, known = 0.0, 0.0
        for i in range(first, last):
            scores[i - first] = np.exp(scores[i - first] - most)
            total += scores[i - first]
            if right[i]:
                known += scores[i - first]
        loss -= np.log(max(known / total, 1e-9))
        if known <= 0.0 or known / total > _CONFIDENT_LIST:
            continue
        for i in range(first, last):
            slope = scores[i - first] / total - (scores[i - first] / known if right[i] else 0.0)
            for j in range(starts[i], starts[i + 1]):
                f = ids[j]
                if f < 0 or not _is_kept(j - starts[i], drawn, keep):
                    continue
                squares[f] += slope * slope
                step = rate / np.sqrt(squares[f])
                weight = weights[f] - step * slope
                weights[f] = max(weight - step * l1, 0.0) if weight > 0.0 else min(weight + step * l1, 0.0)
    return loss / len(order)


#: An epoch: (order, weights, squares, rate, l1, keep, seed) -> mean loss; changes weights and squares.
Epoch = Callable[[Array, Array, Array, float, float, float, int], float]


@dataclass(frozen=True, slots=True)
class SoftmaxSettings:
    """Settings of a softmax classifier, whose weights are averaged over the seeds.

    `rate` is AdaGrad's, `l1` the strength of the L1 penalty, `keep` the share of features that dropout keeps.
    Features that occur less than `least` times, and weights smaller than `prune`, are dropped.
    """

    epochs: int
    rate: float = 0.1
    l1: float = 0.0
    keep: float = 0.8
    least: int = 2
    seeds: Sequence[int] = (1,)
    prune: float = 0.0


def fit(batch: RowBatch, columns: Array, names: Sequence[str], settings: SoftmaxSettings) -> LinearModel:
    """Train a softmax classifier on a batch and freeze it."""
    known, ids = numbered(batch.keys, settings.least)
    given = (batch.starts, ids, batch.labels, columns, batch.sets, batch.importance)
    run = partial(_classifier_epoch, *given)
    weights = averaged((len(known), len(names)), len(batch.labels), run, settings)
    if len(names) == 2:  # only the difference matters
        weights[:, 1] -= weights[:, 0]
        weights[:, 0] = 0.0
    return LinearModel.freeze(names, known, weights, settings.prune, 8)


def fit_senses(batch: RowBatch, groups: Array, right: Array, settings: SoftmaxSettings) -> LinearModel:
    """Train a ranker of the rolesets of each group and freeze it."""
    known, ids = numbered(batch.keys, settings.least)
    run = partial(_ranker_epoch, batch.starts, ids, groups, right)
    weights = averaged((len(known),), len(groups) - 1, run, settings)
    return LinearModel.freeze(("score",), known, weights[:, None], settings.prune, 8)


def averaged(shape: tuple[int, ...], count: int, run: Epoch, settings: SoftmaxSettings) -> Array:
    """Return the weights for all features after all epochs over `count` examples, averaged over the seeds."""

    def train(seed: int) -> Array:
        weights, squares = np.zeros(shape, np.float32), np.ones(shape[0], np.float32)
        generator = np.random.default_rng(seed)
        steps = (settings.rate, settings.l1, settings.keep)
        for epoch in range(settings.epochs):
            loss = run(generator.permutation(count), weights, squares, *steps, 1000 * seed + epoch)
            logger.info("seed %d, epoch %d: loss %.4f", seed, epoch + 1, loss)
        weights *= np.float32(settings.keep / len(settings.seeds))
        return weights

    return reduce(lambda total, weights: np.add(total, weights, out=total), map(train, settings.seeds))
