"""Facts of kinship: the sister of Ada, his sister Mina, had a sister, are brothers.

They are read off the words around a noun of kinship, since parsers attach names beside nouns least reliably.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product

from symbolic_rc.coref.mentions.syntax import pair_before
from symbolic_rc.graph.facts.fact import Fact, Term
from symbolic_rc.graph.facts.reading.phrases import name_at, sentence_end, sentence_start
from symbolic_rc.graph.facts.reading.source import Source
from symbolic_rc.lexicon import kinship
from symbolic_rc.lexicon.english import INDEFINITE_ARTICLES, NEGATIONS, POSSESSIVE_MARKS, POSSESSIVES
from symbolic_rc.lexicon.nouns import NounRelation

#: Possessives of one person, and the pronoun that is such a subject.
_SUBJECT_OF = {"his": "he", "her": "she"}
_OF = frozenset(("of", "to"))
#: Words between a noun and a name.
_NAMING = (("named",), ("called",), ("by", "the", "name", "of"))
#: Relatives whom siblings have in common, and spouses have not.
_OF_SIBLINGS = frozenset("parent sibling grandparent".split())
#: What follows a name between commas.
_CLOSING = frozenset(", . ; : ! ? ) -- — –".split())
#: How many heads above a noun its subject is searched for.
_LEVELS = 5


def kin_facts(source: Source) -> Iterator[Fact]:
    """Yield who is what to whom, by nouns of kinship; ids are not set.

    Who is not named is the noun itself: "the sister of Ada left". The other direction follows by clauses.
    """
    known: dict[tuple[int, int], str] = {}
    for fact in _by_nouns(source):
        one, of = fact.terms
        so_far = known.setdefault((one.entity, of.entity), fact.predicate)
        if so_far != fact.predicate and source.syntax.lowers[of.head] in _SUBJECT_OF:
            of = _term(source, "of", _subject_meant(source, of.head, -1), of.head)  # no nephew is a son
        if one.entity != of.entity:
            yield replace(fact, terms=(one, of))


def _by_nouns(source: Source) -> Iterator[Fact]:
    """Yield what each noun of kinship says of those around it."""
    for token, part in enumerate(source.syntax.pos):
        if source.syntax.lowers[token] == "anniversary":
            yield from _married(source, token)
        relation = _relation(source, token) if part == "NOUN" else None
        if relation is None or relation.kind != "kin":
            continue
        yield from _symmetric(source, token, relation)
        holders, had = _holders(source, token)
        named = _names(source, token) or [token]
        predicate = _is_predicate(source, token) and not had
        subject = source.child(token, "nsubj") if predicate else source.depictive_of(token)
        if subject >= 0:  # "Karl is the son of Ada and Otto"
            holders = [*holders, *(one for holder in holders for one in source.listed(holder))]
            subject = source.term("", subject).head  # "Bo, who is Ada's father"
            others = source.listed(subject)
            twins = source.syntax.tags[subject] == "NNS" and others  # "the twins Ben and Ella"
            named = others if twins else [subject, *others]
        for one, holder in product(named, holders):
            yield from _related(source, one, holder, relation, token)


def _relation(source: Source, token: int) -> NounRelation | None:
    """Return what a noun says of kinship, with its prefix where that is a token: "great-grandmother"."""
    known, lemma = kinship(), source.lemma(token)
    if token > 1 and source.syntax.words[token - 1] == "-":
        return known.get(f"{source.syntax.lowers[token - 2]}-{lemma}") or known.get(lemma)
    return known.get(lemma)


def _holders(source: Source, token: int) -> tuple[list[int], bool]:
    """Return whose relative a noun names, and whether by *have*."""
    syntax = source.syntax
    holder = _possessor(source, token)
    if holder >= 0 and syntax.lowers[holder] == "their" and source.entity_at(holder) >= 0:
        return _pair(source, holder, _relation(source, token)) or [holder], False
    if holder >= 0:
        return [_meant(source, holder, _names(source, token))], False
    if having := _having(source, token):
        return having, True
    joined = syntax.lowers[token - 1] in ("and", ",")  # "Ada's brother Karl and sister Mina"
    first = _kin_noun_before(source, token) if joined else -1
    if first >= 0:
        return _holders(source, first)
    bare = syntax.lowers[token - 1] == "and" and syntax.pos[token - 2] == "PROPN"  # "Ada and husband Bo"
    return [token - 2] if bare and token > 1 else [], False


def _pair(source: Source, holder: int, relation: NounRelation | None) -> list[int]:
    """Return whom *their* means: "Karl and his wife took their son", "Karl's brother asked their mother"."""
    syntax = source.syntax
    of_siblings = relation is not None and relation.relation in _OF_SIBLINGS
    begin, entity = sentence_start(syntax, holder), source.entity_at(holder)
    alone = entity >= 0 and len(source.entities[entity].mentions) == 1
    if begin and alone:  # "Karl's wife is Ada. Their son"
        begin = sentence_start(syntax, begin - 1)
    for noun in range(holder - 1, begin, -1):
        known, owner = _relation(source, noun), _possessor(source, noun)
        if known is None or owner < 0:
            continue
        joined = syntax.lowers[owner - 1] == "and" and syntax.lowers[owner] in _SUBJECT_OF
        spouse, siblings = known.relation == "spouse", known.relation == "sibling"
        fits = not of_siblings if spouse else joined or (of_siblings and siblings)
        if fits:
            names = _names(source, noun)
            return [_meant(source, owner, names), *(names or [noun])]
    return pair_before(syntax, holder)


def _having(source: Source, token: int) -> list[int]:
    """Return who has a relative: "Ada had a sister", "Ada is a woman with a son"."""
    syntax = source.syntax
    if syntax.deps[token] == "conj" and syntax.lowers[token - 1] in INDEFINITE_ARTICLES:
        token = int(syntax.heads[token])  # "Ada has a son called Bo and a daughter"
    above = int(syntax.heads[token])
    subject = source.subject(above)[0]
    if syntax.deps[token] == "obj" and syntax.lemmas[above] in ("have", "get"):
        return [subject, *source.listed(subject)] if subject >= 0 else []
    if syntax.deps[token] == "nmod" and source.case(token) == "with":
        return [subject if subject >= 0 else above]
    return []


def _kin_noun_before(source: Source, token: int) -> int:
    """Return the last noun of kinship of a sentence before a token, with nothing but names between; or -1."""
    syntax, known = source.syntax, kinship()
    at = token - 1
    while at >= 0 and (syntax.pos[at] == "PROPN" or syntax.lowers[at] in ("and", ",")):
        at -= 1
    same = at >= 0 and syntax.sentences[at] == syntax.sentences[token]
    return at if same and syntax.pos[at] == "NOUN" and source.lemma(at) in known else -1


def _possessor(source: Source, token: int) -> int:
    """Return the word for whose relative a noun names: "his father", "Ada's son", "a son of Ada"; or -1."""
    syntax = source.syntax
    for child in syntax.children_of(token):
        if syntax.deps[child] == "nmod:poss" or (syntax.deps[child] == "nmod" and source.case(child) in _OF):
            return child
    at = token - 1
    while at > 0 and syntax.pos[at] in ("ADJ", "NUM") and syntax.sentences[at] == syntax.sentences[token]:
        at -= 1
    if at >= 0 and syntax.lowers[at] in POSSESSIVES:
        return at
    marked = at > 0 and syntax.lowers[at] in POSSESSIVE_MARKS
    return at - 1 if marked and syntax.pos[at - 1] == "PROPN" else -1


def _meant(source: Source, holder: int, named: Sequence[int]) -> int:
    """Return the word that says whom a possessive means, nobody `named`: a subject or one nearer."""
    syntax = source.syntax
    if syntax.lowers[holder] not in _SUBJECT_OF:
        return holder
    begin, noun = sentence_start(syntax, holder), int(syntax.heads[holder])
    relation = kinship().get(source.lemma(noun))
    subjects = [i for i in range(begin, holder) if syntax.deps[i] == "nsubj" and syntax.pos[i] == "PROPN"]
    earlier = [i for i in range([begin, *subjects][-1], holder) if syntax.lowers[i] == syntax.lowers[holder]]
    if earlier and (relation is None or relation.relation != "spouse"):
        return _meant(source, earlier[0], named)  # "his brother Karl and his sister Mina"
    joined = holder - begin > 1 and syntax.lowers[holder - 1] in ("and", "with")
    if joined and _is_person(source, holder - 2):
        return holder - 2  # "Nancy and her niece", but not "spent Easter with her niece"
    if source.entity_at(holder) in {_term(source, "", one, one).entity for one in named}:
        return _subject_meant(source, holder, -1)
    if _is_mentioned_before(source, holder, begin):
        return holder
    return _subject_meant(source, holder, source.entity_at(holder))


def _is_mentioned_before(source: Source, holder: int, begin: int) -> bool:
    """Whether coreference finds whom a possessive means in the same sentence, other than by a possessive."""
    syntax, entity = source.syntax, source.entity_at(holder)
    mentions = source.entities[entity].mentions if entity >= 0 else ()
    heads = (source.mentions[i].head for i in mentions)
    near = [head for head in heads if begin <= head < holder and syntax.lowers[head] not in POSSESSIVES]
    owners = [head for head in near if syntax.deps[head] == "nmod:poss"]
    return len(near) > len(owners) or any(source.entity_at(int(syntax.heads[head])) < 0 for head in owners)


def _subject_meant(source: Source, holder: int, entity: int) -> int:
    """Return the name that is the subject of the clauses around a possessive, else the possessive."""
    syntax, at = source.syntax, holder
    for _ in range(_LEVELS):
        at = int(syntax.heads[at])
        subject = source.child(at, "nsubj")
        if 0 <= subject < holder and not source.listed(subject):
            if entity >= 0 and _contradicts(source, subject, entity):
                return holder  # "Peter came. Mary hugged his mother."
            named = _names(source, subject) if source.lemma(subject) in kinship() else [subject]
            return next((one for one in named if syntax.pos[one] == "PROPN"), holder)
    return holder


def _contradicts(source: Source, subject: int, entity: int) -> bool:
    """Whether a subject is of another gender than an entity that is known by more than pronouns."""
    own, known = source.entity_at(subject), source.entities[entity]
    gender = source.entities[own].gender if own >= 0 else ""
    described = any(source.mentions[i].kind != "pronoun" for i in known.mentions)
    return described and {gender, known.gender} == {"feminine", "masculine"}


def _names(source: Source, token: int) -> list[int]:
    """Return the names that a noun of kinship is joined with: "his sister Mina", "a son named Karl"."""
    if source.syntax.pos[token + 1 : token + 2] == ["PROPN"] and (beside := _name_behind(source, token)):
        return beside
    found = [*_names_below(source, token), *_names_before(source, token)]
    if names := list(dict.fromkeys(found)) or _name_behind(source, token):
        return names
    begin = sentence_end(source.syntax, token)
    end = sentence_end(source.syntax, begin) if begin < len(source.syntax) else begin
    return [one for i in range(begin, end) if (one := _name_given(source, i, token)) >= 0]


def _name_given(source: Source, name: int, noun: int) -> int:
    """Return *Karl* of "His name is Karl" and "Karl is the uncle's name", behind a noun of kinship; or -1."""
    syntax, owner = source.syntax, source.child(name, "nmod:poss")
    if owner < 0 or syntax.lowers[name] != "name":
        return -1
    begins = owner == sentence_start(syntax, owner) and syntax.lowers[owner] in _SUBJECT_OF
    own = begins or source.lemma(owner) == source.lemma(noun)
    given = int(syntax.heads[name]) if syntax.deps[name] == "nsubj" else source.child(name, "nsubj")
    return given if own and given >= 0 and syntax.pos[given] == "PROPN" else -1


def _names_below(source: Source, token: int) -> Iterator[int]:
    """Yield the names among a noun's dependents: in apposition, in a list."""
    syntax = source.syntax
    for child in syntax.children_of(token):
        dep = syntax.deps[child].partition(":")[0]
        beside = dep in ("appos", "flat") or (dep == "conj" and syntax.tags[token] == "NNS")
        if dep == "appos" and syntax.pos[child] != "PROPN":  # "her brother, the physician Karl Ohm"
            child = source.child(child, "appos", "flat")
        if beside and child > token and syntax.pos[child] == "PROPN":
            yield from (one for one in (child, *source.listed(child)) if syntax.pos[one] == "PROPN")


def _names_before(source: Source, token: int) -> Iterator[int]:
    """Yield the names that a noun is said of: "Karl the uncle of Mina", "Karl who is Mina's uncle"."""
    syntax = source.syntax
    above, dep = int(syntax.heads[token]), syntax.deps[token].partition(":")[0]
    begin = _possessor(source, token) - 2
    places = [above] if dep in ("nsubj", "compound", "appos") else []
    places += source.listed(above) if dep == "nsubj" and syntax.tags[token] == "NNS" else []
    places += [token - 2] if token > 1 and syntax.lowers[token - 1] == "the" else []
    places += [begin - 1] if begin > 0 and syntax.lowers[begin : begin + 2] == ["who", "is"] else []
    apposed = begin >= 0 and begin + 3 == token and syntax.words[begin + 1] == ","  # "Karl, her uncle, left"
    places += [begin] if apposed and syntax.words[token + 1 : token + 2] == [","] else []
    yield from (place for place in places if syntax.pos[place] == "PROPN")


def _name_behind(source: Source, token: int) -> list[int]:
    """Return the names right behind a noun, or behind a comma that another one closes: "his aunt, Mina,"."""
    syntax = source.syntax
    stop, at = sentence_end(syntax, token), token + 1
    comma = syntax.words[at : at + 1] == [","]
    at += next((len(one) for one in _NAMING if tuple(syntax.lowers[at : at + len(one)]) == one), comma)
    found = []
    while at < stop and syntax.pos[at] == "PROPN":
        end = name_at(syntax, at)[1]
        found.append(next((i for i in range(at, end) if source.entity_at(i) >= 0), end - 1))
        joined = syntax.tags[token] == "NNS" and syntax.lowers[end : end + 1] in ([","], ["and"])
        if not joined:
            at = end
            break
        at = end + 1 + (syntax.lowers[end + 1 : end + 2] == ["and"])
    begins = all(syntax.pos[i] not in ("VERB", "AUX") for i in range(sentence_start(syntax, token), token))
    closed = begins or at >= stop or syntax.words[at] in _CLOSING | POSSESSIVE_MARKS
    return [] if comma and not closed else found


def _married(source: Source, token: int) -> Iterator[Fact]:
    """Read "Ada gave Bo a ring on their wedding anniversary", and who celebrate it."""
    syntax, verb = source.syntax, int(source.syntax.heads[token])
    below = syntax.lowers[syntax.left[token] : syntax.right[token] + 1]
    if "their" not in below or {"wedding", "marriage"}.isdisjoint(below):
        return
    while syntax.pos[verb] != "VERB" and syntax.heads[verb] != verb:
        verb = int(syntax.heads[verb])
    subject = source.subject(verb)[0]
    people = [subject, *source.listed(subject)] if subject >= 0 else []
    people += [i for i in syntax.children_of(verb) if syntax.deps[i] in ("obj", "iobj", "obl")]
    people = [one for one in people if _is_person(source, one)]
    if len(people) == 2:
        yield from _related(source, people[0], people[1], kinship().all("spouse")[0], token)


def _symmetric(source: Source, token: int, relation: NounRelation) -> Iterator[Fact]:
    """Read "Ada and Bo are cousins", "Ada and Bo, two cousins", "the cousins Ada and Bo"."""
    if relation.relation != relation.inverse:
        return
    subject = source.child(token, "nsubj") if source.child(token, "cop") >= 0 else -1
    free = subject < 0 and _possessor(source, token) < 0 and not _having(source, token)
    if free and source.syntax.tags[token] == "NNS":
        apposed = source.syntax.deps[token] in ("appos", "conj") and source.child(token, "cc") < 0
        subject = next(iter(_names(source, token)), int(source.syntax.heads[token]) if apposed else -1)
    listed = [subject, *source.listed(subject)] if subject >= 0 else []
    for one, other in combinations((i for i in listed if i != token), 2):
        yield from _related(source, one, other, relation, token)


def _related(source: Source, one: int, other: int, relation: NounRelation, token: int) -> Iterator[Fact]:
    """Yield that one is so related to another, where they are known and two."""
    name = source.child(other, "appos")  # "Anna's sister Berta has a son": he is Berta's
    called = name >= 0 and source.syntax.pos[name] == "PROPN" and source.syntax.pos[other] != "PROPN"
    ends = _term(source, "subject", one, token), _term(source, "of", name if called else other, other)
    if ends[0].entity >= 0 <= ends[1].entity != ends[0].entity:
        fact = source.fact("relation", relation.relation, "kinship", ends, token)
        determiner = source.child(token, "det")
        has = source.syntax.deps[token] == "obj" and _possessor(source, token) < 0
        denied = determiner >= 0 and source.syntax.lowers[determiner] in NEGATIONS
        if not (has or denied or _is_predicate(source, token)):  # "she wants to see her son": she has one
            fact = replace(fact, denied=False)
            if source.speakers.get(token, -1) < 0:
                fact = replace(fact, modality="real", source=-1)
        yield fact


def _is_person(source: Source, token: int) -> bool:
    """Whether a word is a part of a person's name."""
    entity = _term(source, "", token, token).entity if source.syntax.pos[token] == "PROPN" else -1
    return entity >= 0 and source.entities[entity].type == "PERSON"


def _is_predicate(source: Source, token: int) -> bool:
    """Whether a noun says what somebody is, and not whom one is like."""
    return source.child(token, "cop") >= 0 and source.child(token, "case") < 0


def _term(source: Source, role: str, token: int, noun: int) -> Term:
    """Return the term of a name, which is one with the noun beside it where it has no entity of its own."""
    entity = source.entity_at(token)
    if source.syntax.pos[token] == "PROPN":
        start, end = name_at(source.syntax, token)
        whole = " ".join(source.syntax.words[start:end])
        entity = source.bearers.get(whole, entity)
        return Term(role, start, end, token, entity if entity >= 0 else source.entity_at(noun))
    start, end = source.phrase(token)
    while start < token and source.syntax.pos[start] == "ADP":
        start += 1
    return Term(role, start, end, token, entity)
