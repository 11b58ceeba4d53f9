"""The rule, under the name that it had."""

from symbolic_rc.rules.rule import Rule as FactRule

__all__ = ["FactRule"]
