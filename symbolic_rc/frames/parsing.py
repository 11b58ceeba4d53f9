"""Semantic role labelling: from a Doc to its frames."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc

from symbolic_rc.annotate.view import read_trees
from symbolic_rc.core.arrays import Bytes, Ints, Longs, Singles
from symbolic_rc.core.entity import Argument, Frame
from symbolic_rc.core.kernels import kernel
from symbolic_rc.frames import predicates as P
from symbolic_rc.frames.arguments import argument_model, likely_arguments, new_workspace
from symbolic_rc.frames.arrays import CONSTANTS, DEP, INDEX, LEMMA, POS, Forest, forest_of, read_forest
from symbolic_rc.frames.decoding import NUMBER, READING, Thresholds, select_arguments
from symbolic_rc.frames.model import FrameModel, frame_model
from symbolic_rc.frames.templates import add_crossed, add_features
from symbolic_rc.lexicon import rolesets as known_rolesets
from symbolic_rc.models.kernels import Frozen

#: The suffix of a light verb's roleset: "take a bath".
LIGHT = ".LV"
#: The least probability of a predicate.
PREDICATE = 0.4
#: The exponent of the trees' probabilities, and the least probability of a tree.
FLATTEN, RARE = 0.4, 0.03
_PARTICLE = int(CONSTANTS[INDEX["compound:prt"]])
_RELATIVE = int(CONSTANTS[INDEX["acl:relcl"]])
_NOUNS = frozenset(int(CONSTANTS[INDEX[name]]) for name in ("NOUN", "PROPN"))


def parse(doc: Doc, model: FrameModel | None = None, thresholds: Thresholds = READING) -> tuple[Frame, ...]:
    """Find the frames of an annotated Doc, in order of their predicates.

    Parameters
    ----------
    doc : Doc
        With tags, parts of speech, lemmas, dependencies (Universal Dependencies) and entities.
    model : FrameModel, optional
        The installed one by default.
    thresholds : Thresholds, optional
        Of the arguments' probabilities; those for readers by default.

    Raises
    ------
    LexiconError
        If the model file is missing or damaged.
    """
    model = model or frame_model()
    if len(doc) == 0:
        return ()
    forest = read_forest(doc)
    places, likely = find_predicates(doc, forest, model)
    if not (rolesets := find_rolesets(doc, forest, places, model)):
        return ()
    found, probabilities = find_arguments(doc, forest, places, rolesets, model)
    if thresholds.by_predicate:
        probabilities = probabilities * likely[found[:, NUMBER]]
    chosen = np.zeros(len(found), np.int32)
    count = select_arguments(found, probabilities, model.space.core, thresholds, chosen)
    return _frames(doc, forest, places, rolesets, found[chosen[:count]], model.space.labels)


def find_predicates(doc: Doc, forest: Forest, model: FrameModel) -> tuple[Ints, Singles]:
    """Return the indices of predicates, ascending, and their probabilities."""
    listed = model.senses.listed(doc, forest.words[:, LEMMA].tolist())
    token = model.models["token"]
    least = np.log(PREDICATE / (1.0 - PREDICATE)) / token.scale
    places, margins = np.zeros(len(doc), np.int32), np.zeros(len(doc), np.int32)
    count = _predicates(forest, listed, token.frozen, least, places, margins)
    places, margins = places[:count], margins[:count]
    return places, (1.0 / (1.0 + np.exp(-margins * token.scale))).astype(np.float32)


def find_rolesets(doc: Doc, forest: Forest, places: Ints, model: FrameModel) -> list[str]:
    """Return the roleset of each predicate."""
    names: list[list[str]] = []
    rows, ends = [], []
    for p in places.tolist():
        kind = int(P.kind_of(forest.words[p, POS], CONSTANTS))
        own, traits = model.senses.of(doc[p].lemma_, particle_of(forest, doc, p), kind)
        full = [i for i, name in enumerate(own) if not name.endswith(LIGHT)]
        if 0 < len(full) < len(own):
            # every light verb is beside a noun that may denote an event ("take a bath")
            beside = [*forest.children[forest.first[p] : forest.first[p + 1]].tolist(), int(forest.heads[p])]
            nouns = [i for i in beside if int(forest.words[i, POS]) in _NOUNS]
            if not any(known_rolesets().of(doc[i].lemma_.lower(), "n") for i in nouns):
                own, traits = [own[i] for i in full], traits[full]
        names.append(own)
        rows.append(traits)
        ends.append(len(own))
    if not names:
        return []
    bounds = np.concatenate(([0], np.cumsum(ends))).astype(np.int64)
    best = np.zeros(len(places), np.int64)
    _rolesets(forest, places, bounds, np.concatenate(rows), model.models["sense"].frozen, best)
    return [own[i] for own, i in zip(names, best.tolist(), strict=True)]


def particle_of(forest: Forest, doc: Doc, p: int) -> str:
    """Return the particle of a phrasal verb in lower case, or an empty string."""
    children = forest.children[forest.first[p] : forest.first[p + 1]].tolist()
    return next((str(doc[child].lower_) for child in children if forest.words[child, DEP] == _PARTICLE), "")


def find_arguments(
    doc: Doc, forest: Forest, places: Ints, rolesets: list[str], model: FrameModel
) -> tuple[Ints, Singles]:
    """Return the probable arguments of predicates, over all trees of a document: see `likely_arguments`."""
    described = [model.space.of(name) for name in rolesets]
    sets = np.array([row[0] for row in described], np.int32)
    keys = np.array([row[1:] for row in described], np.uint64)
    arguments, w = argument_model(model), new_workspace(model.space)
    found, probabilities = likely_arguments(forest, places, keys, sets, arguments, w)
    for number, (other, share) in enumerate(_trees(doc, forest, places)):
        if number == 0:
            probabilities *= share[found[:, NUMBER]]
            continue
        some = np.flatnonzero(share >= RARE)
        more, likely = likely_arguments(other, places[some], keys[some], sets[some], arguments, w)
        more[:, NUMBER] = some[more[:, NUMBER]]
        found = np.concatenate((found, more))
        probabilities = np.concatenate((probabilities, likely * share[more[:, NUMBER]]))
    order = np.argsort(found[:, NUMBER], kind="stable")
    return found[order], probabilities[order]


def _trees(doc: Doc, forest: Forest, places: Ints) -> Iterator[tuple[Forest, Singles]]:
    """Yield the document's k-best trees, and the probabilities of those of the predicates' sentences."""
    if not (trees := list(read_trees(doc))):
        return
    shares = np.array([share[places] for _, _, share in trees]) ** FLATTEN
    shares = np.where(shares >= RARE * shares.sum(0), shares, 0.0)
    shares /= shares.sum(0)
    for (heads, relations, _), share in zip(trees, shares, strict=True):
        words = forest.words.copy()
        words[:, DEP] = relations
        yield forest_of(words, heads), share.astype(np.float32)


def _frames(
    doc: Doc, forest: Forest, places: Ints, rolesets: list[str], found: Ints, labels: tuple[str, ...]
) -> tuple[Frame, ...]:
    """Make frames of rows of `likely_arguments`."""
    arguments: list[list[Argument]] = [[] for _ in rolesets]
    for number, role, start, end, head, _ in found.tolist():
        arguments[number].append(Argument(labels[role], start, end, head))
    frames = []
    for p, roleset, own in zip(places.tolist(), rolesets, arguments, strict=True):
        kind = P.KINDS[int(P.kind_of(forest.words[p, POS], CONSTANTS))]
        end = p + 1
        end += bool(end < len(doc) and forest.words[end, DEP] == _PARTICLE and forest.heads[end] == p)
        own = [_without_reference(a, own, forest, p) for a in own]
        own.sort(key=lambda argument: argument.start)
        modal = next((doc[a.head].lemma_.lower() for a in own if a.role == "ARGM-MOD"), "")
        negated = any(a.role == "ARGM-NEG" for a in own)
        frames.append(Frame(roleset, p, p, end, kind, tuple(own), negated, modal))
    return tuple(frames)


def _without_reference(argument: Argument, own: list[Argument], forest: Forest, p: int) -> Argument:
    """Return a reference without antecedent, outside a relative clause, as the argument itself."""
    role = argument.role.removeprefix("R-")
    if role == argument.role or any(a.role == role for a in own) or forest.words[p, DEP] == _RELATIVE:
        return argument
    return Argument(role, argument.start, argument.end, argument.head)


@kernel
def _predicates(t: Forest, listed: Bytes, token: Frozen, least: float, found: Ints, margins: Ints) -> int:
    """Fill in the predicates with margins of more than `least`, and the margins; return how many."""
    n = len(t.heads)
    count = 0
    atoms, buffer = np.zeros(P.PREDICATE_ATOMS, np.uint64), np.zeros(P.TOKEN_FEATURES, np.uint64)
    score = np.zeros(2, np.int32)
    for i in range(n):
        if listed[i] == 0:
            continue
        m = P.token_features(t, listed, i, atoms, buffer)
        score[:] = 0
        add_features(token, buffer, m, score)
        if score[1] - score[0] > least:
            found[count], margins[count] = i, score[1] - score[0]
            count += 1
    return count


@kernel
def _rolesets(
    t: Forest, places: Ints, bounds: Longs, traits: NDArray[np.uint64], sense: Frozen, best: Longs
) -> None:
    """Fill in the best roleset of each predicate; `best` is all 0."""
    atoms, buffer = np.zeros(P.PREDICATE_ATOMS, np.uint64), np.zeros(P.SENSE_FEATURES, np.uint64)
    score = np.zeros(1, np.int32)
    for i in range(len(places)):
        if bounds[i + 1] - bounds[i] == 1:
            continue
        m = P.sense_features(t, places[i], atoms, buffer)
        top = -(1 << 30)
        for c in range(bounds[i], bounds[i + 1]):
            score[0] = 0
            add_crossed(sense, buffer, m, traits[c], score)
            if score[0] > top:
                top = score[0]
                best[i] = c - bounds[i]
