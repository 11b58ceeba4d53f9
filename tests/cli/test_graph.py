"""`symbolic-rc graph` writes a file and says what is in it."""

from typer.testing import CliRunner

from symbolic_rc.cli.entry import app


def test_graph_of_a_file(tmp_path) -> None:
    story = tmp_path / "story.txt"
    story.write_text("Margaret Hale owned a mill. Her brother Daniel worked there.", encoding="utf-8")
    result = CliRunner().invoke(app, ["graph", str(story), "--out", str(tmp_path / "g.html")])
    assert result.exit_code == 0, result.output
    assert "entities" in result.output
    assert "Margaret Hale" in (tmp_path / "g.html").read_text(encoding="utf-8")


def test_a_missing_story_is_an_error_for_users(tmp_path) -> None:
    result = CliRunner().invoke(app, ["graph", str(tmp_path / "none.txt"), "--out", str(tmp_path / "g.html")])
    assert "cannot be read" in str(result.exception)
