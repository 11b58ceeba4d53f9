"""Train the project's own GloVe vectors on public-domain novels and write `glove.lex`.

The published objective and settings (Pennington et al. 2014, section 4.2), with a lower cut-off of the
weighting function, since the corpus is 400 times smaller.
"""

from __future__ import annotations

import logging
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lexicons.build import glove_kernels as kernels
from lexicons.build.common import parser
from lexicons.build.corpus import texts, words
from symbolic_rc.core.files.container import write_container
from symbolic_rc.lexicon.vectors import pack_vectors

log = logging.getLogger("lexicons.build.glove")


@dataclass(frozen=True, slots=True)
class Options:
    """What the result depends on, besides the text."""

    size: int = 64
    window: int = 10
    least_count: int = 5
    least_cooccurrence: float = 0.0
    top: float = 10.0
    power: float = 0.75
    rate: float = 0.05
    epochs: int = 25
    frequent: int = 5000
    components: int = 2
    seed: int = 13


def encode(documents: list[list[str]], least: int) -> tuple[list[str], NDArray[np.int64], NDArray[np.int32]]:
    """Return the words seen at least `least` times (most frequent first), their counts, and the stream.

    Rarer words are left out of the stream, as in the published program; -1 ends a document.
    """
    counts = Counter(word for document in documents for word in document)
    kept = sorted((word for word in counts if counts[word] >= least), key=lambda word: (-counts[word], word))
    number = {word: i for i, word in enumerate(kept)}
    stream = [np.array([*(number[w] for w in each if w in number), -1], np.int32) for each in documents]
    return kept, np.array([counts[word] for word in kept]), np.concatenate(stream)


def train(stream: NDArray[np.int32], size: int, options: Options) -> Iterator[NDArray[np.float32]]:
    """Yield the vectors (word plus context) after each epoch; float32, shape (size, options.size)."""
    bounds, positions = kernels.group_positions(stream, size)
    rows, columns, values = kernels.cooccurrences(
        stream, bounds, positions, options.window, np.float32(options.least_cooccurrence)
    )
    log.info("%d words, %d tokens, %d entries", size, len(positions), len(rows))
    kernels.shuffle(rows, columns, values, options.seed)
    random = np.random.default_rng(options.seed)
    shape = (size, options.size + 1)
    main = ((random.random(shape) - 0.5) / options.size).astype(np.float32)
    context = ((random.random(shape) - 0.5) / options.size).astype(np.float32)
    squares = np.ones(shape, np.float32), np.ones(shape, np.float32)
    rate, top, power = np.float32(options.rate), np.float32(options.top), np.float32(options.power)
    for number in range(options.epochs):
        loss = kernels.epoch(rows, columns, values, main, context, *squares, rate, top, power)
        log.info("epoch %d: loss %.5f", number + 1, loss)
        yield main[:, :-1] + context[:, :-1]


def without_common(vectors: NDArray[np.float32], frequent: int, components: int) -> NDArray[np.float32]:
    """Take out what all vectors share: the mean and the first principal components.

    Both are those of the `frequent` most frequent words; the rare ones would drown them.
    Source: Mu and Viswanath (2018), "All-but-the-Top".
    """
    centred = vectors.astype(np.float64) - vectors[:frequent].mean(axis=0, dtype=np.float64)
    _, _, directions = np.linalg.svd(centred[:frequent], full_matrices=False)
    top = directions[:components]
    return (centred - centred @ top.T @ top).astype(np.float32)


def build(
    data: Path, options: Options, limit: int | None = None
) -> tuple[dict[str, object], dict[str, NDArray]]:
    """Train on the folder's texts (the first `limit` documents) and return what `glove.lex` holds."""
    documents = [words(text) for _, text in zip(range(limit or 10**9), texts(data), strict=False)]
    kept, counts, stream = encode(documents, options.least_count)
    del documents
    vectors = deque(train(stream, len(kept), options), maxlen=1).pop()
    return finished(kept, counts, vectors, options)


def finished(
    kept: list[str], counts: NDArray[np.int64], vectors: NDArray[np.float32], options: Options
) -> tuple[dict[str, object], dict[str, NDArray]]:
    """Return what `glove.lex` holds of trained vectors."""
    about = {
        "name": "glove",
        "version": "1",
        "source": "novels of LitBank and NarrativeQA (Project Gutenberg), FairytaleQA, EWT, GAP",
        "licence": "trained by the project; see SOURCES.md",
        "options": asdict(options),
    }
    vectors = without_common(vectors, options.frequent, options.components)
    return about, pack_vectors(kept, counts, vectors)


def main() -> None:
    """Train and write the file."""
    arguments = parser(__doc__)
    arguments.add_argument("--epochs", type=int, default=Options().epochs)
    arguments.add_argument("--limit", type=int, help="use the first documents only (to try it out)")
    given = arguments.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    about, arrays = build(given.data, Options(epochs=given.epochs), given.limit)
    write_container(given.out / "glove.lex", about, arrays)


if __name__ == "__main__":
    main()
