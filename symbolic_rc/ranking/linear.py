"""The scorer: candidates of the best sentences, their features, and a linear score of each."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.jit import kernel
from symbolic_rc.index import columns as C
from symbolic_rc.index.shape_features import ATOMS, mix
from symbolic_rc.ranking.entity_evidence import ASKED, ENTITY_COLUMNS, entity_evidence, likenesses, of_kind
from symbolic_rc.ranking.feature_names import DENSE, HEAD_DENSE, HEADS, SPANS
from symbolic_rc.ranking.head_features import head_features
from symbolic_rc.ranking.sentence_evidence import choose_sentences, sentence_scores, spread
from symbolic_rc.ranking.span_features import same_answers, span_features

#: Columns of `linear_parts`.
PARTS = 5
#: Sentences whose candidates are scored.
SENTENCES = 10


class Scene(NamedTuple):
    """One question before one story's candidates: what the linear score is made of.

    Attributes
    ----------
    selected : ndarray of int32, shape (m,)
        Indices of candidates.
    head_row : ndarray of int32, shape (m,)
        The row of `head_ids` of each candidate's head.
    head_ids : ndarray of uint32, shape (t, HEADS)
        Filled for tokens that are heads of candidates.
    span_ids : ndarray of uint32, shape (m, SPANS)
    dense : ndarray of float32, shape (m, DENSE)
    sentences : ndarray of int32
        The sentences that were looked at, best first.
    named : ndarray of int32
        The entities that the question names.
    entities : ndarray of float32, shape (entities, ENTITY_COLUMNS)
        What the story says of each entity, as `entity_evidence` fills it.
    fits : ndarray of bool, shape (n,)
        Which tokens are nouns of the kind that is asked for.
    likeness : ndarray of float32, shape (2, n)
        How like each token's governor is to the gap's, and each token to the noun asked for.
    """

    selected: NDArray[np.int32]
    head_row: NDArray[np.int32]
    head_ids: NDArray[np.uint32]
    span_ids: NDArray[np.uint32]
    dense: NDArray[np.float32]
    sentences: NDArray[np.int32]
    named: NDArray[np.int32]
    entities: NDArray[np.float32]
    fits: NDArray[np.bool_]
    likeness: NDArray[np.float32]


@kernel
def look(  # type: ignore[no-untyped-def]
    tok,
    bounds,
    cand,
    cand_bounds,
    atoms,
    ent,
    ent_bounds,
    ent_heads,
    frames,
    kind_bounds,
    kinds,
    said_bounds,
    said,
    vectors,
    asked_vectors,
    asked_kinds,
    q_tok,
    info,
    words,
    r_bounds,
    r_tok,
    r_weight,
    allowed,
    most_sentences,
):
    """Make a question's scene: evidence, the best sentences, and the features of their candidates.

    The arrays are those of `StoryIndex` and `Asked`, then the relation from content words to tokens;
    `allowed` says which sentences may be looked at.
    """
    n, sentences = tok.shape[1], bounds.shape[0] - 1
    count = words.shape[0]
    best = np.zeros((count, n), np.float32)
    bound = np.empty((16, 2), np.int32)
    named = spread(tok, ent_bounds, ent_heads, r_bounds, r_tok, r_weight, best, bound)
    weight = np.empty(count, np.float32)
    own = np.empty(sentences, np.float32)
    total = max(0.1, sentence_scores(bounds, tok[C.SENT], r_bounds, r_tok, best, weight, own))
    order = np.empty(min(most_sentences, allowed.sum()), np.int32)
    choose_sentences(own, allowed, order)
    entities = np.zeros((ent_bounds.shape[0] - 1, ENTITY_COLUMNS), np.float32)
    fits = np.zeros(n, np.bool_)
    of_kind(kind_bounds, kinds, asked_kinds, fits)
    likeness = np.zeros((2, n), np.float32)
    likenesses(vectors, asked_vectors, tok[C.HEAD], likeness)
    entity_evidence(
        tok,
        bounds,
        ent_bounds,
        ent_heads,
        said_bounds,
        said,
        fits,
        likeness,
        info,
        words,
        best,
        weight,
        total,
        bound[:named],
        entities,
    )
    asked_entities = np.flatnonzero(entities[:, ASKED] > 0).astype(np.int32)
    m, t = 0, 0
    for k in range(order.shape[0]):
        s = order[k]
        m += cand_bounds[s + 1] - cand_bounds[s]
        t += bounds[s + 1] - bounds[s]
    selected = np.empty(m, np.int32)
    head_row = np.empty(m, np.int32)
    head_ids = np.zeros((t, HEADS), np.uint32)
    span_ids = np.empty((m, SPANS), np.uint32)
    dense = np.empty((m, DENSE), np.float32)
    context = np.zeros(8, np.float32)
    m, t = 0, 0
    for k in range(order.shape[0]):
        s = order[k]
        base, stop = bounds[s], bounds[s + 1]
        first, last = cand_bounds[s], cand_bounds[s + 1]
        heads = np.empty((stop - base, HEAD_DENSE), np.float32)
        wanted = np.zeros(stop - base, np.bool_)
        for c in range(first, last):
            wanted[cand[c, C.TOP] - base] = True
        head_features(
            tok,
            base,
            stop,
            wanted,
            ent,
            frames,
            q_tok,
            info,
            words,
            best,
            weight,
            total,
            asked_entities,
            fits,
            likeness,
            head_ids[t : t + stop - base],
            heads,
        )
        context[0], context[1] = k, own[s]
        context[2] = own[s - 1] if s else 0.0
        context[3] = own[s + 1] if s + 1 < sentences else 0.0
        context[4], context[6] = own[order[0]], sentences
        span_features(
            tok,
            cand,
            first,
            last,
            m,
            base,
            stop,
            ent,
            q_tok,
            info,
            words,
            best,
            weight,
            total,
            context,
            entities,
            atoms,
            heads,
            span_ids,
            dense,
        )
        for c in range(first, last):
            selected[m] = c
            head_row[m] = t + cand[c, C.TOP] - base
            m += 1
        t += stop - base
    same_answers(cand, selected, info[C.QCLASS], span_ids, dense)
    return Scene(
        selected, head_row, head_ids, span_ids, dense, order, asked_entities, entities, fits, likeness
    )


@kernel
def linear_parts(  # type: ignore[no-untyped-def]
    atoms, info, selected, head_row, head_ids, span_ids, fired, rule_ids, table, by_kind, by_class
):
    """Return the linear score of every selected candidate in parts, float32 of shape (m, PARTS).

    The parts come from the head's place, the span, its shape by the question's kind, by its class, and from
    the rules that proposed it. `fired` (m, rules) says which did, `rule_ids` (rules, 2) are their features;
    `table` has a power of two of weights. `by_kind` and `by_class` are the two parts of the shape for all the
    story's candidates, NaN where they are not known yet; those that are needed are filled in.
    """
    mask = np.uint32(table.shape[0] - 1)
    heads = np.full(head_ids.shape[0], np.nan, np.float32)
    for t in head_row:
        if not np.isnan(heads[t]):
            continue
        s = np.float32(0.0)
        for f in range(head_ids.shape[1]):
            s += table[head_ids[t, f] & mask]
        heads[t] = s
    rules = np.zeros(rule_ids.shape[0], np.float32)
    for r in range(rule_ids.shape[0]):
        rules[r] = table[rule_ids[r, 0] & mask] + table[rule_ids[r, 1] & mask]
    _fill_shapes(atoms, selected, info[C.KIND] + 1000, table, by_kind)
    _fill_shapes(atoms, selected, info[C.QCLASS], table, by_class)
    parts = np.empty((selected.shape[0], PARTS), np.float32)
    for k in range(selected.shape[0]):
        s = np.float32(0.0)
        for f in range(span_ids.shape[1]):
            s += table[span_ids[k, f] & mask]
        c = np.float32(0.0)
        for r in range(rules.shape[0]):
            if fired[k, r]:
                c += rules[r]
        parts[k, 0], parts[k, 1], parts[k, 4] = heads[head_row[k]], s, c
        parts[k, 2], parts[k, 3] = by_kind[selected[k]], by_class[selected[k]]
    return parts


@kernel
def _fill_shapes(atoms, selected, salt, table, known):  # type: ignore[no-untyped-def]
    """Fill the weight of the atoms, each mixed with `salt`, of the selected candidates that have none yet."""
    mask = np.uint32(table.shape[0] - 1)
    for k in range(selected.shape[0]):
        row = selected[k]
        if not np.isnan(known[row]):
            continue
        s = np.float32(0.0)
        for f in range(ATOMS):
            s += table[mix(atoms[row, f], salt) & mask]
        known[row] = s


def no_shapes(atoms: NDArray[np.uint32]) -> NDArray[np.float32]:
    """Return the part of a shape for candidates of which none is known: see `linear_parts`."""
    return np.full(len(atoms), np.nan, np.float32)


@kernel
def errors(scores, gold, sharp, latent):  # type: ignore[no-untyped-def]
    """Return the gradient of the cross entropy by the scores: their softmax less the target, float32.

    The target is the `sharp`-th power of each candidate's metric times the `latent`-th power of its chance,
    normalised, over those with at least half of the best; a question is weighed by its best. With a latent
    power of one, the scorer chooses for itself which of several occurrences of an answer it learns from
    (the marginal likelihood); with zero it learns from all alike. Zeros when no candidate is any good.
    """
    out = np.zeros(scores.shape[0], np.float32)
    top = gold.max()
    if top <= 0.05:
        return out
    chance = np.exp(scores - scores.max())
    chance /= chance.sum()
    target = np.zeros(scores.shape[0], np.float32)
    for k in range(scores.shape[0]):
        if gold[k] >= 0.5 * top:
            target[k] = (gold[k] / top) ** sharp * (chance[k] + np.float32(1e-6)) ** latent
    target /= target.sum()
    for k in range(scores.shape[0]):
        out[k] = (chance[k] - target[k]) * top
    return out


@kernel
def learn(  # type: ignore[no-untyped-def]
    atoms,
    info,
    selected,
    head_row,
    head_ids,
    span_ids,
    fired,
    rule_ids,
    wrong,
    table,
    squares,
    drift,
    clock,
    rate,
):
    """Take one step of AdaGrad along the gradient `wrong` of the scores.

    `drift` sums each weight's changes times the `clock` of their step: less its share, the table is the
    mean of what it was after every step.
    """
    mask = np.uint32(table.shape[0] - 1)
    kind, qclass = info[C.KIND] + 1000, info[C.QCLASS]
    by_head = np.zeros(head_ids.shape[0], np.float32)
    by_rule = np.zeros(rule_ids.shape[0], np.float32)
    for k in range(selected.shape[0]):
        g = wrong[k]
        if abs(g) < 2e-4:
            continue
        by_head[head_row[k]] += g
        for r in range(by_rule.shape[0]):
            if fired[k, r]:
                by_rule[r] += g
        for f in range(span_ids.shape[1]):
            _step(table, squares, drift, clock, span_ids[k, f] & mask, g, rate)
        row = selected[k]
        for f in range(ATOMS):
            _step(table, squares, drift, clock, mix(atoms[row, f], kind) & mask, g, rate)
            _step(table, squares, drift, clock, mix(atoms[row, f], qclass) & mask, g, rate)
    for r in range(by_rule.shape[0]):
        if by_rule[r] != 0.0:
            _step(table, squares, drift, clock, rule_ids[r, 0] & mask, by_rule[r], rate)
            _step(table, squares, drift, clock, rule_ids[r, 1] & mask, by_rule[r], rate)
    for t in range(head_ids.shape[0]):
        if by_head[t] != 0.0:
            for f in range(head_ids.shape[1]):
                _step(table, squares, drift, clock, head_ids[t, f] & mask, by_head[t], rate)


@kernel
def _step(table, squares, drift, clock, i, g, rate):  # type: ignore[no-untyped-def]
    squares[i] += g * g
    change = rate * g / np.sqrt(squares[i] + np.float32(1e-4))
    table[i] -= change
    drift[i] -= clock * change
