"""The shortlist of a mention: features for boosted trees, which rescore the best candidates.

Linear scores are sums over independent templates. Trees combine the templates' weights with the atoms, and
with the differences between the candidates' scores.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.kernels import kernel
from symbolic_rc.coref.mentions import attributes as A
from symbolic_rc.coref.mentions.pronouns import HE, SHE
from symbolic_rc.coref.ranker import candidates as P
from symbolic_rc.coref.ranker import entity_state as S
from symbolic_rc.coref.ranker import templates as T
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


def _atoms(text: str, others: str) -> NDArray[np.uint64]:
    """Return the numbers of the atoms of a table of templates, without combined ones and some others."""
    names, left_out = enumerate(T.atoms_of(text)), ("", *others.split())
    return np.array([i for i, name in names if "+" not in name and name not in left_out], np.uint64)


#: The atoms among the features: of a mention and an entity, of *he* and a name, of a new entity.
_PAIR = _atoms(T.PAIR_TEMPLATES, "agreement clauses governor head head.a roles")
_NAME = _atoms(
    T.NAME_TEMPLATES,
    "clauses earlier form governor governor.x kind named names nested.x pronouns rival.before rival.roles"
    " role roles starts starts.x subject subjects word.after word.before",
)
_START = _atoms(T.START_TEMPLATES, "agrees frequency governor head modifier string")
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
        e, alike = w.found[c, P.WHO], w.found[c, P.LAST_ALIKE]
        row[_ALIKE] = min(w.found[c, P.ALIKE], 8)
        if alike >= 0:
            row[_SINCE_ALIKE] = table[m, A.SENTENCE] - table[alike, A.SENTENCE]
        row[_SINCE_FIRST] = table[m, A.SENTENCE] - table[state[e, S.EARLIEST], A.SENTENCE]
        row[_MENTIONS], row[_RECENCY] = state[e, S.SIZE], w.found[c, P.RANKS]


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
