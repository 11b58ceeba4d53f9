import numpy as np

from symbolic_rc.core.files.container import write_container
from symbolic_rc.core.record import Record
from symbolic_rc.datasets.overlap import TextOverlap, TextSamples, describe_text, load_samples, sample


def text(seed, words=3000):
    random = np.random.default_rng(seed)
    return " ".join(f"w{number}" for number in random.integers(0, 500, words))


def test_a_story_and_its_parts_are_known_again_in_another_layout():
    layers = TextSamples({"annotation": sample(text(1)), "vectors": sample(text(2))}, {})
    assert layers.of(text(1).replace(" ", ",\n ").upper()) == ["annotation"]
    assert layers.of(" ".join(text(2).split()[1000:1600])) == ["vectors"]
    assert layers.of(text(3)) == []
    assert layers.of("Too short.") == []


def test_a_piece_of_a_book_is_in_its_sample_though_that_is_sparser():
    book = text(1, 60_000)
    layers = TextSamples({"annotation": sample(book)}, {})
    assert len(sample(book)) < 60_000 / 500
    assert layers.of(book) == ["annotation"]


def test_one_quoted_sentence_is_not_a_story():
    known = sample(text(1))
    quoted = text(3) + " " + " ".join(text(1).split()[:40])
    assert TextSamples({"annotation": known}, {}).of(quoted) == []


def test_stories_are_counted_and_told_of(tmp_path):
    write_container(
        tmp_path / "seen.lex", {"layers": {"annotation": ["x"], "vectors": []}},
        {"annotation": sample(text(1)), "vectors": sample("")},
    )  # fmt: skip
    raw = TextOverlap(load_samples(tmp_path / "seen.lex"))
    records = [Record(str(i), text(i)) for i in range(3)]
    assert list(raw.watch(records)) == records
    assert raw.summary() == {"stories": 3, "seen": {"annotation": 1, "vectors": 0}}
    assert describe_text(raw.summary()) == (
        "Text (without questions) in the training data of annotation: 1 of 3 stories"
    )
    assert describe_text({"stories": 3, "seen": {"annotation": 0}}) == describe_text(None) == ""


def test_of_a_long_run_the_first_stories_are_looked_up(monkeypatch):
    monkeypatch.setattr("symbolic_rc.datasets.overlap.MOST", 2)
    raw = TextOverlap(TextSamples({"annotation": sample(text(1))}, {"annotation": []}))
    assert len(list(raw.watch(Record(str(i), text(1)) for i in range(5)))) == 5
    assert raw.summary() == {"stories": 2, "seen": {"annotation": 2}}


def test_what_ships_names_the_data_of_each_layer():
    layers = load_samples()
    assert layers.samples.keys() == layers.data.keys() == {"annotation", "vectors", "coreference"}
    assert "Quoref dev" in layers.data["annotation"]
    assert all((np.diff(rows.astype(object)) > 0).all() for rows in layers.samples.values())
