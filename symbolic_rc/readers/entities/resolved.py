"""Entities of a story by its coreference layer: names that refer to one thing, with all else that does."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.entity import Mention
from symbolic_rc.readers.entities.capitalised import capitalised, has_markers, name_spans
from symbolic_rc.readers.entities.named import NamedEntity
from symbolic_rc.readers.stopwords import STOPWORDS
from symbolic_rc.story import Story

Span = tuple[int, int]
#: What the names of one entity share: the number of a coreference cluster, or a name that is in none.
_Key = int | str


def resolved(story: Story) -> list[NamedEntity]:
    """Return the named entities of the story's coreference layer, with all their mentions.

    A name is a run of capitalised words, as `capitalised` finds it, which is what data sets give as answers;
    the layer's own mentions are whole noun phrases ("the mayor Ada Holm of Quill"). Names are one entity
    where the mentions that they head are in one cluster. A name that heads none goes with those that
    `capitalised` has as the same entity. Pronouns and nominals of the cluster are mentions of one token,
    their head. In text with ``@entity`` markers the markers alone say which names are one entity.
    """
    if has_markers(story.tokens):
        return capitalised(story)
    heads = _light_tokens(story, [mention.head for mention in story.mentions])
    spans = name_spans(story.tokens)
    named = {head: mention.entity for head, mention in _by_head(story, heads, "name")}
    spans = sorted({*spans, *_missed(story, spans, named)})
    groups: dict[_Key, list[Span]] = defaultdict(list)
    for span, key in zip(spans, _keys(story, spans, named), strict=True):
        groups[key].append(span)
    others: dict[_Key, list[Span]] = defaultdict(list)
    for kind in ("pronoun", "nominal"):
        for head, mention in _by_head(story, heads, kind):
            others[mention.entity].append((head, head + 1))
    found = [_entity(story, own, others[key]) for key, own in groups.items()]
    return sorted(found, key=lambda entity: entity.spans[0])


def _light_tokens(story: Story, tokens: Sequence[int]) -> NDArray[np.int64]:
    """Return the light tokens in which tokens of the annotated text begin."""
    places = story.chars[np.array(tokens, np.int64), 0] if len(tokens) else np.zeros(0, np.int64)
    return np.searchsorted(story.tokens.starts, places, side="right") - 1


def _by_head(story: Story, heads: NDArray[np.int64], kind: str) -> Iterator[tuple[int, Mention]]:
    """Yield the mentions of a kind with the light token of their head."""
    for head, mention in zip(heads.tolist(), story.mentions, strict=True):
        if mention.kind == kind and head >= 0:
            yield head, mention


def _missed(story: Story, spans: Sequence[Span], named: dict[int, int]) -> set[Span]:
    """Return the capitalised runs around heads of names that `name_spans` does not take for names."""
    words = story.tokens.words
    covered = {i for start, end in spans for i in range(start, end)}

    def is_free(i: int) -> bool:
        return i not in covered and words[i][0].isupper() and words[i].lower() not in STOPWORDS

    found = set()
    for head in filter(is_free, named):
        start, end = head, head + 1
        while start > 0 and is_free(start - 1):
            start -= 1
        while end < len(words) and is_free(end):
            end += 1
        found.add((start, end))
        covered.update(range(start, end))
    return found


def _keys(story: Story, spans: Sequence[Span], named: dict[int, int]) -> list[_Key]:
    """Return what tells each name's entity: its cluster, or that of its namesakes, or its own form."""
    words = story.tokens.words
    clusters = [
        next((named[i] for i in range(end - 1, start - 1, -1) if i in named), None) for start, end in spans
    ]
    namesakes = {span: one.name for one in capitalised(story) for span in one.spans}
    forms = [namesakes.get(span) or " ".join(words[slice(*span)]) for span in spans]
    votes: dict[str, Counter[int]] = defaultdict(Counter)
    for form, cluster in zip(forms, clusters, strict=True):
        if cluster is not None:
            votes[form][cluster] += 1
    return [
        cluster if cluster is not None else (votes[form].most_common(1)[0][0] if votes[form] else form)
        for form, cluster in zip(forms, clusters, strict=True)
    ]


def _entity(story: Story, names: Sequence[Span], others: Sequence[Span]) -> NamedEntity:
    forms = Counter(" ".join(story.tokens.words[start:end]) for start, end in names)
    fullest = max(forms, key=lambda form: (len(form.split()), forms[form]))
    rest = {*names, *others} - {names[0]}
    return NamedEntity(fullest, frozenset(map(str.lower, forms)), (names[0], *sorted(rest)))
