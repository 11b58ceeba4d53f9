"""Measure the workbench: from the command to a usable page, and how long 10,557 questions let a user wait.

python -m eval.bench.explore                            # on a data set that is made up
python -m eval.bench.explore --run DIR [--gold INPUT]   # and running again on a run of one's own
"""

from __future__ import annotations

import argparse
import json
import re
import select
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import urlopen

from eval.bench.measure import print_table

#: As many questions as NarrativeQA's test set has, in about as many stories for each.
QUESTIONS, STORIES = 10_557, 355
_NAMES = ("Ada Holm", "Bo Finch", "Karl Brand", "Mina Odd", "Otto Wick")
_TURNS = 3


def large_data(folder: Path) -> list[Path]:
    """Write a data set of own sentences with 10,557 questions, and two systems' answers; gold first."""
    gold, first, second = folder / "gold.jsonl", folder / "first.json", folder / "second.json"
    answers: dict[str, str] = {}
    with gold.open("w", encoding="utf-8") as file:
        for story in range(STORIES):
            count = QUESTIONS // STORIES + (story < QUESTIONS % STORIES)
            text, questions = "", []
            for i in range(count):
                name, word = _NAMES[(story + i) % 5], ("mill", "wheel", "lantern")[i % 3]
                text += f"{name} sold {word} {story}.{i} in the spring. It had been raining for many days. "
                key = f"q{story}.{i}"
                answers[key] = name
                asked = (
                    f"Who sold {word} {story}.{i}?" if i % 2 else f"When did {name} sell {word} {story}.{i}?"
                )
                questions.append({"id": key, "text": asked, "answers": [name if i % 2 else "the spring"]})
            file.write(json.dumps({"id": f"s{story}", "text": text, "questions": questions}) + "\n")
    first.write_text(json.dumps(answers))
    second.write_text(json.dumps({key: _NAMES[len(key) % 5] for key in answers}))
    return [gold, first, second]


class Started:
    """The workbench as a process of its own."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "symbolic_rc", "explore", *arguments]
        self.began = time.perf_counter()
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout is not None
        select.select([self.process.stdout], [], [], 600)
        self.base = self.process.stdout.readline().strip().removesuffix("read")

    def get(self, view: str, **state: str) -> str:
        """Return a view."""
        with urlopen(self.base + view + (f"?{urlencode(state)}" if state else "")) as reply:
            return str(reply.read().decode())

    def post(self, view: str, **form: str) -> str:
        """Do something, and return where it leads."""
        with urlopen(self.base + view, urlencode(form).encode()) as reply:
            return str(reply.url)

    def end(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait()


def _start(*arguments: str) -> tuple[float, float, float]:
    """Return seconds to the first page, to the table of questions, and to the first answer."""
    one = Started(*arguments)
    try:
        one.get("read")
        page = time.perf_counter() - one.began
        assert "data-question" in one.get("compare")
        table = time.perf_counter() - one.began
        story = one.post("read/text", text="Ada Holm kept the mill. She sold it to Bo Finch.")
        with urlopen(story + "&q=Who+sold+the+mill%3F") as reply:
            assert "Ada Holm" in reply.read().decode()
        return page, table, time.perf_counter() - one.began
    finally:
        one.end()


def _waits(look: Callable[[str], object], asked: list[str]) -> tuple[float, float]:
    """Return the median and the longest of some looks, in milliseconds."""
    taken = []
    for one in asked:
        began = time.perf_counter()
        look(one)
        taken.append(1000.0 * (time.perf_counter() - began))
    return statistics.median(taken), max(taken)


def _large(one: Started) -> list[list[str]]:
    one.get("compare", slice="question_kind: person")  # the questions are described by then
    words = ["mill 7", "w", "wh", "who", "spring 12.3", "bo finch", "lantern 200", "nothing of the kind"]
    places = [str(place) for place in range(0, QUESTIONS, 811)]
    looks: list[tuple[str, Callable[[str], object], list[str]]] = [
        ("filter by words", lambda text: one.get("compare", words=text), words),
        ("filter by an expression", lambda text: one.get("compare", where=text),
         ["question_words > 4", "story_words > 300 and question_word == 'who'", "answer_at < 0.5"]),
        ("order by difference", lambda text: one.get("compare", order="difference", words=text), words),
        ("scroll", lambda text: one.get("compare/rows", **{"from": text}), places),
        ("open a question", lambda text: one.get("compare/question", id=text), ["q3.1", "q90.4", "q3.5"]),
        ("plots of all", lambda text: one.get("compare/plots", words=text), ["sell", "sold"]),
    ]  # fmt: skip
    rows = []
    for name, look, asked in looks:
        middle, longest = _waits(look, asked)
        limit = "200" if name not in ("open a question", "plots of all") else "-"
        rows.append([name, f"{middle:.0f}", f"{longest:.0f}", limit])
    return rows


def _rerun(one: Started) -> list[list[str]]:
    """Run the open data set again twice: the first time its stories are opened, the second they are there."""
    rows = []
    for name, rule in (("run again, stories opened", "stated"), ("run again, stories kept", "reason")):
        began = time.perf_counter()
        where = one.post("rules/edit", do=f"switch {rule}")
        book = where.partition("book=")[2].partition("&")[0]
        one.post("rules/run", book=book)
        while "data-poll" in (told := one.get("rules/effect", book=book)):
            time.sleep(0.05)
        count = re.search(r"(\d+) questions\)", told)
        asked = count[1] if count else "?"
        rows.append([f"{name}, {asked} questions", f"{time.perf_counter() - began:.1f}"])
    return rows


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m eval.bench.explore", description=__doc__.splitlines()[0])
    parser.add_argument("--run", help="a run to open, to run it again")
    parser.add_argument("--gold", default="", help="its data set")
    chosen = parser.parse_args()
    gold = ["--gold", chosen.gold] if chosen.gold else []
    with tempfile.TemporaryDirectory() as folder:
        files = [str(path) for path in large_data(Path(folder))]
        many = [*files[1:], "--gold", files[0], "--cache", str(Path(folder) / "stories")]
        starts = [
            ("the bundled examples", ["--gold", "examples"]),
            (f"{QUESTIONS} questions, 2 systems", many),
        ]
        starts += [(chosen.run, [chosen.run, *gold])] if chosen.run else []
        print("## From the command to a page, seconds (median of three, warm)\n")
        rows = []
        for name, arguments in starts:
            turns = [_start(*arguments) for _ in range(_TURNS)]
            middle = [statistics.median(column) for column in zip(*turns, strict=True)]
            rows.append([name, *(f"{one:.1f}" for one in middle), "5"])
        print_table(["what is open", "first page", "questions", "first answer", "wanted below"], rows)
        one = Started(*many)
        print(f"\n## {QUESTIONS} questions, milliseconds at the server\n")
        print_table(["what", "median", "longest", "wanted below"], _large(one))
        one.end()
    if chosen.run:
        one = Started(chosen.run, *gold)
        print("\n## Running again, seconds\n")
        print_table(["what", "seconds"], _rerun(one))
        one.end()


if __name__ == "__main__":
    main()
