"""Predicates: which tokens are, and with which roleset."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from spacy.strings import get_string_id
from spacy.tokens import Doc

from symbolic_rc.core.kernels import kernel
from symbolic_rc.frames.parser.arrays import CLUSTER, DEP, FILE, INDEX, LEMMA, LOWER, POS, TAG, TreeArrays
from symbolic_rc.frames.parser.context import MARK, OBJ, PRT, PUNCT, ZERO, clause, frame, marker, voice
from symbolic_rc.frames.parser.hashing import mix, mix3, put
from symbolic_rc.lexicon import rolesets

KINDS = ("verb", "noun", "adjective")
TOKEN_FEATURES = 40
SENSE_FEATURES = 40
_NOUN, _ADJ, _VERB, _AUX, _PROPN = (INDEX[name] for name in ("NOUN", "ADJ", "VERB", "AUX", "PROPN"))
_PART = {0: "v", 1: "n", 2: "j"}


@kernel
def kind_of(part: np.uint64, ids: Any) -> int:
    """Return the kind of predicate that a part of speech makes: 0 verb, 1 noun, 2 adjective."""
    if part == ids[_NOUN] or part == ids[_PROPN]:
        return 1
    return 2 if part == ids[_ADJ] else 0


@kernel
def token_features(t: TreeArrays, listed: Any, i: int, out: Any) -> int:
    """Write the features of the question whether token `i` is a predicate; return how many.

    `listed` holds for each token as bits whether its lemma has rolesets as verb, noun, adjective.
    """
    u = np.uint64
    n = 0
    lemma, form, tag, pos, dep = (
        t.words[i, LEMMA],
        t.words[i, LOWER],
        t.words[i, TAG],
        t.words[i, POS],
        t.words[i, DEP],
    )
    known = u(listed[i])
    head = t.heads[i]
    bits, order = frame(t, i)
    cop = u(0)
    prep = ZERO
    for j in range(t.first[i], t.first[i + 1]):
        child = t.children[j]
        prep = mix(prep, marker(t, child)) if child > i else prep
        cop = mix(cop, t.words[child, DEP]) if child < i else cop
    mark = marker(t, i)
    a = u(3000)
    n = put(out, n, mix3(a, tag, known))
    n = put(out, n, mix3(a + u(1), lemma, pos))
    n = put(out, n, mix3(a + u(2), lemma, tag))
    n = put(out, n, mix3(a + u(3), lemma, dep))
    n = put(out, n, mix3(a + u(4), mix(tag, dep), known))
    n = put(out, n, mix3(a + u(5), t.words[i, FILE], mix(pos, known)))
    n = put(out, n, mix3(a + u(6), t.words[i, CLUSTER], mix(pos, known)))
    n = put(out, n, mix3(a + u(7), lemma, bits))
    n = put(out, n, mix3(a + u(8), lemma, prep))
    n = put(out, n, mix3(a + u(9), lemma, mix(t.words[head, LEMMA], dep)))
    n = put(out, n, mix3(a + u(10), mix(pos, known), mix(t.words[head, LEMMA], dep)))
    n = put(out, n, mix3(a + u(11), mix(tag, known), mix(bits, dep)))
    n = put(out, n, mix3(a + u(12), mix(tag, known), cop))
    n = put(out, n, mix3(a + u(13), mix(tag, known), mix(cop, dep)))
    n = put(out, n, mix3(a + u(14), mix(tag, known), prep))
    n = put(out, n, mix3(a + u(15), mix(tag, known), mix(mark, dep)))
    n = put(out, n, mix3(a + u(16), lemma, cop))
    n = put(out, n, mix3(a + u(17), form, tag))
    n = put(out, n, mix3(a + u(18), t.words[i, FILE], mix(cop, dep)))
    n = put(out, n, mix3(a + u(19), t.words[i, FILE], mix(prep, pos)))
    n = put(out, n, mix3(a + u(20), mix(tag, known), order))
    n = put(out, n, mix3(a + u(21), lemma, t.words[i + 1, LOWER] if i + 1 < len(t.heads) else ZERO))
    n = put(out, n, mix3(a + u(22), lemma, t.words[i - 1, LOWER] if i > 0 else ZERO))
    n = put(out, n, mix3(a + u(23), mix(tag, known), t.words[i - 1, LOWER] if i > 0 else ZERO))
    n = put(out, n, mix3(a + u(24), mix(tag, known), t.words[i + 1, LOWER] if i + 1 < len(t.heads) else ZERO))
    n = put(out, n, mix3(a + u(25), lemma, ZERO))
    return n


@kernel
def sense_features(t: TreeArrays, p: int, out: Any) -> int:
    """Write what may tell the rolesets of predicate `p` apart; each is mixed with the roleset later."""
    u = np.uint64
    n = 0
    bits, order = frame(t, p)
    v = u(voice(t, p))
    a = u(4000)
    n = put(out, n, a)
    n = put(out, n, mix3(a + u(1), t.words[p, TAG], v))
    n = put(out, n, mix3(a + u(2), bits, v))
    n = put(out, n, mix3(a + u(3), order, ZERO))
    n = put(out, n, mix3(a + u(4), t.words[p, DEP], ZERO))
    n = put(out, n, mix3(a + u(5), t.words[p, DEP], t.words[t.heads[p], LEMMA]))
    n = put(out, n, mix3(a + u(6), t.words[p, LOWER], ZERO))
    n = put(out, n, mix3(a + u(7), t.words[p + 1, LOWER] if p + 1 < len(t.heads) else ZERO, ZERO))
    n = put(out, n, mix3(a + u(8), t.words[p - 1, LOWER] if p > 0 else ZERO, ZERO))
    n = put(out, n, mix3(a + u(9), t.words[p, DEP], t.words[t.heads[p], FILE]))
    n = put(out, n, mix3(a + u(10), t.words[p, POS], ZERO))
    n = put(out, n, mix3(a + u(11), marker(t, p), bits))
    for j in range(t.first[p], t.first[p + 1]):
        child = t.children[j]
        dep = t.words[child, DEP]
        if dep == t.ids[PUNCT] or dep == t.ids[MARK] or n + 6 > len(out):
            continue
        mark = marker(t, child)
        n = put(out, n, mix3(a + u(20), dep, t.words[child, LEMMA]))
        n = put(out, n, mix3(a + u(21), dep, t.words[child, FILE]))
        n = put(out, n, mix3(a + u(22), dep, mark))
        if dep == t.ids[OBJ] or dep == t.ids[PRT]:
            n = put(out, n, mix3(a + u(23), t.words[child, CLUSTER], dep))
        n = put(out, n, mix3(a + u(24), clause(t, child), dep))
    return n


class Senses:
    """The rolesets that a predicate may have: the lexicon's, and those seen with its lemma in training.

    Parameters
    ----------
    seen : iterable of str
        Pairs ``lemma kind roleset`` separated by tabs.
    """

    def __init__(self, seen: Iterable[str] = ()) -> None:
        self._seen: dict[tuple[str, int], list[str]] = {}
        for line in seen:
            lemma, kind, roleset = line.split("\t")
            self._seen.setdefault((lemma, int(kind)), []).append(roleset)
        self._found: dict[tuple[str, str, int], tuple[list[str], np.ndarray]] = {}
        self._bits: dict[int, int] = {}

    def listed(self, doc: Doc, lemmas: list[int]) -> np.ndarray:
        """Return for each token's lemma, as bits, the kinds of predicate that it is listed as; uint8."""
        bits = self._bits
        found = np.zeros(len(lemmas), np.uint8)
        for i, lemma in enumerate(lemmas):
            known = bits.get(lemma)
            if known is None:
                text, known = doc[i].lemma_.lower(), 0
                for kind, part in _PART.items():
                    if (text, kind) in self._seen:
                        known |= 9 << kind
                    elif rolesets().of(text, part):
                        known |= 1 << kind
                bits[lemma] = known
            found[i] = known
        return found

    def of(self, lemma: str, particle: str, kind: int) -> tuple[list[str], np.ndarray]:
        """Return the rolesets to choose from, with their ids and general traits; never empty.

        The array has a row for each: its id, and a hash of how it was found and how early it is listed.
        """
        key = (lemma, particle, kind)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._look_up(lemma.lower(), particle.lower(), kind)
        return found

    def _look_up(self, lemma: str, particle: str, kind: int) -> tuple[list[str], np.ndarray]:
        ways: dict[str, str] = {}
        part = _PART[kind]
        for name in self._seen.get((lemma, kind), ()):
            ways.setdefault(name, "seen")
        if particle:
            for name in rolesets().of(f"{lemma}_{particle}", "v"):
                ways[name] = ways.get(name, "") + "particle"
        for name in rolesets().of(lemma, part):
            ways[name] = ways.get(name, "") + "listed"
        if not ways or (kind and all(way == "seen" for way in ways.values())):
            for name in rolesets().of(lemma):
                ways.setdefault(name, "other")
        if not ways:
            ways[f"{lemma}.01"] = "made"
        names = list(ways)
        traits = np.zeros((len(names), 2), np.uint64)
        for i, name in enumerate(names):
            rank = "first" if i == 0 else "later"
            number = name.rsplit(".", 1)[-1]
            own = name.rsplit(".", 1)[0] == lemma
            sense = number if number in ("01", "02", "03") else "more"
            trait = f"{ways[name]} {bool(particle)} {rank} {sense} {own}"
            traits[i] = get_string_id(name), get_string_id(trait)
        return names, traits
