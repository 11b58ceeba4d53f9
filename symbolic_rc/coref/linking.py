"""Coreference resolution: from a parsed document to its mentions, entities and quotations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray
from spacy import attrs

from symbolic_rc.core.entity import Entity, Mention
from symbolic_rc.core.tokens import grouped
from symbolic_rc.coref import sieves
from symbolic_rc.coref.mentions import attributes as A
from symbolic_rc.coref.mentions import pronouns as G
from symbolic_rc.coref.mentions.attributes import TYPES, Mentions, classify, describe, string_hashes
from symbolic_rc.coref.mentions.detection import Candidate, detect
from symbolic_rc.coref.mentions.syntax import Syntax, read_syntax
from symbolic_rc.coref.model import EntityRanker, model
from symbolic_rc.coref.quotations import direct_speech
from symbolic_rc.coref.quotations.conversations import attribute_by_conversation
from symbolic_rc.coref.quotations.direct_speech import Quotation
from symbolic_rc.coref.quotations.speakers import attribute, directly_behind
from symbolic_rc.coref.ranker import ranking
from symbolic_rc.coref.ranker.arrays import Links, RankerInput, TrainingInput, no_training
from symbolic_rc.coref.ranker.templates import TEMPLATES
from symbolic_rc.coref.sieves import SieveLinks
from symbolic_rc.models.linear import LinearModel

if TYPE_CHECKING:
    from spacy.tokens import Doc


_GENDERS = {G.MASCULINE: "masculine", G.FEMININE: "feminine", G.NEUTER: "neuter"}
_NUMBERS = {G.SINGULAR: "singular", G.PLURAL: "plural"}
_TYPES = {i: name for i, name in enumerate(TYPES) if name}
#: The columns of a mention that vote, and those of all mentions.
_VOTING = [A.KIND, A.TYPE, A.NUMBER, A.GENDER, A.PRO]
Votes: TypeAlias = list[list[int]]
#: Types that names of persons are mistaken for; *he* and *she* never refer to them.
_PLACES = ("GPE", "LOC", "FAC")
#: The weight of a mention's vote, by its kind.
_WEIGHT = {A.NAME: 3, A.NOMINAL: 2}


def entities_of(
    mentions: Mentions, cluster: NDArray[np.int32], quotes: Sequence[Quotation], words: Sequence[str] = ()
) -> list[tuple[int, Entity]]:
    """Return (cluster, entity) pairs in order of the entities' first mentions."""
    members = grouped((c, m) for m, c in enumerate(cluster.tolist()))
    speaking = {int(cluster[quote.speaker]) for quote in quotes if quote.speaker >= 0}
    table = mentions.table.copy()
    joined, heads = table[:, A.COORDINATED] == 1, table[:, A.HEAD].tolist()
    first = {head: m for m, head in enumerate(heads) if not joined[m]}
    for m in np.flatnonzero(joined).tolist():
        if mentions.table[first.get(heads[m], m), A.TYPE] == A.PERSON:  # "Ada and Bo" are persons as Ada is
            table[m, A.TYPE], table[m, A.GENDER] = A.PERSON, G.PERSONAL
    votes = table[:, _VOTING].tolist()
    return [
        (c, _entity(number, mentions, votes, own, c in speaking, words))
        for number, (c, own) in enumerate(members.items())
    ]


def _vote(values: Iterable[int], weights: Iterable[int], names: dict[int, str]) -> str:
    """Return the name of the value with the most weight among those that are named, or empty."""
    counts: Counter[int] = Counter()
    for value, weight in zip(values, weights, strict=True):
        if value in names:
            counts[value] += weight
    return names[min(counts, key=lambda value: (-counts[value], value))] if counts else ""


def _entity(
    number: int, mentions: Mentions, votes: Votes, members: list[int], speaks: bool, words: Sequence[str]
) -> Entity:
    candidates = mentions.candidates
    kinds, types, numbers, genders, pronouns = zip(*(votes[m] for m in members), strict=True)
    named = Counter(
        _text(words, *candidates[m].core) for m, kind in zip(members, kinds, strict=True) if kind == A.NAME
    )
    weights = [_WEIGHT.get(kind, 1) for kind in kinds]
    entity_type = _vote(types, weights, _TYPES)
    plural = _vote(numbers, [1] * len(members), _NUMBERS)
    if entity_type in _PLACES and (G.HE in pronouns or G.SHE in pronouns):
        entity_type = "PERSON"
    if entity_type == "PERSON" and plural == "plural":
        entity_type = "GROUP"
    nominal = [candidates[m] for m, kind in zip(members, kinds, strict=True) if kind == A.NOMINAL]
    name = _main_name(named, words, nominal or [candidates[members[0]]])
    names = tuple(sorted(named, key=lambda name: (-len(name), name)))
    gender = _vote(genders, weights, _GENDERS)
    return Entity(number, tuple(members), name, names, entity_type, gender, plural, speaks)


def _main_name(named: Counter[str], words: Sequence[str], mentions: Sequence[Candidate]) -> str:
    """Return the longest name among the frequent ones, else the first text that is no heading in capitals."""
    if named:
        most = max(named.values())
        usual = [name for name, count in named.items() if count >= min(3, most) or count * 10 >= most]
        return max(usual, key=lambda name: (len(name), name))
    texts = [_text(words, one.start, one.end) for one in mentions]
    return next((text for text in texts if not text.isupper()), texts[0])


def _text(words: Sequence[str], start: int, end: int) -> str:
    """Return the text of tokens, with single spaces."""
    return " ".join(" ".join(words[start:end]).split())


#: Maximum number of mentions after a pronoun without an antecedent that are linked before it.
AHEAD = 16
#: Added to its score of starting a new entity then.
DEFERRED_BIAS = -2.0
#: Added to that of a pronoun that cannot stand for nothing, and its relations.
ANAPHORIC_BIAS, _NO_SUBJECTS = -3.0, ("obj", "iobj", "obl", "nmod", "nmod:poss")
#: Verbs and clauses of which *it* is the subject, and means nothing.
_IMPERSONAL, _CLAUSES = frozenset("appear get happen seem take turn".split()), ("ccomp", "csubj", "xcomp")
#: Maximum number of tokens after a quotation in which the mention of its speaker may follow.
SPEAKER_AFTER = 60
#: No restriction of candidates: see `RankerInput.choice`.
FREE = (-1, -1, -1)


@dataclass(frozen=True, slots=True)
class PreparedDocument:
    """A document before linking."""

    syntax: Syntax
    mentions: Mentions
    quotes: list[Quotation]  # with speakers and addressees
    hashes: NDArray[np.int64]  # of each string of the mentions' vocabulary
    order: NDArray[np.int32]  # of linking, see `_linking_order`
    links: SieveLinks  # the antecedent that a sieve found for a mention, and the sieve
    surname: NDArray[np.int32]  # constraints on the ranker: see `sieves.titled_surnames`
    owner: NDArray[np.int32]  # see `sieves.owners_of`
    contrast: NDArray[np.int32]  # see `sieves.contrasts_of`
    narrator: int  # the first "I" outside quotations, or -1


@dataclass(frozen=True, slots=True)
class Resolution:
    """The mentions, entities and quotations of a document.

    Attributes
    ----------
    quotations : tuple of Quotation
        Their speakers and addressees are indices into `mentions`.
    """

    mentions: tuple[Mention, ...]
    entities: tuple[Entity, ...]
    quotations: tuple[Quotation, ...]


def prepare(doc: Doc, types: LinearModel | None) -> PreparedDocument:
    """Detect and describe mentions, find quotations and their speakers, link exact matches."""
    syntax = read_syntax(doc)
    starts, spaces = doc.to_array([attrs.IDX, attrs.SPACY]).T.tolist()
    text = "".join([word + " " if space else word for word, space in zip(syntax.words, spaces, strict=True)])
    ends = [start + len(word) for start, word in zip(starts, syntax.words, strict=True)]
    quotes = direct_speech.quotations(text, starts, ends)
    candidates = detect(syntax)
    if speeches := direct_speech.speeches(text, starts, ends):
        candidates, quotes = _with_headings(candidates, speeches)
    syntax = _apart(syntax, quotes)
    mentions = describe(syntax, candidates, quotes)
    classify(syntax, mentions, types)
    return assemble(syntax, mentions, quotes)


def _apart(syntax: Syntax, quotes: Sequence[Quotation]) -> Syntax:
    """Return a text in which a quotation behind another begins a paragraph, as who speaks changes there."""
    starts = [
        later.start
        for earlier, later in pairwise(quotes)
        if directly_behind(syntax, earlier, later)
        and syntax.paragraphs[earlier.start] == syntax.paragraphs[later.start]
    ]
    if not starts:
        return syntax
    breaks = np.zeros(len(syntax), np.int32)
    breaks[starts] = 1
    return replace(syntax, paragraphs=syntax.paragraphs + np.cumsum(breaks, dtype=np.int32))


def _with_headings(
    candidates: list[Candidate], speeches: list[tuple[Quotation, tuple[int, int], tuple[int, int] | None]]
) -> tuple[list[Candidate], list[Quotation]]:
    """Return mentions with the names of the layout among them, and its speeches with their speakers."""
    spans = dict.fromkeys(span for _, *some in speeches for span in some if span is not None)
    headed = {i for span in spans for i in range(*span)}
    kept = [c for c in candidates if headed.isdisjoint(range(c.start, c.end))]
    names = [Candidate(*span, span[1] - 1, "name", span, "PERSON") for span in spans]
    merged = sorted([*kept, *names], key=lambda c: (c.start, -c.end))
    place = {(c.start, c.end): m for m, c in enumerate(merged)}
    spoken = [
        replace(quote, speaker=place[by], addressee=-1 if to is None else place[to])
        for quote, by, to in speeches
    ]
    return merged, spoken


def assemble(syntax: Syntax, mentions: Mentions, quotes: list[Quotation]) -> PreparedDocument:
    """Add what depends on the mentions' types: speakers, order, exact matches."""
    quotes, n = attribute(syntax, mentions, quotes), len(mentions)
    hashes, order = string_hashes(mentions).astype(np.int64), _linking_order(syntax, mentions, quotes)
    narrator = next(iter(sieves.narration(mentions.table, G.ME).tolist()), -1)
    links, free = sieves.exact_links(mentions), np.full((2, n, 3), -1, np.int32)
    surname = np.full(n, -1, np.int32)
    return PreparedDocument(
        syntax, mentions, quotes, hashes, order, links, surname, free[0], free[1], narrator
    )


def _linking_order(syntax: Syntax, mentions: Mentions, quotes: list[Quotation]) -> NDArray[np.int32]:
    """Return the order of linking.

    First and second persons follow mentions of speaker and addressee; what somebody owns follows the owner.
    """
    table = mentions.table
    keys = np.arange(len(table), dtype=np.float64)
    owner = {int(head): m for m, head in enumerate(table[:, A.HEAD]) if table[m, A.KIND] == A.PRONOUN}
    for m in np.flatnonzero(table[:, A.POSSESSOR] >= 0).tolist():
        if (pronoun := owner.get(int(table[m, A.POSSESSOR]), -1)) > m:
            keys[pronoun] = m - 0.5
    personal = np.isin(table[:, A.PRO], (G.ME, G.YOU, G.WE))
    for m in np.flatnonzero((table[:, A.QUOTE] >= 0) & personal).tolist():
        quote = quotes[table[m, A.QUOTE]]
        after = max(quote.speaker, quote.addressee)
        if after > m and table[after, A.START] - quote.end < SPEAKER_AFTER:
            keys[m] = after + 0.5
    naming = (table[:, A.KIND] != A.PRONOUN) & (table[:, A.COORDINATED] == 0)
    by_head = dict(zip(table[naming, A.HEAD].tolist(), np.flatnonzero(naming).tolist(), strict=True))
    for m in np.flatnonzero(np.isin(table[:, A.PRO], (G.HE, G.SHE, G.IT, G.THEY))).tolist():
        if (subject := by_head.get(_later_subject(syntax, int(table[m, A.HEAD])), -1)) > m:
            keys[m] = subject + 0.5
    return np.argsort(keys, kind="stable").astype(np.int32)


def _later_subject(syntax: Syntax, pronoun: int) -> int:
    """Return the subject that follows a fronted phrase or clause with the pronoun, or -1."""
    node = pronoun
    while syntax.heads[node] != node:
        label = syntax.deps[node].partition(":")[0]
        node = int(syntax.heads[node])
        if node > pronoun and label in ("obl", "advcl"):
            children = syntax.children_of(node)
            return next((i for i in children if i > pronoun and syntax.deps[i].startswith("nsubj")), -1)
    return -1


def _defer(document: PreparedDocument, after: Iterable[tuple[int, int]]) -> PreparedDocument:
    """Return a document in which mentions are linked after others, given as (mention, other)."""
    keys = np.empty(len(document.order))
    keys[document.order] = np.arange(len(keys))
    for m, other in after:
        keys[m] = max(keys[m], other + 0.5)
    return replace(document, order=np.argsort(keys, kind="stable").astype(np.int32))


def cataphoric(document: PreparedDocument, choice: tuple[int, int, int]) -> PreparedDocument:
    """Return a document in which a mention is linked after two others, as in GAP: it may refer forwards."""
    m, *others = choice
    place = np.argsort(document.order)
    return _defer(document, [(m, int(place[other])) for other in others])


def apply_sieves(document: PreparedDocument) -> PreparedDocument:
    """Return a document with the links and constraints of all sieves."""
    links, table = dict(document.links), document.mentions.table
    sieves.add_precise_links(links, document.syntax, document.mentions, document.quotes)
    surname, owner = sieves.titled_surnames(table), sieves.owners_of(document.syntax, table)
    contrast = sieves.contrasts_of(document.syntax, document.mentions)
    return replace(document, links=links, surname=surname, owner=owner, contrast=contrast)


def unnamed_pronouns(document: PreparedDocument, links: Links) -> NDArray[np.intp]:
    """Return the mentions *he* and *she* of entities without a name or noun."""
    table = document.mentions.table
    named = np.zeros(links.entity.max(initial=-1) + 1, bool)
    named[links.entity[table[:, A.KIND] != A.PRONOUN]] = True
    return np.flatnonzero(np.isin(table[:, A.PRO], (G.HE, G.SHE)) & ~named[links.entity])


def certainly_anaphoric(document: PreparedDocument) -> NDArray[np.intp]:
    """Return the *it* and *its* that must mean something: they stand for no clause, weather or time."""
    table, syntax = document.mentions.table, document.syntax
    found = np.flatnonzero(table[:, A.PRO] == G.IT).tolist()
    return np.array([m for m in found if _means_something(syntax, int(table[m, A.HEAD]))], np.intp)


def _means_something(syntax: Syntax, it: int) -> bool:
    """Whether *it* is an object or an owner, or the subject of a verb that says more of it."""
    verb = int(syntax.heads[it])
    if syntax.deps[it] in _NO_SUBJECTS or not syntax.deps[it].startswith("nsubj"):
        return syntax.deps[it] in _NO_SUBJECTS
    beside = {syntax.deps[child] for child in syntax.children_of(verb)}
    plain = syntax.pos[verb] == "VERB" and syntax.lemmas[verb] not in _IMPERSONAL
    return plain and not beside.isdisjoint(("obj", "obl")) and beside.isdisjoint(_CLAUSES)


def link_all(document: PreparedDocument, ranker: EntityRanker) -> Links:
    """Link a document; in a second pass, *he* and *she* without an antecedent look ahead."""
    links = link(document, ranker)
    deferred = unnamed_pronouns(document, links)
    return _link_deferred(document, ranker, deferred) if len(deferred) else links


def _link_deferred(document: PreparedDocument, ranker: EntityRanker, deferred: NDArray[np.intp]) -> Links:
    """Link a document, some mentions after those of the next sentence."""
    sentences, after = document.mentions.table[:, A.SENTENCE], []
    for m in deferred.tolist():
        last = m
        while last + 1 < len(sentences) and last - m < AHEAD and sentences[last + 1] <= sentences[m] + 1:
            last += 1
        after.append((m, last))
    bias = np.zeros(len(document.mentions), np.float32)
    bias[deferred] = DEFERRED_BIAS
    return link(_defer(document, after), ranker, bias)


def link_with_speakers(
    document: PreparedDocument, ranker: EntityRanker, speakers: NDArray[np.float64]
) -> tuple[PreparedDocument, Links]:
    """Link a document, attribute quotations by its entities, and link it again where a speaker changed.

    `speakers` are the weights of `quotations.conversations`; the document has the speakers that were found.
    """
    links = link(document, ranker)
    deferred = unnamed_pronouns(document, links)
    if len(deferred):
        links = _link_deferred(document, ranker, deferred)
    if (attributed := attribute_speakers(document, links, speakers)) is document:
        return document, links
    return attributed, _link_deferred(attributed, ranker, deferred)


def attribute_speakers(
    document: PreparedDocument, links: Links, speakers: NDArray[np.float64]
) -> PreparedDocument:
    """Return a document with speakers by conversation, or the same if none changes."""
    syntax, mentions = document.syntax, document.mentions
    quotes = attribute_by_conversation(syntax, mentions, document.quotes, links.entity, speakers)
    if quotes == document.quotes:
        return document
    return replace(document, quotes=quotes, order=_linking_order(syntax, mentions, quotes))


def link(
    document: PreparedDocument,
    ranker: EntityRanker,
    bias: NDArray[np.float32] | None = None,
    choice: tuple[int, int, int] = FREE,
    training: TrainingInput | None = None,
    gradients: NDArray[np.float32] | None = None,
) -> Links:
    """Run the ranker over a document; with `gradients`, train on it (see `ranking.rank`).

    `bias` is added to each mention's score of starting a new entity; `choice` is that of `RankerInput`.
    """
    n = len(document.mentions)
    links = Links.empty(n)
    if not n:
        return links
    forced = np.full(n, -1, np.int32)
    for m, (antecedent, _) in document.links.items():
        forced[m] = antecedent
    table, heads = np.ascontiguousarray(document.mentions.table), document.syntax.heads
    speaker = np.array([quote.speaker for quote in document.quotes], np.int32)
    addressee = np.array([quote.addressee for quote in document.quotes], np.int32)
    given = RankerInput(
        table, document.hashes, heads, document.order, forced, document.surname, document.owner,
        document.contrast, speaker, addressee, document.narrator, np.array(choice, np.int32),
    )  # fmt: skip
    biases = np.full(n, ranker.bias, np.float32)
    if bias is not None:
        biases += bias
    if gradients is None:
        biases[certainly_anaphoric(document)] += ANAPHORIC_BIAS
    training = training or no_training(n)
    loss = ranking.rank(given, ranker.weights, biases, ranker.trees.leaves, links, training, gradients)
    return links._replace(loss=loss)


def resolve(doc: Doc) -> Resolution:
    """Find the mentions, entities and quotations of a parsed document.

    Parameters
    ----------
    doc : Doc
        With Universal Dependencies, tags, sentences and entities.
    """
    own = model()
    document = apply_sieves(prepare(doc, own.types))
    return to_resolution(*link_with_speakers(document, own.ranker, own.speakers))


def unlinked(doc: Doc) -> Resolution:
    """Return the mentions of a parsed document, each as an entity of its own: without coreference.

    Parameters
    ----------
    doc : Doc
        As `resolve` takes it.
    """
    document = prepare(doc, model().types)
    n = len(document.mentions)
    return to_resolution(document, Links.empty(n)._replace(entity=np.arange(n, dtype=np.int32)))


def to_resolution(document: PreparedDocument, links: Links) -> Resolution:
    """Turn the arrays of links into mentions and entities."""
    table = document.mentions.table
    clusters = sieves.separate_first_names(table, links.entity, links.antecedent)
    for name, noun in sieves.joined_by_apposition(table, clusters):
        clusters = np.where(clusters == clusters[noun], clusters[name], clusters)
    entities = entities_of(document.mentions, clusters, document.quotes, document.syntax.words)
    number = {cluster: entity.id for cluster, entity in entities}
    mentions = []
    rows = zip(clusters.tolist(), links.antecedent.tolist(), links.why.tolist(), strict=True)
    for m, (cluster, antecedent, why) in enumerate(rows):
        by = ""
        if antecedent >= 0:
            ranked = "ranked: " + ", ".join(TEMPLATES[t] for t in why if t >= 0)
            by = document.links[m][1] if m in document.links else ranked
        c = document.mentions.candidates[m]
        mentions.append(Mention(c.start, c.end, c.head, c.kind, number[cluster], antecedent, by))
    return Resolution(tuple(mentions), tuple(entity for _, entity in entities), tuple(document.quotes))
