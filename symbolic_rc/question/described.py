"""Questions for whoever a relative clause describes: "the name of the man who sold the mill" as a statement.

The clause alone says what is asked for: someone sold the mill. So Quoref asks most of its questions, and a
parser reads the clause far better without the frame around it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from spacy.tokens import Token

from symbolic_rc.frames.statement import Statement, gap_behind
from symbolic_rc.question.gap import RELATIVES

_BE = frozenset("is are was were 's".split())
_NAMES = frozenset("name names surname nickname alias identity title".split())
_PEOPLE = frozenset(
    "person persons people character characters individual individuals one man men someone".split()
)
_DETERMINERS = frozenset("the a an".split())
_AUXILIARIES = frozenset(
    "is are was were am be been being has have had do does did can could will would shall should may might"
    " must to n't not".split()
)
#: So many words at most stand between the determiner and the noun that is described.
_MOST_BETWEEN = 4


def described(words: Sequence[Token]) -> Statement | None:
    """Return a question for the name of somebody or something as what its relative clause says, or None.

    "What is the name of the person that Ada married?" is read as "Ada married someone."; "What was the name
    of the girl who left?" as "Some girl left."
    """
    low = [token.lower_ for token in words]
    end = len(low) - (low[-1:] == ["?"])
    first = _described_noun(low, end)
    near = range(first + 1, min(end, first + _MOST_BETWEEN + 2))
    relative = next((i for i in near if low[i] in RELATIVES), -1)
    if relative < 0 and first >= 0 and words[first].pos_ == "NOUN":  # "the man Ada married"
        relative = first if words[first + 1].pos_ in ("PROPN", "PRON", "DET") else -1
    if first < 0 or relative < 0 or relative + 2 > end:
        return None
    bare = relative == first
    fronted = relative > first + 1 and words[relative - 1].pos_ == "ADP"
    noun = relative if bare else relative - 1 - fronted
    if noun < first or words[noun].pos_ != "NOUN" or any(words[i].pos_ == "VERB" for i in range(first, noun)):
        return None
    phrase = [noun] if low[noun] in _PEOPLE and noun == first else [first - 1, *range(first, noun + 1)]
    rest = list(range(relative + 1, end))
    if low[relative] == "whose":
        order = [relative, *rest]
        return _made(words, order, {relative: "his"}, relative)
    if low[relative] == "where":
        order = [*rest, relative, *range(first - 1, noun + 1)]
        return _made(words, order, {relative: "in", first - 1: "some"}, first - 1)
    stands = {phrase[0]: "someone" if len(phrase) == 1 else "some"}
    verb = _first_verb(words, rest)
    if verb < 0:
        return None
    if not fronted and not bare and all(words[i].pos_ == "ADV" for i in rest[: rest.index(verb)]):
        return _made(words, [*phrase, *rest], stands, phrase[0])
    while (
        verb + 1 < end
        and low[verb] in _AUXILIARIES
        and (words[verb + 1].pos_ in ("VERB", "AUX") or low[verb + 1] in _AUXILIARIES)
    ):
        verb += 1
    behind = list(range(verb + 1, end))
    if fronted:
        order = [*rest, relative - 1, *phrase]
    else:
        place = gap_behind(words, low, phrase, verb, behind)
        order = [*range(relative + 1, verb + 1), *behind[:place], *phrase, *behind[place:]]
    return replace(_made(words, order, stands, phrase[0]), verb=order.index(verb))


def _described_noun(low: Sequence[str], end: int) -> int:
    """Return where the phrase begins that is described, behind its determiner; or -1."""
    if low[:1] != ["what"] or low[1:2] == [] or low[1] not in _BE:
        return -1
    named = next((i for i in range(2, min(7, end)) if low[i] in _NAMES), -1)
    if named < 0 or low[named + 1 : named + 2] != ["of"]:
        return -1
    at = named + 2
    return at + 1 if low[at : at + 1] and low[at] in _DETERMINERS and at + 2 < end else -1


def _first_verb(words: Sequence[Token], rest: Sequence[int]) -> int:
    """Return the first verb of a clause; adverbs before it are skipped where it begins with them."""
    adverbs = 0
    while adverbs + 1 < len(rest) and words[rest[adverbs]].pos_ == "ADV":
        adverbs += 1
    if words[rest[adverbs]].pos_ in ("VERB", "AUX"):
        return rest[adverbs]
    for i in rest:
        if words[i].pos_ in ("VERB", "AUX") and words[i].tag_ not in ("VBG", "VBN"):
            return i
    return -1


def _made(words: Sequence[Token], order: Sequence[int], stands: dict[int, str], gap: int) -> Statement:
    """Return a statement of the question's words in an order, some of them replaced, with a full stop."""
    made = [stands.get(i, words[i].text) for i in order]
    made[0] = made[0][0].upper() + made[0][1:]
    last = len(words) - 1
    return Statement((*order, last), (*made, "."), order.index(gap))
