"""Compile names and nouns with their gender and number into `names.lex`.

Sources: nltk's names corpus (Mark Kantrowitz), cort's gender and number lists.
"""

from __future__ import annotations

import zipfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from lexicons.build.common import parser
from symbolic_rc.core.files.container import write_container
from symbolic_rc.lexicon.names import FLAGS
from symbolic_rc.lexicon.strings import pack_table


def compile_names(data: Path) -> dict[str, NDArray]:
    """Return the arrays of `names.lex`: the words, and one byte of flags for each."""
    flags: dict[str, int] = {}

    def add(words: list[str], flag: str) -> None:
        for word in words:
            word = word.strip().lower()
            if word:
                flags[word] = flags.get(word, 0) | FLAGS[flag]

    with zipfile.ZipFile(data / "nltk_data" / "corpora" / "names.zip") as archive:
        for gender, flag in (("female", "feminine name"), ("male", "masculine name")):
            add(archive.read(f"names/{gender}.txt").decode().splitlines(), flag)
    for file, flag in (
        ("female", "feminine"),
        ("male", "masculine"),
        ("neutral", "neuter"),
        ("plural", "plural"),
    ):
        path = data / "lexicon_sources" / f"cort_{file}.list"
        add(path.read_text(encoding="utf-8", errors="replace").splitlines(), flag)
    words = sorted(flags)
    return {**pack_table("word", words), "flags": np.array([flags[word] for word in words], np.uint8)}


def main() -> None:
    """Write the file."""
    options = parser(__doc__).parse_args()
    about = {
        "name": "names",
        "version": "1",
        "source": "Names Corpus 1.3 (Mark Kantrowitz, Bill Ross); cort's gender and number lists",
        "licence": "free with credit; MIT",
    }
    write_container(options.out / "names.lex", about, compile_names(options.data))


if __name__ == "__main__":
    main()
