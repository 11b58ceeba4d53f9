"""Behavioural checks: many small stories of each kind, whose questions must all be answered right."""

from symbolic_rc.behaviour.cases import BehaviouralCase, export, make_cases
from symbolic_rc.behaviour.check import CheckResult, check_predictions, check_reader
from symbolic_rc.behaviour.templates import Template, capabilities, load_templates

__all__ = [
    "BehaviouralCase",
    "CheckResult",
    "Template",
    "capabilities",
    "check_predictions",
    "check_reader",
    "export",
    "load_templates",
    "make_cases",
]
