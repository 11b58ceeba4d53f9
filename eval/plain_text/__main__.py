"""What is read of plain text, kind by kind: ``python -m eval.plain_text [--cases N] [--data DIR]``.

Prints for each kind of generated text the share that is read right: sentences, tokens, quotations and their
speakers, odd text. With ``--data``, also how well sentences and tokens of EWT and GUM dev are found.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from eval.annotation.treebanks import gum_dev, raw_table
from eval.first_things import drawn
from eval.plain_text import KINDS
from eval.plain_text.sentences import senter
from symbolic_rc.annotate.conllu import read_treebank


def main(arguments: list[str] | None = None) -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m eval.plain_text", description=__doc__)
    parser.add_argument("--cases", type=int, default=200, help="cases of each kind")
    parser.add_argument("--seed", type=int, default=0, help="another seed draws other cases")
    parser.add_argument("--show", type=int, default=0, help="failed cases of each kind to print")
    parser.add_argument("--kind", default="", help="only kinds whose name contains this")
    parser.add_argument("--data", type=Path, help="folder of the treebanks")
    chosen = parser.parse_args(arguments)
    print("| item | kind | cases | right |\n| ---: | --- | ---: | ---: |")
    for kind in KINDS:
        if chosen.kind in kind.name:
            cases = drawn(kind, chosen.cases, chosen.seed)
            wrong = [case for case in cases if not case.passes()]
            share = 100 * (1 - len(wrong) / len(cases))
            print(f"| {kind.item} | {kind.name} | {len(cases)} | {share:.1f} |", flush=True)
            for case in wrong[: chosen.show]:
                print(f"    {case.text!r}\n      -> {case.read(case.text)}\n     not {case.expected}")
    if chosen.data:
        print("\n| treebank | tokens (F1) | sentences (F1) |\n| --- | ---: | ---: |")
        ewt = read_treebank(chosen.data / "ewt/en_ewt-ud-dev.conllu.xz")
        for name, listed in (("EWT dev", ewt), ("GUM dev, words apart", gum_dev(chosen.data))):
            found = raw_table(senter(), listed)
            print(f"| {name} | {100 * found['Tokens']:.2f} | {100 * found['Sentences']:.2f} |")


if __name__ == "__main__":
    main()
