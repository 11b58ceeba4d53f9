"""The tagger's model: its weights, its labels in documents, and the lemmas that go with them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from spacy.attrs import MORPH, POS, TAG
from spacy.parts_of_speech import IDS as POS_IDS
from spacy.strings import StringStore
from spacy.tokens import Doc

from symbolic_rc.annotate import words as W
from symbolic_rc.annotate.tagger import tagger_kernels
from symbolic_rc.annotate.tagger.lemmas import SCHEMA as LEMMAS
from symbolic_rc.annotate.tagger.lemmas import LemmaModel
from symbolic_rc.annotate.tagger.tagger_kernels import POSITIONS, SEVERAL, SINGLE, TEMPLATES, TaggerInput
from symbolic_rc.annotate.view import View, read_columns, write_columns
from symbolic_rc.annotate.words import REBUILD, WordTable, word_table
from symbolic_rc.core.arrays import Floats, Hashes, Ints, Longs
from symbolic_rc.core.errors import LexiconError
from symbolic_rc.core.files.container import Container, Part, linear_model, read_container
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.lexicon.files import once
from symbolic_rc.models.linear import LinearModel

SPACE = POS_IDS["SPACE"]
#: Single words' scores are tabulated for documents of at most this many distinct forms.
_MOST_FORMS = 40_000
#: Scores of single words are kept of at most so many forms (2 KB each).
_KEPT_FORMS = 10_000


def bounds_of(lengths: Sequence[int]) -> Longs:
    """Return where sentences of these lengths start, and the end of the last."""
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)


def distinct_forms(words: Sequence[str]) -> tuple[list[str], Longs]:
    """Return the distinct forms of words, and the number of each word's form."""
    index: dict[str, int] = {}
    kinds = np.array([index.setdefault(word, len(index)) for word in words], np.int64)
    return list(index), kinds


@dataclass(frozen=True, slots=True)
class TagModel:
    """The tagger's weights; its classes are pairs such as ``NNS|NOUN``."""

    linear: LinearModel
    #: (positions, classes): the scores of single words' forms, by their codes
    known: dict[bytes, Ints] = field(default_factory=dict, init=False, repr=False, compare=False)

    def run(self, forms: Hashes, kinds: Longs, fixed: Ints, bounds: Longs) -> Ints:
        """Return each word's label; `forms` are the codes of the distinct forms, `kinds` the words' forms."""
        out = np.zeros(len(kinds), np.int32)
        tagger_kernels.tag_sentences(self.inputs(forms, kinds), fixed, bounds, out)
        return out

    def runners_up(
        self, forms: Hashes, kinds: Longs, fixed: Ints, bounds: Longs, labels: Ints
    ) -> tuple[Ints, Floats]:
        """Return each word's runner-up label, or -1, and the margin of its own label, inf if that is fixed.

        The `labels` are given: rules may have changed them, which fixes them. For the others see `run`.
        """
        words, places = self.inputs(forms, kinds), np.arange(len(kinds))
        scores = np.zeros((len(kinds), len(self.linear.classes)), np.int32)
        styles = np.zeros(len(kinds), np.uint32)
        tagger_kernels.label_scores(words, labels, bounds, scores, styles)
        own, least = scores[places, labels], np.iinfo(np.int32).min
        common = words.common & ((styles - 1) % 3 == tagger_kernels.MIXED)
        scores[common[:, None] & words.proper] = least
        scores[places, labels] = least
        second = scores.argmax(1).astype(np.int32)
        best = scores[places, second]
        known, margins = (fixed < 0) & (best > least), own.astype(np.int64) - best
        second[~known] = -1
        return second, np.where(known & (margins >= 0), margins * self.linear.scale, np.inf)

    def inputs(self, forms: Hashes, kinds: Longs) -> TaggerInput:
        """Return words, and what scoring their labels needs; parameters are those of `run`."""
        frozen, classes = self.linear.frozen, self.linear.classes
        positions, templates = POSITIONS, SEVERAL
        if len(forms) > _MOST_FORMS:  # the table of single words' scores would be large
            positions, templates = positions[:0], TEMPLATES
        ready = self._ready(forms) if len(positions) else np.zeros((0, 1, len(classes)), np.int32)
        proper = np.array(["|PROPN" in name for name in classes])
        known = (forms[:, W.PARTS] & W.IN_WORDNET != 0) & (forms[:, W.CASE] == W.SMALL)
        common = known & (forms[:, W.CAPITAL] > 0) & (forms[:, W.CAPITAL] < W.NEARLY_ALWAYS)
        return TaggerInput(frozen, forms[kinds], kinds, templates, positions, ready, proper, common[kinds])

    def _ready(self, forms: Hashes) -> Ints:
        """Return what `word_scores` fills in for each position; what is known of forms is taken."""
        keys = np.ascontiguousarray(forms).view(f"V{forms.shape[1] * forms.itemsize}").ravel().tolist()
        found = {key: scores for key in keys if (scores := self.known.get(key)) is not None}
        new = [place for place, key in enumerate(keys) if key not in found]
        room = np.zeros((len(POSITIONS), len(new) + 1, len(self.linear.classes)), np.int32)
        for own, single in zip(room, SINGLE, strict=True):
            tagger_kernels.word_scores(self.linear.frozen, forms[new], single, own)
        if len(self.known) + len(new) > _KEPT_FORMS:
            self.known.clear()
        fresh = {keys[place]: room[:, number].copy() for number, place in enumerate(new)}
        self.known.update(fresh if len(new) <= _KEPT_FORMS else {})
        found.update(fresh)
        return np.stack([*(found[key] for key in keys), room[:, -1]], axis=1)

    def tag(self, table: WordTable, sentences: Sequence[Sequence[str]]) -> Ints:
        """Return the labels of the words of these sentences, in one array."""
        names, kinds = distinct_forms([word for sentence in sentences for word in sentence])
        forms, fixed = table.both(names)
        return self.run(forms, kinds, fixed[kinds], bounds_of([len(sentence) for sentence in sentences]))


def set_labels(doc: Doc, view: View, labels: Ints, names: tuple[str, ...]) -> None:
    """Set the labels of all words, numbers of `names`: `tag_`, `pos_` and morphology."""
    vocab = doc.vocab
    columns = np.empty((len(doc), 3), np.uint64)
    columns[:] = (vocab.strings.add("_SP"), SPACE, vocab.morphology.add(""))
    tags, poses = _codes_of(names)
    for name in names:
        vocab.strings.add(name.split("|")[0])
    columns[view.places, 0], columns[view.places, 1] = tags[labels], poses[labels]
    # morphology once for each distinct pair of form and label
    pairs, inverse = np.unique(view.kinds * len(tags) + labels, return_inverse=True)
    found = zip(*(part.tolist() for part in divmod(pairs, len(tags))), strict=True)
    feats = [lemma_model().feats(view.forms[kind], names[label]) for kind, label in found]
    number = {each: vocab.morphology.add(each) for each in dict.fromkeys(feats)}
    columns[view.places, 2] = np.array([number[each] for each in feats], np.uint64)[inverse]
    write_columns(doc, [TAG, POS, MORPH], columns)


def distinct_rows(array: NDArray[np.uint64]) -> tuple[NDArray[np.uint64], Longs]:
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


def labels_of(doc: Doc, view: View, names: tuple[str, ...]) -> Ints:
    """Return the joint label that is nearest to each word's `tag_` and `pos_`, whoever set them."""
    tags, poses = _codes_of(names)
    pairs = list(zip(tags.tolist(), poses.tolist(), strict=True))
    table = {pair: i for i, pair in reversed(list(enumerate(pairs)))}
    by_tag = {tag: i for (tag, _), i in table.items()}
    by_pos = {pos: i for (_, pos), i in table.items()}
    array = read_columns(doc, [TAG, POS])[view.places]
    rows, inverse = distinct_rows(np.concatenate([array[:, :1], array], axis=1))
    found = [table.get((tag, pos), by_tag.get(tag, by_pos.get(pos, 0))) for _, tag, pos in rows.tolist()]
    return np.array(found, np.int32)[inverse]


def _labels(file: Container) -> Iterator[str]:
    """Every class is a tag and a part of speech."""
    for label in file.strings("classes"):
        if "|" not in label or label.partition("|")[2] not in POS_IDS:
            yield f"{label[:20]!r} is no joint label"


_SCHEMA: tuple[Part, ...] = (*linear_model(), _labels)


@once
def _load() -> tuple[TagModel, LemmaModel]:
    path = lexicon_path("annotate_tagger.lex")
    linear = LinearModel.of(read_container(path, REBUILD, _SCHEMA))
    lemmas = LemmaModel.of(read_container(lexicon_path("annotate_lemmas.lex"), REBUILD, LEMMAS))
    if word_table().labels > len(linear.classes):
        raise LexiconError(f"{path}: does not fit annotate_words.lex; rebuild both with: {REBUILD}")
    return TagModel(linear), lemmas


def tag_model() -> TagModel:
    """Return the shipped tagger; loaded once."""
    return _load()[0]


def lemma_model() -> LemmaModel:
    """Return the shipped lemmas; loaded once."""
    return _load()[1]
