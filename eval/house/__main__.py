"""Check the rules of the house: ``python -m eval.house [--kernels]``.

The package's figures are within `figures.LIMITS` (lines, circles of imports, small modules with one importer,
complex, long and wide functions, the code that compiles kernels); kernels name the columns of their arrays
and return no arrays to Python; what packages hand on has its parameters described. With ``--kernels``, runs
the tests that compare compiled kernels with plain Python (`tests/house`), and asks for every kernel whether
one of them reached it. What is known to be wrong is listed in ``known.txt``; a fault that is not, and a line
there that is not needed any more, fail.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from eval.house.boundary import arrays_to_python
from eval.house.docstrings import undocumented
from eval.house.figures import over_limits
from eval.house.shape import Fault, faults

ROOT = Path(__file__).parents[2]
KNOWN = Path(__file__).with_name("known.txt")


def kernels_without_twin() -> list[Fault]:
    """Run the tests in `tests/house`, and return the kernels that none of them ran as plain Python."""
    import pytest

    from eval.house.kernels import REACHED, kernels

    if pytest.main(["-p", "no:cacheprovider", "-m", "", str(ROOT / "tests" / "house")]) != 0:
        return [Fault("kernels", "tests/house", "a kernel differs from its plain twin")]
    return [Fault("no twin", name, "no test compares it") for name in kernels() if name not in REACHED]


def main() -> int:
    """Print the faults; return 1 if there are any that are not known, or known ones that are gone."""
    parser = argparse.ArgumentParser(prog="python -m eval.house", description=__doc__)
    parser.add_argument("--kernels", action="store_true", help="check the kernels too; takes minutes")
    parser.add_argument("--known", action="store_true", help="write the faults to the list of known ones")
    options = parser.parse_args()
    found = (
        over_limits(ROOT)
        + faults(ROOT)
        + arrays_to_python(ROOT)
        + undocumented()
        + (kernels_without_twin() if options.kernels else [])
    )
    lines = KNOWN.read_text("utf-8").splitlines() if KNOWN.is_file() else []
    known = {line for line in lines if line and (options.kernels or not line.startswith("no twin"))}
    if options.known:
        KNOWN.write_text("".join(f"{fault.name}\n" for fault in found), "utf-8")
        return 0
    new = [fault for fault in found if fault.name not in known]
    gone = sorted(known - {fault.name for fault in found})
    for fault in new:
        print(f"{fault.name} ({fault.detail})")
    for name in gone:
        print(f"no longer so, take it out of {KNOWN.name}: {name}")
    print(f"{len(found)} faults, {len(new)} new, {len(found) - len(new)} known, {len(gone)} mended")
    return 1 if new or gone else 0


if __name__ == "__main__":
    sys.exit(main())
