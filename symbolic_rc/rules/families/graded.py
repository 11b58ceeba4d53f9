"""Comparisons read off words: *older*, *less old*, *more apples*, *costs more*, *the higher price*, *first*.

They hold for verbs and nouns, too, and where a sentence is parsed wrongly. Who is meant on each side is known
by where the options of the question are mentioned, and by coreference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts import Term
from symbolic_rc.graph.facts.reading.comparisons import base_of
from symbolic_rc.graph.facts.reading.numbers import LAST, TIMES, Number, read_numbers
from symbolic_rc.lexicon.english import content_words
from symbolic_rc.lexicon.measures import Measure, measures_of, same_measure
from symbolic_rc.lexicon.nouns import nouns
from symbolic_rc.lexicon.scales import direction
from symbolic_rc.lexicon.wordnet import wordnet
from symbolic_rc.question.query import Query
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.families.comparisons import Order, rank_of
from symbolic_rc.rules.terms import Node

_DEGREES = {"more": 1, "most": 1, "less": -1, "fewer": -1, "least": -1, "fewest": -1}
_SUPERLATIVES = frozenset("most least fewest".split())
_IRREGULAR = {
    "better": "good", "best": "good", "worse": "bad", "worst": "bad", "further": "far", "farther": "far",
    "furthest": "far", "farthest": "far", "elder": "old", "eldest": "old", "sooner": "early",
    "soonest": "early", "earlier": "early", "earliest": "early", "later": "late", "latest": "late",
}  # fmt: skip
#: Adjectives that say no more of a noun than how much of it there is.
_OF_AMOUNT = {
    **dict.fromkeys("high great large big good".split(), 1),
    **dict.fromkeys("low small little bad".split(), -1),
}
_AMOUNTS = frozenset("number amount count total quantity".split())
_TIMES = {"first": "early", "last": "late", "second": "late"}
_NO_SCALE = frozenset("other rather ever never over under after however either neither".split())
_STANDING_FOR_NOUNS = frozenset(("one", "ones"))
_NOT = frozenset("not n't n’t never no nor".split())
_NOMINAL = ("NOUN", "PROPN", "PRON")
_VERBAL = ("VERB", "AUX")
_MODIFYING = ("DET", "PRON", "ADJ", "NUM", "PROPN")
_STOPS = ("PUNCT", "CCONJ", "VERB", "SCONJ")
#: A comparison stands so near before *than*, and *as* before the second *as*.
_NEAR, _NEAR_AS = 7, 5
_MORE_AS, _LESS_AS = frozenset(("twice", "thrice", "times")), frozenset(("half",))


@dataclass(frozen=True, slots=True)
class Graded:
    """What is compared, and in which direction."""

    word: str  # an adjective or adverb in the positive, a noun that is counted, or a verb; a lemma
    sign: int  # 1 for more of it, -1 for less, 0 for as much
    part: str  # WordNet's letter of its part of speech
    token: int  # the token that compares
    end: int  # where the words end that belong to it
    superlative: bool = False

    @property
    def measures(self) -> tuple[tuple[Measure, int], ...]:
        """What can be measured of it, each with 1 where more of the word is more of the measure, else -1."""
        return measures_of(self.word)

    @property
    def amount(self) -> int:
        """1 where it is an adjective for how much there is, -1 for how little, else 0."""
        return _OF_AMOUNT.get(self.word, 0)

    @property
    def in_time(self) -> int:
        """1 where more of it is later, -1 where it is earlier, 0 where it is not measured in time."""
        return next((sign for measure, sign in self.measures if measure.name == "time"), 0)

    def relation(self, other: Graded) -> int:
        """Return 1 where more of the other is more of this, -1 where it is less, 0 where it says nothing."""
        if self.word == other.word:
            return 1
        way = direction(self.word, other.word) if self.part == other.part == "a" else 0
        return way or same_measure(self.word, other.word)


@dataclass(frozen=True, slots=True)
class Mentioned:
    """Where each option is mentioned."""

    spans: tuple[tuple[tuple[int, int], ...], ...]  # of each option's mentions, in order
    at: dict[int, int]  # the option of each token of these

    def within(self, start: int, end: int) -> list[tuple[int, int, int]]:
        """Return the mentions inside some tokens, in order: where each begins and ends, and its option."""
        every = ((*span, option) for option, spans in enumerate(self.spans) for span in spans)
        return sorted(one for one in every if start <= one[0] and one[1] <= end)


def option_words(option: str) -> tuple[str, ...]:
    """Return an option's words without function words, in lower case; all where it has no others."""
    told = tuple(content_words(option))
    return tuple(word for word in told if word not in _STANDING_FOR_NOUNS) or told  # "the red one"


def mentioned(case: Case, options: Sequence[str]) -> Mentioned:
    """Return where a story mentions each option, by its words, by some that no other has, or as an entity."""
    spans = _mentioned_by_words(case, [option_words(option) for option in options])
    at = {i: number for number, found in enumerate(spans) for span in found for i in range(*span)}
    for number, found in enumerate(spans):
        ends = {end - 1 for _, end in found}
        entities = {m.entity for m in case.facts.mentions if m.head in ends and m.entity >= 0}
        for mention in case.facts.mentions:
            tokens = range(mention.start, mention.end)
            if mention.entity in entities and at.keys().isdisjoint(tokens):
                found.append((mention.start, mention.end))
                at.update(dict.fromkeys(tokens, number))
    return Mentioned(tuple(tuple(sorted(found)) for found in spans), at)


def _mentioned_by_words(case: Case, names: Sequence[tuple[str, ...]]) -> list[list[tuple[int, int]]]:
    """Return where the words of each option stand side by side, else those that no other option has."""
    spans = [list(_places(case, name)) for name in names]
    for number, name in enumerate(names):
        others = {word for other in (*names[:number], *names[number + 1 :]) for word in other}
        for word in name if not spans[number] else ():
            spans[number] += _places(case, (word,)) if word not in others else ()
        if not spans[number] and len(name) == 1:
            forms = (i for i, one in enumerate(case.facts.syntax.lemmas) if _is_form(name[0], one.lower()))
            spans[number] += ((i, i + 1) for i in forms)
    return spans


def _is_form(word: str, lemma: str) -> bool:
    """Whether a word is the plural of a lemma, or both name a people: "Swedes", "Swedish"."""
    people = word[:3] == lemma[:3] and any(nouns().places(one) for one in (word, lemma))
    return people or lemma in wordnet().base(word, "n")


def _places(case: Case, name: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield where words stand side by side, as they are or as lemmas."""
    lowers, lemmas = case.facts.syntax.lowers, case.facts.syntax.lemmas
    for i in range(len(lowers) - len(name) + 1):
        if all(word in (lowers[i + k], lemmas[i + k].lower()) for k, word in enumerate(name)):
            yield i, i + len(name)


def graded_at(syntax: Syntax, i: int, start: int, end: int) -> Graded | None:
    """Return what a token compares in a sentence or question from `start` to `end`; None for nothing."""
    if (low := syntax.lowers[i]) in _DEGREES:
        return _by_degree(syntax, i, start, end)
    if low in _NO_SCALE:
        return None
    best = low.endswith("est") or low in ("best", "worst")
    base = _IRREGULAR.get(low) or _regular_base(syntax, i)
    if not base:
        return None
    noun, after = _noun_behind(syntax, i + 1, end)
    measured = noun in _AMOUNTS or any(noun in measure.nouns for measure, _ in measures_of(noun))
    verbs = [syntax.lemmas[j] for j in range(start, i) if syntax.pos[j] in _VERBAL]
    if noun and base in _OF_AMOUNT and (measured or not all(verb == "be" for verb in verbs)):
        return Graded(noun, _OF_AMOUNT[base], "n", i, after, best)  # not "Which is the larger city?"
    return Graded(base, 1, "a", i, i + 1, best)


def _regular_base(syntax: Syntax, i: int) -> str:
    """Return the positive of a comparative or superlative in -er or -est; empty for other words."""
    low = syntax.lowers[i]
    if not low.endswith(("er", "est")):
        return ""
    base = base_of(syntax.lemmas[i], low)
    graded = syntax.tags[i] in ("JJR", "RBR", "JJS", "RBS") or syntax.pos[i] in ("ADJ", "ADV")
    closes = syntax.pos[i + 1 : i + 2] in (["PUNCT"], ["ADP"]) and syntax.lowers[i - 1] == "the"
    graded = graded or syntax.lemmas[i - 1] == "be" or closes or "than" in syntax.lowers[i + 1 : i + 3]
    return base if graded and base != low else ""


def _by_degree(syntax: Syntax, i: int, start: int, end: int) -> Graded | None:
    low = syntax.lowers[i]
    sign, best = _DEGREES[low], low in _SUPERLATIVES
    noun, after = _noun_behind(syntax, i + 1, end)
    if noun:
        return Graded(noun, sign, "n", i, after, best)
    if i + 1 < end and syntax.pos[i + 1] in ("ADJ", "ADV") and syntax.lowers[i + 1] != "than":
        base = base_of(syntax.lemmas[i + 1], syntax.lowers[i + 1])
        return Graded(base, sign, "a", i, i + 2, best)
    verb = _last_verb(syntax, start, i)
    return Graded(verb, sign, "v", i, i + 1, best) if verb else None


def _last_verb(syntax: Syntax, start: int, end: int) -> str:
    return next((syntax.lemmas[i] for i in range(end - 1, start - 1, -1) if syntax.pos[i] == "VERB"), "")


def _noun_behind(syntax: Syntax, i: int, end: int) -> tuple[str, int]:
    """Return the noun that words before it count or measure, and where it ends; what a number is of."""
    while i < end and syntax.pos[i] in ("ADJ", "NUM") and syntax.lowers[i] != "than":
        i += 1
    noun = ""
    while i < end and syntax.pos[i] == "NOUN":
        noun, i = syntax.lemmas[i].lower(), i + 1
    return noun, i


def noun_measured(syntax: Syntax, start: int, end: int, last: bool = False) -> str:
    """Return the head of the first or last noun phrase; what is counted of "the number of seats"."""
    phrases: list[list[str]] = [[""]]
    for i in range(start, end):
        if syntax.pos[i] != "NOUN":
            continue
        before = next((k for k in range(i - 1, start - 1, -1) if syntax.pos[k] not in _MODIFYING), start)
        if i > start and syntax.pos[i - 1] == "NOUN":
            phrases[-1][-1] = syntax.lemmas[i].lower()
        elif syntax.pos[before] == "ADP" and syntax.pos[before - 1] == "NOUN" and before > start:
            phrases[-1].append(syntax.lemmas[i].lower())
        else:
            phrases.append([syntax.lemmas[i].lower()])
    head, *others = phrases[-1 if last else min(1, len(phrases) - 1)]
    return others[0] if others and head in _AMOUNTS else head


def asked_comparison(query: Query) -> Graded | None:
    """Return what a question compares, None for nothing."""
    syntax = query.syntax
    for i in range(query.start, query.end):
        found, degree = graded_at(syntax, i, query.start, query.end), _DEGREES.get(syntax.lowers[i])
        if query.options and degree and (found is None or found.word == "be"):
            return Graded("number", degree, "n", i, i + 1)  # "Were there more of the cups or the plates?"
        if found is not None:
            return _of_its_noun(query, found)
    time = _TIMES.get(query.time, "")
    beside = pairwise((*query.lowers, ""))  # not "for the first time"
    time = time or next((_TIMES[w] for w, after in beside if w in _TIMES and after != "time"), "")
    return Graded(time, 1, "a", query.start, query.start, True) if time else None


def _of_its_noun(query: Query, found: Graded) -> Graded:
    """Return "In which year was the price higher?" as asking for the higher price."""
    noun = noun_measured(query.syntax, query.start, found.token, last=True)
    if found.part != "a" or not found.amount or noun in ("", *query.nouns_asked):
        return found
    return replace(found, word=noun, sign=found.amount * found.sign, part="n")


def sentences_of(case: Case) -> Iterator[tuple[int, int]]:
    """Yield the tokens of each sentence that may be read: all, or those of which there are facts."""
    told = None if case.alignment.whole is None else {fact.sentence for fact in case.facts}
    starts = case.facts.sentence_starts.tolist()
    for start, end in zip(starts, [*starts[1:], len(case.facts.syntax)], strict=True):
        if told is None or int(case.facts.syntax.sentences[start]) in told:
            yield start, end


def stated_order(case: Case, mentioned: Mentioned, asked: Graded) -> Order[int]:
    """Return who stands above whom in what is asked, as the story's sentences say in words."""
    reader = _Reader(case, mentioned, asked)
    for start, end in sentences_of(case):
        reader.read(start, end)
    return reader.order


class _Reader:
    """Reads comparisons off sentences."""

    def __init__(self, case: Case, mentioned: Mentioned, asked: Graded) -> None:
        self.case, self.syntax, self.mentioned, self.asked = case, case.facts.syntax, mentioned, asked
        self.order: Order[int] = Order()
        self.places: dict[Node, tuple[int, int]] = {}  # from the top, negative; and the sentence

    def read(self, start: int, end: int) -> None:
        """Add what a sentence says."""
        syntax, left_end, subject = self.syntax, start, None
        for i in range(start, end):
            low = syntax.lowers[i]
            if low == "than" or (low == "as" and i > start):
                told = (self._before_than if low == "than" else self._between_as)(left_end, i, start)
                if told is not None:
                    left = self._subject(left_end, told.token) or subject
                    right, after = self._standard(i + 1, end)
                    self._add(left, told, right, start)
                    left_end, subject = after, left
            elif low == "compared" and syntax.lowers[i + 1 : i + 2] in (["with"], ["to"]):
                self._compared_with(i, start, end)
            elif low in ("before", "after"):
                self._before_or_after(i, start, end)
        self._extremes(start, end)

    def _compared_with(self, at: int, start: int, end: int) -> None:
        """Add "Compared with Bo, Ada is older", "Ada is older compared with Bo"."""
        right, after = self._standard(at + 2, end)
        begin, stop = (after, end) if at == start else (start, at)
        compared = (graded_at(self.syntax, k, begin, stop) for k in range(begin, stop))
        graded = next((one for one in compared if one is not None), None)
        if graded is not None:
            self._add(self._subject(begin, graded.token), graded, right, start)

    def _before_or_after(self, at: int, start: int, end: int) -> None:
        """Add "Ada left before Bo", where it is asked who was earlier or later."""
        late, lowers = self.asked.in_time, self.syntax.lowers
        right, _ = self._standard(at + 1, end) if late else (None, end)
        if right is not None:
            comma = next((j for j in range(at, end) if lowers[j] == ","), end)
            left = self._subject(start, at) or side_of(self.case, self.mentioned, comma, end)
            if left is not None:
                self.order.add(late if lowers[at] == "after" else -late, left, right, self._sentence(start))

    def _sentence(self, token: int) -> int:
        return int(self.syntax.sentences[token])

    def _add(self, left: Node | None, graded: Graded, right: Node | None, start: int) -> None:
        related = graded.relation(self.asked)
        if left is not None and right is not None and related:
            self.order.add(graded.sign * related, left, right, self._sentence(start))

    def _before_than(self, left: int, at: int, start: int) -> Graded | None:
        """Return what is compared before *than*; less of it where that is denied."""
        for i in range(at - 1, max(left, at - _NEAR) - 1, -1):
            found = graded_at(self.syntax, i, start, at)
            if found is not None and not found.superlative:
                denied = not _NOT.isdisjoint(self.syntax.lowers[left : found.token])
                return replace(found, sign=-found.sign) if denied else found
        return None

    def _between_as(self, left: int, at: int, start: int) -> Graded | None:
        """Return what is compared between *as* and *as*."""
        syntax, near = self.syntax, range(at - 1, max(left, at - _NEAR_AS) - 1, -1)
        first = next((i for i in near if syntax.lowers[i] == "as"), at)
        if first + 1 >= at:
            return None
        word, part = syntax.lemmas[first + 1].lower(), "a"
        if word in ("much", "many"):
            counted = at - first > 2
            word = syntax.lemmas[at - 1].lower() if counted else _last_verb(syntax, left, first)
            part = "n" if counted else "v"
        before = set(syntax.lowers[left:first])
        sign = -1 if before & (_NOT | _LESS_AS) else 1 if before & _MORE_AS else 0
        return Graded(word, sign, part, first, at)

    def _subject(self, start: int, end: int) -> Node | None:
        """Return who is compared: the last noun phrase before the verb in front of the comparison."""
        syntax = self.syntax
        verb = next((i for i in range(end - 1, start - 1, -1) if syntax.pos[i] in _VERBAL), end)
        while verb - 1 >= start and syntax.pos[verb - 1] in (*_VERBAL, "PART", "ADV"):
            verb -= 1
        inside = self._compared(start, end)
        before = [option for at, option in inside if at < verb] or [option for _, option in inside]
        if before:
            return "option", before[-1]
        head = next((i for i in range(verb - 1, start - 1, -1) if syntax.pos[i] in _NOMINAL), -1)
        return _named(self.case, self.mentioned, head) if head >= 0 else None

    def _compared(self, start: int, end: int) -> list[tuple[int, int]]:
        """Return the mentions of options but those that only own what is compared: "Ada's brother"."""
        return [
            (first, option)
            for first, last, option in self.mentioned.within(start, end)
            if self.syntax.lowers[last : last + 1] not in (["'s"], ["’s"])
            or any(measures_of(lemma.lower()) for lemma in self.syntax.lemmas[last + 1 : last + 2])
        ]

    def _standard(self, start: int, end: int) -> tuple[Node | None, int]:
        """Return what is compared with, and where it ends."""
        syntax, at, stop = self.syntax, self.mentioned.at, start
        while stop < end and (syntax.pos[stop] not in _STOPS or stop in at):
            stop += 1
        return side_of(self.case, self.mentioned, start, stop), stop

    def _extremes(self, start: int, end: int) -> None:
        """Add who is said to be the most or least so, or the second: a superlative each, or of one alone."""
        syntax, options = self.syntax, list(dict.fromkeys(who for _, who in self._compared(start, end)))
        told = self._superlatives(start, end)
        if len(options) not in (1, len(told)):
            return
        for option, one in zip(options * (len(told) if len(options) == 1 else 1), told, strict=True):
            way, rank = one.sign * one.relation(self.asked), rank_of(syntax.lowers, one.token)
            if not way or not _NOT.isdisjoint(syntax.lowers[start : one.token]):
                continue
            if rank == 1:
                self.order.add_extreme(way, ("option", option), self._sentence(start))
            self._place(("option", option), -rank if way > 0 else rank - LAST, self._sentence(start))

    def _superlatives(self, start: int, end: int) -> list[Graded]:
        """Return a sentence's superlatives and "the older"; "the older, the slower" compares nobody."""
        syntax = self.syntax
        graded = [one for i in range(start, end) if (one := graded_at(syntax, i, start, end)) is not None]
        told = [one for one in graded if one.superlative or syntax.lowers[one.token - 1] == "the"]
        several = sum(not one.superlative for one in told) > 1
        return [] if several or "than" in syntax.lowers[start:end] else told

    def _place(self, option: Node, place: int, here: int) -> None:
        """Order an option by its place from the top, negative, or from the end, among those placed before."""
        for other, (level, sentence) in self.places.items():
            if level != place:
                self.order.add(place - level, option, other, here, sentence)
        self.places.setdefault(option, (place, here))


def pieces_of(case: Case, mentioned: Mentioned) -> Iterator[tuple[int, int, set[int]]]:
    """Yield the parts of the story, each with the options of which it speaks: those named in or before it.

    A sentence that names several is taken apart at commas and conjunctions.
    """
    syntax, current = case.facts.syntax, set[int]()
    for start, end in sentences_of(case):
        named = {option for _, _, option in mentioned.within(start, end)}
        joints = [i for i in range(start + 1, end) if syntax.lowers[i] in ",;" or syntax.pos[i] == "CCONJ"]
        current = set() if "PROPN" in syntax.pos[start:end] else current
        for first, last in pairwise((start, *(joints if len(named) > 1 else ()), end)):
            current = {option for _, _, option in mentioned.within(first, last)} or current
            yield first, last, current


def side_of(case: Case, mentioned: Mentioned, start: int, end: int) -> Node | None:
    """Return what some tokens name: an option, else the entity or noun of the first noun phrase."""
    if inside := mentioned.within(start, end):
        return "option", inside[0][2]
    syntax = case.facts.syntax
    head = next((i for i in range(start, end) if syntax.pos[i] in _NOMINAL), -1)
    while head >= 0 and head + 1 < end and syntax.pos[head + 1] in _NOMINAL:
        head += 1
    return _named(case, mentioned, head) if head >= 0 else None


def _named(case: Case, mentioned: Mentioned, head: int) -> Node:
    if head in mentioned.at:
        return "option", mentioned.at[head]
    entity = case.facts.entity_of.get(head, -1)
    return ("entity", entity) if entity >= 0 else ("noun", case.facts.syntax.lemmas[head].lower())


_SHARES = frozenset("percentage percent share rate proportion".split())
#: Kinds of units that tell several things: a length is a height, a depth, a distance.
_OF_SEVERAL = frozenset("length money time".split())
#: A comparison so near behind a number takes it as the difference: "ten pounds more than".
_DIFFERENCE = 4


def numbers_in(syntax: Syntax, start: int, end: int) -> Iterator[Number]:
    """Yield the numbers of a sentence that are no differences: "ten pounds more than"."""
    for found in read_numbers(syntax, start, end):
        behind = range(found.end, min(end, found.end + _DIFFERENCE))
        compared = (graded_at(syntax, j, start, end) for j in behind)
        if not any(one is not None and not one.superlative for one in compared):
            yield found


def time_of(syntax: Syntax, terms: Iterable[Term]) -> float | None:
    """Return the date or hour that terms tell as a number that compares with others' of its kind."""
    for term in terms:
        for one in numbers_in(syntax, term.start, term.end):
            if one.kinds & TIMES:
                return one.value
    return None


def values_of(case: Case, mentioned: Mentioned, asked: Graded) -> tuple[dict[int, tuple[float, int]], int]:
    """Return the value of what is asked that each option has, with its sentence; 1 if more of it is asked.

    Numbers go to options in the order in which both are mentioned.
    """
    syntax = case.facts.syntax
    sentences = [
        (start, end, [one for one in numbers_in(syntax, start, end) if one.start not in mentioned.at])
        for start, end in sentences_of(case)
    ]
    for kinds, sign in _ways(asked):
        found: dict[int, tuple[float, int]] = {}
        last: list[int] = []
        context: set[str] = set()
        for start, end, numbers in sentences:
            here = {lemma.lower() for lemma in syntax.lemmas[start:end]}
            inside = [(first, option) for first, _, option in mentioned.within(start, end)]
            told = [one for one in numbers if _fits(one, kinds, asked, here, context)]
            sentence = int(syntax.sentences[start])
            for option, number in _paired(inside, told, last):
                found.setdefault(option, (number.value, sentence))
            last = list(dict.fromkeys(option for _, option in inside)) or last
            context = here
        if len(found) > 1 or (found and kinds == {"places"}):
            return found, sign * asked.sign
    counted = {
        option: (one.value, int(syntax.sentences[start]))
        for start, end, numbers in reversed(sentences if asked.part == "n" else ())
        for one in reversed(numbers)
        for _, _, option in mentioned.within(one.end, phrase_end(syntax, one.end, end))
    }
    return counted, asked.sign


def phrase_end(syntax: Syntax, i: int, end: int) -> int:
    """Return where the noun phrase ends that a number before it begins: "34-yard field goal"."""
    while i < end and (syntax.pos[i] in ("NOUN", "PROPN", "ADJ", "SYM") or syntax.lowers[i] in ("-", "%")):
        i += 1
    return i


def _ways(asked: Graded) -> Iterator[tuple[frozenset[str], int]]:
    """Yield the kinds of numbers that answer the question, with 1 if a higher one is more of it."""
    for measure, sign in asked.measures:
        if measure.name == "time":
            for kind in ("places", "dates", "clock", "month", "weekday"):
                yield frozenset((kind,)), sign
            continue
        yield measure.units, sign
        if measure.name == "age":
            yield frozenset(("dates",)), -sign
        yield measure.units | {"bare", measure.name}, sign
    if asked.part in "nv":
        yield frozenset(), 1


def _fits(one: Number, kinds: frozenset[str], asked: Graded, here: set[str], before: set[str]) -> bool:
    """Whether a number answers the question: by its unit, by what it counts, by the words next to it."""
    if not kinds:
        return asked.word in here if asked.part == "v" else _counts_noun(one, asked.word, here | before)
    own = {measure.name for measure, _ in asked.measures}
    if "bare" in kinds and "bare" in one.kinds:
        return not own.isdisjoint(kinds & _measured_by(here)) or ("age" in own & kinds and "be" in here)
    if "bare" in kinds or not one.kinds & kinds:
        return bool(one.kinds & kinds)
    others = _measured_by(here - {asked.word})
    return not kinds & _OF_SEVERAL or not others or asked.word in here or bool(own & others)


def _counts_noun(one: Number, noun: str, near: set[str]) -> bool:
    """Whether a number counts a noun, is a share where one is asked for, or stands alone near the noun."""
    alone = one.noun in ("", "%") and (not one.kinds or "bare" in one.kinds)
    return one.noun == noun or (noun in _SHARES and one.noun == "%") or (alone and noun in near)


def _measured_by(words: set[str]) -> set[str]:
    """Return the names of what words measure."""
    return {measure.name for word in words for measure, _ in measures_of(word)}


def _paired(
    inside: Sequence[tuple[int, int]], numbers: Sequence[Number], last: Sequence[int]
) -> Iterator[tuple[int, Number]]:
    """Yield which number belongs to which option of a sentence, or of the one before."""
    options = list(dict.fromkeys(option for _, option in inside))
    if not options and len(last) == len(numbers) == 1:
        yield last[0], numbers[0]
    elif len(options) == len(numbers):
        yield from zip(options, numbers, strict=True)
    elif len(numbers) < len(options):
        for number in numbers:
            yield min(inside, key=lambda one: _away(one[0], number.start))[1], number
    else:
        for option in options:
            places = [at for at, other in inside if other == option]
            yield option, min(numbers, key=lambda one: min(_away(at, one.start) for at in places))


def _away(option: int, number: int) -> float:
    """How far a number is from an option: what follows it is nearer."""
    return number - option if number > option else 1.5 * (option - number)
