"""What cannot be read is told with what was seen, the nearest format, and where."""

import json

import pytest

from symbolic_rc.core.errors import DataError
from symbolic_rc.datasets import Problem, read
from tests.datasets.samples import MILL, NARRATIVE_CSV, SAMPLES, STORY, laid_out

ROW = {
    "id": "1",
    "title": "Mill",
    "context": MILL,
    "question": "Who?",
    "answers": {"text": [], "answer_start": []},
}


def message(path, form="auto"):
    with pytest.raises(DataError) as caught:
        list(read(path, form))
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("a.jsonl", "", ["it is empty"]),
        ("a.json", " \n", ["it is empty"]),
        ("a.jsonl", '{"id": "a", "questions": []}\n', ["JSON lines", "line 1", "'text'", "formats jsonl"]),
        ("a.jsonl", '{"id": "a", "txt\n', ["JSON", "line 1", "not valid JSON"]),
        ("a.json", '[{"plat": "x", "qa": ]', ["JSON list", "line 1", "not valid JSON"]),
        ("a.json", "[]", ["JSON list", "empty"]),
        ("a.json", "[1, 2]", ["JSON list", "no object"]),
        ("a.json", '[{"a": 1, "b": 2}]', ["JSON list", "'a', 'b'", "no format"]),
        ("a.json", '[\n\n{"context": "x"}]', ["line 3", "'question'", "formats hf"]),
        ("a.csv", "id,story,question\n1,b,c\n", ["CSV", "'context'", "formats hf"]),
        ("a.csv", "a,b\n1,2\n", ["CSV", "'a', 'b'", "no format"]),
        ("a.tsv", "document_id\tquestion\tanswer1\n1\tb\tc\n", ["TSV", "'answer2'", "formats narrativeqa"]),
        ("a.pdf", "%PDF-1.7 ...", ["a PDF file"]),
        ("a.json", "version https://git-lfs.github.com/spec/v1\noid x\n", ["a pointer of Git LFS"]),
        ("a.rar", "Rar!\x1a\x07\x00...", ["a RAR archive"]),
        ("a.txt", "Ada Holm kept the mill.\n", ["plain text", "symbolic-rc ask"]),
        ("a.bin", "\0\1\2\3" * 100, ["no text in UTF-8"]),
    ],
)
def test_an_unknown_file_is_told_by_what_was_seen(tmp_path, name, content, says):
    text = message(laid_out(tmp_path, {name: content}))
    for part in says:
        assert part in text


def test_an_empty_folder_is_told(tmp_path):
    assert "there is no file in it" in message(tmp_path)


def test_a_folder_of_unknown_files_tells_of_the_first(tmp_path):
    laid_out(tmp_path, {f"{name}.txt": "Plain text.\n" for name in "abcde"})
    assert "a.txt: it looks like plain text" in message(tmp_path)
    assert "and 2 more files" in message(tmp_path)


@pytest.mark.parametrize(
    ("form", "wrong"),
    [(form, wrong) for form in SAMPLES for wrong in ("jsonl", "squad", "babi", "hf") if form != wrong],
)
def test_a_wrong_format_is_told_with_the_right_one(tmp_path, form, wrong):
    main = laid_out(tmp_path, SAMPLES[form])
    told = ""
    try:
        found = list(read(main, wrong))
        assert len(found) < 3 or wrong == "squad"  # too few to tell, or the same shape
    except DataError as error:
        told = str(error)
    assert "looks like" not in told or f"--format {form}" in told


def test_a_wrong_format_stops_after_three_lines(tmp_path):
    lines = [json.dumps({**STORY, "id": f"s{n}"}) for n in range(1000)]
    main = laid_out(tmp_path, {"a.jsonl": "\n".join(lines)})
    told = "is not of format 'hf' (field 'context' is missing); it looks like jsonl: use --format jsonl"
    assert message(main, "hf") == f"{main}:1: {told}"


def test_hugging_face_rows_are_told_where_another_format_is_asked_for(tmp_path):
    main = laid_out(tmp_path, {"a.jsonl": "\n".join([json.dumps(ROW)] * 5)})
    assert "--format hf" in message(main, "jsonl")


def test_three_bad_records_of_the_right_format_are_reported_one_by_one(tmp_path):
    lines = ['{"id": "a", "text": 1}'] * 5
    found = list(read(laid_out(tmp_path, {"a.jsonl": "\n".join(lines)}), "jsonl"))
    assert len(found) == 5
    assert all(isinstance(one, Problem) for one in found)


@pytest.mark.parametrize("folder", ["stories", "tmp", "."])
def test_narrativeqas_stories_may_lie_in_a_folder(tmp_path, folder):
    files = {**NARRATIVE_CSV, f"{folder}/doc1.content": "A long story.\n"}
    main = laid_out(tmp_path, files)
    for path in (main, tmp_path):
        (record,) = read(path, "narrativeqa-stories", strict=True)
        assert record.text == "A long story.\n"
    del files["third_party/wikipedia/summaries.csv"]
    (record,) = read(laid_out(tmp_path / "alone", files), strict=True)
    assert record.text == "A long story.\n"


def test_narrativeqas_stories_that_are_not_there_are_asked_for(tmp_path):
    text = message(laid_out(tmp_path, NARRATIVE_CSV), "narrativeqa-stories")
    assert "<document_id>.content" in text
    assert "stories/" in text


def test_carriage_returns_in_a_header_are_no_traceback(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes(b"a,b\rc,d\n1,2\n")
    with pytest.raises(DataError):
        list(read(path))
