"""Behavioural checks: many small stories of a kind, each of which a reader must get wholly right."""

from symbolic_rc.behaviour.cases import Case, export, make_cases
from symbolic_rc.behaviour.check import Checked, check_predictions, check_reader
from symbolic_rc.behaviour.templates import Template, capabilities, load_templates

__all__ = [
    "Case",
    "Checked",
    "Template",
    "capabilities",
    "check_predictions",
    "check_reader",
    "export",
    "load_templates",
    "make_cases",
]
