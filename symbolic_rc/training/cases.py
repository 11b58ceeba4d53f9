"""Examples of a training set as cases: before all rules, with a ranker of given weights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from symbolic_rc.question.query import Query, read_queries
from symbolic_rc.ranker.ranking import Ranker
from symbolic_rc.ranker.weights import EngineWeights
from symbolic_rc.rules.book import RULES, open_case
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.rule import Rule
from symbolic_rc.training.examples import TrainingSet


def cases(
    training_set: TrainingSet,
    which: Iterable[int],
    weights: EngineWeights,
    plain: bool = False,
    rules: Iterable[Rule] = RULES,
) -> Iterator[tuple[int, Case]]:
    """Yield examples of a training set as cases, ranked by given weights, those of one story together.

    Parameters
    ----------
    training_set : TrainingSet
    which : iterable of int
    weights : EngineWeights
    plain : bool
        As text of no known kind.
    rules : iterable of Rule
        The rulebook in use.
    """
    by_story: dict[str, list[int]] = {}
    for i in which:
        by_story.setdefault(training_set.stories[i], []).append(i)
    for name, members in by_story.items():
        story = training_set.read[name]
        for i, query in zip(members, _queries(training_set, members), strict=True):
            x = training_set.examples[i]
            ranker = Ranker(query, weights, "" if plain else x.group, x.alignment)
            yield i, open_case(query, story, rules, ranker)


def _queries(training_set: TrainingSet, members: Sequence[int]) -> list[Query]:
    """Return the queries of some examples of one story, which are read once."""
    new = [i for i in members if i not in training_set.queries]
    read = read_queries([training_set.examples[i].asked.question for i in new])
    training_set.queries.update(zip(new, read, strict=True))
    return [training_set.queries[i] for i in members]
