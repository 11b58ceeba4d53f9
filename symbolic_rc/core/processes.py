"""What memory this process holds."""

from __future__ import annotations

import os
import sys


def resident_memory() -> int:
    """Return the bytes of memory that this process holds now; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return 0


def peak_megabytes() -> int:
    """Return the most memory that this process ever held, in MB; 0 where the system does not say."""
    try:
        import resource
    except ImportError:
        return 0
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // unit
