"""DuoRC's table 4: training on one part, testing on another."""

import pytest

from eval.tables import cross
from eval.tables.measure import Place, Row


def test_each_of_the_papers_rows_stands_beside_its_own(monkeypatch, tmp_path):
    def measured(place, tell):
        return [
            Row(f"symbolic, {a} to {b}", {"f1": 10.0 * i + j}, 7)
            for i, a in enumerate(cross.PARTS)
            for j, b in enumerate(cross.PARTS)
        ]

    monkeypatch.setattr(cross, "measure", measured)
    text = cross.section(Place(tmp_path, tmp_path), print, "1")
    rows = [line.split(" | ") for line in text.splitlines() if line.startswith("| *")]
    assert [row[0].split("* = ")[0] for row in rows][:4] == [
        "| *SelfRC, tested on SelfRC",
        "| *SelfRC, tested on ParaphraseRC",
        "| *SelfRC, tested on both",
        "| *ParaphraseRC, tested on SelfRC",
    ]
    assert [row[15] for row in rows] == [f"{10.0 * i + j:.2f}" for i in range(3) for j in range(3)]
    assert [row[14] for row in rows][:3] == ["50.56", "22.70", "35.01"]


@pytest.mark.data
def test_a_sample_has_its_three_splits(data_dir, tmp_path):
    found = cross.files(Place(data_dir, tmp_path), "SelfRC")
    assert sorted(found) == ["dev", "test", "train"]
    assert all(path.is_file() for path in found.values())
