"""All four pages, and who may use them."""

import re
from urllib.parse import parse_qs

import pytest

from symbolic_rc.explore.data import open_data
from symbolic_rc.explore.workbench import Workbench
from tests.explore.opened_run import PORT, TOKEN, client_of


@pytest.mark.parametrize("place", ["read", "rules", "compare", "check"])
def test_every_place_opens(client, place):
    reply = client.get(place)
    assert reply.status == 200
    assert 'aria-current="page"' in reply.text


def test_a_thread_through_all_places(bench, client):
    story = client.paste("Ada sold the mill to Bo Finch. She was glad.")
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


def test_an_answer_that_one_types_is_judged_and_so_are_those_of_runs(bench, client):
    asked = {"story": client.paste("Ada sold the mill to Bo Finch. She was glad."), "q": "Who sold the mill?"}
    assert "Support: " not in client.get("read", **asked).text
    shown = {why: client.get("read", why=why, **asked).text for why in ("Ada", "Bo Finch", "<b>Cy</b>")}
    assert 'Support: <b class="good">supported' in shown["Ada"]
    assert 'Support: <b class="bad">contradicted' in shown["Bo Finch"]
    assert "<b>Cy" not in shown["<b>Cy</b>"]
    one = bench.data.asked[1]
    for place in ("compare/question", "read"):
        page = client.get(place, id=one.question.id, story=one.record.id).text
        assert len(re.findall("· (?:supported|contradicted|not found)", page)) == 2, place


def test_words_are_explained_and_no_is_not_marked_in_the_text(client):
    story = client.paste("Ada sold the mill to Bo Finch. There is no doubt.")
    page = client.get("read", story=story, q="Did Bo sell the mill?").text
    assert "no</mark></p>" in page  # the answer
    assert "doubt" in page
    assert not re.search(r"is (<[^>]*>)*<mark class=.answer.>no", page)
    assert '<div id="help">' in page
    assert 'title="the seller"' in client.get("read/part", story=story, part="frames").text
    trees = client.get("read/part", story=story, part="trees").text
    assert trees.count("<svg") == 2
    assert "nsubj" in trees
    assert 'data-filter="#book > li"' in client.get("rules").text


def test_what_takes_long_is_stopped(bench, client):
    asked = {"kind": "invariance", "cases": "200"}
    assert client.post("check/run", **asked).status == 303
    assert ">Stop</button>" in client.get("check/result", **asked).text
    assert client.post("check/stop", **asked).status == 303
    job = bench.jobs.get(("check", "symbolic:rules", "", "invariance", "", 200))
    job.wait(60)
    assert job.error == "stopped"
    assert client.post("rules/stop", book="").status == 303


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


@pytest.mark.parametrize("runs", [0, 1])
def test_all_places_open_without_a_run_or_with_a_rivals_answers_alone(bench, runs):
    rival = [bench.data.systems[1].path]
    other = client_of(Workbench(open_data(rival[:runs], "examples")))
    key = bench.data.asked[0].question.id
    for path, state in (
        ("read", {}),
        ("rules", {}),
        ("rules", {"reader": "symbolic"}),
        ("compare", {"words": "who"}),
        ("compare", {"order": "difference"}),
        ("compare/rows", {}),
        ("compare/plots", {}),
        ("compare/slices", {}),
        ("compare/question", {"id": key}),
        ("compare/export", {"form": "csv"}),
        ("check", {}),
        ("read", {"story": bench.data.asked[0].record.id, "id": key}),
    ):
        assert other.get(path, **state).status == 200, path


def test_the_fitted_engine_answers_too(bench, client):
    asked = bench.data.asked[0]
    page = client.get("read", story=asked.record.id, id=asked.question.id, reader="symbolic").text
    assert "confidence" in page
    learned = client.get("rules", reader="symbolic").text
    assert "decides at a confidence of" in learned or "never decides" in learned
    assert client.post("rules/run", reader="symbolic").status == 303
    job = bench.jobs.get(("effect", "symbolic", ""))
    job.wait(300)
    assert job.error == ""
    assert "ranker" in job.result.before.rules


PAGE = f"/{TOKEN}/read"


def test_the_token_opens_and_nothing_else_does(client):
    assert client.ask("GET", PAGE).status == 200
    for path in ("/", "/read", "/token-of-test/read", f"/{TOKEN}x/read", "/ü/read"):
        assert client.ask("GET", path).status == 404, path


@pytest.mark.parametrize("host", ["evil.example", f"evil.example:{PORT}", "127.0.0.1", "127.0.0.1:80", ""])
def test_another_host_is_refused(client, host):
    reply = client.ask("GET", PAGE, headers={"host": host})
    assert reply.status == 421
    assert TOKEN not in reply.text


def test_localhost_is_this_machine_too(client):
    assert client.ask("GET", PAGE, headers={"host": f"localhost:{PORT}"}).status == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_what_changes_something_comes_from_own_pages(client, headers):
    assert client.ask("POST", f"/{TOKEN}/read/text", body=b"text=Ada", headers=headers).status == 403


def test_own_pages_may_change_something(client):
    own = {"origin": f"http://127.0.0.1:{PORT}", "sec-fetch-site": "same-origin"}
    assert client.ask("POST", f"/{TOKEN}/read/text", body=b"text=Ada+left.", headers=own).status == 303


def test_websockets_are_refused(client):
    assert client.ask("GET", PAGE, kind="websocket") == [{"type": "websocket.close", "code": 1008}]


def test_a_page_loads_from_nowhere_else(client):
    reply = client.ask("GET", PAGE)
    assert "default-src 'none'" in reply.headers["content-security-policy"]
    assert "unsafe-inline" not in reply.headers["content-security-policy"].split("style-src")[0]
    assert "http://" not in reply.text
    assert "https://" not in reply.text
    assert "<script>" not in reply.text
