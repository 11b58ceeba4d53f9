"""Statistics of the papers' data, counted on the data at hand, beside the papers' values.

    python -m eval.analysis DATASET --data DIR     # narrativeqa, quoref, duorc, hermann2015

The data at hand are parts of what the papers count; each table says which.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path

DATA_SETS = ("narrativeqa", "quoref", "duorc", "hermann2015")


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m eval.analysis", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("datasets", nargs="+", metavar="DATASET", choices=DATA_SETS)
    parser.add_argument("--data", type=Path, required=True, help="the folder of data sets")
    chosen = parser.parse_args()
    for name in chosen.datasets:
        for line in importlib.import_module(f"eval.analysis.{name}").analysis(chosen.data):
            sys.stdout.write(line + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
