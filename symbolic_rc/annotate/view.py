"""What the trained components share of one document: its words as codes, and what else its trees may be."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from spacy.attrs import ORTH, SENT_START
from spacy.tokens import Doc

from symbolic_rc.annotate.words import word_table
from symbolic_rc.core.arrays import Flags, Hashes, Ints, Longs, Singles


@dataclass(frozen=True, slots=True)
class View:
    """The words of a document."""

    places: Longs  #: (words,): index in the document of each token that is not white space
    forms: list[str]  #: The distinct forms
    kinds: Longs  #: (words,): index into `forms`
    form_codes: Hashes  #: (forms, columns)
    codes: Hashes  #: (words, columns)
    fixed: Ints  #: (words,)
    bounds: Longs  #: (sentences + 1,): where sentences start among the words
    #: (words,): the number of each word's text, where the document joins independent ones; else zeros
    texts: Longs

    def where(self, test: Callable[[str], object]) -> Flags:
        """Return which words have a form that meets a test."""
        return np.array([bool(test(form)) for form in self.forms], np.bool_)[self.kinds]


def read_columns(doc: Doc, attributes: Sequence[int]) -> NDArray[np.uint64]:
    """Return attributes of all tokens; uint64, shape (tokens, attributes)."""
    found: Any = doc.to_array(list(attributes))
    return found.reshape(len(doc), len(attributes))


def write_columns(doc: Doc, attributes: Sequence[int], columns: Any) -> None:
    """Set attributes of all tokens; `columns` is of shape (tokens, attributes)."""
    doc.from_array(list(attributes), columns.reshape(len(doc), len(attributes)).astype(np.uint64, copy=False))


def text_starts(doc: Doc) -> Longs:
    """Return where the independent texts start that a document joins; int64, its first entry 0."""
    return np.array(doc.user_data.get("texts", (0,)), np.int64)


_last = threading.local()


def view_of(doc: Doc) -> View:
    """Return the view of a document; the components after one another share it."""
    starts = read_columns(doc, [SENT_START])[:, 0]
    known = getattr(_last, "view", None)
    if known is not None and known[0]() is doc and np.array_equal(known[1], starts):
        return known[2]
    view = _make(doc, starts)
    _last.view = (weakref.ref(doc), starts, view)
    return view


def _make(doc: Doc, starts: NDArray[np.uint64]) -> View:
    orths, inverse = np.unique(read_columns(doc, [ORTH])[:, 0], return_inverse=True)
    forms = [doc.vocab.strings[orth] for orth in orths.tolist()]
    space = np.array([form.isspace() for form in forms], np.bool_)
    rows, fixed = word_table().both(forms)
    # a sentence that starts at white space starts at the next word
    sentence = np.cumsum(starts == 1)
    places = np.flatnonzero(~space[inverse]) if len(forms) else np.zeros(0, np.int64)
    kinds = inverse[places]
    numbers = sentence[places]
    changes = np.flatnonzero(np.diff(numbers)) + 1 if len(places) else np.zeros(0, np.int64)
    bounds = np.concatenate([[0], changes, [len(places)]]) if len(places) else np.zeros(1, np.int64)
    texts = np.searchsorted(text_starts(doc), places, side="right") - 1
    return View(places, forms, kinds, rows, rows[kinds], fixed[kinds], bounds.astype(np.int64), texts)


#: The key in the document's user data.
_KEY = "trees"


def write_trees(doc: Doc, trees: Longs, shares: Singles) -> None:
    """Keep several trees with a document, the first of them its own.

    `trees`, of shape (trees, tokens, 2), are the way to the head, in tokens, and the relation's string id;
    `shares`, of shape (trees, tokens), how likely the tree is that a token's sentence has.
    """
    doc.user_data[_KEY] = {"trees": trees, "shares": shares}


def read_trees(doc: Doc) -> Iterator[tuple[Ints, NDArray[np.uint64], Singles]]:
    """Yield each token's head, relation and share, for every tree that was kept; the first is the document's.

    Nothing is yielded for a document without other trees, or one that was made of another's part.
    """
    kept = doc.user_data.get(_KEY)
    if kept is None or kept["trees"].shape[1] != len(doc):
        return
    own = np.arange(len(doc))
    for tree, shares in zip(kept["trees"], kept["shares"], strict=True):
        yield (own + tree[:, 0]).astype(np.int32), tree[:, 1].astype(np.uint64), shares
