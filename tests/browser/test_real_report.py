"""A report at real size: how long it takes, how large it is, and whether a browser shows all of it."""

import json
import time

import pytest

from symbolic_rc.compare import compare, write_report
from symbolic_rc.compare.systems import read_system

pytestmark = pytest.mark.data


@pytest.fixture(scope="module")
def report(data_dir, tmp_path_factory):
    folder = tmp_path_factory.mktemp("real")
    stored = data_dir / "quoref" / "tase_roberta_dev_predictions.jsonl"
    answers = read_system(stored).answers
    turned = dict(zip(answers, [*list(answers.values())[1:], ("nobody",)], strict=True))
    (folder / "turned.json").write_text(json.dumps({key: list(spans) for key, spans in turned.items()}))
    began = time.process_time()
    found = compare([stored, folder / "turned.json"], data_dir / "quoref" / "quoref-dev-v0.1.json")
    write_report(found, folder / "report.html")
    assert time.process_time() - began < 30
    return folder / "report.html"


@pytest.mark.parametrize("width", [1200, 400])
def test_it_opens_and_every_example_shows_its_story(opened, report, width):
    assert report.stat().st_size < 10_000_000
    page = opened(report, width=width)
    assert page.execute_script("return document.documentElement.scrollWidth <= innerWidth + 1")
    page.execute_script("for (const one of document.querySelectorAll('details')) one.open = true")
    examples = page.execute_script("return document.querySelectorAll('details.example').length")
    assert examples > 30
    for mark in ("mark.entity", "mark.predicate", "mark.gold", ".evidence"):
        code = f"return document.querySelectorAll('details.example:has(.story {mark})').length"
        assert page.execute_script(code) > 0.9 * examples, mark
    assert page.get_log("browser") == []
