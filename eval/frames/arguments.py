"""Predicates, rolesets and arguments over sentences of a treebank."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

from spacy.tokens import Doc

from eval.frames.metrics import RoleCounts, joined, percentages
from symbolic_rc.core.entity import Frame
from symbolic_rc.frames.decoding import Thresholds
from symbolic_rc.frames.model import FrameModel
from symbolic_rc.frames.parsing import parse
from symbolic_rc.train.frames.propbank import PropBankSentence


class FrameScores:
    """Counts over sentences, and their figures."""

    def __init__(self) -> None:
        self.predicates = [0, 0, 0]
        self.rolesets = [0, 0]
        self.roles, self.kinds = RoleCounts(), RoleCounts()
        self.by_kind: dict[str, list[int]] = {}

    def add(self, sentence: PropBankSentence, frames: Sequence[Frame]) -> None:
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
        self.show_arguments("arguments")
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

    def show_arguments(self, name: str) -> None:
        """Print the figures of all arguments."""
        p, r, f1 = self.roles.figures()
        print(f"  {name:11} P {p:5.1f}  R {r:5.1f}  F1 {f1:5.1f}")


def score(
    sentences: Sequence[PropBankSentence], docs: Iterable[Doc], model: FrameModel, thresholds: Thresholds
) -> tuple[FrameScores, float]:
    """Return the scores of a parser over sentences, and its tokens per second (process time)."""
    table, spent, tokens = FrameScores(), 0.0, 0
    for number, (sentence, doc) in enumerate(zip(sentences, docs, strict=True)):
        if number == 0:
            parse(doc, model, thresholds)  # compiles
        start = time.process_time()
        frames = parse(doc, model, thresholds)
        spent += time.process_time() - start
        tokens += len(doc)
        table.add(sentence, frames)
    return table, tokens / max(spent, 1e-9)
