"""Mutated questions, put to the engine about the stories that they belong to.

The questions are real ones (of the data folder) or those of the bundled stories. Each is changed in one to
three ways: cut, typed wrongly, contracted, in capitals, without spaces, in other scripts, with other signs,
shuffled, repeated, empty. No story may fail.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

from eval.fuzz.report import Report
from symbolic_rc.batch.worker import Setup, Worker
from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets import read

#: Files of questions, below the folder of data.
SETS = (
    "bipar/Monolingual_EN_valid.json",
    "narrativeqa/valid.json",
    "quoref/quoref-dev-v0.1.json",
    "fairytaleqa/fairytaleqa.tar.xz",
    "mctest/mc160.dev.tsv",
    "babi/en.tar.xz",
)
#: Mutated questions on one story: reading it is what takes time.
_EACH = 40
#: Maximum number of characters of a story; longer ones are cut.
_LONGEST = 4000

Mutation = Callable[[str, random.Random], str]

_CONTRACTIONS = (
    (r"\b(who|what|where|when|why|how) is\b", r"\1's"),
    (r"\b(who|what|where|when|why|how) (?:did|would)\b", r"\1'd"),
    (r"\b(who|what|where|when|why|how) are\b", r"\1're"),
    (r"\b(who|what) will\b", r"\1'll"),
    (r"\b(did|do|does|is|was|were|would|could|had|has) not\b", r"\1n't"),
    (r"\b(he|she|it|they|we) (?:had|would)\b", r"\1'd"),
    (r"\b(\w+) of the\b", r"the \1's"),
)
_SIGNS = (
    *"?!.,;:-–—…'’\"“”«»()[]{}<>/\\|@#$%&*+=~^_`°§€",
    *("\u200b", "\ufeff", "\u00ad", "\u202e", "\x00", "\x1b[2J", "\t", "\n", "\r", "\u2028", "\u0301"),
    *(
        "👩‍👩‍👧",
        "🇩🇪",
        "@placeholder",
        "@entity1",
        "http://a.b/c?d=e",
        "what",
        "who",
        "--",
        "...",
        "'s",
        "n't",
    ),
)
_ALPHABETS = {
    "Cyrillic": "абцдефгхийклмнопярстувщхыз",
    "Greek": "αβψδεφγηιξκλμνοπκρστθωςχυζ",
    "Arabic": "ابجدهوزحطيكلمنسعفصقرشتثخذض",
    "Hebrew": "אבגדהוזחטיכלמנסעפצקרשתםןץף",
    "Chinese": "天地玄黄宇宙洪荒日月盈昃辰宿列张寒来暑往秋收冬藏闰余",
    "Devanagari": "अआइईउऊऋएऐओऔकखगघङचछजझञटठडढण",
    "full width": "".join(chr(0xFF41 + i) for i in range(26)),
    "bold": "".join(chr(0x1D41A + i) for i in range(26)),
}


def cut(text: str, choose: random.Random) -> str:
    """Keep a part from anywhere to anywhere."""
    begin, end = sorted(choose.randrange(len(text) + 1) for _ in range(2))
    return text[begin:end]


def cut_end(text: str, choose: random.Random) -> str:
    """Break off anywhere."""
    return text[: choose.randrange(len(text) + 1)]


def mistyped(text: str, choose: random.Random) -> str:
    """Exchange, lose, double or replace some letters."""
    letters = list(text)
    for _ in range(choose.randint(1, 4)):
        if len(letters) < 2:
            break
        i = choose.randrange(len(letters) - 1)
        way = choose.randrange(4)
        if way == 0:
            letters[i], letters[i + 1] = letters[i + 1], letters[i]
        elif way == 1:
            del letters[i]
        elif way == 2:
            letters.insert(i, letters[i])
        else:
            letters[i] = choose.choice("abcdefghijklmnopqrstuvwxyz0123456789")
    return "".join(letters)


def contracted(text: str, choose: random.Random) -> str:
    """Contract what can be, with or without an apostrophe of one kind or another."""
    for pattern, short in _CONTRACTIONS:
        text = re.sub(pattern, short, text, flags=re.IGNORECASE)
    return text.replace("'", choose.choice(("'", "’", "ʼ", "`", "´", "")))


def upper(text: str, choose: random.Random) -> str:
    """Use capitals throughout."""
    return text.upper()


def other_case(text: str, choose: random.Random) -> str:
    """Use small letters, titles, or any mixture."""
    mixed = "".join(choose.choice((c, c.swapcase())) for c in text)
    return choose.choice((text.lower(), text.title(), mixed))


def no_spaces(text: str, choose: random.Random) -> str:
    """Leave out all spaces, or some."""
    kept = choose.choice((0.0, 0.0, 0.3, 0.8))
    return "".join(c for c in text if c != " " or choose.random() < kept)


def other_spaces(text: str, choose: random.Random) -> str:
    """Put other white space, or much, in the place of spaces."""
    return text.replace(" ", choose.choice(("\n", "\t", "  ", "\u00a0", "\u3000", " " * 50, "-", "_", "/")))


def other_script(text: str, choose: random.Random) -> str:
    """Write some or all words in the letters of another script."""
    letters = choose.choice(list(_ALPHABETS.values()))
    share = choose.choice((0.2, 0.5, 1.0))
    table = {ord("a") + i: letters[i] for i in range(26)} | {ord("A") + i: letters[i] for i in range(26)}
    return " ".join(word.translate(table) if choose.random() < share else word for word in text.split(" "))


def accented(text: str, choose: random.Random) -> str:
    """Add marks to letters, or take characters apart."""
    marks = "\u0301\u0308\u0323\u20dd"
    return unicodedata.normalize(
        choose.choice(("NFD", "NFKD", "NFC")),
        "".join(c + choose.choice(marks) if c.isalpha() and choose.random() < 0.3 else c for c in text),
    )


def more_signs(text: str, choose: random.Random) -> str:
    """Put signs, words and invisible characters anywhere, also within words."""
    for _ in range(choose.randint(1, 5)):
        i = choose.randrange(len(text) + 1)
        text = text[:i] + choose.choice(_SIGNS) + text[i:]
    return text


def signs_at_words(text: str, choose: random.Random) -> str:
    """Put signs directly before or behind words."""
    words = text.split(" ")
    for _ in range(choose.randint(1, 3)):
        i = choose.randrange(len(words))
        sign = choose.choice(_SIGNS)
        words[i] = words[i] + sign if choose.random() < 0.7 else sign + words[i]
    return " ".join(words)


def shuffled(text: str, choose: random.Random) -> str:
    """Put the words in any order."""
    words = text.split(" ")
    choose.shuffle(words)
    return " ".join(words)


def repeated(text: str, choose: random.Random) -> str:
    """Say it, or a word of it, again and again."""
    if choose.random() < 0.5:
        return " ".join([text] * choose.randint(2, 12))
    word = choose.choice(text.split(" "))
    return text.replace(word, (word + choose.choice(("", " ", "-"))) * choose.randint(2, 60), 1)


def too_large(text: str, choose: random.Random) -> str:
    """Exceed a limit, or hold what cannot be encoded."""
    nearly = ("9" * 3900 + text, "(" * 3900) if choose.random() < 0.1 else ()  # these take the longest
    return choose.choice(nearly or (text * 400 + "x" * 4000, text + chr(choose.randrange(0xD800, 0xE000))))


def empty(text: str, choose: random.Random) -> str:
    """Ask nothing."""
    nothing = ("", " ", "\n", "?", "???", ".", "-", "\u200b", "\x00", "what", "What?", "who who who", "🤔")
    return choose.choice(nothing)


MUTATIONS: tuple[Mutation, ...] = (
    cut, cut_end, mistyped, contracted, upper, other_case, no_spaces, other_spaces, other_script, accented,
    more_signs, signs_at_words, shuffled, repeated, empty, too_large,
)  # fmt: skip


def mutated(text: str, choose: random.Random) -> tuple[str, str]:
    """Return a question changed in one to three ways, and their names."""
    ways = choose.sample(MUTATIONS, choose.choice((1, 1, 1, 2, 3)))
    for way in ways:
        text = way(text or "?", choose)
    return text, "+".join(way.__name__ for way in ways)


def records(data: Path | None) -> Iterator[Record]:
    """Yield stories with questions, taking turns between the data sets, again and again."""
    paths = [str(data / name) for name in SETS if (data / name).exists()] if data else []
    paths = paths or ["examples"]
    while True:
        sources = [(found for found in read(path) if isinstance(found, Record)) for path in paths]
        while sources:
            for source in list(sources):
                record = next(source, None)
                if record is None:
                    sources.remove(source)
                elif record.questions:
                    yield replace(record, text=record.text[:_LONGEST])


def run(count: int, seed: int, data: Path | None, reader: str = "symbolic") -> Report:
    """Ask this number of mutated questions; a story that fails is asked one question at a time.

    Parameters
    ----------
    count : int
    seed : int
    data : Path or None
        Folder of data sets; without it, the bundled stories.
    reader : str
    """
    report, worker, number = Report("questions", seed), Worker(Setup(reader)), 0
    for record in records(data):
        asked: list[tuple[int, str, Question]] = []
        choose = random.Random(f"{seed} {number}")
        for k in range(min(_EACH, count - number)):
            question = choose.choice(record.questions)
            text, what = mutated(question.text, choose)
            question = replace(question, id=f"f{number + k}", text=text)
            if question.refused:
                report.count("refused")
            else:
                asked.append((number + k, what, question))
        number += min(_EACH, count - number)
        outcome = worker.work(replace(record, questions=tuple(one for _, _, one in asked)))
        for case, what, question in asked:
            if outcome.failure:
                alone = worker.work(replace(record, questions=(question,)))
                if alone.failure:
                    report.count("failed")
                    report.found(case, f"{what}, story {record.id}: {question.text!r}", alone.failure)
                    continue
            report.count("answered")
        if outcome.failure and not report.findings:
            report.found(number, f"story {record.id}, all questions together", outcome.failure)
        report.watch_memory(number, count)
        if number >= count:
            break
    return report


def sample(count: int, seed: int = 0) -> list[str]:
    """Return mutated questions of the bundled stories."""
    texts = [question.text for record in islice(records(None), 20) for question in record.questions]
    choose = random.Random(seed)
    return [mutated(choose.choice(texts), choose)[0] for _ in range(count)]
