"""Entities from clusters of mentions: the fullest name, all variants, and type, gender and number by vote."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.entity import Entity
from symbolic_rc.coref.mentions import attributes as A
from symbolic_rc.coref.mentions import pronouns as G
from symbolic_rc.coref.mentions.attributes import Mentions
from symbolic_rc.coref.mentions.mention_types import TYPES
from symbolic_rc.coref.quotations.direct_speech import Quotation

_GENDERS = {G.MASCULINE: "masculine", G.FEMININE: "feminine", G.NEUTER: "neuter"}
_NUMBERS = {G.SINGULAR: "singular", G.PLURAL: "plural"}
_TYPES = {i: name for i, name in enumerate(TYPES) if name}
#: The columns of a mention that vote.
_VOTING = [A.KIND, A.TYPE, A.NUMBER, A.GENDER, A.PRO]
#: Types that names of persons are mistaken for; *he* and *she* never refer to them.
_PLACES = ("GPE", "LOC", "FAC")
#: The weight of a mention's vote, by its kind.
_WEIGHT = {A.NAME: 3, A.NOMINAL: 2}


def entities_of(
    mentions: Mentions, cluster: NDArray[np.int32], quotes: Sequence[Quotation], words: Sequence[str] = ()
) -> list[tuple[int, Entity]]:
    """Return (cluster, entity) pairs in order of the entities' first mentions."""
    members: dict[int, list[int]] = {}
    for m, c in enumerate(cluster.tolist()):
        members.setdefault(c, []).append(m)
    speaking = {int(cluster[quote.speaker]) for quote in quotes if quote.speaker >= 0}
    votes = mentions.table[:, _VOTING].tolist()
    return [
        (c, _entity(number, mentions, votes, own, c in speaking, words))
        for number, (c, own) in enumerate(members.items())
    ]


def _vote(values: Iterable[int], weights: Iterable[int], names: dict[int, str]) -> str:
    """Return the name of the value with the most weight among those that are named, or empty."""
    counts: Counter[int] = Counter()
    for value, weight in zip(values, weights, strict=True):
        if value in names:
            counts[value] += weight
    return names[min(counts, key=lambda value: (-counts[value], value))] if counts else ""


def _entity(
    number: int,
    mentions: Mentions,
    votes: list[list[int]],
    members: list[int],
    speaks: bool,
    words: Sequence[str],
) -> Entity:
    """Make an entity of its members; `votes` has the columns ``_VOTING`` of all mentions."""
    candidates = mentions.candidates
    kinds, types, numbers, genders, pronouns = zip(*(votes[m] for m in members), strict=True)
    named = Counter(
        _text(words, *candidates[m].core) for m, kind in zip(members, kinds, strict=True) if kind == A.NAME
    )
    weights = [_WEIGHT.get(kind, 1) for kind in kinds]
    entity_type = _vote(types, weights, _TYPES)
    plural = _vote(numbers, [1] * len(members), _NUMBERS)
    if entity_type in _PLACES and (G.HE in pronouns or G.SHE in pronouns):
        entity_type = "PERSON"
    if entity_type == "PERSON" and plural == "plural":
        entity_type = "GROUP"
    if named:
        name = _main_name(named)
    else:
        best = candidates[members[kinds.index(A.NOMINAL) if A.NOMINAL in kinds else 0]]
        name = _text(words, best.start, best.end)
    names = tuple(sorted(named, key=lambda name: (-len(name), name)))
    gender = _vote(genders, weights, _GENDERS)
    return Entity(number, tuple(members), name, names, entity_type, gender, plural, speaks)


def _text(words: Sequence[str], start: int, end: int) -> str:
    """Return the text of tokens, with single spaces."""
    return " ".join(" ".join(words[start:end]).split())


def _main_name(named: Counter[str]) -> str:
    """Return the longest name among the frequent ones."""
    most = max(named.values())
    usual = [name for name, count in named.items() if count >= min(3, most) or count * 10 >= most]
    return max(usual, key=lambda name: (len(name), name))
