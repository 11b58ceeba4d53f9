"""Patterns of facts: what a question's statement says, with what is asked for as the variable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts import Fact, Term
from symbolic_rc.graph.facts.reading.attributes import PROPERTIES
from symbolic_rc.graph.facts.reading.comparisons import base_of
from symbolic_rc.lexicon import kinship
from symbolic_rc.lexicon.english import BE, NOT, QUESTION_WORDS, word_set
from symbolic_rc.question.statement import Statement
from symbolic_rc.question.understanding import word_in_place

#: Marks of a gap in cloze statements.
PLACEHOLDERS = ("@placeholder", "placeholder", "xxxxx", "_____", "___")
#: The adjuncts that question words ask for.
ADJUNCTS = {"when": "ARGM-TMP", "where": "ARGM-LOC", "why": "ARGM-CAU", "how": "ARGM-MNR"}
#: Nouns that only introduce what is asked for: "what kind of fish"; those that do so before "of" alone.
INTRODUCING = word_set("type kind sort name one some")
PARTITIVE = word_set("piece item article species breed variety")


def gap_of(syntax: Syntax, start: int, end: int, placeholder: str = "") -> int:
    """Return the question word or placeholder that marks the gap in a span, or -1."""
    marks = (placeholder.lower(),) if placeholder else PLACEHOLDERS
    marked = next((i for i in range(start, end) if syntax.lowers[i] in marks), -1)
    asked = (i for i in range(start, end) if syntax.lowers[i] in QUESTION_WORDS)
    within = word_in_place(syntax.lowers[start:end])
    if marked >= 0 or within >= 0:
        return marked if marked >= 0 else start + within
    return next((i for i in asked if syntax.tags[i][:1] in "WDIR"), -1)


def pattern_of(
    syntax: Syntax, span: tuple[int, int], form: Statement, gap: int, facts: Sequence[Fact], wh: str
) -> tuple[tuple[Fact, ...], frozenset[int]]:
    """Return what a question says as facts, and the tokens of its variable.

    Its statement has the tokens of `span`, the form `form`, and was read as `facts`; `gap` is the token that
    stands for the question word `wh`, or -1.
    """
    found = [replace(fact, modality="real") if _is_stated(fact) else fact for fact in facts]
    if gap < 0 <= form.verb and wh in ADJUNCTS:
        main, adjunct = ("event", span[0] + form.verb), Term(ADJUNCTS[wh], -1, -1, -1)
        own = [(fact.kind, fact.token) == main for fact in found]
        found = [replace(f, terms=(*f.terms, adjunct)) if it else f for f, it in zip(found, own, strict=True)]
    found = [fact for fact in found if not _is_bare_noun(fact, gap, syntax)]
    found = [_turned(_name_asked(fact, gap, syntax), gap, syntax, wh) for fact in found]
    found = _compared(syntax, span, gap, found)
    found += _relations(syntax, span, found)
    found += _ownership(syntax, gap, found)
    listed = _asked_together(syntax, gap, found)
    return tuple(found), _variables(syntax, gap, found) | listed if gap >= 0 else frozenset()


def _asked_together(syntax: Syntax, gap: int, found: list[Fact]) -> frozenset[int]:
    """Return what is asked for with the first of a list, "what month and year"; take it from the events."""
    if gap < 0 or syntax.deps[gap] != "det":
        return frozenset()
    listed = frozenset(i for i in syntax.children_of(int(syntax.heads[gap])) if syntax.deps[i] == "conj")
    for i, fact in enumerate(found if listed else ()):
        if fact.kind == "event":
            found[i] = replace(fact, terms=tuple(term for term in fact.terms if term.head not in listed))
    return listed


def _variables(syntax: Syntax, gap: int, facts: Sequence[Fact]) -> frozenset[int]:
    found = {gap}
    noun = int(syntax.heads[gap])
    if syntax.deps[gap] in ("det", "amod"):
        found.add(noun)
    if syntax.lemmas[noun] in INTRODUCING | PARTITIVE and syntax.deps[gap] == "det":
        of = possessor(syntax, noun)
        found |= {of} if of >= 0 else set()  # "what kind of fish", "which piece of furniture"
    if syntax.lowers[gap] == "so" and syntax.deps[gap] == "advmod" and noun == gap + 1:
        found.add(noun)  # "how old"
    if syntax.lowers[gap + 1 : gap + 2] in (["many"], ["much"]):
        counted = next((i for i in range(gap + 2, min(gap + 5, len(syntax))) if syntax.pos[i] == "NOUN"), -1)
        while counted >= 0 and syntax.deps[counted] == "compound" and syntax.heads[counted] > counted:
            counted = int(syntax.heads[counted])  # "how many apple trees"
        found |= {counted} if counted >= 0 else set()
    return _with_equated(syntax, found, facts)


def _with_equated(syntax: Syntax, found: set[int], facts: Sequence[Fact]) -> frozenset[int]:
    """Return the tokens of the variable with those of what an attribute says to be the same."""
    for fact in facts:
        if fact.kind == "attribute":
            subject, value = fact.terms[0].head, fact.terms[1].head
            placed = any(syntax.deps[i] == "case" for i in syntax.children_of(value))  # "… is in the hall"
            if subject in found and syntax.pos[value] == "NOUN" and not placed and len(facts) > 1:
                found.add(value)  # "someone is the man who …"
            elif fact.sense == "name" and value in found:
                found.add(subject)  # "something is the name of the man who …"
    return frozenset(found)


def _turned(fact: Fact, gap: int, syntax: Syntax, wh: str) -> Fact:
    """Return "some colour is the mill" as an attribute of the mill whose value is asked for."""
    fact = _of_time(fact, gap, syntax)
    if wh == "where" and fact.predicate == "be" and len(fact.terms) == 2 and fact.terms[1].head == gap:
        terms = replace(fact.terms[0], role="subject"), replace(fact.terms[1], role="value")
        return replace(fact, kind="attribute", predicate="", sense="place", terms=terms)
    if fact.kind != "attribute" or gap < 0:
        return fact
    subject, value = fact.terms
    if syntax.pos[value.head] == "ADJ" and value.head < gap < value.end:
        # "Ada is proud of something" asks of what, and states that she is proud
        return replace(fact, terms=(subject, replace(value, start=value.head, end=value.head + 1)))
    if value.head == gap and (wh == "where" or (fact.sense == "name" and value.start == gap)):
        return replace(fact, predicate="", sense="place" if wh == "where" else "name")
    return _property_asked(fact, gap, syntax)


def _is_stated(fact: Fact) -> bool:
    """Whether what a question says as planned, asked or due is read as a fact: "How wide should it be?"."""
    return fact.modality in ("planned", "asked") or (fact.kind, fact.modality) == ("attribute", "obliged")


def _is_bare_noun(fact: Fact, gap: int, syntax: Syntax) -> bool:
    """Whether an event is a noun of which the variable alone is told: *model* of "wants to buy the model"."""
    noun = fact.kind == "event" and syntax.pos[fact.token] == "NOUN"
    return noun and [term.head for term in fact.terms] == [gap]


def _name_asked(fact: Fact, gap: int, syntax: Syntax) -> Fact:
    """Return what asks for a name, "Ada calls it something", with it and the name in these roles."""
    if fact.kind != "event" or fact.predicate not in ("call", "name") or syntax.lowers[gap] != "something":
        return fact
    others = [one for one in fact.terms if one.role in ("ARG1", "ARG2") and one.head != gap]
    if len(others) != 1 or not fact.token < others[0].head < gap or syntax.deps[gap] == "nsubj":
        return fact
    kept = (one for one in fact.terms if one.role not in ("ARG1", "ARG2"))
    name = Term("ARG2", gap, gap + 1, gap)
    return replace(fact, terms=(*kept, replace(others[0], role="ARG1"), name))


def _of_time(fact: Fact, gap: int, syntax: Syntax) -> Fact:
    """Return an event with the variable as its time, where *how often* or *how long* is asked."""
    asked = syntax.lowers[gap + 1 : gap + 2] if fact.kind == "event" and gap >= 0 else []
    if asked not in (["often"], ["long"]):
        return fact
    inside = (one for one in fact.terms if one.start <= gap < one.end)
    own = {one for one in inside if asked == ["often"] or one.role == "ARGM-MNR"}
    terms = (replace(one, role="ARGM-TMP") if one in own else one for one in fact.terms)
    return replace(fact, terms=tuple(terms))


def _property_asked(fact: Fact, gap: int, syntax: Syntax) -> Fact:
    """Return an attribute with the noun of a property as the kind of value that is asked for."""
    subject, value = fact.terms
    kind = PROPERTIES.get(syntax.lemmas[value.head].lower(), "")
    holder = possessor(syntax, value.head) if subject.head == gap and kind else -1
    if holder >= 0:
        start, end = int(syntax.left[holder]), int(syntax.right[holder]) + 1
        of = Term("subject", start, end, holder)
        return replace(fact, predicate="", sense=kind, terms=(of, replace(subject, role="value")))
    if kind and value.start <= gap < value.end and value.head != gap:
        return replace(fact, predicate="", sense=kind)  # "Bo is some nationality"
    kind = PROPERTIES.get(syntax.lemmas[subject.head].lower(), "")
    if not (subject.start <= gap < subject.end and subject.head != gap and kind):
        return fact
    turned = replace(value, role="subject"), replace(subject, role="value")
    return replace(fact, predicate="", sense=kind, terms=turned)


def _next_id(facts: Iterable[Fact]) -> int:
    return 1 + max((fact.id for fact in facts), default=-1)


def _relations(syntax: Syntax, span: tuple[int, int], facts: Sequence[Fact]) -> Iterator[Fact]:
    """Yield the relations of kinship and role that a question names: "Bo's sister", "the mother of Ada"."""
    known = kinship()
    number = _next_id(facts)
    for token in range(*span):
        relation = known.get(syntax.lemmas[token]) if syntax.pos[token] in ("NOUN", "PROPN") else None
        holder = possessor(syntax, token) if relation else -1
        if relation is None or holder < 0:
            continue
        equated = (f.terms[0].head for f in facts if f.kind == "attribute" and f.terms[1].head == token)
        head = next(equated, token)  # "someone is Bo's sister"
        terms = (Term("subject", head, head + 1, head), Term("of", holder, holder + 1, holder))
        family = "kinship" if relation.kind == "kin" else "role"
        yield Fact(number, "relation", relation.relation, family, terms, token, int(syntax.sentences[token]))
        number += 1


def _ownership(syntax: Syntax, gap: int, facts: Sequence[Fact]) -> list[Fact]:
    """Return that what is asked for owns its noun: "whose ladder", where that is no relative."""
    noun = int(syntax.heads[gap]) if gap >= 0 and syntax.deps[gap] == "nmod:poss" else -1
    if noun <= gap or any(fact.kind == "relation" and fact.token == noun for fact in facts):
        return []
    terms = Term("subject", gap, gap + 1, gap), Term("of", gap + 1, noun + 1, noun)
    return [Fact(len(facts), "relation", "owns", "possession", terms, noun, int(syntax.sentences[noun]))]


def possessor(syntax: Syntax, token: int) -> int:
    """Return whom or what a noun is of: "Ada" in "the mother of Ada", "Ada's mother"; or -1."""
    for child in syntax.children_of(token):
        cases = {syntax.lowers[c] for c in syntax.children_of(child) if syntax.deps[c] == "case"}
        if syntax.deps[child] == "nmod:poss" or (syntax.deps[child] == "nmod" and cases & {"of", "to"}):
            return child
    return -1


_DEGREES = {
    "more": "more", "less": "less", "fewer": "less", "most": "most", "least": "least", "fewest": "least"
}  # fmt: skip
_NO_SCALE = word_set("more most less least fewer fewest first last best better other rather later latest")
_GRADED = ("JJR", "RBR", "JJS", "RBS")


def _compared(syntax: Syntax, span: tuple[int, int], gap: int, facts: Sequence[Fact]) -> list[Fact]:
    """Return the facts with the comparison that a question's words make, in place of the parser's."""
    start, end = span
    if (found := _graded(syntax, start, end)) is None:
        return list(facts)
    sense, word, behind = found
    standard = _standard(syntax, behind, end, "as" if sense == "equal" else "than")
    subject = Term("subject", gap, gap + 1, gap) if gap >= 0 else _subject(syntax, start, word)
    # the question asks who or which is so where only nouns and verbs stand between
    asks_other = gap >= min(word, start + 3)
    needs_standard = sense == "equal" or (sense in ("more", "less") and gap < 0)
    if subject is None or asks_other or (needs_standard and standard is None):
        return list(facts)
    terms = (subject,) if standard is None else (subject, standard)
    denied = any(syntax.lowers[i] in NOT | {"never"} for i in range(start, word))
    base = base_of(syntax.lemmas[word], syntax.lowers[word])
    sentence = int(syntax.sentences[word])
    fact = Fact(_next_id(facts), "comparison", base, sense, terms, word, sentence, denied)
    return [*(one for one in facts if one.kind != "comparison"), fact]


def _graded(syntax: Syntax, start: int, end: int) -> tuple[str, int, int] | None:
    """Return the direction, the compared word, and the place behind it."""
    for i in range(start, end):
        low = syntax.lowers[i]
        if low in _DEGREES and i + 1 < end and syntax.lowers[i + 1].isalpha():
            if syntax.lowers[i + 1] in ("than", "of", "like"):
                continue
            return _DEGREES[low], i + 1, i + 2
        if low == "as" and i + 2 < end and "as" in syntax.lowers[i + 2 : end] and i > start:
            return "equal", i + 1, i + 2
        graded = low.endswith(("er", "est")) and low not in _NO_SCALE
        if not graded or i == start or base_of(syntax.lemmas[i], low) == low:
            continue
        if syntax.tags[i] in _GRADED or syntax.pos[i] in ("ADJ", "ADV") or syntax.lowers[i - 1] in BE:
            return "most" if low.endswith("est") else "more", i, i + 1
    return None


def _standard(syntax: Syntax, behind: int, end: int, mark: str) -> Term | None:
    """Return what follows *than* or *as*, up to a verb or the end."""
    at = next((i for i in range(behind, end) if syntax.lowers[i] == mark), -1)
    if at < 0:
        return None
    last = at + 1
    while last < end and syntax.pos[last] not in ("PUNCT", "AUX", "VERB"):
        last += 1
    return Term("standard", at + 1, last, last - 1)


def _subject(syntax: Syntax, start: int, word: int) -> Term | None:
    """Return what stands before the verb of a statement."""
    end = next((i for i in range(start, word) if syntax.pos[i] in ("AUX", "VERB")), -1)
    return Term("subject", start, end, end - 1) if end > start else None
