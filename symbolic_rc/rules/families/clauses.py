"""Clauses that answer: what somebody did, what happened, why, how somebody feels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from symbolic_rc.core.arrays import Flags, Floats, Ints, Longs, Singles
from symbolic_rc.core.forks import remembered
from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts import Fact, Facts, Term
from symbolic_rc.graph.facts.arrays import KIND_NUMBER
from symbolic_rc.lexicon import wordnet
from symbolic_rc.lexicon.english import content_words, word_set
from symbolic_rc.question.query import Query
from symbolic_rc.rules.alignment import SAME_WORD
from symbolic_rc.rules.answering import says_nothing_new
from symbolic_rc.rules.case import Case
from symbolic_rc.rules.families.text import nearness
from symbolic_rc.rules.proof import Link, Proof, Proposal
from symbolic_rc.rules.rule import ASKS_CLAUSE, ASKS_FEELING, ASKS_REASON, rule
from symbolic_rc.rules.terms import MEANT, asserted, meant, spanning

#: Relations under which a verb or adjective heads a clause of its own.
_CLAUSAL = ("root", "conj", "advcl", "ccomp", "parataxis", "acl", "csubj")
#: Words that mark a clause, or a phrase, as a reason or a purpose.
REASONS = word_set("because since as for so due that lest")
#: More tokens than these answer more than was asked.
_LONGEST = 28
#: WordNet's classes of nouns for what happens.
_HAPPENINGS = ("noun.event", "noun.act", "noun.phenomenon", "noun.process")
_MARGIN = ("PUNCT", "CCONJ", "SPACE")


class Clauses(NamedTuple):
    """A story's clauses (c), in the order of their heads, and the agents and patients (r) of their events."""

    head: Ints  # (c,): the word that it is about
    start: Ints  # (c,): its first token
    verb: Ints  # (c,): its first token behind the subject
    end: Ints  # (c,)
    sentence: Ints  # (c,)
    purpose: Flags  # (c,): whether an infinitive of purpose
    reason: Flags  # (c,): whether a word like "because" marks it
    main: Flags  # (c,): whether it is no subordinate clause
    role_clause: Longs  # (r,)
    role_term: Longs  # (r,): the number of the term
    role_worth: Singles  # (r,): what it says of the clause, see `_ROLES`


@remembered
def clauses_of(facts: Facts) -> Clauses:
    """Return the clauses of a story; remembered with its facts."""
    syntax, rows = facts.syntax, []
    for head, dep in enumerate(syntax.deps):
        children = syntax.children_of(head)
        to = any(syntax.deps[c] == "mark" and syntax.lowers[c] == "to" for c in children)
        if not _is_clausal(syntax, head, to):
            continue
        start, end = _edges(syntax, head, children)
        before = [c for c in children if c < head]
        behind = [int(syntax.right[c]) + 1 for c in before if syntax.deps[c].startswith("nsubj")]
        marks = {syntax.lowers[c] for c in before if syntax.deps[c] in ("mark", "cc", "case")}
        rows.append((
            head, start, min(head, max([start, *behind])), end, int(syntax.sentences[head]),
            to and not dep.startswith("ccomp"), bool(marks & REASONS), dep in ("root", "conj", "parataxis"),
        ))  # fmt: skip
    columns = list(zip(*rows, strict=True)) if rows else [()] * 8
    places = [np.array(column, np.int32) for column in columns[:5]]
    signs = [np.array(column, np.bool_) for column in columns[5:]]
    return Clauses._make((*places, *signs, *_roles_of(facts, columns[0])))


def _is_clausal(syntax: Syntax, head: int, to: bool) -> bool:
    """Whether a verb, or what a copula stands with, heads a clause of its own."""
    dep = syntax.deps[head]
    if not dep.startswith(_CLAUSAL) and not (dep == "xcomp" and to):
        return False
    copula = any(syntax.deps[c] == "cop" for c in syntax.children_of(head))
    return copula or syntax.pos[head] in ("VERB", "AUX")


def _roles_of(facts: Facts, heads: Sequence[int]) -> tuple[Longs, Longs, Singles]:
    """Return the agents and patients of the events at the heads of clauses; see `Clauses`."""
    told = ((k, term) for k, head in enumerate(heads) for fact in facts.at(head) for term in fact.terms)
    roles = [(k, facts.number_of(term), _ROLES[term.role]) for k, term in told if term.role in _ROLES]
    clause, term, worth = np.array(roles).reshape(-1, 3).T
    return clause.astype(np.int64), term.astype(np.int64), worth.astype(np.float32)


def _edges(syntax: Syntax, head: int, children: list[int]) -> tuple[int, int]:
    """Return a clause's tokens, without clauses that are coordinated with it and marks around it."""
    start, end = int(syntax.left[head]), int(syntax.right[head]) + 1
    for child in children:
        apart = syntax.deps[child] in ("conj", "parataxis") and syntax.pos[child] in ("VERB", "AUX", "ADJ")
        if child > head and apart:
            end = min(end, int(syntax.left[child]))
        elif child < head and syntax.deps[child].startswith(("advcl", "parataxis", "cc", "mark")):
            behind = int(syntax.right[child]) + 1
            start = max(start, behind if syntax.lowers[child] != "to" else int(syntax.left[child]))
    end = min(end, start + _LONGEST) if head < start + _LONGEST else end
    start, end = trimmed(syntax, start, end, head)
    return min(start, head), max(end, head + 1)  # where trees cross, a clause holds its verb at least


class _Parts(NamedTuple):
    """What the strength of a clause is made of: how much each part of it counts."""

    near: float
    nearest_word: float
    new_words: float
    subject: float
    purpose: float
    reason: float
    main: float
    later: float
    earlier: float
    next_sentence: float
    sentence_before: float
    far: float
    length: float
    predicate_asked: float


#: What counts in a clause for each kind of question. Events follow what the question mentions; reasons are
#: next to it.
_PARTS = {
    "event": _Parts(0.5, 0.7, 0.8, 0.5, 0.2, 0.0, 0.1, 0.6, -0.4, 0.25, -0.35, -0.4, 0.45, 0.25),
    "reason": _Parts(0.6, 0.7, 0.0, 0.5, 0.4, 0.3, 0.1, 0.1, -0.35, -0.2, -0.1, -0.6, 0.4, -0.4),
    "manner": _Parts(0.6, 0.0, 0.25, 0.5, 0.0, 0.0, 0.3, 0.5, -0.3, 0.05, 0.25, -0.35, 0.4, 0.0),
}
#: The sum of all that can speak for a clause, about: strengths are shares of it.
_MOST = 3.5
_PROPOSED = 8
#: The relations of what a predicate governs, and the strength of that beside the whole clause's.
_GOVERNED = ("obj", "obl", "xcomp", "ccomp", "advcl")
_PART = 0.9
#: How much it says of a clause that whom the question names has this role in its event.
_ROLES = {"ARG0": 1.0, "ARG1": 0.5}


@rule("nearest-clause", "text", 0.0, ASKS_CLAUSE, source="after Riloff & Thelen 2000, WHAT and WHY rules")
def tells_clause(case: Case) -> list[Proposal]:
    """The clause that says what happened, or why, next to what the question mentions; or what is new in one
    that says it in the question's words.

    What did Ada do after the fire? -> After the fire Ada left for the city. -> left for the city
    """
    parts = _PARTS.get(case.kind)
    near = nearness(case, referred=True) if parts else None
    if parts is None or near is None:
        return []
    clauses = clauses_of(case.facts)
    rows = np.flatnonzero(case.alignment.allowed[clauses.head])
    if not len(rows):
        return []
    scores = _scores(case, clauses, rows, parts, near) / _MOST
    did = case.kind == "event" and "happen" not in case.query.question.text
    found = []
    order = np.argsort(-scores, kind="stable").tolist()
    equal = int((np.round(scores, 2) == round(float(scores.max()), 2)).sum())
    for k in order[: max(_PROPOSED, equal)]:
        row = rows[k]
        start = int(clauses.verb[row] if did else clauses.start[row])
        end, head = int(clauses.end[row]), int(clauses.head[row])
        terms = [Term("", start, end, head), *_new_dependents(case, head, end)]
        for term, factor in zip(terms, [1.0] + [_PART] * len(terms), strict=False):
            text = case.span_text(term.start, term.end)
            link = Link("what the question tells", text, "the clause beside it", float(near[head]))
            proof = Proof((), (link,), term, "clause")
            found.append(spanning(case, term.start, term.end, factor * float(scores[k]), proof))
    return found


def _new_dependents(case: Case, head: int, end: int) -> Iterator[Term]:
    """Yield what a predicate of the question governs behind it, where that is new: *asked her* for a lamp."""
    syntax, asked = case.facts.syntax, case.alignment.nearest
    if asked[head] < SAME_WORD:
        return
    for child in syntax.children_of(head):
        first, stop = int(syntax.left[child]), min(int(syntax.right[child]) + 1, end)
        if head < first < stop and syntax.deps[child].startswith(_GOVERNED):
            if asked[child] >= SAME_WORD:
                yield from _new_dependents(case, child, end)
            elif syntax.pos[child] != "PRON":
                yield Term("", *trimmed(syntax, first, stop), child, case.facts.entity_of.get(child, -1))


def _scores(case: Case, clauses: Clauses, rows: Longs, parts: _Parts, near: Floats) -> Floats:
    alignment = case.alignment
    head, start, end = clauses.head[rows], clauses.start[rows], clauses.end[rows]
    asked = alignment.nearest > 0.5
    sums = np.zeros((2, len(asked) + 1), np.int64)
    np.cumsum([case.telling, case.telling & asked], axis=1, out=sums[:, 1:])
    words, told = sums[:, end] - sums[:, start]
    new = 1.0 - told / np.maximum(words, 1)
    nearest = np.maximum.reduceat(np.append(near, 0.0), np.stack([start, end], axis=1).ravel())[::2]
    anchor = int(np.argmax(np.where(alignment.allowed, near, 0.0)))
    best = int(np.argmax(alignment.sentence_support))
    apart = clauses.sentence[rows] - best
    if case.query.understanding.order == "before":
        apart = -apart
    by_distance = parts.far, parts.sentence_before, parts.earlier, parts.next_sentence, 0.0, parts.far
    place = np.array(by_distance)[np.minimum(np.maximum(apart, -2), 3) + 2]
    place[(apart == 0) & (head > anchor)] = parts.later
    of_whom = np.zeros(len(clauses.head))  # the question names first: agents in full, patients by half
    terms = (term for fact in case.query.facts for term in case.query.given(fact, *_ROLES))
    if (given := next(terms, None)) is not None:
        met = clauses.role_worth * alignment.similarity(given)[clauses.role_term]
        np.maximum.at(of_whom, clauses.role_clause, met)
    return (
        parts.near * near[head]
        + parts.nearest_word * nearest
        + parts.new_words * new
        + parts.subject * of_whom[rows]
        + parts.purpose * clauses.purpose[rows]
        + parts.reason * clauses.reason[rows]
        + parts.main * clauses.main[rows]
        + place
        + parts.length * np.log(np.maximum(end - start, 1))
        + parts.predicate_asked * asked[head]
    )


_BECAUSE = word_set("because since as so for to due")
#: Words that begin what follows from the clause before.
_HENCE = word_set("so therefore thus hence")
#: The relations of what follows from a clause, and how far behind its verb *so* may stand.
_FOLLOWING, _SO_FAR = ("conj", "parataxis", "advcl", "ccomp"), 4
#: The similarity from which an event is the one asked about; other marks than *because* weigh less, as does
#: what the question says itself.
_SAME_EVENT, _PURPOSE, _NOTHING_NEW = 0.5, 0.8, 0.25
_SIGNS = {"because": 1.0, "and": 0.5}  # of other signs, `_PURPOSE`
#: The strength of what somebody did, which is seldom all of it.
_DONE = 0.9


@rule("reason", "text", 0.3, ASKS_REASON, source="Riloff & Thelen 2000, WHY rules")
def gives_reason(case: Case) -> list[Proposal]:
    """A clause with because, an infinitive, or what stands before *so* says why the event happened.

    Why did Ada sell the wheel? -> Ada sold it because it was old. -> because it was old
    """
    found: list[Proposal] = []
    alignment, syntax, arrays = case.alignment, case.facts.syntax, case.facts.arrays
    for part, _ in case.query.asked:
        row = alignment.row.get(part.token) if part.kind == "event" else None
        if row is None:
            continue
        same = np.where(arrays.kind == KIND_NUMBER["event"], alignment.best[row][arrays.token], 0.0)
        for number in np.flatnonzero(same >= _SAME_EVENT).tolist():
            fact = case.facts[number]
            for child in syntax.children_of(fact.token):
                if sign := _sign(syntax, child):
                    start, end = int(syntax.left[child]), int(syntax.right[child]) + 1
                    term = Term("ARGM-CAU", *trimmed(syntax, start, end), child)
                    found.append(_reason(case, fact, term, sign, float(same[number])))
            if (before := _what_led_to(syntax, fact.token)) is not None:
                found.append(_reason(case, fact, before, "so", float(same[number])))
            against = _what_prevented(syntax, fact.token) if part.denied and not fact.denied else None
            if against is not None:
                found.append(_reason(case, fact, against, "but", float(same[number])))
            if not found and (cause := _what_preceded(syntax, fact.token)) is not None:
                found.append(_reason(case, fact, cause, "and", float(same[number])))
    return found


#: How strongly a clause answers that brings in what the question is about.
_INTRODUCED = 0.9


@rule("happened", "text", 0.5, ASKS_CLAUSE)
def happened(case: Case) -> list[Proposal]:
    """A clause says what happened at the time that the question names, or to whom or what it names; or what
    somebody did then, there or so.

    What happened in May? -> In May the mill burned. -> the mill burned
    """
    part = next((fact for fact, _ in case.query.asked if fact.predicate == "happen"), None)
    if part is None:
        return list(_did(case))
    given = case.query.given(part)
    if len(given) != 1:
        return []
    clauses, found = clauses_of(case.facts), []
    place = {int(head): row for row, head in enumerate(clauses.head)}
    role, similarity = given[0].role, case.alignment.similarity(given[0])
    for fact in asserted(case, "event"):
        term = fact.term(role if role == "ARGM-TMP" else "ARG1")
        if term is None or fact.clause or fact.token not in place:
            continue
        if (met := float(similarity[case.number_of(term)])) >= MEANT:
            row = place[fact.token]
            start, end = int(clauses.start[row]), int(clauses.end[row])
            if role == "ARGM-TMP":  # without the time at one of its ends
                start = term.end if term.start <= start < term.end else start
                end = term.start if start < term.start < end <= term.end else end
            met *= _newness(case.facts, term)
            link = Link(case.query.text(given[0]), case.facts.text(term), "its words, or coreference", met)
            proof = Proof((fact,), (link,), Term("", start, end, fact.token))
            found.append(spanning(case, *trimmed(case.facts.syntax, start, end), met, proof))
    return [*found, *_dated_nouns(case, given[0])]


def _dated_nouns(case: Case, when: Term) -> Iterator[Proposal]:
    """Yield nouns for events that a time modifies: "an earthquake in March"."""
    syntax, nouns = case.facts.syntax, dict[int, Fact]()
    for fact in asserted(case, *KIND_NUMBER) if when.role == "ARGM-TMP" else ():
        for term in fact.terms:
            nouns.setdefault(term.head, fact)
    of_happenings = (i for i in nouns if wordnet().class_of(syntax.lemmas[i]) in _HAPPENINGS)
    for noun, time in ((i, c) for i in of_happenings for c in syntax.children_of(i)):
        if syntax.deps[time].startswith("nmod") and case.alignment.meets(when, time) >= MEANT:
            start, end = int(syntax.left[noun]), int(syntax.left[time])
            start += syntax.pos[start] == "ADP"
            link = Link(case.query.text(when), syntax.words[time], "its words", 1.0)
            yield spanning(case, start, end, 1.0, Proof((nouns[noun],), (link,), Term("", start, end, noun)))


def _newness(facts: Facts, term: Term) -> float:
    """Return less than 1 for the first of several mentions: what happened to it is told later."""
    mentions = facts.entities[term.entity].mentions if term.entity >= 0 else ()
    first = len(mentions) > 1 and facts.mentions[mentions[0]].head == term.head
    return _INTRODUCED if first else 1.0


def _did(case: Case) -> Iterator[Proposal]:
    """Yield what somebody did, the only deed or when the question says: "What did Bo do on Monday?"."""
    asked = (part for part, gap in case.query.asked if part.predicate == "do" and gap.role == "ARG1")
    part = next(asked, None)
    if part is None or case.learned or not _is_of_deed(case.query, part):
        return
    syntax, deeds = case.facts.syntax, list[Proposal]()
    for fact in case.facts.of("event"):
        if syntax.pos[fact.token] == "VERB" and (told := _deed(case, part, fact)) is not None:
            start, behind = fact.token, (term.start for term in told if term.start > fact.token)
            end = min([end_of_deeds(syntax, start), *behind])
            proof = Proof((fact,), (), Term("", start, end, start))
            deeds.append(spanning(case, *trimmed(syntax, start, end), _DONE, proof))
    if len(case.query.given(part)) > 1 or len(deeds) == 1:
        yield from deeds


def _is_of_deed(query: Query, part: Fact) -> bool:
    """Whether a question names who did something, perhaps when, where or how, but not by another deed."""
    given = query.given(part)
    others = [one for one in given if one.role != "ARG0"]
    during = "ARGM-TMP" if "doing" in query.understanding.lowers else ""  # "when it rained"
    timed = all(one.role == during or query.syntax.pos[one.head] != "VERB" for one in others)
    return timed and len(others) < len(given)


def _deed(case: Case, part: Fact, fact: Fact) -> list[Term] | None:
    """Return what else of the question a deed has, where the same did it so; None where not."""
    who = [one for one in fact.terms if one.role == "ARG0"] or [*filter(None, [fact.term("ARG1")])]
    if (fact.denied, fact.modality, fact.clause) != (part.denied, part.modality, "") or not who:
        return None
    found = list[Term]()
    for asked in case.query.given(part):
        terms = who if asked.role == "ARG0" else [one for one in fact.terms if one not in who]
        if asked.role == "ARG0" and not case.alignment.tells(asked):
            continue  # "they"
        if (met := next((one for one in terms if _is_met(case, asked, one)), None)) is None:
            return None
        found += {met}.difference(who)
    return found


def _is_met(case: Case, asked: Term, term: Term) -> bool:
    """Whether a term of the story is one of the question; of times and adverbs, in the same words."""
    if asked.role not in ("ARGM-TMP", "ARGM-ADV", "ARGM-MNR"):
        return meant(case, asked, term)
    return set(content_words(case.query.text(asked))) <= set(case.facts.text(term).lower().split())


def end_of_deeds(syntax: Syntax, verb: int) -> int:
    """Return where a clause ends, with further deeds of the same doer: "washed the car and slept"."""
    own = [c for c in syntax.children_of(verb) if c > verb]
    apart = [c for c in own if syntax.deps[c] == "conj" and syntax.has_child(c, "nsubj")]
    apart += [c for c in own if syntax.deps[c] in ("parataxis", "punct") and not apart]
    return min([int(syntax.right[verb]) + 1, *(int(syntax.left[c]) for c in apart if c > verb + 1)])


def _reason(case: Case, fact: Fact, term: Term, sign: str, same: float) -> Proposal:
    """Return a clause of reason or purpose beside an event's verb as an answer."""
    told = case.alignment.sentence_support
    support = float(told[fact.sentence])
    strength = same * (support / max(float(told.max()), 1e-9)) * _SIGNS.get(sign, _PURPOSE)
    strength *= _NOTHING_NEW if says_nothing_new(case, term) else 1.0
    text = case.span_text(term.start, term.end)
    link = Link(f"why {fact.predicate}", text, f"marked by {sign!r}", strength)
    return spanning(case, term.start, term.end, strength, Proof((fact,), (link,), term), support)


def trimmed(syntax: Syntax, start: int, end: int, head: int = -1) -> tuple[int, int]:
    """Return a span without marks at its edges, with at least its head, if one is given."""
    while end > (start if head < 0 else head) + 1 and syntax.pos[end - 1] in _MARGIN:
        end -= 1
    while start < (end - 1 if head < 0 else head) and syntax.pos[start] in _MARGIN:
        start += 1
    return start, end


def _what_preceded(syntax: Syntax, verb: int) -> Term | None:
    """Return the clause that *and* joins another's to: "Ada dropped the vase and it broke"."""
    cause = int(syntax.heads[verb])
    joined = syntax.deps[verb] == "conj" and syntax.pos[cause] == "VERB" and syntax.has_child(verb, "nsubj")
    if not joined or "and" not in (syntax.lowers[c] for c in syntax.children_of(verb)):
        return None
    return Term("ARGM-CAU", *trimmed(syntax, int(syntax.left[cause]), int(syntax.left[verb])), cause)


def _what_prevented(syntax: Syntax, verb: int) -> Term | None:
    """Return the clause that *but* begins behind what was wanted or tried: "wanted to fly, but it rained"."""
    while syntax.deps[verb] == "xcomp":
        verb = int(syntax.heads[verb])
    for child in syntax.children_of(verb):
        below = syntax.children_of(child) if syntax.deps[child] == "conj" else ()
        if {"cc", "nsubj"} <= {syntax.deps[c] for c in below} and "but" in (syntax.lowers[c] for c in below):
            start, end = int(syntax.left[child]), int(syntax.right[child]) + 1
            return Term("ARGM-CAU", *trimmed(syntax, start, end), child)
    return None


def _what_led_to(syntax: Syntax, verb: int) -> Term | None:
    """Return the clause before one that *so* begins, or *so … that*: "it was so late that Ada left"."""
    before = [c for c in syntax.children_of(verb) if c < verb]
    so = next((c for c in before if syntax.lowers[c] in _HENCE), None)
    cause = int(syntax.heads[verb])
    if so is None and "that" in (syntax.lowers[c] for c in before):
        near = range(cause - 1, min(cause + _SO_FAR, int(syntax.left[verb])))
        so = verb if any(syntax.lowers[i] in ("so", "such") for i in near) else None
        while syntax.deps[cause] in ("advmod", "amod", "obj", "obl", "xcomp"):
            cause = int(syntax.heads[cause])
    if so is None or cause >= so or not syntax.deps[verb].startswith(_FOLLOWING):
        return None
    start, end = int(syntax.left[cause]), max(int(syntax.left[verb]), cause + 1)
    return Term("ARGM-CAU", *trimmed(syntax, start, end), cause)


def _sign(syntax: Syntax, token: int) -> str:
    """Return the word that marks a clause or phrase as a reason or purpose, or empty."""
    clause = syntax.deps[token].startswith("advcl")
    if syntax.deps[token] in ("conj", "parataxis"):
        before = (c for c in syntax.children_of(token) if c < token and syntax.deps[c] in ("cc", "mark"))
        return "for" if any(syntax.lowers[c] == "for" for c in before) else ""
    if not clause and not syntax.deps[token].startswith(("obl", "xcomp")):
        return ""
    marks = [c for c in syntax.children_of(token) if c < token and syntax.deps[c] in ("mark", "case")]
    words = [syntax.lowers[c] for c in marks if syntax.lowers[c] in _BECAUSE]
    return next((word for word in words if clause or word in ("because", "due")), "")


#: What somebody does who feels so. Own list.
_SHOWN = {
    verb: feeling
    for feeling, verbs in {
        "sad": "weep cry sob mourn grieve lament moan wail sigh pine tear",
        "happy": "rejoice laugh smile dance celebrate cheer beam grin sing embrace thank",
        "scared": "tremble shudder fear dread flee quake scream shriek cower shiver hide",
        "angry": "rage scold storm fume curse growl snarl stamp threaten abuse shout roar",
        "surprised": "gape wonder marvel stare gasp gaze blink",
        "jealous": "envy begrudge",
        "worried": "worry fret brood",
        "proud": "boast brag",
        "guilty": "regret repent",
        "ashamed": "blush",
        "curious": "inquire peep",
    }.items()
    for verb in verbs.split()
}
#: Adjectives of feeling that WordNet does not link to one. Own list.
_ADJECTIVES = word_set("""afraid proud jealous miserable satisfied unhappy content grateful ashamed anxious
    nervous curious lonely desperate envious eager guilty hopeful hopeless impatient indignant joyful
    lonesome merry mournful sorry sorrowful suspicious uneasy wretched delighted furious cross sick upset
    glad sad happy angry excited confused disappointed frightened scared terrified surprised astonished
    amazed pleased tired bored worried relieved hurt embarrassed shocked heartbroken thankful cheerful
    gloomy""")
#: How surely a word of that kind tells a feeling.
_SAID, _NAMED, _IS_SHOWN = 1.0, 0.8, 0.75
#: A feeling of somebody else counts little; one of nobody in particular, more.
_ANOTHER, _NOBODY = 0.45, 0.7
#: What is lost at the other end of the story than the question asks about.
_ELSEWHEN = 0.6
#: How many heads above a word its subject is searched for.
LEVELS = 4


@rule("feeling", "text", 0.0, ASKS_FEELING)
def feels(case: Case) -> list[Proposal]:
    """The story says how somebody feels, or what somebody does who feels so.

    How did Ada feel when the mill burned? -> The mill burned. Ada wept. -> sad
    """
    if (near := nearness(case)) is None:
        return []
    named = (term for fact in case.query.facts for term in fact.terms if term.role in _ROLES)
    agent = next((term for term in named if term.head >= 0), None)
    found = []
    length = max(1, len(case.facts.syntax))
    for token, feeling, sure in _expressed_feelings(case):
        away = {"first": token / length, "last": 1.0 - token / length}.get(case.query.time, 0.0)
        strength = float(near[token]) * sure * _whose(case, agent, token) * (1.0 - _ELSEWHEN * away)
        words = case.span_text(token, token + 1)
        link = Link("feel", words, "" if feeling == words else f"who does so is {feeling}", sure)
        proof = Proof((), (link,), Term("ARG2", token, token + 1, token), "nearness")
        found.append(Proposal(token, token + 1, feeling, strength, 0.0, proof))
    return found


def _expressed_feelings(case: Case) -> Iterator[tuple[int, str, float]]:
    """Yield the tokens that express a feeling, with the feeling and its weight."""
    syntax = case.facts.syntax
    for token in np.flatnonzero(case.alignment.allowed).tolist():
        part, lemma = syntax.pos[token], syntax.lemmas[token].lower()
        if part in ("ADJ", "VERB") and is_feeling(syntax.lowers[token]):
            yield token, syntax.words[token], _SAID
        elif part == "NOUN" and wordnet().class_of(lemma) == "noun.feeling":
            yield token, syntax.words[token], _NAMED
        elif part == "VERB" and lemma in _SHOWN:
            yield token, _SHOWN[lemma], _IS_SHOWN


def _whose(case: Case, agent: Term | None, token: int) -> float:
    """Return how well the subject of a word, or of what it hangs on, is whom the question names."""
    syntax = case.facts.syntax
    if agent is None:
        return 1.0
    for _ in range(LEVELS):
        if (subject := syntax.subject_of(token)) >= 0:
            return _ANOTHER + (1 - _ANOTHER) * case.alignment.meets(agent, subject)
        if not syntax.deps[token].startswith(("conj", "xcomp", "advcl", "obl", "obj", "amod", "acl")):
            break
        token = int(syntax.heads[token])
    return _NOBODY


@lru_cache(maxsize=4096)
def is_feeling(adjective: str) -> bool:
    """Whether an adjective or participle says how somebody feels."""
    if adjective in _ADJECTIVES:
        return True
    if any(wordnet().class_of(noun) == "noun.feeling" for noun in wordnet().derivations(adjective, "a")):
        return True
    base = wordnet().base(adjective, "v") if adjective.endswith(("ed", "en")) else ()
    return bool(base) and wordnet().class_of(base[0], "v") == "verb.emotion"
