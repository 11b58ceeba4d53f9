"""Whether what packages hand on says what it takes: NumPy docstrings, checked by numpydoc."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from types import ModuleType

import symbolic_rc
from eval.house.shape import Fault

#: What numpydoc finds that counts: no docstring, no summary, parameters that are missing or are not there,
#: nothing said of what is yielded.
FUNCTIONS = {"GL08", "SS01", "PR01", "PR02", "YD01"}
CLASSES = {"GL08", "SS01"}


def undocumented() -> list[Fault]:
    """Return the public names whose docstrings do not say what they should, sorted."""
    from numpydoc.validate import validate

    found = []
    for name, kind in sorted(handed_on().items()):
        counted = FUNCTIONS if kind == "function" else CLASSES
        wrong = [text for code, text in validate(name)["errors"] if code in counted]
        if wrong:
            found.append(Fault("docstring", name, "; ".join(wrong)))
    return found


def handed_on() -> dict[str, str]:
    """Return the functions and classes that packages hand on, by the names where they are defined."""
    packages = [symbolic_rc.__name__]
    walked = pkgutil.walk_packages(symbolic_rc.__path__, f"{symbolic_rc.__name__}.")
    packages += [module.name for module in walked if module.ispkg]
    found = {}
    for name in packages:
        for value in _public(importlib.import_module(name)):
            if inspect.isfunction(value) or inspect.isclass(value):
                kind = "function" if inspect.isfunction(value) else "class"
                if value.__module__.startswith(symbolic_rc.__name__):
                    found[f"{value.__module__}.{value.__qualname__}"] = kind
    return found


def _public(module: ModuleType) -> list[object]:
    """Return what a package hands on: the names in its `__all__`, or all without an underscore."""
    names = getattr(module, "__all__", None) or [name for name in vars(module) if not name.startswith("_")]
    return [getattr(module, name) for name in names]
