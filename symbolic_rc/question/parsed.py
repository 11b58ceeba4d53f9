"""A question as integer arrays, for the ranker: its tokens with the tree of its statement, and its gap."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from symbolic_rc.core.arrays import Int8s, Ints
from symbolic_rc.core.record import Question
from symbolic_rc.core.tokens import words_of
from symbolic_rc.index import columns as C
from symbolic_rc.index.codes import kinds, part_letter, role_code, sense_code, vector, word_code
from symbolic_rc.index.hashing import mix
from symbolic_rc.lexicon import nouns
from symbolic_rc.question.gap import find_gap, said_by_form
from symbolic_rc.question.pattern import ADJUNCTS
from symbolic_rc.question.understanding import KINDS, PERSON_NOUNS, Understanding, question_word

if TYPE_CHECKING:
    from symbolic_rc.question.statement import Statement

_FORMS = ("", "name", "first name", "last name", "full name")
_ORDERS = ("", "before", "after")
#: The roles of a frame that the gap would fill by its relation; the gap's relations in groups.
_OPEN_ROLES = {
    C.D_NSUBJ: "ARG0", C.D_OBLAGENT: "ARG0", C.D_OBJ: "ARG1", C.D_NSUBJPASS: "ARG1", C.D_IOBJ: "ARG2",
    C.D_OBL: "ARG2",
}  # fmt: skip
_BROAD = {C.D_NSUBJ: 1, C.D_NSUBJPASS: 1, C.D_ROOT: 2, C.D_OBL: 3}
_WHS = ("", "who", "whom", "whose", "what", "which", "when", "where", "why", "how", "cloze")


class QuestionArrays(NamedTuple):
    """What kernels read of a question; see `ParsedQuestion`."""

    tok: Ints
    info: Ints
    words: Ints
    kinds: Ints
    vectors: Int8s


@dataclass(frozen=True, slots=True)
class ParsedQuestion:
    """A question as it was parsed, and as arrays."""

    question: Question
    understanding: Understanding
    tok: Ints  # (TOKEN_ROWS, q): the rows of `index.columns`, of the question's tokens
    info: Ints  # (INFO,): as `index.columns` names its places
    words: Ints  # (w,): the content words: indices of tokens
    texts: tuple[str, ...]  # the question's tokens, in lower case
    kinds: Ints  # the synsets of the noun that asks for a kind: ``city`` in "what city"
    # (2, d): the vectors of the gap's governor and of the noun asked for, at length 127; zeros for none
    vectors: Int8s
    # forms, lemmas and WordNet's parts of speech of the content words
    content: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
    # the question's tokens in the order of a statement; None where it stands as it is
    statement: Statement | None = field(default=None, repr=False)

    @property
    def arrays(self) -> QuestionArrays:
        """What kernels take of it."""
        return QuestionArrays(self.tok, self.info, self.words, self.kinds, self.vectors)


def parse_question(
    question: Question,
    understanding: Understanding,
    tok: Ints,
    texts: Sequence[tuple[str, str]],
    gap: int = -1,
    statement: Statement | None = None,
) -> ParsedQuestion:
    """Make the arrays of a question.

    Of its tokens `tok` has the rows (TOKEN_ROWS, q), `texts` the words in lower case with their lemmas; `gap`
    is the token that fills the gap, the question word by default.
    """
    lower, lemmas = [word for word, _ in texts], [lemma for _, lemma in texts]
    wh = place_of(understanding.wh, lower) if not question.is_cloze else gap
    info = np.zeros(C.INFO, np.int32)
    find_gap(tok, lower, wh, wh if gap < 0 else gap, info)
    focus = int(info[C.FOCUS_WORD])
    kind = _kind_of_noun(understanding, int(info[C.FOCUS_SENSE]))
    plural = _plural(understanding, tok, lower, wh, focus)
    if (kind, plural) != (understanding.kind, understanding.plural):
        understanding = replace(understanding, kind=kind, plural=plural)
    _write_classes(understanding, info)
    info[C.GENDER] = _gender(lower, lemmas, focus)
    idle = said_by_form(lower, wh) | {wh}
    telling = np.flatnonzero(tok[C.FUNC] == 0).tolist()
    words = [i for i in telling if i not in idle and any(map(str.isalnum, lower[i]))]
    content = (
        tuple(lower[i] for i in words),
        tuple(lemmas[i] for i in words),
        tuple(part_letter(C.PARTS[tok[C.POS, i]]) for i in words),
    )
    asked = [lemmas[i] if i >= 0 else "" for i in (int(info[C.GAP_GOV]), focus)]
    return ParsedQuestion(
        question, understanding, tok, info, np.array(words, np.int32), tuple(lower), _kinds(lemmas, focus),
        np.array([vector(lemma) for lemma in asked]), content, statement,
    )  # fmt: skip


def _write_classes(understanding: Understanding, info: Ints) -> None:
    """Write what was understood as numbers, and what the question has in common with others, hashed."""
    info[C.KIND], info[C.PLURAL] = KINDS.index(understanding.kind), understanding.plural
    info[C.FORM], info[C.WH] = _FORMS.index(understanding.form), _WHS.index(understanding.wh)
    info[C.ORDER] = _ORDERS.index(understanding.order)
    relation = int(info[C.GAP_REL])
    role = ADJUNCTS.get(understanding.wh) or _OPEN_ROLES.get(relation)
    info[C.OPEN_ROLE] = role_code(role) if role else 0
    question_class = mix(mix(info[C.KIND], info[C.WH]), mix(_BROAD.get(relation, 4), info[C.PLURAL]))
    info[C.QCLASS] = int(question_class) & 0x7FFFFFFF
    key = info[C.FOCUS] if info[C.FOCUS] else info[C.GOV_LEMMA]
    info[C.FINE] = int(mix(mix(info[C.WH], key), 5)) & 0x7FFFFFFF


def _kind_of_noun(understanding: Understanding, focus_sense: int) -> str:
    """Return the kind of question, seen by WordNet's class of the noun that is asked for."""
    kind = understanding.kind
    if understanding.wh not in ("what", "which") or kind not in ("object", "person", "place", "description"):
        return kind
    if understanding.focus in PERSON_NOUNS or focus_sense == sense_code("noun.person"):
        return "person"
    if focus_sense == sense_code("noun.location"):
        return "place"
    # "the full name of the trail": a form of name does not make a person
    named = understanding.form.count(" ") and focus_sense not in (0, sense_code("noun.Tops"))
    return "object" if kind == "person" and named else kind


_OCCUPATIONS = frozenset("profession occupation job career vocation trade".split())


def _kinds(lemmas: list[str], focus: int) -> Ints:
    """Return the synsets of the noun that is asked for, of "record label" rather than "label"."""
    if focus < 0:
        return np.zeros(0, np.int32)
    if lemmas[focus] in _OCCUPATIONS:
        return np.array(kinds("person"), np.int32)  # a teacher is a kind of person, not of profession
    whole = kinds(f"{lemmas[focus - 1]}_{lemmas[focus]}") if focus else ()
    return np.array(whole or kinds(lemmas[focus]), np.int32)


_GENDERED = (frozenset("he him his himself".split()), frozenset("she her hers herself".split()))


def _gender(lower: list[str], lemmas: list[str], focus: int) -> int:
    """Return the gender of whom is asked for, as `rows` numbers it: of the noun, else of the pronouns."""
    told = nouns().gender(lemmas[focus]) if focus >= 0 else ""
    if told:
        return 1 if told == "masculine" else 2
    said = [not pronouns.isdisjoint(lower) for pronouns in _GENDERED]
    return 0 if all(said) else 1 if said[0] else 2 if said[1] else 0


_COUNTED = frozenset("two three four five six both several".split())
_PLURALS = frozenset((word_code("NNS"), word_code("NNPS")))


def place_of(wh: str, lower: Sequence[str]) -> int:
    """Return the token that is the question word, or that holds it together with signs; or -1.

    A question is understood by its light tokens, which split "what/" and "what%"; the annotation may not.
    """
    if not wh or wh in lower:
        asked = question_word(lower)
        return -1 if not wh else asked if lower[asked] == wh else lower.index(wh)
    return next((i for i, token in enumerate(lower) if wh in token and wh in words_of(token)), -1)


def _plural(understanding: Understanding, tok: Ints, lower: list[str], at: int, focus: int) -> bool:
    """Return whether several answers are asked for: by number words, the noun asked for, *are* and *were*."""
    if understanding.wh not in ("who", "whom", "what", "which"):
        return False
    near = lower[at + 1 : at + 4] if at >= 0 else []
    if near[:1] in (["are"], ["were"]) and (understanding.wh == "who" or "names" in lower[at : at + 8]):
        return True
    if understanding.wh in ("who", "whom"):
        return bool({"two", "all"} & set(near))
    if "names" in near or _COUNTED & set(near[:2]) or "people" in near[:2]:
        return True
    return focus >= 0 and "name" not in near and int(tok[C.TAG, focus]) in _PLURALS


def context_of(question: Question) -> tuple[tuple[int, int], ...]:
    """Return the places in the story's text that a question is about, where the data set says so."""
    found = []
    for part in question.tags.get("context", "").split(","):
        start, _, end = part.partition("-")
        if start.isdigit() and end.isdigit():
            found.append((int(start), int(end)))
    return tuple(found)


def within(question: Question, places: Iterable[tuple[int, int]]) -> Question:
    """Return a question that is about some places in the story's text, or, for none, about all of it."""
    tags = {name: value for name, value in question.tags.items() if name != "context"}
    told = ",".join(f"{start}-{end}" for start, end in places)
    return replace(question, tags={**tags, "context": told} if told else tags)
