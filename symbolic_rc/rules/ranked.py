"""The rules that compare what they do not prove: choices, entities for a placeholder, all candidates."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.graph.facts import Term
from symbolic_rc.index import columns as C
from symbolic_rc.index.story_index import StoryIndex
from symbolic_rc.match.matcher import by_sentence
from symbolic_rc.ranker.choices import best_of, score_pool
from symbolic_rc.ranker.ranking import Ranking
from symbolic_rc.ranker.wording import answer_texts
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.decide import COMPARING, decide, proposals_of, strongest
from symbolic_rc.rules.evidence import ranking_of
from symbolic_rc.rules.families.options import asks_what_is_not, choice_scores, filled_by, with_others
from symbolic_rc.rules.proof import Proof, Proposal
from symbolic_rc.rules.rule import HAS_CHOICES, HAS_PLACEHOLDER, RANKS, Rule, rule
from symbolic_rc.rules.terms import is_narrator
from symbolic_rc.spans.distance import Relation

#: Features of an entity for a placeholder (Chen et al. 2016), with their weights.
_CLOZE_WEIGHTS = {
    "frequency": 0.5,
    "named in question": -3.0,
    "first mention": 0.3,
    "words on the left": 1.0,
    "words on the right": 1.0,
    "word distance": 3.0,
    "sentence cover": 1.5,
    "same relation": 1.0,
    "tree nearness": 1.0,
}


def _entities_of(story: StoryIndex) -> dict[str, list[tuple[int, int]]]:
    """Return what each marker, elsewhere each named entity, is called, in lower case, with its spans."""
    found: dict[str, list[tuple[int, int]]] = {}
    lower = [story.span_text(i, i + 1).lower() for i in range(story.tok.shape[1])]
    if any(word.startswith("@entity") for word in lower):
        for i, word in enumerate(lower):
            if word.startswith("@entity"):
                found.setdefault(word, []).append((i, i + 1))
        return found
    names: dict[int, str] = {}
    for row in story.cand[(story.cand[:, C.SHAPE] & C.NAME) > 0]:
        start, end, entity = int(row[C.START]), int(row[C.END]), int(row[C.C_ENTITY])
        text = story.span_text(start, end).lower()
        if entity >= 0:
            text = names.setdefault(entity, text)
        found.setdefault(text, []).append((start, end))
    return found


def _cloze_features(ranking: Ranking, entities: dict[str, list[tuple[int, int]]]) -> NDArray[np.float64]:
    """Return the features of each entity, float64 of shape (entities, features)."""
    story, asked = ranking.story, ranking.asked
    n = story.tok.shape[1]
    gap = int(asked.info[C.GAP_WORD])
    before = asked.tok[C.LOWER, max(0, gap - 2) : gap][::-1] if gap >= 0 else np.zeros(0, np.int32)
    after = asked.tok[C.LOWER, gap + 1 : gap + 3] if gap >= 0 else np.zeros(0, np.int32)
    near = _nearness(ranking, gap)
    cover = _sentence_cover(ranking)
    heads: dict[int, tuple[float, float]] = {}
    alike = ranking.view.col("predicate match") * (ranking.view.col("relation match") > 0)
    columns = (ranking.view.heads, alike, ranking.view.col("tree nearness"))
    for token, same, tree in zip(*(column.tolist() for column in columns), strict=True):
        old = heads.get(token, (0.0, 0.0))
        heads[token] = (max(old[0], same), max(old[1], tree))
    asked_words = set(asked.texts)
    out = np.zeros((len(entities), len(_CLOZE_WEIGHTS)))
    for e, (name, spans) in enumerate(entities.items()):
        out[e, 0] = np.log1p(len(spans))
        out[e, 1] = float(all(word in asked_words for word in name.split()))
        out[e, 2] = 1.0 - spans[0][0] / max(1, n)
        for start, end in spans:
            left = story.tok[C.LOWER, max(0, start - 2) : start][::-1]
            right = story.tok[C.LOWER, end : end + 2]
            out[e, 3] = max(out[e, 3], _agree(left, before))
            out[e, 4] = max(out[e, 4], _agree(right, after))
            out[e, 5] = max(out[e, 5], near[start])
            out[e, 6] = max(out[e, 6], cover[story.tok[C.SENT, start]])
            same, tree = heads.get(end - 1, (0.0, 0.0))
            out[e, 7], out[e, 8] = max(out[e, 7], same), max(out[e, 8], tree)
    return out


def _agree(a: NDArray[np.int32], b: NDArray[np.int32]) -> float:
    """How many words agree, outward from the middle, the nearest counting one, the next a half."""
    agreeing = takewhile(lambda k: a[k] == b[k], range(min(len(a), len(b))))
    return sum(1.0 / (1 + k) for k in agreeing)


def _nearness(ranking: Ranking, gap: int) -> NDArray[np.float64]:
    """Word distance with the placeholder laid on every token (Hermann et al. 2015), as nearness 0 to 1."""
    n = ranking.story.tok.shape[1]
    out = np.zeros(n)
    bounds, positions, weights = ranking.alignment
    words = ranking.asked.words.tolist()
    most, count = 8, 0
    gaps = np.abs(np.arange(-most + 1, most))
    for i, word in enumerate(words):
        at = positions[bounds[i] : bounds[i + 1]][weights[bounds[i] : bounds[i + 1]] > 0.8]
        if word == gap:
            continue
        count += 1
        if not len(at):
            continue
        aligned = np.clip(at - (word - gap), 0, n - 1)
        marks = np.full(n, most, np.int64)
        for place in aligned.tolist():
            low, high = max(0, place - most + 1), min(n, place + most)
            marks[low:high] = np.minimum(
                marks[low:high], gaps[low - place + most - 1 : high - place + most - 1]
            )
        out += 1.0 - marks / most
    return out / max(1, count)


def _sentence_cover(ranking: Ranking) -> NDArray[np.float64]:
    """The share of the question's words that each sentence has."""
    bounds = ranking.story.bounds
    relation = Relation(*ranking.alignment, ranking.story.tok.shape[1])
    return sum(by_sentence(relation, bounds), np.zeros(len(bounds) - 1)) / max(1, len(relation))


#: Rules that prove which of some choices is so.
_PROVING = ("calculated", COMPARING, "either", "yes-or-no", "not-stated")


@rule("choice", "form", 0.0, HAS_CHOICES, source="Richardson et al. 2013; Smith et al. 2015")
def best_choice(case: Case) -> list[Proposal]:
    """The choice that is proved, or that the story supports best: windows, distance, ranked candidates, the
    words in order; of a cloze question, the one that fills the placeholder best.

    Where did Ada move? [the mill | the inn] -> Ada moved to the inn. -> the inn
    """
    if case.question.is_cloze:
        return filled_by(case)
    others = [rule for rule in case.rules if rule.name != "choice"]
    proved, left = _proved(case, others)
    if proved is not None:
        return [proved]
    if found := _of_narrator(case, others):
        return found
    ranking, choices, negated = ranking_of(case), case.question.choices, asks_what_is_not(case)
    if ranking is None:
        scores = 2.0 * choice_scores(case, choices, decide(case, others).text)
    else:
        scores = score_pool(ranking, choices)
    scores = with_others(case, -scores if negated else scores, negated)
    if left:  # of those that begin with the verdict, the best supported
        scores = np.where([choice in left for choice in choices], scores, -np.inf)
    best, share = best_of(scores)
    several = case.question.takes_several  # where several may be right, all above average, best first
    order = np.argsort(-scores, kind="stable")[: np.count_nonzero(scores >= scores.mean()) * several]
    texts = tuple(choices[i] for i in order.tolist())
    text = ", ".join(texts) if texts else choices[best]
    return [Proposal(-1, -1, text, share, 0.0, Proof((), (), None, "ranking"), texts)]


def _proved(case: Case, rules: Sequence[Rule]) -> tuple[Proposal | None, set[str]]:
    """Return the choice that rules prove, if it is one, and the choices that may be right by them."""
    several = case.question.takes_several
    # where several may be right, none is wrong because another is more so
    proving = [r for r in rules if r.name in _PROVING and not (several and r.name == COMPARING)]
    found = decide(case, sorted(proving, key=lambda r: _PROVING.index(r.name)))
    left = {*(found.proposal.texts or [found.text])} if found.proposal is not None else set[str]()
    if not left <= {*case.options}:
        return None, set()
    return (found.proposal if len(left) == 1 or several else None), left


def _of_narrator(case: Case, rules: Sequence[Rule]) -> list[Proposal]:
    """Return the choice of who tells the story, where "I" is the first that a rule finds."""
    if case.kind == "person" and any(map(is_narrator, case.options)):
        for rule in rules:
            finds = rule.group in ("stated", "loose") or rule.name == "nearest-phrase"
            if finds and not rule.missed(case) and (proposals := proposals_of(case, rule)):
                return [one for one in strongest(case, proposals) if is_narrator(one.text)]
    return []


@rule("cloze-entity", "form", 0.0, HAS_PLACEHOLDER, RANKS, source="Chen et al. 2016; Hermann et al. 2015")
def placeholder_entity(case: Case) -> list[Proposal]:
    """The entity that fits the placeholder best.

    @placeholder sold the mill -> Marta sold the mill to Bo. -> Marta
    """
    ranking = ranking_of(case)
    entities = _entities_of(ranking.story) if ranking is not None else {}
    if ranking is None or not entities:
        return []
    scores = _cloze_features(ranking, entities) @ np.array(list(_CLOZE_WEIGHTS.values()))
    winner, share = best_of(scores)
    first, last = entities[list(entities)[winner]][0]
    start, end = int(ranking.story.chars[first, 0]), int(ranking.story.chars[last - 1, 1])
    text, proof = ranking.story.text[start:end], Proof((), (), None, "ranking")
    return [Proposal(-1, -1, text, share, 0.0, proof, (text,), ((start, end),))]


@rule("ranker", "ranker", 0.0, RANKS, source="Rajpurkar et al. 2016, section 5; Chen et al. 2016; own")
def best_candidate(case: Case) -> list[Proposal]:
    """The candidate that the learned comparison finds best: a linear model, then trees over the best.

    Who sold the wheel? -> Ada sold the wheel to Bo. -> Ada
    """
    ranking = ranking_of(case)
    texts = answer_texts(ranking) if ranking is not None else []
    if ranking is None or not texts:
        return []
    cand = ranking.view.cand[ranking.best]
    start, end = int(cand[C.A_START]), int(cand[C.A_END])
    term = Term("", start, end, int(cand[C.TOP]), int(cand[C.C_ENTITY]))
    words = tuple(text for text, _, _ in texts)
    places = tuple((first, last) for _, first, last in texts)
    proof = Proof((), (), term, "ranking")
    return [Proposal(start, end, ", ".join(words), ranking.strength, 0.0, proof, words, places)]
