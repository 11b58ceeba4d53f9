"""How the ranker's answer is worded."""

import pytest

import symbolic_rc
from symbolic_rc.core.record import Question
from symbolic_rc.index.columns import TOP
from symbolic_rc.index.story_index import index
from symbolic_rc.ranker.ranking import rank
from symbolic_rc.ranker.weights import load_weights
from symbolic_rc.ranker.wording import _coordinated, _parts, behind_but, whole_list, without_apposition


@pytest.fixture(scope="module")
def engine():
    return symbolic_rc.load()


def ranking_of(engine, text, question):
    return rank(index(engine.read(text)), engine.ask([Question("1", question)])[0].parsed, load_weights())


def test_a_list_is_answered_by_its_parts(engine):
    told = "They had three children: Nell, Sam and Kit. Ada kept the mill."
    ranking = ranking_of(engine, told, "Who were the children?")

    def parts(text, whole=False):
        row = ranking.find(text)[0]
        heads = _coordinated(ranking, int(ranking.view.cand[row, TOP]))
        return [ranking.text(one) for one in _parts(ranking, row, heads, whole)]

    assert parts("Nell, Sam and Kit") == ["Nell", "Sam", "Kit"]
    assert parts("Sam", whole=True) == ["Nell", "Sam", "Kit"]
    assert parts("Sam") == ["Sam"]


def test_what_is_said_instead_is_given(engine):
    ranking = ranking_of(engine, "The chest held no gold but a map of the marsh.", "What did the chest hold?")
    denied = ranking.find("no gold")[0]
    assert ranking.text(behind_but(ranking, denied)) == "a map of the marsh"


def test_an_aside_is_left_out(engine):
    ranking = ranking_of(engine, "Greta sold the old mill to Anders, a carpenter.", "Who bought the mill?")
    whole = ranking.find("Anders, a carpenter")
    assert whole
    assert [ranking.text(without_apposition(ranking, row)) for row in whole] == ["Anders"] * len(whole)


def test_all_of_a_list_is_given(engine):
    told = "In May Greta bought a cow, two goats and a grey mare. The mill was mended by Tom, Bo and Ada."
    ranking = ranking_of(engine, told, "What did Greta buy?")
    texts = whole_list(ranking, ranking.find("a cow")[0])
    assert [text for text, _, _ in texts] == ["a cow, two goats and a grey mare"]
    ranking = ranking_of(engine, told, "Who mended the mill?")
    assert [text for text, _, _ in whole_list(ranking, ranking.find("Tom")[0])] == ["Tom", "Bo", "Ada"]
