import json

import pytest

from eval.runs.kill import results
from symbolic_rc.batch import RunOptions, score
from symbolic_rc.core.errors import SymbolicRCError


@pytest.fixture
def stories(stories):
    """Twenty lines in the project's own format, two questions each; the seventh line is broken."""
    lines = stories.read_text().splitlines()
    stories.write_text("\n".join([*lines[:6], '{"id": "broken"', *lines[7:], ""]))
    return stories


def run(stories, out, **options):
    return score(RunOptions(str(stories), out, **{"reader": "max-frequency", **options}))


def test_a_run_writes_predictions_metrics_and_manifest(stories, tmp_path):
    found = run(stories, tmp_path / "run")
    lines = [json.loads(line) for line in (tmp_path / "run" / "predictions.jsonl").read_text().splitlines()]
    assert [line["id"] for line in lines][:3] == ["s0.0", "s0.1", "s1.0"]
    assert list(lines[0]) == ["id", "story_id", "answer", "answers", "start", "end", "score", "rule"]
    assert (lines[0]["answer"], lines[0]["start"], lines[0]["end"]) == ("Ada0", 0, 4)
    assert found.metrics["em"]["value"] == 100.0
    counts = {
        "stories": 19,
        "questions": 38,
        "tokens": 19 * 13,
        "failed": {},
        "malformed": 1,
        "without_gold": 0,
    }
    assert found.manifest["counts"] == counts
    assert found.manifest["data_hash"].startswith("sha256:")
    assert not (tmp_path / "run" / "progress.jsonl").exists()


def test_the_number_of_jobs_changes_no_byte(stories, tmp_path):
    run(stories, tmp_path / "one", trace=True)
    run(stories, tmp_path / "two", trace=True, jobs=2)
    assert results(tmp_path / "one") == results(tmp_path / "two")


def test_a_run_says_its_cost_but_for_the_first_story_of_each_worker(stories, tmp_path):
    for name, jobs in (("one", 1), ("two", 2)):
        cost = run(stories, tmp_path / name, jobs=jobs).manifest["timing"]["cost"]
        assert cost["questions"] == 38 - 2 * jobs
        assert 0 < cost["seconds"] < 60
        assert cost["megabytes"] > 10


@pytest.mark.parametrize("stop", [0, 1, 7, 18])
def test_a_run_stopped_after_any_story_ends_with_the_same_bytes(stories, tmp_path, stopping, stop):
    run(stories, tmp_path / "whole", trace=True)
    with stopping(stop, b'{"id": "half a li'):
        run(stories, tmp_path / "stopped", trace=True)
    assert not (tmp_path / "stopped" / "manifest.json").exists()
    resumed = run(stories, tmp_path / "stopped", trace=True, resume=True)
    assert results(tmp_path / "whole") == results(tmp_path / "stopped")
    loads = 1 + (stop > 0)  # once before the stop and once after it
    assert resumed.manifest["timing"]["cost"]["questions"] == 38 - 2 * loads


def test_a_complete_run_is_not_done_again(stories, tmp_path):
    first = run(stories, tmp_path / "run")
    assert run(stories, tmp_path / "run", resume=True) == first


def test_resuming_with_other_data_or_options_is_refused(stories, tmp_path):
    run(stories, tmp_path / "run")
    with pytest.raises(SymbolicRCError, match="differs in reader"):
        run(stories, tmp_path / "run", resume=True, reader="exclusive-frequency")
    stories.write_text(stories.read_text().replace("lamp", "rope"))
    with pytest.raises(SymbolicRCError, match="differs in data_hash"):
        run(stories, tmp_path / "run", resume=True)


@pytest.mark.parametrize("reader", ["max-frequency", "word-distance:relation"])
def test_a_run_hangs_on_every_lexicon_whatever_the_reader(stories, tmp_path, monkeypatch, reader):
    found = run(stories, tmp_path / "run", reader=reader)
    assert found.manifest["model_hashes"]["wordnet.lex"].startswith("sha256:")
    (tmp_path / "wordnet.lex").write_bytes(b"another")
    monkeypatch.setenv("SYMBOLIC_RC_LEXICONS", str(tmp_path))
    with pytest.raises(SymbolicRCError, match="model"):
        run(stories, tmp_path / "run", reader=reader, resume=True)


def test_strict_stops_at_the_malformed_line(stories, tmp_path):
    with pytest.raises(SymbolicRCError, match=r"stories.jsonl:7"):
        run(stories, tmp_path / "run", strict=True)


def test_a_folder_that_cannot_be_written_is_one_clear_line(stories, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(SymbolicRCError, match="cannot be written"):
        run(stories, tmp_path / "file" / "run")


def test_an_unknown_reader_is_told_before_anything_is_written(stories, tmp_path):
    with pytest.raises(SymbolicRCError, match="did you mean max-frequency"):
        run(stories, tmp_path / "run", reader="maxfrequency")
    assert not (tmp_path / "run").exists()
