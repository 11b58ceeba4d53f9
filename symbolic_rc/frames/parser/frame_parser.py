"""From a Doc to its frames."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc

from symbolic_rc.core.frame import Argument, Frame
from symbolic_rc.core.jit import kernel
from symbolic_rc.frames.parser.arrays import CONSTANTS, DEP, INDEX, LEMMA, POS, TAG, Tree, TreeArrays, tree
from symbolic_rc.frames.parser.context import (
    DOWN,
    FACTS,
    SUBJECT,
    SUBJECT_WAY,
    TOKEN,
    UP,
    candidates,
    describe,
)
from symbolic_rc.frames.parser.decode import SLACK, by_start, choose, normalise
from symbolic_rc.frames.parser.features import ATOMS, CAPACITY, CLASS, ID, WIDE, Predicate, argument_features
from symbolic_rc.frames.parser.hashing import add_crossed, add_features
from symbolic_rc.frames.parser.model import FrameModel, frame_model
from symbolic_rc.frames.parser.predicates import (
    KINDS,
    SENSE_FEATURES,
    TOKEN_FEATURES,
    kind_of,
    sense_features,
    token_features,
)
from symbolic_rc.frames.parser.spans import CUT_FEATURES, cut_span
from symbolic_rc.linear.kernels import Frozen

MAX_CANDIDATES = 160
#: Columns of an argument that was found: its predicate's number, label, span and head.
NUMBER, LABEL, START, END, HEAD, ROW = range(6)
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
    listed = model.senses.listed(doc, layout.words[:, LEMMA].tolist())
    token = model.models["token"].frozen
    return _predicates(layout.arrays, listed, token)


def find_rolesets(doc: Doc, layout: Tree, places: NDArray[np.int32], model: FrameModel) -> list[str]:
    """Return the roleset of each predicate."""
    names: list[list[str]] = []
    rows, ends = [], []
    for p in places.tolist():
        kind = int(kind_of(layout.words[p, POS], CONSTANTS))
        own, traits = model.senses.of(doc[p].lemma_, particle_of(layout, doc, p), kind)
        names.append(own)
        rows.append(traits)
        ends.append(len(own))
    if not names:
        return []
    bounds = np.concatenate(([0], np.cumsum(ends))).astype(np.int64)
    best = _rolesets(
        layout.arrays, places, bounds, np.concatenate(rows), model.models["sense"].frozen,
    )  # fmt: skip
    return [own[i] for own, i in zip(names, best.tolist(), strict=True)]


def particle_of(layout: Tree, doc: Doc, p: int) -> str:
    """Return the lower-cased particle of a phrasal verb, or an empty string."""
    for child in layout.children[layout.first[p] : layout.first[p + 1]].tolist():
        if layout.words[child, DEP] == _PARTICLE:
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
    role, cut = model.models["role"], model.models["cut"]
    roles = Roles(space.table, space.core, single, role.frozen, role.scale, cut.frozen)
    found = _arguments(layout.arrays, places, keys, sets, roles)
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
        kind = KINDS[int(kind_of(layout.words[p, POS], CONSTANTS))]
        end = p + 1
        if end < len(doc) and layout.words[end, DEP] == _PARTICLE and layout.heads[end] == p:
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
    if role == argument.role or any(a.role == role for a in own) or layout.words[p, DEP] == _RELATIVE:
        return argument
    return Argument(role, argument.start, argument.end, argument.head)


def _related(own: list[Argument], layout: Tree, p: int) -> list[Argument]:
    """Return arguments in which a relative pronoun refers ("The minister, who resigned").

    Where the parser took the relative clause for the main one, antecedent and pronoun both hang on its verb,
    and a role that is given once went to the pronoun.
    """
    for i, a in enumerate(own):
        if int(layout.words[a.head, TAG]) not in _PRONOUNS or not 0 < a.start == a.end - 1 < p:
            continue
        end = a.start - (layout.words[a.start - 1, DEP] == _PUNCT)
        n = end - 1
        while n >= 0 and layout.heads[n] not in (n, p) and layout.heads[n] < a.start:
            n = int(layout.heads[n])
        known = n < 0 or any(b.start <= n < b.end for b in own) or int(layout.words[n, POS]) not in _NOUNS
        if known or layout.heads[n] != p or n == p or a.role[:3] != "ARG":
            continue
        own = [*own[:i], Argument(f"R-{a.role}", a.start, a.end, a.head), *own[i + 1 :]]
        return [*own, Argument(a.role, int(layout.left[n]), int(end), int(n))]
    return own


class Roles(NamedTuple):
    """The models of roles and spans as the kernel takes them.

    Attributes
    ----------
    table : ndarray of int32, shape (sets, labels, width)
        Columns whose scores add up to a label's: see `RoleSpace.table`.
    core : ndarray of int64, shape (labels,)
        The bit of each label that a frame has at most once, else 0.
    single : ndarray of bool, shape (labels,)
        Labels whose argument is one word.
    model : Frozen
        Of roles, with the `scale` of its scores.
    cut : Frozen
        Of spans.
    """

    table: NDArray[np.int32]
    core: NDArray[np.int64]
    single: NDArray[np.bool_]
    model: Frozen
    scale: float
    cut: Frozen


class _Buffers(NamedTuple):
    """What the kernel of arguments works in."""

    candidates: NDArray[np.int32]
    spans: NDArray[np.int32]
    scores: NDArray[np.float32]
    atoms: NDArray[np.uint64]
    features: NDArray[np.uint64]
    sums: NDArray[np.int32]
    scaled: NDArray[np.float32]


@kernel
def _predicates(t: TreeArrays, listed: NDArray[np.uint8], token: Frozen) -> NDArray[np.int32]:
    """Return the tokens that the token model takes for predicates."""
    n = len(t.heads)
    found = np.zeros(n, np.int32)
    count = 0
    buffer = np.zeros(TOKEN_FEATURES, np.uint64)
    score = np.zeros(2, np.int32)
    for i in range(n):
        if listed[i] == 0:
            continue
        m = token_features(t, listed, i, buffer)
        score[:] = 0
        add_features(token, buffer, m, score)
        if score[1] > score[0]:
            found[count] = i
            count += 1
    return found[:count]


@kernel
def _rolesets(
    t: TreeArrays,
    places: NDArray[np.int32],
    bounds: NDArray[np.int64],
    traits: NDArray[np.uint64],
    sense: Frozen,
) -> NDArray[np.int64]:
    """Return for each predicate which of its rolesets scores highest."""
    best = np.zeros(len(places), np.int64)
    buffer = np.zeros(SENSE_FEATURES, np.uint64)
    score = np.zeros(1, np.int32)
    for i in range(len(places)):
        if bounds[i + 1] - bounds[i] == 1:
            continue
        m = sense_features(t, places[i], buffer)
        top = -(1 << 30)
        for c in range(bounds[i], bounds[i + 1]):
            score[0] = 0
            add_crossed(sense, buffer, m, traits[c], score)
            if score[0] > top:
                top = score[0]
                best[i] = c - bounds[i]
    return best


@kernel
def _arguments(
    t: TreeArrays,
    places: NDArray[np.int32],
    keys: NDArray[np.uint64],
    sets: NDArray[np.int32],
    roles: Roles,
) -> NDArray[np.int32]:
    """Return rows (predicate's number, label, start, end, head) of all arguments."""
    labels = len(roles.core)
    columns = max(roles.table.max() + 1 if roles.table.size else 0, 256)
    rows = np.zeros((64, ROW), np.int32)
    count = 0
    facts = np.zeros(FACTS, np.uint64)
    b = _Buffers(
        np.zeros((MAX_CANDIDATES, 3), np.int32),
        np.zeros((MAX_CANDIDATES, 2), np.int32),
        np.zeros((MAX_CANDIDATES, labels), np.float32),
        np.zeros(len(ATOMS), np.uint64),
        np.zeros(max(CAPACITY, CUT_FEATURES), np.uint64),
        np.zeros(columns, np.int32),
        np.zeros(columns, np.float32),
    )
    out, order = np.zeros(MAX_CANDIDATES, np.int32), np.zeros(MAX_CANDIDATES, np.int32)
    for number in range(len(places)):
        p = places[number]
        n = candidates(t, p, b.candidates)
        describe(t, p, facts)
        kind = kind_of(t.words[p, POS], t.ids)
        key = keys[number]
        predicate = Predicate(p, key[ID], key[CLASS], key[WIDE], kind, facts)
        for c in range(n):
            _weigh(t, predicate, c, roles, roles.table[sets[number]], b)
        by_start(b.spans, n, order)
        choose(b.scores, b.spans, n, order, roles.core, out)
        for c in range(n):
            if out[c] == 0:
                continue
            if count == len(rows):
                rows = np.concatenate((rows, np.zeros_like(rows)))
            rows[count, NUMBER], rows[count, LABEL] = number, out[c]
            rows[count, START], rows[count, END] = b.spans[c, 0], b.spans[c, 1]
            rows[count, HEAD] = b.candidates[c, TOKEN]
            count += 1
    return rows[:count]


@kernel(often=True)
def _scale(sums: NDArray[np.int32], scale: float, scaled: NDArray[np.float32]) -> None:
    """Fill in the scaled sums, and begin anew with the sums."""
    for j in range(len(sums)):
        scaled[j] = sums[j] * scale
        sums[j] = 0


@kernel
def _weigh(
    t: TreeArrays, predicate: Predicate, c: int, roles: Roles, columns: NDArray[np.int32], b: _Buffers
) -> None:
    """Fill in candidate c's log probability of each role, and its span under the best."""
    h, scores = b.candidates[c, TOKEN], b.scores[c]
    m = argument_features(t, predicate, h, b.candidates[c, UP], b.candidates[c, DOWN], b.atoms, b.features)
    add_features(roles.model, b.features, m, b.sums)
    _scale(b.sums, roles.scale, b.scaled)
    normalise(b.scaled, columns, len(scores), columns.shape[1], scores)
    best = 1
    for label in range(2, len(scores)):
        if scores[label] > scores[best]:
            best = label
    if roles.single[best] or scores[best] < scores[0] - SLACK:
        start, end = h, h + 1
    else:
        start, end = cut_span(t, roles.cut, predicate.token, h, best, b.features)
    b.spans[c, 0], b.spans[c, 1] = start, end
    facts = predicate.facts
    shared = facts[SUBJECT] == np.uint64(h + 1) and facts[SUBJECT_WAY] > np.uint64(0)
    scores[0] -= EASE + SHARED if shared else EASE
