"""Training rows of the frame model: features and labels of annotated sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray
from spacy.strings import get_string_id
from spacy.tokens import Doc

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
from symbolic_rc.train.frames.propbank import PropBankSentence

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

    starts: NDArray[np.int64]
    keys: NDArray[np.uint32]
    labels: NDArray[np.int32]
    sets: NDArray[np.int32]
    importance: NDArray[np.float32]


def merged(one: RowBatch, other: RowBatch) -> RowBatch:
    """Return two batches as one."""
    starts = np.concatenate((one.starts, one.starts[-1] + other.starts[1:]))
    names = [field.name for field in fields(RowBatch)][1:]
    return RowBatch(starts, *(np.concatenate((getattr(one, name), getattr(other, name))) for name in names))


class _BatchBuilder:
    def __init__(self) -> None:
        self.lengths: list[NDArray[np.int32]] = []
        self.keys: list[NDArray[np.uint32]] = []
        self.labels: list[int] = []
        self.sets: list[int] = []
        self.importance: list[float] = []

    def add(self, features: NDArray[np.uint64], label: int, set_: int = 0, importance: float = 1.0) -> None:
        self.add_keys((features >> np.uint64(32)).astype(np.uint32) | np.uint32(1), [len(features)])
        self.labels.append(label)
        self.sets.append(set_)
        self.importance.append(importance)

    def add_keys(self, keys: NDArray[np.uint32], lengths: Sequence[int] | NDArray[np.int32]) -> None:
        self.keys.append(keys)
        self.lengths.append(np.asarray(lengths, np.int32))

    def batch(self) -> RowBatch:
        lengths = np.concatenate(self.lengths) if self.lengths else np.zeros(0, np.int32)
        return RowBatch(
            np.concatenate(([0], np.cumsum(lengths, dtype=np.int64))),
            np.concatenate(self.keys) if self.keys else np.zeros(0, np.uint32),
            np.array(self.labels, np.int32),
            np.array(self.sets, np.int32),
            np.array(self.importance, np.float32),
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
    some: NDArray[np.int32],
    lengths: NDArray[np.int32],
    keys: NDArray[np.uint32],
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
    build, counts = _BatchBuilder(), Counter[str]()
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
                build.add_keys(keys[ends[c] - lengths[c] : ends[c]].copy(), lengths[c : c + 1].copy())
                build.labels.append(label)
                build.sets.append(number)
                build.importance.append(weight)
            counts["no candidate"] += len(roles)
    return build.batch(), counts


def cut_rows(data: Sequence[AnnotatedSentence], space: RoleSpace) -> RowBatch:
    """Return a row for each decision of a cut: does a child of an argument's head belong?"""
    build = _BatchBuilder()
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
                    build.add(buffer[:n].copy(), int(belongs))
    return build.batch()


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
    if not stopped:
        thing = small_clause(t, p, h, begin)
        if thing >= 0:
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
    build, counts = _BatchBuilder(), Counter[str]()
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
            build.add(buffer[:n].copy(), int(i in gold))
    return build.batch(), counts


def sense_rows(
    data: Sequence[AnnotatedSentence], senses: Senses
) -> tuple[RowBatch, NDArray[np.int64], NDArray[np.bool_], Counter[str]]:
    """Return a row for each roleset of each ambiguous gold predicate, the groups, and the right rows."""
    build, counts = _BatchBuilder(), Counter[str]()
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
                build.add(crossed, 0)
                right.append(name == predicate.roleset)
            groups.append(len(right))
    return build.batch(), np.array(groups, np.int64), np.array(right, np.bool_), counts


@kernel
def _cross(features: NDArray[np.uint64], traits: NDArray[np.uint64], crossed: NDArray[np.uint64]) -> None:
    """Fill in features crossed with each of two traits."""
    for f in range(len(features)):
        for t in range(2):
            crossed[2 * f + t] = mix(features[f], traits[t])
