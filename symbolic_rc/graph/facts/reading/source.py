"""The input of fact reading: a document's syntax, mentions, entities, frames and quotations."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from symbolic_rc.core.entity import Argument, Entity, Frame, Mention
from symbolic_rc.core.forks import cached_property
from symbolic_rc.coref.mentions.syntax import Syntax, pair_before
from symbolic_rc.graph.facts.fact import Fact, Term
from symbolic_rc.graph.facts.reading.clause import said
from symbolic_rc.graph.facts.reading.phrases import head_of
from symbolic_rc.lexicon import wordnet
from symbolic_rc.lexicon.english import ARTICLES, word_set

if TYPE_CHECKING:
    from symbolic_rc.coref import Quotation

#: Words inside a noun phrase that do not belong to what it names.
_OUTSIDE = word_set("acl appos parataxis punct cop nsubj csubj expl advcl aux mark discourse conj cc ccomp")
#: Verbs whose object controls a gerund after them.
_OF_OBJECTS = word_set("""accuse suspect blame stop prevent keep forgive thank praise punish arrest charge
    convict discourage scold pardon fire reproach jail imprison sue warn""")
#: Verbs whose subject controls an infinitive after their object.
_OF_SUBJECTS = word_set("promise threaten vow swear")
#: Maximum length, in tokens, of a speech under one heading.
_LONGEST_SPEECH = 60
_PARTS = {"VERB": "v", "NOUN": "n", "ADJ": "a"}
#: Marks of speech within speech.
_INNER = word_set("‘ ’ ' “ ” \"")
#: What *the former* and *the latter* are of, and which of two they are.
_NOUNS = ("PROPN", "NOUN")
_OF_TWO = {"former": 0, "latter": 1}


@dataclass(frozen=True)
class Source:
    """The layers of one story, with look-ups that all fact readers need."""

    syntax: Syntax
    mentions: Sequence[Mention]
    entities: Sequence[Entity]
    frames: Sequence[Frame]
    quotations: Sequence[Quotation]

    @cached_property
    def _by_head(self) -> dict[int, int]:
        """The shortest mention with each head: of a coordination and its first member, the member."""
        sizes = [one.end - one.start for one in self.mentions]
        longest = sorted(range(len(sizes)), key=lambda i: (-sizes[i], -i))
        return {self.mentions[i].head: i for i in longest}

    @cached_property
    def _by_span(self) -> dict[tuple[int, int], int]:
        """The first mention of each span."""
        return {(one.start, one.end): i for i, one in reversed(list(enumerate(self.mentions)))}

    def headed_by(self, token: int) -> int:
        """Return the entity of the mention with this head, or -1."""
        mention = self._by_head.get(token, -1)
        return self.mentions[mention].entity if mention >= 0 else -1

    def filling(self, argument: Argument) -> int:
        """Return the mention that fills an argument, or -1: the same span, else the same head."""
        found = self._by_span.get((argument.start, argument.end))
        return self._by_head.get(argument.head, -1) if found is None else found

    def entity_at(self, head: int) -> int:
        """Return the entity of the mention with this head, or -1; of *the latter*, the second of two."""
        if self.syntax.lowers[head] in _OF_TWO and len(pair := pair_before(self.syntax, head, _NOUNS)) == 2:
            head = pair[_OF_TWO[self.syntax.lowers[head]]]
        if head in self.addressees and self.syntax.lowers[head] in ("you", "your"):
            return self.addressees[head]
        if self.syntax.lowers[head] in ("i", "me", "my"):
            names = (self.heading(head), self._quoted_within.get(head, -1))
            head = next((name for name in names if name >= 0), head)
        return self.headed_by(head)

    def nearest(self, entity: int, token: int) -> Term:
        """Return a term for an entity: its mention nearest to a token, the first of two that are as near."""
        heads = self._heads[entity]
        above = bisect_left(heads, (token,))
        found = heads[above : above + 1]
        if above:
            found.append(heads[bisect_left(heads, (heads[above - 1][0],))])
        head, start, mention = min(found, key=lambda one: (abs(one[0] - token), one[1]))
        return Term("", start, self.mentions[mention].end, head, entity)

    @cached_property
    def _heads(self) -> list[list[tuple[int, int, int]]]:
        """The head, the start and the number of each entity's mentions, by head."""
        return [
            sorted((self.mentions[i].head, self.mentions[i].start, i) for i in entity.mentions)
            for entity in self.entities
        ]

    def phrase(self, head: int) -> tuple[int, int]:
        """Return the phrase of a token without clauses, appositions and further members of a list."""
        syntax = self.syntax
        start, end, waiting = head, head + 1, [head]
        while waiting:
            for child in syntax.children_of(waiting.pop()):
                if syntax.deps[child].partition(":")[0] not in _OUTSIDE:
                    start, end = min(start, child), max(end, child + 1)
                    waiting.append(child)
        return start, end

    def lemma(self, token: int) -> str:
        """Return a word's lemma in lower case; WordNet's, where it knows the form but not the given lemma."""
        syntax = self.syntax
        lemma, part = syntax.lemmas[token].lower(), _PARTS.get(syntax.pos[token], "")
        if part and not wordnet().has(lemma, part):
            return next(iter(wordnet().base(syntax.lowers[token], part)), lemma)
        return lemma

    def term(self, role: str, head: int, link: str = "") -> Term:
        """Return the term of a token: its phrase and the entity that it refers to."""
        if (antecedent := self.antecedent(head)) >= 0:
            return self.term(role, antecedent, link or "relative clause")
        return Term(role, *self.phrase(head), head, self.entity_at(head), link)

    def terms(self, role: str, head: int, link: str = "") -> list[Term]:
        """Return the term of a token, and those of the further members of the list that it heads."""
        further = (self.term(role, one, "member of a list") for one in self.listed(head))
        return [self.term(role, head, link), *further]

    def antecedent(self, token: int) -> int:
        """Return the noun that a relative pronoun stands for, or -1."""
        syntax = self.syntax
        if syntax.tags[token] not in ("WDT", "WP", "WP$") and syntax.lowers[token] != "that":
            return -1
        at = token
        for _ in range(3):
            at, dep = int(syntax.heads[at]), syntax.deps[int(syntax.heads[at])]
            if dep.startswith("acl:relcl") or dep in ("acl", "appos"):
                return self.described(int(syntax.heads[at]))
        return -1

    def described(self, noun: int) -> int:
        """Return what a noun says of something: *Kite* of "Kite is a train that climbs"; else the noun."""
        subject = self.child(noun, "nsubj") if self.child(noun, "cop") >= 0 else -1
        named = subject >= 0 and self.syntax.pos[subject] in ("NOUN", "PROPN")
        return subject if named and not self.manner(noun)[0] else noun

    def listed(self, token: int) -> list[int]:
        """Return the further members of the list that a noun heads: those joined to it, and to these.

        "A jacket" in "a hat, a jacket and a plum" is one, though it looks like an apposition.
        """
        syntax, found, waiting = self.syntax, [], [token]
        while waiting:
            one = waiting.pop()
            found.append(one)
            members = []
            for child in syntax.children_of(one):
                dep = syntax.deps[child].partition(":")[0]
                # "spoke Yoruba, English and French"
                named = syntax.pos[child] == "ADJ" and syntax.words[child].istitle() and dep == "conj"
                if child < one or not (named or syntax.pos[child] in ("NOUN", "PROPN", "PRON", "NUM")):
                    continue
                also = syntax.lowers[child - 2 : child] == ["but", "also"]
                if dep == "conj" or also or (dep == "appos" and self.begins_list(child)):
                    members.append(child)
            waiting += reversed(members)
        return found[1:]

    def is_time(self, token: int) -> bool:
        """Whether a noun or a number is a date or a time, by its named entity or its first sense."""
        label = int(self.syntax.entity[token])
        dated = label >= 0 and self.syntax.ents[label][2] in ("TIME", "DATE")
        return dated or wordnet().class_of(self.lemma(token)) == "noun.time"

    def begins_list(self, token: int) -> bool:
        """Whether a noun in apposition is joined to a further one by *and*, so that it is one of a list."""
        children, deps = self.syntax.children_of(token), self.syntax.deps
        return any(deps[child] == "conj" and self.child(child, "cc") >= 0 for child in children)

    def child(self, token: int, *relations: str) -> int:
        """Return the first dependent with one of these relations (without subtypes, or exactly), or -1."""
        for child in self.syntax.children_of(token):
            dep = self.syntax.deps[child]
            if dep in relations or dep.partition(":")[0] in relations:
                return child
        return -1

    def case(self, token: int) -> str:
        """Return the first preposition or other case marker of a token, in lower case, or empty."""
        return next(iter(self.syntax.cases_of(token)), "")

    def without_case(self, term: Term) -> Term:
        """Return a term without the preposition that begins it."""
        case = self.child(term.head, "case")
        return replace(term, start=case + 1) if term.start == case else term

    def noun_phrase(self, role: str, start: int, end: int) -> Term:
        """Return the term of a phrase that `phrases` found."""
        head = head_of(self.syntax, start, end)
        return Term(role, start, end, head, self.entity_at(head))

    def _own_subject(self, token: int) -> int:
        """Return a predicate's subject, or -1; "of the three, Ada is the oldest" has two, of which one is."""
        own = [c for c in self.syntax.children_of(token) if self.syntax.deps[c].startswith("nsubj")]
        bare = (c for c in own if len(own) == 1 or self.child(c, "case") < 0)
        return next(bare, own[0] if own else -1)

    def depictive_of(self, noun: int) -> int:
        """Return of whom a noun behind the clause speaks: "Ada left Oslo, the daughter of a cook"; or -1."""
        syntax, start = self.syntax, int(self.syntax.left[noun])
        start += syntax.words[start] == ","
        if syntax.deps[noun] not in ("parataxis", "obl:unmarked") or syntax.lowers[start] not in ARTICLES:
            return -1
        subject, head = self.subject(int(syntax.heads[noun]))[0], int(syntax.heads[noun])
        named = 0 <= subject < head < noun and syntax.tags[subject] in ("NNP", "PRP")
        apart = start > 0 and syntax.words[start - 1] == "," and self.child(noun, "nsubj") < 0
        return subject if named and apart and wordnet().class_of(self.lemma(noun)) == "noun.person" else -1

    def subject(self, token: int, depth: int = 3) -> tuple[int, str]:
        """Return the subject of a predicate, and how it was found where it is shared with another."""
        syntax = self.syntax
        if (own := self._own_subject(token)) >= 0:
            return own, ""
        above, dep = int(syntax.heads[token]), syntax.deps[token].partition(":")[0]
        if above == token or not depth:
            return -1, ""
        if dep in ("conj", "parataxis"):
            return self.subject(above, depth - 1)[0], "shared subject"
        if dep in ("acl", "advcl", "ccomp") and self.of_object(token, above):
            return self.child(above, "obj", "nsubj:pass"), "object of the verb above"
        if dep == "acl":
            return (above, "participle") if syntax.tags[token] in ("VBN", "VBG", "JJ") else (-1, "")
        # a finite verb heads its clause: a missing subject is a gap in the parse
        finite = syntax.tags[token] in ("VBD", "VBP", "VBZ") and syntax.deps[token] == "advcl"
        if dep in ("xcomp", "advcl") and not finite:
            of_object = dep == "xcomp" and self.lemma(above) not in _OF_SUBJECTS
            if of_object and (controlled := self.child(above, "obj", "iobj")) >= 0:
                return controlled, "object of the verb above"
            return self.subject(above, depth - 1)[0], "subject of the verb above"
        return -1, ""

    def of_object(self, token: int, above: int) -> bool:
        """Whether a gerund is controlled by the object: "accused Bo of stealing", "kept Bo from leaving"."""
        told = self.syntax.tags[token] == "VBG" and self.lemma(above) in _OF_OBJECTS
        return told and self.child(token, "mark", "case") >= 0 and self.child(above, "obj", "nsubj:pass") >= 0

    def not_doing(self, token: int) -> list[int]:
        """Return the objects of the governing verb that do not control the infinitive after them.

        Who is promised something does not do it: the subject does.
        """
        above = int(self.syntax.heads[token])
        if self.syntax.deps[token] not in ("xcomp", "acl") or self.lemma(above) not in _OF_SUBJECTS:
            return []
        return [i for i in self.syntax.children_of(above) if self.syntax.deps[i] in ("obj", "iobj")]

    def thanking(self, token: int, roles: set[str]) -> list[Term]:
        """Return the speaker as agent of performative words: "Thank you," said Ada."""
        syntax = self.syntax
        if syntax.lowers[token] not in ("thank", "thanks", "sorry"):
            return []
        said_by = [q.speaker for q in self.quotations if q.speaker >= 0 and q.start <= token < q.end]
        if not said_by or "ARG0" in roles or self.child(token, "nsubj") >= 0:
            return []
        mention = self.mentions[said_by[-1]]
        return [Term("ARG0", mention.start, mention.end, mention.head, mention.entity, "who says so")]

    def is_imperative(self, token: int) -> bool:
        """Whether a verb of direct speech is an order or a request: "please bring the lamp"."""
        syntax, dep = self.syntax, self.syntax.deps[token].partition(":")[0]
        if dep == "conj":
            return self.is_imperative(int(syntax.heads[token]))
        bare = syntax.tags[token] in ("VB", "VBP") and token in self.speakers
        main = dep in ("root", "ccomp", "parataxis")
        return bare and main and self.child(token, "nsubj", "mark", "aux") < 0

    @cached_property
    def speakers(self) -> dict[int, int]:
        """The mention that speaks each token of direct speech, or -1."""
        return {i: said.speaker for said in self.quotations for i in range(said.start, said.end)}

    @cached_property
    def bearers(self) -> dict[str, int]:
        """The first entity with each name."""
        return {name: entity.id for entity in reversed(self.entities) for name in entity.names}

    @cached_property
    def addressees(self) -> dict[int, int]:
        """The entity to whom each token of direct speech is said, where the story tells: "said Ada to Bo"."""
        found = {}
        for quotation in self.quotations:
            if quotation.speaker < 0:
                continue
            name = self.mentions[quotation.speaker].head
            verb = int(self.syntax.heads[name])
            near = [*self.syntax.children_of(name), *self.syntax.children_of(verb)]
            named = (entity for child in near if (entity := self._told(child, verb)) >= 0)
            entity = next(named, -1) if quotation.greeted < 0 else -1
            if entity < 0 <= quotation.addressee:
                entity = self.mentions[quotation.addressee].entity
            if entity >= 0:
                found.update(dict.fromkeys(range(quotation.start, quotation.end), entity))
        return found

    @cached_property
    def _quoted_within(self) -> dict[int, int]:
        """Of each token of speech within speech, who says it: "Bo told me, 'I sold it,'" said Ada."""
        syntax, found = self.syntax, dict[int, int]()
        for quotation in self.quotations:
            marks = [i for i in range(quotation.start + 1, quotation.end - 1) if syntax.words[i] in _INNER]
            for opening, closing in zip(marks[::2], marks[1::2], strict=False):
                before = (i for i in range(opening - 1, quotation.start, -1) if syntax.pos[i] == "VERB")
                behind = (i for i in range(closing + 1, quotation.end) if syntax.pos[i] == "VERB")
                verb = next(before, next(behind, -1))
                subject = self._own_subject(verb) if verb >= 0 else -1
                if subject >= 0:
                    found.update(dict.fromkeys(range(opening + 1, closing), subject))
        return found

    def _told(self, token: int, verb: int) -> int:
        """Return the entity that a dependent of a verb of saying says something to: "told Bo"; or -1."""
        case, entity = self.case(token), self.headed_by(token)
        if case:
            return entity if case == "to" else -1
        person = self.entities[entity].type == "PERSON"
        return entity if person and token > verb and self.syntax.deps[token] in ("obj", "iobj") else -1

    def heading(self, token: int) -> int:
        """Return the name in capitals, with a colon, under which a line of a screenplay is spoken; or -1."""
        syntax = self.syntax
        for i in range(token - 1, max(0, token - _LONGEST_SPEECH) - 1, -1):
            name = syntax.words[i - 1] if i else ""
            if syntax.lowers[i] == ":" and name.isupper() and len(name) > 1:
                return i - 1
        return -1

    def fact(
        self, kind: str, predicate: str, sense: str, terms: Sequence[Term], token: int, said_at: int = -1
    ) -> Fact:
        """Return a fact without an id, denied, modal and attributed as its predicate is said.

        The predicate is the word `token`, or another one that says it.
        """
        denied, modality, speaker = self.manner(token if said_at < 0 else said_at)
        sentence = int(self.syntax.sentences[token])
        return Fact(-1, kind, predicate, sense, tuple(terms), token, sentence, denied, modality, speaker)

    def manner(self, token: int) -> tuple[bool, str, int]:
        """Return whether a predicate is denied, its modality, and the entity that says so."""
        denied, modality, speaker = said(self.syntax, token)
        source = self.entity_at(speaker) if speaker >= 0 else -1
        if token in self.speakers:
            mention = self.speakers[token]
            if source < 0 <= mention:
                source = self.mentions[mention].entity
            modality = modality if modality != "real" else "ordered" if self.is_imperative(token) else "said"
        return denied, modality, source
