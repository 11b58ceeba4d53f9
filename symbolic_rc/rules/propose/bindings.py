"""What the variables of a proposing rule stood for, as its trace shows them: of the best of its proposals."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from symbolic_rc.index import columns as C
from symbolic_rc.index.codes import role_name
from symbolic_rc.rules.case import Case

Bind = Callable[[Case, int], dict[str, str]]


def bindings(case: Case, rule: str, row: int) -> dict[str, str]:
    """Return what a rule's variables stood for when it proposed a candidate; empty for a rule without any.

    Parameters
    ----------
    case : Case
        On which the rules have worked.
    rule : str
        The rule's name.
    row : int
        The candidate's row of the view.
    """
    bind = _BINDINGS.get(rule)
    return {name: value for name, value in bind(case, row).items() if value} if bind else {}


def _word(case: Case, token: int) -> str:
    return case.story.span_text(token, token + 1)


def _head(case: Case, row: int) -> int:
    return int(case.view.cand[row, C.TOP])


def _matched(case: Case) -> dict[int, tuple[str, float]]:
    """Return for each token that the question matches the word of the question, and how well."""
    bounds, positions, weights = case.alignment
    found: dict[int, tuple[str, float]] = {}
    for i, word in enumerate(case.asked.words.tolist()):
        for k in range(int(bounds[i]), int(bounds[i + 1])):
            token = int(positions[k])
            if token not in found or weights[k] > found[token][1]:
                found[token] = (case.asked.texts[word], float(weights[k]))
    return found


def _frame(case: Case, row: int) -> dict[str, str]:
    """The frame that has the candidate as an argument: the one that shares most with the question."""
    frames, matched = case.story.frames, _matched(case)
    own = frames[frames[:, 6] == _head(case, row)]
    best, found = -1.0, dict[str, str]()
    for frame, predicate, _, role, *_ in own.tolist():
        others = [
            (int(one[3]), int(one[4]), int(one[5]))
            for one in frames[frames[:, 0] == frame]
            if one[6] != _head(case, row) and int(one[6]) in matched
        ]
        worth = len(others) + 2.0 * matched.get(int(predicate), ("", 0.0))[1]
        if worth > best:
            best = worth
            shared = [
                f"{case.story.span_text(start, end)} ({role_name(code)})" for code, start, end in others[:2]
            ]
            found = {
                "predicate": _word(case, int(predicate)),
                "role": role_name(int(role)),
                "shared": "; ".join(shared),
            }
    return found


def _governed(case: Case, row: int) -> dict[str, str]:
    tok, head = case.story.tok, _head(case, row)
    while tok[C.DEP, head] == C.D_CONJ and tok[C.HEAD, head] != head:
        head = int(tok[C.HEAD, head])
    return {
        "predicate": _word(case, int(tok[C.HEAD, head])),
        "relation": C.RELATIONS[int(tok[C.DEP, head])],
    }


def _defined(case: Case, row: int) -> dict[str, str]:
    tok, head = case.story.tok, _head(case, row)
    if tok[C.DEP, head] == C.D_APPOS:
        return {"subject": _word(case, int(tok[C.HEAD, head]))}
    subjects = np.flatnonzero((tok[C.HEAD] == head) & np.isin(tok[C.DEP], (C.D_NSUBJ, C.D_APPOS)))
    return {"subject": _word(case, int(subjects[0]))} if len(subjects) else {}


def _related(case: Case, row: int) -> dict[str, str]:
    story, entity = case.story, int(case.view.cand[row, C.C_ENTITY])
    rows = story.relations[(story.relations[:, 0] == entity) & np.isin(story.relations[:, 2], _named(case))]
    of = [_word(case, int(story.ent_heads[story.ent_bounds[target]])) for target in rows[:1, 2].tolist()]
    return {"relation": case.understanding.focus, "of": "".join(of)}


def _named(case: Case) -> list[int]:
    return [int(entity) for entity in case.view.scene.named]


def _ordered(case: Case, row: int) -> dict[str, str]:
    place = int(case.view.event_place[row])
    event = np.flatnonzero(case.story.order == place)
    return {
        case.understanding.order: _word(case, case.view.anchor[1]),
        "event": _word(case, int(event[0])) if len(event) else "",
    }


def _noun(case: Case, row: int) -> dict[str, str]:
    return {"noun": _word(case, _head(case, row))}


def _edges(case: Case, row: int) -> dict[str, str]:
    """The words at the candidate's left edge, of which the rules of place, time, reason and manner speak."""
    start, sentence = int(case.view.cand[row, C.START]), int(case.view.cand[row, C.C_SENT])
    before = _word(case, start - 1) if start > case.story.bounds[sentence] else ""
    return {"before": before, "first": _word(case, start), **_sentence(case, row)}


def _sentence(case: Case, row: int) -> dict[str, str]:
    return {"sentence": f"{int(case.view.col('rank')[row]) + 1} of the best"}


def _words(case: Case, row: int) -> dict[str, str]:
    """The words of the candidate's sentence that match the question's."""
    sentence = int(case.view.cand[row, C.C_SENT])
    first, last = int(case.story.bounds[sentence]), int(case.story.bounds[sentence + 1])
    found = []
    for token, (word, _) in sorted(_matched(case).items()):
        if first <= token < last:
            there = _word(case, token)
            found.append(word if word.lower() == there.lower() else f"{word}~{there}")
    return {"words": " ".join(dict.fromkeys(found))}


def _count(case: Case, row: int) -> dict[str, str]:
    entity = int(case.view.cand[row, C.C_ENTITY])
    return {"mentions": str(int(case.story.ent[entity, 3]))} if entity >= 0 else {}


def _mention(case: Case, row: int) -> dict[str, str]:
    cand = case.view.cand[row]
    return {"mention": case.story.span_text(int(cand[C.START]), int(cand[C.END])), **_sentence(case, row)}


_BINDINGS: dict[str, Bind] = {
    "frame-argument": _frame,
    "frame-predicate": _frame,
    "frame-others": _frame,
    "graph-relation": _related,
    "event-order": _ordered,
    "same-relation": _governed,
    "passive-alternation": _governed,
    "definition": _defined,
    "focus-noun": _noun,
    "called": _edges,
    "where-place": _edges,
    "when-time": _edges,
    "why-reason": _edges,
    "how-many": _edges,
    "how-manner": _edges,
    "what-happens": _words,
    "who-person": _sentence,
    "resolved-name": _mention,
    "word-distance": _words,
    "best-sentence": _words,
    "frequency": _count,
}
