"""WordNet 3.0 as integer arrays: look-ups equal to nltk's reader, safe from any thread."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from functools import lru_cache

import numpy as np

from symbolic_rc.core.files.container import Column, Container, Counts, Ends, Part, Strings, Table
from symbolic_rc.lexicon.files import once, open_lexicon
from symbolic_rc.lexicon.strings import StringTable

#: Parts of speech in WordNet's order; satellites ("s") are looked up as adjectives ("a").
PARTS = "nvar"

#: Pointers that are kept, by number; the first group joins synsets, the second joins words of synsets.
RELATIONS = tuple(
    "hypernym instance_hypernym entailment cause verb_group similar attribute member_holonym part_holonym"
    " substance_holonym also_see antonym derivation pertainym".split()
)


def _endings(text: str) -> tuple[tuple[str, str], ...]:
    return tuple((old, new) for old, _, new in (rule.partition("/") for rule in text.split()))


#: Endings that are taken off, with what takes their place (WordNet's "morphy").
SUFFIXES = {
    "n": _endings("s/ ses/s ves/f xes/x zes/z ches/ch shes/sh men/man ies/y"),
    "v": _endings("s/ ies/y es/e es/ ed/e ed/ ing/e ing/"),
    "a": _endings("er/ est/ er/e est/e"),
    "r": (),
}


def _joined(file: Container) -> Iterator[str]:
    """The words that pointers join are words of their synsets."""
    arrays = file.arrays
    words = np.diff(arrays["word.ends"].astype(np.int64), prepend=0)
    own = np.repeat(words, np.diff(arrays["pointer.ends"].astype(np.int64), prepend=0).astype(np.int64))
    others = words[arrays["pointer.target"]]
    for name, most in (("pointer.source_word", own), ("pointer.target_word", others)):
        if (arrays[name] > most).any():
            yield f"{name!r} holds words that their synsets do not have"


_SCHEMA: tuple[Part, ...] = (
    Table("lemma"),
    Strings("cased"),
    Strings("lexname"),
    Table("exception"),
    Strings("exception.word"),
    Ends("exception.base.ends", "exception.base", like="exception"),
    Column("exception.base", into="exception.word"),
    Ends("sense.ends", "sense.synset", like="lemma"),
    Column("sense.synset", into="synset.offset"),
    Column("sense.count", like="sense.synset"),
    Column("synset.offset"),
    Column("synset.lexfile", like="synset.offset", into="lexname"),
    Column("synset.satellite", like="synset.offset"),
    Ends("word.ends", "word.name", like="synset.offset"),
    Column("word.name", into="lemma+cased"),
    Ends("pointer.ends", "pointer.kind", like="synset.offset"),
    Column("pointer.kind", most=len(RELATIONS) - 1),
    Column("pointer.target", like="pointer.kind", into="synset.offset"),
    Column("pointer.source_word", like="pointer.kind"),
    Column("pointer.target_word", like="pointer.kind"),
    Column("parts", rows=len(PARTS)),
    Counts("parts", "synset.offset"),
    _joined,
)


class WordNet:
    """Lemmas, synsets and their relations. Synsets are integers, ordered by part of speech and offset.

    Words are taken in any case, multi-word entries with blanks or underscores.

    Attributes
    ----------
    names, exceptions : StringTable
        The lemmas in small letters, and the irregular forms (``v:gave``).
    arrays : dict of str to ndarray
        What the file holds, read-only, for kernels.

    Examples
    --------
    >>> words = wordnet()                                                           # doctest: +SKIP
    >>> words.base("gave", "v")                                                     # doctest: +SKIP
    ('give',)
    >>> [words.lemmas(synset) for synset in words.synsets("revolver")]              # doctest: +SKIP
    [('revolver', 'six-gun', 'six-shooter'), ('revolver',)]
    """

    def __init__(self, container: Container) -> None:
        self.names = StringTable(container, "lemma")
        self._cased = container.strings("cased")
        self._lexnames = tuple(container.strings("lexname"))
        self.exceptions = StringTable(container, "exception")
        self.arrays = arrays = container.arrays
        self._exception_words = container.strings("exception.word")
        #: Memory views: reading one item is three times as quick as from an array.
        self._data = {name: array.data for name, array in arrays.items()}
        bounds = [0, *np.cumsum(arrays["parts"]).tolist()]
        self.size = len(self._data["synset.offset"])
        self._range = {part: (bounds[i], bounds[i + 1]) for i, part in enumerate(PARTS)}
        self._range.update({"s": self._range["a"], "": (0, self.size)})
        self._bounds = bounds

    # -- words

    def lemma(self, word: str) -> int:
        """Return the lemma's integer, or -1 if WordNet has no such entry."""
        return self.names.find(word.lower().replace(" ", "_"))

    def _places(self, table: str, row: int) -> range:
        """Return where a row of a table begins and ends."""
        ends = self._data[f"{table}.ends"]
        return range(ends[row - 1] if row else 0, ends[row])

    def _entries(self, lemma: int, part: str) -> tuple[int, int]:
        """Return where a lemma's senses of one or any part of speech begin and end; none for lemma -1."""
        if lemma < 0:
            return 0, 0
        places, synsets = self._places("sense", lemma), self._data["sense.synset"]
        (start, end), (low, high) = (places.start, places.stop), self._range[part]
        while start < end and synsets[start] < low:
            start += 1
        while end > start and synsets[end - 1] >= high:
            end -= 1
        return start, end

    @lru_cache(maxsize=1 << 15)  # noqa: B019 (there is one WordNet in a process)
    def has(self, word: str, part: str = "") -> bool:
        """Whether the word itself is an entry (of that part of speech)."""
        start, end = self._entries(self.lemma(word), part)
        return start < end

    @lru_cache(maxsize=1 << 15)  # noqa: B019 (there is one WordNet in a process)
    def base(self, word: str, part: str) -> tuple[str, ...]:
        """Return the entries that the word may be a form of: itself, exceptions, else endings taken off."""
        form = word.lower().replace(" ", "_")
        part = "a" if part == "s" else part
        stems = list(self.irregular(form, part)) or [
            form[: len(form) - len(old)] + new for old, new in SUFFIXES[part] if form.endswith(old)
        ]
        return tuple(dict.fromkeys(stem for stem in (form, *stems) if self.has(stem, part)))

    def irregular(self, word: str, part: str) -> tuple[str, ...]:
        """Return what WordNet's exceptions say that the word is a form of; nothing for most words."""
        if (number := self.exceptions.find(f"{part}:{word.lower()}")) < 0:
            return ()
        bases, places = self._data["exception.base"], self._places("exception.base", number)
        return tuple(self._exception_words[bases[i]] for i in places)

    # -- senses

    @lru_cache(maxsize=1 << 15)  # noqa: B019 (there is one WordNet in a process)
    def synsets(self, word: str, part: str = "") -> tuple[int, ...]:
        """Return the synsets of a word and its base forms, most frequent sense first, as nltk does."""
        found: list[int] = []
        for each in part or PARTS:
            for base in self.base(word, each):
                start, end = self._entries(self.lemma(base), each)
                found += self._data["sense.synset"][start:end].tolist()
        if part == "s":
            found = [synset for synset in found if self._data["synset.satellite"][synset]]
        return tuple(found)

    def entries(self, word: str, part: str = "") -> tuple[int, ...]:
        """Return the synsets of the word itself, not of its base forms, of one or any part of speech."""
        start, end = self._entries(self.lemma(word), part)
        return tuple(self._data["sense.synset"][start:end].tolist())

    def counts(self, word: str, part: str) -> tuple[int, ...]:
        """Return how often each sense of the entry itself was tagged in SemCor, parallel to its synsets."""
        start, end = self._entries(self.lemma(word), part)
        return tuple(self._data["sense.count"][start:end].tolist())

    # -- synsets

    def part(self, synset: int) -> str:
        """Return a synset's part of speech: n, v, a, s or r."""
        part = PARTS[next(i for i in range(4) if synset < self._bounds[i + 1])]
        return "s" if self._data["synset.satellite"][synset] else part

    def find(self, part: str, offset: int) -> int:
        """Return the synset at an offset of a data file, or -1."""
        low, high = self._range[part]
        place = bisect_left(self._data["synset.offset"], offset, low, high)
        return place if place < high and self._data["synset.offset"][place] == offset else -1

    def lexname(self, synset: int) -> str:
        """Return the lexicographer file: ``noun.person``, ``verb.motion``, ..."""
        return self._lexnames[self._data["synset.lexfile"][synset]]

    @lru_cache(maxsize=1 << 15)  # noqa: B019 (there is one WordNet in a process)
    def class_of(self, lemma: str, part: str = "n") -> str:
        """Return the lexicographer file of a word's first sense: ``noun.location``; empty for none."""
        senses = self.synsets(lemma, part)
        return self.lexname(senses[0]) if senses else ""

    def lemmas(self, synset: int) -> tuple[str, ...]:
        """Return a synset's words in WordNet's order and case, underscores for blanks."""
        return tuple(self._word(i) for i in self._places("word", synset))

    def _word(self, place: int) -> str:
        name, size = self._data["word.name"][place], len(self.names)
        return self.names[name] if name < size else self._cased[name - size]

    def related(self, synset: int, *relations: str) -> tuple[int, ...]:
        """Return the synsets that pointers of these kinds lead to; see `RELATIONS`."""
        wanted, kinds = _numbers_of(relations), self._data["pointer.kind"]
        places = [i for i in self._places("pointer", synset) if kinds[i] in wanted]
        return tuple(self._data["pointer.target"][i] for i in places)

    @lru_cache(maxsize=1 << 14)  # noqa: B019 (there is one WordNet in a process)
    def hypernyms(self, synset: int) -> tuple[int, ...]:
        """Return the direct hypernyms, those of instances included."""
        return self.related(synset, "hypernym", "instance_hypernym")

    @lru_cache(maxsize=1 << 13)  # noqa: B019 (there is one WordNet in a process)
    def ancestors(self, synset: int, depth: int = 32) -> Mapping[int, int]:
        """Return every hypernym up to `depth` steps away, with its distance; the synset itself at 0."""
        found, border = {synset: 0}, [synset]
        for step in range(1, depth + 1):
            above = (up for each in border for up in self.hypernyms(each) if up not in found)
            if not (border := list(dict.fromkeys(above))):
                break
            for up in border:
                found.setdefault(up, step)
        return found

    # -- relations between words

    def linked(self, word: str, part: str, relation: str) -> tuple[tuple[str, int], ...]:
        """Return (word, synset) pairs that a lexical pointer of this entry's senses leads to.

        `relation` is ``antonym``, ``derivation`` or ``pertainym``; the entry is taken as it stands
        (see `base`).
        """
        kind, name = RELATIONS.index(relation), word.lower().replace(" ", "_")
        found: dict[tuple[str, int], None] = {}
        start, end = self._entries(self.lemma(name), part)
        for synset in self._data["sense.synset"][start:end].tolist():
            words = self._places("word", synset)
            for i in self._places("pointer", synset):
                source = self._data["pointer.source_word"][i]
                if self._data["pointer.kind"][i] != kind or not source:
                    continue
                if self._word(words[source - 1]).lower() == name:
                    target = self._data["pointer.target"][i]
                    place = self._places("word", target)[self._data["pointer.target_word"][i] - 1]
                    found[self._word(place), target] = None
        return tuple(found)

    @lru_cache(maxsize=1 << 14)  # noqa: B019 (there is one WordNet in a process)
    def antonyms(self, word: str, part: str) -> tuple[str, ...]:
        """Return the antonyms of an entry, in order of its senses."""
        return tuple(dict.fromkeys(text for text, _ in self.linked(word, part, "antonym")))

    @lru_cache(maxsize=1 << 15)  # noqa: B019 (there is one WordNet in a process)
    def above(self, noun: str) -> tuple[int, ...]:
        """Return the synsets above one of a noun's two commonest senses, with these."""
        return tuple(sorted({above for s in self.synsets(noun, "n")[:2] for above in self.ancestors(s)}))

    def derivations(self, word: str, part: str) -> tuple[str, ...]:
        """Return the derivationally related words of an entry (destroy: destruction, destroyer)."""
        return tuple(dict.fromkeys(text for text, _ in self.linked(word, part, "derivation")))


@lru_cache(maxsize=256)
def _numbers_of(relations: tuple[str, ...]) -> frozenset[int]:
    return frozenset(map(RELATIONS.index, relations))


@once
def wordnet() -> WordNet:
    """Return WordNet 3.0 (Princeton University), loaded at first use."""
    return WordNet(open_lexicon("wordnet", _SCHEMA))
