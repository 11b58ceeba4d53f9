"""The facts of a story: to list, to look up, to match with patterns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.entity import Entity, Mention
from symbolic_rc.core.forks import cached_property
from symbolic_rc.core.tokens import grouped
from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts.arrays import ROLE_NUMBER, FactArrays, fact_arrays
from symbolic_rc.graph.facts.fact import Fact, Term
from symbolic_rc.graph.facts.kernels import MOST_TERMS
from symbolic_rc.graph.facts.pattern import FactPattern, Wanted, parse_pattern
from symbolic_rc.lexicon import nouns
from symbolic_rc.lexicon.english import EXCEPTIONS, NEGATIVE_PRONOUNS, PATTERN_STOPWORDS

_OF_PRONOUN = {"his": "masculine", "her": "feminine"}


@dataclass(frozen=True, slots=True)
class Match:
    """How facts of a story meet a pattern.

    Attributes
    ----------
    facts : tuple of Fact
        One for each fact of the pattern.
    bindings : dict
        The term that each variable is bound to.
    score : float
        0 to 1.
    """

    facts: tuple[Fact, ...]
    bindings: dict[str, Term]
    score: float


class MentionHeads(NamedTuple):
    """Heads of mentions (h), each with its entity, int32 of shape (h,): of names and nominals, and of all.

    Names have their last names beside their heads.
    """

    named: NDArray[np.int32]
    of_named: NDArray[np.int32]
    every: NDArray[np.int32]
    of_every: NDArray[np.int32]


class Facts(Sequence[Fact]):
    """All facts of a story, in the order of the words that express them.

    Parameters
    ----------
    facts : sequence of Fact
        Numbered from 0.
    syntax : Syntax
    entities : sequence of Entity
    mentions : sequence of Mention
    edited : frozenset of int
        The ids of the facts that a user changed or added: they say all that they mean.
    """

    def __init__(
        self,
        facts: Sequence[Fact],
        syntax: Syntax,
        entities: Sequence[Entity],
        mentions: Sequence[Mention],
        edited: frozenset[int] = frozenset(),
    ) -> None:
        self._facts = tuple(facts)
        self.syntax = syntax
        self.entities = entities
        self.mentions = mentions
        self.edited = edited

    @overload
    def __getitem__(self, place: int) -> Fact: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Fact, ...]: ...
    def __getitem__(self, place: int | slice) -> Fact | tuple[Fact, ...]:
        return self._facts[place]

    def __len__(self) -> int:
        return len(self._facts)

    def __iter__(self) -> Iterator[Fact]:
        return iter(self._facts)

    @cached_property
    def arrays(self) -> FactArrays:
        """The facts as integer arrays, for kernels."""
        return fact_arrays(self._facts)

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The terms of all facts, one after the other, as `arrays` counts them."""
        return tuple(term for fact in self._facts for term in fact.terms)

    def number_of(self, term: Term) -> int:
        """Return a term's index among `terms`, or -1 for one that is none of them."""
        return self._numbers.get(id(term), -1)

    @cached_property
    def _numbers(self) -> dict[int, int]:
        return {id(term): number for number, term in enumerate(self.terms)}

    @cached_property
    def terms_by_lemma(self) -> dict[str, list[int]]:
        """The numbers of the terms whose heads have each lemma."""
        return grouped((self.syntax.lemmas[term.head], number) for number, term in enumerate(self.terms))

    @cached_property
    def mention_heads(self) -> MentionHeads:
        """The heads of the mentions of entities."""
        of_entities = [mention for mention in self.mentions if mention.entity >= 0]
        named = [mention for mention in of_entities if mention.kind != "pronoun"]
        groups = [(one.head, one.entity) for one in named], [(one.head, one.entity) for one in of_entities]
        groups[0].extend((*self._last_names(), *self._members()))
        columns = (column for group in groups for column in np.array(group, np.int32).reshape(-1, 2).T)
        return MentionHeads(*map(np.ascontiguousarray, columns))

    def _members(self) -> Iterator[tuple[int, int]]:
        """Yield the members of lists and names, each with the entity of the whole: "her friend Bo"."""
        for one in self.mentions:
            if one.entity >= 0 and one.kind != "pronoun":
                deps, inside = self.syntax.deps, self.syntax.children_of(one.head)
                beside = [c for c in inside if deps[c] == "appos" and c == one.head + 1]
                listed = [c for c in inside if deps[c] == "conj" and one.head < c < one.end]
                yield from ((c, one.entity) for c in (*beside, *listed))

    def _last_names(self) -> Iterator[tuple[int, int]]:
        """Yield the last names of persons that nobody else has, each with its entity."""
        syntax, bearers = self.syntax, dict[str, set[int]]()
        found = list[tuple[int, int]]()
        for mention in self.mentions:
            person = mention.entity >= 0 and self.entities[mention.entity].type == "PERSON"
            parts = range(mention.start, mention.end) if person and mention.kind == "name" else ()
            last = max((i for i in parts if syntax.deps[i].startswith("flat")), default=-1)
            if last >= 0 and syntax.pos[last] == "PROPN":
                bearers.setdefault(syntax.lowers[last], set()).add(mention.entity)
                found.append((last, mention.entity))
        return (one for one in found if len(bearers[syntax.lowers[one[0]]]) == 1)

    def gender_of(self, entity: int) -> str:
        """Return an entity's gender, as relatives are called and meant, else of its own; or empty."""
        if told := self._genders.get(entity) if entity >= 0 else None:
            return Counter(told).most_common(1)[0][0]
        known = self.entities[entity].gender if entity >= 0 else ""
        return known if known in ("feminine", "masculine") else ""

    @cached_property
    def _genders(self) -> dict[int, list[str]]:
        """What the story calls each, a mother or a father, and whose sister, *her* or *his*."""
        found: list[tuple[int, str]] = []
        for fact in self.of("relation"):
            if fact.sense == "kinship" and not fact.premises:
                near = (self.syntax.lowers[child] for child in self.syntax.children_of(fact.token))
                found.append((fact.terms[0].entity, nouns().gender(self.syntax.lemmas[fact.token])))
                found += [(fact.terms[1].entity, _OF_PRONOUN.get(word, "")) for word in near]
        return grouped(one for one in found if one[1])

    @cached_property
    def entity_of(self) -> dict[int, int]:
        """The entity of each mention, by its head."""
        return {mention.head: mention.entity for mention in self.mentions}

    @cached_property
    def sentence_of(self) -> NDArray[np.int32]:
        """The number of each token's sentence; shape (n,)."""
        return np.asarray(self.syntax.sentences, np.int32)

    @cached_property
    def sentence_starts(self) -> NDArray[np.int64]:
        """The first token of each sentence; shape (sentences,)."""
        return np.flatnonzero(np.diff(self.sentence_of, prepend=-1))

    def of(self, *kinds: str) -> list[Fact]:
        """Return the facts of some kinds, in their order, but for events from their other side.

        What clauses infer of an event is no event of its own; rules find it by its verb, in `events_of`.
        """
        found = [fact for kind in kinds for fact in self._of.get(kind, ())]
        return found if len(kinds) == 1 else sorted(found, key=lambda fact: fact.id)

    def at(self, token: int) -> list[Fact]:
        """Return the events whose predicate is a token."""
        return self._events.get(token, [])

    @cached_property
    def chronology(self) -> tuple[Fact, ...]:
        """The first event of each predicate token, in the order of happening as far as the text gives it.

        The order of the text, in which an event stated to be before another moves to just before it, and one
        stated to be after another to just after it.
        """
        events = {fact.token: fact for fact in reversed(self.of("event"))}
        places = {token: (float(token), token) for token in events}
        for fact in self.of("order"):
            first, second = (term.head for term in fact.terms)
            if fact.predicate != "before" or first < second or first not in events or second not in events:
                continue
            if fact.token == first:
                places[first] = (places[second][0] - 0.5, first)
            else:
                places[second] = (first + 0.5, second)
        return tuple(events[token] for token in sorted(places, key=places.__getitem__))

    @cached_property
    def _events(self) -> dict[int, list[Fact]]:
        return grouped((fact.token, fact) for fact in self.of("event"))

    @cached_property
    def events_of(self) -> dict[str, list[int]]:
        """The ids of the events of each predicate, those that clauses infer too."""
        return grouped((fact.predicate, fact.id) for fact in self._facts if fact.kind == "event")

    @cached_property
    def _of(self) -> dict[str, list[Fact]]:
        return grouped((fact.kind, fact) for fact in self._facts if not fact.is_other_side)

    def about(self, entity: int) -> list[Fact]:
        """Return the facts of which an entity is a term."""
        return [fact for fact in self._facts if any(term.entity == entity for term in fact.terms)]

    def names_nobody(self, term: Term) -> bool:
        """Whether a term is "nobody", "no one", "no pupil" or "nothing", without an exception."""
        low, head = self.syntax.lowers, term.head
        negative = low[head] in NEGATIVE_PRONOUNS or low[max(0, head - 1)] == "no"
        return negative and {"but", *EXCEPTIONS}.isdisjoint(low[head + 1 : head + 2])

    def text(self, term: Term) -> str:
        """Return a term's words."""
        return " ".join(self.syntax.words[term.start : term.end])

    def name(self, term: Term) -> str:
        """Return what a term refers to: the entity's name, else its words."""
        return self.entities[term.entity].name if term.entity >= 0 else self.text(term)

    def describe(self, fact: Fact) -> str:
        """Return a fact in words a linguist reads: ``sell.01(ARG0=she [Ada Holm], ARG1=the wheel)``."""
        told = []
        for term in fact.terms:
            words, name = self.text(term), self.name(term)
            told.append(f"{term.role}={words}" + (f" [{name}]" if name != words and term.entity >= 0 else ""))
        head = fact.sense or fact.predicate if fact.kind == "event" else f"{fact.kind}:{fact.predicate}"
        if fact.kind in ("attribute", "comparison") and fact.sense:
            head += f"/{fact.sense}"
        by = f", by {self.entities[fact.source].name}" if fact.source >= 0 else ""
        tail = "" if fact.modality == "real" else f" ({fact.modality}{by})"
        return f"{'not ' if fact.denied else ''}{head}({', '.join(told)}){tail}"

    def match(self, pattern: str | Sequence[FactPattern]) -> list[Match]:
        """Return how facts meet a pattern, best first; every argument of the pattern must be met.

        Parameters
        ----------
        pattern : str or sequence of FactPattern
            See `symbolic_rc.graph.facts.pattern`.

        Raises
        ------
        PatternError
            When the pattern's text cannot be read.
        """
        parts = parse_pattern(pattern) if isinstance(pattern, str) else tuple(pattern)
        found = [Match((), {}, 1.0)]
        for part in parts:
            met = self._match_one(part)
            found = [joined for one in found for other in met if (joined := _join(one, other)) is not None]
        return sorted(found, key=lambda match: [fact.id for fact in match.facts])

    def _match_one(self, pattern: FactPattern) -> list[Match]:
        """Return how facts meet one pattern; of several ways to assign a fact's terms the first counts."""
        found, asked = list[Match](), [self._meant(wanted) for wanted in pattern.wanted]
        for fact in self._facts:
            if not _is_stated(pattern, fact):
                continue
            for terms in permutations(fact.terms[:MOST_TERMS], len(asked)):
                pairs = list(zip(pattern.wanted, terms, strict=True))
                if all(self._fits(*pair, *meant) for pair, meant in zip(pairs, asked, strict=True)):
                    bound = {wanted.variable: term for wanted, term in pairs if wanted.variable}
                    found.append(Match((fact,), bound, 1.0))
                    break
        return found

    def _meant(self, wanted: Wanted) -> tuple[list[str], set[int]]:
        """Return the words of an argument that count, and the entities with such a name."""
        words = [word for word in wanted.words.lower().split() if word not in PATTERN_STOPWORDS]
        names = ((name, one.id) for one in self.entities for name in (*one.names, one.name) if words)
        return words, {number for name, number in names if set(words) <= set(name.lower().split())}

    def _fits(self, wanted: Wanted, term: Term, words: list[str], meant: set[int]) -> bool:
        """Whether a term meets an argument: with the last of its words as its head, and all in its phrase."""
        if wanted.role and (wanted.role != term.role or wanted.role not in ROLE_NUMBER):
            return False
        if wanted.variable or term.entity in meant:
            return True
        lowers, lemmas = self.syntax.lowers, self.syntax.lemmas
        inside = {*lowers[term.start : term.end], *map(str.lower, lemmas[term.start : term.end])}
        return words[-1:] in ([lowers[term.head]], [lemmas[term.head].lower()]) and set(words) <= inside


def _is_stated(pattern: FactPattern, fact: Fact) -> bool:
    """Whether a fact has a pattern's kind, sense, denial and predicate."""
    if pattern.kind not in ("", fact.kind) or pattern.sense not in ("", fact.sense):
        return False
    told = pattern.denied is None or fact.denied == pattern.denied
    return told and pattern.predicate.lower() in ("", fact.predicate.lower(), fact.sense.lower())


def _join(one: Match, other: Match) -> Match | None:
    """Return two matches as one, or None where a variable would stand for two things."""
    for name, term in other.bindings.items():
        known = one.bindings.get(name, term)
        both = min(known.entity, term.entity) >= 0
        if (known.entity != term.entity) if both else (known.head != term.head):
            return None
    return Match(one.facts + other.facts, {**other.bindings, **one.bindings}, min(one.score, other.score))
