"""Clauses: what follows from facts, as data in ``*.rules`` files.

A file is read line by line::

    # Whoever is sold a thing buys it.
    source: VerbNet 3, give-13.1 and obtain-13.5.2
    sell-buy: sell(ARG0=?a, ARG1=?x, [ARG2=?b], ...) <-> buy(ARG0=?b, ARG1=?x, ARG2=?a)
        example: Who bought the mill? -> Ada sold the mill to Bo. -> Bo

A clause is a name, a colon, patterns of facts (`symbolic_rc.graph.facts.pattern`) joined by ``&``, an arrow
and one pattern; lines that are indented belong to the clause above. The kind of a fact follows from its
roles: ``ARG0`` for events, ``of`` for relations, ``value`` for attributes, ``standard`` for comparisons;
what has none is the subject. ``a|b`` is either predicate, ``[...]`` a term that may be missing, ``...`` the
time and place of an event; a preposition in place of a role is the term that begins with it. ``<->`` holds
both ways and of what is denied, too. Among the patterns may stand conditions: ``unless PATTERN``, for what
is not known; ``?x is`` or ``is not`` a variable, ``feminine``, ``masculine``, ``plural``, ``singular``,
``person``, ``group``, ``place``, or ``a NOUN`` by WordNet; ``?x < ?y``, and ``>``, ``=``, for numbers, with
``+ 5`` or ``- 5`` behind the second. ``source:`` at the beginning of a line is that of the clauses below
it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from pathlib import Path

from symbolic_rc.core.errors import SymbolicRCError, check_size
from symbolic_rc.core.tokens import grouped
from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts import Fact, FactPattern, Facts, PatternError, Term, Wanted, parse_pattern
from symbolic_rc.graph.facts.fact import NEEDED
from symbolic_rc.lexicon.english import INDEFINITE_PRONOUNS, UNIVERSAL

_CLAUSE = re.compile(r"(?P<name>[\w-]+):\s*(?P<body>.+?)\s*(?P<arrow><->|->)\s*(?P<head>.+)")
_CONDITION = re.compile(
    r"\?(?P<left>\w+) (?:is (?P<denied>not )?(?P<what>\??[\w ]+)"
    r"|(?P<sign>[<>=]) \?(?P<right>\w+)(?: (?P<more>[+-]) (?P<number>\d+))?)"
)
#: What a variable can be said to be, beside another variable and one of a kind.
QUALITIES = ("feminine", "masculine", "plural", "singular", "person", "group", "place")
#: The kind of fact that a role belongs to.
_KIND_OF_ROLE = {
    "of": "relation", "value": "attribute", "standard": "comparison", "among": "comparison",
    "counted": "quantity", "event": "order", "other": "order",
}  # fmt: skip
#: Characters of a file of clauses and of one clause, and choices between predicates in one, at most.
LONGEST_FILE, LONGEST_CLAUSE, MOST_CHOICES = 1_000_000, 4_000, 1_000
_FORM = "expected NAME: PATTERN & PATTERN -> PATTERN"


class ClauseError(SymbolicRCError):
    """A clause that cannot be read; says in which line of which file, and what is expected."""


@dataclass(frozen=True, slots=True)
class ClauseCondition:
    """What must hold of variables."""

    left: str  # a variable
    sign: str  # is, is not, <, >, =
    right: str  # one of `QUALITIES`, ``a NOUN``, or a variable with its question mark
    more: float = 0.0  # added to the number on the right


@dataclass(frozen=True, slots=True)
class Clause:
    """What follows from facts: a Horn clause with negation as absence."""

    name: str
    body: tuple[FactPattern, ...]
    head: FactPattern
    conditions: tuple[ClauseCondition, ...] = ()
    absent: tuple[FactPattern, ...] = ()  # what must not be known
    both: bool = False  # whether it holds of what is denied, too
    example: str = ""  # "question -> text -> answer", a test of the clause
    source: str = "own"  # the paper or resource that it comes from, or "own"
    text: str = ""  # as it was written
    #: The predicates that were written behind the arrow, of which the head has one.
    verbs: tuple[str, ...] = ("",)
    sentence: int = -1  # of the story that states it, or -1
    #: The fact of that sentence which the head was read off: what follows is told in its words.
    template: Fact | None = None

    def __str__(self) -> str:
        lines = [f"{self.name}: {self.text}", f"    example: {self.example}" if self.example else ""]
        return "\n".join([*filter(None, lines), f"    source: {self.source}"])

    def to_dict(self) -> dict[str, str]:
        """Return the clause as JSON-ready values."""
        return {name: getattr(self, name) for name in ("name", "text", "example", "source")}


def parse_clauses(text: str, where: str = "") -> tuple[Clause, ...]:
    """Read the text of a file of clauses, called `where` in errors (`ClauseError`); see the module's text.

    >>> clauses = parse_clauses("uncle: brother(?a, of=?b) & parent(?b, of=?c) -> uncle(?a, of=?c)")
    >>> str(clauses[0].head)
    'relation:uncle(subject=?a, of=?c)'
    """
    check_size(where or "the file of clauses", len(text), LONGEST_FILE, error=ClauseError)
    found: list[Clause] = []
    source = "own"
    for number, lines in _statements(text):
        place = f"{where}, line {number}: " if where else f"line {number}: "
        check_size(f"{place}the clause", max(map(len, lines)), LONGEST_CLAUSE, error=ClauseError)
        if lines[0].startswith("source:"):
            source = lines[0].partition(":")[2].strip()
            continue
        own = {name: value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
        for name in own.keys() - {"example", "source"}:
            raise ClauseError(
                f"{place}{name.strip()!r} is neither example: nor source:, nor a clause; {_FORM}"
            )
        try:
            clauses = _clauses(lines[0])
        except PatternError as error:
            raise ClauseError(f"{place}{error}") from None
        found += [
            replace(one, example=own.get("example", ""), source=own.get("source", source)) for one in clauses
        ]
    return tuple(found)


def _statements(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines of each statement with the number of its first one; long clauses are joined."""
    found: list[tuple[int, list[str]]] = []
    for number, line in enumerate(text.splitlines(), 1):
        told = line.strip()
        if not told or told.startswith("#"):
            continue
        if line[0].isspace() and found and re.match(r"\w+: ", told):
            found[-1][1].append(told)
        elif line[0].isspace() and found and len(found[-1][1][-1]) <= LONGEST_CLAUSE:
            found[-1][1][-1] += f" {told}"
        else:
            found.append((number, [told]))
    yield from found


def read_clauses(path: str | Path) -> tuple[Clause, ...]:
    """Read a file of clauses; a `ClauseError` says what of it cannot be read."""
    try:
        return parse_clauses(Path(path).read_text(encoding="utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise ClauseError(
            f"{path}: cannot be read as text in UTF-8 ({error}); give a file of clauses"
        ) from None


@cache
def own_clauses() -> tuple[Clause, ...]:
    """Return the clauses of the package, file by file.

    Of several predicates behind an arrow the first follows; questions with the others find it by `told_as`.
    """
    files = sorted(Path(__file__).parent.glob("*.rules"))
    return tuple(one for path in files for one in read_clauses(path) if one.head.predicate == one.verbs[0])


@cache
def told_as() -> dict[str, tuple[str, ...]]:
    """Return for each verb that clauses join with others those that stand for it in what follows.

    >>> told_as()["purchase"]
    ('buy',)
    """
    found: dict[str, dict[str, None]] = {}
    for clause in own_clauses():
        for verb in clause.verbs[1:]:
            found.setdefault(verb, {})[clause.verbs[0]] = None
    return {verb: tuple(verbs) for verb, verbs in found.items()}


def _clauses(line: str) -> Iterable[Clause]:
    """Return the clauses of a line: one for each direction and each choice of predicates."""
    if (parts := _CLAUSE.fullmatch(line)) is None:
        raise PatternError(f"{line[:80]!r} is no clause; {_FORM}")
    body, absent, conditions = [], [], []
    for part in re.split(r"\s+&\s+", parts["body"]):
        if part.startswith("unless "):
            absent.append(_pattern(part.removeprefix("unless ")))
        elif part.startswith("?") and "(" not in part:
            conditions.append(_condition(part))
        else:
            body.append(_pattern(part))
    head, both = _pattern(parts["head"]), parts["arrow"] == "<->"
    text = line.partition(":")[2].strip()
    clause = Clause(parts["name"], tuple(body), head, tuple(conditions), tuple(absent), both, text=text)
    _check(clause)
    if both:
        optional = {one.variable for pattern in (head, *body) for one in pattern.wanted if one.optional}
        head, *body = (_with_optional(pattern, optional) for pattern in (head, *body))
        clause = replace(clause, body=tuple(body), head=head)
    turned = [replace(clause, body=(head,), head=body[0])] if both else []
    return dict.fromkeys(one for way in (clause, *turned) for one in _choices(way))


def _with_optional(pattern: FactPattern, names: set[str]) -> FactPattern:
    """Return a pattern in which variables that may be missing on one side may be so."""
    wanted = tuple(replace(one, optional=one.variable in names) for one in pattern.wanted)
    return replace(pattern, wanted=wanted)


def _check(clause: Clause) -> None:
    """Raise an error where a variable of the head, or of a condition, is in no pattern of the body."""
    bound = {wanted.variable for pattern in clause.body for wanted in pattern.wanted}
    bound |= {pattern.predicate[1:] for pattern in clause.body if pattern.predicate.startswith("?")}
    if not clause.body:
        raise PatternError(f"nothing stands before the arrow but conditions; {_FORM}")
    if clause.both and (len(clause.body) > 1 or clause.conditions or clause.absent):
        raise PatternError("what holds both ways has one pattern on each side; write -> instead of <->")
    for name in _used(clause):
        if name and name not in bound:
            raise PatternError(f"?{name} is in no pattern before the arrow; name there what it stands for")


def _used(clause: Clause) -> list[str]:
    """Return the variables of the head and of the conditions."""
    used = [*(wanted.variable for wanted in clause.head.wanted), *(one.left for one in clause.conditions)]
    words = (clause.head.predicate, *(one.right for one in clause.conditions))
    return used + [word[1:] for word in words if word.startswith("?")]


def _choices(clause: Clause) -> Iterator[Clause]:
    """Yield a clause for each choice among predicates that are joined by a bar."""
    every = (*clause.body, clause.head)
    choices = math.prod(pattern.predicate.count("|") + 1 for pattern in every)
    check_size("the clause", choices, MOST_CHOICES, "choices between predicates", PatternError)
    verbs = tuple(clause.head.predicate.split("|"))
    for chosen in product(*(pattern.predicate.split("|") for pattern in every)):
        *body, head = (replace(pattern, predicate=one) for pattern, one in zip(every, chosen, strict=True))
        yield replace(clause, body=tuple(body), head=head, verbs=verbs)


def _pattern(text: str) -> FactPattern:
    """Return a pattern whose kind and roles are given."""
    pattern, *more = parse_pattern(text)
    if more:
        raise PatternError(f"{text[:80]!r} is more than one pattern: put spaces around each &")
    roles = [wanted.role for wanted in pattern.wanted]
    by_role = next((_KIND_OF_ROLE[role] for role in roles if role in _KIND_OF_ROLE), "")
    kind = pattern.kind or by_role or ("event" if any(role.isupper() for role in roles) else "attribute")
    first = NEEDED.get(kind, ("",))[0]
    wanted = tuple(replace(one, role=one.role or first) for one in pattern.wanted)
    if kind == "event" and not all(one.role for one in wanted):
        raise PatternError(f"in {text!r} a term has no role; write ARG0=?x")
    return replace(pattern, kind=kind, wanted=wanted)


def _condition(text: str) -> ClauseCondition:
    parts = _CONDITION.fullmatch(text)
    what = (parts["what"] or "").strip() if parts is not None else ""
    known = what in QUALITIES or what.startswith(("?", "a ", "an "))
    if parts is None or not (known or parts["sign"]):
        raise PatternError(
            f"{text!r} is no condition; write ?x is QUALITY, ?x is a NOUN, ?x is not ?y or ?x < ?y,"
            f" with one of {', '.join(QUALITIES)}"
        )
    if parts["sign"]:
        more = float(f"{parts['more']}{parts['number']}") if parts["number"] else 0.0
        return ClauseCondition(parts["left"], parts["sign"], f"?{parts['right']}", more)
    return ClauseCondition(parts["left"], "is not" if parts["denied"] else "is", what)


#: Pronouns that are about no one in particular.
_ANYBODY = INDEFINITE_PRONOUNS | frozenset("whoever anyone anybody everyone everybody".split())
_PRONOUNS = frozenset("he she it they him her them his its their".split())
#: Nouns that say no more of whom a rule is about than *someone* does.
_VAGUE = frozenset("person people somebody thing man woman one".split())
#: Which of several facts that one word tells is the rule's, the first that there is.
_ORDER = ("relation", "attribute", "comparison", "event")


def stated_clauses(facts: Facts) -> list[Clause]:
    """Return the clauses that sentences of a story state; each has its sentence, and a fact as its pattern.

    A condition or a relative clause about anybody, or about letters that stand for anybody ("if X is the
    father of Y, Y is a child of X"), and what its main clause says of the same.
    """
    syntax = facts.syntax
    found, conditions = list[Clause](), list(_conditions(syntax))
    by_sentence = grouped((fact.sentence, fact) for fact in facts if conditions)
    for head, begin, end in conditions:
        found += _told_clauses(syntax, by_sentence.get(int(syntax.sentences[head]), ()), begin, end)
    return found


def _conditions(syntax: Syntax) -> Iterator[tuple[int, int, int]]:
    """Yield the head, the first token and the end of each clause that states a condition."""
    for token, word in enumerate(syntax.lowers):
        heads: list[int] = []
        if word in ("if", "when", "whenever") and syntax.deps[token] in ("mark", "advmod"):
            head = int(syntax.heads[token])
            verbs = (head, *(i for i in syntax.children_of(head) if i < head))
            once = word == "when" and any(syntax.tags[i] == "VBD" for i in verbs)  # "when someone knocked"
            heads = [] if once else [head]
        elif word in _ANYBODY or word in UNIVERSAL:
            noun = token if word in _ANYBODY else int(syntax.heads[token])
            heads = [i for i in syntax.children_of(noun) if syntax.deps[i].startswith("acl:relcl")]
        yield from ((head, int(syntax.left[head]), int(syntax.right[head]) + 1) for head in heads)


def _told_clauses(syntax: Syntax, told: Sequence[Fact], begin: int, end: int) -> Iterator[Clause]:
    """Yield a clause for each fact outside a condition that speaks of what the condition is about."""
    told = [fact for fact in told if not fact.premises and fact.kind in _ORDER]
    condition = _chosen([fact for fact in told if begin <= fact.token < end])
    outside = _chosen([fact for fact in told if not begin <= fact.token < end])
    names, kinds = _variables(syntax, condition)
    body = tuple(_told_pattern(syntax, fact, names) for fact in condition)
    if not names or not all(map(_speaks, body)):
        return
    for fact in outside:
        head = _told_pattern(syntax, fact, names)
        if _speaks(head):
            name = f"sentence {fact.sentence + 1}"
            yield Clause(name, body, head, kinds, sentence=fact.sentence, template=fact)


def _speaks(pattern: FactPattern) -> bool:
    """Whether a pattern speaks of anybody."""
    return any(wanted.variable for wanted in pattern.wanted)


def _variables(
    syntax: Syntax, condition: Sequence[Fact]
) -> tuple[dict[str, str], tuple[ClauseCondition, ...]]:
    """Return the variable of each entity or word that a condition is about, and of what kind each must be."""
    names: dict[str, str] = {}
    kinds: dict[str, ClauseCondition] = {}
    for term in (term for fact in condition for term in fact.terms):
        name, noun = _variable(syntax, term), syntax.lemmas[term.head].lower()
        if not name:
            continue
        if syntax.pos[term.head] == "NOUN" and noun not in _VAGUE:
            kinds.setdefault(name, ClauseCondition(name, "is", f"a {noun}"))
        names[f"{term.entity}" if term.entity >= 0 else syntax.lowers[term.head]] = name
    says_kind = any(fact.kind == "attribute" for fact in condition)  # "if an animal is a wug": it is one
    return names, () if says_kind else tuple(kinds.values())


def _chosen(facts: Sequence[Fact]) -> list[Fact]:
    """Return of the facts that one word tells the one that says most."""
    best: dict[int, Fact] = {}
    for fact in facts:
        possessed = fact.kind == "relation" and fact.sense == "possession"
        known = best.get(fact.token)
        if not possessed and (known is None or _ORDER.index(fact.kind) < _ORDER.index(known.kind)):
            best[fact.token] = fact
    return list(best.values())


def _variable(syntax: Syntax, term: Term) -> str:
    """Return the variable that a term of a condition is, or empty: a letter, *someone*, *a person*, *all*."""
    word = syntax.words[term.head]
    if syntax.lowers[term.head] in _ANYBODY:
        return "anybody"
    if len(word) == 1 and word.isupper() and word not in ("I", "A"):
        return word
    first = syntax.lowers[term.start]
    general = term.role in ("ARG0", "ARG1", "subject") and (first in ("a", "an") or first in UNIVERSAL)
    before = term.head < len(syntax) - 1 and syntax.deps[term.head].startswith("nsubj")
    return "anybody" if general and before and syntax.pos[term.head] == "NOUN" else ""


def _told_pattern(syntax: Syntax, fact: Fact, names: dict[str, str]) -> FactPattern:
    """Return a fact as a pattern: terms that the condition names are variables, others words."""
    wanted = []
    for term in fact.terms:
        entity, word = f"{term.entity}", syntax.lowers[term.head]
        name = names.get(entity, "") or names.get(word, "")
        if not name and word in _PRONOUNS and len(set(names.values())) == 1:
            name = next(iter(names.values()))
        if name:
            wanted.append(Wanted(term.role, "", name))
        elif not term.role.startswith("ARGM") and not (fact.kind == "attribute" and term.role == "value"):
            wanted.append(Wanted(term.role, syntax.lemmas[term.head].lower()))
    sense = fact.sense if fact.kind == "comparison" else ""
    return FactPattern(fact.predicate, tuple(wanted), fact.kind, fact.denied, sense)
