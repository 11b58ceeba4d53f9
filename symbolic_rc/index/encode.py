"""A document's tokens, and a story's entities, frames and graph, as rows of integers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.arrays import Int8s, Ints
from symbolic_rc.core.entity import Entity, Frame, Mention
from symbolic_rc.core.tokens import grouped
from symbolic_rc.index import columns as C
from symbolic_rc.index.candidate_spans import extents
from symbolic_rc.index.candidates import name_core
from symbolic_rc.index.codes import role_code, sense, vector, word_code
from symbolic_rc.lexicon import vectors, wordnet
from symbolic_rc.lexicon.english import FUNCTION_WORDS

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from symbolic_rc.graph.facts import Facts

_PART = {name: i for i, name in enumerate(C.PARTS)}
_RELATION = {name: i for i, name in enumerate(C.RELATIONS)}
_KIND = {"name": C.M_NAME, "nominal": C.M_NOMINAL, "pronoun": C.M_PRONOUN}
_GENDER = {"": 0, "masculine": 1, "feminine": 2, "neuter": 3}
_NUMBER = {"": 0, "singular": 1, "plural": 2}
_TYPE = {"": 0, "PERSON": 1, "ORG": 2, "GPE": 3, "LOC": 4, "FAC": 5, "THING": 6, "GROUP": 7}


def token_rows(doc: Doc) -> tuple[Ints, Ints]:
    """Return the token rows of a document, and where its sentences start (with the end)."""
    n = len(doc)
    tok = np.zeros((C.TOKEN_ROWS, n), np.int32)
    if not n:
        return tok, np.zeros(1, np.int32)
    raw: NDArray[np.uint64] = np.asarray(
        doc.to_array(["LOWER", "LEMMA", "TAG", "POS", "DEP", "HEAD", "ENT_TYPE", "SENT_START", "ORTH"]),
        np.uint64,
    )
    strings = doc.vocab.strings
    for row, column in ((C.LOWER, 0), (C.LEMMA, 1), (C.TAG, 2), (C.ENT_TYPE, 6)):
        values = raw[:, column]
        tok[row] = ((values ^ (values >> np.uint64(31))) & np.uint64(0x7FFFFFFF)).astype(np.int32)
    tok[C.POS] = _coded(raw[:, 3], lambda v: _PART.get(str(strings[v]) if v else "", 0))
    tok[C.DEP] = _coded(raw[:, 4], lambda v: _relation(str(strings[v]) if v else "dep"))
    tok[C.HEAD] = np.clip(np.arange(n) + raw[:, 5].astype(np.int64), 0, n - 1)
    first = raw[:, 7].astype(np.int64) == 1
    first[0] = True
    bounds = np.append(np.flatnonzero(first), n).astype(np.int32)
    tok[C.SENT] = np.cumsum(first) - 1
    tok[C.FUNC] = _coded(raw[:, 0], lambda v: str(strings[v]) in FUNCTION_WORDS)
    tok[C.FUNC] |= tok[C.POS] == C.P_PUNCT
    tok[C.NAMED] = _coded(raw[:, 8], lambda v: str(strings[v])[:1].isupper() or str(strings[v])[:1] == "@")
    lemmas = list(zip(raw[:, 1].tolist(), tok[C.POS].tolist(), strict=True))
    senses = {pair: sense(str(strings[pair[0]]), C.PARTS[pair[1]]) for pair in set(lemmas)}
    tok[C.SENSE] = [senses[pair] for pair in lemmas]
    tok[C.CASE] = -1
    for i in np.flatnonzero(tok[C.DEP] == C.D_CASE).tolist():
        head = tok[C.HEAD, i]
        if i < head and tok[C.CASE, head] < 0:
            tok[C.CASE, head] = i
    tok[C.ENTITY] = -1
    extents(tok)
    return tok, bounds


def _coded(values: NDArray[np.uint64], code: Any) -> Ints:
    known, inverse = np.unique(values, return_inverse=True)
    return np.array([code(int(value)) for value in known], np.int32)[inverse]


def _relation(label: str) -> int:
    label = label.lower()
    found = _RELATION.get(label)
    return _RELATION.get(label.partition(":")[0], 0) if found is None else found


def mark_mentions(tok: Ints, mentions: list[Mention], entities: list[Entity]) -> None:
    """Write the entity and the kind of mention at each mention's head and over names; longer ones first."""
    for mention in sorted(mentions, key=lambda m: m.start - m.end):
        if mention.entity < 0:
            continue
        tok[C.ENTITY, mention.head] = mention.entity
        tok[C.MENTION, mention.head] = _KIND.get(mention.kind, 0)
        if mention.kind == "name":
            for i in range(*name_core(tok, mention.start, mention.end, mention.head)):
                if not tok[C.FUNC, i]:
                    tok[C.ENTITY, i] = mention.entity
                    tok[C.MENTION, i] = C.M_NAME


def hypernym_rows(doc: Doc) -> tuple[Ints, Ints]:
    """Return the synsets above each noun, and where each token's begin, with the end."""
    found = [wordnet().above(t.lemma_) if t.pos_ in ("NOUN", "PROPN") else () for t in doc]
    bounds = np.zeros(len(found) + 1, np.int32)
    np.cumsum([len(one) for one in found], out=bounds[1:])
    return bounds, np.array([synset for one in found for synset in one], np.int32)


def vector_rows(doc: Doc) -> Int8s:
    """Return the vectors of the content words, zeros for all others; int8, a row each token."""
    plain = np.zeros(vectors().dimensions, np.int8)
    content = ("NOUN", "VERB", "ADJ", "ADV")
    found = [vector(t.lemma_) if t.pos_ in content else plain for t in doc]
    return np.array(found, np.int8).reshape(len(found), len(plain))


def description_rows(tok: Ints, mentions: list[Mention], entities: list[Entity]) -> tuple[Ints, Ints]:
    """Return the nouns that say what each entity is, and where each entity's begin, with the end.

    They are the heads of its nominal mentions, nouns before its name ("the captain Ahab"), appositions, and
    predicates ("Ahab is a captain").
    """
    predicates = set(tok[C.HEAD, tok[C.DEP] == C.D_COP].tolist())
    apposed = np.flatnonzero(tok[C.DEP] == C.D_APPOS).tolist()
    appositions = grouped((int(tok[C.HEAD, i]), i) for i in apposed)
    bounds, tokens = [0], list[int]()
    for entity in entities:
        own = set()
        for mention in (mentions[i] for i in entity.mentions):
            head, relation = mention.head, int(tok[C.DEP, mention.head])
            above = int(tok[C.HEAD, head])
            if mention.kind == "nominal":
                own.add(head)
            elif mention.kind == "name":
                start, _ = name_core(tok, mention.start, mention.end, head)
                if start > mention.start:
                    own.add(start - 1)
            own.update(appositions.get(head, ()))
            if relation == C.D_APPOS or (relation == C.D_NSUBJ and above in predicates):
                own.add(above)
        tokens += sorted(i for i in own if tok[C.POS, i] == C.P_NOUN)
        bounds.append(len(tokens))
    return np.array(bounds, np.int32), np.array(tokens, np.int32)


def entity_rows(mentions: list[Mention], entities: list[Entity]) -> tuple[Ints, Ints, Ints]:
    """Return `StoryIndex.ent`, and the heads of each entity's mentions with where each entity's begin."""
    rows = np.zeros((len(entities), C.ENTITY_COLUMNS), np.int32)
    bounds, heads = [0], []
    for i, entity in enumerate(entities):
        own = [mentions[m] for m in entity.mentions]
        kinds = [_KIND.get(m.kind, C.M_PRONOUN) for m in own]
        rows[i] = (
            _TYPE.get(entity.type, 0), _GENDER.get(entity.gender, 0), _NUMBER.get(entity.number, 0), len(own),
            own[0].start if own else 0, min(kinds, default=0),
        )  # fmt: skip
        heads += [m.head for m in own]
        bounds.append(len(heads))
    return rows, np.array(bounds, np.int32), np.array(heads, np.int32)


def fact_rows(facts: Facts | None, tokens: int) -> tuple[Ints, Ints]:
    """Return the relations between entities that are facts, and each event's place in order of happening."""
    order = np.full(tokens, -1, np.int32)
    rows: set[tuple[int, int, int]] = set()
    if facts is not None:
        order[[event.token for event in facts.chronology]] = np.arange(len(facts.chronology))
        for fact in facts.of("relation"):
            source, target = (term.entity for term in fact.terms)
            if min(source, target) >= 0 and not fact.denied:
                rows.add((source, word_code(fact.predicate), target))
    return np.array(sorted(rows), np.int32).reshape(-1, C.RELATION_COLUMNS), order


def frame_rows(tok: Ints, frames: list[Frame]) -> Ints:
    """Return `StoryIndex.frames`: one row an argument."""
    rows = [
        (i, frame.head, int(tok[C.LEMMA, frame.head]), role_code(one.role), one.start, one.end, one.head)
        for i, frame in enumerate(frames)
        for one in frame.arguments
    ]
    return np.array(rows, np.int32).reshape(-1, C.FRAME_COLUMNS)
