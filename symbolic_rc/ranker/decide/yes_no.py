"""The rule that answers yes or no: what the story states next to what is asked, and whether it is denied."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from symbolic_rc.index import columns as C
from symbolic_rc.index.codes import part_letter, word_code
from symbolic_rc.lexicon import wordnet
from symbolic_rc.ranker.case import RankedCase
from symbolic_rc.ranker.rule import Decision, Missed

_DENIALS = frozenset(map(word_code, "not n't never no nobody nothing neither nor without hardly".split()))
_SUBJECTS = (C.D_NSUBJ, C.D_NSUBJPASS)
#: Kinds of data whose answers are always words of the story.
_EXTRACTIVE = ("quoref", "squad")
#: The share of the question's other words that a statement must hold.
_SUPPORT = 0.6
#: How well a word must match the question's predicate.
_MATCH = 0.5


@dataclass(frozen=True, slots=True)
class Statement:
    """A place in the story that says what the question asks, or its opposite.

    Attributes
    ----------
    token : int
        The word that matches the question's predicate.
    support : float
        The share of the question's other words that are there, 0 to 1.
    opposite : bool
        Whether the word is an antonym of the question's.
    """

    token: int
    support: float
    opposite: bool = False


def yes_no(case: RankedCase) -> Decision | Missed:
    """Answer yes or no, or which of two, by the nearest statement and whether it is denied."""
    if case.understanding.kind != "yes/no":
        return Missed("the question is not answered by yes or no")
    if case.profile in _EXTRACTIVE:
        return Missed("answers of this kind of data are words of the story")
    either = _alternatives(case)
    if either:
        found = [(_nearest(case, word), word) for word in either]
        held = [(one, word) for one, word in found if one is not None and not one.opposite]
        if not held:
            return Missed("the story states neither of the two")
        statement, word = max(held, key=lambda pair: pair[0].support)
        text = case.asked.texts[word]
    else:
        best = _nearest(case, _predicate(case))
        if best is None:
            return Missed("nothing in the story says it, or its opposite")
        statement = best
        # asked whether or whether not, "no" says that it is not so
        denied = _denied(case, statement.token) ^ statement.opposite
        text = "no" if denied else "yes"
    at = int(case.story.tok[C.SENT, statement.token])
    first, last = int(case.story.bounds[at]), int(case.story.bounds[at + 1])
    bindings = {"statement": case.story.span_text(first, last), "support": f"{statement.support:.2f}"}
    return Decision(texts=[(text, -1, -1)], bindings=bindings)


def _predicate(case: RankedCase) -> int:
    """Return the question's predicate: its root, or the last content word where that is none."""
    words = case.asked.words.tolist()
    roots = [word for word in words if case.asked.tok[C.DEP, word] == C.D_ROOT]
    return roots[0] if roots else words[-1] if words else -1


def _alternatives(case: RankedCase) -> list[int]:
    """Return the words between which the question asks to choose: ``old`` and ``young`` in "old or young"."""
    tok, texts = case.asked.tok, case.asked.texts
    if "or" not in texts:
        return []
    after = [w for w in case.asked.words.tolist() if w > texts.index("or") and tok[C.DEP, w] == C.D_CONJ]
    return [int(tok[C.HEAD, after[0]]), after[0]] if after else []


def _nearest(case: RankedCase, predicate: int) -> Statement | None:
    """Return the statement that holds most of the question's other words beside its predicate."""
    words = case.asked.words.tolist()
    if predicate not in words:
        return None
    others = [i for i, word in enumerate(words) if word != predicate]
    either = _alternatives(case)
    others = [i for i in others if words[i] not in either]
    best: Statement | None = None
    for token, opposite in _places(case, words.index(predicate)):
        if _another_subject(case, token):
            continue
        support = float(np.mean([_held(case, i, token) for i in others])) if others else 1.0
        if support >= _SUPPORT and (best is None or support > best.support):
            best = Statement(token, support, opposite)
    return best


def _matches(case: RankedCase, word: int, least: float = 0.0) -> list[int]:
    bounds, positions, weights = case.alignment
    span = slice(int(bounds[word]), int(bounds[word + 1]))
    return [int(p) for p, weight in zip(positions[span], weights[span], strict=True) if weight > least]


def _places(case: RankedCase, word: int) -> list[tuple[int, bool]]:
    """Return the tokens that match a content word or are its opposite, in the story's order."""
    found = dict.fromkeys(_matches(case, word, _MATCH), False)
    _, lemmas, parts = case.asked.content
    opposites = _antonyms(lemmas[word], parts[word])
    tok = case.story.tok
    for token in np.flatnonzero(np.isin(tok[C.LEMMA], opposites)).tolist() if opposites else ():
        same = part_letter(C.PARTS[tok[C.POS, token]]) == parts[word]
        found.setdefault(token, True) if same else None
    return sorted(found.items())


@lru_cache(maxsize=1024)
def _antonyms(lemma: str, part: str) -> tuple[int, ...]:
    return tuple(word_code(word) for word in wordnet().antonyms(lemma, part)) if part else ()


def _entities(case: RankedCase, word: int) -> set[int]:
    """Return the entities that a content word of the question may speak of."""
    return {int(e) for e in case.story.tok[C.ENTITY, _matches(case, word)] if e >= 0}


def _held(case: RankedCase, word: int, token: int) -> bool:
    """Tell whether a content word, or another mention of what it names, is in a token's sentence."""
    sentence = case.story.tok[C.SENT, token]
    first, last = int(case.story.bounds[sentence]), int(case.story.bounds[sentence + 1])
    if any(first <= place < last for place in _matches(case, word)):
        return True
    entities = _entities(case, word)
    return any(int(e) in entities for e in case.story.tok[C.ENTITY, first:last])


def _another_subject(case: RankedCase, token: int) -> bool:
    """Tell whether the statement's subject is known to be another entity than the question's."""
    asked, words = case.asked.tok, case.asked.words.tolist()
    own = [i for i, word in enumerate(words) if asked[C.DEP, word] in _SUBJECTS]
    wanted = _entities(case, own[0]) if own else set()
    subject = _subject(case, token)
    if not wanted or subject < 0:
        return False
    entity = int(case.story.tok[C.ENTITY, subject])
    return entity >= 0 and entity not in wanted


def _subject(case: RankedCase, token: int) -> int:
    """Return the subject of a predicate, its own or a shared one, or what it is in apposition to; or -1."""
    tok = case.story.tok
    for _ in range(4):
        children = np.flatnonzero((tok[C.HEAD] == token) & np.isin(tok[C.DEP], _SUBJECTS))
        if len(children):
            return int(children[0])
        above = int(tok[C.HEAD, token])
        if tok[C.DEP, token] == C.D_APPOS:
            return above
        if above == token or tok[C.DEP, token] not in (C.D_CONJ, C.D_XCOMP):
            return -1
        token = above
    return -1


def _denied(case: RankedCase, token: int) -> bool:
    """Tell whether a word, or an object or subject of it, is negated."""
    tok = case.story.tok
    below = np.flatnonzero(tok[C.HEAD] == token)
    parts = [int(i) for i in below if tok[C.DEP, i] in (*_SUBJECTS, C.D_OBJ, C.D_DET, C.D_OBL)]
    deeper = np.flatnonzero(np.isin(tok[C.HEAD], parts) & (tok[C.DEP] == C.D_DET))
    near = {token, *below.tolist(), *deeper.tolist()}
    return bool({int(code) for i in near for code in (tok[C.LEMMA, i], tok[C.LOWER, i])} & _DENIALS)
