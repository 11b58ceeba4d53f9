"""How well the pipeline annotates: ``python -m eval.annotation --data DIR [--pipeline NAME]``.

Prints, for UD English EWT dev and GUM dev, tags, lemmas and dependencies on gold tokens with the pipeline's
own tags; for EWT dev the figures of the CoNLL 2018 shared task from raw text; for LitBank's held-aside
documents entities by type against a baseline that takes every run of capitalised words for a person.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from eval.annotation.entities import entity_table
from eval.annotation.treebanks import gold_token_table, gum_dev, raw_table
from symbolic_rc.annotate import pipeline
from symbolic_rc.annotate.conllu import read_treebank


def main() -> None:
    """Print the tables."""
    options = argparse.ArgumentParser(prog="python -m eval.annotation", description=__doc__)
    options.add_argument("--data", type=Path, required=True)
    options.add_argument("--pipeline", default="classical")
    args = options.parse_args()
    nlp = pipeline(args.pipeline)
    ewt = read_treebank(args.data / "ewt/en_ewt-ud-dev.conllu.xz")

    def line(title: str, table: dict[str, float | None] | dict[str, float]) -> None:
        cells = "  ".join(
            f"{name} {'-' if value is None else f'{100 * value:.2f}'}" for name, value in table.items()
        )
        print(f"{title:<28}{cells}")

    line("EWT dev, gold tokens", gold_token_table(nlp, ewt))
    line("GUM dev, gold tokens", gold_token_table(nlp, gum_dev(args.data)))
    line("EWT dev, raw text (F1)", raw_table(nlp, ewt))
    print(
        "(GUM's copy here has no tags, lemmas or entity types: only its heads and relations can be scored.)"
    )
    print(f"\nLitBank, held aside: {'gold':>9} {'P':>6} {'R':>6} {'F1':>6} {'capitals F1':>12}")
    for kind, (count, precision, recall, own, base) in entity_table(nlp, args.data).items():
        shares = f"{100 * precision:6.1f} {100 * recall:6.1f} {100 * own:6.1f} {100 * base:12.1f}"
        print(f"{kind:<20} {count:>9} {shares}")


if __name__ == "__main__":
    main()
