"""Features of a candidate's head: what of the question is near it in tree, clause and frame."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from symbolic_rc.core.arrays import Flags, Floats, Hashes, Ints, Longs, Singles
from symbolic_rc.core.kernels import kernel
from symbolic_rc.index import columns as C
from symbolic_rc.index.arrays import StoryArrays
from symbolic_rc.index.hashing import hash_templates, mix, step_of
from symbolic_rc.question.parsed import QuestionArrays
from symbolic_rc.ranker.arrays import CandidateFeatures, EvidenceArrays, SentenceArrays
from symbolic_rc.ranker.feature_templates import FIRST_HEAD, HEAD_ATOMS, HEAD_ROWS, HeadAtom, HeadValue
from symbolic_rc.ranker.sentence_evidence import word_number

#: What the first atoms are of a question, and those from the lemma on of a word.
_ASKED = np.array([
    C.QCLASS, C.FINE, C.KIND, C.FOCUS, C.FOCUS_SENSE, C.FORM, C.GAP_REL, C.GAP_PREP, C.GOV_LEMMA, C.GOV_SENSE,
])  # fmt: skip
_OF_WORD = np.array([C.LEMMA, C.POS, C.TAG, C.SENSE, C.ENT_TYPE, C.MENTION])
#: Matches at this distance in arcs or more count as none.
_FAR = 12
#: The path to matches nearer than this is a feature.
_PATHS = 5


class Hits(NamedTuple):
    """The tokens of a sentence that match a word of the question: token, how well, the word's number.

    Then each token's depth in the tree, and each word's relation; `close` is working space.
    """

    token: Ints
    weight: Singles
    word: Ints
    base: int
    depth: Ints
    relations: Ints
    close: Singles


@kernel
def head_features(
    story: StoryArrays,
    question: QuestionArrays,
    evidence: EvidenceArrays,
    found: CandidateFeatures,
    sentence: SentenceArrays,
    wanted: Flags,
    ids: Hashes,
    values: Singles,
) -> None:
    """Fill the features of every token of a sentence that is `wanted`, as the head of a candidate.

    The hashed ones go to `ids` (tokens, HEADS), the numeric ones to `values` (tokens, HEAD_VALUES).
    """
    # helpers take plain arrays: a named tuple that is handed on for each token costs more than the work
    tok, ent, info = story.tok, story.ent, question.info
    best, weight, total = evidence.best, evidence.weight, evidence.total
    base: Any = np.int64(sentence.base)
    stop: Any = np.int64(sentence.stop)
    gov_word = word_number(question, C.GAP_GOV)
    hits = _hits(tok, question, evidence, base, stop)
    atoms = np.zeros(HEAD_ATOMS, np.int64)
    for k in range(_ASKED.shape[0]):
        atoms[k] = info[_ASKED[k]]
    if info[C.FOCUS_SENSE] == 0:
        atoms[HeadAtom.ASKED_CLASS] = info[C.KIND]
    covers = np.full((stop - base, 2), -1.0)  # of a clause, by its verb, for tokens that match nothing
    for x in range(stop - base):
        if not wanted[x]:
            continue
        t = base + x
        out = values[x]
        _word_atoms(tok, ent, info, found.named, t, atoms, out)
        atoms[HeadAtom.OF_KIND] = 1 if found.of_kind[t] else 0
        for k in range(2):
            alike = max(np.float32(0.0), found.similarity[k, t])
            atoms[HeadAtom.PREDICATE_SIMILARITY + k] = step_of(alike, 0.1)
        _own_atoms(tok, hits.relations, info, best, gov_word, t, atoms, out)
        matched = _tree_atoms(tok, hits, weight, total, gov_word, t, atoms, out)
        known = covers[:0] if matched else covers
        cover, siblings = _clause_cover(tok, best, weight, total, hits.token, base, known, t)
        said, role, others = _frame_agreement(
            story.frames, t, tok, best, weight, total, gov_word, info[C.OPEN_ROLE]
        )
        frame = 0.5 * said + 0.25 * role + others
        atoms[HeadAtom.CLAUSE_COVER], atoms[HeadAtom.SIBLINGS] = step_of(cover, 0.1), step_of(siblings, 0.1)
        atoms[HeadAtom.FRAME_AGREEMENT] = step_of(frame, 0.15)
        out[HeadValue.CLAUSE_COVER], out[HeadValue.SIBLINGS] = cover, siblings
        out[HeadValue.FRAME_AGREEMENT], out[HeadValue.FRAME_PREDICATE] = frame, said
        out[HeadValue.FRAME_ROLE], out[HeadValue.FRAME_OTHERS] = role, others
        out[HeadValue.DEFINES] = _defines(tok, t, best, base, stop)
        hash_templates(atoms, HEAD_ROWS, FIRST_HEAD, ids[x])


@kernel
def _depths(tok: Ints, base: int, stop: int, depth: Ints) -> None:
    for t in range(base, stop):
        d, x = 0, t
        while tok[C.HEAD, x] != x and base <= tok[C.HEAD, x] < stop and d < 64:
            x = tok[C.HEAD, x]
            d += 1
        depth[t - base] = d


@kernel
def _path(tok: Ints, base: int, depth: Ints, a: int, b: int) -> int:
    """Return a hash of the path between two tokens of a sentence."""
    up: int | np.uint32 = np.uint32(1)
    down: int | np.uint32 = np.uint32(2)
    steps = 0
    while a != b and steps < 40:
        if depth[a - base] >= depth[b - base]:
            up = mix(up, tok[C.DEP, a] + 100)
            a = tok[C.HEAD, a]
        else:
            down = mix(down, tok[C.DEP, b] + 200)
            b = tok[C.HEAD, b]
        steps += 1
    return mix(up, down)


@kernel
def _arcs(tok: Ints, base: int, depth: Ints, a: int, b: int) -> int:
    """Return the number of arcs between two tokens of a sentence, as `_path` goes."""
    steps = 0
    while a != b and steps < 40:
        if depth[a - base] >= depth[b - base]:
            a = tok[C.HEAD, a]
        else:
            b = tok[C.HEAD, b]
        steps += 1
    return steps


@kernel
def _hits(tok: Ints, question: QuestionArrays, evidence: EvidenceArrays, base: int, stop: int) -> Hits:
    """Return the tokens of a sentence that match the question, each with its weightiest word."""
    size, count = stop - base, evidence.weight.shape[0]
    token, weight, word = np.empty(size, np.int32), np.empty(size, np.float32), np.empty(size, np.int32)
    hits = 0
    for t in range(base, stop):
        most, which = np.float32(0.0), -1
        for i in range(count):
            value = evidence.best[i, t] * evidence.weight[i]
            if value > most:
                most, which = value, i
        if which >= 0:
            token[hits], weight[hits], word[hits] = t, evidence.best[which, t], which
            hits += 1
    depth, relations = np.zeros(size, np.int32), np.empty(count, np.int32)
    _depths(tok, base, stop, depth)
    for i in range(count):
        relations[i] = question.tok[C.DEP, question.words[i]]
    close = np.zeros(count, np.float32)
    return Hits(token[:hits], weight[:hits], word[:hits], base, depth, relations, close)


@kernel
def _word_atoms(tok: Ints, ent: Ints, info: Ints, named: Ints, t: int, atoms: Longs, out: Singles) -> None:
    """Fill what the word itself is, what it refers to, and how it matches the noun asked for."""
    entity = tok[C.ENTITY, t]
    prep = tok[C.CASE, t]
    for k in range(_OF_WORD.shape[0]):
        atoms[HeadAtom.LEMMA + k] = tok[_OF_WORD[k], t]
    atoms[HeadAtom.PREPOSITION] = tok[C.LEMMA, prep] if prep >= 0 else 0
    if entity >= 0:
        kind = mix(ent[entity, C.E_TYPE], ent[entity, C.E_GENDER])
        atoms[HeadAtom.ENTITY] = mix(kind, mix(ent[entity, C.E_NUMBER], tok[C.MENTION, t]))
        atoms[HeadAtom.ENTITY_TYPE] = ent[entity, C.E_TYPE]
    else:
        atoms[HeadAtom.ENTITY] = mix(0, 0)
        atoms[HeadAtom.ENTITY_TYPE] = -1
    is_named = 0
    for k in range(named.shape[0]):
        if entity >= 0 and named[k] == entity:
            is_named = 1
    atoms[HeadAtom.NAMED] = is_named
    out[HeadValue.NAMED_IN_QUESTION] = is_named
    same = info[C.FOCUS_SENSE] != 0 and tok[C.SENSE, t] == info[C.FOCUS_SENSE]
    atoms[HeadAtom.SAME_SENSE] = 1 if same else 0
    out[HeadValue.FOCUS_MATCH] = 1 if info[C.FOCUS] != 0 and tok[C.LEMMA, t] == info[C.FOCUS] else 0


@kernel
def _own_atoms(
    tok: Ints, relations: Ints, info: Ints, best: Singles, gov_word: int, t: int, atoms: Longs, out: Singles
) -> None:
    """Fill what governs the word, coordination aside, and which word of the question it matches itself."""
    gov, relation = tok[C.HEAD, t], tok[C.DEP, t]
    hops = 0
    while relation == C.D_CONJ and hops < 4 and tok[C.HEAD, gov] != gov:
        relation = tok[C.DEP, gov]
        gov = tok[C.HEAD, gov]
        hops += 1
    own, which = np.float32(0.0), -1
    for i in range(best.shape[0]):
        if best[i, t] > own:
            own, which = best[i, t], i
    governed = np.float32(0.0)
    if gov_word >= 0 and gov != t:
        governed = best[gov_word, gov]
    agrees = _same_relation(relation, info[C.GAP_REL])
    atoms[HeadAtom.GOVERNED] = 2 if governed >= 0.9 else 1 if governed > 0 else 0
    atoms[HeadAtom.AGREES] = agrees
    atoms[HeadAtom.OWN_MATCH] = step_of(own, 0.25)
    atoms[HeadAtom.OWN_RELATION] = which if which < 0 else relations[which]
    atoms[HeadAtom.RELATION] = relation
    atoms[HeadAtom.GOVERNOR_LEMMA] = tok[C.LEMMA, gov] if gov != t else 0
    atoms[HeadAtom.GOVERNOR_SENSE] = tok[C.SENSE, gov]
    out[HeadValue.PREDICATE_MATCH] = governed
    out[HeadValue.RELATION_MATCH] = agrees
    out[HeadValue.HEAD_IN_QUESTION] = own


@kernel
def _tree_atoms(
    tok: Ints, hits: Hits, weight: Singles, total: float, gov_word: int, t: int, atoms: Longs, out: Singles
) -> bool:
    """Fill how near the question's words are in the tree; return whether the token matches one itself."""
    base, depth, close = hits.base, hits.depth, hits.close
    for i in range(close.shape[0]):
        close[i] = 0.0
    nearest, nearest_hit = _FAR, -1
    gov_steps, gov_hit = _FAR, -1
    matched = False
    for h in range(hits.token.shape[0]):
        if hits.token[h] == t:
            matched = True
            continue
        steps = _arcs(tok, base, depth, t, hits.token[h])
        value = np.float32(max(0.0, 1.0 - (steps - 1) / 6.0)) * hits.weight[h]
        if value > close[hits.word[h]]:
            close[hits.word[h]] = value
        if steps < nearest:
            nearest, nearest_hit = steps, h
        if hits.word[h] == gov_word and steps < gov_steps:
            gov_steps, gov_hit = steps, h
    nearness = 0.0
    for i in range(close.shape[0]):
        nearness += close[i] * weight[i]
    nearness /= total
    word = hits.word[nearest_hit] if nearest_hit >= 0 else -1
    atoms[HeadAtom.PATH_TO_MATCH] = nearest
    if nearest < _PATHS:
        atoms[HeadAtom.PATH_TO_MATCH] = _path(tok, base, depth, t, hits.token[nearest_hit])
    atoms[HeadAtom.PATH_TO_GOVERNOR] = gov_steps
    if gov_steps < _PATHS:
        same = gov_hit == nearest_hit
        path = atoms[HeadAtom.PATH_TO_MATCH] if same else _path(tok, base, depth, t, hits.token[gov_hit])
        atoms[HeadAtom.PATH_TO_GOVERNOR] = path
    atoms[HeadAtom.ARCS_TO_MATCH] = nearest
    atoms[HeadAtom.ARCS_TO_GOVERNOR] = gov_steps
    atoms[HeadAtom.MATCHED_RELATION] = word if word < 0 else hits.relations[word]
    atoms[HeadAtom.TREE_NEARNESS] = step_of(nearness, 0.08)
    out[HeadValue.TREE_NEARNESS] = nearness
    out[HeadValue.NEAREST_IN_TREE] = nearest
    return matched


@kernel
def _clause_cover(
    tok: Ints, best: Singles, weight: Singles, total: float, hits: Ints, base: int, known: Floats, t: int
) -> tuple[float, float]:
    """How much of the question the clause around a token holds; `known` keeps it by the clause's verb."""
    verb = t
    hops = 0
    while tok[C.POS, verb] != C.P_VERB and tok[C.HEAD, verb] != verb and hops < 20:
        verb = tok[C.HEAD, verb]
        hops += 1
    if verb == t and tok[C.HEAD, t] != t and tok[C.DEP, t] in (C.D_RELCL, C.D_ADVCL):
        verb = tok[C.HEAD, t]
    own = verb - base
    if 0 <= own < known.shape[0]:
        if known[own, 0] < 0:
            known[own, 0], known[own, 1] = _below_verb(tok, t, verb, best, weight, total, hits)
        return known[own, 0], known[own, 1]
    return _below_verb(tok, t, verb, best, weight, total, hits)


@kernel
def _below_verb(
    tok: Ints, t: int, verb: int, best: Singles, weight: Singles, total: float, hits: Ints
) -> tuple[float, float]:
    """How much of the question is below a verb, and on it or right below it; `t` itself left out."""
    cover, siblings = np.float64(0.0), np.float64(0.0)
    for i in range(weight.shape[0]):
        most, beside = np.float32(0.0), np.float32(0.0)
        for u in hits:
            if best[i, u] <= 0.0 or u == t:
                continue
            if tok[C.HEAD, u] == verb or u == verb:
                beside = max(beside, best[i, u])
            y = u
            for _ in range(4):
                if y == verb:
                    most = max(most, best[i, u])
                    break
                y = tok[C.HEAD, y]
        cover += most * weight[i]
        siblings += beside * weight[i]
    return cover / total, siblings / total


@kernel
def _same_relation(a: int, b: int) -> int:
    if a == b:
        return 2
    subject = a == C.D_OBLAGENT and b == C.D_NSUBJ
    thing = (a == C.D_NSUBJPASS and b == C.D_OBJ) or (a == C.D_OBJ and b == C.D_NSUBJPASS)
    return 1 if subject or thing or (a == C.D_NSUBJ and b == C.D_OBLAGENT) else 0


@kernel
def _first_frame(frames: Ints, tok: Ints, sentence: int) -> int:
    """Return where the rows of a sentence's frames begin; frames are ordered by predicate."""
    low, high = 0, frames.shape[0]
    while low < high:
        middle = (low + high) // 2
        if tok[C.SENT, frames[middle, C.F_PREDICATE]] < sentence:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def _frame_agreement(
    frames: Ints, t: int, tok: Ints, best: Singles, weight: Singles, total: float, gov_word: int, role: int
) -> tuple[float, float, float]:
    """How a frame that has `t` as an argument's head agrees with what is asked: predicate, role, others."""
    most, predicate, same_role, among = -1.0, 0.0, 0.0, 0.0
    sentence = tok[C.SENT, t]
    for k in range(_first_frame(frames, tok, sentence), frames.shape[0]):
        if tok[C.SENT, frames[k, C.F_PREDICATE]] != sentence:
            break
        if frames[k, C.F_HEAD] != t:
            continue
        said = best[gov_word, frames[k, C.F_PREDICATE]] if gov_word >= 0 else np.float32(0.0)
        agrees = 1.0 if role > 0 and frames[k, C.F_ROLE] == role else 0.0
        others = 0.0
        j = k
        while j > 0 and frames[j - 1, C.F_FRAME] == frames[k, C.F_FRAME]:
            j -= 1
        while j < frames.shape[0] and frames[j, C.F_FRAME] == frames[k, C.F_FRAME]:
            if frames[j, C.F_HEAD] != t:
                for i in range(weight.shape[0]):
                    if best[i, frames[j, C.F_HEAD]] > 0:
                        others += float(best[i, frames[j, C.F_HEAD]] * weight[i])
            j += 1
        others = float(min(1.0, others / total))
        value = said + 0.5 * agrees + others
        if value > most:
            most, predicate = float(value), float(said)
            same_role, among = float(agrees), float(others)
    return predicate, same_role, among


@kernel
def _defines(tok: Ints, t: int, best: Singles, base: int, stop: int) -> float:
    """Whether `t` says what something of the question is: in apposition to it, or as its predicate."""
    most = np.float32(0.0)
    gov = tok[C.HEAD, t]
    if tok[C.DEP, t] == C.D_APPOS:
        for i in range(best.shape[0]):
            most = max(most, best[i, gov])
    for u in range(base, stop):
        if tok[C.HEAD, u] == t and u != t and tok[C.DEP, u] in (C.D_NSUBJ, C.D_APPOS):
            for i in range(best.shape[0]):
                most = max(most, best[i, u])
    return float(most)
