"""Templates of cases, from the files of `suite`: one file a capability."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from symbolic_rc.core.errors import check_name
from symbolic_rc.core.files.toml import parsed

#: A slot of a template: ``{a}``, ``{adj.er}``.
SLOT = re.compile(r"\{(\w+)(?:\.(\w+))?\}")
#: One template of so many is set aside: nobody looks at it while rules are written.
_SET_ASIDE = 3


@dataclass(frozen=True, slots=True)
class Template:
    """A kind of story with its questions.

    Attributes
    ----------
    capability, name : str
    story : tuple of str
        Its parts; sentences that have nothing to do with it may come before, after and between.
    ask : tuple of (str, tuple of str)
        Questions, each with the answers that are right. An answer of several parts has `` & `` between them;
        an empty answer says that the story does not hold one.
    bare : bool
        Whether nothing may be added to the story.
    swap : tuple of str
        Two slots whose exchange in the story must change the answers.
    set_aside : bool
        Whether it is kept for measuring alone: a third of the templates of each capability, by a hash of
        their names.
    """

    capability: str
    name: str
    story: tuple[str, ...]
    ask: tuple[tuple[str, tuple[str, ...]], ...]
    bare: bool = False
    swap: tuple[str, ...] = ()
    set_aside: bool = False

    @property
    def slots(self) -> tuple[str, ...]:
        """The slots that are to be filled, in order of their first use."""
        texts = [*self.story, *(text for question, answers in self.ask for text in (question, *answers))]
        return tuple(dict.fromkeys(match[1] for text in texts for match in SLOT.finditer(text)))


def capabilities() -> dict[str, str]:
    """Return the capabilities with what each is, by name."""
    return {name: table["about"] for name, table in _tables().items()}


def load_templates(capability: str = "") -> tuple[Template, ...]:
    """Return the templates of one capability, or of all.

    Raises
    ------
    SymbolicRCError
        If there is no such capability.
    """
    tables = _tables()
    if capability:
        check_name("capability", capability, tables)
    found: list[Template] = []
    for name, table in tables.items():
        if capability in ("", name):
            aside = _aside(name, [entry["name"] for entry in table["template"]])
            found += (_template(name, entry, entry["name"] in aside) for entry in table["template"])
    return tuple(found)


def _aside(capability: str, names: Sequence[str]) -> frozenset[str]:
    """Return the third of a capability's templates whose hashes are smallest."""
    ranked = sorted(names, key=lambda name: hashlib.sha256(f"{capability}/{name}".encode()).digest())
    return frozenset(ranked[: -(-len(names) // _SET_ASIDE)])


@cache
def _tables() -> dict[str, dict[str, Any]]:
    folder = resources.files("symbolic_rc.behaviour").joinpath("suite")
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda f: f.name)
    return {file.name.removesuffix(".toml"): parsed(file.read_text("utf-8")) for file in files}


def _template(capability: str, entry: dict[str, Any], set_aside: bool) -> Template:
    story = entry["story"]
    parts = (story,) if isinstance(story, str) else tuple(story)
    ask = tuple(
        (question, (answer,) if isinstance(answer, str) else tuple(answer))
        for question, answer in entry["ask"]
    )
    return Template(
        capability,
        entry["name"],
        parts,
        ask,
        entry.get("bare", False),
        tuple(entry.get("swap", ())),
        set_aside,
    )
