"""Judges answers that others give: by proof, by counter-proof, else by graded evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from symbolic_rc.core.forks import cached_property
from symbolic_rc.core.question import LONGEST, Question
from symbolic_rc.core.tokens import tokens
from symbolic_rc.lexicon.english import content_words
from symbolic_rc.metrics.squad import token_f1
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.confidence import Fits
from symbolic_rc.rules.decide import Decision, decide, proposals_of, wording
from symbolic_rc.rules.families.polar import prove
from symbolic_rc.rules.proof import Proof, Proposal
from symbolic_rc.rules.terms import names
from symbolic_rc.support.verdict import Support, Verdict

#: Opens the cases of questions about the story.
OpenCases = Callable[[Sequence[Question]], Iterable[Case]]
Pair = tuple[Question, str | Sequence[str]]
#: What an answer says that refuses, and the other words that it may have.
_REFUSALS = frozenset("unanswerable unknown n/a cannot not n't can't don't no".split())
_REFUSING = _REFUSALS | frozenset(
    "the question answer answerable answered text story passage context information stated mentioned given"
    " said specified provided known know enough i do does is be in from by of there it to available".split()
)
#: What opens an answer to a question that yes or no answers.
_POLAR = {"yes": "yes", "no": "no", "true": "yes", "false": "no", "yeah": "yes", "nope": "no"}
#: An answer agrees with another one from this token F1 on.
_AGREES = 0.5
#: From which confidence on an answer is supported; the least strength of a proof, and the confidence in one.
SUPPORTED, _SURE, _PROVED = 0.5, 0.8, 0.9
#: The groups of rules that prove.
_PROVING = ("state", "comparison", "stated", "inferred")
#: The share of a statement's words in one sentence from which it is supported without a proof.
COVERED = 0.8


@dataclass(frozen=True, slots=False, eq=False)
class Asked:
    """A question about a story with the engine's own answer.

    Attributes
    ----------
    case : Case
    decision : Decision
    texts : tuple of str
        The engine's answer, as it is worded.
    """

    case: Case
    decision: Decision
    texts: tuple[str, ...]

    @cached_property
    def proved(self) -> tuple[Proposal, ...]:
        """What facts prove to be the answer: the engine's own first, then what other rules propose."""
        own = self.decision.proposal
        found = [own] if own is not None and _is_proved(own) else []
        for rule in self.case.rules:
            if rule.group in _PROVING and not rule.missed(self.case):
                found += [one for one in proposals_of(self.case, rule) if _is_proved(one)]
        return tuple(found)


def _is_proved(one: Proposal) -> bool:
    """Whether a proposal rests on a fact that the narrator asserts, and that meets all of the question."""
    sure = one.strength >= _SURE and one.is_asserted and not (one.unmet or one.contrary)
    return sure and one.proof.rests_on == "facts"


def judge_answers(pairs: Sequence[Pair], open_cases: OpenCases, fits: Fits | None) -> list[Support]:
    """Return the verdicts on given answers to questions about one story, in their order."""
    distinct = {id(question): question for question, _ in pairs}
    asked = {}
    for key, case in zip(distinct, open_cases(list(distinct.values())), strict=True):
        decision = decide(case, fits=fits)
        texts = () if decision.proposal is None else wording(case, decision)[0]
        asked[key] = Asked(case, decision, texts)
    return [_judged(asked[id(question)], answer) for question, answer in pairs]


def _judged(asked: Asked, answer: str | Sequence[str]) -> Support:
    """Return the verdict on one answer."""
    given, own = answer if isinstance(answer, str) else ", ".join(answer), asked.decision.confidence
    agreement = _agreement(asked, given)
    proof = next((one for one in asked.proved if _names(asked.case, given, one)), None)
    if refuses(given):
        confidence, proof = 0.0 if asked.proved else 1.0 - own, None
    else:
        confidence = max(own * agreement + 0.3 * (1.0 - own) * (1.0 - agreement), _PROVED * bool(proof))
    against = asked.proved[0] if asked.proved and proof is None and confidence < SUPPORTED else None
    verdict: Verdict = "supported" if confidence >= SUPPORTED else "contradicted" if against else "not found"
    return _support(asked, given, verdict, confidence, proof or against)


def refuses(answer: str) -> bool:
    """Whether an answer says that there is none: empty, "unanswerable", "It is not stated in the text."."""
    words = answer.lower().strip(" .!").split()
    told = not _REFUSALS.isdisjoint(words) and _REFUSING.issuperset(words)
    return not words or (told and words != ["no"])


def _agreement(asked: Asked, given: str) -> float:
    """Return how far an answer is the engine's own: by its words, or as a name of the same entity."""
    own, text = asked.decision.proposal, ", ".join(asked.texts)
    return max(token_f1(given, text), float(own is not None and _names(asked.case, given, own)))


def _names(case: Case, given: str, proposal: Proposal) -> bool:
    """Whether an answer says what a proposal does: in most of its words, or by another name of it."""
    if case.query.polar:
        return (
            _POLAR.get(given.lower().replace(",", " ").split()[0] if given.strip() else "") == proposal.text
        )
    text = ", ".join(proposal.texts) or proposal.text
    return token_f1(given, text) >= _AGREES or names(case, given, proposal)


def _support(
    asked: Asked, answer: str, verdict: Verdict, confidence: float, rests_on: Proposal | None
) -> Support:
    """Return a verdict with what it rests on."""
    case = asked.case
    proof = rests_on.proof if rests_on is not None else Proof(())
    sentences = tuple(dict.fromkeys(fact.sentence for fact in proof.facts))
    missing = missing_words(case, answer)
    instead = rests_on.text if rests_on is not None and verdict == "contradicted" else ""
    lines = tuple(proof.describe(case.facts)) if rests_on is not None else ()
    reason = _reason(verdict, instead, missing, bool(lines))
    question = case.question.text
    return Support(question, answer, verdict, float(confidence), lines, sentences, missing, instead, reason)


def missing_words(case: Case, answer: str) -> tuple[str, ...]:
    """Return the content words of a question and of an answer to it that nothing in the story matches."""
    best = case.alignment.best
    asked = [case.query.syntax.words[t] for row, t in enumerate(case.query.content) if not best[row].any()]
    lowers, lemmas = set(case.facts.syntax.lowers), {lemma.lower() for lemma in case.facts.syntax.lemmas}
    told = [word for word in content_words(answer) if word not in lowers and word not in lemmas]
    return tuple(dict.fromkeys((*asked, *told)))


def _reason(verdict: Verdict, instead: str, missing: Sequence[str], proved: bool) -> str:
    if verdict == "supported":
        return "The text states it." if proved else "The text speaks for it."
    if verdict == "contradicted":
        return f"The text states another answer: {instead}."
    return f"Nothing in the text matches {', '.join(missing)}." if missing else "The text does not state it."


def judge_statements(text: str, open_cases: OpenCases) -> list[Support]:
    """Return a verdict on each sentence of a text about a story."""
    found = tokens(text)
    bounds = found.sentences.tolist()
    statements = [
        text[found.starts[start] : found.ends[end - 1]][:LONGEST] for start, end in pairwise(bounds)
    ]
    cases = open_cases([Question(str(number), one) for number, one in enumerate(statements)])
    return [_stated(case, one) for case, one in zip(cases, statements, strict=True)]


def _stated(case: Case, statement: str) -> Support:
    """Return the verdict on a statement: proved, refuted, else by the share of its words in one sentence."""
    told, missing = prove(case), missing_words(case, "")
    cover = case.alignment.by_sentence.mean(axis=0) if len(case.alignment.best) else np.zeros(1)
    best = int(cover.argmax()) if len(cover) else 0
    if told.holds is None:
        confidence, sentences, lines = float(cover.max(initial=0.0)), (best,), ()
        verdict = "supported" if confidence >= COVERED else "not found"
    else:
        verdict = "supported" if told.holds else "contradicted"
        confidence = told.strength if told.holds else 1.0 - told.strength
        sentences = tuple(dict.fromkeys(fact.sentence for fact in told.facts))
        lines = tuple(Proof(told.facts, told.links).describe(case.facts))
    reason = _reason(verdict, "", missing, bool(lines))
    return Support("", statement, verdict, confidence, lines, sentences, missing, "", reason)
