"""What a proof rests on: its facts, their premises, words of the story; and these as a trace has them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from symbolic_rc.core.entity import Mention
from symbolic_rc.core.trace import TracedFact, TracedTerm
from symbolic_rc.graph.facts import Fact, Facts, Term
from symbolic_rc.lexicon.english import FIRST_PERSON, SECOND_PERSON
from symbolic_rc.lexicon.rolesets import rolesets
from symbolic_rc.lexicon.wordnet import wordnet
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.families.clauses import clauses_of
from symbolic_rc.rules.families.text import named, nearness, sources
from symbolic_rc.rules.kernels import MET
from symbolic_rc.rules.proof import Proposal


@dataclass(frozen=True, slots=True)
class Cited:
    """What a proof rests on: facts, premises first, and their terms that match the query's (`arguments`).

    Then the answer's words, None if they are not in the story; names and nominals that show the referents of
    mentions; further tokens, near words of the question or counted mentions; the sentences of all of these.
    """

    facts: tuple[Fact, ...]
    arguments: tuple[Term, ...]
    answer: Term | None
    mentions: tuple[Mention, ...]
    words: tuple[int, ...]
    sentences: tuple[int, ...]


def cited(case: Case, proposal: Proposal, text: str = "") -> Cited:
    """Return what the proof of a proposal rests on; `text` is its answer in the requested form."""
    proof, store = proposal.proof, case.facts
    facts = with_premises(store, proof.facts)
    met = {link.met for link in proof.links}
    arguments = tuple(
        term for fact in proof.facts for term in fact.terms if store.text(term) in met and term != proof.term
    )
    role, entity = (proof.term.role, proof.term.entity) if proof.term is not None else ("", -1)
    answer = None
    mentions = [*_naming_mentions(case, proposal, arguments)]
    if proposal.start >= 0:
        answer = Term(role, proposal.start, proposal.end, _head(case, proposal), entity)
        mentions += _mentions_to_answer(store, proposal, answer)
    if text and entity >= 0 and text not in proposal.text:
        mentions += _mention_with_name(store, entity, text)
    words = _words(case, proposal)
    heads = [one.head for one in (*mentions, answer, proof.term) if one is not None]
    sentences = {int(store.syntax.sentences[token]) for token in [*words, *heads]}
    sentences.update(fact.sentence for fact in facts)
    shown, near = tuple(dict.fromkeys(mentions)), tuple(sorted(set(words)))
    return Cited(facts, arguments, answer, shown, near, tuple(sorted(sentences)))


def _words(case: Case, proposal: Proposal) -> list[int]:
    """Return the tokens that a proof by words rests on: near words, or counted mentions."""
    proof, store = proposal.proof, case.facts
    if proof.term is None or proof.rests_on in ("facts", "names"):
        return []
    if proof.rests_on == "mentions":
        return [mention.head for mention in _mentions_of(store, proof.term.entity)]
    clause = proof.rests_on == "clause"
    found = sources(case, proof.term.head, referred=clause)
    return found + _clause_words(case, proof.term) if clause else found


def _clause_words(case: Case, term: Term) -> list[int]:
    """Return the nearest matches of the question's words in a clause, the story and its best sentence."""
    if (near := nearness(case, referred=True)) is None:
        return []
    clauses, allowed = clauses_of(case.facts), case.alignment.allowed
    holding = np.flatnonzero((clauses.start <= term.head) & (term.head < clauses.end))
    if not len(holding):
        return []
    row = int(holding[(clauses.end - clauses.start)[holding].argmin()])
    start, end = int(clauses.start[row]), int(clauses.end[row])
    points = [start + int(near[start:end].argmax()), int(np.where(allowed, near, 0.0).argmax())]
    inside = np.asarray(case.facts.syntax.sentences) == int(case.alignment.sentence_support.argmax())
    told = np.where(inside, case.alignment.referred, -1.0)
    row, place = divmod(int(told.argmax()), told.shape[1])
    found = [*named(case, row, place), *points]
    return found + [token for point in points for token in sources(case, point, referred=True)]


def with_premises(store: Facts, facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """Return facts with all their premises, in the order of their ids."""
    found: dict[int, Fact] = {}
    waiting = list(facts)
    while waiting:
        fact = waiting.pop()
        if fact.id not in found:
            found[fact.id] = fact
            waiting += (store[premise] for premise in fact.premises)
    return tuple(found[number] for number in sorted(found))


def _head(case: Case, proposal: Proposal) -> int:
    term = proposal.proof.term
    if term is not None and proposal.start <= term.head < proposal.end:
        return term.head
    return case.index.head_of(proposal.start, proposal.end)


def _naming_mentions(case: Case, proposal: Proposal, arguments: Sequence[Term]) -> Iterator[Mention]:
    """Yield the mentions that link the story's terms to those that the question names."""
    alignment, query = case.alignment, case.query
    asked_for = {query.text(term): term for fact in query.facts for term in fact.terms}
    for link in proposal.proof.links:
        asked = asked_for.get(link.asked)
        term = next((term for term in arguments if case.facts.text(term) == link.met), None)
        if proposal.proof.rests_on == "names" and proposal.proof.term is not None:
            term = proposal.proof.term
        if asked is None or term is None or term.entity < 0:
            continue
        for row in (alignment.row.get(token) for token in range(asked.start, asked.end)):
            if row is not None and not (alignment.best[row, term.start : term.end] >= MET).any():
                yield from _nearest_named(case, term, row)


def _nearest_named(case: Case, term: Term, row: int) -> list[Mention]:
    """Return the mention of a term's entity that matches a word of the question, the nearest before first."""
    mentions = _mentions_of(case.facts, term.entity)
    named = [m for m in mentions if m.kind != "pronoun" and case.alignment.best[row, m.head] >= MET]
    return sorted(named, key=lambda m: (m.start > term.start, abs(m.start - term.start)))[:1]


def _mentions_to_answer(store: Facts, proposal: Proposal, answer: Term) -> Iterator[Mention]:
    """Yield the mentions that link the bound term to the words of the answer."""
    term = proposal.proof.term
    if term is None or term.entity < 0 or term.start <= answer.head < term.end:
        return
    mentions = _mentions_of(store, term.entity)
    before = [m for m in mentions if m.kind != "pronoun" and m.head < term.start]
    if before:
        yield before[-1]
    yield from [m for m in mentions if m.start <= answer.head < m.end][:1]


def _mention_with_name(store: Facts, entity: int, name: str) -> list[Mention]:
    """Return the first mention of an entity that contains a name."""
    mentions = _mentions_of(store, entity)
    return [m for m in mentions if name in " ".join(store.syntax.words[m.start : m.end])][:1]


def _mentions_of(store: Facts, entity: int) -> list[Mention]:
    return [store.mentions[i] for i in store.entities[entity].mentions]


def tokens_of(store: Facts, sentence: int) -> tuple[int, int]:
    """Return the tokens of a sentence as ``start, end`` (exclusive)."""
    sentences = np.asarray(store.syntax.sentences)
    start, end = np.searchsorted(sentences, [sentence, sentence + 1]).tolist()
    return start, end


#: The genders of pronouns.
_GENDERS = {"he": "masculine", "him": "masculine", "his": "masculine", "she": "feminine", "her": "feminine"}
_GENDERS |= {"hers": "feminine", "himself": "masculine", "herself": "feminine"}
#: Tokens of a statement, at least, and of its sentence, at most, where the sentence is not quoted whole.
_FEW, _SHORT = 4, 40
#: Function tags of numbered roles and of adjuncts in plain words.
_ADJUNCTS = {
    "LOC": "where", "TMP": "when", "MNR": "how", "CAU": "why", "PRP": "what for", "GOL": "where to",
    "DIR": "where to or from", "EXT": "how much", "COM": "with whom", "PRD": "as what",
}  # fmt: skip
_ROLES = {
    **_ADJUNCTS,
    "PAG": "who or what does it",
    "PPT": "whom or what it is about",
    "GOL": "to whom or where to",
}


def traced_fact(case: Case, fact: Fact, matched: Collection[Term] = ()) -> TracedFact:
    """Return a fact with its premises; `matched` are the terms that match the question's."""
    facts = case.facts
    start, end = case.index.chars[fact.token].tolist()
    source = _in_print(facts.entities[fact.source].name) if fact.source >= 0 else ""
    terms = tuple(traced_term(case, term, term in matched, fact.sense) for term in fact.terms)
    premises = tuple(traced_fact(case, facts[premise]) for premise in fact.premises)
    return TracedFact(
        fact.id, fact.kind, fact.sentence, start, end, fact.predicate, fact.sense, terms,
        "negative" if fact.denied else "positive", fact.modality, source, premises, _stating(case, fact),
        fact.clause,
    )  # fmt: skip


def _stating(case: Case, fact: Fact) -> str:
    """Return the sentence of a fact, of a long one its terms; if inferred its predicate, if added none."""
    if fact.id in case.facts.edited:
        return ""
    sentences, sentence = case.facts.syntax.sentences, fact.sentence
    first, last = tokens_of(case.facts, sentence)
    terms = [] if fact.premises else [one for one in fact.terms if sentences[one.head] == sentence]
    start = min([fact.token, *(one.start for one in terms)])
    end = max([fact.token + 1, *(one.end for one in terms)])
    if not fact.premises and (end - start < _FEW or last - first <= _SHORT):
        start, end = first, last
    return in_one_line(case, start, end)


def traced_term(case: Case, term: Term, matched: bool = False, sense: str = "") -> TracedTerm:
    """Return a term with its words and its entity; `sense` is the roleset of its event."""
    facts = case.facts
    return traced_span(
        case,
        term.start,
        term.end,
        meaning=role_in_words(sense, term.role),
        sentence=int(facts.syntax.sentences[term.head]),
        role=term.role,
        entity=_in_print(facts.name(term)) if term.entity >= 0 else "",
        pronoun=facts.syntax.pos[term.head] in ("PRON", "DET"),
        reference=reference_reason(facts, term),
        matched=matched,
    )


def _in_print(name: str) -> str:
    """Return a name of tokens as it is printed: "the line's director, Ann"."""
    return re.sub(r" (?=[,.;:]|['’]s?\b)", "", " ".join(name.split()))


@lru_cache(maxsize=4096)
def role_in_words(sense: str, role: str) -> str:
    """Return a role of PropBank in plain words: "the seller", "when"; empty for other roles.

    Examples
    --------
    >>> role_in_words("sell.01", "ARG0"), role_in_words("sell.01", "ARGM-TMP")
    ('the seller', 'when')
    """
    if not role.startswith("ARG"):
        return ""
    if role.startswith("ARGM"):
        return _ADJUNCTS.get(role[5:], "")
    roleset = rolesets().get(sense)
    if roleset is None or (numbered := roleset.role(role)) is None:
        return ""
    if numbered.function != "PAG":
        return _ROLES.get(numbered.function, "")
    words, verb = wordnet(), sense.partition(".")[0]
    stem = verb.rstrip("ey")
    doers = [one for one in words.derivations(verb, "v") if one.endswith(("er", "or")) and stem in one]
    named = (one for one in doers if [*map(words.lexname, words.synsets(one, "n")[:1])] == ["noun.person"])
    return next((f"the {one}" for one in named), _ROLES["PAG"])


def traced_span(case: Case, start: int, end: int, sentence: int = -1, **more: Any) -> TracedTerm:
    """Return some tokens of the story."""
    chars = case.index.chars
    sentence = int(case.facts.syntax.sentences[start]) if sentence < 0 else sentence
    text = in_one_line(case, start, end)
    return TracedTerm(text, int(chars[start, 0]), int(chars[end - 1, 1]), (start, end), sentence, **more)


def in_one_line(case: Case, start: int, end: int) -> str:
    """Return some words of the story in one line."""
    return " ".join(case.span_text(start, end).split())


def reference_reason(store: Facts, term: Term) -> str:
    """Return the reason for a term's reference as a phrase; empty for names.

    The reason is that a name is the only one, or the nearest, of its gender before the pronoun; else the
    sieve of coreference resolution that linked it.
    """
    mention = next((m for m in store.mentions if m.head == term.head and m.entity == term.entity), None)
    if mention is None or mention.kind == "name":
        return ""
    if mention.link == "corrected":
        return "by your correction"
    if mention.kind == "pronoun" and (reason := _of_pronoun(store, mention)):
        return reason
    ranked = not mention.link or mention.link.startswith("ranked")
    return "by coreference" if ranked else f"by coreference ({mention.link})"


def _of_pronoun(store: Facts, pronoun: Mention) -> str:
    """Return why a pronoun means its entity: who speaks, or a name of its gender; else nothing."""
    word = store.syntax.lowers[pronoun.head]
    if word in FIRST_PERSON or word in SECOND_PERSON:
        return "who is speaking" if word in FIRST_PERSON else "who is spoken to"
    if not (gender := _GENDERS.get(word, "")):
        return ""
    names = (m for m in store.mentions if m.kind == "name" and m.start < pronoun.start)
    before = [m for m in names if store.entities[m.entity].gender == gender]
    if not before or max(before, key=lambda m: m.start).entity != pronoun.entity:
        return ""
    only = {m.entity for m in before} == {pronoun.entity}
    return f"the {'only' if only else 'nearest'} {gender} name before it"
