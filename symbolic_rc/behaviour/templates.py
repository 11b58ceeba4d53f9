"""Templates of cases, one file of `suite` for each capability, and the words that fill them."""

from __future__ import annotations

import hashlib
import random
import re
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from symbolic_rc.core.errors import SymbolicRCError, check_name
from symbolic_rc.core.files.toml import parsed

#: Slots of one letter are names: of anybody, of women, of men.
_NAMES = {**dict.fromkeys("abcde", ("female", "male")), **dict.fromkeys("fgh", ("female",))}
_NAMES.update(dict.fromkeys("mno", ("male",)))
_PRONOUNS = {
    "female": {"he": "she", "him": "her", "his": "her", "himself": "herself", "man": "woman"},
    "male": {"he": "he", "him": "him", "his": "his", "himself": "himself", "man": "man"},
}
_VOWELS = tuple("aeiou")


@dataclass(frozen=True, slots=True)
class TemplateWord:
    """A word with its forms: ``word.forms["er"]`` is *taller* of *tall*."""

    text: str
    kind: str
    forms: dict[str, str] = field(default_factory=dict, hash=False)

    def form(self, name: str) -> str:
        """Return a form by its name; ``a`` and ``a_...`` have the indefinite article."""
        if not name:
            return self.text
        if name == "a" or name.startswith("a_"):
            inner = self.form(name[2:])
            return f"{'an' if inner.lower().startswith(_VOWELS) else 'a'} {inner}"
        if name not in self.forms:
            raise SymbolicRCError(f"words of the kind {self.kind!r} have no form {name!r}")
        return self.forms[name]


@cache
def words() -> dict[str, tuple[TemplateWord, ...]]:
    """Return the words of every kind, in the order of ``words.toml``."""
    table = parsed(resources.files("symbolic_rc.behaviour").joinpath("words.toml").read_text("utf-8"))
    found = {}
    for kind, entry in table.items():
        columns, forms = entry["forms"].split(), _PRONOUNS.get(kind)
        own = []
        for row in entry["words"]:
            text, *cells = (part.strip() for part in row.split("|"))
            named = None if forms is None else {**forms, "upper": text.upper()}
            own.append(TemplateWord(text, kind, named or dict(zip(columns, cells, strict=True))))
        found[kind] = tuple(own)
    return found


def fill(
    slots: list[str], rng: random.Random, taken: frozenset[str] = frozenset()
) -> dict[str, TemplateWord]:
    """Choose a different word for every slot, none of those `taken`.

    Slots are ``a``, ``b``: names; ``f``, ``g``: names of women; ``m``, ``n``: names of men; else a kind with
    an optional number: ``animal``, ``animal2``.
    """
    found: dict[str, TemplateWord] = {}
    used = set(taken)
    for slot in slots:
        kind = slot.rstrip("0123456789")
        kinds = _NAMES.get(slot, (kind,))
        if any(one not in words() for one in kinds):
            raise SymbolicRCError(f"there are no words of the kind {kind!r}; see behaviour/words.toml")
        choices = [word for one in kinds for word in words()[one] if used.isdisjoint(_all_forms(word))]
        word = rng.choice(choices)
        found[slot] = word
        used |= _all_forms(word)
    return found


def _all_forms(word: TemplateWord) -> set[str]:
    """Return the forms that must not occur twice: the word, and for adjectives its opposite."""
    return {word.text, *(word.forms[name] for name in ("opposite", "kind_apart") if name in word.forms)}


#: A slot of a template: ``{a}``, ``{adj.er}``.
SLOT = re.compile(r"\{(\w+)(?:\.(\w+))?\}")
#: One template of this many is set aside, and not used for writing rules.
_SET_ASIDE = 3


@dataclass(frozen=True, slots=True)
class Template:
    """A kind of story with its questions.

    Attributes
    ----------
    story : tuple of str
        Its parts; unrelated sentences may come before, after and between.
    ask : tuple of (str, tuple of str)
        Questions, each with the answers that are right. An answer of several parts has `` & `` between them;
        an empty answer means that the story has none.
    bare : bool
        Whether no unrelated sentences are added.
    swap : tuple of str
        Two slots; swapping their words must change the answers.
    set_aside : bool
        Whether it is held out for evaluation: a third of the templates of each capability, by hash.
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
        """The slots in order of their first use."""
        texts = [*self.story, *(text for question, answers in self.ask for text in (question, *answers))]
        return tuple(dict.fromkeys(match[1] for text in texts for match in SLOT.finditer(text)))


def capabilities() -> dict[str, str]:
    """Return the descriptions of the capabilities by name."""
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
            names = [entry["name"] for entry in table["template"]]
            names.sort(key=lambda one: hashlib.sha256(f"{name}/{one}".encode()).digest())
            aside = frozenset(names[: -(-len(names) // _SET_ASIDE)])  # those whose hashes are smallest
            found += (_template(name, entry, entry["name"] in aside) for entry in table["template"])
    return tuple(found)


@cache
def _tables() -> dict[str, dict[str, Any]]:
    folder = resources.files("symbolic_rc.behaviour").joinpath("suite")
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda f: f.name)
    return {file.name.removesuffix(".toml"): parsed(file.read_text("utf-8")) for file in files}


def _template(capability: str, entry: dict[str, Any], set_aside: bool) -> Template:
    def several(texts: str | list[str]) -> tuple[str, ...]:
        return (texts,) if isinstance(texts, str) else tuple(texts)

    ask = tuple((question, several(answer)) for question, answer in entry["ask"])
    bare, swap = entry.get("bare", False), tuple(entry.get("swap", ()))
    return Template(capability, entry["name"], several(entry["story"]), ask, bare, swap, set_aside)
