"""Examples of a training set as cases: before all rules, with a ranker of given weights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from symbolic_rc.question.query import Query, read_queries
from symbolic_rc.ranker.case import RankedCase
from symbolic_rc.ranker.default_rules import default_book
from symbolic_rc.ranker.resolve import open_case as open_ranked
from symbolic_rc.ranker.resolve import run
from symbolic_rc.ranker.weights import EngineWeights
from symbolic_rc.rules.case import Case, open_case
from symbolic_rc.training.examples import TrainingSet

_BOOK = default_book()


def cases(
    training_set: TrainingSet, which: Iterable[int], weights: EngineWeights, plain: bool = False
) -> Iterator[tuple[int, Case]]:
    """Yield examples of a training set as cases, ranked by given weights, those of one story together."""
    by_story: dict[str, list[int]] = {}
    for i in which:
        by_story.setdefault(training_set.stories[i], []).append(i)
    for name, members in by_story.items():
        story = training_set.read[name]
        for i, query in zip(members, _queries(training_set, members), strict=True):
            x = training_set.examples[i]
            group = "" if plain else x.group
            ranker = partial(_ranked, training_set, i, weights, group)
            yield i, open_case(query, story, ranker, bool(group) and group in weights.tables)


def _queries(training_set: TrainingSet, members: Sequence[int]) -> list[Query]:
    """Return the queries of some examples of one story, which are read once."""
    new = [i for i in members if i not in training_set.queries]
    read = read_queries([training_set.examples[i].asked.question for i in new])
    training_set.queries.update(zip(new, read, strict=True))
    return [training_set.queries[i] for i in members]


def _ranked(training_set: TrainingSet, i: int, weights: EngineWeights, group: str, _: Case) -> RankedCase:
    x = training_set.examples[i]
    return run(open_ranked(x.story, x.asked, weights, group, x.alignment, proposed=x.proposed), _BOOK)
