"""The progress of a run; the command line shows it (`cli/progress.py`)."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Receives what a run does."""

    def stage(self, what: str) -> None:
        """Start a stage: ``loading the reader``."""

    def begin(self, done: int, total: int | None) -> None:
        """Start the stories: how many are done already, and the total, if known."""

    def story(self, name: str) -> None:
        """Report the story that a worker gets."""

    def advance(self, questions: int) -> None:
        """Report one more story with its number of questions."""


class NoProgress:
    """Progress that is not shown."""

    def stage(self, what: str) -> None:
        """Do nothing."""

    def begin(self, done: int, total: int | None) -> None:
        """Do nothing."""

    def story(self, name: str) -> None:
        """Do nothing."""

    def advance(self, questions: int) -> None:
        """Do nothing."""
