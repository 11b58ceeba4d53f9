"""Which names are one entity, by the coreference layer (Hermann et al. 2015, section 2.1)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from symbolic_rc.core.record import Record
from symbolic_rc.datasets.cloze.clusters import key_of
from symbolic_rc.datasets.cloze.names import Name
from symbolic_rc.datasets.cloze.tokens import Text
from symbolic_rc.story import Story

_STOPS = frozenset(".!?\"'")


def resolved(texts: Sequence[Text], names: Sequence[Sequence[Name]]) -> list[int]:
    """Return the entity of each name, numbered from 0 in order of first mention.

    The texts are resolved as one, each a sentence at least, so that a highlight's names are those of its
    article. Names whose mentions are in one cluster are one entity, and so are names of the same form; names
    that are no mentions of the layer are told by their form alone.

    Parameters
    ----------
    texts : sequence of Text
        An article, then its highlights.
    names : sequence of sequence of Name
        For each text its names.
    """
    words: list[str] = []
    starts = []
    for text in texts:
        starts.append(len(words))
        words += text.words
        if text.words and text.words[-1] not in _STOPS:
            words.append(".")
    owner = {
        start + token: ("form", *key_of(name))
        for start, own in zip(starts, names, strict=True)
        for name in own
        for token in range(name.start, name.end)
    }
    joined = _Joined()
    for mention in Story(Record("texts", " ".join(words), tokenised=True)).mentions:
        if mention.kind != "name":
            continue
        inside = (owner[token] for token in range(mention.start, mention.end) if token in owner)
        form = owner.get(mention.head) or next(inside, None)  # "the mayor Ada Holm": the head is no name
        if form is not None:
            joined.join(form, ("cluster", mention.entity))
    numbers: dict[object, int] = {}
    forms = (("form", *key_of(name)) for name in chain(*names))
    return [numbers.setdefault(joined.find(form), len(numbers)) for form in forms]


class _Joined:
    """Sets of things that were joined."""

    def __init__(self) -> None:
        self._above: dict[object, object] = {}

    def find(self, one: object) -> object:
        """Return what stands for the set that a thing is in."""
        while (above := self._above.setdefault(one, one)) != one:
            one = above
        return one

    def join(self, one: object, other: object) -> None:
        """Make two sets one."""
        self._above[self.find(one)] = self.find(other)
