"""What a stranger meets first, kind by kind: ``python -m eval.first_things [--cases N] [READER ...]``.

Prints for each kind how many generated cases there are and the share that each reader gets right. No data is
needed. ``--show N`` prints as many failed cases of each kind. Checks of files and options come last, with one
figure: no reader takes part in them.
"""

from __future__ import annotations

import argparse
import logging

import symbolic_rc
from eval.first_things import CHECKS, KINDS, drawn, failed


def main(arguments: list[str] | None = None) -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m eval.first_things", description=__doc__)
    parser.add_argument("readers", nargs="*", default=["symbolic", "symbolic:rules"])
    parser.add_argument("--cases", type=int, default=200, help="cases of each kind")
    parser.add_argument("--seed", type=int, default=0, help="another seed draws other cases")
    parser.add_argument("--show", type=int, default=0, help="failed cases of each kind to print")
    parser.add_argument("--kind", default="", help="only kinds whose name contains this")
    chosen = parser.parse_args(arguments)
    engines = {
        name: symbolic_rc.load(weights=None if name.endswith(":rules") else "") for name in chosen.readers
    }
    print("| item | kind | cases | " + " | ".join(engines) + " |")
    print("| ---: | --- | ---: |" + " ---: |" * len(engines))
    for kind in KINDS:
        if chosen.kind not in kind.name:
            continue
        cases = drawn(kind, chosen.cases, chosen.seed)
        wrong = failed(engines, cases)
        shares = " | ".join(f"{100 * (1 - len(bad) / len(cases)):.1f}" for bad in wrong.values())
        print(f"| {kind.item} | {kind.name} | {len(cases)} | {shares} |", flush=True)
        for name, bad in wrong.items():
            for case, answer in bad[: chosen.show]:
                told = f"{answer.text!r} [{answer.rule}, {answer.confidence:.2f}]"
                right = " or ".join(" and ".join(one) for one in case.question.references)
                print(f"    {name}: {case.text} {case.question.text} -> {told}, not {right!r}")
    logging.disable()  # what the checks provoke is said to nobody
    try:
        _checks(chosen.kind, chosen.cases, len(engines))
    finally:
        logging.disable(logging.NOTSET)


def _checks(kind: str, cases: int, readers: int) -> None:
    """Print the share right of each check."""
    for check in CHECKS:
        if kind in check.name:
            results = list(check.run(cases))
            share = f"{100 * sum(results) / len(results):.1f}"
            print(
                f"| {check.item} | {check.name} | {len(results)} | {share} |" + " |" * (readers - 1),
                flush=True,
            )


if __name__ == "__main__":
    main()
