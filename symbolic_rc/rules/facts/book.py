"""The ordered rules of `symbolic:rules`, from exact to loose: one place, one order."""

from __future__ import annotations

from symbolic_rc.rules.facts.clause_rules import tells_clause
from symbolic_rc.rules.facts.entail.family import (
    CONVERSE,
    CONVERSE_IN_PART,
    IN_ORDER,
    JOINED_CONDITIONS,
    JOINED_DESCRIPTION,
    SPEAKER,
)
from symbolic_rc.rules.facts.event_rules import event_rule
from symbolic_rc.rules.facts.feelings import feels
from symbolic_rc.rules.facts.logic.counting import counts_up
from symbolic_rc.rules.facts.logic.order import first_or_last
from symbolic_rc.rules.facts.logic.others import left_over
from symbolic_rc.rules.facts.logic.polar import either, is_so
from symbolic_rc.rules.facts.logic.scale import compares
from symbolic_rc.rules.facts.passes import Pass
from symbolic_rc.rules.facts.reason_rules import gives_reason
from symbolic_rc.rules.facts.rule import FactRule
from symbolic_rc.rules.facts.state.family import LIKE_ITS_KIND, MOTIVE, STATE_RULES
from symbolic_rc.rules.facts.state_rules import counts, has_attribute, is_called, is_related
from symbolic_rc.rules.facts.text_rules import frequent_entity, nearest_phrase

_SIEVE = "after Raghunathan et al. 2010; Hermann et al. 2015, section 3.1"

RULES: tuple[FactRule, ...] = (
    *STATE_RULES,
    JOINED_CONDITIONS,
    FactRule(
        "either",
        either,
        0.3,
        "Of two statements between which the question asks, the story says one.",
        example="Was the door red or green? -> The door was green.",
    ),
    FactRule(
        "yes-or-no",
        is_so,
        0.3,
        "The story says what is asked, or the contrary; what it does not say is taken not to be so.",
        example="Did Bo sell the wheel? -> Ada sold the wheel.",
    ),
    FactRule(
        "comparison",
        compares,
        0.75,
        "The story compares them, in these words, the other way round, or by an antonym.",
        example="Who is older than Ada? -> Ada is younger than Bo.",
    ),
    FactRule(
        "first-or-last",
        first_or_last,
        0.5,
        "Of those who did what is asked about, one did it first, last, before or after another.",
        example="Who left first? -> Bo left after Ada.",
    ),
    FactRule(
        "count",
        counts_up,
        0.5,
        "What the story names is counted; what several have, or somebody gets, is added up.",
        example="How many people came? -> Ada, Bo and Karl came.",
    ),
    FactRule(
        "stated",
        event_rule(Pass()),
        0.3,
        "A fact has the same predicate, with all that the question names in the same roles.",
        _SIEVE,
        "Who sold the wheel? -> Ada sold the wheel.",
    ),
    FactRule(
        "left-over",
        left_over,
        0.5,
        "Of those who did such a thing, one did not do it to what the question names.",
        example="Who did not buy a lamp? -> Ada bought a lamp, and Bo bought a vase.",
    ),
    CONVERSE,
    JOINED_DESCRIPTION,
    FactRule(
        "stated-in-part",
        event_rule(Pass(share=0.5)),
        0.3,
        "A fact has the same predicate, with half of what the question names in the same roles.",
        _SIEVE,
        "Who sold the wheel in spring? -> Ada sold the wheel.",
    ),
    CONVERSE_IN_PART,
    SPEAKER,
    FactRule(
        "paraphrased",
        event_rule(Pass(same_predicate=False)),
        0.1,
        "A fact has a synonym of the predicate, with all that the question names in the same roles.",
        _SIEVE,
        "Who purchased the wheel? -> Bo bought the wheel.",
    ),
    MOTIVE,
    FactRule(
        "other-roles",
        event_rule(Pass(same_roles=False)),
        0.3,
        "A fact has the same predicate, with all that the question names, in whatever roles.",
        _SIEVE,
        "What did the wheel break? -> The axle broke.",
    ),
    FactRule(
        "reason",
        gives_reason,
        0.3,
        "A clause with because, or an infinitive, says why the event happened.",
        "Riloff & Thelen 2000, WHY rules",
        "Why did Ada sell the wheel? -> Ada sold it because it was old.",
    ),
    FactRule(
        "relation",
        is_related,
        0.5,
        "The story says who is whose sister, father, friend; kinship is composed.",
        example="Who is Karl's uncle? -> Otto is the brother of Karl's mother.",
    ),
    FactRule(
        "quantity",
        counts,
        0.5,
        "The story says how many there are.",
        example="How many coins did Bo pay? -> Bo paid forty coins.",
    ),
    FactRule(
        "called",
        is_called,
        0.75,
        "What the question describes is mentioned by name elsewhere.",
        example="What is the name of the miller? -> the miller ... Ada Holm",
    ),
    FactRule(
        "attribute",
        has_attribute,
        0.5,
        "The story says what somebody or something is, is like, or is called.",
        example="What colour is the mill? -> the old red mill",
    ),
    LIKE_ITS_KIND,
    FactRule(
        "predicate-alone",
        event_rule(Pass(share=0.0)),
        0.3,
        "A fact has the same predicate, in whose open role stands what can be the answer.",
        _SIEVE,
        "Who was elected? -> They elected Mina.",
    ),
    FactRule(
        "paraphrased-in-part",
        event_rule(Pass(False, False, 0.5)),
        0.1,
        "A fact has a synonym of the predicate, with half of what the question names, in whatever roles.",
        _SIEVE,
    ),
    FactRule(
        "feeling",
        feels,
        0.0,
        "The story says how somebody feels, or what somebody does who feels so.",
        example="How did Ada feel when the mill burned? -> She wept.",
    ),
    IN_ORDER,
    FactRule(
        "nearest-clause",
        tells_clause,
        0.0,
        "The clause that tells what happened, or why, beside what the question tells.",
        "after Riloff & Thelen 2000, WHAT and WHY rules",
        "What did Ada do after the fire? -> After the fire Ada left for the city.",
    ),
    FactRule(
        "nearest-phrase",
        nearest_phrase,
        0.0,
        "The phrase of the asked kind that is nearest to the question's words.",
        "after Hermann et al. 2015, section 3.1 (word distance)",
    ),
    FactRule(
        "frequent-entity",
        frequent_entity,
        0.0,
        "The entity that the story mentions most and the question does not name.",
        "Hermann et al. 2015, section 3",
    ),
)
