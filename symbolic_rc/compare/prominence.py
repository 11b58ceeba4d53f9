"""Whether an answer could be had without coreference (Dasigi et al. 2019, section 4.4).

The paper counts how often an answer is the first or the most frequent entity of the paragraph, or the entity
nearest to what the question speaks of.
"""

from __future__ import annotations

from collections.abc import Sequence

from symbolic_rc.core.question import Question
from symbolic_rc.readers.answers import folded
from symbolic_rc.readers.baselines.passage_only import PassageOnly
from symbolic_rc.readers.entities import NamedEntity, capitalised
from symbolic_rc.story import Story

#: Whether the answer is the first or the most frequent entity, and whether it is the nearest one.
Prominence = tuple[bool, bool]


def prominences(story: Story, questions: Sequence[Question]) -> list[Prominence | None]:
    """Tell of each question's answer whether it is a prominent entity; None where no answer is known.

    Entities are runs of capitalised words; an answer is one if it is any of its names, articles apart. Of
    several spans each must be one.
    """
    entities = capitalised(story)
    leading = [entities[0], max(entities, key=lambda one: len(one.spans))] if entities else []
    nearest = PassageOnly("nearest").answer_all(story, questions)
    found: list[Prominence | None] = []
    for question, answer in zip(questions, nearest, strict=True):
        if not any(question.references):
            found.append(None)
            continue
        near = [one for one in entities if answer.text and _bare(answer.text) in _names(one)]
        found.append((_is_one_of(question, leading), _is_one_of(question, near)))
    return found


def _is_one_of(question: Question, entities: Sequence[NamedEntity]) -> bool:
    names = {name for entity in entities for name in _names(entity)}
    return any(one and all(_bare(text) in names for text in one) for one in question.references)


def _names(entity: NamedEntity) -> set[str]:
    return {_bare(name) for name in (entity.name, *entity.names)}


def _bare(text: str) -> str:
    words = folded(text).split()
    return " ".join(words[1:] if words[:1] in (["the"], ["a"], ["an"]) else words)
