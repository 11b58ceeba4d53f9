"""What a question is to be calculated from: differences, sums, remainders, extremes, times between events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from symbolic_rc.lexicon.english import AUXILIARIES, FUNCTION_WORDS

_MORE = frozenset("more fewer less additional".split())
_GRADED = frozenset("longer shorter higher lower larger older younger difference".split())
_STANDARD = frozenset("than compared versus vs over".split())
_TOGETHER = frozenset("combined together altogether total all both overall".split())
_NOT = frozenset("not n't n’t nor neither".split())
_EXTREMES = {
    **dict.fromkeys("longest highest most largest biggest greatest tallest maximum".split(), 1),
    **dict.fromkeys("shortest lowest least smallest fewest minimum".split(), -1),
}
_CALENDAR = frozenset("year month day week decade century".split())
_PERCENT = frozenset("percent percentage % point".split())
_OF_TIME = frozenset("after before between from since until till passed elapsed apart later earlier".split())
_ADDING = frozenset("and plus &".split())
_JOINING = _ADDING | frozenset((",", "or"))
_LASTING = frozenset("last exist live reign rule serve stay span".split())
_ENDS = frozenset(
    "than compared from of in on at by for over during with between after before if when".split()
)
#: Words of a question that say how to calculate, and nothing of what the text tells.
_SAYING_HOW = _MORE | _STANDARD | _TOGETHER | _NOT | _OF_TIME | frozenset(_EXTREMES) | frozenset(
    "how many much difference pass take number year month day week longer shorter higher lower there"
    " percent percentage point term terms sum amount".split()
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Operand:
    """What one number of a calculation is of.

    Attributes
    ----------
    words : tuple of str
        Its content words, in lower case.
    extreme : int
        1 for the highest number of these, -1 for the lowest, 0 for the one number.
    sign : int
        -1 where its number is taken away.
    """

    words: tuple[str, ...]
    extreme: int = 0
    sign: int = 1


@dataclass(frozen=True, slots=True)
class Calculation:
    """How a question's answer follows from numbers of the text.

    Attributes
    ----------
    operation : {"difference", "sum", "rest", "extreme", "between"}
        ``rest`` is what is left of a hundred percent, ``between`` the time between two dates.
    unit : str
        What the numbers count or are measured in, a lemma: ``yard``, ``year``, ``%``, ``people``; or empty.
    operands : tuple of Operand
    common : tuple of str
        Words that belong to all operands.
    """

    operation: str
    unit: str
    operands: tuple[Operand, ...]
    common: tuple[str, ...] = ()


def read_calculation(low: Sequence[str], lemmas: Sequence[str], parts: Sequence[str]) -> Calculation | None:
    """Return how the answer to "how many" or "how much" is calculated; None where it is a number as it stands.

    Parameters
    ----------
    low, lemmas, parts : sequence of str
        The words of the question in lower case, their lemmas, their parts of speech.
    """
    begin = next(
        (i + 2 for i in range(len(low) - 1) if low[i] == "how" and low[i + 1] in ("many", "much")), -1
    )
    if begin < 0:
        return None
    asked = _Asked(low, lemmas, parts, begin)
    for read in (_rest, _difference, _between, _sum, _extreme):
        found = read(asked)
        if found is not None:
            return found
    return None


class _Asked:
    """A question of how many: its words, and where the noun that is counted ends."""

    def __init__(self, low: Sequence[str], lemmas: Sequence[str], parts: Sequence[str], begin: int) -> None:
        self.low, self.lemmas, self.parts, self.begin = low, lemmas, parts, begin
        self.more = low[begin : begin + 1] != [] and low[begin] in _MORE
        at = begin + self.more
        while at < len(low) and not self._ends_noun(at):
            at += 1
        self.end = at
        nouns = [i for i in range(begin, at) if parts[i] in ("NOUN", "PROPN", "SYM") or low[i] in _PERCENT]
        self.unit = lemmas[nouns[-1]].lower() if nouns else ""
        if any(lemmas[i].lower() in _PERCENT for i in nouns):
            self.unit = "%"
        self.before = range(begin - 2)

    def _ends_noun(self, i: int) -> bool:
        low = self.low[i]
        return low in _ENDS or self.parts[i] in ("VERB", "AUX", "PUNCT") or low in AUXILIARIES

    def words(self, start: int, end: int) -> tuple[str, ...]:
        """Return the content words of some tokens."""
        return tuple(
            self.low[i]
            for i in range(start, end)
            if self.low[i] not in FUNCTION_WORDS | _SAYING_HOW and self.low[i][:1].isalnum()
        )

    def operand(self, start: int, end: int, sign: int = 1) -> Operand:
        """Return what some tokens name."""
        extreme = next((_EXTREMES[self.low[i]] for i in range(start, end) if self.low[i] in _EXTREMES), 0)
        return Operand(self.words(start, end), extreme, sign)

    def operands(self, start: int, end: int, sign: int = 1) -> tuple[Operand, ...]:
        """Return what the members of a list name, or what some tokens do that are none."""
        cuts = [i for i in range(start, end) if self.low[i] in _JOINING]
        spans = zip([start, *(i + 1 for i in cuts)], [*cuts, end], strict=True)
        found = tuple(one for span in spans if (one := self.operand(*span, sign)).words)
        return found or (self.operand(start, end, sign),)

    def find(self, words: frozenset[str], start: int) -> int:
        """Return the first of some words from a token on, or -1."""
        return next((i for i in range(start, len(self.low)) if self.low[i] in words), -1)

    @property
    def counted(self) -> tuple[str, ...]:
        """The content words of what is counted."""
        return self.words(self.begin, self.end)


def _rest(asked: _Asked) -> Calculation | None:
    """Read "How many percent were not Norwegian?"."""
    denied = not _NOT.isdisjoint(asked.low) or any(word.endswith("n't") for word in asked.low)
    if asked.unit != "%" or not denied:
        return None
    return Calculation("rest", "%", (asked.operand(asked.end, len(asked.low)),))


def _difference(asked: _Asked) -> Calculation | None:
    """Read "How many more trees are there in Ayr than in Bute?", "How many yards longer was …?"."""
    graded = not _GRADED.isdisjoint(asked.low[asked.begin : asked.end + 2])
    if not (asked.more or graded) or (asked.unit in _CALENDAR and asked.find(_STANDARD, asked.begin) < 0):
        return None
    than = asked.find(_STANDARD, asked.begin)
    verb = next((i for i in range(asked.end, len(asked.low)) if asked.parts[i] in ("AUX", "VERB")), -1)
    if than < 0:
        both = asked.find(frozenset(("between",)), asked.end)
        joint = asked.find(frozenset(("and",)), both + 1) if both >= 0 else -1
        if joint < 0:
            return None
        return _two(asked, (both + 1, joint), (joint + 1, len(asked.low)), (asked.end, both))
    behind = than + 1 + (asked.low[than] == "compared")
    if than <= asked.end and verb > than:  # "How many more wins than losses did the club have?"
        return _two(asked, (asked.begin, than), (behind, verb), (verb, len(asked.low)))
    return _two(asked, (asked.end, than), (behind, len(asked.low)), (asked.begin, asked.end))


def _two(
    asked: _Asked, first: tuple[int, int], second: tuple[int, int], rest: tuple[int, int]
) -> Calculation:
    together = not _TOGETHER.isdisjoint(asked.low)
    parts = asked.operands if together else lambda start, end, sign=1: (asked.operand(start, end, sign),)
    one, others = parts(*first), parts(*second, -1)
    shared = (*asked.words(*rest), *(() if first[0] == asked.begin else one[0].words))
    return Calculation("difference", asked.unit, (*one, *others), shared)


def _between(asked: _Asked) -> Calculation | None:
    """Read "How many years after the flood did the mill burn?", "How many years did the war last?"."""
    if asked.unit not in _CALENDAR:
        return None
    low, end = asked.low, len(asked.low)
    mark = asked.find(_OF_TIME, asked.end)
    verb = next((i for i in range(asked.end, end) if low[i] in AUXILIARIES), end)
    if mark < 0 or low[mark] in ("passed", "apart"):
        mark = asked.find(frozenset("between from since until".split()), asked.end)
    if mark < 0:
        lasting = any(lemma in _LASTING for lemma in asked.lemmas) or verb == asked.end
        return Calculation("between", asked.unit, (asked.operand(asked.end, end),)) if lasting else None
    if low[mark] in ("between", "from", "since"):
        joint = asked.find(frozenset("and until till to before".split()), mark + 1)
        spans = ((mark + 1, joint), (joint + 1, end)) if joint > 0 else ((mark + 1, end),)
    elif mark == asked.end and verb > mark:
        spans = ((mark + 1, verb), (verb, end))
    else:
        spans = ((asked.end, mark), (mark + 1, end))
    return Calculation("between", asked.unit, tuple(asked.operand(*span) for span in spans))


def _sum(asked: _Asked) -> Calculation | None:
    """Read "How many seats do the hall and the church have in all?"."""
    low, end = asked.low, len(asked.low)
    joint, first = asked.find(_ADDING, asked.begin), asked.find(_JOINING, asked.begin)
    if joint < 0 or (joint > asked.end and _TOGETHER.isdisjoint(low)):
        return None
    start = asked.begin
    if first > asked.end:  # "How many seats do the hall and the church have?"
        verb = next((i for i in range(asked.end, first) if low[i] in AUXILIARIES), -1)
        start = verb + 1 if verb >= 0 else asked.end
    operands = asked.operands(start, end)
    return Calculation("sum", asked.unit, operands, asked.counted) if len(operands) > 1 else None


def _extreme(asked: _Asked) -> Calculation | None:
    """Read "How many yards was the longest field goal?"."""
    found = asked.operand(asked.begin, len(asked.low))
    return Calculation("extreme", asked.unit, (found,)) if found.extreme else None
