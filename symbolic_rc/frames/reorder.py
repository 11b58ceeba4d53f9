"""Questions in the order of statements: "What did the hunter find?" as "the hunter did find what".

Treebanks hold few questions, so that a parser trained on them reads "did" as the main verb and the rest as a
noun phrase. In the order of a statement the same words are parsed well. The words stay the same, so that what
is found maps back.
"""

from __future__ import annotations

from collections.abc import Sequence

from spacy.tokens import Doc, Token

from symbolic_rc.lexicon import rolesets

_QUESTION = frozenset("who whom whose what which when where why how".split())
_DO = frozenset(("do", "does", "did"))
_BE = frozenset(("is", "are", "was", "were", "am", "'s"))
_HAVE = frozenset(("has", "have", "had"))
_MODAL = frozenset("can could will would shall should may might must ca wo".split())
_PREPOSITIONS = frozenset(
    "to from with by for of in on at about into against over after under through off up near behind".split()
)
_OPENING = _PREPOSITIONS | {"since", "until", "during"}
_AFTER = frozenset(("how", "when", "where", "why"))
_DETERMINERS = frozenset("the a an his her its their my your our this that these those".split())


def statement_order(words: Sequence[Token] | Doc) -> tuple[list[int], int] | None:
    """Return the order of a question's tokens as a statement, or None where it needs none.

    Parameters
    ----------
    words : Doc or sequence of Token
        One question; tags and lemmas are looked at, its parse is not.

    Returns
    -------
    (list of int, int) or None
        Places in `words`: subject, auxiliary, verb, and the question's phrase where its gap is; and where in
        this order the auxiliary stands. None for
        questions about the subject ("Who sold the mill?"), without a verb behind the subject ("Who is the
        mayor?"), and for embedded ones.
    """
    low = [token.lower_ for token in words]
    end = len(low)
    while end and not low[end - 1][-1:].isalnum():
        end -= 1
    begin = _wh_start(low, end)
    if begin is None:
        return None
    auxiliary = _auxiliary(low, begin, end)
    if auxiliary is None or auxiliary + 2 > end:
        return None
    verb = _main_verb(words, low, auxiliary, end)
    if verb is None:
        return None
    phrase = list(range(begin, auxiliary))
    subject = list(range(auxiliary + 1, verb))
    rest = list(range(verb + 1, end))
    gap = _gap(words, low, phrase, verb, rest)
    rest = [*rest[:gap], *phrase, *rest[gap:]]
    order = [*range(begin), *subject, auxiliary, verb, *rest, *range(end, len(low))]
    return order, begin + len(subject)


def _wh_start(low: Sequence[str], end: int) -> int | None:
    """Return where the question's phrase begins: at the start, or after an opening phrase and a comma."""
    starts = [0, *(i + 1 for i in range(end) if low[i] == ",")]
    for start in starts:
        if start >= end:
            continue
        if low[start] in _QUESTION and _auxiliary(low, start, end) is not None:
            return start
        if low[start] in _OPENING and start + 1 < end and low[start + 1] in _QUESTION:
            return start
    return None


def _auxiliary(low: Sequence[str], start: int, end: int) -> int | None:
    """Return the auxiliary behind the question's phrase, at most six words on."""
    for i in range(start + 1, min(end, start + 7)):
        if low[i] == ",":
            return None
        if low[i] in _DO or low[i] in _BE or low[i] in _HAVE or low[i] in _MODAL:
            return i
    return None


def _main_verb(words: Sequence[Token] | Doc, low: Sequence[str], auxiliary: int, end: int) -> int | None:
    """Return the first word after a subject that can be the verb that the auxiliary asks for."""
    kind = low[auxiliary]
    first = auxiliary + 1
    if first < end and low[first] in ("n't", "not"):
        first += 1
    if low[first - 1] not in ("n't", "not") and first < end and _is_verb(words[first], kind):
        return None
    for strict in (True, False):
        for i in range(first + 1, end):
            if low[i] in _QUESTION or low[i] in (",", "that", "because"):
                break
            if strict and words[i - 1].pos_ == "ADJ" and low[i - 2] in _DETERMINERS:
                continue
            if low[i] in _PREPOSITIONS and kind not in _DO:
                continue
            if low[i - 1] in _DETERMINERS or (low[i - 1] == "of" and kind in _BE):
                continue
            noun_follows = i + 1 < end and words[i + 1].pos_ in ("NOUN", "PROPN", "ADJ")
            if words[i].tag_ == "JJ" and noun_follows and kind in _BE:
                continue
            if _is_verb(words[i], kind):
                return i
    return None


def _is_verb(word: Token, auxiliary: str) -> bool:
    low = word.lower_
    if auxiliary in _DO or auxiliary in _MODAL:
        base = low in ("be", "have", "do") or bool(rolesets().of(low, "v"))
        return base and low.isalpha() and not word.text[0].isupper() and low not in _DETERMINERS
    participle = word.tag_ in ("VBN", "VBD") or low.endswith("ed") or low in ("been", "gone", "done")
    if auxiliary in _HAVE:
        return participle
    return (
        participle or word.tag_ == "VBG" or (low.endswith("ing") and word.pos_ == "VERB") or word.tag_ == "JJ"
    )


def _gap(
    words: Sequence[Token] | Doc, low: Sequence[str], phrase: list[int], verb: int, rest: list[int]
) -> int:
    """Return how many of the words behind the verb stand before the gap."""
    if not rest or low[phrase[0]] in _AFTER or low[phrase[0]] in _PREPOSITIONS:
        return len(rest)
    if low[rest[-1]] in _PREPOSITIONS:
        return len(rest)
    following = low[rest[0]]
    if following in _DETERMINERS or words[rest[0]].pos_ in ("PROPN", "PRON", "DET"):
        return len(rest)
    if following == "to" and len(rest) > 1 and rolesets().of(low[rest[1]], "v"):
        return 2
    return 0
