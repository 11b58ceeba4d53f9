"""Features of a candidate's span: its sentence's evidence, the words around it, its shape."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from symbolic_rc.core.arrays import Hashes, Ints, Longs, Singles
from symbolic_rc.core.kernels import kernel
from symbolic_rc.index import columns as C
from symbolic_rc.index.arrays import StoryArrays
from symbolic_rc.index.hashing import bucket, hash_templates, mix, step_of
from symbolic_rc.index.shape_features import Shape
from symbolic_rc.question.parsed import QuestionArrays
from symbolic_rc.ranker.arrays import CandidateFeatures, EvidenceArrays, SentenceArrays
from symbolic_rc.ranker.entity_evidence import EntityValue
from symbolic_rc.ranker.feature_templates import (
    FIRST_SPAN,
    HEAD_VALUES,
    REPEATED_ANSWER,
    SPAN_ATOMS,
    SPAN_ROWS,
    Dense,
    HeadValue,
    SpanAtom,
)
from symbolic_rc.ranker.sentence_evidence import word_number

#: What the first atoms are of a question.
_ASKED = np.array([C.QCLASS, C.FINE, C.KIND, C.GAP_REL, C.GAP_PREP])
#: Matches at this distance in words or more count as none.
_CAP = 8.0
_FAR = 99
#: Tokens before and after a sentence in which matches count.
_BEFORE, _AFTER = 12, 6
#: The highest count of candidates with the same answer.
_MOST_SAME = 6
#: What the hash of a repeated answer begins with.
_SALT = 215
#: The column of each numeric feature of the head.
_OF_HEAD = np.array([Dense[value.name] for value in HeadValue])
#: A candidate's shape as a number: the bits of the ways in which constituents are found.
_WHOLE_BITS = 15


class DistanceArrays(NamedTuple):
    """How far the nearest match of each word is to the left and right of each token, from token `low`.

    With each word's relation in the question.
    """

    low: int
    left: Ints
    right: Ints
    relations: Ints


@kernel
def span_features(
    story: StoryArrays,
    question: QuestionArrays,
    evidence: EvidenceArrays,
    found: CandidateFeatures,
    sentence: SentenceArrays,
    heads: Singles,
    at: int,
) -> None:
    """Fill the features of the candidates of one sentence, in rows from `at`.

    Those of the heads are given as `head_features` fills them (tokens of the sentence, HEAD_VALUES).
    """
    # helpers take plain arrays: a named tuple that is handed on for each candidate costs more than the work
    tok, ent, info = story.tok, story.ent, question.info
    best, weight, total = evidence.best, evidence.weight, evidence.total
    distances = _distances(evidence, question, tok.shape[1], sentence)
    gov_word = word_number(question, C.GAP_GOV)
    atoms = np.zeros(SPAN_ATOMS, np.int64)
    for k in range(_ASKED.shape[0]):
        atoms[k] = info[_ASKED[k]]
    number = tok[C.SENT, sentence.base]
    row = at
    for k in range(story.cand_bounds[number], story.cand_bounds[number + 1]):
        cand, out = story.cand[k], found.dense[row]
        head = heads[cand[C.TOP] - sentence.base]
        _sentence_atoms(total, sentence, cand, atoms, out)
        _distance_atoms(weight, total, distances, cand, atoms, out)
        _repeat_atoms(tok, best, cand, atoms, out)
        _gap_atoms(best, sentence, gov_word, cand, atoms, out)
        _shape_atoms(tok, cand, story.shapes[k], sentence, head, atoms, out)
        _entity_atoms(tok, ent, info, found.entities, cand, atoms, out)
        hash_templates(atoms, SPAN_ROWS, FIRST_SPAN, found.span_ids[row])
        row += 1


@kernel
def _distances(
    evidence: EvidenceArrays, question: QuestionArrays, tokens: int, sentence: SentenceArrays
) -> DistanceArrays:
    """Return how far the nearest match of each word is from each token, seen a little beyond both ends."""
    low, high = max(0, sentence.base - _BEFORE), min(tokens, sentence.stop + _AFTER)
    width, count = high - low, evidence.weight.shape[0]
    left = np.full((count, width + 1), _FAR, np.int32)
    right = np.full((count, width + 1), _FAR, np.int32)
    relations = np.empty(count, np.int32)
    for i in range(count):
        relations[i] = question.tok[C.DEP, question.words[i]]
        run = _FAR
        for x in range(width):
            run = 0 if evidence.best[i, low + x] > 0 else run + 1
            left[i, x] = run
        run = _FAR
        for x in range(width - 1, -1, -1):
            run = 0 if evidence.best[i, low + x] > 0 else run + 1
            right[i, x] = run
    return DistanceArrays(int(low), left, right, relations)


@kernel
def _sentence_atoms(total: float, sentence: SentenceArrays, cand: Ints, atoms: Longs, out: Singles) -> None:
    """Fill how much of the question the sentence and its neighbours hold."""
    share = sentence.cover / max(1e-6, sentence.best)
    atoms[SpanAtom.SENTENCE_RANK] = sentence.rank
    atoms[SpanAtom.SENTENCE_SHARE] = step_of(share, 0.1)
    atoms[SpanAtom.SENTENCE_SHARE_BROAD] = step_of(share, 0.2)
    atoms[SpanAtom.SENTENCE_COVER] = step_of(sentence.cover / total, 0.1)
    atoms[SpanAtom.SENTENCE_COVER_BROAD] = step_of(sentence.cover / total, 0.15)
    atoms[SpanAtom.COVER_BEFORE] = step_of(sentence.before / total, 0.15)
    out[Dense.COVER], out[Dense.COVER_SHARE] = sentence.cover / total, share
    out[Dense.COVER_BEFORE], out[Dense.COVER_AFTER] = sentence.before / total, sentence.after / total
    out[Dense.RANK] = sentence.rank
    out[Dense.PLACE] = cand[C.C_SENT] / max(1.0, sentence.sentences)
    out[Dense.WORDS_BEFORE] = cand[C.START] - sentence.base
    out[Dense.BEST_COVER] = sentence.best / total


@kernel
def _distance_atoms(
    weight: Singles, total: float, distances: DistanceArrays, cand: Ints, atoms: Longs, out: Singles
) -> None:
    """Fill how far the question's words are from the span."""
    before, after = cand[C.START] - 1 - distances.low, cand[C.END] - distances.low
    width = distances.left.shape[1] - 1
    distance, near_left, near_right, which = 0.0, _FAR, _FAR, -1
    for i in range(weight.shape[0]):
        left = distances.left[i, before] + 1 if before >= 0 else _FAR
        right = distances.right[i, after] + 1 if after < width else _FAR
        if left < near_left:
            near_left, which = left, i
        near_right = min(near_right, right)
        distance += weight[i] * max(0.0, 1.0 - (min(left, right) - 1) / _CAP)
    distance /= total
    atoms[SpanAtom.WORD_DISTANCE] = step_of(distance, 0.08)
    atoms[SpanAtom.LEFT_GAP] = min(near_left, 8)
    atoms[SpanAtom.LEFT_RELATION] = which if which < 0 else distances.relations[which]
    atoms[SpanAtom.RIGHT_GAP] = min(near_right, 8)
    out[Dense.WORD_DISTANCE] = distance
    out[Dense.LEFT_GAP], out[Dense.RIGHT_GAP] = min(near_left, 12), min(near_right, 12)


@kernel
def _repeat_atoms(tok: Ints, best: Singles, cand: Ints, atoms: Longs, out: Singles) -> None:
    """Fill how much of the span, or of the name behind it, only repeats the question."""
    content, fresh, inside = _repeated(tok, best, cand[C.START], cand[C.END])
    repeats = inside / max(1, content)
    if cand[C.A_START] != cand[C.START] or cand[C.A_END] != cand[C.END]:
        # a pronoun does not repeat the question, but the name behind it may
        named, _, inside = _repeated(tok, best, cand[C.A_START], cand[C.A_END])
        repeats = max(repeats, inside / max(1, named))
    atoms[SpanAtom.REPEATS] = step_of(repeats, 0.2)
    atoms[SpanAtom.CONTENT_FOUR] = min(content, 4)
    atoms[SpanAtom.CONTENT_SIX] = min(content, 6)
    atoms[SpanAtom.NEW_WORDS] = min(fresh, 5)
    out[Dense.REPEATS], out[Dense.NEW_WORDS] = repeats, fresh


@kernel
def _repeated(tok: Ints, best: Singles, start: int, end: int) -> tuple[int, int, float]:
    """Return a span's content words, how many of them match nothing well, and the sum of their matches."""
    content, fresh, inside = 0, 0, 0.0
    for t in range(start, end):
        if tok[C.FUNC, t] == 1:
            continue
        content += 1
        most = np.float32(0.0)
        for i in range(best.shape[0]):
            most = max(most, best[i, t])
        inside += float(most)
        if most < 0.5:
            fresh += 1
    return content, fresh, inside


@kernel
def _gap_atoms(
    best: Singles, sentence: SentenceArrays, gov_word: int, cand: Ints, atoms: Longs, out: Singles
) -> None:
    """Fill how near what governs the question's gap stands on both sides."""
    s, e = cand[C.START], cand[C.END]
    left, right = np.float32(0.0), np.float32(0.0)
    if gov_word >= 0:
        for t in range(max(sentence.base, s - 3), s):
            left = max(left, best[gov_word, t] * np.float32(1.0 - 0.2 * (s - 1 - t)))
        for t in range(e, min(sentence.stop, e + 3)):
            right = max(right, best[gov_word, t] * np.float32(1.0 - 0.2 * (t - e)))
    atoms[SpanAtom.GAP_LEFT] = step_of(left, 0.2)
    atoms[SpanAtom.GAP_RIGHT] = step_of(right, 0.2)
    out[Dense.GAP_LEFT], out[Dense.GAP_RIGHT] = left, right


@kernel
def _shape_atoms(
    tok: Ints, cand: Ints, shape: Hashes, sentence: SentenceArrays, head: Singles, atoms: Longs, out: Singles
) -> None:
    """Fill the span's own shape, and the numeric features of its head."""
    s, e = cand[C.START], cand[C.END]
    resolved = 1 if cand[C.SHAPE] & C.RESOLVED else 0
    atoms[SpanAtom.LENGTH] = bucket(e - s)
    atoms[SpanAtom.FIRST_WORD] = shape[Shape.FIRST_WORD]
    atoms[SpanAtom.WORD_BEFORE] = tok[C.LOWER, s - 1] if s > sentence.base else 0
    atoms[SpanAtom.SHAPE] = shape[Shape.SHAPE]
    atoms[SpanAtom.TAGS] = shape[Shape.TAGS]
    atoms[SpanAtom.LEFT_EDGE] = shape[Shape.LEFT_EDGE]
    atoms[SpanAtom.RIGHT_EDGE] = shape[Shape.RIGHT_EDGE]
    atoms[SpanAtom.RESOLVED] = resolved
    atoms[SpanAtom.MENTION] = tok[C.MENTION, cand[C.TOP]]
    atoms[SpanAtom.HEAD_NEARNESS] = step_of(head[HeadValue.TREE_NEARNESS], 0.12)
    out[Dense.LENGTH] = e - s
    out[Dense.SHAPE_WHOLE] = cand[C.SHAPE] & _WHOLE_BITS
    out[Dense.RESOLVED] = resolved
    for value in range(HEAD_VALUES):
        out[_OF_HEAD[value]] = head[value]


@kernel
def _entity_atoms(
    tok: Ints, ent: Ints, info: Ints, entities: Singles, cand: Ints, atoms: Longs, out: Singles
) -> None:
    """Fill what the story says of the entity that the span refers to."""
    entity = cand[C.C_ENTITY]
    out[Dense.MENTIONS] = ent[entity, C.E_MENTIONS] if entity >= 0 else 0
    if entity >= 0:
        said = entities[entity]
        atoms[SpanAtom.ENTITY_COVER] = step_of(said[EntityValue.COVER], 0.1)
        atoms[SpanAtom.ENTITY_SHARE] = step_of(said[EntityValue.SHARE], 0.2)
        atoms[SpanAtom.ENTITY_PREDICATE] = step_of(said[EntityValue.PREDICATE], 0.2)
        atoms[SpanAtom.ENTITY_BEST] = step_of(said[EntityValue.BEST_COVER], 0.15)
        atoms[SpanAtom.DESCRIBED_ASKED] = info[C.KIND]
        atoms[SpanAtom.DESCRIBED] = step_of(said[EntityValue.DESCRIBED], 0.5)
        atoms[SpanAtom.DESCRIBED_MENTION] = tok[C.MENTION, cand[C.TOP]]
        atoms[SpanAtom.GENDER_ASKED] = info[C.GENDER]
        atoms[SpanAtom.GENDER] = ent[entity, C.E_GENDER]
        atoms[SpanAtom.GENDER_KIND] = info[C.KIND]
        return
    atoms[SpanAtom.ENTITY_COVER] = atoms[SpanAtom.ENTITY_PREDICATE] = -1
    atoms[SpanAtom.DESCRIBED] = atoms[SpanAtom.GENDER] = -1
    atoms[SpanAtom.ENTITY_SHARE] = atoms[SpanAtom.ENTITY_BEST] = 0
    atoms[SpanAtom.DESCRIBED_ASKED] = atoms[SpanAtom.GENDER_ASKED] = info[C.QCLASS]
    atoms[SpanAtom.DESCRIBED_MENTION] = atoms[SpanAtom.GENDER_KIND] = 0


@kernel
def same_answers(cand: Ints, selected: Ints, qclass: int, ids: Hashes, dense: Singles) -> None:
    """Count for each selected candidate how many others would give the same answer."""
    m = selected.shape[0]
    size = 1
    while size < 2 * m + 2:
        size *= 2
    keys = np.full(size, -1, np.int64)
    counts = np.zeros(size, np.int32)
    slots = np.empty(m, np.int32)
    for k in range(m):
        key = cand[selected[k], C.SAME]
        slot = key & (size - 1)
        while keys[slot] >= 0 and keys[slot] != key:
            slot = (slot + 1) & (size - 1)
        keys[slot] = key
        counts[slot] += 1
        slots[k] = slot
    hashes = np.empty(_MOST_SAME + 1, np.uint32)
    for same in range(_MOST_SAME + 1):
        hashes[same] = mix(_SALT, mix(qclass, same))
    for k in range(m):
        same = counts[slots[k]]
        dense[k, Dense.SAME_ANSWERS] = same
        ids[k, REPEATED_ANSWER] = hashes[min(same, _MOST_SAME)]
