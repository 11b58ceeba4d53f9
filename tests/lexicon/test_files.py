"""Damaged files are refused with a remedy; first loads from many threads or processes are safe."""

import shutil
import subprocess
import sys
import threading
import time

import pytest

from symbolic_rc.core.errors import LexiconError
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.lexicon import names, nouns, paraphrases, rolesets, vectors, wordnet
from symbolic_rc.lexicon.files import once, open_lexicon

GETTERS = (wordnet, vectors, rolesets, names, nouns, paraphrases)
FILES = ("wordnet", "glove", "rolesets", "names", "nouns", "paraphrases")


def test_damaged_file_is_refused_and_says_how_to_rebuild(tmp_path, monkeypatch):
    broken = tmp_path / "names.lex"
    shutil.copy(lexicon_path("names.lex"), broken)
    with open(broken, "r+b") as file:
        file.seek(-1000, 2)
        byte = file.read(1)
        file.seek(-1000, 2)
        file.write(bytes([byte[0] ^ 1]))
    monkeypatch.setenv("SYMBOLIC_RC_LEXICONS", str(tmp_path))
    with pytest.raises(LexiconError) as caught:
        open_lexicon("names")
    assert str(broken) in str(caught.value)
    assert "checksum" in str(caught.value)
    assert "python -m lexicons.build.names" in str(caught.value)


@pytest.mark.parametrize("size", [0, 10, 5000])
def test_cut_file_is_refused(tmp_path, monkeypatch, size):
    (tmp_path / "nouns.lex").write_bytes(lexicon_path("nouns.lex").read_bytes()[:size])
    monkeypatch.setenv("SYMBOLIC_RC_LEXICONS", str(tmp_path))
    with pytest.raises(LexiconError, match=r"nouns\.lex"):
        open_lexicon("nouns")


def test_made_once_for_all_threads():
    made = []

    @once
    def slow():
        made.append(threading.get_ident())
        time.sleep(0.05)
        return object()

    found = []
    threads = [threading.Thread(target=lambda: found.append(slow())) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 1
    assert len(set(map(id, found))) == 1


FIRST_USE = """
import threading
from symbolic_rc.lexicon import wordnet, vectors
from symbolic_rc.match import matcher

start, found = threading.Barrier(8), []


def work():
    start.wait()
    words = wordnet()
    relation = matcher().relate(["killed", "revolver"], "he murders her with a six-shooter and a gun".split())
    found.append((words.synsets("dog"), words.base("gave", "v"), relation.positions.tolist(),
                  relation.weights.tolist(), vectors().neighbours("king", 3)))


threads = [threading.Thread(target=work) for _ in range(8)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
assert len(found) == 8 and all(each == found[0] for each in found), found
"""


def test_first_use_by_many_threads_at_once():
    done = subprocess.run([sys.executable, "-c", FIRST_USE], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_small_and_quick():
    assert sum(lexicon_path(f"{name}.lex").stat().st_size for name in FILES) < 40e6
    for getter in GETTERS:
        getter.forget()
    start = time.process_time()
    for getter in GETTERS:
        getter()
    assert time.process_time() - start < 1.0
