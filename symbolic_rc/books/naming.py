"""How well each of the cast suits a question: what a name's probability to be the answer is learned from."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.books.reading import Book
from symbolic_rc.books.relevance import Relevance, place
from symbolic_rc.books.wording import FEMALE, MALE
from symbolic_rc.index import columns as C
from symbolic_rc.question.parsed import ParsedQuestion
from symbolic_rc.ranker.arrays import WordMatches

MEMBER_NAMES = (
    "mentions",
    "share of mentions",
    "rank in the cast",
    "type",
    "gender",
    "speaks",
    "in the title",
    "first mention",
    "named",
    "named in part",
    "gender agrees",
    "gender of the noun agrees",
    "relevance, broad",
    "relevance, narrow",
    "rank by relevance",
    "best place",
    "together with the named",
    "share together with the named",
    "events of the verb",
    "doer of the verb",
    "events with the named",
    "stated relation",
    "of ten sentences",
    "of thirty sentences",
)
_TYPES = ("", "PERSON", "ORG", "GPE", "LOC", "FAC", "THING", "GROUP")
_GENDERS = ("", "masculine", "feminine", "neuter")
#: What another verb of the question counts beside the one that governs the question word.
_OTHER_VERB = 0.5


def member_rows(
    book: Book, asked: ParsedQuestion, alignment: WordMatches, relevant: Relevance, named: Sequence[int]
) -> NDArray[np.float32]:
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
        row[18:21] = _events(book, number, verbs, set(others))
        row[21] = sum(target in others for target in book.relations.get(number, ()))
        row[22:] = there[number, :10].sum(), there[number].sum()
    return table


def _gender(words: frozenset[str] | set[str]) -> int:
    """Return 1 for words of men alone, 2 of women alone, else 0."""
    male, female = bool(words & MALE), bool(words & FEMALE)
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


def _events(book: Book, number: int, verbs: dict[int, float], others: set[int]) -> tuple[float, float, float]:
    """Return how much a member takes part in events of the verbs: at all, as doer, with the named."""
    at_all = doer = with_named = 0.0
    for head, role, members in book.events.get(number, ()):
        weight = verbs.get(head, 0.0)
        if weight:
            at_all += weight
            doer += weight * (role == "ARG0")
            with_named += weight * bool(members & others)
    return float(np.log1p(at_all)), float(np.log1p(doer)), float(np.log1p(with_named))
