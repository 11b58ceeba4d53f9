"""Entities of a story without any model: runs of capitalised words (NarrativeQA, section 5.1)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from symbolic_rc.core.tokens import Tokens
from symbolic_rc.lexicon.english import STOPWORDS
from symbolic_rc.readers.entities.named import NamedEntity
from symbolic_rc.story import Story

_MARKER = re.compile(r"@entity\d+")
_NAME = re.compile(r"[^\W\d_]")


def capitalised(story: Story) -> list[NamedEntity]:
    """Return the entities that capital letters (or ``@entity`` markers) show, in order of first mention.

    A run of capitalised words is a name. A word at a sentence's start counts where the story writes it with
    a capital more than once and never in lower case. Equal names are one entity, and so is a shorter name
    with the one longer name that holds it ("Quill", "Marta Quill").

    Parameters
    ----------
    story : Story
        The story.
    """
    places: dict[str, list[tuple[int, int]]] = {}
    for start, end in name_spans(story.tokens):
        places.setdefault(" ".join(story.tokens.words[start:end]), []).append((start, end))
    groups: dict[str, list[str]] = {}
    for name in places:
        groups.setdefault(_fullest(name, places), []).append(name)
    found = [
        NamedEntity(
            name,
            frozenset(form.lower() for form in forms),
            tuple(sorted(span for form in forms for span in places[form])),
        )
        for name, forms in groups.items()
    ]
    return sorted(found, key=lambda entity: entity.spans[0])


def _fullest(name: str, names: Iterable[str]) -> str:
    """Return the fullest name that holds this one, going up while there is only one next."""
    while True:
        longer = [other for other in names if other != name and f" {name} " in f" {other} "]
        if len(longer) != 1:
            return name
        name = longer[0]


def has_markers(tokens: Tokens) -> bool:
    """Tell whether a story's names are ``@entity`` markers."""
    return any(map(_MARKER.fullmatch, tokens.words))


def name_spans(tokens: Tokens) -> list[tuple[int, int]]:
    """Return the runs of capitalised words that are names; where there are markers, the markers alone."""
    words = tokens.words
    marked = [(i, i + 1) for i, word in enumerate(words) if _MARKER.fullmatch(word)]
    if marked:
        return marked
    initial = _sentence_starts(tokens)
    inside = Counter(word for i, word in enumerate(words) if not initial[i] and word[0].isupper())
    initials = Counter(word for i, word in enumerate(words) if initial[i])
    lower = {word for word in words if word[0].islower()}

    def is_name(i: int) -> bool:
        word = words[i]
        if not word[0].isupper() or not _NAME.match(word):
            return False
        folded = word.lower()
        if folded in STOPWORDS or folded.split("'")[0] in STOPWORDS:
            return False
        return not initial[i] or ((inside[word] > 0 or initials[word] > 1) and folded not in lower)

    spans, i = [], 0
    while i < len(words):
        if not is_name(i):
            i += 1
            continue
        end = i + 1
        while end < len(words) and not initial[end] and is_name(end):
            end += 1
        spans.append((i, end))
        i = end
    return spans


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
