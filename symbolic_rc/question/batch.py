"""Questions annotated together: tagged as they stand, parsed and framed once, as statements.

Treebanks hold few questions; a parser reads "Ada sold something" better than "What did Ada sell?". Word
stands for word, so that what is parsed in the statement maps back to the question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from spacy.attrs import LEMMA, LOWER
from spacy.tokens import Doc, Token

from symbolic_rc.annotate import default_pipeline, is_classical, tokenise_together
from symbolic_rc.annotate.sentences import LONGEST
from symbolic_rc.annotate.tagger.tag_model import Tagger
from symbolic_rc.core.entity import Frame
from symbolic_rc.core.forks import cached_property
from symbolic_rc.core.record import Question
from symbolic_rc.frames import parse
from symbolic_rc.graph.facts import Facts, read_facts
from symbolic_rc.index import columns as C
from symbolic_rc.index.candidate_spans import extents
from symbolic_rc.index.encode import token_rows
from symbolic_rc.lexicon import rolesets, wordnet
from symbolic_rc.question.reading import Reading, is_only_verb, read_words
from symbolic_rc.question.statement import Statement

if TYPE_CHECKING:
    from spacy.language import Language

#: What a question is given, beside tags, before it is put into the order of a statement.
_TAGGED = ("symbolic_rc_senter", "symbolic_rc_lemmatizer")
#: Rows of a token that the statement tells where it has the same word, and those that it always tells.
_SAME_WORD, _OF_TREE = (C.TAG, C.POS, C.LEMMA, C.SENSE, C.FUNC), (C.DEP, C.ENT_TYPE)


@dataclass(frozen=True, eq=False)
class ParsedBatch:
    """Questions that were annotated together.

    Attributes
    ----------
    tagged : Doc
        The questions as they stand, with tags and lemmas alone.
    bounds : list of int
        Where each starts, with the end of the last.
    readings : list of Reading
    main : list of int
        The number of each question's first statement.
    doc : Doc
        The statements, annotated.
    starts : list of int
        Where each statement starts, with the end of the last.
    frames : list of Frame
    facts : Facts
    """

    tagged: Doc
    bounds: list[int]
    readings: list[Reading]
    main: list[int]
    doc: Doc
    starts: list[int]
    frames: list[Frame]
    facts: Facts

    @cached_property
    def tokens(self) -> tuple[NDArray[np.int32], list[tuple[str, str]]]:
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
    """Annotate questions together, as statements, and read their facts.

    Parameters
    ----------
    questions : sequence of Question
    nlp : Language, optional
        The project's own pipeline, which is taken in place of any other.
    """
    if nlp is None or not is_classical(nlp):
        nlp = default_pipeline()
    tagged, bounds = tokenise_together([plain(question.text) for question in questions], nlp)
    for name, component in nlp.pipeline:
        if isinstance(component, Tagger):
            tagged = component.tag(tagged, twice=False)
        elif name in _TAGGED:
            tagged = component(tagged)
    tokens = list(tagged)
    readings = [
        read_words(tokens[start:end], question)
        for question, (start, end) in zip(questions, pairwise(bounds), strict=True)
    ]
    forms = [form for reading in readings for form in reading.forms]
    main = [0, *np.cumsum([len(reading.forms) for reading in readings]).tolist()][:-1]
    doc, starts = _annotated(forms, nlp)
    frames = list(parse(doc))
    return ParsedBatch(tagged, bounds, readings, main, doc, starts, frames, read_facts(doc, (), (), frames))


def plain(text: str) -> str:
    """Return a question as the annotation reads it best: not all in capitals, without needless spaces."""
    text = " ".join(text.split())
    capitals = sum(map(str.isupper, text))
    return text.lower() if capitals > 0.8 * sum(map(str.isalpha, text)) else text


def _annotated(forms: Sequence[Statement], nlp: Language) -> tuple[Doc, list[int]]:
    """Return statements as one annotated document, in which their main verbs are verbs, and their places."""
    words = [word for form in forms for word in form.words]
    starts = [0, *np.cumsum([len(form.words) for form in forms]).tolist()]
    first = set(starts)
    opens = {i for start, end in pairwise(starts) for i in range(start, end, LONGEST)}
    made = Doc(nlp.vocab, words=words, sent_starts=[i in opens for i in range(len(words))])
    made.user_data["texts"] = tuple(starts[:-1])
    verbs = [start + form.verb for start, form in zip(starts, forms, strict=False) if form.verb >= 0]
    for name, component in nlp.pipeline:
        if name == "symbolic_rc_senter":
            continue
        made = component(made)
        for verb in verbs if name in _MENDED else ():
            _MENDED[name](made[verb], verb - 1 in first)
    return made, starts


def _give_base(token: Token, _: bool) -> None:
    """Mend the lemma of a statement's main verb, where no verb has it."""
    base = wordnet().base(token.text, "v")
    if base and not rolesets().of(token.lemma_, "v"):
        token.lemma_ = base[0]


def _tag_as_verb(token: Token, is_second: bool) -> None:
    """Mend the tag of a statement's main verb: finite as its second word, and no noun."""
    known = {"VERB", "AUX"} | (set() if is_only_verb(token.lower_) else {"ADJ"})
    if token.tag_ == "VBN" and is_second:
        token.tag_ = "VBD"  # "someone teased Ada"
    if token.pos_ not in known:
        token.pos_ = "VERB"
        token.tag_ = "VB" if rolesets().of(token.text, "v") else "VBD"


#: What mends a main verb behind a component.
_MENDED = {"symbolic_rc_tagger": _tag_as_verb, "symbolic_rc_lemmatizer": _give_base}
