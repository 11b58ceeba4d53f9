"""Rebuild what is learned: ``python -m symbolic_rc.train NAME [options of that part]``."""

import sys
from importlib import import_module

#: The module whose `main` trains each part.
PARTS = {
    "annotate": "symbolic_rc.train.annotate.main",
    "frames": "symbolic_rc.train.frames.main",
    "coref": "symbolic_rc.train.coref.main",
    "polar": "symbolic_rc.train.polar",
    "support": "symbolic_rc.train.support",
}


def main() -> None:
    """Train the part that the first argument names."""
    name = sys.argv[1] if len(sys.argv) > 1 else ""
    if name not in PARTS:
        raise SystemExit(f"usage: python -m symbolic_rc.train {{{','.join(PARTS)}}} …  (--help after a name)")
    del sys.argv[1]
    import_module(PARTS[name]).main()


if __name__ == "__main__":
    main()
