"""From a parsed document to its mentions, entities and quotations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from spacy import attrs

from symbolic_rc.core.entity import Entity, Mention
from symbolic_rc.coref.characters import entities_of
from symbolic_rc.coref.mentions.attributes import (
    COORDINATED,
    CORE,
    FIRST,
    FULL,
    HEAD,
    KIND,
    LAST,
    NAME,
    PRO,
    PRONOUN,
    QUOTE,
    SENTENCE,
    START,
    TITLE,
    TYPE,
    Mentions,
    describe,
)
from symbolic_rc.coref.mentions.detection import Candidate, detect
from symbolic_rc.coref.mentions.mention_types import PERSON, classify, string_hashes
from symbolic_rc.coref.mentions.owners import owners_of
from symbolic_rc.coref.mentions.pronouns import HE, IT, ME, SHE, THEY, WE, YOU
from symbolic_rc.coref.mentions.readers import readers
from symbolic_rc.coref.mentions.syntax import Syntax, read_syntax
from symbolic_rc.coref.model import CorefModel, Ranker, model
from symbolic_rc.coref.quotations import direct_speech
from symbolic_rc.coref.quotations.conversations import converse
from symbolic_rc.coref.quotations.direct_speech import Quotation
from symbolic_rc.coref.quotations.speakers import SURE, attribute
from symbolic_rc.coref.ranker import ranking
from symbolic_rc.coref.ranker.arrays import NO_NOTES, Decisions, Document, Lesson, Notes
from symbolic_rc.coref.ranker.templates import TEMPLATES
from symbolic_rc.models.linear import LinearModel

if TYPE_CHECKING:
    from spacy.tokens import Doc


@dataclass(slots=True)
class Reading:
    """A document before linking: what the ranker takes.

    Attributes
    ----------
    syntax : Syntax
    mentions : Mentions
    quotes : list of Quotation
        With speakers and addressees.
    hashes : ndarray of int64
        Hash of each string of the mentions' vocabulary.
    order : ndarray of int32
        The order of linking: first and second persons in quotations wait for the mention of who speaks,
        pronouns at the head of a sentence for its subject.
    forced : ndarray of int32
        Links by sure sieves, or -1.
    surname : ndarray of int32
        Names behind titles, which part their bearers, or -1.
    owner : ndarray of int32
        Whose phrases are: see `mentions.owners`; -1 where it does not part them.
    sieves : dict of int to str
        The sieve behind each forced link.
    narrator : int
        The first "I" outside quotations, or -1.
    """

    syntax: Syntax
    mentions: Mentions
    quotes: list[Quotation]
    hashes: NDArray[np.int64]
    order: NDArray[np.int32]
    forced: NDArray[np.int32]
    surname: NDArray[np.int32]
    owner: NDArray[np.int32]
    sieves: dict[int, str]
    narrator: int


@dataclass(frozen=True, slots=True)
class Links:
    """What the ranker decided for each of m mentions: see `arrays.Decisions`."""

    entity: NDArray[np.int32]
    antecedent: NDArray[np.int32]
    why: NDArray[np.int32]
    margin: NDArray[np.float32]
    loss: float


@dataclass(frozen=True, slots=True)
class Resolution:
    """Who and what a document speaks of.

    Attributes
    ----------
    mentions : tuple of Mention
    entities : tuple of Entity
    quotations : tuple of Quotation
        Their speakers and addressees are indices into `mentions`.
    """

    mentions: tuple[Mention, ...]
    entities: tuple[Entity, ...]
    quotations: tuple[Quotation, ...]


def prepare(doc: Doc, types: LinearModel | None) -> Reading:
    """Detect and describe mentions, find quotations and their speakers, apply the sure sieves."""
    syntax = read_syntax(doc)
    starts, spaces = doc.to_array([attrs.IDX, attrs.SPACY]).T.tolist()
    text = "".join([word + " " if space else word for word, space in zip(syntax.words, spaces, strict=True)])
    ends = [start + len(word) for start, word in zip(starts, syntax.words, strict=True)]
    quotes = direct_speech.quotations(text, starts, ends)
    candidates = detect(syntax)
    speeches = direct_speech.speeches(text, starts, ends)
    if speeches:
        candidates, quotes = _screenplay(candidates, speeches)
    mentions = describe(syntax, candidates, quotes)
    classify(syntax, mentions, types)
    return finish(syntax, mentions, quotes)


def _screenplay(
    candidates: list[Candidate], speeches: list[tuple[Quotation, tuple[int, int]]]
) -> tuple[list[Candidate], list[Quotation]]:
    """Return mentions with the names above speeches among them, and the speeches with their speakers."""
    headed = {i for _, span in speeches for i in range(*span)}
    kept = [c for c in candidates if headed.isdisjoint(range(c.start, c.end))]
    names = [Candidate(*span, span[1] - 1, "name", span, "PERSON") for _, span in speeches]
    merged = sorted([*kept, *names], key=lambda c: (c.start, -c.end))
    place = {(c.start, c.end): m for m, c in enumerate(merged)}
    return merged, [replace(quote, speaker=place[span]) for quote, span in speeches]


def finish(syntax: Syntax, mentions: Mentions, quotes: list[Quotation]) -> Reading:
    """Add what depends on the mentions' types: speakers, order, sieves."""
    quotes = attribute(syntax, mentions, quotes)
    hashes = string_hashes(mentions).astype(np.int64)
    forced, sieves, narrator = _sieves(mentions)
    none = np.full(len(mentions), -1, np.int32)
    order = _order(syntax, mentions, quotes)
    nobody = np.full((len(mentions), 3), -1, np.int32)
    return Reading(syntax, mentions, quotes, hashes, order, forced, none, nobody, sieves, narrator)


def _order(syntax: Syntax, mentions: Mentions, quotes: list[Quotation]) -> NDArray[np.int32]:
    """Return the order of linking.

    First and second persons in a quotation wait for mentions of its speaker and addressee, and pronouns at
    the head of a sentence for its subject (*In his youth, Ben …*).
    """
    table = mentions.table
    keys = np.arange(len(table), dtype=np.float64)
    for m in np.flatnonzero((table[:, QUOTE] >= 0) & np.isin(table[:, PRO], (ME, YOU, WE))).tolist():
        quote = quotes[table[m, QUOTE]]
        after = max(quote.speaker, quote.addressee)
        if after > m and table[after, START] - quote.end < 60:
            keys[m] = after + 0.5
    naming = (table[:, KIND] != PRONOUN) & (table[:, COORDINATED] == 0)
    by_head = dict(zip(table[naming, HEAD].tolist(), np.flatnonzero(naming).tolist(), strict=True))
    for m in np.flatnonzero(np.isin(table[:, PRO], (HE, SHE, IT, THEY))).tolist():
        subject = by_head.get(_later_subject(syntax, int(table[m, HEAD])), -1)
        if subject > m:
            keys[m] = subject + 0.5
    return np.argsort(keys, kind="stable").astype(np.int32)


def _later_subject(syntax: Syntax, pronoun: int) -> int:
    """Return the subject before which a phrase or clause with the pronoun was moved, or -1."""
    node = pronoun
    while syntax.heads[node] != node:
        label = syntax.deps[node].partition(":")[0]
        node = int(syntax.heads[node])
        if node > pronoun and label in ("obl", "advcl"):
            for child in syntax.children_of(node):
                if syntax.deps[child].startswith("nsubj") and child > pronoun:
                    return child
            return -1
    return -1


def _sieves(mentions: Mentions) -> tuple[NDArray[np.int32], dict[int, str], int]:
    """Link what is sure.

    The narrator's "I" outside quotations is one person throughout; a name of two words or more (*Mr.
    Thornton*) is that of who bore it first.
    """
    table = mentions.table
    forced = np.full(len(table), -1, np.int32)
    sieves: dict[int, str] = {}
    narrating = np.flatnonzero((table[:, PRO] == ME) & (table[:, QUOTE] < 0) & (table[:, KIND] == PRONOUN))
    narrator = int(narrating[0]) if len(narrating) else -1
    for m in narrating[1:].tolist():
        forced[m], sieves[m] = narrator, "narrator"
    bearers: dict[int, int] = {}
    for m in np.flatnonzero((table[:, KIND] == NAME) & (table[:, COORDINATED] == 0)).tolist():
        core = int(table[m, CORE])
        if " " in mentions.strings[core]:
            first = bearers.setdefault(core, m)
            if first != m:
                forced[m], sieves[m] = first, "same name"
    return forced, sieves, narrator


def cataphoric(reading: Reading, choice: tuple[int, int, int]) -> Reading:
    """Return a reading in which a mention waits until two others, which it must choose from, are linked.

    Either may come after it (cataphora), as in GAP.
    """
    keys = np.empty(len(reading.order))
    keys[reading.order] = np.arange(len(keys))
    keys[choice[0]] = max(keys[choice[0]], keys[choice[1]] + 0.5, keys[choice[2]] + 0.5)
    return replace(reading, order=np.argsort(keys, kind="stable").astype(np.int32))


def without_name(reading: Reading, links: Links) -> NDArray[np.intp]:
    """Return the mentions *he* and *she* of entities that have no name and no noun."""
    table = reading.mentions.table
    named = np.zeros(links.entity.max(initial=-1) + 1, bool)
    named[links.entity[table[:, KIND] != PRONOUN]] = True
    return np.flatnonzero(np.isin(table[:, PRO], (HE, SHE)) & ~named[links.entity])


#: Sentences within which a name that two share is that of who was called by it last.
NEARBY = 5


def surely(reading: Reading) -> Reading:
    """Return a reading with the sieves that need no training.

    A person's single name (*Mary*) is that of who last bore it, across a book; if two share it (*Mary Holt*,
    *Mary Dunn*), of who was last called by it, whole or in part, a few sentences before. "I" in a quotation
    is who is said beside it to speak; *Mr Shepherd* is not *Mr Musgrove*, and *Tom's mother* not *Ben's*. Of
    *his father, Hugo, and his sister* the second *his* is the first. *You* of a text without a narrator is
    its reader throughout.
    """
    table, mentions = reading.mentions.table, reading.mentions
    forced, sieves = reading.forced.copy(), dict(reading.sieves)
    last: dict[int, int] = {}
    called: dict[int, int] = {}
    shared = _shared_names(table)
    people = (table[:, KIND] == NAME) & (table[:, COORDINATED] == 0) & (table[:, TYPE] == PERSON)
    for m in np.flatnonzero(people).tolist():
        core, first = int(table[m, CORE]), int(table[m, FIRST])
        sure = forced[m] < 0 and mentions.candidates[m].label == "PERSON"
        if sure and first not in shared and core in last:
            forced[m], sieves[m] = last[core], "same name"
        elif sure and first in shared and not table[m, FULL] and table[m, TITLE] < 0 and first in called:
            before = called[first]
            if table[m, SENTENCE] - table[before, SENTENCE] <= NEARBY:
                forced[m], sieves[m] = before, "same name"
        last[core] = called[first] = m
    for m in np.flatnonzero((table[:, PRO] == ME) & (table[:, QUOTE] >= 0)).tolist():
        quote = reading.quotes[table[m, QUOTE]]
        if quote.rule in SURE and forced[m] < 0:
            forced[m], sieves[m] = quote.speaker, "speaker"
    for m, earlier in _joined_possessors(reading.syntax, table):
        if forced[m] < 0:
            forced[m], sieves[m] = earlier, "possessor"
    told = readers(table)
    for m in told[1:]:
        forced[m], sieves[m] = told[0], "reader"
    titled = (table[:, KIND] == NAME) & (table[:, COORDINATED] == 0) & (table[:, TITLE] >= 0)
    surname = np.where(titled, table[:, LAST], -1).astype(np.int32)
    owner = owners_of(reading.syntax, table)
    return replace(reading, forced=forced, sieves=sieves, surname=surname, owner=owner)


def _joined_possessors(syntax: Syntax, table: NDArray[np.int32]) -> Iterator[tuple[int, int]]:
    """Yield possessive pronouns that are given again with a joined noun: this one, and the one before."""
    owners = {
        int(syntax.heads[table[m, HEAD]]): m
        for m in np.flatnonzero(table[:, KIND] == PRONOUN).tolist()
        if syntax.deps[table[m, HEAD]] == "nmod:poss"
    }
    for noun, m in owners.items():
        first = owners.get(int(syntax.heads[noun]), -1) if syntax.deps[noun] == "conj" else -1
        if 0 <= first < m and table[first, PRO] == table[m, PRO]:
            yield m, first


def _shared_names(table: NDArray[np.int32]) -> set[int]:
    """Return the first and last names that belong to two or more full names of a document."""
    bearers: dict[int, set[tuple[int, int]]] = {}
    for first, last in set(map(tuple, table[table[:, FULL] == 1][:, [FIRST, LAST]].tolist())):
        for name in (first, last):
            bearers.setdefault(name, set()).add((first, last))
    return {name for name, full in bearers.items() if len(full) > 1}


def looking_ahead(reading: Reading, waiting: NDArray[np.intp]) -> Reading:
    """Return a reading in which mentions wait until those of the next sentence are linked."""
    table = reading.mentions.table
    keys = np.empty(len(reading.order))
    keys[reading.order] = np.arange(len(keys))
    sentences = table[:, SENTENCE]
    for m in waiting.tolist():
        last = m
        while last + 1 < len(table) and last - m < AHEAD and sentences[last + 1] <= sentences[m] + 1:
            last += 1
        keys[m] = max(keys[m], last + 0.5)
    return replace(reading, order=np.argsort(keys, kind="stable").astype(np.int32))


def link_all(reading: Reading, ranker: Ranker) -> Links:
    """Link a document; in a second pass, *he* and *she* without an antecedent look ahead."""
    links = link(reading, ranker)
    return _link_again(reading, ranker, links, without_name(reading, links))


def _link_again(reading: Reading, ranker: Ranker, links: Links, waiting: NDArray[np.intp]) -> Links:
    """Link a document with some mentions looking ahead; return the same links if there are none."""
    if not len(waiting):
        return links
    eager = np.zeros(len(reading.mentions), np.float32)
    eager[waiting] = EAGER
    return link(looking_ahead(reading, waiting), ranker, eager)


def link_twice(reading: Reading, ranker: Ranker, speakers: NDArray[np.float64]) -> tuple[Reading, Links]:
    """Link a document, decide by its entities who speaks where no rule is sure, and link it again.

    Parameters
    ----------
    reading : Reading
    ranker : Ranker
    speakers : ndarray of float64
        The weights of `quotations.conversations`.

    Returns
    -------
    reading : Reading
        With the speakers that were decided.
    links : Links
        The first ones, where no speaker changed.
    """
    first = link(reading, ranker)
    waiting = without_name(reading, first)
    links = _link_again(reading, ranker, first, waiting)
    again = conversing(reading, links, speakers)
    if again is reading:
        return reading, links
    return again, _link_again(again, ranker, links, waiting) if len(waiting) else link(again, ranker)


def conversing(reading: Reading, links: Links, speakers: NDArray[np.float64]) -> Reading:
    """Return a reading with the speakers that conversations show, or the same if none changes."""
    syntax, mentions = reading.syntax, reading.mentions
    quotes = converse(syntax, mentions, reading.quotes, links.entity, speakers)
    if quotes == reading.quotes:
        return reading
    return replace(reading, quotes=quotes, order=_order(syntax, mentions, quotes))


#: So many mentions ahead a pronoun without an antecedent looks for a name.
AHEAD = 16
#: What is added to its score of starting a new entity then.
EAGER = -2.0


@dataclass(frozen=True, slots=True)
class Teaching:
    """What the ranker learns a document from: see `arrays.Lesson`.

    `gradients` are AdaGrad's sums; without them nothing is learned, but `notes` are kept.
    """

    gold: NDArray[np.int32]
    mode: NDArray[np.int32]
    gradients: NDArray[np.float32] | None = None
    rate: float = 0.0
    oracle: bool = False
    drop: float = 0.0
    seed: int = 0
    notes: Notes = NO_NOTES


def link(
    reading: Reading,
    ranker: Ranker,
    eager: NDArray[np.float32] | None = None,
    choice: tuple[int, int, int] = (-1, -1, -1),
    teaching: Teaching | None = None,
) -> Links:
    """Run the ranker over a document, and learn from it with `teaching` (see `ranking.rank`).

    Parameters
    ----------
    reading : Reading
    ranker : Ranker
    eager : ndarray of float32, optional
        Added to each mention's score of starting a new entity, beside the ranker's bias.
    choice : tuple of int
        See `arrays.Document`.
    teaching : Teaching, optional
    """
    n = len(reading.mentions)
    links = Decisions(
        np.full(n, -1, np.int32),
        np.full(n, -1, np.int32),
        np.full((n, 2), -1, np.int32),
        np.zeros(n, np.float32),
    )
    if not n:
        return Links(*links, 0.0)
    document = Document(
        np.ascontiguousarray(reading.mentions.table),
        reading.hashes,
        reading.syntax.heads,
        reading.order,
        reading.forced,
        reading.surname,
        reading.owner,
        np.array([q.speaker for q in reading.quotes], np.int32),
        np.array([q.addressee for q in reading.quotes], np.int32),
        reading.narrator,
        np.array(choice, np.int32),
    )
    t = teaching or Teaching(np.full(n, -1, np.int32), np.zeros(n, np.int32))
    lesson = Lesson(t.gold, t.mode, t.rate, t.oracle, t.drop, t.seed, t.notes)
    bias = np.full(n, ranker.bias, np.float32)
    if eager is not None:
        bias += eager
    loss = ranking.rank(document, ranker.weights, bias, ranker.trees.leaves, links, lesson, t.gradients)
    return Links(*links, loss)


def resolve(doc: Doc, using: CorefModel | None = None) -> Resolution:
    """Find the mentions, entities and quotations of a parsed document.

    Parameters
    ----------
    doc : Doc
        With Universal Dependencies, tags, sentences and entities.
    using : CorefModel, optional
        The project's own by default.
    """
    using = using or model()
    reading = surely(prepare(doc, using.types))
    return finished(*link_twice(reading, using.ranker, using.speakers))


def unlinked(doc: Doc, using: CorefModel | None = None) -> Resolution:
    """Return the mentions of a parsed document, each as an entity of its own: without coreference.

    Parameters
    ----------
    doc : Doc
        An annotated document.
    using : CorefModel | None
        The model; the one that ships by default.
    """
    reading = surely(prepare(doc, (using or model()).types))
    n = len(reading.mentions.candidates)
    nothing = np.full(n, -1, np.int32)
    why, margin = np.full((n, 2), -1, np.int32), np.zeros(n, np.float32)
    alone = Links(np.arange(n, dtype=np.int32), nothing, why, margin, 0.0)
    return finished(reading, alone)


def finished(reading: Reading, links: Links) -> Resolution:
    """Turn integers into the shared nouns."""
    candidates = reading.mentions.candidates
    entities = entities_of(reading.mentions, links.entity, reading.quotes, reading.syntax.words)
    number = {int(old): new for new, (old, _) in enumerate(entities)}
    mentions = []
    why = links.why.tolist()
    for m, (candidate, old, antecedent) in enumerate(
        zip(candidates, links.entity.tolist(), links.antecedent.tolist(), strict=True)
    ):
        by = ""
        if antecedent >= 0:
            named = [TEMPLATES[t] for t in why[m] if t >= 0]
            by = reading.sieves.get(m) or "ranked: " + ", ".join(named)
        mentions.append(
            Mention(
                candidate.start, candidate.end, candidate.head, candidate.kind, number[old], antecedent, by
            )
        )
    return Resolution(tuple(mentions), tuple(entity for _, entity in entities), tuple(reading.quotes))
