"""The confidence in a rule's proposal, and the threshold from which it decides.

A proposal's strength is the rule's own and comparable within the rule only. Boosted trees turn it, with a few
other parts that have names, into how right an answer like it is, by kind of data set. Nothing in that asks
what the ranker would answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts import Term
from symbolic_rc.index import columns as C
from symbolic_rc.models.trees import Trees
from symbolic_rc.ranker.weights import EngineWeights
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.families.clauses import LEVELS, REASONS
from symbolic_rc.rules.families.text import nearness
from symbolic_rc.rules.likelihood import PRESENT, probability_of_answer
from symbolic_rc.rules.proof import Proposal
from symbolic_rc.rules.rule import Rule

#: What a proposal's confidence is made of, beside the kind of question.
PARTS = (
    "strength", "support of its sentence", "rivals", "support of the next best", "told by the narrator",
    "links' strength", "length", "words of the question", "an entity", "a name", "a pronoun's meaning",
    "a clause", "in the role itself", "several asked for", "a subject", "a place or time", "unmet",
    "contrary", "proposals", "margin", "question's words in its sentence", "named in the question",
)  # fmt: skip
#: And of where the answer stands: beside the question's words, and in its sentence and clause.
SURROUNDINGS = (
    "nearness of its head", "best nearness of its words", "sentences from the best",
    "tokens from the question's nearest word", "new words", "the question's word as its head",
    "what its head refers to is asked about", "its subject is asked about", "its governor is asked about",
    "relation of its head", "part of its head", "part of its first word", "part of its governor",
    "relation of its governor", "marked as a purpose, a reason, or otherwise", "form of its head",
    "an asserted event", "place in the story", "place in its sentence", "tokens of its sentence",
    "tokens of the story", "mentions of its entity", "question word", "before or after",
)  # fmt: skip
#: A threshold that no confidence reaches.
NEVER = 2.0
#: The precision of a rule that counts as never wrong.
_FLAWLESS = 0.995
#: "No answer" needs at least the confidence of a guess.
NOTHING = 0.2
#: The profile of text that belongs to no data set.
PLAIN = "plain"
KINDS = ("person", "place", "time", "number", "reason", "manner", "object", "event")
#: "usual" is how right the rule is on average, which tells the rules apart by name.
NAMES = (*PARTS, *(f"asks for {kind}" for kind in KINDS), "usual", *SURROUNDINGS)
USUAL = NAMES.index("usual")
#: The factor on the strength of an answer that rests on nearby words, on frequency, on a clause.
_BY_GROUND = {"nearness": 0.2, "mentions": 0.1, "clause": 0.5, "guess": 0.2, "filled": 0.5}
#: And for each thing that the question names and the fact does not, or for which it names another.
_UNMET, _CONTRARY = 0.5, 0.5
#: Rules that take a fact whose roles are others.
_LOOSE = {"other-roles": 0.4, "paraphrased-in-part": 0.4}
#: What is left of a choice's confidence beyond chance: on DREAM, QuAIL, MCScript and ReCAM, which nothing
#: learned from, half of it makes the least error.
_BEYOND_CHANCE = 0.5
#: Proposals so little weaker are rivals.
_CLOSE = 0.05
_ORDERS = {"": 0, "before": 1, "after": 2}
_QUESTION_WORDS = {
    word: number for number, word in enumerate(("", *"what which who whom whose where when why how".split()))
}


def parts_of(case: Case, proposals: Sequence[Proposal], best: Proposal) -> NDArray[np.float64]:
    """Return the parts of the confidence in a proposal; float64, one a name of `NAMES`, "usual" at 0."""
    best = _plainer(case.facts.syntax, best)
    syntax, term = case.facts.syntax, best.proof.term
    support = case.alignment.sentence_support
    top = max(float(support.max(initial=0.0)), 1e-9)
    text = best.text.lower()
    others = [one for one in proposals if one.text.lower() != text]
    rivals = [one for one in others if one.strength >= best.strength - _CLOSE]
    facts, links = best.proof.facts, best.proof.links
    sentence = facts[0].sentence if facts else int(syntax.sentences[max(best.start, 0)])
    inside = case.alignment.best[:, slice(*case.index.bounds[sentence : sentence + 2].tolist())]
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
        best.strength - max((one.strength for one in others), default=0.0),
        (inside.max(axis=1, initial=0.0) >= PRESENT).sum() / max(1, len(inside)),
        of_term[7],
    )
    if case.kind in KINDS:
        out[len(PARTS) + KINDS.index(case.kind)] = 1.0
    out[USUAL + 1 :] = _surroundings(case, best)
    return out


def _plainer(syntax: Syntax, best: Proposal) -> Proposal:
    """Return "Ada and Bo" as "Ada", "3-4 weeks" as "4 weeks": two are as likely to be right as one."""
    start = max(best.start, 0)
    if syntax.tags[start : start + 3 : 2] == ["CD", "CD"] and best.end > start + 3:
        return replace(best, start=start + 2)
    conjunctions = (i for i in range(start + 1, best.end) if syntax.deps[i] == "cc")
    joins = (i for i in conjunctions if syntax.heads[syntax.heads[i]] in range(start, i))
    return replace(best, end=next(joins, best.end))


class _QuestionWords(NamedTuple):
    """Where the story speaks of what a question names, by token."""

    nearness: NDArray[np.float64]
    referred: NDArray[np.float32]  # how well each, or what it refers to, is met
    tokens: NDArray[np.int64]  # those that a word of the question meets
    content: NDArray[np.int64]  # how many content words precede each
    repeated: NDArray[np.int64]  # and how many of these are the question's


def _question_words(case: Case) -> _QuestionWords:
    """Return where the story speaks of what the question names; made once for a case."""
    found: _QuestionWords | None = case.memo.get("question words")
    if found is None:
        asked, near = case.alignment.nearest > PRESENT, nearness(case, referred=True)
        found = case.memo["question words"] = _QuestionWords(
            np.zeros(len(asked)) if near is None else near,
            case.alignment.referred.max(axis=0, initial=0.0),
            np.flatnonzero(asked),
            np.concatenate([[0], np.cumsum(case.telling)]),
            np.concatenate([[0], np.cumsum(case.telling & asked)]),
        )
    return found


def _surroundings(case: Case, one: Proposal) -> Sequence[float]:
    """Return what `SURROUNDINGS` names, of an answer that is no span of the story that of its term."""
    term = one.proof.term
    start, end = (one.start, one.end) if one.start >= 0 or term is None else (term.start, term.end)
    if not 0 <= start < end:
        return [-1.0] * len(SURROUNDINGS)
    syntax, tok, words = case.facts.syntax, case.index.tok, _question_words(case)
    head = case.index.head_of(start, end)
    governor, sentence = int(tok[C.HEAD, head]), int(tok[C.SENT, head])
    first, stop = case.index.bounds[sentence : sentence + 2].tolist()
    subject = _subject(syntax, head)
    support, entity = case.alignment.sentence_support, -1 if term is None else term.entity
    away = words.tokens - head
    marks = {syntax.lowers[c] for c in syntax.children_of(head) if c < head and syntax.deps[c] == "mark"}
    content = words.content[end] - words.content[start]
    return (
        words.nearness[head],
        words.nearness[start:end].max(),
        min(max(sentence - int(support.argmax()), -5), 5),
        min(max(int(away[np.abs(away).argmin()]), -12), 12) if len(away) else 13.0,
        1.0 - (words.repeated[end] - words.repeated[start]) / max(content, 1),
        case.alignment.nearest[head],
        words.referred[head],
        words.referred[subject] if subject >= 0 else -1.0,
        words.referred[governor],
        tok[C.DEP, head],
        tok[C.POS, head],
        tok[C.POS, start],
        tok[C.POS, governor],
        tok[C.DEP, governor],
        1 if "to" in marks else 2 if REASONS & {*marks, syntax.lowers[start]} else 3 * bool(marks),
        tok[C.TAG, head],
        next((1.0 + fact.is_asserted for fact in case.facts.at(head)), 0.0),
        start / len(syntax),
        head - first,
        stop - first,
        np.log(len(syntax)),
        len(case.facts.entities[entity].mentions) if entity >= 0 else 0.0,
        _QUESTION_WORDS.get(case.query.understanding.wh, -1),
        _ORDERS.get(case.query.understanding.order, -1),
    )


def _subject(syntax: Syntax, token: int) -> int:
    """Return the subject of a word, or of the nearest word above it that has one; -1 for none."""
    for _ in range(LEVELS):
        if (found := syntax.subject_of(token)) >= 0:
            return found
        token = int(syntax.heads[token])
    return -1


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


@dataclass(frozen=True, slots=True, eq=False)
class RuleFit:
    """What was learned of one rule in one kind of data set."""

    trees: Trees  # from parts to how right an answer is; those of all rules of the kind of data set
    usual: float  # how right the rule's answers are on average, 0 to 1
    threshold: float  # the confidence from which it decides; above 1 for never

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
        rows[:, USUAL] = self.usual
        return np.clip(self.trees.scores(rows), 0.0, 1.0)

    def to_json(self) -> dict[str, float]:
        """Return it as JSON-ready values, its trees left out."""
        return {"threshold": round(self.threshold, 5), "usual": round(self.usual, 5)}


Fits = Mapping[str, RuleFit]


def read_fits(weights: EngineWeights, profile: str) -> Fits:
    """Return what weights learned of rules, for a kind of data set or else for any text; by rule."""
    learned = weights.about.get("rules", {})
    group = "" if profile == PLAIN or profile not in learned else profile
    if (trees := weights.confidences.get(group)) is None:
        return {}
    return {rule: RuleFit(trees, fit["usual"], fit["threshold"]) for rule, fit in learned[group].items()}


def learned_lines(weights: EngineWeights, profile: str, names: Sequence[str]) -> Iterator[str]:
    """Yield a line for each rule: its threshold, and how often it is right."""
    fits = read_fits(weights, profile)
    for name in names:
        if (fit := fits.get(name)) is None:
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


#: From this many words on a text has much beside what is asked for, so that a candidate is always found.
_LONG = 80
#: The weight of the confidence in an answer as evidence that the text has one; how often the choices above
#: average have an F1 of a half and more with several right ones.
_OF_RANKING, _OF_SEVERAL = 0.1, 0.85


def in_unknown_text(case: Case, proposal: Proposal, confidence: float) -> float:
    """Return what is left of the confidence in what was compared, not proved, in text of no known kind.

    Of a candidate it is the share of the question's words that the story has: a half for *Wilma's husband* if
    it mentions no husband. Proofs cite what meets the question, and of data sets that were learned from it is
    known how often they use other words. A choice is right by chance at least, of several at `_OF_SEVERAL`;
    half of what speaks for it beyond that holds where wrong choices are made otherwise. Where some questions
    have no answer, one about a longer text is answered as surely as its sentence agrees; see `likelihood`.
    """
    if case.learned:
        return confidence
    grounds, best = proposal.proof.rests_on, case.alignment.best
    options = case.question.choices or case.options
    some = case.question.some_refused and bool(proposal.text) and not options
    if some and len(case.facts.syntax) > _LONG:
        return float(confidence**_OF_RANKING) * probability_of_answer(case)
    if grounds not in ("ranking", "guess", "filled"):
        return confidence
    if grounds == "ranking" and len(best):
        confidence *= float((best.max(axis=1, initial=0.0) >= PRESENT).sum() / len(best))
    if case.ranker is None or case.question.may_refuse or not options:
        return confidence
    chance = _OF_SEVERAL if case.question.takes_several else 1.0 / len(options)
    share = confidence if grounds == "ranking" else proposal.strength
    return chance + _BEYOND_CHANCE * max(0.0, share - chance)
