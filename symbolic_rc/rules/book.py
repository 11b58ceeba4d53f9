"""The rulebook: every rule in the order in which it is tried; the first that is confident enough decides."""

from __future__ import annotations

from collections.abc import Iterable

from symbolic_rc.index.story_index import index
from symbolic_rc.question.query import Query
from symbolic_rc.ranker.ranking import Ranker
from symbolic_rc.rules.alignment import align
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.families import (
    attributes,
    calculated,
    clauses,
    comparisons,
    containment,
    counting,
    events,
    options,
    order,
    polar,
    state,
    text,
    unanswerable,
)
from symbolic_rc.rules.ranked import CHOICE, CLOZE_ENTITY, RANKER
from symbolic_rc.rules.rule import Rule
from symbolic_rc.story import Story

#: Sorted by group, see `rule.GROUPS`; within a group from precise to loose.
RULES: tuple[Rule, ...] = (
    # The form of the question gives the possible answers: choices, or entities for a placeholder.
    CHOICE,
    CLOZE_ENTITY,
    # What is so now: later events replace what an earlier sentence states, so these precede the stated facts.
    state.PLACE,
    state.IN_PLACE,
    state.WHO_IS_THERE,
    state.POSSESSION,
    state.HOLDER,
    state.HOLDER_BEFORE,
    state.TRANSFER,
    containment.POSITION,
    containment.WAY,
    state.FUTURE_PLACE,
    state.HOME,
    state.OUTCOME,
    state.BECAME,
    # Several facts are compared, ordered or counted: one of them alone would answer another question.
    options.COMPARED_OPTIONS,
    polar.EITHER,
    comparisons.COMPARISON,
    order.FIRST_OR_LAST,
    calculated.CALCULATED,
    calculated.GOES_WITH,
    counting.COUNT,
    # A fact states what is asked, as it is asked; or denies it, or tells it of others.
    unanswerable.TOLD_OTHERWISE,
    events.JOINED_CONDITIONS,
    text.LETTER,
    events.STATED,
    attributes.RELATION,
    counting.QUANTITY,
    attributes.CALLED,
    attributes.ATTRIBUTE,
    # It follows from one fact or several.
    polar.YES_OR_NO,
    attributes.RELATED_HOW,
    events.LEFT_OVER,
    events.CONVERSE,
    events.JOINED_DESCRIPTION,
    events.SPEAKER,
    state.MOTIVE,
    attributes.LIKE_ITS_KIND,
    # A fact states a part of what is asked, in other words, or in other roles.
    events.STATED_IN_PART,
    events.PARAPHRASED,
    events.OTHER_ROLES,
    events.PREDICATE_ALONE,
    events.PARAPHRASED_IN_PART,
    # The clauses of the text and their order.
    clauses.REASON,
    clauses.HAPPENED,
    clauses.FEELING,
    order.IN_ORDER,
    polar.NOT_STATED,
    clauses.NEAREST_CLAUSE,
    # The learned comparison of all candidates.
    RANKER,
    # Guesses: an answer is never empty.
    options.SUPPORTED_OPTION,
    text.NEAREST_PHRASE,
    text.FREQUENT_ENTITY,
    text.ANY_PHRASE,
)


def open_case(
    query: Query, story: Story, rules: Iterable[Rule] = RULES, ranker: Ranker | None = None
) -> Case:
    """Return the case of a query on a story.

    Parameters
    ----------
    query : Query
    story : Story
    rules : iterable of Rule
        The rulebook in use; the ranker sees what these propose.
    ranker : Ranker, optional
        Without it no rule compares candidates.
    """
    arrays = index(story)
    enabled = tuple(rule for rule in rules if rule.enabled)
    return Case(query, story, story.facts, arrays, align(query, story.facts, arrays), enabled, ranker)
