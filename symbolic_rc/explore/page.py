"""Pages and parts of pages from templates, and the state of a view, which its address holds."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment
from starlette.responses import RedirectResponse, Response

from symbolic_rc.core.errors import SymbolicRCError, whole_number
from symbolic_rc.show.page import environment


@cache
def _environment() -> Environment:
    made = environment("symbolic_rc.explore")
    made.filters["address"] = address
    return made


def page(template: str, **context: Any) -> str:
    """Return a page or a part of one; strings are escaped."""
    return _environment().get_template(template).render(**context)


def address(place: str, state: Mapping[str, Any]) -> str:
    """Return the address of a view: its place and its non-empty state.

    Examples
    --------
    >>> address("read", {"story": "s 1", "q": ""})
    'read?story=s+1'
    """
    values = {key: value for key, value in state.items() if value not in ("", None)}
    return f"{place}?{urlencode(values)}" if values else place


class State(dict[str, str]):
    """The names and values of an address; missing names have an empty value."""

    def __init__(self, values: Mapping[str, str]) -> None:
        super().__init__({key: value for key, value in values.items() if value})

    def __missing__(self, key: str) -> str:
        return ""

    def number(self, key: str, default: int = 0, most: int = 1 << 31) -> int:
        """Return a non-negative integer; anything else raises SymbolicRCError."""
        if not (value := self[key]):
            return default
        if (found := whole_number(value, most)) is None:
            raise SymbolicRCError(f"{key} must be a number up to {most}, not {value[:40]!r}")
        return found

    def updated(self, **values: str) -> dict[str, str]:
        """Return the state with some values changed, without empty ones."""
        return {key: value for key, value in {**self, **values}.items() if value}

    def only(self, *names: str) -> dict[str, str]:
        """Return a part of the state."""
        return {key: self[key] for key in names if key in self}


def download(text: str, name: str, kind: str) -> Response:
    """Return a text as a file to be saved; `kind` is its media type."""
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text.encode("utf-8", "replace"), media_type=f"{kind}; charset=utf-8", headers=headers)


def redirect(place: str, state: Mapping[str, str]) -> RedirectResponse:
    """Redirect the browser after a change."""
    return RedirectResponse(address(place, state), 303)
