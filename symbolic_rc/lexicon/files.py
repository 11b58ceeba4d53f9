"""How lexicons are loaded: once, at first use, safely from any thread, shared between processes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from symbolic_rc.core.files.container import Container, Schema, read_container
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.core.forks import ForkSafe

Value = TypeVar("Value")

_guard = ForkSafe()


class Once(Generic[Value]):
    """A getter whose first call makes the value, once, however many threads make that call.

    Examples
    --------
    >>> @once
    ... def numbers():
    ...     return [1, 2, 3]
    >>> numbers() is numbers()
    True
    """

    def __init__(self, make: Callable[[], Value]) -> None:
        self._make = make
        self._made: tuple[Value] | None = None
        self.__doc__ = make.__doc__
        self.__name__ = getattr(make, "__name__", "once")

    def __call__(self) -> Value:
        """Return the value."""
        if (made := self._made) is None:
            with _guard.lock:
                if self._made is None:
                    self._made = (self._make(),)
                made = self._made
        return made[0]

    def forget(self) -> None:
        """Drop the value; the next call makes it again (for tests and for other lexicon folders)."""
        self._made = None


#: Decorates a function without arguments.
once = Once


def open_lexicon(name: str, schema: Schema = ()) -> Container:
    """Map a lexicon into memory by its name (``"wordnet"``), after checking its checksum and its contents.

    Raises
    ------
    LexiconError
        If it is missing or damaged; the message names the file and the command that rebuilds it.
    """
    return read_container(
        lexicon_path(f"{name}.lex"), f"python -m lexicons.build.{name} (see lexicons/README.md)", schema
    )
