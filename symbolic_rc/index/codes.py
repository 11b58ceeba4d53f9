"""Words, parts of speech and roles as integers."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=8192)
def word_code(word: str) -> int:
    """Return the number that stands for a word, lemma, tag or entity label in the arrays."""
    from spacy.strings import hash_string  # type: ignore[attr-defined]

    return fold(hash_string(word)) if word else 0


def fold(value: int) -> int:
    """Fold a 64-bit hash into 31 bits."""
    return (value ^ (value >> 31)) & 0x7FFFFFFF


def part_letter(part: str) -> str:
    """Return WordNet's letter for a part of speech, or an empty string."""
    return {"NOUN": "n", "PROPN": "n", "VERB": "v", "AUX": "v", "ADJ": "a", "ADV": "r"}.get(part, "")


_ROLES = ("ARG0", "ARG1", "ARG2", "ARG3", "ARG4", "ARG5", "ARGM-TMP", "ARGM-LOC", "ARGM-CAU", "ARGM-MNR",
          "ARGM-PRP", "ARGM-DIR", "ARGM-ADV", "ARGM-GOL", "ARGM-EXT", "ARGM-COM")  # fmt: skip
_ROLE = {name: i + 1 for i, name in enumerate(_ROLES)}


def role_code(role: str) -> int:
    """Return a role as a small integer; 0 for those that no question asks for."""
    return _ROLE.get(role.removeprefix("C-").removeprefix("R-"), 0)
