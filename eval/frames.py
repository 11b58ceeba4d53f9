"""Frames on the English Web Treebank's dev part: ``python -m eval.frames --data DIR``.

Predicates, rolesets and arguments of the installed parser, on its own annotation of the treebank's tokens
and on gold syntax; arguments are scored as in CoNLL-2005 (role and all words right). Then the open argument
of the questions written for the project (``--questions`` alone: these only, without data), and the model's
size. The frame-semantic reader's strategies are printed by ``python -m eval.strategies``.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from spacy.tokens import Doc

from symbolic_rc.core.files.container import read_container
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.core.frame import Frame
from symbolic_rc.frames.parser.frame_parser import parse
from symbolic_rc.frames.parser.model import FILE, FrameModel, frame_model
from symbolic_rc.frames.question import open_argument
from symbolic_rc.frames.score import Tally, joined, percentages
from symbolic_rc.frames.train.annotation import gold_docs, own_docs
from symbolic_rc.frames.train.propbank import Sentence, join, together
from symbolic_rc.story import Story

CASES = Path(__file__).parents[1] / "tests/frames/cases"


class Table:
    """Counts over sentences, and their print."""

    def __init__(self) -> None:
        self.predicates = [0, 0, 0]
        self.rolesets = [0, 0]
        self.roles, self.kinds = Tally(), Tally()
        self.by_kind: dict[str, list[int]] = {}

    def add(self, sentence: Sentence, frames: Sequence[Frame]) -> None:
        """Count one sentence."""
        gold = {p.index: p for p in sentence.predicates}
        found = {f.head: f for f in frames}
        self.predicates[0] += len(gold)
        self.predicates[1] += len(found)
        self.predicates[2] += len(gold.keys() & found.keys())
        for index in sorted(gold.keys() | found.keys()):
            p, f = gold.get(index), found.get(index)
            theirs = joined(p.arguments) if p else []
            ours = joined((a.role, a.start, a.end) for a in f.arguments) if f else []
            self.roles.add(theirs, ours)
            kind = {"NOUN": "noun", "PROPN": "noun", "ADJ": "adjective"}.get(sentence.upos[index], "verb")
            if p and f:
                self.rolesets[0] += 1
                self.rolesets[1] += p.roleset == f.roleset
            self.kinds.add([(kind, (x, *y)) for x, y in theirs], [(kind, (x, *y)) for x, y in ours])
            row = self.by_kind.setdefault(kind, [0, 0, 0, 0])
            row[0] += p is not None
            row[1] += f is not None
            row[2] += p is not None and f is not None
            row[3] += p is not None and f is not None and p.roleset == f.roleset

    def show(self, title: str, detail: bool) -> None:
        """Print the table."""
        p, r, f1 = percentages(*self.predicates)
        print(f"{title}\n  predicates  P {p:5.1f}  R {r:5.1f}  F1 {f1:5.1f}")
        print(f"  rolesets    {100 * self.rolesets[1] / max(1, self.rolesets[0]):5.1f} % of predicates found")
        p, r, f1 = self.roles.figures()
        print(f"  arguments   P {p:5.1f}  R {r:5.1f}  F1 {f1:5.1f}")
        if not detail:
            return
        for kind, row in sorted(self.by_kind.items()):
            f1 = percentages(row[0], row[1], row[2])[2]
            arguments = self.kinds.figures(kind)[2]
            right = 100 * row[3] / max(1, row[2])
            print(
                f"    {kind:10} {row[0]:6} predicates, F1 {f1:5.1f}, rolesets {right:5.1f},"
                f" arguments F1 {arguments:5.1f}"
            )
        for role, n in self.roles.gold.most_common():
            p, r, f1 = self.roles.figures(role)
            print(f"    {role:12} {n:6}  P {p:5.1f}  R {r:5.1f}  F1 {f1:5.1f}")


def score(sentences: Sequence[Sentence], docs: Iterator[Doc], model: FrameModel) -> tuple[Table, float]:
    """Return the table of a parser over sentences, and tokens a second (frames alone, process time)."""
    table, spent, tokens = Table(), 0.0, 0
    for number, (sentence, doc) in enumerate(zip(sentences, docs, strict=True)):
        if number == 0:
            parse(doc, model)  # compiles
        start = time.process_time()
        frames = parse(doc, model)
        spent += time.process_time() - start
        tokens += len(doc)
        table.add(sentence, frames)
    return table, tokens / max(spent, 1e-9)


def read_questions(path: Path) -> list[tuple[str, list[str], list[str]]]:
    """Return (question, predicate's words, roles), alternatives apart, of a list of labelled questions."""
    rows = [line.split("\t") for line in path.read_text("utf-8").splitlines() if line and line[0] != "#"]
    return [(question, words.split("|"), roles.split("|")) for question, words, roles in rows]


def missed(path: Path) -> list[tuple[str, str, str]]:
    """Return the questions whose open argument is not found: with the predicate and role found instead."""
    wrong = []
    for text, words, roles in read_questions(path):
        doc = Story.from_text(text).doc
        found = open_argument(doc)
        ours = (doc[found.frame.head].text, found.role) if found else ("", "")
        if ours[0] not in words or ours[1] not in roles:
            wrong.append((text, *ours))
    return wrong


def questions() -> None:
    """Print how often the open argument is found, on each list of questions."""
    for title, name in (
        ("questions that the rules were made with", "questions.tsv"),
        ("questions labelled before any rule was tried on them", "questions_apart.tsv"),
    ):
        total, wrong = len(read_questions(CASES / name)), missed(CASES / name)
        right = total - len(wrong)
        print(f"open argument, {title}: {right} of {total}, {100 * right / total:.1f} %")
        for text, word, role in wrong:
            print(f"    {text}  found: {word} {role}")


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="the folder of data")
    parser.add_argument("--questions", action="store_true", help="the open argument of questions alone")
    parser.add_argument("--syntax", choices=("own", "gold", "both"), default="both")
    parser.add_argument("--brief", action="store_true", help="without the rows of roles and kinds")
    parser.add_argument("--model", type=Path, help="another model file than the installed one")
    options = parser.parse_args()
    if options.questions:
        questions()
        return
    if options.data is None:
        parser.error("--data is needed, or --questions")
    model = FrameModel.of(read_container(options.model)) if options.model else frame_model()
    sentences, counts = join(
        options.data / "ewt/en_ewt-ud-dev.conllu.xz", options.data / "propbank_ewt/ewt-dev.gold_skel.xz"
    )
    sentences = together(sentences)
    print("EWT dev:", ", ".join(f"{name} {n}" for name, n in counts.items()))
    for name, docs in (("own", own_docs), ("gold", gold_docs)):
        if options.syntax in (name, "both"):
            table, speed = score(sentences, iter(list(docs(sentences))), model)
            table.show(f"{name} syntax ({speed:,.0f} tokens/s on top of annotation)", not options.brief)
    file = options.model or lexicon_path(FILE)
    print(f"model: {file.stat().st_size / 1e6:.1f} MB")
    if options.model is None:
        questions()


if __name__ == "__main__":
    main()
