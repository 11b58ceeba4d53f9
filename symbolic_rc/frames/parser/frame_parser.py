"""From a Doc to its frames."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc

from symbolic_rc.core.frame import Argument, Frame
from symbolic_rc.core.jit import kernel
from symbolic_rc.frames.parser.arrays import CONSTANTS, INDEX, Tree, tree
from symbolic_rc.frames.parser.context import FACTS, candidates, describe
from symbolic_rc.frames.parser.decode import SLACK, by_start, choose, normalise
from symbolic_rc.frames.parser.features import CAPACITY, argument_features
from symbolic_rc.frames.parser.hashing import key_of, mix
from symbolic_rc.frames.parser.model import FrameModel, frame_model
from symbolic_rc.frames.parser.predicates import (
    KINDS,
    SENSE_FEATURES,
    TOKEN_FEATURES,
    kind_of,
    sense_features,
    token_features,
)
from symbolic_rc.frames.parser.spans import cut_span
from symbolic_rc.linear.kernels import add_frozen

MAX_CANDIDATES = 160
#: So much is taken from the log probability of no role: training errs on its side, since syntax that a
#: jackknifed parser got wrong teaches that arguments are none; and more for a shared subject.
EASE, SHARED = 0.2, 1.0
_PARTICLE = int(CONSTANTS[INDEX["compound:prt"]])
_RELATIVE, _PUNCT = (int(CONSTANTS[INDEX[name]]) for name in ("acl:relcl", "punct"))
_PRONOUNS, _NOUNS = (
    frozenset(int(CONSTANTS[INDEX[name]]) for name in names) for names in (("WP", "WDT"), ("NOUN", "PROPN"))
)

#: Roles whose argument is one word: the light verb, and the noun that it carries.
SINGLE = ("ARGM-LVB", "ARGM-PRR")


def parse(doc: Doc, model: FrameModel | None = None) -> tuple[Frame, ...]:
    """Find the frames of an annotated Doc, in order of their predicates.

    Parameters
    ----------
    doc : Doc
        With tags, parts of speech, lemmas, dependencies (Universal Dependencies) and entities.
    model : FrameModel, optional
        The installed one by default.

    Raises
    ------
    LexiconError
        If the model file is missing or damaged.
    """
    model = model or frame_model()
    if len(doc) == 0:
        return ()
    layout = tree(doc, model.classes)
    places = find_predicates(doc, layout, model)
    rolesets = find_rolesets(doc, layout, places, model)
    return label(doc, layout, places, rolesets, model)


def find_predicates(doc: Doc, layout: Tree, model: FrameModel) -> NDArray[np.int32]:
    """Return the indices of the tokens that are predicates, ascending; int32."""
    listed = model.senses.listed(doc, layout.words[:, 1].tolist())
    token = model.models["token"].frozen
    return _predicates(layout.words, layout.heads, layout.first, layout.children, CONSTANTS, listed, token)


def find_rolesets(doc: Doc, layout: Tree, places: NDArray[np.int32], model: FrameModel) -> list[str]:
    """Return the roleset of each predicate."""
    names: list[list[str]] = []
    rows, ends = [], []
    for p in places.tolist():
        kind = int(kind_of(layout.words[p, 3], CONSTANTS))
        own, traits = model.senses.of(doc[p].lemma_, particle_of(layout, doc, p), kind)
        names.append(own)
        rows.append(traits)
        ends.append(len(own))
    if not names:
        return []
    bounds = np.concatenate(([0], np.cumsum(ends))).astype(np.int64)
    best = _rolesets(
        layout.words, layout.heads, layout.first, layout.children, CONSTANTS,
        places, bounds, np.concatenate(rows), model.models["sense"].frozen,
    )  # fmt: skip
    return [own[i] for own, i in zip(names, best.tolist(), strict=True)]


def particle_of(layout: Tree, doc: Doc, p: int) -> str:
    """Return the lower-cased particle of a phrasal verb, or an empty string."""
    for child in layout.children[layout.first[p] : layout.first[p + 1]].tolist():
        if layout.words[child, 4] == _PARTICLE:
            return str(doc[child].lower_)
    return ""


def label(
    doc: Doc, layout: Tree, places: NDArray[np.int32], rolesets: list[str], model: FrameModel
) -> tuple[Frame, ...]:
    """Find the arguments of predicates whose rolesets are known."""
    if len(places) == 0:
        return ()
    space = model.space
    described = [space.of(name) for name in rolesets]
    sets = np.array([row[0] for row in described], np.int32)
    keys = np.array([row[1:] for row in described], np.uint64)
    single = np.array([name in SINGLE for name in space.labels], np.bool_)
    found = _arguments(
        layout.words, layout.heads, layout.first, layout.children, layout.left, layout.right, CONSTANTS,
        places, keys, sets, space.table, space.core, single,
        model.models["role"].frozen, model.models["role"].scale, model.models["cut"].frozen,
    )  # fmt: skip
    return _frames(doc, layout, places, rolesets, found, space.labels)


def _frames(
    doc: Doc,
    layout: Tree,
    places: NDArray[np.int32],
    rolesets: list[str],
    found: NDArray[np.int32],
    labels: tuple[str, ...],
) -> tuple[Frame, ...]:
    """Make the frames out of rows (predicate's number, label, start, end, head)."""
    arguments: list[list[Argument]] = [[] for _ in rolesets]
    for number, role, start, end, head in found.tolist():
        arguments[number].append(Argument(labels[role], start, end, head))
    frames = []
    for p, roleset, own in zip(places.tolist(), rolesets, arguments, strict=True):
        kind = KINDS[int(kind_of(layout.words[p, 3], CONSTANTS))]
        end = p + 1
        if end < len(doc) and layout.words[end, 4] == _PARTICLE and layout.heads[end] == p:
            end += 1
        own = _related([_asked(a, own, layout, p) for a in own], layout, p)
        own.sort(key=lambda argument: argument.start)
        modal = next((doc[a.head].lemma_.lower() for a in own if a.role == "ARGM-MOD"), "")
        negated = any(a.role == "ARGM-NEG" for a in own)
        frames.append(Frame(roleset, p, p, end, kind, tuple(own), negated, modal))
    return tuple(frames)


def _asked(argument: Argument, own: list[Argument], layout: Tree, p: int) -> Argument:
    """Return a reference (``R-ARG0``) without antecedent, outside a relative clause, as the argument itself.

    Relative pronouns are far more frequent in training than question words, which look the same.
    """
    role = argument.role.removeprefix("R-")
    if role == argument.role or any(a.role == role for a in own) or layout.words[p, 4] == _RELATIVE:
        return argument
    return Argument(role, argument.start, argument.end, argument.head)


def _related(own: list[Argument], layout: Tree, p: int) -> list[Argument]:
    """Return arguments in which a relative pronoun refers ("The minister, who resigned").

    Where the parser took the relative clause for the main one, antecedent and pronoun both hang on its verb,
    and a role that is given once went to the pronoun.
    """
    for i, a in enumerate(own):
        if int(layout.words[a.head, 2]) not in _PRONOUNS or not 0 < a.start == a.end - 1 < p:
            continue
        end = a.start - (layout.words[a.start - 1, 4] == _PUNCT)
        n = end - 1
        while n >= 0 and layout.heads[n] not in (n, p) and layout.heads[n] < a.start:
            n = int(layout.heads[n])
        known = n < 0 or any(b.start <= n < b.end for b in own) or int(layout.words[n, 3]) not in _NOUNS
        if known or layout.heads[n] != p or n == p or a.role[:3] != "ARG":
            continue
        own = [*own[:i], Argument(f"R-{a.role}", a.start, a.end, a.head), *own[i + 1 :]]
        return [*own, Argument(a.role, int(layout.left[n]), int(end), int(n))]
    return own


@kernel
def _predicates(words: Any, heads: Any, first: Any, children: Any, k: Any, listed: Any, token: Any) -> Any:
    """Return the tokens that the token model takes for predicates."""
    n = len(heads)
    found = np.zeros(n, np.int32)
    count = 0
    buffer = np.zeros(TOKEN_FEATURES, np.uint64)
    score = np.zeros(2, np.int32)
    for i in range(n):
        if listed[i] == 0:
            continue
        m = token_features(words, heads, first, children, k, listed, i, buffer)
        score[:] = 0
        for f in range(m):
            add_frozen(token, key_of(buffer[f]), score)
        if score[1] > score[0]:
            found[count] = i
            count += 1
    return found[:count]


@kernel
def _rolesets(
    words: Any,
    heads: Any,
    first: Any,
    children: Any,
    k: Any,
    places: Any,
    bounds: Any,
    traits: Any,
    sense: Any,
) -> Any:
    """Return for each predicate which of its rolesets scores highest."""
    best = np.zeros(len(places), np.int64)
    buffer = np.zeros(SENSE_FEATURES, np.uint64)
    score = np.zeros(1, np.int32)
    for i in range(len(places)):
        if bounds[i + 1] - bounds[i] == 1:
            continue
        m = sense_features(words, heads, first, children, k, places[i], buffer)
        top = -(1 << 30)
        for c in range(bounds[i], bounds[i + 1]):
            score[0] = 0
            for f in range(m):
                for t in range(2):
                    add_frozen(sense, key_of(mix(buffer[f], traits[c, t])), score)
            if score[0] > top:
                top = score[0]
                best[i] = c - bounds[i]
    return best


@kernel
def _arguments(
    words: Any, heads: Any, first: Any, children: Any, left: Any, right: Any, k: Any,
    places: Any, keys: Any, sets: Any, table: Any, core: Any, single: Any, role: Any, scale: float, cut: Any,
) -> Any:  # fmt: skip
    """Return rows (predicate's number, label, start, end, head) of all arguments."""
    labels = len(core)
    columns = 0
    for i in range(table.shape[0]):
        for j in range(labels):
            for w in range(table.shape[2]):
                columns = max(columns, table[i, j, w] + 1)
    rows = np.zeros((64, 5), np.int32)
    count = 0
    some = np.zeros((MAX_CANDIDATES, 3), np.int32)
    features = np.zeros(CAPACITY, np.uint64)
    facts = np.zeros(FACTS, np.uint64)
    sums = np.zeros(max(columns, 256), np.int32)
    scaled = np.zeros(max(columns, 256), np.float32)
    scores = np.zeros((MAX_CANDIDATES, labels), np.float32)
    spans = np.zeros((MAX_CANDIDATES, 2), np.int32)
    out, order = np.zeros(MAX_CANDIDATES, np.int32), np.zeros(MAX_CANDIDATES, np.int32)
    for number in range(len(places)):
        p = places[number]
        n = candidates(words, heads, first, children, k, p, some)
        kind = kind_of(words[p, 3], k)
        describe(words, heads, first, children, k, p, facts)
        for c in range(n):
            h = some[c, 0]
            m = argument_features(
                words, heads, first, children, left, right, k, p,
                keys[number, 0], keys[number, 1], keys[number, 2], kind, facts,
                h, some[c, 1], some[c, 2], features,
            )  # fmt: skip
            for f in range(m):
                add_frozen(role, key_of(features[f]), sums)
            for j in range(len(sums)):
                scaled[j] = sums[j] * scale
                sums[j] = 0
            normalise(scaled, table[sets[number]], labels, table.shape[2], scores[c])
            best = 1
            for j in range(2, labels):
                if scores[c, j] > scores[c, best]:
                    best = j
            if single[best] or scores[c, best] < scores[c, 0] - SLACK:
                start, end = h, h + 1
            else:
                start, end = cut_span(
                    words, heads, first, children, left, right, k, cut, p, h, best, features
                )
            spans[c, 0], spans[c, 1] = start, end
            shared = facts[5] == np.uint64(h + 1) and facts[6] > np.uint64(0)
            scores[c, 0] -= EASE + SHARED if shared else EASE
        by_start(spans, n, order)
        choose(scores, spans, n, order, core, out)
        for c in range(n):
            if out[c] == 0:
                continue
            if count == len(rows):
                rows = np.concatenate((rows, np.zeros_like(rows)))
            rows[count, 0], rows[count, 1] = number, out[c]
            rows[count, 2], rows[count, 3], rows[count, 4] = spans[c, 0], spans[c, 1], some[c, 0]
            count += 1
    return rows[:count]
