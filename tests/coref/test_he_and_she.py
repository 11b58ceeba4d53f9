"""*He* never refers to an unambiguous woman, nor *she* to an unambiguous man."""

from itertools import islice
from random import Random

import numpy as np
import pytest

from eval.first_things.pronouns import scenes, unlinked
from symbolic_rc.coref.mentions.attributes import CERTAIN, SEVERAL
from symbolic_rc.coref.mentions.lexical import certain_first_name_gender, certain_noun_gender
from symbolic_rc.coref.mentions.pronouns import FEMININE, MASCULINE, NEUTER
from symbolic_rc.coref.ranker import entity_state
from symbolic_rc.story import Story

CASES = 320


def test_generated_pronouns_are_resolved() -> None:
    wrong = unlinked(islice(scenes(Random("he and she")), CASES))
    assert len(wrong) <= CASES // 200, [scene.text for scene in wrong]


def test_scenes_are_many() -> None:
    assert len({scene.text for scene in islice(scenes(Random(1)), 2400)}) > 2000


@pytest.mark.parametrize(
    ("text", "pronoun", "name"),
    [
        ("Peter met Mary. She smiled.", "She", "Mary"),
        ("Mary met Peter. He smiled.", "He", "Peter"),
        ("Kim met Peter. She smiled.", "She", "Kim"),
        ("Kim met Mary. He smiled.", "He", "Kim"),
        ("George met Mary. She smiled.", "She", "Mary"),
        ("Professor Paul met Mary. She smiled.", "She", "Mary"),
        ("Peter and Paul met Mary. She smiled.", "She", "Mary"),
        ("Mary met Peter. The doctor had wanted to see him.", "him", "Peter"),
    ],
)
def test_pronouns_refer_to_the_only_compatible_person(text: str, pronoun: str, name: str) -> None:
    story = Story.from_text(text)
    mention = next(m for m in story.mentions if story.doc[m.start : m.end].text == pronoun)
    assert story.entities[mention.entity].name == name


def test_only_unambiguous_names_and_nouns_are_certain() -> None:
    assert [certain_first_name_gender(name) for name in ("peter", "mary", "george", "grace")] == [
        MASCULINE, FEMININE, MASCULINE, FEMININE,
    ]  # fmt: skip
    assert not any(certain_first_name_gender(name) for name in ("kim", "alex", "robin", "xyz"))
    assert certain_noun_gender("king") == MASCULINE
    assert certain_noun_gender("maid") == FEMININE
    assert certain_noun_gender("soup") == NEUTER
    assert certain_noun_gender("ship") == NEUTER | FEMININE
    assert not any(certain_noun_gender(noun) for noun in ("doctor", "soldier", "person", "horse"))


@pytest.mark.parametrize(
    "kernel", [entity_state.genders_exclude, getattr(entity_state.genders_exclude, "py_func", None)]
)
def test_only_other_genders_exclude(kernel: object) -> None:
    table, entities = np.zeros((1, CERTAIN + 2), np.int32), np.zeros((1, entity_state.WIDTH), np.int32)
    table[0, CERTAIN] = FEMININE
    for evidence, excluded in (
        (0, False), (FEMININE, False), (MASCULINE | FEMININE, False),
        (MASCULINE, True), (NEUTER, True), (SEVERAL, True),
    ):  # fmt: skip
        entities[0, entity_state.CERTAIN] = evidence
        assert kernel is None or kernel(table, entities, 0, 0) is excluded  # type: ignore[operator]
