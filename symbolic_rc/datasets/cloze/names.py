"""Names in news text: runs of capitalised words, by what the text itself and word lists say of them.

Names of persons, places, organisations and nationalities are found, as an entity recogniser does; days,
months, titles and other words that are only written with a capital are not. The highlights of an article
are read together with it, so that what is a name in one is a name in the other.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from symbolic_rc.datasets.cloze import words as W
from symbolic_rc.lexicon.english import word_set

_ABBREVIATIONS = (
    "Mr Mrs Ms Dr Prof Sen Gov Rep Gen Lt Col Maj Sgt Cpl Capt Cmdr Adm Rev Hon St Jr Sr Mt Ft Inc Co Corp "
    "Ltd No vs Jan Feb Mar Apr Aug Sept Oct Nov Dec"
).split()
_TOKEN = re.compile(
    r"@entity\d+|@placeholder"
    r"|(?:[A-Za-z]\.){2,}"
    r"|[A-Z]\.(?=\s[A-Z])"
    rf"|(?:{'|'.join(_ABBREVIATIONS)})\.(?=\s)"
    r"|[$£€]?\d+(?:[.,:/-]\d+)*(?:st|nd|rd|th|s)?\b"
    r"|[^\W\d_]+?(?=n't\b)|n't\b|'(?:s|m|re|ve|ll|d)\b"
    r"|\w+(?:(?:[-&.](?=\w)|'(?!(?:s|m|re|ve|ll|d|t)\b)(?=\w))\w+)*"
    r"|--+|\.{2,}|[^\w\s]"
)
_QUOTES = str.maketrans("“”‘’–—", "\"\"''--")
_ENDS = frozenset(".!?")
_OPENING = frozenset("\"'([`")


@dataclass(frozen=True, slots=True)
class Text:
    """A tokenised text.

    `initial` says where a capital letter says nothing: at the start of a sentence, a quotation, a heading or
    after a dash or a colon.
    """

    words: tuple[str, ...]
    initial: tuple[bool, ...]


def words_at(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the tokens of a text with their places: start, end (exclusive), token."""
    for match in _TOKEN.finditer(text.translate(_QUOTES)):
        yield match.start(), match.end(), match.group()


def tokenised(text: str) -> Text:
    """Split a text into tokens; paragraphs are separated by line breaks."""
    words: list[str] = []
    initial: list[bool] = []
    for line in text.translate(_QUOTES).splitlines():
        start = True
        for match in _TOKEN.finditer(line):
            word = match.group()
            words.append(word)
            initial.append(start)
            if word in _ENDS or word in {":", ";", "--", "..."}:
                start = True
            elif word[0].isalnum() or word[0] == "@":
                start = False
            else:
                before = line[match.start() - 1 : match.start()]
                start = start or (word in _OPENING and (not before or before.isspace() or before in _OPENING))
    return Text(tuple(words), tuple(initial))


#: Words written with a capital that name nothing, or stand before a name and are no part of it.
NOT_NAMES = word_set("""monday tuesday wednesday thursday friday saturday sunday january february march april
    may june july august september october november december christmas easter thanksgiving halloween ramadan
    mr mr. mrs mrs. ms ms. miss dr dr. sir madam lord lady dame president vice prime minister premier
    chancellor secretary senator sen. sen congressman congresswoman representative rep. rep governor gov. gov
    mayor attorney general gen. gen colonel col. col major maj. captain capt. lieutenant lt. sergeant sgt.
    sgt cpl. corporal admiral adm. commander cmdr. chief officer executive director chairman chairwoman ceo
    judge justice detective sheriff police king queen prince princess pope archbishop bishop cardinal rev.
    rev reverend father ambassador superintendent chairperson sheriffs lawyer doctor minister ministers
    presidents senators cardinals nurse capitol-hill editors editor's correspondent analyst host author
    singer actor actress pilot spokesman spokeswoman professor prof. coach manager former deputy ex-president
    tv dna ok a.m. p.m. am pm ceos i ii iii iv new: read watch photos video update exclusive opinion editor
    gallery related story highlights mom dad god internet web no. vs. breaking follow share click""")
_CONNECTORS = word_set("of de la del da dos di von van der den bin ibn al el the du le and & y for")
#: What a surname begins with in small letters (``van Persie``).
_PARTICLES = word_set("al bin el van von de di da du")
_STRONG = word_set("de la del da dos di von van der den bin ibn al el du le & y")
_HEADS = word_set("""department ministry university bank house court church institute museum city state
    republic academy bureau board council college school federation association center centre office society
    chamber lord lords duke duchess prince princess gulf isle bay cape strait league district people order
    library institutes organization organisation committee commission secretary conference statue king queen
    kingdom""")

#: What a word out of `NOT_NAMES` is part of a name with when one of these follows (``Premier League``).
_BODIES = word_set("""league department assembly council court committee motors electric academy force
    station headquarters association federation office cup house times post mail night morning baseball
    soccer hockey school building center museum prize party foundation fund hotel theater theatre bridge park
    island islands""")
_SURNAMES = word_set("king prince pope judge major bishop miss chancellor justice mayor coach")


@dataclass(frozen=True, slots=True)
class Name:
    """A name where it stands: tokens ``start`` to ``end`` (exclusive) of a text."""

    start: int
    end: int
    words: tuple[str, ...]

    @property
    def text(self) -> str:
        """The name with single spaces."""
        return " ".join(self.words)


@dataclass(frozen=True, slots=True)
class WritingCounts:
    """How a document writes its words where a capital is informative.

    Attributes
    ----------
    capital, small : Counter of str
        How often a word is capitalised, and lower-cased.
    joined, pairs : Counter of str, and of (str, str)
        How often it follows another capitalised word, and which it follows inside a sentence.
    """

    capital: Counter[str]
    small: Counter[str]
    joined: Counter[str]
    pairs: Counter[tuple[str, str]]


def writing_counts(texts: Sequence[Text]) -> WritingCounts:
    """Count capitalised and lower-case occurrences over an article and its highlights."""
    capital: Counter[str] = Counter()
    small: Counter[str] = Counter()
    joined: Counter[str] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    for text in texts:
        before, inside = "", False
        for word, initial in zip(text.words, text.initial, strict=True):
            if word[0].islower():
                small[word] += 1
            elif not initial and word[0].isupper():
                capital[word.lower()] += 1
                if before[:1].isupper() and before.lower() not in NOT_NAMES:
                    joined[word.lower()] += 1
                    pairs[before, word] += inside
            before, inside = word, not initial
    return WritingCounts(capital, small, joined, pairs)


def _is_name(text: Text, i: int, counts: WritingCounts) -> bool:
    word = text.words[i]
    lower = word.lower()
    if word[:3] in {"al-", "el-"} and word[3:4].isupper():
        return True
    if "-" in word and word[word.index("-") + 1 :].islower():  # Madeira-born
        return False
    if not word[0].isupper() or (word.isupper() and W.is_term(lower)):
        return False
    if not NOT_NAMES.isdisjoint((lower, lower.rstrip("."))):
        return _has_body(text, i) or _is_surname(text, i)
    before = "".join(text.words[max(i - 1, 0) : i])
    if lower in W.CLOSED and before[-2:-1].isupper() and before[-1] == ".":
        return False  # it may start a sentence after an acronym with a stop: "the U.S."
    if text.initial[i]:
        return _is_initial_name(text, i, counts)
    return len(word) > 1 or word.isalpha()


def _is_initial_name(text: Text, i: int, counts: WritingCounts) -> bool:
    """Return whether a capitalised word where any word has a capital is a name."""
    word = text.words[i]
    lower = word.lower()
    if word.isupper() and len(word) > 1:
        return text.words[i + 1 : i + 2] != (":",) or not W.is_common(lower)
    return counts.capital[lower] > counts.small[lower] or not (counts.small[lower] or W.is_common(lower))


def _has_body(text: Text, i: int) -> bool:
    """Return whether a title or a day is part of a name that goes on (``General Assembly``)."""
    following = text.words[i + 1 : i + 2]
    return bool(following) and following[0][0].isupper() and following[0].lower() in _BODIES


def _is_surname(text: Text, i: int) -> bool:
    """Return whether a title is a surname, after a first name and before no other name (``Stephen King``)."""
    if text.initial[i] or i == 0 or text.words[i].endswith("."):
        return False
    before, after = text.words[i - 1], text.words[i + 1 : i + 2]
    if not before[0].isupper() or not W.is_first_name(before.lower()) or W.is_common(before.lower()):
        return False
    return not (after and after[0][0].isupper()) and text.words[i].lower() in _SURNAMES


def names(text: Text, counts: WritingCounts) -> list[Name]:
    """Return the names of a text in their order."""
    words, found, i = text.words, list[Name](), 0
    flags = [_is_name(text, k, counts) for k in range(len(words))]
    while i < len(words):
        if words[i] in _PARTICLES and i + 1 < len(words) and flags[i + 1]:
            flags[i] = True
        first_word = text.initial[i] and words[i][0].isupper() and words[i].lower() not in NOT_NAMES
        if not flags[i] and not (first_word and _opens(text, flags, i, counts)):
            i += 1
            continue
        end = _end_of_run(text, flags, i)
        found += [name for name in _split(words, i, end) if _is_significant(name, text, counts)]
        i = end
    return found


def _end_of_run(text: Text, flags: Sequence[bool], start: int) -> int:
    """Return the end of a run of name words, with the small words that join them."""
    end = start + 1
    while end < len(text.words):
        step = end + 1
        if not flags[end] or text.initial[end]:
            step = _bridge(text.words, flags, text.initial, start, end)
        if step == end:
            break
        end = step
    return end


def _is_significant(name: Name, text: Text, counts: WritingCounts) -> bool:
    """Return whether a name is more than an ordinary word written with a capital."""
    word = name.words[0]
    lower = word.lower()
    if len(name.words) > 1:
        low = [word.lower() for word in name.words]  # a title is no name: Get Away With Murder
        title = any(word in W.CLOSED and word not in _CONNECTORS for word in low[1:])
        return not all(map(W.is_common, low)) or not title
    if not W.is_common(lower):
        return True
    if word.isupper() and len(word) > 1:
        return not counts.small[lower]
    least = (0 if counts.joined[lower] else 1) if W.is_named(lower) else 2
    return counts.capital[lower] > max(least, counts.small[lower])


def _opens(text: Text, flags: Sequence[bool], i: int, counts: WritingCounts) -> bool:
    """Return whether a common word at a sentence's start begins a name, as elsewhere inside a sentence."""
    if i + 1 >= len(flags) or not flags[i + 1] or text.initial[i + 1]:
        return False
    if counts.pairs[text.words[i], text.words[i + 1]]:
        return True
    return W.is_first_name(text.words[i]) or W.is_compound(text.words[i].lower(), text.words[i + 1].lower())


def _bridge(
    words: Sequence[str], flags: Sequence[bool], initial: Sequence[bool], start: int, end: int
) -> int:
    """Return the end of a name that goes on over small words (``Bank of America``), or `end`."""
    stop = end
    while stop < len(words) and stop - end < 2 and words[stop].lower() in _CONNECTORS:
        stop += 1
    if stop == end or stop >= len(words) or not flags[stop] or initial[stop]:
        return end
    between = [word.lower() for word in words[end:stop]]
    if all(word in _STRONG for word in between):
        return stop + 1
    head = words[end - 1].lower()
    if between[0] in {"of", "for"} and (head in _HEADS or (end - start == 1 and W.is_common(head))):
        return stop + 1
    return end


def _split(words: Sequence[str], start: int, end: int) -> list[Name]:
    """Return a run of name words as names: what stands before a person's name is none of it."""
    for k in range(start + 1, end - 1):
        if _begins_person(words, start, k):
            return [Name(start, k, tuple(words[start:k])), *_split(words, k, end)]
    if end - start > 1 and words[start] == "CNN":
        return [Name(start, start + 1, ("CNN",)), *_split(words, start + 1, end)]
    return [Name(start, end, tuple(words[start:end]))]


def _begins_person(words: Sequence[str], start: int, k: int) -> bool:
    """Return whether a person's name begins inside a run, after words of no name (``Syria | Kofi Annan``)."""
    person = W.is_first_name(words[k].lower()) and not W.is_common(words[k + 1].lower())
    return person and all(_is_prefix(word) for word in words[start:k])


def _is_prefix(word: str) -> bool:
    lower = word.lower()
    if lower in {"saint", "st.", "san", "santa", "mount", "lake", "fort"} or W.is_first_name(lower):
        return False
    if len(word) == 2 and word[1] == ".":  # an initial
        return False
    return W.is_common(lower) or word.isupper() or "." in word or W.is_place_word(lower)


def never_lower_case(text: Text, counts: WritingCounts) -> list[Name]:
    """Return every capitalised word that the document never writes in lower case (NarrativeQA, section 5.1).

    Each word is a name of its own; closed-class words are none.
    """
    return [
        Name(i, i + 1, (word,))
        for i, word in enumerate(text.words)
        if word[0].isupper() and not counts.small[word.lower()] and word.lower() not in W.CLOSED
    ]
