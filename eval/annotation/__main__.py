"""How well the pipeline annotates: ``python -m eval.annotation --data DIR [--pipeline NAME]``.

Prints, for UD English EWT dev and GUM dev, tags, lemmas and dependencies on gold tokens with the pipeline's
own tags; for EWT dev the figures of the CoNLL 2018 shared task from raw text; for questions their trees in
these treebanks, and what shows of those of NarrativeQA's and Quoref's; for LitBank's held-out documents
entities by type against a baseline that takes every run of capitalised words for a person.
``--write`` puts those of the project's own three pipelines into ``eval/ANNOTATION.md``, beside what
``--ablate`` found last: what each source, feature, learner and rule is worth.
"""

from __future__ import annotations

import argparse
import logging
from pathlib import Path

from eval.annotation import ablation, page
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
    options.add_argument("--pipeline", default="classical")
    options.add_argument(
        "--ablate",
        nargs="?",
        const="",
        metavar="TEXT",
        help="train small models to compare (with TEXT in their row)",
    )
    options.add_argument("--write", action="store_true", help="write the page too")
    args = options.parse_args()
    if args.ablate is not None:
        logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
        ablation.run(args.data, args.ablate)
    ewt, gum = read_treebank(args.data / "ewt/en_ewt-ud-dev.conllu.xz"), gum_dev(args.data)
    names = tuple(SETTINGS) if args.write else (args.pipeline,)
    treebanks: dict[str, page.Tables] = {}
    for name in names:
        print(f"pipeline {name}")
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
            cells = "  ".join(f"{column} {page.percent(value)}" for column, value in table.items())
            print(f"{title:<28}  {cells}")
    entities = entity_table(pipeline(names[0]), args.data)
    print(
        "(GUM's copy here has no tags, lemmas or entity types: only its heads and relations can be scored.)"
    )
    print(f"\nLitBank, held out: {'gold':>9} {'P':>6} {'R':>6} {'F1':>6} {'capitals F1':>12}")
    for kind, (count, precision, recall, own, base) in entities.items():
        shares = f"{100 * precision:6.1f} {100 * recall:6.1f} {100 * own:6.1f} {100 * base:12.1f}"
        print(f"{kind:<20} {count:>9} {shares}")
    if args.write:
        page.write(treebanks, entities)


if __name__ == "__main__":
    main()
