"""The features of words and names: how likely each is to be in the answer.

The same answer is given in many places of a book in many ways; single spans see one of them. A word's
probability combines all: where it occurs, how relevant those places are, which candidates contain it, and how
often people use it in answers to such questions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from symbolic_rc.books.reading import Book
from symbolic_rc.core.arrays import Floats, Ints, Longs, Singles
from symbolic_rc.core.tokens import grouped
from symbolic_rc.index import columns as C
from symbolic_rc.lexicon.english import FEMALE_WORDS, FUNCTION_WORDS, MALE_WORDS
from symbolic_rc.question.parsed import ParsedQuestion
from symbolic_rc.ranker.arrays import WordMatches

#: How much of a match two sentences away is still one, by steps.
_FADE = 0.9
#: How sharply relevance prefers the best sentences, broadly and narrowly.
_BROAD, _NARROW = 6.0, 14.0


@dataclass(frozen=True, slots=True)
class Relevance:
    """One question in one book.

    Attributes
    ----------
    own, around : ndarray of float64, shape (sentences,)
        The share of the question's words, by rarity, that match in the sentence; in it and two sentences to
        either side, where they count less.
    rank : ndarray of int64, shape (sentences,)
        The sentence's place in the order by `around`.
    broad, narrow : ndarray of float64, shape (sentences,)
        Shares of relevance, which sum to one.
    chunks, places : dict of str to ndarray of float64 and int64, shape (chunks,)
        The scores of each retriever, the best 1; the chunk's place in its order.
    """

    own: Floats
    around: Floats
    rank: Longs
    broad: Floats
    narrow: Floats
    chunks: dict[str, Floats]
    places: dict[str, Longs]


def relevance(
    asked: ParsedQuestion,
    alignment: WordMatches,
    sentence: Ints,
    chunk: Ints,
    scores: dict[str, Floats],
) -> Relevance:
    """Return how relevant each sentence and chunk is.

    Parameters
    ----------
    alignment : WordMatches
        From the question's content words to tokens.
    sentence, chunk : ndarray, shape (tokens,)
        Where each token stands.
    scores : dict of str to ndarray of float64, shape (chunks,)
        What each retriever says of the question.
    """
    bounds, positions, weights = alignment
    sentences, chunks = int(sentence[-1]) + 1, int(chunk[-1]) + 1
    found = np.zeros((len(asked.words), sentences))
    rarity = np.zeros(len(asked.words))
    for word in range(len(asked.words)):
        span = slice(int(bounds[word]), int(bounds[word + 1]))
        there = positions[span]
        if len(there):
            np.maximum.at(found[word], sentence[there], weights[span])
            by_chunk = np.zeros(chunks)
            np.maximum.at(by_chunk, chunk[there], weights[span])
            rarity[word] = np.log1p(chunks / max(0.5, by_chunk.sum()))
    total = max(0.1, float(rarity.sum()))
    near = found.copy()
    for step in (1, 2):
        near[:, step:] = np.maximum(near[:, step:], found[:, :-step] * _FADE**step)
        near[:, :-step] = np.maximum(near[:, :-step], found[:, step:] * _FADE**step)
    around = rarity @ near / total
    return Relevance(
        rarity @ found / total,
        around,
        place(around),
        shares(around, _BROAD),
        shares(around, _NARROW),
        {name: row / max(1e-9, float(row.max(initial=0.0))) for name, row in scores.items()},
        {name: place(row) for name, row in scores.items()},
    )


def place(scores: Floats | Sequence[float]) -> Longs:
    """Return each one's place in the order from the best; of equals the first comes first."""
    return np.argsort(np.argsort(-np.asarray(scores, np.float64), kind="stable"))


def shares(scores: Floats, sharpness: float) -> Floats:
    """Return shares that sum to one, the larger the score the larger."""
    if not len(scores):
        return scores
    weights: Floats = np.exp(sharpness * (scores - scores.max()))
    return weights / weights.sum()


MEMBER_NAMES = tuple(
    "mentions; share of mentions; rank in the cast; type; gender; speaks; in the title; first mention; "
    "named; named in part; gender agrees; gender of the noun agrees; relevance, broad; relevance, narrow; "
    "rank by relevance; best place; together with the named; share together with the named; "
    "events of the verb; doer of the verb; events with the named; stated relation; of ten sentences; "
    "of thirty sentences".split("; ")
)
_TYPES = ("", "PERSON", "ORG", "GPE", "LOC", "FAC", "THING", "GROUP")
_GENDERS = ("", "masculine", "feminine", "neuter")
#: What another verb of the question counts beside the one that governs the question word.
_OTHER_VERB = 0.5


def member_rows(
    book: Book, asked: ParsedQuestion, alignment: WordMatches, relevant: Relevance, named: Sequence[int]
) -> Singles:
    """Return the features of every member of the cast; float32, shape (members, len(MEMBER_NAMES))."""
    cast, said = book.cast, frozenset(asked.texts)
    table = np.zeros((len(cast), len(MEMBER_NAMES)), np.float32)
    if not len(cast):
        return table
    total = sum(len(member.mentions) for member in cast.members)
    broad, narrow = (np.asarray(cast.presence @ one).ravel() for one in (relevant.broad, relevant.narrow))
    open_ = np.where(np.isin(np.arange(len(cast)), named), -1.0, broad)
    by_relevance = place(open_)
    best = np.argsort(relevant.rank)[:30]
    there = (cast.presence[:, best] > 0).toarray()
    verbs = _verbs(asked, alignment)
    asked_gender = _gender(said)
    noun_gender = _gender({asked.understanding.focus})
    for number, (row, member) in enumerate(zip(table, cast.members, strict=True)):
        others = [one for one in named if one != number]
        gender = _GENDERS.index(member.gender)
        own = cast.sentences[number]
        row[:12] = (
            np.log1p(len(member.mentions)),
            len(member.mentions) / total,
            number,
            _TYPES.index(member.type) if member.type in _TYPES else 0,
            gender,
            member.speaks,
            bool(member.words & book.title),
            cast.heads[member.mentions[0]] / len(book.words),
            number in named,
            len(member.words & said) / max(1, len(member.words)),
            _agrees(gender, asked_gender),
            _agrees(gender, noun_gender),
        )
        row[12:18] = (
            np.log(broad[number] + 1e-6),
            np.log(narrow[number] + 1e-6),
            by_relevance[number],
            relevant.around[own].max(),
            max((cast.together[number, one] for one in others), default=-1),
            max((cast.together[number, one] / cast.together[one, one] for one in others), default=-1),
        )
        row[18:21] = _event_features(book, number, verbs, set(others))
        row[21] = sum(target in others for target in book.relations.get(number, ()))
        row[22:] = there[number, :10].sum(), there[number].sum()
    return table


def _gender(words: frozenset[str] | set[str]) -> int:
    """Return 1 for words of men alone, 2 of women alone, else 0."""
    male, female = bool(words & MALE_WORDS), bool(words & FEMALE_WORDS)
    return 0 if male == female else 1 if male else 2


def _agrees(own: int, asked: int) -> float:
    return 0.0 if not own or not asked else 1.0 if own == asked else -1.0


def _verbs(asked: ParsedQuestion, alignment: WordMatches) -> dict[int, float]:
    """Return the tokens that match a verb of the question, and how strongly."""
    bounds, positions, weights = alignment
    found: dict[int, float] = {}
    for word, token in enumerate(asked.words.tolist()):
        governs = token == asked.info[C.GAP_GOV]
        if not governs and asked.tok[C.POS, token] != C.P_VERB:
            continue
        span = slice(int(bounds[word]), int(bounds[word + 1]))
        share = 1.0 if governs else _OTHER_VERB
        for at, weight in zip(positions[span].tolist(), weights[span].tolist(), strict=True):
            found[at] = max(found.get(at, 0.0), share * weight)
    return found


def _event_features(
    book: Book, number: int, verbs: dict[int, float], others: set[int]
) -> tuple[float, float, float]:
    """Return how much a member takes part in events of the verbs: at all, as doer, with the named."""
    at_all = doer = with_named = 0.0
    for head, role, members in book.events.get(number, ()):
        if weight := verbs.get(head, 0.0):
            at_all += weight
            doer += weight * (role == "ARG0")
            with_named += weight * bool(members & others)
    return float(np.log1p(at_all)), float(np.log1p(doer)), float(np.log1p(with_named))


#: Chunks that count as the first, and as near the first.
_FIRST, _NEAR = 5, 20

#: What a word's probability is learned from.
WORD_NAMES = (
    *(
        "kind; question word; in question; lemma in question; count; function word; letters; "
        "chance of its candidates; best of its candidates; share of candidates; best place; best sentence; "
        "relevance of its places; relevance of a place; in the best chunk; share in five chunks; "
        "of twenty chunks; spread; capitals; part of speech; rank in the cast; "
        "names whom the question names; length of question; first place".split("; ")
    ),
    *(f"name: {name}" for name in MEMBER_NAMES),
    "use by kind",
    "use",
)
#: Where the features of names begin, and what stands there for words that are in no name.
_OWN = WORD_NAMES.index(f"name: {MEMBER_NAMES[0]}")
_NO_NAME = -9.0
#: Words that wordings add; every question asks for their probabilities.
COMMON = ("he", "she", "they", "it", "because", "in", "to", "by", "the", "a")
#: No word's probability is smaller.
LEAST = 0.001
_SHARP = 8.0


@dataclass(frozen=True, slots=True)
class Usage:
    """How often people use words in answers, by the kind of question.

    Attributes
    ----------
    questions : mapping of str to float
        How many questions of each kind were counted.
    words : mapping of str to mapping of str to float
        By kind, in what share of a question's references each word stands, summed over its questions.
    """

    questions: Mapping[str, float] = field(default_factory=dict)
    words: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    def columns(self, kind: str, words: Sequence[str]) -> Singles:
        """Return the logarithms of the use by kind and of the use in all; float32, shape (words, 2)."""
        every = sum(self.questions.values())
        of_kind, own = self.questions.get(kind, 0.0), self.words.get(kind, {})
        found = np.zeros((len(words), 2), np.float32)
        for i, word in enumerate(words):
            used = (sum(part.get(word, 0.0) for part in self.words.values()) + 0.01) / (every + 10)
            found[i] = np.log((own.get(word, 0.0) + 3 * used) / (of_kind + 3)), np.log(used)
        return found

    def without(self, other: Usage) -> Usage:
        """Return what is left when the counts of a part are taken off."""
        words = {
            kind: {w: n - other.words.get(kind, {}).get(w, 0.0) for w, n in own.items()}
            for kind, own in self.words.items()
        }
        return Usage({k: n - other.questions.get(k, 0.0) for k, n in self.questions.items()}, words)


def usage(answers: Iterable[tuple[str, Sequence[Sequence[str]]]]) -> Usage:
    """Count words of answers, given for each question its kind and its references' words."""
    questions: Counter[str] = Counter()
    words: dict[str, Counter[str]] = {}
    for kind, references in answers:
        questions[kind] += 1
        own = words.setdefault(kind, Counter())
        for reference in references:
            for word in set(reference):
                own[word] += 1 / len(references)  # type: ignore[assignment]
    return Usage(questions, words)


def word_rows(
    book: Book,
    asked: ParsedQuestion,
    alignment: WordMatches,
    relevant: Relevance,
    said: frozenset[str],
    answers: Mapping[tuple[str, ...], float],
) -> tuple[tuple[str, ...], Singles]:
    """Return the words of a question's candidates and their features, but for the use.

    `said` has the words of the question, also as a sentence has them; `answers` the candidates' words with
    the engine's scores, NaN for those that it did not propose; all in lower case.
    """
    named = book.cast.named_by(asked.texts)
    members = member_rows(book, asked, alignment, relevant, named)
    scores = np.array(list(answers.values()))
    words = tuple(sorted({word for answer in answers for word in answer} | said | set(COMMON)))
    holders = grouped((word, number) for number, answer in enumerate(answers) for word in set(answer))
    scored = ~np.isnan(scores)
    probability = np.zeros(len(scores))
    probability[scored] = shares(scores[scored], _SHARP)
    best = np.where(scored, scores, -1.0)
    cast = list(enumerate(book.cast.members))
    bearer = {word: number for number, member in reversed(cast) for word in member.words}
    meant = {word for number in named for word in book.cast.members[number].words}
    lemmas = set(asked.content[1])
    table = np.zeros((len(words), len(WORD_NAMES) - 2), np.float32)
    for row, word in zip(table, words, strict=True):
        holding = holders.get(word, [])
        row[:10] = (
            asked.info[C.KIND],
            asked.info[C.WH],
            word in said,
            word in lemmas,
            np.log1p(book.count(word)),
            word in FUNCTION_WORDS,
            len(word),
            probability[holding].sum(),
            best[holding].max(initial=-1.0),
            len(holding) / max(1, len(answers)),
        )
        row[10:20] = _place_features(book, relevant, word)
        first = next((at / len(book.words) for at in book.occurrences(word)[:1].tolist()), 1.0)
        row[20:_OWN] = bearer.get(word, 99), word in meant, len(asked.texts), first
        row[_OWN:] = members[bearer[word]] if word in bearer else _NO_NAME
    return words, table


def _place_features(book: Book, relevant: Relevance, word: str) -> Sequence[Any]:
    """Return what a word's places in the book say."""
    there = book.occurrences(word)
    if not len(there):
        return (0.0, 0.0, -14.0, -13.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.0)
    sentence, chunk = book.sentence[there], book.chunks.by_token[there]
    place = relevant.places["graph"][chunk]
    return (
        relevant.around[sentence].max(),
        relevant.own[sentence].max(),
        np.log(relevant.broad[sentence].sum() + 1e-6),
        np.log(relevant.broad[sentence].mean() * len(relevant.own) + 1e-6),
        float((place == 0).any()),
        (place < _FIRST).mean(),
        len(np.unique(chunk[place < _NEAR])),
        len(np.unique(chunk)) / len(book.chunks),
        book.capital[there].mean(),
        np.bincount(book.index.tok[C.POS, there]).argmax(),
    )


def expected_rouge(answer: Sequence[str], probabilities: Mapping[str, float], length: float) -> float:
    """Return the ROUGE-L that an answer may expect from its words' probabilities.

    Precision is their sum by the answer's length, recall by the usual length of the shortest reference: the
    metric takes the best recall over the references.
    """
    hits = sum(probabilities.get(word, LEAST) for word in set(answer))
    precision, recall = hits / len(answer), hits / length
    weight = 1.2**2  # of recall, as the metric has it
    return (1 + weight) * precision * recall / (recall + weight * precision)
