import io
import os

import pytest

from symbolic_rc.annotate.parser import arc_hybrid
from symbolic_rc.batch import warm
from symbolic_rc.batch.progress import Untold
from symbolic_rc.ranking import scene


class Told(Untold):
    def __init__(self):
        self.stages = []

    def stage(self, what):
        self.stages.append(what)


class Process:
    """Stands for a process that has compiled three kernels."""

    def __init__(self):
        reading, writing = os.pipe()
        os.write(writing, b"one\ntwo\nthree\n")
        os.close(writing)
        self.stdout = io.FileIO(reading, closefd=True)

    def wait(self):
        return 0

    def kill(self):
        pass


def test_both_parts_are_compiled_once_for_a_state_of_the_code(monkeypatch, tmp_path):
    started = []

    def start(part):
        started.append(part)
        return Process()

    monkeypatch.setattr(warm, "cache_directory", lambda: tmp_path)
    monkeypatch.setattr(warm, "_start", start)
    monkeypatch.setattr(warm, "KERNELS", {"reading": 2, "answering": 5})
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    told = Told()
    assert warm.warm_up(told)
    assert told.stages[0] == "compiling kernel 1 of about 7 (first use only)"
    assert told.stages[-1] == "compiling kernel 6 of about 7 (first use only)"
    assert not warm.warm_up(told)
    assert started == ["reading", "answering"]


@pytest.mark.parametrize("part", warm.KERNELS)
def test_each_part_runs(part):
    warm.compile_part(part)
    last = {"reading": arc_hybrid.parse_sentences, "answering": scene.look}[part]
    assert getattr(last, "signatures", True)
