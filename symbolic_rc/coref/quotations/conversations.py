"""Speakers of quotations without a verb of saying: the candidates of each turn, and their features.

Candidates are entities, as linking found them: speakers of nearby turns, people of the narration around,
vocatives of neighbouring turns. `FEATURES` lists their features; the weights are learned
(`train.coref.main`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.tokens import grouped
from symbolic_rc.coref.mentions import attributes as A
from symbolic_rc.coref.mentions import pronouns as G
from symbolic_rc.coref.mentions.attributes import Mentions
from symbolic_rc.coref.mentions.syntax import Ints, Syntax
from symbolic_rc.coref.quotations import speakers as S
from symbolic_rc.coref.quotations.direct_speech import Quotation

Floats = NDArray[np.float64]
#: Features of a pair of candidates: each feature's number, and its value for every pair.
PairFeatures = list[tuple[int, Floats]]

#: The log score of a candidate that is not allowed.
IMPOSSIBLE = -1e9


@dataclass(frozen=True, slots=True)
class Chain:
    """The turns of one conversation."""

    turns: list[int] = field(default_factory=list)  # their numbers in the document
    #: The possible speakers of each turn, as mentions; one alone where a precise rule found him.
    candidates: list[NDArray[np.int64]] = field(default_factory=list)
    features: list[Floats] = field(default_factory=list)  # of each turn: (candidates, features)
    steps: list[PairFeatures] = field(default_factory=list)  # of its candidates and those of the turn before
    leaps: list[PairFeatures] = field(default_factory=list)  # and those before that


def _total(values: Floats, axis: int) -> Floats:
    """Return the log of the sum of exponentials along an axis (that of scipy differs in the last bits)."""
    most = values.max(axis=axis, keepdims=True)
    return np.log(np.exp(values - most).sum(axis=axis)) + most.squeeze(axis)


def _scores(pairs: PairFeatures, weights: Floats, shape: tuple[int, int]) -> Floats:
    scores = np.zeros(shape)
    for feature, values in pairs:
        scores += weights[feature] * values
    return scores


def expect(
    chain: Chain, weights: Floats, allowed: list[NDArray[np.bool_] | None] | None = None
) -> tuple[float, Floats, list[Floats]]:
    """Sum over all assignments of speakers to the turns of a chain (forward-backward algorithm).

    `allowed` are, of each turn, the candidates that are summed over; None for all. The results are the log
    partition function, the expected value of each feature, and the probabilities of each turn's candidates.
    """
    count = len(chain.turns)
    own = [features @ weights for features in chain.features]
    for scores, mask in zip(own, allowed or [None] * count, strict=True):
        if mask is not None:
            scores[~mask] = IMPOSSIBLE
    # forward[n][b, c]: turn n - 1 is spoken by b, turn n by c; one dummy candidate precedes the first turn
    forward, steps, leaps = [own[0][None]], [np.zeros((1, len(own[0])))], [np.zeros((1, len(own[0])))]
    for n in range(1, count):
        last = forward[-1]
        steps.append(_scores(chain.steps[n], weights, (last.shape[1], len(own[n]))))
        leaps.append(_scores(chain.leaps[n], weights, (last.shape[0], len(own[n]))))
        forward.append(_total(last[:, :, None] + leaps[n][:, None], 0) + steps[n] + own[n])
    total = float(_total(forward[-1].ravel(), 0))
    expected = np.zeros(len(weights))
    probabilities: list[Floats] = [np.zeros(0)] * count
    backward = np.zeros_like(forward[-1])
    for n in range(count - 1, -1, -1):
        pair = np.exp(forward[n] + backward - total)
        probabilities[n] = pair.sum(0)
        expected += probabilities[n] @ chain.features[n]
        if not n:
            break
        for feature, values in chain.steps[n]:
            expected[feature] += (pair * values).sum()
        triple = leaps[n][:, None] + (steps[n] + own[n] + backward)[None]
        if chain.leaps[n]:
            apart = np.exp(forward[n - 1][:, :, None] + triple - total).sum(1)
            for feature, values in chain.leaps[n]:
                expected[feature] += (apart * values).sum()
        backward = _total(triple, 2)
    return total, expected, probabilities


#: The features of a candidate; then of two candidates of a turn and the one before (or before that, "back"),
#: by the number of paragraphs between.
_PAIRS = [f"{how} {gap}" for gap in ("next", "near", "far") for how in ("same", "compatible")]
FEATURES = (
    "speaks nearby", "mentioned before", "subject before, same paragraph", "subject between, same paragraph",
    "mentioned between, same paragraph", "subject after, same paragraph", "mentioned after, same paragraph",
    "subject in the paragraph before", "vocative in the turn before", "vocative in the turn after",
    "vocative in this turn", "named in this turn", "is I", "is a pronoun", "is a noun", "is plural",
    *_PAIRS, *(f"back, {pair}" for pair in _PAIRS), "same, quotation left open",
)  # fmt: skip
_NUMBER = {name: i for i, name in enumerate(FEATURES)}
_STEP, _LEAP, _OPEN = _NUMBER["same next"], _NUMBER["back, same next"], _NUMBER["same, quotation left open"]

#: Maximum number of paragraphs between two turns of a conversation, and to the turn before the last.
MAX_GAP, MAX_GAP_OF_TWO = 4, 6
#: Maximum number of known speakers in each direction, turns to them, and paragraphs between two turns.
SPEAKERS, TURNS, GAP = 3, 40, 3
#: Maximum number of people in the narration before and after, and of tokens to them.
BEFORE, AFTER, TOKENS_BEFORE, TOKENS_AFTER = 10, 5, 1500, 60
#: Maximum number of paragraphs to a turn with a vocative.
VOCATIVE_GAP = 4
#: The rules' choice is kept where no candidate is more probable than this.
LEAST = 0.4


@dataclass(slots=True)
class _TurnFeatures:
    """The candidates of a turn by entity, each with a mention and its features."""

    entity: NDArray[np.int32]
    found: dict[int, tuple[int, Floats]] = field(default_factory=dict)

    def add(self, m: int, feature: str = "", value: float = 1.0) -> None:
        """Add the entity of a mention, and raise one of its features."""
        features = self.found.setdefault(int(self.entity[m]), (m, np.zeros(len(FEATURES))))[1]
        if feature:
            features[_NUMBER[feature]] = max(features[_NUMBER[feature]], value)

    def raise_known(self, m: int, feature: str) -> None:
        """Raise a feature of a mention's entity if it is a candidate."""
        if int(self.entity[m]) in self.found:
            self.add(m, feature)


class Conversations:
    """The turns of one document; those in `hidden` are treated as if no rule had found their speakers."""

    def __init__(
        self,
        syntax: Syntax,
        mentions: Mentions,
        quotes: Sequence[Quotation],
        entity: NDArray[np.int32],
        hidden: Set[int] = frozenset(),
    ) -> None:
        self.syntax, self.table, self.quotes, self.entity = syntax, mentions.table, quotes, entity
        self.people = S.Participants(syntax, mentions)
        rules = [quote.rule for quote in quotes]
        self.paragraphs = [int(syntax.paragraphs[quote.start]) for quote in quotes]
        self.turns = S.turns_of(self.paragraphs, rules)
        self.paragraph = [self.paragraphs[turn[0]] for turn in self.turns]
        self.known = [
            quotes[turn[0]].speaker if t not in hidden and has_precise_rule(quotes, turn) else -1
            for t, turn in enumerate(self.turns)
        ]
        skipped = {self.paragraph[t] for t in hidden}
        narrated = {m for m in self.people.by_head.values() if self.table[m, A.PARAGRAPH] not in skipped}
        self.narrated = sorted(narrated, key=lambda m: (int(self.table[m, A.START]), m))
        self.starts = [int(self.table[m, A.START]) for m in self.narrated]
        self.is_narrator = (self.table[:, A.KIND] == A.PRONOUN) & (self.table[:, A.PRO] == G.ME)
        self.narrators = [m for m in self.narrated if self.is_narrator[m]]
        quoted = np.flatnonzero((self.table[:, A.QUOTE] >= 0) & (self.table[:, A.KIND] == A.NAME)).tolist()
        self.named = grouped((int(self.table[m, A.QUOTE]), m) for m in quoted if self.people.animate[m])

    def _is_subject(self, m: int) -> bool:
        return self.syntax.deps[self.table[m, A.HEAD]].startswith("nsubj")

    def _known_nearby(self, t: int) -> Iterator[int]:
        """Yield the known speakers of turns before and after, nearest first."""
        for step in (-1, 1):
            entities: set[int] = set()
            for at in range(t + step, t + step * TURNS, step):
                if not 0 <= at < len(self.turns) or len(entities) == SPEAKERS:
                    break
                if abs(self.paragraph[at] - self.paragraph[at - step]) > GAP:
                    break
                if self.known[at] >= 0 and self.entity[self.known[at]] not in entities:
                    entities.add(int(self.entity[self.known[at]]))
                    yield self.known[at]

    def candidates(self, t: int) -> tuple[NDArray[np.int64], Floats]:
        """Return the possible speakers of a turn, one mention for each entity, and their features."""
        if self.known[t] >= 0:
            return np.array([self.known[t]]), np.zeros((1, len(FEATURES)))
        turn = _TurnFeatures(self.entity)
        for m in self._known_nearby(t):
            turn.add(m, "speaks nearby")
        self._add_before(t, turn)
        self._add_after(t, turn)
        if not any(self.is_narrator[m] for m, _ in turn.found.values()):  # the last "I" before
            start = self.quotes[self.turns[t][0]].start
            before = bisect_left(self.narrators, start, key=lambda m: int(self.table[m, A.START]))
            if before:
                turn.add(self.narrators[before - 1])
        self._add_vocatives(t, turn)
        mentions = np.array([m for m, _ in turn.found.values()], np.int64)
        features = np.array([row for _, row in turn.found.values()]).reshape(-1, len(FEATURES))
        rows = self.table[mentions]
        pronoun, group = rows[:, A.KIND] == A.PRONOUN, rows[:, A.PRO]
        narrator, plural = pronoun & (group == G.ME), pronoun & np.isin(group, (G.WE, G.THEY))
        features[:, _NUMBER["is I"]] = narrator
        features[:, _NUMBER["is a pronoun"]] = pronoun & ~narrator & ~plural
        features[:, _NUMBER["is a noun"]] = rows[:, A.KIND] == A.NOMINAL
        plural |= (rows[:, A.NUMBER] == G.PLURAL) | (rows[:, A.COORDINATED] > 0)
        features[:, _NUMBER["is plural"]] = plural
        return mentions, features

    def _add_before(self, t: int, turn: _TurnFeatures) -> None:
        """Add the people of the narration before a turn."""
        start, here = self.quotes[self.turns[t][0]].start, self.paragraph[t]
        previous = self.paragraph[t - 1] if t else -1
        at, acted = bisect_left(self.starts, start), False
        for k in range(at - 1, max(0, at - BEFORE) - 1, -1):
            m = self.narrated[k]
            if start - self.starts[k] >= TOKENS_BEFORE:
                break
            turn.add(m, "mentioned before", 1.0 - (at - 1 - k) / BEFORE)
            paragraph = self.table[m, A.PARAGRAPH]
            if not self._is_subject(m):
                continue
            if paragraph == here and not acted:
                turn.add(m, "subject before, same paragraph")
                acted = True
            elif previous < paragraph == here - 1:
                turn.add(m, "subject in the paragraph before")

    def _add_after(self, t: int, turn: _TurnFeatures) -> None:
        """Add the people of the narration between the quotations of a turn, and after it."""
        first, last = self.quotes[self.turns[t][0]], self.quotes[self.turns[t][-1]]
        acted = False
        high = min(len(self.starts), bisect_right(self.starts, last.end) + AFTER)
        for k in range(bisect_left(self.starts, first.start), high):
            m = self.narrated[k]
            within = self.starts[k] < last.end
            if not within and self.starts[k] - last.end >= TOKENS_AFTER:
                break
            place, same = "between" if within else "after", self.table[m, A.PARAGRAPH] == self.paragraph[t]
            turn.add(m, f"mentioned {place}, same paragraph" if same else "")
            if same and self._is_subject(m) and (within or not acted):
                turn.add(m, f"subject {place}, same paragraph")
                acted = acted or not within

    def _add_vocatives(self, t: int, turn: _TurnFeatures) -> None:
        """Add the vocatives of neighbouring turns; mark candidates that this turn calls or names."""
        vocatives = self.people.vocatives
        for step, feature in ((-1, "vocative in the turn before"), (1, "vocative in the turn after")):
            for other, name in ((t + step, feature), (t + 2 * step, "")):
                near = 0 <= other < len(self.turns)
                if near and abs(self.paragraph[other] - self.paragraph[t]) <= VOCATIVE_GAP:
                    for i in self.turns[other]:
                        if i in vocatives:
                            turn.add(vocatives[i], name)
        for i in self.turns[t]:
            if i in vocatives:
                turn.raise_known(vocatives[i], "vocative in this turn")
            for m in self.named.get(i, ()):
                if vocatives.get(i) != m:
                    turn.raise_known(m, "named in this turn")

    def _compare(self, first: NDArray[np.int64], second: NDArray[np.int64], feature: int) -> PairFeatures:
        """Return which of two turns' candidates are the same, and which others are compatible, as 0 and 1.

        These are a feature and the next.
        """
        a, b = self.table[first][:, None], self.table[second][None]
        same = self.entity[first][:, None] == self.entity[second][None]
        compatible = (a[..., A.GENDER] & b[..., A.GENDER] & G.PERSONAL) > 0
        compatible &= (a[..., A.NUMBER] == G.PLURAL) == (b[..., A.NUMBER] == G.PLURAL)
        compatible &= ~((a[..., A.KIND] == A.NAME) & (b[..., A.KIND] == A.NAME))
        for row in (a, b):
            compatible = compatible & ~((row[..., A.KIND] == A.PRONOUN) & (row[..., A.PRO] == G.ME))
        return [(feature, same.astype(float)), (feature + 1, (compatible & ~same).astype(float))]

    def chains(self) -> Iterator[Chain]:
        """Yield the conversations."""
        chain = Chain()
        for t in range(len(self.turns)):
            mentions, features = self.candidates(t)
            if chain.turns and (not len(mentions) or self.paragraph[t] - self.paragraph[t - 1] > MAX_GAP):
                yield chain
                chain = Chain()
            if len(mentions):
                chain.turns.append(t)
                chain.steps.append(self._step(chain, t, mentions))
                two = len(chain.candidates) > 1
                apart = self.paragraph[t] - self.paragraph[t - 2] if two else MAX_GAP_OF_TWO + 1
                near, feature = apart <= MAX_GAP_OF_TWO, _LEAP + 2 * min(apart, 4) - 4
                chain.leaps.append(self._compare(chain.candidates[-2], mentions, feature) if near else [])
                chain.candidates.append(mentions)
                chain.features.append(features)
        if chain.turns:
            yield chain

    def open_chains(self) -> Iterator[Chain]:
        """Yield the conversations that have a turn without a known speaker."""
        return (chain for chain in self.chains() if any(self.known[t] < 0 for t in chain.turns))

    def _step(self, chain: Chain, t: int, mentions: NDArray[np.int64]) -> PairFeatures:
        if not chain.candidates:
            return []
        gap = min(self.paragraph[t] - self.paragraph[t - 1], 3) - 1
        pairs = self._compare(chain.candidates[-1], mentions, _STEP + 2 * gap)
        last = self.quotes[self.turns[t - 1][-1]].end - 1
        if self.syntax.words[last][-1:] not in "”\"’'":
            pairs.append((_OPEN, pairs[0][1]))
        return pairs


def has_precise_rule(quotes: Sequence[Quotation], turn: Sequence[int]) -> bool:
    """Whether a precise rule found the speaker of a turn."""
    return any(quotes[i].rule in S.PRECISE for i in turn)


def attribute_by_conversation(
    syntax: Syntax, mentions: Mentions, quotes: Sequence[Quotation], entity: Ints, weights: Floats
) -> list[Quotation]:
    """Return the quotations, with the most probable speaker where no precise rule found one."""
    document, found = Conversations(syntax, mentions, quotes, entity), list(quotes)
    turns = document.turns
    for chain in document.open_chains():
        _, _, probabilities = expect(chain, weights)
        for t, people, probability in zip(chain.turns, chain.candidates, probabilities, strict=True):
            if not has_precise_rule(quotes, turns[t]) and probability.max() >= LEAST:
                speaker = int(people[int(probability.argmax())])
                for i in turns[t]:
                    found[i] = replace(found[i], speaker=speaker, rule=S.CONVERSATION)
    speakers = [quote.speaker for quote in found]
    named = S.named_addressees(quotes, document.people.vocatives)
    addressees = S.addressed(turns, document.paragraphs, speakers, named)
    return [replace(quote, addressee=to) for quote, to in zip(found, addressees, strict=True)]
