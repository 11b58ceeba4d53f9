"""Cases: templates filled with words among unrelated sentences, and changes that must keep an answer."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from symbolic_rc.behaviour.templates import SLOT, Template, TemplateWord, fill, load_templates, words
from symbolic_rc.core.errors import SymbolicRCError, whole_number
from symbolic_rc.core.record import Question, Record
from symbolic_rc.lexicon.english import FUNCTION_WORDS

#: The kinds of checks: a right answer; an answer that stays; an answer that must change.
KINDS = ("mft", "invariance", "direction")
_MOST_ADDED = 4


@dataclass(frozen=True, slots=True)
class BehaviouralCase:
    """One case: right only if all its questions are.

    Attributes
    ----------
    record : Record
        The story with its questions, whose references are the right answers.
    other : Record or None
        For invariance and direction, the changed story or questions.
    change : str
        What was changed.
    """

    capability: str
    template: str
    kind: str
    record: Record
    other: Record | None = None
    change: str = ""

    @property
    def id(self) -> str:
        """The id of its story, unique in a suite."""
        return self.record.id


def make_cases(
    templates: Sequence[Template],
    kind: str = "mft",
    count: int = 300,
    seed: int = 0,
    distractors: str = "aside",
) -> list[BehaviouralCase]:
    """Return at least `count` cases per capability, equally many of each template.

    Parameters
    ----------
    templates : sequence of Template
    kind : {"mft", "invariance", "direction"}
        Only templates with two slots to swap have cases of the kind `direction`.
    count : int
        Cases per capability, over all its given templates.
    seed : int
        The same seed gives the same cases.
    distractors : str
        The kind of unrelated sentences in ``words.toml``.
    """
    if kind == "direction":
        templates = [template for template in templates if template.swap]
    beside = Counter(template.capability for template in templates)
    return [
        _case(template, kind, number, seed, distractors)
        for template in templates
        for number in range(-(-count // beside[template.capability]))
    ]


def case_named(name: str, kind: str = "mft", seed: int = 0) -> BehaviouralCase:
    """Return one case by its id: ``capability/template/number``; SymbolicRCError if there is none."""
    capability, _, rest = name.partition("/")
    slug, _, number = rest.rpartition("/")
    found = [one for one in load_templates(capability) if one.name.replace(" ", "-") == slug]
    place = whole_number(number)
    if not found or place is None or kind not in KINDS or (kind == "direction" and not found[0].swap):
        raise SymbolicRCError(f"there is no case {name[:80]!r} of the kind {kind[:80]!r}")
    return _case(found[0], kind, place, seed)


def _case(
    template: Template, kind: str, number: int, seed: int, distractors: str = "aside"
) -> BehaviouralCase:
    rng = random.Random(f"{seed}/{template.capability}/{template.name}/{number}")
    filling = fill(list(template.slots), rng)
    story = _story(template, filling, rng, distractors)
    identity = f"{template.capability}/{template.name}/{number}".replace(" ", "-")
    record = _record(identity, template, " ".join(story), filling)
    change, other = "", None
    if kind == "direction":
        one, two = template.swap
        swapped = {**filling, one: filling[two], two: filling[one]}
        a, b = filling[one].text, filling[two].text
        text = record.text.replace(a, "\0").replace(b, a).replace("\0", b)
        other = _record(f"{identity}.changed", template, text, swapped, asked_by=filling)
        change = f"{one} and {two} exchanged"
    elif kind != "mft":
        change, other = changed(record, filling, rng)
    return BehaviouralCase(template.capability, template.name, kind, record, other, change)


def _story(
    template: Template, filling: dict[str, TemplateWord], rng: random.Random, distractors: str
) -> list[str]:
    """Return the sentences of a story: its parts in order among unrelated sentences."""
    parts = [_filled(part, filling) for part in template.story]
    if template.bare:
        return parts
    taken = frozenset(word.text for word in filling.values())
    length = sum(part.count(".") for part in parts)
    room = max(0, min(_MOST_ADDED, 10 - length))
    people = fill(["a", "b"], rng, taken)
    for sentence in rng.sample(words()[distractors], rng.randint(0, room)):
        person = people[rng.choice("ab")]
        parts.insert(rng.randint(0, len(parts)), sentence.text.replace("NAME", person.text))
    return parts


def _in_slots(text: str, filling: dict[str, TemplateWord]) -> str:
    return SLOT.sub(lambda match: filling[match[1]].form(match[2] or ""), text)


def _filled(text: str, filling: dict[str, TemplateWord]) -> str:
    """Return a text with its slots filled, and each sentence capitalised."""
    made = _in_slots(text, filling)
    out, begin = [], True
    for place, char in enumerate(made):
        out.append(char.upper() if begin and char.isalpha() else char)
        ends = char in ".?!" and not made[place + 1 : place + 2].strip()
        begin = (begin and not char.isalnum()) or ends
    return "".join(out)


def _record(
    identity: str,
    template: Template,
    text: str,
    filling: dict[str, TemplateWord],
    asked_by: dict[str, TemplateWord] | None = None,
) -> Record:
    unanswerable = any("" in answers for _, answers in template.ask)
    question_tags = {"unanswerable": "some"} if unanswerable else {}
    questions = []
    for number, (asked, answers) in enumerate(template.ask):
        parts = (_in_slots(answer, filling).split("&") for answer in answers)
        references = tuple(tuple(part.strip() for part in one if part.strip()) for one in parts)
        asked = _filled(asked, asked_by or filling)
        questions.append(Question(f"{identity}.{number}", asked, references, tags=question_tags))
    tags = {"capability": template.capability, "template": template.name}
    if template.set_aside:
        tags["set aside"] = "yes"
    return Record(identity, text, tuple(questions), tags=tags)


_CONTRACTIONS = {
    "is not": "isn't", "was not": "wasn't", "did not": "didn't", "does not": "doesn't", "are not": "aren't",
    "were not": "weren't", "has not": "hasn't", "had not": "hadn't", "do not": "don't", "who is": "who's",
    "what is": "what's", "where is": "where's", "cannot": "can't", "could not": "couldn't",
}  # fmt: skip
_WORD = re.compile(r"[A-Za-z]+")


def changed(record: Record, filling: dict[str, TemplateWord], rng: random.Random) -> tuple[str, Record]:
    """Return a change that preserves the meaning, and the story with its questions after it."""
    makers = list(_CHANGES.items())
    rng.shuffle(makers)
    for name, make in makers:
        if (other := make(record, filling, rng)) is not None:
            return name, _renamed(other)
    return "none", _renamed(record)


def _renamed(record: Record) -> Record:
    identity = f"{record.id}.changed"
    numbered = enumerate(record.questions)
    questions = tuple(replace(question, id=f"{identity}.{number}") for number, question in numbered)
    return replace(record, id=identity, questions=questions)


def _reworded(record: Record, make: Callable[[str], str], text: str) -> Record | None:
    """Return a record with another text and its questions as `make` words them; None if it is the same."""
    questions = tuple(replace(question, text=make(question.text)) for question in record.questions)
    other = replace(record, text=text, questions=questions)
    return None if other == record else other


def typing_error(record: Record, filling: dict[str, TemplateWord], rng: random.Random) -> Record | None:
    """Swap two letters in one long word of each question."""
    return _reworded(record, lambda question: misspelt(question, rng), record.text)


def misspelt(question: str, rng: random.Random) -> str:
    """Return a question with two letters swapped inside a lower-case content word of five letters or more."""
    long = (match for match in _WORD.finditer(question) if len(match[0]) > 4 and match[0].islower())
    fit = [match for match in long if match[0] not in FUNCTION_WORDS]
    if not fit:
        return question
    match = rng.choice(fit)
    inside = [i for i in range(1, len(match[0]) - 2) if match[0][i] != match[0][i + 1]]
    if not inside:
        return question
    i = match.start() + rng.choice(inside)
    return question[:i] + question[i + 1] + question[i] + question[i + 2 :]


def contracted(record: Record, filling: dict[str, TemplateWord], rng: random.Random) -> Record | None:
    """Contract every *is not*, *did not*, *who is* of story and questions."""
    return _reworded(record, contract, contract(record.text))


def contract(text: str) -> str:
    """Return a text with its negations and question words contracted."""
    for long, short in _CONTRACTIONS.items():
        text = re.sub(rf"\b{long}\b", short, text)
        text = re.sub(rf"\b{long.capitalize()}\b", short.capitalize(), text)
    return text


def sentence_added(record: Record, filling: dict[str, TemplateWord], rng: random.Random) -> Record | None:
    """Append an unrelated sentence to the story."""
    taken = {word.text for word in filling.values()}
    names = [word.text for word in (*words()["female"], *words()["male"])]
    names = [name for name in names if name not in taken and name not in record.text]
    aside = rng.choice(words()["aside"]).text.replace("NAME", rng.choice(names))
    return replace(record, text=f"{record.text} {aside}")


def name_exchanged(record: Record, filling: dict[str, TemplateWord], rng: random.Random) -> Record | None:
    """Give one person of the story another name of the same gender, everywhere."""
    people = [word for word in filling.values() if word.kind in ("female", "male")]
    if not people:
        return None
    old = rng.choice(people)
    free = [word.text for word in words()[old.kind] if word.text not in record.text]
    new = rng.choice(free)

    def made(text: str) -> str:
        return re.sub(rf"\b{old.text}\b", new, text)

    def question(asked: Question) -> Question:
        references = tuple(tuple(made(part) for part in one) for one in asked.references)
        return replace(asked, text=made(asked.text), references=references)

    return replace(record, text=made(record.text), questions=tuple(map(question, record.questions)))


def other_case(record: Record, filling: dict[str, TemplateWord], rng: random.Random) -> Record | None:
    """Write each question without question mark and initial capital."""
    names = {word.text for word in filling.values()}
    first = (_WORD.match(question.text) for question in record.questions)
    if any(match is not None and match[0] in names for match in first):
        return None
    return _reworded(record, lambda asked: asked[:1].lower() + asked[1:].rstrip("?"), record.text)


_CHANGES = {
    "a typing error": typing_error,
    "contractions": contracted,
    "a sentence more": sentence_added,
    "another name": name_exchanged,
    "no question mark": other_case,
}


def export(cases: Iterable[BehaviouralCase]) -> Iterator[str]:
    """Yield the stories of cases, each before its changed version, as lines of the project's own format."""
    from symbolic_rc.datasets.by_format.jsonl import written

    return (written(one) for case in cases for one in (case.record, case.other) if one is not None)
