"""What a story says of each entity, over all the sentences that mention it."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from symbolic_rc.core.arrays import Flags, Int8s, Ints, Singles
from symbolic_rc.core.kernels import kernel
from symbolic_rc.index import columns as C
from symbolic_rc.index.arrays import StoryArrays
from symbolic_rc.question.parsed import QuestionArrays
from symbolic_rc.ranker.arrays import CandidateFeatures, EvidenceArrays
from symbolic_rc.ranker.sentence_evidence import word_number

#: The columns of what `entity_evidence` fills.
EntityValue = IntEnum(
    "EntityValue", "COVER BEST_COVER PREDICATE SENTENCES SHARE DESCRIBED NAMED PREDICATE_SIMILARITY", start=0
)
ENTITY_VALUES = len(EntityValue)
#: Tokens to either side of a mention that are near it.
_WINDOW = 14


@kernel
def mark_kind(bounds: Ints, hypernyms: Ints, asked: Ints, out: Flags) -> None:
    """Return which nouns are of a kind that is asked for: one of the `asked` synsets is above them."""
    if asked.shape[0] == 0:
        return
    for t in range(out.shape[0]):
        for k in range(bounds[t], bounds[t + 1]):
            for a in range(asked.shape[0]):
                if hypernyms[k] == asked[a]:
                    out[t] = True


@kernel
def similarities(vectors: Int8s, asked: Int8s, heads: Ints, out: Singles) -> None:
    """Fill the cosine of each token's governor with the first vector asked for, of each with the second."""
    n, d = vectors.shape
    own = np.zeros(n, np.float32)
    for a in range(2):
        none = True
        for k in range(d):
            none = none and asked[a, k] == 0
        if none:
            continue
        for t in range(n):
            own[t] = 0.0
            if vectors[t, 0] == 0 and vectors[t, 1] == 0:
                continue  # not a content word
            total = 0  # of integers, which are added several at a time
            for k in range(d):
                total += int(vectors[t, k]) * int(asked[a, k])
            own[t] = total / 16129.0
        for t in range(n):
            out[a, t] = own[t] if a == 1 else own[heads[t]] if heads[t] != t else 0.0


@kernel
def entity_evidence(
    story: StoryArrays,
    question: QuestionArrays,
    evidence: EvidenceArrays,
    bound: Ints,
    found: CandidateFeatures,
) -> None:
    """Fill what is said of each entity near its mentions, whatever they call it: ``found.entities``.

    That is the share of the question's words that stand near some mention, the most that stands near one
    mention, how well a mention fills the gap of the question's predicate, the sentences with something near,
    the share of the best entity's cover, how well nouns that describe the entity fit the noun asked for,
    whether another word of the question names it, and how similar a mention's governor is to the gap's.
    `bound` (b, 2) has the entities that words of the question name or describe, as `spread` found them.
    """
    out, similarity = found.entities, found.similarity
    best, weight = evidence.best, evidence.weight
    count = weight.shape[0]
    gov_word = word_number(question, C.GAP_GOV)
    _described(story, question, best, found.of_kind, bound, out)
    hit = np.zeros(story.tok.shape[1], np.bool_)
    for i in range(count):
        for t in range(hit.shape[0]):
            if best[i, t] > 0:
                hit[t] = True
    ever = np.empty(count, np.float32)
    most = np.float32(1e-6)
    for e in range(story.ent_bounds.shape[0] - 1):
        ever[:] = 0.0
        last = -1
        for k in range(story.ent_bounds[e], story.ent_bounds[e + 1]):
            t = story.ent_heads[k]
            s = story.tok[C.SENT, t]
            out[e, EntityValue.PREDICATE_SIMILARITY] = max(
                out[e, EntityValue.PREDICATE_SIMILARITY], similarity[0, t]
            )
            here = _near(story, evidence, hit, e, t, ever)
            out[e, EntityValue.BEST_COVER] = max(out[e, EntityValue.BEST_COVER], here / evidence.total)
            if here > 0.3 * evidence.total and s != last:
                out[e, EntityValue.SENTENCES] += 1
                last = s
            if gov_word >= 0:
                g, relation = _governor(story.tok, t)
                if g != t:
                    agrees = 1.0 if relation == question.info[C.GAP_REL] else 0.5
                    out[e, EntityValue.PREDICATE] = max(
                        out[e, EntityValue.PREDICATE], best[gov_word, g] * agrees
                    )
        for i in range(count):
            out[e, EntityValue.COVER] += ever[i] * weight[i]
        out[e, EntityValue.COVER] /= evidence.total
        if out[e, EntityValue.NAMED] == 0.0:
            most = max(most, out[e, EntityValue.COVER])
    for e in range(story.ent_bounds.shape[0] - 1):
        out[e, EntityValue.SHARE] = out[e, EntityValue.COVER] / most


@kernel
def _described(
    story: StoryArrays, question: QuestionArrays, best: Singles, of_kind: Flags, bound: Ints, out: Singles
) -> None:
    """Fill which entities the question names, and how well nouns that describe them fit what is asked for."""
    focus_word = word_number(question, C.FOCUS_WORD)
    for b in range(bound.shape[0]):
        if bound[b, 1] == focus_word:
            out[bound[b, 0], EntityValue.DESCRIBED] = 1.0
        else:
            out[bound[b, 0], EntityValue.NAMED] = 1.0
    for e in range(story.described_bounds.shape[0] - 1):
        for k in range(story.described_bounds[e], story.described_bounds[e + 1]):
            noun = story.described[k]
            match = best[focus_word, noun] if focus_word >= 0 else np.float32(0.0)
            if match >= 0.85:
                out[e, EntityValue.DESCRIBED] = 1.0
            elif of_kind[noun] or match > 0.5:
                out[e, EntityValue.DESCRIBED] = max(out[e, EntityValue.DESCRIBED], np.float32(0.6))


@kernel
def _near(
    story: StoryArrays, evidence: EvidenceArrays, hit: Flags, entity: int, t: int, ever: Singles
) -> float:
    """Return how much of the question stands near a mention; `ever` keeps the most of each word."""
    bounds, best = story.bounds, evidence.best
    s = story.tok[C.SENT, t]
    near = np.zeros(ever.shape[0], np.float32)
    for u in range(max(bounds[s], t - _WINDOW), min(bounds[s + 1], t + _WINDOW + 1)):
        if not hit[u] or u == t or story.tok[C.ENTITY, u] == entity:
            continue
        fade = np.float32(1.0 - (abs(u - t) - 1) / _WINDOW)
        for i in range(near.shape[0]):
            near[i] = max(near[i], best[i, u] * fade)
    here = np.float32(0.0)
    for i in range(near.shape[0]):
        here += near[i] * evidence.weight[i]
        ever[i] = max(ever[i], near[i])
    return here  # type: ignore[return-value]


@kernel
def _governor(tok: Ints, t: int) -> tuple[int, int]:
    """Return what governs a token, coordination aside, and by which relation."""
    g, relation = tok[C.HEAD, t], tok[C.DEP, t]
    hops = 0
    while relation == C.D_CONJ and hops < 3:
        relation, g = tok[C.DEP, g], tok[C.HEAD, g]
        hops += 1
    return g, relation
