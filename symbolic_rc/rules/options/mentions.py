"""Where a story mentions the options that a question names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symbolic_rc.core.tokens import words_of
from symbolic_rc.core.words import FUNCTION_WORDS
from symbolic_rc.rules.case import Case

_STANDING_FOR_NOUNS = frozenset(("one", "ones"))


@dataclass(frozen=True, slots=True)
class Mentioned:
    """Where each option is mentioned.

    Attributes
    ----------
    spans : tuple of tuple of (int, int)
        For each option the tokens of its mentions, by name or by what refers to it, in order.
    at : dict of int to int
        The option of each token of these.
    """

    spans: tuple[tuple[tuple[int, int], ...], ...]
    at: dict[int, int]

    def within(self, start: int, end: int) -> list[tuple[int, int]]:
        """Return the mentions inside some tokens, in order: where each begins, and its option."""
        found = [
            (span[0], option) for option, spans in enumerate(self.spans) for span in spans
            if start <= span[0] and span[1] <= end
        ]  # fmt: skip
        return sorted(found)


def option_words(option: str) -> tuple[str, ...]:
    """Return an option's words without function words, in lower case; all where it has no others."""
    words = [word.lower() for word in words_of(option) if any(map(str.isalnum, word))]
    told = tuple(word for word in words if word not in FUNCTION_WORDS) or tuple(words)
    return tuple(word for word in told if word not in _STANDING_FOR_NOUNS) or told  # "the red one"


def mentioned(case: Case, options: Sequence[str]) -> Mentioned:
    """Return where a story mentions each option, by its words, by some that no other has, or as an entity."""
    names = [option_words(option) for option in options]
    spans: list[list[tuple[int, int]]] = [list(_places(case, name)) for name in names]
    for number, name in enumerate(names):
        others = {word for other in names[:number] + names[number + 1 :] for word in other}
        for word in name if not spans[number] else ():
            if word not in others:
                spans[number] += _places(case, (word,))
    at = {i: number for number, found in enumerate(spans) for span in found for i in range(*span)}
    for number, found in enumerate(spans):
        for start, end in _further(case, found):
            if not any(i in at for i in range(start, end)):
                found.append((start, end))
                at.update(dict.fromkeys(range(start, end), number))
    return Mentioned(tuple(tuple(sorted(found)) for found in spans), at)


def _places(case: Case, name: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield where words stand side by side, as they are or as lemmas."""
    lowers, lemmas = case.facts.syntax.lowers, case.facts.syntax.lemmas
    for i in range(len(lowers) - len(name) + 1):
        if all(word in (lowers[i + k], lemmas[i + k].lower()) for k, word in enumerate(name)):
            yield i, i + len(name)


def _further(case: Case, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the further mentions of the entities that some mentions name."""
    ends = {end - 1 for _, end in spans}
    entities = {mention.entity for mention in case.facts.mentions if mention.head in ends}
    return [(m.start, m.end) for m in case.facts.mentions if m.entity in entities and m.entity >= 0]
