"""A story with some of its layers left out, to see what each is worth, or with other facts than were read."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from typing import TYPE_CHECKING, Any

from symbolic_rc.core.errors import check_name
from symbolic_rc.core.record import Record
from symbolic_rc.story.story import Story

if TYPE_CHECKING:
    from symbolic_rc.graph.facts import Facts

#: The layers that can be left out.
LAYERS = ("frames", "coreference", "graph")


class StoryVariant(Story):
    """A story without some layers, or with other facts; see `Story.without` and `Story.with_graph`.

    Parameters
    ----------
    whole : Story
    layers : collection of str
        Those that are left out, of `LAYERS`.
    facts : Facts, optional
        In place of those that are read.
    """

    def __init__(self, whole: Story, layers: Collection[str] = (), facts: Facts | None = None) -> None:
        for name in layers:
            check_name("layer", name, LAYERS)
        super().__init__(Record(whole.id, whole.text, (), whole.title, whole.tokenised), whole.pipeline)
        self._whole, self._off = whole, frozenset(layers)
        if facts is not None:
            self.facts = facts

    def __reduce__(self) -> tuple[Any, ...]:
        return StoryVariant, (self._whole, tuple(sorted(self._off)))

    @cached_property
    def tokens(self) -> Any:
        """Those of the whole."""
        return self._whole.tokens

    @cached_property
    def doc(self) -> Any:
        """That of the whole."""
        return self._whole.doc

    @cached_property
    def frames(self) -> Any:
        """Those of the whole, or none."""
        return () if "frames" in self._off else self._whole.frames

    @cached_property
    def resolution(self) -> Any:
        """That of the whole, or every mention as an entity of its own."""
        from symbolic_rc.coref import unlinked

        return unlinked(self.doc) if "coreference" in self._off else self._whole.resolution

    @cached_property
    def facts(self) -> Any:
        """What is read off the layers that are left, or nothing."""
        if "graph" not in self._off:
            return super().facts
        from symbolic_rc.coref.mentions.syntax import read_syntax
        from symbolic_rc.graph.facts import Facts

        return Facts((), read_syntax(self.doc), self.entities, self.mentions)
