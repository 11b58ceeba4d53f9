"""Questions made from statements, with their trees: treebanks hold few, and those ask what stories do not.

A clause becomes a question for its subject, an object, what follows a preposition, time, place or manner, one
of yes or no, or one for the name of somebody in it: "What is the name of the person whose mill was sold?".
Words keep their heads; only what a question adds, moves or changes is new. A preposition that is left behind
hangs on its question word, as in the treebanks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.annotate.conllu import Sentence
from symbolic_rc.lexicon.english import word_set

#: Maximum number of words of a clause, and of questions of each kind.
LONGEST, EACH = 18, 600
#: Relations of a clause's parts that a question keeps.
_KEPT = word_set("""aux aux:pass nsubj nsubj:pass obj iobj obl obl:agent obl:unmarked advmod xcomp ccomp
    advcl compound:prt""")
_DO = {"VBD": "did", "VBZ": "does", "VBP": "do"}
#: Stories are mostly in the third person: most clauses about these are skipped.
_TALKING = word_set("i you we")
_PRONOUNS = word_set("i you he she we they it")
#: What asks for a part of such a relation.
_ADVERBS = {
    "obl": ("where", "when", "how"),
    "obl:unmarked": ("when", "how"),
    "advmod": ("where", "when", "how"),
    "advcl": ("why", "when", "how"),
}


@dataclass(eq=False, slots=True)
class _Node:
    """A word of a tree; `tag` is its joint label."""

    word: str
    tag: str
    head: _Node | None
    relation: str
    lemma: str = "_"

    @property
    def pos(self) -> str:
        return self.tag.partition("|")[2]


def make_questions(
    sentences: Sequence[Sentence], tags: NDArray[np.int32], names: Sequence[str], seed: int = 1
) -> tuple[list[Sentence], NDArray[np.int32]]:
    """Return questions of each kind, made from clauses of statements, and their words' tags.

    `tags` are those of the sentences' words, int32, as the parser will see them, `names` their names.
    """
    number = {name: i for i, name in enumerate(names)}
    generator = np.random.default_rng(seed)
    found: dict[str, list[list[_Node]]] = {}
    starts = np.cumsum([0, *(len(sentence.words) for sentence in sentences)])
    for place in generator.permutation(len(sentences)).tolist():
        sentence = sentences[place]
        if "?" in sentence.words:
            continue
        own = [names[tag] for tag in tags[starts[place] : starts[place + 1]].tolist()]
        for kind, question in _questions(sentence, own, generator):
            if len(found.setdefault(kind, [])) < EACH:
                found[kind].append(question)
    made = [question for kind in sorted(found) for question in found[kind]]
    out = [_sentence(question) for question in made]
    return out, np.array([number[node.tag] for question in made for node in question], np.int32)


def _tree(sentence: Sentence, tags: Sequence[str]) -> list[_Node]:
    columns = zip(sentence.words, tags, sentence.relations, sentence.lemmas, strict=True)
    nodes = [_Node(word, tag, None, relation, lemma) for word, tag, relation, lemma in columns]
    for node, head in zip(nodes, sentence.heads, strict=True):
        node.head = nodes[head] if head >= 0 else None
    if nodes and nodes[0].pos != "PROPN" and nodes[0].word != "I":
        nodes[0].word = nodes[0].word.lower()
    return nodes


def _questions(
    sentence: Sentence, tags: Sequence[str], generator: np.random.Generator
) -> Iterator[tuple[str, list[_Node]]]:
    """Yield questions with their kinds; each is made from nodes of its own."""
    for place, relation in enumerate(sentence.relations):
        if relation.startswith("nsubj") and sentence.heads[place] >= 0:
            talking = sentence.words[place].lower() in _TALKING
            if talking and generator.random() < 0.8:
                continue
            for kind, make in _MADE.items():
                nodes = _tree(sentence, tags)
                clause = _clause(nodes, nodes[place])
                question = make(clause, generator) if clause is not None else []
                if question:
                    yield kind, question


@dataclass(slots=True)
class _Clause:
    """A verb, its subject, and the words of its other parts before and after it, in order."""

    verb: _Node
    subject: list[_Node]
    auxiliaries: list[_Node]
    parts: list[list[_Node]]

    @property
    def head(self) -> _Node:
        """The subject's head."""
        return next(node for node in self.subject if node.head is self.verb)

    def rest(self, *without: list[_Node]) -> list[_Node]:
        """Return the verb and its parts, but some."""
        return [node for part in self.parts if not any(part is one for one in without) for node in part]


def _clause(nodes: list[_Node], subject: _Node) -> _Clause | None:
    """Return the clause of a subject, if it is a plain one."""
    verb = subject.head
    if verb is None or verb.pos != "VERB" or subject.tag.startswith(("W", "EX")):
        return None
    place = {id(node): i for i, node in enumerate(nodes)}
    kin = _subtrees(nodes, verb, place)
    at, start = place[id(verb)], place[id(subject)]
    children = [nodes[i] for i in sorted(kin)]
    if start > at or sum(child.relation.startswith("nsubj") for child in children) != 1:
        return None
    kept = [i for i in sorted(kin) if i > start and nodes[i].relation in _KEPT]
    helping = [i for i in kept if i < at and nodes[i].relation.startswith("aux")]
    parts = [kin[i] for i in kept if i not in helping]
    after = next((i for i, part in enumerate(parts) if place[id(part[0])] > at), len(parts))
    parts.insert(after, [verb])
    size = len(kin[start]) + sum(map(len, parts))
    if size > LONGEST or len(parts) + len(helping) < 2 or any(len(kin[i]) > 1 for i in helping):
        return None
    auxiliaries = [nodes[i] for i in helping]
    verb.head, verb.relation = None, "root"
    return _Clause(verb, kin[start], auxiliaries, parts)


def _subtrees(nodes: list[_Node], verb: _Node, place: dict[int, int]) -> dict[int, list[_Node]]:
    """Return the words below each dependent of a verb, by the dependent's place."""
    kin: dict[int, list[_Node]] = {}
    for node in nodes:
        top = node
        while top.head is not None and top.head is not verb:
            top = top.head
        if top.head is verb:
            kin.setdefault(place[id(top)], []).append(node)
    return kin


def _question(words: list[_Node], root: _Node) -> list[_Node]:
    """Return the words with their mark; the first is written with a capital."""
    words[0].word = words[0].word[:1].upper() + words[0].word[1:]
    return [*words, _Node("?", ".|PUNCT", root, "punct")]


def _asking(thing: _Node, head: _Node, relation: str, generator: np.random.Generator) -> list[_Node]:
    """Return the words that ask for a thing; the last is their head."""
    if thing.pos == "NOUN" and generator.random() < 0.4:
        noun = _Node(thing.word, thing.tag, head, relation)
        if thing.tag.startswith("NNS") and generator.random() < 0.5:
            many = _Node("many", "JJ|ADJ", noun, "amod")
            return [_Node("how", "WRB|ADV", many, "advmod"), many, noun]
        return [_Node(str(generator.choice(["what", "which"])), "WDT|DET", noun, "det"), noun]
    someone = thing.pos == "PROPN" or thing.word.lower() in _PRONOUNS
    word = "who" if generator.random() < (0.9 if someone else 0.2) else "what"
    return [_Node(word, "WP|PRON", head, relation)]


def _inverted(clause: _Clause, rest: list[_Node]) -> list[_Node]:
    """Return the first auxiliary, or a form of *do*, the subject, and what follows; or nothing."""
    verb = clause.verb
    if clause.auxiliaries:
        first, *others = clause.auxiliaries
        if first.tag.startswith("TO"):
            return []
        return [first, *clause.subject, *others, *rest]
    if (form := _DO.get(verb.tag.partition("|")[0])) is None or verb.lemma == "_":
        return []
    does = _Node(form, f"{verb.tag.partition('|')[0]}|AUX", verb, "aux")
    verb.word, verb.tag = verb.lemma, "VB|VERB"
    return [does, *clause.subject, *rest]


def _subject(clause: _Clause, generator: np.random.Generator) -> list[_Node]:
    """Ask for the subject: who sold the mill?"""
    who = _asking(clause.head, clause.verb, clause.head.relation, generator)
    return _question([*who, *clause.auxiliaries, *clause.rest()], clause.verb)


def _object(clause: _Clause, generator: np.random.Generator) -> list[_Node]:
    """Ask for the object: which mill did she sell?"""
    if (part := _part(clause, ("obj",))) is None:
        return []
    thing = _top(part, clause.verb)
    words = _inverted(clause, clause.rest(part))
    what = _asking(thing, clause.verb, "obj", generator)
    return _question([*what, *words], clause.verb) if words else []


def _left(clause: _Clause, generator: np.random.Generator) -> list[_Node]:
    """Ask for what follows a preposition, which stays behind: what was she paid for?"""
    part = _part(clause, ("obl",))
    if part is None or part[0].relation != "case" or part[0].head is not _top(part, clause.verb):
        return []
    what = _asking(_top(part, clause.verb), clause.verb, "obl", generator)
    case = part[0]
    case.head = what[-1]
    part[:] = [case]
    words = _inverted(clause, clause.rest())
    return _question([*what, *words], clause.verb) if words else []


def _adverb(clause: _Clause, generator: np.random.Generator) -> list[_Node]:
    """Ask for place, time, reason or manner: when did she sell the mill?"""
    if (part := _part(clause, tuple(_ADVERBS))) is None:
        return []
    word = str(generator.choice(_ADVERBS[_top(part, clause.verb).relation]))
    words = _inverted(clause, clause.rest(part))
    return _question([_Node(word, "WRB|ADV", clause.verb, "advmod"), *words], clause.verb) if words else []


def _polar(clause: _Clause, generator: np.random.Generator) -> list[_Node]:
    """Ask whether it is so: did she sell the mill?"""
    words = _inverted(clause, clause.rest())
    return _question(words, clause.verb) if words else []


def _name(clause: _Clause, generator: np.random.Generator) -> list[_Node]:
    """Ask for a name: what is the name of the person who sold the mill?"""
    verb = clause.verb
    noun = clause.head.word if clause.head.tag == "NN|NOUN" and generator.random() < 0.6 else "person"
    person = _Node(noun, "NN|NOUN", None, "nmod")
    that = generator.random() < 0.3
    who = _Node("that" if that else "who", "WDT|PRON" if that else "WP|PRON", verb, clause.head.relation)
    return _of_whom(person, [who, *clause.auxiliaries, *clause.rest()], verb, generator)


def _whose(clause: _Clause, generator: np.random.Generator) -> list[_Node]:
    """Ask for the owner's name: what is the first name of the person whose mill was sold?"""
    owner = next((n for n in clause.subject if n.relation == "nmod:poss" and n.head is clause.head), None)
    if owner is None or any(node.head is owner for node in clause.subject):
        return []
    owner.word, owner.tag = "whose", "WP$|PRON"
    person = _Node("person", "NN|NOUN", None, "nmod")
    words = [*clause.subject, *clause.auxiliaries, *clause.rest()]
    return _of_whom(person, words, clause.verb, generator) if words[0] is owner else []


def _of_whom(person: _Node, words: list[_Node], verb: _Node, generator: np.random.Generator) -> list[_Node]:
    """Return "what is the name of the" person with the clause about them."""
    what = _Node("what", "WP|PRON", None, "root")
    name = _Node("name", "NN|NOUN", what, "nsubj")
    of = [_Node("of", "IN|ADP", person, "case"), _Node("the", "DT|DET", person, "det"), person]
    first = str(generator.choice(["", "", "first", "last", "full"]))
    described = [_Node(first, "JJ|ADJ", name, "amod")] if first else []
    person.head, verb.head, verb.relation = name, person, "acl:relcl"
    the = [_Node("is", "VBZ|AUX", what, "cop"), _Node("the", "DT|DET", name, "det")]
    return _question([what, *the, *described, name, *of, *words], what)


_MADE = {
    "subject": _subject, "object": _object, "left": _left, "adverb": _adverb, "polar": _polar, "name": _name,
    "whose": _whose,
}  # fmt: skip


def _top(part: list[_Node], verb: _Node) -> _Node:
    return next(node for node in part if node.head is verb)


def _part(clause: _Clause, relations: tuple[str, ...]) -> list[_Node] | None:
    """Return the first part after the verb with such a relation."""
    after = False
    for part in clause.parts:
        if after and _top(part, clause.verb).relation in relations:
            return part
        after = after or part[0] is clause.verb
    return None


def _sentence(nodes: list[_Node]) -> Sentence:
    place = {id(node): i for i, node in enumerate(nodes)}
    none = ("_",) * len(nodes)
    return Sentence(
        tuple(node.word for node in nodes), none, tuple(node.pos for node in nodes),
        tuple(node.tag.partition("|")[0] for node in nodes), none,
        tuple(-1 if node.head is None else place[id(node.head)] for node in nodes),
        tuple(node.relation for node in nodes), (True,) * len(nodes),
    )  # fmt: skip
