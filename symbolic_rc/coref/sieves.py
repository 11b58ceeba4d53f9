"""Sieves: precise links, and constraints on links, that need no training.

Each sieve links mentions (after Raghunathan et al. 2010, Lee et al. 2013) before the ranker links the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.tokens import grouped
from symbolic_rc.coref.mentions import attributes as A
from symbolic_rc.coref.mentions import lexical
from symbolic_rc.coref.mentions import pronouns as G
from symbolic_rc.coref.mentions.attributes import PERSON, Mentions
from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.coref.quotations.direct_speech import Quotation
from symbolic_rc.coref.quotations.speakers import PRECISE, last_mark
from symbolic_rc.lexicon import kinship, wordnet
from symbolic_rc.lexicon.attribute_kinds import professions_of, scale_of

Table = NDArray[np.int32]
#: By mention: its antecedent, and the name of the sieve that found it.
SieveLinks: TypeAlias = dict[int, tuple[int, str]]

#: The head word of all professions, see `contrasts_of`.
ANY_PROFESSION = -2
_MODIFIERS = [A.MODIFIER_A, A.MODIFIER_B]
#: Sentences within which a shared first name refers to its last bearer.
NEARBY = 5
#: A text addresses its reader if its narration has at least this many *you* for each *I*.
MORE = 4


def narration(table: Table, group: int) -> NDArray[np.intp]:
    """Return the pronouns of a class outside quotations."""
    pronoun = (table[:, A.KIND] == A.PRONOUN) & (table[:, A.QUOTE] < 0)
    return np.flatnonzero(pronoun & (table[:, A.PRO] == group))


def _names(table: Table) -> NDArray[np.bool_]:
    return (table[:, A.KIND] == A.NAME) & (table[:, A.COORDINATED] == 0)


def exact_links(mentions: Mentions) -> SieveLinks:
    """Return the links of the narrator's "I", and of equal names of two words or more (*Mr. Thornton*)."""
    narrating = narration(mentions.table, G.ME).tolist()
    links = {m: (first, "narrator") for first in narrating[:1] for m in narrating[1:]}
    bearers: dict[int, int] = {}
    for m in np.flatnonzero(_names(mentions.table)).tolist():
        core = int(mentions.table[m, A.CORE])
        if " " in mentions.strings[core] and bearers.setdefault(core, m) != m:
            links[m] = bearers[core], "same name"
    return links


def add_precise_links(
    links: SieveLinks, syntax: Syntax, mentions: Mentions, quotes: Sequence[Quotation]
) -> None:
    """Add the links of all further sieves, of which two are written here.

    By *speaker*, "I" in a quotation has its precise speaker; by *reader*, every *you* of instructions, guides
    and textbooks is one.
    """
    table = mentions.table
    _link_single_names(links, mentions)
    for m, earlier, sieve in _of_two(syntax, table):
        links.setdefault(m, (earlier, sieve))
    for m, earlier in _living(syntax, mentions):
        links.setdefault(m, (earlier, "animal"))
    for m in np.flatnonzero((table[:, A.PRO] == G.ME) & (table[:, A.QUOTE] >= 0)).tolist():
        quote = quotes[table[m, A.QUOTE]]
        if quote.rule in PRECISE:
            links.setdefault(m, (quote.speaker, "speaker"))
    for m, earlier in _joined_possessors(syntax, table):
        links.setdefault(m, (earlier, "possessor"))
    for m, earlier in _same_object(syntax, table):
        links.setdefault(m, (earlier, "same object"))
    for m, earlier in _asked_about(syntax, table, quotes):
        links.setdefault(m, (earlier, "asked about"))
    for m, earlier in _titled(table):
        links.setdefault(m, (earlier, "title"))
    readers, narrators = narration(table, G.YOU).tolist(), len(narration(table, G.ME))
    if len(readers) >= MORE * max(narrators, 1):
        links.update((m, (readers[0], "reader")) for m in readers[1:])


def _of_two(syntax: Syntax, table: Table) -> Iterator[tuple[int, int, str]]:
    """Yield "the two" and "both" for two named together, "the other" for the one not spoken of since."""
    two, members = -1, list[int]()
    for m in range(len(table)):
        head, start = table[m, [A.HEAD, A.START]].tolist()
        if table[m, A.COORDINATED]:
            heads = [head, *(c for c in syntax.children_of(head) if syntax.deps[c] == "conj")]
            inside = (table[:, A.START] >= start) & (table[:, A.END] <= table[m, A.END])
            inside &= np.isin(table[:, A.HEAD], heads) & (table[:, A.COORDINATED] == 0)
            members = np.flatnonzero(inside).tolist()
            two = m if len(heads) == len(members) == 2 else -1
        if two < 0 or head < table[two, A.END] or table[m, A.SENTENCE] - table[two, A.SENTENCE] > NEARBY:
            continue
        words = syntax.lowers[start : table[m, A.END]]
        noun = " ".join(words).removeprefix("the ").removesuffix(" of them")
        if noun in ("both", "couple", "neither", "pair", "two"):
            yield m, two, "both"
        elif words == ["the", "other"]:
            since = table[:m][table[:m, A.START] >= table[two, A.END], A.CORE]
            spoken = [one for one in members if table[one, A.CORE] in since]
            if len(spoken) == 1:
                yield m, members[1 - members.index(spoken[0])], "the other"


_ANIMAL = lexical.SUPERSENSES.index("animal") + 1
#: WordNet's files of what the living do.
_OF_LIVING = frozenset(("verb.body", "verb.consumption", "verb.emotion", "verb.motion", "verb.perception"))


def _living(syntax: Syntax, mentions: Mentions) -> Iterator[tuple[int, int]]:
    """Yield *it* that does what the living do, with the only animal of its sentence and the one before."""
    table, words = mentions.table, wordnet()
    animals = np.flatnonzero((table[:, A.SUPERSENSE] == _ANIMAL) & (table[:, A.NUMBER] == G.SINGULAR))
    for m in np.flatnonzero((table[:, A.PRO] == G.IT) & (table[:, A.ROLE] == A.ROLES["nsubj"])).tolist():
        near = animals[(animals < m) & (table[animals, A.SENTENCE] >= table[m, A.SENTENCE] - 1)]
        senses = words.synsets(syntax.lemmas[syntax.heads[table[m, A.HEAD]]], "v")[:1]
        alive = any(words.lexname(sense) in _OF_LIVING for sense in senses)
        if alive and len(set(table[near, A.LEMMA].tolist())) == 1:
            yield m, int(near[-1])


def _link_single_names(links: SieveLinks, mentions: Mentions) -> None:
    """Link a person's single name to its last bearer; if several share it (*Mary Holt*), to a near one."""
    table = mentions.table
    last: dict[int, int] = {}
    called: dict[int, int] = {}
    full = set(map(tuple, table[table[:, A.FULL] == 1][:, [A.FIRST, A.LAST]].tolist()))
    bearers = Counter(name for names in full for name in set(names))
    shared = {name for name, count in bearers.items() if count > 1}
    for m in np.flatnonzero(_names(table) & (table[:, A.TYPE] == PERSON)).tolist():
        core, first = int(table[m, A.CORE]), int(table[m, A.FIRST])
        bearer = -1
        if first not in shared:
            bearer = last.get(core, -1)
        elif not table[m, A.FULL] and table[m, A.TITLE] < 0:
            bearer = called.get(first, -1)
            if table[m, A.SENTENCE] - table[bearer, A.SENTENCE] > NEARBY:
                bearer = -1
        person = mentions.candidates[m].label == "PERSON"
        if bearer >= 0 and bearer != table[m, A.OTHER_THAN] and person:
            links.setdefault(m, (bearer, "same name"))
        last[core] = called[first] = m


def _joined_possessors(syntax: Syntax, table: Table) -> Iterator[tuple[int, int]]:
    """Yield possessives of a noun's conjunct with the noun's: *his father, Hugo, and his sister*."""
    owners = {
        int(syntax.heads[table[m, A.HEAD]]): m
        for m in np.flatnonzero(table[:, A.KIND] == A.PRONOUN).tolist()
        if syntax.deps[table[m, A.HEAD]] == "nmod:poss"
    }
    for noun, m in owners.items():
        first = owners.get(int(syntax.heads[noun]), -1) if syntax.deps[noun] == "conj" else -1
        if 0 <= first < m and table[first, A.PRO] == table[m, A.PRO]:
            yield m, first


def _same_object(syntax: Syntax, table: Table) -> Iterator[tuple[int, int]]:
    """Yield *it* and *them* as object with that of the verb before: *took off his crown and put it down*."""
    noun = (table[:, A.KIND] != A.PRONOUN) & (table[:, A.TYPE] != PERSON)
    by_head = {int(table[m, A.HEAD]): m for m in np.flatnonzero(noun).tolist()}
    for m in np.flatnonzero(np.isin(table[:, A.PRO], (G.IT, G.THEY))).tolist():
        first = by_head.get(_object_before(syntax, int(table[m, A.HEAD])), m)
        plural = table[first, A.NUMBER] == G.PLURAL or table[first, A.COORDINATED] > 0
        if first < m and plural == (table[m, A.PRO] == G.THEY):
            yield m, first


def _asked_about(syntax: Syntax, table: Table, quotes: Sequence[Quotation]) -> Iterator[tuple[int, int]]:
    """Yield *it* and *them* as objects in an answer with the only thing in the question before."""
    things = (table[:, A.KIND] == A.NOMINAL) & (table[:, A.TYPE] != PERSON) & (table[:, A.DEFINITE] != A.BARE)
    pronoun = np.isin(table[:, A.PRO], (G.IT, G.THEY)) & (table[:, A.QUOTE] > 0)
    for m in np.flatnonzero(pronoun & (table[:, A.ROLE] == A.ROLES["obj"])).tolist():
        before = table[m, A.QUOTE] - 1
        near = things[:m] & (table[:m, A.QUOTE] >= before)
        near &= table[:m, A.SENTENCE] >= table[m, A.SENTENCE] - NEARBY
        thing, *others = [*np.flatnonzero(near).tolist(), m]
        agree = (table[thing, A.NUMBER] == G.PLURAL) == (table[m, A.PRO] == G.THEY)
        asked = table[thing, A.QUOTE] == before and last_mark(syntax, quotes[before]) == "?"
        if agree and asked and others == [m]:
            yield m, thing


def _object_before(syntax: Syntax, pronoun: int) -> int:
    """Return the only object of the verb to which that of an object without a subject is joined; or -1."""
    verb = int(syntax.heads[pronoun])
    own = {syntax.deps[c].partition(":")[0] for c in syntax.children_of(verb)}
    if syntax.deps[pronoun] != "obj" or syntax.deps[verb] != "conj" or "nsubj" in own:
        return -1
    above = int(syntax.heads[verb])
    joined = [c for c in syntax.children_of(above) if above < c < verb and syntax.deps[c] == "conj"]
    objects = [c for c in syntax.children_of([above, *joined][-1]) if syntax.deps[c] == "obj"]
    return objects[0] if len(objects) == 1 else -1


def _titled(table: Table) -> Iterator[tuple[int, int]]:
    """Yield a title that stands for the only name with it of the sentences before: *the professor*."""
    bearers = dict[int, list[int]]()
    named = _names(table) & (table[:, A.TITLE] >= 0) & (table[:, A.RANK] == 0)
    noun = (table[:, A.KIND] == A.NOMINAL) & (table[:, A.DEFINITE] == A.DEFINITE_ARTICLE)
    noun &= (table[:, A.COORDINATED] == 0) & (table[:, A.NUMBER] != G.PLURAL)
    for m in np.flatnonzero(named | noun).tolist():
        if named[m]:
            bearers.setdefault(int(table[m, A.TITLE]), []).append(m)
        else:
            own = bearers.get(int(table[m, A.STRING]), [])
            if len(set(table[own, A.LAST].tolist())) == 1:
                yield m, own[-1]


def titled_surnames(table: Table) -> Table:
    """Return the last name of each name with a title, or -1: *Mr Shepherd* is not *Mr Musgrove*."""
    titled = _names(table) & (table[:, A.TITLE] >= 0)
    return np.where(titled, table[:, A.LAST], -1).astype(np.int32)


def owners_of(syntax: Syntax, table: Table) -> Table:
    """Return the owner of each noun phrase that belongs to a name: *Tom's mother* is not *Ben's*.

    As int32, shape (m, 3): the head word of the phrase, and the first and last word of the name; or -1.
    """
    out = np.full((len(table), 3), -1, np.int32)
    named = {int(table[m, A.HEAD]): m for m in np.flatnonzero(_names(table)).tolist()}
    nominal = (table[:, A.KIND] == A.NOMINAL) & (table[:, A.COORDINATED] == 0)
    for m in np.flatnonzero(nominal).tolist():
        for child in _owners(syntax, *table[m, [A.HEAD, A.DEFINITE]].tolist()):
            if child in named:
                owner = named[child]
                out[m] = table[m, A.LEMMA], table[owner, A.FIRST], table[owner, A.LAST]
    return out


def _owners(syntax: Syntax, head: int, article: int) -> Iterator[int]:
    """Yield whose a noun is: "Bo's twin", "the twin of Bo", and where it is new, "Bo has a twin"."""
    for child in syntax.children_of(head):
        dep = syntax.deps[child]
        if dep == "nmod:poss" or (dep == "nmod" and syntax.cases_of(child) == ["of"]):
            yield child
    verb = int(syntax.heads[head])
    if article == A.INDEFINITE and syntax.deps[head] == "obj" and syntax.lemmas[verb] == "have":
        yield from (child for child in syntax.children_of(verb) if syntax.deps[child] == "nsubj")


def contrasts_of(syntax: Syntax, mentions: Mentions) -> Table:
    """Return what noun phrases are contrasted by: *the left door* is not *the right door*.

    They are so by a modifier that is on one scale with others of the same head (ordinals, colours,
    nationalities, opposites), by the owner (*his* and *her coat*), or by their profession. As int32, shape
    (m, 3): the head word (-2 for any profession), a scale, and a place on it; -1 where there is none.
    """
    table, strings = mentions.table, mentions.strings
    out = np.full((len(table), 3), -1, np.int32)
    nominal = (table[:, A.KIND] == A.NOMINAL) & (table[:, A.COORDINATED] == 0)
    modifiers: dict[int, set[str]] = {}
    for m in np.flatnonzero(nominal & (table[:, A.MODIFIER_A] >= 0)).tolist():
        modifiers.setdefault(int(table[m, A.LEMMA]), set()).update(_modifiers_of(mentions, m))
    heads = table[nominal & (table[:, A.NUMBER] == G.SINGULAR), A.LEMMA]
    professions = professions_of({strings[lemma] for lemma in heads.tolist()})
    numbers: dict[object, int] = {}
    for m in np.flatnonzero(nominal).tolist():
        head, lemma, owner = table[m, [A.HEAD, A.LEMMA, A.POSSESSOR]].tolist()
        word = syntax.lowers[owner] if owner >= 0 else ""
        scales = [scale_of(one, modifiers[lemma]) for one in _modifiers_of(mentions, m)]
        place: tuple[int, str, str] | None = None
        if any(scales):
            place = (lemma, *next(filter(None, reversed(scales))))
        elif word in ("his", "her"):
            place = (lemma, "owner", word) if strings[lemma] not in kinship() else None
        elif strings[lemma] in professions and not syntax.has_child(head, "cop"):
            place = (ANY_PROFESSION, "", professions[strings[lemma]])
        if place is not None:
            out[m] = place[0], *(numbers.setdefault(part, len(numbers)) for part in (place[:2], place[2]))
    return out


def _modifiers_of(mentions: Mentions, m: int) -> list[str]:
    return [mentions.strings[word] for word in mentions.table[m, _MODIFIERS].tolist() if word >= 0]


def joined_by_apposition(table: Table, entity: NDArray[np.int32]) -> Iterator[tuple[int, int]]:
    """Yield a name and the noun beside it, which are one where no other name is: *my aunt, Mrs. Orr*."""
    name_of = {int(entity[m]): int(table[m, A.STRING]) for m in np.flatnonzero(_names(table)).tolist()}
    for m in np.flatnonzero(table[:, A.LINK_KIND] == A.APPOSITION).tolist():
        name, noun = (m, table[m, A.LINKED]) if table[m, A.KIND] == A.NAME else (table[m, A.LINKED], m)
        name, noun = int(name), int(noun)
        one, other = table[name], table[noun]
        alike = one[A.TYPE] == other[A.TYPE] or 0 in (one[A.TYPE], other[A.TYPE])
        alike = alike and (one[A.GENDER] & other[A.GENDER] > 0 or 0 in (one[A.GENDER], other[A.GENDER]))
        kinds = one[A.KIND] == A.NAME and other[A.KIND] == A.NOMINAL and other[A.NUMBER] != G.PLURAL
        single = not one[A.COORDINATED] and not other[A.COORDINATED]
        if kinds and alike and single and int(entity[noun]) not in name_of:
            yield name, noun


def separate_first_names(
    table: Table, entity: NDArray[np.int32], antecedent: NDArray[np.int32]
) -> NDArray[np.int32]:
    """Return the mentions' clusters, in which nobody has two first names: "her son Karl", "her son Bo".

    Mentions of another first name than an entity's first one are those of the entity that has it alone, or of
    a new one; what was linked to them follows.
    """
    clusters, first = entity.copy(), table[:, A.FIRST]
    single = _names(table) & (table[:, A.FULL] == 0) & (table[:, A.RANK] == 0) & (first >= 0)
    single &= (table[:, A.GENDER] & G.PERSONAL > 0) & (table[:, A.TYPE] == PERSON)
    named = grouped(dict.fromkeys(zip(clusters[single].tolist(), first[single].tolist(), strict=True)))
    of_name = {own[0]: cluster for cluster, own in named.items()}
    for cluster in [cluster for cluster, own in named.items() if len(own) > 1]:
        members = np.flatnonzero(entity == cluster).tolist()
        full = [m for m in members if table[m, A.FULL] == 1]
        if set(table[full, A.LAST].tolist()) & set(named[cluster]):
            continue  # Jane and Bennet are Jane Bennet
        for m in members:
            before = antecedent[m]
            if single[m] and first[m] != named[cluster][0]:
                clusters[m] = of_name.setdefault(int(first[m]), len(clusters) + m)
            elif before >= 0 and entity[before] == cluster and not single[m]:
                clusters[m] = clusters[before]
    return clusters
