"""Typing errors, as people make them: one slip of the finger in one word."""

from __future__ import annotations

import random
import re

from symbolic_rc.question.spelling import NEIGHBOURS

_WORD = re.compile(r"[A-Za-z]+")
#: Words of fewer letters are left alone.
_FEWEST = 4


def slipped(text: str, chance: random.Random) -> str:
    """Return a text with one typing error in one of its words of four letters and more.

    Two letters exchanged, one left out, one typed twice, or one taken for its neighbour on the keyboard; the
    first letter of a word stays, as most often in fact.
    """
    fit = [match for match in _WORD.finditer(text) if len(match[0]) >= _FEWEST]
    if not fit:
        return text
    match = chance.choice(fit)
    makers = [exchanged, left_out, doubled, neighbouring]
    chance.shuffle(makers)
    made = next((one for one in (make(match[0], chance) for make in makers) if one != match[0]), match[0])
    return text[: match.start()] + made + text[match.end() :]


def exchanged(word: str, chance: random.Random) -> str:
    """Return a word with two letters behind its first exchanged, if any two differ."""
    places = [i for i in range(1, len(word) - 1) if word[i] != word[i + 1]]
    if not places:
        return word
    i = chance.choice(places)
    return word[:i] + word[i + 1] + word[i] + word[i + 2 :]


def left_out(word: str, chance: random.Random) -> str:
    """Return a word without one of the letters behind its first."""
    i = chance.randrange(1, len(word))
    return word[:i] + word[i + 1 :]


def doubled(word: str, chance: random.Random) -> str:
    """Return a word with one letter typed twice."""
    i = chance.randrange(1, len(word))
    return word[:i] + word[i] + word[i:]


def neighbouring(word: str, chance: random.Random) -> str:
    """Return a word with one letter behind its first taken for its neighbour on the keyboard."""
    i = chance.randrange(1, len(word))
    near = chance.choice(sorted(NEIGHBOURS[word[i].lower()]))
    return word[:i] + (near.upper() if word[i].isupper() else near) + word[i + 1 :]
