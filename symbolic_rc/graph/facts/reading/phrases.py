"""Noun phrases by their words alone, and the key under which the state of a story keeps what they name.

The state of a story is kept by name, not by entity: "the kitchen" is one place however often it is mentioned.
A key is the phrase's words as dictionary forms, without its determiner: ``box of chocolate``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.lexicon import wordnet
from symbolic_rc.lexicon.english import PHRASE_DETERMINERS, TIME_ADVERBS

_NOMINAL = ("NOUN", "PROPN", "ADJ", "NUM")
#: Maximum length of a phrase, in tokens.
_LONGEST = 8
_OPENING = PHRASE_DETERMINERS | {"which", "what"}


@lru_cache(maxsize=1 << 15)
def _dictionary_form(word: str) -> str:
    """Return a lower-case word as it stands in a dictionary of nouns: ``mouse`` of "mice"."""
    return min(wordnet().base(word, "n"), key=len, default=word)


def key_of(words: Sequence[str]) -> str:
    """Return the key of a phrase's words.

    >>> key_of(["the", "box", "of", "chocolates"])
    'box of chocolate'
    """
    kept = [word.lower() for word in words if word.lower() not in PHRASE_DETERMINERS]
    return " ".join(_dictionary_form(word) for word in kept if any(map(str.isalnum, word)))


def phrase_from(syntax: Syntax, start: int, stop: int) -> tuple[int, int]:
    """Return the noun phrase that begins at a token, by parts of speech alone; empty where none does."""
    at = start
    stop = min(stop, start + _LONGEST)
    while at < stop and syntax.lowers[at] in _OPENING:
        at += 1
    first = at
    while at < stop and syntax.pos[at] in _NOMINAL and syntax.lowers[at] not in TIME_ADVERBS:
        at += 1
    while at > first and syntax.pos[at - 1] == "ADJ" and at - 1 > first:
        at -= 1
    if at == first:
        return start, start
    if at + 1 < stop and (syntax.lowers[at] == "of" or syntax.tags[at] == "POS"):
        inner = phrase_from(syntax, at + 1, stop)
        if inner[1] > inner[0]:
            return start, inner[1]
    return start, at


def phrase_to(syntax: Syntax, end: int, begin: int) -> tuple[int, int]:
    """Return the noun phrase that ends before a token, by parts of speech alone; empty where none does."""
    at = end
    begin = max(begin, end - _LONGEST)
    while at > begin and syntax.pos[at - 1] in _NOMINAL:
        at -= 1
    if at == end:
        return end, end
    while at > begin and syntax.lowers[at - 1] in PHRASE_DETERMINERS:
        at -= 1
    return at, end


def head_of(syntax: Syntax, start: int, end: int) -> int:
    """Return the head of a noun phrase that `phrase_from` or `phrase_to` found: the noun before "of"."""
    behind = [token for token in range(start + 1, end) if syntax.lowers[token] == "of"]
    return (behind[0] if behind else end) - 1


def sentence_start(syntax: Syntax, token: int) -> int:
    """Return the first token of a token's sentence."""
    return int(np.searchsorted(syntax.sentences, syntax.sentences[token]))


def sentence_end(syntax: Syntax, token: int) -> int:
    """Return the token behind a token's sentence."""
    return int(np.searchsorted(syntax.sentences, syntax.sentences[token], "right"))


def name_at(syntax: Syntax, token: int) -> tuple[int, int]:
    """Return the name of which a token is a part: the proper nouns on both sides of it."""
    start, end, sentence = token, token + 1, syntax.sentences[token]
    while start > 0 and syntax.pos[start - 1] == "PROPN" and syntax.sentences[start - 1] == sentence:
        start -= 1
    while end < len(syntax) and syntax.pos[end] == "PROPN" and syntax.sentences[end] == sentence:
        end += 1
    return start, end
