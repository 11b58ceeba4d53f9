import io
import os

import pytest

from symbolic_rc.annotate.parser import beam
from symbolic_rc.batch import warm
from symbolic_rc.batch.progress import Untold
from symbolic_rc.ranker import candidate_features


class Told(Untold):
    def __init__(self):
        self.stages = []

    def stage(self, what):
        self.stages.append(what)


class Process:
    """Stands for a process that has compiled three kernels."""

    def __init__(self):
        self.stdin = io.BytesIO()
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
    kernels = {"reading": 2, "answering": 5}
    monkeypatch.setattr(warm, "KERNELS", {"symbolic": kernels, "symbolic:rules": {"by-rules": 1}})
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    told = Told()
    assert warm.warm_up(told)
    assert told.stages[0] == "compiling kernel 1 of about 7 (first use only)"
    assert told.stages[-1] == "compiling kernel 6 of about 7 (first use only)"
    assert not warm.warm_up(told)
    assert not warm.warm_up(told, "symbolic:rules"), "the engine's kernels hold those of the rules"
    assert started == ["reading", "answering"]


def test_the_rules_alone_compile_no_ranker(monkeypatch, tmp_path):
    started = []
    monkeypatch.setattr(warm, "cache_directory", lambda: tmp_path)
    monkeypatch.setattr(warm, "_start", lambda part: started.append(part) or Process())
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    assert warm.warm_up(reader="symbolic:rules")
    assert not warm.warm_up(reader="symbolic:rules")
    assert started == ["reading", "answering-by-rules"]
    assert warm.warm_up(), "the ranker's kernels are still to be compiled"


def test_the_last_process_is_released_when_another_ends(monkeypatch, tmp_path):
    processes = []

    def start(part):
        processes.append(Process())
        return processes[-1]

    monkeypatch.setattr(warm, "cache_directory", lambda: tmp_path)
    monkeypatch.setattr(warm, "_start", start)
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    warm.warm_up()
    assert processes[-1].stdin.closed


@pytest.mark.parametrize("part", sorted({part for parts in warm.KERNELS.values() for part in parts}))
def test_each_part_runs(part):
    waited = []
    warm.compile_part(part, lambda: waited.append(part))
    assert bool(waited) == (part != "reading"), "no question is read before the kernels of reading are there"
    if part != "answering-by-rules":
        last = {"reading": beam.beam_sentences, "answering": candidate_features._fill_candidates}[part]
        assert getattr(last, "signatures", True)
