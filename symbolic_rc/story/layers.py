"""Each layer of a story to columns, and back again unchanged."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from symbolic_rc.core.entity import Entity, Mention
from symbolic_rc.core.frame import Argument, Frame
from symbolic_rc.core.tokens import Tokens
from symbolic_rc.story.columns import Packer, Unpacker

if TYPE_CHECKING:
    from spacy.tokens import Doc
    from spacy.vocab import Vocab

    from symbolic_rc.coref import Resolution
    from symbolic_rc.graph.facts import Facts

#: spaCy's attributes that hold strings, in the order of the columns ``doc.0`` onwards.
_STRING_ATTRIBUTES = ("TAG", "POS", "LEMMA", "DEP", "ENT_TYPE", "MORPH", "NORM")
_NUMBER_ATTRIBUTES = ("HEAD", "SENT_START", "ENT_IOB")


def pack_tokens(packer: Packer, tokens: Tokens) -> None:
    """Add the light tokens."""
    packer.array("tokens.starts", tokens.starts)
    packer.array("tokens.ends", tokens.ends)
    packer.array("tokens.sentences", tokens.sentences)


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
        packer.lists(
            f"doc.{name}.names", [[doc.vocab.strings[int(code)] if code else "" for code in codes]], "s"
        )
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
    names: list[int | str] = []
    columns = []
    for name in _STRING_ATTRIBUTES:
        strings = unpacker.lists(f"doc.{name}.names", "s")[0]
        note: Callable[[str], int] = vocab.morphology.add if name == "MORPH" else add
        codes = np.array([note(string) if string else 0 for string in strings], np.uint64)
        names.append(name)
        columns.append(codes[unpacker.array(f"doc.{name}")])
    for name in _NUMBER_ATTRIBUTES:
        names.append(name)
        columns.append(unpacker.array(f"doc.{name}").astype(np.int64).astype(np.uint64))
    return doc.from_array(names, np.ascontiguousarray(np.array(columns).T))  # type: ignore[arg-type]


def pack_frames(packer: Packer, frames: tuple[Frame, ...]) -> None:
    """Add the frames."""
    packer.rows(
        "frames",
        [
            (f.roleset, f.head, f.start, f.end, f.kind, f.negated, f.modality, len(f.arguments))
            for f in frames
        ],
        "siiisbsi",
    )
    packer.rows("arguments", [(a.role, a.start, a.end, a.head) for f in frames for a in f.arguments], "siii")


def unpack_frames(unpacker: Unpacker) -> tuple[Frame, ...]:
    """Return the frames."""
    arguments = list(map(Argument, *unpacker.columns("arguments", "siii")))
    frames, place = [], 0
    for roleset, head, start, end, kind, negated, modality, count in unpacker.rows("frames", "siiisbsi"):
        own = tuple(arguments[place : place + count])
        frames.append(Frame(roleset, head, start, end, kind, own, negated, modality))
        place += count
    return tuple(frames)


def pack_resolution(packer: Packer, found: Resolution) -> None:
    """Add mentions, entities and quotations."""
    packer.rows(
        "mentions",
        [(m.start, m.end, m.head, m.kind, m.entity, m.antecedent, m.link) for m in found.mentions],
        "iiisiis",
    )
    packer.rows(
        "entities",
        [(e.id, e.name, e.type, e.gender, e.number, e.speaks) for e in found.entities],
        "issssb",
    )
    packer.lists("entities.mentions", [e.mentions for e in found.entities])
    packer.lists("entities.names", [e.names for e in found.entities], "s")
    packer.rows(
        "quotations", [(q.start, q.end, q.speaker, q.addressee, q.rule) for q in found.quotations], "iiiis"
    )


def unpack_resolution(unpacker: Unpacker) -> Resolution:
    """Return mentions, entities and quotations."""
    from symbolic_rc.coref import Quotation, Resolution

    mentions = tuple(map(Mention, *unpacker.columns("mentions", "iiisiis")))
    entities = tuple(
        Entity(number, own, name, names, kind, gender, plural, speaks)
        for (number, name, kind, gender, plural, speaks), own, names in zip(
            unpacker.rows("entities", "issssb"),
            unpacker.lists("entities.mentions"),
            unpacker.lists("entities.names", "s"),
            strict=True,
        )
    )
    quotations = tuple(map(Quotation, *unpacker.columns("quotations", "iiiis")))
    return Resolution(mentions, entities, quotations)


def pack_facts(packer: Packer, facts: Facts) -> None:
    """Add the facts with their terms."""
    rows = [
        (f.kind, f.predicate, f.sense, len(f.terms), f.token, f.sentence, f.denied, f.modality, f.source)
        for f in facts
    ]
    packer.rows("facts", rows, "sssiiibsi")
    packer.lists("facts.premises", [fact.premises for fact in facts])
    packer.rows("terms", [(t.role, t.start, t.end, t.head, t.entity, t.link) for t in facts.terms], "siiiis")


def unpack_facts(unpacker: Unpacker, doc: Doc, found: Resolution) -> Facts:
    """Return the facts."""
    from symbolic_rc.coref.mentions.syntax import read_syntax
    from symbolic_rc.graph.facts import Fact, Facts, Term

    terms = map(Term, *unpacker.columns("terms", "siiiis"))
    rows = zip(unpacker.rows("facts", "sssiiibsi"), unpacker.lists("facts.premises"), strict=True)
    facts: list[Fact] = []
    for (kind, predicate, sense, count, token, sentence, denied, modality, source), premises in rows:
        own = tuple(islice(terms, count))
        facts.append(
            Fact(len(facts), kind, predicate, sense, own, token, sentence, denied, modality, source, premises)
        )
    return Facts(facts, read_syntax(doc), found.entities, found.mentions)
