import numpy as np
import pytest

from symbolic_rc.core.files.container import read_container, write_container
from symbolic_rc.core.record import Question, Record
from symbolic_rc.datasets import overlap as O

STORY = 'Ada Holm kept the mill. She didn\'t sell the "old" wheel.'
QUESTION = Question("q1", "Who kept the mill?", (("Ada Holm",),))


@pytest.fixture
def learned():
    return O.TrainedOn.of([(STORY, QUESTION)])


def summary(learned, *records, name="w.lex"):
    tally = O.QuestionOverlap([(name, learned)])
    assert list(tally.watch(records)) == list(records)
    return tally.summary()


def test_a_copy_under_another_name_layout_and_case_is_found(learned):
    text = STORY.replace(". ", ".\n\n").replace("didn't", "did n't").replace('"', "``").upper()
    copy = Record("other", text, (Question("z", "  who kept the mill ?"), Question("y", "Who sold it?")))
    found = summary(learned, copy)
    assert (found["questions"], found["of"], found["which"]) == (1, 2, ["z"])
    assert O.describe_questions(found) == "Overlap with the training data: 1 of 2 questions"
    assert O.describe_questions(found, ["y"]) == "No overlap with the training data (0 of 1 questions)"


def test_new_questions_and_new_stories_are_not(learned):
    assert (
        summary(learned, Record("s", STORY + " It rained.", (Question("q1", QUESTION.text),)))["which"]
        == "none"
    )


def test_the_same_question_and_answers_before_another_text_are_told_apart(learned):
    found = summary(learned, Record("s", "A book about the mill.", (QUESTION,)))
    assert (found["questions"], found["elsewhere"]) == (0, ["q1"])
    assert O.describe_questions(found).endswith(
        "(0 of 1 questions; 1 more with the same answers to another text)"
    )


def test_permuted_markers_change_nothing():
    asked = Question("q", "@entity4 kept @placeholder", (("@entity9",),))
    other = Question("q", "@entity1 kept @placeholder", (("@entity2",),))
    learned = O.TrainedOn.of([("@entity4 kept @entity9 .", asked)])
    assert summary(learned, Record("s", "@entity1 kept @entity2 .", (other,)))["which"] == "all"


def test_hashes_go_into_a_file_and_change_nothing_else(tmp_path, learned):
    path = tmp_path / "w.lex"
    write_container(path, {"name": "w"}, {"shared": np.arange(5, dtype=np.float16)})
    assert O.read_trained_on(path) is None
    O.add_trained_on(path, learned)
    found, again = read_container(path), O.read_trained_on(path)
    assert found.about == {"name": "w"}
    assert found.arrays["shared"].tolist() == [0, 1, 2, 3, 4]
    assert found.arrays["learned.pairs"].dtype == np.uint64
    assert np.array_equal(again.pairs, learned.pairs)
    first = path.read_bytes()
    O.add_trained_on(path, learned)
    assert path.read_bytes() == first


def test_weights_without_hashes_are_not_known(learned):
    record = Record("s", STORY, (QUESTION,))
    tally = O.QuestionOverlap([("engine.lex", None), ("books.lex", learned)])
    list(tally.watch([record]))
    assert O.describe_questions(tally.summary()).startswith("Overlap with the training data is unknown")
    assert O.QuestionOverlap([]).summary() is None
    assert O.describe_questions(None) == ""


def test_arrays_are_sorted_and_joined(learned):
    other = O.TrainedOn.of([(STORY, Question(str(i), f"Who is {i}?", (("Ada",),))) for i in range(50)])
    both = learned | other
    assert len(both.pairs) == 51
    assert (np.diff(both.pairs.astype(object)) > 0).all()
