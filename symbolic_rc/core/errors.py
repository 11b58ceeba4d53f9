"""The one family of errors that users of symbolic_rc see, and the check of names that they give."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches
from pathlib import Path

#: Maximum number of names that are listed in full.
_LISTED = 30
#: Minimum similarity of the closest names, and maximum length of the name shown.
_ALIKE, _SHOWN = 0.4, 60


class SymbolicRCError(Exception):
    """An error that a user can act on: what was wrong, where, and what to do.

    The command line prints it as one line and ends with exit status 2.
    """


class ArgumentError(SymbolicRCError, TypeError):
    """An argument of a type that is not taken; says what is."""


class DataError(SymbolicRCError):
    """Malformed input.

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
    """A truncated or partly unreadable file: the lost part is unknown."""


class LexiconError(SymbolicRCError):
    """A lexicon or model file is missing, damaged or of another version; says how to rebuild it."""


class MissingExtraError(SymbolicRCError):
    """An optional package is not installed; says what to install."""

    def __init__(self, package: str, extra: str) -> None:
        super().__init__(
            f"{package} is not installed; it comes with the extra: pip install 'symbolic_rc[{extra}]'"
        )


def check_size(
    what: str,
    size: int,
    most: int,
    unit: str = "characters",
    error: Callable[[str], Exception] = SymbolicRCError,
) -> None:
    """Raise an error where something is larger than its limit, which the error names.

    Examples
    --------
    >>> check_size("the question", 5_000, 4_000)
    Traceback (most recent call last):
    symbolic_rc.core.errors.SymbolicRCError: the question has 5,000 characters; at most 4,000 are taken
    """
    if size > most:
        raise error(f"{what} has {size:,} {unit}; at most {most:,} are taken")


def whole_number(text: str, most: int = 1 << 31) -> int | None:
    """Return a number written in digits, up to `most`; None for anything else.

    Examples
    --------
    >>> whole_number("12"), whole_number("-1"), whole_number("²"), whole_number("9" * 5000)
    (12, None, None, None)
    """
    fits = text.isascii() and text.isdigit() and len(text) <= len(str(most))
    return int(text) if fits and int(text) <= most else None


def check_text(what: str, text: str) -> None:
    """Raise DataError where a text cannot be encoded: where it holds half a surrogate pair."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise DataError(f"{what} holds half a surrogate pair (character {error.start:,})") from None


def check_name(
    what: str,
    name: str,
    known: Iterable[str],
    more: str = "",
    error: type[SymbolicRCError] = SymbolicRCError,
    where: str = "",
) -> str:
    """Check that a name is known, and return it.

    Parameters
    ----------
    what : str
        What it is a name of: ``"format"``.
    name : str
    known : iterable of str
        The known names.
    more : str
        What else exists; or, if they are many, what replaces the list.
    error : type
        The type of the exception.
    where : str
        Prefix of the message.

    Raises
    ------
    SymbolicRCError
        If it is unknown; the message has the closest names and lists all, unless they are many.

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
    listing = f"there are: {', '.join(filter(None, [*names, more]))}"
    listing = more if more and len(names) > _LISTED else listing
    shown = repr(name if len(str(name)) <= _SHOWN else f"{str(name)[:_SHOWN]}...")
    raise error(f"{where}there is no {what} {shown}; {meant}{listing}")
