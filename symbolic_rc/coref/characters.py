"""From clusters to entities: the fullest name, every variant, type, gender and number by vote."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.entity import Entity
from symbolic_rc.coref.mentions.attributes import GENDER, KIND, NAME, NOMINAL, NUMBER, TYPE, Mentions
from symbolic_rc.coref.mentions.mention_types import TYPES
from symbolic_rc.coref.mentions.pronouns import FEMININE, MASCULINE, NEUTER, PLURAL, SINGULAR
from symbolic_rc.coref.quotations.direct_speech import Quotation

_GENDERS = {MASCULINE: "masculine", FEMININE: "feminine", NEUTER: "neuter"}
_NUMBERS = {SINGULAR: "singular", PLURAL: "plural"}


def entities_of(
    mentions: Mentions, cluster: NDArray[np.int32], quotes: Sequence[Quotation], words: Sequence[str] = ()
) -> list[tuple[int, Entity]]:
    """Return (cluster, entity) pairs in order of the entities' first mentions."""
    members: dict[int, list[int]] = {}
    for m, c in enumerate(cluster.tolist()):
        members.setdefault(c, []).append(m)
    speaking = {int(cluster[quote.speaker]) for quote in quotes if quote.speaker >= 0}
    return [
        (c, _entity(number, mentions, found, c in speaking, words))
        for number, (c, found) in enumerate(members.items())
    ]


def _vote(values: NDArray[np.int32], weights: NDArray[np.int32], names: dict[int, str]) -> str:
    """Return the name of the value with the most weight among those that are named, or empty."""
    counts: Counter[int] = Counter()
    for value, weight in zip(values.tolist(), weights.tolist(), strict=True):
        if value in names:
            counts[value] += weight
    return names[min(counts, key=lambda value: (-counts[value], value))] if counts else ""


def _entity(
    number: int, mentions: Mentions, members: list[int], speaks: bool, words: Sequence[str]
) -> Entity:
    rows = mentions.table[members]
    named = Counter(
        " ".join(" ".join(words[slice(*mentions.candidates[m].core)]).split())
        for m in members
        if mentions.table[m, KIND] == NAME
    )
    names = tuple(sorted(named, key=lambda name: (-len(name), name)))
    weights = np.where(rows[:, KIND] == NAME, 3, np.where(rows[:, KIND] == NOMINAL, 2, 1)).astype(np.int32)
    kind = _vote(rows[:, TYPE], weights, {i: name for i, name in enumerate(TYPES) if name})
    plural = _vote(rows[:, NUMBER], np.ones(len(rows), np.int32), _NUMBERS)
    gender = _vote(rows[:, GENDER], weights, _GENDERS)
    if kind == "PERSON" and plural == "plural":
        kind = "GROUP"
    best = members[0]
    order = {NAME: 0, NOMINAL: 1}
    best = min(members, key=lambda m: (order.get(int(mentions.table[m, KIND]), 2), m))
    candidate = mentions.candidates[best]
    name = _main_name(named) if named else " ".join(" ".join(words[candidate.start : candidate.end]).split())
    return Entity(number, tuple(members), name, names, kind, gender, plural, speaks)


def _main_name(named: Counter[str]) -> str:
    """Return the longest name among those that are used often enough not to be an accident."""
    most = max(named.values())
    usual = [name for name, count in named.items() if count >= min(3, most) or count * 10 >= most]
    return max(usual, key=lambda name: (len(name), name))
