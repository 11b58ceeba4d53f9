"""Plain predictions and references get the figures of the metrics themselves."""

import pytest

from symbolic_rc import metrics
from symbolic_rc.core.errors import DataError
from symbolic_rc.core.record import Question


def test_the_forms_of_evaluate_are_understood():
    predictions = [{"id": "a", "prediction_text": "Ada Holm"}, {"id": "b", "prediction_text": "x"}]
    references = [
        {"id": "b", "answers": {"text": ["Bo"], "answer_start": [3]}},
        {"id": "a", "answers": {"text": ["Ada Holm", "Ada"], "answer_start": [0, 0]}},
    ]
    assert metrics.evaluate(predictions, references, "squad") == {"em": 50.0, "f1": 50.0}
    by_id = metrics.evaluate({"a": "Ada Holm", "b": "x"}, {"b": "Bo", "a": ["Ada Holm", "Ada"]})
    assert by_id == {"em": 50.0, "f1": 50.0}


@pytest.mark.parametrize("format", ["quoref", "squad", "narrativeqa", "duorc", "fairytaleqa"])
def test_figures_are_those_of_the_metrics(format):
    references = [["Ada Holm", "Ada"], ["the mill wheel"]]
    found = metrics.evaluate(["Ada Holm", "a wheel"], references, format)
    assert list(found) == list(found.signatures)
    for metric in metrics.metrics_for(format):
        asked = [Question("q", "", tuple((one,) for one in alternatives)) for alternatives in references]
        pairs = zip(["Ada Holm", "a wheel"], asked, strict=True)
        rows = [metric.statistics((text,), one) for text, one in pairs if metric.applies(one)]
        if rows:
            assert found[metric.name] == pytest.approx(metric.score(sum(rows)))
            assert found.signatures[metric.name] == metric.signature


def test_no_answer_and_several_spans():
    found = metrics.evaluate([None, []], [[], []], "squad")
    assert found == {"em": 100.0, "f1": 100.0, "no_answer_em": 100.0}
    assert metrics.evaluate([["Ada", "Bo"]], [[["Bo", "Ada"]]], "quoref") == {"em": 100.0, "f1": 100.0}


def test_what_does_not_belong_together_is_told():
    with pytest.raises(DataError, match="no prediction for 1: 1 predictions, 2 references"):
        metrics.evaluate(["a"], ["a", "b"])
    with pytest.raises(DataError, match="no reference for 'x'"):
        metrics.evaluate({"x": "a", "y": "b"}, {"y": "b"})
    with pytest.raises(DataError, match="a text or a list of texts"):
        metrics.evaluate([[1]], ["a"])
