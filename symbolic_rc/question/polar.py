"""Questions that a yes, a no or one of two answers: put into the order of a statement, choices taken out.

"Is Ada older than Bo?" is read as "Ada is older than Bo", which a story may prove. "Who is older, Ada or Bo?"
asks who is older, between two; "Was the door red or green?" asks which of two statements holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spacy.tokens import Token

from symbolic_rc.frames.statement import Statement
from symbolic_rc.lexicon import wordnet

_BE = frozenset("is are was were am".split())
_DO = frozenset("do does did".split())
_AUXILIARIES = (
    _BE | _DO | frozenset("has have had can could will would shall should may might must ca wo".split())
)
_NOT = frozenset(("not", "n't"))
_PRONOUNS = frozenset("he she it they we i you there this that these those".split())
_DETERMINERS = frozenset(
    "the a an his her its their my your our this that these those every each all".split()
)
_ASKING = frozenset("who whom whose what which when where".split())
_DEGREES = _NOT | frozenset(
    "more less most least as very hardly extremely still already no never now as a an older younger".split()
)
_LONGEST_OPTION = 6
#: Nouns that are easily taken for verbs behind "what".
_MEASURES = frozenset("size shape age price nationality profession material height length weight".split())


@dataclass(frozen=True, slots=True)
class Choice:
    """A question without the choices that it names.

    Attributes
    ----------
    words : tuple of Token
    options : tuple of str
        The choices, as the question words them.
    """

    words: tuple[Token, ...]
    options: tuple[str, ...] = ()


def without_options(words: Sequence[Token]) -> Choice:
    """Return a question with a question word without the choices that stand beside it.

    "Who sold it, Ada or Bo?", "Was it Ada or Bo who sold it?"
    """
    low = [token.lower_ for token in words]
    end = len(low) - (low[-1:] == ["?"])
    if "or" not in low[:end]:
        return Choice(tuple(words))
    at = end - 1 - low[:end][::-1].index("or")
    if low[0] in _BE and low[1:2] == ["it"]:
        asked = next((i for i in range(at, end) if low[i] in ("who", "that", "which")), None)
        if asked is not None:
            options = (_text(words[2:at]), _text(words[at + 1 : asked]))
            return Choice((*words[asked:],), options)
    comma = max((i for i in range(at) if low[i] == ","), default=-1)
    if not any(word in _ASKING for word in low[:2]) or comma < 1 or end - comma > 2 * _LONGEST_OPTION:
        return Choice(tuple(words))
    left, right = words[comma + 1 : at], words[at + 1 : end]
    if left and left[0].lower_ == "either":
        left = left[1:]
    if not left or not right or low[comma + 1] in _AUXILIARIES:
        return Choice(tuple(words))
    return Choice((*words[:comma], *words[end:]), (_text(left), _text(right)))


def _text(words: Sequence[Token]) -> str:
    return "".join(token.text_with_ws for token in words).strip()


def polar_statement(words: Sequence[Token]) -> Statement | None:
    """Return a yes/no question in the order of a statement, or None if it is none.

    "Did Ada sell it?" becomes "Ada will sell it."
    """
    low = [token.lower_ for token in words]
    if len(low) < 3 or low[0] not in _AUXILIARIES:
        return None
    first = 2 if low[1] in _NOT else 1
    end = len(low) - (low[-1:] == ["?"])
    subject = _subject_end(words, low, first, end)
    if subject <= first or subject >= end:
        return None
    if low[0] in _DO and words[subject].pos_ in ("ADP", "DET", "PRON", "PROPN") and subject - 1 > first:
        # "does the mill stand by it": a verb was taken for the last noun of the subject
        subject -= wordnet().has(low[subject - 1], "v") and words[subject - 1].pos_ != "PROPN"
    order = [*range(first, subject), 0, *range(1, first), *range(subject, len(low))]
    made = []
    for place, i in enumerate(order):
        word = words[i].text
        if i == 0:
            word = "will" if low[0] in _DO else {"ca": "can", "wo": "will"}.get(low[0], low[0])
        elif low[i] in _NOT:
            word = "not"
        elif i == len(low) - 1 and low[i] == "?":
            word = "."
        made.append(word[0].upper() + word[1:] if place == 0 else word)
    if made[-1] != ".":
        made.append(".")
    auxiliary = subject - first
    verb = next((n for n in range(auxiliary + first, len(order)) if words[order[n]].pos_ != "ADV"), -1)
    return Statement(tuple(order), tuple(made), -1, verb if low[0] in _DO else -1, auxiliary)


def predicative(words: Sequence[Token]) -> Statement | None:
    """Return "Who is less tall?", "Which lamp was not red?" as statements about their subject, or None.

    What follows a form of *be* is a degree, a denial or an adverb of time, so that no subject stands there.
    """
    low = [token.lower_ for token in words]
    verb = next((i for i in range(1, min(6, len(low))) if low[i] in _BE), -1)
    if verb == 2 and low[0] in ("what", "which") and low[1] in _MEASURES:
        return _property(words, low)
    if verb == 2 and low[0] == "how" and words[1].pos_ == "ADJ" and low[1] not in ("many", "much"):
        return _degree(words, low)
    if verb < 0 or low[0] not in ("who", "what", "which") or verb + 1 >= len(low):
        return None
    if low[verb + 1] not in _DEGREES or any(word in _BE for word in low[verb + 1 :]):
        return None
    made = [token.text for token in words]
    made[0] = "Someone" if low[0] == "who" else "Something" if verb == 1 else "Some"
    made = [word if word not in _NOT else "not" for word in made]
    made[-1] = "." if made[-1] == "?" else made[-1]
    return Statement(tuple(range(len(low))), tuple(made), 0)


def _degree(words: Sequence[Token], low: Sequence[str]) -> Statement | None:
    """Return "how old was Ada" as "Ada was so old"."""
    end = len(low) - (low[-1:] == ["?"])
    if end < 4 or any(word.pos_ in ("VERB", "AUX", "ADP", "SCONJ") for word in words[3:end]):
        return None
    order = [*range(3, end), 2, 0, 1]
    made = [words[i].text for i in order]
    made[-2] = "so"
    made[0] = made[0][0].upper() + made[0][1:]
    return Statement((*order, *range(end, len(low))), (*made, ".")[: len(low)], len(order) - 2)


def _property(words: Sequence[Token], low: Sequence[str]) -> Statement | None:
    """Return "what size was the lamp" as "the lamp was some size"."""
    end = len(low) - (low[-1:] == ["?"])
    if end < 4 or any(word.pos_ in ("VERB", "AUX") for word in words[3:end]):
        return None
    order = [*range(3, end), 2, 0, 1]
    made = [words[i].text for i in order]
    made[-2] = "some"
    made[0] = made[0][0].upper() + made[0][1:]
    return Statement((*order, *range(end, len(low))), (*made, ".")[: len(low)], len(order) - 2)


def _subject_end(words: Sequence[Token], low: Sequence[str], first: int, end: int) -> int:
    """Return where the subject ends: a pronoun, a run of names, or a noun phrase with its *of*."""
    if low[first] in _PRONOUNS:
        return first + 1
    i = _phrase_end(words, low, first, end)
    while i < end and low[i] in ("of", "and", "'s", "’s") and i + 1 < end:
        if low[i] in ("'s", "’s"):
            after = _noun_end(words, low, i + 1, end)
        else:
            after = _phrase_end(words, low, i + 1, end)
        if after >= end or after <= i + 1:
            break
        i = after
    return min(i, end - 1) if i >= end else i


def _phrase_end(words: Sequence[Token], low: Sequence[str], i: int, end: int) -> int:
    if words[i].text[:1].isupper():
        start = i
        while i < end and words[i].text[:1].isupper():
            i += 1
        if i < end and low[i] in ("'s", "’s") and i - start > 1:
            i -= 1  # "is Ada Otto's daughter": two names
        return i
    if low[i] in _DETERMINERS or words[i].pos_ in ("DET", "NUM"):
        return _noun_end(words, low, i + 1, end)
    return _noun_end(words, low, i, end)


def _noun_end(words: Sequence[Token], low: Sequence[str], i: int, end: int) -> int:
    """Return the end of a noun with what stands before it."""
    while i < end and words[i].pos_ in ("ADJ", "NUM", "ADV") and i + 1 < end and _may_be_noun(words[i + 1]):
        i += 1
    if i < end and words[i].text[:1].isupper():
        while i < end and words[i].text[:1].isupper():
            i += 1
        return i
    if i < end:
        i += 1
    while i + 1 < end and words[i - 1].pos_ == "NOUN" and words[i].pos_ == "NOUN":
        i += 1
    return i


def _may_be_noun(word: Token) -> bool:
    return word.pos_ in ("NOUN", "PROPN") or (word.pos_ == "ADJ" and wordnet().has(word.lower_, "n"))


def alternatives(form: Statement) -> tuple[tuple[str, Statement], ...]:
    """Return the two statements between which "Was the door red or green?" asks, each with its choice."""
    low = [word.lower() for word in form.words]
    if "or" not in low:
        return ()
    at = low.index("or")
    end = len(low) - (low[-1] == ".")
    right = list(range(at + 1, end))
    begin = at - len(right)
    opening = low[at + 1]
    if opening in _DETERMINERS or not _content(opening):
        same = [i for i in range(form.auxiliary + 1, at) if low[i] == opening]
        begin = same[-1] if same else begin
    if not right or begin <= form.auxiliary:
        begin = max(begin, form.auxiliary + 1)
        right = right[: max(1, at - begin)]
    first = [i for i in range(len(low)) if i < at or i > right[-1]]
    second = [i for i in range(len(low)) if i < begin or i > at]
    one = " ".join(form.words[begin:at])
    two = " ".join(form.words[i] for i in right)
    return ((one, _part(form, first)), (two, _part(form, second)))


def _content(word: str) -> bool:
    return any(wordnet().has(word, part) for part in "nvar") and len(word) > 2


def _part(form: Statement, kept: Sequence[int]) -> Statement:
    verb = kept.index(form.verb) if form.verb in kept else -1
    order = tuple(form.order[i] for i in kept if i < len(form.order))
    return Statement(order, tuple(form.words[i] for i in kept), -1, verb, form.auxiliary)
