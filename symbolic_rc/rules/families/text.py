"""Rules over the text, for what no fact states: the nearest phrase, the frequent entity, a guess."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.graph.facts import Term
from symbolic_rc.graph.facts.arrays import ROLES
from symbolic_rc.index import columns as C
from symbolic_rc.index.story_index import word_matcher
from symbolic_rc.rules.alignment import NAMED
from symbolic_rc.rules.answering import answer_span, answering
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.kernels import MET, reach
from symbolic_rc.rules.proof import Link, Proof, Proposal
from symbolic_rc.rules.rule import ASKS_PERSON, rule
from symbolic_rc.rules.terms import spanning

#: By so much the evidence of a word fades with each token, and with each sentence's end.
_FADE, _NEXT_SENTENCE = 0.93, 0.35
#: Words whose distance weight is less do not count.
_REACHES = 0.002
#: What each doubling of an entity's mentions is worth, and what a name is, where a form of name is asked for.
_MENTIONED, _NAME = 0.3, 1.5
#: The strength of a guess.
_GUESS = 0.2
#: How a term answers that is not of the asked kind, or has a role that answers such questions.
_UNSUITED, _PREFERRED = 0.3, 1.3
#: The most entities that are proposed, and how much the question may mention them.
_MOST, _ASKED = 3, 0.8
_REASONS = ("ARGM-CAU", "ARGM-PRP", "ARGM-PNC", "ARGM-GOL")
#: Roles that answer a kind of question better than others.
_ROLES = {
    "reason": _REASONS,
    "manner": ("ARGM-MNR", "ARGM-ADV"),
    "place": ("ARGM-LOC", "ARGM-DIR", "ARGM-GOL"),
    "time": ("ARGM-TMP",),
    "number": ("value",),
}
_BY_ROLE = {kind: np.where(np.isin(ROLES, roles), _PREFERRED, 1.0) for kind, roles in _ROLES.items()}


def _by_part(other: float, verb: float) -> NDArray[np.float64]:
    """Return how well a term answers by the part of speech of its head, as `columns` numbers them."""
    found = np.full(len(C.PARTS), other)
    found[[C.P_ADJ, C.P_ADV]] = 0.7
    found[[C.P_VERB, C.P_AUX]] = verb
    return found


#: The same where a clause is asked for, and where a phrase is; the parts of speech that point at something.
_AS_CLAUSE, _AS_PHRASE = _by_part(0.7, 1.1), _by_part(1.0, 0.4)
_POINTS = np.isin(np.arange(len(C.PARTS)), (C.P_PRON, C.P_DET))


@rule("nearest-phrase", "guess", 0.0, source="after Hermann et al. 2015, section 3.1 (word distance)")
def nearest_phrase(case: Case) -> list[Proposal]:
    """The phrase of the asked kind that is nearest to the question's words.

    Who is the miller? -> The miller wept beside Ada. Bo left. -> Ada

    Every word of the question reaches the tokens around its matches, fading with each token and sentence;
    words that are rare in the story weigh more.
    """
    if (near := nearness(case)) is None:
        return []
    terms, arrays = case.facts.terms, case.facts.arrays
    scores = near[arrays.head] * (case.alignment.asked_about < NAMED) * np.where(case.suited, 1.0, _UNSUITED)
    if case.kind in _BY_ROLE:
        scores *= _BY_ROLE[case.kind][arrays.role]
    scores *= _weights(case)
    found, strongest = [], 0.0
    for number in np.argsort(-scores, kind="stable").tolist():
        score = float(scores[number])
        if score <= 0 or round(score, 2) < round(strongest, 2):
            break  # none that follows can be stronger
        term, factor, naming = answering(case, terms[number])
        link = Link("the question's words", case.facts.text(terms[number]), "nearest", 1.0)
        proof = Proof(naming, (link,), terms[number], "nearness")
        strength = score * factor
        strongest = max(strongest, strength)
        found.append(spanning(case, *answer_span(case.facts, term), strength, proof))
    return found


def nearness(case: Case, referred: bool = False) -> NDArray[np.float64] | None:
    """Return how much of the question reaches each token, 0 to 1; float64, shape (n,); None for no word.

    If `referred`, a word reaches from every mention of what it names, not only from where it stands.
    """
    best, key = case.alignment.best, "nearness of what is referred to" if referred else "nearness"
    if not len(best) or not best.any():
        return None
    if key in case.memo:
        return case.memo[key]
    best = case.alignment.referred if referred else best
    reached = best.copy()
    reach(reached, case.facts.sentence_of, np.float32(_FADE), np.float32(_NEXT_SENTENCE))
    spread = case.alignment.spread
    weight = np.where(spread > 0, 1.0 / np.log2(2.0 + spread), 0.0)
    case.memo[key] = found = np.asarray(weight @ reached / max(float(weight.sum()), 1e-9), np.float64)
    return found


def near_matches(case: Case, words: Sequence[str]) -> list[tuple[int, float]]:
    """Return the token that matches each word best near the question's words, and how well, if any does."""
    near = nearness(case) if words else None
    if near is None:
        return []
    relation, found = word_matcher().relate(words, case.index.words), []
    for start, end in pairwise(relation.indptr.tolist()):
        worth = relation.weights[start:end] * near[relation.positions[start:end]]
        if worth.max(initial=0.0) > 0.0:
            best = int(worth.argmax())
            found.append((int(relation.positions[start + best]), float(worth[best])))
    return found


def sources(case: Case, token: int, referred: bool = False) -> list[int]:
    """Return the tokens from which the question's words reach a token at all, in the order of the words.

    `referred` is as `nearness` takes it; a mention is followed by the name or noun by which it is met.
    """
    best = case.alignment.referred if referred else case.alignment.best
    sentences = case.facts.sentence_of
    away = np.abs(np.arange(best.shape[1]) - token)
    faded = best * _FADE**away * _NEXT_SENTENCE ** np.abs(sentences - sentences[token])
    found: list[int] = []
    for row, way in enumerate(faded):
        if way.max() > _REACHES:
            found += named(case, row, int(way.argmax()))
    return found


def named(case: Case, row: int, token: int) -> list[int]:
    """Return a token that meets a word of the query, with its nearest name where only that has the word."""
    best, facts = case.alignment.best[row], case.facts
    if (entity := facts.entity_of.get(token, -1)) < 0 or best[token] >= MET:
        return [token]
    heads = [facts.mentions[i].head for i in facts.entities[entity].mentions]
    known = [head for head in heads if best[head] >= MET]
    return [token, *sorted(known, key=lambda head: (head > token, abs(head - token)))[:1]]


def _weights(case: Case) -> NDArray[np.float64]:
    """Return how well each term answers by its form: pronouns seldom, verbs sometimes, names as asked for."""
    parts = case.index.tok[C.POS][case.facts.arrays.head]
    clause = case.kind in ("reason", "manner", "event", "description")
    found: NDArray[np.float64] = (_AS_CLAUSE if clause else _AS_PHRASE)[parts]
    found[_POINTS[parts] & (case.facts.arrays.entity < 0)] = 0.2
    if case.kind == "person" and case.query.understanding.form:
        entities = case.facts.entities
        mentions = np.array([*(len(entity.mentions) for entity in entities), 0])[case.facts.arrays.entity]
        named = np.array([*(bool(entity.names) for entity in entities), False])[case.facts.arrays.entity]
        found *= 1.0 + _MENTIONED * np.log2(1.0 + mentions)
        found[named | (parts == C.P_PROPN)] *= _NAME
    return found


@rule("frequent-entity", "guess", 0.0, source="Hermann et al. 2015, section 3")
def frequent_entity(case: Case) -> list[Proposal]:
    """The entity that the story mentions most and the question does not name.

    Who is brave? -> Ada kept the mill. Ada sold the wheel to Bo. -> Ada
    """
    facts = case.facts
    asked = case.alignment.entity.max(axis=0, initial=0.0)
    entities = [one for one in facts.entities if one.names and asked[one.id] < _ASKED]
    found = []
    for entity in sorted(entities, key=lambda one: -len(one.mentions))[:_MOST]:
        mentions = [facts.mentions[i] for i in entity.mentions]
        mention = next((m for m in mentions if m.kind == "name"), None)
        if mention is None:
            continue  # named elsewhere than in the part of the story that is looked at
        term = Term("", mention.start, mention.end, mention.head, entity.id)
        proof = Proof((), (Link("", entity.name, f"{len(mentions)} mentions", 1.0),), term, "mentions")
        share = len(mentions) / len(facts.mentions)
        found.append(spanning(case, *answer_span(facts, term), share, proof))
    return found


@rule("any-phrase", "guess", 0.0)
def any_phrase(case: Case) -> list[Proposal]:
    """What is left where nothing else answers: no, to a question that asks whether; else the longest phrase
    that may be meant, or the first sentence.

    Who left? -> It rained. -> it rained
    """
    syntax, guess = case.facts.syntax, Proof((), (), None, "guess")
    if case.query.polar or case.kind == "yes/no":
        proposed = [one for found in case.proposals.values() for one in found if one.start < 0]
        return proposed or [Proposal(-1, -1, "no", _GUESS, proof=guess)]
    noun = np.isin(case.index.tok[C.POS], (C.P_NOUN, C.P_PROPN, C.P_NUM))[case.facts.arrays.head]
    free = noun & (case.alignment.asked_about < NAMED)
    for among, strength in ((free & case.suited, _GUESS), (free & ~case.suited, _GUESS / 2)):
        if found := _longest(case, np.flatnonzero(among)):
            return [
                spanning(case, start, end, strength, replace(guess, term=term), float(end - start))
                for term, start, end in found
            ]
    end = int(np.searchsorted(syntax.sentences, syntax.sentences[0], "right")) if len(syntax) else 0
    while end > 1 and syntax.pos[end - 1] in ("PUNCT", "SPACE"):
        end -= 1
    return [spanning(case, 0, end, _GUESS / 2, guess)] if end else []


def _longest(case: Case, numbers: NDArray[np.int64]) -> list[tuple[Term, int, int]]:
    """Return those of some terms whose words that answer are the most, with these words."""
    arrays, found, most = case.facts.arrays, list[tuple[Term, int, int]](), 1
    lengths = (arrays.end - arrays.start)[numbers]
    for number in numbers[np.argsort(-lengths, kind="stable")].tolist():
        term = case.facts.terms[number]
        if term.end - term.start < most:
            break
        start, end = answer_span(case.facts, term)
        if end - start > most:
            found, most = [], end - start
        if end - start == most:
            found.append((term, start, end))
    return found


_LETTERS = frozenset("card e-mail email letter mail message note postcard".split())
_WRITING = frozenset("write wrote written".split())
_RECEIVING = frozenset("addressee get got read receive received receiver recipient".split())


@rule(
    "letter",
    "stated",
    0.5,
    ASKS_PERSON,
    example="Who wrote the letter? -> Dear Ada,\n\nthe mill is sold.\n\nYours,\nBo -> Bo",
)
def correspondent(case: Case) -> list[Proposal]:
    """Who wrote a letter or a message, by its signature, and to whom, by its greeting."""
    letters = {(one.speaker, one.greeted) for one in case.story.quotations if one.greeted >= 0}
    words = case.query.understanding.lowers
    asked_who = {"i", "you"} & {*words} if words[:2] in (["who", "is"], ["who", "was"]) else set()
    named = not _LETTERS.isdisjoint(words) or ("to" in words and not _WRITING.isdisjoint(words))
    if not letters or not (asked_who or named):
        return []
    of_reader = "you" in asked_who or (not asked_who and _asks_reader(words))
    asked, found = case.alignment.entity.max(axis=0, initial=0.0), []
    for pair in sorted(letters):
        writer, reader = (case.facts.mentions[m] for m in pair)
        own, other = (reader, writer) if of_reader else (writer, reader)
        told = f"the letter {'greets' if of_reader else 'is signed by'} {case.span_text(own.start, own.end)}"
        link = Link(case.query.question.text, "", told, 1.0)
        term = Term("", own.start, own.end, own.head, own.entity)
        met = float(asked[other.entity])  # of several letters, the one to whom the question names
        found.append(spanning(case, own.start, own.end, 0.9, Proof((), (link,), term, "letter"), met))
    return found


def _asks_reader(words: Sequence[str]) -> bool:
    """Whether a question about a letter asks to whom it is."""
    open_to = (one in ("to", "for") and other in ("whom", "who", "?") for one, other in pairwise(words))
    return any(open_to) or not _RECEIVING.isdisjoint(words)
