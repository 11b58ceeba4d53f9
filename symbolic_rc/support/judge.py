"""Judges answers that others give: by proof, by counter-proof, else by graded evidence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from symbolic_rc.core.record import LONGEST, Question
from symbolic_rc.core.tokens import tokens, words_of
from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts import Fact
from symbolic_rc.lexicon.english import FUNCTION_WORDS, NEGATIONS, content_words, word_set
from symbolic_rc.lexicon.numbers import number as value_of
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.confidence import Fits
from symbolic_rc.rules.families.events import CORE
from symbolic_rc.rules.families.polar import Verdict as Proved
from symbolic_rc.rules.families.polar import main_parts, prove
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
_REFUSALS = word_set("""unanswerable unknown n/a cannot not n't can't don't doesn't isn't aren't i'm unsure
    impossible""")
_REFUSING = _REFUSALS | word_set("""no the this that question answer answerable answered text story passage
    context information info details stated mentioned given said specified provided known know sure enough i
    do does is be being am are in from by of on about there it to available say says tell tells mention state
    provide contain me us what which who when where why how determine determined based any have has sorry""")
#: What opens an answer to a question that yes or no answers.
_POLAR = {"yes": "yes", "no": "no", "true": "yes", "false": "no", "yeah": "yes", "nope": "no"}
#: From this confidence on an answer is supported; the confidence in what a statement's proof supports.
SUPPORTED, _PROVED = 0.5, 0.9
#: The same where an answer is one of a few, of which the engine has to guess one.
_CHOSEN = 0.61
#: What is left of the doubt in the engine's own answer for another one, where nothing was learned.
_UNLIKE = 0.3
#: What is left of the confidence in a statement where the sentence that has its words says another thing,
#: and of the doubt in a refutation.
_OTHER, _REFUTED = 0.1, 0.5
#: Parts of speech of words that must be there themselves: another number is another statement.
_EXACT = ("NUM", "PROPN")
#: The least probability of an answer that a proof supports: below it, a better proof speaks against it.
_DOUBTED = 0.25
#: A proved answer this many times as long as a given one, or as short, is another.
_LONGER = 3
#: The most spans of an answer that are judged by themselves, too; the letters up to which one may be longer
#: than the story and still be split.
_MOST_SPANS, _SHORT = 20, 300
#: Words that no text need have; the longest word that is reported missing.
_NEEDLESS, _LONGEST_WORD = frozenset(("many", "much", "because")) | _POLAR.keys(), 40
#: A statement whose subject has a relative clause between commas: the subject, that clause, the others.
_ASIDE = re.compile(r"([^,]+), (?:who|which) ([^,]+), (.+)", re.DOTALL)
#: An answer of more words that says half of the question again is a sentence; the longest answer looked at.
_FEW, _REPEATS, _LONGEST = 3, 0.5, 1_000


def judge_answers(pairs: Sequence[Pair], open_cases: OpenCases, fits: Fits | None) -> list[Support]:
    """Return the verdicts on given answers to questions about one story, in their order.

    `fits` is what was learned of the rules of the cases that `open_cases` opens.
    """
    distinct = {id(question): question for question, _ in pairs}
    cases = zip(distinct, open_cases(list(distinct.values())), strict=True)
    asked = {key: features.Asked.of(case, fits) for key, case in cases}
    given = [
        (asked[id(question)], (answer,) if isinstance(answer, str) else tuple(answer))
        for question, answer in pairs
    ]
    split = [_statements_in(one.case, spans) for one, spans in given]
    stated = iter(list(open_cases([Question("", one) for statements in split for one in statements])))
    return [
        _in_parts(one, spans, [next(stated) for _ in statements])
        for (one, spans), statements in zip(given, split, strict=True)
    ]


def _statements_in(case: Case, spans: Sequence[str]) -> list[str]:
    """Return the sentences of an answer where it has several, or says the question again; else nothing."""
    most = max(_SHORT, min(LONGEST, len(case.index.text)))
    if len(spans) != 1 or not spans[0].strip() or len(spans[0]) >= most or case.options:
        return []
    sentences = _sentences(spans[0])
    if any(Question("", one).refused for one in sentences):
        return []
    return sentences if len(sentences) > 1 or _is_sentence(case, spans[0]) else []


def _sentences(text: str) -> list[str]:
    """Return the sentences of a text, each no longer than a question may be."""
    found = tokens(text)
    bounds = pairwise(found.sentences.tolist())
    return [text[found.starts[start] : found.ends[end - 1]][:LONGEST] for start, end in bounds]


def _in_parts(asked: features.Asked, spans: Sequence[str], stated: Sequence[Case]) -> Support:
    """Return the verdict on an answer; of several sentences one is the answer, the others are statements."""
    if len(stated) < 2:  # noqa: PLR2004
        whole = _judged(asked, spans, prove(stated[0]) if stated else Proved(None))
        return replace(whole, parts=_each_of(asked, spans)) if len(spans) > 1 else whole
    repeats = [_is_sentence(asked.case, case.question.text) for case in stated]
    judged, ranks = list[Support](), list[tuple[bool, bool, float]]()
    for case, again in zip(stated, repeats, strict=True):
        one = _judged(asked, (case.question.text,), prove(case) if again else Proved(None))
        judged.append(one)
        ranks.append((one.verdict == "supported", again, one.confidence))
    opening = next(iter(words_of(spans[0].lower())), "")
    best = 0 if asked.case.query.polar and opening in _POLAR else ranks.index(max(ranks))
    parts = [judged[i] if i == best else _stated(case) for i, case in enumerate(stated)]
    whole = _judged(asked, spans, Proved(None))  # all of them together may be the answer
    if parts[best].verdict != "supported" and whole.verdict == "supported":
        parts[best] = whole
    return _joined((asked.case.question.text, spans[0]), parts, parts[best].instead)


def _each_of(asked: features.Asked, spans: Sequence[str]) -> tuple[Support, ...]:
    """Return the verdicts on an answer's spans by themselves; a right one does not contradict the others."""
    found = [_judged(asked, (one,), Proved(None)) for one in spans[:_MOST_SPANS]]
    if all(one.verdict != "supported" for one in found):
        return tuple(found)
    left: Verdict = "not found"
    return tuple(replace(one, verdict=left) if one.verdict == "contradicted" else one for one in found)


def _joined(pair: tuple[str, str], parts: Sequence[Support], instead: str = "") -> Support:
    """Return the verdict on what has several parts: the worst of theirs, with all that they rest on."""
    order: tuple[Verdict, ...] = ("contradicted", "not found", "supported")
    worst = min(parts, key=lambda one: (order.index(one.verdict), one.confidence))
    reason = worst.reason if worst.verdict == "supported" else f"“{worst.answer}”: {worst.reason}"
    proof, sentences, missing = (
        tuple(dict.fromkeys(one for part in parts for one in getattr(part, name)))
        for name in ("proof", "sentences", "missing")
    )
    confidence = min(part.confidence for part in parts)
    return Support(*pair, worst.verdict, confidence, proof, sentences, missing, instead, reason, tuple(parts))


def _judged(asked: features.Asked, spans: Sequence[str], stated: Proved) -> Support:
    """Return the verdict on an answer; `stated` is whether it holds as a sentence by itself."""
    given, case = ", ".join(spans), asked.case
    proof, against = _proofs(asked, given)
    confidence = probability(asked, spans)
    if stated.holds is not None:
        confidence = max(confidence, _PROVED) if stated.holds else min(confidence, 1.0 - _PROVED)
    least = _CHOSEN if case.query.polar or case.options else SUPPORTED
    if proof is not None and (confidence >= _DOUBTED and against is None):
        confidence = max(confidence, least)
    verdict: Verdict = "supported" if confidence >= least else "not found"
    if confidence < SUPPORTED and (against or stated.holds is False):
        verdict = "contradicted"
    told = {"supported": proof, "contradicted": against}.get(verdict)
    found = Proof(stated.facts, stated.links) if told is None else told.proof
    instead = asked.text if told is not None and told is against else ""
    return _support(case, (case.question.text, given), verdict, confidence, found, instead)


def _proofs(asked: features.Asked, given: str) -> tuple[Proposal | None, Proposal | None]:
    """Return what facts prove that an answer says, and what else they prove where it is not the engine's."""
    proved, own = asked.proved, asked.decision.proposal
    if asked.case.query.polar and own is not None and own.proof.rests_on == "facts" and own.is_asserted:
        proved.insert(0, own)
    if refuses(given):
        return None, next(iter(proved), None)
    agreeing = [one for one in proved if _agrees(asked.case, given, one)]
    proof = next((one for one in agreeing if _is_about_as_long(asked.case, given, one)), None)
    if own is not None and _agrees(asked.case, given, own):
        return proof, None
    return proof, next((one for one in proved if one not in agreeing), None)


def _is_about_as_long(case: Case, given: str, proposal: Proposal) -> bool:
    """Whether an answer is neither a word of a long proposal nor much more than it."""
    answers = _core(case, given[:_LONGEST]), proposal.text
    few, many = sorted(len(features.normalised(one)) for one in answers)
    return many <= _LONGER * few


def probability(asked: features.Asked, spans: Sequence[str]) -> float:
    """Return how likely an answer is right, 0 to 1.

    Of a refusal, of one of two and of one of several choices it follows from the engine's own confidence; of
    others it was learned (``python -m symbolic_rc.train support``).
    """
    given, case = ", ".join(spans), asked.case
    own, chosen = asked.decision.confidence, asked.decision.proposal
    if refuses(given):
        return 1.0 - max([own, *(one.strength for one in asked.proved)])
    same = chosen is not None and _agrees(case, given, chosen)
    if case.query.polar or case.options:
        return own if same else _share_of_another(case, given, 1.0 - own)
    if asked.ranking is None:  # nothing learned
        agreeing = any(_agrees(case, given, one) for one in asked.proved)
        return max(own if same else _UNLIKE * (1.0 - own), _PROVED * agreeing)
    cores = [_core(case, one[:_LONGEST]) for one in spans]
    return learned_probability(SHIPPED, features.answer_features(asked, cores))


def _share_of_another(case: Case, given: str, rest: float) -> float:
    """Return the share of another than the engine's option in what is left of its confidence."""
    options = case.options or ("yes", "no")
    words = features.normalised(given)
    if any(features.overlap(words, features.normalised(one)) >= features.AGREES for one in options):
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
    words = [word.strip('.,;!"') for word in answer.lower().replace("’", "'").split()]
    told = not _REFUSALS.isdisjoint(words) or ("no" in words and len(words) > 1 and words[-1] != "no")
    return not any(words) or (told and _REFUSING.issuperset(words))


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
    """Return a verdict on each sentence of a text about a story, and on each clause where it has several."""
    sentences = _sentences(text)
    told = [_without_aside(one) for one in sentences]
    cases = iter(list(open_cases([Question("", one) for parts in told for one, _ in parts])))
    opened = [[(next(cases), words) for _, words in parts] for parts in told]
    split = [_clauses(parts[0][0]) for parts in opened]
    clauses = iter(list(open_cases([Question("", one) for found in split for one, _ in found])))
    judged = []
    for sentence, parts, found in zip(sentences, opened, split, strict=True):
        parts = [(next(clauses), words) for _, words in found] + parts[bool(found) :]
        stated = [replace(_stated(case), answer=words) for case, words in parts]
        judged.append(_joined(("", sentence), stated) if len(stated) > 1 else stated[0])
    return judged


def _without_aside(sentence: str) -> list[tuple[str, str]]:
    """Return a sentence without a relative clause of its subject, and that clause: as said, and as worded."""
    found = _ASIDE.match(sentence)
    if found is None:
        return [(sentence, sentence)]
    subject, aside, rest = found.groups()
    return [(f"{subject} {rest}",) * 2, (f"{subject} {aside}.", aside)]


def _clauses(case: Case) -> list[tuple[str, str]]:
    """Return the clauses of a statement that "and" and "but" link, where there are several.

    Each as a sentence, with the subject that it shares, and in its own words.
    """
    syntax, start, end = case.query.syntax, case.query.start, case.query.end
    roots = [i for i in range(start, end) if int(syntax.heads[i]) == i]
    linked = [i for i in range(start, end) if _is_linked(syntax, i, roots[0])]
    subjects = [_shared_subject(syntax, i, roots[0]) for i in linked]
    shared = [one for one in subjects if one is not None]
    if len(roots) != 1 or len(shared) < len(linked) or "or" in case.query.lowers:
        return []
    starts = [start, *(int(syntax.left[i]) for i in linked), end]
    found = []
    for subject, bounds in zip([[], *shared], pairwise(starts), strict=True):
        words = " ".join(syntax.words[i] for i in range(*bounds)).strip(" ,;.")
        words = re.sub(r"^(and|but) | (and|but)$", "", words)
        found.append((" ".join((*subject, words)) + ".", words))
    return found if linked else []


def _is_linked(syntax: Syntax, token: int, root: int) -> bool:
    """Whether a token is the verb of a further main clause; one behind a noun's phrase hangs on that noun."""
    head = int(syntax.heads[token])
    is_verb = syntax.pos[token] == "VERB" or syntax.subject_of(token) >= 0
    of_noun = syntax.pos[head] in ("NOUN", "PROPN") and int(syntax.heads[head]) == root
    return syntax.deps[token] == "conj" and is_verb and token > root and (head == root or of_noun)


def _shared_subject(syntax: Syntax, verb: int, root: int) -> list[str] | None:
    """Return the words that a clause shares with the first, its subject; None where that is unclear."""
    if syntax.subject_of(verb) >= 0:
        return []
    subject, children = syntax.subject_of(root), syntax.children_of(root)
    if subject < 0 or any(syntax.lowers[i] in NEGATIONS for i in children):
        return None
    helping = [syntax.words[i] for i in children if syntax.deps[i].startswith("aux") and i > subject]
    return syntax.words[int(syntax.left[subject]) : int(syntax.right[subject]) + 1] + helping


def _stated(case: Case) -> Support:
    """Return the verdict on a statement: proved, refuted, else by the share of its words in one sentence."""
    told, statement, held = prove(case), case.question.text, case.alignment.by_sentence
    confidence = 0.0
    if told.holds is not None:
        confidence = told.strength if told.holds else _REFUTED * (1.0 - told.strength)
    elif held.size:
        cover = held.mean(axis=0)
        best = int(cover.argmax())
        exact = [row for row, i in enumerate(case.query.content) if case.query.syntax.pos[i] in _EXACT]
        other = bool((held[exact, best] < PRESENT).any()) or statement.endswith("?")
        other = other or _denies(case, best) or _in_other_roles(case, best)
        confidence = min(float(cover[best]) ** 3, _PROVED) * (_OTHER if other else 1.0)
    verdict: Verdict = "contradicted" if told.holds is False else "not found"
    verdict = "supported" if confidence >= SUPPORTED and verdict == "not found" else verdict
    return _support(case, ("", statement), verdict, confidence, Proof(told.facts, told.links))


def _denies(case: Case, sentence: int) -> bool:
    """Whether only one of a sentence of the story and a statement denies something."""
    syntax = case.facts.syntax
    told = {syntax.lowers[i] for i in np.flatnonzero(syntax.sentences == sentence).tolist()}
    return NEGATIONS.isdisjoint(told) != NEGATIONS.isdisjoint(case.query.lowers)


def _in_other_roles(case: Case, sentence: int) -> bool:
    """Whether all that a sentence tells by a statement's verb has the statement's phrases in other roles."""
    part, held = main_parts(case).get("event"), case.alignment.referred
    if part is None:
        return False
    rows = {term.role: case.alignment.row.get(term.head, -1) for term in part.terms if term.role in CORE}

    def is_swapped(fact: Fact) -> bool:
        found = {one.role: held[:, one.start : one.end].max(axis=1, initial=0.0) for one in fact.terms}
        return any(
            row >= 0
            and role in found
            and found[role][row] < PRESENT
            and any(other[row] >= PRESENT for other in found.values())
            for role, row in rows.items()
        )

    events = (fact for fact in case.facts.of("event") if fact.sentence == sentence)
    told = [fact for fact in events if fact.predicate == part.predicate]
    return bool(told) and all(map(is_swapped, told))


def _support(
    case: Case, pair: tuple[str, str], verdict: Verdict, confidence: float, proof: Proof, instead: str = ""
) -> Support:
    """Return a verdict with what it rests on: the facts of a proof, else the sentence nearest to it."""
    sentences = tuple(dict.fromkeys(fact.sentence for fact in proof.facts))
    if not sentences:
        nearest = features.nearest_sentence(case, pair[1])
        sentences = (nearest,) if nearest >= 0 else ()
    missing = missing_words(case, pair[1] if pair[0] else "", bool(proof.facts))
    lines = tuple(proof.describe(case.facts)) if proof.facts else ()
    reason = _reason(verdict, instead, missing, bool(lines))
    return Support(*pair, verdict, float(confidence), lines, sentences, missing, instead, reason)


def missing_words(case: Case, answer: str, proved: bool = False) -> tuple[str, ...]:
    """Return the content words of a question and of an answer to it that nothing in the story matches.

    Where a question is proved, all its words are matched, some by what follows.
    """
    best, words = case.alignment.best, case.query.syntax.words
    rows = () if proved else enumerate(case.query.content)
    asked = [words[token] for row, token in rows if not best[row].any()]
    needless = _NEEDLESS.union(*(words_of(option) for option in case.query.options))
    told = () if refuses(answer) else _unstated(case, answer)
    found = dict.fromkeys(word for word in (*asked, *told) if word.lower() not in needless)
    return tuple(word if len(word) <= _LONGEST_WORD else word[:_LONGEST_WORD] + "…" for word in found)


def _unstated(case: Case, answer: str) -> list[str]:
    """Return the content words of an answer that a story has neither as they are nor as numbers."""
    known, memo = features.vocabulary(case), case.index.memo
    text = memo["lower"] = memo.get("lower") or case.index.text.lower()
    words = [word.removesuffix("'s") for word in content_words(answer)]
    words = [word for word in words if not (word in known or re.search(rf"\b{re.escape(word)}\b", text))]
    values = {value_of(word) for word in known} - {None} if any(map(value_of, words)) else set()
    return [word for word in words if value_of(word) not in values]


def _reason(verdict: Verdict, instead: str, missing: Sequence[str], proved: bool) -> str:
    if verdict == "supported":
        return "The text states it." if proved else "The text speaks for it."
    if verdict == "contradicted":
        return f"The text states another answer: {instead}." if instead else "The text states the contrary."
    return f"Nothing in the text matches {', '.join(missing)}." if missing else "The text does not state it."
