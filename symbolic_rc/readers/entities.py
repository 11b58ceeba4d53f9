"""The entities of a story, as readers need them: a function ``Story -> list of NamedEntity``.

By capital letters (NarrativeQA, section 5.1), or by the coreference layer."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from operator import not_

import numpy as np

from symbolic_rc.core.tokens import Tokens, grouped
from symbolic_rc.lexicon import names as name_lists
from symbolic_rc.lexicon.english import STOPWORDS
from symbolic_rc.readers.reader import folded, words_of
from symbolic_rc.story import Story


@dataclass(frozen=True, slots=True)
class NamedEntity:
    """An entity of a story: the fullest form of its name, all forms in lower case, and its mentions.

    The `spans` of mentions are in tokens of ``story.tokens``; the first mention by name, by which readers
    answer, comes first, then all others in order of the text.
    """

    name: str
    names: frozenset[str]
    spans: tuple[tuple[int, int], ...]

    def is_in(self, asked: str) -> bool:
        """Return whether a text, `folded` and with spaces around it, names the entity."""
        return any(f" {folded(name)} " in asked for name in self.names)


EntitySource = Callable[[Story], list[NamedEntity]]


class EntityNames:
    """The names of a story's entities, to be found in other texts."""

    def __init__(self, entities: Sequence[NamedEntity]) -> None:
        self._forms: dict[tuple[str, ...], int] = {}
        for number, entity in enumerate(entities):
            for name in sorted(entity.names):
                if words := tuple(words_of(name)):
                    self._forms.setdefault(words, number)
        self._longest = max(map(len, self._forms), default=0)

    def find(self, tokens: Sequence[str]) -> list[tuple[int, int, int]]:
        """Return where tokens name an entity: start, end (exclusive) and the entity's number.

        The longest name is taken. A name begins with a capital letter or is a marker.
        """
        words = [(word, i) for i, token in enumerate(tokens) for word in words_of(token)]
        found, at = [], 0
        while at < len(words):
            start = words[at][1]
            named = tokens[start][0].isupper() or tokens[start][0] == "@"
            for length in range(min(self._longest, len(words) - at) if named else 0, 0, -1):
                entity = self._forms.get(tuple(word for word, _ in words[at : at + length]))
                if entity is not None:
                    found.append((start, words[at + length - 1][1] + 1, entity))
                    at += length
                    break
            else:
                at += 1
        return found


_MARKER = re.compile(r"@entity\d+")
_NAME = re.compile(r"[^\W\d_]")


def capitalised(story: Story) -> list[NamedEntity]:
    """Return the entities that capital letters (or ``@entity`` markers) show, in order of first mention.

    A run of capitalised words is a name. A word at a sentence's start counts where the story writes it with
    a capital more than once and never in lower case. Equal names are one entity, and so is a shorter name
    with the one longer name that holds it ("Quill", "Marta Quill").
    """
    words = story.tokens.words
    places = grouped((" ".join(words[start:end]), (start, end)) for start, end in name_spans(story.tokens))
    groups = grouped((_fullest(name, places), name) for name in places)
    found = []
    for name, forms in groups.items():
        spans = sorted(span for form in forms for span in places[form])
        found.append(NamedEntity(name, frozenset(map(str.lower, forms)), tuple(spans)))
    return sorted(found, key=lambda entity: entity.spans[0])


def _fullest(name: str, names: Iterable[str]) -> str:
    """Return the fullest name that holds this one, going up while there is only one next."""
    while True:
        longer = [other for other in names if other != name and f" {name} " in f" {other} "]
        if len(longer) != 1:
            return name
        name = longer[0]


def name_spans(tokens: Tokens) -> list[tuple[int, int]]:
    """Return the runs of capitalised words that are names; where there are markers, the markers alone."""
    words = tokens.words
    marked = [(i, i + 1) for i, word in enumerate(words) if _MARKER.fullmatch(word)]
    if marked:
        return marked
    initial = _sentence_starts(tokens)
    spans: list[tuple[int, int]] = []
    for i, is_name in enumerate(_are_names(words, initial)):
        if is_name and not initial[i] and spans and spans[-1][1] == i:
            spans[-1] = spans[-1][0], i + 1
        elif is_name:
            spans.append((i, i + 1))
    return spans


def _are_names(words: Sequence[str], initial: Sequence[bool]) -> Iterator[bool]:
    """Yield whether each word is a name or part of one, by its capital and how it is written elsewhere."""
    inside = set(compress(words, map(not_, initial)))
    initials = Counter(compress(words, initial))
    lower = {word for word in words if word[0].islower()}
    for word, first in zip(words, initial, strict=True):
        small = word.lower()
        capital = word[0].isupper() and _NAME.match(word) is not None
        if not capital or not STOPWORDS.isdisjoint({small, small.split("'")[0]}):
            yield False
        else:
            yield not first or ((word in inside or initials[word] > 1) and small not in lower)


def _sentence_starts(tokens: Tokens) -> list[bool]:
    """Say of each token whether a capital there means nothing: after a stop, an opening quote, a colon."""
    initial = [False] * len(tokens)
    for start, end in zip(tokens.sentences[:-1].tolist(), tokens.sentences[1:].tolist(), strict=True):
        fresh = True
        for i in range(start, end):
            initial[i] = fresh
            if tokens.words[i][0].isalnum():
                fresh = False
            elif tokens.words[i] in {'"', "“", "``", ":"}:
                fresh = True
    return initial


Span = tuple[int, int]
#: The key of one entity's names: the number of a coreference cluster, or a name that is in none.
_Key = int | str


def resolved(story: Story) -> list[NamedEntity]:
    """Return the named entities of the story's coreference layer, with all their mentions.

    A name is a run of capitalised words, as `capitalised` finds it, which is what data sets give as answers;
    the layer's own mentions are whole noun phrases ("the mayor Ada Holm of Quill"). Names are one entity
    where their mentions are in one cluster. A name without a mention goes with those that `capitalised` has
    as the same entity. Pronouns and nominals of the cluster are mentions of one token, their head. In text
    with ``@entity`` markers the markers alone say which names are one entity.
    """
    if any(map(_MARKER.fullmatch, story.tokens.words)):
        return capitalised(story)
    spans, clusters = _named_spans(story)
    groups = grouped(zip(_keys(story, spans, clusters), spans, strict=True))
    others: dict[_Key, list[Span]] = defaultdict(list)
    for mention in story.mentions:
        if mention.kind != "name" and (head := _light_token(story, mention.head)) >= 0:
            others[mention.entity].append((head, head + 1))
    found = [_entity(story, own, others[key]) for key, own in groups.items()]
    return sorted(found, key=lambda entity: entity.spans[0])


def _light_token(story: Story, token: int) -> int:
    """Return the light token in which a token of the annotated text begins."""
    return int(np.searchsorted(story.tokens.starts, story.chars[token, 0], side="right")) - 1


def _named_spans(story: Story) -> tuple[list[Span], dict[Span, int]]:
    """Return the names of a story, the layer's at sentences' starts too, and the clusters of its mentions."""
    spans = name_spans(story.tokens)
    owner = {i: span for span in spans for i in range(*span)}
    clusters: dict[Span, int] = {}
    for mention in story.mentions:
        if mention.kind != "name":
            continue
        head, first, last = (_light_token(story, i) for i in (mention.head, mention.start, mention.end - 1))
        span = owner.get(head) or next((owner[i] for i in range(first, last + 1) if i in owner), None)
        span = _adjusted(story.tokens.words, span, head, first, last)
        if span is not None:
            owner |= dict.fromkeys(range(*span), span)
            clusters.setdefault(span, mention.entity)
    return sorted(set(owner.values())), clusters


def _adjusted(words: Sequence[str], span: Span | None, head: int, first: int, last: int) -> Span | None:
    """Return a mention's name with the first name before it, or else the capitals from its head on."""
    if span is not None:
        before = first == span[0] - 1 and name_lists().is_first_name(words[first].lower())
        return (first, span[1]) if before else span
    if not words[head][0].isupper() or words[head].lower() in STOPWORDS:
        return None
    end = head + 1
    while end <= last and words[end][0].isupper():
        end += 1
    return head, end


def _keys(story: Story, spans: Sequence[Span], clusters: Mapping[Span, int]) -> list[_Key]:
    """Return what tells each name's entity: its cluster, or that of its namesakes, or its own form."""
    namesakes = {span: one.name for one in capitalised(story) for span in one.spans}
    forms = [namesakes.get(span) or " ".join(story.tokens.words[slice(*span)]) for span in spans]
    votes: dict[str, Counter[int]] = defaultdict(Counter)
    for span, form in zip(spans, forms, strict=True):
        if span in clusters:
            votes[form][clusters[span]] += 1
    likely = {form: counts.most_common(1)[0][0] for form, counts in votes.items()}
    return [clusters.get(span, likely.get(form, form)) for span, form in zip(spans, forms, strict=True)]


def _entity(story: Story, names: Sequence[Span], others: Sequence[Span]) -> NamedEntity:
    forms = Counter(" ".join(story.tokens.words[start:end]) for start, end in names)
    fullest = max(forms, key=lambda form: (len(form.split()), forms[form]))
    rest = {*names, *others} - {names[0]}
    return NamedEntity(fullest, frozenset(map(str.lower, forms)), (names[0], *sorted(rest)))


_SOURCES: dict[str, EntitySource] = {"capitals": capitalised, "coref": resolved}


def entity_source(name: str, own: EntitySource = capitalised) -> EntitySource:
    """Return `capitalised` or `resolved` by the option's value, the reader's own where that is empty."""
    return _SOURCES[name] if name else own
