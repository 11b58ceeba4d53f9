"""What the engine learns from: questions before their stories, with the metric of every candidate."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from symbolic_rc.core.record import Record
from symbolic_rc.index.story_index import StoryIndex, index
from symbolic_rc.question.parsed import Asked, ask, plain
from symbolic_rc.ranking.alignment import relate
from symbolic_rc.ranking.eligible import seen_as
from symbolic_rc.rules.decide.refusal import sample
from symbolic_rc.story import Story
from symbolic_rc.training.fit_choices import Pool
from symbolic_rc.training.fit_ranker import Instance, gold_scores

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokenizer import Tokenizer


@dataclass(slots=True)
class Material:
    """What is learned from: instances, the id of the story that each belongs to, and the stories' records."""

    instances: list[Instance] = field(default_factory=list)
    stories: list[str] = field(default_factory=list)
    records: dict[str, Record] = field(default_factory=dict)
    pools: list[Pool] = field(default_factory=list)

    def fold(self, i: int, folds: int) -> int:
        """Return the part that an instance's story is in."""
        return zlib.crc32(self.stories[i].encode()) % folds


def instance(story: StoryIndex, asked: Asked, group: str, tokenizer: Tokenizer) -> Instance:
    """Return a question with references before its story, with the metric of each candidate."""
    seen = seen_as(story, asked.understanding)
    references = [text for one in asked.question.references for text in one]
    gold = gold_scores(seen, references, lambda text: [t.text for t in tokenizer(text)], group != "quoref")
    return Instance(seen, asked, relate(asked, story), gold, group)


def gather(records: Iterable[Record], group: str, nlp: Language, material: Material) -> int:
    """Read stories and add their questions that have answers, cloze aside; return how many were added."""
    count = len(material.instances) + len(material.pools)
    for record in records:
        questions = [q for q in record.questions if not q.is_cloze and any(q.references)]
        if not questions:
            continue
        story = index(Story(record, nlp))
        for question, doc in zip(questions, nlp.pipe([plain(q.text) for q in questions]), strict=True):
            asked = ask(question, doc)
            if question.is_choice:
                references = [text for one in question.references for text in one]
                right = question.choices.index(references[0]) if references[0] in question.choices else -1
                if right >= 0:
                    material.pools.append(Pool(story, asked, question.choices, right, group, record.id))
                continue
            material.instances.append(instance(story, asked, group, nlp.tokenizer))
            material.stories.append(record.id)
        material.records[record.id] = record
    return len(material.instances) + len(material.pools) - count


def answer_pools(material: Material, most: int, seed: int) -> list[tuple[int, Pool]]:
    """Make pools of free-form questions: each with the answers of four others on the same story.

    Returns
    -------
    list of (int, Pool)
        The instance that each is of, and the pool; at most so many.
    """
    random = np.random.default_rng(seed)
    by_story: dict[str, list[int]] = {}
    for i, name in enumerate(material.stories):
        by_story.setdefault(name, []).append(i)
    found = []
    for i in sample(len(material.instances), most, seed):
        x = material.instances[i]
        own = x.asked.question.references[0][0]
        others = [
            material.instances[j].asked.question.references[0][0]
            for j in random.permutation(by_story[material.stories[i]]).tolist()
            if j != i
        ]
        answers = tuple(dict.fromkeys([own, *(text for text in others if text.lower() != own.lower())]))[:5]
        if len(answers) > 2:
            found.append((i, Pool(x.story, x.asked, answers, 0, x.group, material.stories[i])))
    return found
