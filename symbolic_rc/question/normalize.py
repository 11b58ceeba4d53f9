"""Normalization of a question before it is analysed: one step, which the trace shows.

Typing errors are corrected by the story's words, contractions are written out, and a clause of time or reason
that stands in front goes behind: "when it rained, who left?" asks "who left when it rained?".
"""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial

from symbolic_rc.core.forks import cached_property
from symbolic_rc.core.record import Question
from symbolic_rc.core.trace.text import READ_AS
from symbolic_rc.lexicon import names, vectors, wordnet
from symbolic_rc.lexicon.english import AUXILIARIES, FUNCTION_WORDS, QUESTION_WORDS

_KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
#: Each key's row and place; each row is shifted by half a key to the right of the one above.
_PLACED = {key: (row, at + row / 2) for row, keys in enumerate(_KEYS) for at, key in enumerate(keys)}
#: The letters around each letter on a keyboard for English.
NEIGHBOURS = {
    key: frozenset(
        other
        for other, (row2, at2) in _PLACED.items()
        if other != key and abs(row - row2) <= 1 and abs(at - at2) <= 1
    )
    for key, (row, at) in _PLACED.items()
}

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
#: A word with a capital behind what is no end of a sentence.
_CAPITALISED = re.compile(r"(?<=[^\s.!?:\"“”‘’'(\[])[ \t\n]+([^\W\d_]+(?:['’][^\W\d_]+)?)")
_POSSESSIVE = re.compile(r"['’]s?$")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
#: Shorter words are left alone.
_FEWEST = 3
#: Longer words are nobody's slip, and what is one slip away from a word grows with the square of its length.
_MOST = 40
#: From this length on, a word of the story may be two slips away.
_TWO_SLIPS = 7
#: Words of no story are offered from this frequency on.
_COMMON = 20
#: A word is known that lexicons have and that was seen so often, or that was seen still more often.
_OFTEN, _SEEN = 60, 200
#: What being a word of the story is worth against frequency alone, and each kind of slip.
_OF_THE_STORY, _FREQUENCY = 6.0, 0.5
_LIKELY, _NEAR, _FIRST_LETTER = 3.0, 2.0, -4.0
#: Words that people write without their apostrophe.
_WITHOUT_APOSTROPHE = {
    word.replace("'", ""): word
    for word in (
        "didn't doesn't don't wasn't weren't isn't aren't hasn't haven't hadn't couldn't wouldn't shouldn't "
        "what's where's how's"
    ).split()
}
_DOING = re.compile(r"What (?:does|do) ((?:\S+ ){0,3}\S+) do(?: for (?:a living|work))?\?", re.IGNORECASE)
#: Who *used to* do something did it; but with what one is *used* to do something is asked by *what*.
_USED_TO = re.compile(r"(?<!what )(\b(?:did|didn['’]t) (?:\S+ ){1,4}?)used? to (?=[a-z])", re.IGNORECASE)
_WHOSE = {"he": "his", "she": "her", "they": "their", "you": "your", "i": "my", "we": "our"}


@dataclass(frozen=True)
class Speller:
    """Corrects questions about one text, the story."""

    text: str = field(repr=False)

    @cached_property
    def _read(self) -> dict[tuple[str, bool, bool, bool], str]:
        """What words were taken for, as questions about one text name the same again."""
        return {}

    @cached_property
    def counts(self) -> Counter[str]:
        """How often each word of the story occurs, in lower case."""
        return Counter(_POSSESSIVE.sub("", word.lower()) for word in _WORD.findall(self.text))

    @cached_property
    def capitals(self) -> Counter[str]:
        """How often the story writes a word with a capital that no sentence asks for, in lower case."""
        found = (match[1] for match in _CAPITALISED.finditer(self.text))
        return Counter(word.lower() for word in found if word[0].isupper())

    @cached_property
    def lower(self) -> Counter[str]:
        """How often the story writes a word in lower case."""
        return Counter(word for word in _WORD.findall(self.text) if word.islower())

    @cached_property
    def bases(self) -> frozenset[str]:
        """The words that those of the story are forms of."""
        return frozenset(one for word in self.counts for one in _bases(word))

    def is_name(self, word: str) -> bool:
        """Whether the story writes a word, in lower case, with a capital because it is a name."""
        if word in FUNCTION_WORDS or word not in self.counts:
            return False
        if self.capitals[word] or self.lower[word]:
            return self.capitals[word] > self.lower[word]
        return names().is_first_name(word) or not wordnet().has(word)

    def with_capitals(self, question: str) -> str:
        """Return a question written in one case with the capitals of the story's names."""
        if not (question.islower() or question.isupper()):
            return question
        low = question.lower()
        made = _WORD.sub(lambda match: _name(match[0]) if self.is_name(match[0]) else match[0], low)
        return made[:1].upper() + made[1:]

    def corrected(self, question: str) -> tuple[str, tuple[tuple[str, str], ...]]:
        """Return a question without its typing errors, and the words that were read as others."""
        parts, read, last = [], [], 0
        matches, shouted = list(_WORD.finditer(question)), question.isupper()
        asks = any(match[0].lower() in QUESTION_WORDS for match in matches)
        for match in matches:
            word = _POSSESSIVE.sub("", match[0])
            end = match[0][len(word) :]
            better = word
            if _FEWEST <= len(word) <= _MOST:
                key = (word, match.start() == 0, shouted, asks)
                better = self._read.get(key) or self._read.setdefault(key, self._better(*key))
            if better != word:
                read.append((word, better))
                parts += [question[last : match.start()], better + end]
                last = match.end()
        return "".join((*parts, question[last:])), tuple(read)

    def _better(self, word: str, first: bool, shouted: bool, asks: bool) -> str:
        """Return what a word was meant for; the word itself if it is known or resembles no other."""
        if (low := word.lower()) in _WITHOUT_APOSTROPHE:
            return _in_case(_WITHOUT_APOSTROPHE[low], word)
        if common(low) or low in self.counts or not low.isalpha():
            return word
        if first and not asks and (meant := one_slip(low) & QUESTION_WORDS):
            return _in_case(self._best(low, meant), word)
        # a name is only ever meant for a name of the story
        found = self._corrections(low, word[0].isupper() and not first and not shouted)
        if not found:
            return word
        best = self._best(low, found)
        return _in_case(best, word if not self.is_name(best) or shouted else best.capitalize())

    def _corrections(self, low: str, name: bool) -> set[str]:
        """Return the words that an unknown word, or name, may be meant for."""
        near, known = one_slip(low), rare(low)
        if len(low) == _FEWEST:
            near &= FUNCTION_WORDS
        elif known:
            near = {other for other in near if self._is_likely_slip(low, other)}
        near = {other for other in near if self._offered(other, name)}
        if near or known or len(low) < _TWO_SLIPS:
            return near
        alike = (other for other in self.counts if abs(len(other) - len(low)) < 3 and len(other) > 5)
        return {other for other in alike if (self.is_name(other) or not name) and two_slips(low, other)}

    def _best(self, low: str, found: set[str]) -> str:
        return min(found, key=lambda other: (-self._worth(low, other), other))

    def _offered(self, other: str, name: bool) -> bool:
        """Whether a word may be what was meant."""
        if name:
            return other in self.counts and self.is_name(other)
        return other in self.counts or other in FUNCTION_WORDS or vectors().count(other) >= _COMMON

    def _is_likely_slip(self, word: str, other: str) -> bool:
        """Whether a rare word is one that was meant for another: one of the story's, by a usual slip."""
        if other in FUNCTION_WORDS:
            return len(other) > _FEWEST and slip_worth(word, other) >= _NEAR
        return other in self.counts and len(word) > _FEWEST and slip_worth(word, other) >= _LIKELY

    def _worth(self, word: str, other: str) -> float:
        """Return how likely it is that a word was meant for another."""
        worth = _FREQUENCY * math.log1p(vectors().count(other))
        if other not in FUNCTION_WORDS:
            worth += 2.0 * math.log1p(self.counts[other])
            told = other in self.counts or not self.bases.isdisjoint(_bases(other))
            worth += _OF_THE_STORY if told else 0.0
        if word[0] != other[0]:
            worth += _FIRST_LETTER
        return worth + slip_worth(word, other)


@lru_cache(maxsize=16)
def speller_of(text: str) -> Speller:
    """Return what corrects questions about a text; that of the last few texts is kept."""
    return Speller(text)


@lru_cache(maxsize=1 << 15)
def rare(word: str) -> bool:
    """Whether a lexicon has a word, in lower case, as it is or inflected."""
    return (
        names().is_first_name(word)
        or wordnet().has(word)
        or any(wordnet().base(word, part) for part in "va")
        or (bool(wordnet().base(word, "n")) and not names().is_first_name(word.removesuffix("s")))
    )


@lru_cache(maxsize=1 << 15)
def common(word: str) -> bool:
    """Whether a word is one that people write without error: seen often, or of those that name nothing."""
    return word in FUNCTION_WORDS or vectors().count(word) >= (_OFTEN if rare(word) else _SEEN)


def one_slip(word: str) -> set[str]:
    """Return the strings of letters that a word is one slip away from."""
    cuts = [(word[:i], word[i:]) for i in range(len(word) + 1)]
    found = {one + two[1:] for one, two in cuts}
    found.update(one + two[1] + two[0] + two[2:] for one, two in cuts[:-2])
    found.update(one + letter + two[1:] for one, two in cuts[:-1] for letter in _LETTERS)
    found.update(one + letter + two for one, two in cuts for letter in _LETTERS)
    found.discard(word)
    return found


def two_slips(word: str, other: str) -> bool:
    """Whether two words are at most two slips apart: letters left out, added, changed, exchanged."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(word):
        last, row, above = before, [i + 1], row
        for j, also in enumerate(other):
            cost = min(row[j] + 1, above[j + 1] + 1, above[j] + (letter != also))
            if last and j and letter == other[j - 1] and word[i - 1] == also:
                cost = min(cost, last[j - 1] + 1)
            row.append(cost)
        if min(row) > 2:
            return False
        before = above
    return row[-1] <= 2


def slip_worth(word: str, other: str) -> float:
    """Return how usual a slip is that made a word of another."""
    if sorted(word) == sorted(other):
        return _LIKELY  # exchanged
    if len(word) == len(other):
        pairs = [(one, two) for one, two in zip(word, other, strict=True) if one != two]
        return _NEAR if all(two in NEIGHBOURS.get(one, ()) for one, two in pairs) else 0.0
    if len(word) == len(other) + 1:
        return _LIKELY if _doubles_letter(word, other) else 0.0
    return _LIKELY if _doubles_letter(other, word) else _NEAR  # left out


def _doubles_letter(word: str, other: str) -> bool:
    """Whether a word is another one with one of its letters doubled."""
    return any(word[:i] + word[i + 1 :] == other and word[i] == word[i - 1] for i in range(1, len(word)))


def _bases(word: str) -> set[str]:
    """Return the verbs and nouns that a word may be a form of."""
    base = wordnet().base
    return {*base(word, "v"), *base(word, "n")}


def _name(word: str) -> str:
    """Return a name with its capital: *O'Brien's*."""
    return re.sub(r"^[a-z](?:['’](?=[a-z]{2}))?[a-z]?", lambda match: match[0].title(), word)


def _in_case(word: str, like: str) -> str:
    """Return a word with capitals where another has them."""
    if like.isupper() and len(like) > 1:
        return word.upper()
    return word.capitalize() if like[0].isupper() else word


_QUESTION_WORD = r"(?:who|whom|whose|what|which|where|when|why|how)"
_AUXILIARY = rf"(?:{'|'.join(sorted(AUXILIARIES))})"
_FRONTED = re.compile(
    r"^(?P<clause>(?:after|before|when|while|once|because|if|until)\s[^,?]{6,}),\s*"
    rf"(?P<main>(?:{_QUESTION_WORD}|(?:in|on|at|to|from|with|for|by|of) {_QUESTION_WORD})\b[^?]{{2,}}?)"
    r"\s*(?P<mark>\?*)$",
    re.IGNORECASE,
)
_TEXT = r"(?:the|this) (?:article|author|narrator|paragraph|passage|story|tale|text|writer)"
_BY_TEXT = rf"(?:according to|based on|from|in) {_TEXT}"
#: How a question begins whose words are in the order of one: "which old mill did", "how long was".
_DIRECT = (
    rf"(?:{_AUXILIARY}(?:n['’]t)?|(?:\w+ )?who|(?:\w+ )?{_QUESTION_WORD} {_AUXILIARY}"
    rf"|(?:what|which|whose) (?!s?he\b|they\b|it\b|I\b|we\b|you\b|the\b)[a-z]\w* {_AUXILIARY}"
    rf"|how [a-z]+ {_AUXILIARY}|how (?:many|much) [a-z]+ {_AUXILIARY}|what happen(?:ed|s))\b"
)
_POLITE = (
    rf"(?:please,? )?(?:(?:(?:can|could|do|does|will|would) (?:anyone|you) (?:please )?)?"
    r"(?:explain|know|mention|say|state|tell)(?: me| us)?(?: please)?|I(?:['’]d| would) like to know"
    rf"|I (?:want to know|wonder))(?:: |,? (?={_DIRECT}))"
)
#: What may stand in front of or behind a question, or in it, and does not change what it asks.
_INTRODUCED = re.compile(
    rf"^(?:(?:and|but|no|now|ok|okay|or|please|so|then|well|yes),? |{_BY_TEXT}[,:]? |{_POLITE})+"
    rf"(?=(?:\w+ )?{_QUESTION_WORD}\b|{_AUXILIARY}(?:n['’]t)?\b)",
    re.IGNORECASE,
)
_ADDED = re.compile(rf",? (?:{_BY_TEXT}|please)(?=\s*\?*$)|(?<=\w) (?:exactly|precisely)\b", re.IGNORECASE)
_FRONTED_PHRASE = re.compile(
    rf"^(?P<clause>(?:after|at|before|by|during|for|from|in|on|until|with) [^,?]+),\s*"
    rf"(?P<main>{_AUXILIARY}(?:n['’]t)? [^?]+?)\s*(?P<mark>\?*)$",
    re.IGNORECASE,
)
#: Ways to ask whether a statement is true; each leaves the statement.
_ASKED_OF = tuple(
    re.compile(rf"^{pattern}\s*[.?!]*$", re.IGNORECASE)
    for pattern in (
        rf"(?:please )?(?:(?:can|could|do|does|will|would) (?:it|we|you|{_TEXT}) (?:please )?)?"
        r"(?:explain|know|mention|remember|say|state|tell)(?: me| us)? (?:whether|if) (?P<statement>.+?)",
        r"I(?:['’]d like| want| would like)? (?:to know|wonder) (?:whether|if) (?P<statement>.+?)",
        rf"(?:do|would) (?:we|you|{_TEXT}) (?:believe|say|suppose|think) (?:that )?"
        rf"(?P<statement>(?!{_QUESTION_WORD}|to\b).+?)",
        r"(?:(?:is|was)(?:n['’]t)? it (?:a fact|correct|right|so|the case|true)|(?:can|could|might) it be)"
        r" that (?P<statement>.+?)",
        r"whether (?P<statement>.+?)",
        r"(?P<statement>.+?), (?:is (?:it|that|this) )?(?:correct|eh|no|right|so|true|yes)",
    )
)
_TAG = re.compile(
    rf"^(?P<statement>.+?), ?(?P<verb>{_AUXILIARY})(?P<denied>n['’]t)? (?:he|I|it|she|there|they|we|you)"
    r"(?P<after> not)?\s*\?*$",
    re.IGNORECASE,
)
_DENIAL = re.compile(r"(?<=can)(?:['’]t|not)\b|(?<!ca)n['’]t\b| (?:not|never)\b", re.IGNORECASE)
#: Only at the beginning: "the man who's sister came" is meant for *whose*.
_IS = re.compile(rf"^({_QUESTION_WORD})['’]s\b", re.IGNORECASE)
_NAME = r"[A-Z][\w.’'-]*(?: [A-Z][\w.’'-]*)*"
_TO_WHOM = re.compile(rf"^What (is|was) ({_NAME}) to ({_NAME}) ?\?$")
_LIKE = re.compile(r"^What (is|are|was|were) (?!it )(.+) like ?\?$", re.IGNORECASE)
_PARTICIPLE = re.compile(r"\s+(?:been|got|had|become)\b", re.IGNORECASE)


#: How the tag names what search queries lack.
_CAPITALS, _MARK = "capitals", "its mark"


def normalize_question(question: Question, speller: Speller) -> Question:
    """Return a question as it is to be read; with a tag that says so where it is worded differently.

    Cloze questions and those with answer choices keep their order; a question that is read as it stands is
    returned itself.
    """
    if question.is_cloze:
        return question
    text, corrected = speller.corrected(question.text)
    told = [question.tags[READ_AS]] if READ_AS in question.tags else []
    told += [f"read *{word}* as *{other}*" for word, other in corrected]
    for name, make in (
        (_CAPITALS, speller.with_capitals),
        ("contractions", written_out),
        (_MARK, with_mark),
        ("what it asks", plainly_asked),
        ("clause order", clause_behind),
        ("a habit", partial(_USED_TO.sub, r"\1")),
        ("whether a statement is true", truth_asked),
        ("what one is to another", related_how),
        ("what something is like", how_it_is),
        ("a profession", profession_asked),
    ):
        if (made := make(text)) != text:
            told.append(f"{name}: read as *{made}*")
            text = made
    if not told:
        return question
    return replace(question, text=text, tags={**question.tags, READ_AS: "; ".join(told)})


def is_search_query(question: Question) -> bool:
    """Whether a question, as `normalize_question` returned it, was written without capitals or its mark."""
    return any(f"{lacks}: read as" in question.tags.get(READ_AS, "") for lacks in (_CAPITALS, _MARK))


def plainly_asked(question: str) -> str:
    """Return a question without what does not change what it asks.

    Examples
    --------
    >>> plainly_asked("Can you tell me what Ada sold?"), plainly_asked("According to the text, who left?")
    ('Can you tell me what Ada sold?', 'Who left?')
    """
    asked = question.strip()
    text = _INTRODUCED.sub("", _ADDED.sub("", asked))
    return question if text == asked else f"{text[:1].upper()}{text[1:]}"


def truth_asked(question: str) -> str:
    """Return a question for the truth of a statement as "Is it true that …?", or as it stands.

    "Ada sold the mill, didn't she?", "Do you know whether Ada left?"
    """
    text = question.strip()
    if tag := _TAG.match(text):
        statement = re.sub(r"\bwon['’]t\b", "will not", tag["statement"])
        if not (tag["denied"] or tag["after"]):  # "Ada didn't leave, did she?" asks "did Ada leave?"
            statement = _DENIAL.sub("", statement, count=1)
    else:
        found = next((match for ask in _ASKED_OF if (match := ask.match(text))), None)
        statement = found["statement"] if found else ""
    if not statement or re.match(rf"(?:\w+ )?{_QUESTION_WORD}\b", statement, re.IGNORECASE):
        return text if text.lower() != question.strip().lower() else question
    asks = re.match(rf"{_AUXILIARY}\b", statement, re.IGNORECASE)
    return f"{statement}?" if asks else f"Is it true that {statement}?"


def profession_asked(question: str) -> str:
    """Return "What does Ada do?" as a question for her profession.

    Examples
    --------
    >>> profession_asked("What does Ada's aunt do for a living?"), profession_asked("What does she do?")
    ("What is Ada's aunt's profession?", 'What is her profession?')
    """
    if (found := _DOING.fullmatch(question)) is None:
        return question
    whose = _WHOSE.get(found[1].lower(), f"{found[1]}'s")
    return f"What is {whose} profession?"


def with_mark(question: str) -> str:
    """Return a question with a mark at its end."""
    bare = question.rstrip()
    return question if not bare or bare[-1] in "?!.\"'”’" else f"{bare}?"


def written_out(question: str) -> str:
    """Return "Who's the thief?" with the verb of its question word written out: *is*, or *has*."""

    def verb(match: re.Match[str]) -> str:
        rest = question[match.end() :]
        has = _PARTICIPLE.match(rest) or re.match(r"\s+\S+\s+(?:been|got|gone|had|become)\b", rest)
        return f"{match[1]} {'has' if has else 'is'}"

    return _IS.sub(verb, question)


def how_it_is(question: str) -> str:
    """Return a question about what something is like as one about how it is.

    Examples
    --------
    >>> how_it_is("What was the old mill like?")
    'How was the old mill?'
    """
    return _LIKE.sub(r"How \1 \2?", question)


def related_how(question: str) -> str:
    """Return a question about what one is to another in the words of kinship.

    Examples
    --------
    >>> related_how("What is Ada Holm to Bo?"), related_how("What is next to Bo?")
    ('How is Ada Holm related to Bo?', 'What is next to Bo?')
    """
    return _TO_WHOM.sub(r"How \1 \2 related to \3?", question)


def clause_behind(question: str) -> str:
    """Return a question with its clause of time or reason behind what it asks."""
    found = _FRONTED.match(question.strip()) or _FRONTED_PHRASE.match(question.strip())
    if found is None:
        return question
    main, clause = found["main"].rstrip(" ."), found["clause"].rstrip()
    return f"{main[:1].upper()}{main[1:]} {clause[:1].lower()}{clause[1:]}{found['mark']}"
