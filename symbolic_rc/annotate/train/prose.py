"""Sentences of novels and tales, whose trees a quick parser can learn from a slower one."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from symbolic_rc.annotate.pipeline import classical
from symbolic_rc.annotate.train.raw import archive_texts
from symbolic_rc.layout.gutenberg import gutenberg_segments

#: A paragraph that shares so many words in a row with an annotated page is left out.
RUN = 8
#: Sentences of fewer or more words are not taken.
SHORTEST, LONGEST = 3, 60
_WORD = re.compile(r"\w+")


def prose_sentences(data: Path, words: int, seed: int = 5) -> list[list[str]]:
    """Return sentences, as words, of paragraphs that are drawn from LitBank's novels and FairytaleQA's tales.

    Paragraphs of LitBank's annotated pages, which coreference is judged on, and of tales that are not in the
    training part are left out.

    Parameters
    ----------
    data : Path
    words : int
        About so many words are drawn.
    seed : int
    """
    nlp = classical(["symbolic_rc_tagger", "symbolic_rc_lemmatizer", "symbolic_rc_parser", "symbolic_rc_ner"])
    judged = {run for text in _annotated(data) for run in _runs(text)}
    paragraphs = [part for source in (_novels(data), _tales(data)) for part in source]
    out: list[list[str]] = []
    taken = 0
    for i in np.random.default_rng(seed).permutation(len(paragraphs)):
        if taken >= words:
            break
        if not judged.isdisjoint(_runs(paragraphs[i])):
            continue
        for sentence in nlp(paragraphs[i]).sents:
            own = [token.text for token in sentence if not token.is_space]
            if SHORTEST <= len(own) <= LONGEST:
                out.append(own)
                taken += len(own)
    return out


def _novels(data: Path) -> Iterator[str]:
    """Yield the paragraphs of prose of LitBank's novels."""
    for _, text in archive_texts(data / "litbank/books.tar.xz", endings=(".txt",)):
        for part in gutenberg_segments(text):
            if part.kind == "prose":
                yield " ".join(text[part.start : part.end].split())


def _tales(data: Path) -> Iterator[str]:
    """Yield the sections of FairytaleQA's training tales."""
    path = data / "fairytaleqa/fairytaleqa.tar.xz"
    for _, table in archive_texts(path, "section-stories/train/", ("story.csv",)):
        yield from (row[-1] for row in csv.reader(table.splitlines()) if row)


def _annotated(data: Path) -> Iterator[str]:
    """Yield LitBank's annotated pages."""
    for _, text in archive_texts(data / "litbank/annotations.tar.xz", "coref/tsv/", (".txt",)):
        yield text


def _runs(text: str) -> Iterator[tuple[str, ...]]:
    """Yield each `RUN` words in a row."""
    words = _WORD.findall(text.lower())
    for i in range(len(words) - RUN + 1):
        yield tuple(words[i : i + RUN])
