"""Which measured figures are stale: ``python -m eval.fresh`` (``--check`` for CI).

Lists each source of figures whose models or code have changed since it was measured, or of which that is not
known, with the command that renews it and its minutes. `--check` exits with 1 if README or a page quotes a
figure whose *models* have changed: it is then a figure of something that does not ship. Changed *code* is a
warning alone: code changes daily, mostly without changing an answer (`eval.same_answers` and the tests watch
over that), and what is renewed at each change would never be up to date. Figures from before models were
noted are listed as unknown, and not taken for fresh.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from eval.figures.freshness import freshness
from eval.figures.sources import SOURCES
from eval.figures.store import load
from eval.readme import quoted_sources


def report() -> Iterator[tuple[str, bool]]:
    """Yield a line for each source that is not fresh, and whether it fails the check."""
    store, quoted = load(), quoted_sources()
    for name, source in SOURCES.items():
        entry = store.get(name)
        found = freshness(name, entry)
        said = str(found)
        if found.known and found.measured and not found.models:
            if not found.code:
                continue
            said = f"code changed: {', '.join(found.code)}"
        minutes = (entry or {}).get("minutes", source.minutes)
        fails = bool(found.models) and name in quoted
        word = "STALE" if found.models else "warning" if found.code else "unknown" if entry else "missing"
        renewed = f"python -m eval.all --data DIR --only {name}"
        yield f"{word:<8} {name:<18} {said}; renew ({minutes:g} min): {renewed}", fails


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m eval.fresh", description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="exit 1 if a quoted figure's models changed")
    chosen = parser.parse_args()
    lines = list(report())
    for line, _ in lines:
        print(line)
    print(f"{len(SOURCES) - len(lines)} of {len(SOURCES)} sources are fresh")
    sys.exit(chosen.check and any(fails for _, fails in lines))


if __name__ == "__main__":
    main()
