"""What rules propose, as the ranker takes it: by name or group, so that no column shifts with the book."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from symbolic_rc.index import columns as C
from symbolic_rc.ranker.arrays import NOTHING_PROPOSED, Proposed
from symbolic_rc.ranker.ranking import Ranking
from symbolic_rc.ranker.refusal import suits
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.decide import proposals_of, strongest
from symbolic_rc.rules.passes import Pass, met_by
from symbolic_rc.rules.rule import Rule

#: The columns of the ranker's list, from precise to loose. A rule counts in the column of its name, else in
#: that of its group, wherever it stands in the book.
COLUMNS = (
    "stated", "inferred", "state", "comparison", "loose", "text", "attribute", "predicate-alone",
    "nearest-phrase",
)  # fmt: skip
#: Rules that count elsewhere than in the column of their group; what is only likelier is no evidence.
_AS = {
    **dict.fromkeys(("relation", "quantity", "called", "like-its-kind"), "attribute"),
    "motive": "state",
    "not-stated": "guess",
}
#: From precise to loose, as the ranker learned it; another rule counts as the one of its group below.
_ORDER = (
    "place", "in-place", "who-is-there", "possession", "holder", "holder-before", "transfer",
    "what-lies-there", "position", "way", "chain-of-comparisons", "kind", "future-place", "home",
    "outcome", "became", "joined-conditions", "either", "yes-or-no", "comparison", "related-how",
    "first-or-last", "count", "told-otherwise", "stated", "left-over", "converse", "joined-description",
    "stated-in-part", "converse-in-part", "speaker", "paraphrased", "motive", "other-roles", "reason",
    "relation", "quantity", "called", "attribute", "like-its-kind", "predicate-alone",
    "paraphrased-in-part", "feeling", "in-order", "nearest-clause", "nearest-phrase", "calculated",
    "goes-with-most", "letter", "happened", "way-of-moving",
)  # fmt: skip
_OF_GROUP = {
    "stated": "stated", "inferred": "converse", "state": "holder", "comparison": "comparison",
    "loose": "paraphrased", "text": "nearest-clause",
}  # fmt: skip
#: What is left of the score of a candidate of which the story says the contrary.
_REFUTED = 0.1
#: Kinds of questions whose answers have a form, and what is left of the score of one that has not.
_OF_A_KIND, _UNSUITED = ("time", "number", "duration"), 0.5
#: How many proposals of each rule the ranker sees.
_SHOWN = 3
_PLACE_OF = {name: place for place, name in enumerate(_ORDER)}


def column_of(rule: Rule) -> int:
    """Return the column that a rule's proposals count in; -1 for none, as for guesses."""
    name = _AS.get(rule.name, rule.name if rule.name in COLUMNS else rule.group)
    return COLUMNS.index(name) if name in COLUMNS else -1


def place_of(rule: Rule) -> int:
    """Return a rule's place from precise to loose, whatever its place in a book."""
    return _PLACE_OF[rule.name if rule.name in _PLACE_OF else _OF_GROUP[rule.group]]


def proposed_by_rules(case: Case) -> Proposed:
    """Return the strongest spans that each rule of the rulebook in use proposes for a question."""
    spans, strengths = [], []
    for rule in case.rules:
        if (column := column_of(rule)) < 0 or rule.missed(case):
            continue
        for one in strongest(case, proposals_of(case, rule), _SHOWN):
            if one.start >= 0:
                entity = one.proof.term.entity if one.proof.term is not None else -1
                spans.append((one.start, one.end, entity, column, place_of(rule)))
                strengths.append(one.strength)
    if not spans:
        return NOTHING_PROPOSED
    return Proposed(np.array(spans, np.int32), np.array(strengths, np.float32))


def ranking_of(case: Case) -> Ranking | None:
    """Return the story's candidates, compared at the first call; None for a case without a ranker."""
    if case.ranker is None:
        return None
    if "ranking" not in case.memo:
        ranking = case.ranker.rank(case.index, proposed_by_rules(case))
        case.memo["ranking"] = ranking if case.learned else _without_refuted(case, ranking)
    return case.memo["ranking"]


def _without_refuted(case: Case, ranking: Ranking) -> Ranking:
    """Return a ranking in which those count little of whom the story says the contrary, and nowhere that.

    Likewise what the question says itself.
    """
    met = list(met_by(case.alignment, Pass(any_polarity=True), case.suited))
    so = {one.term for one in met if one.fact.denied == one.part.denied}
    denied = {one.term for one in met if one.fact.denied != one.part.denied}
    entities = {one.entity for one in denied} - {one.entity for one in so} - {-1}
    heads = {one.head for one in denied} - {one.head for one in so}
    cand = ranking.view.cand[ranking.rows]
    refuted = np.isin(cand[:, C.C_ENTITY], list(entities)) | np.isin(cand[:, C.TOP], list(heads))
    if not case.options:
        asked = f" {' '.join(case.query.lowers)} "
        spans = cand[:, [C.START, C.END]].tolist()
        lowers = case.facts.syntax.lowers
        refuted |= np.array([f" {' '.join(lowers[start:end])} " in asked for start, end in spans], np.bool_)
    scores = np.where(refuted, _REFUTED * ranking.scores, ranking.scores)
    if case.kind in _OF_A_KIND:
        unsuited = np.array([not suits(ranking, int(row)) for row in ranking.rows], np.bool_)
        scores = np.where(unsuited, _UNSUITED * scores, scores)
    return replace(ranking, scores=scores)
