"""The ordered rules of `symbolic:rules`, from exact to loose: one place, one order."""

from __future__ import annotations

from symbolic_rc.rules.conditions import (
    ASKS_CLAUSE,
    ASKS_EVENT,
    ASKS_FEELING,
    ASKS_NAME,
    ASKS_NUMBER,
    ASKS_ORDER,
    ASKS_REASON,
    ASKS_RELATION,
    IS_POLAR,
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
    event_rule,
    left_over,
)
from symbolic_rc.rules.families.not_told import told_otherwise
from symbolic_rc.rules.families.options import COMPARED_OPTIONS, EITHER, SUPPORTED_OPTION
from symbolic_rc.rules.families.order import IN_ORDER, first_or_last
from symbolic_rc.rules.families.polar import is_so, likelier
from symbolic_rc.rules.families.state import MOTIVE, STATE_RULES
from symbolic_rc.rules.families.text import any_phrase, frequent_entity, nearest_phrase
from symbolic_rc.rules.passes import Pass
from symbolic_rc.rules.rule import Rule

_SIEVE = "after Raghunathan et al. 2010; Hermann et al. 2015, section 3.1"

RULES: tuple[Rule, ...] = (
    *STATE_RULES,
    JOINED_CONDITIONS,
    COMPARED_OPTIONS,
    EITHER,
    Rule(
        "yes-or-no",
        is_so,
        0.3,
        "The story says what is asked, it follows from what it says, or it says the contrary.",
        example="Did Bo sell the wheel? -> Ada sold the wheel.",
        conditions=(IS_POLAR,),
    ),
    Rule(
        "comparison",
        compares,
        0.75,
        "The story compares them, in these words, the other way round, or by an antonym.",
        example="Who is older than Ada? -> Ada is younger than Bo.",
        conditions=(asks_for("comparison"),),
    ),
    Rule(
        "related-how",
        related_how,
        0.5,
        "What one is to another, as the story states it or as it follows; the noun goes by gender.",
        example="How is Ada related to Bo? -> Ada is the mother of Bo's father.",
        conditions=(ASKS_RELATION,),
    ),
    Rule(
        "first-or-last",
        first_or_last,
        0.5,
        "Of those who did what is asked about, one did it first, last, before or after another.",
        example="Who left first? -> Bo left after Ada.",
        conditions=(ASKS_ORDER,),
    ),
    Rule(
        "count",
        counts_up,
        0.5,
        "What the story names is counted; what several have, or somebody gets, is added up.",
        example="How many people came? -> Ada, Bo and Karl came.",
        conditions=(ASKS_NUMBER,),
    ),
    Rule(
        "told-otherwise",
        told_otherwise,
        0.5,
        "Nothing in the story is the answer: such an event is told of others, denied, or only wished.",
        "own; the closed world of Reiter 1978",
        "Who found the ring? -> Ada found a key; of no ring is told who found it.",
        answers_nothing=True,
    ),
    Rule(
        "stated",
        event_rule(Pass()),
        0.3,
        "A fact has the same predicate, with all that the question names in the same roles.",
        _SIEVE,
        "Who sold the wheel? -> Ada sold the wheel.",
        conditions=(ASKS_EVENT,),
    ),
    Rule(
        "left-over",
        left_over,
        0.5,
        "Of those who did such a thing, one did not do it to what the question names.",
        example="Who did not buy a lamp? -> Ada bought a lamp, and Bo bought a vase.",
    ),
    CONVERSE,
    JOINED_DESCRIPTION,
    Rule(
        "stated-in-part",
        event_rule(Pass(share=0.5)),
        0.3,
        "A fact has the same predicate, with half of what the question names in the same roles.",
        _SIEVE,
        "Who sold the wheel in spring? -> Ada sold the wheel.",
        conditions=(ASKS_EVENT,),
    ),
    CONVERSE_IN_PART,
    SPEAKER,
    Rule(
        "paraphrased",
        event_rule(Pass(same_predicate=False)),
        0.1,
        "A fact has a synonym of the predicate, with all that the question names in the same roles.",
        _SIEVE,
        "Who purchased the wheel? -> Bo bought the wheel.",
        conditions=(ASKS_EVENT,),
    ),
    MOTIVE,
    Rule(
        "other-roles",
        event_rule(Pass(same_roles=False)),
        0.3,
        "A fact has the same predicate, with all that the question names, in whatever roles.",
        _SIEVE,
        "What did the wheel break? -> The axle broke.",
        conditions=(ASKS_EVENT,),
    ),
    Rule(
        "reason",
        gives_reason,
        0.3,
        "A clause with because, or an infinitive, says why the event happened.",
        "Riloff & Thelen 2000, WHY rules",
        "Why did Ada sell the wheel? -> Ada sold it because it was old.",
        conditions=(ASKS_REASON,),
    ),
    Rule(
        "relation",
        is_related,
        0.5,
        "The story says who is whose sister, father, friend; kinship is composed.",
        example="Who is Karl's uncle? -> Otto is the brother of Karl's mother.",
        conditions=(asks_for("relation"),),
    ),
    Rule(
        "quantity",
        counts,
        0.5,
        "The story says how many there are.",
        example="How many coins did Bo pay? -> Bo paid forty coins.",
        conditions=(ASKS_NUMBER,),
    ),
    Rule(
        "called",
        is_called,
        0.75,
        "What the question describes is mentioned by name elsewhere.",
        example="What is the name of the miller? -> the miller ... Ada Holm",
        conditions=(ASKS_NAME,),
    ),
    Rule(
        "attribute",
        has_attribute,
        0.5,
        "The story says what somebody or something is, is like, or is called.",
        example="What colour is the mill? -> the old red mill",
        conditions=(asks_for("attribute"),),
    ),
    LIKE_ITS_KIND,
    Rule(
        "predicate-alone",
        event_rule(Pass(share=0.0)),
        0.3,
        "A fact has the same predicate, in whose open role stands what can be the answer.",
        _SIEVE,
        "Who was elected? -> They elected Mina.",
        conditions=(ASKS_EVENT,),
    ),
    Rule(
        "paraphrased-in-part",
        event_rule(Pass(False, False, 0.5)),
        0.1,
        "A fact has a synonym of the predicate, with half of what the question names, in whatever roles.",
        _SIEVE,
        conditions=(ASKS_EVENT,),
    ),
    Rule(
        "feeling",
        feels,
        0.0,
        "The story says how somebody feels, or what somebody does who feels so.",
        example="How did Ada feel when the mill burned? -> She wept.",
        conditions=(ASKS_FEELING,),
    ),
    IN_ORDER,
    Rule(
        "not-stated",
        likelier,
        0.3,
        "The story does not say so: it tells such a thing of another, or nothing; the likelier answer.",
        "own; the closed world of Reiter 1978",
        example="Did Bo sell the wheel? -> Ada sold the wheel.",
        conditions=(IS_POLAR,),
    ),
    Rule(
        "nearest-clause",
        tells_clause,
        0.0,
        "The clause that tells what happened, or why, beside what the question tells.",
        "after Riloff & Thelen 2000, WHAT and WHY rules",
        "What did Ada do after the fire? -> After the fire Ada left for the city.",
        conditions=(ASKS_CLAUSE,),
    ),
    SUPPORTED_OPTION,
    Rule(
        "nearest-phrase",
        nearest_phrase,
        0.0,
        "The phrase of the asked kind that is nearest to the question's words.",
        "after Hermann et al. 2015, section 3.1 (word distance)",
    ),
    Rule(
        "frequent-entity",
        frequent_entity,
        0.0,
        "The entity that the story mentions most and the question does not name.",
        "Hermann et al. 2015, section 3",
    ),
    Rule(
        "any-phrase",
        any_phrase,
        0.0,
        "What is left where nothing else answers: no, to a question that asks whether; else the longest"
        " phrase that may be meant, or the first sentence.",
        example="Who left? -> It rained.",
    ),
)
