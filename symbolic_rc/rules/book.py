"""The rulebook: every rule in its order, from exact to loose; the first that is sure enough decides."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from symbolic_rc.index.story_index import index
from symbolic_rc.question.query import Query
from symbolic_rc.ranker.ranking import Ranker
from symbolic_rc.rules.alignment import align
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.conditions import (
    ASKS_CLAUSE,
    ASKS_EVENT,
    ASKS_FEELING,
    ASKS_NAME,
    ASKS_NUMBER,
    ASKS_ORDER,
    ASKS_REASON,
    ASKS_RELATION,
    HAS_CHOICES,
    HAS_PLACEHOLDER,
    IS_POLAR,
    RANKS,
    asks_for,
)
from symbolic_rc.rules.families.attributes import (
    LIKE_ITS_KIND,
    has_attribute,
    is_called,
    is_related,
    related_how,
)
from symbolic_rc.rules.families.clauses import feels, gives_reason, tells_clause
from symbolic_rc.rules.families.comparisons import compares
from symbolic_rc.rules.families.counting import counts, counts_up
from symbolic_rc.rules.families.events import (
    CONVERSE,
    CONVERSE_IN_PART,
    JOINED_CONDITIONS,
    JOINED_DESCRIPTION,
    SPEAKER,
    EventRule,
    left_over,
)
from symbolic_rc.rules.families.not_told import told_otherwise
from symbolic_rc.rules.families.options import COMPARED_OPTIONS, EITHER, SUPPORTED_OPTION
from symbolic_rc.rules.families.order import IN_ORDER, first_or_last
from symbolic_rc.rules.families.polar import is_so, likelier
from symbolic_rc.rules.families.state import MOTIVE, STATE_RULES
from symbolic_rc.rules.families.text import any_phrase, frequent_entity, nearest_phrase
from symbolic_rc.rules.passes import Pass
from symbolic_rc.rules.ranked import best_candidate, best_choice, placeholder_entity
from symbolic_rc.rules.rule import Rule
from symbolic_rc.story import Story

_SIEVE = "after Raghunathan et al. 2010; Hermann et al. 2015, section 3.1"

#: The groups of the rules, see `rule.GROUPS`; any other is "inferred".
_GROUP = {
    **dict.fromkeys(("stated", "joined-conditions", "relation", "quantity", "called", "attribute"), "stated"),
    **dict.fromkeys((rule.name for rule in STATE_RULES), "state"),
    **dict.fromkeys(("motive", "like-its-kind"), "state"),
    **dict.fromkeys(("compared-options", "either", "comparison", "first-or-last", "count"), "comparison"),
    **dict.fromkeys(("paraphrased", "paraphrased-in-part", "other-roles"), "loose"),
    **dict.fromkeys(("stated-in-part", "converse-in-part", "predicate-alone"), "loose"),
    **dict.fromkeys(("reason", "in-order", "feeling", "nearest-clause"), "text"),
    **dict.fromkeys(("supported-option", "nearest-phrase", "frequent-entity", "any-phrase"), "text"),
    **dict.fromkeys(("choice", "cloze-entity", "ranker"), "ranker"),
}

_RULES: tuple[Rule, ...] = (
    Rule(
        "choice",
        best_choice,
        0.0,
        "The choice that is proved, or that the story supports best: windows, distance, ranked candidates,"
        " the words in order; of a cloze question, the one that fills the placeholder best.",
        "Richardson et al. 2013; Smith et al. 2015",
        "Where did Ada move? [the mill | the inn] -> Ada moved to the inn. -> the inn",
        conditions=(HAS_CHOICES,),
    ),
    Rule(
        "cloze-entity",
        placeholder_entity,
        0.0,
        "The entity that fits the placeholder best.",
        "Chen et al. 2016; Hermann et al. 2015",
        "@placeholder sold the mill -> Marta sold the mill to Bo. -> Marta",
        conditions=(HAS_PLACEHOLDER, RANKS),
    ),
    *STATE_RULES,
    JOINED_CONDITIONS,
    COMPARED_OPTIONS,
    EITHER,
    Rule(
        "yes-or-no",
        is_so,
        0.3,
        "The story says what is asked, it follows from what it says, or it says the contrary.",
        example="Was the wheel sold by Ada? -> Ada sold the wheel. -> yes",
        conditions=(IS_POLAR,),
    ),
    Rule(
        "comparison",
        compares,
        0.75,
        "The story compares them, in these words, the other way round, or by an antonym.",
        example="Who is older than Ada? -> Ada is younger than Bo. -> Bo",
        conditions=(asks_for("comparison"),),
    ),
    Rule(
        "related-how",
        related_how,
        0.5,
        "What one is to another, as the story states it or as it follows; the noun goes by gender.",
        example="How is Ada related to Bo? -> Ada is the mother of Bo's father. -> grandmother",
        conditions=(ASKS_RELATION,),
    ),
    Rule(
        "first-or-last",
        first_or_last,
        0.5,
        "Of those who did what is asked about, one did it first, last, before or after another.",
        example="Who left first? -> Bo left after Ada. -> Ada",
        conditions=(ASKS_ORDER,),
    ),
    Rule(
        "count",
        counts_up,
        0.5,
        "What the story names is counted; what several have, or somebody gets, is added up.",
        example="How many people came? -> Ada, Bo and Karl came. -> three",
        conditions=(ASKS_NUMBER,),
    ),
    Rule(
        "told-otherwise",
        told_otherwise,
        0.5,
        "Nothing in the story is the answer: such an event is told of others, denied, or only wished.",
        "own; the closed world of Reiter 1978",
        "Who found the ring? -> Ada found a key. Bo bought a ring. -> nothing",
        answers_nothing=True,
    ),
    Rule(
        "stated",
        EventRule(Pass()),
        0.3,
        "A fact has the same predicate, with all that the question names in the same roles.",
        _SIEVE,
        "Who sold the wheel? -> Ada sold the wheel. -> Ada",
        conditions=(ASKS_EVENT,),
    ),
    Rule(
        "left-over",
        left_over,
        0.5,
        "Of those who did such a thing, one did not do it to what the question names.",
        example="Who did not buy a lamp? -> Ada bought a lamp, and Bo bought a vase. -> Bo",
    ),
    CONVERSE,
    JOINED_DESCRIPTION,
    Rule(
        "stated-in-part",
        EventRule(Pass(share=0.5)),
        0.3,
        "A fact has the same predicate, with half of what the question names in the same roles.",
        _SIEVE,
        "Who sold the wheel in spring? -> Ada sold the wheel. -> Ada",
        conditions=(ASKS_EVENT,),
    ),
    CONVERSE_IN_PART,
    SPEAKER,
    Rule(
        "paraphrased",
        EventRule(Pass(same_predicate=False)),
        0.1,
        "A fact has a synonym of the predicate, with all that the question names in the same roles.",
        _SIEVE,
        "Who purchased the wheel? -> Bo bought the wheel. -> Bo",
        conditions=(ASKS_EVENT,),
    ),
    MOTIVE,
    Rule(
        "other-roles",
        EventRule(Pass(same_roles=False)),
        0.3,
        "A fact has the same predicate, with all that the question names, in whatever roles.",
        _SIEVE,
        "Who did Ada meet? -> Bo met with Ada. -> Bo",
        conditions=(ASKS_EVENT,),
    ),
    Rule(
        "reason",
        gives_reason,
        0.3,
        "A clause with because, or an infinitive, says why the event happened.",
        "Riloff & Thelen 2000, WHY rules",
        "Why did Ada sell the wheel? -> Ada sold it because it was old. -> because it was old",
        conditions=(ASKS_REASON,),
    ),
    Rule(
        "relation",
        is_related,
        0.5,
        "The story says who is whose sister, father, friend; kinship is composed.",
        example="Who is Karl's uncle? -> Otto is the brother of Karl's mother. -> Otto",
        conditions=(asks_for("relation"),),
    ),
    Rule(
        "quantity",
        counts,
        0.5,
        "The story says how many there are.",
        example="How many coins did Bo pay? -> Bo paid forty coins. -> forty coins",
        conditions=(ASKS_NUMBER,),
    ),
    Rule(
        "called",
        is_called,
        0.75,
        "What the question describes is mentioned by name elsewhere.",
        example="What is the miller's name? -> The miller left. The miller is called Ada Holm. -> Ada Holm",
        conditions=(ASKS_NAME,),
    ),
    Rule(
        "attribute",
        has_attribute,
        0.5,
        "The story says what somebody or something is, is like, or is called.",
        example="What colour is the mill? -> The old red mill burned. -> red",
        conditions=(asks_for("attribute"),),
    ),
    LIKE_ITS_KIND,
    Rule(
        "predicate-alone",
        EventRule(Pass(share=0.0)),
        0.3,
        "A fact has the same predicate, in whose open role stands what can be the answer.",
        _SIEVE,
        "Who was elected? -> They elected Mina. -> Mina",
        conditions=(ASKS_EVENT,),
    ),
    Rule(
        "paraphrased-in-part",
        EventRule(Pass(False, False, 0.5)),
        0.1,
        "A fact has a synonym of the predicate, with half of what the question names, in whatever roles.",
        _SIEVE,
        "Who purchased the wheel in spring? -> Bo bought the wheel. -> Bo",
        conditions=(ASKS_EVENT,),
    ),
    Rule(
        "feeling",
        feels,
        0.0,
        "The story says how somebody feels, or what somebody does who feels so.",
        example="How did Ada feel when the mill burned? -> The mill burned. Ada wept. -> sad",
        conditions=(ASKS_FEELING,),
    ),
    IN_ORDER,
    Rule(
        "not-stated",
        likelier,
        0.3,
        "The story does not say so: it tells such a thing of another, or nothing; the likelier answer.",
        "own; the closed world of Reiter 1978",
        example="Did Bo sell the wheel? -> Ada sold the wheel. -> no",
        conditions=(IS_POLAR,),
    ),
    Rule(
        "nearest-clause",
        tells_clause,
        0.0,
        "The clause that tells what happened, or why, beside what the question tells.",
        "after Riloff & Thelen 2000, WHAT and WHY rules",
        "What did Ada do after the fire? -> After the fire Ada left for the city. -> left for the city",
        conditions=(ASKS_CLAUSE,),
    ),
    Rule(
        "ranker",
        best_candidate,
        0.0,
        "The candidate that the learned comparison finds best: a linear model, then trees over the best.",
        "Rajpurkar et al. 2016, section 5; Chen et al. 2016; own",
        "Who sold the wheel? -> Ada sold the wheel to Bo. -> Ada",
        conditions=(RANKS,),
    ),
    SUPPORTED_OPTION,
    Rule(
        "nearest-phrase",
        nearest_phrase,
        0.0,
        "The phrase of the asked kind that is nearest to the question's words.",
        "after Hermann et al. 2015, section 3.1 (word distance)",
        "Who is the miller? -> The miller wept beside Ada. Bo left. -> Ada",
    ),
    Rule(
        "frequent-entity",
        frequent_entity,
        0.0,
        "The entity that the story mentions most and the question does not name.",
        "Hermann et al. 2015, section 3",
        "Who is brave? -> Ada kept the mill. Ada sold the wheel to Bo. -> Ada",
    ),
    Rule(
        "any-phrase",
        any_phrase,
        0.0,
        "What is left where nothing else answers: no, to a question that asks whether; else the longest"
        " phrase that may be meant, or the first sentence.",
        example="Who left? -> It rained. -> it rained",
    ),
)

RULES = tuple(replace(rule, group=_GROUP.get(rule.name, "inferred")) for rule in _RULES)


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
