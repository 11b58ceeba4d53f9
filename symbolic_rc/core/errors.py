"""The one family of errors that users of symbolic_rc see."""

from __future__ import annotations

from pathlib import Path


class SymbolicRCError(Exception):
    """An error that a user can act on: what was wrong, where, and what to do.

    The command line prints it as one line and ends with exit status 2.
    """


class DataError(SymbolicRCError):
    """Input that does not have the form it should have.

    Parameters
    ----------
    message : str
        What is wrong, and the remedy.
    path : str or Path, optional
        The file.
    line : int, optional
        The line, counted from 1.
    """

    def __init__(self, message: str, path: str | Path | None = None, line: int | None = None) -> None:
        where = "" if path is None else f"{path}: " if line is None else f"{path}:{line}: "
        super().__init__(where + message)
        self.message, self.path, self.line = message, path, line


class DamagedError(DataError):
    """A file that ends, or goes bad, in the middle: what was lost of it is not known."""


class LexiconError(SymbolicRCError):
    """A lexicon or model file is missing, damaged or of another version; says how to rebuild it."""


class MissingExtraError(SymbolicRCError):
    """An optional package is not installed; says what to install."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(
            f"{package} is not installed; it comes with the extra: pip install 'symbolic_rc[{extra}]'"
        )
