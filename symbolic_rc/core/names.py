"""Names that a user gives: one that is not known is an error that says which there are."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from symbolic_rc.core.errors import SymbolicRCError

#: So many names are listed in full.
_LISTED = 30
#: How alike the closest names are at least, and how much of a long one is shown.
_ALIKE, _SHOWN = 0.4, 60


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
        What else there is, or the command that lists the names where they are many.
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
    listed = ", ".join([*names, *([more] if more else [])]) if len(names) <= _LISTED else more
    told = f"there are: {listed}" if len(names) <= _LISTED else listed
    shown = repr(name if len(str(name)) <= _SHOWN else f"{str(name)[:_SHOWN]}...")
    raise error(f"{where}there is no {what} {shown}; {meant}{told}")
