"""From clusters to entities: the fullest name, every variant, type, gender and number by vote."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.entity import Entity
from symbolic_rc.coref.mentions.attributes import GENDER, KIND, NAME, NOMINAL, NUMBER, PRO, TYPE, Mentions
from symbolic_rc.coref.mentions.detection import Candidate
from symbolic_rc.coref.mentions.mention_types import TYPES
from symbolic_rc.coref.mentions.pronouns import FEMININE, HE, MASCULINE, NEUTER, PLURAL, SHE, SINGULAR
from symbolic_rc.coref.quotations.direct_speech import Quotation

_GENDERS = {MASCULINE: "masculine", FEMININE: "feminine", NEUTER: "neuter"}
_NUMBERS = {SINGULAR: "singular", PLURAL: "plural"}


#: The columns of a mention that entities are made from.
_SEEN = [KIND, TYPE, NUMBER, GENDER, PRO]
#: Kinds that a name is mistaken for, and that nobody calls *he* or *she*.
_PLACES = ("GPE", "LOC", "FAC")
#: How much a mention says of its entity, by its kind.
_WEIGHT = {NAME: 3, NOMINAL: 2}
_TYPES = {i: name for i, name in enumerate(TYPES) if name}


def entities_of(
    mentions: Mentions, cluster: NDArray[np.int32], quotes: Sequence[Quotation], words: Sequence[str] = ()
) -> list[tuple[int, Entity]]:
    """Return (cluster, entity) pairs in order of the entities' first mentions."""
    members: dict[int, list[int]] = {}
    for m, c in enumerate(cluster.tolist()):
        members.setdefault(c, []).append(m)
    speaking = {int(cluster[quote.speaker]) for quote in quotes if quote.speaker >= 0}
    seen = mentions.table[:, _SEEN].tolist()
    return [
        (c, _entity(number, mentions.candidates, seen, found, c in speaking, words))
        for number, (c, found) in enumerate(members.items())
    ]


def _vote(values: Iterable[int], weights: Iterable[int], names: dict[int, str]) -> str:
    """Return the name of the value with the most weight among those that are named, or empty."""
    counts: dict[int, int] = {}
    for value, weight in zip(values, weights, strict=True):
        if value in names:
            counts[value] = counts.get(value, 0) + weight
    return names[min(counts, key=lambda value: (-counts[value], value))] if counts else ""


def _entity(
    number: int,
    candidates: Sequence[Candidate],
    seen: list[list[int]],
    members: list[int],
    speaks: bool,
    words: Sequence[str],
) -> Entity:
    """Make an entity of its members; `seen` has the columns ``_SEEN`` of all mentions."""
    kinds, types, numbers, genders, pronouns = zip(*(seen[m] for m in members), strict=True)
    named = Counter(
        _text(words, *candidates[m].core) for m, kind in zip(members, kinds, strict=True) if kind == NAME
    )
    weights = [_WEIGHT.get(kind, 1) for kind in kinds]
    kind = _vote(types, weights, _TYPES)
    plural = _vote(numbers, [1] * len(members), _NUMBERS)
    if kind in _PLACES and (HE in pronouns or SHE in pronouns):
        kind = "PERSON"
    if kind == "PERSON" and plural == "plural":
        kind = "GROUP"
    if named:
        name = _main_name(named)
    else:
        best = candidates[members[kinds.index(NOMINAL) if NOMINAL in kinds else 0]]
        name = _text(words, best.start, best.end)
    names = tuple(sorted(named, key=lambda name: (-len(name), name)))
    return Entity(
        number, tuple(members), name, names, kind, _vote(genders, weights, _GENDERS), plural, speaks
    )


def _text(words: Sequence[str], start: int, end: int) -> str:
    """Return the text of tokens, with single spaces."""
    return " ".join(" ".join(words[start:end]).split())


def _main_name(named: Counter[str]) -> str:
    """Return the longest name among those that are used often enough not to be an accident."""
    most = max(named.values())
    usual = [name for name, count in named.items() if count >= min(3, most) or count * 10 >= most]
    return max(usual, key=lambda name: (len(name), name))
