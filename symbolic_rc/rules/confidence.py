"""The confidence in a rule's proposal, and the threshold from which it decides.

A proposal's strength is the rule's own and comparable within the rule only. Boosted trees turn it, with a few
other parts that have names, into how right an answer like it is, by kind of data set. Nothing in that asks
what the ranker would answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.graph.facts import Term
from symbolic_rc.models.trees import Trees
from symbolic_rc.ranker.weights import EngineWeights
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.proof import Proposal
from symbolic_rc.rules.rule import Rule

#: What a proposal's confidence is made of, beside the kind of question.
PARTS = (
    "strength",
    "support of its sentence",
    "rivals",
    "support of the next best",
    "told by the narrator",
    "links' strength",
    "length",
    "words of the question",
    "an entity",
    "a name",
    "a pronoun's meaning",
    "a clause",
    "in the role itself",
    "several asked for",
    "a subject",
    "a place or time",
    "unmet",
    "contrary",
    "proposals",
    "margin",
    "question's words in its sentence",
    "named in the question",
)
#: A threshold that no confidence reaches.
NEVER = 2.0
#: The precision of a rule that counts as never wrong.
_FLAWLESS = 0.995
#: "No answer" needs at least the confidence of a guess.
NOTHING = 0.2
#: The profile of text that belongs to no data set.
PLAIN = "plain"
KINDS = ("person", "place", "time", "number", "reason", "manner", "object", "event")
#: The last is how right the rule is on average, which tells the rules apart by name.
NAMES = (*PARTS, *(f"asks for {kind}" for kind in KINDS), "usual")
#: The factor on the strength of an answer that rests on nearby words, on frequency, on a clause.
_BY_GROUND = {"nearness": 0.2, "mentions": 0.1, "clause": 0.5, "guess": 0.2, "filled": 0.5}
#: And for each thing that the question names and the fact does not, or for which it names another.
_UNMET, _CONTRARY = 0.5, 0.5
#: Rules that take a fact whose roles are others.
_LOOSE = {"other-roles": 0.4, "paraphrased-in-part": 0.4}
#: A word of the question occurs in the story from this similarity.
_PRESENT = 0.6
#: Proposals so little weaker are rivals.
_CLOSE = 0.05


def parts_of(case: Case, proposals: Sequence[Proposal], best: Proposal) -> NDArray[np.float64]:
    """Return the parts of the confidence in a proposal; float64, one a name of `NAMES`, the last at 0."""
    syntax, term = case.facts.syntax, best.proof.term
    support = case.alignment.sentence_support
    top = max(float(support.max(initial=0.0)), 1e-9)
    text = best.text.lower()
    rivals = [one for one in proposals if one.strength >= best.strength - _CLOSE and one.text.lower() != text]
    facts, links = best.proof.facts, best.proof.links
    sentence = facts[0].sentence if facts else int(syntax.sentences[max(best.start, 0)])
    of_term = _of_term(case, term) if term is not None else (0.0,) * 8
    out = np.zeros(len(NAMES))
    out[: len(PARTS)] = (
        best.strength,
        float(support[sentence]) / top if len(support) else 0.0,
        min(len({one.text.lower() for one in rivals}), 3),
        max((one.support / top for one in rivals), default=0.0),
        best.is_asserted,
        sum(link.strength for link in links) / len(links) if links else 0.0,
        min(best.end - best.start, 15) / 5.0,
        min(len(case.query.content), 10) / 5.0,
        *of_term[:5],
        case.query.understanding.plural,
        *of_term[5:7],
        min(best.unmet, 3),
        min(best.contrary, 2),
        min(len(proposals), 8),
        best.strength - max((one.strength for one in proposals if one.text.lower() != text), default=0.0),
        _coverage(case, sentence),
        of_term[7],
    )
    if case.kind in KINDS:
        out[len(PARTS) + KINDS.index(case.kind)] = 1.0
    return out


def _of_term(case: Case, term: Term) -> tuple[float, ...]:
    """Return the parts that an answer's term gives, from "an entity" on, and how it is asked about."""
    part, place = case.facts.syntax.pos[term.head], case.number_of(term)
    return (
        term.entity >= 0,
        part == "PROPN",
        part == "PRON",
        part in ("VERB", "AUX"),
        not term.link,
        term.role in ("ARG0", "subject"),
        term.role in ("ARGM-LOC", "ARGM-TMP", "ARGM-DIR"),
        case.alignment.asked_about[place] if place >= 0 else 0.0,
    )


def _coverage(case: Case, sentence: int) -> float:
    """Return the share of the question's words that a sentence of the story tells."""
    known = case.index.bounds
    inside = case.alignment.best[:, int(known[sentence]) : int(known[sentence + 1])]
    return float((inside.max(axis=1, initial=0.0) >= _PRESENT).sum() / len(inside)) if len(inside) else 0.0


@dataclass(frozen=True, slots=True, eq=False)
class RuleFit:
    """What was learned of one rule in one kind of data set.

    Attributes
    ----------
    trees : Trees
        From parts to how right an answer is; those of all rules of the kind of data set.
    usual : float
        How right the rule's answers are on average, 0 to 1.
    threshold : float
        The confidence from which it decides; above 1 for never.
    """

    trees: Trees
    usual: float
    threshold: float

    @property
    def flawless(self) -> bool:
        """Whether it was never seen to be wrong: what is less like what was seen need not be, either."""
        return self.usual >= _FLAWLESS

    @property
    def never(self) -> bool:
        """Whether it decides nothing."""
        return self.threshold > 1.0

    def confidences(self, parts: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
        """Return the confidence of proposals with these parts; float64, 0 to 1."""
        rows = np.array(parts, np.float32)
        rows[:, -1] = self.usual
        return np.clip(self.trees.scores(rows), 0.0, 1.0)

    def to_json(self) -> dict[str, float]:
        """Return it as JSON-ready values, its trees left out."""
        return {"threshold": round(self.threshold, 5), "usual": round(self.usual, 5)}


Fits = Mapping[str, RuleFit]


def read_fits(weights: EngineWeights, profile: str) -> Fits:
    """Return what weights learned of rules, for a kind of data set or else for any text; by rule."""
    learned = weights.about.get("rules", {})
    group = "" if profile == PLAIN or profile not in learned else profile
    trees = weights.confidences.get(group)
    if trees is None:
        return {}
    return {rule: RuleFit(trees, fit["usual"], fit["threshold"]) for rule, fit in learned[group].items()}


def learned_lines(weights: EngineWeights, profile: str, names: Sequence[str]) -> Iterator[str]:
    """Yield a line for each rule: its threshold, and how often it is right."""
    fits = read_fits(weights, profile)
    for name in names:
        fit = fits.get(name)
        if fit is None:
            yield f"{name:<22} by its own threshold"
        elif fit.never:
            yield f"{name:<22} never: what comes after it is right more often"
        else:
            yield f"{name:<22} from {fit.threshold:.2f}; right in {100 * fit.usual:.0f} %"


def unfitted_confidence(rule: Rule, proposal: Proposal) -> float:
    """Return the confidence in an unfitted rule's answer: its strength, less what its proof leaves open.

    These are no probabilities, but they separate proofs from guesses, so that guesses can be refused.
    """
    grounds = _BY_GROUND.get(proposal.proof.rests_on, 1.0) * _LOOSE.get(rule.name, 1.0)
    penalty: float = _UNMET**proposal.unmet * _CONTRARY**proposal.contrary
    return min(1.0, proposal.strength) * grounds * penalty


def coverage(case: Case, proposal: Proposal) -> float:
    """Return what is left of the confidence in a candidate where the story lacks words of the question.

    That is their share: a half for *Wilma's husband* if the story mentions no husband. Proofs cite what
    meets the question, and of data sets that were learned from it is known how often they use other words.
    """
    if proposal.proof.rests_on != "ranking" or case.learned or not len(case.alignment.best):
        return 1.0
    best = case.alignment.best
    return float((best.max(axis=1, initial=0.0) >= _PRESENT).sum() / len(best))
