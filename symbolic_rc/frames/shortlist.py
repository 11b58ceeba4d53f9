"""The shortlist of arguments: features for boosted trees, which rescore probable roles and spans.

The linear model scores candidates independently. Trees combine its scores of this role and others, of this
candidate and others, with the best frame and the margins of the span.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from spacy.strings import get_string_id

from symbolic_rc.core.arrays import Flags, Ints, Longs, Singles
from symbolic_rc.core.kernels import kernel
from symbolic_rc.frames import context as C
from symbolic_rc.frames import decoding as D
from symbolic_rc.frames import model as R
from symbolic_rc.frames.arrays import DEP, NER, POS, TAG, Forest
from symbolic_rc.frames.features import PredicateContext
from symbolic_rc.frames.model import COLUMNS
from symbolic_rc.frames.spans import BELONGS, END, MARGIN, SAME, START, default_span
from symbolic_rc.models.kernels import Frozen
from symbolic_rc.models.trees import Leaves

#: Maximum number of roles of a candidate, and of an alternative span.
TRIED, TRIED_AGAIN = 4, 2
#: Maximum difference of log probability from no role to the best; to another, and from the best to it.
HOPELESS, FAR, FURTHER = 3.0, 6.0, 4.0
#: Maximum margin of the decision that an alternative span reverses.
UNSURE = 3.0
#: The log probability and the span's margin above which the linear models decide alone.
CERTAIN_ROLE, CERTAIN_CUT = -0.03, 2.0
#: The value of a missing feature, and of a margin without a decision.
NOTHING, NO_DECISION = -99.0, 99.0
#: Maximum number of words that are counted.
_WIDEST = 30

#: The features: of the role, ...
(
    OWN, NONE, AHEAD_OF_NONE, AHEAD, PLACE, NUMBER, ADJUNCT, PREFIX, ROLE, FUNCTION, THEME, ELSEWHERE,
    AHEAD_ELSEWHERE, ALSO, ALSO_AWAY, CHOSEN,
    # ... of the predicate and all of its candidates, ...
    KIND, VOICE, ROLES, FILLED, SUBJECT, OBJECT, CLAUSE, OPEN_CLAUSE, OBLIQUE, P_DEP, P_TAG, FUNCTIONS,
    FIRST_ROLE, SECOND_ROLE, THIRD_ROLE, FOURTH_ROLE, TOTAL, CANDIDATES,
    # ... of the candidate, ...
    UP, DOWN, H_DEP, H_TAG, MARKER, AWAY, SHARED, ANTECEDENT, PARENT_DEP, PARENT_TAG, CHILDREN, SUBTREE,
    NAMED, TOP, BEST, TRIES, ORDER, BEFORE, BEHIND, GIVEN, CUT_LEFT, CUT_RIGHT,
    # ... and of the span.
    SIZE, GAP, MARKS, VERBS, INNER, OUTER, INNER_ROLE, OUTER_ROLE, LESS_LEFT, LESS_RIGHT, FIRST_TAG, LAST_TAG,
    TAG_BEFORE, TAG_BEHIND, WAY, WAY_MARGIN,
) = range(COLUMNS)  # fmt: skip
#: Features from the bits of `context.pattern`.
_PATTERNS = np.array([[SUBJECT, 0], [OBJECT, 1], [CLAUSE, 3], [OPEN_CLAUSE, 4], [OBLIQUE, 5]], np.int64)
#: Function tags among the features: as many bits as a single-precision float holds.
_FUNCTIONS = 12


def _ids(names: str) -> NDArray[np.uint64]:
    return np.array([get_string_id(name) for name in names.split()], np.uint64)


_DEPS = _ids("""
    nsubj nsubj:pass csubj csubj:pass expl nmod:poss obj iobj ccomp xcomp obl obl:agent obl:npmod obl:tmod
    obl:unmarked nmod nmod:npmod nmod:tmod nmod:unmarked acl acl:relcl advcl advmod amod nummod appos compound
    compound:prt flat aux aux:pass cop mark case cc cc:preconj conj det det:predet discourse vocative
    parataxis dislocated list goeswith dep ROOT root
""")
_TAGS = _ids("""
    PRP PRP$ NN NNS NNP NNPS CD DT PDT EX WP WP$ WDT WRB VB VBP VBZ VBD VBN VBG MD TO IN RP JJ JJR JJS RB RBR
    RBS UH SYM ADD FW
""")
_MARKERS = _ids("""
    to of in for with on at from by about as into than like if because that after before when while so since
    until through over out between during without against since though although unless whether around under
    upon
""")


class ArgumentModel(NamedTuple):
    """The models of roles and spans for kernels."""

    table: Ints  #: (sets, labels, width): see `RoleSpace.table`
    core: Longs  #: (labels,): the bit of each numbered role, else 0
    single: Flags  #: (labels,): labels of one-word arguments
    traits: Ints  #: (labels, 3): see `RoleSpace.traits`
    #: Of roles and of spans, each with the scale of its scores
    roles: Frozen
    scale: float
    cut: Frozen
    cut_scale: float
    trees: Leaves


class ArgumentWorkspace(NamedTuple):
    """Buffers for one predicate's arguments, and for the shortlists of several."""

    candidates: Ints  #: (candidates, 3): see `context.candidates`
    spans: Ints  #: (candidates, 2)
    others: Ints  #: (candidates, 2, 4): alternative spans: see `spans.cut_span`
    scores: Singles  #: (candidates, labels): log probabilities by the linear model
    #: (candidates,): the most probable role of each, its role in the best frame (0: none), the candidates
    #: by span
    best: Ints
    chosen: Ints
    order: Ints
    #: (labels, 2): the two highest scores of each role; `holder` is the candidate with the highest
    top: Singles
    holder: Ints
    atoms: NDArray[np.uint64]
    features: NDArray[np.uint64]
    #: Scores by column of weights
    sums: Ints
    scaled: Singles
    margins: Ints  #: (2,): scores of a decision on spans
    tried: Ints  #: (labels,): the most probable roles of a candidate
    shared: Singles  #: (columns,): the features that a candidate's rows share
    rows: Singles  #: (rows, columns): features of shortlisted roles and spans
    source: Ints  #: (rows, 6): the argument of each row: see `decoding`


@kernel
def _place(value: np.uint64, known: NDArray[np.uint64]) -> int:
    """Return the place of a string in a list, or -1."""
    for i in range(len(known)):
        if known[i] == value:
            return i
    return -1


@kernel
def shortlist(
    t: Forest,
    predicate: PredicateContext,
    n: int,
    total: float,
    model: ArgumentModel,
    columns: Ints,
    w: ArgumentWorkspace,
    rows: int,
) -> int:
    """Add the features of the probable roles and spans of n candidates; return the number of rows.

    Rows of a candidate are consecutive, that of no role first. A candidate whose role and span are certain
    has only one row. `total` is the score of the best frame, `columns` those of the predicate's roleset;
    `w` holds scored and ordered candidates, and gets the rows and their `source`.
    """
    _rank_roles(w, n)
    w.shared[:] = NOTHING
    _predicate_features(t, predicate, n, total, model, columns, w)
    for place in range(n):
        c = w.order[place]
        if w.scores[c, w.best[c]] < w.scores[c, 0] - HOPELESS:
            continue
        certain = min(w.others[c, 0, MARGIN], w.others[c, 1, MARGIN]) * model.cut_scale > CERTAIN_CUT
        if certain and w.scores[c, w.best[c]] > CERTAIN_ROLE:
            rows = _add(w, c, w.best[c], w.spans[c, 0], w.spans[c, 1], rows)
            continue
        tried = _likely_roles(w, c)
        _candidate_features(t, predicate, n, place, tried, model, w)
        for way in range(3):
            start, end = w.spans[c, 0], w.spans[c, 1]
            w.shared[WAY], w.shared[WAY_MARGIN] = -1, NO_DECISION
            if way > 0:
                other = w.others[c, way - 1]
                margin = other[MARGIN] * model.cut_scale
                if other[START] == SAME or margin > UNSURE:
                    continue
                start, end = other[START], other[END]
                w.shared[WAY], w.shared[WAY_MARGIN] = 2 * way - other[BELONGS], margin
            _span_features(t, predicate.token, n, c, start, end, w)
            for q in range(0 if way else -1, min(tried, TRIED_AGAIN) if way else tried):
                label = 0 if q < 0 else w.tried[q]
                rival = w.tried[1] if q == 0 and tried > 1 else w.tried[0]
                w.shared[PLACE] = q
                _role_features(w.rows[rows], w, n, c, label, rival, model, columns)
                rows = _add(w, c, label, start, end, rows)
    return rows


@kernel
def _add(w: ArgumentWorkspace, c: int, label: int, start: int, end: int, rows: int) -> int:
    """Record the argument of a row; return the next row, or the same if there is no more room."""
    source = w.source[rows]
    source[D.ROLE], source[D.BEGIN], source[D.END] = label, start, end
    source[D.HEAD], source[D.CANDIDATE] = w.candidates[c, C.TOKEN], c
    return min(rows + 1, len(w.source) - 1)


@kernel
def _rank_roles(w: ArgumentWorkspace, n: int) -> None:
    """Fill in each role's two highest scores."""
    w.top[:] = NOTHING
    w.holder[:] = -1
    for c in range(n):
        for label in range(1, w.scores.shape[1]):
            score = w.scores[c, label]
            if score > w.top[label, 0]:
                w.top[label, 1], w.top[label, 0], w.holder[label] = w.top[label, 0], score, c
            elif score > w.top[label, 1]:
                w.top[label, 1] = score


@kernel
def _likely_roles(w: ArgumentWorkspace, c: int) -> int:
    """Fill in the most probable roles of a candidate, best first; return how many."""
    scores = w.scores[c]
    for used in range(TRIED):
        found = D.next_label(scores, w.tried[:used])
        if found < 0:
            return used
        if used > 0 and scores[found] < scores[0] - FAR and scores[found] < scores[w.tried[0]] - FURTHER:
            return used
        w.tried[used] = found
    return TRIED


@kernel
def _predicate_features(
    t: Forest,
    predicate: PredicateContext,
    n: int,
    total: float,
    model: ArgumentModel,
    columns: Ints,
    w: ArgumentWorkspace,
) -> None:
    """Fill in the features that all rows of a predicate share."""
    row, facts, labels = w.shared, predicate.facts, len(model.core)
    functions = 0
    row[ROLES], row[FILLED] = 0, 0
    for label in range(1, labels):
        if model.core[label] != 0 and columns[label, R.LABELS] != -2:
            row[ROLES] += 1
        if 0 <= columns[label, R.FUNCTIONS] - labels < _FUNCTIONS:
            functions |= 1 << (columns[label, R.FUNCTIONS] - labels)
    for c in range(n):
        row[FILLED] += model.core[w.chosen[c]] != 0
    row[KIND], row[VOICE], row[FUNCTIONS] = predicate.kind, facts[C.VOICE], functions
    for i in range(len(_PATTERNS)):
        row[_PATTERNS[i, 0]] = facts[C.PATTERN] >> np.uint64(_PATTERNS[i, 1]) & np.uint64(1)
    row[P_DEP] = _place(t.words[predicate.token, DEP], _DEPS)
    row[P_TAG] = _place(t.words[predicate.token, TAG], _TAGS)
    for label in range(1, min(labels, 1 + FOURTH_ROLE - FIRST_ROLE + 1)):  # the most frequent ones
        row[FIRST_ROLE + label - 1] = w.top[label, 0]
    row[TOTAL], row[CANDIDATES] = total, n


@kernel
def _candidate_features(
    t: Forest,
    predicate: PredicateContext,
    n: int,
    place: int,
    tried: int,
    model: ArgumentModel,
    w: ArgumentWorkspace,
) -> None:
    """Fill in the features that all rows of a candidate share."""
    row, facts, p = w.shared, predicate.facts, predicate.token
    c = w.order[place]
    h = w.candidates[c, C.TOKEN]
    row[UP], row[DOWN] = w.candidates[c, C.UP], w.candidates[c, C.DOWN]
    row[H_DEP], row[H_TAG] = _place(t.words[h, DEP], _DEPS), _place(t.words[h, TAG], _TAGS)
    marker = C.marker(t, h)
    row[MARKER] = -2 if marker == C.ZERO else _place(marker, _MARKERS)
    row[AWAY] = max(-_WIDEST, min(_WIDEST, h - p))
    row[SHARED], row[ANTECEDENT] = C.roles_of(facts, h)
    parent = t.heads[h]
    row[PARENT_DEP] = _place(t.words[parent, DEP], _DEPS)
    row[PARENT_TAG] = _place(t.words[parent, TAG], _TAGS)
    row[CHILDREN], row[SUBTREE] = t.first[h + 1] - t.first[h], t.right[h] - t.left[h]
    row[NAMED] = t.words[h, NER] != C.ZERO
    row[TOP], row[BEST], row[TRIES] = w.scores[c, w.best[c]], w.best[c], tried
    row[ORDER], row[BEFORE], row[BEHIND], row[GIVEN] = place, -1, -1, w.chosen[c] > 0
    for i in range(place):
        if w.chosen[w.order[i]] > 0:
            row[BEFORE] = w.chosen[w.order[i]]
    for i in range(n - 1, place, -1):
        if w.chosen[w.order[i]] > 0:
            row[BEHIND] = w.chosen[w.order[i]]
    row[CUT_LEFT] = min(w.others[c, 0, MARGIN] * model.cut_scale, NO_DECISION)
    row[CUT_RIGHT] = min(w.others[c, 1, MARGIN] * model.cut_scale, NO_DECISION)


@kernel
def _span_features(t: Forest, p: int, n: int, c: int, start: int, end: int, w: ArgumentWorkspace) -> None:
    """Fill in the features that the rows of a candidate and span share."""
    row, h = w.shared, w.candidates[c, C.TOKEN]
    row[SIZE], row[GAP] = end - start, start - p if start > p else p - end + 1
    row[MARKS], row[VERBS] = 0, 0
    low, high = (end, p) if h < p else (p + 1, start)
    for j in range(low, min(high, low + _WIDEST)):
        row[MARKS] += t.words[j, DEP] == t.ids[C.PUNCT]
        row[VERBS] += t.words[j, POS] == t.ids[C.VERB]
    row[INNER], row[OUTER], row[INNER_ROLE], row[OUTER_ROLE] = NOTHING, NOTHING, -1, -1
    for d in range(n):
        if d == c or w.spans[d, 0] >= end or start >= w.spans[d, 1]:
            continue
        score = w.scores[d, w.best[d]] - w.scores[d, 0]
        if w.spans[d, 1] - w.spans[d, 0] < end - start:
            if score > row[INNER]:
                row[INNER], row[INNER_ROLE] = score, w.chosen[d]
        elif score > row[OUTER]:
            row[OUTER], row[OUTER_ROLE] = score, w.chosen[d]
    first, last = default_span(t, h, p)
    row[LESS_LEFT], row[LESS_RIGHT] = start - first, last - end
    row[FIRST_TAG] = _place(t.words[start, TAG], _TAGS)
    row[LAST_TAG] = _place(t.words[end - 1, TAG], _TAGS)
    row[TAG_BEFORE] = _place(t.words[start - 1, TAG], _TAGS) if start > 0 else -2
    row[TAG_BEHIND] = _place(t.words[end, TAG], _TAGS) if end < len(t.heads) else -2


@kernel
def _role_features(
    row: Singles,
    w: ArgumentWorkspace,
    n: int,
    c: int,
    label: int,
    rival: int,
    model: ArgumentModel,
    columns: Ints,
) -> None:
    """Fill in the features of a role of candidate c, in relation to its `rival`."""
    for i in range(len(row)):
        row[i] = w.shared[i]
    scores, traits, labels = w.scores[c], model.traits[label], len(model.core)
    row[OWN], row[NONE] = scores[label], scores[0]
    row[AHEAD_OF_NONE], row[AHEAD] = scores[label] - scores[0], scores[label] - scores[rival]
    row[NUMBER], row[ADJUNCT], row[PREFIX] = traits[R.NUMBER_OF], traits[R.ADJUNCT_OF], traits[R.PREFIX_OF]
    row[ROLE], row[CHOSEN] = label, w.chosen[c] == label
    row[FUNCTION], row[THEME] = -1, -1
    if label == 0:
        return
    if columns[label, R.FUNCTIONS] >= 0:
        row[FUNCTION] = columns[label, R.FUNCTIONS] - labels
    if columns[label, R.THEMES] >= 0:
        row[THEME] = columns[label, R.THEMES] - labels
    row[ELSEWHERE] = w.top[label, 1] if w.holder[label] == c else w.top[label, 0]
    row[AHEAD_ELSEWHERE] = scores[label] - row[ELSEWHERE]
    row[ALSO] = 0
    for d in range(n):
        if d != c and w.chosen[d] == label:
            row[ALSO] += 1
            row[ALSO_AWAY] = w.candidates[d, C.TOKEN] - w.candidates[c, C.TOKEN]
