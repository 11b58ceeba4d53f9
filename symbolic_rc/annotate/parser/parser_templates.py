"""The parser's features as data: atoms of a state or an arc, and their conjunctions."""

from __future__ import annotations

from symbolic_rc.models.templates import compile_templates

#: Instead of a column of fields: the label of a node's arc.
OWN_LABEL = 99
#: Fields of a node: w word, t joint tag, u UD tag, c fine cluster, k coarse cluster, x suffix; l its label.
FIELDS = {"w": 0, "t": 1, "u": 2, "c": 3, "k": 4, "x": 5, "l": OWN_LABEL}
#: The columns of the two tags.
JOINT_TAG, UD_TAG = FIELDS["t"], FIELDS["u"]
#: Columns of a node's children, and of its counts of children on each side.
LEFTMOST, SECOND_LEFT, RIGHTMOST, SECOND_RIGHT = range(4)
ON_LEFT, ON_RIGHT = range(2)
#: Nodes of a state, in the order in which `arc_hybrid.fill_state` fills them.
STATE = "s0 s1 s2 b0 b1 b2 s0l s0m s0r s0q s1l s1m s1r s1q b0l b0m p0 n0 q0".split()
#: Their places: words of the stack and the buffer, their children; before b0, after s0, before s0.
(
    S0, S1, S2, B0, B1, B2,
    S0_LEFT, S0_LEFT2, S0_RIGHT, S0_RIGHT2, S1_LEFT, S1_LEFT2, S1_RIGHT, S1_RIGHT2,
    B0_LEFT, B0_LEFT2, BEFORE_B0, AFTER_S0, BEFORE_S0,
) = range(len(STATE))  # fmt: skip
#: Counts of a state: how far s0 is from b0 and s1 from s0, how many children, how many words on the stack.
STATE_EXTRA = ("d", "e", "vl", "vr", "vs", "vb", "z")
TO_B0, TO_S1, S0_LEFTS, S0_RIGHTS, S1_RIGHTS, B0_LEFTS, STACKED = range(len(STATE_EXTRA))
#: Nodes of an arc, in the order in which `arc_hybrid.fill_arc` fills them.
LABEL = ("h", "d", "d-", "d+", "h-", "h+", "dl", "dm", "dr", "dq", "hl", "hm", "hr", "hq")
#: Their places: head and dependent, their neighbours, their children.
(
    HEAD, WORD, BEFORE_WORD, AFTER_WORD, BEFORE_HEAD, AFTER_HEAD,
    WORD_LEFT, WORD_LEFT2, WORD_RIGHT, WORD_RIGHT2, HEAD_LEFT, HEAD_LEFT2, HEAD_RIGHT, HEAD_RIGHT2,
) = range(len(LABEL))  # fmt: skip
LABEL_EXTRA = ("far", "side", "vh", "vd")
FAR, SIDE, HEAD_CHILDREN, WORD_CHILDREN = range(len(LABEL_EXTRA))

#: Each word is a template, each piece between bars an atom: node.field, or the name of a count.
_STATE = """
s0.w s0.t s0.w|s0.t s0.c s0.x s1.w s1.t s1.w|s1.t s1.c s2.t s2.w b0.w b0.t b0.w|b0.t b0.c b0.x b1.w b1.t b1.w|b1.t b1.c
b2.w b2.t b2.w|b2.t p0.t p0.w n0.t q0.t
s0.w|b0.w s0.t|b0.t s0.w|b0.t s0.t|b0.w s0.w|s0.t|b0.t s0.t|b0.w|b0.t s0.w|s0.t|b0.w|b0.t s0.c|b0.c s0.k|b0.k|b0.t
s0.w|s1.w s0.t|s1.t s0.w|s1.t s0.t|s1.w s0.w|s0.t|s1.t s0.t|s1.w|s1.t s0.w|s0.t|s1.w|s1.t s0.c|s1.c s0.k|s1.k
s1.t|b0.t s1.w|b0.t s1.t|b0.w s1.w|b0.w s1.c|b0.c b0.t|b1.t b0.w|b1.t b0.t|b1.w b0.w|b1.w s0.w|b1.w s0.t|b1.t
s0.t|b0.t|b1.t s0.w|b0.t|b1.t s0.t|b0.w|b1.t s0.t|b0.t|b1.w b0.t|b1.t|b2.t s1.t|s0.t|b0.t s1.w|s0.t|b0.t s1.t|s0.w|b0.t s1.t|s0.t|b0.w
s2.t|s1.t|s0.t s2.t|s1.t|s0.t|b0.t s1.t|s0.t|b0.t|b1.t s0.t|b0.t|b1.t|b2.t s1.u|s0.u|b0.u|b1.u|b2.u s2.u|s1.u|s0.u|b0.u|b1.u
s0.t|s0l.t|b0.t s0.t|s0r.t|b0.t s0.t|b0.t|b0l.t s1.t|s0.t|s0l.t s1.t|s0.t|s0r.t s1.t|s1r.t|s0.t s1.t|s1l.t|s0.t s0.t|s0m.t|s0l.t s0.t|s0q.t|s0r.t s1.t|s1r.t|b0.t
s0.w|d s0.t|d b0.w|d b0.t|d s0.w|b0.w|d s0.t|b0.t|d s0.t|s1.t|e s0.t|b0.t|d|s1.t s1.w|s0.w|e p0.t|s0.t|b0.t n0.t|s0.t|b0.t q0.t|s0.t|b0.t
s0.w|vr s0.t|vr s0.w|vl s0.t|vl s1.w|vs s1.t|vs b0.w|vb b0.t|vb s0.t|vr|b0.t s0.t|vl|vr|s1.t s1.t|vs|s0.t|b0.t s0.w|vr|b0.t
s0l.w s0l.t s0r.w s0r.t s1l.w s1l.t s1r.w s1r.t b0l.w b0l.t s0l.l s0r.l s1l.l s1r.l b0l.l
s0.w|s0l.l s0.w|s0r.l s1.w|s1l.l s1.w|s1r.l b0.w|b0l.l s0.t|s0l.l|s0m.l s0.t|s0r.l|s0q.l s1.t|s1r.l|s1q.l b0.t|b0l.l|b0m.l
s0.t|s0r.l|b0.t s0.t|s0l.l|b0.t s1.t|s1r.l|s0.t s0.t|b0.t|b0l.l s0.w|s0r.w|b0.w s0.t|s0r.w|b0.t s1.t|s1r.w|s0.t s0.w|s0l.w|s1.t
s0.u|s0l.l|s0r.l|b0.u s1.u|s1l.l|s1r.l|s0.u s0.u|s0r.l|s1.u|b0.u|b1.u s1.w|s0l.w|s0.t z|s0.t|b0.t z|s0.u|s1.u|b0.u
"""
_LABEL = """
h.w|side h.t|side h.w|h.t|side d.w|side d.t|side d.w|d.t|side d.c|side d.x|d.t|side h.c|d.t|side h.x|d.t|side d.k|d.t|h.t
h.w|d.w|side h.t|d.t|side h.w|d.t|side h.t|d.w|side h.w|h.t|d.t|side h.t|d.w|d.t|side h.t|d.t|far h.u|d.w|far h.c|d.c|side h.k|d.k|h.t|d.t|side
d.t|d-.t|h.t|side d.t|d+.t|h.t|side d.t|d-.w|h.t d.t|d+.w|h.t h.t|h+.t|d.t|side h.t|h-.t|d.t|side d-.t|d.t|d+.t d-.w|d.t|side d+.w|d.t|side
dl.w|d.t|side dl.t|d.t|h.t|side dl.l|d.t|h.t|side dr.w|d.t|side dr.t|d.t|h.t|side dr.l|d.t|h.t|side dl.w|dl.l|h.w dl.w|d.w dl.w|d.w|h.w dl.w|h.w|h.t
dl.l|dm.l|d.t|h.t|side dr.l|dq.l|d.t|h.t|side dl.w|dm.w|d.t dl.w|dm.w|h.t|d.t
hl.l|hr.l|h.t|d.t|side hl.l|h.w|d.t|side hr.l|h.w|d.t|side hr.w|h.t|d.t|side hl.w|h.t|d.t|side hr.l|hq.l|h.t|d.t|side hl.l|hm.l|h.t|d.t|side hr.t|h.t|d.t|side
vh|h.t|d.t|side vd|h.t|d.t|side vd|d.w|side vh|h.w|side|d.t h.w|d.t|dl.l|side h.t|d.w|dl.w|side hl.l|d.t|h.t|d.w|side h.w|hr.l|d.w
hm.l|hl.l|hr.l|h.u|d.u|side dl.l|dr.l|d.t|h.t|side
"""

STATE_TEMPLATES = compile_templates(_STATE, {node: i for i, node in enumerate(STATE)}, FIELDS, STATE_EXTRA)
LABEL_TEMPLATES = compile_templates(_LABEL, {node: i for i, node in enumerate(LABEL)}, FIELDS, LABEL_EXTRA)
STATE_NODES, LABEL_NODES = len(STATE), len(LABEL)
STATE_SIZE = len(STATE_TEMPLATES.places) + len(STATE_EXTRA)
LABEL_SIZE = len(LABEL_TEMPLATES.places) + len(LABEL_EXTRA)
