"""A sentence that was left without a finite verb gets one: *baked* in "Tom's mother baked bread".

The treebanks have few sentences as short and plain as those of tales; a word that can be a verb is then
easily taken for a participle or a noun. Only whole sentences (a capital first, a full stop last) are looked
at; clauses within longer ones are `lost_verbs`' part.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.words import PARTS
from symbolic_rc.lexicon.wordnet import wordnet

_FINITE = frozenset(("VBD", "VBZ", "VBP", "MD", "VB"))
#: What a word becomes that must be a verb.
VERBS = ("VBD", "VBZ", "VBP", "VB")
_NOUNS = frozenset(("NN", "NNS", "NNP", "NNPS", "PRP", "WP", "FW"))
#: What a past tense is taken for, beside a participle.
_MISTAKEN = frozenset(("NN", "NNP", "VBG"))
#: What may stand behind a participle taken for one, and behind another word.
_AFTER_PAST = frozenset(("DT", "PRP", "PRP$", "NN", "NNS", "NNP", "CD", "JJ", "RB", "RP", "."))
_AFTER = frozenset(("DT", "PRP", "PRP$", "RB", "IN", "TO", "CD"))
_ENDS = frozenset((".", "!"))
#: Bits of the column PARTS: a verb as it stands, and as an inflected form (`words.parts_of`).
_BASE, _INFLECTED = 2, 32
#: Verbs whose past tense is their plain form, which is easily taken for a noun.
_UNCHANGED = frozenset("cost cut hit hurt put set shut split spread".split())
_MOST = 30


@lru_cache(maxsize=4)
def label_numbers(names: tuple[str, ...]) -> tuple[list[str], NDArray[np.bool_], dict[str, int]]:
    """Return each label's Penn tag, whether it is finite, and the labels of verbs."""
    tags = [name.partition("|")[0] for name in names]
    verbs = {tag: names.index(f"{tag}|VERB") for tag in VERBS if f"{tag}|VERB" in names}
    return tags, np.array([tag in _FINITE for tag in tags]), verbs


def give_verbs(
    labels: NDArray[np.int32],
    bounds: NDArray[np.int64],
    words: Callable[[int, int], Sequence[str]],
    codes: NDArray[np.uint32],
    names: tuple[str, ...],
) -> None:
    """Change the labels of words that must be the verbs of their sentences.

    Parameters
    ----------
    labels : ndarray of int32, shape (words,)
        Changed in place.
    bounds : ndarray of int64, shape (sentences + 1,)
    words : callable
        The words from one place to another.
    codes : ndarray of uint32, shape (words, columns)
    names : tuple of str
        The labels' names.
    """
    tags, finite, verbs = label_numbers(names)
    if len(labels) == 0 or len(verbs) < len(VERBS):
        return
    without = ~np.logical_or.reduceat(finite[labels], bounds[:-1])
    sizes = np.diff(bounds)
    for s in np.flatnonzero(without & (sizes >= 3) & (sizes <= _MOST)).tolist():
        start, end = int(bounds[s]), int(bounds[s + 1])
        own = list(words(start, end))
        if own[-1] not in _ENDS or not own[0][:1].isupper():
            continue
        found = [tags[label] for label in labels[start:end].tolist()]
        for i in range(1, len(own) - 1):
            tag = _verb(found, own, i, int(codes[start + i, PARTS]))
            if tag:
                labels[start + i] = verbs[tag]
                break


@lru_cache(maxsize=4096)
def _is_past(low: str) -> bool:
    """Whether a word in small letters can be a past tense."""
    if low in _UNCHANGED:
        return True
    if wordnet().irregular(low, "v") and not low.endswith(("s", "ing")):
        return True
    return low.endswith("ed") and len(low) > 4 and bool(wordnet().base(low, "v"))


def _verb(tags: Sequence[str], words: Sequence[str], i: int, parts: int) -> str:
    """Return the tag that a word has as the verb of its sentence, or an empty string."""
    before, tag, after = tags[i - 1], tags[i], tags[i + 1]
    low = words[i].lower()
    if before not in _NOUNS or words[i] != low:
        return ""
    if tag == "VBN":
        return "VBD" if after in _AFTER_PAST else ""
    if tag in _MISTAKEN and _is_past(low):
        return "VBD" if after in _AFTER_PAST or after == "IN" else ""
    if tag == "NNS" and parts & _INFLECTED and before in ("NN", "NNP"):
        owned = not {"DT", "POS", "PRP$"}.isdisjoint(tags[:i])
        return "VBZ" if owned and after in _AFTER else ""
    if tag == "NN" and parts & _BASE and before == "NNS":
        return "VBP" if after in _AFTER or (i == 1 and after == ".") else ""
    return ""


def give_titles(
    labels: NDArray[np.int32], kinds: NDArray[np.int64], forms: Sequence[str], names: tuple[str, ...]
) -> None:
    """Take *Miss* before a name for a title, which opens a sentence as an imperative does.

    Parameters
    ----------
    labels : ndarray of int32, shape (words,)
        Changed in place.
    kinds : ndarray of int64, shape (words,)
        Index into `forms`.
    forms : sequence of str
    names : tuple of str
        The labels' names.
    """
    if "Miss" not in forms or "NNP|PROPN" not in names:
        return
    tags, _, _ = label_numbers(names)
    for i in np.flatnonzero(kinds[:-1] == forms.index("Miss")).tolist():
        if tags[labels[i]] in _FINITE and tags[labels[i + 1]] in ("NNP", "NNPS"):
            labels[i] = names.index("NNP|PROPN")


def give_names(
    labels: NDArray[np.int32], kinds: NDArray[np.int64], forms: Sequence[str], names: tuple[str, ...]
) -> None:
    """Take *Norling* before a capital for a name, where it is no form of a verb: "Norling Lines sold it".

    Parameters
    ----------
    labels, kinds, forms, names
        As of `give_titles`.
    """
    if "NNP|PROPN" not in names:
        return
    tags, _, _ = label_numbers(names)
    gerund = np.array([tag == "VBG" for tag in tags])[labels[:-1]]
    for i in np.flatnonzero(gerund).tolist():
        form, following = forms[kinds[i]], forms[kinds[i + 1]]
        if form[:1].isupper() and following.istitle() and not wordnet().base(form.lower(), "v"):
            labels[i] = names.index("NNP|PROPN")
