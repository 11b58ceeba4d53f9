"""The candidates that can answer a form of question: for names the names alone, in the form asked for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from symbolic_rc.core.arrays import Flags, Ints, Longs
from symbolic_rc.index import columns as C
from symbolic_rc.index.candidates import fill_same
from symbolic_rc.index.codes import word_code
from symbolic_rc.index.story_index import StoryIndex
from symbolic_rc.lexicon.english import TITLES
from symbolic_rc.question.understanding import Understanding

_LONGEST_NAME = 5
#: Kinds of question of which "the name of" wants a name; "why did she change her name?" does not.
_NAMED_KINDS = ("person", "place", "object")
_NOMINAL = (C.P_NOUN, C.P_PROPN, C.P_NUM, C.P_ADJ, C.P_X)
_TITLES = frozenset(word_code(word) for title in TITLES for word in (title, f"{title}."))
Span = tuple[int, int]


def eligible_candidates(story: StoryIndex, understanding: Understanding) -> StoryIndex:
    """Return the story with the candidates that can answer a question of this form and kind.

    A question for a first, last or full name has one candidate for each mention that is a name, or that
    coreference gives a name; its answer is that part of the name, wherever the name stands whole.
    A question for a person has no clauses, and none has a bare pronoun without a name. What was
    made is remembered with the story.
    """
    story = story.memo.setdefault("whole", story)
    if understanding.kind == "cloze":
        return story
    key = "person" if understanding.kind == "person" else "any"
    key = understanding.form if " " in understanding.form else key
    if not len(story.cand):
        return story
    known = story.memo.setdefault("seen as", {})
    if key not in known:
        made = _names(story, key) if " " in key else _without_pronouns(story, key == "person")
        # where there is no such candidate all are eligible
        known[key] = made if len(made.cand) else story
    return known[key]


def wants_name(understanding: Understanding) -> bool:
    """Return whether a question asks for a name, in whatever form."""
    return understanding.form == "name" and understanding.kind in _NAMED_KINDS


def can_be_name(story: StoryIndex, cand: Ints) -> Flags:
    """Return which nominal candidates can be names, by their capitals or quotation marks."""
    first = story.tok[:, cand[:, C.A_START]]
    small = np.isin(first[C.POS], (C.P_PRON, C.P_ADP, C.P_SCONJ, C.P_CCONJ, C.P_ADV))
    second = np.minimum(cand[:, C.A_START] + 1, cand[:, C.A_END] - 1)
    article = first[C.POS] == C.P_DET
    named = np.where(article, story.tok[C.NAMED, second] == 1, (first[C.NAMED] == 1) & ~small)
    nominal = np.isin(story.tok[C.POS, cand[:, C.TOP]], _NOMINAL) | ((cand[:, C.SHAPE] & C.RESOLVED) > 0)
    return (named & nominal) | ((cand[:, C.SHAPE] & C.QUOTED) > 0)


def _with(story: StoryIndex, rows: Longs, cand: Ints) -> StoryIndex:
    """Return the story with other candidates: `rows` says whose hashed features each has."""
    bounds = np.searchsorted(cand[:, C.C_SENT], np.arange(len(story.bounds))).astype(np.int32)
    return replace(story, cand=cand, cand_bounds=bounds, shapes=story.shapes[rows])


def _without_pronouns(story: StoryIndex, nominal: bool) -> StoryIndex:
    """Return the story without bare pronouns that have no name; with nominals alone if asked."""
    part = story.tok[C.POS, story.cand[:, C.TOP]]
    resolved = (story.cand[:, C.SHAPE] & C.RESOLVED) > 0
    if nominal:
        good = np.isin(part, _NOMINAL)
    else:
        good = (part != C.P_PRON) | (story.cand[:, C.END] - story.cand[:, C.START] > 1)
    rows = np.flatnonzero(good | resolved)
    return _with(story, rows, np.ascontiguousarray(story.cand[rows]))


def _names(story: StoryIndex, form: str) -> StoryIndex:
    cand = story.cand
    shape = cand[:, C.SHAPE]
    resolved = (shape & C.RESOLVED) > 0
    named = ((shape & (C.NAME | C.CORE)) > 0) & (story.tok[C.POS, cand[:, C.TOP]] == C.P_PROPN) & ~resolved
    # of several spans around one head the longest name; what coreference resolved stands by itself
    longest: dict[int, int] = {}
    for row in np.flatnonzero(named).tolist():
        head = int(cand[row, C.TOP])
        if not _is_name(story, int(cand[row, C.START]), int(cand[row, C.END])):
            continue
        other = longest.get(head)
        if other is None or _length(cand, row) > _length(cand, other):
            longest[head] = row
    inner = {t for row in longest.values() for t in range(int(cand[row, C.START]), int(cand[row, C.END]))}
    kept = [row for head, row in longest.items() if not _inside(cand, row, longest, head)]
    kept += [
        row
        for row in np.flatnonzero(resolved).tolist()
        if int(cand[row, C.TOP]) not in inner
        and _is_name(story, int(cand[row, C.A_START]), int(cand[row, C.A_END]))
    ]
    rows = np.array(sorted(kept), np.int64)
    out = np.ascontiguousarray(cand[rows])
    whole = _whole_names(story, {(int(c[C.A_START]), int(c[C.A_END])) for c in out})
    for c in out:
        start, end = _formed(story, (int(c[C.A_START]), int(c[C.A_END])), form, whole)
        c[C.A_START], c[C.A_END] = start, end
    fill_same(story.tok, out)
    return _with(story, rows, out)


def _length(cand: Ints, row: int) -> int:
    return int(cand[row, C.END] - cand[row, C.START])


def _inside(cand: Ints, row: int, longest: dict[int, int], head: int) -> bool:
    """Return whether another name holds this one."""
    start, end = int(cand[row, C.START]), int(cand[row, C.END])
    near = range(start - _LONGEST_NAME, end + _LONGEST_NAME)
    spans = [cand[longest[t], [C.START, C.END]].tolist() for t in near if t in longest and t != head]
    return any(first <= start and last >= end and last - first > end - start for first, last in spans)


def _is_name(story: StoryIndex, start: int, end: int) -> bool:
    """Return whether a span is short and all in capitals, small words of function aside."""
    if end - start > _LONGEST_NAME + 1:
        return False
    inside = story.tok[:, start:end]
    return bool(inside[C.NAMED, 0] and ((inside[C.NAMED] == 1) | (inside[C.FUNC] == 1)).all())


def _proper(story: StoryIndex, span: Span) -> list[int]:
    """Return the tokens of a name without titles and small words."""
    tokens = [t for t in range(*span) if story.tok[C.NAMED, t] and story.tok[C.POS, t] != C.P_PUNCT]
    bare = [t for t in tokens if int(story.tok[C.LOWER, t]) not in _TITLES]
    return bare or tokens


def _whole_names(story: StoryIndex, spans: set[Span]) -> dict[int, Span]:
    """Return for each word of the names of several words the longest such name; last words first."""
    found: dict[int, Span] = {}
    many = sorted((s for s in spans if len(_proper(story, s)) > 1), key=lambda s: (s[0] - s[1], s[0]))
    for place in (-1, 0):
        for span in many:
            proper = _proper(story, span)
            found.setdefault(int(story.tok[C.LOWER, proper[place]]), span)
    return found


def _formed(story: StoryIndex, span: Span, form: str, whole: dict[int, Span]) -> Span:
    """Return where the part of a name stands that is asked for; the whole name may stand elsewhere."""
    if not (proper := _proper(story, span)):
        return span
    if len(proper) == 1 and (other := whole.get(int(story.tok[C.LOWER, proper[0]]))) is not None:
        if form == "full name":
            return other
        proper = _proper(story, other)
    if form == "full name":
        return span
    at = proper[0] if form == "first name" else proper[-1]
    return at, at + 1
