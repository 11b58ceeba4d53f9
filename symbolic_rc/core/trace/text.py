"""Traces in words, made from a trace's data."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from symbolic_rc.core.tokens import grouped

if TYPE_CHECKING:
    from symbolic_rc.core.trace.data import Link, Trace, TracedFact, TracedTerm, TriedRule

#: The tag of a question, and of its analysis, that lists what normalization changed.
READ_AS = "read as"
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
#: PropBank's labels in the reason of a link.
_LABELS = re.compile(r",? ARG[\w-]+ as ARG[\w-]+")
_NOT_LOST = "The text does not say that it was lost or given away after that."
#: What rules do beyond single facts, by the reason of their link; {met} is what the link leads to.
_STEPS = {
    "the last place told": "That is the last place that the text gives.",
    "nothing moves it after that": "Nothing moves it after that.",
    "the stay before": "That is where it was before.",
    "where it lies": "That is where it lies.",
    "went nowhere else": "The text does not say that anybody else is there.",
    "taken and not lost": _NOT_LOST,
    "not lost since": _NOT_LOST,
    "who had it, in order": "Its owners are taken in the order of the text.",
    "who gives, what is given, who receives it": "Whoever is given something receives it.",
    "step by step": "Step by step: {met}.",
    "from place to place": "The way from place to place: {met}.",
    "where one finds what one needs": "That is where one goes who is {met}.",
    "who moves lives there after that": "Whoever moves to a place lives there after that.",
    "what it became": "That is what it became.",
    "the last that happened to it": "That is the last thing that happened to it.",
    "a need before what was done for it": "A need comes before what is done for it.",
    "others of its kind are so": "Others of its kind are so: it is a {met}.",
    "the event next to it": "That is next in the order of events.",
    "of another": 'The text says so of "{met}", not of "{asked}".',
    "the condition in the question": '"{met}" is who or what the question describes.',
    "related so": "",
    "its words": "",
}
#: Maximum numbers of statements, and of words quoted of one, in an explanation.
_STATEMENTS, _WORDS = 4, 40


def proof_lines(trace: Trace) -> tuple[str, ...]:
    """Return the proof of a trace with its labels, in a few lines; empty without an answer."""
    if trace.rests_on in ("facts", ""):
        return tuple(_facts(trace)) if trace.rests_on else ()
    return tuple(_ranking(trace)) if trace.rests_on == "ranking" else explanation_lines(trace)


def tried_lines(trace: Trace) -> tuple[str, ...]:
    """Return why earlier rules did not decide, those with the same reason in one line."""
    by_reason = grouped((reason_of(one), one.rule) for one in trace.tried)
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
    proved = {fact.id for fact in trace.facts}
    lines = [fact_line(fact) for fact in _in_order(trace) if fact.id not in proved]
    term = next(iter(trace.bindings.values()), None)
    holders = [fact for fact in trace.facts if _role_of(fact, term)] or trace.facts
    for fact in trace.facts:
        follows = "so " * bool(fact.premises and lines)
        answer = _answer(trace, fact, term) if fact is holders[-1] else ""
        lines.append(follows + fact_line(fact, _matched_terms(fact, term)) + answer)
    joined = "; ".join(filter(None, (_link(trace, link) for link in trace.links)))
    if len(lines) >= _MOST_LINES:
        lines = [*lines[:2], f"and {len(lines) - 3} facts more", lines[-1]]
    return [*lines, joined] if joined else lines


def _in_order(trace: Trace) -> list[TracedFact]:
    """Return the facts of a proof and all their premises, by their numbers."""
    every = {one.id: one for fact in trace.facts for one in fact.with_premises()}
    return [every[number] for number in sorted(every)]


def _matched_terms(fact: TracedFact, term: TracedTerm | None) -> list[TracedTerm] | None:
    """Return the terms that match the question's, if the bound term is one of the fact's; else None."""
    if term is None or (term.role, term.tokens) not in [(one.role, one.tokens) for one in fact.terms]:
        return None
    return [one for one in fact.terms if one.matched]


def _state(fact: TracedFact, show: Callable[[TracedTerm], str] = quoted) -> str:
    """Return an attribute, relation, comparison, quantity or order in words."""
    one, *others = map(show, fact.terms)
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
    return f'"{words}" = {answer}' + f", {term.reference}" * bool(term.reference)


def _link(trace: Trace, link: Link) -> str:
    """Return how words of the question match; empty if they are the same."""
    if not link.reason or link.reason in _SAME or link.reason.startswith(SIGN):
        return ""
    if not link.met:
        return link.reason
    terms = (one for fact in trace.facts for one in fact.terms)
    met = next((quoted(one) for one in terms if one.matched and one.text == link.met), f'"{link.met}"')
    return f'"{link.asked}" matched {met} ({link.reason})'


def _by_sentence(words: Sequence[TracedTerm]) -> str:
    found = grouped((word.sentence, f'"{word.text}"') for word in words)
    return _listed([f"{', '.join(some)} (sentence {sentence + 1})" for sentence, some in found.items()])


def _ranking(trace: Trace) -> list[str]:
    """Describe the ranker's best candidate: its score beside the next, its proposers."""
    if not trace.candidates:
        return []
    best, *others = trace.candidates
    line = f'the ranker compared {trace.compared} candidates; the best is "{best.text}" with {best.score:.2f}'
    line += f', the next "{others[0].text}" with {others[0].score:.2f}' if others else ""
    parts = ", ".join(f"{name} {value:+.2f}" for name, value in list(best.parts.items())[:_PARTS])
    lines = [f'of the choices, "{trace.found}" is supported best'] * bool(trace.options) + [line]
    lines += [f"proposed by {', '.join(best.proposers)}"] * bool(best.proposers)
    return lines + [f"the largest parts of its score: {parts}"] * bool(parts)


def explanation_lines(trace: Trace) -> tuple[str, ...]:
    """Return why the answer of a trace is the answer, a sentence a line; of no answer, why there is none."""
    if not trace.answer:
        if trace.rule == "refuse":
            found = f'The best answer found, "{trace.found}", has a confidence of {trace.confidence:.2f}'
            return (f"{found}, less than was asked for; so none is given.",)
        return (
            "Nothing in the text answers this." if trace.rule else "No rule found an answer in the text.",
        )
    read = trace.understanding.get(READ_AS, "")
    lines = _BY_GROUND.get(trace.rests_on, _by_facts)(trace) if trace.rests_on else ()
    return (*([f"The question was changed: {read}."] if read else ()), *lines)


def _by_facts(trace: Trace) -> Iterator[str]:
    """Yield what the text states, what follows, and what of it the question asks for."""
    ordered = _in_order(trace)
    said = list(dict.fromkeys(_statement(fact) for fact in ordered if not fact.premises))
    yield from said[:_STATEMENTS]
    if len(said) > _STATEMENTS:
        yield f"{len(said) - _STATEMENTS} more statements count."
    yield from dict.fromkeys(_references(trace, ordered))
    follows = [_inferred(fact) for fact in ordered if fact.premises]
    yield from dict.fromkeys(follows[-_STATEMENTS:])
    yield from filter(None, (_matched(trace, link) for link in trace.links))
    yield from _asked(trace)


def _quotation(text: str) -> str:
    """Return the first words of a text in quotation marks, without its full stop."""
    words = text.replace('"', "").split() if text.count('"') % 2 else text.split()
    shown = " ".join(words if len(words) <= _WORDS else [*words[:_WORDS], "…"]).removesuffix(".")
    return f"“{shown}”" if '"' in shown else f'"{shown}"'


def _statement(fact: TracedFact) -> str:
    if not fact.text:
        return _inferred(fact)
    said = f"Sentence {fact.sentence + 1} says: {_quotation(fact.text)}"
    said += f", according to {fact.source}" * bool(fact.source)
    told = fact.modality in ("real", "said")
    return f"{said}." if told else f"{said}; this is {fact.modality}, not told as a fact."


def _references(trace: Trace, facts: Iterable[TracedFact]) -> Iterator[str]:
    """Yield whom the pronouns mean."""
    stated = (fact for fact in facts if not fact.premises)
    for term in (*(one for fact in stated for one in fact.terms), *list(trace.bindings.values())[:1]):
        if term.pronoun and term.entity and term.entity.lower() != term.text.lower():
            why = f": {term.reference}" if term.reference and term.reference != "by coreference" else ""
            yield f'"{term.text}" is {term.entity}{why}.'


def _inferred(fact: TracedFact) -> str:
    """Return what follows, or what a user added, in words."""
    lead = f"It follows{f' ({fact.clause})' * bool(fact.clause)}" if fact.premises else "By your correction"
    if fact.kind != "event":
        words = fact.predicate.replace("-or-", " or ")
        words = f"a{'n' * (words[0] in 'aeiou')} {words}" * (fact.sense == "kinship") or fact.predicate
        return f"{lead}: {_state(replace(fact, predicate=words), _name)}."
    terms = sorted(fact.terms, key=lambda term: term.role)
    parts = "; ".join(f"{term.meaning or term.role}: {_name(term)}" for term in terms)
    no = "not " * (fact.polarity == "negative")
    return f'{lead}: {no}"{fact.predicate.replace("_", " ")}" ({parts}).'


def _name(term: TracedTerm) -> str:
    return term.entity or term.text


def _matched(trace: Trace, link: Link) -> str:
    """Return how words of the question match, without labels; empty for the same words and for pronouns."""
    reason, line = f"{link.reason[:1].upper()}{link.reason[1:]}", _LABELS.sub("", _link(trace, link))
    if (step := _STEPS.get(link.reason)) is not None:
        return step.format(asked=link.asked, met=link.met)
    if link.reason.endswith(" by"):
        return f"The words, or thoughts, are those of {link.met}."
    if link.asked == "how many":
        return f"{reason}: {link.met}."
    if not line or not link.met:
        return f"{reason}." * bool(line)
    if link.reason.startswith("follows by ") or " = " in line:
        return ""
    same = link.asked.lower() == link.met.lower()
    return f"{reason}." if same else f"Here {line}.".replace(" 's\"", "'s\"")


def _asked(trace: Trace) -> Iterator[str]:
    """Yield what of the facts the question asks for."""
    term, answer = next(iter(trace.bindings.values()), None), ", ".join(trace.answer)
    held = [(fact, one) for fact in trace.facts if (one := _role_of(fact, term)) is not None]
    query = trace.understanding.get("query", f"{held[-1][1].role}=?" if held else "")
    if answer.lower() in ("yes", "no"):
        yield f"So the answer is {answer.lower()}."
    elif term is not None and held and held[-1][1].meaning and f"{held[-1][1].role}=?" in query:
        fact, one = held[-1]
        label = " ".join(filter(None, (one.role, f"of {fact.sense}" * bool(fact.sense))))
        yield f"The question asks {asking(one.meaning)} ({label}): {_named(term, answer)}."
    else:
        yield f'So the answer is "{answer}".'


def asking(meaning: str) -> str:
    """Return a role in words behind "The question asks": "for the seller", "when"."""
    return f"{'for ' * meaning.startswith('the ')}{meaning}"


def _role_of(fact: TracedFact, term: TracedTerm | None) -> TracedTerm | None:
    """Return the term of a fact that another term is, or is within."""
    if term is None:
        return None
    return next((one for one in fact.terms if one.start <= term.start < one.end), None)


def _named(term: TracedTerm, answer: str) -> str:
    inside = answer.lower() in term.text.lower() or term.text.lower() in answer.lower()
    why = f", {term.reference}" * bool(term.reference and not term.pronoun)
    return f'"{answer}"' if inside else f'"{term.text}", that is {answer}{why}'


def _by_nearness(trace: Trace) -> Iterator[str]:
    if (term := next(iter(trace.bindings.values()), None)) is None:
        return
    kind = trace.understanding.get("kind", "")
    kind = kind if kind in _TYPES and trace.rests_on != "clause" else "phrase"
    yield "No single statement of the text answers this; what follows goes by nearness of words."
    near = _by_sentence(trace.words) or "the words of the question"
    answer = ", ".join(trace.answer)
    yield f"The nearest {kind} to {near} is {_named(term, answer)}, in sentence {term.sentence + 1}."
    yield from _references(trace, ())


def _by_mentions(trace: Trace) -> Iterator[str]:
    yield "No statement of the text answers this, and nothing stands near the words of the question."
    told = "is mentioned most often of those that the question does not name"
    yield f"{trace.found} {told}: {len(trace.words)} times."


def _by_name(trace: Trace) -> Iterator[str]:
    if (term := next(iter(trace.bindings.values()), None)) is not None:
        asked = trace.links[0].asked if trace.links else ""
        where = f" in sentence {trace.place.sentence + 1}" if trace.place is not None else ""
        asked = asked.replace(" 's", "'s")
        yield f'The question asks about "{asked}": that is {quoted(term)} in sentence {term.sentence + 1}.'
        yield f"Its name, given{where}, is {', '.join(trace.answer)}."


def _by_guess(trace: Trace) -> Iterator[str]:
    if ", ".join(trace.answer).lower() == "no":
        yield "No statement about it was found in the text, so the answer is no, with little confidence."
        return
    yield "Nothing in the text answers this: it is a guess."
    if trace.facts and trace.options:
        first = min(fact.sentence for fact in trace.facts) + 1
        yield f"Its words are nearest to those of the question in sentence {first}."


def _by_filling(trace: Trace) -> Iterator[str]:
    yield f'Of the choices, "{trace.found}" fits the gap best.'
    if trace.facts:
        first = min(fact.sentence for fact in trace.facts) + 1
        yield f"Sentence {first} is most like the words around the gap."


def _by_ranking(trace: Trace) -> Iterator[str]:
    if not trace.candidates:
        return
    best, *others = trace.candidates
    if trace.rule == "cloze-entity":
        yield f'Of the names in the text, "{", ".join(trace.answer)}" fits the gap best.'
        return
    yield "No single statement of the text answers this, so the phrases of the text were compared."
    also = f'; the next best is "{others[0].text}" ({others[0].score:.2f})' if others else ""
    yield f'Of {trace.compared} phrases "{best.text}" fits the question best ({best.score:.2f} of 1){also}.'
    for sentence in trace.words:
        yield f"It stands in sentence {sentence.sentence + 1}: {_quotation(sentence.text)}."
    if trace.options:
        yield f'Of the choices, "{trace.found}" is supported best.'
    elif best.text not in trace.answer:
        yield f'The answer is given as "{", ".join(trace.answer)}".'


def _by_choice(trace: Trace) -> Iterator[str]:
    choice = trace.found
    if trace.links and trace.links[0].met.lower() == choice.lower():
        yield f'The choice "{choice}" is what the text answers.'
    elif trace.links:
        shared, found = trace.links[0].reason, trace.links[0].met
        yield f'The choice "{choice}" shares {shared} with what the text answers, "{found}".'
    elif trace.words:
        near = _by_sentence(trace.words)
        yield f'No choice shares a word with what the text answers; nearest is "{choice}": {near}.'
    else:
        yield f'Nothing in the text supports a choice; "{choice}" is the first.'
    yield from map(_statement, trace.facts[:_STATEMENTS])


def _listed(parts: list[str]) -> str:
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


_BY_GROUND = {
    "nearness": _by_nearness,
    "clause": _by_nearness,
    "mentions": _by_mentions,
    "names": _by_name,
    "guess": _by_guess,
    "filled": _by_filling,
    "ranking": _by_ranking,
    "choice": _by_choice,
}
