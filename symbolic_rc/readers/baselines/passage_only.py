"""Readers that hardly look at the question: what data give away (Dasigi et al. 2019, sections 4.2 and 4.4).

Quoref's authors check with a reader that sees the passage alone that questions cannot be answered by picking
a prominent entity. `first` and `frequent` never look at the question; `nearest` looks for the sentence that
shares most words with it and takes the entity nearest to those words: an answer without coreference.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from symbolic_rc.core.record import Answer, Question
from symbolic_rc.lexicon.english import STOPWORDS
from symbolic_rc.readers.answers import among_choices, folded, span_answer
from symbolic_rc.readers.entities import EntitySource, NamedEntity, capitalised, entity_source
from symbolic_rc.readers.reader import ReaderOptions
from symbolic_rc.story import Story


class PassageOnly:
    """Answer with the most frequent, the first or the nearest entity.

    Parameters
    ----------
    kind : {"frequent", "first", "nearest"}
    entities : callable
        ``Story -> list of NamedEntity``.
    """

    def __init__(self, kind: str = "frequent", entities: EntitySource = capitalised) -> None:
        self._kind, self._entities = kind, entities
        self._rule = "passage-only" if kind == "frequent" else f"passage-only-{kind}"

    def answer_all(self, story: Story, questions: Sequence[Question]) -> list[Answer]:
        """Answer each question with an entity, or with the choice that names it."""
        return list(map(among_choices, questions, self._entity_answers(story, questions)))

    def _entity_answers(self, story: Story, questions: Sequence[Question]) -> list[Answer]:
        entities = self._entities(story)
        if not entities:
            return [Answer((), rule=self._rule) for _ in questions]
        if self._kind == "nearest":
            return [self._nearest(story, question, entities) for question in questions]
        chosen = entities[0] if self._kind == "first" else max(entities, key=lambda one: len(one.spans))
        answer = span_answer(story, *chosen.spans[0], float(len(chosen.spans)), self._rule)
        return [answer for _ in questions]

    def _nearest(self, story: Story, question: Question, entities: list[NamedEntity]) -> Answer:
        asked = f" {folded(question.text)} "
        wanted = set(asked.split()) - STOPWORDS
        bounds = story.tokens.sentences
        hits = np.array([word.lower() in wanted for word in story.tokens.words])
        shared = np.add.reduceat(hits.astype(np.int32), bounds[:-1])
        sentence = int(shared.argmax())
        places = np.flatnonzero(hits[bounds[sentence] : bounds[sentence + 1]]) + bounds[sentence]
        centre = float(places.mean()) if len(places) else float(bounds[sentence])
        spans = [
            (abs((start + end - 1) / 2 - centre), start, end)
            for entity in entities
            if not entity.is_in(asked)
            for start, end in entity.spans
        ]
        if not spans:
            return Answer((), rule=self._rule)
        distance, start, end = min(spans)
        return span_answer(story, start, end, -distance, self._rule)


def passage_only(options: ReaderOptions, name: str) -> PassageOnly:
    """Make one of the readers `passage-only*`."""
    kind = name.removeprefix("passage-only").strip("-") or "frequent"
    return PassageOnly(kind, entity_source(options.entities))
