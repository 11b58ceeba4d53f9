"""The reader `feature-classifier` for cloze questions (Chen, Bolton and Manning 2016, section 3.1).

Boosted trees score every candidate entity; the best one is the answer. Each of the eight feature templates
gives a few columns for each candidate; `TEMPLATES` names them. Matching is by equal words, and for distances
and sentences also by the project's paraphrase relation.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Token

from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.files.container import BoostedTrees, Column, Field, Part, Strings, read_container
from symbolic_rc.core.forks import cached_property
from symbolic_rc.core.record import Answer, Question, Record
from symbolic_rc.lexicon.english import FUNCTION_WORDS
from symbolic_rc.match.matcher import matcher
from symbolic_rc.models.trees import Trees
from symbolic_rc.readers.entities import EntitySource, NamedEntity, capitalised, entity_source
from symbolic_rc.readers.reader import ReaderOptions, span_answer
from symbolic_rc.story import Story

Array = NDArray[np.float32]

#: The greatest distance that a word adds; the least weight of a paraphrase match.
CAP, LEAST_WEIGHT = 8, 0.5


@dataclass(frozen=True, slots=True)
class Rarity:
    """Inverse document frequencies: ``log((stories + 1) / (1 + stories with the word))``; markers get 3."""

    stories: int
    counts: Mapping[str, int]

    def __call__(self, word: str) -> float:
        """Return a word's (small letters) rarity."""
        return 3.0 if word[0] == "@" else math.log((self.stories + 1) / (1 + self.counts.get(word, 0)))


class StoryView:
    """What the features need of a story, as arrays; made once for all its questions."""

    def __init__(self, story: Story, entities: list[NamedEntity]) -> None:
        self.story, self.entities = story, entities
        self.words = [word.lower() for word in story.tokens.words]
        self.n = len(self.words)
        lengths = np.diff(story.tokens.sentences)
        self.n_sentences = max(len(lengths), 1)
        sentences = np.arange(len(lengths), dtype=np.int32)
        self.sentence_of = np.append(np.repeat(sentences, lengths), np.int32(self.n_sentences - 1))
        self.owner = np.repeat(np.arange(len(entities)), [len(one.spans) for one in entities])
        spans = np.array([span for one in entities for span in one.spans], np.int64).reshape(-1, 2)
        self.start, self.end = spans.T.copy()

    @cached_property
    def matchable(self):  # type: ignore[no-untyped-def]
        """The story's words for the paraphrase relation."""
        return matcher().story(self.story.tokens.words)

    @cached_property
    def dependencies(self) -> dict[tuple[str, str, bool], set[int]]:
        """(other word's lemma, relation, whether it is the head) to the entities that have such a link."""
        found: dict[tuple[str, str, bool], set[int]] = {}
        doc = self.story.doc
        places = {int(token.idx): token.i for token in doc}
        offsets = self.story.tokens.starts
        at: dict[int, int] = {}
        for start, end, owner in zip(self.start, self.end, self.owner, strict=True):
            for k in range(start, end):
                if (place := places.get(int(offsets[k]))) is not None:
                    at[place] = int(owner)
        for token in doc:
            if token.head.i == token.i:
                continue
            for own, other in ((token, token.head), (token.head, token)):
                for relation in (token.dep_, "") if own.i in at else ():
                    link = other.lemma_.lower(), relation, own is token
                    found.setdefault(link, set()).add(at[own.i])
        return found


@dataclass(frozen=True, slots=True)
class QuestionView:
    """A cloze question as words in lower case, with what the features need of it.

    These are the places of the placeholder (`gap`), of the words that count (`content`: no closed-class
    words, marks or the placeholder) and of verbs, and the placeholder's dependencies (`links`): the other
    word's lemma, the relation, whether that word is its head.
    """

    words: list[str]
    gap: int
    content: list[int]
    links: list[tuple[str, str, bool]]
    verbs: list[int]


def question_view(question: Question, pipeline_of: Story) -> QuestionView:
    """Annotate a question and find its placeholder."""
    view = Story(Record(question.id, question.text, tokenised=pipeline_of.tokenised), pipeline_of.pipeline)
    words = [word.lower() for word in view.tokens.words]
    mark = question.placeholder.lower()
    gap = words.index(mark) if mark in words else 0
    content = [i for i, word in enumerate(words) if i != gap and word != mark and _is_content_word(word)]
    starts = view.tokens.starts.tolist()
    token = next((token for token in view.doc if token.idx == starts[gap]), None) if words else None
    verbal = {token.idx for token in view.doc if token.pos_ == "VERB"}
    verbs = [i for i in content if starts[i] in verbal]
    return QuestionView(words, gap, content, [] if token is None else _links(token), verbs)


def _is_content_word(word: str) -> bool:
    return word not in FUNCTION_WORDS and (word[0].isalnum() or word[0] == "@")


def _links(token: Token) -> list[tuple[str, str, bool]]:
    above = [] if token.head.i == token.i else [(token.head.lemma_.lower(), token.dep_, True)]
    below = [(child.lemma_.lower(), child.dep_, False) for child in token.children if child.dep_ != "punct"]
    return above + below


class CandidateViews:
    """A question beside a story: match arrays that several templates share; words weigh by their rarity."""

    def __init__(self, story: StoryView, question: QuestionView, rarity: Callable[[str], float]) -> None:
        self.story, self.question = story, question
        self.weights = np.array([rarity(question.words[i]) for i in question.content], np.float32)
        self.total = float(self.weights.sum()) or 1.0
        relation = matcher().matches([question.words[i] for i in question.content], story.matchable).relation
        self.exact, self.near = [], []
        for row, i in enumerate(question.content):
            places, weights = relation.row(row)
            equal = np.array([p for p in places if story.words[p] == question.words[i]], np.int64)
            self.exact.append(equal)
            self.near.append(places[weights >= LEAST_WEIGHT].astype(np.int64) if len(places) else equal)

    def by_entity(self, values: Array, worst: float = 0.0, largest: bool = True) -> Array:
        """Return the best value of each entity over its mentions."""
        found = np.full(len(self.story.entities), worst, np.float32)
        (np.maximum if largest else np.minimum).at(found, self.story.owner, values)
        return found

    def distances(self, places: Sequence[NDArray[np.int64]], aligned: bool) -> Array:
        """Return the distance of each mention (rows) to the nearest match of each word, at most `CAP`.

        Where `aligned`, from where the placeholder's alignment puts the word.
        """
        found = np.full((len(self.story.start), len(places)), CAP, np.float32)
        for column, (i, each) in enumerate(zip(self.question.content, places, strict=True)):
            if len(each):
                shift = i - self.question.gap if aligned else 0
                wanted = self.story.start + shift
                nearest = np.abs(wanted[:, None] - each[None, :]).min(axis=1)
                found[:, column] = np.minimum(nearest, CAP)
        return found


def in_question(pair: CandidateViews) -> list[Array]:
    """Template 2: whether the entity stands in the question."""
    text = f" {' '.join(pair.question.words)} "
    named = [any(f" {name} " in text for name in one.names) for one in pair.story.entities]
    return [np.array(named, np.float32)]


def frequency(pair: CandidateViews) -> list[Array]:
    """Template 3: how often the entity stands in the passage; its share; its rank."""
    counts = np.array([len(one.spans) for one in pair.story.entities], np.float32)
    rank = (-counts).argsort(kind="stable").argsort().astype(np.float32)
    return [counts, counts / max(counts.sum(), 1.0), rank]


def first_position(pair: CandidateViews) -> list[Array]:
    """Templates 1 and 4: where the entity first stands in the passage."""
    first = np.array([one.spans[0][0] for one in pair.story.entities], np.float32)
    rank: Array = first.argsort(kind="stable").argsort().astype(np.float32)
    return [first, first / np.float32(max(pair.story.n, 1)), rank]


def ngram(pair: CandidateViews) -> list[Array]:
    """Template 5: whether the words around the placeholder stand around a mention, on either side."""
    story, question = pair.story, pair.question
    left = np.array([_run(story.words, s - 1, question.words, question.gap - 1, -1) for s in story.start])
    right = np.array([_run(story.words, e, question.words, question.gap + 1, 1) for e in story.end])
    columns = [left.clip(max=5), right.clip(max=5), (left + right).clip(max=8)]
    columns += [((left >= a) & (right >= b)) for a, b in ((1, 1), (1, 2), (2, 1), (2, 2))]
    best = [pair.by_entity(column.astype(np.float32)) for column in columns]
    often = np.zeros(len(story.entities), np.float32)
    np.add.at(often, story.owner, ((left + right) > 0).astype(np.float32))
    return [*best, often]


def _run(story: list[str], at: int, question: list[str], gap: int, step: int) -> int:
    """Return how many words agree going one way; the question's edge stands for a sentence's."""
    length = 0
    while 0 <= at < len(story) and 0 <= gap < len(question) and story[at] == question[gap]:
        length, at, gap = length + 1, at + step, gap + step
    return length


def word_distance(pair: CandidateViews) -> list[Array]:
    """Template 6: the mean distance of the question's words from the nearest mention."""
    columns = []
    count = max(len(pair.question.content), 1)
    for places in (pair.exact, pair.near):
        for aligned in (True, False):
            found = pair.distances(places, aligned)
            mean = found.sum(axis=1) / count
            weighted = found @ pair.weights / pair.total
            columns += [pair.by_entity(mean, CAP, False), pair.by_entity(weighted, CAP, False)]
    near = np.full((len(pair.story.entities), len(pair.near)), CAP, np.float32)
    np.minimum.at(near, pair.story.owner, pair.distances(pair.near, False))
    columns.append(near @ pair.weights / pair.total)
    return columns


def sentence(pair: CandidateViews) -> list[Array]:
    """Template 7: whether the entity shares a sentence with entities, verbs, other words of the question."""
    story, question = pair.story, pair.question
    columns = []
    for places in (pair.exact, pair.near):
        present = np.zeros((story.n_sentences, len(places)), bool)
        for column, each in enumerate(places):
            present[story.sentence_of[each], column] = True
        share = present @ pair.weights / pair.total
        around = share + 0.5 * (np.r_[share[1:], 0] + np.r_[0, share[:-1]])
        for values in (share, around):
            columns.append(pair.by_entity(values[story.sentence_of[story.start]].astype(np.float32)))
        summed = np.zeros(len(story.entities), np.float32)
        once = np.unique(np.stack([story.owner, story.sentence_of[story.start]]), axis=1)
        np.add.at(summed, once[0], share[once[1]].astype(np.float32))
        columns.append(summed)
    places_of = dict(zip(question.content, pair.near, strict=True))
    for wanted in ([i for i in question.content if question.words[i][0] == "@"], question.verbs):
        count = np.zeros(story.n_sentences, np.float32)
        for i in wanted:
            count[np.unique(story.sentence_of[places_of[i]])] += 1
        columns.append(pair.by_entity(count[story.sentence_of[story.start]]))
    return columns


def dependency(pair: CandidateViews) -> list[Array]:
    """Template 8: whether a link of the placeholder, to head or dependent, is also one of a mention."""
    links = pair.story.dependencies if pair.question.links else {}
    columns = [np.zeros(len(pair.story.entities), np.float32) for _ in range(4)]
    for lemma, relation, head in pair.question.links:
        for offset, label in ((0, relation), (2, "")):
            for entity in links.get((lemma, label, head), ()):
                columns[offset + (not head)][entity] += 1
    return columns


#: The templates by name, as the paper's ablation calls them, with their number of columns.
TEMPLATES: dict[str, tuple[Callable[[CandidateViews], list[Array]], int]] = {
    "whether e is in the question": (in_question, 1),
    "frequency of e": (frequency, 3),
    "position of e": (first_position, 3),
    "n-gram match": (ngram, 8),
    "word distance": (word_distance, 9),
    "sentence co-occurrence": (sentence, 8),
    "dependency parse match": (dependency, 4),
}


def columns_of(name: str) -> list[int]:
    """Return the columns of a template in the matrix of `candidate_features`, relative ones included."""
    start = 0
    for template, (_, width) in TEMPLATES.items():
        if template == name:
            total = sum(width for _, width in TEMPLATES.values())
            return [*range(start, start + width), *range(total + start, total + start + width)]
        start += width
    raise KeyError(name)


def candidate_features(pair: CandidateViews) -> Array:
    """Return the features of every candidate: float32, shape (entities, 2 * columns).

    The second half is each column less its best value among the candidates, so that a classifier of single
    candidates sees them side by side.
    """
    columns = [column for template, _ in TEMPLATES.values() for column in template(pair)]
    matrix = np.stack(columns, axis=1).astype(np.float32)
    return np.concatenate([matrix, matrix - matrix.max(axis=0, keepdims=True)], axis=1)


_TRAIN = "symbolic-rc train-cloze QUESTIONS --out WEIGHTS"
_SCHEMA: tuple[Part, ...] = (
    Field("stories", int),
    Field("columns", dict),
    Strings("rarity.word"),
    Column("rarity.count", like="rarity.word", least=0),
    BoostedTrees(),
)


class FeatureClassifier:
    """Chen et al. 2016's entity-centric classifier; it answers cloze questions only."""

    def __init__(self, trees: Trees, rarity: Rarity, entities: EntitySource = capitalised) -> None:
        self._trees, self._rarity, self._entities = trees, rarity, entities

    def answer_all(self, story: Story, questions: Sequence[Question]) -> list[Answer]:
        """Answer each cloze question with an entity; other questions get no answer."""
        view = StoryView(story, self._entities(story))
        return [self._answer(view, question) for question in questions]

    def _answer(self, view: StoryView, question: Question) -> Answer:
        if not question.is_cloze or not view.entities:
            return Answer((), rule="feature-classifier")
        scores = self.scores(view, question)
        best = int(np.argmax(scores))
        start, end = view.entities[best].spans[0]
        return span_answer(view.story, start, end, float(scores[best]), "feature-classifier")

    def scores(self, view: StoryView, question: Question) -> NDArray[np.float64]:
        """Return the score of every candidate."""
        return self._trees.scores(
            candidate_features(CandidateViews(view, question_view(question, view.story), self._rarity))
        )


def feature_classifier(options: ReaderOptions, name: str) -> FeatureClassifier:
    """Make the reader `feature-classifier` with the weights of ``--weights``."""
    if not options.weights:
        raise SymbolicRCError(f"feature-classifier needs --weights FILE; make them with: {_TRAIN}")
    found = read_container(options.weights, _TRAIN, _SCHEMA)
    if found.about.get("columns") != {name: width for name, (_, width) in TEMPLATES.items()}:
        raise SymbolicRCError(f"{options.weights}: not made for these features; make it with: {_TRAIN}")
    counts = found.arrays["rarity.count"].tolist()
    words = found.strings("rarity.word")
    rarity = Rarity(int(found.about["stories"]), dict(zip(words, counts, strict=True)))
    return FeatureClassifier(Trees.of(found.arrays), rarity, entity_source(options.entities))
