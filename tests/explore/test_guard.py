import pytest

from tests.explore.opened_run import PORT, TOKEN

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
