"""Keep what a command printed in the store of measured figures, `figures.json`.

    python -m eval.figures engine --from OUTPUT.txt    # made by the present models and code
    python -m eval.readme                              # write the pages that quote it

`python -m eval.all --data DIR --only engine` runs the command too. Keep an output while the models and the
code that made it are in place: figures are stamped with the digests of the present ones. No figure is typed
in: each is read off the output of the command that stands beside it.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from eval.figures.sources import SOURCES
from eval.figures.store import keep


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m eval.figures", description=__doc__.splitlines()[0])
    parser.add_argument("name", choices=[*SOURCES], metavar="NAME", help=", ".join(SOURCES))
    parser.add_argument("--from", dest="output", type=Path, required=True, help="what the command printed")
    chosen = parser.parse_args()
    try:
        found = keep(chosen.name, chosen.output.read_text(encoding="utf-8"))
    except ValueError as error:
        parser.error(str(error))
    print(f"{chosen.name}: {len(found)} figures kept")


if __name__ == "__main__":
    main()
