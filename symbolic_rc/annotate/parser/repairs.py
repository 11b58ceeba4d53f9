"""Repairs of parse trees: clauses without their subject, cut lists, misattached phrases.

Each repair matches one shape of tree that the parser's known errors leave, and changes nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.kernels import kernel
from symbolic_rc.lexicon.names import names
from symbolic_rc.lexicon.wordnet import wordnet

_NOMINAL = frozenset(("NN", "NNS", "NNP", "NNPS", "PRP"))
_FINITE = frozenset(("VBZ", "VBD", "VBP", "MD"))
_SUBORDINATING = frozenset("after before when while as since until because if although though once".split())

#: Forms of verbs with a recipient as their first object.
_GIVING = frozenset(
    "give gives gave giving given teach teaches taught teaching send sends sent sending show shows showed"
    " showing tell tells told telling lend lends lent lending hand hands handed handing offer offers offered"
    " offering pay pays paid paying pass passes passed".split()
)
#: Forms of verbs with a beneficiary as their first object.
_GETTING = frozenset(
    "buy buys bought bring brings brought bake bakes baked knit knits knitted fetch fetches fetched".split()
)
#: Tags of words that begin a noun phrase; relations that a second object gets by mistake.
_BEGINNING = frozenset(("DT", "CD", "PRP$"))
_MISREAD = frozenset(("xcomp", "obl", "appos", "dep", "nmod"))
#: Forms of verbs with a resultative adjective after their object.
_MAKING = frozenset(
    "make makes made making paint paints painted painting keep keeps kept find finds found leave leaves left"
    " turn turns turned drive drives drove dye dyes dyed render renders rendered call calls called".split()
)

#: Verbs whose object is the subject of the infinitive after it.
_MOVING_TO_ACT = frozenset(
    "persuade convince order command tell ask beg urge advise force compel invite allow permit encourage warn"
    " forbid induce teach help cause enable request instruct challenge dare".split()
)
#: Forms of verbs of naming.
_NAMING = frozenset("called named christened dubbed renamed baptised baptized titled entitled".split())
#: Words that make an adverbial of two words with *at*.
_AT = frozenset("first last once noon night dawn dusk midnight sunset sunrise".split())
#: WordNet's files of what last names derive from.
_LIVING = frozenset(("noun.person", "noun.animal", "noun.plant"))
#: Adjectives that follow a number of units.
_MEASURED = frozenset("long wide high deep tall old thick away".split())

#: Nouns of clock times before *past* and *to*.
_PARTS_OF_HOURS = frozenset(("minute", "minutes", "quarter", "half"))

#: Relations that the verb of a sentence gets by mistake behind a relative clause.
_TAKEN_FOR_MAIN = ("conj", "acl", "ccomp", "xcomp", "parataxis", "advcl")

#: Relations that a subject right before a form of *be* gets by mistake.
_ATTACHED = ("nmod:unmarked", "obl:unmarked", "compound", "flat", "nmod")

#: Relations of dependents that no apposition has.
_NOT_APPOSED = frozenset(("case", "conj", "cc", "mark", "nsubj", "cop", "aux"))

#: Maximum distance of two subjects that are one.
_APART = 4

#: Maximum distance of a dependent.
_REACH = 100


@kernel
def _children(heads: NDArray[np.int32], token: int, found: NDArray[np.int64]) -> int:
    """Fill `found` with the dependents of a word; return how many."""
    count = 0
    for i in range(max(0, token - _REACH), min(len(heads), token + _REACH)):
        if heads[i] == token:
            found[count] = i
            count += 1
    return count


class Tree:
    """The trees of a text.

    Parameters
    ----------
    words : sequence of str
        In lower case.
    tags : sequence of str
        Penn Treebank tags.
    heads : ndarray of int
        Index of each word's head; -1 at roots. Changed in place, as are `labels`.
    labels : ndarray of int
        Index of each word's relation among `relations`.
    relations : sequence of str
    """

    def __init__(
        self,
        words: Sequence[str],
        tags: Sequence[str],
        heads: NDArray[np.int32],
        labels: NDArray[np.int32],
        relations: Sequence[str],
    ) -> None:
        self.words, self.tags, self.heads, self.labels = words, tags, heads, labels
        self.relations = list(relations)
        self._found = np.zeros(2 * _REACH, np.int64)
        self._number = {name: number for number, name in enumerate(relations)}

    def dep(self, token: int) -> str:
        """Return a word's relation."""
        name: str = self.relations[self.labels[token]]
        return name

    def where(self, relation: str) -> list[int]:
        """Return the words with a relation."""
        number = self._number.get(relation)
        found: list[int] = [] if number is None else np.flatnonzero(self.labels == number).tolist()
        return found

    def children(self, token: int) -> list[int]:
        """Return a word's dependents."""
        count = _children(self.heads, token, self._found)
        found: list[int] = self._found[:count].tolist()
        return found

    def has(self, token: int, relation: str) -> bool:
        """Whether a word has a dependent with a relation, or one of its subtypes."""
        return any(self.dep(child).partition(":")[0] == relation for child in self.children(token))

    def attach(self, token: int, head: int, relation: str) -> None:
        """Attach a word to another."""
        self.heads[token], self.labels[token] = head, self._number[relation]

    def take_place(self, token: int, of: int, below: Sequence[int]) -> None:
        """Give a word the place of another in the tree, with some words below it."""
        self.heads[token], self.labels[token] = self.heads[of], self.labels[of]
        for child in below:
            self.heads[child] = token


def repair(tree: Tree) -> None:
    """Apply every repair."""
    split_subjects(tree)
    missing_subjects(tree)
    full_names(tree)
    times_in_front(tree)
    predicates(tree)
    exceptions(tree)
    members_of_lists(tree)
    clauses_in_front(tree)
    appositions(tree)
    places_in_front(tree)
    recipients(tree)
    addressees(tree)
    agents(tree)
    resultatives(tree)
    names_given(tree)
    controlled_infinitives(tree)
    the_latter(tree)
    measures(tree)
    clock_times(tree)
    gerunds_of_reason(tree)
    verbs_of_numbers(tree)
    verbs_after_relatives(tree)
    whose_clauses(tree)


def split_subjects(tree: Tree) -> None:
    """Join two subjects that are one: in "Peter's aunt Clara left" only the aunt, Clara, did."""
    subjects = tree.where("nsubj")
    for first, second in pairwise(subjects):
        verb = int(tree.heads[first])
        if tree.heads[second] != verb or second > verb or second - first > _APART:
            continue
        between = [i for i in tree.children(second) if i < second]
        begins = min([second, *between])
        owner = first + 1 < len(tree.words) and tree.words[first + 1] in ("'s", "’s", "'")
        if owner and begins == first + 2 and tree.tags[second] in ("NN", "NNS"):
            tree.attach(first, second, "nmod:poss")
        elif begins == first + 1 and tree.tags[first] in ("NN", "NNS") and tree.tags[second] == "NNP":
            tree.attach(second, first, "appos")


def missing_subjects(tree: Tree) -> None:
    """Give the second clause its subject: in "Ada lives here, and Bo lives there" *Bo* does.

    A noun that is a conjunct of something before it, right before a finite verb without a subject.
    """
    for token in tree.where("conj"):
        verb = token + 1
        if verb >= len(tree.words) or tree.tags[token] not in _NOMINAL or tree.tags[verb] not in _FINITE:
            continue
        joined, last = tree.heads[token], int(token)
        if tree.dep(verb).partition(":")[0] in ("aux", "cop"):
            verb = int(tree.heads[verb])
        clause = tree.dep(verb).partition(":")[0]
        joins = [child for child in tree.children(token) if tree.dep(child) in ("cc", "punct")]
        opened = any(tree.words[i] in (",", ";", "but") for i in range(max(0, last - 2), last))
        if verb <= token or joined >= token or clause not in ("conj", "parataxis", "ROOT", "root"):
            continue
        if not opened or not joins or tree.has(verb, "nsubj") or tree.has(verb, "csubj"):
            continue
        tree.attach(token, verb, "nsubj:pass" if tree.has(verb, "aux:pass") else "nsubj")
        for child in joins:
            tree.heads[child] = verb


def full_names(tree: Tree) -> None:
    """Let a first name head its last name, as treebanks have it: "Is Bo Finch a trader?"."""
    for first in tree.where("compound"):
        last = int(tree.heads[first])
        if last != first + 1 or tree.tags[first] != "NNP" or tree.tags[last] != "NNP":
            continue
        if not names().is_first_name(tree.words[first]) or not _may_be_last(tree.words[last]):
            continue
        below = [i for i in tree.children(last) if i != first]
        if not any(tree.dep(i) in ("compound", "flat") for i in below):
            tree.take_place(first, last, below)
            tree.attach(last, first, "flat")


@lru_cache(maxsize=8192)
def _may_be_last(word: str) -> bool:
    """Whether a word may be a last name: no place or thing, such as *station*, is called after a person."""
    senses = wordnet().synsets(word, "n")
    return not senses or wordnet().lexname(senses[0]) in _LIVING


def times_in_front(tree: Tree) -> None:
    """Part a time from the name behind it: "at first Emma was calm", "in the end Emma wept"."""
    for at in [i for i, word in enumerate(tree.words[:-2]) if word == "at" and tree.words[i + 1] in _AT]:
        time, name = at + 1, at + 2
        while tree.tags[name] == "NNP" and tree.heads[name] == name + 1 and name + 2 < len(tree.words):
            name += 1
        if tree.dep(name).startswith("nsubj") and tree.heads[time] == name and tree.tags[name] == "NNP":
            tree.attach(time, int(tree.heads[name]), "obl")
            tree.attach(at, time, "case")
    for name in (*tree.where("appos"), *tree.where("flat"), *tree.where("compound")):
        time, verb = int(tree.heads[name]), name + 1
        if not 0 <= time < name or tree.tags[name] != "NNP" or verb >= len(tree.words):
            continue
        if tree.tags[time] != "NN" or tree.tags[verb] not in _FINITE or "," in tree.words[time:name]:
            continue
        if tree.dep(verb).partition(":")[0] in ("aux", "cop"):
            verb = int(tree.heads[verb])
        if tree.heads[time] == verb and tree.dep(time).startswith("obl") and not tree.has(verb, "nsubj"):
            tree.attach(name, verb, "nsubj:pass" if tree.has(verb, "aux:pass") else "nsubj")


def predicates(tree: Tree) -> None:
    """Give a predicate after a form of *be* its subject: in "Ada has been to Oslo" Ada has."""
    for copula in tree.where("cop"):
        predicate, before = int(tree.heads[copula]), copula - 1
        if before > 0 and tree.words[before] in ("former", "latter") and tree.dep(before) == "amod":
            tree.attach(before, predicate, "nsubj")  # "The former was a cook"
            if tree.words[before - 1] == "the":
                tree.attach(before - 1, before, "det")
        if predicate > copula and tree.has(predicate, "nsubj"):
            _stand_alone(tree, predicate)
        if predicate < copula or tree.has(predicate, "nsubj") or tree.has(predicate, "csubj"):
            continue
        above = int(tree.heads[predicate])
        first = min(
            [i for i in tree.children(predicate) if tree.dep(i) in ("cop", "aux", "advmod")], default=copula
        )
        if above == first - 1 and tree.dep(predicate) == "nmod" and tree.tags[above] in _NOMINAL:
            tree.take_place(predicate, above, [i for i in tree.children(above) if i > predicate])
            tree.attach(above, predicate, "nsubj")
        elif tree.heads[above := max(first - 1, 0)] == predicate and tree.tags[above] in ("NNP", "PRP"):
            tree.attach(above, predicate, "nsubj" if tree.dep(above) in _ATTACHED else tree.dep(above))


def _stand_alone(tree: Tree, predicate: int) -> None:
    """Make a predicate with a subject and a form of *be* a clause of its own: ", it was Bo"."""
    above, relation = int(tree.heads[predicate]), tree.dep(predicate)
    if relation in ("obl", "nmod", "obj") and 0 <= above < predicate:
        while tree.heads[above] >= 0:
            above = int(tree.heads[above])
        tree.attach(predicate, above, "conj" if tree.has(above, "cop") else "parataxis")
    elif (
        relation == "nsubj"
        and above > predicate
        and any(tree.dep(i) == "nsubj" for i in tree.children(above) if i > predicate)
    ):  # "the former was a cook, the latter a thief"
        tree.take_place(predicate, above, [])
        tree.attach(above, predicate, "conj")


def exceptions(tree: Tree) -> None:
    """Give the sentence its verb: in "all the children but Mina could swim" the children could."""
    for verb in tree.where("conj"):
        noun = int(tree.heads[verb])
        if tree.heads[noun] >= 0 or tree.tags[noun] not in _NOMINAL or tree.has(noun, "cop"):
            continue
        own = tree.children(verb)
        but = next((i for i in own if tree.words[i] == "but"), -1)
        excepted = next((i for i in own if tree.dep(i) == "nsubj" and i > but), -1)
        if but >= 0 and excepted >= 0 and (tree.has(verb, "aux") or tree.tags[verb] in _FINITE):
            tree.take_place(verb, noun, [i for i in tree.children(noun) if i > verb])
            tree.attach(noun, verb, "nsubj")
            tree.attach(excepted, noun, "nmod")
            tree.attach(but, excepted, "case")


def members_of_lists(tree: Tree) -> None:
    """Rejoin a cut list: in "packed a kettle, a ladder and a drum" the ladder is packed too."""
    for token in tree.where("conj"):
        verb = int(tree.heads[token])
        objects = [i for i in tree.children(verb) if verb < i < token and tree.dep(i) == "obj"]
        relations = {tree.dep(i).partition(":")[0] for i in tree.children(token)}
        thing = tree.tags[token] in _NOMINAL and relations.isdisjoint(("nsubj", "cop", "aux"))
        begins = min([token, *(i for i in tree.children(token) if i < token)])
        if objects and thing and tree.tags[verb][:2] == "VB" and begins == objects[-1] + 1:
            tree.attach(token, objects[-1], "conj")
    for token in tree.where("obl"):
        verb = int(tree.heads[token])
        if tree.tags[token] not in _NOMINAL or tree.has(token, "case") or not tree.has(token, "conj"):
            continue
        objects = [i for i in tree.children(verb) if verb < i < token and tree.dep(i) == "obj"]
        inner = [i for i in tree.children(token) if tree.dep(i) in ("det", "nummod", "amod")]
        start = min([token, *inner])
        if not objects or tree.words[start - 1] != ",":
            continue
        if all(_within(tree, i, objects[-1]) for i in range(objects[-1] + 1, start - 1)):
            tree.attach(token, objects[-1], "conj")


def clauses_in_front(tree: Tree) -> None:
    """Put a clause of time in its place: in "Before it became a museum, it was a school" it was a school."""
    for root in np.flatnonzero(tree.heads < 0).tolist():
        first = root
        while first and not _ends(tree, first - 1, root):
            first -= 1
        if tree.words[first] not in _SUBORDINATING or first == root:
            continue
        above = int(tree.heads[first])
        if above != root and not (tree.heads[above] == root and tree.dep(above).startswith("nsubj")):
            continue
        heads = [root, *(i for i in tree.children(root) if tree.dep(i) in ("xcomp", "obj", "obl"))]
        after = [i for head in heads for i in tree.children(head) if i > root]
        main = next((i for i in after if tree.dep(i) in ("conj", "parataxis")), -1)
        if main < 0 or not tree.has(main, "nsubj") or tree.has(main, "cc"):
            continue
        subject = next(i for i in tree.children(main) if tree.dep(i).startswith("nsubj"))
        if subject > main or "," not in tree.words[root:subject]:
            continue
        behind = [i for i in after if i > main and tree.heads[i] in heads]
        tree.take_place(main, root, behind)
        tree.attach(root, main, "advcl")
        tree.attach(first, root, "mark")


def appositions(tree: Tree) -> None:
    """Attach an apposition to its name: in "sold it to Bo Finch, a trader" it is no adverbial."""
    for token in (*tree.where("obl"), *tree.where("advcl")):
        before = [i for i in tree.children(token) if i < token]
        first = min(before, default=token)
        relations = {tree.dep(i).partition(":")[0] for i in tree.children(token)}
        if tree.tags[token] != "NN" or "det" not in relations or relations & _NOT_APPOSED:
            continue
        while first and first in before and tree.words[first] == ",":
            first += 1
        comma = first if tree.words[first] == "," else first - 1
        if comma < 1 or tree.words[comma] != "," or tree.tags[comma - 1] != "NNP":
            continue
        name = comma - 1
        while tree.dep(name) in ("flat", "compound") and tree.heads[name] >= 0 and tree.heads[name] < comma:
            name = int(tree.heads[name])
        if tree.words[token + 1 : token + 2] in ([","], ["."], [";"]) and not tree.has(name, "appos"):
            tree.attach(token, name, "appos")


def places_in_front(tree: Tree) -> None:
    """Make a fronted place an adverbial, not a subject: in "on the wall hung a clock" the clock hung."""
    for token in tree.where("nsubj"):
        verb, following = int(tree.heads[token]), token + 1
        if verb != following or not any(tree.dep(i) == "case" for i in tree.children(token)):
            continue
        behind = [i for i in tree.children(verb) if i > verb and tree.dep(i) == "obj"]
        if len(behind) == 1 and tree.tags[verb] in _FINITE and not tree.has(verb, "iobj"):
            tree.attach(token, verb, "obl")
            tree.attach(behind[0], verb, "nsubj")


def recipients(tree: Tree) -> None:
    """Separate the recipient from the object: in "taught Bo chess" and "handed Otto the letter"."""
    for thing in tree.where("obj"):
        verb = int(tree.heads[thing])
        if not verb < thing or tree.tags[thing] not in ("NN", "NNS"):
            continue
        first = verb + 1
        if tree.tags[first] not in ("NNP", "PRP") or first >= thing or tree.has(verb, "iobj"):
            continue
        beside = tree.dep(first) == "obj" and tree.heads[first] == verb
        begun = tree.tags[first + 1] in _BEGINNING and tree.heads[first + 1] == thing
        if tree.tags[first] == "NNP" and begun and tree.heads[first] == thing:
            tree.attach(first, verb, "iobj")  # a name before "five pears" is no part of them
        inside = tree.dep(first) == "compound" and tree.heads[first] == thing == first + 1
        if beside or (inside and tree.words[verb] in _GIVING):
            tree.attach(first, verb, "iobj")
    for verb, word in enumerate(tree.words):
        if word in _GIVING or word in _GETTING:
            _part_objects(tree, verb)
    for thing in tree.where("iobj"):
        verb = int(tree.heads[thing])
        before = [i for i in tree.children(verb) if verb < i < thing and tree.dep(i) == "iobj"]
        if before and not tree.has(verb, "obj"):
            tree.attach(thing, verb, "obj")


def _part_objects(tree: Tree, verb: int) -> None:
    """Make the phrase behind a verb and a name its object: "lent Nora a pear", "baked Tom three cakes"."""
    first, start = verb + 1, verb + 2
    if tree.tags[first : first + 1] not in (["NNP"], ["PRP"]) or tree.heads[first] != verb:
        return
    thing = int(tree.heads[start]) if start < len(tree.words) and tree.tags[start] in _BEGINNING else -1
    misread = thing > start and tree.dep(thing).partition(":")[0] in _MISREAD
    if misread and tree.tags[thing] in ("NN", "NNS") and int(tree.heads[thing]) in (verb, first):
        tree.attach(first, verb, "iobj")
        tree.attach(thing, verb, "obj")


def addressees(tree: Tree) -> None:
    """Attach the addressee to the verb: in "said Ada to Bo" it is no part of Ada."""
    for token in tree.where("nmod"):
        above = int(tree.heads[token])
        verb = int(tree.heads[above])
        if not verb < above < token or tree.dep(above) not in ("nsubj", "obj") or verb < 0:
            continue
        cases = [tree.words[i] for i in tree.children(token) if tree.dep(i) == "case"]
        spoken = tree.dep(above) == "nsubj" and tree.tags[above] in ("NNP", "PRP")
        given = tree.dep(above) == "obj" and tree.tags[token] == "NNP" and tree.words[verb] in _GIVING
        if cases == ["to"] and (spoken or given):
            tree.attach(token, verb, "obl")


def agents(tree: Tree) -> None:
    """Attach the agent: "was given a bucket by Simon", "the discovery of the cave by Ada"."""
    for by in [i for i, word in enumerate(tree.words) if word == "by"]:
        doer = int(tree.heads[by])
        if tree.dep(by) == "case" and tree.dep(doer) == "nmod" and tree.tags[doer] == "NNP":
            thing = int(tree.heads[doer])
            verb = int(tree.heads[thing])
            if verb >= 0 and tree.dep(thing) == "obj" and tree.has(verb, "aux") and tree.tags[verb] == "VBN":
                tree.attach(doer, verb, "obl:agent")
        elif tree.dep(by) == "mark":
            subjects = [i for i in tree.children(doer) if tree.dep(i).startswith("nsubj") and i < doer]
            if len(subjects) == 2 and subjects[0] < by == subjects[1] - 1:
                tree.attach(by, subjects[1], "case")
                tree.attach(subjects[1], subjects[0], "nmod")


def resultatives(tree: Tree) -> None:
    """Attach a resultative to the verb: in "made the town famous" the town is not named so."""
    for token in tree.where("amod"):
        thing = int(tree.heads[token])
        verb = int(tree.heads[thing])
        follows = 0 <= verb < thing == token - 1 and tree.dep(thing) == "obj" and tree.tags[token] == "JJ"
        if follows and tree.words[verb] in _MAKING:
            tree.attach(token, verb, "xcomp")


def names_given(tree: Tree) -> None:
    """Make a name no object: in "it was called the Pelican" nobody calls a bird."""
    for token in tree.where("obj"):
        verb = int(tree.heads[token])
        named = tree.words[verb] in _NAMING and verb < token and tree.has(verb, "nsubj")
        if named and any(tree.dep(i) == "aux:pass" for i in tree.children(verb)):
            tree.attach(token, verb, "xcomp")


def the_latter(tree: Tree) -> None:
    """Give a predicate without a verb its subject: "the former was a cook, the latter a thief"."""
    for latter in [i for i, word in enumerate(tree.words) if word == "latter" and tree.words[i - 1] == "the"]:
        children = tree.children(latter)
        what = [i for i in children if i > latter and tree.has(i, "det") and not tree.has(i, "case")]
        before = [i for i in children if i < latter and tree.dep(i) == "nsubj"]
        first = (
            before[0] if before else int(tree.heads[latter]) if tree.dep(latter) in ("conj", "appos") else -1
        )
        if not what or first < 0 or not tree.has(first, "cop"):
            continue
        if before:
            tree.take_place(first, latter, [i for i in children if i > what[0]])
        for i in range(first + 1, latter - 1):
            if tree.heads[i] in (first, latter):
                tree.heads[i] = what[0]
        tree.attach(what[0], first, "conj")
        tree.attach(latter, what[0], "nsubj")


def controlled_infinitives(tree: Tree) -> None:
    """Make an infinitive a complement, not a purpose: in "persuaded Ben to sell it" Ben sells."""
    for token in tree.where("advcl"):
        verb = int(tree.heads[token])
        marks = [tree.words[i] for i in tree.children(token) if tree.dep(i) == "mark"]
        moved = marks == ["to"] and any(tree.dep(i) == "obj" for i in tree.children(verb) if verb < i < token)
        if moved and not _MOVING_TO_ACT.isdisjoint(wordnet().base(tree.words[verb], "v")):
            tree.attach(token, verb, "xcomp")


def measures(tree: Tree) -> None:
    """Make the adjective the predicate: in "was twenty feet long" the rope is long, not feet."""
    for copula in tree.where("cop"):
        unit = int(tree.heads[copula])
        adjective = unit + 1
        measured = tree.words[adjective : adjective + 1] and tree.words[adjective] in _MEASURED
        if (
            not measured
            or tree.tags[unit] != "NNS"
            or tree.heads[adjective] != unit
            or not tree.has(unit, "nummod")
        ):
            continue
        moved = [i for i in tree.children(unit) if tree.dep(i) != "nummod" and i != adjective]
        tree.take_place(adjective, unit, moved)
        tree.attach(unit, adjective, "obl:unmarked")


def clock_times(tree: Tree) -> None:
    """Rejoin a cut clock time: "at ten minutes past four" is one."""
    for hour in tree.where("obl"):
        before = hour - 2
        if before < 0 or tree.tags[hour] != "CD" or tree.heads[hour - 1] != hour:
            continue
        parted = tree.words[before] in _PARTS_OF_HOURS and tree.heads[before] == tree.heads[hour]
        if parted and tree.words[hour - 1] in ("past", "to"):
            tree.attach(int(hour), int(before), "nmod")


def gerunds_of_reason(tree: Tree) -> None:
    """Give a clause its verb: in "was sent off earlier for shouting" that is why somebody was sent off."""
    for clause in tree.where("advcl"):
        adverb = int(tree.heads[clause])
        if tree.tags[clause] != "VBG" or tree.tags[adverb][:2] != "RB" or tree.dep(adverb) != "advmod":
            continue
        if any(tree.words[i] == "for" and tree.dep(i) == "mark" for i in tree.children(clause)):
            tree.attach(int(clause), int(tree.heads[adverb]), "advcl")


def verbs_of_numbers(tree: Tree) -> None:
    """Give the sentence its verb where a number is the subject: "Three flew away"."""
    for verb in tree.where("acl"):
        number = int(tree.heads[verb])
        if tree.tags[number] != "CD" or tree.heads[number] >= 0 or tree.tags[verb] != "VBD" or verb < number:
            continue
        tree.take_place(verb, number, [i for i in tree.children(number) if i > verb])
        tree.attach(number, verb, "nsubj")


def verbs_after_relatives(tree: Tree) -> None:
    """Give the sentence its verb: in "The cat that Ada found slept all day" *slept* is that.

    A noun as the root, whose relative clause has another past or finite verb, without a subject, as its
    complement; or that has one itself behind the relative clause, as if it were a participle. A subject is
    the clause's object: in "The girl that found the ring left" the ring did not leave.
    """
    for clause in tree.where("acl:relcl"):
        noun = int(tree.heads[clause])
        if tree.heads[noun] >= 0 or tree.tags[noun] not in _NOMINAL or tree.has(noun, "cop"):
            continue
        verbs = [i for i in tree.children(clause) if i > clause and tree.dep(i) in ("ccomp", "xcomp")]
        verbs += [i for i in tree.children(noun) if i > clause and tree.dep(i) == "acl"]
        verbs = [i for i in verbs if tree.tags[i] in (*_FINITE, "VBN") or tree.has(i, "aux")]
        if len(verbs) != 1 or tree.tags[clause] not in _FINITE or "," in tree.words[noun : verbs[0]]:
            continue
        verb = verbs[0]
        objects = [i for i in tree.children(verb) if tree.dep(i) == "nsubj" and clause < i < verb]
        if objects and not tree.has(clause, "obj") and tree.has(clause, "nsubj"):
            tree.attach(objects[0], clause, "obj")
        elif tree.has(verb, "aux"):
            continue
        if any(tree.has(verb, relation) for relation in ("nsubj", "mark", "expl")):
            continue
        behind = [i for i in (*tree.children(noun), *tree.children(clause)) if i > verb]
        tree.take_place(verb, noun, behind)
        tree.attach(noun, verb, "nsubj")


def whose_clauses(tree: Tree) -> None:
    """Give the sentence its verb: in "Ada, whose dog barked, left" that is *left*."""
    for whose in [i for i, word in enumerate(tree.words) if word == "whose" and i > 1]:
        owner = whose - 1 - (tree.words[whose - 1] == ",")
        noun = int(tree.heads[whose])
        verb = int(tree.heads[noun]) if noun >= 0 else -1
        if verb < noun or tree.tags[owner] not in _NOMINAL or tree.dep(verb) == "acl:relcl":
            continue
        mains = [i for i in tree.children(verb) if i > verb and tree.dep(i) in _TAKEN_FOR_MAIN]
        mains = [i for i in mains if tree.tags[i] in (*_FINITE, "VBN") and not tree.has(i, "nsubj")]
        if mains and tree.heads[owner] == verb:
            tree.take_place(mains[0], verb, [i for i in tree.children(verb) if i > mains[0]])
            tree.attach(verb, owner, "acl:relcl")
            tree.attach(owner, mains[0], "nsubj")


def _within(tree: Tree, token: int, above: int) -> bool:
    """Whether a word is a descendant of another."""
    while token >= 0 and token != above:
        token = int(tree.heads[token])
    return token == above


def _ends(tree: Tree, token: int, root: int) -> bool:
    """Whether a word belongs to another sentence than a root after it."""
    at = token
    while tree.heads[at] >= 0:
        at = int(tree.heads[at])
    return at != root
