"""The rules that decide."""

import symbolic_rc
from symbolic_rc.core.question import Question
from symbolic_rc.index.columns import TOP
from symbolic_rc.index.story_index import index
from symbolic_rc.ranker.decide.deciding import _coordinated, _parts
from symbolic_rc.ranker.resolve import open_case, run
from symbolic_rc.ranker.weights import empty


def test_a_list_is_answered_by_its_parts():
    engine = symbolic_rc.load()
    story = index(engine.read("They had three children: Nell, Sam and Kit. Ada kept the mill."))
    asked = engine.ask([Question("1", "Who were the children?")])[0].parsed
    case = open_case(story, asked, empty())
    run(case, engine.ranker)

    def parts(text, whole=False):
        row = case.find(text)[0]
        heads = _coordinated(case, int(case.view.cand[row, TOP]))
        return [case.text(one) for one in _parts(case, row, heads, whole)]

    assert parts("Nell, Sam and Kit") == ["Nell", "Sam", "Kit"]
    assert parts("Sam", whole=True) == ["Nell", "Sam", "Kit"]
    assert parts("Sam") == ["Sam"]
