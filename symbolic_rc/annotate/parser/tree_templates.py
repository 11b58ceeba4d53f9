"""Templates of whole-tree features: atoms of a word in its tree, and their conjunctions."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from symbolic_rc.annotate.parser.parser_templates import FIELDS
from symbolic_rc.core.arrays import Longs
from symbolic_rc.models.templates import Templates, compile_templates

#: Nodes of a word in its tree, in the order in which `tree_features` fills them: the word, its head and the
#: head's head; the word's next sibling towards the head, and that one's; the words beside the word and its
#: head; the first and last word of its phrase, and those beside the phrase; its first child on the left and
#: last on the right; its marker (a preposition, a conjunction); its coordinator; the sentence's first and
#: last word.
NODES = "d h g s z d- d+ h- h+ a b a- b+ f r m c first last".split()
(
    WORD, HEAD, GRAND, SIBLING, SIBLING2, BEFORE_WORD, AFTER_WORD, BEFORE_HEAD, AFTER_HEAD, START, END,
    BEFORE_START, AFTER_END, LEFT_CHILD, RIGHT_CHILD, MARKER, COORDINATOR, FIRST, LAST,
) = range(len(NODES))  # fmt: skip
#: Counts: the side on which a word hangs, with that of its head; how far its head is, its sibling, its
#: coordinator from its head, and both ends of the sentence; verbs, marks and conjunctions between it and its
#: head; the sizes of its phrase and of its head's; how many children it has on each side, and its head on the
#: left; its children's relations, those of arguments, and whether it and its head have any of these,
#: or a preposition.
EXTRA = "side sides far near off at to vp cp size size.h nl nr nl.h all core both same".split()
(
    SIDE, SIDES, FAR, NEAR, OFF, AT, TO, VERBS_MARKS, JOINTS_MARKS, SIZE, HEAD_SIZE, LEFTS, RIGHTS,
    HEAD_LEFTS, ALL, CORE, BOTH, SAME,
) = range(len(EXTRA))  # fmt: skip

#: Of every word.
_EVERY = """
h.w|d.w|side h.w|d.w|d.l|side h.t|d.t|side|far h.t|d.t|d.l|side h.w|d.t|d.l|side h.t|d.w|d.l|side
h.w|d.l|side d.w|d.l|side h.c|d.c|d.l|side h.k|d.k|h.u|d.u|d.l|side h.c|d.t|d.l|side h.t|d.c|d.l|side
h.u|h+.u|d-.u|d.u|side h-.u|h.u|d-.u|d.u|side h.u|h+.u|d.u|d+.u|side h-.u|h.u|d.u|d+.u|side
d-.t|d.t|d+.t|h.u|d.l|side d.w|d-.w|d.l|side d.w|d+.w|d.l|side h.u|d.u|d.l|side|vp h.u|d.u|d.l|side|cp
h.u|d.u|d.l|side|far d.w|d.l|side|far d.l|side|h.w|vp g.u|h.u|d.u|sides g.t|h.t|d.t|d.l|h.l|sides
g.w|d.w|d.l|side g.u|h.w|d.u|d.l|side g.w|h.u|d.u|d.l|h.l|side g.u|h.u|d.w|d.l|h.l|side
g.k|h.k|d.k|d.l|h.l|side g.u|d.l|h.l|side g.w|h.w|d.l|side h.u|s.u|d.u|side h.t|s.t|d.t|d.l|s.l|side
h.w|s.l|d.l|side h.u|s.l|d.l|side s.w|d.w|h.u|side s.u|d.u|near|d.l|side s.k|d.k|h.k|d.l|s.l|side
h.u|z.l|s.l|d.l|side s.w|d.t|s.l|d.l|side s.t|d.w|s.l|d.l|side h.u|s.u|d.u|g.u|sides d.u|d.l|side|size
d.u|d.l|a-.u|b+.u h.u|d.l|side|a.u|b.u|d.u d.u|d.l|b+.w|side d.u|d.l|a-.w|side d.l|side|b.w|h.u
d.l|side|size|h.u d.l|side|a-.w|b+.w|h.u d.t|all|d.l d.w|core d.t|nl|nr|d.l d.c|core d.t|core|d.l
d.w|nl|nr d.u|f.l|r.l|d.l d.w|f.l|r.l d.w|d.t d-.t|d.t|d+.t d-.w|d.t|d+.t d-.t|d.t|d+.w d.x|d.t|d+.t
d.c|d.t d-.w|d.w|d.t d.w|d+.w|d.t
"""
#: Of a word with a preposition or a conjunction that introduces it.
_MARKED = """
h.w|m.w|d.w|d.l|side h.w|m.w|d.l|side h.u|m.w|d.w|d.l|side h.c|m.w|d.c|d.l|side h.t|m.w|d.t|d.l|side|far
h.c|m.w|d.u|d.l|side h.u|m.w|d.c|d.l|side h.u|m.w|d.l|vp
"""
#: Of a word that is joined to another.
_JOINED = """
h.u|d.u|both h.t|d.t|same h.x|d.x|same h.c|d.c|both h.u|d.u|h.l h.u|d.u|nl.h|nl c.w|h.t|d.t|off
size.h|size|h.u|d.u
"""
#: Of the root.
_ROOT = """
d.t|last.w|nl|nr d.w|last.w d.t|first.t|at d.t|to|last.u d.t|core
"""


class TreeTemplates(NamedTuple):
    """The templates of all words, then of those with a marker, of conjuncts and of roots."""

    all: Templates
    ends: Longs  #: (4,): where each kind's rows end


EVERY, MARKED, JOINED, ROOT = range(4)
COUNTS = len(EXTRA)


def compile_kinds(every: str, marked: str, joined: str = "", root: str = "") -> TreeTemplates:
    """Return the templates of each kind of words as the arrays that the kernels take."""
    kinds = (every, marked, joined, root)
    return TreeTemplates(
        compile_templates(" ".join(kinds), {node: i for i, node in enumerate(NODES)}, FIELDS, EXTRA),
        np.cumsum([len(kind.split()) for kind in kinds]),
    )


COMPILED = compile_kinds(_EVERY, _MARKED, _JOINED, _ROOT)
#: Maximum number of features of a word, which may have two markers.
MOST = len(COMPILED.all.parts) + len(_MARKED.split())
