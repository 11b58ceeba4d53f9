"""Print the papers' tables, ours beside the published figures.

    python -m eval.tables narrativeqa --data DIR
    python -m eval.tables duorc --table 4 --data DIR   # or duorc-4; DuoRC has 1, 3 and 4, NarrativeQA 5 and 6
    python -m eval.tables --all --data DIR             # writes eval/RESULTS.md

Each table is made of scoring runs; with `--runs FOLDER` their predictions are kept.
"""

from __future__ import annotations

import argparse
import logging
import sys
import tempfile
import time
from pathlib import Path

from eval.analysis.duorc import table1
from eval.duorc import table as pruning_table
from eval.figures.store import RESULTS, keep, results
from eval.tables import cross
from eval.tables.measure import Place, measure
from eval.tables.page import section
from eval.tables.spec import ALIASES, TABLES, table
from symbolic_rc import __version__

#: Tables that are not made of one run a reader.
_OTHERS = ("duorc-1", "duorc-4")


def main() -> None:
    """Run from the command line."""
    chosen, names = _arguments()
    logging.basicConfig(format="%(message)s", stream=sys.stderr)
    sections = []
    with tempfile.TemporaryDirectory() as temporary:
        runs = chosen.runs or Path(temporary)
        place = Place(
            chosen.data, runs, chosen.jobs, limit=chosen.limit, cache=chosen.cache, weights=chosen.weights
        )
        for name in names:
            began = time.process_time()
            if name == "duorc-1":
                sections.append("\n".join(["## DuoRC, table 1\n", *table1(chosen.data), ""]))
            elif name == "duorc-4":
                sections.append(cross.section(place, _tell, __version__))
            else:
                one = table(name)
                found = measure(one, chosen.readers or list(one.readers), place, _tell)
                command = f"python -m eval.tables {name} --data DIR{' --weights FILE' * bool(chosen.weights)}"
                sections.append(section(found, command, __version__, chosen.weights))
            if name == "duorc-paraphrase":
                sections.append("\n".join(["### Pruning", *pruning_table(chosen.data), ""]))
            _tell(f"{name}: {time.process_time() - began:.1f} s of processor time in this process")
    page = "\n".join(sections)
    if chosen.all:
        whole = f"# Results\n\nWritten by `python -m eval.tables --all`.\n\n{page}"
        RESULTS.write_text(whole, encoding="utf-8")
        keep("results", "python -m eval.tables --all --data DIR", results(whole))
    sys.stdout.write(page)


def _arguments() -> tuple[argparse.Namespace, list[str]]:
    """Return the options and the names of the tables."""
    parser = argparse.ArgumentParser(prog="python -m eval.tables", description=__doc__.splitlines()[0])
    known = [*(one.name for one in TABLES), *_OTHERS, *ALIASES]
    parser.add_argument("tables", nargs="*", metavar="TABLE", help=", ".join(known))
    parser.add_argument("--all", action="store_true", help="every table, into eval/RESULTS.md")
    parser.add_argument("--data", type=Path, required=True, help="the folder of data sets")
    parser.add_argument("--runs", type=Path, help="keep the runs there")
    parser.add_argument("--readers", nargs="+", help="these readers only")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--limit", type=int, help="at most this many questions of each input")
    parser.add_argument("--cache", type=Path, help="keep read stories there")
    parser.add_argument("--weights", default="", help="the engine's weights in place of the shipped ones")
    parser.add_argument("--table", choices=["1", "3", "4", "5", "6"], help="the number of the paper's table")
    chosen = parser.parse_args()
    asked = [f"{name}-{chosen.table}" if chosen.table else name for name in chosen.tables]
    if chosen.all:
        asked = [one.name for one in TABLES if one.quick] + ["duorc-1"]
    unknown = set(asked) - set(known)
    if unknown or not asked:
        parser.error(f"tables are {', '.join(known)}" if unknown else "name a table, or --all")
    names = (part for name in asked for part in ALIASES.get(name, (name,)))
    return chosen, list(dict.fromkeys(names))


def _tell(line: str) -> None:
    sys.stderr.write(line + "\n")
    sys.stderr.flush()


if __name__ == "__main__":
    main()
