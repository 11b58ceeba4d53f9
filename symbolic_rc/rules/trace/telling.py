"""Proofs in words: the facts with their sentences, and how they meet the question."""

from __future__ import annotations

from symbolic_rc.core.entity import Mention
from symbolic_rc.graph.facts import Fact, Facts, Term
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.proof import Link, Proposal
from symbolic_rc.rules.trace.cited import Cited

#: A proof is told in so many lines at most.
MOST_LINES = 5
_FIRST = frozenset("i me my mine we us our ours".split())
_SECOND = frozenset("you your yours thou thee thy".split())
#: The genders that pronouns show.
_GENDERS = {"he": "masculine", "him": "masculine", "his": "masculine", "she": "feminine", "her": "feminine"}
_GENDERS |= {"hers": "feminine", "himself": "masculine", "herself": "feminine"}
#: How a comparison's other term is introduced, by its role.
_AGAINST = {"standard": "than", "among": "among"}
#: How the reason of a link starts that only tells by which word a clause is known to say why.
_SIGN = "told by"
#: Relations that are told with a verb of their own.
_VERBS = ("belongs", "owns", "has", "fits")
_SAME = ("the same word", "the same words", "forms of one word")


def proof_lines(case: Case, proposal: Proposal, cited: Cited) -> tuple[str, ...]:
    """Return the proof of a proposal in one to five plain lines."""
    by_kind = {
        "nearness": _nearness,
        "clause": _nearness,
        "mentions": _mentions,
        "names": _names,
        "guess": _guess,
        "filled": _filled,
    }
    tell = by_kind.get(proposal.proof.rests_on)
    if tell is not None:
        return tuple(tell(case, proposal, cited))
    proved = {fact.id for fact in proposal.proof.facts}
    lines = [tell_fact(case, fact, fact.terms) for fact in cited.facts if fact.id not in proved]
    facts, term = proposal.proof.facts, proposal.proof.term
    holder = next((fact for fact in reversed(facts) if _holds(fact, term)), facts[-1] if facts else None)
    for fact in facts:
        follows = "so " if fact.premises and lines else ""
        given = cited.arguments if term in fact.terms else fact.terms
        answer = _answer(case, proposal, fact) if fact is holder else ""
        lines.append(follows + tell_fact(case, fact, given) + answer)
    joined = "; ".join(told for link in proposal.proof.links if (told := _link(case, link, cited)))
    if len(lines) >= MOST_LINES:
        lines = [*lines[:2], f"and {len(lines) - 3} facts more", lines[-1]]
    return (*lines, *([joined] if joined else ()))


def _holds(fact: Fact, term: Term | None) -> bool:
    """Whether a term stands in a fact: as one of its terms, or within one."""
    return term is not None and any(one.start <= term.start < one.end for one in fact.terms)


def tell_fact(case: Case, fact: Fact, arguments: tuple[Term, ...] = ()) -> str:
    """Return a fact in words, with the arguments named: ``sell.01 with "the wheel" as ARG1, sentence 2``."""
    if fact.kind == "event":
        given = [f"{quoted(case, term)} as {term.role}" for term in fact.terms if term in arguments]
        told = f"{'not ' if fact.denied else ''}{fact.sense or fact.predicate}"
        told += f" with {_listed(given)}" if given else ""
    else:
        told = _state(case, fact)
    return f"{told}, sentence {fact.sentence + 1}{_manner(case, fact)}"


def _state(case: Case, fact: Fact) -> str:
    """Return an attribute, relation, comparison, quantity or order in words."""
    one, *others = [quoted(case, term) for term in fact.terms]
    other, no = (others[0] if others else ""), "not " if fact.denied else ""
    if fact.kind == "attribute":
        return f"{one} is {no}{other}" + (
            f" ({fact.sense})" if fact.sense not in ("", "kind", "state") else ""
        )
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


def _manner(case: Case, fact: Fact) -> str:
    """Return who says so, or that it is only planned, wished, ...; empty for what the narrator tells."""
    by = f" by {case.facts.entities[fact.source].name}" if fact.source >= 0 else ""
    if by and fact.modality in ("real", "said"):
        return f", according to {case.facts.entities[fact.source].name}"
    modality = "" if fact.modality == "real" else fact.modality
    return f" ({modality}{by})" if modality else ""


def _answer(case: Case, proposal: Proposal, fact: Fact) -> str:
    """Return what place of the fact the answer stands in, and how its words come to be those."""
    term = proposal.proof.term
    if term is None:
        return ""
    place = "the answer"
    if fact.kind == "event":
        place = f"its {term.role}" if term.role.startswith("ARG") else place
        place += "".join(
            f", {link.reason}," for link in proposal.proof.links if link.reason.startswith(_SIGN)
        )
    return f"; {place} is {_as_answered(case, proposal, term)}"


def _as_answered(case: Case, proposal: Proposal, term: Term) -> str:
    """Return a term's words, and the answer's, where another mention of the same answers."""
    words, answer = text_of(case, term), " ".join(proposal.text.split())
    if f" {answer} " in f" {words} " or f" {words} " in f" {answer} ":
        return f'"{words}"'
    return f'"{words}" = {answer}{_why(how_known(case.facts, term))}'


def _why(reason: str) -> str:
    return f", {reason}" if reason else ""


def how_known(store: Facts, term: Term) -> str:
    """Return how it is known whom a term means, in a phrase; empty if there is nothing to tell.

    Only what can be seen to be so is told: that a name is the only one, or the nearest, of its gender before
    the pronoun; else which sieve of coreference resolution linked it.
    """
    mention = next((m for m in store.mentions if m.head == term.head and m.entity == term.entity), None)
    if mention is None or mention.kind == "name":
        return ""
    word = store.syntax.lowers[mention.head]
    if mention.kind == "pronoun" and word in _FIRST:
        return "who is speaking"
    if mention.kind == "pronoun" and word in _SECOND:
        return "who is spoken to"
    gender = _GENDERS.get(word, "") if mention.kind == "pronoun" else ""
    return (_by_gender(store, mention, gender) if gender else "") or _by_link(mention)


def _by_gender(store: Facts, pronoun: Mention, gender: str) -> str:
    """Return that the pronoun's entity has the only or the nearest name of its gender, where that is so."""
    before = [
        m
        for m in store.mentions
        if m.kind == "name" and m.start < pronoun.start and store.entities[m.entity].gender == gender
    ]
    if not before or max(before, key=lambda m: m.start).entity != pronoun.entity:
        return ""
    only = {m.entity for m in before} == {pronoun.entity}
    return f"the {'only' if only else 'nearest'} {gender} name before it"


def _by_link(mention: Mention) -> str:
    ranked = not mention.link or mention.link.startswith("ranked")
    return "by coreference" if ranked else f"by coreference ({mention.link})"


def _link(case: Case, link: Link, cited: Cited) -> str:
    """Return how a part of the query is met; empty where the words are the same."""
    if not link.reason or link.reason in _SAME or link.reason.startswith(_SIGN):
        return ""
    term = next((t for t in cited.arguments if case.facts.text(t) == link.met), None)
    if term is None:
        return f'"{link.asked}" is met by "{link.met}" ({link.reason})'
    reason = link.reason.replace("its words, or coreference", "the same entity")
    if reason.startswith(","):
        reason = "some of its words" + reason
    if reason.startswith("coreference"):
        reason = (how_known(case.facts, term) or "coreference") + reason.removeprefix("coreference")
    name = " ".join(case.facts.name(term).split())
    pronoun = case.facts.syntax.pos[term.head] in ("PRON", "DET")
    meant = f" = {name}" if pronoun and name not in text_of(case, term) else ""
    return f'"{link.asked}" is met by "{text_of(case, term)}"{meant} ({reason})'


def _nearness(case: Case, proposal: Proposal, cited: Cited) -> list[str]:
    """Tell which words of the question stand near the answer."""
    syntax, term = case.facts.syntax, proposal.proof.term
    if term is None:
        return []
    by_sentence: dict[int, list[str]] = {}
    for token in cited.words:
        by_sentence.setdefault(int(syntax.sentences[token]), []).append(f'"{syntax.words[token]}"')
    near = [f"{', '.join(words)} (sentence {sentence + 1})" for sentence, words in by_sentence.items()]
    kind = case.kind if case.kind in ("person", "place", "time", "number") else "phrase"
    if proposal.proof.rests_on == "clause":
        kind = "clause"
    told = [
        "no fact answers: this is word distance",
        f"the nearest {kind} to {_listed(near) or 'the question'} is {_as_answered(case, proposal, term)}, "
        f"sentence {syntax.sentences[term.head] + 1}",
    ]
    naming = [tell_fact(case, fact, fact.terms) for fact in proposal.proof.facts]
    shown = [link.reason for link in proposal.proof.links if link.asked == "feel" and link.reason]
    return [*told, *naming[:1], *shown]


def _filled(case: Case, proposal: Proposal, cited: Cited) -> list[str]:
    """Tell that a choice fills the placeholder, and where the words around it are."""
    told = [
        f"the words around the placeholder are most alike in sentence {one + 1}"
        for one in cited.sentences[:1]
    ]
    return [f'of the choices, "{proposal.text}" fills the placeholder best', *told]


def _guess(case: Case, proposal: Proposal, cited: Cited) -> list[str]:
    """Tell that nothing answers, and where the words are that made the guess."""
    told = [f"its words are nearest to the question's in sentence {one + 1}" for one in cited.sentences[:1]]
    return ["nothing in the story answers: this is a guess", *(told if case.options else ())]


def _mentions(case: Case, proposal: Proposal, cited: Cited) -> list[str]:
    """Tell how often the answer is mentioned."""
    return [
        "no fact answers, nor does a phrase stand near the question's words",
        f"{proposal.text} is mentioned most often of those whom the question does not name: "
        f"{len(cited.words)} times, first in sentence {cited.sentences[0] + 1}",
    ]


def _names(case: Case, proposal: Proposal, cited: Cited) -> list[str]:
    """Tell where what the question describes is called by its name."""
    sentences, term = case.facts.syntax.sentences, proposal.proof.term
    if term is None:
        return []
    asked = proposal.proof.links[0].asked if proposal.proof.links else ""
    return [
        f'"{asked}" is met by {quoted(case, term)}, sentence {sentences[term.head] + 1}',
        f"which is called {proposal.text}{_in_sentence(case, cited)}{_why(how_known(case.facts, term))}",
    ]


def _in_sentence(case: Case, cited: Cited) -> str:
    answer = cited.answer
    return f" in sentence {case.facts.syntax.sentences[answer.head] + 1}" if answer is not None else ""


def text_of(case: Case, term: Term) -> str:
    """Return a term's words as the story has them, in one line."""
    return " ".join(case.span_text(term.start, term.end).split())


def quoted(case: Case, term: Term) -> str:
    """Return a term's words in quotation marks, with the name of whom a pronoun means."""
    words, name = text_of(case, term), " ".join(case.facts.name(term).split())
    pronoun = case.facts.syntax.pos[term.head] in ("PRON", "DET")
    return f'"{words}"' + (f" = {name}" if pronoun and name not in words else "")


def _listed(parts: list[str]) -> str:
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
