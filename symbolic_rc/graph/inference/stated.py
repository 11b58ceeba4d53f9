"""Clauses that a text states itself: "if somebody owns a boat, they can sail", "all who sing are happy"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts import Fact, FactPattern, Facts, Term, Wanted
from symbolic_rc.graph.inference.clauses import Clause, ClauseCondition
from symbolic_rc.lexicon.english import INDEFINITE_PRONOUNS, UNIVERSAL

#: Pronouns that are about no one in particular.
_ANYBODY = INDEFINITE_PRONOUNS | frozenset("whoever anyone anybody everyone everybody".split())
_MARKS = frozenset(("if", "when", "whenever"))
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
    found: list[Clause] = []
    by_sentence: dict[int, list[Fact]] = {}
    for head, begin, end in _conditions(syntax):
        if not by_sentence:
            for fact in facts:
                by_sentence.setdefault(fact.sentence, []).append(fact)
        told = by_sentence.get(int(syntax.sentences[head]), ())
        found += _clauses(syntax, told, begin, end)
    return found


def _conditions(syntax: Syntax) -> Iterator[tuple[int, int, int]]:
    """Yield the head, the first token and the end of each clause that states a condition."""
    for token, word in enumerate(syntax.lowers):
        heads: list[int] = []
        if word in _MARKS and syntax.deps[token] in ("mark", "advmod"):
            head = int(syntax.heads[token])
            heads = [] if word == "when" and _is_past(syntax, head) else [head]
        elif word in _ANYBODY or word in UNIVERSAL:
            noun = token if word in _ANYBODY else int(syntax.heads[token])
            heads = [i for i in syntax.children_of(noun) if syntax.deps[i].startswith("acl:relcl")]
        for head in heads:
            yield head, int(syntax.left[head]), int(syntax.right[head]) + 1


def _is_past(syntax: Syntax, head: int) -> bool:
    """Whether a clause tells what happened: "when someone knocked" is one time, "when someone knocks" any."""
    return "VBD" in (syntax.tags[head], *(syntax.tags[i] for i in syntax.children_of(head) if i < head))


def _clauses(syntax: Syntax, told: Sequence[Fact], begin: int, end: int) -> Iterator[Clause]:
    """Yield a clause for each fact outside a condition that speaks of what the condition is about."""
    told = [fact for fact in told if not fact.premises and fact.kind in _ORDER]
    condition = _chosen([fact for fact in told if begin <= fact.token < end])
    outside = _chosen([fact for fact in told if not begin <= fact.token < end])
    names, kinds = _variables(syntax, condition)
    body = tuple(_pattern(syntax, fact, names) for fact in condition)
    if not names or not all(map(_speaks, body)):
        return
    for fact in outside:
        head = _pattern(syntax, fact, names)
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


def _pattern(syntax: Syntax, fact: Fact, names: dict[str, str]) -> FactPattern:
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
