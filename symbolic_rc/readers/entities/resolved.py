"""Entities of a story by its coreference layer: names that refer to one thing, with all else that does."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from symbolic_rc.lexicon import names
from symbolic_rc.lexicon.english import STOPWORDS
from symbolic_rc.readers.entities.capitalised import capitalised, has_markers, name_spans
from symbolic_rc.readers.entities.named import NamedEntity
from symbolic_rc.story import Story

Span = tuple[int, int]
#: What the names of one entity share: the number of a coreference cluster, or a name that is in none.
_Key = int | str


def resolved(story: Story) -> list[NamedEntity]:
    """Return the named entities of the story's coreference layer, with all their mentions.

    A name is a run of capitalised words, as `capitalised` finds it, which is what data sets give as answers;
    the layer's own mentions are whole noun phrases ("the mayor Ada Holm of Quill"). Names are one entity
    where their mentions are in one cluster. A name without a mention goes with those that `capitalised` has
    as the same entity. Pronouns and nominals of the cluster are mentions of one token, their head. In text
    with ``@entity`` markers the markers alone say which names are one entity.

    Parameters
    ----------
    story : Story
        The story.
    """
    if has_markers(story.tokens):
        return capitalised(story)
    spans, clusters = _names(story)
    groups: dict[_Key, list[Span]] = defaultdict(list)
    for span, key in zip(spans, _keys(story, spans, clusters), strict=True):
        groups[key].append(span)
    others: dict[_Key, list[Span]] = defaultdict(list)
    for mention in story.mentions:
        if mention.kind != "name" and (head := _light_token(story, mention.head)) >= 0:
            others[mention.entity].append((head, head + 1))
    found = [_entity(story, own, others[key]) for key, own in groups.items()]
    return sorted(found, key=lambda entity: entity.spans[0])


def _light_token(story: Story, token: int) -> int:
    """Return the light token in which a token of the annotated text begins."""
    return int(np.searchsorted(story.tokens.starts, story.chars[token, 0], side="right")) - 1


def _names(story: Story) -> tuple[list[Span], dict[Span, int]]:
    """Return the names of a story, and the clusters of those that are mentions of the coreference layer.

    Names at a sentence's start that `name_spans` leaves out are added where the layer has them: the run of
    capitals around a mention's head, or the first name before a surname.
    """
    words = story.tokens.words
    spans = name_spans(story.tokens)
    owner = {i: span for span in spans for i in range(*span)}
    clusters: dict[Span, int] = {}
    for mention in story.mentions:
        if mention.kind != "name":
            continue
        head, first, last = (_light_token(story, i) for i in (mention.head, mention.start, mention.end - 1))
        span = owner.get(head) or next((owner[i] for i in range(first, last + 1) if i in owner), None)
        if span is None and words[head][0].isupper() and words[head].lower() not in STOPWORDS:
            span = head, head + 1
            while span[1] <= last and words[span[1]][0].isupper():
                span = head, span[1] + 1
        elif span and first == span[0] - 1 and names().is_first_name(words[first].lower()):
            span = first, span[1]
        if span is not None:
            owner |= dict.fromkeys(range(*span), span)
            clusters.setdefault(span, mention.entity)
    return sorted(set(owner.values())), clusters


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
