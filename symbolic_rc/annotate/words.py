"""Words as numbers: what the tagger, the parser and the name finder see of a word's form.

A form becomes a row of 32-bit codes, computed once per distinct form and kept in a bounded cache.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence

import numpy as np

from symbolic_rc.core.arrays import Hashes, Ints
from symbolic_rc.core.files.container import Column, Container, Part, Strings, read_container
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.core.forks import ForkSafe
from symbolic_rc.lexicon.files import once
from symbolic_rc.lexicon.names import names

_DIGITS = re.compile(r"\d")
#: The anonymised names and the placeholder of cloze questions.
ANONYMOUS = re.compile(r"@(?:entity\d+|placeholder)")
_SAME = str.maketrans("’‘`‹›“”„»«—–", "'''''\"\"\"\"\"--")
REBUILD = "python -m symbolic_rc.train annotate --data DIR"

#: The columns of a word's row of codes.
COLUMNS = (
    "form", "cased", "suffix1", "suffix2", "suffix3", "suffix4", "prefix1", "prefix2", "prefix3",
    "shape", "fine", "coarse", "tags", "capital", "case", "parts",
)  # fmt: skip
#: What is stored of each word.
_KNOWN = ("fine", "coarse", "tags", "capital", "fixed")
SCHEMA: tuple[Part, ...] = (Strings("words"), *(Column(name, "u", like="words") for name in _KNOWN))
FORM, CASED, SUFFIX1, SUFFIX2, SUFFIX3, SUFFIX4, PREFIX1, PREFIX2, PREFIX3 = range(9)
SHAPE, FINE, COARSE, TAGS, CAPITAL, CASE, PARTS = range(9, 16)
#: What column CASE holds: small letters, capitals, a capital first, neither.
SMALL, UPPER, TITLED, CASELESS = range(1, 5)
#: Bits of column PARTS that say that WordNet has a word as it stands (see `parts_of`).
IN_WORDNET = 15
#: Column CAPITAL is 0 of an unknown word, below this of one that is not a name nearly always.
NEARLY_ALWAYS = 5
#: The code of a place outside of a sentence.
OUTSIDE = np.uint32(11)


def normal_form(form: str) -> str:
    """Return a form in lower case, with digits as 0 and plain quotation marks and dashes.

    Examples
    --------
    >>> normal_form("1984’s"), normal_form("``")
    ("0000's", '"')
    """
    return '"' if form in ("``", "''") else _DIGITS.sub("0", form.translate(_SAME).lower())


def _shape_of(form: str) -> str:
    """Return the pattern of capitals, small letters, digits and marks, runs shortened."""
    out = []
    last = ""
    for character in form[:32]:
        letter = "X" if character.isupper() else "x" if character.isalpha() else ""
        kind = letter or ("0" if character.isdigit() else character)
        if kind != last or kind not in "Xx0":
            out.append(kind)
        last = kind
    return "".join(out)


def parts_of(words: Sequence[str]) -> list[int]:
    """Return the parts of speech that WordNet and the list of first names give each word, as bits.

    Bits 0 to 3: noun, verb, adjective, adverb, as it stands; 4 to 6: as an inflected form; 7: a first name.
    """
    from symbolic_rc.match.key_kernels import parts_of as in_wordnet
    from symbolic_rc.match.keys import as_bytes
    from symbolic_rc.match.lexicon_arrays import facts

    letters = [word.replace("-", "").replace(".", "") for word in words]
    plain = [
        word if word.isascii() and own.isalpha() else "" for word, own in zip(words, letters, strict=True)
    ]
    bits = np.zeros(len(plain), np.uint8)
    in_wordnet(facts(), *as_bytes(plain), bits)
    return [
        part | (128 if word and names().is_first_name(word) else 0)
        for word, part in zip(plain, (bits & 127).tolist(), strict=True)
    ]


class WordTable:
    """Codes of forms, from the compiled word list; computed once per form.

    The container is ``annotate_words.lex``: words, clusters, share of capitals, and the tags seen in
    training. At most `limit` distinct forms are kept, so that memory stays flat.
    """

    def __init__(self, container: Container, limit: int = 150_000) -> None:
        words = container.strings("words")
        arrays = container.arrays
        self._columns = np.stack([arrays[name] for name in _KNOWN], axis=1)
        self._known = dict(zip(words, range(len(words)), strict=True))
        #: How many labels a tagger must have for what is fixed here.
        self.labels = int(arrays["fixed"].max(initial=0))
        self._limit = limit
        self._guard = ForkSafe()
        self._reset()

    def _reset(self) -> None:
        self._index: dict[str, int] = {}
        self._codes = np.zeros((4096, len(COLUMNS) + 1), np.uint32)

    def codes(self, forms: Sequence[str]) -> Hashes:
        """Return the codes of each form; uint32, shape (forms, len(COLUMNS))."""
        return self._rows(forms)[:, :-1]

    def both(self, forms: Sequence[str]) -> tuple[Hashes, Ints]:
        """Return `codes` of the forms, and the joint label that each always has in small letters, or -1."""
        rows = self._rows(forms)
        return rows[:, :-1], rows[:, -1].astype(np.int32) - 1

    def _rows(self, forms: Sequence[str]) -> Hashes:
        with self._guard.lock:
            if len(self._index) > self._limit:
                self._reset()
            index = self._index
            try:
                places = [index[form] for form in forms]
            except KeyError:
                self._add(list(dict.fromkeys(form for form in forms if form not in index)))
                places = [index[form] for form in forms]
            return self._codes[places]

    def _add(self, forms: list[str]) -> None:
        first, size = len(self._index), len(self._index) + len(forms)
        while size > len(self._codes):
            self._codes = np.concatenate([self._codes, np.zeros_like(self._codes)])
        known = ["@entity" if ANONYMOUS.fullmatch(form) else form for form in forms]
        normal = [normal_form(form) for form in known]
        rows = zip(known, normal, parts_of(normal), strict=True)
        self._codes[first:size] = [self._row(*each) for each in rows]
        self._index.update(zip(forms, range(first, size), strict=True))

    def _row(self, form: str, normal: str, parts: int) -> list[int]:
        """Return the codes of one form, then its fixed label plus 1, or 0."""
        row = self._known.get(normal)
        fine, coarse, tags, capital, fixed = (0, 0, 0, 0, 0) if row is None else self._columns[row].tolist()
        case = TITLED if form[:1].isupper() else CASELESS
        case = SMALL if form.islower() else UPPER if form.isupper() and len(form) > 1 else case
        endings, beginnings = (normal[-n:] for n in (1, 2, 3, 4)), (normal[:n] for n in (1, 2, 3))
        texts = (normal, form, *endings, *beginnings, _shape_of(form))
        codes = [zlib.crc32(text.encode("utf-8", "surrogatepass")) for text in texts]
        return [*codes, fine, coarse, tags, capital, case, parts, fixed if form == normal else 0]


@once
def word_table() -> WordTable:
    """Return the word table that ships with the package; loaded at the first call."""
    return WordTable(read_container(lexicon_path("annotate_words.lex"), REBUILD, SCHEMA))
