"""The papers' neural readers beside the engine, on the same questions (extra: neural).

``python -m eval.neural --data DIR --runs RUNS`` trains and answers what is not done yet, a piece at a time
(one model and its answers), and prints tables of all. Pieces are kept in RUNS, so that it can be stopped at
any time and goes on with the same command; ``--parts`` names data sets, the learning curves (``curves``) or
the behavioural checks of the models that are there (``checks``), ``--only TEXT`` does pieces with TEXT in
their name, ``--list`` lists them, ``--page`` makes the page from finished ones. ``--held-out R`` takes the
engine's cross-validated answers from the runs of ``python -m eval.engine --data DIR --out W --held-out R``;
without it, its figures alone.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from eval.neural.capabilities import check
from eval.neural.page import page
from eval.neural.pieces import answers_path, do, pieces
from eval.neural.sets import PARTS
from eval.tables.measure import Place, tell
from symbolic_rc.neural.catalogue import require_torch

#: The picture of the learning curves, also a part of the documentation.
PICTURE = Path(__file__).parents[2] / "docs" / "pages" / "images" / "neural-curves.svg"


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m eval.neural", description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--runs", type=Path, required=True, help="folder where pieces are kept")
    parser.add_argument("--held-out", type=Path, help="the engine's cross-validated runs")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS, help="these alone")
    parser.add_argument("--only", default="", help="pieces with this in their name")
    parser.add_argument("--device", default="cpu", help="cuda, ...: training has no limit of updates there")
    parser.add_argument("--minutes", type=float, default=0.0, help="at most, of each training; 0: no limit")
    parser.add_argument("--list", action="store_true", help="list the pieces")
    parser.add_argument("--page", action="store_true", help="train nothing, make the page")
    parser.add_argument("--cases", type=int, default=20, help="at most, of each capability")
    parser.add_argument("--picture", type=Path, default=PICTURE, help="where the learning curves are drawn")
    options = parser.parse_args()
    require_torch()
    place = Place(options.data, options.runs)
    chosen = [piece for piece in pieces(options.parts) if options.only in piece.name]
    if options.list:
        for piece in chosen:
            print(f"{'done' if answers_path(piece, place).exists() else 'to do':<6}{piece.name}")
        return
    for piece in [] if options.page else chosen:
        do(piece, place, tell, options.device, options.minutes)
    if "checks" in options.parts and not options.page:
        check(place, options.cases, tell)
    print(page(place, options.held_out, options.picture, options.parts))


if __name__ == "__main__":
    main()
