"""Files that are cut in the middle: an error unless that is allowed; then what is before the cut is read."""

import bz2
import gzip
import json
import lzma

import pytest

import symbolic_rc
from symbolic_rc.core.errors import DamagedError, DataError
from symbolic_rc.core.record import Record
from symbolic_rc.datasets import Problem, read

STORY = "Ann Orr sold the mill to Bo Reed, a trader. "
ASKED = ("Who bought the mill?", "Bo Reed")


def squad(count):
    made = [
        {"id": str(i), "question": ASKED[0], "answers": [{"text": ASKED[1], "answer_start": 25}]}
        for i in range(count)
    ]
    data = [
        {"title": f"t{i}", "paragraphs": [{"context": STORY * 5, "qas": [qa]}]} for i, qa in enumerate(made)
    ]
    return json.dumps({"version": "1.1", "data": data}, indent=1)


def rows(count):
    return [
        {"id": str(i), "context": f"{STORY}{i}", "question": ASKED[0], "answers": [ASKED[1]]}
        for i in range(count)
    ]


def jsonl(count):
    asked = [{"text": ASKED[0], "answers": [ASKED[1]]}]
    return "".join(
        json.dumps({"id": f"s{i}", "text": STORY, "questions": asked}) + "\n" for i in range(count)
    )


def table(count):
    cells = (f'{i},"{STORY}\n{i}","{ASKED[0]}","{ASKED[1]}"\n' for i in range(count))
    return "id,context,question,answers\n" + "".join(cells)


#: A file's name, its whole content for a number of stories, and where it may be cut, before its end.
KINDS = {
    "squad": ("a.json", squad, -9),
    "list of rows": ("a.json", lambda count: json.dumps(rows(count)), -2),
    "lines of rows": ("a.jsonl", lambda count: "".join(json.dumps(row) + "\n" for row in rows(count)), -2),
    "lines": ("a.jsonl", jsonl, -2),
    "table, within quotes": ("a.csv", table, -3),
    "table, before its last cell": ("a.csv", table, -len(ASKED[1]) - 3),
    "table, within a row": ("a.csv", table, -len(ASKED[1]) - 4),
}
PACKERS = {"": bytes, ".gz": gzip.compress, ".xz": lzma.compress, ".bz2": bz2.compress}


def counted(path, **options):
    found = list(read(path, **options))
    questions = sum(len(one.questions) for one in found if isinstance(one, Record))
    return questions, [one for one in found if isinstance(one, Problem)]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("packer", PACKERS)
def test_what_ends_in_the_middle_is_an_error_unless_it_is_allowed(tmp_path, kind, packer):
    name, content, end = KINDS[kind]
    path = tmp_path / (name + packer)
    path.write_bytes(PACKERS[packer](content(9).encode()))
    assert counted(path) == (9, [])
    path.write_bytes(PACKERS[packer](content(9).encode()[:end]))
    with pytest.raises(DamagedError, match=r"a\.\w+.*what follows is lost.*--allow-damaged") as caught:
        list(read(path))
    assert "\n" not in str(caught.value)
    count, problems = counted(path, allow_damaged=True)
    assert count == 8
    assert [one.damaged for one in problems] == [True]


@pytest.mark.parametrize("share", [0.3, 0.6, 0.95])
@pytest.mark.parametrize("packer", [".gz", ".xz"])
def test_a_compressed_file_may_end_anywhere(tmp_path, packer, share):
    content = "".join(
        json.dumps({"id": f"{i}", "text": f"{STORY} {i * i}", "questions": [{"text": ASKED[0]}]}) + "\n"
        for i in range(4000)
    )
    packed = PACKERS[packer](content.encode())
    path = tmp_path / f"a.jsonl{packer}"
    path.write_bytes(packed[: int(share * len(packed))])
    with pytest.raises(DamagedError):
        list(read(path))
    count, problems = counted(path, allow_damaged=True)
    assert problems[-1].damaged
    assert count > 0 or packer == ".xz"


@pytest.mark.parametrize("place", [0.1, 0.5, 0.9])
@pytest.mark.parametrize("kind", KINDS)
def test_wherever_it_is_cut_nothing_is_made_up(tmp_path, kind, place):
    name, content, _ = KINDS[kind]
    whole, path = content(20), tmp_path / name
    path.write_text(whole)
    known = {q.id: q.references for one in read(path) for q in one.questions}
    path.write_text(whole[: int(place * len(whole))])
    found = [one for one in read(path, allow_damaged=True) if isinstance(one, Record)]
    assert all(known[q.id] == q.references for one in found for q in one.questions)


def test_a_line_that_is_broken_is_no_damage_where_others_follow(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text(jsonl(1) + "{broken\n" + jsonl(1).replace("s0", "s1"))
    count, problems = counted(path)
    assert (count, [one.damaged for one in problems]) == (2, [False])


def test_a_last_line_without_an_end_is_whole(tmp_path):
    for name, content, _ in KINDS.values():
        path = tmp_path / name
        path.write_text(content(3).rstrip("\n"))
        assert counted(path) == (3, [])


def test_a_file_that_ends_within_a_character(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes((jsonl(2) + '{"id": "s9", "text": "Zoë').encode()[:-1])
    with pytest.raises(DamagedError, match="within a character"):
        list(read(path))
    assert counted(path, allow_damaged=True)[0] == 2


def test_gold_answers_and_predictions_that_are_cut(tmp_path):
    gold, given = tmp_path / "gold.jsonl", tmp_path / "p.csv"
    gold.write_text("".join(json.dumps(row) + "\n" for row in rows(4))[:-5])
    given.write_text("id,answer\n" + "".join(f'{i},"Bo Reed"\n' for i in range(4)))
    with pytest.raises(DataError):
        symbolic_rc.compare({"a": given}, gold)
    from symbolic_rc.compare import CompareOptions
    from symbolic_rc.compare.report import compare

    with pytest.raises(DamagedError):
        compare([given], str(gold))
    found = compare([given], str(gold), options=CompareOptions(resamples=100, allow_damaged=True))
    assert "3 questions" in str(found)
    given.write_text(given.read_text()[:-3])
    with pytest.raises(DataError, match=r"p\.csv.*within quotes"):
        compare([given], str(gold))
