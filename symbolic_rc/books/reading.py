"""A read book, ready for questions: its cast, its words, and where they stand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from symbolic_rc.core.entity import Entity
from symbolic_rc.core.forks import cached_property
from symbolic_rc.core.record import Question
from symbolic_rc.core.tokens import Vocabulary
from symbolic_rc.index import columns as C
from symbolic_rc.index.story_index import StoryIndex, index
from symbolic_rc.lexicon.english import CHARACTER_TITLES
from symbolic_rc.retrieve import Chunks, cut, load_retriever
from symbolic_rc.story import Story

#: Entities of a book that are looked at, the most mentioned first.
MOST = 60
#: How many of the clusters with a name are merged into them, and their fewest mentions.
_CLUSTERS, _FEWEST = 150, 3
_NAME_WORD = re.compile(r"[A-Za-z][\w.'’-]*|\d+")
_PLACES = frozenset(("GPE", "LOC", "FAC", "ORG"))

Name = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Member:
    """One of the cast: a person, place or group with all that its clusters (entities `ids`) say.

    Attributes
    ----------
    type, gender, number : str
        Those of the entity with most mentions.
    mentions : ndarray of int64
        Indices of the story's mentions.
    forms : dict of tuple of str to int
        Its names in lower case, and how often each is used; the most used first.
    words : frozenset of str
        The words of its names, titles left out.
    """

    ids: tuple[int, ...]
    type: str
    gender: str
    number: str
    speaks: bool
    mentions: NDArray[np.int64]
    forms: dict[Name, int]
    words: frozenset[str]


def name_of(text: str) -> Name:
    """Return a name as lower-case words without marks: ``('mr', 'hale')`` for "Mr. Hale"."""
    words = (word.rstrip(".'-’").lower() for word in _NAME_WORD.findall(text))
    return tuple(word for word in words if word)


def bare(name: Name) -> Name:
    """Return a name without its titles: ``('hale',)`` for ``('old', 'mr', 'hale')``."""
    first = 0
    while first < len(name) - 1 and name[first] in CHARACTER_TITLES:
        first += 1
    return name[first:]


@dataclass
class _Group:
    """Clusters merged until now; the first has most mentions."""

    first: Entity
    ids: list[int]
    names: set[Name]
    gender: str
    speaks: bool
    size: int

    def fits(self, entity: Entity, names: set[Name]) -> bool:
        """Return whether a further cluster can be the same: a shared name, and nothing that differs."""
        if self.first.type != entity.type and {self.first.type, entity.type} & _PLACES:
            return False
        genders = {self.gender, entity.gender} - {""}
        if len(genders) > 1 and "neuter" not in genders:
            return False
        own, theirs = {bare(name) for name in self.names}, {bare(name) for name in names}
        shared = own & theirs
        if not shared or any(len(name) > 1 for name in shared):
            return bool(shared)
        firsts = [{name[0] for name in side if len(name) > 1} for side in (own, theirs)]
        return not all(firsts) or bool(firsts[0] & firsts[1])


def _groups(entities: Iterable[Entity], most: int, fewest: int) -> list[_Group]:
    known = [one for one in entities if one.names and len(one.mentions) >= fewest]
    groups: list[_Group] = []
    for entity in sorted(known, key=lambda one: (-len(one.mentions), one.id))[: most * _CLUSTERS // MOST]:
        names = {name for name in map(name_of, entity.names) if name}
        names = {name for name in names if not set(name) <= CHARACTER_TITLES} or names
        fit = next((group for group in groups if group.fits(entity, names)), None)
        if fit is None:
            groups.append(
                _Group(entity, [entity.id], names, entity.gender, entity.speaks, len(entity.mentions))
            )
        else:
            fit.ids.append(entity.id)
            fit.names |= names
            fit.speaks |= entity.speaks
            fit.size += len(entity.mentions)
    return sorted(groups, key=lambda group: -group.size)[:most]


class Cast:
    """The most mentioned persons, places and groups of a read story, each with at least `fewest` mentions.

    Attributes
    ----------
    members : tuple of Member
        The most mentioned first.
    of_entity : ndarray of int64, shape (entities,)
        The member that each entity of the story is part of, or -1.
    heads : ndarray of int64, shape (mentions,)
        The head token of every mention.
    """

    def __init__(self, story: Story, texts: Sequence[str], most: int = MOST, fewest: int = _FEWEST) -> None:
        self._story, self._texts = story, texts
        groups = _groups(story.entities, most, fewest)
        self.of_entity = np.full(len(story.entities), -1, np.int64)
        for number, group in enumerate(groups):
            self.of_entity[group.ids] = number
        self.heads = np.array([one.head for one in story.mentions], np.int64)
        entity = np.array([one.entity for one in story.mentions], np.int64)
        self._of_mention = self.of_entity[entity] if len(entity) else entity
        self.members = tuple(self._member(number, group) for number, group in enumerate(groups))

    def _member(self, number: int, group: _Group) -> Member:
        story, own = self._story, np.flatnonzero(self._of_mention == number)
        used: Counter[Name] = Counter()
        cores = {bare(name) for name in group.names}
        for i in own.tolist():
            mention = story.mentions[i]
            if mention.kind == "name":
                name = name_of(" ".join(self._texts[mention.start : mention.end]))
                if name in group.names or bare(name) in cores:
                    used[name] += 1
        forms = dict(used.most_common()) or dict.fromkeys(sorted(group.names), 1)
        words = frozenset(word for name in forms for word in name if word not in CHARACTER_TITLES)
        first = group.first
        return Member(
            tuple(group.ids), first.type, group.gender, first.number, group.speaks, own, forms, words
        )

    def __len__(self) -> int:
        return len(self.members)

    @cached_property
    def _sentence_of(self) -> NDArray[np.int64]:
        """The sentence of each token."""
        starts = self._story.doc.to_array(["SENT_START"]).astype(np.int64).ravel() == 1
        starts[:1] = True
        return np.cumsum(starts) - 1

    @cached_property
    def sentences(self) -> list[NDArray[np.int64]]:
        """The sentence of each member's every mention."""
        return [self._sentence_of[self.heads[member.mentions]] for member in self.members]

    @cached_property
    def presence(self) -> sparse.csr_matrix:
        """How often each member is mentioned in each sentence; float64, shape (members, sentences)."""
        count = int(self._sentence_of[-1]) + 1 if len(self._sentence_of) else 0
        rows = np.repeat(np.arange(len(self)), [len(own) for own in self.sentences])
        columns = np.concatenate([*self.sentences, np.zeros(0, np.int64)])
        return sparse.csr_matrix((np.ones(len(rows)), (rows, columns)), shape=(len(self), count))

    @cached_property
    def together(self) -> NDArray[np.float64]:
        """In how many sentences two members both are; shape (members, members)."""
        there = (self.presence > 0).astype(np.float64)
        return np.asarray((there @ there.T).todense())

    def named_by(self, words: Iterable[str]) -> list[int]:
        """Return the members of whose names a text has a word, given its words in lower case."""
        said = set(words)
        return [number for number, member in enumerate(self.members) if member.words & said]


#: The retrievers that are asked.
RETRIEVERS = ("graph", "tfidf")
#: The most occurrences of a word that are used, spread over the book.
_OCCURRENCES = 400


class Book:
    """What questions on a book share."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.texts = tuple(token.text for token in story.doc)
        self.cast = Cast(story, self.texts)
        self.title = frozenset(name_of(story.title))

    @cached_property
    def index(self) -> StoryIndex:
        """The engine's arrays of the story."""
        return index(self.story)

    @cached_property
    def chunks(self) -> Chunks:
        """The chunks that retrievers choose from."""
        return cut(self.story)

    def retrieved(self, questions: Sequence[Question]) -> dict[str, NDArray[np.float64]]:
        """Return each retriever's scores; shape (questions, chunks)."""
        return {name: load_retriever(name)(self.chunks, questions) for name in RETRIEVERS}

    @property
    def sentence(self) -> NDArray[np.int32]:
        """The sentence of each token of the annotated text."""
        return self.index.tok[C.SENT]

    @cached_property
    def events(self) -> dict[int, list[tuple[int, str, frozenset[int]]]]:
        """By member of the cast the events that it takes part in: predicate, role, all members in it."""
        found: dict[int, list[tuple[int, str, frozenset[int]]]] = {}
        for event in self.story.facts.of("event"):
            part = [
                (term.role, int(self.cast.of_entity[term.entity])) for term in event.terms if term.entity >= 0
            ]
            members = frozenset(number for _, number in part if number >= 0)
            for role, number in part:
                if number >= 0:
                    found.setdefault(number, []).append((event.token, role, members))
        return found

    @cached_property
    def relations(self) -> dict[int, list[int]]:
        """By member of the cast the members to whom the story states a relation, once for each statement."""
        found: dict[int, list[int]] = {}
        for fact in self.story.facts.of("relation"):
            one, other = (int(self.cast.of_entity[term.entity]) for term in fact.terms)
            if min(term.entity for term in fact.terms) >= 0 and not fact.denied and -1 < one != other > -1:
                found.setdefault(one, []).append(other)
        return found

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The annotated text's tokens in lower case."""
        return tuple(text.lower() for text in self.texts)

    @cached_property
    def capital(self) -> NDArray[np.bool_]:
        """Which tokens begin with a capital."""
        return np.array([text[:1].isupper() for text in self.texts], np.bool_)

    @cached_property
    def _occurrences(self) -> tuple[Vocabulary, NDArray[np.intp], NDArray[np.intp]]:
        vocabulary = Vocabulary(self.words)
        codes = vocabulary.encode(self.words)
        order = np.argsort(codes, kind="stable")
        return vocabulary, order, np.searchsorted(codes[order], np.arange(len(vocabulary) + 1))

    def count(self, word: str) -> int:
        """Return how often a lower-case word stands in the book."""
        vocabulary, _, bounds = self._occurrences
        code = vocabulary.find(word)
        return int(bounds[code + 1] - bounds[code]) if code >= 0 else 0

    def occurrences(self, word: str) -> NDArray[np.intp]:
        """Return where a lower-case word stands, in tokens; of a frequent one every n-th place."""
        vocabulary, order, bounds = self._occurrences
        code = vocabulary.find(word)
        found = order[bounds[code] : bounds[code + 1]] if code >= 0 else order[:0]
        return found[:: max(1, len(found) // _OCCURRENCES)]
