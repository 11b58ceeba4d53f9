"""The default rulebook: all rules in their order, which reads like a table of contents."""

from __future__ import annotations

from symbolic_rc.rules.book import RULES as OVER_FACTS
from symbolic_rc.rules.families.state import STATE_RULES
from symbolic_rc.rules.ranked import FORMS, RANKED
from symbolic_rc.rules.rulebook import Rulebook

#: What comes after the ranker, for stories that give it no candidate, and for those who have no ranker.
_LAST = ("supported-option", "nearest-phrase", "frequent-entity", "any-phrase")

RULES = (
    *FORMS,
    *STATE_RULES,
    *(rule for rule in OVER_FACTS if rule.name not in _LAST and rule not in STATE_RULES),
    *RANKED,
    *(rule for rule in OVER_FACTS if rule.name in _LAST),
)


def default_rulebook() -> Rulebook:
    """Return a book of the engine's own rules, to use or to change."""
    return Rulebook(RULES)
