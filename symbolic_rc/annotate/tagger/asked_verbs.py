"""Verbs of questions that were taken for nouns: *notice* in "What does Jack notice about Jani?".

Treebanks have few questions with a form of *do*, whose verb stands in its plain form, often that of a noun,
too. In a question that has lost its verb, the word becomes it that can be one best. Few have a form of *be*
or *have* before their subject, either: there the past tense is a participle ("Why was Ann sent off?").
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.tagger.finite_verbs import VERBS, label_numbers
from symbolic_rc.annotate.tagger.lost_verbs import oftener_done
from symbolic_rc.annotate.view import View
from symbolic_rc.lexicon import rolesets
from symbolic_rc.lexicon.english import BE, DO, HAVE, QUESTION_WORDS

#: The form of *do* stands so early: "How many of the men did".
_EARLY = 8
#: What the verb is taken for, and what stands before it: the subject's last word, or an adverb.
_TAKEN_FOR = frozenset(("NN", "JJ", "IN", "VBP", "VBD"))
_BEFORE = frozenset(("NN", "NNS", "NNP", "NNPS", "PRP", "CD", "RB", "POS"))
#: What may stand behind a verb that is oftener a noun.
_FOLLOWS = frozenset(("DT", "PRP", "PRP$", "NNP", "IN", "TO", "RB", "RP", "WP", "."))
#: What a participle follows, with its subject between: forms of *be* after words that ask for no predicate.
_ADVERBS = frozenset(("why", "when", "where", "how", "at", "in", "on", "by", "for", "from", "with"))
#: Words at which the clause ends.
_BOUNDARIES = frozenset(", ; : that who which when while after before because if to".split())


def with_asked_verbs(view: View, labels: NDArray[np.int32], names: tuple[str, ...]) -> NDArray[np.int32]:
    """Return a document's labels; questions have their verbs again behind a form of *do*, an auxiliary."""
    tags, _, verbs = label_numbers(names)
    marks = [number for number, form in enumerate(view.forms) if form == "?"]
    if len(verbs) < len(VERBS) or not marks:
        return labels
    for mark in np.flatnonzero(np.isin(view.kinds, marks)).tolist():
        first = int(view.bounds[np.searchsorted(view.bounds, mark, "right") - 1])
        words = [view.forms[kind] for kind in view.kinds[first:mark].tolist()]
        told = [tags[label] for label in labels[first : mark + 1].tolist()]
        helper, participle = _participle(words, told)
        if participle and "VBN|VERB" in names and f"{told[helper]}|AUX" in names:
            labels[first + participle] = names.index("VBN|VERB")
            labels[first + helper] = names.index(f"{told[helper]}|AUX")
        do = next((i for i, word in enumerate(words[:_EARLY]) if word.lower() in DO), -1)
        if do < 0 or (do > 0 and words[0].lower() not in QUESTION_WORDS):
            continue
        ends = (i for i in range(do + 2, len(words)) if words[i] in _BOUNDARIES)
        end = next(ends, len(words))
        if "VB" not in told[do + 1 : end]:
            place = _verb(words, told, do, end)
            if place:
                labels[first + place] = verbs["VB"]
                told[place] = "VB"
        auxiliary = f"{told[do]}|AUX"
        if auxiliary in names and any(
            told[i] == "VB" and told[i - 1] != "TO" for i in range(do + 2, len(told))
        ):
            labels[first + do] = names.index(auxiliary)
    return labels


def _verb(words: list[str], tags: list[str], do: int, end: int) -> int:
    """Return which word behind *do* is its verb, or 0."""
    able = [
        i
        for i in range(do + 2, end)
        if tags[i] in _TAKEN_FOR and tags[i - 1] in _BEFORE and rolesets().of(words[i], "v")
    ]
    likely = [i for i in able if oftener_done(words[i])] or [i for i in able if tags[i + 1] in _FOLLOWS]
    return (likely or able or [0])[0]


def _participle(words: list[str], tags: list[str]) -> tuple[int, int]:
    """Return the form of *be* or *have* of a question, and which past tense is its participle, or zeros."""
    lowers = [word.lower() for word in words]
    if not lowers or lowers[0] not in _ADVERBS | QUESTION_WORDS:
        return 0, 0
    helpers = HAVE | (BE - {"am"}) if lowers[0] in _ADVERBS else HAVE
    at = next((i for i, word in enumerate(lowers[:_EARLY]) if i and word in helpers), 0)
    ends = (i for i in range(at + 1, len(words)) if lowers[i] in _BOUNDARIES or lowers[i] == "and")
    verbs = [i for i in range(len(words)) if tags[i][:2] in ("VB", "MD") and i != at]
    alone = at and len(verbs) == 1 and tags[verbs[0]] == "VBD" and at + 1 < verbs[0] < next(ends, len(words))
    return (at, verbs[0]) if alone else (0, 0)
