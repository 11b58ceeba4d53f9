import subprocess
import sys

import pytest

from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.core.record import Question
from symbolic_rc.readers import READERS, Reader, load_reader, reader_names
from symbolic_rc.story import Story


def test_names_are_unique_and_those_of_the_papers_are_there():
    names = reader_names()
    assert len(names) == len(set(names))
    wanted = (
        "max-frequency exclusive-frequency word-distance ir-bleu1 ir-rougel ir-cosine oracle-bleu1 random"
    )
    assert set(wanted.split()) <= set(names)


SHIPPED = [entry for entry in READERS if "(--weights " not in entry.summary]


@pytest.mark.parametrize("entry", SHIPPED, ids=lambda entry: entry.name)
def test_every_reader_can_be_made_and_is_described(entry):
    assert isinstance(load_reader(entry.name), Reader)
    assert entry.summary
    assert entry.source


@pytest.mark.parametrize("name", [entry.name for entry in SHIPPED if "cosine" not in entry.name])
def test_every_reader_survives_an_empty_story_and_no_questions(name):
    reader = load_reader(name)
    assert reader.answer_all(Story.from_text(""), []) == []
    question = Question("q", "Who left?", (("Ada",),))
    assert len(reader.answer_all(Story.from_text(""), [question])) == 1


def test_an_unknown_name_is_told_with_the_nearest():
    with pytest.raises(SymbolicRCError, match="ir-bleu1"):
        load_reader("ir-blue1")


def test_importing_the_readers_loads_none_of_them():
    code = (
        "import sys, symbolic_rc.readers; print([m for m in ('numba', 'spacy', 'scipy') if m in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_a_reader_of_the_users_own(tmp_path, monkeypatch):
    (tmp_path / "own_reader.py").write_text(
        "from symbolic_rc.core.record import Answer\n"
        "class Parrot:\n"
        "    def answer_all(self, story, questions):\n"
        "        return [Answer((question.text,)) for question in questions]\n"
        "def parrot(options):\n"
        "    return Parrot()\n"
        "def nothing(options):\n"
        "    return 3\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    reader = load_reader("python:own_reader:parrot")
    assert reader.answer_all(Story.from_text("x"), [Question("q", "Who?")])[0].text == "Who?"
    for name, says in (
        ("own_reader:nothing", "answer_all"),
        ("own_reader:missing", "missing"),
        ("nix:x", "nix"),
    ):
        with pytest.raises(SymbolicRCError, match=says):
            load_reader(f"python:{name}")
