"""Self-contained pages: one file with its style and script, no network, every text escaped."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from symbolic_rc import __version__
from symbolic_rc.show.markup import hue, plain
from symbolic_rc.trace.cited import role_in_words


@cache
def environment(*packages: str) -> Environment:
    """Return the environment of the templates of some packages and of this one."""
    made = Environment(
        loader=ChoiceLoader([PackageLoader(name) for name in (*packages, "symbolic_rc.show")]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: plain(value) if type(value) is str else value,
    )
    made.globals["version"] = __version__
    made.filters["hue"] = hue
    made.filters["linked"] = linked
    made.filters["words_of"] = lambda span, story: story.doc[span.start : span.end].text
    made.filters["in_words"] = lambda role, frame: role_in_words(frame.removeprefix("not "), role)
    return made


def linked(line: str) -> Markup:
    """Return a line of an explanation, escaped, with PropBank's rolesets linked to their frames.

    Examples
    --------
    >>> print(linked("the seller (ARG0 of sell.01)"))
    the seller (ARG0 of <a href="https://propbank.github.io/v3.4.0/frames/sell.html#sell.01">sell.01</a>)
    """
    page = r'of <a href="https://propbank.github.io/v3.4.0/frames/\1.html#\1\2">\1\2</a>'
    return Markup(re.sub(r"\bof ([a-z-]+)((?:_[a-z_]+)?\.\d\d)\b", page, str(escape(plain(line)))))


def _asset(name: str) -> Markup:
    return Markup(resources.files("symbolic_rc.show").joinpath("templates", name).read_text(encoding="utf-8"))


def style() -> Markup:
    """Return the one style sheet of all pages."""
    return _asset("style.css")


def render(template: str, **context: Any) -> str:
    """Return a page made from one of the templates of this folder, which need a `title`.

    Strings are escaped unless they are `markupsafe.Markup`.
    """
    return environment().get_template(template).render(style=style(), script=_asset("page.js"), **context)


def fragment(template: str, **context: Any) -> Markup:
    """Return a part of a page from a template without a head."""
    return Markup(environment().get_template(template).render(**context))
