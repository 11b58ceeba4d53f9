"""The engine's small API."""

import pytest

import symbolic_rc
from symbolic_rc.core.errors import DataError, SymbolicRCError
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.core.record import Question, Record

pytestmark = pytest.mark.skipif(
    not lexicon_path("engine.lex").is_file(), reason="the engine's weights are not built"
)

TEXT = (
    "Old Marta Quill sold the mill to Jonas Reed in 1893. Jonas painted the door green. "
    "Nine geese lived behind the mill. Marta moved to Harbour Street in Wendle."
)


@pytest.fixture(scope="module")
def story(engine):
    return engine.read(TEXT)


def test_what_is_no_story_and_no_text_is_a_type_error_that_says_what_to_pass():
    engine = symbolic_rc.load()
    for call in (
        lambda: engine.answer("text", "Who?"),
        lambda: engine.explain(None, "Who?"),
        lambda: engine.answer_all(Record("r", "text"), []),
    ):
        with pytest.raises(TypeError, match=r"engine.read\(text\)"):
            call()
    for text in (None, b"text", 3):
        with pytest.raises(TypeError, match=r"a text \(str\) or a Record"):
            engine.read(text)
    with pytest.raises(TypeError, match="a question is a text"):
        engine.answer(engine.read("Ada sold it."), None)
    for question in ("", "  "):
        with pytest.raises(DataError, match="the question is empty"):
            engine.answer(engine.read("Ada sold it."), question)
    with pytest.raises(SymbolicRCError, match="pipe reads many texts"):
        engine.read(text for text in ("Ada sold it.",))


def test_a_path_names_a_text_file_and_questions_may_come_from_a_generator(engine, tmp_path):
    path = tmp_path / "story.txt"
    path.write_bytes("Zoë sold the mill.\r\n".encode("cp1252"))
    for read in (engine.read(path), symbolic_rc.read(path), next(engine.pipe([path]))):
        assert engine.answer_all(read, (q for q in ["Who sold the mill?"]))[0].text == "Zoë"
    with pytest.raises(DataError, match="nowhere"):
        engine.read(tmp_path / "nowhere.txt")


def test_a_mapping_of_data_sets_is_to_be_chosen_from():
    rows = [{"context": "Ann sold it.", "question": "Who sold it?", "answers": ["Ann"]}]
    with pytest.raises(DataError, match="'train', 'test' was given: choose one"):
        symbolic_rc.score({"train": rows, "test": rows})
    assert symbolic_rc.score(row for row in rows).metrics["em"] == 100.0


def test_several_questions_are_texts_or_questions(engine, story):
    asked = ["Who painted the door?", Question("q", "Who sold the mill?")]
    answers = engine.answer_all(story, asked)
    assert [one.text for one in answers] == [engine.answer(story, one).text for one in asked]
    with pytest.raises(TypeError, match="answer_all takes a list of questions"):
        engine.answer_all(story, "Who painted the door?")


def test_answers_with_a_trace(engine, story):
    answer = engine.answer(story, "Who painted the door?")
    assert answer.text in ("Jonas", "Jonas Reed")
    start, end = answer.spans[0]
    assert story.text[start:end] == answer.text
    assert answer.rule in engine.rules
    assert "Jonas" in str(answer.trace)


def test_traces_replay(engine, story):
    traces = [engine.answer(story, "Who sold the mill?").trace.to_json() for _ in range(2)]
    assert traces[0] == traces[1]


def test_why_not(engine, story):
    found = engine.explain(story, "Who painted the door?", why_not="Marta")
    assert any(line.startswith("Marta") for line in found.why_not)
    missing = engine.explain(story, "Who painted the door?", why_not="Hermione")
    assert missing.why_not == ("Hermione: does not occur in the text",)


def test_own_rule_decides(story):
    engine = symbolic_rc.load()

    @engine.rules.rule(before="stated")
    def geese(case):
        """Always the geese."""
        return [case.propose("Nine geese")]

    answer = engine.answer(story, "Who painted the door?")
    assert (answer.text, answer.rule) == ("Nine geese", "geese")


def test_choices_and_rank(engine, story):
    choices = ("a forest", "Harbour Street", "London", "the sea")
    assert (
        engine.answer(story, Question("1", "Where did Marta move?", choices=choices)).text == "Harbour Street"
    )
    ranks = engine.rank(story, Question("1", "Who painted the door?"), ["a boat", "Jonas"])
    assert ranks[1] > ranks[0]


def test_cloze(engine, story):
    question = Question("1", "@placeholder painted the door green", placeholder="@placeholder")
    assert engine.answer(story, question).text in ("Jonas", "Jonas Reed")


def test_empty_story_is_refused(engine):
    assert engine.answer(engine.read(""), "Who?").texts == ()


def test_many_stories_are_read_in_batches_as_each_alone():
    engine = symbolic_rc.load()
    texts = [f"{name} sold the mill. Bo bought it." for name in ("Ann", "Cora", "Dora", "Edith", "Fay")]
    found = list(engine.pipe(iter(texts), batch_size=2))
    assert [story.text for story in found] == texts
    alone = [engine.read(text) for text in texts]
    for one, other in zip(found, alone, strict=True):
        assert [token.dep_ for token in one.doc] == [token.dep_ for token in other.doc]
        assert (
            engine.answer(one, "Who sold the mill?").texts == engine.answer(other, "Who sold the mill?").texts
        )
    pairs = list(engine.pipe(zip(texts, range(5), strict=True), as_tuples=True))
    assert [number for _, number in pairs] == list(range(5))


def test_reading_in_batches_takes_no_more_texts_than_it_needs():
    taken = []
    texts = (taken.append(number) or f"Ann had {number} keys." for number in range(100))
    next(symbolic_rc.load().pipe(texts, batch_size=3))
    assert len(taken) == 3


def test_story_answer_and_engine_say_what_they_are():
    engine = symbolic_rc.load(profile="quoref")
    story = engine.read("Ann sold the mill. " * 10)
    assert repr(story).startswith("<Story 'story': 190 characters, 'Ann sold the mill.")
    assert "doc" not in vars(story), "looking at a story reads nothing"
    assert repr(engine.answer(story, "Who sold the mill?")).startswith("Answer('Ann', rule=")
    assert repr(engine).endswith(" rules, profile='quoref'>")
    assert "<li>" in engine._repr_html_()
    assert "unfitted" in repr(symbolic_rc.load(weights=None))
