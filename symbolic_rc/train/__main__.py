"""Rebuild what is learned: ``python -m symbolic_rc.train NAME --data DIR``."""

import argparse
import logging
from importlib import import_module
from pathlib import Path

#: The module of this package whose `main` trains each part.
MODULES = ("annotate.main", "frames.main", "coref.main", "polar", "support")
PARTS = {name.partition(".")[0]: f"symbolic_rc.train.{name}" for name in MODULES}


def main() -> None:
    """Train the part that is named."""
    parser = argparse.ArgumentParser(prog="python -m symbolic_rc.train", description=__doc__)
    parser.add_argument("name", choices=PARTS)
    parser.add_argument("--data", type=Path, required=True, help="the folder of data")
    parser.add_argument("--out", type=Path, default=Path("lexicons"), help="the folder of models")
    parser.add_argument("--parts", default="", help="of annotate: the models to rebuild, joined by commas")
    parser.add_argument("--cache", default="", help="of polar and support: a folder of stories once read")
    parser.add_argument("--sets", nargs="+", default=[], help="of support: data sets below the folder")
    parser.add_argument("--weights", help="of support: the engine's, which learned from none of the stories")
    parser.add_argument("--only", type=Path, help="of support: a file of story ids; no others are taken")
    options = parser.parse_args()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    import_module(PARTS[options.name]).main(options)


if __name__ == "__main__":
    main()
