"""Kernels that read and answer: compiled, they do what they do as plain Python, on texts made of pieces."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import symbolic_rc
from symbolic_rc.core.record import Question
from symbolic_rc.readers import ReaderOptions, load_reader
from symbolic_rc.story import Story

pytestmark = pytest.mark.slow  # `python -m eval.house --kernels` runs them
few = settings(settings.get_profile("kernels"), max_examples=4)

PIECES = (
    "Mrs. Ada Holm sold the old mill to Tom Weir in March 1902.",
    "He repaired the wheel, which had been broken by the flood, and the miller's son thanked him.",
    "“I will never come back,” said Ada. “You will,” said Tom.",
    "The baker of Springfield, Ohio did not buy the red bread because it was too dear.",
    "Captain Ada Holm wanted to see the sea, but her brother Jonas made her stay.",
    "I told Miss Holm that my sister and her husband had left; they were taller than the Weirs.",
    "The two boys, Ned and Sam, saw a dog and a cat, and the dogs of Jonas Weir barked at them.",
    "THE OLD MAN WALKED HOME.",
)
HEADS = ("", "CHAPTER ONE\n\nTHE MILL\n\n", "The Mill\n\n")
QUESTIONS = (
    "Who sold the mill?",
    "Why did the baker not buy the bread?",
    "When was the mill sold?",
    "Is the wheel broken or new?",
    "What did the brother of Ada Holm make her do?",
    "How many boys were there?",
)
texts = st.builds(
    lambda head, pieces, space: head + space.join(pieces),
    st.sampled_from(HEADS),
    st.lists(st.sampled_from(PIECES), min_size=2, max_size=4, unique=True),
    st.sampled_from((" ", "\n", "\n\n")),
)


@few
@given(texts, st.lists(st.sampled_from(QUESTIONS), min_size=1, max_size=2, unique=True))
def test_a_story_and_its_answers(kernels_agree, text, questions) -> None:
    engine = symbolic_rc.load()
    story = engine.read(text)
    assert len(story.doc) > 0
    assert story.frames is not None
    assert [engine.answer(story, question).text is not None for question in questions]


def test_notes_and_enumerators_in_running_text(kernels_agree) -> None:
    text = "Ada left.[1] She came back.[note 2] Then: 1. Wash the pot. 2. Dry it. 3. Go home. a) Eat."
    assert len(list(Story.from_text(text).doc.sents)) > 3


@pytest.mark.parametrize("title", [False, True])
def test_long_texts_with_lines_and_letters_of_one_width(kernels_agree, title) -> None:
    lines = [piece[:60] for piece in PIECES[:7]] * 3
    text = "\n".join(line.upper() if title else line for line in lines)
    assert len(list(Story.from_text(text).doc.sents)) > 1


def test_facts_and_rules_over_them(kernels_agree) -> None:
    story = Story.from_text(" ".join(PIECES[:4]))
    assert story.facts.match("sell(ARG0=?who, ARG1=mill)")
    reader = load_reader("symbolic:rules", ReaderOptions())
    asked = [Question(str(i), text) for i, text in enumerate((*QUESTIONS, "What colour was the bread?"))]
    assert reader.answer_all(story, asked)[0].texts


def test_answers_of_choices(kernels_agree) -> None:
    story = Story.from_text(" ".join(PIECES[:4]))
    choices = ("Ada Holm sold it", "the baker", "the flood broke the wheel")
    question = Question("1", "Who sold the mill?", choices=choices)
    reader = load_reader("symbolic", ReaderOptions())
    assert reader.answer_all(story, [question])[0].texts[0] in choices


@pytest.mark.parametrize("reader", ["word-distance", "sliding-window", "ir-cosine", "frame-semantic"])
def test_readers_beside_the_engine(kernels_agree, reader) -> None:
    story = Story.from_text(" ".join(PIECES[:3]))
    question = Question("1", "@placeholder sold the mill", placeholder="@placeholder")
    assert len(load_reader(reader, ReaderOptions()).answer_all(story, [question])) == 1
