import json
import re

import pytest

from eval.tables.measure import Measured, Place, Row, measure
from eval.tables.page import PUBLISHED, section
from eval.tables.spec import TABLES, table
from symbolic_rc.metrics import metrics_for
from symbolic_rc.readers import reader_names


@pytest.mark.parametrize("one", TABLES, ids=lambda one: one.name)
def test_every_table_names_readers_metrics_and_published_figures_that_exist(one):
    assert {name.partition("@")[0] for name in one.readers} <= set(reader_names())
    for part in one.parts:
        assert set(part.figures) <= {metric.name for metric in metrics_for(part.format)} | {"mrr"}
    content = json.loads((PUBLISHED / f"{one.published}.json").read_text(encoding="utf-8"))
    assert content["source"]
    for row in content["rows"]:
        assert row["kind"] in {"symbolic", "neural", "oracle", "human"}
        assert row["reader"] is None or row["reader"] in {*reader_names(), "frame-semantic"}


def test_a_section_holds_ours_and_the_published_rows():
    found = Measured(table("quoref"), [Row("max-frequency", {"em": 19.5, "f1": 27.46}, 10, 1.0)], {}, {})
    text = section(found, "COMMAND", "1")
    assert "| `max-frequency` | 19.50 | 27.46 | 10 | 1.0 |" in text
    assert "| *QANet* (dev, neural, quoted) | 34.41 | 38.26 |  |  |" in text
    assert "Human" not in text


def test_the_engine_is_shown_held_out_beside_in_sample():
    found = Measured(table("quoref"), [Row("symbolic", {"em": 70.0, "f1": 84.0}, 2418, 1.0)], {}, {})
    text = section(found, "COMMAND", "1")
    assert "`symbolic` (in-sample" in text
    label = re.escape("| `symbolic` (held out: cross-validated by story in 3 parts) |")
    assert re.search(label + r" 4\d\.\d\d \| 4\d\.\d\d \| 2,418 \|  \|", text)


@pytest.mark.data
def test_a_table_is_made_of_runs(data_dir, tmp_path):
    found = measure(table("quoref"), ["max-frequency"], Place(data_dir, tmp_path, limit=50))
    assert found.rows[0].questions == 50
    assert set(found.rows[0].figures) == {"em", "f1"}
