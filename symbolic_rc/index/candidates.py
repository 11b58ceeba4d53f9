"""The candidates of a story as rows: spans of any origin, and what coreference resolves mentions to."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from symbolic_rc.core.arrays import Ints
from symbolic_rc.core.entity import Entity, Frame, Mention
from symbolic_rc.index import columns as C
from symbolic_rc.index.codes import word_code
from symbolic_rc.lexicon.english import ARTICLES

if TYPE_CHECKING:
    from spacy.tokens import Doc


_LONGEST_QUOTE = 25
_NUMERIC = frozenset({"DATE", "TIME", "DURATION", "CARDINAL", "ORDINAL", "MONEY", "QUANTITY", "PERCENT"})


def given_spans(doc: Doc, tok: Ints, mentions: list[Mention], frames: list[Frame]) -> Ints:
    """Return mentions, arguments, named entities, numbers and quotations: start, end, head, shape; int32."""
    rows = [(m.start, m.end, m.head, C.NAME if m.kind == "name" else C.MENTIONED) for m in mentions]
    for mention in mentions:
        if mention.kind == "name":
            start, end = name_core(tok, mention.start, mention.end, mention.head)
            head = mention.head if start <= mention.head < end else end - 1
            rows.append((start, end, head, C.NAME))
    for frame in frames:
        for argument in frame.arguments:
            rows.append((argument.start, argument.end, argument.head, C.ARGUMENT))
            if argument.end - argument.start > 1 and tok[C.DEP, argument.start] == C.D_CASE:
                rows.append((argument.start + 1, argument.end, argument.head, C.ARGUMENT))
    rows += [(e.start, e.end, e.root.i, C.NUMBER if e.label_ in _NUMERIC else C.NAME) for e in doc.ents]
    marks = np.flatnonzero(doc.to_array(["IS_QUOTE"])).tolist()
    pairs = zip(marks[::2], marks[1::2], strict=False)
    rows += [(start + 1, end, end - 1, C.QUOTED) for start, end in pairs if 1 < end - start <= _LONGEST_QUOTE]
    return np.array(sorted(rows), np.int32).reshape(-1, 4)


def candidate_rows(tok: Ints, spans: Ints, mentions: list[Mention], entities: list[Entity]) -> Ints:
    """Give the spans their columns, and add for each mention what its entity is best called."""
    own = np.zeros((len(spans), C.CAND_COLUMNS), np.int32)
    own[:, [C.START, C.END, C.TOP, C.SHAPE]] = spans
    own[:, C.A_START], own[:, C.A_END] = spans[:, 0], spans[:, 1]
    cores = {
        i: name_core(tok, mention.start, mention.end, mention.head)
        for i, mention in enumerate(mentions)
        if mention.kind == "name"
    }
    rows = []
    for entity in entities:
        names = [cores[i] for i in entity.mentions if i in cores]
        if not names:
            continue
        start, end = max(names, key=lambda span: (min(span[1] - span[0], 5), -span[0]))
        for i in entity.mentions:
            mention = mentions[i]
            if i in cores and cores[i][1] - cores[i][0] >= end - start:
                continue
            shape = C.RESOLVED | (C.NAME if mention.kind == "name" else C.MENTIONED)
            rows.append((mention.start, mention.end, mention.head, shape, 0, 0, start, end, 0))
    if rows:
        own = np.concatenate([own, np.array(rows, np.int32)])
    if not len(own):
        return own
    own[:, C.C_SENT] = tok[C.SENT, own[:, C.START]]
    own[:, C.C_ENTITY] = tok[C.ENTITY, own[:, C.TOP]]
    fill_same(tok, own)
    order = np.lexsort((own[:, C.A_START], own[:, C.END], own[:, C.START], own[:, C.C_SENT]))
    return np.ascontiguousarray(own[order])


def fill_same(tok: Ints, cand: Ints) -> None:
    """Fill SAME: a hash of the answer's words without articles and marks, equal for equal answers."""
    weight = np.array(tok[C.LOWER], np.int64) * 2654435761
    articles = np.array([word_code(word) for word in ARTICLES], np.int32)
    article = np.isin(tok[C.LOWER], articles) | (tok[C.POS] == C.P_PUNCT)
    weight[article] = 0
    running = np.concatenate([[0], np.cumsum(weight, dtype=np.int64)])
    total = running[cand[:, C.A_END]] - running[cand[:, C.A_START]]
    cand[:, C.SAME] = (total ^ (total >> 31)) & 0x7FFFFFFF


_PROPER = (C.P_NOUN, C.P_VERB, C.P_ADJ, C.P_NUM, C.P_X, C.P_SYM, C.P_INTJ)
_QUOTES = "\" “ ” ' ‘ ’ `` ''"


@lru_cache(maxsize=16)
def _codes(words: str) -> frozenset[int]:
    return frozenset(word_code(word) for word in words.split())


def name_core(tok: Ints, start: int, end: int, head: int) -> tuple[int, int]:
    """Return the run of a name's words around the head of a mention, or its last such run; else all of it.

    Words of a name may be joined by a small word, a hyphen, or a nickname's marks.
    """
    lower = tok[C.LOWER]
    joints, quotes = _codes("of the de von van der la le du del da di & - . 's ’s"), _codes(_QUOTES)

    def proper(i: int) -> bool:
        if tok[C.POS, i] == C.P_PROPN:
            return bool(tok[C.NAMED, i])
        first = i == 0 or tok[C.SENT, i - 1] != tok[C.SENT, i]
        return bool(tok[C.NAMED, i]) and int(tok[C.POS, i]) in _PROPER and not first

    at = head if proper(head) else next((i for i in range(end - 1, start - 1, -1) if proper(i)), -1)
    if at < 0:
        return start, end
    low, high = _grown(lower, at, start, end, proper, joints | quotes)
    if sum(int(lower[i]) in quotes for i in range(low, high)) % 2:
        low, high = _grown(lower, at, start, end, proper, joints)
    dot = high < end - 1 and tok[C.POS, high] == C.P_PUNCT and int(lower[high]) in joints
    if high < end and tok[C.POS, high + dot] == C.P_NUM:
        high += 1 + dot  # Maroon 5, Symphony No. 4
    return low, high


def _grown(
    lower: Ints,
    at: int,
    start: int,
    end: int,
    proper: Callable[[int], bool],
    joints: frozenset[int],
) -> tuple[int, int]:
    """Grow a name from one word to both sides as far as its words are proper, or joined by one or two."""
    low, high = at, at + 1
    while low > start:
        step = low - 1
        while step > start and low - step <= 2 and int(lower[step]) in joints:
            step -= 1
        if not proper(step):
            break
        low = step
    while high < end:
        step = high
        while step < end - 1 and step - high < 2 and int(lower[step]) in joints:
            step += 1
        if not proper(step):
            break
        high = step + 1
    return low, high
