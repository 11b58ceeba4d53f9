"""Judges answers that others give: by proof, by counter-proof, else by graded evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

import numpy as np

from symbolic_rc.core.record import LONGEST, Question
from symbolic_rc.core.tokens import tokens, words_of
from symbolic_rc.lexicon.english import FUNCTION_WORDS, content_words
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.confidence import Fits
from symbolic_rc.rules.families.polar import Verdict as Proved
from symbolic_rc.rules.families.polar import prove
from symbolic_rc.rules.likelihood import PRESENT, learned_probability
from symbolic_rc.rules.proof import Proof, Proposal
from symbolic_rc.support import features
from symbolic_rc.support.verdict import Support, Verdict

#: The file that ships.
SHIPPED = "support.lex"
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
#: From this confidence on an answer is supported; the confidence in what a statement's proof supports.
SUPPORTED, _PROVED = 0.5, 0.9
#: The same where an answer is one of a few, of which the engine has to guess one.
_CHOSEN = 0.61
#: What is left of the doubt in the engine's own answer for another one, where nothing was learned.
_UNLIKE = 0.3
#: The share of a statement's words in one sentence from which it is supported without a proof.
COVERED = 0.8
#: Parts of speech of words that must be there themselves: another number is another statement.
_EXACT = ("NUM", "PROPN")
#: An answer of more words that says half of the question again is a sentence; the longest answer looked at.
_FEW, _REPEATS, _LONGEST = 3, 0.5, 1_000


def judge_answers(pairs: Sequence[Pair], open_cases: OpenCases, fits: Fits | None) -> list[Support]:
    """Return the verdicts on given answers to questions about one story, in their order.

    `fits` is what was learned of the rules of the cases that `open_cases` opens.
    """
    distinct = {id(question): question for question, _ in pairs}
    cases = zip(distinct, open_cases(list(distinct.values())), strict=True)
    asked = {key: features.Asked.of(case, fits) for key, case in cases}
    spans = [(answer,) if isinstance(answer, str) else tuple(answer) for _, answer in pairs]
    sentences = {
        number: Question(str(number), texts[0].strip())
        for number, ((question, _), texts) in enumerate(zip(pairs, spans, strict=True))
        if len(texts) == 1 and len(texts[0]) <= LONGEST and _is_sentence(asked[id(question)].case, texts[0])
    }
    stated = dict(zip(sentences, open_cases(list(sentences.values())), strict=True))
    return [
        _judged(asked[id(question)], texts, prove(stated[number]) if number in stated else Proved(None))
        for number, ((question, _), texts) in enumerate(zip(pairs, spans, strict=True))
    ]


def _judged(asked: features.Asked, spans: Sequence[str], stated: Proved) -> Support:
    """Return the verdict on an answer; `stated` is whether it holds as a sentence by itself."""
    given, case = ", ".join(spans), asked.case
    proof, against = _proofs(asked, given)
    confidence = probability(asked, spans)
    if stated.holds is not None:
        confidence = max(confidence, _PROVED) if stated.holds else min(confidence, 1.0 - _PROVED)
    least = _CHOSEN if case.query.polar or case.options else SUPPORTED
    verdict: Verdict = "supported" if confidence >= least or proof else "not found"
    if confidence < SUPPORTED and (against or stated.holds is False):
        verdict = "contradicted"
    told = {"supported": proof, "contradicted": against}.get(verdict)
    found = Proof(stated.facts, stated.links) if told is None else told.proof
    instead = asked.text if told is not None and told is against else ""
    return _support(case, (case.question.text, given), verdict, confidence, found, instead)


def _proofs(asked: features.Asked, given: str) -> tuple[Proposal | None, Proposal | None]:
    """Return what facts prove that an answer says; where there is nothing, what they prove instead."""
    proved, own = [one for one, _, sure in asked.proposed if sure], asked.decision.proposal
    if asked.case.query.polar and own is not None and own.proof.rests_on == "facts" and own.is_asserted:
        proved.insert(0, own)
    agreeing = () if refuses(given) else (one for one in proved if _agrees(asked.case, given, one))
    proof = next(iter(agreeing), None)
    return proof, proved[0] if proved and proof is None else None


def probability(asked: features.Asked, spans: Sequence[str]) -> float:
    """Return how likely an answer is right, 0 to 1.

    Of a refusal, of one of two and of one of several choices it follows from the engine's own confidence; of
    others it was learned (``python -m symbolic_rc.train support``).
    """
    given, case = ", ".join(spans), asked.case
    own, chosen = asked.decision.confidence, asked.decision.proposal
    proved = [one for one, _, sure in asked.proposed if sure]
    if refuses(given):
        return 1.0 - max([own, *(one.strength for one in proved)])
    same = chosen is not None and _agrees(case, given, chosen)
    if case.query.polar or case.options:
        return own if same else _share_of_another(case, given, 1.0 - own)
    if asked.ranking is None:  # nothing learned
        agreeing = any(_agrees(case, given, one) for one in proved)
        return max(own if same else _UNLIKE * (1.0 - own), _PROVED * agreeing)
    return learned_probability(
        SHIPPED, features.answer_features(asked, [_core(case, one[:_LONGEST]) for one in spans])
    )


def _share_of_another(case: Case, given: str, rest: float) -> float:
    """Return the share of another than the engine's option in what is left of its confidence."""
    options = case.options or ("yes", "no")
    if any(
        features.overlap(features.normalised(given), features.normalised(one)) >= features.AGREES
        for one in options
    ):
        return rest / max(1, len(options) - 1)
    return rest / len(options) * case.query.polar


def _agrees(case: Case, given: str, proposal: Proposal) -> bool:
    """Whether an answer says what a proposal does; of "yes, because …" the first word counts."""
    first = next(iter(words_of(given.lower())), "")
    if proposal.text in ("yes", "no") and first in _POLAR:
        return _POLAR[first] == proposal.text
    return features.says(case, _core(case, given[:_LONGEST]), proposal) >= features.AGREES


def refuses(answer: str) -> bool:
    """Whether an answer says that there is none.

    Examples
    --------
    >>> [refuses(text) for text in ("", "It is not stated in the text.", "Not Ada", "no")]
    [True, True, False, False]
    """
    words = answer.lower().strip(" .!").split()
    told = not _REFUSALS.isdisjoint(words) and _REFUSING.issuperset(words)
    return not words or (told and words != ["no"])


def _is_sentence(case: Case, given: str) -> bool:
    """Whether an answer says the question again: "She sold the mill to Bo." of "Who did she sell it to?"."""
    words = content_words(given)
    if len(words_of(given)) < _FEW or case.question.is_cloze or case.options:
        return False
    asked = {case.query.syntax.lemmas[i].lower() for i in case.query.content}
    given_words = {word[:4] for word in words}  # forms of a word begin alike
    return bool(asked) and sum(one[:4] in given_words for one in asked) >= _REPEATS * len(case.query.content)


def _core(case: Case, given: str) -> str:
    """Return what an answer adds to the question: *Bo* of "She sold the mill to Bo."; else the answer."""
    if not _is_sentence(case, given):
        return given
    asked = {word[:4] for word in (*case.query.understanding.lowers, *case.query.lemmas)}
    words = given.strip(" .!").split()
    bare = [word.lower().strip(",;.'\"") for word in words]
    fresh = [i for i, word in enumerate(bare) if word not in FUNCTION_WORDS and word[:4] not in asked]
    return " ".join(words[fresh[0] : fresh[-1] + 1]) if fresh else given


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
    told = prove(case)
    if told.holds is None:
        cover = case.alignment.by_sentence.mean(axis=0) if len(case.alignment.best) else np.zeros(1)
        confidence, best = float(cover.max(initial=0.0)), int(cover.argmax()) if len(cover) else 0
        exact = [row for row, i in enumerate(case.query.content) if case.query.syntax.pos[i] in _EXACT]
        if exact and case.alignment.by_sentence[exact, best].min() < PRESENT:
            confidence = min(confidence, SUPPORTED)
        verdict: Verdict = "supported" if confidence >= COVERED else "not found"
    else:
        confidence = told.strength if told.holds else 1.0 - told.strength
        verdict = "supported" if told.holds else "contradicted"
    return _support(case, ("", statement), verdict, confidence, Proof(told.facts, told.links))


def _support(
    case: Case, pair: tuple[str, str], verdict: Verdict, confidence: float, proof: Proof, instead: str = ""
) -> Support:
    """Return a verdict with what it rests on: the facts of a proof, else the sentence nearest to it."""
    sentences = tuple(dict.fromkeys(fact.sentence for fact in proof.facts))
    if not sentences:
        nearest = features.nearest_sentence(case, pair[1])
        sentences = (nearest,) if nearest >= 0 else ()
    missing = missing_words(case, pair[1] if pair[0] else "")
    lines = tuple(proof.describe(case.facts)) if proof.facts else ()
    reason = _reason(verdict, instead, missing, bool(lines))
    return Support(*pair, verdict, float(confidence), lines, sentences, missing, instead, reason)


def missing_words(case: Case, answer: str) -> tuple[str, ...]:
    """Return the content words of a question and of an answer to it that nothing in the story matches."""
    best, words = case.alignment.best, case.query.syntax.words
    asked = [words[token] for row, token in enumerate(case.query.content) if not best[row].any()]
    known = features.vocabulary(case)
    told = [word for word in content_words(answer) if word not in known and word not in _POLAR]
    return tuple(dict.fromkeys((*asked, *told)))


def _reason(verdict: Verdict, instead: str, missing: Sequence[str], proved: bool) -> str:
    if verdict == "supported":
        return "The text states it." if proved else "The text speaks for it."
    if verdict == "contradicted":
        return f"The text states another answer: {instead}." if instead else "The text states the contrary."
    return f"Nothing in the text matches {', '.join(missing)}." if missing else "The text does not state it."
