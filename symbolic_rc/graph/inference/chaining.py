"""Forward chaining: all that follows from a story's facts by clauses, semi-naively, with premises.

Facts are taken one by one, those of the story in their order and then what follows from them. Each is joined
with earlier facts alone, so that no instance of a clause is found twice, and shorter ways are found first.
Facts that no clause speaks of cost one look-up.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import combinations, permutations, product
from operator import attrgetter
from typing import NamedTuple

from symbolic_rc.core.forks import cached_property
from symbolic_rc.core.tokens import grouped
from symbolic_rc.graph.facts import Fact, FactPattern, Facts, Term, Wanted
from symbolic_rc.graph.facts.reading.phrases import key_of, name_at
from symbolic_rc.graph.inference.clauses import Clause, ClauseCondition, own_clauses, stated_clauses
from symbolic_rc.lexicon import kinship, nouns, wordnet
from symbolic_rc.lexicon.numbers import number as value_of

#: Maximum number of steps from what the story says, of new facts per fact of the story and in any story, and
#: of facts with which one fact is joined at a time.
MOST_STEPS, MOST_SHARE, MOST_AT_LEAST, MOST_JOINED = 8, 0.5, 500, 64
#: Nothing follows from a plan, a wish, a question or a condition but the same in other words.
_TOLD = ("real", "said", "believed")
#: When and where is the same from either side of an event; how and why differ.
_ADJUNCTS = ("ARGM-TMP", "ARGM-LOC")
#: What a term refers to: its entity, or its words.
Node = int | str


class _Filler(NamedTuple):
    """What fills a role of a fact."""

    terms: tuple[Term, ...]
    nodes: tuple[Node, ...]


#: What variables stand for: what fills a role, or a predicate.
Bound = dict[str, _Filler | str]


class _Matcher(NamedTuple):
    """A pattern as it is matched with facts."""

    key: tuple[str, str]  # under which its facts are kept
    pattern: FactPattern
    predicate: str  # the variable for the predicate, or empty
    single: tuple[Wanted, ...]  # the arguments alone in their role
    several: tuple[Wanted, ...]  # those that share one
    needed: tuple[tuple[str, str], ...]  # role and variable of those by which facts are found

    @classmethod
    def of(cls, pattern: FactPattern) -> _Matcher:
        roles = [wanted.role for wanted in pattern.wanted]
        single = tuple(wanted for wanted in pattern.wanted if roles.count(wanted.role) == 1)
        several = tuple(wanted for wanted in pattern.wanted if wanted not in single)
        behind = {w.role for w in pattern.wanted if pattern.kind == "event" and w.role.islower()}
        wanted = (w for w in pattern.wanted if w.variable and not w.optional and w.role not in behind)
        needed = tuple((w.role, w.variable) for w in wanted)
        variable = pattern.predicate[1:] if pattern.predicate.startswith("?") else ""
        return cls(_key(pattern), pattern, variable, single, several, needed)


class _Trigger(NamedTuple):
    """A clause, and the pattern of its body that a new fact can meet."""

    clause: Clause
    place: int
    body: tuple[_Matcher, ...]
    rest: tuple[int, ...]  # the places of the other patterns
    absent: tuple[_Matcher, ...]
    barriers: tuple[_Barrier, ...]


class _Barrier(NamedTuple):
    """A relation that must be absent, where a last fact brings the second of its terms."""

    key: tuple[str, str]
    role: str
    variable: str  # of the first, known term
    other: str
    brought_in: str  # the role of the second one in the last fact


def _barriers(absent: Iterable[_Matcher], met: _Matcher, last: _Matcher) -> tuple[_Barrier, ...]:
    """Return the relations by which a last fact can be passed over before it is joined."""
    known = {variable for _, variable in met.needed}
    brought = {v: role for role, v in last.needed if v not in known and last.pattern.kind == "relation"}
    found: list[_Barrier] = []
    for matcher in absent:
        if matcher.pattern.kind != "relation" or len(matcher.needed) != 2 or matcher.pattern.sense:
            continue
        for (role, variable), (other, new) in permutations(matcher.needed):
            if variable in known and new in brought:
                found.append(_Barrier(matcher.key, role, variable, other, brought[new]))
    return tuple(found)


#: What facts of a kind and predicate can meet.
_Triggers = dict[tuple[str, str], list[_Trigger]]


def inferred(facts: Facts, clauses: Sequence[Clause], removed: Sequence[Fact] = ()) -> Facts:
    """Return a story's facts with those that follow from them by clauses, at the end.

    Each new fact has the ids of its premises, and the name of its clause in `Fact.clause`. What is not
    asserted keeps the modality and the source of its premise. A clause may go through two mentions that the
    story says are one ("Mina is the mother of Karl"); what says so is a premise, too. What a user removed
    does not follow again.
    """
    chain = _Chain(facts, clauses)
    chain.known.update(map(chain.identity, removed))
    chain.run()
    return Facts([*facts, *chain.new], facts.syntax, facts.entities, facts.mentions, facts.edited)


class _Chain:
    """One story's forward chaining."""

    def __init__(self, facts: Facts, clauses: Sequence[Clause]) -> None:
        self.facts, self.syntax = facts, facts.syntax
        package = _of_package() if clauses is own_clauses() else _triggers(clauses)
        stated = _triggers(stated_clauses(facts))
        self.triggers = {key: [*package.get(key, ()), *stated.get(key, ())] for key in {**package, **stated}}
        self.identities = _Identities(facts)
        self.names = _names(facts, self.identities)
        self.fillers: dict[int, dict[str, _Filler]] = {}
        self.new: list[Fact] = []
        self.steps: dict[int, int] = {}
        self.converses = set[int]()
        self.by_predicate: dict[tuple[str, str], list[Fact]] = defaultdict(list)
        self.by_node: dict[tuple[str | Node, ...], list[Fact]] = defaultdict(list)
        self.known = set[tuple[object, ...]]()

    def run(self) -> None:
        """Add all that follows."""
        waiting = [fact for fact in self.facts if self._add(fact)]
        most = len(self.facts) + max(MOST_AT_LEAST, int(MOST_SHARE * len(self.facts)))
        for fact in waiting:  # grows
            if self.steps.get(fact.id, 0) >= MOST_STEPS:
                continue
            for key in self._keys(fact):
                for trigger in self.triggers.get(key, ()):
                    for one in self._instances(trigger, fact):
                        number = len(self.facts) + len(self.new)
                        if number >= most:
                            return
                        one = replace(one, id=number)
                        self.new.append(one)
                        if _is_converse(trigger.clause):
                            self.converses.add(number)
                        self.steps[number] = 1 + max(self.steps.get(each, 0) for each in one.premises)
                        if self._add(one):
                            waiting.append(one)

    def _keys(self, fact: Fact) -> list[tuple[str, str]]:
        """Return under what clauses can speak of a fact: its predicate, its sense or roleset, its kind."""
        names = dict.fromkeys((fact.predicate, fact.sense, fact.sense.rpartition(".")[0], ""))
        return [(fact.kind, name) for name in names if (fact.kind, name) in self.triggers]

    def _add(self, fact: Fact) -> bool:
        """Index a fact; whether clauses speak of it."""
        if not (keys := self._keys(fact)):
            return False
        by_role = grouped((term.role, term) for term in sorted(fact.terms, key=attrgetter("role")))
        fillers = self.fillers[fact.id] = {role: self._filler(terms) for role, terms in by_role.items()}
        places = [(role, node) for role, filler in fillers.items() for node in filler.nodes]
        for key in keys:
            self.by_predicate[key].append(fact)
            for place in places:
                self.by_node[(*key, *place)].append(fact)
            for one, other in combinations(places, 2) if fact.kind == "relation" else ():
                self.by_node[(*key, *one, *other)].append(fact)
        self.known.add(self.identity(fact))
        return True

    def _filler(self, terms: Sequence[Term]) -> _Filler:
        return _Filler(tuple(terms), tuple(map(self.node, terms)))

    def node(self, term: Term) -> Node:
        """Return what a term refers to: its entity, or its words."""
        if term.entity >= 0:
            return self.identities.root(term.entity)
        return key_of(self.syntax.words[term.start : term.end]) or f"token {term.head}"

    def identity(self, fact: Fact) -> tuple[object, ...]:
        """Return what makes two facts the same one."""
        terms = frozenset((term.role, self.node(term)) for term in fact.terms)
        told = (fact.predicate, fact.sense)
        if fact.kind == "event":
            told = (fact.sense.rpartition(".")[0] or fact.predicate, "")  # "afraid" is fear.01
        return fact.kind, *told, fact.denied, fact.modality, fact.source, terms

    def _instances(self, trigger: _Trigger, fact: Fact) -> Iterator[Fact]:
        """Yield what follows where a fact meets one pattern of a clause, and earlier facts the others."""
        clause, place = trigger.clause, trigger.place
        told = fact.modality in _TOLD or _is_other_side(clause)
        if not told or fact.sentence == clause.sentence:  # a rule is not about its own example
            return
        for bound in self._met(trigger.body[place], fact, {}, clause.both):
            for every, premises in self._joined(trigger, trigger.rest, bound, {place: fact}):
                if not all(self._holds(one, every) for one in clause.conditions):
                    continue
                barring = ((one, self._candidates(one, every)) for one in trigger.absent)
                if any(self._met(one, known, every, False) for one, near in barring for known in near):
                    continue
                ordered = [premises[i] for i in range(len(clause.body))]
                for new in self._concluded(clause, every, ordered):
                    identity = self.identity(new)
                    if identity not in self.known:
                        self.known.add(identity)
                        yield new

    def _joined(
        self, trigger: _Trigger, rest: Sequence[int], bound: Bound, met: dict[int, Fact]
    ) -> Iterator[tuple[Bound, dict[int, Fact]]]:
        """Yield how further patterns of a clause are met by facts that came before the one that is met."""
        if not rest:
            yield bound, met
            return
        place, first, matcher = trigger.place, met[trigger.place].id, trigger.body[rest[0]]
        for fact in self._candidates(matcher, bound)[:MOST_JOINED]:
            # of two patterns that one pair of facts meets, the earlier one has the later fact
            if fact.id < first or (fact.id == first and rest[0] > place):
                if trigger.barriers and self._is_barred(trigger.barriers, bound, fact):
                    continue
                for further in self._met(matcher, fact, bound, trigger.clause.both):
                    yield from self._joined(trigger, rest[1:], further, {**met, rest[0]: fact})

    def _is_barred(self, barriers: Iterable[_Barrier], bound: Bound, fact: Fact) -> bool:
        """Whether a clause's last fact brings a term whose relation to a known one forbids the clause."""
        for key, role, variable, other, brought_in in barriers:
            known, brought = bound.get(variable), self.fillers[fact.id].get(brought_in)
            if isinstance(known, _Filler) and brought is not None:
                related = self._between(key, (role, known.nodes[0]), (other, brought.nodes[0]))
                if any(not each.denied for each in related):
                    return True
        return False

    def _between(self, key: tuple[str, str], one: tuple[str, Node], other: tuple[str, Node]) -> list[Fact]:
        """Return the relations of two nodes in two roles."""
        first, second = (one, other) if one[0] <= other[0] else (other, one)
        return self.by_node.get((*key, *first, *second), [])

    def _candidates(self, matcher: _Matcher, bound: Bound) -> list[Fact]:
        """Return all facts that may meet a pattern, by the terms that are known."""
        key, found = matcher.key, list[tuple[str, Node]]()
        for role, variable in matcher.needed:
            known = bound.get(variable)
            if isinstance(known, _Filler):
                found.append((role, known.nodes[0]))
        if not found:
            return self.by_predicate.get(key, [])
        if len(found) == 2 and matcher.pattern.kind == "relation":
            return self._between(key, *found)
        return min((self.by_node.get((*key, *place), []) for place in found), key=len)

    def _met(self, matcher: _Matcher, fact: Fact, bound: Bound, both: bool) -> list[Bound]:
        """Return how a fact meets a pattern: what its variables stand for then."""
        pattern, variable = matcher.pattern, matcher.predicate
        told = both or fact.denied == pattern.denied
        if not told or (pattern.sense and fact.sense != pattern.sense):
            return []
        found = dict(bound)
        if variable and found.setdefault(variable, fact.predicate) != fact.predicate:
            return []
        for wanted in matcher.single:
            if not self._bind(wanted, self._filled_role(fact, wanted.role), found):
                return []
        if not (several := matcher.several):
            return [found]
        filler, every = self._filled_role(fact, several[0].role), list[Bound]()
        one_by_one = [_Filler((term,), (node,)) for term, node in zip(*filler, strict=True)] if filler else []
        for chosen in permutations(one_by_one, len(several)):
            each = dict(found)
            if all(self._bind(wanted, one, each) for wanted, one in zip(several, chosen, strict=True)):
                every.append(each)
        return every

    def _filled_role(self, fact: Fact, role: str) -> _Filler | None:
        """Return what fills a role, or what is behind a preposition."""
        fillers = self.fillers[fact.id]
        if fact.kind != "event" or not role.islower() or role in fillers:
            return fillers.get(role)
        lowers = self.syntax.lowers
        begun = {term.role for term in fact.terms if lowers[term.start] == role}
        terms = [term for term in fact.terms if term.role in begun]  # each of "to Ada and Bo"
        found = [replace(t, start=t.start + 1) if lowers[t.start] == role else t for t in terms]
        return self._filler(found) if found else None

    def _bind(self, wanted: Wanted, filler: _Filler | None, bound: Bound) -> bool:
        """Bind a variable to what fills a role, or compare it with what it stands for; whether they meet."""
        if filler is None:
            return wanted.optional
        if not wanted.variable:
            lemmas = {self.syntax.lemmas[term.head].lower() for term in filler.terms}
            return wanted.words in lemmas | {self.syntax.lowers[term.head] for term in filler.terms}
        known = bound.get(wanted.variable)
        if known is None:
            bound[wanted.variable] = filler
            return True
        return isinstance(known, _Filler) and known.nodes[0] in filler.nodes

    def _holds(self, condition: ClauseCondition, bound: Bound) -> bool:
        left, right = bound.get(condition.left), bound.get(condition.right.removeprefix("?"))
        if not isinstance(left, _Filler):
            return (left == right) == (condition.sign == "is")
        other = right if isinstance(right, _Filler) else None
        if condition.sign in ("<", ">", "="):
            values = self._value(left.terms[0]), self._value(other.terms[0]) if other else None
            if values[0] is None or values[1] is None:
                return False
            difference = values[0] - values[1] - condition.more
            return {"<": difference < 0, ">": difference > 0, "=": difference == 0}[condition.sign]
        if condition.right.startswith("?"):
            same = other is not None and left.nodes[0] == other.nodes[0]
            return same == (condition.sign == "is")
        return self._is(left.terms[0], condition.right) == (condition.sign == "is")

    @cached_property
    def kinds(self) -> dict[Node, list[str]]:
        """What the story says that each is: "Rex is a dog"."""
        told = (fact for fact in self.facts.of("attribute") if fact.is_asserted and not fact.denied)
        return grouped((self.node(fact.terms[0]), fact.predicate) for fact in told)

    def _value(self, term: Term) -> float | None:
        """Return the first number in a term."""
        values = (value_of(word) for word in self.syntax.words[term.start : term.end])
        return next((float(value) for value in values if value is not None), None)

    def _is(self, term: Term, quality: str) -> bool:
        """Whether a term is what a condition says: feminine, a place, a dog."""
        entity = self.facts.entities[term.entity] if term.entity >= 0 else None
        lemma = self.syntax.lemmas[term.head].lower()
        if quality.startswith(("a ", "an ")):
            kinds = (lemma, *self.kinds.get(self.node(term), ()))
            return any(_is_a(kind, quality.partition(" ")[2]) for kind in kinds)
        if quality in ("feminine", "masculine", "plural", "singular"):
            return entity is not None and quality in (self.facts.gender_of(entity.id), entity.number)
        if quality == "place":
            return entity is not None and entity.type in ("GPE", "LOC", "FAC")
        kind = entity.type.lower() if entity is not None and entity.type else nouns().animacy(lemma)
        return kind == quality

    def _concluded(self, clause: Clause, bound: Bound, premises: Sequence[Fact]) -> Iterator[Fact]:
        """Yield what follows from facts that meet the body of a clause; ids are not set."""
        head, first = clause.head, premises[0]
        told = clause.template or first
        predicate = str(bound[head.predicate[1:]]) if head.predicate.startswith("?") else head.predicate
        said = next((fact for fact in premises if not fact.is_asserted), first)
        modality = said.modality
        cited = [*self._cited(clause, premises), *self.identities.between(premises)]
        sense = head.sense or _sense_of(head, first)
        if clause.template is not None:
            sense, cited = clause.template.sense, [*cited, clause.template.id]
            modality = clause.template.modality if modality == "real" else modality
        denied = bool(head.denied) or (clause.both and first.denied)
        for terms in self._filled(clause, bound, first):
            yield Fact(
                -1, head.kind, predicate, sense, terms, told.token, told.sentence, denied, modality,
                said.source, tuple(cited), clause.name,
            )  # fmt: skip

    def _filled(self, clause: Clause, bound: Bound, first: Fact) -> Iterator[tuple[Term, ...]]:
        """Yield the terms of what follows: of an event with all members of a list, else for each member."""
        head, template = clause.head, clause.template
        filled = _as_in_text(template, head, bound) if template else _in_roles(head, bound, first)
        if head.kind != "event":
            for terms in product(*map(self._each, filled)):
                if head.kind == "attribute" or len(set(map(self.node, terms))) == len(terms):
                    yield tuple(self._by_name(term) for term in terms)  # nobody is their own brother
            return
        every = [term for terms in filled for term in terms]
        used = {(term.start, term.end) for term in every}
        if clause.body[0].adjuncts:
            every += [t for t in first.terms if t.role in _ADJUNCTS and (t.start, t.end) not in used]
        if len(every) >= min(2, len(head.wanted)):  # "the mill sold well": nobody buys
            yield tuple(every)

    def _each(self, terms: Iterable[Term]) -> Iterator[Term]:
        """Yield terms, for "the couple" the last two before it who are spouses."""
        for term in terms:
            couple = self.syntax.lowers[term.head] == "couple"
            spouses = self.by_predicate.get(("relation", "spouse"), ()) if couple else ()
            before = [one for one in spouses if one.token < term.head and not one.denied]
            last = max(before, key=attrgetter("token")).terms if before else (term,)
            yield from (one.in_role(term.role) for one in last)

    def _cited(self, clause: Clause, premises: Sequence[Fact]) -> list[int]:
        """Return the premises of a new fact; for the other side of a relation, the premises of that."""
        turned = _is_converse(clause)
        found: list[int] = []
        for fact in premises:
            through = fact.id in self.converses or (turned and fact.clause)
            found += fact.premises if through else (fact.id,)
        return list(dict.fromkeys(found))

    def _by_name(self, term: Term) -> Term:
        """Return a term under the name that the story gives what it describes; itself where that is in it."""
        described = term.entity >= 0 and self.syntax.pos[term.head] != "PROPN"
        name = self.names.get(self.identities.root(term.entity)) if described else None
        return term if name is None else name.in_role(term.role)


def _triggers(clauses: Iterable[Clause]) -> _Triggers:
    """Return by key the clauses that a fact can meet, and which pattern; none where it only follows."""
    found: _Triggers = {}
    for clause in clauses:
        body, absent = tuple(map(_Matcher.of, clause.body)), tuple(map(_Matcher.of, clause.absent))
        for place, matcher in enumerate(body):
            rest = tuple(i for i in range(len(body)) if i != place)
            barriers = _barriers(absent, matcher, body[rest[0]]) if len(rest) == 1 else ()
            found.setdefault(matcher.key, []).append(_Trigger(clause, place, body, rest, absent, barriers))
        for pattern in (*clause.absent, clause.head):
            found.setdefault(_key(pattern), [])
    return found


@cache
def _of_package() -> _Triggers:
    return _triggers(own_clauses())


def _in_roles(head: FactPattern, bound: Bound, first: Fact) -> list[list[Term]]:
    """Return what fills each role of what follows; a word is that of the first premise."""
    filled: list[list[Term]] = []
    for wanted in head.wanted:
        known = bound.get(wanted.variable)
        if isinstance(known, _Filler):
            filled.append([term.in_role(wanted.role) for term in known.terms])
        elif not wanted.variable:
            filled.append([Term(wanted.role, first.token, first.token + 1, first.token)])
    return filled


def _as_in_text(template: Fact, head: FactPattern, bound: Bound) -> list[list[Term]]:
    """Return what fills each role of what follows by a sentence: its own words, but for variables."""
    roles = {wanted.role: bound.get(wanted.variable) for wanted in head.wanted if wanted.variable}
    filled = []
    for term in template.terms:
        known = roles.get(term.role)
        if isinstance(known, _Filler):
            filled.append([one.in_role(term.role) for one in known.terms])
        elif term.role != "ARGM-ADV":  # the condition itself
            filled.append([term])
    return filled


def _is_other_side(clause: Clause) -> bool:
    """Whether a clause tells one fact as another of its kind, which may be planned as well."""
    return len(clause.body) == 1 and clause.body[0].kind == clause.head.kind


def _is_converse(clause: Clause) -> bool:
    """Whether a clause says a relation from its other side."""
    return _is_other_side(clause) and clause.head.kind == "relation"


def _key(pattern: FactPattern) -> tuple[str, str]:
    """Return under what a pattern's facts are kept."""
    return pattern.kind, "" if pattern.predicate.startswith("?") else pattern.predicate


def _sense_of(head: FactPattern, first: Fact) -> str:
    """Return the sense of a new fact: a roleset, the family of a relation, else that of its premise."""
    if head.kind == "event":
        return f"{head.predicate}.01"
    if head.kind == "relation" and head.predicate in kinship().relations:
        return "kinship"
    return first.sense if head.kind == first.kind else ""


@lru_cache(maxsize=1 << 14)
def _is_a(lemma: str, kind: str) -> bool:
    """Whether a noun is one, or names a kind of it, by WordNet."""
    return lemma == kind or not set(wordnet().synsets(kind, "n")[:2]).isdisjoint(wordnet().above(lemma))


class _Identities:
    """Which entities the story says are one: "Mina is the mother of Karl" makes two of its mentions one."""

    def __init__(self, facts: Facts) -> None:
        self._above: dict[int, tuple[int, int]] = {}
        names = {entity.id: entity.names for entity in facts.entities}
        bearers: dict[str, int] = {}
        for entity in facts.entities:
            bearer = bearers.setdefault(entity.name, entity.id) if entity.names else entity.id
            if bearer != entity.id:
                self._above[entity.id] = bearer, -1
        for fact in facts.of("attribute"):
            near = facts.syntax.children_of(fact.terms[1].head)
            beside = any(facts.syntax.deps[i] == "case" for i in near)  # "the cup is above the box"
            one, other = sorted(map(self.root, () if beside else _said_to_be_one(fact))) or (-1, -1)
            two_names = names.get(one) and names.get(other) and set(names[one]).isdisjoint(names[other])
            if one != other and not two_names:
                self._above[other] = one, fact.id
                names[one] = names[one] or names[other]

    def root(self, entity: int) -> int:
        """Return the entity that stands for all that are one with an entity."""
        while entity in self._above:
            entity = self._above[entity][0]
        return entity

    def between(self, premises: Sequence[Fact]) -> list[int]:
        """Return the facts by which terms of premises are one."""
        if not self._above:
            return []
        entities = {term.entity for fact in premises for term in fact.terms if term.entity >= 0}
        by_root = grouped((self.root(entity), entity) for entity in entities)
        found: list[int] = []
        for own in by_root.values():
            for entity in set(own) if len(own) > 1 else ():
                while entity in self._above:
                    entity, fact = self._above[entity]
                    found += [fact] if fact >= 0 else []
        return list(dict.fromkeys(found))


def _said_to_be_one(fact: Fact) -> tuple[int, ...]:
    """Return two entities of which an attribute says that they are one, or none."""
    entities = tuple(term.entity for term in fact.terms)
    known = fact.predicate in kinship()  # "the mother of Ada" and that of Bo are easily taken for one
    return () if fact.denied or known or not fact.is_asserted or min(entities) < 0 else entities


def _names(facts: Facts, same: _Identities) -> dict[int, Term]:
    """Return the first name of each entity, or the one beside a description: "his father, Hugo"."""
    found: dict[int, Term] = {}
    for mention in facts.mentions:
        if mention.entity >= 0 and mention.kind == "name" and facts.syntax.pos[mention.head] == "PROPN":
            name = Term("", *name_at(facts.syntax, mention.head), mention.head, mention.entity)
            found.setdefault(same.root(mention.entity), name)
    for fact in facts.of("attribute"):
        if fact.sense == "name" and fact.is_asserted and not fact.denied:
            subject, name = fact.terms
            entity = name.entity if name.entity >= 0 else subject.entity
            if entity >= 0:
                found.setdefault(same.root(entity), replace(name, entity=entity))
    return found
