"""GloVe's text format: a word and its numbers a line."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.errors import DataError
from symbolic_rc.core.files.container import write_container
from symbolic_rc.lexicon.vectors import pack_vectors


def read_glove(path: str | Path, limit: int | None = None) -> tuple[list[str], NDArray[np.float32]]:
    """Read vectors in GloVe's text format, in full.

    Parameters
    ----------
    path : str or Path
        One word a line, then its numbers, blanks between them. The word is what stands before the numbers:
        some published files hold words with blanks in them.
    limit : int, optional
        Read the first words only.

    Returns
    -------
    words : list of str
    vectors : ndarray of float32, shape (words, dimensions)

    Raises
    ------
    DataError
        If a line has fewer numbers than the first, or something else in their place.
    """
    with open(path, encoding="utf-8", errors="replace", newline="\n") as lines:
        return _parse(lines, path, limit)


def _parse(
    lines: Iterable[str], path: str | Path, limit: int | None
) -> tuple[list[str], NDArray[np.float32]]:
    words: list[str] = []
    rows: list[NDArray[np.float32]] = []
    seen: set[str] = set()
    size = 0
    for number, line in enumerate(lines, 1):
        parts = line.rstrip("\n").split(" ")
        size = size or len(parts) - 1
        word = " ".join(parts[:-size]) if size else ""
        if not word or len(parts) <= size:
            raise DataError(f"expected a word and {size or 'some'} numbers", path, number)
        try:
            row = np.array(parts[-size:], np.float32)
        except ValueError as error:
            raise DataError(f"expected {size} numbers ({error})", path, number) from None
        if word not in seen:  # the first of repeated words counts
            seen.add(word)
            words.append(word)
            rows.append(row)
        if limit and len(words) >= limit:
            break
    if not rows:
        raise DataError("holds no vectors", path)
    return words, np.stack(rows)


def write_vectors(path: str | Path, source: str | Path, limit: int = 60_000) -> None:
    """Turn vectors in GloVe's text format into a lexicon file, with neighbours.

    Parameters
    ----------
    path : str or Path
        The file to write; ``glove.lex`` in the folder ``$SYMBOLIC_RC_LEXICONS`` takes the default's place.
    source : str or Path
        The text file; published files are sorted by falling frequency.
    limit : int
        How many words to take. Neighbours take time that grows with its square.
    """
    words, vectors = read_glove(source, limit)
    # frequencies are not published; by Zipf's law they fall with the rank
    counts = (10**8 / (np.arange(len(words)) + 10)).astype(np.int64)
    about = {"name": "glove", "version": Path(source).name, "source": "GloVe", "licence": "PDDL 1.0"}
    write_container(path, about, pack_vectors(words, counts, vectors))
