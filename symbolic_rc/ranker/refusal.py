"""Whether a question is answerable from the story: features, and the training of the threshold."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from symbolic_rc.core.arrays import Flags, Floats, Ints, Singles
from symbolic_rc.index import columns as C
from symbolic_rc.index.story_index import StoryIndex
from symbolic_rc.lexicon.english import word_set
from symbolic_rc.question.parsed import ParsedQuestion
from symbolic_rc.ranker.arrays import WordMatches
from symbolic_rc.ranker.candidate_view import CandidateView, sense_code
from symbolic_rc.ranker.cues import OF_KIND
from symbolic_rc.ranker.feature_templates import Dense
from symbolic_rc.ranker.list_features import ListFeature
from symbolic_rc.ranker.ranking import Ranking
from symbolic_rc.ranker.sentence_evidence import MOST_NAMED, spread

#: Names of the features.
NO_ANSWER_FEATURES = (
    "best score", "cover of its sentence", "words of the question in the story", "nearness in the tree",
    "expected overlap", "rules that proposed it", "chance", "content words", "cover of the best sentence",
    "names not in the story", "words not in the story", "predicate not in the story", "noun not in the story",
    "predicate match", "frame agreement", "other arguments", "clause cover", "siblings", "relation match",
    "noun of the question", "word distance", "cover after", "best linear score", "best predicate match",
    "best frame agreement", "margin", "predicate and nearness", "of the kind asked for", "predicate near",
    "words missing near", "names missing near", "noun missing near", "predicate missing near",
)  # fmt: skip
_OF_BEST = (
    Dense.PREDICATE_MATCH, Dense.FRAME_AGREEMENT, Dense.FRAME_OTHERS, Dense.CLAUSE_COVER, Dense.SIBLINGS,
    Dense.RELATION_MATCH, Dense.FOCUS_MATCH, Dense.WORD_DISTANCE, Dense.COVER_AFTER,
)  # fmt: skip
#: What is added to what is learned. Questions of data sets are worded freely, and say little of how much a
#: missing word tells in a question that somebody asks in the words of the text.
PRIOR = {"of the kind asked for": -2.0, "noun missing near": 2.0, "predicate missing near": 2.0}
#: Sentences before the answer's, and up to which one after it, where the question's words may be.
_BEFORE, _AFTER = 5, 2
#: No more of the right answers of data sets, whose questions are worded freely, are refused in any text.
_MOST_LOST = 0.3
#: A word of the question is held where it matches at least so well.
HELD = 0.7
#: The most words between a name and a noun beside it.
_BESIDE = 4
#: What no name tells.
_QUALITIES = word_set("colour colours color colors size shape")
#: What a question names that the story need not: the value answers alone.
_VALUED = word_set("""many much old long far often tall name names colour color profession job trade
    occupation age nationality size shape kind sort type title time day year month own owned belong belonged
    call called named""")


def no_answer_features(ranking: Ranking) -> Floats:
    """Return the features of a ranking; float64, one a name."""
    out = np.zeros(len(NO_ANSWER_FEATURES))
    if not len(ranking.scores):
        return out
    best = int(np.argmax(ranking.scores))
    features = ranking.shortlist.features
    row = features[best]
    bounds, _, weights = ranking.alignment
    found = [weights[a:b].max(initial=0.0) for a, b in pairwise(bounds.tolist())]
    out[0] = ranking.scores[best]
    out[1] = row[Dense.COVER] + 0.5 * row[Dense.COVER_BEFORE]
    out[2] = float(np.mean(found)) if found else 0.0
    out[3] = row[Dense.TREE_NEARNESS]
    out[4] = row[ListFeature.EXPECTED_OVERLAP]
    out[5] = row[ListFeature.CUES] / 5.0
    out[6] = row[ListFeature.PROBABILITY]
    out[7] = len(found) / 10.0
    out[8] = row[Dense.BEST_COVER]
    asked = ranking.asked
    match = dict(zip(asked.words.tolist(), found, strict=True))
    out[9] = sum(value == 0 for i, value in match.items() if asked.tok[C.POS, i] == C.P_PROPN)
    out[10] = sum(value == 0 for value in found)
    out[11:13] = [match.get(int(asked.info[place]), 1.0) < 0.5 for place in (C.GAP_GOV, C.FOCUS_WORD)]
    out[13:22] = row[list(_OF_BEST)]
    out[22] = row[ListFeature.LINEAR_SCORE]
    out[23] = features[:, Dense.PREDICATE_MATCH].max()
    out[24] = features[:, Dense.FRAME_AGREEMENT].max()
    second = np.sort(ranking.scores)
    out[25] = second[-1] - second[-2] if len(second) > 1 else 1.0
    out[26] = out[13] * out[3]
    out[27:] = _near(ranking)
    return out


def _near(ranking: Ranking) -> Floats:
    """Return the features of what of the question is near the answer."""
    view, tok = ranking.view, ranking.story.tok
    sentence = int(tok[C.SENT, view.heads[ranking.best]])
    bounds = ranking.story.bounds
    low = int(bounds[max(0, sentence - _BEFORE)])
    high = int(bounds[min(len(bounds) - 1, sentence + _AFTER)])
    near = view.once(matched)[:, low:high].max(axis=1, initial=0.0)
    words = ranking.asked.words.tolist()
    governor, noun = int(ranking.asked.info[C.GAP_GOV]), int(ranking.asked.info[C.FOCUS_WORD])
    told = governor in words and not _tells_itself(ranking.asked.texts[governor])
    predicate = float(near[words.index(governor)]) if told else 0.5
    missing = [i for i, value in zip(words, near.tolist(), strict=True) if value < 0.5]
    names = sum(int(ranking.asked.tok[C.POS, i] == C.P_PROPN) for i in missing)
    no_noun = governor < 0 and noun in missing and not _tells_itself(ranking.asked.texts[noun])
    suited = float(suits(ranking, ranking.best))
    return np.array([suited, predicate, len(missing) / 3.0, names, float(no_noun), float(predicate < 0.5)])


def matched(view: CandidateView) -> Singles:
    """Return how well each token matches each content word, or refers to what it names; (words, n)."""
    story = view.story
    best = np.zeros((len(view.asked.words), story.tok.shape[1]), np.float32)
    spread(story.arrays, view.alignment, best, np.empty((MOST_NAMED, 2), np.int32))
    if view.hidden is not None:
        best[:, view.hidden[story.tok[C.SENT]]] = 0.0
    return best


def _fits(view: CandidateView) -> Flags:
    """Return which candidates are of the kind that is asked for; all, where the kind has no sign."""
    if (condition := OF_KIND.get(view.kind)) is None:
        return np.ones(len(view), np.bool_)
    held = view.always(condition.test)
    times = np.concatenate([[0], np.cumsum(view.story.tok[C.SENSE] == sense_code("noun.time"))])
    if view.kind == "time":
        held = held | (times[view.cand[:, C.END]] > times[view.cand[:, C.START]])
    if view.kind == "reason":  # "for a week" is none
        held = held & ~view.sense("noun.time")
    if view.kind == "place":
        held = held & (times[view.head(C.HIGH)] == times[view.head(C.LOW)]) & ~view.entity("DATE TIME")
    return held


def _tells_itself(word: str) -> bool:
    """Return whether a word of a question need not be in the story, as the answer alone tells it."""
    return word in _VALUED or word.removesuffix("s") in _VALUED


def _bears(ranking: Ranking, row: int) -> bool:
    """Return whether a name is that of what the question asks the name of, or is next to it."""
    words, noun = ranking.asked.words.tolist(), int(ranking.asked.info[C.FOCUS_WORD])
    if noun not in words:
        return True
    best, cand = ranking.view.once(matched)[words.index(noun)], ranking.view.cand[row]
    for start, end in ((cand[C.START], cand[C.END]), (cand[C.A_START], cand[C.A_END])):
        if best[max(0, int(start) - _BESIDE) : int(end) + _BESIDE].max(initial=0.0) >= HELD:
            return True
    if (entity := int(cand[C.C_ENTITY])) < 0:
        return False
    heads = ranking.story.ent_heads[ranking.story.ent_bounds[entity] : ranking.story.ent_bounds[entity + 1]]
    return bool(best[heads].max(initial=0.0) >= HELD)


def suits(ranking: Ranking, row: int) -> bool:
    """Return whether a candidate can be of the kind asked for; more is let pass than `fits` does."""
    view, kind = ranking.view, ranking.understanding.kind
    cand = view.cand[row]
    parts = ranking.story.tok[C.POS, int(cand[C.A_START]) : int(cand[C.A_END])]
    if ranking.understanding.form and not ((parts == C.P_PROPN).any() and _bears(ranking, row)):
        return False
    if ranking.understanding.focus in _QUALITIES and (parts == C.P_PROPN).any():
        return False
    if view.once(_fits)[row]:
        return True
    if kind == "reason":
        return bool(np.isin(parts, (C.P_VERB, C.P_AUX)).any())
    if kind in ("time", "number"):
        return bool((parts == C.P_NUM).any())
    if kind == "duration":
        return bool(view.sense("noun.time")[row])
    if kind == "person":
        return ranking.understanding.wh == "whose" or bool((parts == C.P_PROPN).any())
    return kind not in ("place", "time")


def no_answer_probability(ranking: Ranking, learned: dict[str, Any]) -> float:
    """Return the chance that the story does not hold the answer, 0 to 1."""
    weights = np.array(learned["weights"])
    value = float(no_answer_features(ranking)[: len(weights)] @ weights + learned["bias"])
    return 1.0 / (1.0 + float(np.exp(-value)))


def fit(
    there: Floats, gone: Floats, right: Flags | None = None, most_lost: float = 0.1
) -> tuple[dict[str, Any], list[str]]:
    """Fit the no-answer probability, and two thresholds above which an answer is refused.

    The first is for any text: it keeps right answers and refuses where there is none equally well (Youden
    1950), as long as it refuses no more than `_MOST_LOST` of the right ones. The second is for data whose
    questions can mostly be answered: it refuses `most_lost` of the right answers.

    The signs (n, NO_ANSWER_FEATURES) are those of questions whose answer the story holds, and of the same
    where it is not there; of the first those that are not answered `right` are not learned from, as a wrong
    answer costs nothing. Returns ``weights``, ``bias``, ``threshold`` and ``careful threshold``, and the
    lines of the curve.
    """
    from sklearn.linear_model import LogisticRegression

    if right is not None and right.any():
        there = there[right]
    rows = np.concatenate([there, gone])
    labels = np.repeat([0, 1], [len(there), len(gone)])
    scale = np.sqrt((rows**2).mean(axis=0))
    scale[scale == 0] = 1.0
    model = LogisticRegression(C=1.0, max_iter=500, class_weight="balanced").fit(rows / scale, labels)
    weights = model.coef_[0] / scale + np.array([PRIOR.get(name, 0.0) for name in NO_ANSWER_FEATURES])
    bias = float(model.intercept_[0]) - PRIOR["of the kind asked for"]
    learned: dict[str, Any] = {"weights": [float(w) for w in weights], "bias": bias}
    own = 1.0 / (1.0 + np.exp(-(there @ weights + bias)))
    other = 1.0 / (1.0 + np.exp(-(gone @ weights + bias)))
    places = np.arange(0.3, 0.95, 0.01)
    gained = [(own <= place).mean() + (other > place).mean() for place in places]
    best = float(places[int(np.argmax(gained))])
    learned["threshold"] = max(best, float(np.quantile(own, 1.0 - _MOST_LOST)))
    learned["careful threshold"] = float(np.quantile(own, 1.0 - most_lost))
    return learned, curve(own, other)


def curve(own: Floats, other: Floats) -> list[str]:
    """Return the precision and recall of refusing at several thresholds, a line each."""
    lines = ["threshold  refused though right  precision  recall"]
    for threshold in np.arange(0.3, 0.95, 0.05):
        wrong, right = float((own > threshold).mean()), float((other > threshold).mean())
        precision = right / (right + wrong) if right + wrong else 1.0
        lines.append(f"{threshold:9.2f}  {wrong:20.3f}  {precision:9.3f}  {right:6.3f}")
    return lines


def sample(count: int, most: int, seed: int) -> Sequence[int]:
    """Return a seeded sample of the numbers below `count`, rising."""
    if count <= most:
        return range(count)
    return sorted(np.random.default_rng(seed).choice(count, most, replace=False).tolist())


def without_word(alignment: WordMatches, which: int) -> WordMatches:
    """Return an alignment with one of its matched words, the `which`-th going round, matching nothing."""
    matched = np.flatnonzero(np.diff(alignment.bounds))
    nothing = np.zeros(0, np.int32)
    return _with_places(alignment, int(matched[which % len(matched)]), nothing) if len(matched) else alignment


def _with_places(alignment: WordMatches, word: int, places: Ints) -> WordMatches:
    """Return an alignment in which a word matches other tokens."""
    bounds, tokens, weights = alignment
    start, end = int(bounds[word]), int(bounds[word + 1])
    left = bounds.copy()
    left[word + 1 :] += len(places) - (end - start)
    ones = np.ones(len(places), np.float32)
    return WordMatches(
        left,
        np.concatenate([tokens[:start], places, tokens[end:]]),
        np.concatenate([weights[:start], ones, weights[end:]]),
    )


def with_other_word(
    alignment: WordMatches, asked: ParsedQuestion, story: StoryIndex, which: int
) -> WordMatches:
    """Return an alignment in which one of the question's words stands for another word of the story.

    A name is taken for another name, a verb for another verb, a noun for another noun, so that the question
    is about what the story speaks of but does not say.
    """
    kinds, tok = asked.tok[C.POS, asked.words], story.tok
    exchanged = np.isin(kinds, (C.P_PROPN, C.P_VERB, C.P_NOUN)) & (np.diff(alignment.bounds) > 0)
    if not exchanged.any():
        return alignment
    word = int(np.flatnonzero(exchanged)[which % int(exchanged.sum())])
    other = np.flatnonzero((tok[C.POS] == kinds[word]) & (tok[C.FUNC] == 0))
    other = other[~np.isin(tok[C.LEMMA, other], tok[C.LEMMA, alignment.tokens])]
    if not len(other):
        return without_word(alignment, which)
    places = np.flatnonzero(tok[C.LEMMA] == tok[C.LEMMA, other[(which * 7919) % len(other)]])
    return _with_places(alignment, word, places.astype(np.int32))
