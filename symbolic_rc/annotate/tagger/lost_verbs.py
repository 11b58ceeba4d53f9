"""Verbs that were taken for nouns or adjectives: in "Felix married Clara" *married* is no adjective.

A clause that begins with a name or pronoun and has no finite verb gets one: the word behind it, where its
form can be one and what follows it can follow a verb. Everything else stays as it was tagged.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.tagger.finite_verbs import VERBS, label_numbers
from symbolic_rc.annotate.view import View
from symbolic_rc.lexicon import rolesets, wordnet
from symbolic_rc.lexicon.english import COMPOUND_PRONOUNS

#: Verbs behind whose object another stands in its plain form: "made Emil sing".
_MAKE = frozenset("make makes made let lets see saw hear heard help helps helped watch watched".split())
_FINITE = frozenset(("VBZ", "VBD", "VBP", "MD"))
_TAKEN_FOR = frozenset(("NN", "NNS", "JJ", "VBN"))
_FOLLOWS = frozenset(("DT", "PRP", "PRP$", "NNP", "IN", "TO", "RB", ".", "RP", "CD"))
#: Words at which a clause ends, and another may begin.
_BOUNDARIES = frozenset(", ; : and but or while because when -- - – — “ ” \" '' `` ( )".split())
#: A name is so long at most.
_LONGEST_NAME = 3


def with_verbs(view: View, labels: NDArray[np.int32], names: tuple[str, ...]) -> NDArray[np.int32]:
    """Return a document's labels, with the verbs that clauses have lost."""
    tags, _, verbs = label_numbers(names)
    if len(verbs) < len(VERBS):
        return labels
    taken = np.array([tag in _TAKEN_FOR for tag in tags])[labels]
    named = np.array([tag in ("NNP", "PRP") for tag in tags])[labels]
    named |= np.array([form.lower() in COMPOUND_PRONOUNS for form in view.forms], np.bool_)[view.kinds]
    made = np.array([form in _MAKE for form in view.forms], np.bool_)[view.kinds]
    for place in (np.flatnonzero(taken[2:] & named[1:-1] & made[:-2]) + 2).tolist():
        goes_on = place + 1 >= len(labels) or tags[labels[place + 1]] in _FOLLOWS
        if goes_on and tags[labels[place]] == "NN" and _can_be_done(_form(view, place)):
            labels[place] = verbs["VB"]
    places = np.flatnonzero(taken[1:] & named[:-1]) + 1
    if not len(places):
        return labels
    sentences = np.searchsorted(view.bounds, places, side="right") - 1
    for place, sentence in zip(places.tolist(), sentences.tolist(), strict=True):
        form = view.forms[view.kinds[place]]
        tag = verb_form(form)
        if not tag or (tags[labels[place]] != "NNS") != (tag == "VBD"):
            continue
        first, last = int(view.bounds[sentence]), int(view.bounds[sentence + 1])
        start, end = _clause(view, place, first, last)
        told = [tags[label] for label in labels[start:end].tolist()]
        at = place - start
        begins = at == 1 or (0 < at <= _LONGEST_NAME and all(tag == "NNP" for tag in told[:at]))
        begins = begins or (at > 1 and _form(view, place - 2) == "by")  # "the sale by Bo hurt Ada"
        follows = at + 1 < len(told) and told[at + 1] in _FOLLOWS
        ends = end < last and view.forms[view.kinds[end]] == ","
        if begins and (follows or (ends and tag == "VBZ")) and _FINITE.isdisjoint(told):
            labels[place] = verbs[tag]
    return labels


def _clause(view: View, place: int, first: int, last: int) -> tuple[int, int]:
    """Return where the clause of a word begins and ends, by marks and conjunctions."""
    start, end = place, place + 1
    while start > first and _form(view, start - 1) not in _BOUNDARIES:
        start -= 1
    while end < last and _form(view, end) not in _BOUNDARIES:
        end += 1
    return start, end


@lru_cache(maxsize=16384)
def _can_be_done(form: str) -> bool:
    return bool(rolesets().of(form, "v")) and oftener_done(form)


def _form(view: View, place: int) -> str:
    form: str = view.forms[view.kinds[place]]
    return form.lower()


@lru_cache(maxsize=16384)
def verb_form(form: str) -> str:
    """Return the tag of a form that can be a finite verb, ``VBZ`` or ``VBD``, or empty.

    Examples
    --------
    >>> verb_form("married"), verb_form("cleans"), verb_form("tables"), verb_form("red")
    ('VBD', 'VBZ', '', '')
    """
    if not form.islower():
        return ""
    tag = "VBD" if form.endswith("ed") else "VBZ" if form.endswith("s") and not form.endswith("ss") else ""
    bases = [base for base in wordnet().base(form, "v") if base != form] if tag else []
    known = any(rolesets().of(base, "v") for base in bases)
    return tag if known and (tag == "VBD" or oftener_done(bases[0])) else ""


def oftener_done(lemma: str) -> bool:
    """Whether a word has at least as many meanings as a verb as it has as a noun."""
    words = wordnet()
    return len(words.synsets(lemma, "v")) >= len(words.synsets(lemma, "n"))
