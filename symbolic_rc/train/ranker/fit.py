"""Fitting the engine: examples with the metric of every candidate, the linear scorer, the reranker."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from spacy.language import Language

from symbolic_rc.core.arrays import Ints, Singles
from symbolic_rc.core.kernels import kernel
from symbolic_rc.core.record import Answer, Record
from symbolic_rc.core.tokens import grouped
from symbolic_rc.index import columns as C
from symbolic_rc.index.codes import word_code
from symbolic_rc.index.story_index import StoryIndex, index
from symbolic_rc.lexicon.english import ARTICLES
from symbolic_rc.models.boosting import BoostSettings, boost_lists
from symbolic_rc.models.trees import Trees
from symbolic_rc.question.normalize import Speller, normalize_question
from symbolic_rc.question.parsed import ParsedQuestion
from symbolic_rc.question.query import Query, read_queries
from symbolic_rc.ranker.arrays import NOTHING_PROPOSED, CandidateFeatures, LinearInput, Proposed, WordMatches
from symbolic_rc.ranker.candidate_features import candidate_features
from symbolic_rc.ranker.candidate_view import CandidateView
from symbolic_rc.ranker.cues import cue_keys, cues_of
from symbolic_rc.ranker.eligible import eligible_candidates
from symbolic_rc.ranker.extent import ExtentFeature, extent_features, extent_overlaps, extent_rows
from symbolic_rc.ranker.linear import Learner, learn, linear_scores, loss_gradient, no_shapes
from symbolic_rc.ranker.list_features import LIST_NAMES, make_shortlist, without_rules
from symbolic_rc.ranker.refusal import sample
from symbolic_rc.ranker.reranker import expected_overlap
from symbolic_rc.ranker.sentence_evidence import match_question
from symbolic_rc.rules.book import open_case
from symbolic_rc.rules.evidence import proposed_by_rules
from symbolic_rc.spans.kernels.lcs import lcs_length
from symbolic_rc.story import Story

#: Linear weights: shared under the empty name, each group's own part under its name.
Tables = dict[str, Singles]
#: Called with lines of progress.
Say = Callable[[str], None]
#: Given each question's number and its answer.
Keep = Callable[[int, Answer], None]


@dataclass(frozen=True, slots=True)
class RankerSettings:
    """How the engine is fitted, by `jobs` processes, with `rounds` trees of the reranker.

    The reranker learns from lists of questions of folds that the linear scorer had not seen; the report is of
    stories that neither had. Of the linear scorer `bits` is the logarithm of its weights, `rate` AdaGrad's
    steps, `start` what its sums of squares begin with: the larger, the smaller the steps of rare features;
    `sharp` and `latent` are as `linear.loss_gradient` takes them.
    """

    folds: int = 3
    epochs: int = 5
    bits: int = 20
    rate: float = 0.08
    sharp: float = 3.0
    latent: float = 1.0
    start: float = 0.5
    rounds: int = 300
    seed: int = 1
    jobs: int = 1


def combined(tables: Tables) -> Tables:
    """Return each group's whole table: the shared part and its own."""
    return {name: tables[""] + table if name else table for name, table in tables.items()}


@dataclass(frozen=True, slots=True)
class Example:
    """A question before its story, with the metric that each candidate would get, and what rules propose.

    Each `group`, a kind of data set, has weights of its own.
    """

    story: StoryIndex
    asked: ParsedQuestion
    alignment: WordMatches
    gold: Singles
    group: str = ""
    proposed: Proposed = NOTHING_PROPOSED

    def features(self) -> tuple[CandidateFeatures, LinearInput]:
        """Return the candidates that are scored, with their features and which cues speak for them."""
        candidates = candidate_features(self.story, self.asked, self.alignment)
        cues = cues_of(CandidateView(self.story, self.asked, candidates, self.alignment))
        x = LinearInput(self.story.shapes, self.asked.info, *candidates[:4], cues, cue_keys(self.asked))
        return candidates, x


@kernel
def _gold(tok, cand, ref, ref_bounds, skip, out):  # type: ignore[no-untyped-def]
    """Fill the best F1 of the longest common subsequence of each candidate's words with a reference's."""
    row = np.zeros(ref.shape[0] + 1, np.int32)
    for k in range(cand.shape[0]):
        start, end = cand[k, C.A_START], cand[k, C.A_END]
        words, length = np.empty(end - start, np.int32), 0
        for i in range(start, end):
            if tok[C.POS, i] != C.P_PUNCT and not np.any(skip == tok[C.LOWER, i]):
                words[length] = tok[C.LOWER, i]
                length += 1
        for r in range(ref_bounds.shape[0] - 1):
            reference = ref[ref_bounds[r] : ref_bounds[r + 1]]
            if length + len(reference) > 0:
                common = lcs_length(words[:length], reference, row)
                out[k] = max(out[k], 2.0 * common / (length + len(reference)))


def gold_scores(
    story: StoryIndex, references: Sequence[str], words_of: Callable[[str], list[str]], articles: bool
) -> Singles:
    """Return how well each candidate answers: the best F1 of common subsequence with a reference."""
    skip = np.array([] if articles else [word_code(w) for w in ARTICLES], np.int32)
    pieces, bounds = [], [0]
    for reference in references:
        codes = [word_code(w.lower()) for w in words_of(reference) if any(map(str.isalnum, w))]
        pieces += [c for c in codes if c not in skip]
        bounds.append(len(pieces))
    out = np.zeros(len(story.cand), np.float32)
    if len(story.cand):
        _gold(story.tok, story.cand, np.array(pieces, np.int32), np.array(bounds, np.int32), skip, out)
    return out


#: How many of a question's candidates are kept after the first epoch, beside the good ones.
_KEPT = 120


class _Kept(NamedTuple):
    """A question's input to the linear scorer, with the metric of its candidates."""

    x: LinearInput
    gold: Singles

    def best(self, scores: Singles) -> _Kept:
        """Return the same with the best candidates alone, by the scores and by the metric."""
        x = self.x
        keep = self.gold >= 0.5 * max(0.1, float(self.gold.max()))
        keep[np.argsort(-scores, kind="stable")[:_KEPT]] = True
        heads, rows = np.unique(x.head_row[keep], return_inverse=True)
        kept = x._replace(
            selected=x.selected[keep], head_row=rows.astype(np.int32), head_ids=x.head_ids[heads],
            span_ids=x.span_ids[keep], cues=x.cues[keep],
        )  # fmt: skip
        return _Kept(kept, self.gold[keep])


def fit_linear(examples: Sequence[Example], settings: RankerSettings) -> dict[str, Singles]:
    """Fit the linear scorer by averaged AdaGrad over the questions in a seeded order.

    What is returned is the mean of the weights over all steps (Freund & Schapire 1999), which keeps the
    scorer from memorizing its questions, as the settings `start`, `sharp` and `latent` do.

    Each weight is a sum of one that all groups share and one of the group's own (Daumé 2007); returned under
    the group's name, the shared ones under the empty name, the own ones alone.
    """
    groups = sorted({x.group for x in examples})
    size = 1 << settings.bits
    learners = {
        name: Learner(*(np.full(size, value, np.float32) for value in (0.0, settings.start, 0.0)))
        for name in ("", *groups)
    }
    steps, clock = settings.epochs * len(examples), 0
    sharp, latent = np.float32(settings.sharp), np.float32(settings.latent)
    random = np.random.default_rng(settings.seed)
    kept: dict[int, _Kept] = {}
    for epoch in range(settings.epochs):
        pace = np.float32(settings.rate if epoch < settings.epochs // 2 else 0.5 * settings.rate)
        for i in random.permutation(len(examples)).tolist():
            group = examples[i].group
            given = kept[i] if epoch else _given(examples[i])
            if not len(given.x.selected):
                kept[i] = given
                continue
            scores = linear_scores(given.x, learners[""].table)
            if len(groups) > 1:
                scores += linear_scores(given.x, learners[group].table)
            wrong = np.empty_like(scores)
            loss_gradient(scores, given.gold, sharp, latent, wrong)
            now = np.float32(clock / steps)
            learn(given.x, wrong, learners[""], now, pace)
            if len(groups) > 1:
                learn(given.x, wrong, learners[group], now, np.float32(0.5 * pace))
            clock += 1
            if not epoch:
                kept[i] = given.best(scores)
    for learner in learners.values():
        np.subtract(learner.table, learner.drift, out=learner.table)
    return {name: learner.table for name, learner in learners.items()}


def _given(example: Example) -> _Kept:
    candidates, x = example.features()
    return _Kept(x, example.gold[candidates.selected])


@dataclass(frozen=True, slots=True)
class Listing:
    """The reranker's input for one question: candidates, their features, metric, and pairwise overlaps."""

    candidates: Ints
    features: Singles
    gold: Singles
    overlaps: Singles


def listing(example: Example, table: Singles) -> Listing:
    """Return the list of the best candidates by the linear score."""
    candidates, x = example.features()
    weights = table, no_shapes(x.shapes), no_shapes(x.shapes)
    found = make_shortlist(example.story.arrays, candidates, x, weights, example.group, example.proposed)
    chosen = candidates.selected[found.rows]
    return Listing(chosen, found.features, example.gold[chosen], found.overlaps)


#: What rules propose for a question has its extent learned from if some candidate is as good as this.
_WORDED = 0.3
#: Things that are proposed for a question, from which extents are learned, at most.
_EXTENTS = 3


def extent_listings(example: Example, table: Singles) -> list[Listing]:
    """Return for each different thing that rules propose the candidates that may word it; see `extent`."""
    found: dict[bytes, Listing] = {}
    story, asked = example.story, example.asked
    for start, end, entity, *_ in example.proposed.spans[np.argsort(-example.proposed.strengths)].tolist():
        rows = extent_rows(story, (start, end), entity)
        if len(rows) < 2 or example.gold[rows].max() < _WORDED or rows.tobytes() in found:
            continue
        features = extent_features(story, asked, table, example.group, (start, end), rows)
        overlaps = extent_overlaps(story, rows)
        found[rows.tobytes()] = Listing(rows, features, example.gold[rows], overlaps)
    return list(found.values())[:_EXTENTS]


def _with_plain(listings: Sequence[Listing], profile: int) -> list[tuple[Singles, Singles]]:
    """Return features and metric of all lists, and of every third one also without its profile's column."""
    lists = [(one.features, one.gold) for one in listings]
    for one in listings[::3]:
        plain = one.features.copy()
        plain[:, profile] = 0.0
        lists.append((plain, one.gold))
    return lists


def fit_extents(listings: Sequence[Listing], rounds: int, seed: int) -> Trees:
    """Fit the trees that choose the extent of an answer; every third list also without its profile."""
    lists = _with_plain(listings, ExtentFeature.PROFILE)
    return boost_lists(lists, BoostSettings(rounds=rounds, seed=seed))


def fit_trees(listings: Sequence[Listing], rounds: int, seed: int) -> Trees:
    """Fit the reranker on lists that the linear scorer made of questions it had not seen.

    Every third list is learned from a second time without its profile, for data of any other kind, and every
    other third without what the rules propose, for stories whose facts are not read.
    """
    lists = _with_plain(listings, LIST_NAMES.index("profile"))
    lists += [(without_rules(one.features), one.gold) for one in listings[1::3]]
    return boost_lists(lists, BoostSettings(rounds=rounds, seed=seed))


#: By what the reranker's scores are multiplied: what is tried.
_INVERSE_TEMPERATURES = (0.6, 0.7, 0.8, 0.9, 1.0, 1.2, 1.4, 1.8)
#: A group with fewer lists takes what serves all groups.
_ENOUGH = 500


def fit_inverse_temperature(listings: Sequence[tuple[str, Listing, Trees]]) -> dict[str, float]:
    """Return by what to multiply the reranker's scores, so that the largest expected overlap is best.

    `listings` are each list's group, the list, and trees that did not see it. Returns a number for each group
    with enough lists, and under the empty name for any other what serves all lists best.
    """
    found: dict[str, list[list[float]]] = {}
    for group, one, trees in listings:
        if len(one.gold):
            scores = trees.scores(one.features)
            expected = [expected_overlap(factor * scores, one.overlaps) for factor in _INVERSE_TEMPERATURES]
            found.setdefault(group, []).append([float(one.gold[int(np.argmax(row))]) for row in expected])
    if not found:
        return {"": 1.0}
    groups = {"": [row for rows in found.values() for row in rows], **found}
    best = {name: _INVERSE_TEMPERATURES[int(np.mean(rows, axis=0).argmax())] for name, rows in groups.items()}
    return {name: value for name, value in best.items() if not name or len(groups[name]) >= _ENOUGH}


#: The group of stories made up to learn from: what they teach goes to text of no known kind.
PRACTICE = "practice"


@dataclass(frozen=True, slots=True)
class Pool:
    """A question with given answers, one of which is right; `id` is the story's."""

    story: StoryIndex
    asked: ParsedQuestion
    answers: tuple[str, ...]
    right: int
    group: str
    id: str
    proposed: Proposed = NOTHING_PROPOSED


@dataclass(slots=True)
class TrainingSet:
    """What is learned from: examples, the id of each one's story, and the stories as records and as `read`.

    `pools` are questions with choices; `queries` the examples as queries, as far as they were needed;
    `judged` groups from which nothing learns what to answer, only how right answers to any text are.
    """

    examples: list[Example] = field(default_factory=list)
    stories: list[str] = field(default_factory=list)
    records: dict[str, Record] = field(default_factory=dict)
    pools: list[Pool] = field(default_factory=list)
    read: dict[str, Story] = field(default_factory=dict)
    queries: dict[int, Query] = field(default_factory=dict)
    judged: set[str] = field(default_factory=set)

    def fold(self, i: int, folds: int) -> int:
        """Return the part that an example's story is in; stories of one title are together."""
        record = self.records.get(self.stories[i])
        name = (record.title if record else "") or self.stories[i]
        return zlib.crc32(name.encode()) % folds

    def of_fold(self, fold: int, folds: int) -> list[int]:
        """Return the examples of a part."""
        return [i for i in range(len(self.examples)) if self.fold(i, folds) == fold]

    def ranked(self) -> list[int]:
        """Return the examples from which is learned what to answer."""
        return [i for i, x in enumerate(self.examples) if x.group not in self.judged]


def gather(records: Iterable[Record], group: str, nlp: Language, training_set: TrainingSet) -> int:
    """Read stories and add their questions that have answers, cloze aside; return how many were added.

    Of made-up stories, and of those from which only how right answers are is learned, also questions without:
    from these rules learn when nothing is the answer.
    """
    unanswered = group == PRACTICE or group in training_set.judged

    def words_of(text: str) -> list[str]:
        return [token.text for token in nlp.tokenizer(text)]

    count = len(training_set.examples) + len(training_set.pools)
    for record in records:
        speller = Speller(record.text)
        questions = [q for q in record.questions if not q.is_cloze and (any(q.references) or unanswered)]
        questions = [normalize_question(q, speller) for q in questions]
        if not questions:
            continue
        training_set.read[record.id] = Story(record, nlp)
        story = index(training_set.read[record.id])
        for question, query in zip(questions, read_queries(questions, nlp), strict=True):
            asked = query.parsed
            proposed = proposed_by_rules(open_case(query, training_set.read[record.id]))
            references = [text for one in asked.question.references for text in one]
            if question.is_choice:
                if references[0] in question.choices:
                    right = question.choices.index(references[0])
                    pool = Pool(story, asked, question.choices, right, group, record.id, proposed)
                    training_set.pools.append(pool)
                continue
            training_set.queries[len(training_set.examples)] = query
            seen = eligible_candidates(story, asked.understanding)
            gold = gold_scores(seen, references, words_of, group != "quoref")
            alignment = match_question(asked, story)
            training_set.examples.append(Example(seen, asked, alignment, gold, group, proposed))
            training_set.stories.append(record.id)
        training_set.records[record.id] = record
    return len(training_set.examples) + len(training_set.pools) - count


def answer_pools(training_set: TrainingSet, most: int, seed: int) -> list[tuple[int, Pool]]:
    """Make at most `most` pools of examples: each with the answers of up to four others on the same story."""
    random = np.random.default_rng(seed)
    by_story = grouped((name, i) for i, name in enumerate(training_set.stories))
    found = []
    for i in sample(len(training_set.examples), most, seed):
        x = training_set.examples[i]
        if x.group in (PRACTICE, *training_set.judged):
            continue
        own = x.asked.question.references[0][0]
        beside = random.permutation(by_story[training_set.stories[i]]).tolist()
        asked = [training_set.examples[j].asked.question for j in beside if j != i]
        others = [question.references[0][0] for question in asked]
        answers = tuple(dict.fromkeys([own, *(text for text in others if text.lower() != own.lower())]))[:5]
        if len(answers) > 2:
            pool = Pool(x.story, x.asked, answers, 0, x.group, training_set.stories[i], x.proposed)
            found.append((i, pool))
    return found
