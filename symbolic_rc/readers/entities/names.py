"""Finding a story's entities where a question names them."""

from __future__ import annotations

from collections.abc import Sequence

from symbolic_rc.readers.answers import words_of
from symbolic_rc.readers.entities.named import NamedEntity


class Names:
    """The names of a story's entities, to be found in other texts.

    Parameters
    ----------
    entities : sequence of NamedEntity

    Examples
    --------
    >>> ada = NamedEntity("Ada Holm", frozenset({"ada holm", "ada"}), ((0, 2),))
    >>> Names([ada]).find("Did Ada Holm sell the mill ?".split())
    [(1, 3, 0)]
    """

    def __init__(self, entities: Sequence[NamedEntity]) -> None:
        self._forms: dict[tuple[str, ...], int] = {}
        for number, entity in enumerate(entities):
            for name in sorted(entity.names):
                if words := tuple(words_of(name)):
                    self._forms.setdefault(words, number)
        self._longest = max(map(len, self._forms), default=0)

    def find(self, tokens: Sequence[str]) -> list[tuple[int, int, int]]:
        """Return where tokens name an entity: start, end (exclusive) and the entity's number.

        The longest name is taken. A name begins with a capital letter or is a marker.
        """
        words = [(word, i) for i, token in enumerate(tokens) for word in words_of(token)]
        found, at = [], 0
        while at < len(words):
            start = words[at][1]
            length, entity = (
                self._at(words, at) if tokens[start][0].isupper() or tokens[start][0] == "@" else (0, -1)
            )
            if length:
                found.append((start, words[at + length - 1][1] + 1, entity))
            at += max(1, length)
        return found

    def _at(self, words: Sequence[tuple[str, int]], at: int) -> tuple[int, int]:
        """Return the length in words of the longest name that begins at a place, and its entity."""
        for length in range(min(self._longest, len(words) - at), 0, -1):
            entity = self._forms.get(tuple(word for word, _ in words[at : at + length]))
            if entity is not None:
                return length, entity
        return 0, -1
