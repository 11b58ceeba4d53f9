"""The spaCy component that parses: it sets heads and relations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from spacy.attrs import DEP, HEAD, SENT_START
from spacy.tokens import Doc

from symbolic_rc.annotate.parser.parse_model import SHORT, ParseModel, parse_model
from symbolic_rc.annotate.parser.repairs import FINITE, Tree, repair
from symbolic_rc.annotate.tagger.tag_model import labels_of, set_labels, tag_model
from symbolic_rc.annotate.tagger.tag_rules import unambiguous_names
from symbolic_rc.annotate.tagger.tagger import MARGINS
from symbolic_rc.annotate.view import View, read_columns, view_of, write_columns, write_trees
from symbolic_rc.core.arrays import Floats, Ints, Longs, Singles

#: Each word's runner-up label, and the margin of its own: see `TagModel.runners_up`.
RunnersUp = tuple[Ints, Floats]
#: About this many words are parsed at a time.
_PIECE = 4_000
_NOMINAL = frozenset("NN NNS NNP NNPS PRP EX DT CD VBG".split())
_SUBORDINATE = frozenset("IN WDT WP WP$ WRB TO".split())


class Parser:
    """The pipeline component ``symbolic_rc_parser``: sets `head` and `dep_` (Universal Dependencies).

    White space is attached to the word before it, with the relation ``dep``, as in spaCy's own pipelines. In
    texts of at most `reranked` words, whole trees over several tag sequences are compared, which may change
    tags (`reranking`); in texts of at most `thorough` words more of them, and the alternatives are kept with
    the document (`annotate.view`). Other texts of at most `searched` words are parsed by beam search, longer
    ones greedily. A `model` parses every text, in place of the shipped ones.
    """

    def __init__(
        self,
        model: ParseModel | None = None,
        searched: int = SHORT,
        reranked: int = SHORT,
        thorough: int = 0,
    ) -> None:
        self._model, self._searched, self._reranked, self._thorough = model, searched, reranked, thorough

    def _parse(
        self, view: View, tags: Ints, names: Sequence[str], runners_up: RunnersUp | None
    ) -> tuple[Ints, list[Ints], list[Ints], list[Singles]]:
        """Return labels, and each tree's heads, relations and shares; without `runners_up`, the tagger's."""
        tags, heads, labels = tags.copy(), [np.full(len(tags), -1, np.int32)], [np.zeros(len(tags), np.int32)]
        shares = [np.ones(len(tags), np.float32)]
        clauses = _clause_bounds(view, tags, names)
        for text, bounds in _pieces(view, clauses, (self._searched, self._reranked, self._thorough)):
            words, own = slice(int(bounds[0]), int(bounds[-1])), bounds - bounds[0]
            if self._model is None and text <= max(self._reranked, self._thorough):
                # only these pipelines need its weights and kernels
                from symbolic_rc.annotate.parser.reranking import THOROUGH, USUAL, reranker, tag_sequences

                if runners_up is None:
                    tagged = view.form_codes, view.kinds, view.fixed, view.bounds
                    second, margins = tag_model().runners_up(*tagged, tags)
                    runners_up = second, np.where(unambiguous_names(view, tags, names), np.inf, margins)
                effort = THOROUGH if text <= self._thorough else USUAL
                sequences = tag_sequences(
                    tags[words], runners_up[0][words], runners_up[1][words], own, effort
                )
                parse = reranker().parse(view.codes[words], sequences, names, own, effort)
                tags[words] = parse.tags
                found, given = parse.heads, parse.labels
                probabilities = np.repeat(parse.shares, np.diff(own), axis=1)
            else:
                model = self._model or parse_model(best=text <= self._searched)
                one, relations = model.parse(view.codes[words], tags[words], names, own)
                found, given, probabilities = one[None], relations[None], np.ones((1, len(one)))
            for k in range(len(found)):
                if k == len(heads):  # sentences without such a tree repeat their first, with probability 0
                    heads.append(heads[0].copy())
                    labels.append(labels[0].copy())
                    shares.append(np.zeros(len(tags), np.float32))
                heads[k][words] = np.where(found[k] < 0, -1, found[k] + words.start)
                labels[k][words], shares[k][words] = given[k], probabilities[k]
        if len(starts := np.setdiff1d(clauses, view.bounds)):
            relation = (self._model or parse_model()).arcs.classes.index("parataxis")
            for tree, relations in zip(heads, labels, strict=True):
                _join(tree, relations, starts, view.bounds, relation)
        return tags, heads, labels, shares

    def __call__(self, doc: Doc) -> Doc:
        """Parse a document."""
        if not len(doc):
            return doc
        view = view_of(doc)
        names = tag_model().linear.classes
        given = labels_of(doc, view, names)
        tags, tree_heads, tree_labels, shares = self._parse(
            view, given, names, doc.user_data.pop(MARGINS, None)
        )
        if not np.array_equal(tags, given):
            set_labels(doc, view, tags, names)
        classes = (self._model or parse_model()).arcs.classes  # those of every shipped model
        lowers = [form.lower() for form in view.forms]
        words = [lowers[kind] for kind in view.kinds.tolist()]
        parts = [names[tag].partition("|")[0] for tag in tags.tolist()]
        strings = doc.vocab.strings
        spelt = ("ROOT" if name == "root" else name for name in classes)
        relations = np.array(list(map(strings.add, spelt)), np.uint64)
        target, dep = _white_space(doc, view), np.uint64(strings.add("dep"))
        trees = np.empty((len(tree_heads), len(doc), 2), np.int64)
        for tree, heads, labels in zip(trees, tree_heads, tree_labels, strict=True):
            repair(Tree(words, parts, heads, labels, classes))
            tree[:, 0], tree[:, 1] = target - np.arange(len(doc)), dep.astype(np.int64)
            tree[view.places, 0] = np.where(heads < 0, 0, view.places[heads] - view.places)
            tree[view.places, 1] = relations[labels].astype(np.int64)
        write_columns(doc, [HEAD, DEP], trees[0])
        if len(trees) > 1:
            word = np.minimum(np.searchsorted(view.places, target), len(view.places) - 1)
            write_trees(doc, trees, np.array(shares)[:, word])
        return doc


def _white_space(doc: Doc, view: View) -> Longs:
    """Return the head of white space, the word before it in the sentence, or else after; else the token."""
    places, own = view.places, np.arange(len(doc))
    before = np.full(len(doc), -1, np.int64)
    before[places] = places
    before = np.maximum.accumulate(before)
    sentence = np.cumsum(read_columns(doc, [SENT_START])[:, 0] == 1)
    target = np.where((before >= 0) & (sentence[before] == sentence), before, own)
    if len(places):
        following = places[np.minimum(np.searchsorted(places, own), len(places) - 1)]
        lost = (target == own) & (sentence[following] == sentence)
        target = np.where(lost, following, target)
    return target


def _clause_bounds(view: View, tags: Ints, names: Sequence[str]) -> Longs:
    """Return where sentences start, and the clauses behind semicolons that have a subject and a finite verb.

    They are parsed apart: in "Ada was a cook; Bo, who was tired, ran the inn" only Bo did.
    """
    marks = np.flatnonzero(view.where(";".__eq__))
    if not len(marks):
        return view.bounds
    parts = [names[tag].partition("|")[0] for tag in tags.tolist()]
    found, ends = list[int](), np.union1d(view.bounds, marks)
    for mark in marks.tolist():
        start = int(view.bounds[np.searchsorted(view.bounds, mark, "right") - 1])
        before = parts[max([start, *found[-1:]]) : mark]
        behind = parts[mark + 1 : ends[np.searchsorted(ends, mark, "right")]]
        verb = next((i for i, tag in enumerate(behind) if tag in FINITE), 0)
        subject = any(tag in _NOMINAL for tag in behind[:verb]) and behind[0] not in _SUBORDINATE
        if subject and not FINITE.isdisjoint(before):
            found.append(mark + 1)
    return np.union1d(view.bounds, np.array(found, np.int64))


def _join(heads: Ints, labels: Ints, starts: Longs, ends: Longs, relation: int) -> None:
    """Attach the clauses that start somewhere to the root before them, in place; `ends` are of sentences."""
    for start in starts.tolist():
        last = int(ends[np.searchsorted(ends, start, "right")]) - 1
        roots = np.flatnonzero(heads < 0)
        place = int(np.searchsorted(roots, start))
        own, above = roots[place], roots[place - 1]
        if above != start - 1:
            heads[start - 1] = own  # the semicolon
        heads[own], labels[own] = above, relation
        if heads[last] == own and labels[last] == labels[start - 1]:
            heads[last] = above  # the full stop


def _pieces(view: View, bounds: Longs, limits: Sequence[int]) -> Iterator[tuple[int, Longs]]:
    """Yield pieces of the document: the size of their texts, and where sentences start and the last ends."""
    size = np.bincount(view.texts)[view.texts[bounds[:-1]]]
    alike = np.searchsorted(np.sort(limits), size)
    first = 0
    while first < len(size):
        full = np.searchsorted(bounds, bounds[first] + _PIECE, "right") - 1
        other = np.flatnonzero(alike[first:full] != alike[first])
        last = max(first + 1, first + int(other[0]) if len(other) else full)
        yield int(size[first]), bounds[first : last + 1]
        first = last
