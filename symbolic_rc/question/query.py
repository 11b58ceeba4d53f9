"""Queries: questions in the symbols of a story's facts, with one variable.

A question is put into the order of a statement ("someone sold the wheel"), annotated, and read by the very
readers that read a story's facts. What the indefinite word stands in is the variable; the facts around it are
what the story must say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from spacy.tokens import Doc, Span, Token

from symbolic_rc.annotate.sentences import LONGEST
from symbolic_rc.core.question import Question
from symbolic_rc.core.words import FUNCTION_WORDS
from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.frames import parse
from symbolic_rc.frames.question import gap_of
from symbolic_rc.frames.statement import Statement, as_statement
from symbolic_rc.graph.facts import Fact, Term, read_facts
from symbolic_rc.graph.facts.reading.attributes import PROPERTIES
from symbolic_rc.lexicon import kinship, rolesets, wordnet
from symbolic_rc.question.comparing import compared
from symbolic_rc.question.described import described
from symbolic_rc.question.options import alternatives, subject_statement, without_options
from symbolic_rc.question.parsed import plain
from symbolic_rc.question.polar import polar_statement, predicative
from symbolic_rc.question.times import without_clause, without_time
from symbolic_rc.question.understanding import Understanding, understand

if TYPE_CHECKING:
    from spacy.language import Language

#: The adjuncts that question words ask for.
ADJUNCTS = {"when": "ARGM-TMP", "where": "ARGM-LOC", "why": "ARGM-CAU", "how": "ARGM-MNR"}
#: What stands for these words in a statement.
_ADVERBS = frozenset("then there so when where why how".split())
#: Verbs that say nothing of what was done: their object is what is asked for.
LIGHT = frozenset("do happen be have".split())
#: A phrase of more words that holds the gap is a clause around it, not what is asked for.
_WHOLE_CLAUSE = 6
#: Nouns that only introduce what is asked for: "what kind of fish"; those that do so before "of" alone.
_INTRODUCING = frozenset("type kind sort name one some".split())
PARTITIVE = frozenset("piece item article species breed variety".split())


#: Questions as one document, and where each starts, with the end of the last.
Annotated = tuple[Doc, list[int]]


@dataclass(frozen=True, eq=False)
class Query:
    """A question as a pattern of facts.

    Attributes
    ----------
    question : Question
    understanding : Understanding
        What its words alone say: kind, focus, form.
    syntax : Syntax
        Of the statements of several questions together; places count its tokens.
    start, end : int
        This question's tokens.
    gap : int
        The token that stands for what is asked, or -1 for questions answered by yes or no.
    facts : tuple of Fact
        What the question says, in the order of its words.
    content : tuple of int
        Its content words, the gap left out.
    variables : frozenset of int
        The tokens that stand for what is asked for: the gap, its noun ("which fish"), and nouns that the
        question says to be the same ("who is the man that left", "the name of the man that left").
    polar : bool
        Whether the facts are a statement, to be answered by yes or no.
    options : tuple of str
        The answers that the question names: "who left, Ada or Bo", "was the door red or green".
    alternatives : tuple of (str, Query)
        The statements between which it asks, each with its option: "was the door red or green".
    time : {"first", "last", ""}
        Of which time of the story it asks: "where is Ada now", "what colour was it at first".
    beside : tuple of (str, Query)
        The clause of time of a statement that is to be proved, read by itself, with its conjunction: "did Ada
        leave before Bo came".
    text_asked : str
        The question without that, and without the answers that it names.
    """

    question: Question
    understanding: Understanding
    syntax: Syntax
    start: int
    end: int
    gap: int
    facts: tuple[Fact, ...]
    content: tuple[int, ...]
    variables: frozenset[int] = frozenset()
    polar: bool = False
    options: tuple[str, ...] = ()
    alternatives: tuple[tuple[str, Query], ...] = ()
    time: str = ""
    text_asked: str = ""
    beside: tuple[tuple[str, Query], ...] = ()

    @cached_property
    def asked(self) -> tuple[tuple[Fact, Term], ...]:
        """The facts that the variable takes part in, each with its term; the main verb's first."""
        found = []
        for fact in self.facts:
            terms = [term for term in fact.terms if self.is_variable(term)]
            if terms:
                found.append((fact, min(terms, key=lambda term: (_controlled(term), term.end - term.start))))
        verbs = [fact.token for fact, _ in found if fact.kind == "event" and fact.predicate not in LIGHT]

        def tells_clause(term: Term) -> bool:
            # "what did Ada promise to bring" asks what is brought before what is promised
            inside = any(term.start <= verb < term.end for verb in verbs)
            return inside and term.head not in self.variables

        def later(one: tuple[Fact, Term]) -> tuple[bool, bool, bool]:
            return tells_clause(one[1]), _controlled(one[1]), one[0].predicate in LIGHT

        return tuple(sorted(found, key=later))

    @cached_property
    def kind_asked(self) -> str:
        """The noun for what is asked for, in the singular: ``fish`` in "which kind of fish"; or empty."""
        syntax = self.syntax
        noun = int(syntax.heads[self.gap]) if self.gap >= 0 else -1
        of_noun = syntax.deps[self.gap] in ("det", "amod")
        if noun not in self.variables or not of_noun or syntax.pos[noun] != "NOUN":
            return ""
        if syntax.lemmas[noun] in _INTRODUCING | PARTITIVE:
            of = _holder(syntax, noun)
            noun = of if of in self.variables or syntax.lemmas[noun] in _INTRODUCING else noun
        return noun_with_its_first(syntax, noun) if noun >= 0 else ""

    @cached_property
    def nouns_asked(self) -> tuple[str, ...]:
        """The nouns among what stands for what is asked for, as lemmas: ``dog`` in "how many dogs"."""
        syntax = self.syntax
        return tuple(syntax.lemmas[i].lower() for i in sorted(self.variables) if syntax.pos[i] == "NOUN")

    def is_variable(self, term: Term) -> bool:
        """Whether a term stands for what is asked for."""
        if term.head < 0 or term.head in self.variables:
            return True
        return term.start <= self.gap < term.end and term.end - term.start <= _WHOLE_CLAUSE

    @property
    def conditions(self) -> tuple[Fact, ...]:
        """The facts that the gap is no part of."""
        within = [fact for fact, _ in self.asked]
        return tuple(fact for fact in self.facts if fact not in within)

    def text(self, term: Term) -> str:
        """Return a term's words; ``?`` for the gap."""
        words = self.syntax.words
        return " ".join("?" if i == self.gap else words[i] for i in range(term.start, term.end)) or "?"

    def __str__(self) -> str:
        told = []
        for fact in self.facts:
            head = fact.sense if fact.kind == "event" and fact.sense else f"{fact.kind}:{fact.predicate}"
            terms = ", ".join(f"{term.role}={self.text(term)}" for term in fact.terms)
            told.append(f"{'not ' if fact.denied else ''}{head}({terms})")
        return " & ".join(told) or self.question.text


def annotate_questions(questions: Sequence[Question], nlp: Language | None = None) -> Annotated:
    """Return questions as one document of the project's own pipeline, and where each starts."""
    from symbolic_rc.annotate import annotate_together

    return annotate_together([plain(question.text) for question in questions], _classical(nlp))


def _classical(nlp: Language | None) -> Language:
    from symbolic_rc.annotate import default_pipeline, is_classical

    return nlp if nlp is not None and is_classical(nlp) else default_pipeline()


def read_query(question: Question | str, nlp: Language | None = None) -> Query:
    """Return one question as a query; see `read_queries`."""
    asked = Question("q", question) if isinstance(question, str) else question
    return read_queries([asked], nlp)[0]


def read_queries(
    questions: Sequence[Question], nlp: Language | None = None, annotated: Annotated | None = None
) -> list[Query]:
    """Return questions as queries, annotated together.

    Parameters
    ----------
    questions : sequence of Question
    nlp : Language, optional
        The project's own pipeline by default.
    annotated : (Doc, list of int), optional
        What `annotate_questions` returned for them.

    Examples
    --------
    >>> print(read_query("Who sold the wheel?"))                              # doctest: +SKIP
    sell.01(ARG0=?, ARG1=the wheel)
    """
    nlp = _classical(nlp)
    doc, bounds = annotate_questions(questions, nlp) if annotated is None else annotated
    readings = [
        _reading(doc[start:end], question)
        for question, (start, end) in zip(questions, pairwise(bounds), strict=True)
    ]
    forms = [form for reading in readings for form in reading.forms]
    made, starts = _annotated(forms, nlp)
    read = read_facts(made, (), (), parse(made))
    by_form: dict[int, list[Fact]] = {}
    sentences = read.syntax.sentences
    number_of = {
        int(sentence): number
        for number, (start, end) in enumerate(pairwise(starts))
        for sentence in sentences[start:end]
    }
    for fact in read:
        by_form.setdefault(number_of[fact.sentence], []).append(fact)
    found, number = [], 0
    for question, reading in zip(questions, readings, strict=True):
        queries = [
            _query(question, reading, read.syntax, (starts[i], starts[i + 1]), form, by_form.get(i, []))
            for i, form in enumerate(reading.forms, number)
        ]
        number += len(reading.forms)
        beside = ((reading.beside, queries.pop()),) if reading.beside else ()
        stated = reading.options if reading.are_statements else ()
        choices = tuple(zip(stated, queries[1:], strict=True))
        found.append(replace(queries[0], alternatives=choices, beside=beside))
    return found


@dataclass(frozen=True, slots=True)
class _Reading:
    """A question as a statement, followed by those between which it asks.

    Attributes
    ----------
    forms : tuple of Statement
    text : str
        The question without the choices that it names.
    polar : bool
    options : tuple of str
        The answers that the question names.
    are_statements : bool
        Whether each option has a statement of its own, behind the first.
    beside : str
        The conjunction of a clause of time, whose statement is the last; else empty.
    """

    forms: tuple[Statement, ...]
    text: str
    polar: bool = False
    options: tuple[str, ...] = ()
    are_statements: bool = False
    time: str = ""
    beside: str = ""


def _reading(words: Span, question: Question) -> _Reading:
    """Return a question as statements, without the choices that it names."""
    if question.is_cloze:
        return _Reading((_form(list(words), question, words),), question.text)
    choice = without_options(list(words))
    kept, time = without_time(choice.words)
    text = "".join(token.text_with_ws for token in kept)
    if choice.named:
        text = " ".join(token.text for token in kept).replace(" ?", "?")
    main, conjunction, clause = without_clause(kept)
    if choice.are_subject:
        form = subject_statement(kept)
        text = f"Which {kept[0].lower_} {''.join(token.text_with_ws for token in kept[2:])}"
        return _Reading((form,), text, False, choice.named, time=time)
    polar = None if choice.named else polar_statement(main)
    if polar is not None and clause is not None:
        return _Reading((polar, clause), text, True, time=time, beside=conjunction)
    if polar is not None:
        others = alternatives(polar, [main[i].pos_ for i in polar.order])
        forms = (polar, *(form for _, form in others))
        options = tuple(option for option, _ in others)
        return _Reading(forms, text, True, options, bool(options), time)
    form = _without_adverb(_form(list(kept), question, words))
    return _Reading((form,), text if choice.named or time else question.text, False, choice.named, time=time)


def _form(words: Sequence[Token], question: Question, span: Span) -> Statement:
    """Return a question as a statement; as it stands where it cannot be turned into one."""
    found = None if question.is_cloze else predicative(words) or described(words) or as_statement(words)
    if found is not None:
        return _with_participle(found)
    gap = gap_of(span, question.placeholder)  # type: ignore[arg-type]
    texts = tuple(token.text for token in words)
    at = next((i for i, token in enumerate(words) if gap is not None and token.i == gap.i), -1)
    return Statement(tuple(range(len(texts))), texts, at)


def _with_participle(form: Statement) -> Statement:
    """Return "someone (was) teased" with *teased* as its verb, which is easily taken for an adjective."""
    low = [word.lower() for word in form.words]
    if form.verb >= 0 or form.gap != 0 or len(low) < 4:
        return form
    if low[1] in ("was", "were", "is", "are"):
        return replace(form, verb=2) if _is_only_verb(low[2]) else form
    return replace(form, verb=1) if low[1].endswith("ed") and wordnet().base(low[1], "v") else form


def _is_only_verb(word: str) -> bool:
    """Whether a form in -ed or -en is one of a verb, and no adjective."""
    words = wordnet()
    return word.endswith(("ed", "en")) and bool(words.base(word, "v")) and not words.has(word, "a")


def _without_adverb(form: Statement) -> Statement:
    """Return a statement without the word that stands for "when", "where", "why" or "how".

    They ask for an adjunct of the main verb, wherever they stand; what is left is a plain statement.
    """
    if form.verb < 0 or form.gap < 0 or form.words[form.gap].lower() not in _ADVERBS:
        return form
    at = form.gap
    following = form.words[at + 1].lower() if at + 1 < len(form.words) else ""
    if form.words[at].lower() == "so" and following.isalpha():
        return form  # "how long", "how many"
    words = form.words[:at] + form.words[at + 1 :]
    return Statement(form.order, words, -1, form.verb - (form.verb > at), form.auxiliary)


def _annotated(forms: Sequence[Statement], nlp: Language) -> tuple[Doc, list[int]]:
    """Return statements as one annotated document, in which their main verbs are verbs, and their places."""
    words = [word for form in forms for word in form.words]
    starts = [0]
    for form in forms:
        starts.append(starts[-1] + len(form.words))
    first = set(starts)
    opens = {i for start, end in pairwise(starts) for i in range(start, end, LONGEST)}
    made = Doc(nlp.vocab, words=words, sent_starts=[i in opens for i in range(len(words))])
    made.user_data["texts"] = tuple(starts[:-1])
    verbs = [start + form.verb for start, form in zip(starts, forms, strict=False) if form.verb >= 0]
    for name, component in nlp.pipeline:
        if name == "symbolic_rc_senter":
            continue
        made = component(made)
        for verb in verbs if name == "symbolic_rc_tagger" else ():
            known = {"VERB", "AUX"} | (set() if _is_only_verb(words[verb].lower()) else {"ADJ"})
            if made[verb].tag_ == "VBN" and verb - 1 in first:
                made[verb].tag_ = "VBD"  # "someone teased Ada"
            if made[verb].pos_ not in known:
                made[verb].pos_ = "VERB"
                made[verb].tag_ = "VB" if rolesets().of(words[verb], "v") else "VBD"
        for verb in verbs if name == "symbolic_rc_lemmatizer" else ():
            base = wordnet().base(words[verb], "v")
            if base and not rolesets().of(made[verb].lemma_, "v"):
                made[verb].lemma_ = base[0]
    return made, starts


def _query(
    question: Question,
    reading: _Reading,
    syntax: Syntax,
    span: tuple[int, int],
    form: Statement,
    facts: Sequence[Fact],
) -> Query:
    start, end = span
    gap = start + form.gap if form.gap >= 0 else -1
    understanding = understand(
        replace(question, text=reading.text) if reading.text != question.text else question
    )
    content = tuple(
        i
        for i in range(start, end)
        if i != gap
        and syntax.lowers[i] not in FUNCTION_WORDS
        and syntax.lowers[i] not in _INTRODUCING
        and any(map(str.isalnum, syntax.lowers[i]))
        and not (syntax.lemmas[i] in LIGHT and syntax.pos[i] in ("AUX", "VERB"))
    )
    facts = [
        replace(fact, modality="real") if fact.modality in ("planned", "asked") else fact for fact in facts
    ]
    if gap < 0 and form.verb >= 0:
        facts = [_with_adjunct(fact, start + form.verb, understanding.wh) for fact in facts]
    facts = [_turned(fact, gap, syntax, understanding.wh) for fact in facts]
    facts = compared(syntax, span, gap, [*facts, *_undergone(syntax, gap, facts)])
    facts += _relations(syntax, span, facts)
    variables = _variables(syntax, gap, facts) if gap >= 0 else frozenset()
    return Query(
        question, understanding, syntax, start, end, gap, tuple(facts), content, variables, reading.polar,
        reading.options, (), reading.time, reading.text,
    )  # fmt: skip


def noun_with_its_first(syntax: Syntax, noun: int) -> str:
    """Return a noun's lemma, with the word before it where WordNet has both as one: *musical instrument*."""
    lemma = syntax.lemmas[noun].lower()
    both = f"{syntax.lowers[noun - 1]} {lemma}" if noun else lemma
    return both if both != lemma and wordnet().has(both, "n") else lemma


def says_who_has(query: Query, part: Fact, gap: Term) -> bool:
    """Whether a part of a query asks who has what, with one of the two given: no light use of *have*."""
    others = [term for term in part.terms if term is not gap and term.role in ("ARG0", "ARG1")]
    content = set(query.content)
    return part.predicate == "have" and any(
        not content.isdisjoint(range(term.start, term.end)) for term in others
    )


def _controlled(term: Term) -> bool:
    """Whether a term is only the understood subject of a further verb."""
    return term.link.startswith(("subject of", "object of"))


def _variables(syntax: Syntax, gap: int, facts: Sequence[Fact]) -> frozenset[int]:
    """Return the tokens that stand for what is asked for."""
    found = {gap}
    noun = int(syntax.heads[gap])
    if syntax.deps[gap] in ("det", "nmod:poss", "amod") and noun != gap and syntax.deps[gap] != "nmod:poss":
        found.add(noun)
    if (
        syntax.lemmas[noun] in _INTRODUCING | PARTITIVE
        and syntax.deps[gap] == "det"
        and (of := _holder(syntax, noun)) >= 0
    ):
        found.add(of)  # "what kind of fish", "which piece of furniture"
    if syntax.lowers[gap] == "so" and syntax.deps[gap] == "advmod" and noun == gap + 1:
        found.add(noun)  # "how old"
    if syntax.lowers[gap + 1 : gap + 2] in (["many"], ["much"]):
        counted = next((i for i in range(gap + 2, min(gap + 5, len(syntax))) if syntax.pos[i] == "NOUN"), -1)
        found |= {counted} if counted >= 0 else set()
    for fact in facts:
        if (
            fact.kind == "attribute"
            and fact.terms[0].head in found
            and syntax.pos[fact.terms[1].head] == "NOUN"
            and fact.sense != "place"  # "something is in the hall"
        ):
            found.add(fact.terms[1].head)  # "someone is the man who …"
        elif fact.kind == "attribute" and fact.sense == "name" and fact.terms[1].head in found:
            found.add(fact.terms[0].head)  # "something is the name of the man who …"
    return frozenset(found)


def _with_adjunct(fact: Fact, verb: int, wh: str) -> Fact:
    """Return the main verb's fact with the adjunct that "when", "where", "why" or "how" asks for."""
    if fact.kind != "event" or fact.token != verb or wh not in ADJUNCTS:
        return fact
    return replace(fact, terms=(*fact.terms, Term(ADJUNCTS[wh], -1, -1, -1)))


def _turned(fact: Fact, gap: int, syntax: Syntax, wh: str) -> Fact:
    """Return "some colour is the mill" as an attribute of the mill whose value is asked for.

    Likewise "something is the name of the dog" as the name of the dog.
    """
    if fact.kind != "attribute" or gap < 0:
        return fact
    subject, value = fact.terms
    if value.head == gap and wh == "where":
        return replace(fact, predicate="", sense="place")
    kind = PROPERTIES.get(syntax.lemmas[value.head].lower(), "")
    holder = _holder(syntax, value.head) if subject.head == gap and kind else -1
    if holder >= 0:
        start, end = int(syntax.left[holder]), int(syntax.right[holder]) + 1
        of = Term("subject", start, end, holder)
        return replace(fact, predicate="", sense=kind, terms=(of, replace(subject, role="value")))
    kind = PROPERTIES.get(syntax.lemmas[value.head].lower(), "")
    if kind and value.start <= gap < value.end and value.head != gap:
        return replace(fact, predicate="", sense=kind)  # "Bo is some nationality"
    kind = PROPERTIES.get(syntax.lemmas[subject.head].lower(), "")
    if not (subject.start <= gap < subject.end and subject.head != gap and kind):
        return fact
    return replace(
        fact, predicate="", sense=kind, terms=(replace(value, role="subject"), replace(subject, role="value"))
    )


def _undergone(syntax: Syntax, gap: int, facts: Sequence[Fact]) -> Iterator[Fact]:
    """Yield "someone was teased" as an event, too, where the participle is taken for an adjective."""
    number = 1 + max((fact.id for fact in facts), default=-1)
    for fact in facts:
        value = fact.terms[1].head if fact.kind == "attribute" and fact.terms[0].head == gap else -1
        verb = next(iter(wordnet().base(syntax.lowers[value], "v")), "") if value >= 0 else ""
        if verb and syntax.lowers[value].endswith("ed") and syntax.pos[value] in ("ADJ", "VERB"):
            subject = replace(fact.terms[0], role="ARG1")
            yield replace(fact, id=number, kind="event", predicate=verb, sense="", terms=(subject,))
            return


def _relations(syntax: Syntax, span: tuple[int, int], facts: Sequence[Fact]) -> Iterator[Fact]:
    """Yield the relations of kinship and role that a question names: "Bo's sister", "the mother of Ada"."""
    known = kinship()
    number = 1 + max((fact.id for fact in facts), default=-1)
    for token in range(*span):
        relation = known.get(syntax.lemmas[token]) if syntax.pos[token] in ("NOUN", "PROPN") else None
        holder = _holder(syntax, token) if relation else -1
        if relation is None or holder < 0:
            continue
        subject = _same_as(facts, token)
        head = subject.head if subject is not None else token
        terms = (Term("subject", head, head + 1, head), Term("of", holder, holder + 1, holder))
        family = "kinship" if relation.kind == "kin" else "role"
        yield Fact(number, "relation", relation.relation, family, terms, token, int(syntax.sentences[token]))
        number += 1


def _holder(syntax: Syntax, token: int) -> int:
    for child in syntax.children_of(token):
        cases = {syntax.lowers[c] for c in syntax.children_of(child) if syntax.deps[c] == "case"}
        if syntax.deps[child] == "nmod:poss" or (syntax.deps[child] == "nmod" and cases & {"of", "to"}):
            return child
    return -1


def _same_as(facts: Sequence[Fact], token: int) -> Term | None:
    """Return the term that a noun is said of: the subject of "someone is Bo's sister"."""
    for fact in facts:
        if fact.kind == "attribute" and fact.terms[1].head == token:
            return fact.terms[0]
    return None
