"""The candidates of a story as rows: spans of any origin, and what coreference resolves mentions to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.entity import Entity, Mention
from symbolic_rc.core.frame import Frame
from symbolic_rc.index import columns as C
from symbolic_rc.index.codes import word_code
from symbolic_rc.index.name_core import name_core

if TYPE_CHECKING:
    from spacy.tokens import Doc

_LONGEST_QUOTE = 25
_NUMERIC = frozenset({"DATE", "TIME", "DURATION", "CARDINAL", "ORDINAL", "MONEY", "QUANTITY", "PERCENT"})


def given_spans(
    doc: Doc, tok: NDArray[np.int32], mentions: list[Mention], frames: list[Frame]
) -> NDArray[np.int32]:
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


def candidate_rows(
    tok: NDArray[np.int32], spans: NDArray[np.int32], mentions: list[Mention], entities: list[Entity]
) -> NDArray[np.int32]:
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


def fill_same(tok: NDArray[np.int32], cand: NDArray[np.int32]) -> None:
    """Fill SAME: a hash of the answer's words without articles and marks, equal for equal answers."""
    weight = np.array(tok[C.LOWER], np.int64) * 2654435761
    article = np.isin(tok[C.LOWER], _articles()) | (tok[C.POS] == C.P_PUNCT)
    weight[article] = 0
    running = np.concatenate([[0], np.cumsum(weight, dtype=np.int64)])
    total = running[cand[:, C.A_END]] - running[cand[:, C.A_START]]
    cand[:, C.SAME] = (total ^ (total >> 31)) & 0x7FFFFFFF


def _articles() -> NDArray[np.int32]:
    return np.array([word_code(word) for word in ("the", "a", "an")], np.int32)
