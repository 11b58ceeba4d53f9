"""Print the papers' tables, ours beside the published figures.

    python -m eval.tables narrativeqa --data DIR
    python -m eval.tables --all --data DIR        # writes eval/RESULTS.md

Each table is made of scoring runs; with `--runs FOLDER` their predictions are kept.
"""

from __future__ import annotations

import argparse
import logging
import sys
import tempfile
import time
from pathlib import Path

from eval.corpus import table as corpus_table
from eval.duorc import table as pruning_table
from eval.tables.measure import Place, input_path, measure
from eval.tables.page import section
from eval.tables.spec import TABLES, table
from symbolic_rc import __version__

RESULTS = Path(__file__).parent.parent / "RESULTS.md"


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m eval.tables", description=__doc__.splitlines()[0])
    parser.add_argument("tables", nargs="*", metavar="TABLE", help=", ".join(one.name for one in TABLES))
    parser.add_argument("--all", action="store_true", help="every table, into eval/RESULTS.md")
    parser.add_argument("--data", type=Path, required=True, help="the folder of data sets")
    parser.add_argument("--runs", type=Path, help="keep the runs there")
    parser.add_argument("--readers", nargs="+", help="these readers only")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--limit", type=int, help="so many questions of each input")
    parser.add_argument("--cache", type=Path, help="keep read stories there")
    parser.add_argument("--weights", default="", help="the engine's weights in place of the shipped ones")
    parser.add_argument(
        "--table", choices=["1", "6"], help="1: DuoRC's corpus figures; 6: NarrativeQA's whole stories"
    )
    chosen = parser.parse_args()
    names = [one.name for one in TABLES if one.quick] if chosen.all else chosen.tables
    unknown = set(names) - {one.name for one in TABLES}
    if chosen.table == "6":
        names, unknown = ["narrativeqa"], set()
    if unknown or not names:
        parser.error(
            f"tables are {', '.join(one.name for one in TABLES)}" if unknown else "name a table, or --all"
        )
    logging.basicConfig(format="%(message)s", stream=sys.stderr)
    sections = []
    with tempfile.TemporaryDirectory() as temporary:
        runs = chosen.runs or Path(temporary)
        place = Place(
            chosen.data, runs, chosen.jobs, limit=chosen.limit, cache=chosen.cache, weights=chosen.weights
        )
        for name in names:
            one = table(f"{name}-{chosen.table}" if chosen.table == "6" else name)
            if chosen.table == "1":
                inputs = [str(input_path(place, path)) for part in one.parts for path in part.paths]
                sections.append("\n".join([f"## {one.title}: corpus figures\n", *corpus_table(inputs), ""]))
                continue
            began = time.process_time()
            found = measure(one, chosen.readers or list(one.readers), place, _tell)
            command = f"python -m eval.tables {name}{' --table 6' * (chosen.table == '6')} --data DIR"
            command += " --weights FILE" * bool(chosen.weights)
            sections.append(section(found, command, __version__, chosen.weights))
            if name == "duorc":
                sections.append("\n".join(["### Pruning", *pruning_table(chosen.data), ""]))
            _tell(f"{name}: {time.process_time() - began:.1f} s of processor time in this process")
    page = "\n".join(sections)
    if chosen.all:
        RESULTS.write_text(
            f"# Results\n\nWritten by `python -m eval.tables --all`.\n\n{page}", encoding="utf-8"
        )
    sys.stdout.write(page)


def _tell(line: str) -> None:
    sys.stderr.write(line + "\n")
    sys.stderr.flush()


if __name__ == "__main__":
    main()
