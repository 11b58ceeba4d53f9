"""The workbench as a web application: its addresses, and who may use it.

The address has a random token, which no other page knows. The Host header must name this machine, so that no
other name that resolves to 127.0.0.1 is served (DNS rebinding); changes must come from the workbench's own
pages; websockets are refused, as there are none.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.explore import check, compare, read, rules
from symbolic_rc.explore.page import State, page
from symbolic_rc.explore.workbench import Workbench

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

#: Of every response: nothing is loaded from, sent to, or framed by another origin.
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
    """Serve an application only to requests with the token, under names of this machine.

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
            await send({"type": "http.response.body", "body": b"Open the address that symbolic-rc prints."})
        else:
            await self._app(scope, receive, _with_headers(send))

    def _refused(self, scope: Scope) -> int:
        """Return the error status of a refused request; 0 if it is served."""
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


_LOG = logging.getLogger(__name__)
_LARGEST = 32 << 20

#: Renders an address.
View = Callable[[Workbench, State], Response | str]

GET_VIEWS: dict[str, View] = {
    "read": read.show,
    "read/part": read.show_part,
    "rules": rules.show,
    "rules/effect": rules.show_effect,
    "rules/book.toml": rules.download_rulebook,
    "compare": compare.show,
    "compare/rows": compare.rows,
    "compare/slices": compare.slices,
    "compare/plots": compare.plots,
    "compare/question": compare.question,
    "compare/export": compare.export,
    "check": check.show,
    "check/result": check.show_result,
}
POST_VIEWS: dict[str, View] = {
    "read/text": read.open_text,
    "rules/edit": rules.edit,
    "rules/toml": rules.apply_toml,
    "rules/run": rules.rerun,
    "rules/stop": rules.stop,
    "check/run": check.run,
    "check/stop": check.stop,
}


def make_app(bench: Workbench, token: str, port: int) -> App:
    """Return the application.

    Parameters
    ----------
    bench : Workbench
    token : str
        The first part of every path.
    port : int
        Where it is served.
    """
    assets = StaticFiles(packages=[("symbolic_rc.explore", "templates"), ("symbolic_rc.show", "templates")])
    routes: list[BaseRoute] = [Route("/", _to_read), Mount("/static", assets)]
    routes += [Route(f"/{path}", _endpoint(bench, view)) for path, view in GET_VIEWS.items()]
    routes += [
        Route(f"/{path}", _endpoint(bench, view), methods=["POST"]) for path, view in POST_VIEWS.items()
    ]
    return Guard(Starlette(routes=[Mount(f"/{token}", routes=routes)]), token, port)


def _endpoint(bench: Workbench, view: View) -> Callable[[Request], object]:
    async def answer(request: Request) -> Response:
        values = dict(request.query_params)
        if request.method == "POST":
            body = await _body(request)
            if body is None:
                return HTMLResponse(_problem("the request is too large for the workbench"), 413)
            values |= dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True))
        return await run_in_threadpool(_answer, bench, view, State(values))

    return answer


async def _body(request: Request) -> bytes | None:
    parts, size = [], 0
    async for part in request.stream():
        parts.append(part)
        size += len(part)
        if size > _LARGEST:
            return None
    return b"".join(parts)


def _answer(bench: Workbench, view: View, state: State) -> Response:
    try:
        found = view(bench, state)
    except SymbolicRCError as error:
        return HTMLResponse(_problem(str(error)), 400)
    except Exception as error:
        _LOG.exception("the workbench could not answer")
        return HTMLResponse(_problem(f"internal error: {type(error).__name__}: {error}"), 500)
    return (
        found if isinstance(found, Response) else HTMLResponse(found, headers={"cache-control": "no-store"})
    )


def _problem(message: str) -> str:
    return page("problem.html", place="", title="Error", message=message, state=State({}))


async def _to_read(request: Request) -> Response:
    return RedirectResponse("read", 303)
