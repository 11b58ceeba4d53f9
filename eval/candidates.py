"""How much of the gold answers the engine's candidates cover: ``python -m eval.candidates INPUT ...``.

For each data set: the mean of the best candidate's metric (F1 of the longest common subsequence of words with
the best reference) and the share of questions with an exact one, over all candidates of the story and over
those of the ten sentences that are looked at; how many candidates that is; and in which ways the best was
found. No weights are used.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.index import columns as C
from symbolic_rc.ranker.scene import see
from symbolic_rc.train.data_sets import material_of
from symbolic_rc.train.ranker.fit import Example

#: Ways in which a candidate is found, as `index.columns` numbers them.
WAYS = {
    "constituent": C.WHOLE | C.CORE,
    "cut of a constituent": C.CUT,
    "predicate's phrase": C.PHRASE,
    "clause": C.CLAUSE,
    "name": C.NAME,
    "mention": C.MENTIONED,
    "frame argument": C.ARGUMENT,
    "with its preposition": C.PREPOSITION,
    "quotation": C.QUOTED,
    "number or date": C.NUMBER,
    "run of words": C.GRAM,
    "another mention's name": C.RESOLVED,
}

#: From this metric on a candidate is the answer, word by word.
_EXACT = 0.999


def covered(examples: Sequence[Example]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return each question's coverage, and the ways in which its best candidate was found.

    Returns
    -------
    ndarray of float64, shape (questions, 4)
        Best metric of the story's candidates and of those looked at, and how many they are.
    ndarray of float64, shape (questions, len(WAYS))
        One where the best candidate, if it is exact, was found in that way.
    """
    figures = np.zeros((len(examples), 4))
    ways = np.zeros((len(examples), len(WAYS)))
    for q, x in enumerate(examples):
        looked = see(x.story, x.asked, x.alignment).selected
        own = x.gold[looked]
        figures[q] = x.gold.max(initial=0.0), own.max(initial=0.0), len(x.gold), len(own)
        exact = x.story.cand[x.gold >= _EXACT, C.SHAPE]
        ways[q] = [bool((exact & bits).any()) for bits in WAYS.values()]
    return figures, ways


def table(group: str, examples: Sequence[Example]) -> Iterator[str]:
    """Return the figures of a data set as lines of Markdown."""
    figures, ways = covered(examples)
    best, looked, every, seen = figures.T
    yield f"## {group}: {len(examples)} questions"
    yield ""
    yield "| candidates | a question | best, mean | exact, % |"
    yield "| --- | ---: | ---: | ---: |"
    for name, count, value in (("of the story", every, best), ("looked at", seen, looked)):
        exact = 100 * (value >= _EXACT).mean()
        yield f"| {name} | {count.mean():.0f} | {100 * value.mean():.1f} | {exact:.1f} |"
    yield ""
    yield "| an exact one was found as | questions, % |"
    yield "| --- | ---: |"
    for name, share in zip(WAYS, 100 * ways.mean(axis=0), strict=True):
        yield f"| {name} | {share:.1f} |"
    yield ""


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m eval.candidates", description=__doc__.splitlines()[0])
    parser.add_argument("inputs", nargs="+", metavar="INPUT")
    for path in parser.parse_args().inputs:
        training_set = material_of([path], lambda line: None)
        for group in sorted({x.group for x in training_set.examples}):
            for line in table(group, [x for x in training_set.examples if x.group == group]):
                sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
