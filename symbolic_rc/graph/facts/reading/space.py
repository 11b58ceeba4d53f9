"""Facts of place: what is in, at, above, north of, to the left of what.

They are read off the words around a verb of location, since parsers attach these phrases least reliably.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts.fact import Fact, Term
from symbolic_rc.graph.facts.reading.phrases import phrase_from, phrase_to, sentence_end, sentence_start
from symbolic_rc.graph.facts.reading.source import Source
from symbolic_rc.lexicon import wordnet

#: Verbs of being somewhere: VerbNet's spatial_configuration-47.6 and exist-47.1, those that need a place.
_BEING = frozenset("be stand lie sit hang remain stay live rest dwell lurk hide wait".split())
#: What fits in something else is smaller; taggers take these words for nouns.
_FITTING = frozenset("fit fits fitted".split())
#: What words of place say, and what is so the other way round.
_WORDS = {
    "in": "in", "inside": "in", "within": "in", "at": "at", "on": "on", "upon": "on",
    "above": "above", "over": "above", "below": "below", "beneath": "below", "under": "below",
    "underneath": "below", "behind": "behind", "near": "near", "beside": "beside", "outside": "outside",
}  # fmt: skip
_SIDES = ("left", "right", "north", "south", "east", "west")
_PHRASES = {
    ("in", "front", "of"): "in front of", ("on", "top", "of"): "on", ("next", "to"): "beside",
    ("close", "to"): "near",
}  # fmt: skip
#: Maximum number of tokens of such words: "to the left of".
_LONGEST = 4
CONVERSES = {
    "above": "below", "below": "above", "left of": "right of", "right of": "left of",
    "north of": "south of", "south of": "north of", "east of": "west of", "west of": "east of",
    "behind": "in front of", "in front of": "behind", "near": "near", "beside": "beside",
}  # fmt: skip
#: Relations that say where something is, rather than how two things lie to each other.
WHEREABOUTS = ("in", "at", "on")
_PLACES = ("noun.location", "noun.artifact", "noun.object")
_BETWEEN = frozenset("not n't no longer now still either also always just both standing currently".split())
#: Maximum number of senses of a noun that are tried for a place.
_SENSES = 4


class PlaceWords(NamedTuple):
    """A word or phrase of place: its relation, and the token behind it."""

    relation: str
    end: int


def place_words(lowers: list[str], at: int, stop: int | None = None) -> PlaceWords | None:
    """Read words of place that begin and stop at tokens: ``in``, ``to the left of``; None for others.

    >>> place_words(["to", "the", "left", "of", "it"], 0)
    PlaceWords(relation='left of', end=4)
    """
    here = tuple(lowers[at : min(at + _LONGEST, len(lowers) if stop is None else stop)])
    for words, relation in _PHRASES.items():
        if here[: len(words)] == words:
            return PlaceWords(relation, at + len(words))
    side = int(bool(here) and here[0] in ("to", "on", "at"))  # "in the north of Norway" is in Norway
    side += side and here[1:2] == ("the",)
    if here[side + 1 : side + 2] == ("of",) and here[side] in _SIDES:
        return PlaceWords(f"{here[side]} of", at + side + 2)
    return PlaceWords(_WORDS[here[0]], at + 1) if here and here[0] in _WORDS else None


def space_facts(source: Source) -> Iterator[Fact]:
    """Yield a fact for each place that a verb of being tells; ids are not set.

    "Ada is either in the mill or the barn" gives two facts that are only possible.
    """
    syntax = source.syntax
    for token, lemma in enumerate(syntax.lemmas):
        fits = syntax.lowers[token] in _FITTING
        # "lay" may be taken for a form of *lay*
        being = syntax.pos[token] in ("AUX", "VERB") and (lemma in _BEING or syntax.lowers[token] == "lay")
        being |= syntax.lowers[token] in ("located", "situated")
        if not fits and not being:
            continue
        stop = sentence_end(syntax, token)
        at = next((i for i in range(token + 1, stop) if syntax.lowers[i] not in _BETWEEN), stop)
        found = place_words(syntax.lowers, at, stop) or _behind_noun(source, token, stop)
        places = list(_places(source, found, stop)) if found is not None else []
        if fits:
            places = [("fits in", place) for relation, place in places[:1] if relation == "in"]
        if found is None and not fits:
            yield from _inverted(source, token, stop)
        else:
            yield from _facts(source, token, at, places)


def _inverted(source: Source, token: int, stop: int) -> Iterator[Fact]:
    """Read "under it lay a tin box": a place before the verb, its subject after it."""
    syntax = source.syntax
    begin = sentence_start(syntax, token)
    if (found := place_words(syntax.lowers, begin, token)) is None:
        return
    start, end = phrase_from(syntax, found.end, token)
    if start == end and syntax.pos[start] == "PRON":
        end = start + 1
    first, last = phrase_from(syntax, token + 1, stop)
    if end == token and first != last:
        terms = source.noun_phrase("subject", first, last), source.noun_phrase("of", start, end)
        yield source.fact("relation", found.relation, "space", terms, token)


def _facts(source: Source, token: int, behind: int, places: list[tuple[str, Term]]) -> Iterator[Fact]:
    """Yield that each subject of a verb is in a place; of several places each is only possible."""
    denied = not {"not", "n't", "no"}.isdisjoint(source.syntax.lowers[token + 1 : behind])
    for subject in _subjects(source, token) if places else ():
        for relation, place in places:
            terms = subject, place
            fact = source.fact("relation", relation, "space", terms, token, _predicate(source, token))
            modality = "possible" if len(places) > 1 else fact.modality
            yield replace(fact, denied=fact.denied or denied, modality=modality)


def _places(source: Source, found: PlaceWords, stop: int) -> Iterator[tuple[str, Term]]:
    """Yield the place behind words of place, and each further one that may be meant: "or the barn"."""
    syntax, (relation, at) = source.syntax, found
    while at < stop:
        start, end = phrase_from(syntax, at, stop)
        end += start == end and syntax.pos[start] == "PRON"
        place = source.noun_phrase("of", start, end)
        if start == end or (relation in WHEREABOUTS and not can_be_place(syntax, place.head)):
            return
        yield relation, place
        if syntax.lowers[end : end + 1] != ["or"]:
            return
        further = place_words(syntax.lowers, end + 1, stop)
        relation, at = further if further is not None else (relation, end + 1)


def _subjects(source: Source, token: int) -> list[Term]:
    """Return what is somewhere: the phrase before the verb that begins the sentence, else the subject."""
    syntax = source.syntax
    begin = sentence_start(syntax, token)
    start, end = phrase_to(syntax, token, begin)
    if start == begin and start < end:
        return [source.noun_phrase("subject", start, end)]
    subject, link = source.subject(_predicate(source, token))
    return source.terms("subject", subject, link) if subject >= 0 else []


def _behind_noun(source: Source, token: int, stop: int) -> PlaceWords | None:
    """Read the words of place behind what something is said to be: "Osby is a village in Norway"."""
    noun = _predicate(source, token)
    behind = token < noun and can_be_place(source.syntax, noun)
    return place_words(source.syntax.lowers, noun + 1, stop) if behind else None


def _predicate(source: Source, token: int) -> int:
    """Return the head of the clause of a verb, beside which its negation stands: the noun of a copula."""
    return int(source.syntax.heads[token]) if source.syntax.deps[token] == "cop" else token


def can_be_place(syntax: Syntax, token: int) -> bool:
    """Whether a noun can name a place: a name, a location, or a thing that one can be in, at or on."""
    if syntax.pos[token] == "PROPN":
        return True
    words = wordnet()
    lemma = next(iter(words.base(syntax.lowers[token], "n")), syntax.lemmas[token].lower())
    return any(words.lexname(sense) in _PLACES for sense in words.synsets(lemma, "n")[:_SENSES])
