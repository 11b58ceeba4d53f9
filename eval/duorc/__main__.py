"""DuoRC's sentence pruning by kind of match (Saha et al. 2018, section 4), and its table 1.

python -m eval.duorc --data DIR [--only NAME]
"""

from __future__ import annotations

import argparse
from pathlib import Path

from eval.duorc.table import table


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        prog="python -m eval.duorc", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--only", action="append", default=[], help="a data set; all by default")
    given = parser.parse_args()
    for line in table(given.data, given.only):
        print(line, flush=True)


if __name__ == "__main__":
    main()
