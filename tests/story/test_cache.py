import pytest

import symbolic_rc
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.core.record import Record
from symbolic_rc.graph.inference.clauses import parse_clauses
from symbolic_rc.story.disk import StoryCache

RECORD = Record("s", "Ada sold the mill to Brack. She wept.")

needs_models = pytest.mark.skipif(
    not all(lexicon_path(f"{name}.lex").is_file() for name in ("annotate_parser", "frames", "coref")),
    reason="the models are not built",
)


def test_a_story_that_was_not_annotated_is_not_kept(tmp_path):
    cache = StoryCache(str(tmp_path / "cache"))
    story = cache.open(RECORD)
    assert len(story.tokens) == 10
    cache.store(story)
    assert not (tmp_path / "cache").exists()


def test_without_a_folder_nothing_is_kept(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    story = StoryCache().open(RECORD)
    story.__dict__["doc"] = None  # as if it had been annotated
    StoryCache().store(story)
    assert not list(tmp_path.iterdir())


@needs_models
def test_a_kept_story_is_not_read_again(tmp_path, monkeypatch):
    cache = StoryCache(str(tmp_path))
    story = cache.open(RECORD)
    tags = [token.tag_ for token in story.doc]
    cache.store(story)
    monkeypatch.setattr("symbolic_rc.annotate.annotate", None)
    again = StoryCache(str(tmp_path)).open(Record("other", RECORD.text))
    assert again.id == "other"
    assert [token.tag_ for token in again.doc] == tags


@needs_models
def test_a_damaged_file_is_read_again(tmp_path, caplog):
    cache = StoryCache(str(tmp_path))
    story = cache.open(RECORD)
    assert len(story.doc)
    cache.store(story)
    (path,) = tmp_path.glob("*/*.story")
    path.write_bytes(path.read_bytes()[:-9])
    assert len(StoryCache(str(tmp_path)).open(RECORD).doc) == len(story.doc)
    assert "read again" in caplog.text


@needs_models
def test_a_folder_that_cannot_be_written_does_no_harm(tmp_path, caplog):
    (tmp_path / "file").write_text("")
    cache = StoryCache(str(tmp_path / "file" / "cache"))
    story = cache.open(RECORD)
    assert len(story.doc)
    cache.store(story)
    cache.store(story)
    assert caplog.text.count("cannot be kept") == 1


def test_a_stored_story_has_what_follows_by_the_engine_s_clauses(tmp_path):
    engine, record = symbolic_rc.load(), Record("s", "Ada planted beans in May.")
    StoryCache(tmp_path).read(record)
    engine.inference += parse_clauses("grow: plant(ARG0=?a, ARG1=?x, ...) -> grow(ARG0=?a, ARG1=?x, ...)")
    story = StoryCache(tmp_path).open(record)
    assert engine.answer(story, "Who grew beans?").rule == "converse"
    assert [fact.clause for fact in story.facts] == ["", "grow"]
    plain = StoryCache(tmp_path).open(record)
    assert [fact.clause for fact in plain.facts] == [""]
