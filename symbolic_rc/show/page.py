"""Self-contained pages: one file with its style and script, no network, every text escaped."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from symbolic_rc import __version__
from symbolic_rc.show.colours import hue
from symbolic_rc.show.markup import plain


@cache
def environment(*packages: str) -> Environment:
    """Return what makes pages of templates: those of some packages, and those of this folder."""
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
    return made


def _asset(name: str) -> Markup:
    return Markup(resources.files("symbolic_rc.show").joinpath("templates", name).read_text(encoding="utf-8"))


def style() -> Markup:
    """Return the one style sheet of all pages."""
    return _asset("style.css")


def render(template: str, **context: Any) -> str:
    """Return a page made from one of the templates of this folder.

    Parameters
    ----------
    template : str
        Its name, such as ``"base.html"``; all extend that one and need a `title`.
    **context
        What the template asks for. Strings are escaped; only `markupsafe.Markup` stands as it is.
    """
    return environment().get_template(template).render(style=style(), script=_asset("page.js"), **context)


def fragment(template: str, **context: Any) -> Markup:
    """Return a part of a page, made from a template without a head."""
    return Markup(environment().get_template(template).render(**context))
