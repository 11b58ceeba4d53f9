"""What a whole tree shows of a word's relation, as data: conjunctions of the atoms of `tree_templates`."""

from __future__ import annotations

from symbolic_rc.annotate.parser.tree_templates import compile_kinds

#: Of every word.
_EVERY = """
d.l|side d.w|h.w d.w|h.u d.w|h.t|side d.c|h.w d.t|h.w|side d.c|h.c d.t|h.t|side|far d.k|h.k|d.t|h.t d.w|d.t
d.x|d.t|h.u h.x|h.t|d.u h.w|h.t d-.w|d.w d.w|d+.w d-.t|d.t|d+.t d-.w|d.t|h.u d+.w|d.t|h.u
h+.t|h.t|d.t h-.t|h.t|d.t core|d.u core|h.w core|d.w core|h.t|d.t all|h.u s.l|h.w s.l|d.t|h.t s.w|d.w
s.l|h.u|d.u g.t|h.l|d.t h.l|h.w h.l|d.w h.l|g.w h.l|d.t|h.t f.w|d.t f.l|r.l|d.t|h.u r.w|d.t a.w|d.u|h.u
b.w|d.u|h.u a-.w|d.u b+.w|d.u a-.t|b+.t|d.u c.w|h.t|d.t vp|h.u|d.u cp|h.u|d.u size|d.u|h.u at|d.w
last.w|d.u same|d.t nl|nr|d.t
"""
#: Of a word with a preposition or a conjunction that introduces it.
_MARKED = "h.w|m.w m.w|d.w m.w|d.t|h.t m.w|h.c m.w|d.c m.w|core m.w|far|h.u"

COMPILED = compile_kinds(_EVERY, _MARKED)
#: Features of one word, at most: those that mark it may be two.
MOST = len(COMPILED.all.parts) + len(_MARKED.split())
