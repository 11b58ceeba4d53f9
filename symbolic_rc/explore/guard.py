"""Who may speak to the workbench: pages that it has made itself, on this machine, and nobody else.

The address holds a random token, which no other page knows. The Host header must name this machine, so that
no other name that resolves to 127.0.0.1 is served (DNS rebinding); what changes something must come from the
workbench's own pages; websockets are refused, as there are none.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

#: What every answer says to the browser: nothing is loaded from, sent to, or framed by anywhere else.
_HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        b"connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    (b"referrer-policy", b"same-origin"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
)
_FROM_OWN_PAGES = (b"", b"same-origin", b"none")
_REFUSED = 1008


class Guard:
    """Serve an application to those alone who know the token, under names of this machine.

    Parameters
    ----------
    app : ASGI application
    token : str
        The first part of every path.
    port : int
    """

    def __init__(self, app: App, token: str, port: int) -> None:
        self._app, self._token = app, token.encode()
        self._hosts = tuple(f"{name}:{port}".encode() for name in ("127.0.0.1", "localhost"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] != "http":
            await send({"type": "websocket.close", "code": _REFUSED})
        elif (status := self._refused(scope)) != 0:
            headers = [(b"content-type", b"text/plain; charset=utf-8"), *_HEADERS]
            await send({"type": "http.response.start", "status": status, "headers": headers})
            await send({"type": "http.response.body", "body": b"Open the address that symbolic-rc shows."})
        else:
            await self._app(scope, receive, _with_headers(send))

    def _refused(self, scope: Scope) -> int:
        """Return the status with which a request is refused; 0 if it is served."""
        headers: dict[bytes, bytes] = dict(scope["headers"])
        host = headers.get(b"host", b"")
        if host not in self._hosts:
            return 421
        given = scope["path"].encode("utf-8", "surrogateescape").split(b"/")[1]
        if not secrets.compare_digest(given, self._token):
            return 404
        if scope["method"] not in ("GET", "HEAD"):
            origin, site = headers.get(b"origin"), headers.get(b"sec-fetch-site", b"")
            if origin not in (None, b"http://" + host) or site not in _FROM_OWN_PAGES:
                return 403
        return 0


def _with_headers(send: Send) -> Send:
    async def sent(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *_HEADERS]
        await send(message)

    return sent
