"""The state of a view: what its address says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from starlette.responses import RedirectResponse

from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.explore.page import address


class State(Mapping[str, str]):
    """The names and values of an address; a name that is not there has an empty value."""

    def __init__(self, values: Mapping[str, str]) -> None:
        self._values = {key: value for key, value in values.items() if value}

    def __getitem__(self, key: str) -> str:
        return self._values.get(key, "")

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def number(self, key: str, default: int = 0, most: int = 1 << 31) -> int:
        """Return a whole number, not below 0.

        Raises
        ------
        SymbolicRCError
            If it is none.
        """
        value = self[key]
        if not value:
            return default
        if not value.isascii() or not value.isdigit() or int(value) > most:
            raise SymbolicRCError(f"{key} is a number up to {most}, not {value[:40]!r}")
        return int(value)

    def but(self, **values: str) -> dict[str, str]:
        """Return the state with some values changed; empty ones are left out."""
        return {key: value for key, value in {**self._values, **values}.items() if value}

    def only(self, *names: str) -> dict[str, str]:
        """Return a part of the state."""
        return {key: self._values[key] for key in names if key in self._values}


def go_to(place: str, state: Mapping[str, str]) -> RedirectResponse:
    """Send the browser on, after something was changed."""
    return RedirectResponse(address(place, state), 303)
