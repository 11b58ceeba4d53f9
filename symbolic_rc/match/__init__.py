"""Paraphrase matching: which words of a story match which words of a question, how, and how well."""

from symbolic_rc.match.keys import StoryWords
from symbolic_rc.match.kinds import REASONS, Kind, Weights
from symbolic_rc.match.matcher import Matcher, Matches, matcher

__all__ = ["REASONS", "Kind", "Matcher", "Matches", "StoryWords", "Weights", "matcher"]
