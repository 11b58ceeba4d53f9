"""Question understanding on words alone: kind, expected answer, form, constraints."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import compress

from symbolic_rc.core.record import Question
from symbolic_rc.core.tokens import words_of
from symbolic_rc.lexicon.english import ARTICLES, AUXILIARIES, BE, FUNCTION_WORDS, QUESTION_WORDS, word_set

PREPOSITIONS = word_set("""to from with by for of in on at about into against over after under through off up
    near behind""")
#: What asks for an amount.
AMOUNTS = (["how", "many"], ["how", "much"])

#: Kinds of question, in the order in which they are written into feature names.
KINDS = (
    "person", "place", "time", "duration", "number", "reason", "manner", "relation", "object",
    "event", "description", "yes/no", "choice", "cloze",
)  # fmt: skip

#: Nouns for people, beside those that WordNet classes so.
PERSON_NOUNS = word_set("""person people man woman boy girl king queen prince princess character characters
    friend brother sister mother father son daughter husband wife child actor author writer doctor soldier
    detective leader name member singer musician player artist director captain officer lover uncle aunt
    cousin parent parents siblings couple men women children brothers sisters friends""")
_PLACE_NOUNS = word_set("""place city town country village state location island street house building river
    county region area planet land kingdom room school university college hotel church forest mountain
    castle""")
_TIME_NOUNS = word_set("year month day date time century decade season hour era period age night")
_RELATION_NOUNS = word_set("relationship relation related")
_SHARES = frozenset(("percent", "percentage", "percentages"))
_REASON_NOUNS = word_set("reason cause motive purpose")
#: Verbs whose *for* asks what, not why: "what did she thank him for".
_FOR_THINGS = word_set("""thank thanked ask asked pay paid look looking search searching wait waiting known
    famous noted renowned remembered responsible""")
_EVENT_VERBS = word_set("do does did happen happens happened doing done")
#: What question words ask for by themselves; what "how" does with the word behind it.
_OF_QUESTION_WORD = {
    "who": "person", "whom": "person", "whose": "person", "where": "place", "when": "time", "why": "reason"
}  # fmt: skip
_OF_HOW = {
    **dict.fromkeys("many much old far tall big high deep wide thick heavy".split(), "number"),
    "long": "duration",
    "often": "time",
}
_OF_NOUNS = (
    (PERSON_NOUNS, "person"), (_PLACE_NOUNS, "place"), (_TIME_NOUNS, "time"), (_RELATION_NOUNS, "relation"),
    (_REASON_NOUNS, "reason"), (_SHARES, "number"),
)  # fmt: skip
_STOP = FUNCTION_WORDS | word_set("many much long old after before its , . ? ! ; : - --")
_CLITIC = re.compile(r"\b(who|what|where|when|how)['’]s\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Understanding:
    """What the words of a question alone say."""

    kind: str  # one of `KINDS`
    wh: str  # the question word, or ``cloze``, or empty
    focus: str  # the noun that the question word goes with: ``animal`` in "what animal"
    form: str  # ``first name``, ``last name``, ``full name``, ``name`` or empty
    plural: bool  # whether several answers are asked for
    negated: bool
    order: str  # {"before", "after", ""}: A temporal constraint
    words: tuple[str, ...]  # the question's tokens

    @property
    def lowers(self) -> list[str]:
        """The question's tokens in lower case."""
        return [word.lower() for word in self.words]


def understand(question: Question, verbs: Collection[str] = ()) -> Understanding:
    """Return what a question asks for, from its words alone, and those that are known to be finite verbs.

    Examples
    --------
    >>> found = understand(Question("1", "What are the first names of the people who sold the mill?"))
    >>> found.kind, found.form, found.plural
    ('person', 'first name', True)
    """
    words = tuple(words_of(_CLITIC.sub(r"\1 is", question.text)))
    lower = [word.lower() for word in words]
    at = question_word(lower)
    wh = lower[at] if at >= 0 else ""
    focus, plural = _focus(lower, at, verbs)
    text = " ".join(lower)
    named = re.search(r"\b(first|last|full) names?\b", text)
    form = f"{named[1]} name" if named else "name" if re.search(r"\bnames?\b", text) else ""
    if focus in ("name", "names"):
        focus = _named_noun(lower) or focus
    if re.search(r"\b(first|last|full)? ?names of\b", text):
        plural = True
    kind = "cloze" if question.is_cloze else _kind(lower, wh, at, focus, form)
    order = next((word for word in ("before", "after") if word in lower), "")
    negated = any(word in ("not", "never", "no") or word.endswith("n't") for word in lower)
    return Understanding(
        kind, "cloze" if question.is_cloze else wh, focus, form, plural, negated, order, words
    )


def question_word(lower: Sequence[str]) -> int:
    """Return the place of the word that asks; -1 for none, as where yes or no answers."""
    if _is_polar(lower):
        return -1  # a question word within speaks of something else: did she say who came?
    within = word_in_place(lower)
    return within if within >= 0 else next((i for i, word in enumerate(lower) if word in QUESTION_WORDS), -1)


def word_in_place(lower: Sequence[str]) -> int:
    """Return the place of a word that asks within a statement, past those of relative clauses; -1 for none.

    Examples
    --------
    >>> word_in_place("he met a man who died in what year ?".split())
    7
    """
    places = [i for i, word in enumerate(lower) if word in QUESTION_WORDS]
    if not places or not any(word[:1].isalnum() and word not in PREPOSITIONS for word in lower[: places[0]]):
        return -1
    if not any(word[:1].isalnum() for word in lower[places[-1] + 1 :]):
        return places[-1]
    asking = (lower[i] == "what" or [*lower[i : i + 2]] in AMOUNTS or _determines(lower, i) for i in places)
    return max(compress(places, asking), default=-1)


def _determines(lower: Sequence[str], i: int) -> bool:
    """Whether a question word behind a preposition goes with a noun: "by which band", not "in which he"."""
    behind = lower[i] in ("which", "whose") and lower[i - 1] in PREPOSITIONS
    return behind and lower[i + 1] not in FUNCTION_WORDS


def _focus(lower: list[str], at: int, verbs: Collection[str]) -> tuple[str, bool]:
    """Return the noun that the question word goes with, and whether it is plural."""
    if at < 0 or lower[at] not in ("what", "which", "whose", "how"):
        return "", False
    rest = lower[at + 1 : at + 5]
    if lower[at] == "how":
        degree = next((word for word in rest[:1] if word in ("many", "much", "long", "old")), "")
        return degree, degree == "many"
    if rest and rest[0] in ("is", "are", "was", "were", "'s"):
        rest = [word for word in lower[at + 2 : at + 7] if word not in ARTICLES]
        ends = (i for i, word in enumerate(rest) if word in ("of", "that", "who") or (i and word in _STOP))
        return next(iter(["", *rest][next(ends, 1) :]), ""), lower[at + 1] in ("are", "were")
    noun = ""
    for word in rest:
        verb = word in verbs
        if word in _STOP or word in _EVENT_VERBS or (verb and (noun or lower[at] == "what")):
            break
        noun = word
        if verb:
            break  # "which states border it"
    return noun, noun.endswith("s") and not noun.endswith("ss")


def _named_noun(lower: list[str]) -> str:
    """Return the noun whose name is asked for: ``city`` in "the name of the old city that …"."""
    at = next((i for i, word in enumerate(lower) if word in ("name", "names")), -1)
    noun = ""
    if 0 <= at < len(lower) - 2 and lower[at + 1] == "of":
        for word in lower[at + 2 : at + 7]:
            if word in _STOP and word not in ("the", "a", "an", "this", "his", "her"):
                break
            noun = word if word not in _STOP else noun
    return noun


def _kind(lower: list[str], wh: str, at: int, focus: str, form: str) -> str:
    after = lower[at + 1] if 0 <= at < len(lower) - 1 else ""
    if wh in _OF_QUESTION_WORD:
        return _OF_QUESTION_WORD[wh]
    if wh in ("how", "what") and re.search(r"\brelat(?:ed|ion|ionship)\b", " ".join(lower)):
        return "relation"
    if wh == "how":
        return _OF_HOW.get(after, "manner")
    if wh in ("what", "which"):
        return _kind_of_what(lower, after, focus, form)
    return "yes/no" if _is_polar(lower) else "description"


def _kind_of_what(lower: list[str], after: str, focus: str, form: str) -> str:
    """Return what "what" or "which" asks for: by its noun, else by the verb."""
    text = " ".join(lower)
    for nouns, kind in _OF_NOUNS:
        if not nouns.isdisjoint((focus, focus.removesuffix("s"))):
            return kind
    named = form or (focus and after not in BE)  # "which team does he play for"
    if "what for" in text or (lower[-2:-1] == ["for"] and not named and _FOR_THINGS.isdisjoint(lower)):
        return "reason"
    if after in _EVENT_VERBS or "happen" in text or " do ?" in text or (after in BE and "doing" in lower):
        return "event"
    return "person" if form in ("first name", "last name", "full name") else "object"


def _is_polar(lower: Sequence[str]) -> bool:
    """Return whether a question begins as those do that are answered by yes or no."""
    return bool(lower) and lower[0].removesuffix("n't") in AUXILIARIES
