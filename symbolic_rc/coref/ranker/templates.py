"""The ranker's features as data; a link is explained by the templates with the largest weights.

Each line is a template: its name, and the atoms that are combined; after a bar, those of a pronoun. To add
one, add a line at the end of its table; a new atom needs a name and a line in `features.pair_features` (of a
mention and an earlier entity), `features.name_features` (of *he* or *she* and an entity's last name) or
`features.new_features` (of a mention that starts a new entity).
"""

from __future__ import annotations

import numpy as np

from symbolic_rc.core.kernels import kernel
from symbolic_rc.coref.ranker.arrays import Hashes, Longs

#: The number of hash buckets, and so of weights.
PLACES = 1 << 20

#: Of a mention and an entity; ``.a`` is the entity's last mention, ``.e`` the entity.
PAIR_TEMPLATES = """
sentence distance = kind distance
recency rank = kind rank
sentence distance + syntax = kind+form distance relation+role.a
antecedent kind = kind+form kind.a
roles = kind+form roles
gender = kind gender
number = kind number
type = kind type
gender + distance = kind gender distance
same clause = kind+form same.clause roles
clause relation = kind+form relation clause
entity size = kind size
salience = kind salience
salience rank = kind salience.rank
quotation = kind quotation kind.a
speaker = kind speaker
narrator = kind narrator quotation
name match = kind name.match
name match + kinds = kind name.match kinds+size
head match = kind head.match
head match + definiteness = kind head.match definite.a+distance
nested = kind nested
apposition or predicate = linked kind kind.a
definiteness = kind definite.a kinds
head pair = head head.a | kind kind.a same.pronoun
head + match = head head.match name.match | kind role.a rank
parallel = kind+form parallel
governors = parallel governors kind
competition = kind rivals rank
sentence topic = kind+form topic distance
name frequency = kind frequency size
same pronoun = kind same.pronoun
mentions in sentence = kind in.sentence in.previous
name distance = kind name.distance
role + distance + form = kind+form role.a+distance kind.a
first mention = kind at.start earliest.role
supersense pair = kind sense sense.a
modifiers = head.match modified kind
title = name.match titled titled.name
topic + rank = kind+form topic rank
clause kinds = kind+form clauses relation+role.a
token distance = kind+form tokens relation
possessive = form role.a relation+form.a
salience + distance = kind salience distance
plural = kind number number.a
subjecthood = kind subjects distance
head + antecedent kind = head kind.a distance | kind+form kind.a distance
gender + kind + head = kind gender head.a
entity kinds = kind kinds distance
pronoun + type = kind+form type.e class.a
speaker + distance = kind speaker distance
rank + gender + number = kind agreement rank
clause + rank = kind+form relation rank+role.a
family name = name.match gender kinds+titled
same paragraph = kind paragraphs quotation
governor + role = kind role distance | governor role kinds
"""
#: Of *he* or *she* and the entity's last name, ``.x``.
NAME_TEMPLATES = """
name: role + distance = form role.x distance
name: both roles = roles distance named
name: way = up down before
name: way + form = up down form
name: relation = relation+before role.x form+role
name: clause = clause.x role.x distance
name: both clauses = clauses relation subject.x
name: depth = depth.x distance subject
name: governor = governor.x role.x subject
name: governor of pronoun = governor subject.x role
name: token distance = tokens before distance
name: nearer rivals = nearer before named
name: count = names count kind
name: word after = word.after earlier
name: word before = word.before earlier
name: sentence start = starts.x starts distance+subject.x
name: nested = nested.x role.x distance
name: own clause = own form role
name: last mention = behind behind.role form
name: rival's role = rival.roles there rival.before
name: rival's role + form = rival.roles form role
name: rival's place = there distance rivals
name: subject before = pronouns subjects rivals
name: main clause = main subject.x distance+subject
"""
#: Of a mention that starts a new entity.
START_TEMPLATES = """
new: class = kind form
new: definiteness = class definite coordinated
new: head = head class
new: type = kind type
new: role = kind role form
new: match = kind best.name best.head
new: head match = kind best.head head
new: candidates = kind candidates agreeing
new: quotation = kind quoted agrees
new: position = kind sentence
new: length = kind length
new: governor = kind governor role
new: string = string class
new: head + definiteness = head definite best.head
new: match + definiteness = kind best.head modified
new: number = kind number gender
new: name frequency = kind frequency best.name
new: modifiers = kind modifier
new: nested = kind nested role
new: syntactic link = kind link best.name
"""


def _read(text: str) -> list[tuple[str, list[str], list[str]]]:
    """Return each template's name, its atoms, and those of a pronoun."""
    rows = []
    for line in text.strip().splitlines():
        name, _, atoms = line.partition(" = ")
        plain, _, pronoun = atoms.partition(" | ")
        rows.append((name, plain.split(), (pronoun or plain).split()))
    return rows


def atoms_of(text: str) -> tuple[str, ...]:
    """Return the names of the atoms of a table of templates; the first, empty, is for none."""
    return ("", *sorted({atom for _, *both in _read(text) for atoms in both for atom in atoms}))


def compiled(text: str) -> Hashes:
    """Return a table as numbers of atoms; uint64, shape (2, templates, 3): of other mentions, of pronouns.

    Unsigned, since kernels check the sign of a signed index.
    """
    place = {name: i for i, name in enumerate(atoms_of(text))}
    rows = _read(text)
    table = np.zeros((2, len(rows), 3), np.uint64)
    for i, (_, *both) in enumerate(rows):
        for which, atoms in enumerate(both):
            table[which, i, : len(atoms)] = [place[atom] for atom in atoms]
    return table


#: The templates' names, in the order in which they are filled.
TEMPLATES = tuple(name for name, *_ in _read(PAIR_TEMPLATES) + _read(NAME_TEMPLATES))
PAIR = len(TEMPLATES)
#: The first template of *he* and *she* alone; other mentions have those before it.
FIRST_OF_NAME = len(_read(PAIR_TEMPLATES))
NEW = len(_read(START_TEMPLATES))

#: The increment of a template's number in its hash.
_STEP = np.uint64(0x9E3779B97F4A7C15)


@kernel(_nrt=False)
def _hash_first(x: np.uint64, a: int) -> np.uint64:
    """Return the hash of a template's number, mixed with its first value."""
    x ^= np.uint64(a + 7) * np.uint64(0xC2B2AE3D27D4EB4F)
    x ^= x >> np.uint64(29)
    return x * np.uint64(0xBF58476D1CE4E5B9)


@kernel(_nrt=False)
def _hash_rest(x: np.uint64, b: int, c: int) -> int:
    """Return the bucket of a feature: the result of `_hash_first`, mixed with the second and third value."""
    x ^= np.uint64(b + 7) * np.uint64(0x165667B19E3779F9)
    x ^= x >> np.uint64(32)
    x *= np.uint64(0x94D049BB133111EB)
    x ^= np.uint64(c + 7) * np.uint64(0xD6E8FEB86659FD93)
    x ^= x >> np.uint64(29)
    x *= np.uint64(0xBF58476D1CE4E5B9)
    x ^= x >> np.uint64(32)
    return int(x & np.uint64(PLACES - 1))


@kernel(_nrt=False)
def begin(hashes: Hashes, number: int, rows: Hashes, atoms: Longs) -> None:
    """Fill in the hashes of templates, numbered from `number` on, with their first atoms."""
    x = np.uint64(number) * _STEP
    for t in range(len(rows)):
        x += _STEP
        hashes[t] = _hash_first(x, atoms[rows[t, 0]])


@kernel(_nrt=False)
def begin_some(hashes: Hashes, which: Hashes, rows: Hashes, atoms: Longs) -> None:
    """Do the same as `begin` for some of the templates, which are numbered from 0 on."""
    for t in which:
        hashes[t] = _hash_first((t + np.uint64(1)) * _STEP, atoms[rows[t, 0]])


@kernel(_nrt=False)
def finish(out: Longs, hashes: Hashes, rows: Hashes, atoms: Longs) -> None:
    """Fill `out` with the buckets of templates that were begun."""
    for t in range(len(rows)):
        out[t] = _hash_rest(hashes[t], atoms[rows[t, 1]], atoms[rows[t, -1]])


@kernel(_nrt=False)
def fill(out: Longs, number: int, rows: Hashes, atoms: Longs) -> None:
    """Fill `out` with the buckets of templates, which are numbered from `number` on."""
    x = np.uint64(number) * _STEP
    for t in range(len(rows)):
        x += _STEP
        out[t] = _hash_rest(_hash_first(x, atoms[rows[t, 0]]), atoms[rows[t, 1]], atoms[rows[t, -1]])


@kernel(_nrt=False)
def bucket(n: int) -> int:
    """Return 0..9 for a count: exact up to 3, then by doubling; -1 for negative ones."""
    if n < 4:
        return max(n, -1)
    for place, bound in enumerate((6, 10, 18, 40, 100)):
        if n < bound:
            return 4 + place
    return 9
