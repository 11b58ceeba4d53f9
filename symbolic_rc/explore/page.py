"""Pages and parts of pages, from this folder's templates and those of `show`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment
from markupsafe import Markup

from symbolic_rc.show.page import environment, style

_TYPES = {"css": "text/css", "js": "text/javascript"}


@cache
def _environment() -> Environment:
    made = environment("symbolic_rc.explore")
    made.filters["address"] = address
    return made


def page(template: str, **context: Any) -> str:
    """Return a page or a part of one; strings are escaped."""
    return _environment().get_template(template).render(**context)


def part(template: str, **context: Any) -> Markup:
    """Return a part of a page that stands as it is in another."""
    return Markup(page(template, **context))


def address(place: str, state: Mapping[str, Any]) -> str:
    """Return where a view is: its place and what of its state is not as it is by default.

    Examples
    --------
    >>> address("read", {"story": "s 1", "q": ""})
    'read?story=s+1'
    """
    said = {key: value for key, value in state.items() if value not in ("", None)}
    return f"{place}?{urlencode(said)}" if said else place


@cache
def asset(name: str) -> tuple[str, str] | None:
    """Return a style sheet or script by its name, with its type; None if there is no such file."""
    if name == "style.css":
        return str(style()), _TYPES["css"]
    for package in ("symbolic_rc.explore", "symbolic_rc.show"):
        file = resources.files(package).joinpath("templates", name)
        if name.count(".") == 1 and name.split(".")[1] in _TYPES and file.is_file():
            return file.read_text(encoding="utf-8"), _TYPES[name.split(".")[1]]
    return None
