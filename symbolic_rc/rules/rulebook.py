"""The rulebook: rules in their order, to inspect, to change, to write to a file and read from one."""

from __future__ import annotations

import importlib
import inspect
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any, overload

from symbolic_rc.core.errors import SymbolicRCError, check_name, check_size
from symbolic_rc.core.files.plain_text import read_text
from symbolic_rc.core.files.toml import parsed
from symbolic_rc.core.forks import remembered
from symbolic_rc.graph.facts import FactPattern, Facts, Match, PatternError, Term, parse_pattern
from symbolic_rc.graph.inference.clauses import LONGEST_CLAUSE
from symbolic_rc.rules.alignment import NAMED
from symbolic_rc.rules.answering import answer_span, answering
from symbolic_rc.rules.book import RULES
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.examples import ExampleResult, OpenCases, run_example
from symbolic_rc.rules.families.events import NOT_TOLD
from symbolic_rc.rules.kernels import MET
from symbolic_rc.rules.proof import Link, Proof, Proposal
from symbolic_rc.rules.rule import Propose, Rule

_NOBODY = "_"


@dataclass(frozen=True, slots=True)
class PatternRule:
    """The rule that proposes what a pattern of the story's facts binds the asked variable to.

    Parameters
    ----------
    asks : str
        A pattern that the question's facts must meet; one of its variables is what is asked for.
    finds : str
        A pattern that facts of the story must meet; it shares variables with the other.

    Raises
    ------
    PatternError
        If one cannot be read, or they share no variable.
    """

    asks: str
    finds: str

    def __post_init__(self) -> None:
        if not self._shared:
            raise PatternError(
                f"the patterns {self.asks!r} and {self.finds!r} share no variable, so nothing of what is"
                " asked is found"
            )

    @property
    def _shared(self) -> set[str]:
        return _variables(_parsed(self.asks)) & _variables(_parsed(self.finds))

    def __call__(self, case: Case) -> list[Proposal]:
        """Propose for a case."""
        if not case.query.facts:
            return []
        asked = Facts(case.query.facts, case.query.syntax, (), ())
        met, shared = asked.match(_parsed(self.asks)), self._shared
        known = _matches(case.facts)
        if met and self.finds not in known:
            known[self.finds] = case.facts.match(_parsed(self.finds))
        stated = known[self.finds] if met else []
        return [
            found
            for one in met
            for variable, term in one.bindings.items()
            if variable in shared and case.query.is_variable(term)
            for found in _proposals(case, one, variable, stated)
        ]


_parsed = lru_cache(maxsize=1024)(parse_pattern)


@remembered
def _matches(facts: Facts) -> dict[str, list[Match]]:
    """How a story's facts meet patterns, each matched once."""
    return {}


def _variables(patterns: tuple[FactPattern, ...]) -> set[str]:
    names = {wanted.variable for pattern in patterns for wanted in pattern.wanted}
    return names - {"", _NOBODY}


def _proposals(case: Case, asked: Match, variable: str, stated: list[Match]) -> Iterator[Proposal]:
    """Yield what each match in the story binds the variable to, where the others match the question's."""
    given = {name: term for name, term in asked.bindings.items() if not case.query.is_variable(term)}
    for found in stated:
        term = found.bindings.get(variable)
        number = -1 if term is None else case.number_of(term)
        if term is None or not case.suited[number] or case.alignment.asked_about[number] >= NAMED:
            continue
        links = [
            Link(case.query.text(one), case.facts.text(other), "by the rule's patterns", near)
            for name, one in given.items()
            if (other := found.bindings.get(name)) is not None
            for near in [float(case.alignment.similarity(one)[case.number_of(other)])]
        ]
        if all(link.strength >= MET for link in links):
            yield _proposal(case, term, found, links)


def _proposal(case: Case, term: Term, found: Match, links: list[Link]) -> Proposal:
    best, factor, naming = answering(case, term)
    start, end = answer_span(case.facts, best)
    met = sum(link.strength for link in links) / len(links) if links else 1.0
    strength = met * factor * (1.0 if all(fact.is_asserted for fact in found.facts) else NOT_TOLD)
    support = max(float(case.alignment.sentence_support[fact.sentence]) for fact in found.facts)
    proof = Proof((*found.facts, *naming), tuple(links), term)
    return Proposal(start, end, case.span_text(start, end), strength, support, proof)


#: What an entry of a file may say in words, and what it says of a rule that is written as patterns of facts.
#: Characters of a rulebook's file, at most.
_LONGEST = 1_000_000
_TEXTS, _PATTERNS = ("doc", "source", "example", "group"), ("asks", "finds")
_FIELDS = ("name", "threshold", "enabled", "python", *_PATTERNS, *_TEXTS)
_PATH = re.compile(r"\w+(\.\w+)*:\w+")
_HEAD = "# The rules in the order in which they are tried; the first that is confident enough decides."


class Rulebook:
    """Rules in their order; the first whose strongest proposal is strong enough decides.

    ``book["stated"]``, ``book[0]`` and ``book[-1]`` are rules; ``book[:5]`` is a book of the first five.

    Parameters
    ----------
    rules : iterable of Rule
    """

    def __init__(self, rules: Iterable[Rule] = ()) -> None:
        self._rules = list(rules)
        self._known: tuple[list[Rule], tuple[Rule, ...]] = ([], ())

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    @overload
    def __getitem__(self, which: str | int) -> Rule: ...
    @overload
    def __getitem__(self, which: slice) -> Rulebook: ...
    def __getitem__(self, which: str | int | slice) -> Rule | Rulebook:
        if isinstance(which, slice):
            return Rulebook(self._rules[which])
        if isinstance(which, str):
            return self._rules[self._find(which)]
        if not -len(self) <= which < len(self):
            raise IndexError(f"there is no rule {which}; the book has {len(self)} rules")
        return self._rules[which]

    def __contains__(self, name: object) -> bool:
        return any(rule.name == name for rule in self._rules)

    def __eq__(self, other: object) -> bool:
        return self._rules == other._rules if isinstance(other, Rulebook) else NotImplemented

    @property
    def names(self) -> tuple[str, ...]:
        """The rules' names, in order."""
        return tuple(rule.name for rule in self._rules)

    @property
    def enabled(self) -> tuple[Rule, ...]:
        """The rules that are switched on, in order."""
        known, found = self._known
        if known != self._rules:
            known, found = list(self._rules), tuple(rule for rule in self._rules if rule.enabled)
            self._known = known, found
        return found

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

    def set_threshold(self, name: str, threshold: float) -> None:
        """Set a rule's threshold."""
        self._change(name, threshold=threshold)

    def replace(self, name: str, propose: Propose) -> None:
        """Let another function do a rule's work."""
        self._change(name, propose=propose)

    def move(self, name: str, before: str | None = None, after: str | None = None) -> None:
        """Move a rule before or after another one, or to the end."""
        rule = self[name]
        if name in (before, after):
            return
        at = self._place(before, after)  # before anything is moved: a name that is wrong changes nothing
        at -= self._find(name) < at
        self._rules.remove(rule)
        self._rules.insert(at, rule)

    def remove(self, name: str) -> None:
        """Take a rule out of the book."""
        del self._rules[self._find(name)]

    def add(self, rule: Rule, before: str | None = None, after: str | None = None) -> None:
        """Add a rule before or after another one, or at the end."""
        if rule.name in self:
            raise SymbolicRCError(f"a rule named {rule.name!r} exists; use replace")
        self._rules.insert(self._place(before, after), rule)

    def _place(self, before: str | None, after: str | None) -> int:
        if before is not None and after is not None:
            raise SymbolicRCError(f"before {before!r} or after {after!r}: name one of them")
        if before is not None:
            return self._find(before)
        return len(self) if after is None else self._find(after) + 1

    def _find(self, name: str) -> int:
        return self.names.index(check_name("rule", name, self.names, "`symbolic-rc rules` lists them"))

    def _change(self, name: str, **changes: Any) -> None:
        at = self._find(name)
        self._rules[at] = replace(self._rules[at], **changes)

    def rule(
        self,
        name: str | None = None,
        *,
        before: str | None = None,
        after: str | None = None,
        threshold: float = 0.0,
        source: str = "own",
        example: str = "",
        group: str = "stated",
    ) -> Callable[[Propose], Propose]:
        """Decorate a function of a case that returns proposals to make it a rule of this book.

        Without a place it comes first.
        """

        def add(function: Propose) -> Propose:
            own = _rule_of(function, name)
            made = replace(own, threshold=threshold, source=source, example=example, group=group)
            first = self._rules[0].name if self._rules and before is None and after is None else before
            self.add(made, first, after)
            return function

        return add

    def test(self, open_cases: OpenCases | None = None) -> list[ExampleResult]:
        """Run each rule's example, see `rules.examples`: what does the rule alone answer?

        Parameters
        ----------
        open_cases : callable, optional
            What makes cases of questions, such as `Engine.cases`; without it rules that need the ranker
            are passed over.
        """
        return [run_example(rule, open_cases) for rule in self._rules]

    def __repr__(self) -> str:
        width = max((len(name) for name in self.names), default=0)
        lines = []
        for number, rule in enumerate(self._rules, 1):
            off, doc = "" if rule.enabled else " (off)", rule.doc.partition("\n")[0]
            lines.append(f"{number:3d} {rule.group:<10} {rule.name:<{width}}{off}  {doc}")
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
        """Return the book as TOML: of each rule its name, threshold, and what the engine's own rule is not.

        Raises
        ------
        SymbolicRCError
            If a rule is made by Python that no module names, such as a lambda.
        """
        own = default_rulebook()
        return "\n".join([_HEAD, *(f"\n[[rule]]\n{_entry(rule, own)}" for rule in self._rules)]) + "\n"

    def save(self, path: str | Path) -> None:
        """Write the book to a TOML file, see `to_toml`.

        Raises
        ------
        SymbolicRCError
            If a rule cannot be written, or the file.
        """
        text = self.to_toml()
        try:
            Path(path).write_text(text, encoding="utf-8")
        except OSError as error:
            raise SymbolicRCError(f"{path}: the rulebook cannot be written: {error.strerror}") from None

    @classmethod
    def load(cls, path: str | Path, allow_python: bool = False) -> Rulebook:
        """Return the book that a file of `save` holds; see `parse`."""
        return default_rulebook().read(path, allow_python)

    def read(self, path: str | Path, allow_python: bool = False) -> Rulebook:
        """Return the book that a TOML file names, see `parse`.

        Raises
        ------
        SymbolicRCError
            If the file cannot be read, or is no rulebook.
        """
        return self.parse(read_text(path), str(path), allow_python)

    def parse(self, text: str, where: str = "the rulebook", allow_python: bool = False) -> Rulebook:
        """Return a book of these rules in the order, and with the thresholds, that TOML names.

        Rules that it does not name are left out. One that this book does not have is written as patterns,
        ``asks`` of the question's facts and ``finds`` of the story's, or names a function or `Rule` of a
        module, ``python = "mypackage.rules:who_kept_it"``.

        Parameters
        ----------
        text : str
        where : str
            What errors call it.
        allow_python : bool
            Whether modules that it names are imported, which runs their code.

        Raises
        ------
        SymbolicRCError
            If it is no TOML, or names a rule twice, or one that this book does not have without saying what
            it does, or names Python that is not allowed or not found.
        """
        check_size(where, len(text), _LONGEST)
        try:
            entries = parsed(text).get("rule", [])
        except ValueError as error:
            raise SymbolicRCError(f"{where}: no rulebook can be read from it: {error}") from None
        found: dict[str, Rule] = {}
        for number, entry in enumerate(entries if isinstance(entries, list) else (), 1):
            name = entry.get("name") if isinstance(entry, dict) else None
            if not isinstance(name, str) or name in found:
                raise SymbolicRCError(f"{where}: rule {number} has no name, or one that came before")
            try:
                found[name] = self._written(name, entry, allow_python)
            except SymbolicRCError as error:
                told = f"rule {name!r}: "
                raise SymbolicRCError(f"{where}: {told}{str(error).removeprefix(told)}") from None
        if not found:
            raise SymbolicRCError(f'{where}: it names no rule; expected [[rule]] with name = "..."')
        return Rulebook(found.values())

    def _written(self, name: str, entry: dict[str, Any], allow_python: bool) -> Rule:
        """Return the rule that an entry names, imports, or writes as patterns."""
        for field in entry:
            check_name("field", field, _FIELDS)
        if not isinstance(entry.get("enabled", True), bool):
            raise SymbolicRCError("enabled is true or false")
        for field in ("python", *_TEXTS):
            if not isinstance(entry.get(field, ""), str):
                raise SymbolicRCError(f"{field} is a text")
        if "python" in entry:
            rule = self._imported(name, entry["python"], allow_python)
        elif entry.keys() & set(_PATTERNS):
            rule = self._of_patterns(name, entry)
        else:
            rule = self[name]
        changes = {field: entry[field] for field in ("threshold", "enabled", *_TEXTS) if field in entry}
        return replace(rule, name=name, **changes)

    def _of_patterns(self, name: str, entry: dict[str, Any]) -> Rule:
        if name in self and not self[name].asks:
            raise SymbolicRCError("it is the engine's own; give a rule of patterns another name")
        texts = {key: entry[key] for key in _PATTERNS if isinstance(entry.get(key), str)}
        for key, pattern in texts.items():
            check_size(key, len(pattern), LONGEST_CLAUSE)
        if len(texts) < len(_PATTERNS) or "python" in entry:
            raise SymbolicRCError("a rule of patterns needs two patterns, asks = ... and finds = ...")
        try:
            return Rule(name, PatternRule(**texts), 0.5, "The story says what the pattern finds.", **texts)
        except PatternError as error:
            raise SymbolicRCError(str(error)) from None

    def _imported(self, name: str, path: str, allow_python: bool) -> Rule:
        """Return the rule that a module names, or one of its functions makes."""
        if not _PATH.fullmatch(path):
            raise SymbolicRCError('python names a function or Rule as "module:name"')
        if not allow_python:
            raise SymbolicRCError(
                f"it would import {path.partition(':')[0]!r}, which runs its code; if you trust it, allow it"
                " by --allow-python, in Python by allow_python=True"
            )
        module, _, attribute = path.partition(":")
        try:
            found = getattr(importlib.import_module(module), attribute)
        except Exception as error:  # whatever the module's own code raises
            raise SymbolicRCError(f"{path!r} cannot be imported: {' '.join(str(error).split())}") from error
        if isinstance(found, Rule):
            return found
        if not inspect.isfunction(found):
            raise SymbolicRCError(f"{path!r} is neither a function nor a Rule")
        return replace(self[name], propose=found) if name in self else _rule_of(found, name)


def default_rulebook() -> Rulebook:
    """Return a book of the engine's own rules, to use or to change."""
    return Rulebook(RULES)


def _rule_of(function: Propose, name: str | None) -> Rule:
    own = name or getattr(function, "__name__", "rule").replace("_", "-")
    return Rule(own, function, 0.0, inspect.getdoc(function) or "")


def _entry(rule: Rule, own: Rulebook) -> str:
    """Return a rule as TOML: what it does, unless the engine's own of that name does it, and its changes."""
    base, entry = next((one for one in own if one.name == rule.name), None), {"name": rule.name}
    if rule.asks:
        entry |= {key: getattr(rule, key) for key in _PATTERNS}
        base = own._of_patterns(rule.name, entry)
    elif base is None or _work(rule) != _work(base):
        entry["python"] = _import_path(rule, base)
        base = own._imported(rule.name, entry["python"], allow_python=True)
    entry |= {key: value for key in _TEXTS if (value := getattr(rule, key)) != getattr(base, key)}
    short, exact = f"{rule.threshold:g}", repr(rule.threshold)
    # TOML has no surrogates and escapes as JSON does
    texts = {key: json.dumps(told, ensure_ascii=False) for key, told in entry.items()}
    lines = [f"{key} = {told}".replace("\x7f", "\\u007f") for key, told in texts.items()]
    lines.insert(1, f"threshold = {short if float(short) == rule.threshold else exact}")
    lines += [f"enabled = {str(rule.enabled).lower()}"] if rule.enabled != base.enabled else []
    return "\n".join(lines)


def _work(rule: Rule) -> tuple[object, ...]:
    """Return what a rule does, apart from what a file says of it."""
    return rule.propose, rule.conditions, rule.answers_nothing


def _import_path(rule: Rule, base: Rule | None) -> str:
    """Return where a rule is found, ``module:name``: its function, or an equal `Rule`; or raise."""
    plain = _work(rule)[1:] == ((), False) if base is None else _work(rule)[1:] == _work(base)[1:]
    module, name = (getattr(rule.propose, key, "") for key in ("__module__", "__name__"))
    if plain and module != "__main__" and getattr(sys.modules.get(module), name, None) is rule.propose:
        return f"{module}:{name}"
    for module, loaded in list(sys.modules.items()):
        for name, value in list(getattr(loaded, "__dict__", {}).items()):
            if module != "__main__" and isinstance(value, Rule) and _work(value) == _work(rule):
                return f"{module}:{name}"
    raise SymbolicRCError(
        f"rule {rule.name!r} cannot be saved: no module that can be imported has it; define its function, or"
        " a Rule with its conditions, at the top level of a module"
    )
