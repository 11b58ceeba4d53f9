"""The likeliest candidates of a mention, once more: what boosted trees see of each, and what they say.

The linear scores are sums over templates, each by itself. Trees take what the templates came to together with
what they were made of, and with how the candidates stand to each other.
"""

from __future__ import annotations

import numpy as np

from symbolic_rc.core.jit import kernel
from symbolic_rc.coref.mentions import attributes as A
from symbolic_rc.coref.mentions.pronouns import HE, SHE
from symbolic_rc.coref.ranker import antecedents as X
from symbolic_rc.coref.ranker import features as F
from symbolic_rc.coref.ranker import proposals as P
from symbolic_rc.coref.ranker import state as S
from symbolic_rc.coref.ranker.arrays import Bench, Floats, Ints
from symbolic_rc.coref.ranker.comparing import DIFFER
from symbolic_rc.coref.ranker.templates import NEW, PAIR
from symbolic_rc.models.trees import Leaves, predict

#: How many candidates, beside starting a new entity.
SHORT = 7
#: What stands where there is nothing; nothing is smaller.
NOTHING = -99.0
#: The score of what cannot be; what no sum of evidence reaches is not asked for again.
NEVER, HOPELESS = -1e9, -50.0
#: The lead from which on the weights decide alone: beyond it trees change no figure by a tenth of a point.
SURE = 2.0
#: What is taken from the trees' score of *she* for an entity that was last called *he*.
PRONOUN_CLASH = 2.0
#: What is taken from it for an entity without a name, where a name would join it and nothing says that it
#: is its name: of two readings, *a tailor* who is called Otto further on is the rarer.
FIRST_NAME = 0.7

#: The atoms that are seen as they are: of a mention and an entity, of *he* and a name, of a new entity.
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
    X.X_BEFORE, X.X_BEHIND, X.X_BEHIND_ROLE, X.X_CLAUSE_X, X.X_COUNT, X.X_DEPTH_X, X.X_DISTANCE, X.X_DOWN,
    X.X_MAIN, X.X_NEARER, X.X_OWN, X.X_RELATION, X.X_RIVALS, X.X_ROLE_X, X.X_SUBJECT_X, X.X_THERE,
    X.X_TOKENS, X.X_UP,
], np.uint64)  # fmt: skip
_START = np.array([
    F.N_AGREEING, F.N_BEST_HEAD, F.N_BEST_NAME, F.N_CANDIDATES, F.N_CLASS, F.N_COORDINATED, F.N_DEFINITE,
    F.N_FORM, F.N_GENDER, F.N_KIND, F.N_LENGTH, F.N_LINK, F.N_MODIFIED, F.N_NESTED, F.N_NUMBER, F.N_QUOTED,
    F.N_ROLE, F.N_SENTENCE, F.N_TYPE,
], np.uint64)  # fmt: skip
#: The columns of a view: first how the candidates' scores stand to each other, ...
_OWN, _AHEAD, _AHEAD_OF_NEW, _PLACE, _CHOOSING, _LISTED, _PAIR_WEIGHTS = range(7)
#: ... then what each template came to, the atoms, and what the entity is: how many of its mentions share a
#: word with the mention, sentences since the last of these and since its first, its mentions, its rank by
#: recency.
_START_WEIGHTS = _PAIR_WEIGHTS + PAIR
_PAIR_AT = _START_WEIGHTS + NEW
_NAME_AT = _PAIR_AT + len(_PAIR)
_START_AT = _NAME_AT + len(_NAME)
_ENTITY = _START_AT + len(_START)
_ALIKE, _SINCE_ALIKE, _SINCE_FIRST, _MENTIONS, _RECENCY, COLUMNS = range(_ENTITY, _ENTITY + 6)
_WIDEST = 50.0


@kernel(allocates=False)
def shortlist(b: Bench, count: int) -> int:
    """Fill in the candidates with the highest scores, best first, then the new entity; return how many."""
    n = 0
    for c in range(count):
        at = n
        while at > 0 and b.scores[b.short[at - 1]] < b.scores[c]:
            at -= 1
        if at >= SHORT:
            continue
        n = min(n + 1, SHORT)
        for i in range(n - 1, at, -1):
            b.short[i] = b.short[i - 1]
        b.short[at] = c
    b.short[n] = count
    return n + 1


@kernel(allocates=False)
def is_sure(b: Bench, count: int, size: int) -> bool:
    """Whether the weights alone are sure which candidate it is, or that it is none."""
    first, second = b.scores[count], NEVER
    for i in range(min(size - 1, 2)):
        score = b.scores[b.short[i]]
        if score > first:
            first, second = score, first
        else:
            second = max(second, score)
    return first - second > SURE


@kernel(allocates=False)
def view(
    table: Ints, state: Ints, b: Bench, weights: Floats, m: int, count: int, width: int, size: int,
    choosing: bool,
) -> None:  # fmt: skip
    """Fill in what trees see of the short list of mention m."""
    for i in range(size):
        c, row = b.short[i], b.views[i]
        row[:] = NOTHING
        _scores(row, b, i, count, size, choosing)
        for t in range(len(_START)):
            row[_START_AT + t] = b.start[_START[t]]
        if c == count:
            for t in range(NEW):
                row[_START_WEIGHTS + t] = weights[b.places[c, t]]
            continue
        for t in range(width):
            row[_PAIR_WEIGHTS + t] = weights[b.places[c, t]]
        for t in range(len(_PAIR)):
            row[_PAIR_AT + t] = b.pairs[c, _PAIR[t]]
        if width == PAIR:
            for t in range(len(_NAME)):
                row[_NAME_AT + t] = b.names[c, _NAME[t]]
        _entity(row, table, state, b.found, m, c)


@kernel(allocates=False)
def _scores(row: Floats, b: Bench, i: int, count: int, size: int, choosing: bool) -> None:
    """Fill in how the i-th candidate's score stands to the others'."""
    c = b.short[i]
    other = NOTHING
    for j in range(size - 1):
        if j != i:
            other = max(other, b.scores[b.short[j]])
    row[_OWN] = max(b.scores[c], NOTHING)
    row[_AHEAD] = max(min(b.scores[c] - other, _WIDEST), -_WIDEST)
    row[_AHEAD_OF_NEW] = max(min(b.scores[c] - b.scores[count], _WIDEST), -_WIDEST)
    row[_PLACE] = i if c < count else -1
    row[_CHOOSING], row[_LISTED] = choosing, size


@kernel(allocates=False)
def _entity(row: Floats, table: Ints, state: Ints, found: Ints, m: int, c: int) -> None:
    """Fill in what the entity of candidate c is, beside mention m."""
    e, alike = found[c, P.WHO], found[c, P.LAST_ALIKE]
    row[_ALIKE] = min(found[c, P.ALIKE], 8)
    if alike >= 0:
        row[_SINCE_ALIKE] = table[m, A.SENTENCE] - table[alike, A.SENTENCE]
    row[_SINCE_FIRST] = table[m, A.SENTENCE] - table[state[e, S.EARLIEST], A.SENTENCE]
    row[_MENTIONS], row[_RECENCY] = state[e, S.SIZE], found[c, P.RANKS]


@kernel(allocates=False)
def names_a_noun(table: Ints, state: Ints, m: int, e: int) -> bool:
    """Whether a name would name an entity that had none so far, and no apposition or *be* says so."""
    return bool(table[m, A.KIND] == 1 and table[m, A.LINK_KIND] == 0 and state[e, S.NAMES] == 0)


@kernel
def score_again(
    trees: Leaves, table: Ints, state: Ints, b: Bench, m: int, count: int, size: int, bias: float
) -> None:
    """Put the trees' scores in the place of the linear ones; what is not on the short list is out."""
    scores, views = np.empty(size, np.float64), b.views[:size]
    predict(trees.bounds, trees.threshold, trees.tree, trees.kept, trees.value, 0.0, views, scores)
    for i in range(size):
        c = b.short[i]
        if b.scores[c] <= HOPELESS:
            scores[i] = NEVER
        elif c == count:
            scores[i] += bias
        elif names_a_noun(table, state, m, b.found[c, P.WHO]):
            scores[i] -= FIRST_NAME
        elif b.found[c, P.GENDERS] == DIFFER:
            last = state[b.found[c, P.WHO], S.LATEST_PRONOUN]
            if last >= 0 and (table[last, A.PRO] == HE or table[last, A.PRO] == SHE):
                scores[i] -= PRONOUN_CLASH
    b.scores[: count + 1] = NEVER
    for i in range(size):
        b.scores[b.short[i]] = scores[i]
