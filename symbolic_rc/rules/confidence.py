"""How sure a rule's proposal is, and from where on it decides.

A proposal's strength is the rule's own and comparable within the rule only. What was learned turns it, with
a few other parts that have names, into the probability that it is right, by rule and kind of data set.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.rules.case import Case
from symbolic_rc.rules.proof import Proposal

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
)
#: A threshold that no confidence reaches.
NEVER = 2.0
#: Nothing is answered only where that is as likely right as a guess would be.
NOTHING = 0.2
#: The profile of text of no known kind.
PLAIN = "plain"
KINDS = ("person", "place", "time", "number", "reason", "manner", "object", "event")
NAMES = (*PARTS, *(f"asks for {kind}" for kind in KINDS))
#: Proposals so little weaker are rivals.
_CLOSE = 0.05


def parts_of(case: Case, proposals: Sequence[Proposal], best: Proposal) -> NDArray[np.float64]:
    """Return the parts of the confidence in a rule's best proposal; float64, one a name of `NAMES`."""
    syntax, term = case.facts.syntax, best.proof.term
    support = case.alignment.sentence_support
    top = max(float(support.max(initial=0.0)), 1e-9)
    text = best.text.lower()
    rivals = [one for one in proposals if one.strength >= best.strength - _CLOSE and one.text.lower() != text]
    facts, links = best.proof.facts, best.proof.links
    sentence = facts[0].sentence if facts else int(syntax.sentences[max(best.start, 0)])
    part = syntax.pos[term.head] if term is not None else ""
    role = term.role if term is not None else ""
    out = np.zeros(len(NAMES))
    out[: len(PARTS)] = (
        best.strength,
        float(support[sentence]) / top if len(support) else 0.0,
        min(len({one.text.lower() for one in rivals}), 3),
        max((one.support / top for one in rivals), default=0.0),
        best.told,
        sum(link.strength for link in links) / len(links) if links else 0.0,
        min(best.end - best.start, 15) / 5.0,
        min(len(case.query.content), 10) / 5.0,
        term is not None and term.entity >= 0,
        part == "PROPN",
        part == "PRON",
        part in ("VERB", "AUX"),
        term is not None and not term.link,
        case.query.understanding.plural,
        role in ("ARG0", "subject"),
        role in ("ARGM-LOC", "ARGM-TMP", "ARGM-DIR"),
        min(best.unmet, 3),
        min(best.contrary, 2),
    )
    if case.kind in KINDS:
        out[len(PARTS) + KINDS.index(case.kind)] = 1.0
    return out


@dataclass(frozen=True, slots=True)
class RuleFit:
    """What was learned of one rule in one kind of data set.

    Attributes
    ----------
    weights : ndarray of float64, shape (names,)
    bias : float
    threshold : float
        The confidence from which on it decides; above 1 for never.
    """

    weights: NDArray[np.float64]
    bias: float
    threshold: float

    @property
    def never(self) -> bool:
        """Whether it decides nothing."""
        return self.threshold > 1.0

    def confidence(self, parts: NDArray[np.float64]) -> float:
        """Return the probability that a proposal of these parts is right."""
        return float(1.0 / (1.0 + np.exp(-(parts @ self.weights + self.bias))))

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON-ready values, weights by name."""
        weights = {name: round(float(w), 5) for name, w in zip(NAMES, self.weights, strict=True) if w}
        return {"threshold": round(self.threshold, 5), "bias": round(self.bias, 5), "weights": weights}


Fits = Mapping[str, RuleFit]


def read_fits(about: Mapping[str, Any], profile: str) -> Fits:
    """Return what weights learned of rules, for a kind of data set or else for any text; by rule."""
    learned = about.get("rules", {})
    found = learned.get("" if profile == PLAIN else profile, learned.get("", {}))
    return {
        rule: RuleFit(
            np.array([fit["weights"].get(name, 0.0) for name in NAMES]),
            fit["bias"],
            fit["threshold"],
        )
        for rule, fit in found.items()
    }


def learned_lines(about: Mapping[str, Any], profile: str, names: Sequence[str]) -> Iterator[str]:
    """Yield a line for each rule: from which confidence on it decides, and what that is made of."""
    fits = read_fits(about, profile)
    for name in names:
        fit = fits.get(name)
        if fit is None:
            yield f"{name:<22} by its own threshold"
        elif fit.never:
            yield f"{name:<22} never: what comes after it was right more often"
        else:
            largest = sorted(zip(NAMES, fit.weights, strict=True), key=lambda pair: -abs(pair[1]))[:4]
            made = ", ".join(f"{part} {weight:+.2f}" for part, weight in largest)
            yield f"{name:<22} from {fit.threshold:.2f}: {made}"
