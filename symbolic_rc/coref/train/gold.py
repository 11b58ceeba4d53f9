"""Between what was found in a text and a corpus' gold: labels for training, clusters for scoring."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.coref.linking import Links, Reading
from symbolic_rc.coref.mentions.attributes import CORE, GENDER, KIND, NAME, PRONOUN, TYPE
from symbolic_rc.coref.mentions.mention_types import LITBANK, THING
from symbolic_rc.coref.mentions.pronouns import NEUTER
from symbolic_rc.coref.train.corpora import Alignment, GapSnippet, GoldDocument, Span
from symbolic_rc.coref.train.drawing import as_litbank, as_ontogum
from symbolic_rc.coref.train.inner_names import inner_names

#: Training modes of a mention, as `arrays.Lesson` takes them.
UNUSED, COMPLETE, PARTIAL, CHOICE, CATAPHOR = range(5)


@dataclass(frozen=True, slots=True)
class Labels:
    """What a corpus says of the mentions found in a text.

    Attributes
    ----------
    gold : ndarray of int32
        Gold entity of each mention, or -1.
    mode : ndarray of int32
    types : ndarray of int32
        Gold class of each mention (`types.TYPES`; `THING` where the corpus has no mention there), or 0
        where unknown.
    """

    gold: NDArray[np.int32]
    mode: NDArray[np.int32]
    types: NDArray[np.int32]


def alignment(reading: Reading, document: GoldDocument, starts: list[int]) -> Alignment:
    """Return the alignment between a document's own tokens and the corpus'."""
    ends = [start + len(word) for start, word in zip(starts, reading.syntax.words, strict=True)]
    return Alignment(document, starts, ends)


def labels(reading: Reading, document: GoldDocument, aligned: Alignment) -> Labels:
    """Match gold mentions to found ones: by span, else by head."""
    candidates = reading.mentions.candidates
    n = len(candidates)
    gold = np.full(n, -1, np.int32)
    types = np.full(n, THING, np.int32)
    by_span: dict[Span, int] = {}
    by_head: dict[int, list[int]] = {}
    for m, candidate in enumerate(candidates):
        by_span[candidate.start, candidate.end] = m
        if not candidate.coordinated:
            by_head.setdefault(candidate.head, []).append(m)
    heads = reading.syntax.heads
    unmatched = []
    for number, spans in enumerate(document.clusters.values()):
        for span in spans:
            own = aligned.to_own(*span)
            kind = LITBANK.get(document.types.get(span, ""), 0)
            m = by_span.get(own, -1)
            if m < 0:
                unmatched.append((number, own, kind))
            else:
                gold[m], types[m] = number, kind
    for number, (start, end), kind in unmatched:
        roots = [i for i in range(start, end) if heads[i] == i or not start <= heads[i] < end]
        for m in by_head.get(roots[0], []) if roots else []:
            if gold[m] < 0:
                gold[m], types[m] = number, kind
                break
    if document.complete:
        types[:] = 0
    mode = np.full(n, COMPLETE if document.complete else PARTIAL, np.int32)
    return Labels(gold, mode, types)


def gap_labels(reading: Reading, snippet: GapSnippet, starts: list[int]) -> Labels:
    """Label a GAP snippet's pronoun and two names; nothing else of it is known."""
    n = len(reading.mentions)
    gold, mode = np.full(n, -1, np.int32), np.zeros(n, np.int32)
    pronoun, first, second = gap_mentions(reading, snippet, starts)
    table = reading.mentions.table
    named = table[:, KIND] == NAME
    for m, number in ((first, 0), (second, 1)):
        if m >= 0:
            gold[named & (table[:, CORE] == table[m, CORE])] = number
            gold[m] = number
            if 0 <= pronoun < m:
                mode[m] = CATAPHOR
    if pronoun >= 0:
        answer = snippet.labels.index(True) if any(snippet.labels) else 2
        gold[pronoun], mode[pronoun] = answer, CHOICE
    return Labels(gold, mode, np.zeros(n, np.int32))


def gap_mentions(reading: Reading, snippet: GapSnippet, starts: list[int]) -> tuple[int, int, int]:
    """Return the mentions of a snippet's pronoun and two names: those that hold them most tightly, or -1."""
    words = reading.syntax.words
    ends = [start + len(word) for start, word in zip(starts, words, strict=True)]
    found = []
    for which, (start, end) in enumerate((snippet.pronoun, *snippet.names)):
        best, size = -1, (1 << 30, 0)
        for m, candidate in enumerate(reading.mentions.candidates):
            if candidate.coordinated or (which == 0) != (candidate.kind == "pronoun"):
                continue
            low, high = candidate.core if which else (candidate.start, candidate.end)
            a, b = starts[low], ends[high - 1]
            if a < end and start < b:
                key = (abs(a - start) + abs(b - end), candidate.start)
                if key < size:
                    best, size = m, key
        found.append(best)
    return found[0], found[1], found[2]


def response(reading: Reading, links: Links, aligned: Alignment, document: GoldDocument) -> list[list[Span]]:
    """Return the found clusters over the corpus' tokens, as the corpus' guidelines draw mentions.

    LitBank annotates people, places, organisations and vehicles alone: clusters of other things are left out.
    Where mentions begin and end is for `drawing` to say, and OntoGUM's names within names for `inner_names`.
    """
    table, candidates = reading.mentions.table, reading.mentions.candidates
    clusters: dict[int, list[int]] = {}
    for m, e in enumerate(links.entity.tolist()):
        clusters.setdefault(e, []).append(m)
    inner: dict[int, list[Span]] = {}
    if document.complete:
        for name, e in inner_names(reading, links):
            inner.setdefault(e, []).append(aligned.to_gold(*name))
    found = []
    for e, members in clusters.items():
        if not document.complete and is_thing(reading, members):
            continue
        spans = inner.get(e, [])
        for m in members:
            candidate = candidates[m]
            if not document.complete and table[m, KIND] != PRONOUN and table[m, TYPE] == THING:
                continue
            span = as_ontogum(reading, candidate) if document.complete else as_litbank(reading, candidate)
            if span is not None:
                spans.append(aligned.to_gold(*span))
        found.append(spans)
    return found


def is_thing(reading: Reading, members: list[int]) -> bool:
    """Whether a cluster is of no class that LitBank annotates, by the vote of its mentions."""
    rows = reading.mentions.table[members]
    typed = rows[rows[:, KIND] != PRONOUN]
    if len(typed):
        weights = np.where(typed[:, KIND] == NAME, 3, 2)
        things = weights[typed[:, TYPE] == THING].sum()
        return bool(2 * things > weights.sum())
    return bool((rows[:, GENDER] == NEUTER).all())
