"""Questions of a conversation, with what they take from the turn before: "Where?", "And Ann?", "Did she?"."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from operator import itemgetter

from spacy.tokens import Token

from symbolic_rc.core.entity import Entity
from symbolic_rc.core.record import Question
from symbolic_rc.core.trace.text import READ_AS
from symbolic_rc.graph.facts import Facts
from symbolic_rc.lexicon import names, nouns, wordnet
from symbolic_rc.lexicon.english import AUXILIARIES, FUNCTION_WORDS, QUESTION_WORDS
from symbolic_rc.question.query import Query

#: What pronouns stand for: a gender, or several.
_PRONOUNS = {
    **dict.fromkeys(("he", "him", "his"), "masculine"),
    **dict.fromkeys(("she", "her"), "feminine"),
    **dict.fromkeys(("they", "them", "their"), "plural"),
    **dict.fromkeys(("it", "its"), "neuter"),
}
_WORD = re.compile(r"[\w'’]+")
_PRONOUN = re.compile(rf"\b(?:{'|'.join(_PRONOUNS)})\b", re.IGNORECASE)
_OPENING = re.compile(
    r"(?:(?:and|but|so|then|okay|ok|well)\b,?\s*)*(?:(?:what|how) about\s+)?", re.IGNORECASE
)
#: "Did Bo?", "When did she?", "Has the miller?"
_ELLIPTIC = re.compile(
    r"(?:(?P<asked>.+) )?(?i:did|does|do|has|have|had|will|would|can|could|should) (?P<named>"
    r"[A-Z][\w'’]*(?: [A-Z][\w'’]*)*|he|she|they|it|(?:the|a|an|his|her|their) [a-z]+)"
)
_INDEFINITE = re.compile(r"^an? ")
#: The most words of a question that names nothing but another one.
_LONGEST = 5
#: Words for whom a question asks for, whom its pronouns may mean.
_WHOEVER = frozenset("one person someone somebody who whom whose".split())
_NO_NOUN = ("", "yes", "no")


@dataclass(frozen=True, slots=True)
class Turn:
    """What a turn of a conversation leaves to the next."""

    query: Query  # its question, in full
    # answer, asked: its answer, and the question as it was asked
    answer: str
    asked: str
    topics: dict[str, str] = field(default_factory=dict)  # what the pronouns up to here stood for


def in_full(text: str, turn: Turn, facts: Facts) -> str:
    """Return a question with what it takes from the turn before; what its pronouns meant goes to `topics`.

    The story's facts say who is a man, a woman or several.
    """
    bare = _OPENING.sub("", text.strip(), count=1).rstrip("?. ")
    elliptic = _ELLIPTIC.fullmatch(bare)
    if elliptic:  # "When did Bo?"
        asked, bare = elliptic["asked"] or "", elliptic["named"]
        whole = _asked_again(asked, turn) if asked else turn.query.question.text
        return _of_another(_with_names(bare, turn, facts), whole, turn.query, facts)
    if not bare or len(bare.split()) > _LONGEST or _has_verb(bare):
        return _with_names(text, turn, facts)
    if not QUESTION_WORDS.isdisjoint(bare.lower().split()):
        return _asked_again(bare, turn)
    if bare == text.strip().rstrip("?. "):
        return text
    return _of_another(_with_names(bare, turn, facts), turn.query.question.text, turn.query, facts)


def _has_verb(text: str) -> bool:
    """Whether there is a verb: in "why did she go", but not in "why", "what time" or "with whom"."""
    words = [word.lower() for word in _WORD.findall(text)]
    telling = [word for word in words if word not in QUESTION_WORDS | FUNCTION_WORDS]
    base = wordnet().base
    told = any(base(word, "v") and not base(word, "n") for word in telling)
    return told or not AUXILIARIES.isdisjoint(words)


def _asked_again(asked: str, turn: Turn) -> str:
    """Return the question before with other question words, and its answer where it asked."""
    batch, number = turn.query.batch, turn.query.number
    assert batch is not None
    first, end = batch.bounds[number : number + 2]
    form, tokens = batch.readings[number].forms[0], list(batch.tagged[first:end])
    gap = form.order[form.gap] if form.gap >= 0 else -1
    order = [i for i in form.order if tokens[i].pos_ != "PUNCT"]
    # a word as it is written within a sentence
    written = [t.text if t.i or t.pos_ == "PROPN" else t.lower_ for t in tokens]
    words = [turn.answer if i == gap else written[i] for i in order]
    if form.auxiliary >= 0:
        at = order.index(form.order[form.auxiliary])
    else:
        verbs = (k for k, i in enumerate(order) if i != gap and tokens[i].pos_ in ("VERB", "AUX"))
        at = next(verbs, -1)
    if at < 0:
        return asked + "?"
    helper, words[at] = _helper(tokens[order[at]])
    return " ".join([asked, helper, *filter(None, words)]) + "?"


def _helper(verb: Token) -> tuple[str, str]:
    """Return the auxiliary that asks for a verb, and what is left of the verb: "did" and "sell"."""
    if verb.lower_ in AUXILIARIES:
        return verb.lower_, ""
    helper = {"VBZ": "does", "VBP": "do", "VB": "do"}.get(verb.tag_, "did")
    return helper, next(iter(wordnet().base(verb.lower_, "v")), verb.lemma_)


def _of_another(named: str, text: str, query: Query, facts: Facts) -> str:
    """Return a question asked of another one in place of the first thing that is of its kind."""

    def is_somebody(phrase: str) -> bool:
        return any(_fits(phrase, gender, facts) for gender in ("masculine", "feminine"))

    wanted = is_somebody(named)
    found = (phrase for phrase in _phrases(query) if phrase in text)
    alike = [(is_somebody(phrase) != wanted, text.find(phrase), phrase) for phrase in found]
    if not alike:
        return named + "?"
    _, at, phrase = min(alike)
    return text[:at] + named + text[at + len(phrase) :]


def _phrases(query: Query) -> list[str]:
    """Return the noun phrases that a question names, in the order of its text."""
    text, syntax = query.question.text, query.syntax
    found: dict[int, str] = {}
    for term in (term for fact in query.facts for term in fact.terms):
        if syntax.pos[term.head] in ("NOUN", "PROPN") and not query.is_variable(term):
            phrase = re.sub(r" (?=['’])", "", " ".join(syntax.words[term.start : term.end]))
            if (at := text.lower().find(phrase.lower())) >= 0:
                found.setdefault(at, text[at : at + len(phrase)])
    return [found[at] for at in sorted(found)]


def _fits(phrase: str, wanted: str, facts: Facts) -> int:
    """Return whether a noun phrase can be what a pronoun stands for: 2 where it surely can, 1 perhaps."""
    words = [word.lower() for word in _WORD.findall(phrase)]
    head = next(iter(words[-1:]), "")
    entity = _entity_of(head, facts)
    several = "and" in words or (entity is not None and entity.number == "plural")
    if several or wanted == "plural" or not words:
        return 2 * (several and wanted == "plural")
    gender = (entity.gender if entity else "") or names().gender(words[0]) or nouns().gender(head)
    person = entity is not None and entity.type == "PERSON"
    animate = person or nouns().animacy(head) in ("person", "animal")
    return 2 * (gender == wanted) or int(not gender and animate != (wanted == "neuter"))


def _entity_of(head: str, facts: Facts) -> Entity | None:
    """Return what the story calls by a name or noun, the first of these."""
    known = facts.syntax.lowers
    own = (m.entity for m in facts.mentions if m.kind != "pronoun" and known[m.head] == head)
    number = next(own, -1)
    return facts.entities[number] if number >= 0 else None


def of_protagonist(question: Question, facts: Facts) -> Question:
    """Return a question whose *he* or *she* is nobody that it names, with the one whom the story is about.

    That one has to be mentioned twice as often as any other man, or woman: "When did she die?"
    """
    text = question.text
    if not text.rstrip().endswith("?") or question.is_cloze or question.choices or not _PRONOUN.search(text):
        return question
    every = _WORD.findall(text)
    low, words = [word.lower() for word in every], [one for one in every if one.lower() not in FUNCTION_WORDS]
    asks = low[0] == "who" and not AUXILIARIES.isdisjoint(low[1:2])  # "Who was her father?"
    bound = not _WHOEVER.isdisjoint(low[asks:])

    def put(match: re.Match[str]) -> str:
        wanted = _PRONOUNS[match[0].lower()]
        free = not bound and wanted in ("masculine", "feminine")
        # a name of which nothing is known may be that of a place
        if not free or any(_fits(word, wanted, facts) > word.istitle() for word in words):
            return match[0]
        return _in_place(match, text, name) if (name := _protagonist(wanted, facts)) else match[0]

    if (made := _PRONOUN.sub(put, text)) == text:
        return question
    told = "; ".join(filter(None, (question.tags.get(READ_AS, ""), f"pronouns: read as *{made}*")))
    return replace(question, text=made, tags={**question.tags, READ_AS: told})


def _protagonist(gender: str, facts: Facts) -> str:
    """Return the name of the one of a gender who is mentioned most, twice as often as others; or empty."""
    often = sorted((len(one.mentions), one.name) for one in facts.entities if one.gender == gender)
    (second, _), (most, name) = ((0, ""), (0, ""), *often)[-2:]
    return name if most >= 2 * max(1, second) and name.lower() not in _PRONOUNS else ""


def _in_place(match: re.Match[str], text: str, meant: str) -> str:
    """Return what stands for a pronoun: *Ada*, or *Ada's* where it says whose."""
    pronoun, after = match[0].lower(), _WORD.search(text, match.end())
    owns = pronoun in ("his", "its", "their")
    owns |= pronoun == "her" and after is not None and after[0].lower() not in FUNCTION_WORDS
    return meant + ("'s" if owns else "")


def _with_names(text: str, turn: Turn, facts: Facts) -> str:
    """Return a question with what its pronouns stand for, where it does not name that itself."""
    own = re.findall(r"(?<=\s)[A-Z]\w+", text)
    said, pronouns = _phrases(turn.query), {_PRONOUNS[one.lower()] for one in _PRONOUN.findall(turn.asked)}

    def antecedent(wanted: str) -> str:
        if any(_fits(word, wanted, facts) == 2 for word in own):
            return ""
        if (topic := turn.topics.get(wanted, "")) in said and wanted in pronouns:
            return topic
        given = [turn.answer] if turn.answer.lower() not in _NO_NOUN else []
        fitting = [(_fits(one, wanted, facts), one) for one in (*given, *said)]
        _, found = max(fitting, key=itemgetter(0), default=(0, ""))
        return _INDEFINITE.sub("the ", found) if any(fit for fit, _ in fitting) else topic

    def put(match: re.Match[str]) -> str:
        wanted = _PRONOUNS[match[0].lower()]
        if not (meant := antecedent(wanted)):
            return match[0]
        turn.topics[wanted] = meant
        return _in_place(match, text, meant)

    return _PRONOUN.sub(put, text)
