"""Traces of cases: what the deciding rule rests on, as data; its replay from that alone; why not another."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np

from symbolic_rc.core.record import Answer
from symbolic_rc.core.trace import Evidence, LazyTrace, Link, RankedCandidate, Trace, TracedTerm, TriedRule
from symbolic_rc.core.trace.data import DIGITS
from symbolic_rc.core.trace.text import READ_AS, asking, fact_line, quoted
from symbolic_rc.graph.facts import Fact, Facts, Term
from symbolic_rc.graph.facts.arrays import ROLE_NUMBER
from symbolic_rc.lexicon.english import ARTICLES, content_words
from symbolic_rc.models.trees import contributions
from symbolic_rc.question.query import LIGHT
from symbolic_rc.ranker.linear import FeaturePart
from symbolic_rc.ranker.list_features import LIST, LIST_NAMES
from symbolic_rc.ranker.ranking import Ranking
from symbolic_rc.rules.alignment import NAMED, SAME_WORD
from symbolic_rc.rules.answering import answer_span, best_mention
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.confidence import RuleFit
from symbolic_rc.rules.decide import Decision, decide, proposals_of, wording
from symbolic_rc.rules.evidence import ranking_of
from symbolic_rc.rules.families.options import choice_scores
from symbolic_rc.rules.families.text import near_matches, sources
from symbolic_rc.rules.kernels import MET
from symbolic_rc.rules.passes import same_roles
from symbolic_rc.rules.proof import Proposal
from symbolic_rc.rules.rule import Rule
from symbolic_rc.trace import cited

#: Maximum numbers of candidates, and of parts of a score, in a trace.
_SHOWN, _PARTS = 5, 8
#: Minimum similarity of a fact's predicate to the question's.
_LIKE = 0.2
#: Why the other answer to a question that is answered by yes or no is wrong.
_CONTRARY = "what the text states is the contrary, as the explanation says"
#: The kinds of facts whose rules have their names.
_OWN_RULE = ("attribute", "relation", "comparison", "quantity")


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
    met = cited.in_one_line(case, term.start, term.end)
    return replace(link, met=met, reason=reason, strength=strength)


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
    rounded = [
        (one, round(float(one.strength), DIGITS), round(float(one.threshold), DIGITS))
        for one in decision.tried
    ]
    return tuple(replace(one, strength=own, threshold=least) for one, own, least in rounded)


def _best_sentence(case: Case, ranking: Ranking) -> tuple[TracedTerm, ...]:
    """Return the sentence of the ranker's best candidate."""
    char = ranking.place(int(ranking.shortlist.rows[ranking.order[0]]))[0] if len(ranking.order) else -1
    if char < 0:
        return ()
    token = int(np.searchsorted(case.index.chars[:, 1], char, side="right"))
    return (cited.traced_span(case, *cited.tokens_of(case.facts, int(case.facts.syntax.sentences[token]))),)


def _candidate(ranking: Ranking, i: int) -> RankedCandidate:
    row, score = int(ranking.shortlist.rows[i]), round(float(ranking.scores[i]), DIGITS)
    parts = sorted(score_parts(ranking, i).items(), key=lambda part: (-abs(part[1]), part[0]))
    shown = {name: round(value, DIGITS) for name, value in parts[:_PARTS]}
    return RankedCandidate(ranking.text(row), *ranking.place(row), score, ranking.cues_for(row), shown)


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
    premises = [tuple(number[one] for one in fact.premises if one in number) for fact in facts]
    numbered = [replace(fact, id=i, premises=premises[i]) for i, fact in enumerate(facts)]
    entities = whole.entities
    if sentences is not None:
        where = whole.syntax.sentences
        inside = {i for i, m in enumerate(whole.mentions) if int(where[m.head]) in sentences}
        kept = [tuple(i for i in one.mentions if i in inside) for one in entities]
        entities = [replace(one, mentions=own) for one, own in zip(entities, kept, strict=True)]
    return Facts(numbered, whole.syntax, entities, whole.mentions)


class _NearProof(NamedTuple):
    """A fact that nearly proves an answer by a rule, the failures in order, and how well the rest matches."""

    rule: str
    fact: Fact
    failures: tuple[str, ...]
    near: float


def explain_absence(case: Case, text: str, decision: Decision, rules: Sequence[Rule]) -> list[str]:
    """Explain at which step the proof of an answer (`text`) that was not given fails, then the details."""
    if reason := _without_proof(case, text, decision):
        return [f"{text}: {reason}"]
    names = [rule.name for rule in rules]
    place = names.index(decision.rule) if decision.rule in names else len(names)
    found = next(_proposed(case, text, rules), None)
    if found is not None and found[0] <= place:
        rule, proposal = rules[found[0]], found[1]
        why = f"`{rule.name}` finds it, but its proof is too weak"
        why = _weaker(case, proposal, decision) if found[0] == place else why
        facts = proposal.proof.facts
        shown = fact_line(cited.traced_fact(case, facts[-1])) if facts else "it cites no fact"
        needed = f"strength {proposal.strength:.2f}, the threshold is {rule.threshold:.2f}: {shown}"
        return [f"{text}: {line}" for line in (why, needed)]
    lines = [f"{text}: {line}" for line in _nearest_proof(case, text)]
    if found is not None:
        only = f"only the later rule `{rules[found[0]].name}` proposes it"
        lines.append(f"{text}: {only}; the earlier rule `{decision.rule}` answered first")
    return lines or [f"{text}: no rule proposes it"]


def _without_proof(case: Case, text: str, decision: Decision) -> str:
    """Return why no proof of an answer is looked for; empty where one is."""
    if same_answer(text, decision.text):
        return "is the answer"
    if {text.lower(), decision.text.lower()} == {"yes", "no"}:
        proved = decision.proposal is not None and decision.proposal.proof.facts
        return _CONTRARY if proved else "no statement about it was found in the text"
    words = " ".join(_content(text))
    return "" if words and words in " ".join(_content(case.story.text)) else "does not occur in the text"


def same_answer(one: str, other: str) -> bool:
    """Whether two answers are the same without case, articles and punctuation."""
    return _content(one) == _content(other)


def _content(text: str) -> list[str]:
    words = ["".join(c for c in word if c.isalnum()) for word in text.lower().split()]
    return [word for word in words if word and word not in ARTICLES]


def _proposed(case: Case, text: str, rules: Sequence[Rule]) -> Iterator[tuple[int, Proposal]]:
    """Yield the indices of the rules that propose an answer, with their strongest proposal of it."""
    for place, rule in enumerate(rules):
        if rule.missed(case):
            continue
        same = [one for one in proposals_of(case, rule) if same_answer(one.text, text)]
        if same:
            yield place, max(same, key=lambda one: (one.strength, one.support))


def _weaker(case: Case, proposal: Proposal, decision: Decision) -> str:
    """Return why a proposal of the deciding rule lost against the answer."""
    won, finds = decision.proposal, f"`{decision.rule}` finds it too, but"
    if proposal.proof.rests_on == "nearness":
        return f"{finds} farther from the question's words"
    if won is None or round(won.strength, 2) > round(proposal.strength, 2):
        return f"{finds} its proof is weaker"
    if won.support > proposal.support:
        return f"{finds} in a sentence that has less of the question's words"
    return f"{finds} later in the text"


def _nearest_proof(case: Case, text: str) -> list[str]:
    """Return the fact that is closest to proving an answer, and what fails."""
    found = [broken for part, gap in case.query.asked for broken in _near_proofs(case, text, part, gap)]
    if found:
        best = min(found, key=lambda one: (len(one.failures), -one.near))
        failures = "; ".join(best.failures) or "it is not enough for the rule"
        nearest = f"the nearest statement is in sentence {best.fact.sentence + 1}: {failures}"
        return [nearest, f"nearest proof by `{best.rule}`: {fact_line(cited.traced_fact(case, best.fact))}"]
    held = [fact for fact in case.facts if any(_answers(case, term, text) for term in fact.terms)]
    if not held:
        return ["nothing is stated about it"]
    asked = [part.predicate for part, _ in case.query.asked if part.predicate]
    wanted = f'"{asked[0]}", or anything like it' if asked else "what is asked about"
    where = fact_line(cited.traced_fact(case, held[0]))
    return [f"no statement about it says {wanted}", f"it stands in {where}"]


def _near_proofs(case: Case, text: str, part: Fact, gap: Term) -> Iterator[_NearProof]:
    """Yield the facts with an answer as a term and a predicate similar to that of a part of the query."""
    for fact in case.facts.of(part.kind):
        near = _predicate(case, part, fact)
        terms = [term for term in fact.terms if _answers(case, term, text)]
        if near < _LIKE or not terms:
            continue
        yield from (_failing(case, part, gap, fact, term, near) for term in terms)


def _failing(case: Case, part: Fact, gap: Term, fact: Fact, term: Term, near: float) -> _NearProof:
    rule = fact.kind if fact.kind in _OWN_RULE else "stated" if near >= SAME_WORD else "paraphrased"
    failures = [*_relation_failures(part, gap, fact, term, near)]
    for given in part.terms:
        if given is not gap and any(i in case.alignment.row for i in range(given.start, given.end)):
            similarity, failure = _argument(case, given, fact, term)
            near += similarity
            failures += failure
    failures += _answer_failures(case, part, fact, term)
    return _NearProof(rule, fact, tuple(failures), near)


def _relation_failures(part: Fact, gap: Term, fact: Fact, term: Term, near: float) -> Iterator[str]:
    """Yield what fails between the predicates and the roles that are asked for."""
    if fact.kind == "event":
        if near < SAME_WORD:
            yield f'"{fact.predicate}" is not quite "{part.predicate}"'
        if same_roles()[ROLE_NUMBER.get(gap.role, 0), ROLE_NUMBER.get(term.role, 0)] <= 0:
            own, asked = (cited.role_in_words(fact.sense, role) for role in (term.role, gap.role))
            label = f"{term.role} of {fact.sense or fact.predicate}"
            there = f"{'is' if own.startswith('the ') else 'tells'} {own} ({label})" if own else f"is {label}"
            yield f"there it {there}, and the question asks {asking(asked) if asked else 'for'} ({gap.role})"
    if fact.kind == "attribute" and part.sense not in ("", "kind", "state", fact.sense):
        yield f"that is its {fact.sense or 'kind'}, and the question asks for its {part.sense}"


def _argument(case: Case, given: Term, fact: Fact, term: Term) -> tuple[float, list[str]]:
    """Return the best similarity of a fact's other terms to a query term, and a failure if it is low."""
    others = [other for other in fact.terms if other is not term]
    if fact.kind == "event":
        roles = same_roles()[ROLE_NUMBER.get(given.role, 0)]
        others = [other for other in others if roles[ROLE_NUMBER.get(other.role, 0)] > 0]
    similarity = case.alignment.similarity(given)
    best = max((float(similarity[case.number_of(other)]) for other in others), default=0.0)
    if best >= MET:
        return best, []
    asked = case.query.text(given)
    if not others:
        return best, [f'it does not mention "{asked}"']
    return best, [f'it is about {quoted(cited.traced_term(case, others[0]))}, not "{asked}"']


def _answer_failures(case: Case, part: Fact, fact: Fact, term: Term) -> Iterator[str]:
    """Yield what fails in the polarity of a fact and in a term as an answer."""
    if fact.denied != part.denied:
        yield "the text denies it" if fact.denied else "the text does not deny it, as the question does"
    number = case.number_of(term)
    if not case.suited[number]:
        kind = case.kind if case.kind != "object" else "such thing"
        yield f"{quoted(cited.traced_term(case, term))} is no {kind}"
    if case.alignment.asked_about[number] >= NAMED:
        yield "the question itself names it"


def _predicate(case: Case, part: Fact, fact: Fact) -> float:
    """Return how well a fact's predicate matches that of a part of the query, 0 to 1."""
    if fact.kind != "event":
        return float(not part.predicate or part.predicate == fact.predicate or part.sense == fact.sense)
    if part.predicate in LIGHT:
        return SAME_WORD
    row = case.alignment.row.get(part.token)
    return float(case.alignment.best[row, fact.token]) if row is not None else 0.0


def _answers(case: Case, term: Term, text: str) -> bool:
    """Whether a text is an answer from a term: its words, a part of them, or a name of its entity."""
    facts = case.facts
    spans = (term.start, term.end), answer_span(facts, term)
    if any(same_answer(case.span_text(*span), text) for span in spans):
        return True
    if term.entity < 0:
        return False
    wanted = _content(text)
    entity = facts.entities[term.entity]
    names = [*entity.names, facts.name(term), facts.text(best_mention(facts, term, True))]
    mentions = [m for m in map(facts.mentions.__getitem__, entity.mentions) if m.kind != "pronoun"]
    names += [case.span_text(m.start, m.end) for m in mentions]
    return any(_content(name) == wanted for name in names)
