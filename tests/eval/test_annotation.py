"""The page of annotation says what was measured."""

import json

from eval.annotation import page
from eval.annotation.ablation import WithoutClusters
from symbolic_rc.annotate.words import COARSE, FINE, FORM, word_table


def test_the_page_has_every_table(tmp_path, monkeypatch):
    kept = tmp_path / "kept.json"
    kept.write_text(json.dumps([["parser, EWT", [None, 0.8, 0.7, 0.6, 0.5]]]), "utf-8")
    monkeypatch.setattr(page, "PAGE", tmp_path / "page.md")
    monkeypatch.setattr(page, "KEPT", kept)
    page.write(
        {"EWT dev": {"classical": {"UPOS": 0.956, "XPOS": None}}}, {"PERSON": (9, 0.5, 0.25, 0.3333, 0.1)}
    )
    told = page.PAGE.read_text("utf-8")
    assert "| `classical` | 95.60 | - |" in told
    assert "| PERSON | 9 | 50.00 | 25.00 | 33.33 | 10.00 |" in told
    assert "| parser, EWT | - | 80.00 | 70.00 | 60.00 | 50.00 |" in told


def test_a_table_without_clusters_is_the_same_but_for_them():
    table = word_table()
    codes, plain = table.codes(["mother", "father"]), WithoutClusters(table).codes(["mother", "father"])
    assert codes[:, FINE].all()
    assert not plain[:, [FINE, COARSE]].any()
    assert (codes[:, FORM] == plain[:, FORM]).all()
