"""Ordered rules on words alone: what the engine can do of a text without its annotation."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from itertools import pairwise

import numpy as np

from symbolic_rc.core.tokens import Tokens
from symbolic_rc.rules.case import Candidate, Case
from symbolic_rc.rules.question import STOP
from symbolic_rc.rules.rule import Fired, Missed, Proposal, Rule

_NUMBERS = frozenset(
    "one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred".split()
)
_PLACE_BEFORE = frozenset("in at to from near into on through across toward towards".split())
_TIME_WORDS = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday morning evening night day week month year today"
    " winter summer spring autumn midnight noon dawn january february march april june july august september"
    " october november december".split()
)
_LONGEST = 8
_CAP = 8


def candidates(tokens: Tokens) -> list[Candidate]:
    """Return the spans that can be answers: runs of capitals, numbers, and short phrases between marks."""
    words, found, seen = tokens.words, [], set()
    lowered = {word for word in words if word.islower()}
    bounds = tokens.sentences.tolist()
    for start, end in pairwise(bounds):
        i = start
        while i < end:
            if words[i][0] == "@" or (words[i][0].isupper() and words[i].lower() not in lowered):
                j = i + 1
                while j < end and words[j][0].isupper():
                    j += 1
                found.append(Candidate(i, j, "name"))
                seen.add((i, j))
                i = j
            else:
                i += 1
        for i in range(start, end):
            if words[i].isdigit() or words[i].lower() in _NUMBERS:
                found.append(Candidate(i, i + 1, "number"))
                seen.add((i, i + 1))
            if not words[i][0].isalnum():
                continue
            for j in range(i + 1, min(i + _LONGEST, end) + 1):
                last = words[j - 1]
                if not last[0].isalnum():
                    break
                if last.lower() not in STOP and (i, j) not in seen and words[i].lower() not in ("and", "of"):
                    found.append(Candidate(i, j, "phrase"))
    return found


def match(case: Case) -> None:
    """Fill the case's matches: equal words, or words with a common start of all but three letters."""
    places: dict[str, list[int]] = {}
    for i, word in enumerate(case.lower):
        places.setdefault(word, []).append(i)
    for index in case.understanding.content:
        word = case.understanding.words[index].lower()
        stem = word[: max(4, len(word) - 3)] if len(word) > 4 else ""
        hits = list(places.get(word, ()))
        if stem:
            hits += [i for w, at in places.items() if w != word and _same_stem(stem, word, w) for i in at]
        if hits:
            case.matches.append((index, sorted(hits)))


def _same_stem(stem: str, word: str, other: str) -> bool:
    return other.startswith(stem) and len(other) <= len(word) + 3


def expected_shape(case: Case) -> Fired | Missed:
    """Prefer candidates of the shape that the question's kind expects: names, numbers, places, times."""
    kind = case.understanding.kind
    wanted = {"person": "name", "place": "name", "number": "number", "time": "number", "cloze": "name"}.get(
        kind
    )
    if wanted is None:
        return Missed(f"questions of kind {kind} expect no shape")
    proposals = []
    for i, candidate in enumerate(case.candidates):
        before = case.lower[candidate.start - 1] if candidate.start else ""
        good = candidate.shape == wanted
        if kind == "place":
            good = before in _PLACE_BEFORE and candidate.shape == "name"
        if kind == "time" and any(
            word in _TIME_WORDS for word in case.lower[candidate.start : candidate.end]
        ):
            good = True
        if good:
            proposals.append(Proposal(i, 12.0))
    if not proposals:
        return Missed(f"the story has no {wanted}")
    return Fired(tuple(proposals), {"kind": kind, "shape": wanted})


def not_in_question(case: Case) -> Fired | Missed:
    """Keep away from candidates that repeat the question's own words."""
    asked = {case.understanding.words[i].lower() for i in case.understanding.content}
    proposals = []
    for i, candidate in enumerate(case.candidates):
        repeated = sum(word in asked for word in case.lower[candidate.start : candidate.end])
        if repeated:
            proposals.append(Proposal(i, -10.0 * repeated))
    return Fired(tuple(proposals)) if proposals else Missed("no candidate repeats the question")


def word_distance(case: Case) -> Fired | Missed:
    """Sum over the question's words the distance from the candidate to the nearest match, at most 8."""
    if not case.matches:
        return Missed("no word of the question occurs in the story")
    proposals = []
    for i, candidate in enumerate(case.candidates):
        near = 0.0
        for _, hits in case.matches:
            at = bisect_left(hits, candidate.start)
            best = _CAP
            if at < len(hits):
                best = min(best, max(0, hits[at] - candidate.end + 1))
            if at:
                best = min(best, candidate.start - hits[at - 1])
            near += (_CAP - best) * (1.0 + 2.0 / len(hits))
        proposals.append(Proposal(i, near))
    return Fired(
        tuple(proposals), {"matched": ", ".join(case.understanding.words[i] for i, _ in case.matches)}
    )


def evidence_sentence(case: Case) -> Fired | Missed:
    """Prefer the sentences that share most words with the question, rare words counting more."""
    if not case.matches:
        return Missed("no word of the question occurs in the story")
    bounds = case.tokens.sentences
    cover = np.zeros(len(bounds))
    for _, hits in case.matches:
        for sentence in set((np.searchsorted(bounds, hits, side="right") - 1).tolist()):
            cover[sentence] += 4.0 / (1 + np.log1p(len(hits)))
    where = np.searchsorted(bounds, [c.start for c in case.candidates], side="right") - 1
    best = int(np.argmax(cover))
    proposals = tuple(Proposal(i, float(cover[s])) for i, s in enumerate(where.tolist()) if cover[s])
    words = case.tokens.words[bounds[best] : bounds[best + 1]]
    return Fired(proposals, {"best sentence": " ".join(words[:12])})


def brevity(case: Case) -> Fired | Missed:
    """Prefer short candidates, and those that start and end with words of content."""
    proposals = []
    for i, candidate in enumerate(case.candidates):
        length = candidate.end - candidate.start
        edge = case.lower[candidate.start] in STOP and case.lower[candidate.start] not in ("the", "a", "an")
        proposals.append(Proposal(i, -0.7 * length - 2.0 * edge))
    return Fired(tuple(proposals)) if proposals else Missed("the story has no candidate")


def frequency(case: Case) -> Fired | Missed:
    """Prefer names that the story mentions often; the back-off when nothing else speaks."""
    names = Counter(case.span_text(i) for i, c in enumerate(case.candidates) if c.shape == "name")
    if not names:
        return Missed("the story has no name")
    top = names.most_common(1)[0]
    return Fired(
        tuple(
            Proposal(i, 2.0 * names[case.span_text(i)] / top[1])
            for i, c in enumerate(case.candidates)
            if c.shape == "name"
        ),
        {"most frequent": f"{top[0]} ({top[1]})"},
    )


RULES = (
    Rule("expected-shape", expected_shape, "Riloff & Thelen 2000", "Who sold the mill? -> a name"),
    Rule(
        "not-in-question", not_in_question, "Hermann et al. 2015, section 4", "Who did Ann meet? -> not Ann"
    ),
    Rule("word-distance", word_distance, "Hermann et al. 2015, section 3.1", "Who sold the mill?"),
    Rule("evidence-sentence", evidence_sentence, "Riloff & Thelen 2000, WordMatch", "Where is the mill?"),
    Rule("brevity", brevity, "own", "What did she buy? -> a mill"),
    Rule("frequency", frequency, "Hermann et al. 2015, section 3.1", "Who is the hero?"),
)
