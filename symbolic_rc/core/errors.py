"""The one family of errors that users of symbolic_rc see, and the check of names that they give."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path

#: So many names are listed in full.
_LISTED = 30
#: How alike the closest names are at least, and how much of a long one is shown.
_ALIKE, _SHOWN = 0.4, 60


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


def check_name(
    what: str,
    name: str,
    known: Iterable[str],
    more: str = "",
    error: type[SymbolicRCError] = SymbolicRCError,
    where: str = "",
) -> str:
    """Return a name that is known.

    Parameters
    ----------
    what : str
        What it is a name of: ``"format"``.
    name : str
    known : iterable of str
        The names that there are.
    more : str
        What else there is; or, where they are many, what is said in place of the list.
    error : type
        What is raised.
    where : str
        Said before the message.

    Raises
    ------
    SymbolicRCError
        If it is not known; the message has the closest names and lists all, unless they are many.

    Examples
    --------
    >>> check_name("tree", "elf", ["elm", "oak"])
    Traceback (most recent call last):
    symbolic_rc.core.errors.SymbolicRCError: there is no tree 'elf'; did you mean elm? there are: elm, oak
    """
    known = tuple(known)
    if name in known:
        return name
    names = [one for one in known if one]
    lowered = {one.lower(): one for one in reversed(names)}
    near = get_close_matches(str(name).lower(), list(lowered), 3, _ALIKE)
    meant = f"did you mean {', '.join(lowered[one] for one in near)}? " if near else ""
    told = (
        more
        if more and len(names) > _LISTED
        else "there are: " + ", ".join([*names, more] if more else names)
    )
    shown = repr(name if len(str(name)) <= _SHOWN else f"{str(name)[:_SHOWN]}...")
    raise error(f"{where}there is no {what} {shown}; {meant}{told}")
