"""The story: a text and, layer by layer, what was read in it."""

from __future__ import annotations

import html
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.entity import Frame
from symbolic_rc.core.errors import check_name, check_text
from symbolic_rc.core.files.container import Container
from symbolic_rc.core.forks import cached_property
from symbolic_rc.core.record import Record
from symbolic_rc.core.tokens import Tokens, tokens
from symbolic_rc.lexicon.english import POSSESSIVES
from symbolic_rc.story import layers

if TYPE_CHECKING:
    import networkx as nx
    from spacy.language import Language
    from spacy.tokens import Doc

    from symbolic_rc.core.entity import Entity, Mention
    from symbolic_rc.coref import Quotation, Resolution
    from symbolic_rc.graph.facts import Fact, Facts
    from symbolic_rc.graph.inference.clauses import Clause
    from symbolic_rc.story.corrections import Correction

#: The layers that are read, in order, with what is read in each.
READ_LAYERS = {
    "doc": "words and sentences",
    "resolution": "coreference",
    "frames": "who does what to whom",
    "facts": "facts",
}
#: The layers that can be left out.
LAYERS = ("frames", "coreference", "graph")


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
    pipeline : Language or None
        None for the project's own.
    clauses : tuple of Clause
        The clauses of inference; None for those of the package.
    """

    def __init__(self, record: Record, pipeline: Language | None = None) -> None:
        check_text("the text", record.text)
        self.id, self.text, self.title = record.id, record.text, record.title
        self.tokenised = record.tokenised
        self.pipeline = pipeline
        self.clauses: tuple[Clause, ...] | None = None

    @classmethod
    def from_text(cls, text: str, pipeline: Language | None = None) -> Story:
        """Make a story of a bare text; a byte-order mark before it is none of it."""
        return cls(Record("story", text.removeprefix("\ufeff")), pipeline)

    @cached_property
    def tokens(self) -> Tokens:
        """Light tokens and sentences, without any model: all that the retrieval baselines need."""
        return tokens(self.text, self.tokenised)

    @cached_property
    def doc(self) -> Doc:
        """The annotated text; of tokenised text, the words are those between white space."""
        from symbolic_rc.annotate import annotate, default_pipeline
        from symbolic_rc.coref import resolve_one

        return resolve_one(annotate(self.text, self.pipeline or default_pipeline(), self.tokenised))

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
        """The facts as a graph, see `symbolic_rc.graph.entity_graph`: their terms are edges."""
        from symbolic_rc.graph import entity_graph

        return entity_graph(self.facts)

    @cached_property
    def facts(self) -> Facts:
        """What the story says, one thing at a time: events, attributes, relations, comparisons, order."""
        from symbolic_rc.graph.facts import read_facts

        stated = read_facts(self.doc, self.mentions, self.entities, self.frames, self.quotations)
        return self.infer(stated)

    def infer(self, facts: Facts, removed: Sequence[Fact] = ()) -> Facts:
        """Return facts with what follows from them by the story's clauses, but for what was removed."""
        from symbolic_rc.graph.inference.chaining import inferred
        from symbolic_rc.graph.inference.clauses import own_clauses

        return inferred(facts, own_clauses() if self.clauses is None else self.clauses, removed)

    def reinfer(self, facts: Facts) -> Facts:
        """Return what facts state with what follows by the story's clauses, in place of what followed."""
        from symbolic_rc.graph.facts import Facts

        stated = [fact for fact in facts if not fact.clause]
        return self.infer(Facts(stated, facts.syntax, facts.entities, facts.mentions, facts.edited))

    def with_clauses(self, clauses: Sequence[Clause]) -> Story:
        """Return the same text with what follows from its facts by other clauses of inference.

        Examples
        --------
        >>> import symbolic_rc
        >>> from symbolic_rc.graph.inference.clauses import parse_clauses
        >>> own = parse_clauses("grow: plant(ARG0=?a, ARG1=?x) -> grow(ARG0=?a, ARG1=?x)")
        >>> story = symbolic_rc.read("Ada planted beans.").with_clauses(own)
        >>> [story.facts.describe(fact) for fact in story.facts if fact.clause]
        ['grow.01(ARG0=Ada, ARG1=beans)']
        """
        part = self._same_text()
        part.frames, part.resolution, part.clauses = self.frames, self.resolution, tuple(clauses)
        part.facts = part.reinfer(self.facts)
        return part

    def without(self, *left_out: str) -> Story:
        """Return the same text as if some layers were not there: ``frames``, ``coreference``, ``graph``.

        Without frames, events are read off syntax alone; without coreference, every mention is an entity of
        its own; without the graph there are no facts. What is read off a layer is read again.

        Raises
        ------
        SymbolicRCError
            If there is no such layer.
        """
        from symbolic_rc.coref import unlinked
        from symbolic_rc.coref.mentions.syntax import read_syntax
        from symbolic_rc.graph.facts import Facts

        for name in left_out:
            check_name("layer", name, LAYERS)
        part = self._same_text()
        part.frames = () if "frames" in left_out else self.frames
        part.resolution = unlinked(self.doc) if "coreference" in left_out else self.resolution
        if "graph" in left_out:
            part.facts = Facts((), read_syntax(self.doc), part.entities, part.mentions)
        return part

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

        part = self._same_text()
        part.frames, part.resolution = self.frames, self.resolution
        part.facts = part.infer(*facts_of(graph, self.facts))
        return part

    def with_corrections(self, corrections: str | Path | Sequence[Correction]) -> Story:
        """Return the same text with corrections of what was read in it: answers follow them.

        Parameters
        ----------
        corrections : path of a file, or sequence of `corrections.Correction`

        Raises
        ------
        DataError
            If the file is malformed, or names what is not in the text.

        Examples
        --------
        >>> import symbolic_rc
        >>> from symbolic_rc.story.corrections import Correction
        >>> story = symbolic_rc.read("Ada met Mina. She sold the mill.")
        >>> story = story.with_corrections([Correction("She", "Mina", sentence=2)])
        >>> symbolic_rc.load().answer(story, "Who sold the mill?").text
        'Mina'
        """
        from symbolic_rc.story.corrections import edit_graph, parse_corrections, relinked

        given = parse_corrections(Path(corrections)) if isinstance(corrections, (str, Path)) else corrections
        part = self._same_text()
        part.frames, part.resolution = self.frames, relinked(self, given)
        if all(one.words for one in given):
            return part
        graph = part.graph.copy()
        edit_graph(graph, part, given)
        return part.with_graph(graph)

    def _same_text(self) -> Story:
        """Return a story of the same text and annotation, of which nothing else was read."""
        part = Story(Record(self.id, self.text, (), self.title, self.tokenised), self.pipeline)
        part.tokens, part.doc, part.clauses = self.tokens, self.doc, self.clauses
        return part

    def __reduce__(self) -> tuple[Any, ...]:
        from symbolic_rc.annotate import portable

        packer = layers.Packer()
        read = [name for name in READ_LAYERS if name in vars(self)]
        for name in read:
            layers.pack(packer, name, getattr(self, name))
        about = (self.id, self.text, self.title, self.tokenised, self.clauses)
        return _unpickled, (about, portable(self.pipeline), read, packer.arrays())

    def __repr__(self) -> str:
        start = " ".join(self.text[:60].split()) + ("…" if len(self.text) > 60 else "")  # noqa: PLR2004
        return f"<Story {self.id!r}: {len(self.text)} characters, {start!r}>"

    def _repr_html_(self) -> str:
        text = html.escape(self.text).replace("\n", "<br>")
        return f"<h3>{html.escape(self.title or self.id)}</h3><p>{text}</p>"

    @cached_property
    def resolved_tokens(self) -> Tokens:
        """Light tokens with pronouns replaced by names, in the same sentences as `tokens`.

        The words of a name have the character offsets of the pronoun that they replace.
        """
        light, instead = self.tokens, self._words_for_pronouns()
        words: list[str] = []
        places: list[int] = []
        for i, (word, start) in enumerate(zip(light.words, light.starts.tolist(), strict=True)):
            name = instead.get(start) or [word]
            words += name
            places += [i] * len(name)
        bounds = np.searchsorted(np.array(places, np.int64), light.sentences).astype(np.int32)
        return Tokens(tuple(words), light.starts[places], light.ends[places], bounds)

    def _words_for_pronouns(self) -> dict[int, list[str]]:
        """Return each pronoun's name, else its first noun phrase, possessive as it was, by its character."""
        found: dict[int, list[str]] = {}
        for mention in self.mentions:
            entity = self.entities[mention.entity]
            first = self.mentions[entity.mentions[0]]
            if mention.kind != "pronoun" or not (entity.names or first.kind == "nominal"):
                continue
            token = self.doc[mention.head]
            possessive = token.lower_ in POSSESSIVES and token.dep_.startswith("nmod")
            found[token.idx] = [*entity.name.split(), *(["'s"] if possessive else [])]
        return found


def _unpickled(
    about: tuple[Any, ...], pipeline: Language | str | None, read: Sequence[str], arrays: dict[str, Any]
) -> Story:
    """Return the story that was pickled; what was not read yet is read when it is needed."""
    from symbolic_rc.annotate import unportable

    name, text, title, tokenised, clauses = about
    story = Story(Record(name, text, (), title, tokenised), unportable(pipeline))
    story.clauses = clauses
    unpacker = layers.Unpacker(Container({}, arrays))
    for layer in read:
        setattr(story, layer, layers.unpack(unpacker, layer, story))
    return story
