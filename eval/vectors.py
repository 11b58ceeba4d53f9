"""The embedded word vectors on SimLex-999 and by their neighbours, beside a sample of published GloVe.

python -m eval.vectors --data DIR
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.stats import spearmanr

from symbolic_rc.lexicon import vectors
from symbolic_rc.lexicon.download import read_glove

WORDS = ("revolver", "king", "murdered", "ship", "wedding", "angry")


def simlex(path: Path) -> list[tuple[str, str, float]]:
    """Read the word pairs of SimLex-999 with their similarity."""
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    return [(row[0], row[1], float(row[3])) for row in rows]


def correlation(
    pairs: list[tuple[str, str, float]], similarity: Callable[[str, str], float | None]
) -> tuple[float, int]:
    """Return Spearman's correlation over the pairs that are known, and how many those are."""
    both = [(gold, found) for a, b, gold in pairs if (found := similarity(a, b)) is not None]
    return float(spearmanr(*zip(*both, strict=True))[0]), len(both)


def report(data: Path) -> Iterator[str]:
    """Yield the lines of the comparison."""
    pairs = simlex(data / "lexicon_sources" / "SimLex-999.txt")
    words, rows = read_glove(data / "lexicon_sources" / "glove.6B.50d.union.txt")
    place = {word: i for i, word in enumerate(words)}
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    own = vectors()

    def of_own(a: str, b: str) -> float | None:
        return own.similarity(a, b) if a in own and b in own else None

    def of_published(a: str, b: str) -> float | None:
        return float(unit[place[a]] @ unit[place[b]]) if a in place and b in place else None

    common = [pair for pair in pairs if of_own(*pair[:2]) is not None and of_published(*pair[:2]) is not None]
    yield "| vectors | words | dimensions | SimLex-999 (pairs) | on the pairs that both know |"
    yield "| --- | --- | --- | --- | --- |"
    for name, count, size, of in (
        ("own", len(own), own.dimensions, of_own),
        ("published 6B, sample", len(words), rows.shape[1], of_published),
    ):
        value, known = correlation(pairs, of)
        yield f"| {name} | {count:,} | {size} | {value:.3f} ({known}) | {correlation(common, of)[0]:.3f} |"
    yield ""
    yield "| word | own neighbours | published, among the sample's words |"
    yield "| --- | --- | --- |"
    for word in WORDS:
        yield (
            f"| {word} | {', '.join(near for near, _ in own.neighbours(word, 8))} "
            f"| {', '.join(_nearest(word, place, words, unit))} |"
        )


def _nearest(word: str, place: dict[str, int], words: list[str], unit: NDArray[np.float32]) -> list[str]:
    if word not in place:
        return ["(not in the sample)"]
    order = np.argsort(-(unit @ unit[place[word]]), kind="stable")
    return [words[i] for i in order[1:9].tolist()]


def main() -> None:
    """Print the comparison."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    for line in report(parser.parse_args().data):
        print(line)


if __name__ == "__main__":
    main()
