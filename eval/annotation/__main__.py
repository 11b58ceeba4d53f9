"""How well the pipelines annotate: ``python -m eval.annotation --data DIR [--pipeline NAME ...]``.

Prints, for UD English EWT dev and GUM dev, tags, lemmas and dependencies on gold tokens with the pipeline's
own tags (GUM's copy here has no tags, lemmas or entity types); for EWT dev the figures of the CoNLL 2018
shared task from raw text; for questions their trees in these treebanks, and what shows of those of
NarrativeQA's and Quoref's, which have no gold trees: a tree has the right shape if the root is a verb, where
a question word and a form of *do* come first; if the clause with *whose* modifies the person whose name is
wanted; and if no verb has two subjects. For LitBank's held-out documents entities by type, those of the first
pipeline, against a baseline that takes every run of capitalised words for a person.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from eval.annotation import page
from eval.annotation.entities import entity_table
from eval.annotation.questions import SETS, question_table, shape_table
from eval.annotation.treebanks import gold_token_table, gum_dev, raw_table
from symbolic_rc.annotate import pipeline
from symbolic_rc.annotate.conllu import read_treebank
from symbolic_rc.annotate.pipeline import SETTINGS, classical


def main() -> None:
    """Print the tables."""
    options = argparse.ArgumentParser(prog="python -m eval.annotation", description=__doc__)
    options.add_argument("--data", type=Path, required=True)
    options.add_argument("--pipeline", nargs="+", default=list(SETTINGS))
    args = options.parse_args()
    ewt, gum = read_treebank(args.data / "ewt/en_ewt-ud-dev.conllu.xz"), gum_dev(args.data)
    treebanks: dict[str, page.Tables] = {}
    for name in args.pipeline:
        # a treebank is no book, however long
        nlp = classical(reranked=1 << 62, retagged=1 << 62) if name == "classical" else pipeline(name)
        own = {
            "EWT dev, gold tokens": gold_token_table(nlp, ewt),
            "GUM dev, gold tokens": gold_token_table(nlp, gum),
            "EWT dev, raw text (F1)": raw_table(nlp, ewt),
            "EWT and GUM dev, questions with a question word, gold tokens": question_table(nlp, [*ewt, *gum]),
            **{
                f"{title}, questions of the right shape": shape_table(nlp, args.data, path)
                for title, path in SETS.items()
            },
        }
        for title, table in own.items():
            treebanks.setdefault(title, {})[name] = table
    print(page.tables(treebanks, entity_table(pipeline(args.pipeline[0]), args.data)))


if __name__ == "__main__":
    main()
