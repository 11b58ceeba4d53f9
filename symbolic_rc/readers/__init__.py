"""Every baseline of the papers, and the engine, behind one interface."""

from symbolic_rc.readers.reader import RankingReader, Reader, ReaderOptions
from symbolic_rc.readers.registry import READERS, ReaderEntry, load_reader, reader_names

__all__ = [
    "READERS",
    "RankingReader",
    "Reader",
    "ReaderEntry",
    "ReaderOptions",
    "load_reader",
    "reader_names",
]
