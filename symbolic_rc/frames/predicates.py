"""Predicates: which tokens are predicates, and their rolesets."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from spacy.strings import get_string_id
from spacy.tokens import Doc

from symbolic_rc.core.arrays import Bytes
from symbolic_rc.core.kernels import kernel
from symbolic_rc.core.tokens import grouped
from symbolic_rc.frames.arrays import CLUSTER, DEP, FILE, INDEX, LEMMA, LOWER, POS, TAG, Forest
from symbolic_rc.frames.context import MARK, OBJ, PRT, PUNCT, ZERO, form, marker, pattern, voice
from symbolic_rc.frames.templates import Hashes, compile_templates, fill, mix
from symbolic_rc.lexicon import rolesets

KINDS = ("verb", "noun", "adjective")
_NOUN, _ADJ, _PROPN = (INDEX[name] for name in ("NOUN", "ADJ", "PROPN"))
_PART = {0: "v", 1: "n", 2: "j"}

#: Atoms of a token or predicate: its word, its children (their relations before, their markers after), its
#: head (h.), its neighbours; of a child, `dep`, `lemma`, `class`, `cluster`, `marker` and `form`.
_ATOMS = (
    "none dep lemma class cluster marker form word tag pos known tag+known pos+known tag+dep pattern order "
    "voice before after h.lemma h.class previous next"
).split()
(
    NONE, DEP_, LEMMA_, CLASS, CLUSTER_, MARKER, FORM, WORD, TAG_, POS_, KNOWN, TAG_KNOWN, POS_KNOWN, TAG_DEP,
    PATTERN, ORDER, VOICE, BEFORE, AFTER, H_LEMMA, H_CLASS, PREVIOUS, NEXT,
) = range(len(_ATOMS))  # fmt: skip
#: Features of whether a token is a predicate.
_TOKEN = compile_templates(_ATOMS, ((3000, "", """
    tag:known lemma:pos lemma:tag lemma:dep tag+dep:known class:pos|known cluster:pos|known lemma:pattern
    lemma:after lemma:h.lemma|dep pos+known:h.lemma|dep tag+known:pattern|dep tag+known:before
    tag+known:before|dep tag+known:after tag+known:marker|dep lemma:before word:tag class:before|dep
    class:after|pos tag+known:order lemma:next lemma:previous tag+known:previous tag+known:next lemma:none
"""),))  # fmt: skip
#: Features of a predicate's sense; of each of its children; and of objects and particles.
_SENSE = compile_templates(_ATOMS, ((4001, "", """
    tag:voice pattern:voice order:none dep:none dep:h.lemma word:none next:none previous:none dep:h.class
    pos:none marker:pattern
"""),))  # fmt: skip
_CHILD = compile_templates(_ATOMS, ((4020, "dep", "lemma class marker"), (4024, "", "form:dep")))
_OBJECT = compile_templates(_ATOMS, ((4020, "dep", "lemma class marker"), (4023, "", "cluster:dep form:dep")))
#: The number of atoms, and room for features.
PREDICATE_ATOMS, TOKEN_FEATURES, SENSE_FEATURES = len(_ATOMS), 40, 40


@kernel
def kind_of(part: np.uint64, ids: Any) -> int:
    """Return the kind of predicate of a part of speech: 0 verb, 1 noun, 2 adjective."""
    return 1 if part == ids[_NOUN] or part == ids[_PROPN] else 2 if part == ids[_ADJ] else 0


@kernel
def _token_atoms(t: Forest, i: int, atoms: Hashes) -> None:
    """Fill in the atoms that predicates and tokens share."""
    head, n = t.heads[i], len(t.heads)
    atoms[NONE], atoms[DEP_], atoms[LEMMA_] = ZERO, t.words[i, DEP], t.words[i, LEMMA]
    atoms[WORD], atoms[TAG_], atoms[POS_] = t.words[i, LOWER], t.words[i, TAG], t.words[i, POS]
    atoms[MARKER], atoms[H_LEMMA], atoms[H_CLASS] = marker(t, i), t.words[head, LEMMA], t.words[head, FILE]
    atoms[PATTERN], atoms[ORDER] = pattern(t, i)
    atoms[PREVIOUS] = t.words[i - 1, LOWER] if i > 0 else ZERO
    atoms[NEXT] = t.words[i + 1, LOWER] if i + 1 < n else ZERO


@kernel
def token_features(t: Forest, listed: Any, i: int, atoms: Hashes, out: Any) -> int:
    """Write the features of whether token `i` is a predicate; return how many.

    `listed` holds for each token as bits whether its lemma has rolesets as verb, noun, adjective.
    """
    _token_atoms(t, i, atoms)
    atoms[KNOWN], atoms[CLASS], atoms[CLUSTER_] = np.uint64(listed[i]), t.words[i, FILE], t.words[i, CLUSTER]
    atoms[TAG_KNOWN], atoms[POS_KNOWN] = mix(atoms[TAG_], atoms[KNOWN]), mix(atoms[POS_], atoms[KNOWN])
    atoms[TAG_DEP] = mix(atoms[TAG_], atoms[DEP_])
    before, after = ZERO, ZERO
    for j in range(t.first[i], t.first[i + 1]):
        child = t.children[j]
        if child > i:
            after = mix(after, marker(t, child))
        else:
            before = mix(before, t.words[child, DEP])
    atoms[BEFORE], atoms[AFTER] = before, after
    return fill(_TOKEN, atoms, out, 0)


@kernel
def sense_features(t: Forest, p: int, atoms: Hashes, out: Any) -> int:
    """Write the features of the sense of predicate `p`, which are crossed with each roleset later."""
    _token_atoms(t, p, atoms)
    atoms[VOICE] = np.uint64(voice(t, p))
    out[0] = np.uint64(4000)
    n = fill(_SENSE, atoms, out, 1)
    for j in range(t.first[p], t.first[p + 1]):
        child = t.children[j]
        dep = t.words[child, DEP]
        if dep == t.ids[PUNCT] or dep == t.ids[MARK] or n + 6 > len(out):
            continue
        atoms[DEP_], atoms[LEMMA_], atoms[CLASS] = dep, t.words[child, LEMMA], t.words[child, FILE]
        atoms[MARKER], atoms[FORM] = marker(t, child), form(t, child)
        atoms[CLUSTER_] = t.words[child, CLUSTER]
        if dep == t.ids[OBJ] or dep == t.ids[PRT]:
            n = fill(_OBJECT, atoms, out, n)
        else:
            n = fill(_CHILD, atoms, out, n)
    return n


class Senses:
    """The candidate rolesets of predicates: the lexicon's, and those of its lemma in the training data.

    Lines of `trained` are ``lemma kind roleset``, separated by tabs.
    """

    def __init__(self, trained: Iterable[str] = ()) -> None:
        rows = (line.split("\t") for line in trained)
        self._trained = grouped(((lemma, int(kind)), roleset) for lemma, kind, roleset in rows)
        self._found: dict[tuple[str, str, int], tuple[list[str], Hashes]] = {}
        self._bits: dict[int, int] = {}

    def listed(self, doc: Doc, lemmas: list[int]) -> Bytes:
        """Return for each token's lemma, as bits, the kinds of predicate that it is listed as; uint8."""
        bits = self._bits
        found = np.zeros(len(lemmas), np.uint8)
        for i, lemma in enumerate(lemmas):
            if (known := bits.get(lemma)) is None:
                text, known = doc[i].lemma_.lower(), 0
                for kind, part in _PART.items():
                    if (text, kind) in self._trained:
                        known |= 9 << kind
                    elif rolesets().of(text, part):
                        known |= 1 << kind
                bits[lemma] = known
            found[i] = known
        return found

    def of(self, lemma: str, particle: str, kind: int) -> tuple[list[str], Hashes]:
        """Return the candidate rolesets, with their ids and general traits; never empty.

        The array has a row for each: its id, and a hash of its source and its rank in the list.
        """
        key = (lemma, particle, kind)
        if (found := self._found.get(key)) is None:
            found = self._found[key] = self._list(lemma.lower(), particle.lower(), kind)
        return found

    def _list(self, lemma: str, particle: str, kind: int) -> tuple[list[str], Hashes]:
        ways: dict[str, str] = dict.fromkeys(self._trained.get((lemma, kind), ()), "seen")
        if particle:
            for name in rolesets().of(f"{lemma}_{particle}", "v"):
                ways[name] = ways.get(name, "") + "particle"
        for name in rolesets().of(lemma, _PART[kind]):
            ways[name] = ways.get(name, "") + "listed"
        if not ways or (kind and all(way == "seen" for way in ways.values())):
            for name in rolesets().of(lemma):
                ways.setdefault(name, "other")
        if not ways:
            ways[f"{lemma}.01"] = "made"
        names = list(ways)
        traits = np.zeros((len(names), 2), np.uint64)
        for i, name in enumerate(names):
            stem, _, number = name.rpartition(".")
            sense = number if number in ("01", "02", "03") else "more"
            rank = "first" if i == 0 else "later"
            trait = f"{ways[name]} {bool(particle)} {rank} {sense} {stem == lemma}"
            traits[i] = get_string_id(name), get_string_id(trait)
        return names, traits
