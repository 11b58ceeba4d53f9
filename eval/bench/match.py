"""How fast questions are matched with stories, in processor time of one core.

python -m eval.bench.match --data DIR

All questions of NarrativeQA valid, first with an empty memory of words, then again; and one question of ten
words on a story of 650 tokens, warm.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from symbolic_rc.core.record import Record
from symbolic_rc.datasets import read
from symbolic_rc.match import Matcher


def measure(data: Path) -> list[str]:
    """Return the lines of the report."""
    records = [one for one in read(data / "narrativeqa" / "valid.json") if isinstance(one, Record)]
    asked = [(record.text.split(), [q.text.split() for q in record.questions]) for record in records]
    Matcher().relate(["mill"], ["the", "mills"])  # compiles
    matcher, lines = Matcher(), []
    for name in ("first", "again"):
        began = time.process_time()
        count = 0
        for words, questions in asked:
            story = matcher.story(words)
            for question in questions:
                matcher.relate(question, story)
                count += 1
        lines.append(
            f"{count} questions of {len(asked)} stories, {name}: {time.process_time() - began:.2f} s"
        )
    story = matcher.story(next(words for words, _ in asked if len(words) >= 650)[:650])
    question = "Who sold the old mill to the trader in spring".split()
    began = time.process_time()
    for _ in range(2000):
        matcher.relate(question, story)
    lines.append(
        f"10 words on 650 tokens, warm: {(time.process_time() - began) / 2000 * 1e6:.0f} microseconds"
    )
    return lines


def main() -> None:
    """Print the report."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    for line in measure(parser.parse_args().data):
        print(line)


if __name__ == "__main__":
    main()
