"""The rulebook: every rule in the order in which it is tried; the first that is confident enough decides."""

from __future__ import annotations

from collections.abc import Iterable

from symbolic_rc.index.story_index import index
from symbolic_rc.question.query import Query
from symbolic_rc.ranker.ranking import Ranker
from symbolic_rc.rules.alignment import align
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.families.attributes import (
    ATTRIBUTE,
    CALLED,
    LIKE_ITS_KIND,
    RELATED_HOW,
    RELATION,
)
from symbolic_rc.rules.families.calculated import CALCULATED, GOES_WITH
from symbolic_rc.rules.families.clauses import FEELING, NEAREST_CLAUSE, REASON
from symbolic_rc.rules.families.comparisons import COMPARISON
from symbolic_rc.rules.families.counting import COUNT, QUANTITY
from symbolic_rc.rules.families.events import (
    CONVERSE,
    JOINED_CONDITIONS,
    JOINED_DESCRIPTION,
    LEFT_OVER,
    OTHER_ROLES,
    PARAPHRASED,
    PARAPHRASED_IN_PART,
    PREDICATE_ALONE,
    SPEAKER,
    STATED,
    STATED_IN_PART,
)
from symbolic_rc.rules.families.options import COMPARED_OPTIONS, SUPPORTED_OPTION
from symbolic_rc.rules.families.order import FIRST_OR_LAST, IN_ORDER
from symbolic_rc.rules.families.polar import EITHER, NOT_STATED, YES_OR_NO
from symbolic_rc.rules.families.positions import POSITION, WAY
from symbolic_rc.rules.families.state import (
    BECAME,
    FUTURE_PLACE,
    HOLDER,
    HOLDER_BEFORE,
    HOME,
    IN_PLACE,
    MOTIVE,
    OUTCOME,
    PLACE,
    POSSESSION,
    TRANSFER,
    WHO_IS_THERE,
)
from symbolic_rc.rules.families.text import ANY_PHRASE, FREQUENT_ENTITY, NEAREST_PHRASE
from symbolic_rc.rules.families.unanswerable import TOLD_OTHERWISE
from symbolic_rc.rules.ranked import CHOICE, CLOZE_ENTITY, RANKER
from symbolic_rc.rules.rule import Rule
from symbolic_rc.story import Story

#: Sorted by group, see `rule.GROUPS`; within a group from precise to loose.
RULES: tuple[Rule, ...] = (
    # The form of the question gives the possible answers: choices, or entities for a placeholder.
    CHOICE,
    CLOZE_ENTITY,
    # What is so now: later events replace what an earlier sentence states, so these precede the stated facts.
    PLACE,
    IN_PLACE,
    WHO_IS_THERE,
    POSSESSION,
    HOLDER,
    HOLDER_BEFORE,
    TRANSFER,
    POSITION,
    WAY,
    FUTURE_PLACE,
    HOME,
    OUTCOME,
    BECAME,
    # Several facts are compared, ordered or counted: one of them alone would answer another question.
    COMPARED_OPTIONS,
    EITHER,
    COMPARISON,
    FIRST_OR_LAST,
    CALCULATED,
    GOES_WITH,
    COUNT,
    # A fact states what is asked, as it is asked; or denies it, or tells it of others.
    TOLD_OTHERWISE,
    JOINED_CONDITIONS,
    STATED,
    RELATION,
    QUANTITY,
    CALLED,
    ATTRIBUTE,
    # It follows from one fact or several.
    YES_OR_NO,
    RELATED_HOW,
    LEFT_OVER,
    CONVERSE,
    JOINED_DESCRIPTION,
    SPEAKER,
    MOTIVE,
    LIKE_ITS_KIND,
    # A fact states a part of what is asked, in other words, or in other roles.
    STATED_IN_PART,
    PARAPHRASED,
    OTHER_ROLES,
    PREDICATE_ALONE,
    PARAPHRASED_IN_PART,
    # The clauses of the text and their order.
    REASON,
    FEELING,
    IN_ORDER,
    NOT_STATED,
    NEAREST_CLAUSE,
    # The learned comparison of all candidates.
    RANKER,
    # Guesses: an answer is never empty.
    SUPPORTED_OPTION,
    NEAREST_PHRASE,
    FREQUENT_ENTITY,
    ANY_PHRASE,
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
