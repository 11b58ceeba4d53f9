"""The tables of annotation say what was measured."""

from eval.annotation import page
from eval.annotation.ablation import WithoutClusters
from symbolic_rc.annotate.words import COARSE, FINE, FORM, word_table


def test_there_is_a_table_of_each_treebank_and_of_entities():
    told = page.tables(
        {"EWT dev": {"classical": {"UPOS": 0.956, "XPOS": None}}}, {"PERSON": (9, 0.5, 0.25, 0.3333, 0.1)}
    )
    assert "| EWT dev | UPOS | XPOS |" in told
    assert "| `classical` | 95.60 | - |" in told
    assert "| PERSON | 9 | 50.00 | 25.00 | 33.33 | 10.00 |" in told


def test_a_table_without_clusters_is_the_same_but_for_them():
    table = word_table()
    codes, plain = table.codes(["mother", "father"]), WithoutClusters(table).codes(["mother", "father"])
    assert codes[:, FINE].all()
    assert not plain[:, [FINE, COARSE]].any()
    assert (codes[:, FORM] == plain[:, FORM]).all()
