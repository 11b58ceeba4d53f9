from symbolic_rc.core.record import Question, Record
from symbolic_rc.readers import load_reader
from symbolic_rc.readers.entities import capitalised
from symbolic_rc.story import Story

MILL = (
    "There Marta Quill ran the mill. Quill had a brother, Osric, and the brother had a dog. "
    "Suddenly Osric left Quill. Osric wrote to Quill from Brack."
)


def test_capital_letters_show_entities_and_short_names_join_the_full_one():
    found = {entity.name: len(entity.spans) for entity in capitalised(Story.from_text(MILL))}
    assert found == {"Marta Quill": 4, "Osric": 3, "Brack": 1}


def test_a_capital_at_a_sentence_start_alone_is_no_name():
    names = [
        entity.name for entity in capitalised(Story.from_text("Wind blew. The wind took Ada. Rain fell."))
    ]
    assert names == ["Ada"]


def test_markers_are_entities():
    story = Story(Record("s", "@entity3 met @entity1 . @entity3 left .", tokenised=True))
    assert [entity.name for entity in capitalised(story)] == ["@entity3", "@entity1"]


def test_exclusive_frequency_leaves_out_the_questions_entities():
    story = Story.from_text(MILL)
    question = Question("q", "Who left Marta Quill?")
    assert load_reader("max-frequency").answer_all(story, [question])[0].text == "Marta Quill"
    assert load_reader("exclusive-frequency").answer_all(story, [question])[0].text == "Osric"


def test_answers_are_spans_of_the_story():
    story = Story.from_text(MILL)
    (answer,) = load_reader("max-frequency").answer_all(story, [Question("q", "Who?")])
    assert [story.text[i:j] for i, j in answer.spans] == list(answer.texts)


def test_a_story_without_names_gets_an_empty_answer():
    (answer,) = load_reader("max-frequency").answer_all(
        Story.from_text("no names here"), [Question("q", "Who?")]
    )
    assert answer.texts == ()
