"""Words of a question that say of which time it asks: now, at first, before, in the end."""

from __future__ import annotations

from collections.abc import Sequence

from spacy.tokens import Token

from symbolic_rc.frames.statement import Statement

#: Phrases at the end of a question, or behind its first verb, with the end of the story that they point to.
_PHRASES = {
    ("now",): "last", ("today",): "last", ("later",): "last", ("finally",): "last", ("last",): "last",
    ("in", "the", "end"): "last", ("at", "last"): "last", ("at", "present"): "last", ("by", "now"): "last",
    ("at", "first"): "first", ("first",): "first", ("before",): "first", ("originally",): "first",
    ("earlier",): "first", ("in", "the", "beginning"): "first", ("formerly",): "first", ("once",): "first",
    ("at", "the", "end"): "last", ("at", "the", "beginning"): "first",
}  # fmt: skip
_WITHIN = {"now": "last", "originally": "first", "finally": "last", "first": "first"}


def without_time(words: Sequence[Token]) -> tuple[tuple[Token, ...], str]:
    """Return a question without such a word, and whether it asks for what was ``first`` or ``last`` so.

    Examples
    --------
    "Where is Ada now?" is read as "Where is Ada?" of the last time that the story tells.
    """
    low = [token.lower_ for token in words]
    end = len(low) - (low[-1:] == ["?"])
    if low[:1] == ["how"] and low[end - 1] == "left" and not _HAVING.isdisjoint(low[: end - 1]):
        return (*words[: end - 1], *words[end:]), "last"  # "How many eggs does Mia have left?"
    for phrase, time in sorted(_PHRASES.items(), key=lambda one: -len(one[0])):
        begin = end - len(phrase)
        if begin >= 2 and tuple(low[begin:end]) == phrase and not _belongs(words, begin):
            return (*words[:begin], *words[end:]), time
    for i in range(2, end - 1):
        if low[i] in _WITHIN and low[i - 1] in _VERBS and low[i - 1 : i + 1] != ["the", "first"]:
            return (*words[:i], *words[i + 1 :]), _WITHIN[low[i]]
    return tuple(words), ""


_HAVING = frozenset("have has had are were is was".split())
_VERBS = frozenset("is are was were has have had does did".split())


def _belongs(words: Sequence[Token], begin: int) -> bool:
    """Whether a word belongs to what stands before it: "the first", "more than before"."""
    return words[begin - 1].lower_ in ("the", "than", "a", "his", "her", "their", "its", "as", "ever", "to")


def without_clause(words: Sequence[Token]) -> tuple[tuple[Token, ...], str, Statement | None]:
    """Return a question without a clause of time at its end, its conjunction, and the clause; or as it is.

    Examples
    --------
    "Did Ada leave before Bo came?" is read as "Did Ada leave?" beside "Bo came."
    """
    low = [token.lower_ for token in words]
    end = len(low) - (low[-1:] == ["?"])
    at = next((i for i in range(end - 2, 2, -1) if low[i] in ("before", "after")), -1)
    behind = words[at + 1 : end]
    verbal = any(token.pos_ in ("VERB", "AUX") and token.tag_ != "VBG" for token in behind[1:])
    if at < 0 or not verbal or behind[0].tag_ == "VBG":
        return tuple(words), "", None
    made = [token.text for token in behind]
    clause = Statement(tuple(range(at + 1, end)), (made[0][0].upper() + made[0][1:], *made[1:], "."), -1)
    return (*words[:at], *words[end:]), low[at], clause
