"""Requests that no page of the workbench sends: each is refused in words, none breaks it."""

import random
import socket
import threading
import time

import pytest

from symbolic_rc.compare.forms import spreadsheet_cell
from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.explore import stories
from symbolic_rc.explore.app import GET_VIEWS, POST_VIEWS
from tests.explore.opened_run import PORT, TOKEN


@pytest.mark.parametrize(
    "method", ["OPTIONS", "CONNECT", "TRACE", "PUT", "DELETE", "BREW", "GET", "HEAD", "POST"]
)
@pytest.mark.parametrize("path", ["*", "", "/", "//", f"127.0.0.1:{PORT}", "http://a.b/c", "/%00"])
def test_no_address_is_refused_with_a_traceback(client, method, path):
    assert client.ask(method, path).status == 404


@pytest.mark.parametrize("method", ["OPTIONS", "CONNECT", "PUT", "BREW"])
def test_no_method_is_refused_with_a_traceback(client, method):
    assert client.ask(method, f"/{TOKEN}/read").status in (404, 405)


@pytest.mark.parametrize("name", ["a" * 5000, "a" * 5000 + ".js", "a\0.js", "é.js", "..", "style.css/x", "."])
def test_no_name_of_a_file_is_refused_with_a_traceback(client, name):
    assert client.get(f"static/{name}").status == 404
    assert client.get("static/style.css").status == 200


_WORDS = (
    *("9" * 5000, "-1", "0", "1", "²", "1e999", "nan", "٣", "\ud800", "\0", "a" * 5000, "", " ", "="),
    *("case:mft:0:order", f"case:mft:{'9' * 5000}:order/one/{'9' * 5000}", "text:x", "a=(" + "(0 or " * 90),
    *("story_words:" + "9" * 5000, "<script>", "stated", "symbolic", "symbolic:rules", "csv"),
    *("[[rule]]", "(a+)+$" * 50, "who " * 3000),
)
_NAMES = (
    "story id q reader book part from to order words slice system form kind cases seed capability do text "
    "toml find page chapter why field value expression rule"
).split()


@pytest.mark.parametrize("seed", range(120))
def test_no_state_is_refused_with_a_traceback(client, seed):
    choose = random.Random(seed)
    state = {name: choose.choice(_WORDS) for name in choose.sample(_NAMES, choose.randint(1, 6))}
    state = {name: value.encode("utf-8", "replace").decode() for name, value in state.items()}
    place = choose.choice([*GET_VIEWS, *GET_VIEWS, *set(POST_VIEWS) - {"check/run", "rules/run"}])
    reply = client.get(place, **state) if place in GET_VIEWS else client.post(place, **state)
    assert reply.status in (200, 303, 400, 404), (place, state, reply.text[-300:])
    assert "internal error" not in reply.text


@pytest.mark.parametrize(
    ("body", "status", "message"),
    [
        (b"text=" + b"a" * (32 << 20), 413, "more than 32 MB"),
        (b"&".join([b"a=b"] * 1_000_000), 400, "999,999 fields; at most 100"),
        (b"text=" + b"a" * (17 << 20), 400, "characters; at most 16,777,216"),
        (b"text=\xff\xfe\x00%ff%00", 303, ""),
        (b"%" * 1_000_000, 400, "empty"),
    ],
)
def test_uploads(client, body, status, message):
    began = time.monotonic()
    reply = client.ask("POST", f"/{TOKEN}/read/text", body=body)
    assert reply.status == status
    assert message in reply.text
    assert time.monotonic() - began < 30


def test_a_client_may_go_away_in_the_middle_of_an_upload(client):
    assert client.ask("POST", f"/{TOKEN}/read/text", body=b"text=Ada", whole=False).status == 400


def test_all_pasted_texts_are_kept_or_refused_with_the_reason(monkeypatch):
    kept = stories.Stories({})
    keys = [kept.paste(f"Ada came {number} times.") for number in range(300)]
    assert [kept.record(key).text for key in keys] == [f"Ada came {number} times." for number in range(300)]
    monkeypatch.setattr(stories, "_ALL", 10_000)
    with pytest.raises(SymbolicRCError, match=r"all that was pasted has 1\d,\d+ characters; at most 10,000"):
        kept.paste("Ada came. " * 900)
    assert kept.paste("Ada came 7 times.") == keys[7]


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "＝", "＋", "＠", "－", "﹦"])
@pytest.mark.parametrize(
    "before",
    [
        *("", " ", "\u200b", "\ufeff\u2060", ";", "; ", "\t", "Ann;\u200b", "Ann|", "\xad"),
        "\u180e",
        "\U000e0020",
    ],
)
def test_no_cell_is_a_formula(before, sign):
    found = spreadsheet_cell(f"{before}{sign}cmd|' /C calc'!A0")
    assert f"{sign}cmd" in found
    place = found.index(sign)
    cell = max(found.rfind(mark, 0, place) for mark in ";|\t\n") + 1
    assert found[cell:place].startswith("'")


@pytest.mark.parametrize("plain", ["-5", "+5.2", "Ann", "well-known", "a = b", "Ann, -5", "e@mail"])
def test_plain_cells_stay_as_they_are(plain):
    assert spreadsheet_cell(plain) == plain


def test_slow_clients_keep_nobody_waiting(served):
    """Hundreds who send half a request, or a byte now and then, while others are served."""
    host, port, path = served
    slow = [socket.create_connection((host, port)) for _ in range(200)]
    try:
        for number, one in enumerate(slow):
            half = f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\n"
            more = (
                f"POST {path}/text HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Length: 1000000\r\n\r\ntext=a"
            )
            one.sendall((half, more, "G", "")[number % 4].encode())
        for _ in range(3):
            began = time.monotonic()
            with socket.create_connection((host, port)) as quick:
                quick.sendall(
                    f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n".encode()
                )
                assert quick.recv(1000).startswith(b"HTTP/1.1 200")
            assert time.monotonic() - began < 10
    finally:
        for one in slow:
            one.close()


@pytest.fixture
def served(bench):
    """Serve the workbench in a thread; yield its host, port and a path."""
    import uvicorn

    from symbolic_rc.explore.app import make_app
    from symbolic_rc.explore.serve import _listen

    listening = _listen(0)
    port = listening.getsockname()[1]
    config = uvicorn.Config(make_app(bench, TOKEN, port), log_level="warning", ws="none", lifespan="off")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    yield "127.0.0.1", port, f"/{TOKEN}/read"
    server.should_exit = server.force_exit = True
    thread.join()
