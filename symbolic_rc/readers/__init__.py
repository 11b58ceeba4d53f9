"""Every baseline of the papers, and the engine, behind one interface."""

from symbolic_rc.readers.reader import Ranker, Reader, ReaderOptions
from symbolic_rc.readers.registry import READERS, ReaderEntry, load_reader, reader_names

__all__ = ["READERS", "Ranker", "Reader", "ReaderEntry", "ReaderOptions", "load_reader", "reader_names"]
