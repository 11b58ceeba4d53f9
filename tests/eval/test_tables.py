import json
import re

import pytest

from eval.tables.measure import Measured, Place, Row, input_path, measure
from eval.tables.page import beside, published_rows, section
from eval.tables.spec import TABLES, table
from symbolic_rc.compare.published import published, published_names
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.metrics import metrics_for
from symbolic_rc.readers import reader_names


@pytest.mark.parametrize("one", TABLES, ids=lambda one: one.name)
def test_every_table_names_readers_metrics_and_published_figures_that_exist(one):
    known = {*reader_names(), "human", "python:eval.neural.stages:genmodel"}
    assert {name.partition("@")[0] for name in one.readers if not name.startswith("file:")} <= known
    for part in one.parts:
        assert set(part.figures) <= {metric.name for metric in metrics_for(part.format)} | {"mrr"}
    assert one.published in published_names()
    for row in published(one.published):
        assert row.kind in {"symbolic", "neural", "oracle", "human"}
        assert row.reader is None or row.reader.partition("@")[0] in known


def test_a_section_holds_the_papers_rows_with_ours_and_the_difference():
    rows = [
        Row("passage-only", {"em": 19.5, "f1": 27.46}, 10, 1.0),
        Row("random", {"em": 2.0, "f1": 5.0}, 10),
    ]
    text = section(Measured(table("quoref"), rows, {}, {}), "COMMAND", "1")
    assert "| the paper's row |  | em | ours | difference | f1 | ours | difference |" in text
    assert (
        "| *passage-only BERT QA* = `passage-only` | neural | 19.77 | 19.50 | -0.27 | 25.56 | 27.46 | +1.90 |"
        in text
    )
    assert "| *QANet* | neural, not trained here | 34.41 |  |  | 38.26 |  |  |" in text
    assert "| `random` | 2.00 | 5.00 | 10 | 0.0 |" in text
    assert text.index("*QANet*") < text.index("*BERT QA*") < text.index("*XLNet QA*")
    assert "Human" not in text


def test_the_papers_figures_that_are_not_measured_stand_alone():
    lines = beside(published_rows(table("hermann2015")), [], ["cnn_accuracy"])
    assert lines[0] == "| the paper's row |  | cnn_accuracy | ours | difference | daily_mail_accuracy |"
    assert lines[2] == "| *Maximum frequency* |  | 33.20 |  |  | 25.50 |"
    assert "as quoted by ANCHORS.md" in lines[10]


def test_the_parts_of_duorc_stand_apart():
    rows = {name: published_rows(table(name)) for name in ("duorc-self", "duorc-paraphrase")}
    assert [row.figures["f1"] for row in rows["duorc-self"]] == [50.56, 24.05]
    assert [row.figures["f1"] for row in rows["duorc-paraphrase"]] == [16.33, 21.53, 9.64]


def test_what_is_in_sample_is_counted_and_not_told_by_a_name():
    learned = {"known": True, "questions": 3, "of": 2418, "which": ["a", "b", "c"], "elsewhere": []}
    told = "of 454 of 454 stories was seen by annotation"
    none, elsewhere = ({**learned, "questions": 0, "elsewhere": ids} for ids in ([], ["a"]))
    rows = [Row("symbolic", {"f1": 84.0}, learned=[learned]), Row("symbolic-book", learned=[none])]
    rows += [Row("feature-classifier", learned=[elsewhere]), Row("symbolic:rules")]
    measured = Measured(table("quoref"), rows, {"x.json": "sha256:1"}, {}, {"x.json": told})
    text = section(measured, "COMMAND", "1")
    assert "`symbolic` (in-sample: 3 of 2,418 questions are in the training data of these weights) |" in text
    assert "| `symbolic-book` |" in text
    assert "| `symbolic:rules` |" in text
    assert "(in-sample: 1 of 2,418 questions are in the training data, with another text)" in text
    assert f"- `x.json` sha256:1; {told}" in text


def test_the_engine_is_shown_held_out_beside_in_sample():
    found = Measured(table("quoref"), [Row("symbolic", {"em": 70.0, "f1": 84.0}, 2418, 1.0)], {}, {})
    text = section(found, "COMMAND", "1")
    assert "`symbolic` (in-sample" in text
    label = re.escape("| `symbolic` (held out: cross-validated by story in 3 parts) |")
    assert re.search(label + r" 4\d\.\d\d \| [45]\d\.\d\d \| 2,418 \|  \|", text)


@pytest.mark.data
def test_a_table_is_made_of_runs(data_dir, tmp_path):
    found = measure(table("quoref"), ["max-frequency"], Place(data_dir, tmp_path, limit=50))
    assert found.rows[0].questions == 50
    assert set(found.rows[0].figures) == {"em", "f1"}


@pytest.mark.data
def test_people_and_stored_predictions_are_scored(data_dir, tmp_path):
    place = Place(data_dir, tmp_path)
    (human, bert) = measure(
        table("narrativeqa"), ["human", "file:narrativeqa/bert_base_valid_predictions.json"], place
    ).rows
    assert human.figures["rouge_l"] == pytest.approx(57.17, abs=0.02)
    assert bert.figures["rouge_l"] == pytest.approx(53.3, abs=0.05)
    (tase,) = measure(table("quoref"), ["file:quoref/tase_roberta_dev_predictions.jsonl"], place).rows
    assert [round(value, 1) for value in tase.figures.values()] == [79.4, 84.9]


@pytest.mark.skipif(
    not all(lexicon_path(f"{name}.lex").is_file() for name in ("wordnet", "names")),
    reason="wordnet.lex and names.lex are not built",
)
@pytest.mark.parametrize(("way", "text"), [("cloze", "@entity"), ("plain-cloze", "Ada Holm")])
def test_cloze_questions_are_built_with_markers_and_plain(tmp_path, way, text):
    article = {"id": "a", "article": "Yesterday Ada Holm sang.", "highlights": ["Ada Holm sings"]}
    (tmp_path / "articles.jsonl").write_text(json.dumps(article) + "\n", encoding="utf-8")
    built = input_path(Place(tmp_path, tmp_path / "runs", 1), f"articles.jsonl!{way}")
    assert text in built.read_text(encoding="utf-8")
