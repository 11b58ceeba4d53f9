"""Queries: questions in the symbols of a story's facts, with one variable.

A question is put into the order of a statement ("someone sold the wheel"), annotated, and read by the very
readers that read a story's facts. What the indefinite word stands in is the variable; the facts around it are
what the story must say.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from symbolic_rc.core.entity import Frame
from symbolic_rc.core.forks import cached_property
from symbolic_rc.core.record import Question
from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts import Fact, Term
from symbolic_rc.index.codes import part_letter
from symbolic_rc.index.story_index import word_matcher
from symbolic_rc.lexicon import wordnet
from symbolic_rc.lexicon.english import FUNCTION_WORDS
from symbolic_rc.question.parsed import ParsedQuestion, parse_question
from symbolic_rc.question.pattern import INTRODUCING, PARTITIVE, gap_of, pattern_of, possessor
from symbolic_rc.question.reading import ParsedBatch, Reading, read_batch
from symbolic_rc.question.understanding import Understanding, understand

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

    from symbolic_rc.match.matcher import Content

#: Verbs that say nothing of what was done: their object is what is asked for.
LIGHT = frozenset("do happen be have".split())
#: A phrase of more words that holds the gap is a clause around it, not what is asked for.
_WHOLE_CLAUSE = 6


@dataclass(frozen=True, eq=False)
class Query:
    """A question as a pattern of facts."""

    question: Question
    understanding: Understanding  # what its words alone say: kind, focus, form
    syntax: Syntax  # of the statements of several questions together; places count its tokens
    # start, end: this question's tokens
    start: int
    end: int
    gap: int  # the token of the gap, or -1 for questions answered by yes or no
    facts: tuple[Fact, ...]  # what the question says, in the order of its words
    content: tuple[int, ...]  # its content words, the gap left out
    # the tokens of what is asked for: the gap, its noun ("which fish"), and nouns that the question says to
    # be the same ("who is the man that left", "the name of the man that left")
    variables: frozenset[int] = frozenset()
    polar: bool = False  # whether the facts are a statement, to be answered by yes or no
    # the answers that the question names: "who left, Ada or Bo", "was the door red or green"
    options: tuple[str, ...] = ()
    # the statements between which it asks, each with its option: "was the door red or green"
    alternatives: tuple[tuple[str, Query], ...] = ()
    # {"first", "last", ""}: of which time of the story it asks: "where is Ada now", "what colour was it at
    # first"
    time: str = ""
    text_asked: str = ""  # the question without that, and without the answers that it names
    # the clause of time of a statement that is to be proved, read by itself, with its conjunction: "did Ada
    # leave before Bo came"; of "were both Ada and Bo there" that Ada was, and that Bo was, with *both*
    clauses: tuple[tuple[str, Query], ...] = ()
    batch: ParsedBatch | None = field(default=None, repr=False)  # what it was annotated in
    number: int = -1  # its place there; -1 for a clause or an alternative of a question

    @cached_property
    def asked(self) -> tuple[tuple[Fact, Term], ...]:
        """The facts that the variable takes part in, each with its term; the main verb's first."""
        found = []
        for fact in self.facts:
            terms = [term for term in fact.terms if self.is_variable(term)]
            if terms:
                found.append((fact, min(terms, key=lambda term: (_controlled(term), term.end - term.start))))
        kept = [one for one in found if one[0].kind != "event" or not self._is_thought(one[1], found)]
        verbs = [fact.token for fact, _ in kept if fact.kind == "event" and fact.predicate not in LIGHT]

        def tells_clause(term: Term) -> bool:
            # "what did Ada promise to bring" asks what is brought before what is promised
            inside = any(term.start <= verb < term.end for verb in verbs)
            return inside and term.head not in self.variables

        def later(one: tuple[Fact, Term]) -> tuple[bool, bool, bool]:
            return tells_clause(one[1]), _controlled(one[1]), one[0].predicate in LIGHT

        return tuple(sorted(kept, key=later))

    @cached_property
    def events_asked(self) -> tuple[tuple[Fact, Term], ...]:
        """Those of the asked facts that are events of a telling verb, each with the variable's own term."""
        events = (one for one in self.asked if one[0].kind == "event" and not _controlled(one[1]))
        return tuple(one for one in events if one[0].predicate not in LIGHT or _says_who_has(self, *one))

    def _is_thought(self, term: Term, found: Sequence[tuple[Fact, Term]]) -> bool:
        """Whether an attribute in a clause is asked for: "What does Ada think the tripod is?"."""
        told = [one.terms for one, _ in found if one.kind == "attribute" and len(one.terms) > 1]
        inside = [one for one in told if term.start <= one[0].start < one[1].end <= term.end]
        return any(not self.is_variable(subject) for subject, *_ in inside)

    @cached_property
    def content_words(self) -> Content:
        """The forms, lemmas and WordNet's parts of speech of its content words."""
        syntax, content = self.syntax, self.content
        return (
            tuple(syntax.lowers[i] for i in content),
            tuple(syntax.lemmas[i] for i in content),
            tuple(part_letter(syntax.pos[i]) for i in content),
        )

    @cached_property
    def kind_asked(self) -> str:
        """The noun for what is asked for, in the singular: ``fish`` in "which kind of fish"; or empty."""
        syntax = self.syntax
        if self.gap < 0:
            return ""
        noun = int(syntax.heads[self.gap])
        of_noun = syntax.deps[self.gap] in ("det", "amod")
        if noun not in self.variables or not of_noun or syntax.pos[noun] != "NOUN":
            return ""
        if syntax.lemmas[noun] in INTRODUCING | PARTITIVE:
            of = possessor(syntax, noun)
            noun = of if of in self.variables or syntax.lemmas[noun] in INTRODUCING else noun
        return noun_with_its_first(syntax, noun) if noun >= 0 else ""

    @cached_property
    def nouns_asked(self) -> tuple[str, ...]:
        """The nouns of the variable, as lemmas: ``dog`` in "how many dogs", ``tree`` of "apple trees"."""
        syntax, own = self.syntax, self.variables
        nouns = [i for i in sorted(own) if syntax.pos[i] == "NOUN"]
        heads = (i for i in nouns if syntax.deps[i] != "compound" or int(syntax.heads[i]) not in own)
        return tuple(syntax.lemmas[i].lower() for i in heads)

    def is_variable(self, term: Term) -> bool:
        """Whether a term is the variable."""
        if term.head < 0 or term.head in self.variables:
            return True
        return term.start <= self.gap < term.end and term.end - term.start <= _WHOLE_CLAUSE

    @property
    def lowers(self) -> list[str]:
        """The words of its statement in lower case."""
        return self.syntax.lowers[self.start : self.end]

    @cached_property
    def lemmas(self) -> frozenset[str]:
        """The lemmas of its statement in lower case."""
        return frozenset(lemma.lower() for lemma in self.syntax.lemmas[self.start : self.end])

    def given(self, part: Fact, *roles: str) -> list[Term]:
        """Return the terms of a part that are not the variable; of some roles, or of all."""
        terms = (term for term in part.terms if not roles or term.role in roles)
        return [term for term in terms if not self.is_variable(term)]

    @cached_property
    def doc(self) -> Doc:
        """The question itself, with tags and lemmas alone."""
        if self.batch is None or self.number < 0:
            raise ValueError("a clause of a question has no document of its own")
        first, end = self.batch.bounds[self.number : self.number + 2]
        return self.batch.tagged[first:end].as_doc()

    @property
    def frames(self) -> tuple[Frame, ...]:
        """The frames of its statement."""
        assert self.batch is not None
        return tuple(frame for frame in self.batch.frames if self.start <= frame.head < self.end)

    @cached_property
    def parsed(self) -> ParsedQuestion:
        """Its own tokens as integer arrays, for the ranker."""
        batch = self.batch
        assert batch is not None
        first, end = batch.bounds[self.number : self.number + 2]
        reading = batch.readings[self.number]
        form = reading.forms[0]
        gap = form.order[self.gap - self.start] if self.gap >= 0 else -1
        rows, texts = batch.tokens
        tok, texts = rows[:, first:end].copy(), texts[first:end]
        statement = None if reading.as_it_stands else form
        return parse_question(self.question, self.understanding, tok, texts, gap, statement)

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


def read_query(question: Question | str) -> Query:
    """Return one question as a query; see `read_queries`."""
    asked = Question("q", question) if isinstance(question, str) else question
    return read_queries([asked])[0]


def read_queries(questions: Sequence[Question], nlp: Language | None = None) -> list[Query]:
    """Return questions as queries, annotated together; by `nlp`, if it is the project's own pipeline.

    Examples
    --------
    >>> print(read_query("Who sold the wheel?"))                              # doctest: +SKIP
    sell.01(ARG0=?, ARG1=the wheel)
    """
    batch = read_batch(questions, nlp)
    facts: list[list[Fact]] = [[] for _ in batch.starts]  # of each statement
    for fact in batch.facts:
        facts[bisect_right(batch.starts, fact.token) - 1].append(fact)
    found = []
    for k, (question, reading) in enumerate(zip(questions, batch.readings, strict=True)):
        asks = question if reading.text == question.text else replace(question, text=reading.text)
        tokens = batch.tagged[batch.bounds[k] : batch.bounds[k + 1]]
        finite = {token.lower_ for token in tokens if token.tag_ in ("VBD", "VBZ", "VBP", "MD")}
        understanding = understand(asks, finite)
        if reading.polar and not reading.options:
            understanding = replace(understanding, kind="yes/no")
        own = range(batch.main[k], batch.main[k] + len(reading.forms))
        made = [_query(question, understanding, batch, k, i, facts[i]) for i in own]
        found.append(_with_further(reading, *made))
    word_matcher().prepare(query.content_words for query in found if query.content)
    return found


def _with_further(reading: Reading, first: Query, *others: Query) -> Query:
    """Return a question's first statement with its options' statements and further clauses."""
    if reading.conjunction:
        return replace(first, clauses=tuple((reading.conjunction, one) for one in others))
    stated = reading.options if reading.are_statements else ()
    return replace(first, alternatives=tuple(zip(stated, others, strict=True)))


def _query(
    question: Question, asked: Understanding, batch: ParsedBatch, k: int, i: int, facts: Sequence[Fact]
) -> Query:
    """Return statement `i` of question `k` of a batch, with the statement's facts, as a query."""
    reading, syntax = batch.readings[k], batch.facts.syntax
    start, end = batch.starts[i : i + 2]
    form = reading.forms[i - batch.main[k]]
    gap = start + form.gap if form.gap >= 0 else -1
    if reading.as_it_stands:
        gap = gap_of(syntax, start, end, question.placeholder)
    content = tuple(
        i
        for i in range(start, end)
        if i != gap
        and (syntax.lowers[i] not in FUNCTION_WORDS or syntax.pos[i] == "PROPN")  # May
        and syntax.lowers[i] not in INTRODUCING
        and any(map(str.isalnum, syntax.lowers[i]))
        and not (syntax.lemmas[i] in LIGHT and syntax.pos[i] in ("AUX", "VERB"))
    )
    pattern, variables = pattern_of(syntax, (start, end), form, gap, facts, asked.wh)
    return Query(
        question, asked, syntax, start, end, gap, pattern, content, variables, reading.polar,
        reading.options, (), reading.time, reading.text, (), batch, k if i == batch.main[k] else -1,
    )  # fmt: skip


def noun_with_its_first(syntax: Syntax, noun: int) -> str:
    """Return a noun's lemma, with the word before it where WordNet has both as one: *musical instrument*."""
    lemma = syntax.lemmas[noun].lower()
    both = f"{syntax.lowers[noun - 1]} {lemma}" if noun else lemma
    return both if both != lemma and wordnet().has(both, "n") else lemma


def _says_who_has(query: Query, part: Fact, gap: Term) -> bool:
    """Whether a part of a query asks who has what, with one of the two given: no light use of *have*."""
    others = [term for term in part.terms if term is not gap and term.role in ("ARG0", "ARG1")]
    told = (i in query.content for term in others for i in range(term.start, term.end))
    return part.predicate == "have" and any(told)


def _controlled(term: Term) -> bool:
    """Whether a term is only the understood subject of a further verb."""
    return term.link.startswith(("subject of", "object of"))
