"""What the story's clauses say of a question: the same predicate, the others in their roles, a gap filled.

A clause is a predicate with its parts: the arguments of its frame, its children in the tree, and the subject
that it shares with the clause above. It holds a word of the question where a token of it matches the word, or
refers to what the word names. The question's own frame is that of its form as a statement
(`question.open_argument`), which is read more safely than the question itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.index import columns as C
from symbolic_rc.index.codes import role_code
from symbolic_rc.ranker.candidate_view import CandidateView, codes, is_in
from symbolic_rc.ranker.sentence_evidence import MOST_NAMED, spread

#: A word of the question is held where it matches at least so well.
HELD = 0.7
#: Relations that do not make a part of the clause.
_OUTSIDE = (
    C.D_PUNCT, C.D_CONJ, C.D_CC, C.D_PARATAXIS, C.D_MARK, C.D_AUX, C.D_AUXPASS, C.D_COP, C.D_LIST, C.D_CASE,
    C.D_PRT, C.D_DISCOURSE, C.D_DET, C.D_EXPL, C.D_FLAT, C.D_COMPOUND,
)  # fmt: skip
_ACTS, _UNDERGOES = role_code("ARG0"), role_code("ARG1")
_BY_RELATION = {
    C.D_NSUBJ: _ACTS, C.D_CSUBJ: _ACTS, C.D_OBLAGENT: _ACTS, C.D_OBJ: _UNDERGOES, C.D_NSUBJPASS: _UNDERGOES,
}  # fmt: skip
_CORE = (_ACTS, _UNDERGOES, role_code("ARG2"))
#: What an argument counts that is none of the first three, and one that only a pronoun may stand for.
_LITTLE, _PRONOUN = 0.2, 0.8
#: A clause says what the question says when it holds so much of it.
SAYS = 0.75
_SPEAKERS = "i we you me us"
_RELATIVES = "who whom which that whose"
#: Verbs whose clauses may be untrue.
_BELIEVING = "believe think claim suppose imagine dream hope fear pretend wish suspect guess"
#: Predicates that say too little for a clause to be told by them.
_LIGHT = frozenset(("be", "do", "happen"))


@dataclass(frozen=True, slots=True)
class AskedFrame:
    """The frame that a question asks about.

    Attributes
    ----------
    predicate : int
        Its token in the question.
    role : str
        The open role.
    arguments : tuple of (int, int)
        Role (as `codes.role_code` numbers it) and head (the number of a content word) of each of the others.
    open : frozenset of int
        The tokens that stand for the answer.
    """

    predicate: int
    role: str
    arguments: tuple[tuple[int, int], ...]
    open: frozenset[int]


@dataclass(frozen=True, slots=True)
class Part:
    """One that takes part in a clause: its head token, its role (0 if unknown), whether its frame says so."""

    head: int
    role: int
    framed: bool


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of the story that has the question's predicate.

    Attributes
    ----------
    predicate : int
        Its token.
    parts : tuple of Part
    held : float
        The share of the question's other arguments that it holds, 0 to 1; of one that is held by a pronoun of
        the right side alone, behind a mention, a part; those of time, place and manner count little.
    same : float
        How well its predicate matches the question's.
    turned : bool
        Whether one whom the question has acting is acted upon here, or the reverse.
    doubtful : bool
        Whether it is only believed; or denied, where the question is not.
    """

    predicate: int
    parts: tuple[Part, ...]
    held: float
    same: float
    turned: bool
    doubtful: bool


def matched(view: CandidateView) -> NDArray[np.float32]:
    """Return how well each token matches each content word, or refers to what it names; (words, n)."""
    story = view.story
    best = np.zeros((len(view.asked.words), story.tok.shape[1]), np.float32)
    room = np.empty((MOST_NAMED, 2), np.int32)
    spread(story.arrays, view.alignment, best, room)
    if view.hidden is not None:
        best[:, view.hidden[story.tok[C.SENT]]] = 0.0
    return best


def asked_frame(view: CandidateView) -> AskedFrame | None:
    """Return the frame that the question asks about; None where it has none, or one that says too little."""
    asked = view.asked
    found = asked.open_argument
    if found is None or found.frame.lemma in _LIGHT:
        return None
    whole = [a for a in found.frame.arguments if a.start <= found.start < a.end]
    span = range(min([found.start, *(a.start for a in whole)]), max([found.end, *(a.end for a in whole)]))
    numbers = {token: number for number, token in enumerate(asked.words.tolist())}
    arguments = []
    for one in found.frame.arguments:
        own = [numbers[i] for i in range(one.start, one.end) if i in numbers]
        if one.start not in span and own and one.role not in ("ARGM-MOD", "ARGM-NEG", "ARGM-DIS"):
            head = numbers.get(one.head, own[-1])
            arguments.append((role_code(one.role), head))
    return AskedFrame(found.frame.head, found.role, tuple(arguments), frozenset(span))


def clauses(view: CandidateView) -> tuple[Clause, ...]:
    """Return the story's clauses that have the question's predicate, in their order."""
    frame = view.once(asked_frame)
    if frame is None:
        return ()
    asked, tok = view.asked, view.story.tok
    words = asked.words.tolist()
    if frame.predicate in words:
        bounds, positions, weights = view.alignment
        at = words.index(frame.predicate)
        own = slice(int(bounds[at]), int(bounds[at + 1]))
        places = list(zip(positions[own].tolist(), weights[own].tolist(), strict=True))
    else:
        lemma = asked.tok[C.LEMMA, frame.predicate]
        places = [(i, 1.0) for i in np.unique(view.story.frames[:, 1]).tolist() if tok[C.LEMMA, i] == lemma]
    best = view.once(matched)
    if view.hidden is not None:
        places = [(i, same) for i, same in places if not view.hidden[tok[C.SENT, i]]]
    found = [_clause(view, frame, best, i, same) for i, same in sorted(places) if same >= HELD]
    return tuple(clause for clause in found if clause.parts)


def _clause(
    view: CandidateView, frame: AskedFrame, best: NDArray[np.float32], predicate: int, same: float
) -> Clause:
    tok = view.story.tok
    parts = tuple(_parts(tok, view.story.frames, predicate))
    spans = [(int(tok[C.LOW, i]), int(tok[C.HIGH, i])) for i in (predicate, *(part.head for part in parts))]
    held, total, turned = 0.0, 0.0, False
    for role, number in frame.arguments:
        worth = 1.0 if role in _CORE else _LITTLE
        total += worth
        if any(best[number, a:b].max(initial=0.0) >= HELD for a, b in spans):
            held += worth
        elif _by_pronoun(view, number, parts, role, predicate):
            held += _PRONOUN * worth
        roles = {part.role for part in parts if best[number, part.head] >= HELD}
        other = {_ACTS: _UNDERGOES, _UNDERGOES: _ACTS}.get(role, -1)
        turned = turned or roles == {other}
    share = held / total if total else 1.0
    return Clause(predicate, parts, share, same, turned, _doubtful(view, predicate))


def _by_pronoun(view: CandidateView, number: int, parts: tuple[Part, ...], role: int, predicate: int) -> bool:
    """Tell whether a pronoun that is no other's stands in a role, and the word shortly before it."""
    story, tok, best = view.story, view.story.tok, view.once(matched)[number]
    named = int(view.asked.tok[C.POS, view.asked.words[number]]) == C.P_PROPN
    for part in parts:
        if (
            part.role != role
            or tok[C.POS, part.head] != C.P_PRON
            or tok[C.LEMMA, part.head] in codes(_SPEAKERS)
        ):
            continue
        entity = int(tok[C.ENTITY, part.head])
        if named and entity >= 0 and story.ent[entity, 5] == 1:
            continue
        first = int(story.bounds[max(0, int(tok[C.SENT, predicate]) - 2)])
        if best[first : part.head].max(initial=0.0) >= HELD:
            return True
    return False


def _parts(tok: NDArray[np.int32], frames: NDArray[np.int32], predicate: int) -> Iterator[Part]:
    """Yield who and what take part in the clause of a predicate, in their order."""
    found: dict[int, Part] = {}
    for row in frames[frames[:, 1] == predicate].tolist():
        if row[6] != predicate:
            found[row[6]] = Part(row[6], row[3], True)
    for i in range(int(tok[C.LOW, predicate]), int(tok[C.HIGH, predicate])):
        if tok[C.HEAD, i] == predicate and i != predicate and tok[C.DEP, i] not in _OUTSIDE:
            found.setdefault(i, Part(i, _BY_RELATION.get(int(tok[C.DEP, i]), 0), False))
    taken = {part.role for part in found.values()}
    if _ACTS not in taken and tok[C.DEP, predicate] in (C.D_CONJ, C.D_XCOMP, C.D_ADVCL):
        above = int(tok[C.HEAD, predicate])
        for i in range(int(tok[C.LOW, above]), predicate):
            if tok[C.HEAD, i] == above and tok[C.DEP, i] == C.D_NSUBJ:
                found.setdefault(i, Part(i, _ACTS, False))
    for i in sorted(found):
        if not (
            tok[C.DEP, predicate] in (C.D_RELCL, C.D_ACL) and is_in(tok[C.LOWER, i : i + 1], _RELATIVES)[0]
        ):
            yield found[i]


def _doubtful(view: CandidateView, predicate: int) -> bool:
    tok = view.story.tok
    above = int(tok[C.HEAD, predicate])
    if tok[C.DEP, predicate] == C.D_CCOMP and is_in(tok[C.LEMMA, above : above + 1], _BELIEVING)[0]:
        return True
    own = [
        i
        for i in range(int(tok[C.LOW, predicate]), int(tok[C.HIGH, predicate]))
        if tok[C.HEAD, i] == predicate
    ]
    denied = bool(is_in(tok[C.LOWER, own], "not n't never").any()) if own else False
    return denied != view.asked.understanding.negated
