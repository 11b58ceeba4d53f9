"""Permuting the markers of an anonymised story: its questions stay the same, its names change."""

from __future__ import annotations

import random
import re
from dataclasses import replace

from symbolic_rc.core.record import Record

MARKER = re.compile(r"@entity\d+")


def permuted(record: Record, seed: int) -> Record:
    """Return the record with its ``@entityN`` markers permuted, in text, questions, answers and table.

    Stories without markers come back as they are. Equal seed and story give an equal permutation.

    Parameters
    ----------
    record : Record
        A story with its questions.
    seed : int
        Of the permutation.

    Examples
    --------
    >>> permuted(Record("s", "@entity0 met @entity1 ."), 3).text
    '@entity1 met @entity0 .'
    """
    found = sorted(
        set(MARKER.findall(record.text)).union(
            *(MARKER.findall(question.text) for question in record.questions),
            (name for name in record.tags if MARKER.fullmatch(name)),
        ),
        key=lambda mark: int(mark.removeprefix("@entity")),
    )
    shuffled = list(found)
    random.Random(f"{seed}:{record.id}").shuffle(shuffled)
    new = dict(zip(found, shuffled, strict=True))

    def changed(text: str) -> str:
        return MARKER.sub(lambda match: new.get(match.group(), match.group()), text)

    questions = tuple(
        replace(
            question,
            text=changed(question.text),
            references=tuple(tuple(map(changed, one)) for one in question.references),
            choices=tuple(map(changed, question.choices)),
            spans=(),
        )
        for question in record.questions
    )
    tags = {new.get(name, name): value for name, value in record.tags.items()}
    return replace(record, text=changed(record.text), questions=questions, tags=tags)
