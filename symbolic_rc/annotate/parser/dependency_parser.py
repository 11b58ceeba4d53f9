"""The spaCy component that parses: it sets heads and relations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from spacy.attrs import DEP, HEAD, SENT_START
from spacy.tokens import Doc

from symbolic_rc.annotate.parser.parse_model import ParseModel, parse_model
from symbolic_rc.annotate.parser.relabelling import Parsed, relabeller
from symbolic_rc.annotate.parser.repairs import Tree, repair
from symbolic_rc.annotate.tagger.tagger import LabelWriter, labels_of, tag_model
from symbolic_rc.annotate.view import View, read_columns, view_of, write_columns

#: Texts of up to so many words are searched; longer ones, books, are parsed greedily, several times as fast.
SEARCHED = 20_000
#: Sentences with so many words in all are parsed in one go.
_PIECE = 4_000


class Parser:
    """The pipeline component ``symbolic_rc_parser``: sets `head` and `dep_` (Universal Dependencies).

    White space hangs on the word before it, with the relation ``dep``, as in spaCy's own pipelines. Texts of
    at most `searched` words are parsed by beam search, longer ones greedily, several times as fast. Texts of
    at most `reranked` words are read twice, which is slow, and may change tags. Where trees are searched
    for, relations are looked at again (`relabelling`).

    Parameters
    ----------
    name : str
    model : ParseModel, optional
        The weights for every text, in place of those that ship.
    searched, reranked : int
    """

    def __init__(
        self,
        name: str = "symbolic_rc_parser",
        model: ParseModel | None = None,
        searched: int = SEARCHED,
        reranked: int = 0,
    ) -> None:
        self.name = name
        self._model = model
        self._searched, self._reranked = searched, reranked
        self._labels = LabelWriter()

    def _parse(
        self, view: View, tags: NDArray[np.int32], names: Sequence[str]
    ) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
        """Return each word's label, head (index in the text, -1 at roots) and relation."""
        tags, heads, labels = tags.copy(), np.full(len(tags), -1, np.int32), np.zeros(len(tags), np.int32)
        doubts: tuple[NDArray[np.int32], NDArray[np.float64]] | None = None
        for text, bounds in _pieces(view):
            words, own = slice(int(bounds[0]), int(bounds[-1])), bounds - bounds[0]
            if self._model is None and text <= self._reranked:
                # its kernels need not be made for the other pipelines
                from symbolic_rc.annotate.parser.reranking import readings_of, reranker

                if doubts is None:
                    seen = view.form_codes, view.kinds, view.fixed, view.bounds
                    doubts = tag_model().doubts(*seen, tags)
                readings = readings_of(tags[words], doubts[0][words], doubts[1][words], own)
                tags[words], found, labels[words] = reranker().read(view.codes[words], readings, names, own)
            else:
                model = self._model or parse_model(best=text <= self._searched)
                found, labels[words] = model.parse(view.codes[words], tags[words], names, own)
            if self._model is None and text <= max(self._searched, self._reranked):
                parsed = Parsed(view.codes[words], tags[words], names, own, found, labels[words])
                labels[words] = relabeller().relabel(parsed)
            heads[words] = np.where(found < 0, -1, found + words.start)
        return tags, heads, labels

    def __call__(self, doc: Doc) -> Doc:
        """Parse a document."""
        if not len(doc):
            return doc
        view = view_of(doc)
        names = tag_model().linear.classes
        given = labels_of(doc, view, names)
        tags, heads, labels = self._parse(view, given, names)
        if not np.array_equal(tags, given):
            self._labels.write(doc, view, tags, names)
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
