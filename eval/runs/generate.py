"""Stories made up by rules: input for runs of any size, the same for the same seed."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

_NAMES = (
    "Ada Brack Osric Marta Tobin Wilma Garrick Nell Quentin Sabine Rufus Petra Ivo Hanna Jasper Lotte".split()
)
_PLACES = "mill harbour market tower orchard bridge forge chapel stable lighthouse".split()
_THINGS = "lamp rope ladder kettle map lantern basket hammer letter ring saddle mirror".split()
_DEEDS = [
    "{a} carried the {t} to the {p}.",
    "At dawn {a} met {b} near the {p}.",
    "{a} sold the {t} to {b}, who left for the {p}.",
    "Because it rained, {a} waited in the {p} with {b}.",
    "{b} asked {a} about the {t}, but {a} said nothing.",
    "Years later {a} found the {t} again behind the {p}.",
    '"I never saw the {t}," said {a}.',
    "The {t} was broken, and {b} blamed {a}.",
]
_QUESTIONS = [
    "Who carried the {t}?",
    "Where did {a} wait?",
    "Whom did {a} meet near the {p}?",
    "What did {a} sell to {b}?",
]


def story(number: int, tokens: int, questions: int = 4, seed: int = 0) -> dict[str, object]:
    """Return one story of about this number of tokens, in the project's own JSON format."""
    choose = random.Random(f"{seed} {number}")
    people = choose.sample(_NAMES, 4)
    pieces: list[str] = []
    length = 0
    while length < tokens:
        sentence = _filled(choose, choose.choice(_DEEDS), people)
        length += sentence.count(" ") + 2
        pieces.append(sentence + ("\n\n" if choose.random() < 0.1 else " "))
    asked = [
        {
            "id": f"{number}.{k}",
            "text": _filled(choose, choose.choice(_QUESTIONS), people),
            "answers": [choose.choice(people)],
        }
        for k in range(questions)
    ]
    return {"id": f"made-{number}", "text": "".join(pieces).strip(), "questions": asked}


def _filled(choose: random.Random, form: str, people: list[str]) -> str:
    a, b = choose.sample(people, 2)
    return form.format(a=a, b=b, t=choose.choice(_THINGS), p=choose.choice(_PLACES))


def stories(count: int, tokens: int, questions: int = 4, seed: int = 0) -> Iterator[dict[str, object]]:
    """Yield stories of about this number of tokens."""
    for number in range(count):
        yield story(number, tokens, questions, seed)


def write_stories(path: Path, count: int, tokens: int, questions: int = 4, seed: int = 0) -> Path:
    """Write stories as JSON lines, and return the path."""
    with open(path, "w", encoding="utf-8") as file:
        for one in stories(count, tokens, questions, seed):
            file.write(json.dumps(one, ensure_ascii=False) + "\n")
    return path
