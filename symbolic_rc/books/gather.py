"""What may be the answer of a question on a book: the engine's candidates and the cast's names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from symbolic_rc.books.features import relevance, word_rows
from symbolic_rc.books.reading import RETRIEVERS, Book, bare
from symbolic_rc.books.wording import SentenceFrame, frame_of
from symbolic_rc.core.arrays import Floats, Singles
from symbolic_rc.core.record import Question
from symbolic_rc.engine import Engine
from symbolic_rc.metrics.caption import caption_tokens
from symbolic_rc.question.parsed import ParsedQuestion, within
from symbolic_rc.ranker.arrays import WordMatches
from symbolic_rc.ranker.ranking import Ranking, rank
from symbolic_rc.ranker.sentence_evidence import match_question
from symbolic_rc.ranker.weights import load_weights
from symbolic_rc.retrieve import top_chunks

#: Chunks of each retriever that the engine reads.
CHUNKS = 20
#: Members of the cast whose names are candidates, and the forms of each.
_MEMBERS, _FORMS = 30, 4


@dataclass(frozen=True, slots=True)
class Core:
    """An answer before it is worded.

    Attributes
    ----------
    words : tuple of str
        As the metric sees them.
    span : tuple of int
        Its place in the story's text; empty for a name of the cast that the engine did not propose.
    score : float
        The engine's best score of it, NaN for none.
    source : str
        Where the engine looked, or ``cast``.
    """

    text: str
    words: tuple[str, ...]
    span: tuple[int, ...]
    score: float
    source: str


@dataclass(frozen=True, slots=True)
class BookQuestion:
    """A question before a book, with all that its answer is chosen from.

    Attributes
    ----------
    words, table : tuple of str, and ndarray of float32 of shape (words, features)
        The words whose probabilities are asked for, and their features but for the use.
    case : Ranking or None
        The engine's, where it looked first; holds on to the whole story.
    """

    asked: ParsedQuestion
    frame: SentenceFrame | None
    cores: tuple[Core, ...]
    words: tuple[str, ...]
    table: Singles
    case: Ranking | None = None


def gather(
    book: Book, questions: Sequence[Question], engine: Engine, weights: str, profile: str
) -> list[BookQuestion]:
    """Gather what questions on one book can be answered with.

    Parameters
    ----------
    book : Book
    questions : sequence of Question
        Free-form.
    engine : Engine
        Whose rules propose and score.
    weights : str
        Its weights file, empty for the shipped one.
    profile : str
        The kind of data set whose weights are taken.
    """
    genders = {word: one.gender for one in reversed(book.cast.members) for word in one.words if one.gender}
    queries = engine.ask(questions)
    retrieved = book.retrieved(questions)
    found = []
    for number, query in enumerate(queries):
        asked = query.parsed
        scores = {name: rows[number] for name, rows in retrieved.items()}
        alignment = match_question(asked, book.index)
        cases = _cases(book, asked, alignment, scores, weights, profile)
        cores = _cores(book, cases)
        relevant = relevance(asked, alignment, book.sentence, book.chunks.by_token, scores)
        frame = frame_of(query.doc, genders)
        said = frozenset(asked.texts) | (frame.words if frame else frozenset())
        answers = {core.words: core.score for core in cores}
        words, table = word_rows(book, asked, alignment, relevant, said, answers)
        found.append(BookQuestion(asked, frame, cores, words, table, cases[RETRIEVERS[0]]))
    return found


def _cases(
    book: Book,
    asked: ParsedQuestion,
    alignment: WordMatches,
    scores: dict[str, Floats],
    weights: str,
    profile: str,
) -> dict[str, Ranking]:
    """Rank the answers in each retriever's chunks, and in the whole book."""
    starts, ends = book.story.tokens.starts, book.story.tokens.ends
    bounds = book.chunks.bounds.tolist()
    found = {}
    for name in (*RETRIEVERS, "book"):
        question = asked
        if name in scores:
            chosen = top_chunks(scores[name], CHUNKS).tolist()
            places = ((starts[bounds[i]], ends[bounds[i + 1] - 1]) for i in chosen)
            question = replace(asked, question=within(asked.question, places))
        found[name] = rank(book.index, question, load_weights(weights), profile, alignment)
    return found


def _cores(book: Book, cases: dict[str, Ranking]) -> tuple[Core, ...]:
    """Return the distinct answers, the engine's before the cast's names."""
    found: dict[tuple[str, ...], Core] = {}
    for name, case in cases.items():
        for row, score in zip(case.rows.tolist(), case.scores.tolist(), strict=True):
            words = tuple(caption_tokens(case.text(row), split=True))
            if words and (words not in found or found[words].score < score):
                found[words] = Core(case.text(row), words, case.place(row), score, name)
    for member in book.cast.members[:_MEMBERS]:
        # the names by which an answer may call a member: the usual ones, bare and at their longest
        forms = list(member.forms)
        longest = max(forms, key=lambda form: (len(bare(form)), member.forms[form]))
        for form in dict.fromkeys([*forms[:_FORMS], bare(forms[0]), longest, bare(longest)]):
            text = " ".join(word.capitalize() for word in form)
            found.setdefault(form, Core(text, form, (), float("nan"), "cast"))
    return tuple(found.values())
