"""Which entity a stretch of text speaks of."""

from __future__ import annotations

from collections.abc import Sequence

from symbolic_rc.core.entity import Mention
from symbolic_rc.core.frame import Argument


class MentionIndex:
    """Mentions by their head and by their span.

    Parameters
    ----------
    mentions : sequence of Mention
    """

    def __init__(self, mentions: Sequence[Mention]) -> None:
        self._by_head: dict[int, int] = {}
        self._by_span: dict[tuple[int, int], int] = {}
        for i, mention in enumerate(mentions):
            self._by_span.setdefault((mention.start, mention.end), i)
            known = self._by_head.get(mention.head)
            # of a coordination and its first member, the head stands for the member
            if known is None or mention.end - mention.start < mentions[known].end - mentions[known].start:
                self._by_head[mention.head] = i
        self._mentions = mentions

    def at_head(self, token: int) -> int:
        """Return the mention with this head, or -1."""
        return self._by_head.get(token, -1)

    def of(self, argument: Argument) -> int:
        """Return the mention that fills an argument, or -1: the same span, else the same head."""
        found = self._by_span.get((argument.start, argument.end))
        return self._by_head.get(argument.head, -1) if found is None else found
