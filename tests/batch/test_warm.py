from types import SimpleNamespace

import pytest

from symbolic_rc.batch import warm


def test_both_parts_are_compiled_once_for_a_state_of_the_code(monkeypatch, tmp_path):
    started = []

    def popen(command, **_):
        started.append(command[-1])
        return SimpleNamespace(wait=lambda: 0)

    monkeypatch.setattr(warm, "cache_directory", lambda: tmp_path)
    monkeypatch.setattr(warm.subprocess, "Popen", popen)
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    assert warm.warm_up()
    assert not warm.warm_up()
    assert started == ["reading", "answering"]


@pytest.mark.parametrize("part", warm._PARTS)
def test_each_part_runs(part):
    warm.compile_part(part)
