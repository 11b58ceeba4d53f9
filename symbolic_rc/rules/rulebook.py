"""The rulebook: rules in their order, to inspect, to change, to write to a file and read from one."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.files.toml import parsed
from symbolic_rc.rules.rule import Propose, Rule


class Rulebook:
    """Rules in their order; the first whose strongest proposal is strong enough decides.

    Parameters
    ----------
    rules : iterable of Rule
    """

    def __init__(self, rules: Iterable[Rule] = ()) -> None:
        self._rules = list(rules)

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def __getitem__(self, name: str) -> Rule:
        return self._rules[self._find(name)]

    def __contains__(self, name: object) -> bool:
        return any(rule.name == name for rule in self._rules)

    @property
    def names(self) -> tuple[str, ...]:
        """The rules' names, in order."""
        return tuple(rule.name for rule in self._rules)

    @property
    def enabled(self) -> tuple[Rule, ...]:
        """The rules that are switched on, in order."""
        return tuple(rule for rule in self._rules if rule.enabled)

    def copy(self) -> Rulebook:
        """Return a book of the same rules, to change."""
        return Rulebook(self._rules)

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
        rule = self._rules.pop(self._find(name))
        self._rules.insert(len(self._rules) if before is None else self._find(before), rule)

    def replace(self, name: str, propose: Propose) -> None:
        """Let another function do a rule's work."""
        self._change(name, propose=propose)

    def set_threshold(self, name: str, threshold: float) -> None:
        """Set the strength from which on a rule decides."""
        self._change(name, threshold=threshold)

    def remove(self, name: str) -> None:
        """Take a rule out of the book."""
        del self._rules[self._find(name)]

    def add(self, rule: Rule, before: str | None = None, after: str | None = None) -> None:
        """Add a rule before or after another one, or at the end."""
        if rule.name in self:
            raise SymbolicRCError(f"a rule named {rule.name!r} exists; use replace")
        at = len(self._rules)
        if before is not None or after is not None:
            at = self._find(before) if before is not None else self._find(str(after)) + 1
        self._rules.insert(at, rule)

    def rule(
        self,
        name: str | None = None,
        *,
        before: str | None = None,
        after: str | None = None,
        threshold: float = 0.0,
        source: str = "own",
        example: str = "",
    ) -> Callable[[Propose], Propose]:
        """Decorate a function of a case that returns proposals to make it a rule of this book.

        Without a place it comes first.
        """

        def add(function: Propose) -> Propose:
            own = name or getattr(function, "__name__", "rule").replace("_", "-")
            made = Rule(own, function, threshold, inspect.getdoc(function) or "", source, example)
            first = self._rules[0].name if self._rules and before is None and after is None else before
            self.add(made, first, after)
            return function

        return add

    def _find(self, name: str) -> int:
        for i, rule in enumerate(self._rules):
            if rule.name == name:
                return i
        raise SymbolicRCError(f"no rule is named {name!r}; there are: {', '.join(self.names)}")

    def _change(self, name: str, **changes: Any) -> None:
        i = self._find(name)
        self._rules[i] = replace(self._rules[i], **changes)

    def __repr__(self) -> str:
        width = max((len(name) for name in self.names), default=0)
        lines = []
        for number, rule in enumerate(self._rules, 1):
            off, doc = "" if rule.enabled else " (off)", rule.doc.partition("\n")[0]
            lines.append(f"{number:3d} {rule.name:<{width}}{off}  {doc}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows = ""
        for rule in self._rules:
            off, doc = "" if rule.enabled else " (off)", escape(rule.doc.partition("\n")[0])
            rows += f"<li><b>{escape(rule.name)}</b>{off} from {rule.threshold:g}: {doc}</li>"
        return f"<ol>{rows}</ol>"

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return the rules as JSON-ready values."""
        return [rule.to_dict() for rule in self._rules]

    def to_toml(self) -> str:
        """Return the book as TOML: the rules' names in order, thresholds, which are off."""
        parts = ["# The rules in the order in which they are tried; the first that is sure enough decides."]
        for rule in self._rules:
            parts.append(f"\n[[rule]]\nname = {json.dumps(rule.name)}\nthreshold = {rule.threshold:g}")
            parts += [] if rule.enabled else ["enabled = false"]
        return "\n".join(parts) + "\n"

    def read(self, path: str | Path) -> Rulebook:
        """Return a book of these rules in the order, and with the thresholds, that a TOML file names.

        Rules that it does not name are left out.

        Raises
        ------
        SymbolicRCError
            If the file is no TOML, or names a rule that this book does not have, or names one twice.
        """
        try:
            entries = parsed(Path(path).read_text(encoding="utf-8")).get("rule", [])
        except (OSError, ValueError) as error:
            raise SymbolicRCError(f"{path}: no rulebook can be read from it: {error}") from None
        found: list[Rule] = []
        for number, entry in enumerate(entries, 1):
            name = entry.get("name") if isinstance(entry, dict) else None
            if not isinstance(name, str) or name in [rule.name for rule in found]:
                raise SymbolicRCError(f"{path}: rule {number} has no name, or one that came before")
            threshold, enabled = entry.get("threshold", self[name].threshold), entry.get("enabled", True)
            if not isinstance(threshold, (int, float)) or not isinstance(enabled, bool):
                raise SymbolicRCError(f"{path}: rule {name!r}: threshold is a number, enabled true or false")
            found.append(replace(self[name], threshold=float(threshold), enabled=enabled))
        if not found:
            raise SymbolicRCError(f'{path}: it names no rule; expected [[rule]] with name = "..."')
        return Rulebook(found)
