"""What the rulebook and the ranker's book share: rules in an order, by name, to inspect and to change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from symbolic_rc.core.errors import SymbolicRCError, check_name

if TYPE_CHECKING:
    from typing_extensions import Self


class Named(Protocol):
    """A rule, a dataclass, of whatever kind."""

    @property
    def name(self) -> str:
        """Its name, unique in a book."""

    @property
    def enabled(self) -> bool:
        """Whether it is switched on."""


Kind = TypeVar("Kind", bound=Named)


class OrderedRules(Generic[Kind]):
    """Rules in their order.

    Parameters
    ----------
    rules : iterable
    """

    def __init__(self, rules: Iterable[Kind] = ()) -> None:
        self._rules = list(rules)
        self._known: tuple[list[Kind], tuple[Kind, ...]] = ([], ())

    def __iter__(self) -> Iterator[Kind]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def __getitem__(self, name: str) -> Kind:
        return self._rules[self._find(name)]

    def __contains__(self, name: object) -> bool:
        return any(rule.name == name for rule in self._rules)

    @property
    def names(self) -> tuple[str, ...]:
        """The rules' names, in order."""
        return tuple(rule.name for rule in self._rules)

    @property
    def enabled(self) -> tuple[Kind, ...]:
        """The rules that are switched on, in order."""
        known, found = self._known
        if known != self._rules:
            known, found = list(self._rules), tuple(rule for rule in self._rules if rule.enabled)
            self._known = known, found
        return found

    def copy(self) -> Self:
        """Return a book of the same rules, to change."""
        return type(self)(self._rules)

    def disable(self, *names: str) -> None:
        """Switch rules off; they stay in their place."""
        for name in names:
            self._change(name, enabled=False)

    def enable(self, *names: str) -> None:
        """Switch rules on."""
        for name in names:
            self._change(name, enabled=True)

    def move(self, name: str, before: str | None = None) -> None:
        """Move a rule before another one, or to the end."""
        rule = self[name]
        if before == name:
            return
        if before is not None:
            self._find(before)  # before anything is moved: a name that is wrong changes nothing
        self._rules.remove(rule)
        self._rules.insert(len(self._rules) if before is None else self._find(before), rule)

    def remove(self, name: str) -> None:
        """Take a rule out of the book."""
        del self._rules[self._find(name)]

    def add(self, rule: Kind, before: str | None = None, after: str | None = None) -> None:
        """Add a rule before or after another one, or at the end."""
        if rule.name in self:
            raise SymbolicRCError(f"a rule named {rule.name!r} exists; use replace")
        at = len(self._rules)
        if before is not None or after is not None:
            at = self._find(before) if before is not None else self._find(str(after)) + 1
        self._rules.insert(at, rule)

    def _find(self, name: str) -> int:
        return self.names.index(check_name("rule", name, self.names))

    def _change(self, name: str, **changes: Any) -> None:
        i = self._find(name)
        self._rules[i] = replace(self._rules[i], **changes)  # type: ignore[type-var]
