"""Multiple choice in the shapes of published sets: where the choices stand, and which of them is right.

Choices are a list under one name, such as ``options``; a list with labels beside it (``{"text": [...],
"label": [...]}``); or columns that are counted, such as ``ending0`` to ``ending3`` or ``answerA`` to
``answerC``. The right one is named by its text, its letter or its number. Numbers count from 0 or from 1: as
the rows show, else as sets that use these fields do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from symbolic_rc.core.record import Question
from symbolic_rc.datasets.fields import Malformed, clean, parsed_cell

#: The mark of a cloze question.
PLACEHOLDER = "@placeholder"
_LISTS = tuple(
    "choices options candidates endings alternatives answer_choices answer_options answer_candidates "
    "multiple_choice mc mc_choices mc1_targets".split()
)
#: Columns that are counted; what stands before the number or letter.
_STEMS = "option|choice|answer|ending|candidate|alternative|sol|solution|opt|op|ans|mc|distractor"
_COUNTED = re.compile(
    rf"(?:((?i:{_STEMS}))[ _-]?)"
    r"(\d|[a-jA-J])|([A-J])"
)
#: Two labels or more that count without a gap.
_SERIES = frozenset(run[:size] for run in ("0123456789", "123456789", "abcdefghij") for size in range(2, 11))
#: Fields that say which choice is right, and nothing else; then those that may hold its text as well.
_KEYS = tuple(
    "answerKey answer_key correct_answer_id correct_answer_index correct_index correct_option correct_choice "
    "gold_label label labels answer_idx answer_index answer_id answer_label cop".split()
)
_ANSWERS = ("correct_answer", "correct", "gold", "target", "answer", "answers")
#: Fields whose numbers count from 0, or from 1, whatever the columns do, where nothing shows otherwise.
_FROM_ZERO = ("label", "labels", "correct_index", "correct_answer_index", "answer_idx", "answer_index", "cop")
_FROM_ONE = ("gold_label",)
_LETTER = re.compile(r"\(?([A-Za-z])[).:]?")
_NUMBER = re.compile(r"(-?\d{1,9})(?:\.0)?")
_EXPECTED = (
    "a list ('choices', 'options', 'endings'), with labels ({'text': [...], 'label': [...]}) or in columns "
    "(option1, option2; answer0 ... answer3), and the right one by text, letter or number in 'answer', "
    "'answerKey' or 'label'"
)


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices of a question, and the texts of the right ones: empty where they are not known."""

    texts: tuple[str, ...]
    right: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Found:
    """Choices as they stand in a row: texts, labels, the fields that hold them."""

    texts: tuple[str, ...]
    labels: tuple[str, ...]
    fields: tuple[str, ...]
    right: tuple[int, ...] = ()


def choices_of(row: Mapping[str, Any], bases: Mapping[str, int] | None = None) -> Choices | None:
    """Return the choices of a row, as JSON or a table has it, and which is right; None where it has none.

    `bases` has from what number the numbers in a field count, as `bases_of` tells. `Malformed`, which names
    the fields and what is recognised, is raised for choices that cannot be understood.

    Examples
    --------
    >>> choices_of({"option1": "the mill", "option2": "a cow", "answer": "2"})
    Choices(texts=('the mill', 'a cow'), right=('a cow',))
    """
    if (found := _found(row)) is None:
        return None
    named = {
        name: places
        for name in _keys(row, found)
        if (places := _places(name, row[name], found, bases or {})) is not None
    }
    if found.right:
        named["labels"] = found.right
    if len(set(named.values())) > 1:
        raise _refused(f"{' and '.join(map(repr, named))} name different choices", found.fields)
    right = next(iter(named.values()), ())
    if (
        not named
        and any(name.lower().startswith("answer") for name in found.fields)
        and not _keys(row, found)
    ):
        raise _refused("no field says which is right, so that they may be alternatives as well", found.fields)
    return Choices(found.texts, tuple(found.texts[place] for place in right))


def choice_question(
    identity: str,
    asked: str,
    row: Mapping[str, Any],
    bases: Mapping[str, int] | None = None,
    tags: Mapping[str, str] | None = None,
) -> Question | None:
    """Return a question of multiple choice, with the choices that `choices_of` finds; None without any."""
    if (found := choices_of(row, bases)) is None:
        return None
    right = tuple((one,) for one in found.right)
    return Question(identity, asked, right, found.texts, placeholder_of(asked), tags=tags or {})


def bases_of(rows: Iterable[Any]) -> dict[str, int]:
    """Return from what number fields count choices, where rows show it: one of 0, or one of the last."""
    bases: dict[str, int] = {}
    for row in rows:
        try:
            found = _found(row) if isinstance(row, Mapping) else None
        except Malformed:
            continue
        for name in _keys(row, found) if found else ():
            number = _number(row[name])
            if found is not None and number in (0, len(found.texts)):
                bases.setdefault(name, int(number != 0))
    return bases


def placeholder_of(asked: str) -> str:
    """Return the placeholder of a cloze question, empty where there is none."""
    return PLACEHOLDER if PLACEHOLDER in asked else ""


def _found(row: Mapping[str, Any]) -> _Found | None:
    """Return the choices of a row as they stand there."""
    for name in _LISTS:
        if row.get(name) not in (None, "", [], {}):
            return _of_list(name, row[name])
    if (counted := _counted(row)) is not None:
        return counted
    answers, keys = parsed_cell(row.get("answers")), [name for name in _KEYS if row.get(name) is not None]
    if keys and isinstance(answers, list) and len(answers) > 1:
        return _of_list("answers", answers)
    return None


def _of_list(name: str, given: Any) -> _Found:
    """Return the choices that a field holds, with their labels."""
    given = parsed_cell(given)
    given = list(given) if isinstance(given, tuple) else given
    if isinstance(given, Mapping):
        return _of_mapping(name, given)
    labels: tuple[str, ...] = ()
    if isinstance(given, list) and given and all(isinstance(one, Mapping) for one in given):
        labels = tuple(str(one.get("label", one.get("key", ""))).strip() for one in given)
        labels = labels if all(labels) else ()
        given = [one.get("text", one.get("choice")) for one in given]
    return _checked(name, given, labels, (name,))


def _of_mapping(name: str, given: Mapping[str, Any]) -> _Found:
    """Return the choices of a mapping of lists (``text``, ``label``), or of labels to texts."""
    texts, labels = (
        next((given[key] for key in keys if isinstance(given.get(key), list)), None)
        for keys in (("text", "texts", "choices"), ("label", "labels"))
    )
    if texts is None and all(isinstance(one, str) for one in given.values()):
        texts, labels = list(given.values()), list(given)
    if texts is None or labels is None or len(labels) != len(texts):
        return _checked(name, texts, (), (name,))
    if len(set(map(str, labels))) == len(labels):
        return _checked(name, texts, tuple(str(one).strip() for one in labels), (name,))
    return _checked(name, texts, (), (name,), _marked(labels))


def _marked(flags: Sequence[Any]) -> tuple[int, ...]:
    """Return the places of the right choices, which are marked 1, the others 0."""
    return tuple(place for place, one in enumerate(flags) if str(one) == "1")


def _counted(row: Mapping[str, Any]) -> _Found | None:
    """Return the choices of numbered or lettered columns."""
    groups: dict[str, dict[str, str]] = {}
    given = {name for name, value in row.items() if value not in (None, "")}
    keyed = not given.isdisjoint((*_KEYS, *_ANSWERS))
    for name in (name for name in row if name in given):
        if (match := _COUNTED.fullmatch(str(name))) is not None:
            groups.setdefault((match[1] or "").lower(), {})[match[2] or match[3]] = str(name)
    for stem in sorted(groups, key=lambda stem: (stem == "distractor", -len(groups[stem]), stem)):
        names = groups[stem]
        if stem == "distractor" and row.get("correct_answer"):
            fields = tuple(sorted((*names.values(), "correct_answer"), key=lambda name: str(row[name])))
            right = (fields.index("correct_answer"),)
            return _checked(stem, [row[name] for name in fields], (), fields, right)
        labels = tuple(sorted(names, key=str.lower))
        if "".join(labels).lower() in _SERIES and (stem or keyed):
            fields = tuple(names[label] for label in labels)
            return _checked(stem, [row[name] for name in fields], labels, fields)
    return None


def _checked(
    name: str, given: Any, labels: tuple[str, ...], fields: tuple[str, ...], right: tuple[int, ...] = ()
) -> _Found:
    listed = given if isinstance(given, list) else ()
    texts = [str(one) if isinstance(one, int | float) else one for one in listed]
    if len(texts) < 2 or not all(isinstance(one, str) for one in texts):
        raise _refused(f"field {name!r} should hold two texts or more", fields)
    return _Found(tuple(clean(one, name) for one in texts), labels, fields, right)


def _keys(row: Mapping[str, Any], found: _Found) -> list[str]:
    """Return the fields that say which choice is right."""
    return [name for name in (*_KEYS, *_ANSWERS) if name not in found.fields and row.get(name) is not None]


def _places(name: str, key: Any, found: _Found, bases: Mapping[str, int]) -> tuple[int, ...] | None:
    """Return the places of the choices that a field names; None where it names none, as for test sets."""
    key = parsed_cell(key)
    if isinstance(key, Mapping):
        key = key.get("text")
    if isinstance(key, list):
        if len(key) == len(found.texts) > 1 and set(map(str, key)) == {"0", "1"}:
            return _marked(key)
        places = [place for one in key if (place := _place(name, one, found, bases)) is not None]
        return tuple(dict.fromkeys(places)) if places else None
    place = _place(name, key, found, bases)
    return None if place is None else (place,)


def _place(name: str, key: Any, found: _Found, bases: Mapping[str, int]) -> int | None:
    """Return the place of the choice that a field names by its label, text, letter or number."""
    key_text = "" if key is None else str(key).strip()
    if key_text in ("", "-1", "-", "?", "_", "None", "nan", "unknown"):
        return None
    plain, number = [_plain(text) for text in found.texts], _number(key)
    if _plain(key_text) in plain and (name in _ANSWERS or number is None):
        return plain.index(_plain(key_text))
    letter = _LETTER.fullmatch(key_text)
    label = letter[1].lower() if letter is not None else key_text.lower() if len(found.fields) == 1 else ""
    labels = [label.lower() for label in found.labels]
    if label in labels:
        return labels.index(label)
    if number is not None:
        base = bases.get(name, _base(name, key, found))
        if not 0 <= number - base < len(found.texts):
            why = f"{name!r} is {key_text}, of {len(found.texts)} choices from {base} on"
            raise _refused(why, found.fields)
        return number - base
    if letter is not None and 0 <= (place := ord(letter[1].lower()) - ord("a")) < len(found.texts):
        return place
    why = f"{name!r} is {key_text[:40]!r}, which is none of the choices, nor its letter or number"
    raise _refused(why, found.fields)


def _base(name: str, key: Any, found: _Found) -> int:
    """Return from what number a field counts, where its rows do not show it."""
    if name in _FROM_ONE:
        return 1
    first = found.labels[0] if found.labels and len(found.fields) > 1 else "0"
    if not first.isdigit():
        return int(isinstance(key, str) and name == "label")
    return 0 if name in _FROM_ZERO else int(first)


def _number(key: Any) -> int | None:
    key_text = "" if isinstance(key, bool | None) else str(key).strip()
    return int(found[1]) if (found := _NUMBER.fullmatch(key_text)) else None


def _plain(text: str) -> str:
    return " ".join(text.lower().split()).rstrip(".")


def _refused(why: str, fields: Sequence[str]) -> Malformed:
    shown = ", ".join(map(repr, fields[:6])) + ", ..." * (len(fields) > 6)
    return Malformed(f"the fields {shown} look like choices, but {why}; recognised are: {_EXPECTED}")
