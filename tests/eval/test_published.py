"""Every quoted figure is looked for where it is said to stand."""

import copy
from pathlib import Path

import pytest

from eval.published.__main__ import figures, main, missing, normalised
from symbolic_rc.compare.published import published_content, published_files

CONTENTS = {name: published_content(name) for name in published_files()}


def printed(content):
    """Return what a paper with these figures would look like, in words of our own."""
    lines = []
    for table in content["tables"]:
        for row in table["rows"]:
            known = [f"{value:,.10g}" for value in row["values"] if value is not None]
            near = row.get("near", "").replace("…", "and").format(*known)
            lines.append(near or f"{row['row']} {'/ '.join(known)}")
    return "\n".join(lines)


@pytest.mark.parametrize("name", CONTENTS)
def test_each_row_is_found_where_it_stands(name):
    text = normalised(printed(CONTENTS[name]))
    assert list(missing(CONTENTS[name], [text], text)) == []


@pytest.mark.parametrize("name", CONTENTS)
def test_each_figure_that_is_wrong_is_told(name):
    text = normalised(printed(CONTENTS[name]))
    for t, table in enumerate(CONTENTS[name]["tables"]):
        for r, row in enumerate(table["rows"]):
            for c, value in enumerate(row["values"]):
                if value is not None:
                    changed = copy.deepcopy(CONTENTS[name])
                    changed["tables"][t]["rows"][r]["values"][c] = value + 0.013
                    assert len(list(missing(changed, [text], text))) == 1


def test_two_figures_in_each_others_place_are_told():
    content = copy.deepcopy(CONTENTS["hermann2015"])
    text = normalised(printed(content))
    values = content["tables"][0]["rows"][0]["values"]
    values[0], values[1] = values[1], values[0]
    assert len(list(missing(content, [text], text))) == 1


def test_no_cell_is_left_empty_that_the_papers_fill():
    empty = {
        name: sum(v is None for t in content["tables"] for row in t["rows"] for v in row["values"])
        for name, content in CONTENTS.items()
    }
    # random rank and span prediction have no figure in some columns, people none on Quoref's dev part;
    # the vocabulary of Hermann's table 1 is one figure for all parts
    assert {name: count for name, count in empty.items() if count} == {
        "narrativeqa_summaries": 12,
        "narrativeqa_stories": 12,
        "quoref": 2,
        "hermann2015_data": 4,
    }


def test_a_missing_paper_is_an_error(tmp_path, capsys):
    (tmp_path / "a.txt").write_text("Another paper", encoding="utf-8")
    assert main(["--papers", str(tmp_path)]) == 1
    assert "has the title 'Teaching Machines to Read and Comprehend'" in capsys.readouterr().out


@pytest.mark.data
def test_every_figure_stands_in_its_paper(data_dir, capsys):
    papers = Path(data_dir).parent / "papers"
    if not papers.is_dir():
        pytest.skip(f"the papers are not at {papers}")
    assert main(["--papers", str(papers)]) == 0
    counts = [figures(content, False) for content in CONTENTS.values()]
    assert f"{max(counts)} figures, 0 rows not found" in capsys.readouterr().out
