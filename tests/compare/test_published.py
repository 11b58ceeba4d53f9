import pytest

from symbolic_rc.compare.published import published, published_files, published_names
from symbolic_rc.core.errors import SymbolicRCError


def test_every_table_is_read_and_names_its_source():
    assert {"quoref", "hermann2015", "duorc"} <= set(published_names())
    assert "quoref_data" in set(published_files()) - set(published_names())
    for name in published_files():
        for row in published(name):
            assert row.source
            assert row.row
            assert row.figures
            assert set(row.columns) == set(row.figures)
    assert len(published("hermann2015")) > 4


def test_an_unknown_table_is_refused_with_those_that_there_are():
    with pytest.raises(SymbolicRCError, match="no published table 'x'; there are: duorc"):
        published("x")


def test_a_row_names_its_own_source():
    (row,) = (row for row in published("hermann2015") if row.system == "Feature classifier")
    assert row.source.startswith("Chen et al. 2016")
    assert row.source.endswith("as quoted by ANCHORS.md")


def test_rows_and_columns_are_the_papers():
    first = published("narrativeqa_stories")[0]
    assert (first.system, first.reader) == ("BLEU-1 given question (8-gram)", "ir-bleu1-8gram")
    assert list(first.figures) == ["bleu1", "bleu4", "meteor", "rouge_l", "mrr"]
    assert first.columns["mrr"] == "MRR, Validation"
    assert first.source.endswith("table 6")
    assert [row.system for row in published("duorc")][:3] == [
        "SpanModel, SelfRC",
        "GenModel (with augmented training data), SelfRC",
        "SpanModel, ParaphraseRC",
    ]
