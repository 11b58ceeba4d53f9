"""A story as integer arrays: what every question about it needs, made once."""

from __future__ import annotations

import weakref
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.entity import Entity, Mention
from symbolic_rc.core.frame import Frame
from symbolic_rc.core.words import FUNCTION_WORDS
from symbolic_rc.match import Matcher, StoryWords, Weights, matcher
from symbolic_rc.rules import layout as L
from symbolic_rc.rules.atoms import ATOMS, static_atoms
from symbolic_rc.rules.senses import sense
from symbolic_rc.rules.spans import extents, find, span_count_bound
from symbolic_rc.rules.world import World, follow

if TYPE_CHECKING:
    import networkx as nx
    from spacy.tokens import Doc

    from symbolic_rc.story import Story

_PART = {name: i for i, name in enumerate(L.PARTS)}
_RELATION = {name: i for i, name in enumerate(L.RELATIONS)}
_KIND = {"name": 1, "nominal": 2, "pronoun": 3}
_GENDER = {"": 0, "masculine": 1, "feminine": 2, "neuter": 3}
_NUMBER = {"": 0, "singular": 1, "plural": 2}
_TYPE = {"": 0, "PERSON": 1, "ORG": 2, "GPE": 3, "LOC": 4, "FAC": 5, "THING": 6, "GROUP": 7}
_NUMERIC = frozenset({"DATE", "TIME", "DURATION", "CARDINAL", "ORDINAL", "MONEY", "QUANTITY", "PERCENT"})


@dataclass(frozen=True, slots=True)
class StoryIndex:
    """A story as arrays.

    Attributes
    ----------
    tok : ndarray of int32, shape (TOKEN_ROWS, n)
        Rows as `rules.layout` names them.
    bounds : ndarray of int32, shape (sentences + 1,)
    chars : ndarray of int32, shape (n, 2)
        Character offsets of the tokens.
    cand : ndarray of int32, shape (m, CAND_COLUMNS)
        Candidates, ordered by sentence.
    cand_bounds : ndarray of int32, shape (sentences + 1,)
        Where each sentence's candidates start.
    atoms : ndarray of uint32, shape (m, ATOMS)
        Hashed features of the candidates that no question changes.
    ent : ndarray of int32, shape (entities, 6)
        Type, gender, number, mentions, first token, kind of its best mention.
    ent_bounds, ent_heads : ndarray of int32
        The heads of each entity's mentions.
    frames : ndarray of int32, shape (arguments, 7)
        Frame, predicate token, predicate lemma, role, start, end, head of each argument; by predicate.
    text : str
    words : StoryWords
        The words, ready to be matched.
    relations : ndarray of int32, shape (r, 3)
        Stated relations of the entity graph: source entity, label, target entity.
    order : ndarray of int32, shape (n,)
        For the head of an event its place in the order of happening, else -1.
    world : World or None
        The state after the story's events, when it is made of plain statements.
    memo : dict
        What was worked out for one question and serves the next.
    """

    tok: NDArray[np.int32]
    bounds: NDArray[np.int32]
    chars: NDArray[np.int32]
    cand: NDArray[np.int32]
    cand_bounds: NDArray[np.int32]
    atoms: NDArray[np.uint32]
    ent: NDArray[np.int32]
    ent_bounds: NDArray[np.int32]
    ent_heads: NDArray[np.int32]
    frames: NDArray[np.int32]
    text: str
    words: StoryWords
    relations: NDArray[np.int32]
    order: NDArray[np.int32]
    world: World | None
    memo: dict[str, Any] = field(default_factory=dict)

    def span_text(self, start: int, end: int) -> str:
        """Return the text of tokens ``start`` to ``end``."""
        return self.text[self.chars[start, 0] : self.chars[end - 1, 1]]

    def answer_text(self, candidate: int) -> str:
        """Return the text that a candidate stands for."""
        row = self.cand[candidate]
        return self.span_text(int(row[L.A_START]), int(row[L.A_END]))


_indices: weakref.WeakKeyDictionary[Any, StoryIndex] = weakref.WeakKeyDictionary()
_lock = Lock()


def index(story: Story) -> StoryIndex:
    """Return the story's arrays, made at the first call and kept as long as the story."""
    found = _indices.get(story)
    if found is None:
        made = build(
            story.doc,
            story.mentions,
            story.entities,
            story.frames,
            story.text,
            story.graph,
        )
        with _lock:
            found = _indices.setdefault(story, made)
        # what is remembered may lead back to the arrays: without this they would wait for garbage collection
        weakref.finalize(story, found.memo.clear).atexit = False
    return found


def build(
    doc: Doc,
    mentions: Iterable[Mention] = (),
    entities: Iterable[Entity] = (),
    frames: Iterable[Frame] = (),
    text: str | None = None,
    graph: nx.MultiDiGraph | None = None,
) -> StoryIndex:
    """Make the arrays of an annotated text.

    Parameters
    ----------
    doc : Doc
        With tags, parts of speech, lemmas, dependencies, sentences and entities.
    mentions, entities, frames : iterables, optional
    text : str, optional
        Where it is not the document's own.
    graph : MultiDiGraph, optional
        The entity graph.
    """
    mentions, entities, frames = list(mentions), list(entities), list(frames)
    tok, bounds = token_rows(doc)
    _mark_mentions(tok, mentions, entities)
    given = _given(doc, tok, mentions, frames)
    room = np.empty((span_count_bound(len(doc)), 4), np.int32)
    count = find(tok, bounds, given, room) if len(doc) else 0
    cand = _candidates(tok, room[:count], mentions, entities)
    cand_bounds = np.searchsorted(cand[:, L.C_SENT], np.arange(len(bounds))).astype(np.int32)
    ent, ent_bounds, ent_heads = _entity_rows(mentions, entities)
    atoms = np.zeros((len(cand), ATOMS), np.uint32)
    if len(cand):
        static_atoms(tok, bounds, cand, ent, atoms)
    chars = np.array([(t.idx, t.idx + len(t)) for t in doc], np.int32).reshape(-1, 2)
    return StoryIndex(
        tok, bounds, chars, cand, cand_bounds, atoms, ent, ent_bounds, ent_heads,
        _frame_rows(tok, frames), doc.text if text is None else text, _words(doc),
        *_graph_rows(graph, len(doc)),
        _world(doc.text if text is None else text, bounds, chars),
    )  # fmt: skip


def part_letter(part: str) -> str:
    """Return WordNet's letter for a part of speech, or an empty string."""
    return {"NOUN": "n", "PROPN": "n", "VERB": "v", "AUX": "v", "ADJ": "a", "ADV": "r"}.get(part, "")


@lru_cache(maxsize=1)
def word_matcher() -> Matcher:
    """Return the matcher whose weights the engine was fitted with."""
    return matcher(Weights(inflection=0.95, derivation=0.85, synset=0.6, paraphrase=0.6))


def _words(doc: Doc) -> StoryWords:
    return word_matcher().story(
        [t.text for t in doc], [t.lemma_ for t in doc], [part_letter(t.pos_) for t in doc]
    )


def fold(value: int) -> int:
    """Fold a 64-bit hash into 31 bits."""
    return (value ^ (value >> 31)) & 0x7FFFFFFF


def token_rows(doc: Doc) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the token rows of a document, and where its sentences start (with the end)."""
    from spacy.attrs import DEP as S_DEP
    from spacy.attrs import ENT_TYPE as S_ENT
    from spacy.attrs import HEAD as S_HEAD
    from spacy.attrs import LEMMA as S_LEMMA
    from spacy.attrs import LOWER as S_LOWER
    from spacy.attrs import ORTH as S_ORTH
    from spacy.attrs import POS as S_POS
    from spacy.attrs import SENT_START as S_START
    from spacy.attrs import TAG as S_TAG

    n = len(doc)
    tok = np.zeros((L.TOKEN_ROWS, n), np.int32)
    if not n:
        return tok, np.zeros(1, np.int32)
    raw: NDArray[np.uint64] = np.asarray(
        doc.to_array([S_LOWER, S_LEMMA, S_TAG, S_POS, S_DEP, S_HEAD, S_ENT, S_START, S_ORTH]), np.uint64
    )
    strings = doc.vocab.strings
    for row, column in ((L.LOWER, 0), (L.LEMMA, 1), (L.TAG, 2), (L.ENT_TYPE, 6)):
        values = raw[:, column]
        tok[row] = ((values ^ (values >> np.uint64(31))) & np.uint64(0x7FFFFFFF)).astype(np.int32)
    tok[L.POS] = _coded(raw[:, 3], lambda v: _PART.get(str(strings[v]) if v else "", 0))
    tok[L.DEP] = _coded(raw[:, 4], lambda v: _relation(str(strings[v]) if v else "dep"))
    tok[L.HEAD] = np.clip(np.arange(n) + raw[:, 5].astype(np.int64), 0, n - 1)
    first = raw[:, 7].astype(np.int64) == 1
    first[0] = True
    starts = np.flatnonzero(first)
    bounds = np.append(starts, n).astype(np.int32)
    tok[L.SENT] = np.cumsum(first) - 1
    tok[L.FUNC] = _coded(raw[:, 0], lambda v: str(strings[v]) in FUNCTION_WORDS)
    tok[L.FUNC] |= tok[L.POS] == L.P_PUNCT
    tok[L.NAMED] = _coded(raw[:, 8], lambda v: str(strings[v])[:1].isupper() or str(strings[v])[:1] == "@")
    senses: dict[tuple[int, int], int] = {}
    lemmas = zip(raw[:, 1].tolist(), tok[L.POS].tolist(), strict=True)
    tok[L.SENSE] = [
        senses[pair]
        if pair in senses
        else senses.setdefault(pair, sense(str(strings[pair[0]]), L.PARTS[pair[1]]))
        for pair in lemmas
    ]
    tok[L.CASE] = -1
    for i in np.flatnonzero(tok[L.DEP] == L.D_CASE).tolist():
        head = tok[L.HEAD, i]
        if i < head and tok[L.CASE, head] < 0:
            tok[L.CASE, head] = i
    tok[L.ENTITY] = -1
    extents(tok)
    return tok, bounds


def _coded(values: NDArray[np.uint64], code: Any) -> NDArray[np.int32]:
    known, inverse = np.unique(values, return_inverse=True)
    return np.array([code(int(value)) for value in known], np.int32)[inverse]


def _relation(label: str) -> int:
    label = label.lower()
    found = _RELATION.get(label)
    return _RELATION.get(label.partition(":")[0], 0) if found is None else found


def _mark_mentions(tok: NDArray[np.int32], mentions: list[Mention], entities: list[Entity]) -> None:
    """Write the entity and the kind of mention at each mention's head and over names; longer ones first."""
    for mention in sorted(mentions, key=lambda m: m.start - m.end):
        if mention.entity < 0:
            continue
        tok[L.ENTITY, mention.head] = mention.entity
        tok[L.MENTION, mention.head] = _KIND.get(mention.kind, 0)
        if mention.kind == "name":
            for i in range(mention.start, mention.end):
                if not tok[L.FUNC, i]:
                    tok[L.ENTITY, i] = mention.entity
                    tok[L.MENTION, i] = 1


def _given(
    doc: Doc, tok: NDArray[np.int32], mentions: list[Mention], frames: list[Frame]
) -> NDArray[np.int32]:
    rows = [(m.start, m.end, m.head, L.NAME if m.kind == "name" else L.MENTIONED) for m in mentions]
    for frame in frames:
        for argument in frame.arguments:
            rows.append((argument.start, argument.end, argument.head, L.ARGUMENT))
            if argument.end - argument.start > 1 and tok[L.DEP, argument.start] == L.D_CASE:
                rows.append((argument.start + 1, argument.end, argument.head, L.ARGUMENT))
    rows += [(e.start, e.end, e.root.i, L.NUMBER if e.label_ in _NUMERIC else L.NAME) for e in doc.ents]
    quote = -1
    for i, token in enumerate(doc):
        if token.is_quote:
            if quote >= 0 and 1 < i - quote <= 25:
                rows.append((quote + 1, i, i - 1, L.QUOTED))
            quote = i if quote < 0 else -1
    return np.array(sorted(rows), np.int32).reshape(-1, 4)


def _candidates(
    tok: NDArray[np.int32], spans: NDArray[np.int32], mentions: list[Mention], entities: list[Entity]
) -> NDArray[np.int32]:
    """Give the spans their columns, and add for each mention what its entity is best called."""
    own = np.zeros((len(spans), L.CAND_COLUMNS), np.int32)
    own[:, [L.START, L.END, L.TOP, L.SHAPE]] = spans
    own[:, L.A_START], own[:, L.A_END] = spans[:, 0], spans[:, 1]
    named = {}
    for entity in entities:
        best = [mentions[i] for i in entity.mentions if mentions[i].kind == "name"]
        if best:
            longest = max(best, key=lambda m: (min(m.end - m.start, 5), -m.start))
            named[entity.id] = longest
    rows = []
    for mention in mentions:
        best_name = named.get(mention.entity)
        if best_name is None or (best_name.start, best_name.end) == (mention.start, mention.end):
            continue
        if mention.kind == "name" and mention.end - mention.start >= best_name.end - best_name.start:
            continue
        shape = L.RESOLVED | (L.NAME if mention.kind == "name" else L.MENTIONED)
        rows.append(
            (mention.start, mention.end, mention.head, shape, 0, 0, best_name.start, best_name.end, 0)
        )
    if rows:
        own = np.concatenate([own, np.array(rows, np.int32)])
    if not len(own):
        return own
    own[:, L.C_SENT] = tok[L.SENT, own[:, L.START]]
    own[:, L.C_ENTITY] = tok[L.ENTITY, own[:, L.TOP]]
    fill_same(tok, own)
    order = np.lexsort((own[:, L.A_START], own[:, L.END], own[:, L.START], own[:, L.C_SENT]))
    return np.ascontiguousarray(own[order])


def fill_same(tok: NDArray[np.int32], cand: NDArray[np.int32]) -> None:
    """Fill SAME: a hash of the answer's words without articles and marks, equal for equal answers."""
    weight = np.array(tok[L.LOWER], np.int64) * 2654435761
    article = np.isin(tok[L.LOWER], _articles()) | (tok[L.POS] == L.P_PUNCT)
    weight[article] = 0
    running = np.concatenate([[0], np.cumsum(weight, dtype=np.int64)])
    total = running[cand[:, L.A_END]] - running[cand[:, L.A_START]]
    cand[:, L.SAME] = (total ^ (total >> 31)) & 0x7FFFFFFF


def _articles() -> NDArray[np.int32]:
    return np.array([word_code(word) for word in ("the", "a", "an")], np.int32)


def _entity_rows(
    mentions: list[Mention], entities: list[Entity]
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    rows = np.zeros((len(entities), 6), np.int32)
    bounds, heads = [0], []
    for i, entity in enumerate(entities):
        own = [mentions[m] for m in entity.mentions]
        kinds = [_KIND.get(m.kind, 3) for m in own]
        rows[i] = (
            _TYPE.get(entity.type, 0), _GENDER.get(entity.gender, 0), _NUMBER.get(entity.number, 0), len(own),
            own[0].start if own else 0, min(kinds, default=0),
        )  # fmt: skip
        heads += [m.head for m in own]
        bounds.append(len(heads))
    return rows, np.array(bounds, np.int32), np.array(heads, np.int32)


def _world(text: str, bounds: NDArray[np.int32], chars: NDArray[np.int32]) -> World | None:
    """Follow a story of plain statements; None when fewer than four in five are understood."""
    spans = [(int(chars[a, 0]), int(chars[b - 1, 1])) for a, b in pairwise(bounds.tolist()) if a < b]
    lines = [line for start, end in spans for line in text[start:end].splitlines()]
    if 2 * follow(lines[:8]).understood < min(8, len(lines)):
        return None
    world = follow(lines)
    return world if world.understood >= 0.8 * max(1, world.statements) else None


def _graph_rows(graph: nx.MultiDiGraph | None, tokens: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the graph's stated relations, and each event's place in the order of happening."""
    order = np.full(tokens, -1, np.int32)
    if graph is None:
        return np.zeros((0, 3), np.int32), order
    rows = sorted(
        (source, word_code(edge["label"]), target)
        for source, target, edge in graph.edges(data=True)
        if edge["kind"] == "relation"
    )
    events = graph.graph.get("events", ())
    for place, event in enumerate(graph.graph.get("timeline", ())):
        order[events[event].head] = place
    return np.array(rows, np.int32).reshape(-1, 3), order


@lru_cache(maxsize=8192)
def word_code(word: str) -> int:
    """Return the number that stands for a word, lemma, tag or entity label in the arrays."""
    from spacy.strings import hash_string  # type: ignore[attr-defined]

    return fold(hash_string(word)) if word else 0


def _frame_rows(tok: NDArray[np.int32], frames: list[Frame]) -> NDArray[np.int32]:
    rows = []
    for i, frame in enumerate(frames):
        for argument in frame.arguments:
            role = role_code(argument.role)
            rows.append(
                (
                    i,
                    frame.head,
                    int(tok[L.LEMMA, frame.head]),
                    role,
                    argument.start,
                    argument.end,
                    argument.head,
                )
            )
    return np.array(rows, np.int32).reshape(-1, 7)


_ROLES = ("ARG0", "ARG1", "ARG2", "ARG3", "ARG4", "ARG5", "ARGM-TMP", "ARGM-LOC", "ARGM-CAU", "ARGM-MNR",
          "ARGM-PRP", "ARGM-DIR", "ARGM-ADV", "ARGM-GOL", "ARGM-EXT", "ARGM-COM")  # fmt: skip
_ROLE = {name: i + 1 for i, name in enumerate(_ROLES)}


def role_code(role: str) -> int:
    """Return a role as a small integer; 0 for those that no question asks for."""
    return _ROLE.get(role.removeprefix("C-").removeprefix("R-"), 0)
