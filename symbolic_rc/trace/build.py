"""Traces of cases: what the deciding rule rests on, as data; and its replay from nothing else."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from symbolic_rc.core.record import Answer
from symbolic_rc.core.trace import Evidence, LazyTrace, Link, RankedCandidate, Trace, TracedTerm, TriedRule
from symbolic_rc.core.trace.data import DIGITS
from symbolic_rc.core.trace.text import READ_AS
from symbolic_rc.graph.facts import Fact, Facts
from symbolic_rc.lexicon.english import content_words
from symbolic_rc.models.trees import contributions
from symbolic_rc.ranker.linear import FeaturePart
from symbolic_rc.ranker.list_features import LIST, LIST_NAMES
from symbolic_rc.ranker.ranking import Ranking
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.confidence import RuleFit
from symbolic_rc.rules.decide import Decision, decide, wording
from symbolic_rc.rules.evidence import ranking_of
from symbolic_rc.rules.families.options import choice_scores
from symbolic_rc.rules.families.text import near_matches, sources
from symbolic_rc.rules.proof import Proposal
from symbolic_rc.rules.rule import Rule
from symbolic_rc.trace import cited
from symbolic_rc.trace.why_not import explain_absence

#: Maximum numbers of candidates, and of parts of a score, in a trace.
_SHOWN, _PARTS = 5, 8


def answer_of(case: Case, decision: Decision, rules: Sequence[Rule]) -> Answer:
    """Return the answer of a resolved case; its trace is made at its first use."""
    texts, places = ((), ()) if decision.proposal is None else wording(case, decision)
    confidence, asked = decision.confidence, "ranking" in case.memo
    trace = LazyTrace(trace_of, case, decision, texts, rules, "", asked)
    return Answer(texts, places, confidence, decision.rule, trace, confidence)  # type: ignore[arg-type]


def refused(answer: Answer) -> Answer:
    """Return no answer in place of one that is too uncertain; its trace says so."""
    trace = LazyTrace(lambda given: replace(given.made, answer=(), rule="refuse"), answer.trace)
    return replace(answer, texts=(), spans=(), rule="refuse", trace=trace)  # type: ignore[arg-type]


def trace_of(
    case: Case,
    decision: Decision,
    texts: tuple[str, ...],
    rules: Sequence[Rule],
    why_not: str = "",
    ranker_asked: bool | None = None,
) -> Trace:
    """Return the trace of an answer as it was worded, with the tried rules in order.

    It explains why another answer (`why_not`) was not given. Whether the ranker was run for the answer is, by
    default, whether it has been run by now.
    """
    proposal, query = decision.proposal, case.query
    asked = "ranking" in case.memo if ranker_asked is None else ranker_asked
    trace = Trace(
        query.question.text,
        texts,
        decision.rule,
        confidence=round(float(decision.confidence), DIGITS),
        ranker_asked=asked,
        understanding={
            READ_AS: query.question.tags.get(READ_AS, ""),
            "query": str(query),
            "kind": query.understanding.kind,
            "focus": query.understanding.focus,
            "form": query.understanding.form,
        },
        options=case.options,
        tried=_tried(decision),
    )
    ranked = proposal is not None and proposal.proof.rests_on == "ranking"
    ranking = ranking_of(case) if ranked else None
    if proposal is not None:
        if ranked and case.ranker is None:
            trace = _chosen(case, decision, trace)
        elif ranking is not None:
            trace = replace(
                trace,
                rests_on="ranking",
                found=decision.text,
                compared=len(ranking.view),
                candidates=tuple(_candidate(ranking, i) for i in ranking.order[:_SHOWN].tolist()),
                words=_best_sentence(case, ranking),
            )
        else:
            trace = _proved(case, decision, proposal, trace)
        rule = next(rule for rule in rules if rule.name == decision.rule)
        replayer = trace.replayer or partial(replay, case, rule, proposal, decision.fit)
        trace = replace(trace, group=rule.group, replayer=replayer)
    if not why_not:
        return trace
    if ranking is not None:
        return replace(trace, why_not=tuple(_why_not_ranked(ranking, why_not, ", ".join(texts))))
    return replace(trace, why_not=tuple(explain_absence(case, why_not, decision, rules)))


def _proved(case: Case, decision: Decision, proposal: Proposal, trace: Trace) -> Trace:
    """Return a trace with the facts, links and evidence of a proof."""
    proof, found = proposal.proof, cited.cited(case, proposal, decision.text)
    term = proof.term
    gap = next((case.query.text(gap) for _, gap in case.query.asked), "?")
    return replace(
        trace,
        rests_on=proof.rests_on,
        found=decision.text,
        bindings={} if term is None else {gap: cited.traced_term(case, term)},
        facts=tuple(cited.traced_fact(case, fact, found.arguments) for fact in proof.facts),
        links=tuple(_link(case, link, found) for link in proof.links),
        place=None if found.answer is None else cited.traced_term(case, found.answer),
        words=tuple(cited.traced_span(case, token, token + 1) for token in found.words),
        evidence=_evidence(case, proposal, found),
    )


def _link(case: Case, link: Link, found: cited.Cited) -> Link:
    """Return a link with the words of the story, and the reason for their reference."""
    term = next((term for term in found.arguments if case.facts.text(term) == link.met), None)
    strength = round(float(link.strength), DIGITS)
    if term is None:
        return replace(link, strength=strength)
    reason = link.reason.replace("its words, or coreference", "the same entity")
    if reason.startswith(","):
        reason = "some of its words" + reason
    if reason.startswith("coreference"):
        why = cited.reference_reason(case.facts, term) or "coreference"
        reason = why + reason.removeprefix("coreference")
    return replace(link, met=cited.text_of(case, term), reason=reason, strength=strength)


def _evidence(case: Case, proposal: Proposal, found: cited.Cited) -> tuple[Evidence, ...]:
    """Return the evidence of a proof, longer parts first among those with equal starts."""
    marks = [_part(case, *cited.tokens_of(case.facts, sentence), "sentence") for sentence in found.sentences]
    for fact in found.facts:
        marks.append(_part(case, fact.token, fact.token + 1, "predicate", fact.sense or fact.predicate))
    term, terms = proposal.proof.term, list(found.arguments)
    answer = (found.answer.start, found.answer.end) if found.answer is not None else (-1, -1)
    if term is not None and not answer[0] <= term.head < answer[1]:
        terms.append(term)
    marks += [_part(case, term.start, term.end, "argument", term.role) for term in terms]
    named = [(mention.start, mention.end) for mention in found.mentions]
    named += [(token, token + 1) for token in found.words]
    marks += [_part(case, *place, "mention") for place in named if place != answer]
    if found.answer is not None:
        marks.append(_part(case, *answer, "answer"))
    return _in_order(marks)


def _part(case: Case, start: int, end: int, kind: str, label: str = "") -> Evidence:
    return Evidence(int(case.index.chars[start, 0]), int(case.index.chars[end - 1, 1]), kind, label)


def _in_order(marks: Sequence[Evidence]) -> tuple[Evidence, ...]:
    return tuple(sorted(dict.fromkeys(marks), key=lambda one: (one.start, -one.end)))


def _chosen(case: Case, decision: Decision, trace: Trace) -> Trace:
    """Return a trace with the support of a choice: by the rules without choices, and by words."""
    choice, free = decision.text, resolve_without_choices(case)
    found = trace if free.proposal is None else _proved(case, free, free.proposal, trace)
    matches = {token for token, _ in near_matches(case, content_words(choice))}
    words = sorted(matches.union(*(sources(case, token) for token in matches)))  # and the question's nearest
    syntax = case.facts.syntax
    told, found_too = content_words(choice), content_words(free.text)
    shared = [word for word in told if word in found_too]
    met = Link(choice, free.text, f'"{" ".join(shared)}"', round(len(shared) / max(1, len(told)), DIGITS))
    near = sorted({int(syntax.sentences[token]) for token in words})
    marks = [_part(case, *cited.tokens_of(case.facts, sentence), "sentence") for sentence in near]
    marks += [_part(case, token, token + 1, "mention") for token in words]
    starts = [one.start for one in found.evidence if one.kind == "sentence"]
    first = np.searchsorted(case.index.chars[:, 0], starts).tolist()
    cited_in = {int(syntax.sentences[token]) for token in first}
    return replace(
        found,
        tried=(*trace.tried, *_tried(free)),
        rests_on="choice",
        found=choice,
        links=(met, *found.links) if shared else (),
        words=tuple(cited.traced_span(case, token, token + 1) for token in words),
        evidence=_in_order([*found.evidence, *marks]),
        replayer=partial(replay_choice, case, cited_in.union(near)),
    )


def _tried(decision: Decision) -> tuple[TriedRule, ...]:
    found = []
    for one in decision.tried:
        strength, threshold = (round(float(value), DIGITS) for value in (one.strength, one.threshold))
        found.append(replace(one, strength=strength, threshold=threshold))
    return tuple(found)


def _best_sentence(case: Case, ranking: Ranking) -> tuple[TracedTerm, ...]:
    """Return the sentence of the ranker's best candidate."""
    char = ranking.place(int(ranking.shortlist.rows[ranking.order[0]]))[0] if len(ranking.order) else -1
    if char < 0:
        return ()
    token = int(np.searchsorted(case.index.chars[:, 1], char, side="right"))
    return (cited.traced_span(case, *cited.tokens_of(case.facts, int(case.facts.syntax.sentences[token]))),)


def _candidate(ranking: Ranking, i: int) -> RankedCandidate:
    row = int(ranking.shortlist.rows[i])
    start, end = ranking.place(row)
    parts = sorted(score_parts(ranking, i).items(), key=lambda part: (-abs(part[1]), part[0]))
    return RankedCandidate(
        ranking.text(row),
        start,
        end,
        round(float(ranking.scores[i]), DIGITS),
        ranking.cues_for(row),
        {name: round(value, DIGITS) for name, value in parts[:_PARTS]},
    )


def score_parts(ranking: Ranking, i: int) -> dict[str, float]:
    """Return what each feature adds to the reranker's estimate of the i-th candidate of its list.

    The estimates of all of the list then give the scores (expected overlap). Without a learned reranker these
    are the parts of the linear score.
    """
    if (reranker := ranking.weights.reranker) is None:
        linear = ranking.shortlist.parts[int(ranking.shortlist.rows[i])].tolist()
        return {f"linear score, {part.name.lower().replace('_', ' ')}": linear[part] for part in FeaturePart}
    added = contributions(reranker.trees, ranking.shortlist.features[i], LIST)
    return {name: float(value) for name, value in zip(LIST_NAMES, added, strict=True) if value}


def _why_not_ranked(ranking: Ranking, text: str, answer: str) -> list[str]:
    """Explain where the ranker lost an answer (`text`) against the one that it gave (`answer`)."""
    wanted, rows = text.strip().lower(), ranking.shortlist.rows
    if wanted == answer.lower():
        return [f"{text}: is the answer"]
    if wanted not in ranking.story.text.lower():
        return [f"{text}: does not occur in the text"]
    if not (same := ranking.find(text)):
        return [f"{text}: it is no phrase of the text that could be an answer"]
    if not len(rows):
        return [f"{text}: the ranker listed no candidate"]
    return [f"{text}: {line}" for line in _lost(ranking, same)]


def _lost(ranking: Ranking, same: Collection[int]) -> list[str]:
    """Return the place of some candidates, then the features they lost by and the cues they lack."""
    scores, rows = ranking.shortlist.scores, ranking.shortlist.rows
    listed = [i for i, row in enumerate(rows.tolist()) if row in same]
    if not listed:
        place = int((scores > max(scores[row] for row in same)).sum()) + 1
        lines = [f"it is number {place} of the phrases compared, not among the best {len(rows)}"]
    else:
        place = int((ranking.scores > ranking.scores[listed[0]]).sum()) + 1
        lines = [f"it is number {place} of the phrases compared"]
    best = int(np.argmax(ranking.scores))
    lines[0] += f'; "{ranking.text(int(rows[best]))}" fits the question better' * (place > 1)
    if listed and listed[0] != best:
        own, other = score_parts(ranking, listed[0]), score_parts(ranking, best)
        lost = {name: own.get(name, 0.0) - other.get(name, 0.0) for name in {*own, *other}}
        worst = sorted(lost.items(), key=lambda part: (part[1], part[0]))[:4]
        against = ", ".join(f"{name} {value:+.2f}" for name, value in worst if value < 0)
        lines += [f"lost against {ranking.text(int(rows[best]))} by {against}"] if against else []
    row = max(same, key=lambda row: float(scores[row]))
    missing = [one for one in ranking.cues_for(int(rows[best])) if one not in ranking.cues_for(row)]
    return [*lines, *([f"no cue {', '.join(missing)} speaks for it"] if missing else ())]


def replay(case: Case, rule: Rule, proposal: Proposal, fit: RuleFit | None = None) -> str:
    """Return the answer of a rule from the evidence of a proof only; empty if it finds no proof there.

    The rule sees only the cited facts, or for rules over the text the facts and words of the cited sentences,
    and the names of entities. The ranker, which compares all candidates, ranks them again. A learned choice
    among a rule's proposals (`fit`) is repeated.
    """
    if (ground := proposal.proof.rests_on) == "ranking":
        return decide(replace(case), [rule], None if fit is None else {rule.name: fit}).text
    fits = None if fit is None else {rule.name: replace(fit, threshold=0.0)}
    return decide(part_of(case, cited.cited(case, proposal), ground), [rule], fits).text


def resolve_without_choices(case: Case) -> Decision:
    """Answer a case as if it had no choices."""
    return decide(case, [rule for rule in case.rules if rule.name != "choice"])


def replay_choice(case: Case, sentences: Collection[int]) -> str:
    """Return the choice that some sentences support best."""
    part, choices = _part_of_sentences(case, sentences), case.question.choices
    return choices[int(choice_scores(part, choices, resolve_without_choices(part).text).argmax())]


def part_of(case: Case, found: cited.Cited, rests_on: str) -> Case:
    """Return a case restricted to what is cited."""
    if rests_on == "facts":
        stated = [fact for fact in found.facts if not fact.clause]
        facts = case.story.infer(_store(case.facts, stated))
        alignment = replace(case.alignment, facts=facts, whole=case.alignment)
        return replace(case, facts=facts, alignment=alignment)
    return _part_of_sentences(case, found.sentences, counted=rests_on == "mentions")


def _part_of_sentences(case: Case, sentences: Collection[int], counted: bool = False) -> Case:
    """Return a case of some sentences with the names of all entities; if `counted`, their mentions alone."""
    kept = [fact for fact in case.facts if fact.sentence in sentences or fact.sense == "name"]
    facts = _store(case.facts, kept, sentences if counted else None)
    inside = np.isin(np.asarray(case.facts.syntax.sentences), list(sentences))
    best = np.where(inside, case.alignment.best, 0).astype(np.float32)
    allowed = case.alignment.allowed & inside
    alignment = replace(case.alignment, facts=facts, best=best, allowed=allowed, whole=case.alignment)
    return replace(case, facts=facts, alignment=alignment)


def _store(whole: Facts, facts: Sequence[Fact], sentences: Collection[int] | None = None) -> Facts:
    """Return a store of some facts, renumbered, with the entities' mentions in some sentences."""
    number = {fact.id: new for new, fact in enumerate(facts)}
    numbered = []
    for new, fact in enumerate(facts):
        premises = tuple(number[one] for one in fact.premises if one in number)
        numbered.append(replace(fact, id=new, premises=premises))
    entities = whole.entities
    if sentences is not None:
        where = whole.syntax.sentences
        inside = {i for i, m in enumerate(whole.mentions) if int(where[m.head]) in sentences}
        entities = [
            replace(entity, mentions=tuple(i for i in entity.mentions if i in inside)) for entity in entities
        ]
    return Facts(numbered, whole.syntax, entities, whole.mentions)
