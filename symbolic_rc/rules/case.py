"""One query on one story: the input of the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rc.core.forks import cached_property, remembered
from symbolic_rc.core.record import Question
from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts import Fact, Facts, Term
from symbolic_rc.graph.facts.reading.attributes import PROPERTIES
from symbolic_rc.index import columns as C
from symbolic_rc.index.story_index import StoryIndex
from symbolic_rc.lexicon import kinship, names, nouns, wordnet
from symbolic_rc.lexicon.english import ANYBODY, INDEFINITE_ARTICLES, STANDING_FOR_TWO, word_set
from symbolic_rc.lexicon.measures import unit_kinds
from symbolic_rc.question.query import Query
from symbolic_rc.ranker.ranking import Ranker
from symbolic_rc.rules.alignment import Alignment, align, is_under, nouns_under
from symbolic_rc.rules.proof import Link, Proof, Proposal
from symbolic_rc.story import Story

if TYPE_CHECKING:
    from symbolic_rc.rules.rule import Rule


#: What stands for several, or one of two, whatever its own form.
_STANDING_FOR = STANDING_FOR_TWO | {"they", "them"}
#: What may be a part of several.
_PARTS = word_set("most some all many few several each both none half one any either neither two")
_SOMEBODY = word_set("PERSON ORG GROUP")
ANIMATE = ("person", "group", "animal")
_PLACES = ("GPE", "LOC", "FAC")
#: Types and the gender of what is nobody.
_THINGS = frozenset((*_PLACES, "neuter"))
_PLACE_ROLES = ("ARGM-LOC", "ARGM-DIR", "ARGM-GOL", "ARG4")
#: WordNet's files of what is no place: "sank in a storm".
_NOWHERE = frozenset(("noun.phenomenon", "noun.feeling"))
_REASONS = ("ARGM-CAU", "ARGM-PRP", "ARGM-PNC")
#: What makes a duration of a unit of time.
_LASTING = frozenset(("time", "years"))
_MEASURING = word_set("a an all several some many whole entire for")
#: "Half the village" and "the whole town" are people.
_PEOPLED = word_set("village town city street country neighbourhood neighborhood school")
_INSTITUTIONS = word_set("""administrative_district building building_complex depository establishment
    facility organization""")
_MUCH_OF = word_set("half all whole entire")
_RATES = word_set("""always annually daily each every frequently hourly monthly never nightly often once
    rarely regularly seldom sometimes times twice usually weekly yearly""")
_GRAMMAR = ("SPACE", "PUNCT", "CCONJ", "SCONJ", "PART", "ADP", "INTJ")


def _is_person(facts: Facts, term: Term) -> bool:
    """Whether a term is somebody, or a group of people; also what stands for a list of names."""
    syntax, entity = facts.syntax, facts.entities[term.entity] if term.entity >= 0 else None
    kinds = (entity.type, entity.gender) if entity is not None else ()
    known = not _SOMEBODY.isdisjoint(kinds) or _is_peopled(syntax, term)
    if (whole := whole_of(facts, term.head)) >= 0:
        return _is_person(facts, replace(term, head=whole, entity=facts.entity_of.get(whole, -1)))
    if syntax.lowers[term.head] in _STANDING_FOR and entity is not None:
        return _stands_for_person(facts, term)
    if _may_act(facts, term):
        return True
    if _is_circumstance(facts, term):
        return False
    if known or syntax.lowers[term.head] in ANYBODY or syntax.lemmas[term.head] in kinship():
        return True
    named, thing = syntax.pos[term.head] == "PROPN", not _THINGS.isdisjoint(kinds)
    return _has_first_name(facts, term.head) or (not thing and (named or _is_animate(facts, term.head)))


def _may_act(facts: Facts, term: Term) -> bool:
    """Whether a term acts as somebody does, "the second bought it", "the museum sold it", or is *no one*."""
    syntax = facts.syntax
    nobody = syntax.lowers[term.head] == "one" and facts.names_nobody(term)
    if nobody or term.role != "ARG0":
        return nobody
    if syntax.pos[term.head] == "ADJ":
        return syntax.lowers[term.start] == "the"
    return syntax.pos[term.head] == "NOUN" and is_institution(syntax.lemmas[term.head])


@lru_cache(maxsize=4096)
def is_institution(lemma: str) -> bool:
    """Whether a noun names what may act as somebody does: a museum, a factory, a city."""
    words = wordnet()
    return any(not _INSTITUTIONS.isdisjoint(words.lemmas(synset)) for synset in words.above(lemma))


def _is_peopled(syntax: Syntax, term: Term) -> bool:
    """Whether a term is all who live at a place: "half the village"."""
    much = not _MUCH_OF.isdisjoint(syntax.lowers[term.start : term.head])
    return much and syntax.lemmas[term.head] in _PEOPLED


def whole_of(facts: Facts, token: int) -> int:
    """Return the noun or pronoun of which a quantity is a part: *girls* in "most of the girls"; or -1."""
    syntax = facts.syntax
    if syntax.lowers[token] not in _PARTS and syntax.pos[token] != "NUM":
        return -1
    below = [child for child in syntax.children_of(token) if child > token]
    return next((one for one in below if "of" in (syntax.lowers[c] for c in syntax.children_of(one))), -1)


def _has_first_name(facts: Facts, token: int) -> bool:
    return facts.syntax.pos[token] == "PROPN" and names().is_first_name(facts.syntax.words[token])


def _stands_for_person(facts: Facts, term: Term) -> bool:
    """Whether what a term of its own form stands for is somebody."""
    entity, pos = facts.entities[term.entity], facts.syntax.pos
    heads = [facts.mentions[mention].head for mention in entity.mentions]
    if entity.type in _SOMEBODY or len(heads) == 1:
        return entity.type in _SOMEBODY or pos[heads[0]] == "PRON"  # "they" of nothing said before
    return any(_has_first_name(facts, i) or (pos[i] == "NOUN" and _is_animate(facts, i)) for i in heads)


def _is_animate(facts: Facts, token: int) -> bool:
    return nouns().animacy(facts.syntax.lemmas[token]) in ANIMATE


def _is_circumstance(facts: Facts, term: Term) -> bool:
    """Whether a term is no noun, or a phrase of place, time or circumstance, which names nobody."""
    syntax = facts.syntax
    if syntax.pos[term.head] in ("VERB", "ADJ", "ADV", "NUM"):
        return True
    cases = [c for c in syntax.children_of(term.head) if syntax.deps[c] == "case"]
    told = term.role.startswith("ARGM") and bool(cases)
    return told and syntax.lowers[cases[0]] not in ("by", "with", "of")


def _is_place(facts: Facts, term: Term) -> bool:
    """Whether a term is a place: by name, by its noun, or by its role."""
    kind = facts.entities[term.entity].type if term.entity >= 0 else ""
    if kind in _PLACES or (kind == "PERSON" and term.role not in _PLACE_ROLES):
        return kind != "PERSON"
    kind = wordnet().class_of(facts.syntax.lemmas[term.head].lower())
    local = term.role in _PLACE_ROLES and not _is_time(facts, term) and kind not in _NOWHERE
    local |= term.start < term.end - 1 and facts.syntax.lowers[term.start] == "where"  # "where he sang"
    return local or kind == "noun.location"


def _is_time(facts: Facts, term: Term) -> bool:
    """Whether a term says when; one word for how often does not."""
    lemma = facts.syntax.lemmas[term.head].lower()
    if term.end - term.start == 1 and lemma in _RATES:
        return False
    return term.role == "ARGM-TMP" or wordnet().class_of(lemma) == "noun.time"


def _is_number(facts: Facts, term: Term) -> bool:
    """Whether a term says how many, also as a share, or how much: "a litre of milk"."""
    syntax = facts.syntax
    half = syntax.lowers[term.start : term.start + 2] == ["half", "a"]
    if half or "NUM" in syntax.pos[term.start : term.end] or syntax.lowers[term.head] in _SHARES:
        return True
    words, at = syntax.lowers[term.start : term.end], term.head - term.start
    one = not INDEFINITE_ARTICLES.isdisjoint(words[:at])
    return one and "of" in words[at:] and bool(unit_kinds(syntax.lemmas[term.head]))


def _is_duration(facts: Facts, term: Term) -> bool:
    """Whether a term says how long: a number, or *a month*, *all day*, *until it rained*."""
    syntax = facts.syntax
    measured = not _LASTING.isdisjoint(unit_kinds(syntax.lemmas[term.head]))
    measured = measured and not _MEASURING.isdisjoint(syntax.lowers[term.start : term.head])
    until = term.role == "ARGM-TMP" and syntax.lowers[term.start] in ("until", "till")
    return measured or until or syntax.lowers[term.head] == "overnight" or _is_number(facts, term)


def _is_reason(facts: Facts, term: Term) -> bool:
    """Whether a term can say why: it has such a role, or is a clause."""
    clause = facts.syntax.pos[term.head] in ("VERB", "AUX", "ADJ") and term.end - term.start > 1
    return term.role in _REASONS or clause


def _is_phrase(facts: Facts, term: Term) -> bool:
    """Whether a term can answer at all: no mark, no word of grammar alone, no question word."""
    asks = facts.syntax.tags[term.head][:1] == "W" and term.end - term.start == 1
    return facts.syntax.pos[term.head] not in _GRAMMAR and not asks  # but "where the mill was"


#: Pronouns that stand for persons alone.
_PERSONAL = word_set("he him she her i me you we us")
#: Nouns for a share of something.
_SHARES = word_set("""half most all none part third thirds quarter quarters fifth sixth eighth tenth tenths
    majority""")
_TESTS: dict[str, Callable[[Facts, Term], bool]] = {
    "person": _is_person,
    "place": _is_place,
    "time": _is_time,
    "number": _is_number,
    "duration": _is_duration,
    "reason": _is_reason,
    "phrase": _is_phrase,
    "somebody": lambda facts, term: facts.syntax.lowers[term.head] in _PERSONAL,
    "thing": lambda facts, term: facts.syntax.pos[term.head] != "ADV",  # no bare adverb
    "name": lambda facts, term: facts.syntax.pos[term.head] == "PROPN",
    "animal": lambda facts, term: nouns().animacy(facts.syntax.lemmas[term.head]) == "animal",
}


#: Kinds of questions that ask for what `types_of` names so.
_TYPES = ("person", "place", "time", "number", "duration", "reason")
#: Kinds of questions that an adverb alone may answer.
_ADVERBIAL = ("time", "manner", "place", "reason", "duration", "number")
#: Nouns that say nothing of a kind of thing.
VAGUE = word_set("thing name kind type sort one part person people character way event")
#: Kinds of places that have names.
_SETTLEMENTS = word_set("town city village capital country state nation land region island")
_PEOPLE = word_set("person man woman boy girl")
_CONTENT = (C.P_NOUN, C.P_PROPN, C.P_VERB, C.P_ADJ, C.P_NUM, C.P_ADV)


@dataclass(frozen=True, slots=False, eq=False)
class Case:
    """A query, the story's facts and arrays, and how they are aligned.

    Attributes
    ----------
    query : Query
    story : Story
    facts : Facts
    index : StoryIndex
    alignment : Alignment
    rules : tuple of Rule
        The rulebook in use: the rules that are switched on, in their order.
    ranker : Ranker, optional
        Ranks the story's candidates; see `evidence.ranking_of`.
    memo : dict
        What was worked out once for this case: its ranking, when the ranker was asked.
    proposals : dict
        The proposals of each rule that was asked.
    held : dict
        Which conditions of rules hold, by name.
    """

    query: Query
    story: Story
    facts: Facts
    index: StoryIndex
    alignment: Alignment
    rules: tuple[Rule, ...] = ()
    ranker: Ranker | None = None
    memo: dict[str, Any] = field(default_factory=dict, init=False)
    proposals: dict[Callable[[Case], Sequence[Proposal]], Sequence[Proposal]] = field(
        default_factory=dict, init=False
    )
    held: dict[str, bool] = field(default_factory=dict, init=False)

    @property
    def question(self) -> Question:
        """The question as it was asked."""
        return self.query.question

    @property
    def options(self) -> tuple[str, ...]:
        """The answers among which the answer is: those that are given, else those that the question names."""
        return self.question.choices or self.query.options

    @property
    def learned(self) -> bool:
        """Whether answers of this kind of data set were learned from, so that their wording is known."""
        return self.ranker is not None and self.ranker.learned

    def propose(
        self,
        answer: Term | str,
        strength: float = 1.0,
        facts: Sequence[Fact] = (),
        links: Sequence[Link] = (),
    ) -> Proposal:
        """Return a proposal: a term of a fact, or a span's words as they occur in the text.

        Raises
        ------
        ValueError
            If the words do not occur in the text.
        """
        term = answer if isinstance(answer, Term) else self._find(answer)
        text = self.span_text(term.start, term.end)
        return Proposal(term.start, term.end, text, strength, 0.0, Proof(tuple(facts), tuple(links), term))

    def _find(self, words: str) -> Term:
        """Return the first span of the story with some words as a term."""
        at = self.index.text.lower().find(words.lower())
        starts, ends = self.index.chars[:, 0], self.index.chars[:, 1]
        first, last = np.searchsorted(ends, at, "right"), np.searchsorted(starts, at + len(words)) - 1
        if at < 0 or not words.strip():
            raise ValueError(f"{words!r} does not occur in the text")
        head = int(last)
        entity = next((m.entity for m in self.facts.mentions if m.head == head), -1)
        return Term("", int(first), int(last) + 1, head, entity)

    @property
    def kind(self) -> str:
        """The kind of question: person, place, time, reason, ..."""
        return self.query.understanding.kind

    @cached_property
    def suited(self) -> NDArray[np.bool_]:
        """Which terms of the story can be what is asked for; bool, shape (t,)."""
        types = types_of(self.facts)
        every = self.alignment.allowed[self.facts.arrays.head] & types["phrase"]
        if self.kind not in _ADVERBIAL:
            every &= types["thing"]
        if self.kind in ("object", "event"):
            trade = "profession" in {part.sense for part, _ in self.query.asked}
            every &= ~types["somebody"] | trade
        noun = self.query.kind_asked
        kind = "person" if noun in _PEOPLE else self.kind if self.kind in _TYPES else ""
        if (told := self._amounts_asked(every)).any():
            return told
        if kind == "place":
            things = types["name"] & ~types["somebody"] & bool(noun)  # "the Arl" may be a river
            places = types[kind] | things
            return self._of_kind(noun, every & places)
        if kind:
            every &= types[kind]
            return every & ~types["animal"] if kind == "person" and noun else every
        if self.query.understanding.wh in ("what", "which") and noun and noun not in PROPERTIES:
            return self._of_kind(noun, every)
        return self._of_focus(every) if self.kind == "object" else every

    def _amounts_asked(self, among: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return which of some terms say how many, or how often, where that is asked for."""
        if self.kind == "number":
            return self.counted
        if "often" not in self.query.understanding.words:
            return np.zeros_like(among)
        lowers = self.facts.syntax.lowers
        times = ((term.role == "ARGM-TMP", lowers[term.start : term.end]) for term in self.facts.terms)
        rates = [is_time and not _RATES.isdisjoint(words) for is_time, words in times]
        return among & np.array(rates, np.bool_)

    def _of_focus(self, among: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return those of some terms that are of the kind of the noun beside the question word."""
        focus, heads = self.query.understanding.focus, self.facts.arrays.head
        noun = focus[:-1] if focus.endswith("s") and not focus.endswith("ss") else focus
        if not noun or noun in VAGUE or not self._is_noun(focus) or self._is_about(noun):
            return among
        if noun in PROPERTIES:
            return among & (np.array(self.facts.syntax.lemmas, object)[heads] != noun)
        whole = self.alignment.whole or self.alignment
        under = self.nouns_under(noun)
        return among & under[heads] if (under & whole.allowed)[whole.facts.arrays.head].any() else among

    def _of_kind(self, noun: str, among: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return those of some terms that are of the kind for which a noun asks, where the story has any."""
        if not noun or noun in VAGUE:
            return among
        heads = self.facts.arrays.head
        found = self.nouns_under(noun)[heads]
        if noun in _SETTLEMENTS:
            entities = self.facts.entities
            named = [t.entity >= 0 and entities[t.entity].type in ("GPE", "LOC") for t in self.facts.terms]
            found = found | (np.array(named, np.bool_) & types_of(self.facts)["name"])
        if not found.any():
            for lemma, numbers in self.facts.terms_by_lemma.items():
                if is_under(lemma, noun):
                    found[numbers] = True
        whole = self.alignment.whole or self.alignment
        of_kind: NDArray[np.bool_] = among & found
        return of_kind if (found & whole.allowed[heads]).any() else among

    def _is_about(self, noun: str) -> bool:
        """Whether a question asks what something is, and not for one of a kind: "what is the shop now"."""
        syntax, variables = self.query.syntax, self.query.variables
        told = [fact.terms for fact in self.query.facts if fact.kind == "attribute"]
        values = [value.head for subject, value, *_ in told if subject.head in variables]
        return any(i not in variables and syntax.lemmas[i].lower() == noun for i in values)

    @cached_property
    def telling(self) -> NDArray[np.bool_]:
        """Which tokens of the story are content words; bool, shape (n,)."""
        known = self.index.memo
        if "content words" not in known:
            known["content words"] = np.isin(self.index.tok[C.POS], _CONTENT)
        return known["content words"]

    def _is_noun(self, word: str) -> bool:
        """Whether a word of the question is a noun there, and none that says where what is asked for is."""
        query = self.query.syntax
        found = [i for i in range(self.query.start, self.query.end) if query.lowers[i] == word]
        free = [i for i in found if query.pos[i] in ("NOUN", "PROPN")]
        placed = {i for i in free if any(query.deps[c] == "case" for c in query.children_of(i))}
        return not found or any(i not in placed or i in self.query.variables for i in free)

    @cached_property
    def counted(self) -> NDArray[np.bool_]:
        """Return which terms count what the question counts, or are a number alone; bool, shape (t,)."""
        syntax, wanted = self.facts.syntax, self.query.nouns_asked
        numbers = types_of(self.facts)["number"]
        counted = np.zeros(len(numbers), np.bool_)
        for lemma, heads in self.facts.terms_by_lemma.items():
            if lemma.lower() in wanted:
                counted[heads] = numbers[heads]
        for number in np.flatnonzero(numbers).tolist():  # "250 grams of butter"
            term = self.facts.terms[number]
            below = syntax.children_of(term.head) if term.end - term.start > 1 else ()
            of = (c for c in below if syntax.deps[c] == "nmod" and syntax.lemmas[c] in wanted)
            counted[number] |= any("of" in (syntax.lowers[i] for i in syntax.children_of(c)) for c in of)
        if not counted.any():
            return counted
        tokens = (term.head for term in self.facts.terms)
        alone = [syntax.pos[i] == "NUM" or syntax.lowers[i] in _SHARES for i in tokens]  # "half of them"
        return counted | np.array(alone, np.bool_)

    def nouns_under(self, noun: str) -> NDArray[np.bool_]:
        """Return which tokens of the story are nouns of a kind, as WordNet has it; bool, shape (n,)."""
        return nouns_under(self.index, noun)

    def span_text(self, start: int, end: int) -> str:
        """Return the text of tokens ``start`` to ``end`` of the story."""
        return self.index.span_text(start, end)

    def number_of(self, term: Term) -> int:
        """Return a term's index among the terms of the facts, or -1."""
        return self.facts.number_of(term)


@remembered
def types_of(facts: Facts) -> dict[str, NDArray[np.bool_]]:
    """Return for each kind of answer, see `_TESTS`, which terms of the facts can be one; bool, shape (t,)."""
    return {kind: np.array([test(facts, t) for t in facts.terms], np.bool_) for kind, test in _TESTS.items()}


def with_rules(case: Case, rules: tuple[Rule, ...]) -> Case:
    """Return a case under another rulebook, with the proposals of its rules, but no ranking."""
    if case.rules == rules:
        return case
    found = replace(case, rules=rules)
    compared = {rule.propose for rule in (*case.rules, *rules) if rule.group == "ranker"}
    found.proposals.update({key: one for key, one in case.proposals.items() if key not in compared})
    return found


def with_query(case: Case, query: Query) -> Case:
    """Return a case of another query on the same facts."""
    return replace(case, query=query, alignment=align(query, case.facts, case.index))
