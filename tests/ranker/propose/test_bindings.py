"""What rules bound, as their traces tell."""

import pytest

import symbolic_rc
from tests.ranked import ranked_trace

TEXT = (
    "Ada Holm kept the mill. In the spring she sold the wheel to Bo Finch, a trader. "
    "The red boat was painted by Una, the sister of Bo Finch."
)


@pytest.fixture(scope="module")
def engine():
    return symbolic_rc.load()


@pytest.mark.parametrize(
    ("question", "rule", "bound"),
    [
        (
            "Who sold the wheel?",
            "frame-argument",
            {"predicate": "sold", "role": "ARG0", "shared": "the wheel (ARG1)"},
        ),
        ("Who kept the mill?", "same-relation", {"predicate": "kept", "relation": "nsubj"}),
        ("Who painted the boat?", "passive-alternation", {"predicate": "painted", "relation": "obl:agent"}),
        ("Who kept the mill?", "best-sentence", {"words": "kept mill"}),
        ("Who sold the wheel?", "resolved-name", {"mention": "she", "sentence": "1 of the best"}),
    ],
)
def test_a_rule_tells_what_its_variables_stood_for(engine, question, rule, bound):
    trace = ranked_trace(engine, engine.read(TEXT), question)
    steps = {step.rule: dict(step.bindings) for step in trace.steps if step.fired}
    assert steps[rule] == bound
