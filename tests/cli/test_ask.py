"""`symbolic-rc ask` and its kin: readers by name, any encoding, long texts, no answer below a confidence."""

import json
import logging
import random

import pytest

import symbolic_rc
from symbolic_rc.cli import explain, shared
from symbolic_rc.core.errors import SymbolicRCError
from tests.cli.running import cli, invoke

TEXT = "Zoë Holm kept the mill. In the spring she sold the wheel to Bo Finch, a trader.\r\n"
QUESTION = "Who kept the mill?"


@pytest.fixture
def story(tmp_path):
    path = tmp_path / "story.txt"
    path.write_bytes(TEXT.encode())
    return path


@pytest.mark.parametrize("place", [1, 2, 3, 4])
@pytest.mark.parametrize("reader", ["symbolic", "symbolic:rules", "symbolic-book", "max-frequency"])
def test_a_reader_is_named_wherever_the_option_stands(story, reader, place):
    arguments = ["ask", story, QUESTION, "--json"]
    result = invoke(*arguments[:place], "--reader", reader, *arguments[place:])
    (line,) = result.stdout.splitlines()
    found = json.loads(line)
    assert found["question"] == QUESTION
    assert found["rule"] == ("max-frequency" if reader == "max-frequency" else "stated")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "utf-16-le"])
@pytest.mark.parametrize("command", ["ask", "explain", "facts", "frames"])
def test_every_command_reads_every_encoding(tmp_path, command, encoding):
    further = {"ask": [QUESTION], "explain": ["-q", QUESTION]}.get(command, [])
    expected, path = None, tmp_path / "story.txt"
    for given in ("utf-8", encoding):
        path.write_bytes(TEXT.encode(given))
        found = invoke(command, path, *further).stdout
        assert "Zoë Holm" in found
        assert expected in (None, found)
        expected = found


def test_an_encoding_is_named(story):
    story.write_bytes("Zoë kept the mill.".encode("mac-roman"))
    assert "Zoë" in invoke("ask", story, QUESTION, "--encoding", "mac-roman").stdout
    story.write_bytes("Who kept the mill?\n".encode("utf-16"))
    text = story.with_name("text.txt")
    text.write_text("Ann kept the mill.")
    assert "Ann" in invoke("ask", text, "--questions", story).stdout


def test_a_byte_order_mark_is_not_part_of_the_text():
    engine = symbolic_rc.load()
    story = engine.read("\ufeffAnn kept the mill.")
    assert story.text == "Ann kept the mill."
    assert engine.answer(story, QUESTION).text == "Ann"
    assert symbolic_rc.read("\ufeffAnn came.").text == "Ann came."


@pytest.mark.parametrize("bad", ["x" * 5000, "\udcff"])
@pytest.mark.parametrize("command", ["ask", "explain", "typed"])
def test_one_bad_question_leaves_the_others(story, command, bad):
    asked = [QUESTION, bad, "Who sold the wheel?"]
    more = {"ask": asked, "explain": [part for one in asked for part in ("-q", one)], "typed": []}[command]
    typed = "\n".join([QUESTION, "x" * 5000, asked[2]])
    found = cli("explain" if command == "explain" else "ask", story, *more, input=typed)
    assert found.stdout.count("Holm") >= 2
    assert "at most 4,000" in found.stderr or "surrogate" in found.stderr
    assert found.returncode == (0 if command == "typed" else 2)


def test_an_empty_question_is_an_error(story, tmp_path):
    (tmp_path / "empty.txt").write_text("\n \n")
    for more, told in (
        ([""], "empty"),
        ([" ", ""], "empty"),
        (["--questions", tmp_path / "empty.txt"], "no text"),
    ):
        with pytest.raises(SymbolicRCError, match=told):
            invoke("ask", story, *more)


def test_no_answer_is_given_below_a_confidence(story):
    half = json.loads(invoke("ask", story, QUESTION, "--json").stdout)["confidence"] / 2
    assert invoke("ask", story, QUESTION, "--refuse-below", half).stdout.startswith(f"{QUESTION}  Zoë Holm")
    assert "(none)  [refuse" in invoke("ask", story, QUESTION, "--refuse-below", 1).stdout


def long_text(words):
    chance, lines = random.Random(1), []
    names = ("Ada Holm", "Bo Finch", "Marta Quill", "Tom Reed")
    while sum(len(line.split()) for line in lines) < words:
        first, second = chance.sample(names, 2)
        lines.append(f"{first} {chance.choice(('met', 'sold a key to', 'wrote to'))} {second} near the mill.")
    return " ".join(lines)


def test_a_long_text_is_read_as_a_book_with_a_warning(story, monkeypatch, caplog):
    monkeypatch.setattr(shared, "BOOK_WORDS", 5000)
    story.write_text(long_text(5000), encoding="utf-8")
    with caplog.at_level(logging.WARNING):
        found = invoke("ask", story, "Who wrote to Ada Holm?", "--json")
    assert json.loads(found.stdout)["rule"] == "whole-book"
    assert "read as a book, by symbolic-book (--reader symbolic" in caplog.text
    assert "(none)" in invoke("ask", story, "Who wrote to Ada Holm?", "--refuse-below", 0.99).stdout
    caplog.clear()
    with caplog.at_level(logging.WARNING):
        found = invoke("ask", story, "Who wrote to Ada Holm?", "--json", "--reader", "symbolic")
    assert json.loads(found.stdout)["rule"] != "whole-book"
    assert not caplog.text


def test_reading_shows_its_stages(story, monkeypatch):
    stages = []
    monkeypatch.setattr(explain.Display, "stage", lambda self, what: stages.append(what))
    invoke("ask", story, QUESTION)
    assert any(stage.startswith("reading 17 words: words") for stage in stages)
    assert stages[-1] == "reading 17 words: facts"


def test_places_are_those_in_the_text_as_it_was_given(story):
    head = "*** START OF THE PROJECT GUTENBERG EBOOK THE MILL ***\n\n"
    tail = "\n\n*** END OF THE PROJECT GUTENBERG EBOOK THE MILL ***\n"
    paragraph = (
        "Ann Orr kept the old mill by the river,\nand Bo Finch sold the wheel of it to her in spring.\n\n"
    )
    text = head + paragraph * 3 + tail
    story.write_text(text, encoding="utf-8")
    found = json.loads(invoke("ask", story, "Who kept the old mill?", "--json").stdout)
    for start, end in found["spans"]:
        assert text[start:end] == found["answer"]
