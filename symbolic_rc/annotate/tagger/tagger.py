"""The tagger: its model, and the spaCy component that sets tags, lemmas and morphology."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray
from spacy.attrs import LEMMA, MORPH, ORTH, POS, TAG
from spacy.parts_of_speech import IDS as POS_IDS
from spacy.parts_of_speech import NAMES as POS_NAMES
from spacy.strings import StringStore
from spacy.tokens import Doc

from symbolic_rc.annotate.tagger import tagger_kernels
from symbolic_rc.annotate.tagger.asked_verbs import with_asked_verbs
from symbolic_rc.annotate.tagger.finite_verbs import give_names, give_titles, give_verbs
from symbolic_rc.annotate.tagger.lemmas import SCHEMA as LEMMAS
from symbolic_rc.annotate.tagger.lemmas import LemmaModel
from symbolic_rc.annotate.tagger.lost_verbs import with_verbs
from symbolic_rc.annotate.tagger.sure_names import sure_names
from symbolic_rc.annotate.view import View, read_columns, view_of, write_columns
from symbolic_rc.annotate.words import REBUILD, WordTable, word_table
from symbolic_rc.core.errors import LexiconError
from symbolic_rc.core.files.container import Container, read_container
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.core.files.schema import Also, Part, linear_model
from symbolic_rc.models.linear import LinearModel

SPACE = POS_IDS["SPACE"]
#: Where a tagger that looks again leaves a document's second best labels, and how far the others are ahead.
DOUBTS = "tag_doubts"
#: Up to so many distinct forms of a document have their single-word scores made once.
_MOST_FORMS = 40_000


def bounds_of(lengths: Sequence[int]) -> NDArray[np.int64]:
    """Return where sentences of these lengths start, and the end of the last."""
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)


@dataclass(frozen=True, slots=True)
class TagModel:
    """The tagger's weights; its classes are pairs such as ``NNS|NOUN``."""

    linear: LinearModel

    def run(
        self,
        forms: NDArray[np.uint32],
        kinds: NDArray[np.int64],
        fixed: NDArray[np.int32],
        bounds: NDArray[np.int64],
    ) -> NDArray[np.int32]:
        """Return the label of each word; int32, shape (words,).

        Parameters
        ----------
        forms : ndarray of uint32, shape (forms, columns)
            The codes of each distinct form.
        kinds : ndarray of int64, shape (words,)
            The form of each word.
        fixed : ndarray of int32, shape (words,)
        bounds : ndarray of int64, shape (sentences + 1,)
        """
        out = np.zeros(len(kinds), np.int32)
        tagger_kernels.tag_sentences(self.seen(forms, kinds), fixed, bounds, out)
        return out

    def doubts(
        self,
        forms: NDArray[np.uint32],
        kinds: NDArray[np.int64],
        fixed: NDArray[np.int32],
        bounds: NDArray[np.int64],
        labels: NDArray[np.int32],
    ) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
        """Return each word's second best label, and how far `labels` are ahead of it, infinitely if sure.

        Parameters are those of `run`, and what it found, or what rules made of that: a label that is not the
        tagger's own is sure.
        """
        second, ahead = np.full(len(kinds), -1, np.int32), np.full(len(kinds), -1, np.int32)
        tagger_kernels.doubt_sentences(self.seen(forms, kinds), fixed, bounds, labels, second, ahead)
        return second, np.where(ahead < 0, np.inf, ahead * self.linear.scale)

    def seen(self, forms: NDArray[np.uint32], kinds: NDArray[np.int64]) -> tagger_kernels.Seen:
        """Return words, and what the tagger sees of them; parameters as of `run`."""
        frozen, classes = self.linear.frozen, self.linear.classes
        positions, chosen = tagger_kernels.POSITIONS, tagger_kernels.SEVERAL
        if len(forms) > _MOST_FORMS:  # the table of ready scores would be large
            positions, chosen = positions[:0], tagger_kernels.ALL
        ready = np.zeros((len(positions), len(forms) + 1, len(classes)), np.int32)
        tagger_kernels.word_scores(
            frozen, forms, tagger_kernels.OFFSETS, tagger_kernels.COLUMN, positions, ready
        )
        proper = np.array(["|PROPN" in name for name in classes])
        return tagger_kernels.Seen(
            frozen, forms[kinds], kinds, tagger_kernels.OFFSETS, tagger_kernels.COLUMN, chosen, positions,
            ready, proper,
        )  # fmt: skip

    def tag(self, table: WordTable, sentences: Sequence[Sequence[str]]) -> NDArray[np.int32]:
        """Return the labels of the words of these sentences, in one array."""
        words = [word for sentence in sentences for word in sentence]
        index: dict[str, int] = {}
        kinds = np.array([index.setdefault(word, len(index)) for word in words], np.int64)
        forms, fixed = table.both(list(index))
        return self.run(forms, kinds, fixed[kinds], bounds_of([len(sentence) for sentence in sentences]))


class LabelWriter:
    """Writes labels of words into documents: `tag_`, `pos_` and morphology."""

    def __init__(self) -> None:
        self._feats: dict[tuple[str, int], str] = {}

    def write(self, doc: Doc, view: View, labels: NDArray[np.int32], names: tuple[str, ...]) -> None:
        """Write the labels of all words.

        Parameters
        ----------
        doc : Doc
        view : View
        labels : ndarray of int32, shape (words,)
        names : tuple of str
            The labels' names.
        """
        vocab = doc.vocab
        columns = np.empty((len(doc), 3), np.uint64)
        columns[:] = (vocab.strings.add("_SP"), SPACE, vocab.morphology.add(""))
        tags, poses = _codes_of(names)
        for name in names:
            vocab.strings.add(name.split("|")[0])
        columns[view.places, 0], columns[view.places, 1] = tags[labels], poses[labels]
        # morphology once for each distinct pair of form and label
        pairs, inverse = np.unique(view.kinds * len(tags) + labels, return_inverse=True)
        if len(self._feats) > 300_000:
            self._feats = {}
        lemmas, known, add = lemma_model(), self._feats, vocab.morphology.add
        hashes = np.empty(len(pairs), np.uint64)
        hash_of: dict[str, int] = {}
        for i, (kind, label) in enumerate(
            zip(*(part.tolist() for part in divmod(pairs, len(tags))), strict=True)
        ):
            form = view.forms[kind]
            feats = known.get((form, label))
            if feats is None:
                feats = known[form, label] = lemmas.feats(form, names[label])
            number = hash_of.get(feats)
            if number is None:
                number = hash_of[feats] = add(feats)
            hashes[i] = number
        columns[view.places, 2] = hashes[inverse]
        write_columns(doc, [TAG, POS, MORPH], columns)


class Tagger:
    """The pipeline component ``symbolic_rc_tagger``: sets `tag_`, `pos_` and morphology.

    Parameters
    ----------
    model : TagModel, optional
        The weights that ship with the package, by default.
    retagged : int
        Texts of up to so many words are looked at again (`symbolic_rc.annotate.retagging`).
    """

    def __init__(
        self, name: str = "symbolic_rc_tagger", model: TagModel | None = None, retagged: int = 0
    ) -> None:
        self.name = name
        self._model, self._retagged = model, retagged
        self._labels = LabelWriter()

    @property
    def model(self) -> TagModel:
        """The weights."""
        if self._model is None:
            self._model = tag_model()
        return self._model

    def __call__(self, doc: Doc) -> Doc:
        """Tag a document."""
        return self.tag(doc)

    def tag(self, doc: Doc, twice: bool = True) -> Doc:
        """Tag a document; `twice` looks again at what is not sure, where the text is short enough."""
        if not len(doc):
            return doc
        view, model = view_of(doc), self.model
        labels = model.run(view.form_codes, view.kinds, view.fixed, view.bounds)
        first = labels.copy()
        labels = with_verbs(view, labels, model.linear.classes)
        labels = with_asked_verbs(view, labels, model.linear.classes)
        kinds, forms = view.kinds, view.forms
        give_verbs(
            labels,
            view.bounds,
            lambda start, end: [forms[kind] for kind in kinds[start:end].tolist()],
            view.codes,
            model.linear.classes,
        )
        give_titles(labels, kinds, forms, model.linear.classes)
        give_names(labels, kinds, forms, model.linear.classes)
        short = np.bincount(view.texts)[view.texts] <= self._retagged
        if twice and short.any():  # what takes long for a book is not begun for one
            given = (view.fixed >= 0) | (first != labels) | sure_names(view, labels, model.linear.classes)
            labels = self._again(doc, view, labels, short & ~given)
        self._labels.write(doc, view, labels, model.linear.classes)
        return doc

    def _again(
        self, doc: Doc, view: View, labels: NDArray[np.int32], may_change: NDArray[np.bool_]
    ) -> NDArray[np.int32]:
        """Return the labels, looked at again, and leave to the parser how sure they are; rules' ones stay."""
        # its weights and kernels need not be there for the other pipelines
        from symbolic_rc.annotate.retagging.retagger import tagged_again

        words = view.form_codes, view.kinds
        again = tagged_again(self.model, words, view.bounds, labels, may_change, view.texts)
        doc.user_data[DOUBTS] = (again.second, again.ahead)
        return again.labels


class Lemmatizer:
    """The pipeline component ``symbolic_rc_lemmatizer``: sets `lemma_` from form and tags."""

    def __init__(self, name: str = "symbolic_rc_lemmatizer") -> None:
        self.name = name
        self._known: dict[tuple[str, int, int], str] = {}

    def __call__(self, doc: Doc) -> Doc:
        """Set the lemmas of a document."""
        if not len(doc):
            return doc
        rows, inverse = _distinct(read_columns(doc, [ORTH, TAG, POS]))
        if len(self._known) > 300_000:
            self._known = {}
        known, strings, lemma_of = self._known, doc.vocab.strings, lemma_model().lemma
        hashes = np.empty(len(rows), np.uint64)
        for i, (orth, tag, pos) in enumerate(rows.tolist()):
            lemma = known.get((orth, tag, pos))
            if lemma is None:
                form = strings[orth]
                label = f"{strings[tag]}|{POS_NAMES[pos]}"
                lemma = known[orth, tag, pos] = form if form.isspace() else lemma_of(form, label)
            hashes[i] = strings.add(lemma)
        write_columns(doc, [LEMMA], hashes[inverse])
        return doc


def _distinct(array: NDArray[np.uint64]) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Return the distinct rows and each row's place among them, by way of one mixed key."""
    with np.errstate(over="ignore"):
        key = (array[:, 0] * np.uint64(0x9E3779B97F4A7C15)) ^ (array[:, 1] * np.uint64(31) + array[:, 2])
    _, first, inverse = np.unique(key, return_index=True, return_inverse=True)
    return array[first], inverse


@lru_cache(maxsize=4)
def _codes_of(labels: tuple[str, ...]) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return spaCy's numbers of the Penn tag and of the UD tag of each label."""
    number = StringStore().add  # not a plain hash: ``POS`` and others are spaCy's own symbols
    tags = np.array([number(label.split("|")[0]) for label in labels], np.uint64)
    return tags, np.array([POS_IDS[label.split("|")[1]] for label in labels], np.uint64)


def labels_of(doc: Doc, view: View, names: tuple[str, ...]) -> NDArray[np.int32]:
    """Return the joint label that is nearest to each word's `tag_` and `pos_`, whoever set them."""
    tags, poses = _codes_of(names)
    table = {
        (int(tag), int(pos)): i for i, (tag, pos) in reversed(list(enumerate(zip(tags, poses, strict=True))))
    }
    by_tag = {tag: i for (tag, _), i in table.items()}
    by_pos = {pos: i for (_, pos), i in table.items()}
    array = read_columns(doc, [TAG, POS])[view.places]
    rows, inverse = _distinct(np.concatenate([array[:, :1], array], axis=1))
    found = [table.get((tag, pos), by_tag.get(tag, by_pos.get(pos, 0))) for _, tag, pos in rows.tolist()]
    return np.array(found, np.int32)[inverse]


_lock = threading.RLock()


def _labels(file: Container) -> Iterator[str]:
    """Every class is a tag and a part of speech."""
    for label in file.strings("classes"):
        if "|" not in label or label.partition("|")[2] not in POS_IDS:
            yield f"{label[:20]!r} is no joint label"


_SCHEMA: tuple[Part, ...] = (*linear_model(), Also(_labels))


@cache
def _load() -> tuple[TagModel, LemmaModel]:
    path = lexicon_path("annotate_tagger.lex")
    linear = LinearModel.of(read_container(path, REBUILD, _SCHEMA))
    lemmas = LemmaModel.of(read_container(lexicon_path("annotate_lemmas.lex"), REBUILD, LEMMAS))
    if word_table().labels > len(linear.classes):
        raise LexiconError(f"{path}: does not fit annotate_words.lex; rebuild both with: {REBUILD}")
    return TagModel(linear), lemmas


def tag_model() -> TagModel:
    """Return the tagger's weights that ship with the package; loaded at the first call."""
    with _lock:
        return _load()[0]


def lemma_model() -> LemmaModel:
    """Return the lemmas that ship with the package; loaded at the first call."""
    with _lock:
        return _load()[1]
