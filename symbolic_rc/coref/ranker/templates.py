"""The ranker's features as data: a link is explained by the templates that spoke most for it.

Each line is a template: its name, and the atoms that are taken together; behind a bar, those of a pronoun.
To add one, add a line at the end of its table; if it needs something that is not seen yet, a name there, and
a line in `features.pair_features` (of a mention and an earlier entity), `antecedents.name_features` (of *he*
or *she* and an entity's last name) or `features.new_features` (of a mention that starts a new entity).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

#: Weights are hashed into so many places.
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


def compiled(text: str) -> NDArray[np.uint64]:
    """Return a table as numbers of atoms; uint64, shape (2, templates, 3): not of pronouns, of pronouns.

    (Unsigned, since a kernel looks at the sign of an index first.)
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
#: The first template of he and she alone; other mentions have those before it.
FIRST_OF_NAME = len(_read(PAIR_TEMPLATES))
NEW_TEMPLATES = tuple(name for name, *_ in _read(START_TEMPLATES))
NEW = len(NEW_TEMPLATES)
