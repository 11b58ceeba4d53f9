"""Attribute facts: what somebody or something is, is like, is called."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts.fact import Fact, Term
from symbolic_rc.graph.facts.reading.source import Source
from symbolic_rc.lexicon.attribute_kinds import kind_of_adjective, kind_of_noun
from symbolic_rc.lexicon.english import STATE_ADVERBS, word_set
from symbolic_rc.lexicon.wordnet import wordnet

#: Verbs that say what their subject is, or comes to be.
_COPULAR = word_set("become remain seem look appear stay turn grow fall feel sound get be prove keep")
#: Kinds of attributes that what somebody is has, and so has the one who is it: a tall doctor is tall.
_PASSED_ON = ("nationality", "colour", "size", "age", "shape", "material")
#: Verbs that say of what something is made, with their prepositions.
_MADE, _FROM = word_set("make build carve weave forge knit craft"), ("out", "from", "of")
#: Kinds of attributes that a word between others before a noun tells, though it looks like a noun.
_ADJECTIVAL = ("colour", "size", "shape", "age")
#: Words that are taken for adverbs and say how somebody is: "fell asleep".
_SOMEBODY = word_set("PROPN he she i")
_STATES = word_set("asleep awake alone ill sick alive afraid")
#: Verbs of what is first one way, then another, with the prepositions of both.
_CHANGING = word_set("""turn change rise fall grow drop increase decrease shrink fade move shift postpone
    delay reschedule put push bring""")
_ENDS = {"from": 0, "to": 1, "into": 1}
#: Nouns that name a kind of attribute: "the colour of the house is red".
PROPERTIES = {
    "color": "colour", "colour": "colour", "size": "size", "age": "age", "shape": "shape", "name": "name",
    "nickname": "name", "profession": "profession", "job": "profession", "occupation": "profession",
    "trade": "profession", "nationality": "nationality", "price": "price", "cost": "price", "height": "size",
    "length": "size", "weight": "weight", "title": "name", "material": "material", "hobby": "hobby",
    "birthplace": "place", "home": "place", "hometown": "place",
}  # fmt: skip


def attribute_facts(source: Source) -> Iterator[Fact]:
    """Yield attribute facts in the order of the words that express them; ids are not set."""
    for token in range(len(source.syntax)):
        yield from _by_relation(source, token)
        yield from _by_word(source, token)


def _by_relation(source: Source, token: int) -> Iterator[Fact]:
    """Read an attribute off the relation of a word to its head."""
    syntax = source.syntax
    dep, pos = syntax.deps[token], syntax.pos[token]
    if source.child(token, "cop") >= 0:
        yield from _copula(source, token)
    elif dep == "amod" or (dep in ("compound", "nmod:desc") and pos != "PROPN"):
        yield from _modifier(source, token)
    elif dep.startswith("appos") and not source.begins_list(token):
        yield from _apposition(source, token)
    elif (subject := source.depictive_of(token)) >= 0:
        yield _fact(source, source.term("subject", subject, "depictive"), _value(source, token), token, token)
    elif dep in ("xcomp", "obj") and syntax.lemmas[int(syntax.heads[token])] in _COPULAR:
        yield from _copular_verb(source, token)
    elif dep == "acl":
        yield from _measured(source, token)
    elif dep == "xcomp" and pos in ("ADJ", "NOUN", "PROPN"):
        yield from _result(source, token)
    elif dep == "advmod" and syntax.lowers[token] in _STATES:
        yield from _copular_verb(source, token)


def _measured(source: Source, token: int) -> Iterator[Fact]:
    """Read "a ditch a metre wide"."""
    if source.syntax.pos[token] == "ADJ" and source.child(token, "obl:unmarked") >= 0:
        subject = source.term("subject", int(source.syntax.heads[token]))
        yield _fact(source, subject, _value(source, token), token, token)


def _by_word(source: Source, token: int) -> Iterator[Fact]:
    """Read an attribute off a word that tells one: a number, a verb of naming, making, changing, costing."""
    syntax = source.syntax
    lemma, tag, pos = syntax.lemmas[token], syntax.tags[token], syntax.pos[token]
    if tag[:2] == "VB" and lemma in _MADE:
        yield from _made_of(source, token)
    if pos == "NUM" and syntax.deps[token] == "nmod":
        yield from _aged(source, token)
    if lemma in _CHANGING and pos == "VERB":
        yield from _changing(source, token)
    if lemma == "cost" and pos == "VERB":
        yield from _priced(source, token)
    if lemma in ("work", "serve", "act", "train", "employ") and pos == "VERB":
        yield from _working_as(source, token)
    if source.child(token, "expl") >= 0:
        yield from _existential(source, token)
    if lemma in ("name", "call", "nickname", "christen", "title", "know", "dub") and tag in ("VBN", "VBD"):
        yield from _naming(source, token)


def _names_given(source: Source, verb: int) -> list[int]:
    """Return the heads of what a verb of naming calls something; "something" where a question asks for it."""
    syntax = source.syntax
    behind = [c for c in syntax.children_of(verb) if syntax.deps[c] in ("xcomp", "obj", "obl") and c > verb]
    names = [c for c in behind if syntax.pos[c] == "PROPN" or syntax.lowers[c] == "something"]
    if names or _is_active(syntax, verb):
        return names
    nouns = [c for c in behind if _is_noun(syntax, c)]
    return [c for c in nouns if syntax.deps[c] != "obl" or source.case(c) == "as"]


def _is_noun(syntax: Syntax, token: int) -> bool:
    """Whether a word is a noun, or one that WordNet does not know: "a drug called quinadol"."""
    unknown = syntax.pos[token] == "ADJ" and not wordnet().has(syntax.lowers[token])
    return unknown or syntax.pos[token] == "NOUN"


def _fact(source: Source, subject: Term, value: Term, token: int, said_at: int, kind: str = "") -> Fact:
    sense = kind or kind_at(source, value.head)
    return source.fact("attribute", source.lemma(value.head), sense, (subject, value), token, said_at)


def kind_at(source: Source, token: int) -> str:
    """Return the kind of attribute that a word of the story tells."""
    syntax = source.syntax
    lemma = syntax.lemmas[token].lower()
    if syntax.pos[token] == "NUM":
        return "number"
    if syntax.pos[token] == "PROPN":
        return "" if source.case(token) == "by" else "name"  # "The song is by Ann"
    if (case := source.case(token)) and syntax.pos[token] == "NOUN":
        been_to = case == "to" and source.child(token, "cop") >= 0
        placed = case in ("in", "at", "on", "near", "inside", "under", "from")
        return "place" if been_to or placed else ""
    if syntax.deps[token] == "compound" and kind_of_adjective(lemma) in _ADJECTIVAL:
        return kind_of_adjective(lemma)
    if syntax.pos[token] in ("ADJ", "VERB", "ADV"):
        return kind_of_adjective(lemma) or "state"
    return kind_of_noun(lemma) or "kind"


def _value(source: Source, head: int) -> Term:
    """Return the value of an attribute: of "in the end she was tall" the words after the verb."""
    value, copula = source.term("value", head), source.child(head, "cop")
    if value.head == head and value.start <= copula < head:
        inside = [source.phrase(i)[0] for i in source.syntax.children_of(head) if copula < i < head]
        value = replace(value, start=min([*inside, head]))
    while value.start < head and source.syntax.lowers[value.start] in STATE_ADVERBS:
        value = replace(value, start=value.start + 1)  # "is now a shop"
    while head < value.end - 1 and source.syntax.lowers[value.end - 1] in STATE_ADVERBS:
        value = replace(value, end=value.end - 1)  # "is green now"
    return value


def _copula(source: Source, head: int) -> Iterator[Fact]:
    """Read "Ada is a miller", "the mill is red", "her name was Ada", "the door's colour is red"."""
    syntax = source.syntax
    subject, link = source.subject(head)
    if subject < 0 <= (clause := source.child(head, "csubj")) and syntax.tags[clause] == "VBG":
        subject = clause  # "diving there is forbidden"
    asks = syntax.lowers[subject] in ("there", "what", "which") and source.antecedent(subject) < 0
    if subject < 0 or asks or source.child(head, "expl") >= 0:
        return
    value = _value(source, head)
    prop = PROPERTIES.get(syntax.lemmas[subject].lower(), "")
    holder = source.child(subject, "nmod:poss", "nmod") if prop else -1
    if holder >= 0:
        owner = source.term("subject", holder, f"its {syntax.lemmas[subject]}")
        yield _fact(source, owner, value, head, head, prop)
        return
    # "Emil was 9" tells an age
    somebody = not _SOMEBODY.isdisjoint((syntax.pos[subject], syntax.lowers[subject]))
    kind = "age" if syntax.pos[head] == "NUM" and somebody else ""
    for term in source.terms("subject", subject, link):
        yield _fact(source, term, value, head, head, kind)
    for child in syntax.children_of(head):
        if syntax.deps[child] == "conj" and syntax.pos[child] == syntax.pos[head]:
            yield from _further_predicate(source, child, head, subject)


def _further_predicate(source: Source, child: int, head: int, subject: int) -> Iterator[Fact]:
    """Read a further predicate: "Ada is a cook and a miller", "Ada is a cook, Bo a miller"."""
    if (own := source.child(child, "nsubj")) < 0:
        shared = source.term("subject", subject, "shared subject")
        yield _fact(source, shared, _value(source, child), child, head)
    elif own < child and source.child(child, "cop", "aux") < 0:
        value = source.term("value", child)
        value = replace(value, start=max(value.start, source.phrase(own)[1]))
        yield _fact(source, source.term("subject", own), value, child, head)


def _modifier(source: Source, token: int) -> Iterator[Fact]:
    """Read "the old red mill", "miller Ada Holm", "a silver ring"."""
    syntax = source.syntax
    if syntax.lowers[token] in ("own", "other", "same", "such", "certain", "only", "very"):
        return  # they say nothing of what a noun is like
    noun = int(syntax.heads[token])
    while syntax.deps[noun] == "compound" and kind_of_adjective(syntax.lemmas[noun]) in _ADJECTIVAL:
        noun = int(syntax.heads[noun])  # "a tiny round grey box", where "grey" was read as a noun
    denied = any(syntax.lowers[c] in ("not", "no") for c in syntax.children_of(token))
    # without the modifiers that stand before it: of "tiny round grey" only "round"
    degrees = ("advmod", "obl:unmarked")
    before = [i for i in syntax.children_of(token) if i < token and syntax.deps[i] in degrees]
    start = min([token, *(source.phrase(i)[0] for i in before)])
    value = Term("value", start, max(token + 1, source.phrase(token)[1]), token, source.entity_at(token))
    fact = _fact(source, source.term("subject", noun), value, token, token)
    yield replace(fact, denied=denied, modality="real", source=-1)
    of = _said_to_be(source, noun) if fact.sense in _PASSED_ON and not denied else -1
    if of >= 0:
        yield _fact(source, source.term("subject", of, "what it is"), value, token, noun)


def _said_to_be(source: Source, noun: int) -> int:
    """Return who or what is said to be what a noun names, or -1: a Swedish painter is Swedish."""
    if source.child(noun, "cop") >= 0:
        return source.subject(noun)[0]
    return int(source.syntax.heads[noun]) if source.syntax.deps[noun].startswith("appos") else -1


def _apposition(source: Source, token: int) -> Iterator[Fact]:
    noun = int(source.syntax.heads[token])
    subject, value = source.term("subject", noun, "apposition"), _value(source, token)
    aged = source.syntax.pos[token] == "NUM" and source.syntax.pos[noun] == "PROPN"
    yield _fact(source, subject, value, token, token, "age" if aged else "")  # "Greta, 34, is a lawyer"
    if source.syntax.pos[token] == "PROPN" and source.syntax.pos[noun] == "NOUN":
        # "his sister Mina": Mina is a sister, as well
        own = source.term("subject", token, "apposition")
        own = replace(own, entity=own.entity if own.entity >= 0 else subject.entity)
        kind = kind_of_noun(source.syntax.lemmas[noun].lower()) or "kind"
        yield _fact(source, own, source.without_case(source.term("value", noun)), token, token, kind)


def _existential(source: Source, verb: int) -> Iterator[Fact]:
    """Read "in the shed there were a goat and a plum": where they are."""
    place, subject = source.child(verb, "obl"), source.child(verb, "nsubj")
    if place < 0 <= subject:
        place = source.child(subject, "nmod")
    if subject < 0 or place < 0:
        return
    for one in (subject, *source.listed(subject)):
        start, end = source.phrase(one)
        end = min(end, int(source.syntax.left[place])) if place > one else end
        term = Term("subject", start, end, one, source.entity_at(one), "there")
        yield _fact(source, term, _value(source, place), place, verb, "place")


def _copular_verb(source: Source, token: int) -> Iterator[Fact]:
    """Read "she became a nurse", "he looked tired"."""
    verb = int(source.syntax.heads[token])
    lemma = source.syntax.lemmas[verb]
    thing = source.syntax.deps[token] == "obj" and lemma not in ("become", "remain")
    acts = source.syntax.pos[token] == "VERB" and source.syntax.tags[token] not in ("VBN", "VBG")
    subject, link = source.subject(verb)
    if subject >= 0 and not thing and not acts:
        term = source.term("subject", subject, link or lemma)
        yield _fact(source, term, _value(source, token), token, verb)


def _result(source: Source, token: int) -> Iterator[Fact]:
    """Read "painted the door red", "was elected mayor": what somebody or something is made."""
    verb = int(source.syntax.heads[token])
    changed = source.child(verb, "obj")
    if changed < 0 and source.child(verb, "aux:pass", "nsubj:pass") >= 0:
        changed = source.subject(verb)[0]
    if changed >= 0:
        link = f"result of {source.lemma(verb)}"
        yield _fact(source, source.term("subject", changed, link), _value(source, token), token, verb)


def _changing(source: Source, verb: int) -> Iterator[Fact]:
    """Read "turned from green to yellow", "rose from five to nine pounds": what it was, and then was."""
    syntax = source.syntax
    thing = source.child(verb, "obj")
    thing = thing if thing >= 0 else source.subject(verb)[0]
    below = list(syntax.children_of(verb))
    below += [grand for child in below for grand in syntax.children_of(child) if child > verb]
    told = {_ENDS[case]: child for child in below if (case := source.case(child)) in _ENDS}
    ends = [told.get(0, -1), told.get(1, -1)]
    if thing < 0 or min(ends) < 0:
        return
    for value in ends:
        start, end = source.phrase(value)
        start = max(start, source.child(value, "case") + 1)
        kind = kind_of_noun(source.lemma(value)) if syntax.pos[value] == "NOUN" else ""
        term = Term("value", start, ends[1] - 1 if value < ends[1] < end else end, value)
        yield _fact(source, source.term("subject", thing, "what changed"), term, value, verb, kind)


def _aged(source: Source, number: int) -> Iterator[Fact]:
    """Read "a boy of six": the age of the boy, and of whom he is said to be."""
    noun = int(source.syntax.heads[number])
    if source.case(number) == "of" and kind_of_noun(source.lemma(noun)) == "person":
        value = source.without_case(source.term("value", number))
        for one in dict.fromkeys((noun, _said_to_be(source, noun))):
            if one >= 0:
                yield _fact(source, source.term("subject", one, "of an age"), value, number, noun, "age")


def _priced(source: Source, verb: int) -> Iterator[Fact]:
    """Read "the hat cost nine euros": its price."""
    thing, price = source.subject(verb)[0], source.child(verb, "obj", "obl:unmarked")
    if thing >= 0 and price >= 0:
        term = source.term("subject", thing, "costs")
        yield _fact(source, term, source.term("value", price), verb, verb, "price")


def _working_as(source: Source, verb: int) -> Iterator[Fact]:
    """Read "Bo works as a cook", "the barn serves as a stable": what they are."""
    syntax, person = source.syntax, source.subject(verb)[0]
    for child in syntax.children_of(verb):
        if person >= 0 and syntax.pos[child] == "NOUN" and source.case(child) == "as":
            value = source.without_case(source.term("value", child))
            below = (c for c in syntax.children_of(child) if c > child and syntax.deps[c] == "nmod")
            ends = [int(syntax.left[c]) for c in below if source.case(c) != "of"]  # "a cook in Oslo"
            trade = replace(value, end=min([value.end, *ends]))
            kind = kind_of_noun(source.lemma(child)) or "kind"
            yield _fact(source, source.term("subject", person), trade, verb, verb, kind)


def _made_of(source: Source, verb: int) -> Iterator[Fact]:
    """Read "the box was made of oak", "carved a ring from bone", "a hut built out of mud": the material."""
    syntax = source.syntax
    if active := _is_active(syntax, verb):
        made = source.child(verb, "obj")
    else:
        made = int(syntax.heads[verb]) if syntax.deps[verb] == "acl" else source.subject(verb)[0]
    for child in syntax.children_of(verb):
        stuff = syntax.deps[child].startswith("obl") and source.case(child) in _FROM[: 2 if active else 3]
        if made >= 0 and stuff:
            value = source.without_case(source.term("value", child))
            term = source.term("subject", made, "what it is made of")
            yield _fact(source, term, value, verb, verb, "material")


def _is_active(syntax: Syntax, verb: int) -> bool:
    return syntax.tags[verb] != "VBN" or syntax.has_child(verb, "nsubj")


def _naming(source: Source, verb: int) -> Iterator[Fact]:
    """Read "a man named Bo", "they called the dog Rex", "molten rock, known as magma"."""
    syntax = source.syntax
    names = _names_given(source, verb)
    if not names:
        return
    named = source.child(verb, "obj")
    if named == names[-1] and _is_active(syntax, verb) and syntax.lowers[named] != "something":
        return  # "Ada called Bo"
    if named < 0 or named == names[-1]:
        named = source.subject(verb)[0]
    if named >= 0 and named != names[-1]:
        term = source.term("subject", named, syntax.lowers[verb])
        yield _fact(source, term, _value(source, names[-1]), names[-1], verb, "name")
        if syntax.pos[named] == "NOUN" and syntax.deps[verb] == "acl" and syntax.pos[names[-1]] == "PROPN":
            own = source.term("subject", names[-1], syntax.lowers[verb])  # "a farmer called Bo": Bo is one
            start = source.phrase(named)[0]
            yield _fact(source, own, Term("value", start, named + 1, named, term.entity), named, verb)
