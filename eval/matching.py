"""What each kind of match gains, on training parts: where the default weights were settled.

python -m eval.matching --data DIR [--every N]

MCTest train: accuracy of the sliding window, without and with distance. FairytaleQA train: how often the
sentence that matches best holds the answer (questions whose answer is a span), and the mean reciprocal rank.
"""

from __future__ import annotations

import argparse
import tarfile
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np

from eval.duorc.places import places
from symbolic_rc.core.record import Record
from symbolic_rc.core.tokens import Tokens, tokens
from symbolic_rc.datasets import Problem, read
from symbolic_rc.match import Matcher, Weights
from symbolic_rc.match.prune import content_words, sentence_scores
from symbolic_rc.readers.baselines.sliding_window import SlidingWindow
from symbolic_rc.story import Story

#: A question on a tokenised story, with the sentences that hold its answer.
Asked = tuple[str, Tokens, list[str], set[int]]


def settings() -> dict[str, Weights | None]:
    """Return the sets of weights that are compared."""
    default = Weights()
    forms = default.only("surface", "number", "inflection", "derivation")
    found: dict[str, Weights | None] = {
        "equal words": None,
        "+ numbers": default.only("surface", "number"),
        "+ inflection": default.only("surface", "number", "inflection"),
        "+ derivation (forms)": forms,
    }
    for kind in ("phrase", "synset", "paraphrase", "verb_group", "hypernym", "vector"):
        kept = ("surface", "number", "inflection", "derivation", kind)
        found[f"forms, {kind}"] = default.only(*kept)
    found["forms, hypernym 0.3, 2 steps"] = replace(forms, hypernym=0.3, steps=2)
    found["all (default)"] = default
    return found


def stories(data: Path, every: int) -> list[Record]:
    """Return every n-th story of MCTest's training parts."""
    found = [each for name in ("mc160", "mc500") for each in read(data / "mctest" / f"{name}.train.tsv")]
    return [each for each in found if not isinstance(each, Problem)][::every]


def asked(data: Path, every: int) -> list[Asked]:
    """Return the questions on every n-th story of FairytaleQA's training part whose answer is a span."""
    path = data / "fairytaleqa" / "fairytaleqa.tar.xz"
    with tarfile.open(path) as archive:
        train = {Path(name).stem.removesuffix("-story") for name in archive.getnames() if "/train/" in name}
    found: list[Asked] = []
    kept = (each for each in read(path) if not isinstance(each, Problem) and each.id in train)
    for record in islice(kept, 0, None, every):
        story = tokens(record.text, record.tokenised)
        sentence = np.repeat(np.arange(len(story.sentences) - 1), np.diff(story.sentences))
        for question in record.questions:
            spans = places(story, [text for texts in question.references for text in texts])
            if spans:
                words = tokens(question.text).words
                content = [words[i] for i in content_words(words)]
                found.append((record.id, story, content, {int(sentence[start]) for start, _ in spans}))
    return found


def choice_accuracy(records: list[Record], weights: Weights | None, distance: bool) -> float:
    """Return the sliding window's accuracy in percent."""
    match = Matcher(replace(weights, phrase=0.0)) if weights else None
    reader = SlidingWindow(distance, match)
    right = count = 0
    for record in records:
        answers = reader.answer_all(Story(record), record.questions)
        for question, answer in zip(record.questions, answers, strict=True):
            right += answer.texts in question.references
            count += 1
    return 100 * right / count


def sentence_ranks(questions: list[Asked], weights: Weights | None) -> tuple[float, float]:
    """Return how often the best sentence holds the answer, and the mean reciprocal rank, in percent."""
    match = Matcher(weights or Weights().only("surface"))
    last, prepared = "", match.story([])
    first = reciprocal = 0.0
    for name, story, content, right in questions:
        if name != last:
            last, prepared = name, match.story(story.words)
        scores = sentence_scores(match.relate(content, prepared), story.sentences)
        order = np.lexsort((np.arange(len(scores)), -scores)).tolist()
        rank = min(order.index(sentence) for sentence in right)
        first += rank == 0
        reciprocal += 1 / (rank + 1)
    return 100 * first / len(questions), 100 * reciprocal / len(questions)


def table(data: Path, every: int = 1) -> Iterator[str]:
    """Yield the table in Markdown."""
    records, questions = stories(data, every), asked(data, every)
    yield "| kinds | MCTest sliding window | with distance | FairytaleQA first | reciprocal rank |"
    yield "| --- | --- | --- | --- | --- |"
    for name, weights in settings().items():
        window, distance = (choice_accuracy(records, weights, each) for each in (False, True))
        first, reciprocal = sentence_ranks(questions, weights)
        yield f"| {name} | {window:.2f} | {distance:.2f} | {first:.2f} | {reciprocal:.2f} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--every", type=int, default=1, help="take every n-th story only")
    given = parser.parse_args()
    for line in table(given.data, given.every):
        print(line, flush=True)


if __name__ == "__main__":
    main()
