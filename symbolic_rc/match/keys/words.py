"""A word as it is asked about, and the finding of entries of several words in running text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.words import FUNCTION_WORDS
from symbolic_rc.lexicon.wordnet import wordnet

#: Letters from which a word without its hyphens may be another form; letters of each word of a joined entry.
LONG, _WORD = 6, 3

#: So many words, and so many runs of words, are remembered at a time; a book has a million runs.
REMEMBERED = 1 << 17


class Word(NamedTuple):
    """A distinct word as it is asked about: lower-cased, with lemma and part of speech where known.

    `part` is one of WordNet's (n, v, a, r), or empty; `phrase` marks an entry of several words.
    """

    text: str
    lemma: str = ""
    part: str = ""
    phrase: bool = False


def as_bytes(texts: Sequence[str]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Return strings as kernels take them: their bytes one after the other, and where each ends."""
    encoded = [text.encode("utf-8", "surrogatepass") for text in texts]
    return np.frombuffer(b"".join(encoded), np.uint8), np.cumsum([len(each) for each in encoded])


class Phrases:
    """Finds entries of several words ("hand gun", "gave up") in running text."""

    longest = 4
    _particles = frozenset("up out off away down back in on over through about".split())

    def __init__(self) -> None:
        self._known: dict[tuple[str, ...], Word | None] = {}

    def find(self, words: list[str]) -> list[tuple[int, int, Word]]:
        """Return (start, end, entry) for every entry in the words, longer ones too where they overlap."""
        return self.find_all([words])[0]

    def find_all(self, texts: Sequence[list[str]]) -> list[list[tuple[int, int, Word]]]:
        """Return what `find` does for each of several texts; their new runs are looked up at once."""
        runs = [self._runs(words) for words in texts]
        known = self._known
        new = {run: None for own in runs for _, _, run in own if run not in known}
        if new:
            if len(known) >= REMEMBERED:
                known = self._known = {}
                new = {run: None for own in runs for _, _, run in own}
            known.update(self._look_up(list(new)))
        return [
            [(start, end, entry) for start, end, run in own if (entry := known[run]) is not None]
            for own in runs
        ]

    def _runs(self, words: list[str]) -> list[tuple[int, int, tuple[str, ...]]]:
        return [
            (start, end, tuple(words[start:end]))
            for start in range(len(words) - 1)
            if words[start] not in FUNCTION_WORDS
            for end in range(start + 2, min(start + self.longest, len(words)) + 1)
        ]

    def _look_up(self, runs: Sequence[tuple[str, ...]]) -> dict[tuple[str, ...], Word | None]:
        """Return the entry that each run of words makes, or None; all nouns are looked up together."""
        from symbolic_rc.match.keys.base_kernels import last_bases
        from symbolic_rc.match.keys.lexicon_arrays import facts

        found: dict[tuple[str, ...], Word | None] = dict.fromkeys(runs)
        forms: list[str] = []
        owners: list[tuple[str, ...]] = []
        for run in runs:
            if not all(word[0].isalpha() for word in run):
                continue
            if run[-1] in self._particles:
                found[run] = _with_particle(run)
            elif run[-1] not in FUNCTION_WORDS:
                own = ["_".join(run), "-".join(run)]
                if min(map(len, run)) >= _WORD:
                    own.append("".join(run))
                forms += own
                owners += [run] * len(own)
        if forms:
            lemmas = np.empty(len(forms), np.int32)
            last_bases(facts(), *as_bytes(forms), lemmas)
            for i in reversed(np.flatnonzero(lemmas >= 0).tolist()):  # the first form that is an entry stays
                found[owners[i]] = Word(wordnet().lemma_name(int(lemmas[i])), part="n", phrase=True)
        return found


def _with_particle(run: tuple[str, ...]) -> Word | None:
    known = wordnet()
    for base in known.base(run[0], "v"):
        text = "_".join((base, *run[1:]))
        if known.has(text, "v"):
            return Word(text, part="v", phrase=True)
    return None
