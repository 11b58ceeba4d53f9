"""A story as if some of its layers were not there, to see what each is worth."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from typing import Any

from symbolic_rc.core.errors import check_name
from symbolic_rc.core.record import Record
from symbolic_rc.story.story import Story

#: The layers that can be left out.
LAYERS = ("frames", "coreference", "graph")


class StoryWithout(Story):
    """A story without some layers; see `Story.without`.

    Parameters
    ----------
    whole : Story
    layers : collection of str
        Of `LAYERS`.
    """

    def __init__(self, whole: Story, layers: Collection[str]) -> None:
        for name in layers:
            check_name("layer", name, LAYERS)
        super().__init__(Record(whole.id, whole.text, (), whole.title, whole.tokenised), whole.pipeline)
        self._whole, self._off = whole, frozenset(layers)

    def __reduce__(self) -> tuple[Any, ...]:
        return StoryWithout, (self._whole, tuple(sorted(self._off)))

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
    def graph(self) -> Any:
        """The entity graph, or its nodes alone."""
        if "graph" not in self._off:
            return super().graph
        import networkx as nx

        from symbolic_rc.graph.build import entity_nodes

        graph = nx.MultiDiGraph(events=(), timeline=())
        graph.add_nodes_from(entity_nodes(self.mentions, self.entities))
        return graph

    @cached_property
    def facts(self) -> Any:
        """What is read off the layers that are left, or nothing."""
        from symbolic_rc.graph.facts import Facts

        found = super().facts
        return Facts((), found.syntax, found.entities, found.mentions) if "graph" in self._off else found
