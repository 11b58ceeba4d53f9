from symbolic_rc.batch.run import companions, content_hash, input_hash


def test_the_content_counts_and_not_the_name(tmp_path):
    (tmp_path / "a").write_text("x")
    (tmp_path / "b").write_text("x")
    assert content_hash(tmp_path / "a") == content_hash(tmp_path / "b")
    (tmp_path / "b").write_text("y")
    assert content_hash(tmp_path / "a") != content_hash(tmp_path / "b")


def test_a_folder_counts_with_the_names_of_its_files(tmp_path):
    for folder, name in (("one", "a"), ("two", "b")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / name).write_text("x")
    assert content_hash(tmp_path / "one") != content_hash(tmp_path / "two")


def test_a_files_companions_count(tmp_path):
    for name in ("mc.dev.tsv", "mc.dev.ans", "mc.train.ans", "x-questions.csv", "x-story.csv", "y-story.csv"):
        (tmp_path / name).write_text(name)
    assert [one.name for one in companions(tmp_path / "mc.dev.tsv")] == ["mc.dev.ans"]
    assert [one.name for one in companions(tmp_path / "x-questions.csv")] == ["x-story.csv"]
    before = input_hash(tmp_path / "mc.dev.tsv")
    (tmp_path / "mc.dev.ans").write_text("changed")
    assert input_hash(tmp_path / "mc.dev.tsv") != before
