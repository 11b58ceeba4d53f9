"""Who is said to speak: the subjects of verbs of saying beside a quotation."""

from __future__ import annotations

from collections.abc import Iterable

from symbolic_rc.coref.mentions.lexical import SPEECH_VERBS
from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.coref.quotations.direct_speech import Quotation
from symbolic_rc.coref.quotations.people import People

#: Tokens of narration before and after a quotation that are searched for its verb of saying.
REACH, AFTER = 30, 12
#: Tokens after a comma that closes a quotation among which any verb is one of saying ("…," he grinned).
AFTER_COMMA = 8
#: Tokens after a quotation among which something that is no person may be said to speak.
BESIDE = 6

SENTENCE_END = frozenset(".!?")
_BEFORE_SPEECH = frozenset({",", ":", "--", "—", "–"})
#: Labels of verbs that share the subject of the verb above them.
_SHARING = frozenset({"conj", "advcl", "xcomp", "parataxis", "ccomp"})
#: Verbs that are climbed to find a subject.
_STEPS = 4
_OBJECTS = frozenset({"him", "her", "them", "me", "us"})
_MARKS = frozenset(",.;:?!—-…")


def beside(syntax: Syntax, token: int, step: int) -> int:
    """Return the next token in a direction (1 or -1) that is no white space."""
    token += step
    while 0 < token < len(syntax) - 1 and syntax.words[token].isspace():
        token += step
    return min(max(token, 0), len(syntax) - 1)


def last_mark(syntax: Syntax, quote: Quotation) -> str:
    """Return the last character within a quotation that is no quotation mark."""
    token = quote.end - 1
    while token > quote.start and not any(c.isalnum() or c in _MARKS for c in syntax.words[token]):
        token -= 1
    return syntax.words[token][-1:]


def said_by(syntax: Syntax, people: People, quote: Quotation, low: int, high: int) -> tuple[int, str]:
    """Return who is said to speak a quotation, and the rule that found it; -1 if nobody is.

    Parameters
    ----------
    syntax : Syntax
    people : People
    quote : Quotation
    low, high : int
        The narration around the quotation in its paragraph: tokens from `low` to its start, from its end to
        `high`.
    """
    before = beside(syntax, quote.start, -1)
    leads = syntax.words[before] in _BEFORE_SPEECH
    last = last_mark(syntax, quote)
    if leads and low <= before and last != ",":
        # what leads up to a whole sentence says who speaks, whatever follows
        speaker = _speaker(syntax, people, range(before, max(low, quote.start - AFTER) - 1, -1))
        if speaker >= 0:
            return speaker, "verb before"
    speaker = _said_after(syntax, people, quote, high, last)
    if speaker >= 0:
        return speaker, "verb after"
    if leads and before < low:
        # a paragraph that ends in a colon leads up to the next
        leads = syntax.words[before] == ":"
        low = max(0, before - REACH) if leads else low
    for token in range(quote.start - 1, max(low, quote.start - REACH) - 1, -1):
        if syntax.words[token] in SENTENCE_END and not leads:
            break
        if (leads or token > quote.start - 4) and _says(syntax, token):
            speaker = _subject(syntax, people, token)
            if speaker >= 0:
                return speaker, "verb before"
    return -1, ""


def _speaker(syntax: Syntax, people: People, tokens: Iterable[int]) -> int:
    """Return the subject of the first verb of saying before a sentence ends, or -1."""
    for token in tokens:
        if syntax.words[token] in SENTENCE_END:
            break
        if _says(syntax, token) and (speaker := _subject(syntax, people, token)) >= 0:
            return speaker
    return -1


def _said_after(syntax: Syntax, people: People, quote: Quotation, high: int, last: str) -> int:
    """Return the subject of the verb of saying behind a quotation, or -1."""
    first = beside(syntax, quote.end - 1, 1)
    if last == "." and syntax.lowers[first] != syntax.words[first]:
        return -1
    for token in range(quote.end, min(high, quote.end + AFTER)):
        if syntax.words[token] in SENTENCE_END and token > quote.end:
            break
        if _says(syntax, token):
            speaker = _subject(syntax, people, token)
            if speaker < 0 and token < quote.end + BESIDE:
                speaker = _anything(syntax, people, token)
            if speaker >= 0:
                return speaker
    if last in _MARKS and first < high and syntax.pos[first] == "VERB":
        speaker = _subject(syntax, people, first)
        if speaker >= 0:
            return speaker
    if last == ",":
        for token in range(quote.end, min(high, quote.end + AFTER_COMMA)):
            if syntax.words[token] in SENTENCE_END:
                break
            if syntax.pos[token] == "VERB" and (speaker := _own(syntax, people.by_head, token)) >= 0:
                return speaker
    return -1


def _says(syntax: Syntax, token: int) -> bool:
    return syntax.pos[token] == "VERB" and syntax.lemmas[token].lower() in SPEECH_VERBS


def _own(syntax: Syntax, by_head: dict[int, int], verb: int) -> int:
    """Return the mention that is a verb's own subject, or -1."""
    for child in syntax.children_of(verb):
        if syntax.deps[child].startswith("nsubj") and child in by_head:
            return by_head[child]
    return -1


def _subject(syntax: Syntax, people: People, verb: int) -> int:
    """Return the person who is the subject of a verb of saying, inverted ones too, or -1."""
    found = _own(syntax, people.by_head, verb)
    after = beside(syntax, verb, 1)
    if found < 0 and syntax.lowers[after] not in _OBJECTS:
        found = people.starting.get(after, -1)
    up, steps = verb, 0
    while found < 0 and syntax.deps[up] in _SHARING and steps < _STEPS:
        up, steps = int(syntax.heads[up]), steps + 1
        found = _own(syntax, people.by_head, up)
    before = verb
    for _ in range(2):
        before = beside(syntax, before, -1)
        found = found if found >= 0 else people.by_head.get(before, -1)
    return found


def _anything(syntax: Syntax, people: People, verb: int) -> int:
    """Return the subject of a verb of saying, though no person, or -1."""
    found = _own(syntax, people.anything_by_head, verb)
    return found if found >= 0 else people.anything_starting.get(beside(syntax, verb, 1), -1)
