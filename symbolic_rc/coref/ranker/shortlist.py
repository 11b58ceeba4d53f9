"""The shortlist of a mention: features for boosted trees, which rescore the best candidates.

Linear scores are sums over independent templates. Trees combine the templates' weights with the atoms, and
with the differences between the candidates' scores.
"""

from __future__ import annotations

import numpy as np

from symbolic_rc.core.kernels import kernel
from symbolic_rc.coref.mentions import attributes as A
from symbolic_rc.coref.mentions.pronouns import HE, SHE
from symbolic_rc.coref.ranker import candidates as P
from symbolic_rc.coref.ranker import entity_state as S
from symbolic_rc.coref.ranker import features as F
from symbolic_rc.coref.ranker.arrays import Floats, Ints, LinkWorkspace
from symbolic_rc.coref.ranker.templates import NEW, PAIR
from symbolic_rc.models.trees import Leaves, predict

#: The number of candidates, besides a new entity.
SHORT = 7
#: The value of a missing feature; nothing is smaller.
NOTHING = -99.0
#: The score of an excluded candidate, and the largest score of a hopeless one.
IMPOSSIBLE, HOPELESS = -1e9, -50.0
#: The margin beyond which the linear scores decide alone: trees change no figure by a tenth of a point there.
DECISIVE = 2.0
#: Penalty on the trees' score of *she* for an entity that was last called *he*, and the reverse.
PRONOUN_CLASH = 2.0
#: Penalty for joining a name to an entity without one, where no syntactic link supports it: *a tailor* is
#: seldom called Otto later.
FIRST_NAME = 0.7

#: The atoms among the features: of a mention and an entity, of *he* and a name, of a new entity.
_PAIR = np.array([
    F.P_AT_START, F.P_CLASS_A, F.P_CLAUSE, F.P_DEFINITE_A, F.P_DISTANCE, F.P_EARLIEST_ROLE, F.P_FORM,
    F.P_FREQUENCY, F.P_GENDER, F.P_GOVERNORS, F.P_HEAD_MATCH, F.P_IN_PREVIOUS, F.P_IN_SENTENCE, F.P_KIND,
    F.P_KIND_A, F.P_KINDS, F.P_LINKED, F.P_MODIFIED, F.P_NAME_DISTANCE, F.P_NAME_MATCH, F.P_NARRATOR,
    F.P_NESTED, F.P_NUMBER, F.P_NUMBER_A, F.P_PARAGRAPHS, F.P_PARALLEL, F.P_QUOTATION, F.P_RANK,
    F.P_RELATION, F.P_RIVALS, F.P_ROLE, F.P_ROLE_A, F.P_SALIENCE, F.P_SALIENCE_RANK, F.P_SAME_CLAUSE,
    F.P_SAME_PRONOUN, F.P_SENSE, F.P_SENSE_A, F.P_SIZE, F.P_SPEAKER, F.P_SUBJECTS, F.P_TITLED,
    F.P_TITLED_NAME, F.P_TOKENS, F.P_TOPIC, F.P_TYPE, F.P_TYPE_E,
], np.uint64)  # fmt: skip
_NAME = np.array([
    F.X_BEFORE, F.X_BEHIND, F.X_BEHIND_ROLE, F.X_CLAUSE_X, F.X_COUNT, F.X_DEPTH_X, F.X_DISTANCE, F.X_DOWN,
    F.X_MAIN, F.X_NEARER, F.X_OWN, F.X_RELATION, F.X_RIVALS, F.X_ROLE_X, F.X_SUBJECT_X, F.X_THERE,
    F.X_TOKENS, F.X_UP,
], np.uint64)  # fmt: skip
_START = np.array([
    F.N_AGREEING, F.N_BEST_HEAD, F.N_BEST_NAME, F.N_CANDIDATES, F.N_CLASS, F.N_COORDINATED, F.N_DEFINITE,
    F.N_FORM, F.N_GENDER, F.N_KIND, F.N_LENGTH, F.N_LINK, F.N_MODIFIED, F.N_NESTED, F.N_NUMBER, F.N_QUOTED,
    F.N_ROLE, F.N_SENTENCE, F.N_TYPE,
], np.uint64)  # fmt: skip
#: The columns: differences between the candidates' scores, ...
_OWN, _AHEAD, _AHEAD_OF_NEW, _PLACE, _CHOOSING, _LISTED, _PAIR_WEIGHTS = range(7)
#: ... weights of the templates, atoms, and the entity: how many of its mentions share a word with the
#: mention, sentences since the last of these and since its first, its size, its rank by recency.
_START_WEIGHTS = _PAIR_WEIGHTS + PAIR
_PAIR_AT = _START_WEIGHTS + NEW
_NAME_AT = _PAIR_AT + len(_PAIR)
_START_AT = _NAME_AT + len(_NAME)
_ENTITY = _START_AT + len(_START)
_ALIKE, _SINCE_ALIKE, _SINCE_FIRST, _MENTIONS, _RECENCY, COLUMNS = range(_ENTITY, _ENTITY + 6)
_WIDEST = 50.0


@kernel
def shortlist(w: LinkWorkspace, count: int) -> int:
    """Fill in the candidates with the highest scores, best first, then the new entity; return how many."""
    n = 0
    for c in range(count):
        at = n
        while at > 0 and w.scores[w.short[at - 1]] < w.scores[c]:
            at -= 1
        if at >= SHORT:
            continue
        n = min(n + 1, SHORT)
        for i in range(n - 1, at, -1):
            w.short[i] = w.short[i - 1]
        w.short[at] = c
    w.short[n] = count
    return n + 1


@kernel
def is_decisive(w: LinkWorkspace, count: int, size: int) -> bool:
    """Whether the margin of the linear scores is decisive."""
    first, second = w.scores[count], IMPOSSIBLE
    for i in range(min(size - 1, 2)):
        score = w.scores[w.short[i]]
        if score > first:
            first, second = score, first
        else:
            second = max(second, score)
    return first - second > DECISIVE


@kernel
def shortlist_features(
    w: LinkWorkspace, table: Ints, state: Ints, weights: Floats, m: int, count: int, width: int, size: int,
    choosing: bool,
) -> None:  # fmt: skip
    """Fill in the features of the shortlist of mention m."""
    for i in range(size):
        c, row, other = w.short[i], w.features[i], NOTHING
        for j in range(size - 1):
            if j != i:
                other = max(other, w.scores[w.short[j]])
        row[:] = NOTHING
        row[_OWN] = max(w.scores[c], NOTHING)
        row[_AHEAD] = max(min(w.scores[c] - other, _WIDEST), -_WIDEST)
        row[_AHEAD_OF_NEW] = max(min(w.scores[c] - w.scores[count], _WIDEST), -_WIDEST)
        row[_PLACE] = i if c < count else -1
        row[_CHOOSING], row[_LISTED] = choosing, size
        for t in range(len(_START)):
            row[_START_AT + t] = w.start[_START[t]]
        if c == count:
            for t in range(NEW):
                row[_START_WEIGHTS + t] = weights[w.places[c, t]]
            continue
        for t in range(width):
            row[_PAIR_WEIGHTS + t] = weights[w.places[c, t]]
        for t in range(len(_PAIR)):
            row[_PAIR_AT + t] = w.pairs[c, _PAIR[t]]
        if width == PAIR:
            for t in range(len(_NAME)):
                row[_NAME_AT + t] = w.names[c, _NAME[t]]
        _entity_features(row, table, state, w.found, m, c)


@kernel
def _entity_features(row: Floats, table: Ints, state: Ints, found: Ints, m: int, c: int) -> None:
    """Fill in the features of the entity of candidate c, in relation to mention m."""
    e, alike = found[c, P.WHO], found[c, P.LAST_ALIKE]
    row[_ALIKE] = min(found[c, P.ALIKE], 8)
    if alike >= 0:
        row[_SINCE_ALIKE] = table[m, A.SENTENCE] - table[alike, A.SENTENCE]
    row[_SINCE_FIRST] = table[m, A.SENTENCE] - table[state[e, S.EARLIEST], A.SENTENCE]
    row[_MENTIONS], row[_RECENCY] = state[e, S.SIZE], found[c, P.RANKS]


@kernel
def rescore(
    trees: Leaves, w: LinkWorkspace, table: Ints, state: Ints, m: int, count: int, size: int, bias: float
) -> None:
    """Replace the linear scores by those of the trees; candidates off the shortlist are excluded."""
    scores, features = np.empty(size, np.float64), w.features[:size]
    predict(trees.bounds, trees.threshold, trees.tree, trees.kept, trees.value, 0.0, features, scores)
    named = table[m, A.KIND] == A.NAME and table[m, A.LINK_KIND] == 0
    for i in range(size):
        c = w.short[i]
        e = w.found[c, P.WHO] if c < count else 0
        if w.scores[c] <= HOPELESS:
            scores[i] = IMPOSSIBLE
        elif c == count:
            scores[i] += bias
        elif named and state[e, S.NAMES] == 0:
            scores[i] -= FIRST_NAME
        elif w.found[c, P.GENDERS] == P.DIFFER:
            last = state[e, S.LATEST_PRONOUN]
            if last >= 0 and (table[last, A.PRO] == HE or table[last, A.PRO] == SHE):
                scores[i] -= PRONOUN_CLASH
    w.scores[: count + 1] = IMPOSSIBLE
    for i in range(size):
        w.scores[w.short[i]] = scores[i]
