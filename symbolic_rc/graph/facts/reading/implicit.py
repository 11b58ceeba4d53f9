"""What clauses say without a predicate of their own.

Exceptions, ellipsis, gapping, contrast, *instead of*, *respectively*, an event that is mentioned again, and
events that a noun for their agent implies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from symbolic_rc.core.tokens import grouped
from symbolic_rc.coref.mentions.syntax import Syntax
from symbolic_rc.graph.facts.fact import Fact, Term
from symbolic_rc.graph.facts.reading.phrases import phrase_from, sentence_end
from symbolic_rc.graph.facts.reading.source import Source
from symbolic_rc.lexicon import nouns, wordnet
from symbolic_rc.lexicon.attribute_kinds import kind_of_noun
from symbolic_rc.lexicon.english import DO, ELLIPTIC_AUXILIARIES, EXCEPTIONS, NEGATIVE_PRONOUNS

_ALL = frozenset("all everybody everyone every each".split())
#: What begins a phrase that stands in contrast to another, and how far below its verb it may be.
_IN_PLACE_OF, _LEVELS = (["instead", "of"], ["rather", "than"]), 4
_CORE = ("ARG0", "ARG1", "ARG2")
_EACH = (["a"], ["an"], ["per"])  # "ninety euros a night"
_JOINING = frozenset((",", ";", "and", "but", "while"))
_SUBJECTS = ("PROPN", "NOUN", "PRON")
_BULLETS = frozenset("- – — * • · ‣ ◦".split())
#: The roles of what undergoes an event.
_UNDERGOING = ("ARG1", "ARG2")
#: Of what it is said that somebody finds it so.
_JUDGED = frozenset(f"result of {verb}" for verb in "find consider deem judge call".split())
#: Maximum distance, in sentences, between two mentions of one event.
_NEAR = 3


def shared_facts(source: Source, facts: Sequence[Fact]) -> Iterator[Fact]:
    """Yield what follows for others from facts that were read; ids are not set, `premises` are."""
    for fact in facts:
        if fact.kind in ("event", "attribute"):
            yield from _exceptions(source, fact)
            yield from _excepted_times(source, fact)
    yield from _elliptic(source, facts)


def gapped(source: Source, facts: Sequence[Fact]) -> list[Fact]:
    """Return facts with those of clauses that lack their verb: "the hall holds 600 people, the church 250".

    Likewise "eight seeds grew in the pot, and only five in the field".

    What was read into such a clause is no part of the one before it.
    """
    found: list[Fact] = []
    for fact in facts:
        event = fact.kind == "event" and not fact.premises
        clauses = _clauses_without_verb(source, fact) if event else []
        found += _split(source, fact, clauses, facts) if clauses else [fact]
    return found


def exchanged(source: Source, facts: Sequence[Fact]) -> list[Fact]:
    """Return facts with what they deny: "paid with a ring instead of coins", "rather than Bo, Ada went"."""
    found, lowers = list[Fact](), source.syntax.lowers
    marks = [i for i in range(len(lowers) - 2) if lowers[i : i + 2] in _IN_PLACE_OF]
    for fact in facts:
        near = [i for i in marks if source.syntax.sentences[i] == fact.sentence and fact.kind == "event"]
        found += _asserted_and_denied(source, fact, near[0]) if near else (fact,)
    return found


def _asserted_and_denied(source: Source, fact: Fact, at: int) -> tuple[Fact, ...]:
    """Return an event without its "instead of …", and what that denies, if it is about the event."""
    deps, pos = source.syntax.deps, source.syntax.pos
    opening = ("ADP", "DET", "ADJ", "NUM")
    noun = _past(source, at + 2, lambda i: deps[i] in ("compound", "nmod:poss") or pos[i] in opening)
    place, verb = _in_place_of(source, fact, at, noun), _gerund(source, noun)
    if place < 0 and not (verb and fact.terms and source.syntax.heads[noun] == fact.token):
        return (fact,)
    if verb and (place < 0 or not _gerund(source, fact.terms[place].head)):  # "read instead of sleeping"
        doer = replace(fact.terms[_first_argument(fact)], role="ARG0")
        undone = replace(fact, predicate=verb, sense=f"{verb}.01", token=noun, denied=not fact.denied)
        return replace(undone, terms=(doer,)), fact
    out = source.term("", noun, "instead of")
    other = _turned(fact, place, replace(out, start=max(out.start, at + 2)), not fact.denied)
    rest = tuple(one for one in other.terms if one.head == noun or not at <= one.head <= noun)
    told = tuple(_until(source, one, at) for one in fact.terms if one.start < at or one.head > noun)
    return replace(other, terms=rest, premises=()), replace(fact, terms=told)


def _gerund(source: Source, noun: int) -> str:
    """Return the verb of what looks like a noun and is its gerund: *sleeping*; or empty."""
    tags, word = source.syntax.tags[noun : noun + 1], "".join(source.syntax.lowers[noun : noun + 1])
    return next(iter(wordnet().base(word, "v")), "") if tags == ["NN"] and word.endswith("ing") else ""


def _until(source: Source, term: Term, end: int) -> Term:
    """Return the part of a term before a token, if that is inside it."""
    if not term.start < end < term.end:
        return term
    return replace(term, end=end) if term.head < end else replace(source.term(term.role, end - 1), end=end)


def _in_place_of(source: Source, fact: Fact, at: int, noun: int) -> int:
    """Return the place of the term of an event that "instead of …" contrasts with a noun, or -1.

    That is the phrase before it; where there is none, the subject is contrasted with somebody, and the object
    with a thing.
    """
    syntax, above = source.syntax, noun
    if noun >= len(syntax) or syntax.pos[noun] not in _SUBJECTS:
        return -1
    for _ in range(_LEVELS):
        above = int(syntax.heads[above]) if above != fact.token else above
    if above != fact.token:
        return -1
    before = [i for i, one in enumerate(fact.terms) if fact.token < one.start < at <= one.end]
    if before:
        return before[-1]
    somebody = syntax.pos[noun] != "NOUN" or wordnet().class_of(syntax.lemmas[noun]) == "noun.person"
    roles = [one.role for one in fact.terms]
    return _first_argument(fact) if somebody else roles.index("ARG1") if "ARG1" in roles else -1


def listed_below(source: Source, facts: Sequence[Fact]) -> list[Fact]:
    """Return facts with what a list below their sentence names: "Ada packed:", and a lamp and a rug below."""
    syntax, found = source.syntax, list[Fact]()
    for fact in facts:
        at = sentence_end(syntax, fact.token) if fact.kind == "event" else 0
        while at > fact.token and syntax.pos[at - 1] == "SPACE":
            at -= 1
        given = [term for term in fact.terms if term.role == "ARG1"]
        named = at and syntax.lowers[at - 1] == ":" and all(fact.token < one.end <= at for one in given)
        items = _items_below(source, at) if named else []
        others = (term for term in fact.terms if term.role != "ARG1")
        found.append(replace(fact, terms=(*others, *items)) if items else fact)
    return found


def _items_below(source: Source, at: int) -> list[Term]:
    """Return what each line with a bullet names, from a token on."""
    syntax = source.syntax
    items, at = list[Term](), _past(source, at, lambda i: syntax.pos[i] == "SPACE")
    while at < len(syntax) and syntax.lowers[at] in _BULLETS:
        end = sentence_end(syntax, at)
        named = [i for i in range(at, end) if syntax.deps[i] == "root" and syntax.pos[i] in ("NOUN", "PROPN")]
        found = [source.term("ARG1", i, "member of a list") for i in named]
        stop = next(i for i in range(end, at, -1) if syntax.pos[i - 1] not in ("SPACE", "PUNCT"))
        items += [replace(one, start=max(one.start, at + 1), end=min(one.end, stop)) for one in found]
        at = end
    return items


def _split(
    source: Source, fact: Fact, clauses: Sequence[tuple[Term, Term]], facts: Sequence[Fact]
) -> Iterator[Fact]:
    """Yield a fact without the clauses that lack their verb, and the facts of these."""
    inside = {i for subject, value in clauses for i in range(subject.start, value.end)}
    first = clauses[0][0].start
    while source.syntax.lowers[first - 1] in _JOINING:
        first -= 1
    terms = (term for term in fact.terms if term.head not in inside)
    kept = [replace(one, end=first) if one.head < first < one.end else one for one in terms]
    yield replace(fact, terms=tuple(kept))
    given = _subject_and_object(source, fact)
    rest = [term for term in kept if term.role not in [one.role for one in given]]
    beside = [one for one in facts if one.sentence == fact.sentence or one.kind == "attribute"]
    for pair in clauses:
        yield replace(fact, terms=(*_in_places(pair, given), *rest))
        yield from _likewise(source, pair, given, beside)


def _likewise(
    source: Source, pair: Sequence[Term], given: Sequence[Term], facts: Sequence[Fact]
) -> Iterator[Fact]:
    """Yield what facts say about two terms, a price or a number, as about two others."""
    heads = [one.head for one in given]
    for fact in facts:
        if fact.kind == "attribute" and [term.head for term in fact.terms] == heads:
            yield replace(fact, terms=_in_places(pair, fact.terms))
    for term, head in zip(pair, heads, strict=True):
        same = (one for one in facts if one.kind == "quantity" and one.terms[0].head == head)
        if source.syntax.pos[term.head] == "NUM" and (first := next(same, None)):
            both = (replace(term, role="counted"), replace(term, role="value"))
            yield replace(first, terms=both, token=term.head)


def _in_places(pair: Sequence[Term], of: Sequence[Term]) -> tuple[Term, ...]:
    """Return two terms in the roles of two others."""
    return tuple(replace(term, role=one.role) for term, one in zip(pair, of, strict=True))


def _subject_and_object(source: Source, fact: Fact) -> list[Term]:
    """Return the subject and the object of an event, or less where it has not both."""
    before = [term for term in fact.terms if term.role in _CORE and term.end <= fact.token]
    behind = [term for term in fact.terms if term.start > fact.token and _opening(source, term.start)]
    behind.sort(key=lambda term: (term.start, term.role not in _CORE))
    return [before[0], behind[0]] if before and behind else []


def _opening(source: Source, token: int) -> str:
    """Return how a phrase begins: with a number or an article, *the*, or a certain preposition."""
    low = source.syntax.lowers[token]
    if source.syntax.pos[token] in ("NUM", "SYM") or low in ("a", "an"):
        return "a"
    return low if low == "the" or source.syntax.pos[token] == "ADP" else ""


def _clauses_without_verb(source: Source, fact: Fact) -> list[tuple[Term, Term]]:
    """Return subject and object of each clause behind an event's that has these two alone."""
    syntax, found = source.syntax, list[tuple[Term, Term]]()
    if not (given := _subject_and_object(source, fact)):
        return found
    opening = _opening(source, given[1].start)
    bare = given[1].start == fact.token + 1 and opening not in ("", "a", "the")
    subjects = ("DET", "ADJ", "PROPN", "NOUN", "PRON")[: 4 + bare] if opening == "a" or bare else ("PROPN",)
    if syntax.pos[given[0].start] == "NUM":
        subjects, bare = ("NUM",), False
    at = _past(source, given[1].head + 1, lambda i: syntax.pos[i] == "NUM")  # £ 7
    at += 2 * (syntax.lowers[at : at + 1] in _EACH and source.is_time(min(at + 1, len(syntax) - 1)))
    while at < len(syntax) and syntax.sentences[at] == fact.sentence:
        if (clause := _clause_at(source, at, opening, subjects)) is None:
            break
        found.append(clause)
        at = clause[1].end
    return found if not (bare and found) or _is_series(syntax, given[1], found[-1]) else []


def _clause_at(source: Source, at: int, opening: str, subjects: tuple[str, ...]) -> tuple[Term, Term] | None:
    """Return subject and object of the clause without a verb that is joined at a token; None for none."""
    syntax = source.syntax
    start = _past(source, at, lambda i: syntax.lowers[i] in _JOINING or syntax.lowers[i] == "only")
    middle = _past(
        source,
        start,
        lambda i: syntax.pos[i] in subjects and not (i > start and _opening(source, i) == opening),
    )
    if start == at or not start < middle < len(syntax) or _opening(source, middle) != opening:
        return None
    last = ("ADJ", "NOUN") if opening == "a" else ("ADJ", "NOUN", "PROPN", "NUM", "DET")
    last = (*last, "NUM") if syntax.pos[middle] == "SYM" else last
    end = _past(source, middle + 1, lambda i: syntax.pos[i] in last)
    closed = end >= len(syntax) or syntax.lowers[end] in _JOINING or syntax.pos[end] == "PUNCT"
    if not closed or syntax.pos[middle - 1] not in ("PROPN", "NOUN", "ADJ", subjects[0]):
        return None
    subject = Term("", start, middle, middle - 1, source.entity_at(middle - 1), "gapping")
    return subject, Term("", middle, end, end - 1, source.entity_at(end - 1), "gapping")


def _is_series(syntax: Syntax, first: Term, last: Sequence[Term]) -> bool:
    """Whether clauses without a verb are no apposition: not "lived in Rome, a city in Italy"."""
    dated = syntax.pos[first.head] == syntax.pos[last[1].head] == "NUM"
    return dated or syntax.lowers[last[0].start - 1] not in (",", "only")


def _past(source: Source, start: int, fits: Callable[[int], bool]) -> int:
    """Return the first token from a start on that does not fit, or the number of tokens."""
    return next((i for i in range(start, len(source.syntax)) if not fits(i)), max(start, len(source.syntax)))


def _turned(fact: Fact, place: int, term: Term, denied: bool) -> Fact:
    """Return a fact with one other term in a role."""
    role = fact.terms[place].role
    kept = [one for i, one in enumerate(fact.terms) if i == place or one.role != role]
    terms = tuple(replace(term, role=role) if one is fact.terms[place] else one for one in kept)
    return replace(fact, id=-1, terms=terms, denied=denied, premises=(fact.id,))


def _exceptions(source: Source, fact: Fact) -> Iterator[Fact]:
    """Read "nobody except Ada knew", "all but Bo left": what is not so of the rest."""
    syntax = source.syntax
    for place, term in enumerate(fact.terms[:2]):
        opening = syntax.lowers[term.start] if term.start < term.end else ""
        if opening not in _ALL | NEGATIVE_PRONOUNS:
            continue
        but = (i for i in range(term.start, term.end) if syntax.lowers[i] == "but")
        words = (i for i in range(term.start + 1, term.end) if syntax.lowers[i] in EXCEPTIONS)
        at = next(words, next(but, term.end))
        names = (i for i in range(at + 1, term.end) if syntax.pos[i] in ("PROPN", "NOUN"))
        token = next((i for i in names if syntax.deps[i] != "compound"), -1)
        for one in (token, *source.listed(token)) if token >= 0 else ():
            out = source.term(term.role, one, "exception")
            yield _turned(fact, place, replace(out, start=max(out.start, at + 1)), opening in _ALL)


def _excepted_times(source: Source, fact: Fact) -> Iterator[Fact]:
    """Read "she sings daily, except on Sundays": then she does not."""
    syntax = source.syntax
    for child in syntax.children_of(fact.token) if fact.kind == "event" else ():
        marks = [i for i in syntax.children_of(child) if syntax.lowers[i] == "except"]
        if not marks or syntax.pos[child] not in ("NOUN", "PROPN", "NUM"):
            continue
        out = source.term("ARGM-TMP" if source.is_time(child) else "ARGM-LOC", child, "exception")
        kept = tuple(one for one in fact.terms if one.role != out.role)
        terms = (*kept, replace(out, start=max(out.start, marks[0] + 1)))
        yield replace(fact, id=-1, terms=terms, denied=not fact.denied, premises=(fact.id,))


def _elliptic(source: Source, facts: Sequence[Fact]) -> Iterator[Fact]:
    """Read "Ada can swim, but Bo cannot", "Ada is not a nurse, but Bo is"."""
    syntax, low = source.syntax, source.syntax.lowers
    told = (fact for fact in facts if fact.kind in ("event", "attribute") and fact.terms)
    by_sentence = grouped((fact.sentence, fact) for fact in told if not fact.terms[0].link)
    yield from _so_does(source, by_sentence)
    for i in range(1, len(syntax)):
        denied = low[i + 1 : i + 2] in (["not"], ["n't"])
        if not _ends_with_auxiliary(syntax, i, i + 1 + denied):
            continue
        sentence = int(syntax.sentences[i])
        # "Ada was a nurse. Bo was too."
        near = by_sentence.get(sentence) or by_sentence.get(sentence - 1, [])
        before = [
            fact
            for fact in near
            if fact.token < i - 1 and fact.terms[0].head < fact.token + (fact.kind == "attribute")
        ]
        start, end = source.phrase(i - 1)
        subject = Term("", start, min(end, i), i - 1, source.entity_at(i - 1), "ellipsis")
        _, modality, speaker = source.manner(i)
        for fact in before:
            if fact.token == before[-1].token:
                same = fact if low[i] not in DO else replace(fact, modality=modality, source=speaker)
                yield _turned(same, _first_argument(same), subject, denied)


def _first_argument(fact: Fact) -> int:
    """Return the place of a fact's first term that is no adjunct."""
    return next((k for k, one in enumerate(fact.terms) if not one.role.startswith("ARGM")), 0)


def _ends_with_auxiliary(syntax: Syntax, token: int, after: int) -> bool:
    """Whether a noun and an auxiliary alone end a clause, but for *too*, *either*, and *it* that is done."""
    after += syntax.lowers[token] in DO and syntax.lowers[after : after + 1] in (["it"], ["so"])
    if syntax.lowers[token] not in ELLIPTIC_AUXILIARIES or syntax.pos[token - 1] not in _SUBJECTS:
        return False
    after += syntax.lowers[after : after + 1] in (["too"], ["either"])  # and not "was too quiet"
    return after >= len(syntax) or syntax.pos[after] == "PUNCT"


def _so_does(source: Source, by_sentence: Mapping[int, list[Fact]]) -> Iterator[Fact]:
    """Read "so does Bo", "neither can Mina": the last predicate holds, or does not hold, of them too."""
    syntax, low = source.syntax, source.syntax.lowers
    for i in range(2, len(syntax) - 2):
        if low[i] not in ("as", "so", "neither", "nor") or low[i + 1] not in ELLIPTIC_AUXILIARIES:
            continue
        start, end = phrase_from(syntax, i + 2, len(syntax))
        if start == end or (end < len(syntax) and syntax.pos[end] not in ("PUNCT", "CCONJ")):
            continue
        sentence = int(syntax.sentences[i])
        near = (*by_sentence.get(sentence - 1, ()), *by_sentence.get(sentence, ()))
        before = [fact for fact in sorted(near, key=lambda fact: fact.id) if fact.token < i]
        subject = Term("", start, end, end - 1, source.entity_at(end - 1), "ellipsis")
        for fact in before:
            if fact.token == before[-1].token:
                yield _turned(fact, 0, subject, low[i] not in ("as", "so"))


def respectively(source: Source, facts: Sequence[Fact]) -> list[Fact]:
    """Return facts in which "Ada and Bo bought a hat and a coat, respectively" is one fact a pair."""
    syntax = source.syntax
    where = {int(syntax.sentences[i]) for i, word in enumerate(syntax.lowers) if word == "respectively"}
    found = [one for fact in facts for one in (_paired(source, fact) if fact.sentence in where else [fact])]
    stated = [one for one in found if one.kind == "attribute" and one.sentence in where]
    return [_numbered(source, one, stated) if one in stated else one for one in found]


def _numbered(source: Source, fact: Fact, stated: Sequence[Fact]) -> Fact:
    """Return an attribute of one of several with its own number of as many: "are 30 and 40 years old"."""
    same = [one.terms[0] for one in stated if (one.token, one.predicate) == (fact.token, fact.predicate)]
    value = fact.terms[1]
    numbers = [i for i in range(value.start, value.end) if source.syntax.pos[i] == "NUM"]
    if len(numbers) < 2 or len(numbers) != len(same):
        return fact
    own = numbers[same.index(fact.terms[0])]
    value = replace(value, start=own, end=own + 1, head=own, link="respectively")
    return replace(fact, terms=(fact.terms[0], value))


def _paired(source: Source, fact: Fact) -> list[Fact]:
    """Return a fact for each pair of the terms of two roles; itself where two roles do not pair off."""
    columns = [own for own in grouped((term.role, term) for term in fact.terms).values() if len(own) > 1]
    if len(columns) != 2 or len(columns[0]) != len(columns[1]):
        return [fact]
    several = [column[0].role for column in columns]
    words = source.syntax.lowers
    rest = [term for term in fact.terms if term.role not in several]
    rest = [term for term in rest if words[term.start : term.end] != ["respectively"]]
    return [
        replace(fact, terms=(*(replace(_own_words(source, one), link="respectively") for one in pair), *rest))
        for pair in zip(*columns, strict=True)
    ]


def _own_words(source: Source, term: Term) -> Term:
    words = source.syntax.lowers
    end = next((i for i in range(term.start, term.end) if words[i] == "respectively"), term.end)
    while end > term.start + 1 and source.syntax.pos[end - 1] == "PUNCT":
        end -= 1
    return replace(term, end=max(end, term.head + 1))


def contrasted(source: Source, facts: Sequence[Fact]) -> list[Fact]:
    """Return facts in which what is denied of one term alone is a separate fact."""
    found: list[Fact] = []
    for fact in facts:
        whole = fact.kind != "event" or fact.denied
        left = () if whole else [term for term in fact.terms if _is_denied(source, fact, term)]
        kept = tuple(term for term in fact.terms if term not in left)
        if {term.role for term in left} <= {term.role for term in kept}:
            found.append(replace(fact, terms=kept) if left else fact)
        for term in left:
            denied = replace(term, start=min(term.start + 1, term.head))
            others = (one for one in kept if one.role != term.role)
            found.append(replace(fact, terms=(denied, *others), denied=True))
    return found


def _is_denied(source: Source, fact: Fact, term: Term) -> bool:
    """Whether *not* stands before a term, or *no* before one of several."""
    low = source.syntax.lowers
    word = low[term.start] if term.start < term.head and low[term.start + 1] != "only" else ""
    several = sum(one.role == term.role for one in fact.terms) > 1
    core = term.role.startswith("ARG") and (several or not term.role.startswith("ARGM"))  # "not in the hall"
    return core and (word == "not" or (word == "no" and several))


def repeated(source: Source, facts: Sequence[Fact]) -> list[Fact]:
    """Return facts in which *it* and *them* are what underwent the same event before, or its contrary.

    The verb decides against the nearest noun: who opens a door, and then it, opens the door.
    """
    found: list[Fact] = []
    earlier: dict[str, list[Fact]] = {}
    for fact in facts:
        if fact.kind == "event":
            fact = replace(fact, terms=tuple(_of_its_kind(source, term) for term in fact.terms))
            if any(_is_meant(source, term) for term in fact.terms):
                same = (fact.predicate, *wordnet().antonyms(fact.predicate, "v"))
                before = [old for verb in same for old in earlier.get(verb, ())]
                before = [old for old in before if fact.sentence - old.sentence <= _NEAR]
                before.sort(key=lambda old: old.token)
                fact = replace(fact, terms=tuple(_meant(source, term, before) for term in fact.terms))
            earlier.setdefault(fact.predicate, []).append(fact)
        found.append(fact)
    return found


def _of_its_kind(source: Source, term: Term) -> Term:
    """Return *one*, as what undergoes an event, with the words of the noun phrase that it stands for."""
    syntax = source.syntax
    if term.role not in _UNDERGOING or syntax.lowers[term.start : term.end] != ["one"]:
        return term
    for i in range(term.head - 1, 0, -1):
        if syntax.sentences[i] < syntax.sentences[term.head] - 1:
            break
        start, end = source.phrase(i) if syntax.pos[i] == "NOUN" else (i, i)
        if syntax.lowers[start] in ("a", "an") and start < end:
            return replace(term, start=start, end=end, head=i, link=term.link or "one of its kind")
    return term


def _is_meant(source: Source, term: Term) -> bool:
    return term.role in _UNDERGOING and source.syntax.lowers[term.head] in ("it", "them")


def _meant(source: Source, term: Term, before: Sequence[Fact]) -> Term:
    """Return a term with the entity that the same role had before, where it is such a pronoun."""
    syntax = source.syntax
    if not _is_meant(source, term):
        return term
    plural = syntax.lowers[term.head] == "them"
    for fact in reversed(before):
        for old in fact.terms:
            noun = syntax.pos[old.head] == "NOUN" and (syntax.tags[old.head] == "NNS") == plural
            if old.role in _UNDERGOING and old.head < term.head and old.entity >= 0 and noun:
                return replace(term, entity=old.entity, link=term.link or "the same event")
    return term


def doings(source: Source, facts: Sequence[Fact]) -> Iterator[Fact]:
    """Yield the event that an agent noun implies, and what somebody thinks; ids are not set."""
    for fact in facts:
        yield from _opinion(source, fact)
        if fact.kind != "attribute" or source.syntax.pos[fact.token] != "NOUN":
            continue
        verb, done = _verb_of(source.lemma(fact.token)), _done(source, fact.token)
        if verb and done is not None and fact.terms[1].head == fact.token:
            terms = (replace(fact.terms[0], role="ARG0"), done)
            told = replace(fact, id=-1, kind="event", predicate=verb, sense=f"{verb}.01")
            yield replace(told, terms=terms, premises=(fact.id,))


def _opinion(source: Source, fact: Fact) -> Iterator[Fact]:
    """Yield that somebody thinks so who finds something so: "Ada found it thrilling"."""
    verb = int(source.syntax.heads[fact.token])
    judges = fact.kind == "attribute" and fact.sense != "name" and fact.terms[0].link in _JUDGED
    judges = judges and not source.syntax.has_child(verb, "aux:pass")
    if judges and (judge := source.subject(verb)[0]) >= 0:
        terms = (source.term("ARG0", judge), replace(fact.terms[1], role="ARG1"))
        told = replace(fact, id=-1, kind="event", predicate="think", sense="think.01", terms=terms)
        yield replace(told, premises=(fact.id,))


@lru_cache(maxsize=4096)
def _verb_of(noun: str) -> str:
    """Return the verb of an agent noun, or empty."""
    if not noun.endswith(("er", "or", "ar")) or kind_of_noun(noun) not in ("profession", "person", "role"):
        return ""
    words = wordnet()
    verbs = (one for one in words.derivations(noun, "n") if words.has(one, "v") and one != noun)
    return next((one for one in verbs if noun.startswith(one.rstrip("ey")) and len(one) < len(noun)), "")


def _done(source: Source, noun: int) -> Term | None:
    """Return the patient of an agent noun: "the winner of the race", "Ada's teacher"."""
    for child in source.syntax.children_of(noun):
        dep, word = source.syntax.deps[child], source.case(child)
        if dep == "nmod:poss" or (dep == "nmod" and word == "of"):
            term = source.term("ARG1", child, "of the doer")
            return source.without_case(term) if word == "of" else term
    return None


#: Nouns of WordNet for what is made, the narrower first, and the verbs that say that somebody made it.
_MADE_BY = {
    "movie": ("direct", "make"), "photograph": ("take",), "picture": ("paint",),
    "sculpture": ("carve", "make"), "music": ("compose", "write"), "writing": ("write",),
    "publication": ("write",), "structure": ("design", "build"),
}  # fmt: skip


def makings(source: Source, facts: Sequence[Fact]) -> Iterator[Fact]:
    """Yield who made a work: "a novel by Dickens", "The portrait is by a pupil of Titian"."""
    syntax = source.syntax
    for by in (i for i, word in enumerate(syntax.lowers) if word == "by" and syntax.deps[i] == "case"):
        token = int(syntax.heads[by])
        modifies = syntax.deps[token] == "nmod"
        work = int(syntax.heads[token]) if modifies else syntax.subject_of(token)
        if work < 0 or not (modifies or syntax.has_child(token, "cop")) or not _is_maker(source, token):
            continue
        what = source.term("ARG1", work, "by")
        what = replace(what, end=by) if modifies else what
        terms = source.without_case(source.term("ARG0", token, "by")), what
        if syntax.pos[work] == "PRON" and what.entity >= 0:
            work = source.mentions[source.entities[what.entity].mentions[0]].head
        for verb in _verbs_of_making(source.lemma(work)):
            yield source.fact("event", verb, f"{verb}.01", terms, token)


def _is_maker(source: Source, token: int) -> bool:
    """Whether a noun or name can be of somebody who makes things."""
    entity = source.entity_at(token)
    named = entity >= 0 and source.entities[entity].type in ("PERSON", "ORG")
    return named if source.syntax.pos[token] == "PROPN" else nouns().animacy(source.lemma(token)) == "person"


@lru_cache(maxsize=1024)
def _verbs_of_making(noun: str) -> tuple[str, ...]:
    above = frozenset(wordnet().above(noun))
    known = (verbs for kind, verbs in _MADE_BY.items() if not above.isdisjoint(wordnet().synsets(kind, "n")))
    return next(known, ())
