"""The cloze builder, on articles written for these tests."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from symbolic_rc.core.errors import DataError
from symbolic_rc.core.files.resources import lexicon_path
from symbolic_rc.core.record import Record
from symbolic_rc.datasets import Problem, read
from symbolic_rc.datasets import cloze as C
from symbolic_rc.datasets.cloze.folder import ClozeStatistics
from symbolic_rc.datasets.cloze.names import tokenised
from symbolic_rc.readers import load_reader
from symbolic_rc.story import Story

pytestmark = pytest.mark.skipif(
    not all(lexicon_path(f"{name}.lex").is_file() for name in ("wordnet", "names")),
    reason="no wordnet.lex and names.lex",
)

FERRY = C.Article(
    "ferry",
    """(CNN) -- Captain Ruth Amory of Port Merrow saved 212 people on Tuesday, the coastguard said.

Amory, who was born in Norway, told reporters that the fog was thick. "I didn't see Calder Point," she said.
The U.S. Coast Guard has offered help. Ruth Amory's ship belongs to the Norrie Line, a British company.

President Colin Strand of the Norrie Line praised Amory. "Everyone is grateful," Strand said in Port Merrow.
The United States and Norway will send experts. Since Monday the harbor has been closed.""",
    (
        "Ruth Amory saves 212 people near Port Merrow",
        "NEW: Norwegian experts will help",
        "The Bank of Elsewhere pays",
    ),
    "http://news.example/ferry",
)


def names_of(article, markers="names"):
    document = C.ClozeDocument(article, markers)
    found = {}
    for mentions in document.mentions:
        for name, entity in mentions:
            found.setdefault(entity, []).append(name.text)
    return [set(forms) for forms in found.values()]


def test_tokens_of_news():
    text = tokenised("(CNN) -- He didn't see Gov. O'Brien's U.S. aide, al-Amin. “Why?” 1,200 left.")
    assert list(text.words) == (
        "( CNN ) -- He did n't see Gov. O'Brien 's U.S. aide , al-Amin . \" Why ? \" 1,200 left .".split()
    )
    assert [
        word for word, initial in zip(text.words, text.initial, strict=True) if initial and word.isalpha()
    ] == ["CNN", "He", "Why"]


def test_names_and_their_forms():
    found = names_of(FERRY)
    assert {"Ruth Amory", "Amory"} in found
    assert {"Colin Strand", "Strand"} in found
    assert {"Norway", "Norwegian"} in found
    assert {"Port Merrow"} in found
    assert {"Norrie Line"} in found
    flat = set().union(*found)
    assert not flat & {"Tuesday", "Monday", "Captain", "President", "Everyone", "Since", "NEW", "I", "The"}


@pytest.mark.parametrize(
    ("text", "together"),
    [
        (
            "North Korea fired. The North Koreans and North Korean ships left.",
            {"North Korea", "North Koreans"},
        ),
        (
            "For Republicans, say Republicans, Republicans win. The GOP sat. A Republican met a Republican",
            {"Republicans", "GOP", "Republican"},
        ),
        ("He flew to Europe. The European ships waited.", {"Europe", "European"}),
        ("The Spaniards won. A team from Spain sang.", {"Spaniards", "Spain"}),
        ("In Brellen Capital they trust. Why Brellen fell is open.", {"Brellen Capital", "Brellen"}),
        ("With Orrin van Delder it began. Then van Delder left.", {"Orrin van Delder", "van Delder"}),
    ],
)
def test_forms_of_one_name(text, together):
    (found,) = [forms for forms in names_of(C.Article("a", text, ())) if forms & together]
    assert found >= together


@pytest.mark.parametrize(
    ("text", "there", "absent"),
    [
        ("They play in the Premier League now.", "Premier League", "League"),
        ("At the Justice Department it was quiet.", "Justice Department", "Department"),
        ("She tested for HIV and DNA in 40 B.C. or so.", None, "HIV"),
        ("He came to the U.S. In June he left.", "U.S.", "U.S. In"),
        ("A book by Stephen King sold.", "Stephen King", "Stephen"),
        ("They followed King Orrin home.", "Orrin", "King Orrin"),
        ("On the cover was one Horse of note.", None, "Horse"),
        ("We love Air France. Air France flew.", "Air France", "France"),
        ("Leaders of the Baha'i faith met.", "Baha'i", "Baha"),
    ],
)
def test_where_a_name_begins_and_ends(text, there, absent):
    found = set().union(*names_of(C.Article("a", text, ())))
    assert there is None or there in found
    assert absent not in found


def test_every_entity_of_a_highlight_that_the_article_names_gives_a_question():
    record = C.questions(FERRY)
    assert [question.id for question in record.questions] == ["ferry_0", "ferry_1", "ferry_2"]
    table = dict(record.tags)
    answers = [table[question.references[0][0]] for question in record.questions]
    assert answers == ["Ruth Amory", "Port Merrow", "Norway"]
    first = record.questions[0]
    assert first.text.startswith("@placeholder saves 212 people near @entity")
    assert record.tokenised
    assert "Amory" not in record.text
    assert "n't see @entity" in record.text


def test_names_may_stay():
    record = C.questions(FERRY, C.ClozeOptions(anonymise=False))
    assert "Ruth Amory 's ship" in record.text
    assert ("Ruth Amory",) in record.questions[0].references
    assert ("Amory",) in record.questions[0].references


def test_small_letters_as_in_the_papers_files():
    record = C.questions(FERRY, C.ClozeOptions(lower=True))
    assert record.text == record.text.lower()


def test_long_articles_give_none():
    assert C.questions(FERRY, C.ClozeOptions(max_tokens=50)) is None
    assert C.questions(C.Article("a", FERRY.text, ("Nothing here is a name",))) is None


def test_simple_markers_are_words_never_written_small():
    article = C.Article("a", "Quill sold it. The Mill is old. A mill!\n\nOld Quill slept.", ("Quill sleeps",))
    assert names_of(article, "narrativeqa") == [{"Quill"}]
    assert C.questions(article, C.ClozeOptions(markers="narrativeqa")).questions[0].references == (
        ("@entity0",),
    )


def test_the_seed_permutes_and_changes_nothing_else():
    one, two = (C.questions(FERRY, C.ClozeOptions(seed=seed)) for seed in (1, 2))
    assert one == C.questions(FERRY, C.ClozeOptions(seed=1))
    assert one.text != two.text

    def plain(record, text):
        return " ".join(record.tags.get(word, word) for word in text.split())

    assert plain(one, one.text) == plain(two, two.text)


NEEDS = {"frame-semantic": "frames", "word-distance:relation": "glove", "symbolic": "engine"}


@pytest.mark.parametrize(
    "reader",
    [
        "max-frequency",
        "exclusive-frequency",
        "frame-semantic",
        "word-distance",
        "word-distance:relation",
        "passage-only",
        "passage-only-first",
        "passage-only-nearest",
        "random",
        "symbolic",
    ],
)
def test_readers_answers_are_permuted_with_the_markers(reader):
    if reader in NEEDS and not lexicon_path(f"{NEEDS[reader]}.lex").is_file():
        pytest.skip(f"no {NEEDS[reader]}.lex")
    record = C.questions(FERRY)
    for seed in range(3):
        other = C.permuted(record, seed)
        assert sorted(other.tags.values()) == sorted(record.tags.values())
        answers = [
            [
                each.tags.get(answer.text)
                for answer in load_reader(reader).answer_all(Story(each), each.questions)
            ]
            for each in (record, other)
        ]
        assert answers[0] == answers[1]
        assert any(answers[0])


@given(st.integers())
def test_permuting_keeps_what_is_no_marker(seed):
    record = C.questions(FERRY)
    other = C.permuted(record, seed)
    assert [word for word in other.text.split() if word[0] != "@"] == [
        word for word in record.text.split() if word[0] != "@"
    ]
    assert {question.references[0][0] for question in other.questions} <= set(other.text.split())


def test_sentences_of_a_text_in_small_letters():
    record = C.questions(FERRY, C.ClozeOptions(lower=True))
    assert len(Story(record).tokens.sentences) == len(Story(C.questions(FERRY)).tokens.sentences)


def as_json(article):
    return json.dumps(
        {
            "id": article.id,
            "article": article.text,
            "highlights": list(article.highlights),
            "url": article.url,
        }
    )


def test_the_three_layouts_of_articles(tmp_path):
    (tmp_path / "a.jsonl").write_text(as_json(FERRY))
    points = "".join(f"\n\n@highlight\n\n{point}" for point in FERRY.highlights)
    (tmp_path / "ferry.story").write_text(FERRY.text + points)
    (tmp_path / "plain.txt").write_text(FERRY.text)
    (tmp_path / "plain.summary.txt").write_text("Ruth Amory saves 212 people. Norway helps.")
    one, two, three = C.articles(tmp_path)
    assert one == FERRY
    assert (two.text, two.highlights) == (FERRY.text, FERRY.highlights)
    assert three.highlights == ("Ruth Amory saves 212 people.", "Norway helps.")


def test_a_bad_article_is_reported(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text('{"id": "x"}\n' + as_json(FERRY) + "\n")
    problem, article = C.articles(path)
    assert isinstance(problem, Problem)
    assert problem.line == 1
    assert article == FERRY
    with pytest.raises(DataError, match=r"a\.jsonl:1"):
        list(C.articles(path, strict=True))
    (tmp_path / "b.txt").write_text("no summary here")
    with pytest.raises(DataError, match="holds no articles"):
        list(C.articles(tmp_path / "b.txt"))


def several(count):
    """Return an input file's text with that many articles, one of which gives no question."""
    made = [C.Article(f"a{n}", FERRY.text, FERRY.highlights if n != 1 else ("none",)) for n in range(count)]
    return "\n".join(map(as_json, made)) + "\n"


def contents(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cut=st.integers(0, 12_000))
def test_resumed_work_ends_with_the_same_bytes(tmp_path, cut):
    source, whole, broken = tmp_path / "in.jsonl", tmp_path / "whole", tmp_path / "broken"
    source.write_text(several(4))
    C.build_folder(C.articles(source), whole)
    C.build_folder(C.articles(source), broken)
    (broken / "begun.json").write_text(json.dumps({"limit": None, "options": _options()}, sort_keys=True))
    lines = [b"\n" if n == 1 else None for n in range(4)]
    records = (whole / "questions.jsonl").read_bytes().splitlines(keepends=True)
    part = b"".join(line or records.pop(0) for line in lines)
    (broken / "questions.part.jsonl").write_bytes(part[:cut])
    C.build_folder(C.articles(source), broken, resume=True)
    assert contents(broken) == contents(whole)


def _options():
    from dataclasses import asdict

    return asdict(C.ClozeOptions())


def test_what_is_built_is_read(tmp_path):
    (tmp_path / "in.jsonl").write_text(several(3))
    figures = C.build_folder(C.articles(tmp_path / "in.jsonl"), tmp_path / "out")
    assert (figures["documents"], figures["queries"]) == (2, 6)
    records = [
        one for one in read(tmp_path / "out" / "questions.jsonl", strict=True) if isinstance(one, Record)
    ]
    files = [one for one in read(tmp_path / "out" / "questions", strict=True) if isinstance(one, Record)]
    assert len(files) == 6
    counted = ClozeStatistics()
    for record in records:
        counted.add(record)
    assert counted.summary() == figures
    by_id = {question.id: question for record in records for question in record.questions}
    assert {one.id: one.questions[0] for one in files} == by_id
    assert files[0].tags == records[0].tags


def test_a_folder_begun_otherwise_is_not_resumed(tmp_path):
    (tmp_path / "in.jsonl").write_text(several(2))
    out = tmp_path / "out"
    C.build_folder(C.articles(tmp_path / "in.jsonl"), out)
    (out / "begun.json").write_text("{}")
    (out / "questions.part.jsonl").write_text("")
    with pytest.raises(DataError, match="other options"):
        C.build_folder(C.articles(tmp_path / "in.jsonl"), out, resume=True)


def test_the_figures_of_the_papers_tables():
    record = Record(
        "a", "@entity0 met @entity1 . @entity1 slept .", C.questions(FERRY).questions[:1], tokenised=True
    )
    counted = ClozeStatistics()
    counted.add(record)
    figures = counted.summary()
    assert (figures["documents"], figures["queries"], figures["mean_entities"]) == (1, 1, 2.0)
    assert figures["mean_tokens"] == 7.0


def test_a_run_permutes_the_markers_at_loading(tmp_path):
    from symbolic_rc.batch import RunOptions, score

    (tmp_path / "in.jsonl").write_text(several(1))
    C.build_folder(C.articles(tmp_path / "in.jsonl"), tmp_path / "out")
    files = str(tmp_path / "out" / "questions")
    runs = [
        score(RunOptions(files, tmp_path / f"run{seed}", reader="max-frequency", permute=seed))
        for seed in (None, 5)
    ]
    assert [run.manifest["counts"]["questions"] for run in runs] == [3, 3]
    assert runs[0].metrics == runs[1].metrics
    lines = [(tmp_path / f"run{seed}" / "predictions.jsonl").read_text() for seed in (None, 5)]
    assert lines[0] != lines[1]
