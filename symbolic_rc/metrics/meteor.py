"""METEOR 1.5 for English: exact, stem and synonym matches, with its published weights.

Denkowski and Lavie 2014, "Meteor Universal". The paraphrase stage needs METEOR's own table of some sixty
megabytes and is left out; the signature says so. `MeteorJar` runs the official program with all stages.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import zip_longest
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from symbolic_rc.core.errors import MissingExtraError, SymbolicRCError
from symbolic_rc.core.record import Question
from symbolic_rc.metrics.caption import caption_pair
from symbolic_rc.metrics.metric import Metric, Statistics

#: Longer words without a base lose an ending.
_SHORT = 2

#: Parameters of the ranking task for English (Denkowski and Lavie 2014, table 3): the weight of precision
#: against recall, the shape and the weight of the penalty, the weight of content words.
ALPHA, BETA, GAMMA, DELTA = 0.85, 0.2, 0.6, 0.75

#: The weights of exact, stem, synonym and paraphrase matches.
WEIGHTS = (1.0, 0.6, 0.8, 0.6)

#: Words (and marks) of more than one in a thousand in METEOR's English corpora: its function words.
FUNCTION_WORDS = frozenset(
    """
    the , . to of and a in that for " is on 's it with was as said at he by be from have has are his but an
    this not i will ’ they ) -rrb- ( -lrb- who their had we which were been more or s its would about new
    one after you : also up when there than $ all out her people she year two - can if last first “ over
    other ” into some what so -- no time years could ? 't — '
    """.split()
)

_BEAM = 40
_APOSTROPHE = re.compile(r"(?<=\w)'(?=[^\W\d_])")
_MARKS = re.compile(r"[^\sA-Za-z0-9À-ɏ.,'-]|(?<!\d),|,(?!\d)")
_QUOTES = str.maketrans({"’": "'", "‘": "'", "`": "'", "“": '"', "”": '"', "–": " -- ", "—": " -- "})
_DASH = re.compile(r"(?<=\w)-(?=\w)")


@lru_cache(65_536)
def _stem(word: str) -> str:
    from nltk.stem.snowball import EnglishStemmer

    return str(EnglishStemmer().stem(word))


@lru_cache(65_536)
def _synsets(word: str) -> frozenset[int]:
    """Return the WordNet synsets of a word and of its base form, as METEOR looks them up."""
    from symbolic_rc.lexicon.wordnet import SUFFIXES, wordnet

    words = wordnet()
    bases = {base for part in "nvar" for base in words.irregular(word, part)}
    if not bases and len(word) > _SHORT and not word.endswith("ss"):
        # WordNet's rules but one for nouns, verbs and adjectives, whatever part of speech they lead to
        rules = (rule for part in "nva" for rule in SUFFIXES[part] if rule != ("ves", "f"))
        cut = (word[: len(word) - len(old)] + new for old, new in rules if word.endswith(old))
        bases = set(next(([base] for base in cut if words.has(base)), ()))
    return frozenset(synset for form in {word, *bases} for synset in words.entries(form))


def _options(found: Sequence[str], wanted: Sequence[str]) -> list[list[tuple[int, int]]]:
    """Return, for each word of a reference, the answer's words that match it, by stage."""
    stems, synsets = [_stem(own) for own in found], [_synsets(own) for own in found]
    options = []
    for word in wanted:
        stem, meanings = _stem(word), _synsets(word)
        options.append([(j, 0) for j, own in enumerate(found) if own == word])
        options[-1] += [(j, 1) for j, own in enumerate(stems) if own == stem and found[j] != word]
        if meanings:
            options[-1] += [
                (j, 2) for j, own in enumerate(synsets) if not meanings.isdisjoint(own) and found[j] != word
            ]
    return options


@dataclass(slots=True)
class _Partial:
    """An alignment of the reference's first words: its pairs, and what it is compared by."""

    pairs: tuple[tuple[int, int, int], ...] = ()
    used: int = 0
    weight: int = 0
    chunks: int = 0
    distance: int = 0
    end: int = -1

    def key(self) -> tuple[int, int, int]:
        return -self.weight, self.chunks, self.distance

    def matched(self, i: int, j: int, stage: int) -> _Partial:
        """Return the alignment with reference word i matched to the answer's word j."""
        return _Partial(
            (*self.pairs, (j, i, stage)),
            self.used | 1 << j,
            self.weight + int(WEIGHTS[stage]),
            self.chunks + (self.end not in (-1, j)),
            self.distance,
            j + 1,
        )

    def closed(self) -> _Partial:
        """Return the alignment with its last chunk ended."""
        return _Partial(self.pairs, self.used, self.weight, self.chunks + (self.end != -1), self.distance, -1)


def align(found: Sequence[str], wanted: Sequence[str]) -> tuple[tuple[int, int, int], ...]:
    """Align an answer's words with a reference's, one to one, as the released METEOR 1.5 does.

    A match that nothing competes with is taken. The others are chosen from left to right with a beam of 40:
    the greatest coverage, then the fewest chunks, then the shortest distances. The program counts coverage in
    whole numbers, so that only exact matches count; a stem or synonym that would cost a chunk is not taken.
    It also charges a match's distance to the alternatives tried after it. Both are kept, for the sake of
    its figures.

    Returns positions in the answer and in the reference with the stage (0 exact, 1 stem, 2 synonym), in the
    order of the reference.
    """
    options = _options(found, wanted)
    covered = Counter(j for each in options for j, _ in each)
    beam = [_Partial()]
    fixed = sum(1 << each[0][0] for each in options if len(each) == 1 and covered[each[0][0]] == 1)
    beam[0].used = fixed
    for i, each in enumerate(options):
        grown = []
        for one in sorted(beam, key=_Partial.key)[:_BEAM]:
            if len(each) == 1 and covered[each[0][0]] == 1:
                one.distance += abs(i - each[0][0])
                grown.append(one.matched(i, *each[0]))
                continue
            for j, stage in each:
                if not one.used >> j & 1:
                    grown.append(one.matched(i, j, stage))
                    one.distance += abs(i - j)
            grown.append(one.closed())
        beam = grown
    return min((one.closed() for one in sorted(beam, key=_Partial.key)[:_BEAM]), key=_Partial.key).pairs


def _statistics(found: Sequence[str], wanted: Sequence[str]) -> Statistics:
    """Return METEOR's counts of one answer against one reference; as `meteor_scores` wants them."""
    pairs = align(found, wanted)
    counts = np.zeros(17)
    functions = [sum(word in FUNCTION_WORDS for word in words) for words in (found, wanted)]
    counts[:4] = len(found), functions[0], len(wanted), functions[1]
    for i, j, stage in pairs:
        counts[4 + stage + 3 * (found[i] in FUNCTION_WORDS)] += 1
        counts[10 + stage + 3 * (wanted[j] in FUNCTION_WORDS)] += 1
    chunks = sum(
        n == 0 or pair[0] != pairs[n - 1][0] + 1 or pair[1] != pairs[n - 1][1] + 1
        for n, pair in enumerate(pairs)
    )
    # an answer equal to the reference has no fragments, and adds none to a corpus
    counts[16] = 0 if chunks == 1 and len(pairs) == len(found) == len(wanted) else chunks
    return counts


def meteor_scores(sums: ArrayLike) -> Statistics:
    """Return METEOR (0 to 1) of sums of counts: (..., 5 + 4 * stages) to (...).

    Parameters
    ----------
    sums : array_like
        Length and function words of the answer, of the reference; for each stage the matches on the answer's
        content words, on its function words, on the reference's content words, on its function words; chunks.
    """
    array = np.asarray(sums, dtype=np.float64)
    stages = (array.shape[-1] - 5) // 4
    length, function, wanted_length, wanted_function = np.moveaxis(array[..., :4], -1, 0)
    own, wanted = array[..., 4 : 4 + 2 * stages], array[..., 4 + 2 * stages : -1]
    weights = np.array([part * weight for part in (DELTA, 1 - DELTA) for weight in WEIGHTS[:stages]])
    count = (own.sum(-1) + wanted.sum(-1)) / 2
    with np.errstate(divide="ignore", invalid="ignore"):
        precision = own @ weights / (DELTA * (length - function) + (1 - DELTA) * function)
        wanted_weight = DELTA * (wanted_length - wanted_function) + (1 - DELTA) * wanted_function
        recall = wanted @ weights / wanted_weight
        mean = 1.0 / ((1 - ALPHA) / precision + ALPHA / recall)
        score = mean * (1 - GAMMA * (array[..., -1] / count) ** BETA)
    return np.where(np.isfinite(score), np.maximum(score, 0.0), 0.0)


def meteor_statistics(found: Sequence[str], references: Sequence[Sequence[str]]) -> Statistics:
    """Return the counts against the reference with the best score (the first of equals)."""
    each = np.array([_statistics(found, wanted) for wanted in references])
    return each[meteor_scores(each).argmax()]


def meteor_tokens(words: Sequence[str]) -> list[str]:
    """Split words, lower case already, as METEOR's own normalisation does.

    Marks stand alone, hyphens are dropped, a clitic is split off with its apostrophe, a final full stop is
    split off unless the word has another or a small letter follows.
    """
    text = " ".join(words).translate(_QUOTES)
    text = _DASH.sub(" ", _APOSTROPHE.sub(" '", _MARKS.sub(r" \g<0> ", text)))
    split = text.split()
    found: list[str] = []
    for word, after in zip_longest(split, split[1:], fillvalue=""):
        stem = word[:-1]
        if word.endswith(".") and stem and "." not in stem and not after[:1].islower():
            found += [stem, "."]
        else:
            found.append(word)
    return found


class CaptionMeteor(Metric):
    """Corpus METEOR as NarrativeQA's toolkit sums it up; see `Meteor` and `MeteorJar`."""

    name = "meteor"

    def scores(self, sums: ArrayLike) -> Statistics:
        """Return METEOR of many sums, in percent."""
        return 100.0 * meteor_scores(sums)


class Meteor(CaptionMeteor):
    """Corpus METEOR 1.5 without its paraphrase stage."""

    signature = "METEOR|version:1.5|lang:en|stages:exact+stem+synonym|paraphrases:no|corpus|best-reference"

    def statistics(self, texts: tuple[str, ...], question: Question) -> Statistics:
        """Return METEOR's counts; float64, shape (17,)."""
        found, references = caption_pair(texts, question)
        return meteor_statistics(meteor_tokens(found), [meteor_tokens(one) for one in references])


_STAGES = 4


class MeteorProgram:
    """The running program: lines go in, counts come out.

    A `MissingExtraError` says that the package that carries the program is not installed, a `SymbolicRCError`
    that there is no Java, or that the program stopped.
    """

    def __init__(self, *options: str) -> None:
        found = importlib.util.find_spec("pycocoevalcap")
        if found is None or not found.submodule_search_locations:
            raise MissingExtraError("pycocoevalcap", "meteor")
        if (java := shutil.which("java")) is None:
            raise SymbolicRCError("METEOR's own program needs Java: install a Java runtime, or use ours")
        folder = Path(next(iter(found.submodule_search_locations))) / "meteor"
        command = [java, "-Xmx2G", "-jar", "meteor-1.5.jar", "-", "-", "-stdio", "-l", "en", "-norm"]
        process = subprocess.Popen(
            [*command, *options],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
        )
        assert process.stdin is not None
        assert process.stdout is not None
        self._process, self._input, self._output = process, process.stdin, process.stdout
        self._lock = threading.Lock()

    def ask(self, line: str) -> str:
        """Return the program's answer to one line."""
        with self._lock:
            try:
                self._input.write(line + "\n")
                self._input.flush()
                answer = self._output.readline()
            except OSError as error:
                raise SymbolicRCError(f"METEOR's program stopped ({error})") from error
        if not answer:
            raise SymbolicRCError("METEOR's program stopped; does Java have 2 GB of memory?")
        return answer.strip()

    def counts(self, found: Sequence[str], references: Sequence[Sequence[str]]) -> list[float]:
        """Return the program's 23 counts of an answer against its best reference."""
        texts = [" ".join(words).replace("|||", "") for words in (*references, found)]
        return [float(value) for value in self.ask(" ||| ".join(["SCORE", *texts])).split()]


_program = cache(MeteorProgram)


def counts_in_order(counts: Sequence[float]) -> Statistics:
    """Put the program's counts in the order of `meteor_scores`; float64, shape (21,)."""
    length, wanted_length, function, wanted_function = counts[:4]
    # a stage has answer and reference on content words, then on function words
    by_stage = np.array(counts[4:20]).reshape(_STAGES, 4)
    own, wanted = by_stage[:, [0, 2]].T.ravel(), by_stage[:, [1, 3]].T.ravel()
    if (chunks := counts[20]) == 1 and counts[21] == length and counts[22] == wanted_length:
        chunks = 0.0  # as the program does where it adds counts up
    return np.concatenate([[length, function, wanted_length, wanted_function], own, wanted, [chunks]])


class MeteorJar(CaptionMeteor):
    """Corpus METEOR 1.5 with all stages, by the official program."""

    signature = (
        "METEOR|version:1.5|program:jar|lang:en|stages:exact+stem+synonym+paraphrase|corpus|best-reference"
    )

    def statistics(self, texts: tuple[str, ...], question: Question) -> Statistics:
        """Return the program's counts; float64, shape (21,)."""
        return counts_in_order(_program().counts(*caption_pair(texts, question)))
