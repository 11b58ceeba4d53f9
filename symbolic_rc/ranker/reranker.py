"""The reranker's list: the best few candidates by the linear score, and how much their answers overlap.

What it sees of each is in `list_features`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from symbolic_rc.core.arrays import Floats, Ints, Singles
from symbolic_rc.core.kernels import kernel
from symbolic_rc.index import columns as C
from symbolic_rc.models.trees import Trees
from symbolic_rc.spans.kernels.lcs import lcs_length
from symbolic_rc.spans.kernels.order import ascending

#: Candidates that are ranked again, at most.
LISTED = 24
#: What of a question trees see, of `ParsedQuestion.info`.
ASKED = [C.KIND, C.WH, C.GAP_REL, C.PLURAL, C.FORM]
#: The kinds of data sets that the reranker tells apart; any other is "".
PROFILES = ("", "narrativeqa", "quoref", "fairytaleqa", "duorc", "squad")


@dataclass(frozen=True, slots=True)
class CalibratedTrees:
    """Trees whose scores' softmax over a list gives its candidates' probabilities.

    The scores are multiplied by an inverse temperature for each kind of data set, for any other under the
    empty name. Where answers are short, the most probable is best; where they are long, what likely ones have
    in common.
    """

    trees: Trees
    inverse_temperature: Mapping[str, float] = field(default_factory=dict)

    def scores(self, features: Singles, profile: str) -> Floats:
        """Return the score of each candidate of a list; float64."""
        factor = self.inverse_temperature.get(profile, self.inverse_temperature.get("", 1.0))
        return factor * self.trees.scores(features)


def profile_code(profile: str) -> int:
    """Return the number of a kind of data set, 0 for an unknown one."""
    return PROFILES.index(profile) if profile in PROFILES else 0


@kernel
def _words(tok: Ints, start: int, end: int, out: Ints) -> int:
    """Fill a span's words, marks left out; return how many."""
    count = 0
    for i in range(start, end):
        if tok[C.POS, i] != C.P_PUNCT:
            out[count] = tok[C.LOWER, i]
            count += 1
    return count


@kernel
def pairwise_overlap(tok: Ints, cand: Ints, chosen: Ints, found: Singles) -> None:
    """Fill the F1 of the longest common subsequence of each two chosen candidates' words.

    `found` holds 1 for each with itself, else 0.
    """
    m = chosen.shape[0]
    bounds, longest = np.zeros(m + 1, np.int64), 0
    for i in range(m):
        length = cand[chosen[i], C.A_END] - cand[chosen[i], C.A_START]
        bounds[i + 1], longest = bounds[i] + length, max(longest, length)
    words, sizes = np.empty(bounds[m], np.int32), np.zeros(m, np.int64)
    row = np.empty(longest + 1, np.int32)
    for i in range(m):
        start, end = cand[chosen[i], C.A_START], cand[chosen[i], C.A_END]
        own = words[bounds[i] : bounds[i + 1]]
        sizes[i] = _words(tok, start, end, own)
        for j in range(i):
            both = sizes[i] + sizes[j]
            if both > 0:
                other = words[bounds[j] : bounds[j] + sizes[j]]
                value = 2.0 * lcs_length(own[: sizes[i]], other, row) / both
                found[i, j] = value
                found[j, i] = value


def expected_overlap(scores: Floats, overlaps: Singles) -> Floats:
    """Return how much each candidate of a list can be expected to overlap with the right answer.

    The answer with the least expected loss need not be the most probable one: of many similar ones none may
    be likely by itself (minimum Bayes risk, Kumar & Byrne 2004).

    The candidates' probabilities are the softmax of the reranker's scores (m,); the overlaps (m, m) are what
    `pairwise_overlap` found.

    Examples
    --------
    >>> import numpy as np
    >>> overlaps = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.8], [0.0, 0.8, 1.0]], np.float32)
    >>> expected_overlap(np.log([0.4, 0.3, 0.3]), overlaps).round(2).tolist()
    [0.4, 0.54, 0.54]
    """
    probabilities = np.exp(scores - scores.max())
    return overlaps @ (probabilities / probabilities.sum())


@kernel
def shortlist(cand: Ints, selected: Ints, scores: Singles, kept: Ints) -> int:
    """Fill the rows of the best candidates, best first, one for each distinct answer; return how many.

    Ties go to the first.
    """
    order, most = ascending(-scores), kept.shape[0]
    count = 0
    for k in range(order.shape[0]):
        if count == most:
            break
        row = order[k]
        c = selected[row]
        length = cand[c, C.A_END] - cand[c, C.A_START]
        for j in range(count):
            other = selected[kept[j]]
            same = cand[other, C.SAME] == cand[c, C.SAME]
            if same and cand[other, C.A_END] - cand[other, C.A_START] == length:
                break
        else:
            kept[count] = row
            count += 1
    return count
