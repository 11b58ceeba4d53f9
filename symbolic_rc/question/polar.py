"""Questions that yes or no answers, put into the order of a statement.

"Is Ada older than Bo?" is read as "Ada is older than Bo", which a story may prove.
"""

from __future__ import annotations

from collections.abc import Sequence

from spacy.tokens import Token

from symbolic_rc.lexicon import wordnet
from symbolic_rc.lexicon.english import AUXILIARIES, BE, DETERMINERS, DO, NOT, RELATIVES, SUBJECT_PRONOUNS
from symbolic_rc.question.gap import leading
from symbolic_rc.question.statement import Statement, helping, stated

_DEGREES = NOT | frozenset(
    "more less most least as very hardly extremely still already no never now as a an older younger".split()
)
#: Nouns that are easily taken for verbs behind "what".
_MEASURES = frozenset("size shape age price nationality profession material height length weight".split())


def polar_statement(words: Sequence[Token]) -> Statement | None:
    """Return a yes/no question in the order of a statement, or None if it is none.

    "Did Ada sell it?" becomes "Ada will sell it."
    """
    low = [token.lower_ for token in words]
    if len(low) < 3 or low[0] not in AUXILIARIES:
        return None
    first = 2 if low[1] in NOT else 1
    end = len(low) - (low[-1:] == ["?"])
    subject = subject_end(words, low, first, end)
    if subject <= first or subject >= end:
        return None
    if low[0] in DO and words[subject].pos_ in ("ADP", "DET", "PRON", "PROPN") and subject - 1 > first:
        # "does the mill stand by it": a verb was taken for the last noun of the subject
        subject -= wordnet().has(low[subject - 1], "v") and words[subject - 1].pos_ != "PROPN"
    subject -= low[subject] == "or" and subject - 1 > first  # "Was the king kind or cruel?"
    order = [*range(first, subject), 0, *range(1, first), *range(subject, len(low))]
    # of "did not" the verb follows both
    verb = next((i for i in range(subject, len(low)) if words[i].pos_ != "ADV"), -1) if low[0] in DO else -1
    return stated(words, order, {0: helping(low[0])}, -1, verb, 0)


def predicative(words: Sequence[Token]) -> Statement | None:
    """Return "Who is less tall?", "Which lamp was not red?" as statements about their subject, or None.

    What follows a form of *be* is a degree, a denial or an adverb of time, so that no subject stands there.
    """
    low = [token.lower_ for token in words]
    end = len(low) - (low[-1:] == ["?"])
    verb = next((i for i in range(1, min(6, len(low))) if low[i] in BE), -1)
    degree = _degree_asked(words, low) if verb == 2 else ""
    if degree:
        return _of_degree(words, end, degree)
    if verb < 0 or low[0] not in ("who", "what", "which") or verb + 1 >= len(low):
        return None
    one = "someone" if low[0] == "who" else "something"
    if verb == 1 and leading(low, 0) > 0 and not _has_clause(words[2:end]):
        # "what is the name of the mill" as "the name of the mill is something"
        return stated(words, [*range(2, end), 1, 0, *range(end, len(low))], {0: one}, 0)
    if low[verb + 1] not in _DEGREES or not BE.isdisjoint(low[verb + 1 :]):
        return None
    return stated(words, range(len(low)), {0: one if verb == 1 or low[0] == "who" else "some"}, 0)


def _has_clause(words: Sequence[Token]) -> bool:
    return any(word.pos_ in ("VERB", "AUX") or word.lower_ in RELATIVES for word in words)


def _degree_asked(words: Sequence[Token], low: Sequence[str]) -> str:
    """Return what stands for the question word of "what size was …" or "how old was …"; empty for others."""
    if low[0] == "how" and words[1].pos_ == "ADJ" and low[1] not in ("many", "much"):
        return "so"
    return "some" if low[0] in ("what", "which") and low[1] in _MEASURES else ""


def _of_degree(words: Sequence[Token], end: int, degree: str) -> Statement | None:
    """Return "what size was the lamp" as "the lamp was some size", "how old was Ada" as "Ada was so old"."""
    others = ("VERB", "AUX") if degree == "some" else ("VERB", "AUX", "ADP", "SCONJ")
    if end < 4 or any(word.pos_ in others for word in words[3:end]):
        return None
    return stated(words, [*range(3, end), 2, 0, 1, *range(end, len(words))], {0: degree}, 0)


def subject_end(words: Sequence[Token], low: Sequence[str], first: int, end: int) -> int:
    """Return where the subject ends: a pronoun, a run of names, or a noun phrase with its *of*."""
    if low[first] in SUBJECT_PRONOUNS:
        return first + 1
    i = phrase_end(words, low, first, end)
    while i < end and low[i] in ("of", "and", "'s", "’s") and i + 1 < end:
        if low[i] in ("'s", "’s"):
            after = _noun_end(words, low, i + 1, end)
        else:
            after = phrase_end(words, low, i + 1, end)
        if after >= end or after <= i + 1:
            break
        i = after
    return min(i, end - 1) if i >= end else i


def phrase_end(words: Sequence[Token], low: Sequence[str], i: int, end: int) -> int:
    """Return the end of a noun phrase that begins with a name, a determiner or what stands before a noun."""
    if words[i].text[:1].isupper():
        start = i
        while i < end and words[i].text[:1].isupper():
            i += 1
        if i < end and low[i] in ("'s", "’s") and i - start > 1:
            i -= 1  # "is Ada Otto's daughter": two names
        return i
    if low[i] in DETERMINERS or words[i].pos_ in ("DET", "NUM"):
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
