"""Sample the raw text that annotation, vectors and coreference learned from, and write ``seen.lex``.

    python -m lexicons.build.seen --data DATA

It reads the same text as the commands that train these layers, by the same functions; run it again when what
they read changes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from lexicons.build import corpus
from lexicons.build.common import parser
from symbolic_rc.core.files.container import write_container
from symbolic_rc.datasets.overlap import sample
from symbolic_rc.train.annotate.raw import FREE_GENRES, raw_texts
from symbolic_rc.train.coref import corpora

#: What each layer saw, as `lexicons/SOURCES.md` has it.
DATA = {
    "annotation": [
        "LitBank's novels",
        "NarrativeQA valid, whole books",
        "FairytaleQA train and val",
        "Quoref dev",
        "GAP development and validation",
        "UD English EWT train",
    ],
    "vectors": [
        "LitBank's novels",
        "NarrativeQA valid, whole books",
        "FairytaleQA train",
        "UD English EWT train",
        "GAP development",
    ],
    "coreference": ["LitBank, 64 documents", "OntoGUM train, open genres", "GAP development and validation"],
}


def coreference_texts(data: Path) -> Iterator[str]:
    """Yield the documents that the coreference model learned from."""
    novels = enumerate(corpora.litbank(data))
    yield from (document.text for i, document in novels if i % corpora.HELD_ASIDE)
    for document in corpora.ontogum(data, "train"):
        if document.genre in FREE_GENRES:
            yield document.text
    for part in ("development", "validation"):
        yield from (snippet.text for snippet in corpora.gap(data, part))


def main() -> None:
    """Run from the command line."""
    options = parser(__doc__).parse_args()
    texts = {"annotation": raw_texts, "vectors": corpus.texts, "coreference": coreference_texts}
    arrays = {}
    for name, of in texts.items():
        arrays[name] = np.unique(np.concatenate([sample(text) for text in of(options.data)]))
        sys.stdout.write(f"{name}: {len(arrays[name]):,} rows of words\n")
    about = {"name": "seen", "version": 1, "licence": "hashes only", "layers": DATA}
    write_container(options.out / "seen.lex", about, arrays)


if __name__ == "__main__":
    main()
