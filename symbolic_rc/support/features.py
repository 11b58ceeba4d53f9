"""Graded evidence for a given answer: features of it, of the question, of what the engine finds itself.

Alignment and windows are those of reading comprehension's baselines (Richardson et al. 2013; Hermann et al.
2015); what other candidates say of an answer is its expected overlap (Kumar & Byrne 2004).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.forks import cached_property
from symbolic_rc.index import columns as C
from symbolic_rc.lexicon.english import FUNCTION_WORDS, content_words
from symbolic_rc.lexicon.numbers import number as value_of
from symbolic_rc.metrics.squad import squad_normalised
from symbolic_rc.ranker.choices import CHOICE_NAMES, choice_features
from symbolic_rc.ranker.ranking import Ranking
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.confidence import Fits
from symbolic_rc.rules.decide import Decision, decide, proposals_of, strongest, wording
from symbolic_rc.rules.evidence import ranking_of
from symbolic_rc.rules.families.text import nearness
from symbolic_rc.rules.likelihood import PRESENT
from symbolic_rc.rules.proof import Proposal
from symbolic_rc.rules.rule import GROUPS
from symbolic_rc.rules.terms import names

#: The groups of rules that prove; the least strength of a proof.
_PROVING, SURE = ("state", "comparison", "stated", "inferred"), 0.8
#: How many rivals an answer is compared with, and at how many places of the text it is looked at.
_RIVALS, _PLACES = 3, 20
#: Answers agree from this token F1 on.
AGREES = 0.5
_KINDS = ("person", "place", "time", "duration", "number", "reason", "manner", "object", "event", "yes/no")
_ABSENT = -1.0
#: By what the reranker's scores are multiplied to be chances.
_SHARP = 6.0


def normalised(text: str) -> list[str]:
    """Return the words of an answer as metrics compare them, numbers as digits.

    Examples
    --------
    >>> normalised("The two keys!")
    ['2', 'keys']
    """
    words = squad_normalised(text).split()
    values = [value_of(word) if word.isalnum() else None for word in words]
    return [word if value is None else f"{value:g}" for word, value in zip(words, values, strict=True)]


def overlap(one: Sequence[str], other: Sequence[str]) -> float:
    """Return the token F1 of two normalised answers."""
    same = sum((Counter(one) & Counter(other)).values())
    return 2.0 * same / (len(one) + len(other)) if same else 0.0


@dataclass(frozen=True, eq=False)
class Asked:
    """A question about a story with what the engine finds itself: its decision, and the answer as worded."""

    case: Case
    decision: Decision
    texts: tuple[str, ...]
    fits: Fits | None = None

    @classmethod
    def of(cls, case: Case, fits: Fits | None) -> Asked:
        """Answer a case."""
        decision = decide(case, fits=fits)
        texts = () if decision.proposal is None else wording(case, decision)[0]
        return cls(case, decision, texts, fits)

    @property
    def text(self) -> str:
        """The engine's answer as one string."""
        return ", ".join(self.texts)

    @cached_property
    def proposed(self) -> tuple[tuple[Proposal, float, bool], ...]:
        """What rules before the ranker propose, how right each rule is, and whether facts prove it."""
        found = []
        for rule in self.case.rules:
            if rule.group in ("ranker", "guess", "form") or rule.missed(self.case):
                continue
            fit = self.fits.get(rule.name) if self.fits else None
            usual = 0.5 if fit is None else fit.usual
            for one in strongest(self.case, proposals_of(self.case, rule), 3):
                # whether it rests on a fact that the narrator asserts, and that meets all of the question
                sure = one.strength >= SURE and one.is_asserted and not (one.unmet or one.contrary)
                proved = sure and one.proof.rests_on == "facts" and rule.group in _PROVING
                found.append((one, usual, proved))
        return tuple(found)

    @property
    def proved(self) -> list[Proposal]:
        """What facts prove."""
        return [one for one, _, proved in self.proposed if proved]

    @cached_property
    def ranking(self) -> Ranking | None:
        """The candidates, compared."""
        return ranking_of(self.case)

    @cached_property
    def candidates(self) -> tuple[list[list[str]], NDArray[np.float64], NDArray[np.float64]]:
        """The listed candidates, normalised, with their scores and their chances."""
        ranking = self.ranking
        if ranking is None or not len(ranking.scores):
            return [], np.zeros(0), np.zeros(0)
        scores = ranking.scores[ranking.order]
        chance = np.exp(_SHARP * (scores - scores[0]))
        listed = [normalised(ranking.text(int(row))) for row in ranking.rows[ranking.order]]
        return listed, scores, chance / chance.sum()

    @cached_property
    def rivals(self) -> list[str]:
        """The best candidates of different words, and the engine's own answer."""
        if (ranking := self.ranking) is None:
            return [self.text]
        best = ranking.rows[ranking.order[: 2 * _RIVALS]].tolist()
        texts = dict.fromkeys((self.text, *map(ranking.text, best)))
        return list(islice(filter(None, texts), _RIVALS))

    @cached_property
    def of_question(self) -> dict[str, float]:
        """The features that no answer changes."""
        case, own, (_, scores, _) = self.case, self.decision, self.candidates
        best = case.alignment.best.max(axis=1, initial=0.0)
        group = next((rule.group for rule in case.rules if rule.name == own.rule), "guess")
        return {
            "kind": float(_KINDS.index(case.kind)) if case.kind in _KINDS else _ABSENT,
            "several asked for": float(case.query.understanding.plural),
            "words asked": float(len(best)),
            "words met": float((best >= PRESENT).mean()) if len(best) else 1.0,
            "sentences": float(len(case.facts.sentence_starts)),
            "own confidence": own.confidence,
            "own group": float(GROUPS.index(group)),
            "own words": float(len(self.text.split())),
            "top": float(scores[0]) if len(scores) else 0.0,
            "margin": float(scores[0] - scores[1]) if len(scores) > 1 else 0.0,
        }


def says(case: Case, given: str, proposal: Proposal) -> float:
    """Return how far an answer says what a proposal does: in its words, or by another name of it."""
    text = ", ".join(proposal.texts) or proposal.text
    found = overlap(normalised(given), normalised(text))
    return 1.0 if found < 1.0 and names(case, given, proposal) else found


def answer_features(asked: Asked, spans: Sequence[str]) -> dict[str, float]:
    """Return the features of an answer, several spans for a list, by name."""
    given = ", ".join(spans)
    words = normalised(given)
    found = asked.of_question | _agreement(asked, given, words) | _by_rules(asked, given)
    found |= _by_candidates(asked, words) | _in_text(asked.case, spans) | _form(asked.case, spans, words)
    if (ranking := asked.ranking) is not None:
        rows = choice_features(ranking, [given, *asked.rivals])[:, : len(CHOICE_NAMES)]
        best = rows[1:].max(axis=0) if len(rows) > 1 else rows[0]
        for name, own, other in zip(CHOICE_NAMES, rows[0].tolist(), best.tolist(), strict=True):
            found[name], found[f"{name} ahead"] = own, own - other
    return found


def _agreement(asked: Asked, given: str, words: Sequence[str]) -> dict[str, float]:
    """Return how far an answer is the engine's own."""
    own = normalised(asked.text)
    same, proposal = sum((Counter(words) & Counter(own)).values()), asked.decision.proposal
    return {
        "own overlap": overlap(words, own),
        "own precision": same / len(words) if words else 0.0,
        "own recall": same / len(own) if own else 0.0,
        "own entity": float(proposal is not None and names(asked.case, given, proposal)),
    }


def _by_rules(asked: Asked, given: str) -> dict[str, float]:
    """Return what rules say for an answer, and against it."""
    found = dict.fromkeys(("proved", "proved another", "rules for", "rules against", "loosely for"), 0.0)
    total = agreeing = 0.0
    for one, usual, proved in asked.proposed:
        worth, same = one.strength * usual, says(asked.case, given, one)
        total, agreeing = total + worth, agreeing + worth * same
        kinds = ("rules for", "proved") if same >= AGREES else ("rules against", "proved another")
        for name in kinds[: 1 + proved]:
            found[name] = max(found[name], worth)
    found["loosely for"] = agreeing / total if total else _ABSENT
    return found


def _by_candidates(asked: Asked, words: Sequence[str]) -> dict[str, float]:
    """Return what the ranked candidates say of an answer."""
    listed, scores, chance = asked.candidates
    alike = np.array([overlap(words, one) for one in listed]) if listed else np.zeros(0)
    same = np.flatnonzero(alike >= AGREES)
    return {
        "expected overlap": float(alike @ chance) if listed else _ABSENT,
        "likest candidate": float(alike.max(initial=0.0)),
        "score behind": float(scores[same[0]] - scores[0]) if len(same) else _ABSENT,
        "score": float(scores[same[0]]) if len(same) else _ABSENT,
        "rank": float(same[0]) if len(same) else 30.0,
    }


def _places(case: Case, span: str) -> Iterator[tuple[int, int]]:
    """Yield the tokens of the story at which an answer stands in its own words."""
    index = case.index
    text: str = index.memo.setdefault("lower", index.text.lower())
    wanted, at = span.strip().strip(".").lower(), -1
    starts, ends = index.chars[:, 0], index.chars[:, 1]
    for _ in range(_PLACES if wanted else 0):
        at = text.find(wanted, at + 1)
        if at < 0:
            return
        first, last = np.searchsorted(starts, at, "right") - 1, np.searchsorted(ends, at + len(wanted))
        if first >= 0 and starts[first] == at and last < len(ends) and ends[last] == at + len(wanted):
            yield int(first), int(last) + 1


def nearest_sentence(case: Case, answer: str) -> int:
    """Return the sentence in which an answer stands with most of the question, else that with most of it.

    -1 where the story has nothing of the question.
    """
    support = case.alignment.sentence_support
    told = [int(case.index.tok[C.SENT, start]) for start, _ in _places(case, answer)]
    if not len(support) or support.max() <= 0.0:
        return told[0] if told else -1
    return max(told, key=lambda one: float(support[one])) if told else int(support.argmax())


_NEAR_NAMES = (
    "nearness", "nearness of what is named", "nearness of its head", "sentence's support",
    "words of its sentence", "sentences from the best", "suits", "mentions", "place",
)  # fmt: skip
_HEAD_NAMES = ("part of its head", "relation of its head", "part of its governor", "entity type", "mention")


def _in_text(case: Case, spans: Sequence[str]) -> dict[str, float]:
    """Return how near to the question's words an answer stands, and what it is there."""
    tok, support = case.index.tok, case.alignment.sentence_support
    near, referred = nearness(case), nearness(case, referred=True)
    top, best = max(float(support.max(initial=0.0)), 1e-9), int(support.argmax()) if len(support) else 0
    heights = [max(float(one.max()), 1e-9) if one is not None else 1.0 for one in (near, referred)]
    rows, found = [], dict.fromkeys((*_NEAR_NAMES, *_HEAD_NAMES), _ABSENT)
    for span in spans:
        places = []
        for start, end in _places(case, span):
            head = case.index.head_of(start, end)
            sentence, entity = int(tok[C.SENT, head]), int(tok[C.ENTITY, head])
            cover = case.alignment.by_sentence[:, sentence]
            places.append((
                float(near[start:end].max()) / heights[0] if near is not None else 0.0,
                float(referred[start:end].max()) / heights[1] if referred is not None else 0.0,
                float(near[head]) / heights[0] if near is not None else 0.0,
                float(support[sentence]) / top if len(support) else 0.0,
                float((cover >= PRESENT).mean()) if len(cover) else 1.0,
                float(np.clip(sentence - best, -9, 9)),
                _suits(case, head),
                float(case.index.ent[entity, C.E_MENTIONS]) if entity >= 0 else 0.0,
                start / tok.shape[1],
                head,
            ))  # fmt: skip
        if places:
            rows.append(max(places))
    found["found"] = len(rows) / max(1, len(spans))
    if rows:
        found |= zip(_NEAR_NAMES, np.array(rows)[:, :-1].mean(axis=0).tolist(), strict=True)
        head = int(rows[0][-1])
        governor = int(tok[C.HEAD, head])
        rows_of_head = tok[[C.POS, C.DEP, C.POS, C.ENT_TYPE, C.MENTION], [head, head, governor, head, head]]
        found |= zip(_HEAD_NAMES, map(float, rows_of_head), strict=True)
    return found


def _suits(case: Case, head: int) -> float:
    """Return whether a term with a head can be what is asked for; -1 where no fact has it."""
    known: dict[int, float] = case.memo.setdefault("suited heads", {})
    if not known:
        for term, fits in zip(case.facts.terms, case.suited.tolist(), strict=True):
            known[term.head] = max(known.get(term.head, 0.0), float(fits))
    return known.get(head, _ABSENT)


def _form(case: Case, spans: Sequence[str], words: Sequence[str]) -> dict[str, float]:
    """Return how an answer is worded, and how much of it question and story have."""
    told, content = vocabulary(case), content_words(" ".join(spans))
    asked = set(case.query.understanding.lowers) | case.query.lemmas
    return {
        "spans": float(len(spans)),
        "words": float(len(words)),
        "capitals": float(np.mean([word[:1].isupper() for word in " ".join(spans).split()] or [False])),
        "digits": float(any(map(str.isdigit, " ".join(words)))),
        "function words": float(np.mean([word in FUNCTION_WORDS for word in words] or [False])),
        "words of the story": float(np.mean([word in told for word in content] or [False])),
        "words of the question": float(np.mean([word in asked for word in content] or [False])),
    }


def vocabulary(case: Case) -> frozenset[str]:
    """Return the words of a story, and their lemmas, in lower case."""
    memo = case.index.memo
    if "vocabulary" not in memo:
        syntax = case.facts.syntax
        memo["vocabulary"] = frozenset((*syntax.lowers, *(lemma.lower() for lemma in syntax.lemmas)))
    return memo["vocabulary"]
