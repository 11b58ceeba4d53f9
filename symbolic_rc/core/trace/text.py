"""Traces in words, made from a trace's data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from symbolic_rc.core.trace.data import Link, Trace, TracedFact, TracedTerm, TriedRule

#: Why a rule that does not apply to the question was skipped.
NOT_ASKED = "not for this kind of question"
#: Prefix of the reason of a link that names the word by which a clause states a reason.
SIGN = "told by"
#: Maximum number of lines of a proof.
_MOST_LINES = 5
#: The largest parts of a score that are shown.
_PARTS = 6
#: How a comparison's other term is introduced, by its role.
_AGAINST = {"standard": "than", "among": "among"}
#: Relations with a verb of their own.
_VERBS = ("belongs", "owns", "has", "fits")
_SAME = ("the same word", "the same words", "forms of one word")
_TYPES = ("person", "place", "time", "number")


def proof_lines(trace: Trace) -> tuple[str, ...]:
    """Return the proof of a trace in a few plain lines; empty without an answer."""
    return tuple(_BY_GROUND.get(trace.rests_on, _facts)(trace)) if trace.rests_on else ()


def tried_lines(trace: Trace) -> tuple[str, ...]:
    """Return why earlier rules did not decide, those with the same reason in one line."""
    by_reason: dict[str, list[str]] = {}
    for one in trace.tried:
        by_reason.setdefault(reason_of(one), []).append(one.rule)
    reasons = sorted(by_reason, key=lambda reason: reason == NOT_ASKED)
    return tuple(f"{', '.join(by_reason[reason])}: {reason}" for reason in reasons)


def reason_of(tried: TriedRule) -> str:
    """Return why a rule did not decide."""
    if tried.strength:
        return f"its best proof, {tried.strength:.2f}, is below its threshold of {tried.threshold:.2f}"
    return NOT_ASKED if tried.missed else "no proof found"


def fact_line(fact: TracedFact, terms: Iterable[TracedTerm] | None = None) -> str:
    """Return a fact in words: ``sell.01 with "the wheel" as ARG1, sentence 2``; with all terms, or some."""
    if fact.kind == "event":
        given = [f"{quoted(term)} as {term.role}" for term in (fact.terms if terms is None else terms)]
        line = f"{'not ' if fact.polarity == 'negative' else ''}{fact.sense or fact.predicate}"
        line += f" with {_listed(given)}" if given else ""
    else:
        line = _state(fact)
    return f"{line}, sentence {fact.sentence + 1}{_manner(fact)}"


def quoted(term: TracedTerm) -> str:
    """Return a term's words in quotation marks, with the name of whom a pronoun means."""
    meant = f" = {term.entity}" if term.pronoun and term.entity not in term.text else ""
    return f'"{term.text}"{meant}'


def _facts(trace: Trace) -> list[str]:
    """Describe the facts, premises first, and how they match the question."""
    lines = _premise_lines(trace)
    term = _bound(trace)
    holders = [fact for fact in trace.facts if _holds(fact, term)] or trace.facts
    for fact in trace.facts:
        follows = "so " * bool(fact.premises and lines)
        answer = _answer(trace, fact, term) if fact is holders[-1] else ""
        lines.append(follows + fact_line(fact, _matched_terms(fact, term)) + answer)
    joined = "; ".join(filter(None, (_link(trace, link) for link in trace.links)))
    if len(lines) >= _MOST_LINES:
        lines = [*lines[:2], f"and {len(lines) - 3} facts more", lines[-1]]
    return [*lines, joined] if joined else lines


def _premise_lines(trace: Trace) -> list[str]:
    every = {one.id: one for fact in trace.facts for one in fact.with_premises()}
    proved = {fact.id for fact in trace.facts}
    return [fact_line(every[number]) for number in sorted(every) if number not in proved]


def _matched_terms(fact: TracedFact, term: TracedTerm | None) -> list[TracedTerm] | None:
    """Return the terms that match the question's, if the bound term is one of the fact's; else None."""
    if not any(_same_place(one, term) for one in fact.terms):
        return None
    return [one for one in fact.terms if one.matched]


def _bound(trace: Trace) -> TracedTerm | None:
    return next(iter(trace.bindings.values()), None)


def _holds(fact: TracedFact, term: TracedTerm | None) -> bool:
    """Whether a term is one of a fact's terms, or within one."""
    return term is not None and any(one.start <= term.start < one.end for one in fact.terms)


def _same_place(one: TracedTerm, other: TracedTerm | None) -> bool:
    return other is not None and (one.role, one.tokens) == (other.role, other.tokens)


def _state(fact: TracedFact) -> str:
    """Return an attribute, relation, comparison, quantity or order in words."""
    one, *others = [quoted(term) for term in fact.terms]
    other, no = (others[0] if others else ""), "not " if fact.polarity == "negative" else ""
    if fact.kind == "attribute":
        kind = f" ({fact.sense})" if fact.sense not in ("", "kind", "state") else ""
        return f"{one} is {no}{other}{kind}"
    if fact.kind == "relation":
        if fact.sense in ("kinship", "role"):
            return f"{one} is {no}{fact.predicate} of {other}"
        verb = "" if fact.predicate.split()[0] in _VERBS else "is "
        return f"{one} {verb}{no}{fact.predicate} {other}"
    if fact.kind == "comparison":
        against = f" {_AGAINST.get(fact.terms[1].role, 'than')} {other}" if other else ""
        return f'{one} is {no}{fact.sense} "{fact.predicate}"{against}'
    if fact.kind == "quantity":
        return f"{one} counts {fact.predicate}"
    return f"{one} {fact.predicate} {other}" if other else f"{fact.predicate} {one}"


def _manner(fact: TracedFact) -> str:
    """Return the source, or that it is only planned, wished, ...; empty for narrated facts."""
    if fact.source and fact.modality in ("real", "said"):
        return f", according to {fact.source}"
    modality = "" if fact.modality == "real" else fact.modality
    return f" ({modality}{f' by {fact.source}' if fact.source else ''})" if modality else ""


def _answer(trace: Trace, fact: TracedFact, term: TracedTerm | None) -> str:
    """Return the role of the answer in the fact, and how its words follow."""
    if term is None:
        return ""
    place = "the answer"
    if fact.kind == "event":
        place = f"its {term.role}" if term.role.startswith("ARG") else place
        place += "".join(f", {link.reason}," for link in trace.links if link.reason.startswith(SIGN))
    return f"; {place} is {_as_answered(trace, term)}"


def _as_answered(trace: Trace, term: TracedTerm) -> str:
    """Return a term's words, and the answer's if it is another mention."""
    words, answer = term.text, " ".join(trace.found.split())
    if f" {answer} " in f" {words} " or f" {words} " in f" {answer} ":
        return f'"{words}"'
    return f'"{words}" = {answer}{_why(term.reference)}'


def _why(reason: str) -> str:
    return f", {reason}" if reason else ""


def _link(trace: Trace, link: Link) -> str:
    """Return how words of the question match; empty if they are the same."""
    if not link.reason or link.reason in _SAME or link.reason.startswith(SIGN):
        return ""
    if not link.met:
        return link.reason
    terms = (one for fact in trace.facts for one in fact.terms)
    met = next((quoted(one) for one in terms if one.matched and one.text == link.met), f'"{link.met}"')
    return f'"{link.asked}" matched {met} ({link.reason})'


def _nearness(trace: Trace) -> list[str]:
    """Describe which words of the question are near the answer."""
    term = _bound(trace)
    if term is None:
        return []
    kind = trace.understanding.get("kind", "")
    kind = "clause" if trace.rests_on == "clause" else kind if kind in _TYPES else "phrase"
    near = _by_sentence(trace.words) or "the question"
    lines = [
        "no fact answers: this is by word distance",
        f"the nearest {kind} to {near} is {_as_answered(trace, term)}, sentence {term.sentence + 1}",
    ]
    naming = [fact_line(fact) for fact in trace.facts]
    shown = [link.reason for link in trace.links if link.asked == "feel" and link.reason]
    return [*lines, *naming[:1], *shown]


def _by_sentence(words: Sequence[TracedTerm]) -> str:
    found: dict[int, list[str]] = {}
    for word in words:
        found.setdefault(word.sentence, []).append(f'"{word.text}"')
    return _listed([f"{', '.join(some)} (sentence {sentence + 1})" for sentence, some in found.items()])


def _filled(trace: Trace) -> list[str]:
    """Describe a choice that fills the placeholder, and where similar words are."""
    lines = [f"the words around the placeholder are most alike in sentence {_first(trace)}"]
    return [f'of the choices, "{trace.found}" fills the placeholder best', *(lines if trace.facts else ())]


def _guess(trace: Trace) -> list[str]:
    """Describe a guess, and where its words are."""
    lines = [f"its words are nearest to the question's in sentence {_first(trace)}"] if trace.facts else []
    return ["nothing in the story answers: this is a guess", *(lines if trace.options else ())]


def _first(trace: Trace) -> int:
    return min((fact.sentence for fact in trace.facts), default=-1) + 1


def _mentions(trace: Trace) -> list[str]:
    """Describe how often the answer is mentioned."""
    return [
        "no fact answers, nor is any phrase near the question's words",
        f"{trace.found} is mentioned most often of those whom the question does not name: "
        f"{len(trace.words)} times, first in sentence {trace.words[0].sentence + 1}",
    ]


def _names(trace: Trace) -> list[str]:
    """Describe where the entity that the question describes is named."""
    term = _bound(trace)
    if term is None:
        return []
    asked = trace.links[0].asked if trace.links else ""
    where = f" in sentence {trace.place.sentence + 1}" if trace.place is not None else ""
    return [
        f'"{asked}" matched {quoted(term)}, sentence {term.sentence + 1}',
        f"which is called {trace.found}{where}{_why(term.reference)}",
    ]


def _ranking(trace: Trace) -> list[str]:
    """Describe the ranker's best candidate: its score beside the next, its proposers."""
    if not trace.candidates:
        return []
    best, *others = trace.candidates
    line = f'the ranker compared {trace.compared} candidates; the best is "{best.text}" with {best.score:.2f}'
    line += f', the next "{others[0].text}" with {others[0].score:.2f}' if others else ""
    parts = ", ".join(f"{name} {value:+.2f}" for name, value in list(best.parts.items())[:_PARTS])
    choice = [f'of the choices, "{trace.found}" is supported best'] if trace.options else []
    return [
        *choice,
        line,
        *([f"proposed by {', '.join(best.proposers)}"] if best.proposers else ()),
        *([f"the largest parts of its score: {parts}"] if parts else ()),
    ]


def _choice(trace: Trace) -> list[str]:
    """Describe the support of a choice: by what the rules prove, or by words near the question's."""
    choice, proof = trace.found, _facts(replace(trace, links=trace.links[1:])) if trace.facts else []
    if trace.links and trace.links[0].met.lower() == choice.lower():
        return [f'the choice "{choice}" is what the rules find', *proof]
    if trace.links:
        shared, found = trace.links[0].reason, trace.links[0].met
        return [f'the choice "{choice}" shares {shared} with what the rules find, "{found}"', *proof]
    if not trace.words:
        return [f'nothing supports a choice; "{choice}" is the first', *proof]
    near = _by_sentence(trace.words)
    return [f'no choice shares a word with what the rules find; nearest is "{choice}": {near}', *proof]


def _listed(parts: list[str]) -> str:
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


_BY_GROUND = {
    "nearness": _nearness,
    "clause": _nearness,
    "mentions": _mentions,
    "names": _names,
    "guess": _guess,
    "filled": _filled,
    "ranking": _ranking,
    "choice": _choice,
}
