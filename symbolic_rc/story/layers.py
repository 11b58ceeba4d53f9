"""Each layer of a story as arrays, and back again unchanged: rows become columns, strings become integers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice, pairwise
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.entity import Entity, Mention
from symbolic_rc.core.files.container import Container, pack_strings
from symbolic_rc.core.frame import Argument, Frame
from symbolic_rc.core.tokens import Tokens, Vocabulary

if TYPE_CHECKING:
    from spacy.tokens import Doc
    from spacy.vocab import Vocab

    from symbolic_rc.coref import Resolution
    from symbolic_rc.graph.facts import Facts

#: spaCy's attributes that hold strings, and those that hold numbers.
_STRING_ATTRIBUTES = ("TAG", "POS", "LEMMA", "DEP", "ENT_TYPE", "MORPH", "NORM")
_NUMBER_ATTRIBUTES = ("HEAD", "SENT_START", "ENT_IOB")
_DTYPES = {"i": np.int32, "b": np.bool_, "s": np.int32}


class Packer:
    """Gather named columns for a container.

    Kinds of columns are strings (``s``), integers (``i``) and truth values (``b``).

    Examples
    --------
    >>> packer = Packer()
    >>> packer.rows("pair", [("mill", 1), ("wheel", 2)], "si")
    >>> {name: array.tolist() for name, array in packer.arrays().items() if name.startswith("pair")}
    {'pair.0': [0, 1], 'pair.1': [1, 2]}
    """

    def __init__(self) -> None:
        self._strings = Vocabulary()
        self._arrays: dict[str, NDArray[Any]] = {}

    def rows(self, name: str, rows: Sequence[Sequence[Any]], kinds: str) -> None:
        """Add rows, a kind for each column."""
        columns = list(zip(*rows, strict=True)) if rows else [()] * len(kinds)
        for number, (kind, column) in enumerate(zip(kinds, columns, strict=True)):
            self._arrays[f"{name}.{number}"] = self._column(kind, column)

    def records(self, name: str, records: Iterable[Any], kinds: str, fields: str) -> None:
        """Add these fields of each record as a row."""
        self.rows(name, list(map(attrgetter(*fields.split()), records)), kinds)

    def lists(self, name: str, lists: Iterable[Sequence[Any]], kind: str = "i") -> None:
        """Add a list of lists of one kind."""
        kept = list(lists)
        self._arrays[f"{name}.ends"] = np.cumsum([len(each) for each in kept], dtype=np.int64).astype(
            np.int32
        )
        self._arrays[f"{name}.values"] = self._column(kind, [value for each in kept for value in each])

    def array(self, name: str, array: NDArray[Any]) -> None:
        """Add an array as it is."""
        self._arrays[name] = array

    def _column(self, kind: str, column: Sequence[Any]) -> NDArray[Any]:
        values = map(self._strings.add, column) if kind == "s" else column
        return np.fromiter(values, _DTYPES[kind], len(column))

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return everything, with the table of strings."""
        strings = self._strings
        return self._arrays | pack_strings("strings", (strings[i] for i in range(len(strings))))


class Unpacker:
    """Take apart what a `Packer` put into a container."""

    def __init__(self, container: Container) -> None:
        self._arrays = container.arrays
        self._strings = container.strings("strings") if len(container.arrays["strings.ends"]) else []

    def columns(self, name: str, kinds: str) -> list[list[Any]]:
        """Return the columns of what was given to `Packer.rows` or `Packer.records`."""
        return [self._column(kind, f"{name}.{i}") for i, kind in enumerate(kinds)]

    def rows(self, name: str, kinds: str) -> list[tuple[Any, ...]]:
        """Return rows as they were given to `Packer.rows`."""
        return list(zip(*self.columns(name, kinds), strict=True))

    def lists(self, name: str, kind: str = "i") -> list[tuple[Any, ...]]:
        """Return lists as they were given to `Packer.lists`, as tuples."""
        values = self._column(kind, f"{name}.values")
        return [tuple(values[i:j]) for i, j in pairwise([0, *self._arrays[f"{name}.ends"].tolist()])]

    def array(self, name: str) -> NDArray[Any]:
        """Return an array as it was given."""
        return self._arrays[name]

    def string(self, number: int) -> str:
        """Return the string that a number in a column of strings stands for."""
        return self._strings[number]

    def _column(self, kind: str, name: str) -> list[Any]:
        values = self._arrays[name].tolist()
        return list(map(self._strings.__getitem__, values)) if kind == "s" else values


def pack_tokens(packer: Packer, tokens: Tokens) -> None:
    """Add the light tokens."""
    for name in ("starts", "ends", "sentences"):
        packer.array(f"tokens.{name}", getattr(tokens, name))


def unpack_tokens(unpacker: Unpacker, text: str) -> Tokens:
    """Return the light tokens of a text."""
    starts, ends = unpacker.array("tokens.starts"), unpacker.array("tokens.ends")
    words = tuple(map(text.__getitem__, map(slice, starts.tolist(), ends.tolist())))
    return Tokens(words, starts, ends, unpacker.array("tokens.sentences"))


def pack_doc(packer: Packer, doc: Doc) -> None:
    """Add an annotated document."""
    names: list[int | str] = [*_STRING_ATTRIBUTES, *_NUMBER_ATTRIBUTES]
    table = doc.to_array(names) if len(doc) else np.zeros((0, len(names)), np.uint64)
    for i, name in enumerate(_STRING_ATTRIBUTES):
        codes, inverse = np.unique(table[:, i], return_inverse=True)
        strings = [doc.vocab.strings[int(code)] if code else "" for code in codes]
        packer.lists(f"doc.{name}.names", [strings], "s")
        packer.array(f"doc.{name}", inverse.reshape(-1).astype(np.int32))
    for i, name in enumerate(_NUMBER_ATTRIBUTES, len(_STRING_ATTRIBUTES)):
        packer.array(f"doc.{name}", table[:, i].astype(np.int64).astype(np.int32))
    packer.rows("doc.words", [(token.text, bool(token.whitespace_)) for token in doc], "sb")


def unpack_doc(unpacker: Unpacker, vocab: Vocab) -> Doc:
    """Return the annotated document."""
    from spacy.tokens import Doc

    add: Callable[[str], int] = vocab.strings.add
    used, places = np.unique(unpacker.array("doc.words.0"), return_inverse=True)
    known = np.array([add(unpacker.string(int(one))) for one in used], np.uint64)
    # words as spaCy's numbers: a string costs as much as all else of a token together
    doc = Doc(vocab, words=known[places].tolist(), spaces=unpacker.array("doc.words.1").tolist())
    if not len(doc):
        return doc
    columns = []
    for name in _STRING_ATTRIBUTES:
        strings = unpacker.lists(f"doc.{name}.names", "s")[0]
        note: Callable[[str], int] = vocab.morphology.add if name == "MORPH" else add
        codes = np.array([note(string) if string else 0 for string in strings], np.uint64)
        columns.append(codes[unpacker.array(f"doc.{name}")])
    for name in _NUMBER_ATTRIBUTES:
        columns.append(unpacker.array(f"doc.{name}").astype(np.int64).astype(np.uint64))
    names: list[int | str] = [*_STRING_ATTRIBUTES, *_NUMBER_ATTRIBUTES]
    return doc.from_array(names, np.ascontiguousarray(np.array(columns).T))  # type: ignore[arg-type]


def pack_frames(packer: Packer, frames: Sequence[Frame]) -> None:
    """Add the frames."""
    rows = [
        (f.roleset, f.head, f.start, f.end, f.kind, f.negated, f.modality, len(f.arguments)) for f in frames
    ]
    packer.rows("frames", rows, "siiisbsi")
    arguments = (argument for frame in frames for argument in frame.arguments)
    packer.records("arguments", arguments, "siii", "role start end head")


def unpack_frames(unpacker: Unpacker) -> tuple[Frame, ...]:
    """Return the frames."""
    arguments = map(Argument, *unpacker.columns("arguments", "siii"))
    return tuple(
        Frame(roleset, head, start, end, kind, tuple(islice(arguments, count)), negated, modality)
        for roleset, head, start, end, kind, negated, modality, count in unpacker.rows("frames", "siiisbsi")
    )


def pack_resolution(packer: Packer, found: Resolution) -> None:
    """Add mentions, entities and quotations."""
    packer.records("mentions", found.mentions, "iiisiis", "start end head kind entity antecedent link")
    packer.records("entities", found.entities, "issssb", "id name type gender number speaks")
    packer.lists("entities.mentions", [e.mentions for e in found.entities])
    packer.lists("entities.names", [e.names for e in found.entities], "s")
    packer.records("quotations", found.quotations, "iiiis", "start end speaker addressee rule")


def unpack_resolution(unpacker: Unpacker) -> Resolution:
    """Return mentions, entities and quotations."""
    from symbolic_rc.coref import Quotation, Resolution

    mentions = tuple(map(Mention, *unpacker.columns("mentions", "iiisiis")))
    numbers, *names = unpacker.columns("entities", "issssb")
    own, others = unpacker.lists("entities.mentions"), unpacker.lists("entities.names", "s")
    entities = tuple(map(Entity, numbers, own, names[0], others, *names[1:]))
    quotations = tuple(map(Quotation, *unpacker.columns("quotations", "iiiis")))
    return Resolution(mentions, entities, quotations)


def pack_facts(packer: Packer, facts: Facts) -> None:
    """Add the facts with their terms."""
    rows = [
        (
            f.kind,
            f.predicate,
            f.sense,
            len(f.terms),
            f.token,
            f.sentence,
            f.denied,
            f.modality,
            f.source,
            f.clause,
        )
        for f in facts
    ]
    packer.rows("facts", rows, "sssiiibsis")
    packer.lists("facts.premises", [fact.premises for fact in facts])
    packer.records("terms", facts.terms, "siiiis", "role start end head entity link")


def unpack_facts(unpacker: Unpacker, doc: Doc, found: Resolution) -> Facts:
    """Return the facts."""
    from symbolic_rc.coref.mentions.syntax import read_syntax
    from symbolic_rc.graph.facts import Fact, Facts, Term

    terms = map(Term, *unpacker.columns("terms", "siiiis"))
    kinds, predicates, senses, counts, *rest, clauses = unpacker.columns("facts", "sssiiibsis")
    own = (tuple(islice(terms, count)) for count in counts)
    premises = unpacker.lists("facts.premises")
    facts = list(map(Fact, range(len(kinds)), kinds, predicates, senses, own, *rest, premises, clauses))
    return Facts(facts, read_syntax(doc), found.entities, found.mentions)
