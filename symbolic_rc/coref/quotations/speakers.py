"""Quote attribution: the speaker and addressee of each quotation, by ordered rules over the narration.

The rules go from the most to the least precise: a verb of saying with its subject beside the quotation; who
acts beside it; turns of a dialogue alternate. Each quotation keeps the name of its rule. They follow Elson
and McKeown (2010) and Muzny et al. (2017, "A two-stage sieve approach for quote attribution").
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain, pairwise

import numpy as np

from symbolic_rc.coref.mentions import attributes as A
from symbolic_rc.coref.mentions import pronouns as G
from symbolic_rc.coref.mentions.attributes import Mentions
from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.coref.quotations.direct_speech import HEADING, Quotation
from symbolic_rc.lexicon.english import OBJECT_PRONOUNS, POSSESSIVE_MARKS, REPLIES, REPORTING_VERBS

_AROUND_VOCATIVE = frozenset(",.!?;:—–“”\"‘’'") | frozenset("-- `` '' oh o ah well yes no and".split())
#: The rule of a quotation that begins a turn within its paragraph, as another than the last speaker acts.
ACTION = "action beat"
#: The rule of a quotation directly behind another one, or that calls who spoke before.
ANSWER = "answer"
#: A coordination of more tokens than this is more likely two clauses parsed as one phrase.
LONG = 5
#: Maximum number of tokens of narration before and after a quotation.
FAR = 300


class Participants:
    """Mentions of possible speakers, by position."""

    def __init__(self, syntax: Syntax, mentions: Mentions) -> None:
        self.syntax, self.table = syntax, mentions.table
        # people in the narration, by their head and by their first token
        self.by_head: dict[int, int] = {}
        self.by_start: dict[int, int] = {}
        # the same for all mentions in the narration: in a fable, things speak, too
        self.any_by_head: dict[int, int] = {}
        self.any_by_start: dict[int, int] = {}
        self.vocatives: dict[int, int] = {}  # of each quotation with a vocative, its mention
        gender, kind = self.table[:, A.GENDER], self.table[:, A.KIND]
        person = (gender & G.PERSONAL != 0) & ((kind == A.NAME) | (gender & G.NEUTER == 0))
        pronoun = np.isin(self.table[:, A.PRO], (G.ME, G.HE, G.SHE, G.WE, G.THEY))
        # of each mention, whether it denotes a person, by its words
        self.animate: list[bool] = np.where(kind == A.PRONOUN, pronoun, person).tolist()
        joined = self.table[:, A.COORDINATED] > 0
        self._joined: list[bool] = joined.tolist()
        self._long: list[bool] = (joined & (self.table[:, A.LENGTH] > LONG)).tolist()
        for m, (head, start, quote) in enumerate(self.table[:, [A.HEAD, A.START, A.QUOTE]].tolist()):
            if quote >= 0:
                if self.animate[m] and quote not in self.vocatives and self._is_vocative(m):
                    self.vocatives[quote] = m
                continue
            if self.animate[m]:
                self._enter(self.by_head, head, m)
                self._enter(self.by_start, start, m)
            if syntax.lowers[head] not in ("voice", "reply", "it"):
                self._enter(self.any_by_head, head, m)
                self._enter(self.any_by_start, start, m)

    def _enter(self, index: dict[int, int], place: int, m: int) -> None:
        """Enter a mention: the outermost at its position, unless that is a long coordination."""
        old = index.setdefault(place, m)
        if self._long[old] and not self._joined[m]:
            index[place] = m

    def _is_vocative(self, m: int) -> bool:
        row, syntax = self.table[m], self.syntax
        if row[A.KIND] == A.PRONOUN:
            return False
        if syntax.deps[row[A.HEAD]] == "vocative":
            return True
        before, after = int(row[A.START]) - 1, int(row[A.END])
        if row[A.KIND] != A.NAME or before < 0 or after >= len(syntax):
            return False
        return syntax.lowers[before] in _AROUND_VOCATIVE and syntax.words[after] in _AROUND_VOCATIVE


#: From a token to the mention that is found for it, or -1.
_Finder = Callable[[Participants, int], int]


def turns_of(paragraphs: Sequence[int], rules: Sequence[str]) -> list[list[int]]:
    """Group quotations, given by their paragraphs and the rules that found their speakers, into turns.

    >>> turns_of([0, 0, 1, 4, 4], ["", "", "", "", "action beat"])
    [[0, 1], [2], [3], [4]]
    """
    turns: list[list[int]] = []
    for i, paragraph in enumerate(paragraphs):
        if turns and paragraphs[turns[-1][0]] == paragraph and rules[i] not in (ACTION, ANSWER):
            turns[-1].append(i)
        else:
            turns.append([i])
    return turns


def directly_behind(syntax: Syntax, earlier: Quotation, later: Quotation) -> bool:
    """Whether nothing but white space stands between two quotations."""
    return all(word.isspace() for word in syntax.words[earlier.end : later.start])


def narration_around(syntax: Syntax, quotes: Sequence[Quotation]) -> list[tuple[int, int]]:
    """Return the bounds of the narration around each quotation within its paragraph."""
    paragraph = [int(syntax.paragraphs[quote.start]) for quote in quotes]
    begin, end = (np.searchsorted(syntax.paragraphs, paragraph, side) for side in ("left", "right"))
    bounds = []
    for i, quote in enumerate(quotes):
        low = max(int(begin[i]), quote.start - FAR - 1)
        high = max(quote.end, min(int(end[i]), quote.end + FAR + 1))
        if i and paragraph[i - 1] == paragraph[i]:
            low = quotes[i - 1].end
        if i + 1 < len(quotes) and paragraph[i + 1] == paragraph[i]:
            high = quotes[i + 1].start
        bounds.append((low, high))
    return bounds


#: Rules precise enough to resolve "I" without any other evidence.
PRECISE = (HEADING, "verb after", "verb before", ACTION, ANSWER)
#: The rule of `conversations`, which decides after linking where no precise rule does.
CONVERSATION = "conversation"

#: Tokens of narration before and after a quotation that are searched for its verb of saying.
REACH, AFTER = 30, 12
#: Tokens after a comma that closes a quotation among which any verb is one of saying ("…," he grinned).
AFTER_COMMA = 8
#: Tokens after a quotation among which an inanimate subject may be its speaker.
BESIDE = 6

_SENTENCE_END = frozenset(".!?")
#: Labels of verbs that share the subject of the verb above them, and how many are climbed.
_SHARING, _STEPS = frozenset({"conj", "advcl", "xcomp", "parataxis", "ccomp"}), 4
_MARKS = frozenset(",.;:?!—-…")


def beside(syntax: Syntax, token: int, step: int) -> int:
    """Return the next token in a direction (1 or -1) that is not white space."""
    token += step
    while 0 < token < len(syntax) - 1 and syntax.words[token].isspace():
        token += step
    return min(max(token, 0), len(syntax) - 1)


def last_mark(syntax: Syntax, quote: Quotation) -> str:
    """Return the last character within a quotation that is not a quotation mark."""
    token = quote.end - 1
    while token > quote.start and not any(c.isalnum() or c in _MARKS for c in syntax.words[token]):
        token -= 1
    return syntax.words[token][-1:]


def said_by(people: Participants, quote: Quotation, low: int, high: int) -> tuple[int, str]:
    """Return the subject of the verb of saying beside a quotation, and the rule that found it; or -1.

    The narration around it in its paragraph goes from `low` to its start and from its end to `high`.
    """
    syntax = people.syntax
    before = beside(syntax, quote.start, -1)
    leads = syntax.words[before] in (",", ":", "--", "—", "–")
    last = last_mark(syntax, quote)
    if leads and low <= before and last != ",":
        # what introduces a whole sentence names the speaker, whatever follows
        tokens = range(before, max(low, quote.start - AFTER) - 1, -1)
        if (speaker := _first(people, tokens, _sayer)) >= 0:
            return speaker, "verb before"
    if (speaker := _said_after(people, quote, high, last)) >= 0:
        return speaker, "verb after"
    if leads and before < low:
        # a paragraph that ends in a colon introduces the next
        leads = syntax.words[before] == ":"
        low = max(0, before - REACH) if leads else low
    tokens = range(quote.start - 1, max(low, quote.start - (REACH if leads else 3)) - 1, -1)
    speaker = _first(people, tokens, _sayer, whole=not leads)
    return speaker, "verb before" if speaker >= 0 else ""


def _first(people: Participants, tokens: Iterable[int], find: _Finder, whole: bool = True) -> int:
    """Return the mention that is first found for one of some tokens, before a sentence ends; or -1."""
    for token in tokens:
        if whole and people.syntax.words[token] in _SENTENCE_END:
            break
        if (mention := find(people, token)) >= 0:
            return mention
    return -1


def _said_after(people: Participants, quote: Quotation, high: int, last: str) -> int:
    """Return the subject of the verb of saying after a quotation, or -1."""
    syntax = people.syntax
    first = beside(syntax, quote.end - 1, 1)
    if last == "." and syntax.lowers[first] != syntax.words[first]:
        return -1

    def sayer(people: Participants, token: int) -> int:
        """Return who says something; beside the quotation, animate or not."""
        speaker = _sayer(people, token)
        if speaker < 0 and token < quote.end + BESIDE and _says(syntax, token):
            speaker = _own(syntax, people.any_by_head, token)
            speaker = speaker if speaker >= 0 else people.any_by_start.get(beside(syntax, token, 1), -1)
        return speaker

    begin = quote.end + (syntax.words[quote.end : quote.end + 1] in (["."], ["!"], ["?"]))
    speaker = _first(people, range(begin, min(high, quote.end + AFTER)), sayer)
    if speaker < 0 and last in _MARKS and first < high and syntax.pos[first] == "VERB":
        speaker = _subject(people, first)
    if speaker < 0 and last == ",":
        speaker = _first(people, range(quote.end, min(high, quote.end + AFTER_COMMA)), _own_of_verb)
    return speaker


def _own_of_verb(people: Participants, token: int) -> int:
    """Return the mention that is a verb's own subject, or -1."""
    verb = people.syntax.pos[token] == "VERB"
    return _own(people.syntax, people.by_head, token) if verb else -1


def _says(syntax: Syntax, token: int) -> bool:
    return syntax.pos[token] == "VERB" and syntax.lemmas[token].lower() in REPORTING_VERBS


def _sayer(people: Participants, token: int) -> int:
    """Return who says something, by a verb or a noun: "said Ann", "the answer from Ann"; or -1."""
    syntax = people.syntax
    if _says(syntax, token):
        return _subject(people, token)
    if syntax.lowers[token] not in REPLIES:
        return -1
    after, before = beside(syntax, token, 1), beside(syntax, token, -1)
    if syntax.lowers[after] in ("from", "of"):
        return people.by_start.get(beside(syntax, after, 1), -1)
    if syntax.words[before] in POSSESSIVE_MARKS:
        before = beside(syntax, before, -1)
    return people.by_head.get(before, -1)


def _own(syntax: Syntax, by_head: dict[int, int], verb: int) -> int:
    """Return the mention that is a verb's own subject, or -1."""
    subjects = (child for child in syntax.children_of(verb) if syntax.deps[child].startswith("nsubj"))
    return next((by_head[child] for child in subjects if child in by_head), -1)


def _subject(people: Participants, verb: int) -> int:
    """Return the person who is the subject of a verb of saying, inverted ones too, or -1."""
    syntax = people.syntax
    found = _own(syntax, people.by_head, verb)
    after = beside(syntax, verb, 1)
    if found < 0 and syntax.lowers[after] not in OBJECT_PRONOUNS:
        found = people.by_start.get(after, -1)
    up, steps = verb, 0
    while found < 0 and syntax.deps[up] in _SHARING and steps < _STEPS:
        up, steps = int(syntax.heads[up]), steps + 1
        found = _own(syntax, people.by_head, up)
    before = verb
    for _ in range(2):
        before = beside(syntax, before, -1)
        found = found if found >= 0 else people.by_head.get(before, -1)
    return found


def attribute(syntax: Syntax, mentions: Mentions, quotes: Sequence[Quotation]) -> list[Quotation]:
    """Return the quotations with speakers, addressees and the rules that found the speakers."""
    found = _Attribution(Participants(syntax, mentions), quotes)
    found.apply_rules()
    named = named_addressees(quotes, found.people.vocatives)
    addressees = addressed(found.turns, found.paragraph, found.speaker, named)
    rows = zip(quotes, found.speaker, addressees, found.rule, strict=True)
    return [replace(quote, speaker=by, addressee=to, rule=rule) for quote, by, to, rule in rows]


class _Attribution:
    """The state of one document's attribution."""

    def __init__(self, people: Participants, quotes: Sequence[Quotation]) -> None:
        self.people, self.quotes = people, quotes
        self.speaker = [quote.speaker if quote.rule == HEADING else -1 for quote in quotes]
        self.rule = [quote.rule if quote.rule == HEADING else "" for quote in quotes]
        self.paragraph = [int(people.syntax.paragraphs[quote.start]) for quote in quotes]
        self.turns: list[list[int]] = []

    def apply_rules(self) -> None:
        bounds = narration_around(self.people.syntax, self.quotes)
        for i, (low, high) in enumerate(bounds):
            if self.speaker[i] < 0:
                self._set(i, *said_by(self.people, self.quotes[i], low, high))
        self._begin_turns([low for low, _ in bounds])
        self._spread()
        self._answer()
        for i, (low, high) in enumerate(bounds):
            if self.speaker[i] < 0:
                self._actor(i, low, high)
        self._spread()
        self._alternate()
        for i in range(len(self.quotes)):
            if self.speaker[i] < 0:
                self._last_mentioned(i)

    def _set(self, i: int, mention: int, rule: str) -> None:
        if mention >= 0:
            self.speaker[i], self.rule[i] = mention, rule

    def _begin_turns(self, lows: Sequence[int]) -> None:
        """Begin a turn where another acts before a quotation, or it calls who spoke: Karl laughed. "Ada!"."""
        for i in range(1, len(self.quotes)):
            if self.speaker[i] >= 0 or self.paragraph[i - 1] != self.paragraph[i]:
                continue
            last = self.speaker[i - 1]
            last = last if last >= 0 else self._acting(i - 1, lows[i - 1])
            if last >= 0 and self._calls(i, last):
                self._set(i, self._other_than(i, last), ANSWER)
                continue
            actor = self._acting(i, lows[i])
            if min(last, actor) >= 0 and self._differ(last, actor):
                self._set(i - 1, last, self.rule[i - 1] or ACTION)
                self._set(i, actor, ACTION)
        self.turns = turns_of(self.paragraph, self.rule)

    def _acting(self, i: int, low: int) -> int:
        """Return the subject of the whole sentence of narration before a quotation, or -1."""
        syntax = self.people.syntax
        end = beside(syntax, self.quotes[i].start, -1)
        if end < low or syntax.words[end] not in _SENTENCE_END:
            return -1
        start = end
        while start > low and syntax.sentences[start - 1] == syntax.sentences[end]:
            start -= 1
        if start and syntax.sentences[start - 1] == syntax.sentences[end]:
            return -1
        if not OBJECT_PRONOUNS.isdisjoint(syntax.lowers[start:end]):
            return -1
        subjects = (token for token in range(start, end) if syntax.deps[token].startswith("nsubj"))
        people = self.people.by_head
        return next((people[token] for token in subjects if token in people), -1)

    def _differ(self, one: int, other: int) -> bool:
        """Whether two mentions, none of them a pronoun, have different heads."""
        rows = self.people.table[[one, other]]
        heads = [self.people.syntax.lowers[head] for head in rows[:, A.HEAD].tolist()]
        return bool((rows[:, A.KIND] != A.PRONOUN).all()) and heads[0] != heads[1]

    def _spread(self) -> None:
        """Give quotations the speaker of the nearest earlier, else later, one in their paragraph."""
        count = len(self.quotes)
        for steps in (range(1, count), range(count - 2, -1, -1)):
            back = -1 if steps.step > 0 else 1
            for i in steps:
                speaker, beat = self.speaker[i + back], self.rule[max(i, i + back)] == ACTION
                same = not beat and self.paragraph[i] == self.paragraph[i + back]
                if same and self.speaker[i] < 0 <= speaker and not self._calls(i, speaker):
                    self._set(i, speaker, "same paragraph")

    def _answer(self) -> None:
        """Let another speak directly behind a quotation: whom it calls, else who spoke last before."""
        for before, turn in pairwise(self.turns):
            i, last = turn[0], self.speaker[before[-1]]
            direct = directly_behind(self.people.syntax, self.quotes[i - 1], self.quotes[i])
            if self.speaker[i] >= 0 or last < 0 or not direct:
                continue
            for j in turn:
                self._set(j, self._other_than(i, last), ANSWER)

    def _other_than(self, i: int, speaker: int) -> int:
        """Return who was called, spoke or was mentioned last before a quotation, but for one; or -1."""
        called = [self.people.vocatives[j] for j in (i - 1, i - 2) if j in self.people.vocatives]
        spoke = (self.speaker[j] for j in range(i - 1, -1, -1) if self.speaker[j] >= 0)
        people = self.people.by_head
        told = (people[j] for j in range(self.quotes[i].start - 1, -1, -1) if j in people)
        return next((one for one in chain(called, spoke, told) if self._differ(one, speaker)), -1)

    def _calls(self, i: int, speaker: int) -> bool:
        """Whether a quotation addresses its speaker by name, so that another one speaks."""
        called, heads = self.people.vocatives.get(i, -1), self.people.table[:, A.HEAD]
        words = self.people.syntax.lowers
        return called >= 0 and words[heads[called]] == words[heads[speaker]]

    def _actor(self, i: int, low: int, high: int) -> None:
        """Take the subject of the narration in the quotation's own paragraph."""
        quote = self.quotes[i]
        for token in (*range(quote.start - 1, low - 1, -1), *range(quote.end, high)):
            actor, dep = self.people.by_head.get(token, -1), self.people.syntax.deps[token]
            if actor >= 0 and dep.startswith("nsubj") and not self._calls(i, actor):
                self._set(i, actor, "who acts beside it")
                return

    def _alternate(self) -> None:
        """Let the turns of a dialogue alternate, forwards and then backwards."""
        turns = self.turns
        for step in (2, -2):
            order = range(len(turns)) if step > 0 else range(len(turns) - 1, -1, -1)
            for t in order:
                other = t - step
                if not 0 <= other < len(turns) or self.speaker[turns[t][0]] >= 0:
                    continue
                near = abs(self.paragraph[turns[t][0]] - self.paragraph[turns[other][0]])
                if near <= 3 and self.speaker[turns[other][0]] >= 0:
                    for i in turns[t]:
                        self._set(i, self.speaker[turns[other][0]], "turns alternate")

    def _last_mentioned(self, i: int) -> None:
        """Take the last subject, else person mentioned, before the quotation, except the last speaker."""
        last, people, start = self.speaker[i - 1] if i else -1, self.people, self.quotes[i].start
        tokens = range(start - 1, max(-1, start - 200), -1)
        named = [token for token in tokens if people.by_head.get(token, last) not in (-1, last)]
        acted = [token for token in named if people.syntax.deps[token].startswith("nsubj")]
        if named:
            rule = "who acted before it" if acted else "who was mentioned before it"
            self._set(i, people.by_head[(acted or named)[0]], rule)


def named_addressees(quotes: Sequence[Quotation], vocatives: Mapping[int, int]) -> dict[int, int]:
    """Return the addressees (mentions) that vocatives and the layout of letters name, by quotation."""
    return {**vocatives, **{i: quote.greeted for i, quote in enumerate(quotes) if quote.greeted >= 0}}


def addressed(
    turns: list[list[int]], paragraphs: list[int], speakers: list[int], vocatives: dict[int, int]
) -> list[int]:
    """Return the addressee of each quotation: its vocative, else the speaker of the turn before or after."""
    found = [vocatives.get(i, -1) for i in range(len(speakers))]
    for t, turn in enumerate(turns):
        for i in turn:
            for other in (t - 1, t + 1):
                if found[i] >= 0 or not 0 <= other < len(turns):
                    continue
                j = turns[other][0]
                near = abs(paragraphs[i] - paragraphs[j]) <= 2
                if near and speakers[j] >= 0 and speakers[j] != speakers[i]:
                    found[i] = speakers[j]
    return found
