"""Each layer of a story as arrays, and back again unchanged: rows become columns, strings become integers."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, islice, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.entity import Argument, Entity, Frame, Mention
from symbolic_rc.core.files.container import Container, pack_strings
from symbolic_rc.core.tokens import Tokens, Vocabulary

if TYPE_CHECKING:
    from spacy.tokens import Doc
    from spacy.vocab import Vocab

    from symbolic_rc.story.story import Story

#: spaCy's attributes that hold strings, and those that hold numbers.
_STRING_ATTRIBUTES = ("TAG", "POS", "LEMMA", "DEP", "ENT_TYPE", "MORPH", "NORM")
_NUMBER_ATTRIBUTES = ("HEAD", "SENT_START", "ENT_IOB")
#: The fields of records that become a column, by their types; strings become integers.
_DTYPES = {"int": np.int32, "bool": np.bool_, "str": np.int32}
#: The fields that hold lists, with the types of what these hold.
_LISTS = {"tuple[int, ...]": "int", "tuple[str, ...]": "str"}


class Packer:
    """Gather named columns for a container.

    Examples
    --------
    >>> packer = Packer()
    >>> packer.table("argument", Argument, [Argument("ARG0", 0, 2, 1), Argument("ARG1", 3, 4, 3)])
    >>> [packer.arrays()[f"argument.{field}"].tolist() for field in ("role", "end")]
    [[0, 1], [2, 4]]
    """

    def __init__(self) -> None:
        self._strings = Vocabulary()
        self._arrays: dict[str, NDArray[Any]] = {}

    def table(
        self, name: str, kind: type[Any], records: Iterable[Any], part: type[Any] | None = None
    ) -> None:
        """Add records of a dataclass, a column a field; those of a field that holds records are a `part`."""
        kept = list(records)
        for field in dataclasses.fields(kind):
            column, key = [getattr(one, field.name) for one in kept], f"{name}.{field.name}"
            if field.type in _DTYPES:
                self.column(key, str(field.type), column)
            elif field.type in _LISTS:
                self.lists(key, column, _LISTS[str(field.type)])
            elif part is not None:
                self.column(key, "int", list(map(len, column)))
                self.table(f"{key}.part", part, chain.from_iterable(column))

    def lists(self, name: str, lists: Sequence[Sequence[Any]], kind: str) -> None:
        """Add a list of lists of one kind: ``int``, ``bool`` or ``str``."""
        self._arrays[f"{name}.ends"] = np.cumsum([*map(len, lists)], dtype=np.int64).astype(np.int32)
        self.column(f"{name}.values", kind, [value for each in lists for value in each])

    def array(self, name: str, array: NDArray[Any]) -> None:
        """Add an array as it is."""
        self._arrays[name] = array

    def column(self, name: str, kind: str, column: Sequence[Any]) -> None:
        """Add values of one kind."""
        values = map(self._strings.add, column) if kind == "str" else column
        self._arrays[name] = np.fromiter(values, _DTYPES[kind], len(column))

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return everything, with the table of strings."""
        return self._arrays | pack_strings("strings", self._strings)


class Unpacker:
    """Take apart what a `Packer` put into a container."""

    def __init__(self, container: Container) -> None:
        self._arrays = container.arrays
        self._strings = container.strings("strings") if len(container.arrays["strings.ends"]) else []

    def table(self, name: str, kind: type[Any], part: type[Any] | None = None) -> tuple[Any, ...]:
        """Return records as they were given to `Packer.table`."""
        columns: list[Iterable[Any]] = []
        for field in dataclasses.fields(kind):
            key = f"{name}.{field.name}"
            if field.type in _DTYPES:
                columns.append(self.column(key, str(field.type)))
            elif field.type in _LISTS:
                columns.append(self.lists(key, _LISTS[str(field.type)]))
            elif part is not None:
                parts = iter(self.table(f"{key}.part", part))
                columns.append([tuple(islice(parts, count)) for count in self.column(key, "int")])
        return tuple(map(kind, *columns))

    def lists(self, name: str, kind: str) -> list[tuple[Any, ...]]:
        """Return lists as they were given to `Packer.lists`, as tuples."""
        values = self.column(f"{name}.values", kind)
        return [tuple(values[i:j]) for i, j in pairwise([0, *self._arrays[f"{name}.ends"].tolist()])]

    def array(self, name: str) -> NDArray[Any]:
        """Return an array as it was given."""
        return self._arrays[name]

    def string(self, number: int) -> str:
        """Return the string that a number in a column of strings stands for."""
        return self._strings[number]

    def column(self, name: str, kind: str) -> list[Any]:
        """Return values of one kind."""
        values = self._arrays[name].tolist()
        return list(map(self._strings.__getitem__, values)) if kind == "str" else values


def pack_tokens(packer: Packer, tokens: Tokens) -> None:
    """Add the light tokens."""
    for name in ("starts", "ends", "sentences"):
        packer.array(f"tokens.{name}", getattr(tokens, name))


def unpack_tokens(unpacker: Unpacker, text: str) -> Tokens:
    """Return the light tokens of a text."""
    starts, ends, sentences = (unpacker.array(f"tokens.{name}") for name in ("starts", "ends", "sentences"))
    words = tuple(map(text.__getitem__, map(slice, starts.tolist(), ends.tolist())))
    return Tokens(words, starts, ends, sentences)


def pack_doc(packer: Packer, doc: Doc) -> None:
    """Add an annotated document."""
    names: list[int | str] = [*_STRING_ATTRIBUTES, *_NUMBER_ATTRIBUTES]
    table = doc.to_array(names) if len(doc) else np.zeros((0, len(names)), np.uint64)
    for i, name in enumerate(_STRING_ATTRIBUTES):
        codes, inverse = np.unique(table[:, i], return_inverse=True)
        strings = [doc.vocab.strings[int(code)] if code else "" for code in codes]
        packer.column(f"doc.{name}.names", "str", strings)
        packer.array(f"doc.{name}", inverse.reshape(-1).astype(np.int32))
    for i, name in enumerate(_NUMBER_ATTRIBUTES, len(_STRING_ATTRIBUTES)):
        packer.array(f"doc.{name}", table[:, i].astype(np.int64).astype(np.int32))
    packer.column("doc.words", "str", [token.text for token in doc])
    packer.column("doc.spaces", "bool", [bool(token.whitespace_) for token in doc])


def unpack_doc(unpacker: Unpacker, vocab: Vocab) -> Doc:
    """Return the annotated document."""
    from spacy.tokens import Doc

    add: Callable[[str], int] = vocab.strings.add
    used, places = np.unique(unpacker.array("doc.words"), return_inverse=True)
    known = np.array([add(unpacker.string(int(one))) for one in used], np.uint64)
    # words as spaCy's numbers: a string costs as much as all else of a token together
    doc = Doc(vocab, words=known[places].tolist(), spaces=unpacker.array("doc.spaces").tolist())
    if not len(doc):
        return doc
    columns = []
    for name in _STRING_ATTRIBUTES:
        strings = unpacker.column(f"doc.{name}.names", "str")
        note: Callable[[str], int] = vocab.morphology.add if name == "MORPH" else add
        codes = np.array([note(string) if string else 0 for string in strings], np.uint64)
        columns.append(codes[unpacker.array(f"doc.{name}")])
    for name in _NUMBER_ATTRIBUTES:
        columns.append(unpacker.array(f"doc.{name}").astype(np.int64).astype(np.uint64))
    names: list[int | str] = [*_STRING_ATTRIBUTES, *_NUMBER_ATTRIBUTES]
    return doc.from_array(names, np.ascontiguousarray(np.array(columns).T))  # type: ignore[arg-type]


def pack(packer: Packer, layer: str, read: Any) -> None:
    """Add a layer that takes long to read: ``doc``, ``frames``, ``resolution`` or ``facts``."""
    from symbolic_rc.coref import Quotation
    from symbolic_rc.graph.facts import Fact, Term

    if layer == "doc":
        pack_doc(packer, read)
    elif layer == "frames":
        packer.table("frames", Frame, read, Argument)
    elif layer == "resolution":
        for name, kind in (("mentions", Mention), ("entities", Entity), ("quotations", Quotation)):
            packer.table(name, kind, getattr(read, name))
    else:
        packer.table("facts", Fact, read, Term)


def unpack(unpacker: Unpacker, layer: str, story: Story) -> Any:
    """Return a layer of a story as it was packed."""
    from symbolic_rc.annotate import default_pipeline
    from symbolic_rc.coref import Quotation, Resolution
    from symbolic_rc.coref.mentions.syntax import read_syntax
    from symbolic_rc.graph.facts import Fact, Facts, Term

    if layer == "doc":
        return unpack_doc(unpacker, (story.pipeline or default_pipeline()).vocab)
    if layer == "frames":
        return unpacker.table("frames", Frame, Argument)
    if layer == "resolution":
        mentions, entities = unpacker.table("mentions", Mention), unpacker.table("entities", Entity)
        return Resolution(mentions, entities, unpacker.table("quotations", Quotation))
    facts = unpacker.table("facts", Fact, Term)
    return Facts(facts, read_syntax(story.doc), story.entities, story.mentions)
