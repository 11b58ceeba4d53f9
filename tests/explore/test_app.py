"""All four places, one thing each; what each can do is tested in `places`."""

from urllib.parse import parse_qs

import pytest


@pytest.mark.parametrize("place", ["read", "rules", "compare", "check"])
def test_every_place_opens(client, place):
    reply = client.get(place)
    assert reply.status == 200
    assert 'aria-current="page"' in reply.text


def test_a_thread_through_all_places(bench, client):
    reply = client.post("read/text", text="Ada sold the mill to Bo Finch. She was glad.")
    story = parse_qs(reply.to.query)["story"][0]
    assert "Ada" in client.get("read", story=story, q="Who sold the mill?").text
    moved = client.post("rules/edit", do="switch stated")
    book = parse_qs(moved.to.query)["book"][0]
    assert client.post("rules/run", book=book).status == 303
    job = bench.jobs.get(("effect", "symbolic:rules", book))
    job.wait(120)
    assert job.error == ""
    assert "turned wrong" in client.get("rules/effect", book=book).text
    asked = bench.data.asked[0].question
    assert asked.text.replace("'", "&#39;") in client.get("compare/question", id=asked.id).text
    assert client.post("check/run", capability="negation", cases="1").status == 303


def test_what_cannot_be_done_is_told_and_nothing_breaks(client):
    for path, state in (
        ("read", {"story": "none"}),
        ("read/part", {"story": "none", "part": "facts"}),
        ("read", {"story": "case:mft:0:no/such/1"}),
        ("compare/rows", {"from": "-1"}),
        ("compare/export", {"form": "exe"}),
        ("compare/rows", {"slice": "no: such"}),
    ):
        reply = client.get(path, **state)
        assert reply.status == 400, path
        assert 'role="alert"' in reply.text
    assert client.get("static/../app.py").status == 404
    assert client.get("nowhere").status == 404
    assert client.post("rules/edit", do="eat stated").status == 400


def test_a_post_that_is_too_long_is_refused(client, monkeypatch):
    monkeypatch.setattr("symbolic_rc.explore.app._LARGEST", 10)
    assert client.post("read/text", text="Ada " * 10).status == 413
