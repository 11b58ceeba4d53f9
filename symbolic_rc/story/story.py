"""The story: a text and, layer by layer, what was read in it."""

from __future__ import annotations

import html
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.frame import Frame
from symbolic_rc.core.record import Record
from symbolic_rc.core.tokens import Tokens, tokens
from symbolic_rc.story.resolved import entity_positions, resolved_sentences, resolved_tokens

if TYPE_CHECKING:
    import networkx as nx
    from spacy.language import Language
    from spacy.tokens import Doc

    from symbolic_rc.core.entity import Entity, Mention
    from symbolic_rc.coref import Quotation, Resolution
    from symbolic_rc.graph.facts import Facts


class Story:
    """A text with what was read in it; each layer is made at its first use, then kept.

    Parameters
    ----------
    record : Record
        The text and its id. Its questions are never looked at.
    pipeline : Language, optional
        The spaCy pipeline that annotates; the project's own by default.

    Attributes
    ----------
    tokens : Tokens
        Light tokens and sentences, without any model: all that the retrieval baselines need.
    doc : Doc
        The annotated text.
    chars : ndarray of int32, shape (tokens, 2)
        Where its tokens start and end.
    mentions : tuple of Mention
        Every span that refers, in order of the text.
    entities : tuple of Entity
        What they refer to, in order of first mention.
    quotations : tuple of Quotation
        Direct speech with its speakers.
    graph : networkx.MultiDiGraph
        The facts as a graph; see `symbolic_rc.graph.entity_graph`.
    facts : Facts
        What the story says, one thing at a time; see `symbolic_rc.graph.facts`.
    """

    def __init__(self, record: Record, pipeline: Language | None = None) -> None:
        self.id, self.text, self.title = record.id, record.text, record.title
        self.tokenised = record.tokenised
        self._pipeline = pipeline

    @property
    def pipeline(self) -> Language | None:
        """The pipeline that annotates; None for the project's own."""
        return self._pipeline

    @classmethod
    def from_text(cls, text: str, pipeline: Language | None = None) -> Story:
        """Make a story of a bare text; a byte-order mark before it is none of it."""
        return cls(Record("story", text.removeprefix("\ufeff")), pipeline)

    @cached_property
    def tokens(self) -> Tokens:
        """Light tokens and sentences."""
        return tokens(self.text, self.tokenised)

    @cached_property
    def doc(self) -> Doc:
        """The annotated text; of tokenised text, the words are those between white space."""
        from symbolic_rc.annotate import annotate, default_pipeline

        return annotate(self.text, self._pipeline or default_pipeline(), self.tokenised)

    @cached_property
    def chars(self) -> NDArray[np.int32]:
        """Where the tokens of `doc` start and end in the text; int32, shape (tokens, 2)."""
        starts, lengths = self.doc.to_array(["IDX", "LENGTH"]).reshape(-1, 2).astype(np.int32).T
        return np.stack([starts, starts + lengths], axis=1)

    @cached_property
    def frames(self) -> tuple[Frame, ...]:
        """The PropBank frames, in order of their predicates."""
        from symbolic_rc.frames import parse

        return parse(self.doc)

    @cached_property
    def resolution(self) -> Resolution:
        """Mentions, entities and quotations together."""
        from symbolic_rc.coref import resolve

        return resolve(self.doc)

    @property
    def mentions(self) -> tuple[Mention, ...]:
        """Every span that refers, in order of the text."""
        return self.resolution.mentions

    @property
    def entities(self) -> tuple[Entity, ...]:
        """The clusters of mentions, in order of first mention."""
        return self.resolution.entities

    @property
    def quotations(self) -> tuple[Quotation, ...]:
        """Direct speech; speakers and addressees are indices into `mentions`."""
        return self.resolution.quotations

    @cached_property
    def graph(self) -> nx.MultiDiGraph:
        """The facts as a graph: entities, facts and values are nodes, the terms of facts are edges."""
        from symbolic_rc.graph import entity_graph

        return entity_graph(self.facts)

    @cached_property
    def facts(self) -> Facts:
        """What the story says, one thing at a time: events, attributes, relations, comparisons, order."""
        from symbolic_rc.graph.facts import read_facts

        return read_facts(self.doc, self.mentions, self.entities, self.frames, self.quotations)

    def without(self, *layers: str) -> Story:
        """Return the same text as if some layers were not there: ``frames``, ``coreference``, ``graph``.

        Without frames, events are read off syntax alone; without coreference, every mention is an entity of
        its own; without the graph there are no facts. What is read off a layer is read again.

        Raises
        ------
        SymbolicRCError
            If there is no such layer.
        """
        from symbolic_rc.story.variant import StoryVariant

        return StoryVariant(self, layers)

    def with_graph(self, graph: nx.DiGraph) -> Story:
        """Return the same text with the facts of another graph: answers follow what was edited in it.

        Parameters
        ----------
        graph : networkx.DiGraph
            A changed copy of the story's `graph`; see `symbolic_rc.graph.facts_of` for what it may hold.

        Raises
        ------
        GraphError
            If facts cannot be read from the graph.

        Examples
        --------
        >>> import symbolic_rc
        >>> story = symbolic_rc.read("Ada Holm kept the mill. Bo Finch sold the wheel.")
        >>> graph = story.graph.copy()
        >>> (selling,) = [node for node, of in graph.nodes(data="predicate") if of == "sell"]
        >>> graph.remove_node(selling)
        >>> [fact.predicate for fact in story.with_graph(graph).facts.of("event")]
        ['keep']
        """
        from symbolic_rc.graph import facts_of
        from symbolic_rc.story.variant import StoryVariant

        return StoryVariant(self, facts=facts_of(graph, self.facts))

    @cached_property
    def positions(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """The token spans of each entity's mentions, by the entity's id."""
        return entity_positions(self.mentions, self.entities)

    def __reduce__(self) -> tuple[Any, ...]:
        from symbolic_rc.story.disk import packed, unpacked

        return unpacked, packed(self)

    def __repr__(self) -> str:
        start = " ".join(self.text[:60].split()) + ("…" if len(self.text) > 60 else "")  # noqa: PLR2004
        return f"<Story {self.id!r}: {len(self.text)} characters, {start!r}>"

    def _repr_html_(self) -> str:
        text = html.escape(self.text).replace("\n", "<br>")
        return f"<h3>{html.escape(self.title or self.id)}</h3><p>{text}</p>"

    def resolved_sentences(self) -> list[list[str]]:
        """Return the sentences as words, pronouns replaced by the name of what they refer to."""
        return resolved_sentences(self.doc, self.mentions, self.entities)

    @cached_property
    def resolved_tokens(self) -> Tokens:
        """Light tokens with pronouns replaced by names, in the same sentences as `tokens`."""
        return resolved_tokens(self.tokens, self.doc, self.mentions, self.entities)
