"""The parser's model: what it reads of each word, and its weights."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from symbolic_rc.annotate.parser import beam
from symbolic_rc.annotate.parser.parser_templates import LABEL_TEMPLATES, STATE_TEMPLATES
from symbolic_rc.annotate.words import COARSE, FINE, FORM, REBUILD, SUFFIX3
from symbolic_rc.core.arrays import Hashes, Ints, Longs
from symbolic_rc.core.files.container import Container, Part, linear_model, read_container
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.lexicon.files import once
from symbolic_rc.models.linear import LinearModel

#: Texts of at most this many words are retagged, searched and reranked by the usual pipeline; longer ones,
#: books, are tagged once and parsed greedily, five times as fast.
SHORT = 20_000
#: The beam of the shipped parser, and how far behind the best one a partial tree may be.
WIDTH, BEHIND = 4, 400.0


@lru_cache(maxsize=8)
def tag_codes(names: tuple[str, ...]) -> Hashes:
    """Return two codes for each joint tag: of the pair, and of the UD tag."""
    return np.array(
        [[zlib.crc32(name.encode()), zlib.crc32(name.split("|")[1].encode())] for name in names], np.uint32
    )


def fields_of(codes: Hashes, tags: Ints, names: Sequence[str]) -> tuple[Hashes, Hashes]:
    """Return the fields of each word, shape (words, 6), and of the root and of absent nodes, shape (2, 6)."""
    fields = np.empty((len(codes), 6), np.uint32)
    fields[:, 0] = codes[:, FORM]
    fields[:, 1:3] = tag_codes(tuple(names))[tags]
    fields[:, 3], fields[:, 4], fields[:, 5] = codes[:, FINE], codes[:, COARSE], codes[:, SUFFIX3]
    return fields, np.array([[11 + i] * 6 for i in (0, 1)], np.uint32)


@dataclass(frozen=True, slots=True)
class ParseModel:
    """The parser's weights: `moves` score actions, `arcs` score relations."""

    moves: LinearModel
    arcs: LinearModel
    #: The size of the beam; the weights of actions are trained for a beam or for a greedy parser
    width: int = 1
    behind: float = BEHIND  #: Partial trees whose scores are further behind the best one's are dropped

    def parse(self, codes: Hashes, tags: Ints, names: Sequence[str], bounds: Longs) -> tuple[Ints, Ints]:
        """Return each word's head (index in the text, -1 at roots) and relation (index of `arcs.classes`)."""
        found = self.trees(codes, tags, names, bounds, 1)
        return found.heads[0], found.labels[0]

    def trees(self, codes: Hashes, tags: Ints, names: Sequence[str], bounds: Longs, count: int) -> beam.KBest:
        """Return the `count` best trees of each sentence, or as many as the search ends with."""
        out = beam.new_trees(count, len(codes), len(bounds) - 1)
        fields, special = fields_of(codes, tags, names)
        beam.search(
            self.moves.frozen, self.arcs.frozen, fields, bounds, special, STATE_TEMPLATES, LABEL_TEMPLATES,
            len(self.arcs.classes), self.arcs.classes.index("root"), self.width,
            self.behind / self.moves.scale, out,
        )  # fmt: skip
        return out


def _root(file: Container) -> Iterator[str]:
    """A relation of roots is among the classes."""
    if "root" not in file.strings("arcs.classes"):
        yield "'arcs.classes' holds no relation 'root'"


_MOVES: tuple[Part, ...] = (*linear_model("moves.", ("shift", "left", "right")),)
_SCHEMA: tuple[Part, ...] = (*_MOVES, *linear_model("arcs."), _root)


@once
def _quick() -> ParseModel:
    container = read_container(lexicon_path("annotate_parser.lex"), REBUILD, _SCHEMA)
    return ParseModel(LinearModel.of(container, "moves."), LinearModel.of(container, "arcs."))


@once
def _best() -> ParseModel:
    container = read_container(lexicon_path("annotate_parser_best.lex"), REBUILD, _MOVES)
    return ParseModel(LinearModel.of(container, "moves."), _quick().arcs, WIDTH)


def parse_model(best: bool = False) -> ParseModel:
    """Return the shipped model of the greedy parser, or with `best` of the beam search; loaded once."""
    return _best() if best else _quick()
