"""Print the papers' tables, ours beside the published figures.

    python -m eval.tables narrativeqa --data DIR
    python -m eval.tables duorc --table 4 --data DIR   # or duorc-4; DuoRC has 1, 3 and 4, NarrativeQA 5 and 6

Each table is made of scoring runs; with `--runs FOLDER` their predictions are kept. `python -m eval.all`
makes all of them, and keeps their figures for the page of results.
"""

from __future__ import annotations

import argparse
import logging
import sys
import tempfile
import time
from pathlib import Path

from eval.analysis.duorc import table1
from eval.tables import cross
from eval.tables.measure import Place, measure, tell
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
                sections.append(cross.section(place, tell, __version__))
            else:
                one = table(name)
                found = measure(one, chosen.readers or list(one.readers), place, tell)
                command = f"python -m eval.tables {name} --data DIR{' --weights FILE' * bool(chosen.weights)}"
                sections.append(section(found, command, __version__, chosen.weights))
            tell(f"{name}: {time.process_time() - began:.1f} s of processor time in this process")
    sys.stdout.write("\n".join(sections))


def _arguments() -> tuple[argparse.Namespace, list[str]]:
    """Return the options and the names of the tables."""
    parser = argparse.ArgumentParser(prog="python -m eval.tables", description=__doc__.splitlines()[0])
    known = [*(one.name for one in TABLES), *_OTHERS, *ALIASES]
    parser.add_argument("tables", nargs="*", metavar="TABLE", help=", ".join(known))
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
    unknown = set(asked) - set(known)
    if unknown or not asked:
        parser.error(f"tables are {', '.join(known)}")
    names = (part for name in asked for part in ALIASES.get(name, (name,)))
    return chosen, list(dict.fromkeys(names))


if __name__ == "__main__":
    main()
