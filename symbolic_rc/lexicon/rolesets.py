"""PropBank's rolesets: which senses a lemma has, their numbered roles, and VerbNet's classes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from symbolic_rc.core.files.container import Column, Container, Ends, Part, Strings, Table
from symbolic_rc.lexicon.files import once, open_lexicon
from symbolic_rc.lexicon.strings import StringTable

#: Parts of speech of aliases: verb, noun, adjective, light verb construction.
PARTS = "vnjl"


def _links(file: Container) -> Iterator[str]:
    """VerbNet's classes and themes by turns."""
    links, themes = file.arrays["role.link"], len(file.arrays["theme.ends"])
    if (file.arrays["role.link.ends"] % 2).any() or (links[1::2] >= themes).any():
        yield "'role.link' holds what are no pairs of a class and a theme"


_SCHEMA: tuple[Part, ...] = (
    Table("roleset"),
    Table("alias"),
    Strings("function"),
    Strings("class"),
    Strings("theme"),
    Ends("alias.roleset.ends", "alias.roleset", like="alias"),
    Column("alias.roleset", into="roleset"),
    Ends("role.ends", "role.number", like="roleset"),
    Column("role.number"),
    Column("role.function", like="role.number", into="function"),
    Ends("role.link.ends", "role.link", like="role.number"),
    Column("role.link", into="class"),
    _links,
    Ends("roleset.class.ends", "roleset.class", like="roleset"),
    Column("roleset.class", into="class"),
)


@dataclass(frozen=True, slots=True)
class Role:
    """One numbered role: ``ARG0`` to ``ARG6``.

    Attributes
    ----------
    function : str
        PropBank's function tag: ``PAG`` (proto-agent), ``PPT`` (proto-patient), ``GOL``, ``LOC``, ...
    verbnet : tuple of (str, str)
        VerbNet classes with the thematic role that it has there: ``("give-13.1-1", "agent")``.
    """

    name: str
    function: str
    verbnet: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Roleset:
    """One sense of a predicate: its name (``give.01``), its roles and its VerbNet classes."""

    name: str
    roles: tuple[Role, ...]
    verbnet: tuple[str, ...] = ()

    def role(self, name: str) -> Role | None:
        """Return the role of that name (``ARG1``), or None."""
        return next((role for role in self.roles if role.name == name), None)


class Rolesets:
    """Every roleset, by lemma and by name.

    Examples
    --------
    >>> found = rolesets()                                               # doctest: +SKIP
    >>> found.of("give", "v")[0]                                         # doctest: +SKIP
    'give.01'
    >>> found.get("give.01").role("ARG2").function                       # doctest: +SKIP
    'GOL'
    """

    def __init__(self, container: Container) -> None:
        #: The rolesets' names, in order: integers for models.
        self.names = StringTable(container, "roleset")
        self._aliases = StringTable(container, "alias")
        self._functions = tuple(container.strings("function"))
        self._classes = tuple(container.strings("class"))
        self._themes = tuple(container.strings("theme"))
        self._arrays = {name: array.data for name, array in container.arrays.items()}
        self.get = lru_cache(1 << 15)(self._get)

    def __len__(self) -> int:
        return len(self.names)

    def of(self, lemma: str, part: str = "") -> tuple[str, ...]:
        """Return the names of a lemma's rolesets (``give``, ``give_up``), in order.

        Parameters
        ----------
        lemma : str
            Parts of a phrasal verb are joined by underscores or blanks.
        part : {"v", "n", "j", "l", ""}
            Verb, noun, adjective, light verb construction; all when empty.
        """
        lemma = lemma.lower().replace(" ", "_")
        found: dict[str, None] = {}
        for each in part or PARTS:
            if (alias := self._aliases.find(f"{each}:{lemma}")) >= 0:
                for number in self._list("alias.roleset", alias):
                    found[self.names[number]] = None
        return tuple(found)

    def _list(self, name: str, row: int) -> memoryview:
        ends = self._arrays[f"{name}.ends"]
        return self._arrays[name][ends[row - 1] if row else 0 : ends[row]]

    def _get(self, name: str) -> Roleset | None:
        """Return a roleset by its name, or None."""
        if (number := self.names.find(name)) < 0:
            return None
        ends = self._arrays["role.ends"]
        roles = []
        for row in range(ends[number - 1] if number else 0, ends[number]):
            links = self._list("role.link", row).tolist()
            linked = tuple(
                (self._classes[c], self._themes[t]) for c, t in zip(links[::2], links[1::2], strict=True)
            )
            function = self._functions[self._arrays["role.function"][row]]
            roles.append(Role(f"ARG{self._arrays['role.number'][row]}", function, linked))
        classes = tuple(self._classes[c] for c in self._list("roleset.class", number))
        return Roleset(name, tuple(roles), classes)


@once
def rolesets() -> Rolesets:
    """Return PropBank's rolesets, loaded at first use."""
    return Rolesets(open_lexicon("rolesets", _SCHEMA))
