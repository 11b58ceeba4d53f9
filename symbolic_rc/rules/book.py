"""The rulebook: every rule in the order in which it is tried; the first that is confident enough decides."""

from __future__ import annotations

from collections.abc import Iterable

from symbolic_rc.index.story_index import index
from symbolic_rc.question.query import Query
from symbolic_rc.ranker.ranking import Ranker
from symbolic_rc.rules import ranked  # noqa: F401
from symbolic_rc.rules.alignment import align
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.families import (  # noqa: F401
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
from symbolic_rc.rules.rule import OWN, Rule
from symbolic_rc.story import Story

#: Sorted by group, see `rule.GROUPS`; within a group from precise to loose.
_IN_ORDER = (
    # The form of the question gives the possible answers: choices, or entities for a placeholder.
    "choice", "cloze-entity",
    # What is so now: later events replace what an earlier sentence states, so these precede the stated facts.
    "place", "in-place", "who-is-there", "possession", "holder", "holder-before", "transfer", "position",
    "way", "future-place", "home", "outcome", "became",
    # Several facts are compared, ordered or counted: one of them alone would answer another question.
    "compared-options", "either", "dated", "comparison", "rank", "first-or-last", "calculated",
    "goes-with-most", "in-common", "count",
    # A fact states what is asked, as it is asked; or denies it, or tells it of others.
    "told-otherwise", "joined-conditions", "letter", "stated", "relation", "quantity", "called", "attribute",
    # It follows from one fact or several.
    "yes-or-no", "related-how", "left-over", "converse", "joined-description", "one-of-kind", "speaker",
    "way-of-moving", "motive", "like-its-kind",
    # A fact states a part of what is asked, in other words, or in other roles.
    "stated-in-part", "paraphrased", "other-roles", "predicate-alone", "paraphrased-in-part",
    # The clauses of the text and their order.
    "reason", "happened", "feeling", "in-order", "not-stated", "nearest-clause",
    # The learned comparison of all candidates.
    "ranker",
    # Guesses: an answer is never empty.
    "supported-option", "nearest-phrase", "frequent-entity", "any-phrase",
)  # fmt: skip
RULES: tuple[Rule, ...] = tuple(OWN[name] for name in _IN_ORDER)


def open_case(
    query: Query, story: Story, rules: Iterable[Rule] = RULES, ranker: Ranker | None = None
) -> Case:
    """Return the case of a query on a story; the ranker, if there is one, sees what the rules propose."""
    arrays = index(story)
    enabled = tuple(rule for rule in rules if rule.enabled)
    return Case(query, story, story.facts, arrays, align(query, story.facts, arrays), enabled, ranker)
