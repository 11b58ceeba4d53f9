"""The papers' neural readers beside the engine, on the same questions (extra: neural).

``python -m eval.neural --data DIR --runs RUNS`` trains and answers what is not done yet, a piece at a time
(one model and its answers), and writes ``eval/NEURAL.md``. Pieces are kept in RUNS, so that it can be stopped
at any time and goes on with the same command; ``--only TEXT`` does those with TEXT in their name, ``--list``
lists the pieces, ``--page`` writes the page from finished ones, ``--check N`` also runs N cases of each
behavioural capability. ``--held-out R`` takes the engine's
cross-validated answers from the runs of ``python -m eval.engine --data DIR --out W --held-out R``; without
it, its figures alone.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from eval.figures.store import keep
from eval.neural.capabilities import check
from eval.neural.page import page
from eval.neural.pieces import answers_path, do, pieces
from eval.tables.measure import Place
from symbolic_rc.neural.catalogue import require_torch

PAGE = Path(__file__).parents[1] / "NEURAL.md"
#: The picture of the learning curves, also a part of the documentation.
PICTURE = Path(__file__).parents[2] / "docs" / "pages" / "images" / "neural-curves.svg"


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m eval.neural", description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--runs", type=Path, required=True, help="folder where pieces are kept")
    parser.add_argument("--held-out", type=Path, help="the engine's cross-validated runs")
    parser.add_argument("--only", default="", help="pieces with this in their name")
    parser.add_argument("--list", action="store_true", help="list the pieces")
    parser.add_argument("--page", action="store_true", help="train nothing, write the page")
    parser.add_argument("--check", type=int, default=0, metavar="CASES", help="also check capabilities")
    parser.add_argument("--out", type=Path, default=PAGE)
    options = parser.parse_args()
    require_torch()
    place = Place(options.data, options.runs)
    chosen = [piece for piece in pieces() if options.only in piece.name]
    if options.list:
        for piece in chosen:
            print(f"{'done' if answers_path(piece, place).exists() else 'to do':<6}{piece.name}")
        return
    for piece in [] if options.page else chosen:
        do(piece, place, lambda line: print(line, flush=True))
    if options.check:
        check(place, options.check, lambda line: print(line, flush=True))
    own = options.out == PAGE
    written = page(place, options.held_out, PICTURE if own else options.out.with_suffix(".svg"))
    options.out.write_text(written.text, encoding="utf-8")
    if own:
        keep("neural", "python -m eval.neural --data DIR --runs RUNS", written.figures)
    print(f"written: {options.out}")


if __name__ == "__main__":
    main()
