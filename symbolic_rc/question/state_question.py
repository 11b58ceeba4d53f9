"""Questions about the state of a story: where somebody is, who has what, which way leads there.

They have few forms, and are read off their words: parsers are least sure of short questions with the copula
first and of names in lower case. Phrases are given as keys (see `graph.facts.reading.phrases`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from symbolic_rc.graph.facts.reading.phrases import key_of
from symbolic_rc.graph.facts.reading.space import place_words
from symbolic_rc.graph.state.events import effect_of, passes_on
from symbolic_rc.lexicon import wordnet

_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
#: Words that no noun phrase holds here.
_FUNCTION = (
    "is are was were be do does did has have had will would can could who whom what where why how which when"
    " in on at to from of than by with for into and or not before after above below under behind near inside"
    " beneath over beside he she it they him her them his its their there that still"
).split()
_DET = r"(?:(?:the|a|an|his|her|their|this|that|some|any) )?"
_ONE = rf"(?!(?:the|a|an|this|that|some|any|{'|'.join(_FUNCTION)})\b)\S+"
_NP = rf"{_DET}{_ONE}(?: {_ONE}){{0,3}}(?: of {_DET}{_ONE}(?: {_ONE}){{0,2}})?"
_BE = r"(?:is|are|was|were)"
_WHERE = r"(?:in|at|on|to|inside)"
_NOW = r"(?: now| then| currently| in the end| at the end)?"
_SUBJECT, _OBJECT = rf"(?P<subject>{_NP})", rf"(?P<object>{_NP})"
_SUBJECT2 = rf"(?P<subject2>{_NP})"
_LIES = (
    r"(?P<relation>(?:(?:to|on) the )?(?:north|south|east|west|left|right) of|in front of|next to|above|over"
    r"|below|beneath|under|underneath|behind|beside|near)"
)
_WENT = rf"(?:was|were|went|came|moved|got) (?:back )?{_WHERE} "
_VERB = r"(?P<verb>(?!(?:the|a|an)\b)\S+)"
_TO_OR_FROM = rf"(?P<side>to|from) (?P<other>{_NP})"
_DONE = (
    "go|move|travel|journey|run|walk|come|get|take|grab|pick|drink|eat|buy|lie|sit|leave|return|enter|look"
)

#: The form of each question, with the parts that it names; in the order in which they are tried.
_PATTERNS = (
    (
        "place before",
        rf"where {_BE} {_SUBJECT} before"
        rf" (?:(?:he|she|it|they|{_NP}) {_WENT}|(?:being|going|coming) {_WHERE} )?{_OBJECT}",
    ),
    ("place", rf"where (?:{_BE} {_SUBJECT}|(?:do|does|did) {_SUBJECT2} (?:lie|stand|sit|hang)){_NOW}"),
    ("future place", rf"where (?:will|would|might) {_SUBJECT} (?:go|head|move|be)"),
    ("position", rf"{_BE} {_SUBJECT} {_LIES} {_OBJECT}"),
    ("in place", rf"{_BE} {_SUBJECT} {_WHERE} {_OBJECT}{_NOW}"),
    ("who is there", rf"(?:who|what) (?:is|are) (?:in|at|on|inside) {_OBJECT}{_NOW}"),
    (
        "how many held",
        rf"how many (?P<object>\S+) (?:{_BE} {_SUBJECT} (?P<verb>\S+ing)"
        rf"|(?:do|does|did) (?P<subject2>{_NP}) (?P<verb2>have|carry|hold|own|possess)){_NOW}",
    ),
    (
        "held",
        rf"what (?:{_BE} {_SUBJECT} (?P<verb>\S+ing)"
        rf"|(?:do|does|did) (?P<subject2>{_NP}) (?P<verb2>have|carry|hold|own)){_NOW}",
    ),
    (
        "holder before",
        rf"who (?P<verb>had|held|owned|kept|possessed) (?P<object>it|{_NP}) (?P<side>before|after)"
        rf" (?P<other>{_NP})(?: (?:had|got|received|was given|did)(?: it)?)?",
    ),
    ("holds", rf"(?:do|does) {_SUBJECT} (?:still )?(?P<verb>have|hold|own|possess|keep) {_OBJECT}{_NOW}"),
    ("holder", rf"who (?:(?P<verb>has|holds|owns|carries|had|held)|{_BE} (?P<verb2>\S+ing)) {_OBJECT}{_NOW}"),
    (
        "path",
        rf"how (?:do|does|did|can|could|would|should) {_NP} (?:go|get|walk|travel|move|come)"
        rf" from {_SUBJECT} to {_OBJECT}",
    ),
    ("receiver", rf"(?:to )?(?:who|whom) did {_SUBJECT} {_VERB} {_OBJECT}(?: to)?"),
    (
        "receiver",
        rf"who (?:was|were) (?P<verb>given|handed|passed|sent|lent|sold) {_OBJECT}(?: by {_SUBJECT})?",
    ),
    ("received", rf"what did {_SUBJECT} {_VERB} {_TO_OR_FROM}"),
    ("who gave", rf"who {_VERB} {_OBJECT}(?: {_TO_OR_FROM})?"),
    ("who gave", rf"by whom was {_OBJECT} {_VERB}(?: {_TO_OR_FROM})?"),
    ("attribute", rf"(?:what|which) (?P<word>\S+) {_BE} {_SUBJECT}"),
    ("motive", rf"why (?:did|does|has|had) {_SUBJECT} (?:{_DONE})(?: .*)?"),
)
#: Each is compiled at its first use: all together would take a twentieth of a second.
_compiled = cache(re.compile)
#: Forms whose verb says that somebody has something, and those whose verb says that it changes hands.
_OF_HOLDING = ("held", "holds", "how many held", "holder", "holder before")
_OF_TRANSFER = ("receiver", "received", "who gave")
#: A pattern's first words stand among its first characters.
_FIRST = slice(28)


@dataclass(frozen=True, slots=True)
class StateQuestion:
    """A question about the state of a story."""

    form: str  # what is asked: ``place``, ``place before``, ``in place``, ``held``, ``path``, and so on
    # subject, object, other: the keys of what it names, or empty
    subject: str = ""
    object: str = ""
    other: str = ""
    relation: str = ""  # the relation of place, the adjective, the property or the verb that is asked about
    sense: str = ""  # the effect of a verb, or the preposition


@lru_cache(maxsize=4096)
def read_state_question(text: str) -> StateQuestion | None:
    """Read a question about the state of a story; None for any other.

    Examples
    --------
    >>> read_state_question("Where is the mill now?").subject                    # doctest: +SKIP
    'mill'
    """
    words = [word.lower() for word in _WORD.findall(text)]
    if not words or len(words) > 16:
        return None
    line = " ".join(words)
    for form, pattern in _PATTERNS:
        match = _compiled(pattern).fullmatch(line) if words[0] in pattern[_FIRST] else None
        found = _read(form, match.groupdict()) if match else None
        if found is not None:
            return found
    return None


def _read(form: str, parts: dict[str, str | None]) -> StateQuestion | None:
    """Return a form with its parts as keys; None where its words are not of that form after all."""
    told = {name: value or "" for name, value in parts.items()}

    def key(name: str) -> str:
        return key_of((told.get(name) or told.get(name + "2", "")).split())

    relation, sense = told.get("relation", ""), told.get("side", "")
    if relation:
        found = place_words(relation.split(), 0)
        relation = found.relation if found is not None else ""
    elif form == "attribute":
        relation = told["word"]
    elif form in (*_OF_HOLDING, *_OF_TRANSFER):
        verb = told.get("verb") or told.get("verb2", "")
        lemma = next(iter(wordnet().base(verb, "v")), verb)
        effect = effect_of(lemma, "", True)
        holds = effect in ("has", "brings") or (effect == "gets" and lemma == "hold")
        if not (holds if form in _OF_HOLDING else _passes_on(form, lemma, effect, sense)):
            return None
        if form != "holder before":
            relation, sense = lemma, effect if form in _OF_TRANSFER else ""
    return StateQuestion(form, key("subject"), key("object"), key("other"), relation, sense)


def _passes_on(form: str, verb: str, effect: str, side: str) -> bool:
    """Whether a verb says that something changes hands; what is given is given to, not from, somebody."""
    turned = form != "receiver" and side == "from" and effect == "gives"
    return effect in ("gives", "gets") and passes_on(verb) and not turned
