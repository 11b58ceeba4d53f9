"""The spaCy components that set tags, morphology and lemmas."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from spacy.attrs import LEMMA, ORTH, POS, TAG
from spacy.parts_of_speech import NAMES as POS_NAMES
from spacy.tokens import Doc

from symbolic_rc.annotate.tagger.tag_model import TagModel, distinct_rows, lemma_model, set_labels, tag_model
from symbolic_rc.annotate.tagger.tag_rules import apply_tag_rules, retag_nouns, unambiguous_names
from symbolic_rc.annotate.view import View, read_columns, view_of, write_columns
from symbolic_rc.core.arrays import Flags, Ints

#: The key of a document's user data under which runners-up and margins of tags go to the parser.
MARGINS = "tag_margins"


class Tagger:
    """The pipeline component ``symbolic_rc_tagger``: sets `tag_`, `pos_` and morphology.

    The `model` is the shipped one by default. Low-confidence tags of texts of at most `retagged` words are
    re-tagged (`annotate.tagger.retagging`).
    """

    def __init__(self, model: TagModel | None = None, retagged: int = 0) -> None:
        self._model, self._retagged = model, retagged

    @property
    def model(self) -> TagModel:
        """The weights."""
        if self._model is None:
            self._model = tag_model()
        return self._model

    def __call__(self, doc: Doc, twice: bool = True) -> Doc:
        """Tag a document; `twice` re-tags low-confidence tags of short texts."""
        if not len(doc):
            return doc
        view, model = view_of(doc), self.model
        labels = model.run(view.form_codes, view.kinds, view.fixed, view.bounds)
        first = labels.copy()
        apply_tag_rules(view, labels, model.linear.classes)
        short = np.bincount(view.texts)[view.texts] <= self._retagged
        if twice and short.any():
            given = (
                (view.fixed >= 0) | (first != labels) | unambiguous_names(view, labels, model.linear.classes)
            )
            labels = self._retag(doc, view, labels, short & ~given)
            retag_nouns(view, labels, model.linear.classes)
        set_labels(doc, view, labels, model.linear.classes)
        return doc

    def _retag(self, doc: Doc, view: View, labels: Ints, may_change: Flags) -> Ints:
        """Return the labels after re-tagging, and leave their runners-up and margins to the parser."""
        # only this pipeline needs its weights and kernels
        from symbolic_rc.annotate.tagger.retagging import retagger, retagger_input

        words = view.form_codes, view.kinds, view.codes
        found = retagger().retag(
            retagger_input(self.model, words, view.bounds, labels, may_change, view.texts)
        )
        doc.user_data[MARGINS] = (found.second, found.margins)
        return found.labels


class Lemmatizer:
    """The pipeline component ``symbolic_rc_lemmatizer``: sets `lemma_` from form and tags."""

    def __call__(self, doc: Doc) -> Doc:
        """Set the lemmas of a document."""
        if not len(doc):
            return doc
        rows, inverse = distinct_rows(read_columns(doc, [ORTH, TAG, POS]))
        strings = doc.vocab.strings
        lemmas = [_lemma(strings[orth], strings[tag], POS_NAMES[pos]) for orth, tag, pos in rows.tolist()]
        write_columns(doc, [LEMMA], np.array(list(map(strings.add, lemmas)), np.uint64)[inverse])
        return doc


@lru_cache(maxsize=1 << 15)
def _lemma(form: str, tag: str, pos: str) -> str:
    return form if form.isspace() else lemma_model().lemma(form, f"{tag}|{pos}")
