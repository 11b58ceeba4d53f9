"""Corrections of what was read: whom words mean, which facts are wrong or missing; a TOML file keeps them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING

from symbolic_rc.core.errors import DataError
from symbolic_rc.core.files.plain_text import read_text
from symbolic_rc.core.files.toml import parsed
from symbolic_rc.core.tokens import grouped
from symbolic_rc.graph.facts.pattern import parse_pattern

if TYPE_CHECKING:
    import networkx as nx

    from symbolic_rc.core.entity import Entity, Mention
    from symbolic_rc.coref import Resolution
    from symbolic_rc.graph.facts import Facts
    from symbolic_rc.story.story import Story

_TABLE, _NAMED = "correction", 12


@dataclass(frozen=True, slots=True)
class Correction:
    """One correction: `words` and `means`, or `remove`, or `add`.

    Attributes
    ----------
    words, means : str
        Words that refer, and a name or other words of whom they mean; empty for nobody else in the text.
    remove : str
        A fact that is wrong, as `Facts.describe` prints it, or a pattern of such facts.
    add : str
        A missing fact: a pattern without variables, ``burn(ARG0=Bo Finch, ARG1=the mill)``.
    sentence : int
        Where, counted from 1; 0 for anywhere.
    """

    words: str = ""
    means: str = ""
    remove: str = ""
    add: str = ""
    sentence: int = 0

    def __str__(self) -> str:
        where = f"sentence {self.sentence}: " * bool(self.sentence)
        if self.words:
            return f"{where}“{self.words}” means {self.means or 'nobody else in the text'}"
        return f"{where}not so: {self.remove}" if self.remove else f"{where}add: {self.add}"


def parse_corrections(given: str | Path) -> tuple[Correction, ...]:
    """Read corrections from TOML, or the file at a `Path`: ``[[correction]]`` tables, see `Correction`.

    Raises
    ------
    DataError
        If it is no TOML, or a table is none of the three kinds.

    Examples
    --------
    >>> [str(one) for one in parse_corrections('[[correction]]\\nwords = "she"\\nmeans = "Mina"')]
    ['“she” means Mina']
    """
    where = given if isinstance(given, Path) else "the corrections"
    try:
        tables = parsed(read_text(given) if isinstance(given, Path) else given)
    except ValueError as error:
        raise DataError(f"no TOML: {error}", where) from None
    rows, types = tables.pop(_TABLE, []), {one.name: type(one.default) for one in fields(Correction)}
    if tables or not isinstance(rows, list):
        raise DataError(f"expected tables named [[{_TABLE}]] alone", where)
    for number, row in enumerate(rows, 1):
        valid = isinstance(row, dict) and all(type(row[key]) is types.get(key) for key in row)
        if not valid or sum(bool(row.get(key)) for key in ("words", "remove", "add")) != 1:
            raise DataError(
                f"correction {number}: expected words and means, or remove, or add (and a sentence)", where
            )
    return tuple(Correction(**row) for row in rows)


def to_toml(corrections: Sequence[Correction]) -> str:
    """Return corrections as the text of a file.

    Examples
    --------
    >>> print(to_toml([Correction(remove="sell(ARG0=Bo)")]))
    [[correction]]
    remove = "sell(ARG0=Bo)"
    <BLANKLINE>
    """
    import json

    blocks = []
    for one in corrections:
        given = {key: value for key, value in asdict(one).items() if value or (key == "means" and one.words)}
        lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in given.items()]
        blocks.append("\n".join([f"[[{_TABLE}]]", *lines, ""]))
    return "\n".join(blocks)


def relinked(story: Story, corrections: Sequence[Correction]) -> Resolution:
    """Return the mentions and entities of a story, with the words of corrections linked to whom they mean."""
    mentions, entities = list(story.mentions), story.entities
    for one in corrections:
        for place in _places(story, one) if one.words else ():
            entity = _meant(story, one) if one.means else len(entities) + place
            mentions[place] = replace(mentions[place], entity=entity, antecedent=-1, link="corrected")
    groups = grouped((mention.entity, place) for place, mention in enumerate(mentions))
    ids = {entity: number for number, entity in enumerate(groups)}  # in the order of first mentions
    made = [_entity(story, [mentions[i] for i in groups[of]], groups[of], of) for of in groups]
    linked = tuple(replace(mention, entity=ids[mention.entity]) for mention in mentions)
    found = tuple(replace(one, id=number) for number, one in enumerate(made))
    return replace(story.resolution, mentions=linked, entities=found)


def _entity(story: Story, mentions: Sequence[Mention], places: Sequence[int], of: int) -> Entity:
    """Return an entity, or a new one, of these mentions, with those of its names that one of them has."""
    from symbolic_rc.core.entity import Entity

    best = min(mentions, key=lambda one: ("name", "nominal", "pronoun").index(one.kind))
    first = " ".join(" ".join(word.text for word in story.doc[best.start : best.end]).split())
    old = story.entities[of] if of < len(story.entities) else Entity(of, (), first)
    if old.mentions == tuple(places):
        return old
    texts = [_text(story, one) for one in mentions]
    kept = [name for name in (old.name, *old.names) if any(name.lower() in text for text in texts)]
    names = tuple(dict.fromkeys(kept[1:]))
    return replace(old, mentions=tuple(places), name=(kept or [first])[0], names=names)


def _text(story: Story, mention: Mention) -> str:
    """Return the words of a mention as names have them: tokens, in small letters."""
    return " ".join(" ".join(word.lower_ for word in story.doc[mention.start : mention.end]).split())


def _places(story: Story, correction: Correction) -> list[int]:
    """Return the mentions that a correction is about."""
    wanted = "".join(correction.words.lower().split())
    here = [i for i, one in enumerate(story.mentions) if _in_sentence(story, correction, one.head)]
    if found := [i for i in here if _text(story, story.mentions[i]).replace(" ", "") == wanted]:
        return found
    known = ", ".join(dict.fromkeys(f"“{_text(story, story.mentions[i])}”" for i in here[:_NAMED]))
    raise DataError(f"{correction}: no mention has these words; those here are {known or 'none'}")


def _in_sentence(story: Story, correction: Correction, token: int) -> bool:
    return correction.sentence in (0, story.facts.syntax.sentences[token] + 1)


def _meant(story: Story, correction: Correction) -> int:
    """Return the entity that has a name, or else a mention with these words."""
    wanted = " ".join(correction.means.lower().split())
    for entity in story.entities:
        if wanted in (name.lower() for name in (entity.name, *entity.names)):
            return entity.id
    for mention in story.mentions:
        if _text(story, mention).replace(" ", "") == wanted.replace(" ", ""):
            return mention.entity
    known = ", ".join(entity.name for entity in story.entities[:_NAMED])
    raise DataError(f"{correction}: nobody and nothing has this name; the text has {known}")


def edit_graph(graph: nx.MultiDiGraph, story: Story, corrections: Sequence[Correction]) -> None:
    """Remove wrong facts from a story's graph, and add missing ones."""
    for number, one in enumerate(corrections):
        if one.remove:
            graph.remove_nodes_from({f"fact:{fact}" for fact in _wrong(story.facts, one)})
        elif one.add:
            _add(graph, story, one, f"added:{number}")


def _wrong(facts: Facts, correction: Correction) -> list[int]:
    wanted = " ".join(correction.remove.split())
    here = [fact for fact in facts if correction.sentence in (0, fact.sentence + 1)]
    found = [fact.id for fact in here if " ".join(facts.describe(fact).split()) == wanted]
    if not found:
        matching = {fact.id for match in facts.match(correction.remove) for fact in match.facts}
        found = [fact.id for fact in here if fact.id in matching]
    if not found:
        raise DataError(f"{correction}: there is no such fact")
    return found


def _add(graph: nx.MultiDiGraph, story: Story, correction: Correction, name: str) -> None:
    for place, pattern in enumerate(parse_pattern(correction.add)):
        node, kind = f"{name}:{place}", pattern.kind or "event"
        predicate, sense = pattern.predicate, pattern.sense
        if kind == "event":
            predicate, _, number = predicate.partition(".")
            sense = f"{predicate}.{number or '01'}"
        syntax = story.facts.syntax
        said = [i for i, lemma in enumerate(syntax.lemmas) if lemma == predicate]
        token = next((i for i in said if correction.sentence and _in_sentence(story, correction, i)), -1)
        denied = bool(pattern.denied)
        graph.add_node(node, kind=kind, predicate=predicate, sense=sense, denied=denied, token=token)
        for wanted in pattern.wanted:
            graph.add_edge(node, _node(graph, story, correction, wanted.words), role=wanted.role)


def _node(graph: nx.MultiDiGraph, story: Story, correction: Correction, words: str) -> str:
    """Return the node of whom or what words name: an entity, else the words themselves."""
    if not words:
        raise DataError(f"{correction}: a fact to add has words in each role, no variables")
    try:
        return f"entity:{_meant(story, replace(correction, means=words))}"
    except DataError:
        graph.add_node(words, kind="value", label=words)
        return words
