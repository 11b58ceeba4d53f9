"""The engine's own rules, in their order."""

from __future__ import annotations

import inspect

from symbolic_rc.ranker.choices.choice import choice
from symbolic_rc.ranker.decide.cloze import cloze_entity
from symbolic_rc.ranker.decide.deciding import name_form, several_spans
from symbolic_rc.ranker.decide.owner import owner
from symbolic_rc.ranker.decide.stated import stated
from symbolic_rc.ranker.decide.yes_no import yes_no
from symbolic_rc.ranker.propose import PROPOSERS
from symbolic_rc.ranker.rule import RankerBook, RankerRule, RuleFunction
from symbolic_rc.ranker.scoring import linear_scorer, reranker
from symbolic_rc.ranker.wording.nominals import instead, no_aside, whole_list


def _rule(function: RuleFunction, stage: str, source: str, example: str) -> RankerRule:
    name = function.__name__.replace("_", "-")
    return RankerRule(name, function, stage, inspect.getdoc(function) or "", source, example)


RULES = (
    *(proposer.rule() for proposer in PROPOSERS),
    _rule(linear_scorer, "score", "Rajpurkar et al. 2016, section 5; Chen et al. 2016", "every question"),
    _rule(reranker, "score", "own: boosted trees over the list", "every question"),
    _rule(
        choice,
        "decide",
        "Richardson et al. 2013; Smith et al. 2015",
        "Where did she move? A) ... -> a choice",
    ),
    _rule(
        cloze_entity, "decide", "Chen et al. 2016; Hermann et al. 2015", "@placeholder sold the mill -> Marta"
    ),
    _rule(stated, "decide", "own: frames and dependencies agree", "Who sold it? -> she sold it to Bo"),
    _rule(yes_no, "decide", "own", "Did she sell the mill? -> yes; Is it old or new? -> old"),
    _rule(
        several_spans,
        "word",
        "Dasigi et al. 2019; Segal et al. 2020",
        "Who are the two sisters? -> Ann; Bo",
    ),
    _rule(owner, "decide", "own", "Whose is the cat? -> the cat belonged to Felix"),
    _rule(instead, "word", "own", "What does it hold? -> water, for: no silver but water"),
    _rule(no_aside, "word", "own", "Who sold it? -> Marta, for: Marta, who was old"),
    _rule(whole_list, "word", "own", "What did she buy? -> a cow, a goat and two hens"),
    _rule(name_form, "word", "Dasigi et al. 2019", "What is the last name of the man who sold it? -> Reed"),
)


def default_book() -> RankerBook:
    """Return a book of the engine's own rules, to use or to change."""
    return RankerBook(RULES)
