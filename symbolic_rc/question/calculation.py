"""What a question is to be calculated from: differences, sums, remainders, extremes, times between events."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from symbolic_rc.lexicon.english import AUXILIARIES, DO, FUNCTION_WORDS, word_set
from symbolic_rc.lexicon.measures import unit_kinds
from symbolic_rc.lexicon.numbers import date_in
from symbolic_rc.lexicon.scales import CHANGES

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from symbolic_rc.question.query import Query

_HOW = (
    *(("how", word) for word in ("many", "much", "long", "old")),
    *((word, share) for word in ("what", "which") for share in ("percent", "percentage")),
)
_MORE = word_set("more fewer less additional")
_GRADED = word_set("longer shorter higher lower larger older younger difference")
_STANDARD = word_set("than compared compare versus vs over")
_TOGETHER = word_set("combined together altogether total all both overall")
_NOT = word_set("not n't n’t nor neither")
_EXTREMES = {
    **dict.fromkeys("longest highest most largest biggest greatest tallest maximum dearest".split(), 1),
    **dict.fromkeys("shortest lowest least smallest fewest minimum cheapest".split(), -1),
}
_PLACES = {"second": 2, "third": 3, "fourth": 4}
_CALENDAR = word_set("year month day week decade century")
_HIGHER = {"higher": 1, "larger": 1, "greater": 1, "lower": -1, "smaller": -1}
_PERCENT = word_set("percent percentage %")
_OF_TIME = word_set("after before between from since until till passed elapsed apart later earlier")
_WINNING = word_set("win lose beat lead defeat ahead")
_TOTAL = word_set("total all combined both")
_ADDING = word_set("and plus &")
_JOINING = _ADDING | frozenset((",", "or"))
_ENDING = word_set("begin start open end finish stop close until began started ended finished stopped")
_LASTING = word_set("last exist live reign rule serve stay span take")
_ENDS = word_set("than compared from of in on at by for over during with between after before if when")
_TWO_NAMES = ["PROPN", "CCONJ", "PROPN"]
_CHANGING = {*CHANGES, "cut"}
#: Words of a question that say how to calculate, and nothing of what the text tells.
_SAYING_HOW = _MORE | _STANDARD | _TOGETHER | _NOT | _OF_TIME | frozenset(_EXTREMES) | word_set("""how many
    much difference pass take number year month day week longer shorter higher lower there percent percentage
    point term terms sum amount average per either""")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Operand:
    """What one number of a calculation is of."""

    words: tuple[str, ...]  # its content words, in lower case
    extreme: int = 0  # 1 for the highest number of these, -1 for the lowest, 0 for the one number
    sign: int = 1  # -1 where its number is taken away
    place: int = 1  # 2 for the second highest or lowest, and so on


@dataclass(frozen=True, slots=True)
class Calculation:
    """How a question's answer follows from numbers of the text."""

    # {"difference", "sum", "total", "rest", "extreme", "between", "margin", "score", "share", "average",
    # "change"}: ``rest`` is what is left of a hundred percent, ``between`` the time between two dates,
    # ``margin`` and ``score`` the difference and the sum of the two numbers of a result, ``average`` a
    # measure of all things by their number, ``change`` the difference of the two ends of a rise or fall
    operation: str
    # what the numbers count or are measured in, a lemma: ``yard``, ``year``, ``%``, ``people``; or empty
    unit: str
    operands: tuple[Operand, ...]
    common: tuple[str, ...] = ()  # words that belong to all operands


def read_calculation(asked: Asked) -> Calculation | None:
    """Return how the answer to a question is calculated; None where it is a number as it stands."""
    readers = (_rest, _average, _margin, _difference, _between, _sum, _extreme, _change, _share)
    return next((one for read in readers if (one := read(asked))), None) if asked else None


class Asked:
    """A question of how many, how much, how long, how old: its words, and the noun that is counted.

    That begins behind the question word at `begin`, and ends at `end`; `unit` is its head, a lemma, ``%``
    where percentages are asked for, or empty.
    """

    def __init__(self, doc: Doc, begin: int) -> None:
        self.low, self.lemmas = [token.lower_ for token in doc], [token.lemma_.lower() for token in doc]
        self.parts, self.begin = [token.pos_ for token in doc], begin
        low = self.low
        self.more = begin < len(low) and low[begin] in _MORE
        noun = begin + self.more
        noun += low[noun : noun + 1] == ["of"]  # "how many of the men"
        grammar, ends = ("VERB", "AUX", "PUNCT"), _ENDS | AUXILIARIES
        behind = (i for i in range(noun, len(low)) if low[i] in ends or self.parts[i] in grammar)
        self.end = next(behind, len(low))
        nouns = [i for i in range(begin, self.end) if self.parts[i] in ("NOUN", "PROPN", "SYM", "ADJ")]
        self.unit = self.lemmas[nouns[-1]] if nouns else ""
        if low[begin - 1] in ("long", "old"):
            self.unit, self.end = "year", begin
        elif not _PERCENT.isdisjoint(low):
            self.unit = "%"

    @classmethod
    def of(cls, query: Query) -> Asked | None:
        """Return what a question asks; None where it does not ask for a number, or is a part of another."""
        if query.number < 0:
            return None
        words = [token.lower_ for token in query.doc]
        begin = next((i + 2 for i, pair in enumerate(pairwise(words)) if pair in _HOW), -1)
        return None if begin < 0 else cls(query.doc, begin)

    def words(self, start: int, end: int) -> tuple[str, ...]:
        """Return the content words of some tokens."""
        return tuple(
            self.low[i]
            for i in range(start, end)
            if self.low[i] not in FUNCTION_WORDS | _SAYING_HOW and self.low[i][:1].isalnum()
            # no number of things, "of the 90 men", but "in 1990", "65 years"
            if self.parts[i : i + 2] != ["NUM", "NOUN"]
            or unit_kinds(self.lemmas[i + 1])
            or date_in(self.low[i : i + 1])
        )

    def operand(self, start: int, end: int, sign: int = 1) -> Operand:
        """Return what some tokens name."""
        at = next((i for i in range(start, end) if self.low[i] in _EXTREMES), -1)
        words = self.words(start, end)
        return _of_extreme(words, self.low[at - 1], self.low[at], sign) if at > 0 else Operand(words, 0, sign)

    def operands(self, start: int, end: int, sign: int = 1) -> tuple[Operand, ...]:
        """Return what the members of a list name, or what some tokens do that are none."""
        cuts = [i for i in range(start, end) if self.low[i] in _JOINING]
        spans = zip([start, *(i + 1 for i in cuts)], [*cuts, end], strict=True)
        found = tuple(one for span in spans if (one := self.operand(*span, sign)).words)
        return found or (self.operand(start, end, sign),)

    def find(self, words: frozenset[str], start: int) -> int:
        """Return the first of some words from a token on, or -1."""
        return next((i for i in range(start, len(self.low)) if self.low[i] in words), -1)


def _rest(asked: Asked) -> Calculation | None:
    """Read "How many percent were not Norwegian?", "How many were not sick of the 90 men?"."""
    denied = next((i for i, w in enumerate(asked.low) if w in _NOT or w.endswith("n't")), -1)
    if denied < 0:
        return None
    end = len(asked.low)
    if asked.unit == "%":
        told = (*asked.words(asked.begin, denied), *asked.words(denied + 1, end))
        return Calculation("rest", "%", (Operand(told, 0, -1),))
    start, noun = asked.begin, asked.unit
    stop = next((i for i in range(asked.end, denied) if asked.parts[i] == "AUX"), denied)
    if asked.low[start : start + 1] != ["of"]:
        of_the = (i for i in range(denied, end) if asked.parts[i : i + 3] == ["ADP", "DET", "NUM"])
        start, stop = next(of_the, end), end
        end, noun = start, next((asked.lemmas[i] for i in range(start, stop) if asked.parts[i] == "NOUN"), "")
    whole, part = asked.operand(start, stop), asked.operand(denied + 1, end, -1)
    return Calculation("difference", noun, (whole, part)) if whole.words and part.words else None


def _average(asked: Asked) -> Calculation | None:
    """Read "How many kilos did a sack weigh on average?"."""
    told, average = asked.operand(asked.end, len(asked.low)), "average" in asked.low and not asked.more
    return Calculation("average", asked.unit, (told,)) if average else None


def _change(asked: Asked) -> Calculation | None:
    """Read "By how many points did the tax rise in May?"."""
    told, changing = asked.operand(asked.end, len(asked.low)), not _CHANGING.isdisjoint(asked.lemmas)
    return Calculation("change", asked.unit, (told,)) if changing and asked.unit not in _CALENDAR else None


def _difference(asked: Asked) -> Calculation | None:
    """Read "How many more trees are there in Ayr than in Bute?", "How many yards longer was …?"."""
    graded = not _GRADED.isdisjoint(asked.low[asked.begin : asked.end + 2])
    if not (asked.more or graded) or (asked.unit in _CALENDAR and asked.find(_STANDARD, asked.begin) < 0):
        return None
    than = asked.find(_STANDARD, asked.begin)
    verb = next((i for i in range(asked.end, len(asked.low)) if asked.parts[i] in ("AUX", "VERB")), -1)
    if than < 0:
        return None
    behind = than + 1 + asked.low[than].startswith("compare")
    if than <= asked.end and verb > than:  # "How many more wins than losses did the club have?"
        return _two(asked, (asked.begin, than), (behind, verb), (verb, len(asked.low)))
    return _two(asked, (asked.end, than), (behind, len(asked.low)), (asked.begin, asked.end))


def _margin(asked: Asked) -> Calculation | None:
    """Read "How many points did the Lions win by?", "How many points were scored in all?"."""
    if asked.unit != "point":
        return None
    whole = asked.operand(asked.end, len(asked.low))
    if "by" in asked.low and not _WINNING.isdisjoint(asked.lemmas):
        return Calculation("margin", "", (whole,))
    scored = not _TOTAL.isdisjoint(asked.low) and "score" in asked.lemmas
    return Calculation("score", "", (whole,)) if scored else None


def _two(asked: Asked, first: tuple[int, int], second: tuple[int, int], rest: tuple[int, int]) -> Calculation:
    names = (asked.parts[i : i + 3] == _TWO_NAMES for i in range(first[0], second[1]))
    together = any(names) or not _TOGETHER.isdisjoint(asked.low)
    parts = asked.operands if together else lambda start, end, sign=1: (asked.operand(start, end, sign),)
    one, others = parts(*first), parts(*second, -1)
    if not others[0].words:  # "than his shortest"
        others = (replace(others[0], words=one[0].words),)
    own = () if first[0] == asked.begin or len(one) > 1 else one[0].words
    return Calculation("difference", asked.unit, (*one, *others), (*asked.words(*rest), *own))


def _between(asked: Asked) -> Calculation | None:
    """Read "How many years after the flood did the mill burn?", "How many years did the war last?"."""
    if asked.unit not in _CALENDAR:
        return None
    low, end = asked.low, len(asked.low)
    mark = asked.find(_OF_TIME, asked.end)
    verb = asked.find(DO, asked.end)
    verb = verb if verb > mark else next((i for i in range(asked.end, end) if low[i] in AUXILIARIES), end)
    if mark < 0 or low[mark] in ("passed", "apart"):
        mark = asked.find(word_set("between from since until"), asked.end)
    if low[asked.begin - 1] == "old":
        when = asked.find(frozenset(("when", "in")), asked.end)
        born = Operand((*asked.operand(asked.end, when).words, "born"))
        return Calculation("between", "year", (born, asked.operand(when, end))) if when > 0 else None
    if mark < 0:
        told = asked.operand(asked.end, end)
        last = {asked.low[i] for i in range(asked.end, end) if asked.lemmas[i] in _LASTING}
        told = replace(told, words=tuple(word for word in told.words if word not in last) or told.words)
        return Calculation("between", asked.unit, (told,)) if last or verb == asked.end else None
    if low[mark] in ("between", "from", "since"):
        joint = asked.find(word_set("and until till to before"), mark + 1)
        spans = ((mark + 1, joint), (joint + 1, end)) if joint > 0 else ((mark + 1, end),)
    elif mark == asked.end and verb > mark:
        spans = ((mark + 1, verb), (verb, end))
    else:
        spans = ((asked.end, mark), (mark + 1, end))
    return Calculation("between", asked.unit, tuple(asked.operand(*span) for span in spans))


def _sum(asked: Asked) -> Calculation | None:
    """Read "How many seats do the hall and the church have in all?"."""
    low, end = asked.low, len(asked.low)
    counted, either = asked.words(asked.begin, asked.end), asked.find(frozenset(("either",)), asked.begin)
    if either >= 0:  # "How many men either drowned or deserted?"
        return Calculation("sum", asked.unit, asked.operands(either, end), counted)
    joint, first = asked.find(_ADDING, asked.begin), asked.find(_JOINING, asked.begin)
    together = not _TOGETHER.isdisjoint(low)
    if joint < 0 and together:  # "How many trees did Ada plant in all?"
        return Calculation("total", asked.unit, (asked.operand(asked.end, end),), counted)
    if joint < 0 or (joint > asked.end and not together):
        return None
    start = asked.begin
    if first > asked.end:  # "How many seats do the hall and the church have?"
        verb = next((i for i in range(asked.end, first) if low[i] in AUXILIARIES), -1)
        start = verb + 1 if verb >= 0 else asked.end
    operands = asked.operands(start, end)
    return Calculation("sum", asked.unit, operands, counted) if len(operands) > 1 else None


def _extreme(asked: Asked) -> Calculation | None:
    """Read "How many yards was the longest field goal?"."""
    found = asked.operand(asked.begin, len(asked.low))
    return Calculation("extreme", asked.unit, (found,)) if found.extreme else None


def _share(asked: Asked) -> Calculation | None:
    """Read "What percentage of the visitors were Polish?"."""
    told = asked.operand(asked.begin, len(asked.low))
    return Calculation("share", "%", (told,)) if asked.unit == "%" else None


def extreme_asked(query: Query) -> Operand | None:
    """Return of what the highest or lowest number is asked for by what goes with it; None for nothing.

    "Who kicked the longest field goal?", "Which year had the lower rainfall?"
    """
    low = query.lowers
    at = next((i for i, word in enumerate(low) if word in _EXTREMES or word in _HIGHER), -1)
    if at < 0:
        return None
    behind = (i for i in query.content if i > query.start + at and i not in query.variables)
    words = tuple(query.syntax.lowers[i] for i in behind)
    return _of_extreme(words, low[at - 1], low[at]) if words else None


def _of_extreme(words: tuple[str, ...], before: str, word: str, sign: int = 1) -> Operand:
    """Return an operand that is the highest or lowest of its words, or one next to that: "second longest"."""
    words = tuple(one for one in words if one not in _PLACES)
    return Operand(words, _EXTREMES.get(word) or _HIGHER[word], sign, _PLACES.get(before, 1))


def words_asked(query: Query) -> tuple[str, ...]:
    """Return a question's content words but for what is asked for, and those that say how to calculate."""
    told = (query.syntax.lowers[i] for i in query.content if i not in query.variables)
    return tuple(word for word in told if word not in _SAYING_HOW | _ENDING)


def end_asked(query: Query) -> int:
    """Return 0 or 1 where the first or the last date of a span of time is asked for, else -1."""
    syntax, own = query.syntax, range(query.start, query.end)
    words = {syntax.lemmas[i].lower() for i in own if syntax.pos[i] != "ADJ"}  # not "when is it open"
    return 0 if words & {"begin", "start", "open"} else 1 if words & _ENDING else -1
