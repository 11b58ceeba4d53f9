import pytest

from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.explore.stories import Stories
from symbolic_rc.explore.workbench import Workbench


def test_a_text_is_pasted_once_and_kept_nowhere(bench, tmp_path):
    stories = Workbench(bench.data, str(tmp_path / "cache")).stories
    key = stories.paste("Ada sold\r\nthe mill.")
    assert stories.paste("Ada sold\nthe mill.") == key
    assert stories.story(key).text == "Ada sold\nthe mill."
    assert not list(tmp_path.rglob("*.story"))
    stories.story(next(iter(bench.data.records)))
    assert len(list(tmp_path.rglob("*.story"))) == 1


@pytest.mark.parametrize("text", ["", " \n "])
def test_nothing_is_no_text(text):
    with pytest.raises(SymbolicRCError, match="empty"):
        Stories({}).paste(text)


def test_a_case_of_the_checks_is_made_again_by_its_name(bench):
    from symbolic_rc.behaviour import load_templates, make_cases

    for kind in ("mft", "direction"):
        case = make_cases(load_templates("roles"), kind, 8, 3)[-1]
        assert bench.stories.case(f"case:{kind}:3:{case.id}") == case
    for name in ("case:mft:0:roles/none/1", "case:none:0:x", "case:", f"case:mft:0:{case.id}x"):
        with pytest.raises(SymbolicRCError):
            bench.stories.record(name)


def test_a_screenplay_is_shown_as_it_is_read(bench):
    record = bench.stories.record("quarry")
    assert "quarry" in bench.stories.excerpted
    assert record.text != bench.data.records["quarry"].text
    assert all(not question.spans for question in record.questions)
