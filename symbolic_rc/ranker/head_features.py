"""Features of a candidate's head: what of the question is near it in tree, clause and frame."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from symbolic_rc.core.arrays import Flags, Floats, Hashes, Ints, Longs, Singles
from symbolic_rc.core.kernels import kernel
from symbolic_rc.index import columns as C
from symbolic_rc.index.arrays import StoryArrays
from symbolic_rc.index.hashing import hash_templates, mix, step_of
from symbolic_rc.question.parsed import QuestionArrays
from symbolic_rc.ranker.arrays import EvidenceArrays
from symbolic_rc.ranker.feature_templates import FIRST_HEAD, HEAD_ATOMS, HEAD_ROWS, HeadAtom, HeadValue
from symbolic_rc.ranker.sentence_evidence import word_number

#: Matches at this distance in arcs or more count as none.
_FAR = 12
#: The path to matches nearer than this is a feature.
_PATHS = 5


class Hits(NamedTuple):
    """The tokens of a sentence that match a word of the question: token, how well, the word's number."""

    token: Ints
    weight: Singles
    word: Ints


@kernel
def head_features(
    story: StoryArrays,
    question: QuestionArrays,
    evidence: EvidenceArrays,
    named: Ints,
    of_kind: Flags,
    similarity: Singles,
    base: int,
    stop: int,
    wanted: Flags,
    ids: Hashes,
    values: Singles,
) -> None:
    """Fill the features of every token of a sentence that is `wanted`, as the head of a candidate.

    Parameters
    ----------
    story, question, evidence : named tuples of arrays
    named : ndarray of int32
        The entities that the question names.
    of_kind : ndarray of bool, shape (n,)
    similarity : ndarray of float32, shape (2, n)
    base, stop : int
        The sentence.
    wanted : ndarray of bool, shape (stop - base,)
    ids : ndarray of uint32, shape (stop - base, HEADS)
        Filled with the hashed features.
    values : ndarray of float32, shape (stop - base, HEAD_VALUES)
        Filled with the numeric ones.
    """
    # helpers take plain arrays: a named tuple that is handed on for each token costs more than the work
    tok, ent, frames = story.tok, story.ent, story.frames
    q_tok, info, words = question.tok, question.info, question.words
    best, weight, total = evidence.best, evidence.weight, evidence.total
    size = stop - base
    depth = np.zeros(size, np.int32)
    _depths(tok, base, stop, depth)
    gov_word = word_number(question, C.GAP_GOV)
    hits = _hits(evidence, base, stop)
    atoms = np.zeros(HEAD_ATOMS, np.int64)
    _question_atoms(info, atoms)
    close = np.zeros(weight.shape[0], np.float32)
    covers = np.full((size, 2), -1.0)  # of a clause, by its verb, for tokens that match nothing themselves
    for x in range(size):
        if not wanted[x]:
            continue
        t = base + x
        out = values[x]
        _word_atoms(tok, ent, info, named, of_kind, similarity, t, atoms, out)
        _own_atoms(tok, q_tok, info, words, best, gov_word, t, atoms, out)
        matched = _tree_atoms(
            tok, q_tok, words, weight, total, hits, base, depth, gov_word, t, close, atoms, out
        )
        _clause_atoms(tok, best, weight, total, hits.token, base, covers, matched, t, atoms, out)
        said, role, others = _frame_agreement(
            frames, t, tok, best, weight, total, gov_word, info[C.OPEN_ROLE]
        )
        frame = 0.5 * said + 0.25 * role + others
        atoms[HeadAtom.FRAME_AGREEMENT] = step_of(frame, 0.15)
        out[HeadValue.FRAME_AGREEMENT] = frame
        out[HeadValue.FRAME_PREDICATE], out[HeadValue.FRAME_ROLE] = said, role
        out[HeadValue.FRAME_OTHERS] = others
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
def _hits(evidence: EvidenceArrays, base: int, stop: int) -> Hits:
    """Return the tokens of a sentence that match the question, each with its weightiest word."""
    size = stop - base
    token = np.empty(size, np.int32)
    weight = np.empty(size, np.float32)
    word = np.empty(size, np.int32)
    hits = 0
    for t in range(base, stop):
        most, which = np.float32(0.0), -1
        for i in range(evidence.weight.shape[0]):
            value = evidence.best[i, t] * evidence.weight[i]
            if value > most:
                most, which = value, i
        if which >= 0:
            token[hits] = t
            weight[hits] = evidence.best[which, t]
            word[hits] = which
            hits += 1
    return Hits(token[:hits], weight[:hits], word[:hits])


@kernel
def _question_atoms(info: Ints, atoms: Longs) -> None:
    atoms[HeadAtom.QCLASS] = info[C.QCLASS]
    atoms[HeadAtom.FINE] = info[C.FINE]
    atoms[HeadAtom.KIND] = info[C.KIND]
    atoms[HeadAtom.FOCUS] = info[C.FOCUS]
    atoms[HeadAtom.ASKED_CLASS] = info[C.FOCUS_SENSE] if info[C.FOCUS_SENSE] else info[C.KIND]
    atoms[HeadAtom.FORM] = info[C.FORM]
    atoms[HeadAtom.GAP_REL] = info[C.GAP_REL]
    atoms[HeadAtom.GAP_PREP] = info[C.GAP_PREP]
    atoms[HeadAtom.GAP_LEMMA] = info[C.GOV_LEMMA]
    atoms[HeadAtom.GAP_SENSE] = info[C.GOV_SENSE]


@kernel
def _word_atoms(
    tok: Ints,
    ent: Ints,
    info: Ints,
    named: Ints,
    of_kind: Flags,
    similarity: Singles,
    t: int,
    atoms: Longs,
    out: Singles,
) -> None:
    """Fill what the word itself is, what it refers to, and how it matches the noun asked for."""
    entity = tok[C.ENTITY, t]
    prep = tok[C.CASE, t]
    atoms[HeadAtom.LEMMA] = tok[C.LEMMA, t]
    atoms[HeadAtom.POS] = tok[C.POS, t]
    atoms[HeadAtom.TAG] = tok[C.TAG, t]
    atoms[HeadAtom.SENSE] = tok[C.SENSE, t]
    atoms[HeadAtom.ENT_TYPE] = tok[C.ENT_TYPE, t]
    atoms[HeadAtom.MENTION] = tok[C.MENTION, t]
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
    atoms[HeadAtom.OF_KIND] = 1 if of_kind[t] else 0
    atoms[HeadAtom.PREDICATE_SIMILARITY] = step_of(max(np.float32(0.0), similarity[0, t]), 0.1)
    atoms[HeadAtom.FOCUS_SIMILARITY] = step_of(max(np.float32(0.0), similarity[1, t]), 0.1)
    out[HeadValue.FOCUS_MATCH] = 1 if info[C.FOCUS] != 0 and tok[C.LEMMA, t] == info[C.FOCUS] else 0


@kernel
def _own_atoms(
    tok: Ints,
    q_tok: Ints,
    info: Ints,
    words: Ints,
    best: Singles,
    gov_word: int,
    t: int,
    atoms: Longs,
    out: Singles,
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
    atoms[HeadAtom.OWN_RELATION] = which if which < 0 else q_tok[C.DEP, words[which]]
    atoms[HeadAtom.RELATION] = relation
    atoms[HeadAtom.GOVERNOR_LEMMA] = tok[C.LEMMA, gov] if gov != t else 0
    atoms[HeadAtom.GOVERNOR_SENSE] = tok[C.SENSE, gov]
    out[HeadValue.PREDICATE_MATCH] = governed
    out[HeadValue.RELATION_MATCH] = agrees
    out[HeadValue.HEAD_IN_QUESTION] = own


@kernel
def _tree_atoms(
    tok: Ints,
    q_tok: Ints,
    words: Ints,
    weight: Singles,
    total: float,
    hits: Hits,
    base: int,
    depth: Ints,
    gov_word: int,
    t: int,
    close: Singles,
    atoms: Longs,
    out: Singles,
) -> bool:
    """Fill how near the question's words are in the tree; return whether the token matches one itself."""
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
    atoms[HeadAtom.MATCHED_RELATION] = word if word < 0 else q_tok[C.DEP, words[word]]
    atoms[HeadAtom.TREE_NEARNESS] = step_of(nearness, 0.08)
    out[HeadValue.TREE_NEARNESS] = nearness
    out[HeadValue.NEAREST_IN_TREE] = nearest
    return matched


@kernel
def _clause_atoms(
    tok: Ints,
    best: Singles,
    weight: Singles,
    total: float,
    hits: Ints,
    base: int,
    covers: Floats,
    matched: bool,
    t: int,
    atoms: Longs,
    out: Singles,
) -> None:
    """Fill what of the question the clause around holds; `covers` keeps it by the clause's verb."""
    verb = t
    hops = 0
    while tok[C.POS, verb] != C.P_VERB and tok[C.HEAD, verb] != verb and hops < 20:
        verb = tok[C.HEAD, verb]
        hops += 1
    if verb == t and tok[C.HEAD, t] != t and tok[C.DEP, t] in (C.D_RELCL, C.D_ADVCL):
        verb = tok[C.HEAD, t]
    own = verb - base
    inside = 0 <= own < covers.shape[0] and not matched
    if inside and covers[own, 0] >= 0:
        cover, siblings = covers[own, 0], covers[own, 1]
    else:
        cover, siblings = _clause_cover(tok, t, verb, best, weight, total, hits)
        if inside:
            covers[own, 0], covers[own, 1] = cover, siblings
    atoms[HeadAtom.CLAUSE_COVER] = step_of(cover, 0.1)
    atoms[HeadAtom.SIBLINGS] = step_of(siblings, 0.1)
    out[HeadValue.CLAUSE_COVER] = cover
    out[HeadValue.SIBLINGS] = siblings


@kernel
def _clause_cover(
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
