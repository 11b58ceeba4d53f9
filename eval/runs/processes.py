"""The processes of a run, from /proc."""

from __future__ import annotations

import os
from pathlib import Path


def tree(pid: int) -> dict[int, float]:
    """Return a process and all below it, each with its processor time in seconds, ended children included."""
    parents, seconds = {}, {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        one = int(path.parent.name)
        parents[one] = int(fields[1])
        seconds[one] = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    found = {}
    for one in parents:
        up = one
        while up in parents and up != pid:
            up = parents[up]
        if up == pid:
            found[one] = seconds[one]
    return found


def held(pid: int) -> float:
    """Return the MB that a process holds, of pages that it shares its share; 0 when it is gone."""
    try:
        rows = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return sum(int(row.split()[1]) for row in rows if row.startswith("Pss:")) / 2**10
