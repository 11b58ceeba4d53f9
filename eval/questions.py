"""First words and kinds of questions, as NarrativeQA's tables 3 and 4 count them (Kocisky et al. 2018).

    python -m eval.questions INPUT [INPUT ...]

The kinds are those that the engine understands (`symbolic_rc.question.understanding`). The paper counts its
first words on the training part, and its categories by hand on 300 questions of valid; its values are not
given beside ours, since they could not be confirmed from a source at hand.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from symbolic_rc.core.question import Question
from symbolic_rc.core.record import Record
from symbolic_rc.core.tokens import tokens
from symbolic_rc.datasets import read
from symbolic_rc.question.understanding import KINDS, understand

#: The first words that the paper's table 3 tells apart.
FIRST = ("what", "who", "why", "how", "where", "which", "how many/much", "when", "in")


def first_word(question: Question) -> str:
    """Return the row of table 3 that a question belongs to."""
    words = [word.lower() for word in tokens(question.text).words[:2]]
    if words[:1] == ["how"] and words[1:] in (["many"], ["much"]):
        return "how many/much"
    return words[0] if words and words[0] in FIRST else "other"


def shares(values: Iterable[str], order: Sequence[str]) -> Iterator[tuple[str, float]]:
    """Return each value with its share in percent, in a given order."""
    counts = Counter(values)
    total = max(1, sum(counts.values()))
    yield from ((name, 100.0 * counts[name] / total) for name in order)


def table(paths: Sequence[str]) -> Iterator[str]:
    """Return both tables of several inputs as lines of Markdown."""
    sets = []
    for path in paths:
        records = (one for one in read(path) if isinstance(one, Record))
        sets.append([question for record in records for question in record.questions])
    heads = [path.rstrip("/").rpartition("/")[2] for path in paths]
    for title, of, order in (
        ("first word", first_word, (*FIRST, "other")),
        ("kind", lambda question: understand(question).kind, KINDS),
    ):
        yield "| " + " | ".join([title, *heads]) + " |"
        yield "| --- |" + " ---: |" * len(heads)
        columns = [list(shares(map(of, questions), order)) for questions in sets]
        for rows in zip(*columns, strict=True):
            yield "| " + " | ".join([rows[0][0], *(f"{share:.2f}" for _, share in rows)]) + " |"
        yield ""
    yield "questions: " + ", ".join(str(len(questions)) for questions in sets)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(
        prog="python -m eval.questions", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("inputs", nargs="+", metavar="INPUT")
    for line in table(parser.parse_args().inputs):
        sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
