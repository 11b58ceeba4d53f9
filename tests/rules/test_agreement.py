"""Whether the ranker answers the same as a rule."""

from __future__ import annotations

import symbolic_rc
from symbolic_rc.core.question import Question
from symbolic_rc.rules.agreement import agreement, ranked_answer
from symbolic_rc.rules.choosing import proposals_of

TEXT = "Ada Holm kept the mill. In the spring she sold the wheel to Bo Finch, a trader."


def test_the_rankers_answer_is_put_into_the_options_whether_or_not_it_was_compared_before():
    engine = symbolic_rc.load()
    asked = [Question("1", "Who sold the wheel, Ada or Bo?")]
    story = engine.read(TEXT)
    fresh, compared = (next(engine.cases(story, asked)) for _ in range(2))
    rule = engine.rules["ranker"]
    alone = [one.text for one in proposals_of(fresh, rule)]
    (answer,) = ranked_answer(compared)
    assert agreement(compared, answer)[0] == 1.0
    assert [one.text for one in proposals_of(compared, rule)] == alone
    assert set(alone) <= {"Ada", "Bo"}
