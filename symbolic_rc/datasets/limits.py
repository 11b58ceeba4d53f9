"""How large what is read may be, so that no input, however made, fills the memory."""

from __future__ import annotations

from dataclasses import dataclass

#: Bytes of one megabyte.
MB = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that one record, and one archive, may hold.

    Attributes
    ----------
    text : int
        Bytes of a story's text, and of a line that holds a story with its questions.
    questions : int
        Questions on one story.
    unpacked : int
        Bytes of a compressed file or an archive when it is unpacked, and of standard input.
    """

    text: int = 64 * MB
    questions: int = 100_000
    unpacked: int = 2048 * MB

    def too_long(self, what: str) -> str:
        """Say that something is longer than a text may be."""
        return f"{what} is longer than {self.text // MB} MB (--max-text raises the limit)"

    def too_large(self, what: str) -> str:
        """Say that something is larger than what may be unpacked."""
        return f"{what} more than {self.unpacked // MB} MB (--max-unpacked raises the limit)"

    def too_many(self) -> str:
        """Say that a story has more questions than it may have."""
        return f"the story has more than {self.questions:,} questions (--max-questions raises the limit)"


#: What holds where nobody says otherwise.
DEFAULT = Limits()
