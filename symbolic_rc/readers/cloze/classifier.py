"""The reader `feature-classifier`: the candidate with the highest score of boosted trees wins."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.answer import Answer
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.files.container import read_container
from symbolic_rc.core.files.schema import BoostedTrees, Column, Field, Part, Strings
from symbolic_rc.core.question import Question
from symbolic_rc.models.trees import Trees
from symbolic_rc.readers.answers import span_answer
from symbolic_rc.readers.cloze.features import TEMPLATES, Pair, StoryView, candidate_features, question_view
from symbolic_rc.readers.cloze.training import Rarity
from symbolic_rc.readers.entities import EntitySource, capitalised, entity_source
from symbolic_rc.readers.reader import ReaderOptions
from symbolic_rc.story import Story

_TRAIN = "symbolic-rc train-cloze QUESTIONS --out WEIGHTS"
_SCHEMA: tuple[Part, ...] = (
    Field("stories", int),
    Field("columns", dict),
    Strings("rarity.word"),
    Column("rarity.count", like="rarity.word", least=0),
    BoostedTrees(),
)


class FeatureClassifier:
    """Chen et al. 2016's entity-centric classifier; it answers cloze questions only.

    Parameters
    ----------
    trees : Trees
    rarity : Rarity
    entities : callable
        ``Story -> list of NamedEntity``.
    """

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
            candidate_features(Pair(view, question_view(question, view.story), self._rarity))
        )


def feature_classifier(options: ReaderOptions) -> FeatureClassifier:
    """Make the reader `feature-classifier` with the weights of ``--weights``.

    Raises
    ------
    SymbolicRCError
        If no weights are given, or they are of other features.
    """
    if not options.weights:
        raise SymbolicRCError(f"feature-classifier needs --weights FILE; make them with: {_TRAIN}")
    found = read_container(options.weights, _TRAIN, _SCHEMA)
    if found.about.get("columns") != {name: width for name, (_, width) in TEMPLATES.items()}:
        raise SymbolicRCError(f"{options.weights}: not made for these features; make it with: {_TRAIN}")
    counts = found.arrays["rarity.count"].tolist()
    words = found.strings("rarity.word")
    rarity = Rarity(int(found.about["stories"]), dict(zip(words, counts, strict=True)))
    return FeatureClassifier(Trees.of(found.arrays), rarity, entity_source(options.entities))
