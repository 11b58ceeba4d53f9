"""Up-training: a quick parser learns from trees that a slower one found (Petrov et al. 2010)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.conllu import Sentence
from symbolic_rc.annotate.parser.parse_model import ParseModel
from symbolic_rc.annotate.tagger.tagger import bounds_of
from symbolic_rc.annotate.train.parser import ParserSettings, train_parser
from symbolic_rc.annotate.words import WordTable

#: How often a sentence that a parser read is seen in a pass over the treebanks' sentences.
REPEATS = 0.35
#: How a pupil is trained.
PUPIL = ParserSettings(epochs=6, rooms=(12_000_000, 2_500_000))


def parsed(
    model: ParseModel,
    table: WordTable,
    words: Sequence[Sequence[str]],
    tags: NDArray[np.int32],
    tag_names: Sequence[str],
) -> Iterator[Sentence]:
    """Yield sentences with the trees that a parser finds, without tags, lemmas and features."""
    bounds = bounds_of([len(each) for each in words])
    codes = table.codes([word for each in words for word in each])
    heads, labels = model.parse(codes, tags, tag_names, bounds)
    for each, start, end in zip(words, bounds[:-1].tolist(), bounds[1:].tolist(), strict=True):
        none = ("_",) * len(each)
        own = tuple(-1 if head < 0 else head - start for head in heads[start:end].tolist())
        relations = tuple(model.arcs.classes[label] for label in labels[start:end].tolist())
        yield Sentence(tuple(each), none, none, none, none, own, relations, (True,) * len(each))


def train_pupil(
    teacher: ParseModel,
    table: WordTable,
    treebank: tuple[Sequence[Sentence], NDArray[np.int32]],
    prose: tuple[Sequence[Sequence[str]], NDArray[np.int32]],
    tag_names: Sequence[str],
    settings: ParserSettings = PUPIL,
) -> ParseModel:
    """Train a quick parser on treebanks, and on prose as the teacher reads it.

    Parameters
    ----------
    teacher : ParseModel
    table : WordTable
    treebank : sequence of Sentence, and ndarray of int32, shape (words,)
        Sentences with their (predicted) tags.
    prose : sequence of sequences of str, and ndarray of int32, shape (words,)
        Words with their tags.
    tag_names : sequence of str
    settings : ParserSettings
    """
    sentences, tags = treebank
    read = list(parsed(teacher, table, *prose, tag_names))
    repeats = [1.0] * len(sentences) + [REPEATS] * len(read)
    together = np.concatenate([tags, prose[1]])
    return train_parser(table, [*sentences, *read], together, tag_names, settings, repeats)
