"""From a Doc to its frames."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc

from symbolic_rc.annotate.trees import read_trees
from symbolic_rc.core.frame import Argument, Frame
from symbolic_rc.core.kernels import kernel
from symbolic_rc.frames.parser.arguments import likely_arguments
from symbolic_rc.frames.parser.arrays import (
    CONSTANTS,
    DEP,
    INDEX,
    LEMMA,
    POS,
    TAG,
    Tree,
    TreeArrays,
    laid_out,
    tree,
)
from symbolic_rc.frames.parser.bench import NUMBER, new_bench, roles_of
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
from symbolic_rc.frames.parser.settle import READING, Bar, settle
from symbolic_rc.lexicon import rolesets as known_rolesets
from symbolic_rc.models.kernels import Frozen

#: How the roleset of a light verb ends: "take a bath".
LIGHT = ".LV"
#: A token that is less likely one is no predicate.
PREDICATE = 0.4
#: The power that the probabilities of trees are raised to, and those of which nothing is asked.
FLATTEN, RARE = 0.4, 0.03
_PARTICLE = int(CONSTANTS[INDEX["compound:prt"]])
_RELATIVE, _PUNCT = (int(CONSTANTS[INDEX[name]]) for name in ("acl:relcl", "punct"))
_PRONOUNS, _NOUNS = (
    frozenset(int(CONSTANTS[INDEX[name]]) for name in names) for names in (("WP", "WDT"), ("NOUN", "PROPN"))
)


def parse(doc: Doc, model: FrameModel | None = None, bar: Bar = READING) -> tuple[Frame, ...]:
    """Find the frames of an annotated Doc, in order of their predicates.

    Parameters
    ----------
    doc : Doc
        With tags, parts of speech, lemmas, dependencies (Universal Dependencies) and entities.
    model : FrameModel, optional
        The installed one by default.
    bar : Bar, optional
        How likely an argument must be; what readers want by default.

    Raises
    ------
    LexiconError
        If the model file is missing or damaged.
    """
    model = model or frame_model()
    if len(doc) == 0:
        return ()
    layout = tree(doc, model.classes)
    places, likely = find_predicates(doc, layout, model)
    rolesets = find_rolesets(doc, layout, places, model)
    return label(doc, layout, places, rolesets, likely, model, bar)


def find_predicates(
    doc: Doc, layout: Tree, model: FrameModel
) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """Return the indices of the tokens that are predicates, ascending, and how likely each is."""
    listed = model.senses.listed(doc, layout.words[:, LEMMA].tolist())
    token = model.models["token"]
    least = np.log(PREDICATE / (1.0 - PREDICATE)) / token.scale
    places, margins = np.zeros(len(doc), np.int32), np.zeros(len(doc), np.int32)
    count = _predicates(layout.arrays, listed, token.frozen, least, places, margins)
    places, margins = places[:count], margins[:count]
    return places, (1.0 / (1.0 + np.exp(-margins * token.scale))).astype(np.float32)


def find_rolesets(doc: Doc, layout: Tree, places: NDArray[np.int32], model: FrameModel) -> list[str]:
    """Return the roleset of each predicate."""
    names: list[list[str]] = []
    rows, ends = [], []
    for p in places.tolist():
        kind = int(kind_of(layout.words[p, POS], CONSTANTS))
        own, traits = model.senses.of(doc[p].lemma_, particle_of(layout, doc, p), kind)
        full = [i for i, name in enumerate(own) if not name.endswith(LIGHT)]
        if 0 < len(full) < len(own) and not _beside_deed(doc, layout, p):
            own, traits = [own[i] for i in full], traits[full]
        names.append(own)
        rows.append(traits)
        ends.append(len(own))
    if not names:
        return []
    bounds = np.concatenate(([0], np.cumsum(ends))).astype(np.int64)
    best = np.zeros(len(places), np.int64)
    _rolesets(layout.arrays, places, bounds, np.concatenate(rows), model.models["sense"].frozen, best)
    return [own[i] for own, i in zip(names, best.tolist(), strict=True)]


def _beside_deed(doc: Doc, layout: Tree, p: int) -> bool:
    """Whether a noun beside a verb may tell a deed ("take a bath"): without one no verb is light."""
    beside = [*layout.children[layout.first[p] : layout.first[p + 1]].tolist(), int(layout.heads[p])]
    nouns = [i for i in beside if int(layout.words[i, POS]) in _NOUNS]
    return any(known_rolesets().of(doc[i].lemma_.lower(), "n") for i in nouns)


def particle_of(layout: Tree, doc: Doc, p: int) -> str:
    """Return the lower-cased particle of a phrasal verb, or an empty string."""
    for child in layout.children[layout.first[p] : layout.first[p + 1]].tolist():
        if layout.words[child, DEP] == _PARTICLE:
            return str(doc[child].lower_)
    return ""


def label(
    doc: Doc,
    layout: Tree,
    places: NDArray[np.int32],
    rolesets: list[str],
    likely: NDArray[np.float32],
    model: FrameModel,
    bar: Bar,
) -> tuple[Frame, ...]:
    """Find the arguments of predicates whose rolesets are known."""
    if len(places) == 0:
        return ()
    space = model.space
    described = [space.of(name) for name in rolesets]
    sets = np.array([row[0] for row in described], np.int32)
    keys = np.array([row[1:] for row in described], np.uint64)
    roles, bench = roles_of(model), new_bench(space)
    found, sure = likely_arguments(layout.arrays, places, keys, sets, roles, bench)
    for number, (other, share) in enumerate(_trees(doc, layout, places)):
        if number == 0:
            sure *= share[found[:, NUMBER]]
            continue
        some = np.flatnonzero(share >= RARE)
        more, likely_too = likely_arguments(other.arrays, places[some], keys[some], sets[some], roles, bench)
        more[:, NUMBER] = some[more[:, NUMBER]]
        found = np.concatenate((found, more))
        sure = np.concatenate((sure, likely_too * share[more[:, NUMBER]]))
    order = np.argsort(found[:, NUMBER], kind="stable")
    found, sure = found[order], sure[order]
    if bar.doubted:
        sure = sure * likely[found[:, NUMBER]]
    chosen = np.zeros(len(found), np.int32)
    count = settle(found, sure, space.core, bar, chosen)
    return _frames(doc, layout, places, rolesets, found[chosen[:count]], space.labels)


def _trees(doc: Doc, layout: Tree, places: NDArray[np.int32]) -> Iterator[tuple[Tree, NDArray[np.float32]]]:
    """Yield the trees that the document may have, and how likely those of the predicates' sentences are."""
    trees = list(read_trees(doc))
    if not trees:
        return
    shares = np.array([share[places] for _, _, share in trees]) ** FLATTEN
    shares = np.where(shares >= RARE * shares.sum(0), shares, 0.0)
    shares /= shares.sum(0)
    for (heads, relations, _), share in zip(trees, shares, strict=True):
        words = layout.words.copy()
        words[:, DEP] = relations
        yield laid_out(words, heads), share.astype(np.float32)


def _frames(
    doc: Doc,
    layout: Tree,
    places: NDArray[np.int32],
    rolesets: list[str],
    found: NDArray[np.int32],
    labels: tuple[str, ...],
) -> tuple[Frame, ...]:
    """Make the frames out of rows of `likely_arguments`."""
    arguments: list[list[Argument]] = [[] for _ in rolesets]
    for number, role, start, end, head, _ in found.tolist():
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


@kernel
def _predicates(
    t: TreeArrays,
    listed: NDArray[np.uint8],
    token: Frozen,
    least: float,
    found: NDArray[np.int32],
    margins: NDArray[np.int32],
) -> int:
    """Fill the tokens that are predicates by more than `least`, and by how much each is; return how many."""
    n = len(t.heads)
    count = 0
    buffer = np.zeros(TOKEN_FEATURES, np.uint64)
    score = np.zeros(2, np.int32)
    for i in range(n):
        if listed[i] == 0:
            continue
        m = token_features(t, listed, i, buffer)
        score[:] = 0
        add_features(token, buffer, m, score)
        if score[1] - score[0] > least:
            found[count], margins[count] = i, score[1] - score[0]
            count += 1
    return count


@kernel
def _rolesets(
    t: TreeArrays,
    places: NDArray[np.int32],
    bounds: NDArray[np.int64],
    traits: NDArray[np.uint64],
    sense: Frozen,
    best: NDArray[np.int64],
) -> None:
    """Fill for each predicate which of its rolesets scores highest; `best` is all 0."""
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
