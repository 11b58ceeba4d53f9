"""Questions that name their options: compared in words and numbers, proved, guessed; never nothing."""

import pytest

import symbolic_rc
from symbolic_rc.core.record import Question
from symbolic_rc.engine import Engine


@pytest.fixture(scope="module")
def engine() -> Engine:
    return symbolic_rc.load(weights=None)


@pytest.mark.parametrize(
    ("text", "question", "right"),
    [
        ("Nora is taller than Ulf.", "Is Nora or Ulf taller?", "Nora"),
        ("Nora is not as tall as Ulf.", "Who is taller, Nora or Ulf?", "Ulf"),
        ("Nora is as tall as Ulf. Ulf is taller than Karl.", "Is Karl or Nora taller?", "Nora"),
        ("Nora is taller than Ulf. Ulf is taller than Karl.", "Who is shorter, Nora or Karl?", "Karl"),
        ("Compared with Nora, Ulf is slower.", "Which of Nora and Ulf is faster?", "Nora"),
        ("The red hat costs more than the grey hat.", "Is the red or the grey hat cheaper?", "the grey hat"),
        ("The barn costs £900. The mill costs £700.", "Which is dearer, the mill or the barn?", "the barn"),
        ("The barn weighs 3 tonnes, the cart 900 kg.", "Which is heavier, the cart or the barn?", "the barn"),
        ("The barn was built in 1820, the mill in 1750.", "Which is older, the barn or mill?", "mill"),
        ("The rate was 4.5% in 1995 and 7% in 1996.", "Which year had the lower rate, 1996 or 1995?", "1995"),
        ("The rate was 4% in Oslo, 7% in Bergen.", "Was the rate higher in Oslo or in Bergen?", "in Bergen"),
        ("Nora found 7 eggs. Ulf found 12.", "Did Nora or Ulf find more eggs?", "Ulf"),
        ("Nora earns £500. Ulf earns £650.", "Who earns less, Ulf or Nora?", "Nora"),
        ("Nora came second. Ulf came first.", "Did Nora or Ulf come first?", "Ulf"),
        ("Nora left after Ulf.", "Who left earlier, Nora or Ulf?", "Ulf"),
        ("The bus left at 8:15, the train at 9:40.", "Which left later, the bus or the train?", "the train"),
        ("The barn costs £900, the mill £700.", "Is the mill cheaper or dearer than the barn?", "cheaper"),
        ("The gate was green.", "Was the gate red or green?", "green"),
        ("Silver Lake is a film.", "Is Silver Lake a song or a film?", "a film"),
    ],
)
def test_which(engine: Engine, text: str, question: str, right: str) -> None:
    assert engine.answer(engine.read(text), question).text == right


@pytest.mark.parametrize("weights", [None, ""])
@pytest.mark.parametrize("text", ["It rained.", "Yes.", "!", "Nora met Ulf.", "They did."])
def test_never_nothing(weights: str | None, text: str) -> None:
    engine = symbolic_rc.load(weights=weights)
    story = engine.read(text)
    for asked in ("Who left?", "Why?", "???", "Was it cold?", "Is it here or there, and why?", "Or?"):
        assert engine.answer(story, asked).text.strip(), asked
    for asked in ("Is Ada or Bo taller?", "Which is older, Ada or Bo?", "Did Ada, or Bo, come?"):
        answer = engine.answer(story, asked)
        assert answer.text in ("Ada", "Bo"), asked
        assert answer.confidence <= 0.5  # chance


def test_a_guess_is_told_as_one_and_replays(engine: Engine) -> None:
    trace = engine.explain(engine.read("It rained."), "Is Ada or Bo taller?")
    assert "it is a guess" in str(trace)
    assert trace.replays  # type: ignore[attr-defined]


def test_a_comparison_replays(engine: Engine) -> None:
    story = engine.read("The barn costs 900 pounds. It rained. The mill costs 700 pounds.")
    trace = engine.explain(story, "Which is cheaper, the barn or the mill?")
    assert trace.rule == "compared-options"
    assert trace.replays  # type: ignore[attr-defined]


@pytest.mark.parametrize("weights", [None, ""])
def test_choices_are_choices(weights: str | None) -> None:
    engine = symbolic_rc.load(weights=weights)
    story = engine.read("Nora sold the barn to Ulf. The goat slept by the river.")
    for text, choices, right in (
        ("Nora sold the @placeholder to Ulf.", ("barn", "goat"), "barn"),
        ("Nora sold the @placeholder to Ulf.", ("freedom", "silence"), ""),
        ("Did Nora sell the barn?", ("No", "Yes"), "Yes"),
        ("Did Ulf sell the barn?", ("True", "False"), "False"),
        ("Who sold the barn?", ("a king", "a horse"), ""),
    ):
        mark = "@placeholder" if "@placeholder" in text else ""
        answer = engine.answer(story, Question("q", text, choices=choices, placeholder=mark))
        assert answer.text in ((right,) if right else choices), text


def test_choices_without_the_rule_of_choices() -> None:
    engine = symbolic_rc.load(weights=None)
    engine.rules.disable("choice")
    question = Question("q", "Who sold the barn?", choices=("Ulf", "a horse"))
    assert engine.answer(engine.read("Nora sold the barn."), question).text in question.choices


def test_where_several_choices_may_be_right_all_above_the_average_are_given() -> None:
    fitted = symbolic_rc.load()
    story = fitted.read("Ada Holm sold the mill to Bo Reed and Carl Berg. Dora Lind kept the inn.")
    choices = ("Bo Reed", "Dora Lind", "Carl Berg")
    one = Question("1", "Who bought the mill?", choices=choices)
    several = Question("2", "Who bought the mill?", choices=choices, tags={"several": "yes"})
    assert [answer.texts for answer in fitted.answer_all(story, [one, several])] == [
        ("Bo Reed",),
        ("Bo Reed", "Carl Berg"),
    ]


@pytest.mark.parametrize(
    ("text", "question", "choices", "right"),
    [
        (
            "The shed cost $36,400, and the kiln $8,150.",
            "How much did the shed cost?",
            ("$8,150", "$36,400"),
            1,
        ),
        (
            "Tom's uncle is old. Ida's cousin is a baker.",
            "Whose cousin bakes?",
            ("Tom's", "Ida's"),
            1,
        ),
        ("I planted beans. My brother Leo drank tea.", "Who planted the beans?", ("Leo", "the narrator"), 1),
        ("I planted beans. My brother Leo drank tea.", "Who drank tea?", ("Leo", "the author"), 0),
        ("A guest brought a cake. One of us sang.", "Who brought a cake?", ("no one did", "a visitor"), 1),
        ("Greta was born in 1950. In 1972 she left.", "How old was Greta when she left?", ("1972", "22"), 1),
    ],
)
def test_choices_are_read_in_the_words_of_the_story(
    text: str, question: str, choices: tuple[str, ...], right: int
) -> None:
    fitted = symbolic_rc.load()
    answer = fitted.answer(fitted.read(text), Question("q", question, choices=choices))
    assert answer.text == choices[right]


def test_all_choices_of_a_verdict_are_right_where_several_may_be() -> None:
    fitted = symbolic_rc.load()
    choices = ("Yes", "No", "Yes, before school", "No, her father did")
    asked = Question("q", "Did Hana feed the goats?", choices=choices, tags={"several": "yes"})
    answer = fitted.answer(fitted.read("Hana fed the goats before school."), asked)
    assert answer.texts == ("Yes", "Yes, before school")
