"""Entity classes of mentions: person, place, building, organisation, vehicle, or another thing.

A linear model trained on LitBank's entity classes, with the named entities' labels among its features, so
that common nouns (the captain, the parlour) get the same classes as names. Without a model, the labels and
WordNet's lexicographer files decide alone.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.tokens import Vocabulary
from symbolic_rc.coref.mentions import attributes as A
from symbolic_rc.coref.mentions import lexical
from symbolic_rc.coref.mentions import pronouns as G
from symbolic_rc.coref.mentions.attributes import Mentions
from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.models.linear import LinearModel, Rows, combine, feature_key

#: The classes, in the order of the integers in column TYPE (0 is unknown).
TYPES = ("", "PERSON", "GPE", "LOC", "FAC", "ORG", "VEH", "THING")
PERSON, THING = 1, 7

#: LitBank's names for them.
LITBANK = {"PER": 1, "GPE": 2, "LOC": 3, "FAC": 4, "ORG": 5, "VEH": 6}

_LABELS = {"PERSON": 1, "GPE": 2, "LOC": 3, "FAC": 4, "ORG": 5, "NORP": 1, "VEH": 6, "VEHICLE": 6}
_SENSES = {"person": 1, "location": 3, "group": 5}
_ANCESTORS = 5


def string_hashes(mentions: Mentions) -> NDArray[np.uint32]:
    """Return the hash of each string of the vocabulary, as linear models use it."""
    strings = mentions.strings
    return np.array([feature_key(strings[i]) for i in range(len(strings))] or [1], np.uint32)


def _keys(features: Iterable[str]) -> NDArray[np.uint32]:
    """Return the key of each feature, hashed once for each that is different."""
    words = Vocabulary()
    numbers = words.encode(features)
    return np.array([feature_key(words[i]) for i in range(len(words))], np.uint32)[numbers]


def feature_rows(syntax: Syntax, mentions: Mentions) -> Rows:
    """Return the features of every mention as rows of a linear model."""
    table, strings = mentions.table, mentions.strings
    n = len(table)
    hashes = string_hashes(mentions)
    endings = _keys("…" + strings[i][-3:] for i in range(len(strings)))
    lowers = ["", *syntax.lowers, ""]
    labels = _keys("label " + c.label for c in mentions.candidates)
    before = _keys(lowers[c.start] for c in mentions.candidates)
    after = _keys(lowers[c.end + 1] for c in mentions.candidates)

    def of(column: int) -> NDArray[np.uint32]:
        values = table[:, column]
        return np.where(values >= 0, hashes[values], 0).astype(np.uint32)

    def raw(*columns: int) -> NDArray[np.uint32]:
        value = np.zeros(n, np.int64)
        for column in columns:
            value = value * 41 + table[:, column] + 1
        return value.astype(np.uint32)

    up = np.zeros((n, _ANCESTORS), np.uint32)
    first = np.zeros(n, np.uint32)
    for m, candidate in enumerate(mentions.candidates):
        if candidate.kind == "nominal":
            found = lexical.ancestors(strings[table[m, A.LEMMA]])[:_ANCESTORS]
            up[m, : len(found)] = found
        elif table[m, A.FIRST] >= 0:
            first[m] = 1 + lexical.first_name_gender(strings[table[m, A.FIRST]])
    lemma, kind, sense = of(A.LEMMA), raw(A.KIND, A.COORDINATED), raw(A.SUPERSENSE)
    ending = np.where(table[:, A.LEMMA] >= 0, endings[table[:, A.LEMMA]], 0).astype(np.uint32)
    templates = [
        (lemma, kind),
        (sense, kind),
        (labels, kind),
        (labels, lemma),
        (labels, first),
        (raw(A.DEFINITE, A.SUPERSENSE),),
        (raw(A.DEFINITE, A.KIND), lemma),
        (raw(A.NUMBER, A.KIND), sense),
        (raw(A.ROLE, A.KIND), of(A.GOVERNOR_LEMMA)),
        (raw(A.ROLE, A.SUPERSENSE),),
        (raw(A.GENDER, A.KIND),),
        (raw(A.GENDER, A.SUPERSENSE),),
        (ending, kind),
        (of(A.MODIFIER_B), sense),
        (of(A.FIRST), kind),
        (of(A.LAST), kind),
        (of(A.CORE), kind),
        ((table[:, A.TITLE] >= 0).astype(np.uint32), labels),
        (before, kind),
        (before, sense),
        (before, labels),
        (after, kind),
        (kind,),
        *((up[:, i], kind) for i in range(_ANCESTORS)),
    ]
    return Rows.stacked(np.stack([combine(1000 + t, *parts) for t, parts in enumerate(templates)], axis=1))


def classify(syntax: Syntax, mentions: Mentions, model: LinearModel | None) -> None:
    """Fill in the column TYPE, and narrow GENDER by it."""
    table = mentions.table
    if not len(table):
        return
    if model is None:
        for m, candidate in enumerate(mentions.candidates):
            table[m, A.TYPE] = _guess(candidate.label, int(table[m, A.SUPERSENSE]), int(table[m, A.KIND]))
    else:
        table[:, A.TYPE] = model.predict(feature_rows(syntax, mentions)) + 1
    for m in np.flatnonzero((table[:, A.KIND] == A.NAME) & (table[:, A.TYPE] == THING)).tolist():
        first = int(table[m, A.FIRST])
        known = lexical.first_name_gender(mentions.strings[first]) if first == table[m, A.CORE] else 0
        if known:  # a first name alone
            table[m, A.TYPE], table[m, A.GENDER] = PERSON, known
    pronouns = table[:, A.KIND] == A.PRONOUN
    persons = np.isin(table[:, A.PRO], (G.ME, G.YOU, G.HE, G.SHE, G.WE))
    table[pronouns, A.TYPE] = np.where(persons, PERSON, 0)[pronouns]
    people = table[:, A.TYPE] == PERSON
    gender = table[:, A.GENDER]
    gender[people & ~pronouns & (gender == G.NEUTER)] = G.ANY_GENDER
    gender[people & ~pronouns] &= G.PERSONAL
    others = (table[:, A.TYPE] > PERSON) & (gender == G.ANY_GENDER)
    animals = table[:, A.SUPERSENSE] == lexical.SUPERSENSES.index("animal") + 1
    gender[others & (~animals | (table[:, A.KIND] == A.NAME))] = G.NEUTER


def _guess(label: str, supersense: int, kind: int) -> int:
    if label:
        return _LABELS.get(label, THING)
    if kind == A.NAME:
        return 0
    return _SENSES.get(lexical.SUPERSENSES[supersense - 1], THING) if supersense else 0
