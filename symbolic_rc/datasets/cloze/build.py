"""Cloze questions from an article and its highlights (Hermann et al. 2015, section 2)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from networkx.utils import UnionFind

from symbolic_rc.core.forks import cached_property
from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets.choices import PLACEHOLDER
from symbolic_rc.datasets.cloze import words as W
from symbolic_rc.datasets.cloze.articles import Article
from symbolic_rc.datasets.cloze.markers import number_of, shuffled
from symbolic_rc.datasets.cloze.names import Name, Text, names, never_lower_case, tokenised, writing_counts
from symbolic_rc.lexicon.english import word_set
from symbolic_rc.story import Story

_SMALL = word_set("of the and for de la del & in")
_COMPANY = word_set("""inc inc. corp corp. co co. company ltd ltd. group plc airlines air lines airways
    university fc united club party corporation motors motor records county city police department""")
#: What makes a part, a product or an event out of a name before it.
_PARTS = word_set("""day week show awards award prize cup trophy league house museum foundation center centre
    university college school hospital hero heroes magazine online live tonight today act law bill amendment
    street road avenue square park bridge station airport palace tower stadium river bay lake island islands
    mountain mountains""")

Key = tuple[str, ...]


def key_of(name: Name) -> Key:
    """Return the form under which equal names meet: small letters, known short forms spelled out."""
    lower = [word.lower() for word in name.words]
    while len(lower) > 1 and lower[0] == "the":
        lower = lower[1:]
    return W.common_form(tuple(lower))


def clusters(names: Sequence[Name]) -> list[int]:
    """Return the entity of each name, numbered from 0 in order of first mention.

    A short form goes to the full form that it can stand for: a surname (``Fenn``) or first name to the
    person, an acronym to what it spells, a company to its name with ``Inc.``. Where several fit, the one
    mentioned last before it is meant, else the most frequent. A place never joins a name that ends in it.
    """
    keys = [key_of(name) for name in names]
    counts = Counter(keys)
    first = {key: i for i, key in reversed(list(enumerate(keys)))}
    longer = {
        key: [f for f in counts if _stands_for(key, f) or (first[f] < first[key] and _begins(key, f))]
        for key in counts
    }
    _spell_out(longer, keys, [name.text.replace(".", "") for name in names])
    numbers: dict[Key, int] = {}
    return [numbers.setdefault(form, len(numbers)) for form in _meant(keys, counts, longer)]


def _spell_out(longer: dict[Key, list[Key]], keys: Sequence[Key], texts: Sequence[str]) -> None:
    """Give acronyms without a longer form the names that they can spell."""
    acronyms = defaultdict(list)
    for full in longer:
        if len(full) > 1:
            acronyms["".join(word[0] for word in full if word not in _SMALL)].append(full)
    for key, text in zip(keys, texts, strict=True):
        if len(key) == 1 and text.isupper() and 2 <= len(text) <= 6 and not longer[key]:
            longer[key] = [full for full in acronyms[text.lower()] if full != key]


def _stands_for(short: Key, full: Key) -> bool:
    if len(short) >= len(full):
        same = len(short) == len(full) > 2 and _without_middle(short) == _without_middle(full)
        return same and short > full
    person = W.is_first_name(full[0]) and not any(word in _SMALL for word in full)
    if person and len(short) > 1 and _without_middle(full) == short:
        return True
    if full[-len(short) :] == short:
        return _is_end(short, full, person)
    return full[: len(short)] == short and _is_start(short, full, person)


def _is_end(short: Key, full: Key, person: bool) -> bool:
    """Return whether the last words of a name may stand for it (``Fenn`` for ``Ada Fenn``)."""
    if full[-1] in W.MEMBERS or any(word in _SMALL for word in full[: -len(short)]):
        return False  # House Republicans are some of the Republicans
    if person or not W.is_place(" ".join(short)):
        return True
    plain = W.is_common(full[0]) or W.is_place(full[0]) or W.is_place(" ".join(full))
    return len(full) == 2 and not plain  # a club of a place's name: Madrid for Real Madrid


def _is_start(short: Key, full: Key, person: bool) -> bool:
    """Return whether the first words of a name may stand for it (``Apex`` for ``Apex Inc.``)."""
    if short[0] in W.DIRECTIONS:
        return len(full) == 2 and W.is_place(" ".join(full))
    if all(word in _COMPANY for word in full[len(short) :]):
        return True
    if len(short) > 1 or len(full) > 3 or W.is_place(short[0]):
        return False
    return person or (len(full) == 2 and not any(W.is_common(word) or W.is_place(word) for word in full))


def _begins(short: Key, full: Key) -> bool:
    """Return whether an unordinary word may stand for a name given in full before (``Tottenham Hotspur``)."""
    if len(short) != 1 or len(full) != 2 or full[0] != short[0]:
        return False
    ordinary = W.is_common(short[0]) or W.is_first_name(short[0]) or W.is_place(short[0])
    return not ordinary and not W.is_place(" ".join(full)) and full[1] not in _PARTS


def _without_middle(name: Key) -> Key:
    return (name[0], name[-1]) if len(name) == 3 else name


def _meant(keys: Sequence[Key], counts: Counter[Key], longer: dict[Key, list[Key]]) -> list[Key]:
    """Return the full form that each name stands for."""
    last: dict[Key, int] = {}
    found = []
    for i, key in enumerate(keys):
        options, passed = longer[key], {key}
        chosen = key
        while options:
            chosen = max(options, key=lambda full: (last.get(full, -1), counts[full], len(full)))
            if chosen in passed:
                break
            passed.add(chosen)
            last[chosen] = i
            options = longer[chosen]
        last[chosen] = i
        found.append(chosen)
    return found


_STOPS = frozenset(".!?\"'")


def resolved(texts: Sequence[Text], names: Sequence[Sequence[Name]]) -> list[int]:
    """Return the entity of each name, numbered from 0 in order of first mention.

    The texts, an article and its highlights, are resolved as one, each a sentence at least, so that a
    highlight's names are those of its article. Names whose mentions are in one cluster are one entity, and so
    are names of the same form; names that are no mentions of the layer are told apart by their form alone.
    """
    words: list[str] = []
    starts = []
    for text in texts:
        starts.append(len(words))
        words += text.words
        if text.words and text.words[-1] not in _STOPS:
            words.append(".")
    owner = {
        start + token: ("form", *key_of(name))
        for start, own in zip(starts, names, strict=True)
        for name in own
        for token in range(name.start, name.end)
    }
    entities = UnionFind()
    for mention in Story(Record("texts", " ".join(words), tokenised=True)).mentions:
        if mention.kind != "name":
            continue
        inside = (owner[token] for token in range(mention.start, mention.end) if token in owner)
        form = owner.get(mention.head) or next(inside, None)  # "the mayor Ada Holm": the head is no name
        if form is not None:
            entities.union(form, ("cluster", mention.entity))
    numbers: dict[object, int] = {}
    forms = (("form", *key_of(name)) for name in chain(*names))
    return [numbers.setdefault(entities[form], len(numbers)) for form in forms]


@dataclass(frozen=True, slots=True)
class ClozeOptions:
    """How questions are built.

    Attributes
    ----------
    anonymise : bool
        Whether entities become ``@entityN``.
    markers : {"names", "narrativeqa"}
        What an entity is: a name with all its forms, or, as in NarrativeQA's section 5.1, a capitalised
        word that the document never writes in lower case.
    seed : int
        Of the order of the markers, which is drawn for each document.
    max_tokens : int
        Longer articles give no questions.
    lower : bool
        Whether other words are lower-cased, as in the files of the paper.
    coreference : bool
        Whether names are grouped by coreference, as in the paper, instead of by their forms.
    """

    anonymise: bool = True
    markers: str = "names"
    seed: int = 0
    max_tokens: int = 2000
    lower: bool = False
    coreference: bool = False


class ClozeDocument:
    """An article and its highlights as tokens, with the entities of both.

    Parameters
    ----------
    markers : {"names", "narrativeqa"}
    coreference : bool
        Whether names are joined by the coreference layer.

    Attributes
    ----------
    texts : list of Text
        The article, then each highlight.
    mentions : list of list of (Name, int)
        For each text its names with their entity's number, in order.
    """

    def __init__(self, article: Article, markers: str = "names", coreference: bool = False) -> None:
        self.id = article.id
        self.texts = [tokenised(article.text), *map(tokenised, article.highlights)]
        counts = writing_counts(self.texts)
        if markers == "narrativeqa":
            found = [never_lower_case(text, counts) for text in self.texts]
            forms: dict[str, int] = {}
            numbers = [forms.setdefault(name.text.lower(), len(forms)) for each in found for name in each]
        else:
            found = [names(text, counts) for text in self.texts]
            numbers = resolved(self.texts, found) if coreference else clusters(list(chain(*found)))
        following = iter(numbers)
        self.mentions = [[(name, next(following)) for name in each] for each in found]

    @cached_property
    def full_names(self) -> dict[int, str]:
        """The longest form of each entity, the most frequent of equally long ones."""
        forms: dict[int, Counter[str]] = {}
        for each in self.mentions:
            for name, entity in each:
                forms.setdefault(entity, Counter())[name.text] += 1
        return {
            entity: max(counts, key=lambda form: (len(form.split()), counts[form]))
            for entity, counts in forms.items()
        }

    @cached_property
    def frequencies(self) -> Counter[int]:
        """How often the article names each entity."""
        return Counter(entity for _, entity in self.mentions[0])


def questions(article: Article, options: ClozeOptions | None = None) -> Record | None:
    """Build every question of an article: one for each entity of each highlight.

    Filters as in the paper: at most `max_tokens` tokens, and the answer must be named in the article. All
    mentions of the answer in its highlight become the placeholder.

    Parameters
    ----------
    article : Article
        The article with its highlights.
    options : ClozeOptions | None
        What counts as a name, and how it is written.

    Returns
    -------
    Record or None
        The anonymised article with its questions, ids ``articleid_n``; its tags hold the URL and what each
        marker stands for. None if there is no question.
    """
    options = options or ClozeOptions()
    document = ClozeDocument(article, options.markers, options.coreference)
    if len(document.texts[0].words) > options.max_tokens:
        return None
    marks: dict[int, str] = {}
    if options.anonymise:  # in an order that says nothing
        numbers = shuffled(len(document.full_names), options.seed, document.id)
        marks = {entity: f"@entity{numbers[entity]}" for entity in document.full_names}
    body = _written(document.texts[0], document.mentions[0], marks, options.lower)
    found: list[Question] = []
    for text, mentions in zip(document.texts[1:], document.mentions[1:], strict=True):
        for answer in dict.fromkeys(entity for _, entity in mentions):
            if document.frequencies[answer]:
                asked = _written(text, mentions, {**marks, answer: PLACEHOLDER}, options.lower)
                identity = f"{article.id}_{len(found)}"
                references = ((marks[answer],),) if marks else _forms(document, answer, options)
                found.append(Question(identity, asked, references, placeholder=PLACEHOLDER))
    if not found:
        return None
    tags = {"url": article.url} if article.url else {}
    if options.anonymise:
        by_number = sorted(marks.items(), key=lambda item: number_of(item[1]))
        tags |= {mark: document.full_names[entity] for entity, mark in by_number}
    return Record(article.id, body, tuple(found), tokenised=True, tags=tags)


def _forms(document: ClozeDocument, answer: int, options: ClozeOptions) -> tuple[tuple[str, ...], ...]:
    forms = Counter(name.text for name, entity in document.mentions[0] if entity == answer)
    order = sorted(forms, key=lambda form: (-len(form.split()), -forms[form], form))
    return tuple((form.lower() if options.lower else form,) for form in order)


def _written(text: Text, mentions: Sequence[tuple[Name, int]], marks: dict[int, str], lower: bool) -> str:
    """Return a text as tokens with its names replaced by their markers."""
    words, at = list[str](), 0
    for name, entity in mentions:
        words += _cased(text.words[at : name.start], lower)
        words += [marks[entity]] if entity in marks else _cased(name.words, lower)
        at = name.end
    return " ".join([*words, *_cased(text.words[at:], lower)])


def _cased(words: Sequence[str], lower: bool) -> list[str]:
    return [word.lower() for word in words] if lower else list(words)
