"""Cloze questions from an article and its highlights (Hermann et al. 2015, section 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from symbolic_rc.core.forks import cached_property
from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets.by_format.cnn import PLACEHOLDER
from symbolic_rc.datasets.cloze.articles import Article
from symbolic_rc.datasets.cloze.clusters import clusters, resolved
from symbolic_rc.datasets.cloze.markers import number_of, shuffled
from symbolic_rc.datasets.cloze.names import Name, Text, names, never_lower_case, tokenised, writing_counts


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
    marks = _marks(document, options)
    body = _written(document.texts[0], document.mentions[0], marks, options.lower)
    found: list[Question] = []
    for text, mentions in zip(document.texts[1:], document.mentions[1:], strict=True):
        for answer in dict.fromkeys(entity for _, entity in mentions):
            if document.frequencies[answer]:
                asked = _written(text, mentions, {**marks, answer: PLACEHOLDER}, options.lower)
                identity = f"{article.id}_{len(found)}"
                references = _references(document, answer, options)
                found.append(Question(identity, asked, references, placeholder=PLACEHOLDER))
    if not found:
        return None
    tags = {"url": article.url} if article.url else {}
    if options.anonymise:
        by_number = sorted(marks.items(), key=lambda item: number_of(item[1]))
        tags |= {mark: document.full_names[entity] for entity, mark in by_number}
    return Record(article.id, body, tuple(found), tokenised=True, tags=tags)


def _marks(document: ClozeDocument, options: ClozeOptions) -> dict[int, str]:
    """Return each entity's marker, in an order that says nothing; without anonymising, nothing."""
    if not options.anonymise:
        return {}
    numbers = shuffled(len(document.full_names), options.seed, document.id)
    return {entity: f"@entity{numbers[entity]}" for entity in document.full_names}


def _references(document: ClozeDocument, answer: int, options: ClozeOptions) -> tuple[tuple[str, ...], ...]:
    if options.anonymise:
        return ((_marks(document, options)[answer],),)
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
