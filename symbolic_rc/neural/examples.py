"""Stories and questions as arrays of integers for neural readers; words and their initial vectors."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.record import Question, Record
from symbolic_rc.core.tokens import Tokens, grouped, tokens, words_of
from symbolic_rc.lexicon.vectors import vectors
from symbolic_rc.metrics.squad import token_f1
from symbolic_rc.neural.settings import NeuralSettings
from symbolic_rc.spans import rouge_l_spans

#: Fixed entries before the markers: padding comes first.
PADDING, UNKNOWN, PLACEHOLDER, DELIMITER, BEGIN, END = range(6)
FIRST_MARKER = 6


class NeuralVocabulary:
    """Lower-case words of the training data, after fixed entries and `markers` markers.

    Examples
    --------
    >>> vocabulary = NeuralVocabulary(["mill", "sold"], markers=3)
    >>> vocabulary.numbers(["Sold", "the", "mill", "@placeholder"]).tolist()
    [10, 1, 9, 2]
    >>> vocabulary.word(9)
    'mill'
    """

    def __init__(self, words: Sequence[str], markers: int = 0) -> None:
        self.words, self.markers = tuple(words), markers
        self.first_word = FIRST_MARKER + markers
        self._numbers = {word: self.first_word + i for i, word in enumerate(self.words)}
        self._numbers["@placeholder"] = PLACEHOLDER

    def __len__(self) -> int:
        return self.first_word + len(self.words)

    def numbers(self, words: Iterable[str]) -> NDArray[np.int64]:
        """Return the integers of words."""
        find = self._numbers.get
        return np.array([find(word.lower(), UNKNOWN) for word in words], np.int64)

    def word(self, number: int) -> str:
        """Return the word of an integer; empty for a fixed entry or a marker."""
        return self.words[number - self.first_word] if number >= self.first_word else ""

    def initial_vectors(self, seed: int) -> NDArray[np.float32]:
        """Return the project's GloVe vector of each word that has one; float32, (len(self), dimensions).

        Padding is zero; the others are drawn at random, with GloVe's spread.
        """
        glove = vectors()
        random = np.random.default_rng(seed)
        found = random.normal(0.0, 0.35, (len(self), glove.dimensions)).astype(np.float32)
        for i, word in enumerate(self.words, self.first_word):
            if word in glove:
                found[i] = glove.vector(word)
        found[PADDING] = 0.0
        return found


def build_vocabulary(records: Iterable[Record], settings: NeuralSettings) -> NeuralVocabulary:
    """Return the most frequent words of stories and questions."""
    counts: Counter[str] = Counter()
    for record in records:
        counts.update(word.lower() for word in split(record.text, record.tokenised))
        for question in record.questions:
            counts.update(word.lower() for word in question_words(question, record.tokenised))
    counts.pop("@placeholder", None)
    least, most = settings.least_count, settings.most_words
    kept = [item for item in counts.items() if item[1] >= least and not item[0].startswith("@entity")]
    kept.sort(key=lambda item: (-item[1], item[0]))
    return NeuralVocabulary([word for word, _ in kept[:most]], settings.markers)


def split(text: str, tokenised: bool) -> list[str]:
    """Return the tokens of a text."""
    return text.split() if tokenised else words_of(text)


def question_words(question: Question, tokenised: bool) -> list[str]:
    """Return the tokens of a question; its placeholder becomes ``@placeholder``."""
    text = question.text
    if question.placeholder:
        text = text.replace(question.placeholder, " @placeholder ")
    return split(text, tokenised)


Numbers = NDArray[np.int64]

#: Tokens in the longest answer that is learned.
LONGEST_ANSWER = 20
_MARKER = re.compile(r"@entity\d+")
#: Batches that are sorted by length together.
_POOL = 20


def batches(
    lengths: Sequence[int], size: int, random: np.random.Generator | None = None
) -> Iterator[list[int]]:
    """Yield batches of `size` items of similar length, as their indices; each item occurs once.

    `random` shuffles the items, which are sorted within pools of batches, and the batches. Without it they
    come from short to long.

    Examples
    --------
    >>> list(batches([5, 1, 4, 2], 2))
    [[1, 3], [2, 0]]
    """
    if random is None:
        order = np.argsort(lengths, kind="stable")
        yield from (order[i : i + size].tolist() for i in range(0, len(order), size))
        return
    order = random.permutation(len(lengths))
    found = []
    for i in range(0, len(order), size * _POOL):
        pool = sorted(order[i : i + size * _POOL].tolist(), key=lambda item: lengths[item])
        found += [pool[j : j + size] for j in range(0, len(pool), size)]
    for place in random.permutation(len(found)).tolist():
        yield found[place]


def pad(rows: Sequence[Numbers], fill: int = PADDING) -> tuple[Numbers, Numbers]:
    """Return rows of integers as one array, padded at their ends, and their lengths.

    Examples
    --------
    >>> table, lengths = pad([np.array([3, 4]), np.array([5])])
    >>> table.tolist(), lengths.tolist()
    ([[3, 4], [5, 0]], [2, 1])
    """
    lengths = np.array([len(row) for row in rows], np.int64)
    table = np.full((len(rows), max(1, int(lengths.max(initial=0)))), fill, np.int64)
    for row, padded in zip(rows, table, strict=True):
        padded[: len(row)] = row
    return table, lengths


def assign_markers(count: int, markers: int, random: np.random.Generator | None) -> Numbers:
    """Return a marker for each entity of a story: the first ones in order, or others at random.

    With more entities than markers, some share one.
    """
    if random is None:
        return np.arange(count) % markers
    return np.resize(random.permutation(markers), count)


def with_markers(words: Numbers, entities: Numbers, markers: Numbers) -> Numbers:
    """Return tokens with each entity's marker in its places.

    Examples
    --------
    >>> with_markers(np.array([1, 9]), np.array([0, -1]), np.array([2])).tolist()
    [8, 9]
    """
    found = words.copy()
    places = entities >= 0
    found[places] = FIRST_MARKER + markers[entities[places]]
    return found


@dataclass(frozen=True, slots=True)
class ClozeStory:
    """One story with its cloze questions, as arrays of int64.

    Markers are unknown words; `entities` has the one at each token, numbered within the story by first place,
    or -1. `names` are the markers of the story's `candidates`, followed by those that only questions have.
    Answers are entities; -1 where unknown or beyond the tokens that are read.
    """

    words: Numbers
    entities: Numbers
    names: tuple[str, ...]
    candidates: int
    questions: tuple[tuple[Numbers, Numbers], ...]
    answers: Numbers

    def __len__(self) -> int:
        return len(self.words)


def cloze_story(
    record: Record, vocabulary: NeuralVocabulary, longest: int, asked: Sequence[Question]
) -> ClozeStory:
    """Return the first `longest` tokens of a story with its cloze questions as integers."""
    tokens = split(record.text, record.tokenised)[:longest]
    numbers: dict[str, int] = {}
    entities = _entities(tokens, numbers)
    candidates = len(numbers)
    questions, answers = [], []
    for question in asked:
        words = question_words(question, record.tokenised)
        questions.append((vocabulary.numbers(words), _entities(words, numbers)))
        names = {spans[0] for spans in question.references if len(spans) == 1}
        right = [numbers[name] for name in names if numbers.get(name, candidates) < candidates]
        answers.append(right[0] if right else -1)
    known, wanted = vocabulary.numbers(tokens), np.array(answers, np.int64)
    return ClozeStory(known, entities, tuple(numbers), candidates, tuple(questions), wanted)


def _entities(words: Sequence[str], numbers: dict[str, int]) -> Numbers:
    """Return the entity of each token; adds new ones to `numbers`."""
    found = np.full(len(words), -1, np.int64)
    for i, word in enumerate(words):
        if word[0] == "@" and _MARKER.fullmatch(word):
            found[i] = numbers.setdefault(word, len(numbers))
    return found


@dataclass(frozen=True, slots=True)
class PassageQuestion:
    """A free-form question as integers, like its passage; the reference answers' words, lower-case.

    `first` and `last` are the tokens of the passage's span that is the training target; -1 if there is none.
    """

    words: Numbers
    unknowns: Numbers
    forms: Numbers
    first: int
    last: int
    references: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Passage:
    """A story, or a section of it, with the questions about it, as arrays of int64.

    `unknowns` has a number for each of the `unknown_count` different words that are not in the vocabulary,
    else -1, `forms` one for each word. `texts` are the tokens, lower-case; `starts` and `ends` character
    offsets in the story.
    """

    words: Numbers
    unknowns: Numbers
    forms: Numbers
    unknown_count: int
    texts: tuple[str, ...]
    starts: Numbers
    ends: Numbers
    questions: tuple[PassageQuestion, ...]

    def __len__(self) -> int:
        return len(self.words)


def passages(
    record: Record, asked: Sequence[Question], vocabulary: NeuralVocabulary, longest: int
) -> list[tuple[Passage, list[int]]]:
    """Return the passages that questions are about, `longest` tokens of each, with its questions' indices."""
    from symbolic_rc.question.parsed import context_of  # it loads spaCy, and this PyTorch

    found = tokens(record.text, record.tokenised)
    groups = grouped((context_of(question), place) for place, question in enumerate(asked))
    result = []
    for context, places in groups.items():
        inside = np.zeros(len(found), np.bool_)
        for begin, end in context or ((0, len(record.text)),):
            inside |= (found.starts >= begin) & (found.ends <= end)
        chosen = np.flatnonzero(inside)[:longest]
        if len(chosen):
            questions = [asked[i] for i in places]
            result.append((_passage(found, chosen, questions, vocabulary, record.tokenised), places))
    return result


def _passage(
    story: Tokens, chosen: Numbers, asked: Sequence[Question], vocabulary: NeuralVocabulary, tokenised: bool
) -> Passage:
    """Return some tokens of a story with the questions about them."""
    texts = [story.words[i].lower() for i in chosen.tolist()]
    starts, ends = story.starts[chosen].astype(np.int64), story.ends[chosen].astype(np.int64)
    all_forms: dict[str, int] = {}
    all_unknowns: dict[str, int] = {}

    def encode(words: Sequence[str]) -> tuple[Numbers, Numbers, Numbers]:
        numbers = vocabulary.numbers(words)
        forms = np.array([all_forms.setdefault(word, len(all_forms)) for word in words], np.int64)
        unknowns = np.full(len(words), -1, np.int64)
        for i in np.flatnonzero(numbers == UNKNOWN).tolist():
            unknowns[i] = all_unknowns.setdefault(words[i], len(all_unknowns))
        return numbers, unknowns, forms

    def lower_words(text: str) -> list[str]:
        return [word.lower() for word in tokens(text, tokenised).words]

    passage = encode(texts)
    questions = []
    for question in asked:
        encoded = encode(lower_words(question.text))
        references = tuple(tuple(lower_words(" ".join(spans))) for spans in question.references)
        if question.spans and question.spans[0]:
            begin, end = question.spans[0][0]
            inside = np.flatnonzero((starts < end) & (ends > begin))
            target = (int(inside[0]), int(inside[-1])) if len(inside) else (-1, -1)
        else:
            target = best_span(texts, references)
        questions.append(PassageQuestion(*encoded, *target, references))
    return Passage(*passage, len(all_unknowns), tuple(texts), starts, ends, tuple(questions))


def best_f1(words: Sequence[str], references: Sequence[Sequence[str]]) -> float:
    """Return the greatest F1 of words with a reference, as SQuAD's metric normalises them."""
    return max((token_f1(" ".join(words), " ".join(one)) for one in references), default=0.0)


def best_span(words: Sequence[str], references: Sequence[Sequence[str]]) -> tuple[int, int]:
    """Return first and last word of the span with the highest ROUGE-L; -1 and -1 if no word is shared.

    As NarrativeQA weighs it (Kocisky et al. 2018, section 4.3); a span has at most `LONGEST_ANSWER` words.

    Examples
    --------
    >>> best_span("she sold the old mill to Bo".split(), [["the", "mill"]])
    (2, 4)
    """
    numbers: dict[str, int] = {}

    def encode(text: Sequence[str]) -> Numbers:
        return np.array([numbers.setdefault(word, len(numbers)) for word in text], np.int64)

    asked = [encode(reference) for reference in references if reference]
    if not asked:
        return -1, -1
    found = rouge_l_spans(encode(words), [asked], LONGEST_ANSWER, beta=1.2)
    return (int(found.starts[0, 0]), int(found.ends[0, 0]) - 1) if found.scores[0, 0] > 0 else (-1, -1)
