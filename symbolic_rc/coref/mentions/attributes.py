"""The attributes of mentions before they are linked, as one integer array that kernels read.

The columns are named by the constants below. Strings become integers through a vocabulary; -1 is "none".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.tokens import Vocabulary
from symbolic_rc.coref.mentions import lexical
from symbolic_rc.coref.mentions import pronouns as G
from symbolic_rc.coref.mentions.detection import Candidate
from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.coref.quotations.direct_speech import Quotation
from symbolic_rc.lexicon.english import ARTICLES
from symbolic_rc.lexicon.nouns import nouns
from symbolic_rc.models.linear import LinearModel, Rows, combine, feature_key

#: Kinds of mentions.
PRONOUN, NAME, NOMINAL = range(3)

#: Columns of the array of mentions. CERTAIN is the unambiguous gender bit, or 0; OTHER_THAN the subject of
#: the verb whose object the mention is: a mention of the same entity would be reflexive.
(
    START, END, HEAD, SENTENCE, PARAGRAPH, KIND, PRO, FORM, GENDER, NUMBER, TYPE, ROLE, LEMMA, GOVERNOR,
    GOVERNOR_LEMMA, QUOTE, DEFINITE, STRING, CORE, FIRST, LAST, TITLE, MODIFIER_A, MODIFIER_B, SUPERSENSE,
    PARENT, LINKED, LINK_KIND, COORDINATED, CLAUSE, CLAUSE_KIND, DEPTH, NAME_COUNT, POSSESSOR, LENGTH, BEFORE,
    AFTER, FULL, RANK, CERTAIN, OTHER_THAN, COLUMNS,
) = range(42)  # fmt: skip

#: Grammatical roles, from 1.
_ROLES = (
    "nsubj nsubj:pass obj iobj obl nmod nmod:poss appos conj root compound vocative obl:agent xcomp"
    " dislocated parataxis ccomp advcl acl csubj"
)
ROLES = {label: i for i, label in enumerate(_ROLES.split(), 1)}
#: Labels of clauses, from 1; the clause of a mention is the nearest head with one of them.
_CLAUSES = "root ccomp xcomp advcl acl acl:relcl conj parataxis csubj"
CLAUSES = {label: i for i, label in enumerate(_CLAUSES.split(), 1)}
#: Steps up after which a clause is taken to begin.
_DEEPEST = 200
#: The largest depth of a clause.
_LOWEST = 7

#: How a mention is linked by syntax to another (column LINK_KIND).
APPOSITION, PREDICATE, ANAPHOR = 1, 2, 3

#: Definiteness by the determiner.
BARE, INDEFINITE, DEFINITE_ARTICLE, DEMONSTRATIVE_ARTICLE, POSSESSED, QUANTIFIED, NEGATED, OTHER = range(8)
_DETERMINERS = {
    **dict.fromkeys(("a", "an", "some", "any", "another"), INDEFINITE),
    "the": DEFINITE_ARTICLE,
    **dict.fromkeys(("this", "that", "these", "those", "such", "said"), DEMONSTRATIVE_ARTICLE),
    **dict.fromkeys(("every", "each", "all", "both", "many", "most", "several", "few"), QUANTIFIED),
    **dict.fromkeys(("no", "neither"), NEGATED),
}

#: Titles that distinguish the members of a family (column RANK); 0 is every other title, and none.
RANKS = {
    "mr": 1, "mister": 1, "mrs": 2, "missis": 2, "missus": 2, "miss": 3, "master": 4, "lady": 5, "sir": 6,
}  # fmt: skip

#: Bits of CERTAIN besides gender: a coordination; masculine unless it is a woman's last name.
SEVERAL, DOUBTFUL = 8, 16

_WORD = re.compile(r"\w")


@dataclass(slots=True)
class Mentions:
    """The mentions of a document with their attributes."""

    candidates: list[Candidate]
    table: NDArray[np.int32]  # (m, COLUMNS)
    strings: Vocabulary  # of the columns LEMMA, STRING, CORE, FIRST, LAST, TITLE, MODIFIER_*

    def __len__(self) -> int:
        return len(self.candidates)


def describe(syntax: Syntax, candidates: Sequence[Candidate], quotes: Sequence[Quotation]) -> Mentions:
    """Compute the attributes of candidates; types, speakers and links come from later steps."""
    strings = Vocabulary()
    table = _positions(syntax, candidates, quotes)
    heads, lowers = syntax.heads.tolist(), syntax.lowers
    bounds = np.append(np.flatnonzero(np.diff(syntax.sentences, prepend=-1)), len(syntax)).tolist()
    by_head: dict[int, int] = {}
    enclosing: list[int] = []
    for m, (candidate, sentence) in enumerate(zip(candidates, table[:, SENTENCE].tolist(), strict=True)):
        row = table[m]
        if candidate.start > bounds[sentence]:
            row[BEFORE] = strings.add(lowers[candidate.start - 1])
        if candidate.end < len(lowers):
            row[AFTER] = strings.add(lowers[candidate.end])
        while enclosing and candidates[enclosing[-1]].end < candidate.end:
            enclosing.pop()
        if enclosing:
            row[PARENT] = enclosing[-1]
        enclosing.append(m)
        if not candidate.coordinated:
            by_head.setdefault(candidate.head, m)
        _role(syntax, heads, candidate, row, strings)
        if candidate.kind == "pronoun":
            _pronoun(syntax, candidate, row, strings)
        else:
            _nominal(syntax, candidate, row, strings)
    named = table[:, LAST] >= 0
    table[named, NAME_COUNT] = np.bincount(table[named, LAST], minlength=1)[table[named, LAST]]
    table[~named, NAME_COUNT] = 0
    # one-word names that are also last names of full names are no certain first names
    single = (table[:, KIND] == NAME) & (table[:, FULL] == 0) & (table[:, RANK] == 0)
    surnames = table[table[:, FULL] == 1, LAST]
    table[single & np.isin(table[:, LAST], surnames), CERTAIN] = 0
    _syntactic_links(syntax, candidates, table, by_head)
    _disjoint_subjects(syntax, table, by_head)
    return Mentions(list(candidates), table, strings)


def _positions(
    syntax: Syntax, candidates: Sequence[Candidate], quotes: Sequence[Quotation]
) -> NDArray[np.int32]:
    """Return the table of mentions with the position of each."""
    table = np.full((len(candidates), COLUMNS), -1, np.int32)
    if not len(table):
        return table
    quote_of = np.full(len(syntax), -1, np.int32)
    for i, quote in enumerate(quotes):
        quote_of[quote.start : quote.end] = i
    start, end, head, joined = np.array([(c.start, c.end, c.head, c.coordinated) for c in candidates]).T
    clause = np.array(_clauses(syntax), np.int32)[head]
    table[:, START], table[:, END], table[:, HEAD], table[:, LENGTH] = start, end, head, end - start
    table[:, SENTENCE], table[:, PARAGRAPH] = syntax.sentences[head], syntax.paragraphs[head]
    table[:, QUOTE], table[:, CLAUSE], table[:, COORDINATED] = quote_of[head], clause, joined
    table[:, CLAUSE_KIND] = [CLAUSES.get(syntax.deps[i], 0) for i in clause.tolist()]
    table[:, [FULL, RANK, LINK_KIND, CERTAIN]] = 0
    depth, node = np.zeros(len(table), np.int32), clause
    for _ in range(_LOWEST):
        depth += syntax.heads[node] != node
        node = syntax.heads[node]
    table[:, DEPTH] = depth
    return table


def _clauses(syntax: Syntax) -> list[int]:
    """Return, for each token, the head of the nearest clause above or at it."""
    heads, deps, pos = syntax.heads.tolist(), syntax.deps, syntax.pos
    clauses = [-1] * len(heads)
    for i in range(len(heads)):
        path, node = [], i
        while clauses[node] < 0:
            path.append(node)
            up, dep = heads[node], deps[node]
            clause = dep in CLAUSES and (dep != "conj" or pos[node] in ("VERB", "AUX"))
            if clause or up == node or len(path) > _DEEPEST:
                clauses[node] = node
            node = up if clauses[node] < 0 else node
        for below in path:
            clauses[below] = clauses[node]
    return clauses


def _role(
    syntax: Syntax, heads: list[int], candidate: Candidate, row: NDArray[np.int32], strings: Vocabulary
) -> None:
    """Fill in the grammatical role and the governor."""
    head = candidate.head
    dep, governor = syntax.deps[head], heads[head]
    if dep == "conj" and not candidate.coordinated:
        first, governor = governor, heads[governor]
        joined = syntax.pos[first] in ("NOUN", "PROPN", "PRON")
        role = _role_of(syntax.deps[first]) if joined else ROLES["conj"]
    else:
        role = ROLES["root"] if syntax.has_child(head, "cop") else _role_of(dep)
    row[ROLE], row[GOVERNOR] = role, governor
    row[GOVERNOR_LEMMA] = strings.add(syntax.lemmas[governor].lower())


def _role_of(dep: str) -> int:
    return ROLES.get(dep, ROLES.get(dep.partition(":")[0], 0))


def _pronoun(syntax: Syntax, candidate: Candidate, row: NDArray[np.int32], strings: Vocabulary) -> None:
    word = syntax.lowers[candidate.head]
    pronoun = G.PRONOUNS[word]
    row[KIND], row[PRO], row[FORM] = PRONOUN, pronoun.group, pronoun.form
    row[GENDER], row[NUMBER], row[DEFINITE] = pronoun.gender, pronoun.number, OTHER
    if word == "her":
        possessive = syntax.deps[candidate.head] == "nmod:poss" or syntax.tags[candidate.head] == "PRP$"
        row[FORM] = G.DETERMINER if possessive else G.OBJECT
    row[CERTAIN] = pronoun.gender if pronoun.gender in (G.MASCULINE, G.FEMININE, G.NEUTER) else 0
    row[LEMMA] = row[STRING] = row[CORE] = strings.add(word)
    row[TYPE] = row[SUPERSENSE] = 0
    if pronoun.group == G.DEMONSTRATIVE:
        row[GENDER] = G.NEUTER


def _nominal(syntax: Syntax, candidate: Candidate, row: NDArray[np.int32], strings: Vocabulary) -> None:
    head = candidate.head
    lemma = syntax.lemmas[head].lower()
    row[KIND] = NAME if candidate.kind == "name" else NOMINAL
    row[PRO] = row[FORM] = row[TYPE] = 0
    row[LEMMA] = strings.add(lemma)
    _modifiers(syntax, head, row, strings)
    row[STRING] = strings.add(_string(syntax, candidate.start, candidate.end))
    row[CORE] = strings.add(_string(syntax, *candidate.core))
    row[SUPERSENSE] = lexical.supersense(lemma) if row[KIND] == NOMINAL else 0
    row[GENDER], row[NUMBER] = G.ANY_GENDER, G.ANY_NUMBER
    if candidate.coordinated or syntax.tags[head] in ("NNS", "NNPS"):
        row[NUMBER] = G.PLURAL
    elif syntax.tags[head] in ("NN", "NNP"):
        family = lemma.endswith("s") and syntax.lowers[head - 1 : head] == ["the"]  # "the Bergs"
        row[NUMBER] = G.ANY_NUMBER if family or nouns().is_group(lemma) else G.SINGULAR
    if row[KIND] == NAME:
        row[GENDER] = _name(syntax, candidate, row, strings)
    elif not candidate.coordinated:
        row[GENDER] = lexical.noun_gender(lemma) or G.ANY_GENDER
        row[CERTAIN] = lexical.certain_noun_gender(lemma)
        if row[NUMBER] == G.PLURAL:
            row[CERTAIN] &= G.NEUTER
    if candidate.coordinated:
        row[CERTAIN] = SEVERAL


def _modifiers(syntax: Syntax, head: int, row: NDArray[np.int32], strings: Vocabulary) -> None:
    """Fill in definiteness, the possessor and the last two modifiers."""
    modifiers = []
    row[DEFINITE] = BARE
    for child in syntax.children_of(head):
        dep = syntax.deps[child]
        if dep.startswith("det"):
            row[DEFINITE] = _DETERMINERS.get(syntax.lowers[child], OTHER)
        elif dep == "nmod:poss":
            row[DEFINITE], row[POSSESSOR] = POSSESSED, child
        elif dep in ("amod", "compound", "nummod") and child < head:
            modifiers.append(syntax.lemmas[child].lower())
    for column, modifier in zip((MODIFIER_A, MODIFIER_B), modifiers[-2:], strict=False):
        row[column] = strings.add(modifier)


def _string(syntax: Syntax, start: int, end: int) -> str:
    """Return a span's words in lower case, without punctuation and a leading article."""
    words = [word for word in syntax.lowers[start:end] if _WORD.search(word)]
    return " ".join(words[1:] if words and words[0] in ARTICLES else words)


def _name(syntax: Syntax, candidate: Candidate, row: NDArray[np.int32], strings: Vocabulary) -> int:
    """Fill in a name's parts (title, first, last); return its gender bits."""
    words = [w for w in syntax.lowers[slice(*candidate.core)] if _WORD.search(w) and w not in ("the", "of")]
    gender = 0
    while len(words) > 1 and (title := lexical.title_gender(words[0])) is not None:
        row[TITLE] = strings.add(words[0].rstrip("."))
        row[RANK] = RANKS.get(words[0].rstrip("."), 0)
        gender = gender or title
        words = words[1:]
    row[CERTAIN] = gender
    while len(words) > 1 and words[-1].rstrip(".") in ("jr", "sr", "esq", "ii", "iii"):
        words = words[:-1]
    if not words:
        return G.ANY_GENDER
    row[LAST] = strings.add(words[-1])
    row[FIRST] = strings.add(lexical.canonical_name(words[0]))
    row[FULL] = len(words) > 1 and len(words[0].rstrip(".")) > 1
    return gender or _first_name_gender(candidate.label, words, row)


def _first_name_gender(label: str, words: list[str], row: NDArray[np.int32]) -> int:
    """Fill in CERTAIN of a name without a gendered title; return its gender bits."""
    if label and label != "PERSON":
        return G.NEUTER if label in ("GPE", "LOC", "FAC", "ORG") else G.ANY_GENDER
    surname = len(words) == 1 and row[TITLE] >= 0
    if label:
        row[CERTAIN] = lexical.certain_first_name_gender(words[0])
        # many last names are also masculine first names: General Baird, Professor Thomas
        if row[CERTAIN] == G.MASCULINE and surname:
            row[CERTAIN] = DOUBTFUL
    gender = 0 if surname else lexical.first_name_gender(words[0])
    return gender or row[CERTAIN] & G.PERSONAL or (G.PERSONAL if label else G.ANY_GENDER)


def _syntactic_links(
    syntax: Syntax, candidates: Sequence[Candidate], table: NDArray[np.int32], by_head: dict[int, int]
) -> None:
    """Fill in LINKED: the mention that is in apposition, or the subject of a nominal predicate."""
    for m, candidate in enumerate(candidates):
        head = candidate.head
        if candidate.coordinated or candidate.kind == "pronoun":
            continue
        if syntax.deps[head].startswith("appos"):
            other = by_head.get(int(syntax.heads[head]), -1)
            if other >= 0 and other != m:
                table[m, LINKED], table[m, LINK_KIND] = other, APPOSITION
                _share_gender(table, m, other)
        elif syntax.has_child(head, "cop"):
            for j in syntax.children_of(head):
                if syntax.deps[j].startswith("nsubj") and j in by_head:
                    table[m, LINKED], table[m, LINK_KIND] = by_head[j], PREDICATE


def _share_gender(table: NDArray[np.int32], m: int, other: int) -> None:
    """Give a noun the unambiguous gender of the name beside it: "her captain, Elias Orr" is no *she*."""
    name, noun = (m, other) if table[m, KIND] == NAME else (other, m)
    certain = int(table[name, CERTAIN])
    single = table[noun, KIND] == NOMINAL and not table[noun, COORDINATED] and table[noun, NUMBER] != G.PLURAL
    free = single and not table[noun, CERTAIN] and table[noun, GENDER] & certain
    if certain in (G.MASCULINE, G.FEMININE) and free:
        table[noun, CERTAIN] = table[noun, GENDER] = certain


#: Prepositions whose object differs from the subject of their verb (that of *behind* or *about* may not).
_ADDRESSING = frozenset({"to", "with", "for", "at", "by"})


def _disjoint_subjects(syntax: Syntax, table: NDArray[np.int32], by_head: dict[int, int]) -> None:
    """Fill in OTHER_THAN: *the doctor* and *him* in *The doctor wanted to see him*."""
    for m in np.flatnonzero((table[:, KIND] != PRONOUN) | (table[:, FORM] == G.OBJECT)).tolist():
        head = int(table[m, HEAD])
        verb, dep = int(syntax.heads[head]), syntax.deps[head]
        phrase = dep == "obl" and table[m, KIND] != NAME  # "Jordan was born in Jordan"
        reflexive = phrase and (
            syntax.has_child(verb, "obj") or not _ADDRESSING.issuperset(syntax.cases_of(head))
        )
        if reflexive or dep not in ("obj", "iobj", "obl"):
            continue
        shares = syntax.deps[verb] == "conj" or (
            syntax.deps[verb] == "xcomp" and not syntax.has_child(int(syntax.heads[verb]), "obj")
        )
        subject = syntax.subject_of(verb)
        if subject < 0 and shares:
            subject = syntax.subject_of(int(syntax.heads[verb]))
        if subject >= 0:
            table[m, OTHER_THAN] = by_head.get(subject, -1)


#: The classes, in the order of the integers in column TYPE (0 is unknown).
TYPES = ("", "PERSON", "GPE", "LOC", "FAC", "ORG", "VEH", "THING")
PERSON, THING = 1, 7

#: LitBank's names for them.
LITBANK = {"PER": 1, "GPE": 2, "LOC": 3, "FAC": 4, "ORG": 5, "VEH": 6}

_LABELS = {"PERSON": 1, "GPE": 2, "LOC": 3, "FAC": 4, "ORG": 5, "NORP": 1, "VEH": 6, "VEHICLE": 6}
_SENSES = {"person": 1, "location": 3, "group": 5}
_ANCESTORS = 5


def string_hashes(mentions: Mentions) -> NDArray[np.uint32]:
    """Return the hash of each string of the vocabulary, as linear models use it."""
    strings = mentions.strings
    return np.array([feature_key(strings[i]) for i in range(len(strings))] or [1], np.uint32)


def _keys(features: Iterable[str]) -> NDArray[np.uint32]:
    """Return the key of each feature, hashed once for each that is different."""
    words = Vocabulary()
    numbers = words.encode(features)
    return np.array([feature_key(words[i]) for i in range(len(words))], np.uint32)[numbers]


def feature_rows(syntax: Syntax, mentions: Mentions) -> Rows:
    """Return the features of every mention as rows of a linear model."""
    table, strings = mentions.table, mentions.strings
    n = len(table)
    hashes = string_hashes(mentions)
    endings = _keys("…" + strings[i][-3:] for i in range(len(strings)))
    lowers = ["", *syntax.lowers, ""]
    labels = _keys("label " + c.label for c in mentions.candidates)
    before = _keys(lowers[c.start] for c in mentions.candidates)
    after = _keys(lowers[c.end + 1] for c in mentions.candidates)

    def of(column: int) -> NDArray[np.uint32]:
        values = table[:, column]
        return np.where(values >= 0, hashes[values], 0).astype(np.uint32)

    def raw(*columns: int) -> NDArray[np.uint32]:
        value = np.zeros(n, np.int64)
        for column in columns:
            value = value * 41 + table[:, column] + 1
        return value.astype(np.uint32)

    up = np.zeros((n, _ANCESTORS), np.uint32)
    first = np.zeros(n, np.uint32)
    for m, candidate in enumerate(mentions.candidates):
        if candidate.kind == "nominal":
            found = lexical.ancestors(strings[table[m, LEMMA]])[:_ANCESTORS]
            up[m, : len(found)] = found
        elif table[m, FIRST] >= 0:
            first[m] = 1 + lexical.first_name_gender(strings[table[m, FIRST]])
    lemma, kind, sense = of(LEMMA), raw(KIND, COORDINATED), raw(SUPERSENSE)
    ending = np.where(table[:, LEMMA] >= 0, endings[table[:, LEMMA]], 0).astype(np.uint32)
    titled = (table[:, TITLE] >= 0).astype(np.uint32)
    templates = [
        (lemma, kind), (sense, kind), (labels, kind), (labels, lemma), (labels, first),
        (raw(DEFINITE, SUPERSENSE),), (raw(DEFINITE, KIND), lemma), (raw(NUMBER, KIND), sense),
        (raw(ROLE, KIND), of(GOVERNOR_LEMMA)), (raw(ROLE, SUPERSENSE),), (raw(GENDER, KIND),),
        (raw(GENDER, SUPERSENSE),), (ending, kind), (of(MODIFIER_B), sense), (of(FIRST), kind),
        (of(LAST), kind), (of(CORE), kind), (titled, labels), (before, kind), (before, sense),
        (before, labels), (after, kind), (kind,), *((up[:, i], kind) for i in range(_ANCESTORS)),
    ]  # fmt: skip
    return Rows.stacked(np.stack([combine(1000 + t, *parts) for t, parts in enumerate(templates)], axis=1))


def _behind_article(mentions: Mentions) -> NDArray[np.bool_]:
    """Return which are *the* and one word that is no first name or people: "the Arl" is no person."""
    table, strings = mentions.table, mentions.strings
    found = (table[:, KIND] == NAME) & (table[:, DEFINITE] == DEFINITE_ARTICLE) & (table[:, TITLE] < 0)
    found &= table[:, NUMBER] != G.PLURAL
    for m in np.flatnonzero(found).tolist():
        one = mentions.candidates[m]
        first = table[m, FIRST] >= 0 and lexical.first_name_gender(strings[int(table[m, FIRST])])
        found[m] = one.core[1] - one.core[0] == 1 and one.label not in ("PERSON", "NORP") and not first
    return found


def classify(syntax: Syntax, mentions: Mentions, model: LinearModel | None) -> None:
    """Fill in the column TYPE, and narrow GENDER by it."""
    table = mentions.table
    if not len(table):
        return
    if model is None:
        for m, candidate in enumerate(mentions.candidates):
            table[m, TYPE] = _guess(candidate.label, int(table[m, SUPERSENSE]), int(table[m, KIND]))
    else:
        scores = model.scores(feature_rows(syntax, mentions))
        scores[_behind_article(mentions), PERSON - 1] = -np.inf
        table[:, TYPE] = scores.argmax(axis=1) + 1
    for m in np.flatnonzero((table[:, KIND] == NAME) & (table[:, TYPE] == THING)).tolist():
        first = int(table[m, FIRST])
        known = lexical.first_name_gender(mentions.strings[first]) if first == table[m, CORE] else 0
        if known:  # a first name alone
            table[m, TYPE], table[m, GENDER] = PERSON, known
    pronouns = table[:, KIND] == PRONOUN
    persons = np.isin(table[:, PRO], (G.ME, G.YOU, G.HE, G.SHE, G.WE))
    table[pronouns, TYPE] = np.where(persons, PERSON, 0)[pronouns]
    people = table[:, TYPE] == PERSON
    gender = table[:, GENDER]
    gender[people & ~pronouns & (gender == G.NEUTER)] = G.ANY_GENDER
    gender[people & ~pronouns] &= G.PERSONAL
    others = (table[:, TYPE] > PERSON) & (gender == G.ANY_GENDER)
    animals = table[:, SUPERSENSE] == lexical.SUPERSENSES.index("animal") + 1
    gender[others & (~animals | (table[:, KIND] == NAME))] = G.NEUTER


def _guess(label: str, supersense: int, kind: int) -> int:
    told = supersense > 0 and kind != NAME
    sense = _SENSES.get(lexical.SUPERSENSES[supersense - 1], THING) if told else 0
    return _LABELS.get(label, THING) if label else sense
