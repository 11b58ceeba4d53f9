"""What chunk retrieval keeps: recall of the answers by retriever and number of chunks.

    python -m eval.retrieval --data DIR [--retrievers bm25 tfidf ...] [--books N]

For the full texts of NarrativeQA's valid books. `held`: the share of questions with a reference answer that
stands, word by word, in the chunks. `ROUGE-L`: that of the best span of up to 12 tokens in them, by the
references; no reader of those chunks can answer better with such a span.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.record import Question, Record
from symbolic_rc.core.tokens import Vocabulary
from symbolic_rc.layout import readable
from symbolic_rc.retrieve import RETRIEVERS, Chunks, cut, load_retriever, top_chunks
from symbolic_rc.retrieve.lexical import all_words
from symbolic_rc.spans import index_tokens, rouge_l_spans
from symbolic_rc.story.disk import StoryCache
from symbolic_rc.train.shared import records_of

COUNTS = (1, 2, 5, 10, 20)
_LONGEST = 12


def books(data: Path, limit: int | None) -> Iterator[Record]:
    """Yield the books with their questions, licence and contents left out."""
    for record in islice(records_of(data / "narrativeqa", "narrativeqa-stories", ""), limit):
        yield readable(record)[0]


class Judge:
    """Judge chunks of one story against the reference answers."""

    def __init__(self, chunks: Chunks) -> None:
        self._chunks = chunks
        self._vocabulary = Vocabulary(chunks.words)
        self._tokens = self._vocabulary.encode(chunks.words)

    def judge(self, question: Question, places: Sequence[int]) -> tuple[float, float]:
        """Return whether an answer is held (0 or 1), and the best span's ROUGE-L, in percent."""
        bounds = self._chunks.bounds
        pieces = [self._tokens[bounds[i] : bounds[i + 1]] for i in places]
        gap = np.array([len(self._vocabulary)], np.int32)
        text = np.concatenate([part for piece in pieces for part in (piece, gap)])
        story = self._chunks.story
        answers = [all_words(story, " ".join(one).rstrip(" .")) for one in question.references]
        wanted = [np.array([self._code(word) for word in words], np.int32) for words in answers if words]
        if not wanted:
            return 0.0, 0.0
        held = any(_holds(text, one) for one in wanted)
        best = rouge_l_spans(index_tokens(text), [wanted], _LONGEST, beta=1.2).scores[0, 0]
        return float(held), 100.0 * float(best)

    def _code(self, word: str) -> int:
        found = self._vocabulary.find(word)
        return found if found >= 0 else len(self._vocabulary) + 1


def _holds(text: NDArray[np.int32], wanted: NDArray[np.int32]) -> bool:
    if len(wanted) > len(text):
        return False
    windows = np.lib.stride_tricks.sliding_window_view(text, len(wanted))
    return bool((windows == wanted).all(axis=1).any())


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--retrievers", nargs="+", default=list(RETRIEVERS))
    parser.add_argument("--books", type=int)
    parser.add_argument("--cache", default="", help="keep the books there that `graph` reads")
    chosen = parser.parse_args()
    sums = {(name, count): np.zeros(2) for name in chosen.retrievers for count in COUNTS}
    seconds = dict.fromkeys(chosen.retrievers, 0.0)
    whole, questions, cache = np.zeros(2), 0, StoryCache(chosen.cache)
    for record in books(chosen.data, chosen.books):
        story = cache.open(record)
        chunks = cut(story)
        judge = Judge(chunks)
        questions += len(record.questions)
        for question in record.questions:
            whole += judge.judge(question, range(len(chunks)))
        for name in chosen.retrievers:
            began = time.process_time()
            scores = load_retriever(name)(chunks, record.questions)
            seconds[name] += time.process_time() - began
            for question, row in zip(record.questions, scores, strict=True):
                for count in COUNTS:
                    sums[name, count] += judge.judge(question, top_chunks(row, count).tolist())
        cache.store(story)
        sys.stderr.write(f"{record.id} {len(chunks)} chunks {questions} questions\n")
    header = ["retriever", *(f"{what} {count}" for what in ("held", "ROUGE-L") for count in COUNTS), "s"]
    print("| " + " | ".join(header) + " |")
    print("| --- |" + " ---: |" * (len(header) - 1))
    for name in chosen.retrievers:
        cells = [100 * sums[name, count][0] / questions for count in COUNTS]
        cells += [sums[name, count][1] / questions for count in COUNTS]
        print(f"| {name} | " + " | ".join(f"{cell:.1f}" for cell in cells) + f" | {seconds[name]:.0f} |")
    held, best = 100 * whole[0] / questions, whole[1] / questions
    print(f"\nWhole books: held {held:.1f}, ROUGE-L {best:.1f}; {questions} questions.")
    print("Command: python -m eval.retrieval --data DIR")


if __name__ == "__main__":
    main()
