"""What the story does not answer: it tells the event of others, denies it, or says that it was only wished.

The closed world of a short text: where every fact that could tell what is asked tells something else, nothing
in the story is the answer. The proposal has no words; its proof cites what the story tells instead.
"""

from __future__ import annotations

from collections.abc import Iterator

from symbolic_rc.graph.facts import Fact, Term
from symbolic_rc.graph.facts.reading.attribute_kinds import kind_of_adjective, kind_of_noun
from symbolic_rc.graph.facts.reading.attributes import PROPERTIES
from symbolic_rc.lexicon import wordnet
from symbolic_rc.question.query import LIGHT
from symbolic_rc.rules.alignment import SAME_WORD, is_under
from symbolic_rc.rules.case import VAGUE, Case, types_of
from symbolic_rc.rules.families.attributes import like_its_kind
from symbolic_rc.rules.families.events import CORE, OTHER
from symbolic_rc.rules.kernels import MET
from symbolic_rc.rules.passes import Pass, met_by_event
from symbolic_rc.rules.proof import Link, Proof, Proposal
from symbolic_rc.rules.terms import FEW, NOBODY, alike, key, meant

#: Kinds of attributes whose words are known, so that the story can be seen to have none.
_SHOWN = ("colour", "shape", "material", "age", "nationality", "size")
#: What is said so need not have happened; what is ordered or asked for mostly does.
_UNREAL = ("wished", "planned", "conditional")
#: A question that asks for a plan asks for no more.
_OF_PLANS = frozenset("will would could can might may shall should must want wanted plan planned".split())
#: The longer a story, the less it is told whole: at so many sentences it is as sure as not.
_WHOLE = 16.0


def told_otherwise(case: Case) -> list[Proposal]:
    """Propose no answer, where all that is told of such an event is told of others, or was not so."""
    if case.kind in ("reason", "manner", "yes/no") or case.options or not _is_plain(case):
        return []
    against = _against(case)
    if not against:
        return []
    sure = _WHOLE / (_WHOLE + int(case.facts.syntax.sentences[-1]))
    facts = tuple(dict.fromkeys(fact for fact, _ in against))
    _, gap = case.query.asked[0]
    links = tuple(Link(case.query.text(gap), "nothing", why, sure) for _, why in against[:1])
    return [Proposal(-1, -1, "", sure, 0.0, Proof(facts, links))]


def _is_plain(case: Case) -> bool:
    """Whether a question tells one thing in few words, so that nothing of it is easily misread."""
    query = case.query
    events = [fact for fact in query.facts if fact.kind == "event"]
    short = all(term.end - term.start <= FEW for fact in query.facts for term in fact.terms)
    plans = not _OF_PLANS.isdisjoint(word.lower() for word in query.understanding.words)
    return (
        not plans
        and len(events) <= 1
        and len(query.content) <= FEW + 1
        and short
        and not query.understanding.form
    )


def _against(case: Case) -> list[tuple[Fact, str]]:
    """Return the facts that tell what is asked of others, each with why it is no answer."""
    for kind, against in (
        ("comparison", _against_comparison),
        ("relation", no_relative),
        ("event", _against_event),
        ("attribute", _against_attribute),
    ):
        asked = [(part, gap) for part, gap in case.query.asked if part.kind == kind]
        if asked:
            return against(case, *asked[0])
    return []


def _against_event(case: Case, part: Fact, gap: Term) -> list[tuple[Fact, str]]:
    """Return the facts of such events, each with why it is no answer; none if one may be."""
    row = case.alignment.row.get(part.token)
    if row is None or part.predicate in LIGHT or part.denied or gap.link or not _given(case, part, gap):
        return []
    found = no_circumstance(case, part, gap)
    if found or (gap.role not in CORE and case.kind not in ("place", "time")):
        return found
    for fact in case.facts.of("event"):
        if float(case.alignment.best[row, fact.token]) < SAME_WORD:
            continue
        why = next(_doubts(case, part, gap, fact), "")
        if not why:
            return []
        found.append((fact, why))
    return found


def _given(case: Case, part: Fact, gap: Term) -> list[Term]:
    """Return the terms that the question names of those that one alone fills in an event."""
    others = (term for term in part.terms if term is not gap and term.role in CORE)
    return [term for term in others if term.head in case.alignment.row]


def _doubts(case: Case, part: Fact, gap: Term, fact: Fact) -> Iterator[str]:
    """Yield why a fact of the same event is not what is asked for."""
    given = _given(case, part, gap)
    for term in given:
        similarity = case.alignment.similarity(term)
        others = [one for one in fact.terms if one.role == term.role]
        named = [one for one in others if case.facts.syntax.pos[one.head] in ("NOUN", "PROPN")]
        differ = all(similarity[case.number_of(one)] < OTHER for one in named)
        differ = differ and all(alike(case, term, one) for one in named)
        elsewhere = [one for one in fact.terms if similarity[case.number_of(one)] >= MET]
        turned = all(one.role in CORE for one in elsewhere) and (not elsewhere or fact.sense == part.sense)
        if others and len(named) == len(others) and differ and turned:
            yield f"told of {case.facts.text(named[0])}"
    met = all(
        max((case.alignment.similarity(term)[case.number_of(one)] for one in fact.terms), default=0.0) >= MET
        for term in given
    )
    if fact.denied and met:
        yield "it was not so"
    if fact.modality in _UNREAL and met and case.facts.syntax.deps[fact.token] != "acl:relcl":
        yield f"only {fact.modality}"
    fillers = [one for one in fact.terms if one.role == gap.role]
    if fillers and all(case.facts.syntax.lowers[one.head] in NOBODY for one in fillers):
        yield "of nobody"
    if fillers and all(_is_no(case, one) for one in fillers):
        yield f"no {case.query.understanding.focus} is told"


def _is_no(case: Case, term: Term) -> bool:
    """Whether a thing of the story is none of the kind that the question names: a lamp is no animal."""
    counted = case.query.nouns_asked if case.kind == "number" else ()
    noun, syntax = case.query.kind_asked or next(iter(counted), ""), case.facts.syntax
    if not noun or noun in VAGUE or noun in PROPERTIES or syntax.pos[term.head] != "NOUN":
        return False
    if "PROPN" in syntax.pos[term.start : term.end]:
        return False  # "a bank in Warsaw" tells a town
    lemma = syntax.lemmas[term.head].lower()
    return wordnet().has(lemma, "n") and wordnet().has(noun, "n") and not is_under(lemma, noun)


def _against_attribute(case: Case, part: Fact, gap: Term) -> list[tuple[Fact, str]]:
    """Return what else is told, where each word of the asked kind is told of something else."""
    if gap.role != "value" or part.sense not in _SHOWN or like_its_kind(case):
        return []
    similarity = case.alignment.similarity(part.terms[0])
    of, found = dict[int, Fact](), []
    for fact in case.facts.of("attribute"):
        subject, value = fact.terms[0], fact.terms[1]
        if similarity[case.number_of(subject)] >= MET:
            if fact.sense == part.sense:
                return []
            found.append((fact, f"no {part.sense} is told"))
        elif similarity[case.number_of(subject)] < OTHER:
            of[value.head] = fact
    return found if all(token in of for token in _of_kind(case, part.sense)) else []


def _of_kind(case: Case, kind: str) -> Iterator[int]:
    """Yield the words of the story that tell an attribute of some kind."""
    syntax = case.facts.syntax
    for token in range(len(syntax)):
        lemma, pos = syntax.lemmas[token].lower(), syntax.pos[token]
        told = kind_of_adjective(lemma) if pos in ("ADJ", "NOUN") else ""
        if kind in (told, kind_of_noun(lemma) if pos == "NOUN" else "") or (pos == "NUM" and kind == "age"):
            yield token


def _against_comparison(case: Case, part: Fact, gap: Term) -> list[tuple[Fact, str]]:
    """Return the comparisons that the story tells, where none is of what the question names."""
    given = [term for term in part.terms if term is not gap and not _says_nothing(case, term)]
    told = [
        fact
        for kind in ("comparison", "attribute")
        for fact in case.facts.of(kind)
        if fact.predicate == part.predicate
    ]
    if not given or not told:
        return []
    for term in given:
        similarity = case.alignment.similarity(term)
        if any(similarity[case.number_of(one)] >= MET for fact in told for one in fact.terms):
            return []
    return [(fact, "told of others") for fact in told]


def _says_nothing(case: Case, term: Term) -> bool:
    """Whether a term of the question has no word that could be met."""
    return not any(i in case.alignment.row for i in range(term.start, term.end))


#: Relatives that a story tells as such, where others follow.
_DIRECT = ("parent", "spouse")
#: The kinds of terms that tell the circumstances of an event, by what a question asks for.
_CIRCUMSTANCES = {"place": "place", "time": "time"}


def no_circumstance(case: Case, part: Fact, gap: Term) -> list[tuple[Fact, str]]:
    """Return the facts that tell an event without the circumstance that is asked for.

    A place or time in the same sentence may be it, and so may one that is told of anybody who takes part.
    """
    kind = _CIRCUMSTANCES.get(case.kind, "")
    if not kind or not gap.role.startswith("ARGM"):
        return []
    told = [met.fact for met in met_by_event(case.alignment, part, None, Pass(), any_polarity=True)]
    if not told:
        return []
    terms = [term for fact in told for term in fact.terms]
    if any(term.role == "ARGM-ADV" and case.facts.syntax.pos[term.start] == "ADP" for term in terms):
        return []  # an adjunct that may be just that
    such = types_of(case.facts)[kind]
    about = {key(case, term) for fact in told for term in fact.terms if not term.role.startswith("ARGM")}
    sentences = {fact.sentence for fact in told}
    for fact in case.facts:
        near = fact.sentence in sentences or any(key(case, term) in about for term in fact.terms)
        if near and any(such[case.number_of(term)] for term in fact.terms):
            return []
    return [(fact, f"no {kind} is told") for fact in told]


def no_relative(case: Case, part: Fact, gap: Term) -> list[tuple[Fact, str]]:
    """Return whose relative somebody is said to be, where none is the one that is asked for."""
    if part.sense != "kinship" or part.predicate not in _DIRECT:
        return []
    place, given = next((i, term) for i, term in enumerate(part.terms) if term is not gap)
    told = [
        fact
        for fact in case.facts.of("relation")
        if fact.sense == "kinship" and any(meant(case, given, term) for term in fact.terms)
    ]
    if any(fact.predicate == part.predicate and meant(case, given, fact.terms[place]) for fact in told):
        return []
    return [(fact, "another relative is told") for fact in told[:1]]
