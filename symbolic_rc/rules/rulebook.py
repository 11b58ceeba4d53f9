"""The rulebook: rules in their order, to inspect, to change, to write to a file and read from one."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

from symbolic_rc.core.errors import SymbolicRCError, check_name
from symbolic_rc.core.files.plain_text import read_text
from symbolic_rc.core.files.toml import parsed
from symbolic_rc.graph.facts import PatternError
from symbolic_rc.rules.ordered import OrderedRules
from symbolic_rc.rules.patterns import pattern_rule
from symbolic_rc.rules.rule import Propose, Rule

#: What an entry of a file says of a rule that is written as patterns of facts.
_OF_PATTERNS = ("asks", "finds", "doc", "source", "example")


def _quoted(text: str) -> str:
    """Return a string as TOML, which has no surrogates and escapes as JSON does."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


class Rulebook(OrderedRules[Rule]):
    """Rules in their order; the first whose strongest proposal is strong enough decides.

    Parameters
    ----------
    rules : iterable of Rule
    """

    def replace(self, name: str, propose: Propose) -> None:
        """Let another function do a rule's work."""
        self._change(name, propose=propose)

    def set_threshold(self, name: str, threshold: float) -> None:
        """Set the strength from which on a rule decides."""
        self._change(name, threshold=threshold)

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
            parts.append(f"\n[[rule]]\nname = {_quoted(rule.name)}\nthreshold = {rule.threshold:g}")
            parts += [] if rule.enabled else ["enabled = false"]
            if rule.asks:
                values = {key: getattr(rule, key) for key in _OF_PATTERNS}
                parts += [f"{key} = {_quoted(value)}" for key, value in values.items() if value]
        return "\n".join(parts) + "\n"

    def read(self, path: str | Path) -> Rulebook:
        """Return the book that a TOML file names, see `parse`.

        Raises
        ------
        SymbolicRCError
            If the file cannot be read, or is no rulebook.
        """
        return self.parse(read_text(path), str(path))

    def parse(self, text: str, where: str = "the rulebook") -> Rulebook:
        """Return a book of these rules in the order, and with the thresholds, that TOML names.

        Rules that it does not name are left out. One that this book does not have is written as patterns:
        ``asks`` of the question's facts, ``finds`` of the story's.

        Parameters
        ----------
        text : str
        where : str
            What errors call it.

        Raises
        ------
        SymbolicRCError
            If it is no TOML, or names a rule twice, or one that this book does not have without its patterns.
        """
        try:
            entries = parsed(text).get("rule", [])
        except ValueError as error:
            raise SymbolicRCError(f"{where}: no rulebook can be read from it: {error}") from None
        found: list[Rule] = []
        for number, entry in enumerate(entries if isinstance(entries, list) else (), 1):
            name = entry.get("name") if isinstance(entry, dict) else None
            if not isinstance(name, str) or name in [rule.name for rule in found]:
                raise SymbolicRCError(f"{where}: rule {number} has no name, or one that came before")
            rule = self._written(name, entry, where)
            threshold, enabled = entry.get("threshold", rule.threshold), entry.get("enabled", True)
            if not isinstance(threshold, (int, float)) or not isinstance(enabled, bool):
                raise SymbolicRCError(f"{where}: rule {name!r}: threshold is a number, enabled true or false")
            found.append(replace(rule, threshold=float(threshold), enabled=enabled))
        if not found:
            raise SymbolicRCError(f'{where}: it names no rule; expected [[rule]] with name = "..."')
        return Rulebook(found)

    def _written(self, name: str, entry: dict[str, Any], where: str) -> Rule:
        """Return the rule that an entry names, or that it writes as patterns."""
        for field in entry:
            known = ("name", "threshold", "enabled", *_OF_PATTERNS)
            check_name("field", field, known, where=f"{where}: rule {name!r}: ")
        texts = {key: entry[key] for key in _OF_PATTERNS if key in entry}
        if not texts:
            return self[name]
        if name in self and not self[name].asks:
            raise SymbolicRCError(
                f"{where}: rule {name!r} is the engine's own; give a rule of patterns another name"
            )
        if (
            not all(isinstance(value, str) for value in texts.values())
            or not {"asks", "finds"} <= texts.keys()
        ):
            raise SymbolicRCError(f"{where}: rule {name!r} needs two patterns, asks = ... and finds = ...")
        try:
            propose = pattern_rule(texts["asks"], texts["finds"])
        except PatternError as error:
            raise SymbolicRCError(f"{where}: rule {name!r}: {error}") from None
        return Rule(name, propose, 0.5, **{"doc": "The story says what the pattern finds.", **texts})
