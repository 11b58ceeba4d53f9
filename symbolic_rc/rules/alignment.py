"""How a query's words and terms align with a story's: by word, by entity, with reasons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.forks import cached_property
from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts import Facts, Term
from symbolic_rc.index import columns as C
from symbolic_rc.index.codes import kinds
from symbolic_rc.index.story_index import StoryIndex, match_words
from symbolic_rc.lexicon import names as first_names
from symbolic_rc.lexicon import nouns as noun_lexicon
from symbolic_rc.lexicon import wordnet
from symbolic_rc.lexicon.attribute_kinds import places_on_scale
from symbolic_rc.lexicon.english import DEFINITE, word_set
from symbolic_rc.match.kinds import REASONS, Kind
from symbolic_rc.question.parsed import context_of
from symbolic_rc.question.pattern import PARTITIVE
from symbolic_rc.question.query import Query, noun_with_its_first
from symbolic_rc.ranker.arrays import WordMatches
from symbolic_rc.ranker.entity_evidence import mark_kind
from symbolic_rc.rules.kernels import TermArrays, refer, spread_matches, term_similarities

#: A word that matches as well as this stands for the same word.
SAME_WORD = 0.85
#: A term of the story that is met so well is named in the question, and cannot answer it.
NAMED = 0.55
#: How well a mention meets a word that names its entity elsewhere.
_REFERRED = np.float32(0.9)
#: How well a term meets another of its kind that a modifier sets apart; and the relations of modifiers.
_ANOTHER, _MODIFYING = np.float32(0.25), ("amod", "nummod", "compound")
#: A name meets another from here on with all its words, whichever of them are taken for the heads.
_WHOLE_NAME = 0.95
#: The most nouns cached with a story.
_NOUNS = 256
#: In stories of at most this many tokens rare senses count where no common sense is of a kind of thing.
_SHORT = 400
#: Where the head of a term names no kind.
_NO_KIND = np.zeros(0, np.float32)
#: How well a noun is met by one for a kind of it: "an animal" by *a goat*; "the animal", where several are.
_KIND, _DEFINITE_KIND = 0.85, 0.65
#: Nouns too general to name a kind of thing.
TOO_WIDE = word_set("thing object person people part one way kind sort type name place time man woman")


@dataclass(frozen=True, slots=False, eq=False)
class Alignment:
    """A query's content words (w) against a story's tokens (n), entities (e) and terms of facts (t)."""

    query: Query
    facts: Facts
    best: NDArray[np.float32]  # (w, n): how well each word matches each token, 0 to 1
    kinds: NDArray[np.uint8]  # (w, n): the `Kind` of each match
    # (w, e + 1): how well each word matches the heads of an entity's names and nominals; last, for none, 0
    entity: NDArray[np.float32]
    # (n,): the tokens of the part of the story that the question is about; all, where it is about the whole
    allowed: NDArray[np.bool_]
    whole: Alignment | None = None  # with the whole story, where this has a part: it says how rare words are
    # for each word, by its row, how well nouns for kinds of it meet it, (n,): a goat is an animal
    of_kind: Mapping[int, NDArray[np.float32]] = field(default_factory=dict)
    # what patterns ask of a fact of the query, by fact; see `passes`
    prepared: dict[tuple[int, ...], Any] = field(default_factory=dict, init=False)
    # what `similarity` returned, by term; a rule that knows whom a term means may say so here
    similarities: dict[Term, NDArray[np.float32]] = field(default_factory=dict, init=False)

    @cached_property
    def row(self) -> dict[int, int]:
        """The row of each content word, by its token in the query."""
        return {token: row for row, token in enumerate(self.query.content)}

    @cached_property
    def _terms(self) -> TermArrays:
        arrays = self.facts.arrays
        return TermArrays(arrays.start, arrays.end, arrays.head, arrays.entity)

    def similarity(self, term: Term) -> NDArray[np.float32]:
        """Return how well each term of the story meets one of the query; see `kernels.term_similarities`."""
        if (known := self.similarities.get(term)) is not None:
            return known
        found = self.similarities[term] = np.zeros(len(self._terms.head), np.float32)
        rows = [self.row[i] for i in range(term.start, term.end) if i in self.row]
        if not rows:
            return found
        head = self.row.get(term.head, -1)
        of_kind = self.of_kind.get(head, _NO_KIND)
        term_similarities(np.array(rows), head, self.best, self.entity, of_kind, self._terms, found)
        if all(self.query.syntax.pos[self.query.content[row]] == "PROPN" for row in rows):
            whole = np.empty_like(found)  # parsers take the first or the last word of a name for its head
            term_similarities(np.array(rows), rows[-1], self.best, self.entity, _NO_KIND, self._terms, whole)
            np.maximum(found, whole, out=found, where=whole >= _WHOLE_NAME)
        syntax, heads = self.query.syntax, self._terms.head
        for c in syntax.children_of(term.head):  # *the eldest* is a son
            if syntax.deps[c] in _MODIFYING and c in self.row:
                same = np.flatnonzero(self.best[self.row[c], heads] >= SAME_WORD).tolist()
                found[[i for i in same if self.facts.syntax.pos[heads[i]] == "ADJ"]] = 1.0
        self._set_apart(term, head, found)
        return found

    def meets(self, term: Term, token: int) -> float:
        """Return how well a token of the story is what a term of the query names, by word or entity."""
        rows = [self.row[i] for i in range(term.start, term.end) if i in self.row]
        if not rows:
            return 0.0
        entity = self.facts.entity_of.get(token, -1)
        return float(max(self.best[rows, token].max(), self.entity[rows, entity].max()))

    def tells(self, term: Term) -> bool:
        """Whether a term of the query has a content word."""
        return any(i in self.row for i in range(term.start, term.end))

    def _set_apart(self, term: Term, head: int, found: NDArray[np.float32]) -> None:
        """Lower how well terms meet one that a modifier sets apart: the red car is not the blue car."""
        own = _modifiers(self.query.syntax, term.head) if head >= 0 else frozenset[str]()
        if not own:
            return
        others, same = set[int](), set[int]()
        for token in np.flatnonzero(self.best[head] >= SAME_WORD).tolist():
            modifiers = _modifiers(self.facts.syntax, token)
            if not own.isdisjoint(modifiers):
                same.add(token)
            elif any(_are_contrary(one, other) for one in own for other in modifiers):
                others.add(token)
        if not others:
            return
        entities = [{self.facts.entity_of.get(token, -1) for token in some} for some in (others, same)]
        apart = list(entities[0] - entities[1] - {-1})
        terms = self._terms
        lowered = np.isin(terms.head, list(others)) | np.isin(terms.entity, apart)
        np.minimum(found, _ANOTHER, out=found, where=lowered)

    @cached_property
    def nearest(self) -> NDArray[np.float32]:
        """How well each token is met by the word of the query that it meets best; shape (n,)."""
        return self.best.max(axis=0, initial=0.0)

    @cached_property
    def asked_about(self) -> NDArray[np.float32]:
        """How well each term of the story, which then is no answer, meets one of the query; shape (t,)."""
        given = [term for fact in self.query.facts for term in fact.terms]
        given = [term for term in given if not self.query.is_variable(term)]
        best = np.zeros(len(self._terms.head), np.float32)
        for term in given:
            np.maximum(best, self.similarity(term), out=best)
        return best

    @cached_property
    def sentence_support(self) -> NDArray[np.float32]:
        """How much of the query each sentence tells, rarer words counting more; shape (sentences,)."""
        here = self.by_sentence
        spread = ((self.whole or self).by_sentence > 0.5).sum(axis=1)
        return (here / np.log2(2.0 + spread)[:, None]).sum(axis=0).astype(np.float32)

    @property
    def referred(self) -> NDArray[np.float32]:
        """How well each word matches each token, or what the token refers to; shape (w, n)."""
        return self._referred[0]

    @property
    def by_sentence(self) -> NDArray[np.float32]:
        """How well each word matches each sentence at best; shape (w, sentences)."""
        return self._referred[1]

    @cached_property
    def _referred(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        facts, words = self.facts, len(self.best)
        found = np.empty_like(self.best), np.zeros((words, len(facts.sentence_starts)), np.float32)
        refer(facts.mention_heads, self.allowed, facts.sentence_of, self.best, self.entity, _REFERRED, *found)
        return found

    @cached_property
    def spread(self) -> NDArray[np.int64]:
        """The number of tokens of the story that each word matches well; shape (w,)."""
        return (((self.whole or self).best) > 0.5).sum(axis=1)

    def reason(self, row: int, token: int) -> str:
        """Return why a word of the query matches a token of the story, in a phrase; empty if it does not."""
        return REASONS[Kind(int(self.kinds[row, token]))] if self.best[row, token] > 0 else ""


def _modifiers(syntax: Syntax, token: int) -> frozenset[str]:
    """Return the adjectives before a noun."""
    before = (c for c in syntax.children_of(token) if c < token)
    return frozenset(syntax.lowers[c] for c in before if syntax.deps[c] in _MODIFYING)


@lru_cache(maxsize=16384)
def _are_contrary(one: str, other: str) -> bool:
    """Whether two modifiers exclude each other: colours, nationalities, ordinals, opposites."""
    places = places_on_scale(one, other)
    return places is not None and places[0] != places[1]


def align(query: Query, facts: Facts, story: StoryIndex) -> Alignment:
    """Match a query's words with a story's."""
    content, starts, sections = query.content, story.chars[:, 0], context_of(query.question)
    inside = [(starts >= start) & (starts < end) for start, end in sections]
    allowed = np.any(inside, axis=0) if sections else np.zeros(len(starts), np.bool_)
    allowed = allowed if allowed.any() else np.ones(len(starts), np.bool_)
    n = story.tok.shape[1]
    best = np.zeros((len(content), n), np.float32)
    reasons = np.zeros((len(content), n), np.uint8)
    entity = np.zeros((len(content), len(facts.entities) + 1), np.float32)
    if content:
        found = match_words(story, query.content_words)
        relation = found.relation
        at_name = _first_names(facts, story)[relation.positions]
        small = [query.syntax.words[i].islower() for i in content]
        apart = at_name & np.repeat(small, np.diff(relation.indptr))  # "who paid the bill" does not name Bill
        weights = np.where(apart, np.float32(0), relation.weights)
        matches = WordMatches(relation.indptr, relation.positions, weights)
        spread_matches(matches, found.kinds, facts.mention_heads, allowed, best, reasons, entity)
    return Alignment(query, facts, best, reasons, entity, allowed, None, _of_kind(query, facts, story))


def _first_names(facts: Facts, story: StoryIndex) -> NDArray[np.bool_]:
    """Return which tokens are persons' first names that are words of another kind: Bill, Hope, Mark."""
    found: NDArray[np.bool_] | None = story.memo.get("first names")
    if found is None:
        syntax, found = facts.syntax, np.zeros(len(facts.syntax), np.bool_)
        for token, entity in facts.entity_of.items():
            if facts.entities[entity].type == "PERSON" and syntax.pos[token] == "PROPN":
                low = syntax.lowers[token]
                word = wordnet().has(low) and noun_lexicon().animacy(low) != "person"
                found[token] = word and first_names().is_first_name(low)
        story.memo["first names"] = found
    return found


def _of_kind(query: Query, facts: Facts, story: StoryIndex) -> dict[int, NDArray[np.float32]]:
    """Return for each noun of a query how well it is met by nouns for kinds of it: a goat is an animal."""
    syntax, found = query.syntax, {}
    for row, token in enumerate(query.content):
        if syntax.pos[token] != "NOUN" or syntax.deps[token] == "nmod":
            continue
        noun = kind_named(syntax, token)
        matches = _kinds_stated(facts, story, noun) if noun not in TOO_WIDE else None
        if matches is not None:
            before = (syntax.lowers[c] for c in syntax.children_of(token) if c < token)
            found[row] = matches[any(word in DEFINITE for word in before)]
    return found


def _kinds_stated(
    facts: Facts, story: StoryIndex, noun: str
) -> tuple[NDArray[np.float32], NDArray[np.float32]] | None:
    """How well tokens are nouns for kinds of a noun, without and with a definite article; None for none."""
    known: dict[str, Any] = story.memo.setdefault("hyponyms", {})
    if noun not in known:
        if len(known) >= _NOUNS:
            known.clear()
        nouns = story.tok[C.POS] == C.P_NOUN
        under = nouns_under(story, noun) & nouns
        if not under.any() and len(nouns) <= _SHORT and noun_lexicon().animacy(noun) == "thing":
            heads = np.flatnonzero(nouns)
            under[heads] = [is_under(facts.syntax.lemmas[i], noun) for i in heads.tolist()]
        told = {facts.syntax.lemmas[i].lower() for i in np.flatnonzero(under).tolist()}
        only = len(told) == 1 and noun not in told
        worth = (_KIND, _KIND if only else _DEFINITE_KIND)
        known[noun] = tuple(np.where(under, one, 0).astype(np.float32) for one in worth) if told else None
    return known[noun]


def kind_named(syntax: Syntax, token: int) -> str:
    """Return the noun by which a kind is named, of several words where WordNet has them."""
    partitive = syntax.lowers[token + 1 : token + 2] == ["of"] and syntax.lemmas[token].lower() in PARTITIVE
    if partitive and token + 2 < len(syntax):
        return syntax.lemmas[token + 2].lower()
    return noun_with_its_first(syntax, token)


def nouns_under(story: StoryIndex, noun: str) -> NDArray[np.bool_]:
    """Return which tokens of a story are hyponyms of a noun in WordNet; bool, shape (n,)."""
    known: dict[str, NDArray[np.bool_]] = story.memo.setdefault("nouns under", {})
    if noun not in known:
        if len(known) >= _NOUNS:
            known.clear()
        known[noun] = np.zeros(story.tok.shape[1], np.bool_)
        mark_kind(story.hypernym_bounds, story.hypernyms, np.array(kinds(noun), np.int32), known[noun])
    return known[noun]


@lru_cache(maxsize=16384)
def is_under(noun: str, kind: str) -> bool:
    """Whether some sense of a noun is of a kind, however rare it is: a *ring* may be jewellery."""
    return not _kinds_above(noun).isdisjoint(wordnet().synsets(kind, "n"))


@lru_cache(maxsize=8192)
def _kinds_above(noun: str) -> frozenset[int]:
    """Return the synsets of a noun with all that are above them."""
    words = wordnet()
    return frozenset(above for synset in words.synsets(noun, "n") for above in words.ancestors(synset))
