"""What the engine learns from: questions before their stories, with the metric of every candidate."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from symbolic_rc.core.record import Record
from symbolic_rc.index.story_index import StoryIndex, index
from symbolic_rc.question.normalize import Speller, normalize_question
from symbolic_rc.question.parsed import ParsedQuestion
from symbolic_rc.question.query import Query, read_queries
from symbolic_rc.ranker.arrays import NOTHING_PROPOSED, Proposed
from symbolic_rc.ranker.eligible import eligible_candidates
from symbolic_rc.ranker.refusal import sample
from symbolic_rc.ranker.sentence_evidence import match_question
from symbolic_rc.rules.book import open_case
from symbolic_rc.rules.evidence import proposed_by_rules
from symbolic_rc.story import Story
from symbolic_rc.train.ranker.fit import Example, gold_scores

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokenizer import Tokenizer


#: The group of stories made up to learn from: what they teach goes to text of no known kind.
PRACTICE = "practice"


@dataclass(frozen=True, slots=True)
class Pool:
    """A question with given answers, one of which is right.

    Attributes
    ----------
    id : str
        Of the story.
    proposed : Proposed
        What rules over facts propose.
    """

    story: StoryIndex
    asked: ParsedQuestion
    answers: tuple[str, ...]
    right: int
    group: str
    id: str
    proposed: Proposed = NOTHING_PROPOSED


@dataclass(slots=True)
class TrainingSet:
    """What is learned from: examples, the id of the story that each belongs to, and the stories.

    Attributes
    ----------
    stories : list of str
        The id of each example's story.
    pools : list of Pool
        Questions with choices.
    read : dict of str to Story
        The stories as they were read.
    queries : dict of int to Query
        The examples as queries, as far as they were needed.
    judged : set of str
        Groups from which nothing learns what to answer, only how right answers to any text are.
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


def example(
    story: StoryIndex,
    asked: ParsedQuestion,
    group: str,
    tokenizer: Tokenizer,
    proposed: Proposed = NOTHING_PROPOSED,
) -> Example:
    """Return a question with references before its story, with the metric of each candidate."""
    seen = eligible_candidates(story, asked.understanding)
    references = [text for one in asked.question.references for text in one]
    gold = gold_scores(seen, references, lambda text: [t.text for t in tokenizer(text)], group != "quoref")
    return Example(seen, asked, match_question(asked, story), gold, group, proposed)


def gather(records: Iterable[Record], group: str, nlp: Language, training_set: TrainingSet) -> int:
    """Read stories and add their questions that have answers, cloze aside; return how many were added.

    Of made-up stories, and of those from which only how right answers are is learned, also questions without:
    from these rules learn when nothing is the answer.
    """
    unanswered = group == PRACTICE or group in training_set.judged
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
            if question.is_choice:
                references = [text for one in question.references for text in one]
                right = question.choices.index(references[0]) if references[0] in question.choices else -1
                if right >= 0:
                    pool = Pool(story, asked, question.choices, right, group, record.id, proposed)
                    training_set.pools.append(pool)
                continue
            training_set.queries[len(training_set.examples)] = query
            training_set.examples.append(example(story, asked, group, nlp.tokenizer, proposed))
            training_set.stories.append(record.id)
        training_set.records[record.id] = record
    return len(training_set.examples) + len(training_set.pools) - count


def answer_pools(training_set: TrainingSet, most: int, seed: int) -> list[tuple[int, Pool]]:
    """Make pools of free-form questions: each with the answers of four others on the same story.

    Returns
    -------
    list of (int, Pool)
        The example that each is of, and the pool; at most `most`.
    """
    random = np.random.default_rng(seed)
    by_story: dict[str, list[int]] = {}
    for i, name in enumerate(training_set.stories):
        by_story.setdefault(name, []).append(i)
    found = []
    for i in sample(len(training_set.examples), most, seed):
        x = training_set.examples[i]
        if x.group in (PRACTICE, *training_set.judged):
            continue
        own = x.asked.question.references[0][0]
        others = [
            training_set.examples[j].asked.question.references[0][0]
            for j in random.permutation(by_story[training_set.stories[i]]).tolist()
            if j != i
        ]
        answers = tuple(dict.fromkeys([own, *(text for text in others if text.lower() != own.lower())]))[:5]
        if len(answers) > 2:
            found.append(
                (i, Pool(x.story, x.asked, answers, 0, x.group, training_set.stories[i], x.proposed))
            )
    return found
