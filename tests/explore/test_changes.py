"""Corrections and changed texts: what they change in the answers, and the file that keeps them."""

import re
from urllib.parse import parse_qs

import pytest

import symbolic_rc

TEXT = "Ada met Mina. She sold the mill to Bo. The mill was old."
ASKED = {"q": "Who sold the mill?"}


def words_of(page):
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", page))


@pytest.fixture
def open_story(client):
    return {"story": client.paste(TEXT), **ASKED}


def corrected(client, shown, **given):
    reply = client.post("read/correct", **shown, **given)
    assert reply.status == 303, words_of(reply.text)
    return {key: values[0] for key, values in parse_qs(reply.to.query).items() if key != "open"}


def test_corrections_change_answers_and_the_file_does_the_same(client, open_story, tmp_path):
    linked = corrected(client, open_story, words="She", means="Mina", sentence="2")
    assert 'data-say><mark class="answer">Mina</mark>' in client.get("read", **linked).text
    assert "1 of 1 answers changed" in words_of(client.get("read/part", part="changes", **linked).text)
    every = corrected(client, linked, add="burn(ARG0=Bo, ARG1=the mill)")
    every = corrected(client, every, remove="3 attribute:old/age(subject=The mill, value=old)")
    page = words_of(client.get("read", **every).text)
    assert "sentence 2: “She” means Mina" in page
    assert "add: burn(ARG0=Bo, ARG1=the mill)" in page
    path = tmp_path / "corrections.toml"
    path.write_text(client.get("read/corrections.toml", fix=every["fix"]).text, encoding="utf-8")
    engine = symbolic_rc.load(weights=None)
    story = engine.read(TEXT).with_corrections(path)
    answers = [engine.answer(story, one).text for one in (ASKED["q"], "Who burned the mill?")]
    assert answers == ["Mina", "Bo"]
    assert not [fact for fact in story.facts if fact.kind == "attribute"]
    assert corrected(client, every, drop="3")["fix"] != every["fix"]
    assert corrected(client, every, file="1", toml=path.read_text("utf-8"))["fix"] == every["fix"]
    assert "fix" not in corrected(client, every, file="1")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"words": "Zoe", "means": "Mina"}, "no mention has these words; those here are “ada”"),
        ({"words": "She", "means": "Zoe"}, "nobody and nothing has this name; the text has Ada, Mina"),
        ({"remove": "2 buy(ARG0=Zoe)"}, "there is no such fact"),
        ({"add": "buy(Zoe"}, "cannot be read"),
        ({"add": "buy(ARG0=?who)"}, "no variables"),
        ({"add": "buy(ARG0=Zoe)"}, "does not occur in the text"),
        ({"file": "1", "toml": "[[correction]]\nwords = 3"}, "expected words and means, or remove, or add"),
        ({"file": "1", "toml": "[[rule]]\nname = 'x'"}, "[[correction]]"),
    ],
    ids=lambda one: str(one)[:30],
)
def test_what_is_not_in_the_text_cannot_be_corrected(client, open_story, given, told):
    reply = client.post("read/correct", **open_story, **given)
    assert reply.status == 400
    assert told in words_of(reply.text)


def test_a_changed_text_is_compared_with_the_one_before(client, bench):
    record = next(iter(bench.data.records.values()))
    changed = record.text.replace("Josiah", "Karl")
    reply = client.post("read/edit", story=record.id, id=record.questions[0].id, text=changed[:24_000])
    shown = {key: values[0] for key, values in parse_qs(reply.to.query).items()}
    assert shown["q"] == record.questions[0].text
    part = client.get("read/part", part="changes", story=shown["story"], before=shown["before"]).text
    assert "<del>Josiah</del> <ins>Karl</ins>" in part
    assert re.search(rf"[1-9]\d* of {len(record.questions)} answers changed", words_of(part))
    assert "Reference" not in client.get("read", **shown).text


def test_tables_for_scholars_are_shown_and_saved(client, open_story):
    part = client.get("read/part", part="tables", **open_story).text
    assert "Characters: 3" in words_of(part)
    reply = client.get("read/table.csv", name="characters", story=open_story["story"])
    assert reply.text.startswith("name,gender,mentions,")
    assert reply.headers["content-type"].startswith("text/csv")
    assert client.get("read/table.csv", name="no", story=open_story["story"]).status == 400


def test_rules_are_ordered_by_precision_and_worth(client, bench):
    def names(order):
        return re.findall(r'data-name="([^"]+)"', client.get("rules", order=order).text)

    assert sorted(names("precision")) == sorted(names("book")) != names("book")
    assert client.post("rules/worth").status == 303
    job = bench.jobs.get(("worth", "symbolic:rules", ""))
    job.wait(120)
    assert job.error == ""
    worth = {one.rule: one.worth for one in job.result.rules}
    assert [worth[name] for name in names("worth")] == sorted(worth.values(), reverse=True)
    assert client.get("rules", order="no").status == 400
