"""The store of measured figures, `figures.json`, that README's table, ENGINE.md and RESULTS.md agree with.

    python -m eval.figures babi --data DIR             # run the command and keep what it prints
    python -m eval.figures engine --from OUTPUT.txt    # keep what an earlier run of it printed
    python -m eval.figures results                     # keep the tables of RESULTS.md
    python -m eval.readme                              # write README's table

What `engine`, `leave-out` and `babi` print goes into ENGINE.md too, without the questions and answers that it
quotes. No figure is typed in: each is read off the output of the command that stands beside it.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from eval.figures.sources import SOURCES
from eval.figures.store import ENGINE, RESULTS, figures_in, into_page, keep, results


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m eval.figures", description=__doc__.splitlines()[0])
    parser.add_argument("name", choices=[*SOURCES, "results"])
    parser.add_argument("--data", type=Path, help="the folder of data, for the command")
    parser.add_argument("--from", dest="output", type=Path, help="what an earlier run of the command printed")
    chosen = parser.parse_args()
    if chosen.name == "results":
        keep(
            "results", "python -m eval.tables --all --data DIR", results(RESULTS.read_text(encoding="utf-8"))
        )
        return
    source = SOURCES[chosen.name]
    if chosen.output:
        text = chosen.output.read_text(encoding="utf-8")
    elif chosen.data:
        words = [str(chosen.data) if word == "DIR" else word for word in source.command.split()]
        done = subprocess.run([sys.executable, *words[1:]], check=True, stdout=subprocess.PIPE, text=True)
        text = done.stdout
        sys.stdout.write(text)
    else:
        parser.error("name --data DIR, or --from the output of an earlier run")
    found = figures_in(text, source)
    if not found:
        parser.error(f"no figure of {chosen.name!r} in what was printed")
    keep(chosen.name, source.command, found)
    page = ENGINE.read_text(encoding="utf-8")
    ENGINE.write_text(into_page(page, chosen.name, text), encoding="utf-8")


if __name__ == "__main__":
    main()
