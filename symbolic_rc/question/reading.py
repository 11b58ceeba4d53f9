"""Questions annotated together, each taken apart: what it asks as a statement, its options, its time.

Treebanks hold few questions; a parser reads "Ada sold something" better than "What did Ada sell?". Word
stands for word, so that what is parsed in the statement maps back to the question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from spacy.attrs import LEMMA, LOWER
from spacy.tokens import Doc, Span, Token
from spacy.vocab import Vocab

from symbolic_rc.annotate import default_pipeline, is_classical, tokenise_together
from symbolic_rc.annotate.sentences import LONGEST
from symbolic_rc.annotate.tagger.tagger import Tagger
from symbolic_rc.core.arrays import Ints
from symbolic_rc.core.entity import Frame
from symbolic_rc.core.forks import cached_property
from symbolic_rc.core.record import Question
from symbolic_rc.frames import parse
from symbolic_rc.graph.facts import Facts, read_facts
from symbolic_rc.index import columns as C
from symbolic_rc.index.candidate_spans import extents
from symbolic_rc.index.encode import token_rows
from symbolic_rc.lexicon import rolesets, wordnet
from symbolic_rc.lexicon.english import AUXILIARIES, BE, HAVE, QUESTION_WORDS
from symbolic_rc.question.options import alternatives, conjuncts, subject_statement, without_options
from symbolic_rc.question.statement import (
    Statement,
    as_statement,
    described,
    is_only_verb,
    located,
    polar_statement,
    predicative,
    said_to_be,
    stated,
)

if TYPE_CHECKING:
    from spacy.language import Language

#: What stands for these words in a statement.
_ADVERBS = frozenset("then there so when where why how".split())
#: What only introduces a question.
_PREFACE = re.compile(
    r"(?:please )?(?:(?:can|could|will|would|do) you (?:please |happen to )?)?"
    r"(?:tell|say|explain|show|remember|know|guess)(?: me| us)?"
    r"|i (?:wonder|want to know|would like to know|'d like to know)"
)


@dataclass(frozen=True, slots=True)
class Reading:
    """A question as a statement, followed by those between which it asks."""

    forms: tuple[Statement, ...]
    text: str  # the question without the options that it names and without its time
    polar: bool = False
    options: tuple[str, ...] = ()  # the answers that the question names
    are_statements: bool = False  # whether each option has a statement of its own, behind the first
    time: str = ""  # {"first", "last", ""}: of which time of the story it asks
    # the conjunction of a clause of time, whose statement is the last; *both* where two statements follow
    conjunction: str = ""
    # whether no statement could be made of it, so that the gap is found in its parse
    as_it_stands: bool = False


def read_words(words: Sequence[Token], question: Question) -> Reading:
    """Take a question apart; tags and lemmas are looked at, there need be no parse."""
    first = words[0].i if words else 0
    if question.is_cloze:
        return Reading((_as_it_stands(words),), question.text, as_it_stands=True)
    if (asked := embedded(words)) and (form := as_statement(words)) is not None:
        form = _placed(_without_adverb(_with_participle(form)), words, first)
        return Reading((form,), _text(words[asked:]))
    choice = without_options(words)
    kept, time = _without_time(choice.words)
    text = _text(kept, bool(choice.named))
    main, conjunction, clause = _without_clause(kept)
    if choice.are_subject:
        form = _placed(subject_statement(kept), kept, first)
        text = f"Which {kept[0].lower_} {_text(kept[2:])}"
        return Reading((form,), text, False, choice.named, time=time)
    polar = None if choice.named else polar_statement(main)
    if polar is not None:
        form = _placed(polar, main, first)
        if each := conjuncts(polar, [word.lower_ for word in main]) if clause is None else ():
            return Reading((form, *each), text, True, time=time, conjunction="both")
        if clause is not None:
            return Reading((form, clause), text, True, time=time, conjunction=conjunction)
        others = alternatives(polar, [main[i].pos_ for i in polar.order])
        options, forms = tuple(option for option, _ in others), (one for _, one in others)
        return Reading((form, *forms), text, True, options, bool(options), time)
    text = text if choice.named or time else question.text
    found = predicative(kept) or described(kept) or as_statement(kept) or located(kept) or said_to_be(kept)
    form = _as_it_stands(kept) if found is None else _without_adverb(_with_participle(found))
    form = _placed(form, kept, first)
    return Reading((form,), text, False, choice.named, time=time, as_it_stands=found is None)


def embedded(words: Sequence[Token]) -> int:
    """Return where the question begins that another asks for: "Do you know [who left]?"; 0 for none."""
    low = [token.lower_ for token in words]
    asked = next((i for i in range(1, len(low)) if low[i] in QUESTION_WORDS), 0)
    return asked if _PREFACE.fullmatch(" ".join(low[:asked])) else 0


def _text(words: Sequence[Token], respaced: bool = False) -> str:
    """Return the text of words as they stand, or with single spaces where some between are left out."""
    if respaced:
        return " ".join(token.text for token in words).replace(" ?", "?")
    return "".join(token.text_with_ws for token in words)


def _as_it_stands(words: Sequence[Token]) -> Statement:
    return Statement(tuple(range(len(words))), tuple(token.text for token in words), -1)


def _placed(form: Statement, words: Sequence[Token], first: int) -> Statement:
    """Return a statement of some words of a question with their places in the whole question."""
    order = tuple(words[i].i - first for i in form.order)
    if form.adverb < 0:
        return replace(form, order=order)
    participle = form.verb >= 0 and words[form.order[form.verb]].tag_ == "VBN"
    return replace(form, order=order, adverb=words[form.adverb].i - first, participle=participle)


def _with_participle(form: Statement) -> Statement:
    """Return "someone (was) teased" with *teased* as its verb, which is easily taken for an adjective."""
    low = [word.lower() for word in form.words]
    if form.verb >= 0 or form.gap != 0 or len(low) < 4:
        return form
    if low[1] in BE and low[1] != "am":
        return replace(form, verb=2) if is_only_verb(low[2]) else form
    return replace(form, verb=1) if low[1].endswith("ed") and wordnet().base(low[1], "v") else form


def _without_adverb(form: Statement) -> Statement:
    """Return a statement without what stands for "when", "where", "why" or "how", adjuncts of its verb."""
    at = form.gap
    if form.verb < 0 or at < 0 or form.words[at].lower() not in _ADVERBS:
        return form
    following = form.words[at + 1].lower() if at + 1 < len(form.words) else ""
    if form.words[at].lower() == "so" and following.isalpha():
        return form  # "how long", "how many"
    order, words = form.order[:at] + form.order[at + 1 :], form.words[:at] + form.words[at + 1 :]
    verb, auxiliary = form.verb - (form.verb > at), form.auxiliary - (form.auxiliary > at)
    return Statement(order, words, -1, verb, auxiliary, form.order[at])


#: Phrases at the end of a question, or behind its first verb, with the end of the story that they point to;
#: longer ones first.
_TIMES = {
    ("in", "the", "beginning"): "first", ("at", "the", "beginning"): "first",
    ("in", "the", "end"): "last", ("at", "the", "end"): "last",
    ("at", "last"): "last", ("at", "present"): "last", ("by", "now"): "last", ("at", "first"): "first",
    ("now",): "last", ("today",): "last", ("later",): "last", ("finally",): "last", ("last",): "last",
    ("first",): "first", ("before",): "first", ("originally",): "first", ("earlier",): "first",
    ("formerly",): "first", ("once",): "first",
}  # fmt: skip
_WITHIN = {"now": "last", "originally": "first", "finally": "last", "first": "first"}
_HAVING = HAVE | BE - {"am"}
_VERBAL = _HAVING | {"does", "did"}
_STILL = (("do", "still"), ("does", "still"))
#: A word of time that follows one of these belongs to it: "the first", "more than before".
_BOUND = frozenset("the than a his her their its as ever to".split())


def _without_time(words: Sequence[Token]) -> tuple[tuple[Token, ...], str]:
    """Return a question without a word of time, and the time that it asks of: "Where is Ada (now)?"."""
    low = [token.lower_ for token in words]
    end = len(low) - (low[-1:] == ["?"])
    if low[:1] == ["how"] and low[end - 1] == "left" and not _HAVING.isdisjoint(low[: end - 1]):
        return (*words[: end - 1], *words[end:]), "last"  # "How many eggs does Mia have left?"
    for phrase, time in _TIMES.items():
        begin = end - len(phrase)
        lasts = phrase == ("last",) and low[:2] == ["how", "long"]
        if begin >= 2 and tuple(low[begin:end]) == phrase and low[begin - 1] not in _BOUND and not lasts:
            return (*words[:begin], *words[end:]), time
    for i in range(2, end - 1):
        if (low[i] in _WITHIN and low[i - 1] in _VERBAL) or (low[0], low[i]) in _STILL:
            return (*words[:i], *words[i + 1 :]), _WITHIN.get(low[i], "last")
    return tuple(words), ""


def _without_clause(words: Sequence[Token]) -> tuple[tuple[Token, ...], str, Statement | None]:
    """Return a question without a clause of time at its end, its conjunction, and the clause; or as it is."""
    low = [token.lower_ for token in words]
    end = len(low) - (low[-1:] == ["?"])
    at = next((i for i in range(end - 2, 2, -1) if low[i] in ("before", "after")), -1)
    behind = words[at + 1 : end]
    verbal = any(token.pos_ in ("VERB", "AUX") and token.tag_ != "VBG" for token in behind[1:])
    asks = AUXILIARIES.isdisjoint(low[:1]) and not QUESTION_WORDS.isdisjoint(low[at:end])
    if at < 0 or not verbal or behind[0].tag_ == "VBG" or asks:
        return tuple(words), "", None
    return (*words[:at], *words[end:]), low[at], stated(words, range(at + 1, end), {})


#: What a question is given, beside tags, before it is put into the order of a statement.
_TAGGED = ("symbolic_rc_senter", "symbolic_rc_lemmatizer")
#: Rows of a token that the statement tells where it has the same word, and those that it always tells.
_SAME_WORD, _OF_TREE = (C.TAG, C.POS, C.LEMMA, C.SENSE, C.FUNC), (C.DEP, C.ENT_TYPE)


@dataclass(frozen=True, eq=False)
class ParsedBatch:
    """Questions that were annotated together."""

    tagged: Doc  # the questions as they stand, with tags and lemmas alone
    bounds: list[int]  # where each starts, with the end of the last
    readings: list[Reading]
    main: list[int]  # the number of each question's first statement
    doc: Doc  # the statements, annotated
    starts: list[int]  # where each statement starts, with the end of the last
    frames: list[Frame]
    facts: Facts

    @cached_property
    def tokens(self) -> tuple[Ints, list[tuple[str, str]]]:
        """The questions' tokens as the rows of `index.columns`, and in lower case with their lemmas.

        Their trees are those of the statements; what a statement leaves out hangs on its root. Heads, extents
        and prepositions count from the beginning of each question.
        """
        tok, told = token_rows(self.tagged)[0], token_rows(self.doc)[0]
        place = np.full(told.shape[1], -1)
        tok[C.HEAD], tok[C.CASE], tok[C.SENT] = -1, -1, 0
        for first, number, reading in zip(self.bounds, self.main, self.readings, strict=False):
            order = np.array(reading.forms[0].order, np.int64)
            place[self.starts[number] + np.arange(len(order))] = first + order
        own = np.flatnonzero(place >= 0)
        to = place[own]
        same = told[C.LOWER, own] == tok[C.LOWER, to]
        for row in _SAME_WORD:
            tok[row, to[same]] = told[row, own[same]]
        for row in _OF_TREE:
            tok[row, to] = told[row, own]
        tok[C.HEAD, to] = place[told[C.HEAD, own]]
        case = told[C.CASE, own]
        tok[C.CASE, to] = np.where(case >= 0, place[case], -1)
        for (first, end), reading in zip(pairwise(self.bounds), self.readings, strict=True):
            left = first + np.flatnonzero(tok[C.HEAD, first:end] < 0)
            if not len(left):
                continue
            form = reading.forms[0]
            root = next((i for i in range(first, end) if tok[C.HEAD, i] == i), first)
            tok[C.HEAD, left] = root
            tok[C.DEP, left] = np.where(tok[C.POS, left] == C.P_PUNCT, C.D_PUNCT, C.D_DEP)
            if form.adverb >= 0:
                tok[C.HEAD, first + form.adverb] = first + form.order[form.verb]
                tok[C.DEP, first + form.adverb] = C.D_ADVMOD
        extents(tok)
        offsets = np.repeat(self.bounds[:-1], np.diff(self.bounds)).astype(np.int32)
        tok[[C.HEAD, C.LOW, C.HIGH]] -= offsets
        tok[C.CASE] -= np.where(tok[C.CASE] >= 0, offsets, 0)
        codes, strings = self.tagged.to_array([LOWER, LEMMA]), self.doc.vocab.strings
        codes[to[same], 1] = self.doc.to_array(LEMMA)[own[same]]
        return tok, [(strings[lower], strings[lemma]) for lower, lemma in codes.tolist()]


def read_batch(questions: Sequence[Question], nlp: Language | None = None) -> ParsedBatch:
    """Annotate questions together, as statements, and read their facts, by `nlp` if that is classical."""
    if nlp is None or not is_classical(nlp):
        nlp = default_pipeline()
    tagged, bounds = tokenise_together([plain(question.text) for question in questions], nlp)
    for name, component in nlp.pipeline:
        if isinstance(component, Tagger):
            tagged = component(tagged, twice=False)
        elif name in _TAGGED:
            tagged = component(tagged)
    tokens, spans = list(tagged), zip(questions, pairwise(bounds), strict=True)
    readings = [read_words(tokens[start:end], question) for question, (start, end) in spans]
    forms = [form for reading in readings for form in reading.forms]
    main = [0, *np.cumsum([len(reading.forms) for reading in readings]).tolist()][:-1]
    doc, starts = _annotated(forms, nlp, tagged.vocab)
    frames = list(parse(doc))
    return ParsedBatch(tagged, bounds, readings, main, doc, starts, frames, read_facts(doc, (), (), frames))


def plain(text: str) -> str:
    """Return a question as the annotation reads it best: not all in capitals, without needless spaces."""
    text = " ".join(text.split())
    capitals = sum(map(str.isupper, text))
    return text.lower() if capitals > 0.8 * sum(map(str.isalpha, text)) else text


def _annotated(forms: Sequence[Statement], nlp: Language, vocab: Vocab) -> tuple[Doc, list[int]]:
    """Return statements as one annotated document, in which their main verbs are verbs, and their places."""
    words = [word for form in forms for word in form.words]
    starts = [0, *np.cumsum([len(form.words) for form in forms]).tolist()]
    first = set(starts)
    opens = {i for start, end in pairwise(starts) for i in range(start, end, LONGEST)}
    made = Doc(vocab, words=words, sent_starts=[i in opens for i in range(len(words))])
    made.user_data["texts"] = tuple(starts[:-1])
    verbs = [(start + form.verb, form) for start, form in zip(starts, forms, strict=False) if form.verb >= 0]
    for name, component in nlp.pipeline:
        if name == "symbolic_rc_senter":
            continue
        made = component(made)
        for verb, form in verbs if name in _MENDED else ():
            _MENDED[name](made[verb], verb - 1 in first, form.participle)
        for start, form in zip(starts, forms, strict=False) if name == "symbolic_rc_parser" else ():
            _part_objects(made[start : start + len(form.words)], form)
    return made, starts


def _part_objects(words: Span, form: Statement) -> None:
    """Mend the tree of "they teach Luz something", where both objects were taken for one noun phrase."""
    between = words[form.verb + 1 : form.gap] if 0 <= form.verb < form.gap else ()
    if not between or any(token.pos_ not in _NOMINAL for token in between):
        return
    verb, gap, last = words[form.verb], words[form.gap], between[-1]
    kind = _OBJECTS.get(gap.lower_)
    if gap.is_ancestor(verb) or last.is_ancestor(verb):
        return
    if kind and (gap.head in between or any(token.head == gap for token in between)):
        for token in between:
            token.head = last if token.head in (gap, verb) else token.head
        last.head, last.dep_ = verb, kind[0]
        gap.head, gap.dep_ = verb, kind[1]


def _give_base(token: Token, _: bool, __: bool) -> None:
    """Mend the lemma of a statement's main verb, where no verb has it."""
    if (base := wordnet().base(token.text, "v")) and not rolesets().of(token.lemma_, "v"):
        token.lemma_ = base[0]


def _tag_as_verb(token: Token, is_second: bool, is_participle: bool) -> None:
    """Mend the tag of a statement's main verb: finite as its second word, and no noun."""
    known = {"VERB", "AUX"} | (set() if is_only_verb(token.lower_) else {"ADJ"})
    if is_participle and token.pos_ == "ADJ":
        token.pos_, token.tag_ = "VERB", "VBN"
    if token.tag_ == "VBN" and is_second:
        token.tag_ = "VBD"  # "someone teased Ada"
    if token.pos_ not in known:
        token.pos_ = "VERB"
        past = "VBN" if token.i and token.nbor(-1).lower_ in BE else "VBD"
        token.tag_ = "VB" if rolesets().of(token.text, "v") else past


#: What stands for a question word as an object, with the relations of the noun before it and its own.
_OBJECTS = {"something": ("iobj", "obj"), "someone": ("obj", "iobj")}
_NOMINAL = ("DET", "ADJ", "NOUN", "PROPN", "PRON", "NUM")
#: What mends a main verb behind a component.
_MENDED = {"symbolic_rc_tagger": _tag_as_verb, "symbolic_rc_lemmatizer": _give_base}
