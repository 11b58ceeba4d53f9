"""The features of a candidate argument as data: what is seen of it, and which of it is taken together.

What stands behind them: Xue & Palmer 2004, Pradhan et al. 2005, Johansson & Nugues 2008, Björkelund et al.
2009. To add a feature, add a template at the end of a group; one that needs something new needs its name in
`ATOMS` and a line in `argument_atoms`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

#: What is seen, by name: of the candidate, of the predicate (p.), of the word of the predicate's clause that
#: the path turns at (top.), of the word between the two (middle.); then what is combined before templates.
ATOMS = (
    "none", "pos", "tag", "marker", "form", "class", "lemma", "word", "dep", "entity", "cluster",
    "p.lemma", "p.tag", "p.dep", "p.class", "p.cluster", "p.marker", "p.form", "roleset", "group", "wide",
    "pattern", "order", "subject", "object", "kind+voice", "pattern+voice",
    "after", "place", "before", "behind", "rank", "comma", "verbs", "between", "past", "size",
    "first", "last", "first.tag", "last.tag", "second", "p.path",
    "top.lemma", "top.tag", "top.class", "top.pattern", "top.voice", "pattern+top.voice", "gap",
    "middle.lemma", "middle.class", "middle.marker",
    "where", "short", "deep", "surface", "surface+between", "surface+dep", "surface+first", "surface+marker",
    "surface+past", "surface+pattern",
)  # fmt: skip
AT = {name: i for i, name in enumerate(ATOMS)}

#: Groups of templates: the number of the first, the atom that all are crossed with (or none: the piece before
#: the colon), and the templates; pieces between bars are taken together.
ALWAYS = (
    (1000, "where", """
        none pos tag marker form class lemma marker|class marker|entity p.lemma p.lemma|marker roleset group
        group|marker p.class p.class|marker pattern pattern|marker place p.tag before|behind before|marker
        behind|marker group|class wide|marker wide|pattern
    """),
    (1100, "short", """
        none lemma class cluster entity p.lemma roleset roleset|class roleset|pattern group|pattern order
        group|order p.class|class p.class|pattern first last first.tag|last.tag form group|form p.lemma|form
        rank|comma wide|class p.cluster|none wide|form subject|class object|class
    """),
    (1200, "", """
        lemma:kind+voice word:after marker:lemma marker:class marker:entity|last.tag first:last form:class
        p.path:after p.path:marker|kind+voice p.lemma:marker|pos roleset:marker|pos roleset:lemma
        group:marker|lemma group:marker|pos p.lemma:lemma|after marker:cluster|pos first:first.tag|pos
        marker:first|second size:dep|after place:pos|p.tag
    """),
    (1250, "", """
        surface+between:none surface+between:first surface+between:p.lemma surface+between:group|dep
        surface:comma|verbs surface+dep:comma|verbs surface+first:comma|verbs surface+marker:p.lemma
        surface+past:dep surface+first:lemma surface+pattern:marker|comma short:between|pattern
        short:p.lemma|lemma short:p.cluster|class short:p.lemma|cluster first:last|dep
    """),
    (1280, "deep", "none roleset group pattern|pos class dep|marker wide|pattern"),
)  # fmt: skip
#: Of candidates whose path goes up.
RAISED = (
    (1287, "deep", "top.lemma|p.dep"),
    (1300, "", """
        where:top.lemma where:top.tag where:top.lemma|marker where:top.voice|pattern where:gap|form
        where:gap|roleset where:gap|group short:top.lemma|p.dep short:p.dep|pattern
        short:p.dep|pattern+top.voice p.lemma:top.lemma|dep|after where:p.marker|pattern
        where:p.marker|top.lemma where:top.pattern|p.marker where:top.pattern|top.lemma
        where:top.class|p.marker where:p.form|pattern where:p.form|comma where:pattern+voice|group
    """),
)  # fmt: skip
#: Of candidates two steps below.
BELOW = (
    (1330, "", """
        where:middle.lemma where:middle.lemma|marker where:middle.class|marker
        p.lemma:middle.lemma|marker|dep where:middle.marker|marker
    """),
)  # fmt: skip


class Templates(NamedTuple):
    """Templates as kernels take them: a row each.

    Attributes
    ----------
    numbers : ndarray of uint64, shape (n,)
    crossed : ndarray of int64, shape (n,)
        The atom before the colon.
    parts : ndarray of int64, shape (n, 3)
        The atoms behind it; -1 for none.
    raised, below, total : int
        Where the groups `RAISED` and `BELOW` start, and how many templates there are.
    """

    numbers: NDArray[np.uint64]
    crossed: NDArray[np.int64]
    parts: NDArray[np.int64]
    raised: int
    below: int
    total: int


def compiled() -> Templates:
    """Return all templates as arrays."""
    rows: list[tuple[int, int, list[int]]] = []
    starts = []
    for groups in (ALWAYS, RAISED, BELOW):
        starts.append(len(rows))
        for number, crossed, text in groups:
            for i, template in enumerate(text.split()):
                part, _, rest = template.rpartition(":")
                rows.append((number + i, AT[part or crossed], [AT[name] for name in rest.split("|")]))
    parts = np.full((len(rows), 3), -1, np.int64)
    for row, (_, _, atoms) in enumerate(rows):
        parts[row, : len(atoms)] = atoms
    return Templates(
        np.array([number for number, _, _ in rows], np.uint64),
        np.array([crossed for _, crossed, _ in rows], np.int64),
        parts,
        starts[1],
        starts[2],
        len(rows),
    )


TEMPLATES = compiled()
#: No candidate has more features than this.
CAPACITY = TEMPLATES.total
