"""One file per format: reading, writing, checking; the cloze builder."""

from symbolic_rc.datasets.format import Format
from symbolic_rc.datasets.reading import formats, read, recognised
from symbolic_rc.datasets.source import Limits, Problem
from symbolic_rc.datasets.writing import write

__all__ = ["Format", "Limits", "Problem", "formats", "read", "recognised", "write"]
