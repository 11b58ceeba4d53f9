"""What the story does not answer: it tells the event of others, denies it, or says that it was only wished.

The closed world of a short text: where every fact that could answer the question says something else, nothing
in the story is the answer. The proposal has no words; its proof cites what the story tells instead.
"""

from __future__ import annotations

from collections.abc import Iterator

from symbolic_rc.graph.facts import Fact, Term
from symbolic_rc.graph.facts.reading.attributes import PROPERTIES
from symbolic_rc.lexicon import wordnet
from symbolic_rc.lexicon.attribute_kinds import kind_of_adjective, kind_of_noun
from symbolic_rc.question.query import LIGHT
from symbolic_rc.rules.alignment import is_under
from symbolic_rc.rules.case import VAGUE, Case, types_of
from symbolic_rc.rules.families.attributes import like_its_kind
from symbolic_rc.rules.families.events import CORE, OTHER
from symbolic_rc.rules.kernels import MET
from symbolic_rc.rules.passes import Pass, met_by_event
from symbolic_rc.rules.proof import Link, Proposal
from symbolic_rc.rules.rule import rule
from symbolic_rc.rules.terms import FEW, alike, is_met, key, meant, said, same_events

#: Kinds of attributes whose words are known, so that the story can be seen to have none.
_SHOWN = ("colour", "shape", "material", "age", "nationality", "size")
#: What is said so need not have happened; what is ordered or asked for mostly does.
_UNREAL = ("wished", "planned", "conditional")
#: A question that asks for a plan asks for no more.
_OF_PLANS = frozenset("will would could can might may shall should must want wanted plan planned".split())
#: The longer a story, the less complete it is: at this many sentences absence proves nothing.
_WHOLE = 16.0
#: Relatives that a story tells as such, where others follow.
_DIRECT = ("parent", "spouse")
#: Facts, each with why it is no answer.
Against = list[tuple[Fact, str]]


@rule("told-otherwise", "stated", 0.5, source="own; the closed world of Reiter 1978", answers_nothing=True)
def stated_otherwise(case: Case) -> list[Proposal]:
    """Nothing in the story is the answer: such an event is only stated of others, denied, or wished.

    Who found the ring? -> Ada found a key. Bo bought a ring. -> nothing
    """
    if case.kind in ("reason", "manner", "yes/no") or case.options or not _is_plain(case):
        return []
    if not (against := _against(case)):
        return []
    sure = _WHOLE / (_WHOLE + int(case.facts.syntax.sentences[-1]))
    link = Link(case.query.text(case.query.asked[0][1]), "nothing", against[0][1], sure)
    return [said("", sure, [fact for fact, _ in against], (link,))]


def _is_plain(case: Case) -> bool:
    """Whether a question tells one thing in few words, so that nothing of it is easily misread."""
    query = case.query
    plans = not _OF_PLANS.isdisjoint(query.understanding.lowers)
    several = sum(fact.kind == "event" for fact in query.facts) > 1 or len(query.content) > FEW + 1
    long = any(term.end - term.start > FEW for fact in query.facts for term in fact.terms)
    return not (plans or several or long or query.understanding.form)


def _against(case: Case) -> Against:
    """Return the facts that state the same of others, each with the reason that it is no answer."""
    for kind, against in (
        ("comparison", _against_comparison),
        ("relation", _against_relation),
        ("event", _against_event),
        ("attribute", _against_attribute),
    ):
        asked = next(((part, gap) for part, gap in case.query.asked if part.kind == kind), None)
        if asked is not None:
            return against(case, *asked)
    return []


def _against_event(case: Case, part: Fact, gap: Term) -> Against:
    """Return the facts of such events, each with why it is no answer; none if one may be."""
    row, rows = case.alignment.row.get(part.token), case.alignment.row
    given = [term for term in part.terms if term is not gap and term.role in CORE and term.head in rows]
    if row is None or part.predicate in LIGHT or part.denied or gap.link or not given:
        return []
    found = _no_circumstance(case, part, gap)
    if found or (gap.role not in CORE and case.kind not in ("place", "time")):
        return found
    for fact in same_events(case, part):
        if not (why := next(_mismatches(case, part, gap, given, fact), "")):
            return []
        found.append((fact, why))
    return found


def _mismatches(case: Case, part: Fact, gap: Term, given: list[Term], fact: Fact) -> Iterator[str]:
    """Yield why a fact of the same event is not what is asked for."""
    syntax = case.facts.syntax
    others = (_another_in_role(case, part, term, fact) for term in given)
    yield from (f"about {case.facts.text(other)}" for other in others if other is not None)
    fillers = [one for one in fact.terms if one.role == gap.role]
    if any(map(case.facts.names_nobody, fillers)):
        return
    if all(is_met(case, term, fact.terms) for term in given):
        if fact.denied:
            yield "it was not so"
        elif fact.modality in _UNREAL and syntax.deps[fact.token] != "acl:relcl":
            yield f"only {fact.modality}"
        yield from ["by whom is not told"] * _is_agentless(case, gap, fact)
    if fillers and all(_is_no(case, one) for one in fillers):
        yield f"no {case.query.understanding.focus} is mentioned"


def _is_agentless(case: Case, gap: Term, fact: Fact) -> bool:
    """Whether a passive does not say who did it: "the clock was stolen", "Ada had her hair cut"."""
    syntax, undergoer = case.facts.syntax, fact.term("ARG1")
    above = int(syntax.heads[fact.token])
    caused = undergoer is not None and undergoer.end == fact.token
    caused &= bool({syntax.lemmas[above], syntax.lemmas[int(syntax.heads[above])]} & {"have", "get"})
    asked = case.kind == "person" and gap.role == "ARG0" and fact.term("ARG0") is None
    return asked and (caused or syntax.has_child(fact.token, "aux:pass"))


def _another_in_role(case: Case, part: Fact, term: Term, fact: Fact) -> Term | None:
    """Return who or what has the role of a term of the question in a fact, where that is another."""
    similarity = case.alignment.similarity(term)
    others = [one for one in fact.terms if one.role == term.role]
    elsewhere = [one for one in fact.terms if similarity[case.number_of(one)] >= MET]
    other_sense = bool(elsewhere) and fact.sense != part.sense
    if not others or other_sense or any(one.role not in CORE for one in elsewhere):
        return None
    for one in others:
        named = case.facts.syntax.pos[one.head] in ("NOUN", "PROPN")
        if not named or similarity[case.number_of(one)] >= OTHER or not alike(case, term, one):
            return None
    return others[0]


def _is_no(case: Case, term: Term) -> bool:
    """Whether a thing of the story is none of the kind that the question names: a lamp is no animal."""
    counted = case.query.nouns_asked if case.kind == "number" else ()
    noun, syntax = case.query.kind_asked or "".join(counted[-1:]), case.facts.syntax
    named = "PROPN" in syntax.pos[term.start : term.end]  # "a bank in Warsaw" tells a town
    if not noun or noun in VAGUE or noun in PROPERTIES or named or syntax.pos[term.head] != "NOUN":
        return False
    of = [c for c in syntax.children_of(term.head) if c > term.head and syntax.deps[c] == "nmod"]
    told = [syntax.lemmas[i].lower() for i in (term.head, *of)]  # "a kilogram of plums"
    words = wordnet()
    return words.has(noun, "n") and words.has(told[0], "n") and not any(is_under(one, noun) for one in told)


def _no_circumstance(case: Case, part: Fact, gap: Term) -> Against:
    """Return the facts that tell an event without the place or time asked for, which no other tells."""
    if case.kind not in ("place", "time") or not gap.role.startswith("ARGM"):
        return []
    told = [met.fact for met in met_by_event(case.alignment, part, None, Pass(any_polarity=True))]
    terms = [term for fact in told for term in fact.terms]
    such = types_of(case.facts)[case.kind]
    about = {key(case, term) for term in terms if not term.role.startswith("ARGM")}
    sentences = {fact.sentence for fact in told}
    for fact in case.facts if told else ():
        near = fact.sentence in sentences or any(key(case, term) in about for term in fact.terms)
        if near and such[[case.number_of(term) for term in fact.terms]].any():
            return []
    return [(fact, f"no {case.kind} is mentioned") for fact in told]


def _against_relation(case: Case, part: Fact, gap: Term) -> Against:
    """Return whose relative somebody is said to be, where none is the one that is asked for."""
    if part.sense != "kinship" or part.predicate not in _DIRECT:
        return []
    place, given = next((i, term) for i, term in enumerate(part.terms) if term is not gap)
    kin = [fact for fact in case.facts.of("relation") if fact.sense == "kinship"]
    if any(fact.predicate == part.predicate and meant(case, given, fact.terms[place]) for fact in kin):
        return []
    told = [fact for fact in kin if any(meant(case, given, term) for term in fact.terms)]
    return [(fact, "another relative is mentioned") for fact in told[:1]]


def _against_attribute(case: Case, part: Fact, gap: Term) -> Against:
    """Return the other facts, if each word of the asked kind belongs to something else."""
    if gap.role != "value" or part.sense not in _SHOWN or like_its_kind(case):
        return []
    similarity = case.alignment.similarity(part.terms[0])
    of_others: set[int] = set()
    found: Against = []
    for fact in case.facts.of("attribute"):
        near = similarity[case.number_of(fact.terms[0])]
        if near >= MET and fact.sense == part.sense:
            return []
        if near >= MET:
            found.append((fact, f"no {part.sense} is mentioned"))
        elif near < OTHER:
            of_others.add(fact.terms[1].head)
    return found if of_others.issuperset(_words_of_kind(case, part.sense)) else []


def _words_of_kind(case: Case, kind: str) -> Iterator[int]:
    """Yield the words of the story that tell an attribute of some kind."""
    syntax = case.facts.syntax
    for token, (lemma, pos) in enumerate(zip(syntax.lemmas, syntax.pos, strict=True)):
        told = kind_of_adjective(lemma.lower()) if pos in ("ADJ", "NOUN") else ""
        named = kind_of_noun(lemma.lower()) if pos == "NOUN" else ""
        if kind in (told, named) or (pos == "NUM" and kind == "age"):
            yield token


def _against_comparison(case: Case, part: Fact, gap: Term) -> Against:
    """Return the comparisons that the story tells, where none is of what the question names."""
    given = [term for term in part.terms if term is not gap and case.alignment.tells(term)]
    told = [one for one in case.facts.of("comparison", "attribute") if one.predicate == part.predicate]
    if not given or any(is_met(case, term, fact.terms) for term in given for fact in told):
        return []
    return [(fact, "about others") for fact in told]
