"""Cross-validated answers as runs: what `symbolic-rc train --held-out` writes, for `compare` to read.

Answers of weights that learned from the same questions say nothing of what a reader can do. These are by the
weights that never saw the story, with their traces, in the form of any other run.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from symbolic_rc import __version__
from symbolic_rc.batch.manifest import MANIFEST, PREDICTIONS, TRACES
from symbolic_rc.batch.outcome import prediction_line
from symbolic_rc.batch.worker import trace_line
from symbolic_rc.core.answer import Answer
from symbolic_rc.training.examples import TrainingSet
from symbolic_rc.training.seen import RawText, load_layers


class HeldOut:
    """Collects cross-validated answers, a line each.

    Parameters
    ----------
    training_set : TrainingSet
        What the answers' numbers count.
    """

    def __init__(self, training_set: TrainingSet) -> None:
        self._training_set = training_set
        self._lines: dict[str, dict[int, tuple[str, str]]] = defaultdict(dict)

    def keep(self, i: int, answer: Answer) -> None:
        """Take one question's answer."""
        example, story = self._training_set.examples[i], self._training_set.stories[i]
        question = example.asked.question
        self._lines[example.group][i] = (
            prediction_line(story, question, answer),
            trace_line(question, answer),
        )

    def _raw_text(self, rows: Iterable[int]) -> dict[str, Any]:
        """Return whose texts the layers below saw, see `training.seen`."""
        stories = dict.fromkeys(self._training_set.stories[i] for i in rows)
        raw = RawText(load_layers())
        for _ in raw.watch(self._training_set.records[name] for name in stories):
            pass
        return raw.summary()

    def write(self, folder: Path, sources: Sequence[str], folds: int) -> list[Path]:
        """Write a run for each kind of data set, named after it; return their folders."""
        written = []
        for group, found in sorted(self._lines.items()):
            path = folder / group
            path.mkdir(parents=True, exist_ok=True)
            lines = [found[i] for i in sorted(found)]
            for name, part in ((PREDICTIONS, 0), (TRACES, 1)):
                (path / name).write_text("".join(line[part] + "\n" for line in lines), encoding="utf-8")
            manifest = {
                "version": __version__,
                "options": {"reader": "symbolic", "format": group},
                "counts": {"questions": len(lines)},
                "learned_from": list(sources),
                "held_out": {"folds": folds, "by": "story"},
                "raw_text": self._raw_text(found),
            }
            (path / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")
            written.append(path)
        return written
