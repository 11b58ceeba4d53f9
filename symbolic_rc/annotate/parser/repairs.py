"""Repairs of parse trees: clauses without their subject, cut lists, misattached phrases.

Each repair matches one shape of tree that the parser's known errors leave, and changes nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

import numpy as np

from symbolic_rc.core.arrays import Ints, Longs
from symbolic_rc.core.kernels import kernel
from symbolic_rc.lexicon import english as E
from symbolic_rc.lexicon.english import word_set
from symbolic_rc.lexicon.names import names
from symbolic_rc.lexicon.wordnet import wordnet

_NOMINAL = frozenset(("NN", "NNS", "NNP", "NNPS", "PRP"))
#: Tags of finite verbs.
FINITE = frozenset(("VBZ", "VBD", "VBP", "MD"))
_SUBORDINATING = word_set("after before when while as since until because if although though once")

#: Forms of verbs with a recipient as their first object.
_GIVING = word_set("""give gives gave giving given teach teaches taught teaching send sends sent sending show
    shows showed showing tell tells told telling lend lends lent lending hand hands handed handing offer
    offers offered offering pay pays paid paying pass passes passed""")
#: These and verbs of which one may also be a part of the object: "sold Bo shares".
_HANDING = _GIVING | word_set("sell sells sold selling promise promised")
#: Forms of verbs with a beneficiary as their first object.
_GETTING = word_set("""buy buys bought bring brings brought bake bakes baked knit knits knitted fetch fetches
    fetched""")
#: Tags of words that begin a noun phrase; relations that a second object gets by mistake.
_BEGINNING = frozenset(("DT", "CD", "PRP$"))
_MISREAD = frozenset(("xcomp", "obl", "appos", "dep", "nmod"))
#: Prepositions of time, which belong to a verb rather than to a noun, and those of times and places.
_WHILE = word_set("before after during since until")
_PLACING = word_set("on in at")

#: Verbs whose object is the subject of the infinitive after it.
_MOVING_TO_ACT = word_set("""persuade convince order command tell ask beg urge advise force compel invite
    allow permit encourage warn forbid induce teach help cause enable request instruct challenge dare""")
#: Forms of verbs of naming.
_NAMING = word_set("called named christened dubbed renamed baptised baptized titled entitled")
#: Words that make an adverbial of two words with *at*.
_AT = word_set("first last once noon night dawn dusk midnight sunset sunrise")
#: Words that say which time, and times that stand without a preposition then.
_WHICH = word_set("every each last next this that one")
_CALENDAR = word_set("""monday tuesday wednesday thursday friday saturday sunday day night morning afternoon
    evening week weekend month year spring summer autumn winter""")
_PERIODS = _CALENDAR | word_set("""second seconds minute minutes hour hours days weeks months years decade
    decades century""")
_MONTHS = word_set("january february march april may june july august september october november december")
_DAYS = word_set("yesterday today tomorrow tonight")
#: WordNet's files of what happens at a time itself: "the invasion in 2003".
_DATED = frozenset(("noun.act", "noun.event", "noun.time", "noun.process"))
#: The relations of what stands before the last word of a date, by tag.
_OF_DATES = {"IN": "case", "DT": "det", "CD": "nummod"}
_REASONS = frozenset(("because", "since", "as"))
#: Forms of verbs that report what was said, whose object may be taken for who says so.
_SAYING = word_set("asked asks answered cried said says replied shouted whispered called begged warned")
#: WordNet's files of what last names derive from, and of unknown words: *station* is no last name.
_CALLED_AFTER = frozenset(("noun.person", "noun.animal", "noun.plant", ""))
#: Relations that the verb of a sentence gets by mistake behind a relative clause.
_TAKEN_FOR_MAIN = ("conj", "acl", "ccomp", "xcomp", "parataxis", "advcl")

#: Relations that a subject right before a form of *be* gets by mistake.
_ATTACHED = ("nmod:unmarked", "obl:unmarked", "compound", "flat", "nmod")

#: What stands before a noun of which *but* excepts some, or to which "but also" adds.
_EXCEPTING = E.UNIVERSAL | {"only"}
#: Relations of subjects that are no clauses.
_SUBJECTS = ("nsubj", "nsubj:pass", "nsubj:outer")

#: Maximum distance of a dependent; after every word.
_REACH, _ANYWHERE = 100, 1 << 31


@kernel
def _children(heads: Ints, token: int, found: Longs) -> int:
    """Fill `found` with the dependents of a word; return how many."""
    count = 0
    for i in range(max(0, token - _REACH), min(len(heads), token + _REACH)):
        if heads[i] == token:
            found[count] = i
            count += 1
    return count


class Tree:
    """The trees of a text: words in lower case, Penn Treebank tags, and each word's head and relation.

    Heads are -1 at roots; `labels` are numbers of `relations`. Both arrays are changed in place.
    """

    def __init__(
        self, words: Sequence[str], tags: Sequence[str], heads: Ints, labels: Ints, relations: Sequence[str]
    ) -> None:
        self.words, self.tags, self.heads, self.labels = words, tags, heads, labels
        self.relations = list(relations)
        self._found = np.zeros(2 * _REACH, np.int64)
        self._number = {name: number for number, name in enumerate(relations)}

    def dep(self, token: int) -> str:
        """Return a word's relation."""
        return self.relations[self.labels[token]]

    def where(self, relation: str) -> list[int]:
        """Return the words with a relation."""
        number = self._number.get(relation)
        return [] if number is None else np.flatnonzero(self.labels == number).tolist()

    def arcs(self, relation: str) -> Iterator[tuple[int, int]]:
        """Yield the words with a relation, each with its head by then."""
        yield from ((token, self.head(token)) for token in self.where(relation))

    def head(self, token: int) -> int:
        """Return a word's head; -1 at roots."""
        return int(self.heads[token])

    def kind(self, token: int) -> str:
        """Return a word's relation without its subtype."""
        return self.dep(token).partition(":")[0]

    def children(self, token: int, *relations: str, after: int = -1, before: int = _ANYWHERE) -> list[int]:
        """Return a word's dependents, all or those with some relations and in some place."""
        count = _children(self.heads, token, self._found)
        found = [i for i in self._found[:count].tolist() if after < i < before]
        return [i for i in found if self.dep(i) in relations] if relations else found

    def child(self, token: int, *relations: str, after: int = -1, before: int = _ANYWHERE) -> int:
        """Return the first of such dependents of a word, or -1."""
        return next(iter(self.children(token, *relations, after=after, before=before)), -1)

    def words_of(self, token: int, *relations: str) -> list[str]:
        """Return the forms of a word's dependents with some relations, or of all."""
        return [self.words[i] for i in self.children(token, *relations)]

    def ancestor(self, token: int, test: Callable[[int], object]) -> int:
        """Return the first that meets a test of a word and those above it, or -1."""
        while token >= 0 and not test(token):
            token = self.head(token)
        return token

    def has(self, token: int, *relations: str) -> bool:
        """Whether a word has a dependent with one of some relations, or of their subtypes."""
        return any(self.kind(child) in relations for child in self.children(token))

    def is_verb(self, token: int) -> bool:
        """Whether a word is a verb."""
        return self.tags[token][:2] == "VB"

    def is_finite(self, token: int) -> bool:
        """Whether there is a word, and it is a finite verb."""
        return token < len(self.words) and self.tags[token] in FINITE

    def is_passive(self, verb: int) -> bool:
        """Whether a verb has the auxiliary of the passive."""
        return bool(self.children(verb, "aux:pass"))

    def predicate(self, verb: int) -> int:
        """Return the word that a verb is an auxiliary or copula of, or the verb itself."""
        return self.head(verb) if self.kind(verb) in ("aux", "cop") else verb

    def attach(self, token: int, head: int, relation: str) -> None:
        """Attach a word to another, unless that one is below it."""
        at = head
        while at >= 0 and at != token:
            at = int(self.heads[at]) if self.heads[at] != at else -1
        if at < 0:
            self.heads[token], self.labels[token] = head, self._number[relation]

    def attach_subject(self, token: int, verb: int) -> None:
        """Make a word the subject of a verb."""
        self.attach(token, verb, "nsubj:pass" if self.is_passive(verb) else "nsubj")

    def take_place(self, token: int, of: int, below: Sequence[int], relation: str = "") -> None:
        """Give a word the place of another, with some words below it; and that one, if it gets a relation."""
        self.heads[token], self.labels[token] = self.heads[of], self.labels[of]
        for child in below:
            self.heads[child] = token
        if relation:
            self.attach(of, token, relation)


def repair(tree: Tree) -> None:
    """Apply every repair, in order."""
    for apply in (
        full_names, titles, names_of_firms, one_subject, conjuncts_of_names, names_of_heads, appositions,
        superlatives, measures, finite_modifiers, bare_subjects, times_after_marks, clock_times,
        hours_of_day, times_in_front, predicates, exceptions, members_of_lists, relatives_apart,
        relatives_with_prepositions, phrases_in_front, lists_in_front, names_set_apart, named_subjects,
        clauses_in_front, clauses_behind, clauses_after_nouns, finite_conjuncts, clauses_thought,
        speakers_behind, recipients, times_behind, days_behind, periods, particles, partners_behind,
        parallel_phrases, places_behind, topics, times_nearly, places_put, addressees,
        controlled_infinitives, the_latter, ranges, _verbs_after_relatives, whose_clauses, names_given,
        names_behind,
    ):  # fmt: skip
        apply(tree)


#: What begins a phrase or a clause.
_MARKS = word_set("after as before since than till until")


def full_names(tree: Tree) -> None:
    """Let a first name head its last name, as treebanks have it: "Is Bo Finch a trader?"."""
    for first, last in tree.arcs("compound"):
        if last != first + 1 or tree.tags[first] != "NNP" or tree.tags[last] != "NNP":
            continue
        given = names().is_first_name(tree.words[first])
        below = [i for i in tree.children(last) if i != first]
        alone = not any(tree.dep(i) in ("compound", "flat") for i in below)
        if given and alone and wordnet().class_of(tree.words[last]) in _CALLED_AFTER:
            tree.take_place(first, last, below, "flat")


def titles(tree: Tree) -> None:
    """Let a name head the title before it: "Bo pays Mrs Orr"."""
    for title, word in enumerate(tree.words[:-1]):
        name = title + 1
        if word.rstrip(".") not in E.TITLES or tree.tags[title : name + 1] != ["NNP", "NNP"]:
            continue
        if tree.head(title) == tree.head(name):
            tree.attach(title, name, "nmod:desc")
        elif tree.head(name) == title and tree.kind(name) == "flat":
            tree.take_place(name, title, [i for i in tree.children(title) if i != name], "nmod:desc")


def names_of_firms(tree: Tree) -> None:
    """Make one name of two that an ampersand joins, unless the first is a first name: "Holt & Sons"."""
    for last, first in tree.arcs("conj"):
        joint, words = last - 1, tree.words
        joined = 0 <= first < joint and words[joint] == "&" and _within(tree, joint - 1, first)
        named = joined and tree.tags[first] == "NNP" and tree.tags[last][:2] == "NN"
        if named and not names().is_first_name(words[first]):
            tree.attach(joint, first, "flat")
            tree.attach(last, first, "flat")


def named_subjects(tree: Tree) -> None:
    """Give a verb the one as its subject who is named before it: "That evening a boy named Tim fell"."""
    for participle in [i for i, word in enumerate(tree.words[:-1]) if i and word in ("named", "called")]:
        noun, name = participle - 1, participle + 1
        if tree.tags[noun] not in ("NN", "NNS") or tree.tags[name] != "NNP":
            continue
        if tree.head(noun) == participle and not tree.has(participle, "aux"):
            verb = tree.ancestor(tree.head(participle), tree.is_finite)
            if verb > name and not tree.has(verb, "nsubj"):
                tree.attach_subject(noun, verb)
                tree.attach(participle, noun, "acl")
        elif tree.kind(name) == "nsubj" and tree.head(tree.head(name)) == noun < name < tree.head(name):
            verb = tree.head(name)
            tree.take_place(verb, noun, (), "nsubj:pass" if tree.is_passive(verb) else "nsubj")
            tree.attach(name, participle, "xcomp")


def conjuncts_of_names(tree: Tree) -> None:
    """Join what follows to a noun, not to its name: in "her husband Bo and their twins" Bo is one."""
    for name, noun in tree.arcs("appos"):
        if name == noun + 1 and tree.tags[name] == "NNP" and tree.tags[noun] == "NN":
            for other in [i for i in tree.children(name, "conj") if tree.tags[i] != "NNP"]:
                tree.attach(other, noun, "conj")
    for other, name in tree.arcs("conj"):  # "a map of Crete and a photo"
        noun = _named_by(tree, name) if tree.tags[name] == "NNP" and tree.tags[other] == "NN" else -1
        if noun >= 0 and not E.INDEFINITE_ARTICLES.isdisjoint(tree.words_of(other, "det")):
            tree.attach(other, noun, "conj")


def _named_by(tree: Tree, name: int) -> int:
    """Return the noun before a name: *map* of "a map of Crete", *son* of "a son called Bo"; or -1."""
    noun = tree.head(name)
    called = tree.kind(name) == "xcomp" and tree.words[noun] in _NAMING and tree.dep(noun) == "acl"
    return tree.head(noun) if called else noun if tree.kind(name) == "nmod" else -1


def one_subject(tree: Tree) -> None:
    """Make one subject of a noun and the name behind it: "the composer Edward Holt wrote it"."""
    for name, verb in tree.arcs("nsubj"):
        noun = name - 1
        if tree.tags[name] == "NNP" and tree.tags[noun] == "NN" and noun in tree.children(verb, "nsubj"):
            tree.attach(name, noun, "appos")


def clock_times(tree: Tree) -> None:
    """Join the hour to what stands before or after it: "at half past six", "at a quarter to nine"."""
    for joint in [i for i, word in enumerate(tree.words[:-1]) if i and word in ("past", "to")]:
        minutes, hour = joint - 1, joint + 1
        told = tree.words[minutes] in E.MINUTES and tree.words[hour] in E.HOURS
        counts = "".join(tree.tags[hour + 1 : hour + 2]) in ("NN", "NNS")  # "ten to twelve people"
        if not told or counts or (minutes and tree.words[minutes - 1] == "from"):
            continue
        top = next((i for i in (hour, joint) if tree.head(minutes) == i), minutes)
        top = hour if tree.head(top) == hour else top
        if top != minutes:
            tree.take_place(minutes, top, tree.children(top, before=minutes))
        tree.attach(hour, minutes, "nmod")
        tree.attach(joint, hour, "case")
        _part_hour(tree, minutes)


def hours_of_day(tree: Tree) -> None:
    """Join a part of the day to its hour: "before eight in the morning"."""
    for part in [i for i, word in enumerate(tree.words) if i > 2 and word in E.PARTS_OF_DAY]:
        hour = part - 3
        if tree.words[hour] in {*E.HOURS, "o'clock"} and tree.words[part - 2 : part] == ["in", "the"]:
            tree.attach(part, hour, "nmod")


def _part_hour(tree: Tree, minutes: int) -> None:
    """Part a clock time from the subject behind it: "At half past two Mr. Orr left"."""
    subject = tree.head(minutes)
    if minutes and tree.words[minutes - 1] == "at" and subject > minutes and tree.kind(subject) == "nsubj":
        tree.attach(minutes, tree.head(subject), "obl")
        tree.attach(minutes - 1, minutes, "case")


def times_in_front(tree: Tree) -> None:
    """Part a time from the name behind it: "at first Emma was calm"."""
    for at, word in enumerate(tree.words[:-2]):
        time, name = at + 1, at + 2
        if word != "at" or tree.words[time] not in _AT:
            continue
        while tree.tags[name] == "NNP" and tree.heads[name] == name + 1 and name + 2 < len(tree.words):
            name += 1
        if tree.dep(name).startswith("nsubj") and tree.heads[time] == name and tree.tags[name] == "NNP":
            tree.attach(time, tree.head(name), "obl")
            tree.attach(at, time, "case")
    _part_day(tree)
    _part_time(tree)


def _part_time(tree: Tree) -> None:
    """Make a time that opens a sentence an adverbial: "Last Tuesday a man called", "In May a storm …"."""
    for time in [i + 1 for i, word in enumerate(tree.words[:-3]) if word in _WHICH | _PLACING]:
        timed = tree.words[time] in _CALENDAR or (tree.words[time - 1] in _PLACING and _is_dated(tree, time))
        opens = timed and (time == 1 or tree.tags[time - 2] == ".")
        noun = tree.head(time)
        if not opens or noun <= time + 1:
            continue
        between = set(tree.tags[time + 1 : noun]) <= {"DT", "CD", "PRP$", "JJ"}
        if between and tree.head(noun) > noun and tree.kind(noun) == "nsubj":
            _attach_date(tree, time, tree.head(noun))


def times_after_marks(tree: Tree) -> None:
    """Make a time an adverbial, not the subject: "Since May the shop has sold it", "After a year cut it"."""
    for mark, verb in tree.arcs("mark"):
        time = tree.child(verb, *_SUBJECTS, after=mark, before=verb)
        timed = time >= 0 and _is_time_or_period(tree.words[time])
        between = timed and set(tree.tags[mark + 1 : time]) <= {"DT", "CD", "JJ"}
        alone = tree.heads[verb] < 0 and not tree.has(verb, "cop", "aux")
        if between and (alone or len(tree.children(verb, *_SUBJECTS, before=verb)) > 1):
            tree.attach(time, verb, "obl")
            tree.attach(mark, time, "case")


#: Adjectives that measure, with what they follow: "half a metre wide".
_MEASURING = word_set("wide long tall deep high thick broad old away")


def measures(tree: Tree) -> None:
    """Give a thing its measure: "a trench half a metre wide", "The wall, two metres tall, fell"."""
    for size in [i for i, word in enumerate(tree.words[:-1]) if i > 2 and word in _MEASURING]:
        noun = _measured(tree, size)
        if noun < 0 or tree.tags[size + 1] in _NOMINAL or tree.has(size, "cop"):
            continue
        if tree.head(size) == size - 1:
            tree.take_place(size, size - 1, [], "obl:unmarked")
        _part_measure(tree, size, noun)
        tree.attach(size, noun, "acl")
        for behind in tree.children(size, "obl", after=size):
            tree.attach(behind, tree.ancestor(noun, tree.is_verb), "obl")
    for time, verb in tree.arcs("obl"):  # "swims at 36 kilometres per hour"
        unit = time - 2
        counted = unit > 0 and tree.words[time - 1] == "per" and tree.tags[unit] in ("NN", "NNS")
        if counted and tree.head(unit) == verb:
            tree.attach(time, unit, "nmod")


def _part_measure(tree: Tree, size: int, noun: int) -> None:
    """Give a finite verb that is joined to a measure its place and subject: "The wall, …, fell"."""
    verb = tree.child(size, "conj", "parataxis", after=size) if tree.head(noun) == size else -1
    if verb >= 0 and tree.is_finite(verb) and not tree.has(verb, "cc", "nsubj"):
        behind = [i for i in tree.children(size, after=size) if i != verb]
        tree.take_place(verb, size, [noun, *behind])
        tree.attach_subject(noun, verb)


def _measured(tree: Tree, size: int) -> int:
    """Return the noun before a number, a unit and an adjective that measures; or -1."""
    unit = size - 1
    first = unit - 1 - (tree.words[unit - 2] in ("half", "a", "one"))
    number = (tree.tags[unit], tree.tags[first]) == ("NNS", "CD")
    number |= tree.tags[unit] == "NN" and tree.words[unit - 1] in (*E.INDEFINITE_ARTICLES, "one")
    noun = first - 1 - (tree.words[first - 1] == ",")
    related = tree.head(unit) == size or (tree.head(size), tree.dep(size)) == (unit, "amod")
    return noun if number and related and noun >= 0 and tree.tags[noun] in ("NN", "NNS") else -1


def finite_modifiers(tree: Tree) -> None:
    """Let a finite verb head its clause, not modify a noun: "The eldest bought straw"."""
    for verb, noun in tree.arcs("amod"):
        if tree.tags[verb] in ("VBD", "VBZ") and 0 < verb < noun and tree.head(verb - 1) == noun:
            before = tree.children(noun, before=verb)
            tree.take_place(verb, noun, [verb - 1], "obj")
            tree.attach_subject(verb - 1, verb)
            for other in before[:-1]:
                tree.attach(other, verb - 1, tree.dep(other))
    for clause, noun in tree.arcs("amod"):  # "bronze, which is much harder than copper"
        if noun < clause and tree.has(clause, "cop") and tree.has(clause, "nsubj"):
            tree.attach(clause, noun, "acl:relcl")


def bare_subjects(tree: Tree) -> None:
    """Make what is right before a finite verb its subject: "Its tongue can be longer", "Both sing"."""
    pronominal = (arc for arc in tree.arcs("advmod") if tree.tags[arc[0]] == "DT")
    for noun, verb in chain(tree.arcs("obl:unmarked"), tree.arcs("nmod:unmarked"), pronominal):
        first = min([verb, *tree.children(verb, "aux", "aux:pass", "cop", after=noun)])
        timed = _is_time_or_period(tree.words[noun])
        if noun + 1 == first and tree.is_finite(first) and not timed and not tree.has(verb, "nsubj", "csubj"):
            tree.attach_subject(noun, verb)
    for verb, noun in tree.arcs("acl"):  # "Potters, smiths and a baker come from there"
        root = tree.head(noun)
        listed = noun < verb and tree.dep(noun) == "conj"
        listed &= tree.tags[verb] in ("VBP", "VBZ") or tree.words[verb] in ("become", "come", "run")
        if listed and _lacks_verb(tree, root) and not tree.has(verb, "nsubj", "mark", "aux"):
            tree.take_place(verb, root, tree.children(root, after=verb), "nsubj")


def _part_day(tree: Tree) -> None:
    """Make a date an adverbial, where it is a part of the subject's name: "on 3 May Ada left"."""
    for name in range(1, len(tree.words)):
        time = name - 1
        if not _is_dated(tree, time) or tree.tags[name] not in ("NNP", "NN"):
            continue
        if tree.dep(name) in ("flat", "compound") and tree.head(name) == time:
            tree.take_place(name, time, tree.children(time, after=name))
        elif tree.dep(time) not in ("compound", "flat") or tree.head(time) != name:
            continue
        verb = tree.head(name)
        if tree.dep(name) == "obl" and verb == name + 1 and not tree.has(verb, "nsubj"):
            tree.attach_subject(name, verb)
        if tree.dep(name).startswith("nsubj") and verb > name and _may_be_finite(tree, verb):
            _attach_date(tree, time, verb)


def _may_be_finite(tree: Tree, verb: int) -> bool:
    """Whether a verb is finite, or a participle with an object of its own: "on Friday Ada called Bo"."""
    return tree.is_finite(verb) or (tree.tags[verb] == "VBN" and tree.has(verb, "obj", "xcomp"))


def _attach_date(tree: Tree, time: int, verb: int) -> None:
    """Make a date, with what stands before its last word, an adverbial of a verb."""
    start = time
    while start and (tree.tags[start - 1] in _OF_DATES or tree.words[start - 1] in _WHICH):
        start -= 1
    tree.attach(time, verb, "obl" if tree.tags[start] == "IN" else "obl:unmarked")
    for i in range(start, time):
        tree.attach(i, time, _OF_DATES.get(tree.tags[i], "amod"))


def _is_dated(tree: Tree, time: int) -> bool:
    """Whether a word is a month, or a day or a part of it of which the word before says which one."""
    told = time > 0 and (tree.words[time - 1] in _WHICH or tree.words[time - 1] in ("on", "in"))
    return tree.words[time] in _MONTHS or (told and tree.words[time] in _CALENDAR)


def predicates(tree: Tree) -> None:
    """Give a predicate after *be* its subject: "Ada has been to Oslo"; and "been sold" its passive."""
    for copula, predicate in tree.arcs("cop"):
        if tree.words[copula] == "been" and tree.tags[predicate] == "VBN":
            tree.attach(copula, predicate, "aux:pass")
            for subject in tree.children(predicate, "nsubj"):
                tree.attach_subject(subject, predicate)
        _part_numbers(tree, copula, predicate)
        if predicate > copula and tree.has(predicate, "nsubj"):
            _stand_alone(tree, predicate)
        if predicate < copula or tree.has(predicate, "nsubj", "csubj"):
            continue
        above = tree.head(predicate)
        first = min(tree.children(predicate, "cop", "aux", "advmod"), default=copula)
        if above == first - 1 and tree.dep(predicate) == "nmod" and tree.tags[above] in _NOMINAL:
            tree.take_place(predicate, above, tree.children(above, after=predicate), "nsubj")
        elif tree.heads[above := max(first - 1, 0)] == predicate and tree.tags[above] in ("NNP", "PRP"):
            tree.attach(above, predicate, "nsubj" if tree.dep(above) in _ATTACHED else tree.dep(above))


def _part_numbers(tree: Tree, copula: int, predicate: int) -> None:
    """Make *former*, *latter* or a number a subject: "The former was a cook", "two of them are men"."""
    for number in tree.children(predicate, "nummod", before=copula) if predicate > copula else ():
        tree.attach(number, predicate, "nsubj")
    word = copula - 1
    if word > 0 and tree.words[word] in ("former", "latter") and tree.dep(word) == "amod":
        tree.attach(word, predicate, "nsubj")
        if tree.words[word - 1] == "the":
            tree.attach(word - 1, word, "det")


def _stand_alone(tree: Tree, predicate: int) -> None:
    """Make a predicate with a subject and a form of *be* a clause of its own: ", it was Bo"."""
    above, relation = tree.head(predicate), tree.dep(predicate)
    if relation in ("obl", "nmod", "obj") and 0 <= above < predicate:
        root = tree.ancestor(above, lambda i: tree.heads[i] < 0)
        tree.attach(predicate, root, "conj" if tree.has(root, "cop") else "parataxis")
    elif relation == "nsubj" and above > predicate and tree.children(above, "nsubj", after=predicate):
        tree.take_place(predicate, above, [], "conj")  # "the former was a cook, the latter a thief"


_ANYBODY = E.NEGATIVE_PRONOUNS | word_set("all anybody anyone everybody everyone everything one")


def exceptions(tree: Tree) -> None:
    """Give the sentence its verb: in "all the children but Mina could swim" the children could."""
    for verb, noun in tree.arcs("conj"):
        if not _lacks_verb(tree, noun) or _EXCEPTING.isdisjoint(tree.words_of(noun)):
            continue
        but = next((i for i in tree.children(verb) if tree.words[i] == "but"), -1)
        excepted = tree.children(verb, "nsubj", after=but)
        if but >= 0 and excepted and (tree.has(verb, "aux") or tree.tags[verb] in FINITE):
            tree.take_place(verb, noun, tree.children(noun, after=verb), "nsubj")
            tree.attach(excepted[0], noun, "nmod")
            tree.attach(but, excepted[0], "case")
    for noun, verb in tree.arcs("nsubj"):  # "nobody but the cook saw it"
        but = noun + 1
        excepts = tree.words[noun] in _ANYBODY and tree.words[but : but + 1] == ["but"]
        exception = tree.child(verb, "nsubj", after=but, before=verb) if excepts else -1
        if exception > 0:
            tree.attach(exception, noun, "nmod")
            tree.attach(but, exception, "case")


def members_of_lists(tree: Tree) -> None:
    """Rejoin a cut list: in "packed a kettle, a ladder and a drum" the ladder is packed too."""
    for token in tree.where("conj"):
        verb, begins = tree.head(token), min([token, *tree.children(token, before=token)])
        objects = tree.children(verb, "obj", after=verb, before=token)
        if not objects or not tree.is_verb(verb) or tree.has(token, "nsubj", "cop", "aux"):
            continue
        ends = tree.tags[token : token + 2] in (["JJ", ","], ["JJ", "CC"], ["JJ", "."])
        named = ends and tree.tags[objects[-1]] == "NNP"  # "spoke Yoruba, English and French"
        if (named or tree.tags[token] in _NOMINAL) and _all_within(tree, objects[-1], begins):
            tree.attach(token, objects[-1], "conj")
    _members_taken_for_appositions(tree)
    _members_taken_for_adverbials(tree)


def _members_taken_for_appositions(tree: Tree) -> None:
    """Join the members of a list of what is not known: in "a tent, a pan and a lamp" the pan is no tent."""
    for token, noun in tree.arcs("appos"):
        joined = [i for i in tree.children(token, "conj", after=token) if tree.has(i, "cc")]
        first = min([token, *tree.children(token, "det", "nummod", "amod", "compound", before=token)])
        alike = _is_unknown(tree, noun) and _is_unknown(tree, token)
        alike |= (
            tree.words_of(noun, "det") == tree.words_of(token, "det") == ["the"] and tree.tags[noun] == "NN"
        )
        if joined and tree.words[first - 1] == "," and alike and tree.kind(noun) != "nsubj":
            for member in (token, *tree.children(token, "conj", after=token)):
                tree.attach(member, noun, "conj")


def names_of_heads(tree: Tree) -> None:
    """Attach a name to whom it names: "A spokesman for the farmers, Ada Orr, said so"."""
    for name, noun in tree.arcs("appos"):
        apart = tree.dep(noun) == "nmod" and tree.words[name - 1] == "," and not tree.has(name, "conj")
        tags = tree.tags[noun], tree.tags[name], tree.tags[tree.head(noun)]
        if apart and tags == ("NNS", "NNP", "NN"):
            tree.attach(name, tree.head(noun), "appos")


def appositions(tree: Tree) -> None:
    """Let a plural between commas name the subject before it: "The owners, twin brothers, left"."""
    for token, noun in tree.arcs("conj"):
        verb, behind = tree.head(noun), token + 1
        subject = tree.kind(noun) == "nsubj" and tree.tags[token] == tree.tags[noun] == "NNS"
        while behind < verb and _within(tree, behind, token):
            behind += 1
        closed = subject and behind < verb and tree.words[behind] == ","
        first = _beginning(tree, token) if closed else 0
        closed = closed and "," in (tree.words[first - 1], tree.words[first])
        if closed and not any(tree.has(i, "cc") for i in tree.children(noun, "conj")):
            tree.attach(token, noun, "appos")


def superlatives(tree: Tree) -> None:
    """Let a superlative between commas name the subject before it: "The Nile, the longest of all, floods"."""
    for best in [i for i, tag in enumerate(tree.tags) if tag == "JJS" and i > 2]:
        noun, above = best - 3, tree.head(best)
        if tree.words[noun + 1 : best] != [",", "the"] or tree.words[best + 1 : best + 2] != ["of"]:
            continue
        if tree.dep(best) == "nsubj" and tree.dep(noun) == "discourse" and tree.head(noun) == above:
            tree.attach_subject(noun, above)
        if tree.kind(noun) == "nsubj" and above in (noun, tree.head(noun)):
            tree.attach(best, noun, "appos")


def _is_unknown(tree: Tree, noun: int) -> bool:
    """Whether a noun has an indefinite article or a number, or is a plural without any."""
    known = tree.words_of(noun, "det", "nmod:poss")
    counted = not E.INDEFINITE_ARTICLES.isdisjoint(known) or tree.has(noun, "nummod")
    return tree.tags[noun] in ("NN", "NNS") and (counted or (tree.tags[noun] == "NNS" and not known))


def _members_taken_for_adverbials(tree: Tree) -> None:
    """Rejoin the last members of a list: in "sold figs, dates, nuts and tea" nuts and tea are sold too."""
    for token in tree.where("obl"):
        if tree.tags[token] not in _NOMINAL or tree.has(token, "case") or not tree.has(token, "conj"):
            continue
        verb = tree.head(token)
        objects = tree.children(verb, "obj", after=verb, before=token)
        comma = min([token, *tree.children(token, "det", "nummod", "amod")]) - 1
        if not objects or tree.words[comma] != ",":
            continue
        if _all_within(tree, objects[-1], comma):
            tree.attach(token, objects[-1], "conj")


def _lacks_subject(tree: Tree, noun: int, first: int, verb: int, lone: bool = False) -> bool:
    """Whether a finite verb has no subject but a noun, or none; it or its auxiliary comes first.

    Behind a `lone` noun, it may look like a participle: "Bo, who drives a van, burned only forty litres".
    """
    if lone and verb == first and tree.tags[verb] == "VBN":
        return True
    free = tree.children(verb, *_SUBJECTS) in ([], [noun]) and noun != verb and first <= verb
    return free and tree.is_finite(first) and tree.tags[noun] in _NOMINAL


def _with_who(tree: Tree) -> Iterator[tuple[int, int]]:
    """Yield the noun before each ", who", and the predicate of which *who* is the subject."""
    for who in [i for i, tag in enumerate(tree.tags) if tag == "WP" and i > 1 and tree.words[i - 1] == ","]:
        noun, told = who - 2, tree.head(who)
        while tree.kind(noun) in ("flat", "compound"):
            noun = tree.head(noun)
        if told > who > noun and tree.dep(who).startswith("nsubj"):
            yield noun, told


def relatives_apart(tree: Tree) -> None:
    """Part a clause with *who* from the verb behind it: "Ada, who was tired, left": Ada was, and Ada left."""
    for noun, told in _with_who(tree):
        behind = next((i for i in range(told, len(tree.words) - 2) if tree.words[i] == ","), told) + 1
        behind += tree.tags[behind : behind + 1] == ["RB"]  # over an adverb
        if noun == told or behind >= len(tree.words):
            continue
        verb = tree.predicate(behind)
        lone = _lacks_verb(tree, noun) and not tree.has(noun, "conj")
        if not _lacks_subject(tree, noun, behind, verb, lone):
            continue
        if (top := tree.head(verb)) in (told, noun, *(tree.children(told) if lone else ())):
            top = noun if tree.head(told) == noun else top
            around = [i for i in tree.children(top) if i not in (verb, *range(noun, behind))]
            tree.take_place(verb, top, around if top == told else [])
        elif noun in (tree.head(top), tree.head(tree.head(top))):
            continue
        tree.attach_subject(noun, verb)
        tree.attach(told, noun, "acl:relcl")


def relatives_with_prepositions(tree: Tree) -> None:
    """Attach a clause like ", to whom she wrote" to the noun before it."""
    for which in [i for i, word in enumerate(tree.words) if word in ("whom", "which") and i > 2]:
        noun, told = which - 2 - (tree.words[which - 2] == ","), tree.head(which)
        if tree.tags[which - 1] not in ("IN", "TO") or tree.tags[noun] not in _NOMINAL or told < which:
            continue
        while tree.kind(noun) in ("flat", "compound", "appos"):
            noun = tree.head(noun)
        if tree.dep(told) in ("conj", "parataxis", "advcl") and not tree.children(told, "cc", before=which):
            tree.attach(told, noun, "acl:relcl")


def phrases_in_front(tree: Tree) -> None:
    """Give the sentence its verb: in "On Fridays she also bakes rolls" that is *bakes*, not the day."""
    for noun, verb in tree.arcs("nsubj"):  # "On Wednesdays he coaches the club"
        if noun < verb and tree.has(noun, "case") and tree.children(verb, "nsubj", after=noun, before=verb):
            tree.attach(noun, verb, "obl")
    for root in np.flatnonzero(tree.heads < 0).tolist():
        if tree.tags[root] not in _NOMINAL or not tree.has(root, "case") or tree.has(root, "cop", "nsubj"):
            continue
        clauses = tree.children(root, *_TAKEN_FOR_MAIN, "acl:relcl", after=root)
        verb = next((i for i in clauses if tree.is_finite(i) and not tree.has(i, "mark", "cc")), -1)
        subject = tree.child(verb, *_SUBJECTS, after=root, before=verb) if verb >= 0 else -1
        if subject >= 0 and tree.tags[subject] not in ("WP", "WDT"):
            tree.take_place(verb, root, tree.children(root, after=verb), "obl")


def lists_in_front(tree: Tree) -> None:
    """Give the sentence its verb: in "A chapel and two houses remain" both remain."""
    for verb in tree.where("conj"):
        noun, subject = tree.head(verb), tree.child(verb, "nsubj", before=verb)
        if subject < 0 or not _lacks_verb(tree, noun) or not tree.is_finite(verb):
            continue
        joints = tree.children(verb, "cc", before=subject) + tree.children(subject, "cc", before=subject)
        joint = joints[0] if joints else -1
        listed = noun < joint < subject and tree.tags[subject] != "PRP" and "," not in tree.words[noun:joint]
        if listed and _all_within(tree, noun, joint):
            around = tree.children(noun, after=verb) + tree.children(noun, "obl", "obl:unmarked", before=noun)
            tree.take_place(verb, noun, around, "nsubj")
            tree.attach(subject, noun, "conj")
            tree.attach(joint, subject, "cc")


def names_set_apart(tree: Tree) -> None:
    """Give a finite verb its subject: in "Yaa, the youngest, is four" that is Yaa, who is the youngest."""
    for name, predicate in tree.arcs("vocative"):
        verb = next(iter(tree.children(predicate, "cop", "aux", after=name)), predicate)
        if tree.tags[name] != "NNP" or verb < name or not tree.is_finite(verb) or tree.tags[verb] == "VBP":
            continue
        if tree.words[verb - 1] != "," or tree.has(predicate, "nsubj"):
            continue
        before = tree.children(predicate, after=name, before=verb)
        tree.attach_subject(name, predicate)
        for apposed in [i for i in before if tree.tags[i] in ("JJS", "JJ", "NN", "NNS", "NNP")]:
            tree.attach(apposed, name, "appos")


def finite_conjuncts(tree: Tree) -> None:
    """Join finite verbs alone: in "refused to leave and drowned" whoever refused drowned."""
    for verb in tree.where("conj"):
        marks = [tree.words[i] for i in tree.children(verb, "mark", before=verb)]
        if tree.is_finite(verb) and not tree.has(verb, "cc") and not _REASONS.isdisjoint(marks):
            tree.attach(verb, tree.head(verb), "advcl")
        if tree.has(verb, "aux", "nsubj"):
            continue
        if (own := _before_infinitive(tree, verb)) >= 0:
            tree.attach(verb, own, "conj")


def _before_infinitive(tree: Tree, verb: int) -> int:
    """Return the finite verb that governs the infinitive to which a finite one is joined; or -1."""
    first, tag = tree.head(verb), tree.tags[verb]
    bare = tree.dep(first) == "xcomp"  # "heard him shout and called"
    if tree.tags[first] != "VB" or not (bare or tree.has(first, "mark")) or tag not in ("VBD", "VBN", "VBZ"):
        return -1
    above = tree.ancestor(tree.head(first), lambda i: tree.tags[i] != "VB")
    return above if 0 <= above < first and tree.tags[above] == ("VBZ" if tag == "VBZ" else "VBD") else -1


def _opens_clause(tree: Tree, first: int, root: int) -> bool:
    """Whether a conjunction hangs on the root, or on its subject."""
    above = tree.head(first)
    in_subject = tree.heads[above] == root and tree.dep(above).startswith("nsubj")
    return tree.words[first] in _SUBORDINATING and (above == root or in_subject)


def clauses_in_front(tree: Tree) -> None:
    """Put a clause of time in its place: in "Before it became a museum, it was a school" it was a school."""
    for root in np.flatnonzero(tree.heads < 0).tolist():
        first = _beginning(tree, root)
        if first == root or not _opens_clause(tree, first, root):
            continue
        heads = [root, *tree.children(root, "xcomp", "obj", "obl")]
        clauses = chain(*(tree.children(head, "conj", "parataxis", after=root) for head in heads))
        main = next((i for i in clauses if tree.tags[i] not in _NOMINAL or tree.has(i, "nsubj", "cop")), -1)
        subjects = tree.children(main, *_SUBJECTS) if main >= 0 and not tree.has(main, "cc") else []
        if subjects and subjects[0] < main and "," in tree.words[root : subjects[0]]:
            behind = list(chain(*(tree.children(head, after=main) for head in heads)))
            tree.take_place(main, root, behind, "advcl")
            tree.attach(first, root, "mark")


def clauses_behind(tree: Tree) -> None:
    """Let what follows a reason go on with the main clause: "Ada left because it rained, and walked home"."""
    for clause in tree.where("conj"):
        above, joint = tree.head(clause), max(tree.child(clause, "cc"), 0)
        main = tree.head(above)
        if tree.dep(above) not in ("advcl", "conj") or _REASONS.isdisjoint(tree.words_of(above, "mark")):
            continue
        free = tree.child(clause, *_SUBJECTS) < 0 and tree.words[joint - 1 : joint + 1] == [",", "and"]
        if free and 0 <= main < above < clause and tree.tags[clause] == tree.tags[main]:
            tree.attach(clause, main, "conj")
            tree.attach(above, main, "advcl")


def clauses_after_nouns(tree: Tree) -> None:
    """Make a clause of what looks like a phrase and a verb: "went on until a nun gave him shoes"."""
    for verb, above in tree.arcs("conj"):
        free = tree.is_finite(verb) and not tree.has(verb, "cc", "nsubj", "nsubj:pass", "expl")
        noun = verb - 1
        mark = tree.child(noun, "case", before=noun) if free and tree.tags[noun] in _NOMINAL else -1
        if mark >= 0 and tree.words[mark] in _MARKS and tree.head(noun) == above and tree.dep(noun) == "obl":
            tree.attach_subject(noun, verb)
            tree.attach(mark, verb, "mark")
            tree.attach(verb, above, "advcl")


#: Forms of verbs of thinking and saying, which a clause without a mark completes.
_THINKING = word_set("""believe believes believed claim claims claimed hope hopes hoped know knows knew say
    says said suppose supposes supposed think thinks thought""")


def clauses_thought(tree: Tree) -> None:
    """Make what is thought a complement: "The dog thinks the tripod is a tree"."""
    for clause, verb in tree.arcs("parataxis"):
        plain = tree.words[verb] in _THINKING and tree.has(clause, "nsubj") and tree.has(verb, "nsubj")
        plain = plain and tree.words[verb + 1].isalpha() and _beginning(tree, clause) == verb + 1
        plain |= tree.words[verb + 1 : verb + 2] == ["that"] and verb + 1 in tree.children(clause, "mark")
        if plain and not tree.has(verb, "obj", "ccomp"):
            tree.attach(clause, verb, "ccomp")


def speakers_behind(tree: Tree) -> None:
    """Make who follows a verb right behind a quotation its subject: "Shall I?" asked the porter."""
    marks = [i for i, tag in enumerate(tree.tags[:-2]) if tag == "''"]
    for verb in [i for mark in marks if tree.is_finite(i := mark + 1 + (tree.words[mark + 1] == ","))]:
        behind = tree.children(verb, "obj", "iobj", after=verb)
        nominal = len(behind) == 1 and tree.tags[behind[0]] in ("NN", "NNP")
        if nominal and not tree.has(verb, "nsubj") and tree.words[verb] in _SAYING:
            tree.attach(behind[0], verb, "nsubj")


def recipients(tree: Tree) -> None:
    """Separate the recipient from the object: in "taught Bo chess" and "handed Otto the letter"."""
    for thing, verb in tree.arcs("obj"):
        if verb + 1 < thing and tree.tags[thing] in ("NN", "NNS") and not tree.has(verb, "iobj"):
            _part_recipient(tree, verb, thing)
    for verb, word in enumerate(tree.words):
        if word in _HANDING or word in _GETTING:
            _part_objects(tree, verb)
    for thing, verb in tree.arcs("obj"):
        firsts = tree.children(verb, "obj", after=verb, before=thing)
        if firsts and not tree.has(verb, "iobj") and tree.words[verb] in _HANDING | _GETTING:
            tree.attach(firsts[0], verb, "iobj")
    for thing, verb in tree.arcs("iobj"):
        if tree.children(verb, "iobj", after=verb, before=thing) and not tree.has(verb, "obj"):
            tree.attach(thing, verb, "obj")


def _part_recipient(tree: Tree, verb: int, thing: int) -> None:
    """Attach the name right behind a verb to it, not to the object that follows."""
    first = verb + 1
    above, tag = tree.head(first), tree.tags[first]
    if tag not in ("NNP", "PRP"):
        return
    beside = tree.dep(first) == "obj" and above == verb
    # a name before "five pears" is no part of them
    begun = tag == "NNP" and tree.tags[first + 1] in _BEGINNING and tree.heads[first + 1] == thing == above
    inside = tree.dep(first) == "compound" and above == thing == first + 1 and tree.words[verb] in _GIVING
    if begun or beside or inside:
        tree.attach(first, verb, "iobj")


def _part_objects(tree: Tree, verb: int) -> None:
    """Make the phrase behind a verb and a recipient its object: "lent the nurse a pear"."""
    first = _phrase_end(tree, verb + 1) - 1
    thing = _phrase_end(tree, first + 1) - 1
    begun = verb < first < thing and tree.tags[first + 1] in _BEGINNING
    if not begun or tree.heads[first] != verb:
        return
    above, misread = tree.head(thing), tree.dep(thing).partition(":")[0] in _MISREAD
    ago = tree.words[thing + 1 : thing + 2] == ["ago"] or tree.words[thing] in _CALENDAR
    if misread and not ago and (above in (verb, first) or above > thing):
        tree.attach(first, verb, "iobj")
        tree.attach(thing, verb, "obj")


def _phrase_end(tree: Tree, start: int) -> int:
    """Return where a plain noun phrase ends that begins at a word, by tags alone; the start for none."""
    end, tags = start, tree.tags
    while end < len(tags) and (tags[end] in ("JJ", "PRP") or (end == start and tags[end] in _BEGINNING)):
        end += 1
        if tags[end - 1] == "PRP":
            return end
    noun = end
    while end < len(tags) and tags[end][:2] == "NN":
        end += 1
    return end if end > noun else start


def times_behind(tree: Tree) -> None:
    """Attach a time to the verb: in "showed a map of the town before dinner" the town is not before it."""
    for token in tree.where("nmod"):
        cases = tree.words_of(token, "case")
        timing = _WHILE | _PLACING if _is_time(tree.words[token]) else _WHILE
        if len(cases) != 1 or cases[0] not in timing:
            continue
        verb = tree.ancestor(
            tree.head(token), lambda i: tree.is_verb(i) or wordnet().class_of(tree.words[i]) in _DATED
        )
        if 0 <= verb < token and tree.is_verb(verb):
            tree.attach(token, verb, "obl")


def _is_time(word: str) -> bool:
    """Whether a word is a day or a part of it, a month, or a year."""
    year = word.isdigit() and len(word) == len("1954")
    return year or word in _CALENDAR or word in E.PARTS_OF_DAY or word in _MONTHS


def _is_time_or_period(word: str) -> bool:
    """Whether a word is one of `_is_time`, or a span of time."""
    return _is_time(word) or word in _PERIODS


def days_behind(tree: Tree) -> None:
    """Part a day from the name before it: in "fell near Kirkby yesterday morning" that is when."""
    for day in [i for i, word in enumerate(tree.words) if i and word in _DAYS and tree.tags[i - 1] == "NNP"]:
        last, name = day + ("".join(tree.words[day + 1 : day + 2]) in E.PARTS_OF_DAY), day - 1
        if tree.head(name) == last:
            tree.take_place(name, last, [i for i in tree.children(last) if i < name])
        elif tree.head(last) != name:
            continue
        top = tree.ancestor(name, tree.is_verb)
        if 0 <= top < day:
            tree.attach(last, top, "obl:unmarked")
            if last > day:
                tree.attach(day, last, "compound")


def periods(tree: Tree) -> None:
    """Attach a period to the verb: "runs to the zoo every ten minutes", "left two years later on skis"."""
    for i, word in enumerate(tree.words):
        last = next((k for k in (i + 1, i + 2) if "".join(tree.words[k : k + 1]) in _PERIODS), -1)
        if word == "every" and tree.kind(last) in ("nmod", "appos", "conj", "dep"):
            thing, verb = tree.head(last), tree.ancestor(tree.head(last), tree.is_verb)
            if 0 <= verb < i < last and tree.has(thing, "case") and tree.words[thing] not in _PERIODS:
                tree.attach(last, verb, "obl:unmarked")
        elif tree.words[i - 1] in _PERIODS:
            verb = tree.ancestor(i - 1, tree.is_verb)
            if word in ("later", "earlier") and 0 <= verb < i < tree.head(i):
                tree.attach(i, verb, "advmod")
            elif word in ("after", "before") and tree.dep(i) == "advmod":
                tree.attach(i, i - 1, "advmod")  # "the year after"


def particles(tree: Tree) -> None:
    """Let what looks like a particle be the preposition of a name: "sank off Madeira"."""
    for particle, verb in tree.arcs("compound:prt"):
        name = tree.child(verb, "obl:unmarked", after=particle)
        named = name >= 0 and tree.tags[name] == "NNP" and not _is_time_or_period(tree.words[name])
        if named and _beginning(tree, name) == particle + 1:
            tree.attach(particle, name, "case")
            tree.attach(name, verb, "obl")


def partners_behind(tree: Tree) -> None:
    """Attach with whom to the verb, not to a bare noun of manner: "who fell in love with a thief"."""
    for token, state in tree.arcs("nmod"):
        verb, around = tree.head(state), (tree.words[state - 1], "".join(tree.words[state + 1 : state + 2]))
        bare = tree.dep(state) == "obl" and tree.tags[state] == "NN" and tree.is_verb(verb)
        if bare and around in (("in", "with"), ("into", "with")):
            tree.attach(token, verb, "obl")


def parallel_phrases(tree: Tree) -> None:
    """Join things with a place each: "found flour on the ceiling and a cat in the cellar"."""
    for noun, place in tree.arcs("conj"):
        thing = tree.head(place) if tree.dep(place) == "nmod" else -1
        thing = tree.child(tree.head(place), "obj", before=place) if tree.dep(place) == "obl" else thing
        own = next((i for i in tree.children(noun) + tree.children(tree.head(place)) if i > noun + 1), -1)
        placed = own > 0 and (tree.head(noun + 1), tree.dep(noun + 1)) == (own, "case")
        if thing >= 0 and placed and noun > place and tree.has(place, "case") and not tree.has(noun, "case"):
            tree.attach(noun, thing, "conj")
            tree.attach(own, noun, "nmod")


def places_behind(tree: Tree) -> None:
    """Attach a place to the verb, not to a bare object: in "studied law in Oslo" she studied there."""
    for token, thing in tree.arcs("nmod"):
        verb = tree.head(thing) if thing >= 0 else -1
        bare = 0 <= verb == thing - 1 and tree.dep(thing) == "obj" and tree.tags[thing] in ("NN", "NNS")
        placed = tree.tags[token] == "NNP" and tree.words_of(token, "case") in (["in"], ["at"])
        if bare and placed and tree.has(verb, "nsubj", "aux", "cc"):
            tree.attach(token, verb, "obl")


#: What is about something, and adverbs before a time.
_TELLING = word_set("article ballad book film letter novel opera play poem report song story")
_NEARLY = word_set("immediately just long right shortly soon")


def topics(tree: Tree) -> None:
    """Attach what a book is about to it: in "wrote a book about the voyage" nobody wrote about it."""
    for token, verb in tree.arcs("obl"):
        about = tree.child(token, "case", before=token)
        told = about > 0 and tree.words[about] == "about" and tree.words[about - 1] in _TELLING
        if told and about - 1 in tree.children(verb, "obj"):
            tree.attach(token, about - 1, "nmod")


def times_nearly(tree: Tree) -> None:
    """Join an adverb to the time behind it: "came shortly before dawn"."""
    for adverb in [i for i, word in enumerate(tree.words[:-2]) if word in _NEARLY]:
        mark = adverb + 1
        time = tree.head(mark)
        if tree.words[mark] in ("before", "after") and tree.dep(mark) in ("case", "mark") and time > mark:
            tree.attach(adverb, time, "advmod")


#: Verbs of putting, and how their places begin.
_PUTTING = word_set("""keep keeps kept put puts hang hangs hung hide hides hid hidden place places placed
    store stores stored pin pins pinned""")
_WHERE = word_set("above at behind below beneath beside between in inside near on over under")


def places_put(tree: Tree) -> None:
    """Attach a place to a verb of putting, not within its object: "keeps maps of that trip on his wall"."""
    for token, thing in tree.arcs("nmod"):
        placed = len(case := tree.words_of(token, "case")) == 1 and case[0] in _WHERE
        verb = tree.ancestor(token, tree.is_verb) if placed else -1
        thing = thing if placed and tree.words[verb] in _PUTTING else -1
        while thing >= 0 and tree.head(thing) != verb:
            thing = tree.head(thing) if tree.dep(thing) == "nmod" else -1
        if 0 <= verb < thing and tree.dep(thing) == "obj" and not tree.has(verb, "obl"):
            tree.attach(token, verb, "obl")


def addressees(tree: Tree) -> None:
    """Attach the addressee to the verb: in "said Ada to Bo" it is no part of Ada."""
    for token, above in tree.arcs("nmod"):
        while tree.dep(above) == "nmod" and tree.head(above) < above:
            above = tree.head(above)  # "sold a map of the town to Bo"
        verb, relation = tree.head(above), tree.dep(above)
        if not 0 <= verb < above < token or tree.words_of(token, "case") != ["to"]:
            continue
        spoken = relation == "nsubj" and tree.tags[above] in ("NNP", "PRP")
        given = relation == "obj" and tree.tags[token] == "NNP" and tree.words[verb] in _HANDING
        if spoken or given:
            tree.attach(token, verb, "obl")


def names_given(tree: Tree) -> None:
    """Tell a name that is given, "it was called the Pelican", from whoever is called: "Ada called Bo"."""
    for token, verb in tree.arcs("xcomp"):
        calls = not tree.is_passive(verb) and tree.dep(verb) != "acl:relcl"
        calls = calls and (tree.has(verb, "nsubj"), tree.has(verb, "obj")) == (True, False)
        if calls and (tree.words[verb], tree.tags[token]) == ("called", "NNP"):
            tree.attach(token, verb, "obj")
    for token, verb in tree.arcs("obj"):
        named = tree.words[verb] in _NAMING and verb < token and tree.has(verb, "nsubj")
        if named and tree.is_passive(verb):
            tree.attach(token, verb, "xcomp")
    for place, called in tree.arcs("obl"):  # "keeps a snail called Turbo in a jar"
        thing, name = tree.head(called), tree.child(called, "xcomp")
        given = tree.words[called] in _NAMING and tree.tags[name : name + 1] == ["NNP"]
        if given and (tree.dep(called), tree.dep(thing)) == ("acl", "obj"):
            tree.attach(place, tree.head(thing), "obl")


def names_behind(tree: Tree) -> None:
    """Let a participle give a name to the noun before it: "the cook, a Norwegian named Bo Orr, left"."""
    for named, name in tree.arcs("amod"):
        before = named - 1
        if tree.words[named] in _NAMING and tree.tags[name] == "NNP" and tree.words[before - 1] in E.ARTICLES:
            tree.take_place(before, name, tree.children(name, before=named))
            tree.attach(named, before, "acl")
            tree.attach(name, named, "xcomp")


def the_latter(tree: Tree) -> None:
    """Give a predicate without a verb its subject: "the former was a cook, the latter a thief"."""
    for latter in [i for i, word in enumerate(tree.words) if word == "latter" and tree.words[i - 1] == "the"]:
        after = tree.children(latter, after=latter)
        what = next((i for i in after if tree.has(i, "det") and not tree.has(i, "case")), -1)
        before = tree.children(latter, "nsubj", before=latter)
        joined = [tree.head(latter)] if tree.dep(latter) in ("conj", "appos") else []
        first = [*before, *joined, -1][0]
        if what < 0 or first < 0 or not tree.has(first, "cop"):
            continue
        if before:
            tree.take_place(first, latter, tree.children(latter, after=what))
        for i in range(first + 1, latter - 1):
            if tree.heads[i] in (first, latter):
                tree.heads[i] = what
        tree.attach(what, first, "conj")
        tree.attach(latter, what, "nsubj")


def controlled_infinitives(tree: Tree) -> None:
    """Make an infinitive a complement, not a purpose: in "persuaded Ben to sell it" Ben sells."""
    for token, verb in tree.arcs("advcl"):
        objects = tree.children(verb, "obj", after=verb, before=token)
        moved = objects and tree.words_of(token, "mark") == ["to"]
        if moved and not _MOVING_TO_ACT.isdisjoint(wordnet().base(tree.words[verb], "v")):
            tree.attach(token, verb, "xcomp")


def ranges(tree: Tree) -> None:
    """Let both numbers of a range count what follows: "lasted 3-4 weeks", "paid 10 to 12 pounds"."""
    for first in [i for i, tag in enumerate(tree.tags[:-3]) if tag == "CD"]:
        joint, last, unit = range(first + 1, first + 4)
        counted = tree.tags[last] == "CD" and tree.tags[unit] in ("NN", "NNS")
        if not counted or tree.words[joint] not in ("-", "–", "—", "or", "to"):
            continue
        if tree.head(first) not in (joint, last, unit) and tree.head(unit) not in (first, last):
            tree.attach(first, unit, "nummod")
            tree.attach(last, first, "nmod")


def _verbs_after_relatives(tree: Tree) -> None:
    """Give the sentence its verb: in "The cat that Ada found slept all day" *slept* is that."""
    for clause, noun in tree.arcs("acl:relcl"):
        if not _lacks_verb(tree, noun):
            continue
        verbs = tree.children(clause, "ccomp", "xcomp", after=clause)
        verbs += tree.children(noun, "acl", after=clause)
        verbs = [i for i in verbs if tree.tags[i] in (*FINITE, "VBN") or tree.has(i, "aux")]
        if len(verbs) != 1 or not tree.is_finite(clause) or "," in tree.words[noun : verbs[0]]:
            continue
        (verb,) = verbs
        objects = tree.children(verb, "nsubj", after=clause, before=verb)
        if objects and not tree.has(clause, "obj") and tree.has(clause, "nsubj"):
            tree.attach(objects[0], clause, "obj")
        elif tree.has(verb, "aux"):
            continue
        if not tree.has(verb, "nsubj", "mark", "expl"):
            behind = tree.children(noun, after=verb) + tree.children(clause, after=verb)
            tree.take_place(verb, noun, behind, "nsubj")


def _lacks_verb(tree: Tree, root: int) -> bool:
    """Whether a word is a root and a noun without a copula."""
    return tree.heads[root] < 0 and tree.tags[root] in _NOMINAL and not tree.has(root, "cop")


def whose_clauses(tree: Tree) -> None:
    """Give the sentence its verb: in "Ada, whose dog barked, left" that is *left*."""
    for whose in [i for i, word in enumerate(tree.words) if word == "whose" and i > 1]:
        owner = whose - 1 - (tree.words[whose - 1] == ",")
        noun = tree.head(whose)
        verb = tree.head(noun) if noun >= 0 else -1
        if verb < noun or tree.tags[owner] not in _NOMINAL or tree.dep(verb) == "acl:relcl":
            continue
        mains = [i for i in tree.children(verb, *_TAKEN_FOR_MAIN, after=verb) if not tree.has(i, "nsubj")]
        main = next((i for i in mains if tree.tags[i] in (*FINITE, "VBN")), -1)
        if main >= 0 and tree.heads[owner] == verb:
            tree.take_place(main, verb, tree.children(verb, after=main))
            tree.attach(owner, main, "nsubj")
            tree.attach(verb, owner, "acl:relcl")


def _within(tree: Tree, token: int, above: int) -> bool:
    """Whether a word is another, or below it."""
    return tree.ancestor(token, above.__eq__) >= 0


def _all_within(tree: Tree, above: int, end: int) -> bool:
    """Whether all words from one to an end are below it."""
    return all(_within(tree, i, above) for i in range(above + 1, end))


def _beginning(tree: Tree, root: int) -> int:
    """Return the first word of a root's sentence."""
    first = root
    while first and _within(tree, first - 1, root):
        first -= 1
    return first
