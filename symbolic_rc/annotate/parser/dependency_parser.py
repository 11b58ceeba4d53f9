"""The parser: its model, and the spaCy component that sets heads and relations."""

from __future__ import annotations

import threading
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray
from spacy.attrs import DEP, HEAD, SENT_START
from spacy.tokens import Doc

from symbolic_rc.annotate.parser import arc_hybrid, beam, parser_templates
from symbolic_rc.annotate.parser.repairs import Tree, repair
from symbolic_rc.annotate.tagger.tagger import labels_of, tag_model
from symbolic_rc.annotate.view import View, read_columns, view_of, write_columns
from symbolic_rc.annotate.words import COARSE, FINE, FORM, REBUILD, SUFFIX3
from symbolic_rc.core.files.container import Container, read_container
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.core.files.schema import Also, Part, linear_model
from symbolic_rc.linear.model import LinearModel

#: Partial trees that a search keeps in mind, and how far behind the best one, as weights are learned.
WIDTH, BEHIND = 4, 400.0
#: Texts of up to so many words are searched; longer ones, books, are parsed greedily, several times as fast.
SEARCHED = 20_000
#: Sentences with so many words in all are parsed in one go.
_PIECE = 4_000


@lru_cache(maxsize=8)
def _tag_codes(names: tuple[str, ...]) -> NDArray[np.uint32]:
    """Return two codes for each joint tag: of the pair, and of the UD tag."""
    return np.array(
        [[zlib.crc32(name.encode()), zlib.crc32(name.split("|")[1].encode())] for name in names], np.uint32
    )


def fields_of(
    codes: NDArray[np.uint32], tags: NDArray[np.int32], names: Sequence[str]
) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Return what the parser sees of each word (words, 6), and of the root and of absent nodes (2, 6)."""
    fields = np.empty((len(codes), 6), np.uint32)
    fields[:, 0] = codes[:, FORM]
    fields[:, 1:3] = _tag_codes(tuple(names))[tags]
    fields[:, 3], fields[:, 4], fields[:, 5] = codes[:, FINE], codes[:, COARSE], codes[:, SUFFIX3]
    special = np.array([[11 + i] * 6 for i in (0, 1)], np.uint32)
    return fields, special


@dataclass(frozen=True, slots=True)
class ParseModel:
    """The parser's weights: `moves` choose actions, `arcs` choose relations.

    Attributes
    ----------
    moves, arcs : LinearModel
    width : int
        So many partial trees are kept in mind; one alone is followed greedily. The weights of actions are
        learned for one or the other.
    behind : float
        Those whose scores are further behind the best one's are given up.
    """

    moves: LinearModel
    arcs: LinearModel
    width: int = 1
    behind: float = BEHIND

    def parse(
        self,
        codes: NDArray[np.uint32],
        tags: NDArray[np.int32],
        names: Sequence[str],
        bounds: NDArray[np.int64],
    ) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return each word's head (index in the text, -1 at roots) and relation (index of `arcs.classes`)."""
        fields, special = fields_of(codes, tags, names)
        heads, labels = np.zeros(len(codes), np.int32), np.zeros(len(codes), np.int32)
        common = (
            self.moves.frozen, self.arcs.frozen, fields, bounds, special,
            parser_templates.STATE_COMPILED, parser_templates.LABEL_COMPILED,
            len(self.arcs.classes), self.arcs.classes.index("root"),
        )  # fmt: skip
        if self.width == 1:
            arc_hybrid.parse_sentences(*common, heads, labels)
        else:
            beam.beam_sentences(*common, self.width, self.behind / self.moves.scale, heads, labels)
        return heads, labels


class Parser:
    """The pipeline component ``symbolic_rc_parser``: sets `head` and `dep_` (Universal Dependencies).

    White space hangs on the word before it, with the relation ``dep``, as in spaCy's own pipelines. Texts of
    at most `searched` words are parsed by beam search, longer ones greedily, several times as fast.

    Parameters
    ----------
    name : str
    model : ParseModel, optional
        The weights for every text, in place of those that ship.
    searched : int
    """

    def __init__(
        self, name: str = "symbolic_rc_parser", model: ParseModel | None = None, searched: int = SEARCHED
    ) -> None:
        self.name = name
        self._model = model
        self._searched = searched

    def _parse(
        self, view: View, tags: NDArray[np.int32], names: Sequence[str]
    ) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return each word's head (index in the text, -1 at roots) and relation (index of the names)."""
        heads, labels = np.full(len(tags), -1, np.int32), np.zeros(len(tags), np.int32)
        for text, bounds in _pieces(view):
            model = self._model or parse_model(best=text <= self._searched)
            words = slice(int(bounds[0]), int(bounds[-1]))
            found, labels[words] = model.parse(view.codes[words], tags[words], names, bounds - words.start)
            heads[words] = np.where(found < 0, -1, found + words.start)
        return heads, labels

    def __call__(self, doc: Doc) -> Doc:
        """Parse a document."""
        if not len(doc):
            return doc
        view = view_of(doc)
        names = tag_model().linear.classes
        tags = labels_of(doc, view, names)
        heads, labels = self._parse(view, tags, names)
        classes = (self._model or parse_model()).arcs.classes  # whether it searches or not
        lowers = [form.lower() for form in view.forms]
        words = [lowers[kind] for kind in view.kinds.tolist()]
        repair(
            Tree(
                words,
                [names[tag].partition("|")[0] for tag in tags.tolist()],
                heads,
                labels,
                classes,
            )
        )
        strings = doc.vocab.strings
        relations = np.array([strings.add(name) for name in _spacy_names(classes)], np.uint64)
        places = view.places
        columns = np.empty((len(doc), 2), np.int64)
        columns[:, 1] = np.uint64(strings.add("dep")).astype(np.int64)
        own = np.arange(len(doc))
        # white space: the word before in the sentence, else the word after
        before = np.full(len(doc), -1, np.int64)
        before[places] = places
        before = np.maximum.accumulate(before)
        starts = read_columns(doc, [SENT_START])[:, 0] == 1
        sentence = np.cumsum(starts)
        target = np.where((before >= 0) & (sentence[before] == sentence), before, own)
        if len(places):
            after = np.minimum(np.searchsorted(places, own), len(places) - 1)
            following = places[after]
            lost = (target == own) & (sentence[following] == sentence)
            target = np.where(lost, following, target)
        columns[:, 0] = target - own
        columns[places, 0] = np.where(heads < 0, 0, places[heads] - places)
        columns[places, 1] = relations[labels].astype(np.int64)
        write_columns(doc, [HEAD, DEP], columns)
        return doc


def _pieces(view: View) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """Yield where sentences start and the last one ends, piece by piece, and how many words their text has.

    A kernel that runs as plain Python yet can be compiled from one piece to the next.
    """
    bounds, sizes = view.bounds, np.bincount(view.texts)
    texts = view.texts[bounds[:-1]]
    first = 0
    while first < len(texts):
        full = np.searchsorted(bounds, bounds[first] + _PIECE, "right") - 1
        last = min(max(first + 1, full), np.searchsorted(texts, texts[first], "right"))
        yield int(sizes[texts[first]]), bounds[first : last + 1]
        first = last


@lru_cache(maxsize=4)
def _spacy_names(relations: tuple[str, ...]) -> tuple[str, ...]:
    """Return the relations as spaCy writes them: the root is ``ROOT``."""
    return tuple("ROOT" if relation == "root" else relation for relation in relations)


_lock = threading.RLock()


def _root(file: Container) -> Iterator[str]:
    """A relation of roots is among the classes."""
    if "root" not in file.strings("arcs.classes"):
        yield "'arcs.classes' holds no relation 'root'"


_MOVES: tuple[Part, ...] = (*linear_model("moves.", ("shift", "left", "right")),)
_SCHEMA: tuple[Part, ...] = (*_MOVES, *linear_model("arcs."), Also(_root))


@cache
def _quick() -> ParseModel:
    container = read_container(lexicon_path("annotate_parser.lex"), REBUILD, _SCHEMA)
    return ParseModel(LinearModel.of(container, "moves."), LinearModel.of(container, "arcs."))


@cache
def _best() -> ParseModel:
    container = read_container(lexicon_path("annotate_parser_best.lex"), REBUILD, _MOVES)
    return ParseModel(LinearModel.of(container, "moves."), _quick().arcs, WIDTH)


def parse_model(best: bool = False) -> ParseModel:
    """Return the weights that ship with the package; loaded at the first call.

    Parameters
    ----------
    best : bool
        Those of the parser that searches, in place of the quick one's.
    """
    with _lock:
        return _best() if best else _quick()
