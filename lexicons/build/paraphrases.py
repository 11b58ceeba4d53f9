"""Compile word pairs that mean the same, and word pairs that mean the opposite, into `paraphrases.lex`.

Source: the PPDB synonyms and antonyms that Mrkšić et al. (2016) chose for counter-fitting.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lexicons.build.common import pack_lists, parser
from symbolic_rc.core.files.container import write_container
from symbolic_rc.lexicon.strings import pack_table


def read_pairs(path: Path) -> set[tuple[str, str]]:
    """Return the distinct pairs of a file, in both directions, single words of letters only."""
    pairs = set()
    for line in path.read_text(encoding="utf-8").splitlines():
        words = line.lower().split()
        if len(words) == 2 and words[0] != words[1] and all(word.isalpha() for word in words):
            pairs |= {(words[0], words[1]), (words[1], words[0])}
    return pairs


def compile_paraphrases(folder: Path) -> dict[str, NDArray]:
    """Return the arrays of `paraphrases.lex`; a pair that is in both lists is an antonym."""
    opposite = read_pairs(folder / "ppdb_antonyms.txt")
    same = read_pairs(folder / "ppdb_synonyms.txt") - opposite
    words = sorted({word for word, _ in same | opposite})
    number = {word: i for i, word in enumerate(words)}
    arrays = pack_table("word", words)
    for name, pairs in (("same", same), ("opposite", opposite)):
        lists: dict[str, list[int]] = defaultdict(list)
        for first, second in sorted(pairs):
            lists[first].append(number[second])
        arrays |= pack_lists(name, [lists[word] for word in words], np.uint16)
    return arrays


def main() -> None:
    """Write the file."""
    options = parser(__doc__).parse_args()
    about = {
        "name": "paraphrases",
        "version": "1",
        "source": "PPDB synonyms and antonyms in nmrksic/counter-fitting",
        "licence": "Apache-2.0; PPDB CC BY 3.0",
    }
    write_container(
        options.out / "paraphrases.lex", about, compile_paraphrases(options.data / "lexicon_sources")
    )


if __name__ == "__main__":
    main()
