"""How the ranker's answer is worded: several spans, all of a list, no aside, what follows *but*."""

from __future__ import annotations

import numpy as np

from symbolic_rc.index import columns as C
from symbolic_rc.index.codes import word_code
from symbolic_rc.ranker.candidate_view import is_in
from symbolic_rc.ranker.ranking import Ranking

#: A text of the answer with its character offsets.
Text = tuple[str, int, int]
#: Number words that say how many answers are wanted.
_COUNTS = {"two": 2, "both": 2, "three": 3, "four": 4, "five": 5}
#: Kinds of questions that a nominal answers.
_NOMINAL = ("person", "object", "event", "place")
#: Parts of speech that a list of nominals is made of.
_LISTED = (C.P_DET, C.P_ADJ, C.P_NOUN, C.P_PROPN, C.P_NUM, C.P_ADP, C.P_CCONJ, C.P_PUNCT, C.P_PART)
_POSSESSIVES = "his her its their my our your"
_NAMES = (C.P_NOUN, C.P_PROPN, C.P_NUM)


def answer_texts(ranking: Ranking) -> list[Text]:
    """Return the texts of the best candidate's answer, with their character offsets; none for no candidate.

    Of a kind of data set that was learned from, one candidate's text has the wording of its answers, and
    several candidates answer a question for several. In any other text an aside is left out, a list is given
    whole, and what is denied gives way to what follows *but*.
    """
    if (row := ranking.best) < 0:
        return []
    if rows := several(ranking, row):
        return [_text(ranking, one) for one in rows]
    if ranking.profile in ranking.weights.tables and ranking.profile:
        return [_text(ranking, row)]
    row = behind_but(ranking, row)
    row = without_apposition(ranking, row)
    return whole_list(ranking, row) or [_text(ranking, row)]


def _text(ranking: Ranking, row: int) -> Text:
    start, end = ranking.place(row)
    return ranking.story.text[start:end], start, end


def several(ranking: Ranking, winner: int) -> list[int]:
    """Return the rows that answer a question for several: parts of a list, others nearly as good.

    None where one span says it all, as in data sets whose answers are one span. After Dasigi et al. 2019;
    Segal et al. 2020.
    """
    share = ranking.weights.about.get("several", {}).get(ranking.profile)
    if not ranking.understanding.plural or share is None:
        return []
    told = next((n for word, n in _COUNTS.items() if word in ranking.asked.texts), 0)
    limit = told or 5
    partners = _coordinated(ranking, int(ranking.view.cand[winner][C.TOP]))
    rows = _parts(ranking, winner, partners, whole=len(partners) == told)[:limit]
    top = float(ranking.scores.max())
    named = ranking.view.col("named in question")
    for i in sorted(range(len(ranking.rows)), key=lambda i: (-ranking.scores[i], i)):
        row = int(ranking.rows[i])
        beside = int(ranking.view.cand[row][C.TOP]) in partners
        good = ranking.scores[i] >= (0.3 if beside else 1.0) * share * top and not named[row]
        if good and _held(ranking, row, partners) < 2 and len(rows) < limit:
            rows += [row] if all(_apart(ranking, row, other) for other in rows) else []
    return sorted(rows, key=ranking.place) if len(rows) > 1 else []


def _parts(ranking: Ranking, row: int, heads: set[int], whole: bool) -> list[int]:
    """Return a list's parts, the best candidate of each head; all if `whole`, else its own."""
    own = ranking.view.cand[row]
    found = []
    for head in sorted(heads):
        if whole or own[C.START] <= head < own[C.END]:
            around = np.flatnonzero(ranking.view.cand[:, C.TOP] == head).tolist()
            alone = [one for one in around if _held(ranking, one, heads) == 1]
            found += [max(alone, key=lambda one: float(ranking.shortlist.scores[one]))] if alone else []
    return found if len(found) > 1 else [row]


def _held(ranking: Ranking, row: int, heads: set[int]) -> int:
    """Return how many of some heads stand in a candidate."""
    cand = ranking.view.cand[row]
    return sum(int(cand[C.START]) <= head < int(cand[C.END]) for head in heads)


def _coordinated(ranking: Ranking, head: int) -> set[int]:
    """Return the heads that are coordinated with one."""
    tok = ranking.story.tok
    first = head
    while tok[C.DEP, first] == C.D_CONJ:
        first = int(tok[C.HEAD, first])
    s = int(tok[C.SENT, head])
    part = range(int(ranking.story.bounds[s]), int(ranking.story.bounds[s + 1]))
    found = {first}
    for _ in range(3):
        found |= {i for i in part if tok[C.DEP, i] == C.D_CONJ and int(tok[C.HEAD, i]) in found}
    return found


def _apart(ranking: Ranking, a: int, b: int) -> bool:
    """Return whether two candidates neither overlap nor speak of the same entity or words."""
    one, other = ranking.view.cand[a], ranking.view.cand[b]
    if one[C.SAME] == other[C.SAME] or (one[C.C_ENTITY] >= 0 and one[C.C_ENTITY] == other[C.C_ENTITY]):
        return False
    words, others = set(ranking.text(a).lower().split()), set(ranking.text(b).lower().split())
    if words <= others or others <= words:
        return False
    return bool(one[C.A_END] <= other[C.A_START] or other[C.A_END] <= one[C.A_START])


def without_apposition(ranking: Ranking, row: int) -> int:
    """Return the candidate without a relative clause or an apposition after a comma, else the same one."""
    tok, view = ranking.story.tok, ranking.view
    start, end = int(view.cand[row][C.A_START]), int(view.cand[row][C.A_END])
    cut = next((i for i in range(start + 1, end - 1) if tok[C.LOWER, i] == word_code(",")), -1)
    if ranking.understanding.kind not in _NOMINAL or cut < 0:
        return row
    head = ranking.story.head_of(start, cut)
    inside = range(cut + 1, end)
    aside = any(tok[C.HEAD, i] == head and tok[C.DEP, i] in (C.D_RELCL, C.D_APPOS) for i in inside)
    if not aside or tok[C.POS, head] not in (C.P_NOUN, C.P_PROPN):
        return row
    if tok[C.POS, head] == C.P_NOUN and (tok[C.POS, cut:end] == C.P_PROPN).any():
        return row  # what follows the comma is the name
    rows = np.flatnonzero((view.cand[:, C.A_START] == start) & (view.cand[:, C.A_END] == cut))
    return int(rows[0]) if len(rows) else row


def behind_but(ranking: Ranking, row: int) -> int:
    """Return the candidate behind *but* where the answer is denied, as in "no silver but a spring"."""
    tok, view = ranking.story.tok, ranking.view
    start, end = int(view.cand[row][C.A_START]), int(view.cand[row][C.A_END])
    denied = is_in(tok[C.LOWER, max(0, start - 1) : start + 1], "no not nothing nobody").any()
    if ranking.understanding.negated or not denied:
        return row
    stop = int(ranking.story.bounds[int(tok[C.SENT, start]) + 1])
    but = next((i for i in range(start, stop) if tok[C.LOWER, i] == word_code("but")), -1)
    if but < 0 or (tok[C.POS, end:but] == C.P_VERB).any():
        return row
    rows = np.flatnonzero(view.cand[:, C.A_START] == but + 1)
    nominal = [int(i) for i in rows if tok[C.POS, view.heads[i]] in _NAMES]
    return max(nominal, key=lambda one: (ranking.worth(one), -one), default=row)


def whole_list(ranking: Ranking, row: int) -> list[Text]:
    """Return all of a list that the candidate begins: each of several persons, or the list as it stands."""
    understanding = ranking.understanding
    one_asked = understanding.wh not in ("who", "whom", "what") or ranking.asked.info[C.FOCUS]
    if understanding.kind not in _NOMINAL[:3] or one_asked:
        return []
    tok, cand = ranking.story.tok, ranking.view.cand[row]
    start, end = int(cand[C.A_START]), int(cand[C.A_END])
    stop = _end_of_list(ranking, end)
    pieces = _pieces(ranking, start, stop)
    if stop <= end or len(pieces) < 2 or (tok[C.DEP, start:stop] == C.D_APPOS).any():
        return []
    spans = pieces if understanding.kind == "person" else [(start, stop)]
    chars, text = ranking.story.chars, ranking.story.text
    return [(text[chars[a, 0] : chars[b - 1, 1]], int(chars[a, 0]), int(chars[b - 1, 1])) for a, b in spans]


def _end_of_list(ranking: Ranking, end: int) -> int:
    """Return where a list that goes on at a token ends; the same token where none does."""
    tok = ranking.story.tok
    stop = int(ranking.story.bounds[int(tok[C.SENT, end - 1]) + 1])
    if end >= stop or not is_in(tok[C.LOWER, end : end + 1], ", and")[0]:
        return end
    at, joined = end, False
    while at < stop and (tok[C.POS, at] in _LISTED or is_in(tok[C.LOWER, at : at + 1], _POSSESSIVES)[0]):
        joined = joined or bool(is_in(tok[C.LOWER, at : at + 1], "and")[0])
        at += 1
    if (at < stop and tok[C.POS, at] in (C.P_VERB, C.P_AUX)) or not joined:
        return end
    while at > end and tok[C.POS, at - 1] not in _NAMES:
        at -= 1
    return at


def _pieces(ranking: Ranking, start: int, stop: int) -> list[tuple[int, int]]:
    """Split a list at its commas and at "and"; pieces without a noun go to the one before."""
    tok = ranking.story.tok
    found: list[tuple[int, int]] = []
    first = start
    for i in range(start, stop + 1):
        if i < stop and not is_in(tok[C.LOWER, i : i + 1], ", and")[0]:
            continue
        if i > first and np.isin(tok[C.POS, first:i], (C.P_NOUN, C.P_PROPN)).any():
            found.append((first, i))
        elif i > first and found:
            found[-1] = (found[-1][0], i)
        first = i + 1
    return found
