"""METEOR by the official program: version 1.5 with its paraphrase table, from the extra ``meteor``."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from symbolic_rc.core.errors import MissingExtraError, SymbolicRCError
from symbolic_rc.core.question import Question
from symbolic_rc.metrics.caption import caption_pair
from symbolic_rc.metrics.meteor import CaptionMeteor
from symbolic_rc.metrics.metric import Statistics

_STAGES = 4


class MeteorProgram:
    """The running program: lines go in, counts come out.

    Raises
    ------
    MissingExtraError
        If the package that carries the program is not installed.
    SymbolicRCError
        If there is no Java, or the program stops.
    """

    def __init__(self, *options: str) -> None:
        found = importlib.util.find_spec("pycocoevalcap")
        if found is None or not found.submodule_search_locations:
            raise MissingExtraError("pycocoevalcap", "meteor")
        java = shutil.which("java")
        if java is None:
            raise SymbolicRCError("METEOR's own program needs Java: install a Java runtime, or use ours")
        folder = Path(next(iter(found.submodule_search_locations))) / "meteor"
        command = [java, "-Xmx2G", "-jar", "meteor-1.5.jar", "-", "-", "-stdio", "-l", "en", "-norm"]
        process = subprocess.Popen(
            [*command, *options],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
        )
        assert process.stdin is not None
        assert process.stdout is not None
        self._process, self._input, self._output = process, process.stdin, process.stdout
        self._lock = threading.Lock()

    def ask(self, line: str) -> str:
        """Return the program's answer to one line."""
        with self._lock:
            try:
                self._input.write(line + "\n")
                self._input.flush()
                answer = self._output.readline()
            except OSError as error:
                raise SymbolicRCError(f"METEOR's program stopped ({error})") from error
        if not answer:
            raise SymbolicRCError("METEOR's program stopped; does Java have 2 GB of memory?")
        return answer.strip()

    def counts(self, found: Sequence[str], references: Sequence[Sequence[str]]) -> list[float]:
        """Return the program's 23 counts of an answer against its best reference."""
        texts = [" ".join(words).replace("|||", "") for words in (*references, found)]
        return [float(value) for value in self.ask(" ||| ".join(["SCORE", *texts])).split()]


@cache
def _program() -> MeteorProgram:
    return MeteorProgram()


def counts_in_order(counts: Sequence[float]) -> Statistics:
    """Put the program's counts in the order of `meteor_scores`; float64, shape (21,)."""
    length, wanted_length, function, wanted_function = counts[:4]
    # a stage has answer and reference on content words, then on function words
    by_stage = np.array(counts[4:20]).reshape(_STAGES, 4)
    own, wanted = by_stage[:, [0, 2]].T.ravel(), by_stage[:, [1, 3]].T.ravel()
    chunks = counts[20]
    if chunks == 1 and counts[21] == length and counts[22] == wanted_length:
        chunks = 0.0  # as the program does where it adds counts up
    return np.concatenate([[length, function, wanted_length, wanted_function], own, wanted, [chunks]])


class MeteorJar(CaptionMeteor):
    """Corpus METEOR 1.5 with all stages, by the official program."""

    signature = (
        "METEOR|version:1.5|program:jar|lang:en|stages:exact+stem+synonym+paraphrase|corpus|best-reference"
    )

    def statistics(self, texts: tuple[str, ...], question: Question) -> Statistics:
        """Return the program's counts; float64, shape (21,)."""
        return counts_in_order(_program().counts(*caption_pair(texts, question)))
