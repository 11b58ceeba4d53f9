"""The likely roles and spans of a candidate, once more: what boosted trees see of each.

The linear model looks at a candidate alone. Trees see what it says of this role and of others, for this
candidate and for others, what the frame would be by it, and how sure the span is.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from spacy.strings import get_string_id

from symbolic_rc.core.kernels import kernel
from symbolic_rc.frames.parser import bench as B
from symbolic_rc.frames.parser import context as C
from symbolic_rc.frames.parser import roles as R
from symbolic_rc.frames.parser.arrays import DEP, NER, POS, TAG, TreeArrays
from symbolic_rc.frames.parser.bench import Bench, Roles
from symbolic_rc.frames.parser.features import Predicate
from symbolic_rc.frames.parser.model import VIEW
from symbolic_rc.frames.parser.spans import BELONGS, END, MARGIN, SAME, START, default_span

#: Roles of a candidate that are looked at, at most, and of another span of it.
TRIED, TRIED_AGAIN = 4, 2
#: How far behind none the best role may be; a further one, behind none and behind the best.
HOPELESS, FAR, FURTHER = 3.0, 6.0, 4.0
#: Another span is looked at where the decision that makes it is no surer.
UNSURE = 3.0
#: The log probability of a role that is sure, if its span's decisions are, too.
CERTAIN_ROLE, CERTAIN_CUT = -0.03, 2.0
#: What stands where there is nothing; nothing is smaller. What stands for a margin without a decision.
NOTHING, CERTAIN = -99.0, 99.0
#: Words are counted so far.
_WIDEST = 30

#: The columns of a view: of the role, ...
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
    TAG_BEFORE, TAG_BEHIND, WAY, DOUBT,
) = range(VIEW)  # fmt: skip
#: The patterns of `context.frame` that are seen: column and bit.
_PATTERNS = np.array([[SUBJECT, 0], [OBJECT, 1], [CLAUSE, 3], [OPEN_CLAUSE, 4], [OBLIQUE, 5]], np.int64)
#: Function tags that are seen: bits that a float of single precision holds.
_SEEN_FUNCTIONS = 12


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


@kernel
def _place(value: np.uint64, known: NDArray[np.uint64]) -> int:
    """Return where a string stands in a list, or -1."""
    for i in range(len(known)):
        if known[i] == value:
            return i
    return -1


@kernel
def shortlist(
    t: TreeArrays,
    predicate: Predicate,
    n: int,
    total: float,
    roles: Roles,
    columns: NDArray[np.int32],
    b: Bench,
    rows: int,
) -> int:
    """Add what trees see of the likely roles and spans of the first n candidates; return the rows then.

    Views of a candidate follow one another, first that of no role. A candidate whose role and span are sure
    has one view alone, of these.

    Parameters
    ----------
    t : TreeArrays
    predicate : Predicate
    n : int
    total : float
        The score of the best frame, which `Bench.chosen` holds.
    roles : Roles
    columns : ndarray of int32, shape (labels, width)
        Those of the predicate's roleset.
    b : Bench
        With the candidates weighed and in order. `Bench.views` and `Bench.source` are filled.
    rows : int
        Where free room starts in these.
    """
    rank_roles(b, n)
    b.shared[:] = NOTHING
    _predicate(t, predicate, n, total, roles, columns, b)
    for place in range(n):
        c = b.order[place]
        if b.scores[c, b.best[c]] < b.scores[c, 0] - HOPELESS:
            continue
        if _is_sure(b, c, roles):
            rows = _add(b, c, b.best[c], b.spans[c, 0], b.spans[c, 1], rows)
            continue
        tried = _likely_roles(b, c, columns)
        _candidate(t, predicate, n, place, tried, roles, b)
        for way in range(3):
            start, end = b.spans[c, 0], b.spans[c, 1]
            b.shared[WAY], b.shared[DOUBT] = -1, CERTAIN
            if way > 0:
                other = b.others[c, way - 1]
                doubt = other[MARGIN] * roles.cut_scale
                if other[START] == SAME or doubt > UNSURE:
                    continue
                start, end = other[START], other[END]
                b.shared[WAY], b.shared[DOUBT] = 2 * way - other[BELONGS], doubt
            _span(t, predicate.token, n, c, start, end, b)
            for q in range(0 if way else -1, min(tried, TRIED_AGAIN) if way else tried):
                label = 0 if q < 0 else b.tried[q]
                rival = b.tried[1] if q == 0 and tried > 1 else b.tried[0]
                b.shared[PLACE] = q
                _role(b.views[rows], b, n, c, label, rival, roles, columns)
                rows = _add(b, c, label, start, end, rows)
    return rows


@kernel
def _is_sure(b: Bench, c: int, roles: Roles) -> bool:
    """Whether the role and the span of a candidate are sure already."""
    sure = min(b.others[c, 0, MARGIN], b.others[c, 1, MARGIN]) * roles.cut_scale > CERTAIN_CUT
    return sure and b.scores[c, b.best[c]] > CERTAIN_ROLE


@kernel
def _add(b: Bench, c: int, label: int, start: int, end: int, rows: int) -> int:
    """Note what a view is of; return the next free row, or the same where there is no more room."""
    source = b.source[rows]
    source[B.ROLE], source[B.BEGIN], source[B.END] = label, start, end
    source[B.HEAD], source[B.CANDIDATE] = b.candidates[c, C.TOKEN], c
    return min(rows + 1, len(b.source) - 1)


@kernel
def rank_roles(b: Bench, n: int) -> None:
    """Fill in each candidate's likeliest role, and each role's two highest scores."""
    labels = b.scores.shape[1]
    b.top[:] = NOTHING
    b.holder[:] = -1
    for c in range(n):
        b.best[c] = 1
        for label in range(1, labels):
            score = b.scores[c, label]
            if score > b.scores[c, b.best[c]]:
                b.best[c] = label
            if score > b.top[label, 0]:
                b.top[label, 1], b.top[label, 0], b.holder[label] = b.top[label, 0], score, c
            elif score > b.top[label, 1]:
                b.top[label, 1] = score


@kernel
def _likely_roles(b: Bench, c: int, columns: NDArray[np.int32]) -> int:
    """Fill in the likeliest roles of a candidate, best first; return how many."""
    used, scores = 0, b.scores[c]
    while used < TRIED:
        found = -1
        for label in range(1, len(scores)):
            repeated = False
            for q in range(used):
                repeated |= b.tried[q] == label
            if (
                not repeated
                and columns[label, R.LABELS] != -2
                and (found < 0 or scores[label] > scores[found])
            ):
                found = label
        if found < 0:
            break
        if used > 0 and scores[found] < scores[0] - FAR and scores[found] < scores[b.tried[0]] - FURTHER:
            break
        b.tried[used] = found
        used += 1
    return used


@kernel
def _predicate(
    t: TreeArrays,
    predicate: Predicate,
    n: int,
    total: float,
    roles: Roles,
    columns: NDArray[np.int32],
    b: Bench,
) -> None:
    """Fill in what all views of a predicate share."""
    row, facts, labels = b.shared, predicate.facts, len(roles.core)
    functions = 0
    row[ROLES], row[FILLED] = 0, 0
    for label in range(1, labels):
        if roles.core[label] != 0 and columns[label, R.LABELS] != -2:
            row[ROLES] += 1
        if 0 <= columns[label, R.FUNCTIONS] - labels < _SEEN_FUNCTIONS:
            functions |= 1 << (columns[label, R.FUNCTIONS] - labels)
    for c in range(n):
        row[FILLED] += roles.core[b.chosen[c]] != 0
    row[KIND], row[VOICE], row[FUNCTIONS] = predicate.kind, facts[C.VOICE], functions
    for i in range(len(_PATTERNS)):
        row[_PATTERNS[i, 0]] = facts[C.PATTERN] >> np.uint64(_PATTERNS[i, 1]) & np.uint64(1)
    row[P_DEP] = _place(t.words[predicate.token, DEP], _DEPS)
    row[P_TAG] = _place(t.words[predicate.token, TAG], _TAGS)
    for label in range(1, min(labels, 1 + FOURTH_ROLE - FIRST_ROLE + 1)):  # the most frequent ones
        row[FIRST_ROLE + label - 1] = b.top[label, 0]
    row[TOTAL], row[CANDIDATES] = total, n


@kernel
def _candidate(
    t: TreeArrays, predicate: Predicate, n: int, place: int, tried: int, roles: Roles, b: Bench
) -> None:
    """Fill in what all views of a candidate share."""
    row, facts, p = b.shared, predicate.facts, predicate.token
    c = b.order[place]
    h = b.candidates[c, C.TOKEN]
    row[UP], row[DOWN] = b.candidates[c, C.UP], b.candidates[c, C.DOWN]
    row[H_DEP], row[H_TAG] = _place(t.words[h, DEP], _DEPS), _place(t.words[h, TAG], _TAGS)
    marker = C.marker(t, h)
    row[MARKER] = -2 if marker == C.ZERO else _place(marker, _MARKERS)
    row[AWAY] = max(-_WIDEST, min(_WIDEST, h - p))
    row[SHARED], row[ANTECEDENT] = 0, 0
    if facts[C.SUBJECT] == np.uint64(h + 1):
        row[SHARED] = np.uint64(1) + facts[C.SUBJECT_WAY]
    elif facts[C.SUBJECT] != C.ZERO:
        row[SHARED] = 17 if facts[C.SUBJECT_WAY] > C.ZERO else 16
    if facts[C.ANTECEDENT] // np.uint64(16) == np.uint64(h + 1):
        row[ANTECEDENT] = np.uint64(1) + facts[C.ANTECEDENT] % np.uint64(16)
    parent = t.heads[h]
    row[PARENT_DEP] = _place(t.words[parent, DEP], _DEPS)
    row[PARENT_TAG] = _place(t.words[parent, TAG], _TAGS)
    row[CHILDREN], row[SUBTREE] = t.first[h + 1] - t.first[h], t.right[h] - t.left[h]
    row[NAMED] = t.words[h, NER] != C.ZERO
    row[TOP], row[BEST], row[TRIES] = b.scores[c, b.best[c]], b.best[c], tried
    row[ORDER], row[BEFORE], row[BEHIND], row[GIVEN] = place, -1, -1, b.chosen[c] > 0
    for i in range(place):
        if b.chosen[b.order[i]] > 0:
            row[BEFORE] = b.chosen[b.order[i]]
    for i in range(n - 1, place, -1):
        if b.chosen[b.order[i]] > 0:
            row[BEHIND] = b.chosen[b.order[i]]
    row[CUT_LEFT] = min(b.others[c, 0, MARGIN] * roles.cut_scale, CERTAIN)
    row[CUT_RIGHT] = min(b.others[c, 1, MARGIN] * roles.cut_scale, CERTAIN)


@kernel
def _span(t: TreeArrays, p: int, n: int, c: int, start: int, end: int, b: Bench) -> None:
    """Fill in what the views of a candidate with a span share."""
    row, h = b.shared, b.candidates[c, C.TOKEN]
    row[SIZE], row[GAP] = end - start, start - p if start > p else p - end + 1
    row[MARKS], row[VERBS] = 0, 0
    low, high = (end, p) if h < p else (p + 1, start)
    for j in range(low, min(high, low + _WIDEST)):
        row[MARKS] += t.words[j, DEP] == t.ids[C.PUNCT]
        row[VERBS] += t.words[j, POS] == t.ids[C.VERB]
    row[INNER], row[OUTER], row[INNER_ROLE], row[OUTER_ROLE] = NOTHING, NOTHING, -1, -1
    for d in range(n):
        if d == c or b.spans[d, 0] >= end or start >= b.spans[d, 1]:
            continue
        score = b.scores[d, b.best[d]] - b.scores[d, 0]
        if b.spans[d, 1] - b.spans[d, 0] < end - start:
            if score > row[INNER]:
                row[INNER], row[INNER_ROLE] = score, b.chosen[d]
        elif score > row[OUTER]:
            row[OUTER], row[OUTER_ROLE] = score, b.chosen[d]
    first, last = default_span(t, h, p)
    row[LESS_LEFT], row[LESS_RIGHT] = start - first, last - end
    row[FIRST_TAG], row[LAST_TAG] = (
        _place(t.words[start, TAG], _TAGS),
        _place(t.words[end - 1, TAG], _TAGS),
    )
    row[TAG_BEFORE] = _place(t.words[start - 1, TAG], _TAGS) if start > 0 else -2
    row[TAG_BEHIND] = _place(t.words[end, TAG], _TAGS) if end < len(t.heads) else -2


@kernel
def _role(
    row: NDArray[np.float32],
    b: Bench,
    n: int,
    c: int,
    label: int,
    rival: int,
    roles: Roles,
    columns: NDArray[np.int32],
) -> None:
    """Fill in what is seen of a role of candidate c, beside that of its `rival`."""
    for i in range(len(row)):
        row[i] = b.shared[i]
    scores, traits, labels = b.scores[c], roles.traits[label], len(roles.core)
    row[OWN], row[NONE] = scores[label], scores[0]
    row[AHEAD_OF_NONE], row[AHEAD] = scores[label] - scores[0], scores[label] - scores[rival]
    row[NUMBER], row[ADJUNCT], row[PREFIX] = traits[R.NUMBER_OF], traits[R.ADJUNCT_OF], traits[R.PREFIX_OF]
    row[ROLE], row[CHOSEN] = label, b.chosen[c] == label
    row[FUNCTION], row[THEME] = -1, -1
    if label == 0:
        return
    if columns[label, R.FUNCTIONS] >= 0:
        row[FUNCTION] = columns[label, R.FUNCTIONS] - labels
    if columns[label, R.THEMES] >= 0:
        row[THEME] = columns[label, R.THEMES] - labels
    row[ELSEWHERE] = b.top[label, 1] if b.holder[label] == c else b.top[label, 0]
    row[AHEAD_ELSEWHERE] = scores[label] - row[ELSEWHERE]
    row[ALSO] = 0
    for d in range(n):
        if d != c and b.chosen[d] == label:
            row[ALSO] += 1
            row[ALSO_AWAY] = b.candidates[d, C.TOKEN] - b.candidates[c, C.TOKEN]
