"""Behavioural checks of readers, as tables: ``python -m eval.behaviour [--cases N] [--data DIR] [READER …]``.

Prints the share of failed cases by capability, for templates that rules were written with
and for those that were set aside; and the means of the other two kinds of checks.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from eval import contrast, invariance
from symbolic_rc.behaviour import CheckResult, check_reader, load_templates, make_cases
from symbolic_rc.behaviour.report import ReportRow, mean, rows
from symbolic_rc.readers import Reader, ReaderOptions, load_reader

READERS = ("symbolic:rules", "symbolic", "word-distance")
_PARTS = ("development", "set aside")


def checked(reader: Reader, kind: str, part: str, count: int) -> list[CheckResult]:
    """Check a reader on one part of the templates."""
    chosen = [one for one in load_templates() if one.set_aside == (part == "set aside")]
    return check_reader(reader, make_cases(chosen, kind, count))


def table(names: Sequence[str], count: int) -> str:
    """Return the tables as text."""
    readers = {name: load_reader(name, ReaderOptions(format="jsonl")) for name in names}
    found: dict[tuple[str, str], list[ReportRow]] = {
        (name, part): rows(checked(reader, "mft", part, count))
        for name, reader in readers.items()
        for part in _PARTS
    }
    lines = [
        "# Behavioural checks",
        "",
        f"Failed cases in percent, {count} cases a capability and part, seed 0; written by"
        " `python -m eval.behaviour`.",
        "A case is a small story with all its questions; one wrong answer fails it. A third of the templates"
        " of each capability was set aside, by a hash of their names, before any rule was written with the"
        " others. The weights of `symbolic` learned from cases of the others, too, in other words.",
        "",
        "| capability | " + " | ".join(f"{name}, {part}" for name, part in found) + " |",
        "| --- |" + " ---: |" * len(found),
    ]
    shares = {at: {row.capability: row.share for row in value} for at, value in found.items()}
    for capability in next(iter(shares.values())):
        cells = " | ".join(f"{share.get(capability, 0.0):.1f}" for share in shares.values())
        lines.append(f"| {capability} | {cells} |")
    lines.append("| **mean** | " + " | ".join(f"**{mean(value):.1f}**" for value in found.values()) + " |")
    lines += ["", "| other checks, mean of failed cases | " + " | ".join(readers) + " |"]
    lines.append("| --- |" + " ---: |" * len(readers))
    few = max(1, count // 4)
    for kind, what in (
        ("invariance", "an answer that must stay"),
        ("direction", "an answer that must change"),
    ):
        cells = [
            mean(rows([one for part in _PARTS for one in checked(reader, kind, part, few)]))
            for reader in readers.values()
        ]
        lines.append(f"| {kind}: {what} | " + " | ".join(f"{cell:.1f}" for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def real(names: Sequence[str], data: Path, limit: int) -> str:
    """Return what is measured on real data: answers that must stay, and pairs whose answers differ."""
    lines = [
        "",
        "## On real data",
        "",
        f"Answers that changed though nothing asked for it, of {limit} questions of each data set at most"
        " (`python -m eval.invariance --data DIR`):",
        "",
        invariance.table(invariance.measured(names, data, limit=limit)),
        "Questions of the data beside our own, whose answers differ; both right by a token F1 of one half"
        " (`python -m eval.contrast --data DIR`). The shipped weights learned from the first, not from ours:",
        "",
    ]
    return "\n".join(lines) + "\n" + contrast.table(names, data)


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("readers", nargs="*", default=list(READERS))
    parser.add_argument("--cases", type=int, default=300)
    parser.add_argument("--data", type=Path, help="also on real data: what must stay, and pairs that differ")
    parser.add_argument("--limit", type=int, default=1000, help="questions of each data set")
    options = parser.parse_args(arguments)
    text = table(options.readers, options.cases)
    if options.data is not None:
        text += real(options.readers, options.data, options.limit)
    sys.stdout.write(text)


if __name__ == "__main__":
    main()
