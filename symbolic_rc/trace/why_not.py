"""Why another answer was not given: the step at which its proof fails."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from symbolic_rc.core.trace.text import asking, fact_line, quoted
from symbolic_rc.graph.facts import Fact, Term
from symbolic_rc.graph.facts.arrays import ROLE_NUMBER
from symbolic_rc.lexicon.english import ARTICLES
from symbolic_rc.question.query import LIGHT
from symbolic_rc.rules.alignment import SAME_WORD
from symbolic_rc.rules.answering import answer_span, best_mention
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.decide import Decision, proposals_of
from symbolic_rc.rules.kernels import MET
from symbolic_rc.rules.passes import same_roles
from symbolic_rc.rules.proof import Proposal
from symbolic_rc.rules.rule import Rule
from symbolic_rc.trace.cited import role_in_words, text_of, traced_fact, traced_term

#: Minimum similarity of a fact's predicate to the question's.
_LIKE = 0.2
#: Why the other answer to a question that is answered by yes or no is wrong.
_CONTRARY = "what the text states is the contrary, as the explanation says"
#: From this similarity on, a term is named in the question and cannot answer it.
_NAMED = 0.55
#: The kinds of facts whose rules have their names.
_OWN_RULE = ("attribute", "relation", "comparison", "quantity")


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
        cited = _fact_text(case, facts[-1]) if facts else "it cites no fact"
        needed = f"strength {proposal.strength:.2f}, the threshold is {rule.threshold:.2f}: {cited}"
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


def _fact_text(case: Case, fact: Fact) -> str:
    return fact_line(traced_fact(case, fact))


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
        return [
            f"the nearest statement is in sentence {best.fact.sentence + 1}: {failures}",
            f"nearest proof by `{best.rule}`: {_fact_text(case, best.fact)}",
        ]
    held = [fact for fact in case.facts if any(_answers(case, term, text) for term in fact.terms)]
    if not held:
        return ["nothing is stated about it"]
    asked = [part.predicate for part, _ in case.query.asked if part.predicate]
    wanted = f'"{asked[0]}", or anything like it' if asked else "what is asked about"
    return [f"no statement about it says {wanted}", f"it stands in {_fact_text(case, held[0])}"]


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
            own, asked = (role_in_words(fact.sense, role) for role in (term.role, gap.role))
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
    return best, [f'it is about {quoted(traced_term(case, others[0]))}, not "{asked}"']


def _answer_failures(case: Case, part: Fact, fact: Fact, term: Term) -> Iterator[str]:
    """Yield what fails in the polarity of a fact and in a term as an answer."""
    if fact.denied != part.denied:
        yield "the text denies it" if fact.denied else "the text does not deny it, as the question does"
    number = case.number_of(term)
    if not case.suited[number]:
        kind = case.kind if case.kind != "object" else "such thing"
        yield f"{quoted(traced_term(case, term))} is no {kind}"
    if case.alignment.asked_about[number] >= _NAMED:
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
    if same_answer(text_of(case, term), text) or same_answer(case.span_text(*answer_span(facts, term)), text):
        return True
    if term.entity < 0:
        return False
    wanted = _content(text)
    entity = facts.entities[term.entity]
    names = [*entity.names, facts.name(term), facts.text(best_mention(facts, term, True))]
    mentions = [m for m in map(facts.mentions.__getitem__, entity.mentions) if m.kind != "pronoun"]
    names += [case.span_text(m.start, m.end) for m in mentions]
    return any(_content(name) == wanted for name in names)
