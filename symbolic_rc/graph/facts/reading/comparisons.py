"""Facts of comparisons (older than whom, the oldest, as old as whom) and of quantities (how many of what)."""

from __future__ import annotations

from collections.abc import Iterator

from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts.fact import Fact
from symbolic_rc.graph.facts.reading.phrases import sentence_start
from symbolic_rc.graph.facts.reading.source import Source
from symbolic_rc.lexicon import wordnet
from symbolic_rc.lexicon.english import INDEFINITE_ARTICLES
from symbolic_rc.lexicon.measures import unit_kinds
from symbolic_rc.lexicon.scales import adjective_of

_DIRECTIONS = {"more": "more", "less": "less", "fewer": "less", "most": "most", "least": "least"}

#: The degrees that compare two; others compare one with a group.
_OF_TWO = ("more", "less", "equal")
#: The relations of what is compared with.
_COMPARED = ("obl", "nmod", "advcl", "acl", "ccomp", "obj")
_DEGREES = {"JJR": "more", "RBR": "more", "JJS": "most", "RBS": "most"}
#: Maximum distance, in sentences, from a bare number to what was counted before.
_BACK = 2


def comparison_facts(source: Source) -> Iterator[Fact]:
    """Yield a fact for each comparative, superlative and equative; ids are not set."""
    syntax = source.syntax
    for token in range(len(syntax)):
        degree = degree_of(source, token) if syntax.pos[token] in ("ADJ", "ADV", "NOUN") else ""
        standard = _standard(source, token, degree) if degree else -1
        if degree == "equal" and syntax.lowers[token] in ("many", "much") and syntax.deps[token] == "amod":
            degree, token = _times(syntax, token), int(syntax.heads[token])
        subject, link = _subject(source, token) if degree else (-1, "")
        if subject < 0:
            continue
        if standard < 0 and degree in ("more", "less") and source.child(token, "cop") >= 0:
            standard = _before(source, token)
        if standard < 0 and degree in _OF_TWO:
            continue
        role = "standard" if degree in _OF_TWO else "among"
        others = [source.term(role, standard)] if standard >= 0 else []
        base = base_of(syntax.lemmas[token], syntax.lowers[token])
        if syntax.lowers[token] in _DIRECTIONS:  # "he has 20 stamps, and she has 5 more than he has"
            nouns = (i for i in range(token - 1, -1, -1) if syntax.pos[i] == "NOUN")
            base = next((source.lemma(i) for i in nouns if source.child(i, "nummod") >= 0), base)
        for who in source.terms("subject", subject, link):  # "Esi and Yaa are younger"
            yield source.fact("comparison", base, degree, (who, *others), token)


def _times(syntax: Syntax, many: int) -> str:
    """Return how "as many" compares: more in "twice as many", less in "half as many", else as much."""
    before = set(syntax.lowers[max(0, many - 3) : many])
    return "more" if before & {"twice", "thrice", "times"} else "less" if "half" in before else "equal"


def degree_of(source: Source, token: int) -> str:
    """Return ``more``, ``less``, ``equal``, ``most`` or ``least`` for a compared word, else empty."""
    syntax = source.syntax
    if syntax.lowers[token] in _DIRECTIONS and syntax.deps[token] == "obj":
        return _DIRECTIONS[syntax.lowers[token]] if source.child(token, "nummod") >= 0 else ""
    if syntax.lowers[token] in ("many", "much") and syntax.lowers[token - 1] == "as":
        return "equal"
    if syntax.tags[token] in _DEGREES and syntax.lowers[token] not in _DIRECTIONS:
        return _DEGREES[syntax.tags[token]]
    for child in syntax.children_of(token):
        if child < token and syntax.lowers[child] in _DIRECTIONS and syntax.deps[child] in ("advmod", "amod"):
            return _DIRECTIONS[syntax.lowers[child]]
        if child < token and syntax.lowers[child] == "as" and syntax.deps[child] == "advmod":
            return "equal"
    return ""


def base_of(lemma: str, form: str) -> str:
    """Return the positive of a compared adjective or adverb: ``old`` of "older", ``slow`` of "slowly"."""
    lemma, form = lemma.lower(), form.lower()
    if (found := adjective_of(form)) != form:
        return found
    return lemma if wordnet().has(lemma, "a") or wordnet().has(lemma, "n") else form


def _subject(source: Source, token: int) -> tuple[int, str]:
    """Return who is compared: the subject of the copula or verb, or the noun that the adjective modifies."""
    syntax = source.syntax
    if source.child(token, "cop") >= 0 and (own := source.subject(token))[0] >= 0:
        return own
    above, dep = int(syntax.heads[token]), syntax.deps[token].partition(":")[0]
    if dep in ("amod", "nmod"):
        return source.subject(above) if source.child(above, "cop") >= 0 else (above, "")
    if dep == "appos":  # "Yaa, the youngest, …"
        return above, "apposition"
    if dep in ("advmod", "xcomp", "obl", "obj", "root", "conj", "ccomp"):
        own = source.subject(token)
        return own if own[0] >= 0 else source.subject(above)
    return -1, ""


def _standard(source: Source, token: int, degree: str) -> int:
    """Return the token with which is compared ("than Ada"), or the group ("of the three"); or -1."""
    syntax = source.syntax
    wanted = ("than", "as") if degree in _OF_TWO else ("of", "in", "among", "on", "at")
    for head in (token, int(syntax.heads[token])):
        for child in syntax.children_of(head):
            marked = any(syntax.lowers[c] in wanted and c < child for c in syntax.children_of(child))
            if child > token and marked and syntax.deps[child].partition(":")[0] in _COMPARED:
                inner = source.child(child, "nsubj")
                return inner if inner >= 0 else child
    return -1


def _before(source: Source, token: int) -> int:
    """Return the subject of the sentence before, where a name: "Ada is tall. Bo is even taller."; or -1."""
    syntax, end = source.syntax, sentence_start(source.syntax, token)
    near = range(sentence_start(syntax, end - 1) if end else end, end)
    named = (i for i in near if syntax.deps[i].startswith("nsubj") and syntax.pos[i] == "PROPN")
    return next(named, -1)


def quantity_facts(source: Source) -> Iterator[Fact]:
    """Yield a fact for each number with what it counts; ids are not set."""
    syntax, before = source.syntax, -1
    for token in range(len(syntax)):
        dep, above = syntax.deps[token].partition(":")[0], int(syntax.heads[token])
        if dep == "nummod":
            before = counted = above
        elif dep == "det" and syntax.lowers[token] in INDEFINITE_ARTICLES and _measured(source, above) >= 0:
            counted = above
        elif dep in ("nsubj", "obj") and syntax.pos[token] == "NUM":  # "She broke two"
            of = source.child(token, "nmod")  # "six of his goats"
            counted = of if of >= 0 else before
            if counted < 0 or int(syntax.sentences[token]) - int(syntax.sentences[counted]) > _BACK:
                continue
        else:
            continue
        said_at = counted if dep in ("nummod", "det") else token
        terms = (source.term("counted", said_at), source.term("value", token))
        noun = source.lemma(_noun_for(source, counted))
        yield source.fact("quantity", noun, "number", terms, token, said_at)
        if said_at == counted and (measured := _measured(source, counted)) >= 0:
            yield source.fact("quantity", source.lemma(measured), "number", terms, token, said_at)


def _measured(source: Source, unit: int) -> int:
    """Return what a unit measures: *berries* of "a kilogram of berries"; or -1."""
    nouns = source.syntax.children_of(unit) if unit_kinds(source.syntax.lemmas[unit].lower()) else ()
    return next((c for c in nouns if source.syntax.deps[c] == "nmod" and source.case(c) == "of"), -1)


def _noun_for(source: Source, counted: int) -> int:
    """Return what a counted pronoun stands for: *goats* of "six of them", where it is said; else itself."""
    if source.syntax.tags[counted] in ("WP", "WDT"):  # "six of which"
        before = (i for i in range(counted - 1, -1, -1) if source.syntax.pos[i] == "NOUN")
        return next(before, counted) if (whole := source.antecedent(counted)) < 0 else whole
    entity = source.entity_at(counted) if source.syntax.pos[counted] == "PRON" else -1
    heads = (source.mentions[i].head for i in source.entities[entity].mentions) if entity >= 0 else ()
    return next((head for head in heads if source.syntax.pos[head] == "NOUN"), counted)
