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
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from symbolic_rc.behaviour import CheckResult, capabilities, check_reader, load_templates, make_cases
from symbolic_rc.behaviour.cases import KINDS
from symbolic_rc.behaviour.report import describe_failure, mean, rows
from symbolic_rc.core.errors import SymbolicRCError, check_size
from symbolic_rc.explore import compare, read, rules
from symbolic_rc.explore.data import share
from symbolic_rc.explore.jobs import Report
from symbolic_rc.explore.page import State, page, redirect
from symbolic_rc.explore.stories import CASE
from symbolic_rc.explore.workbench import Workbench, view

_CASES, _MOST, _FAILED = 12, 300, 40
_ADDRESS_KEYS = ("reader", "book", "kind", "capability", "cases")


def show_checks(bench: Workbench, state: State) -> str:
    """Show the form, and results."""
    return view(
        "check",
        bench,
        state,
        kinds=KINDS,
        about=capabilities(),
        cases=state.number("cases", _CASES, _MOST),
        result=show_result(bench, state),
    )


def run_checks(bench: Workbench, state: State) -> Response:
    """Start checking the engine with the open rulebook, without the held-out templates."""
    kind, count = state["kind"] or KINDS[0], state.number("cases", _CASES, _MOST)
    if kind not in KINDS:
        raise SymbolicRCError(f"the kind of check must be one of {', '.join(KINDS)}, not {kind[:40]!r}")
    chosen = [one for one in load_templates(state["capability"]) if not one.set_aside]
    engine = bench.engine(state["reader"], state["book"])

    def work(report: Report) -> list[CheckResult]:
        cases, found = make_cases(chosen, kind, max(1, count)), list[CheckResult]()
        for number, case in enumerate(cases):
            with bench.stories.lock:
                found += check_reader(engine, [case])
            report(number + 1, len(cases), f"checking {case.capability}")
        return found

    bench.jobs.start(_key(bench, state), work)
    return redirect("../check", state.only(*_ADDRESS_KEYS))


def stop_checks(bench: Workbench, state: State) -> Response:
    """Stop a check."""
    bench.jobs.stop(_key(bench, state))
    return redirect("../check", state.only(*_ADDRESS_KEYS))


def show_result(bench: Workbench, state: State) -> str:
    """Return the results of a check, or its progress."""
    job = bench.jobs.get(_key(bench, state))
    if job is None or job.result is None:
        return page("check_result.html", job=job, state=state, lines=None)
    lines = rows(job.result, _FAILED)
    return page(
        "check_result.html",
        job=job,
        state=state,
        lines=lines,
        about=capabilities(),
        passed=[share([True] * (row.cases - row.failed) + [False] * row.failed) for row in lines],
        describe_failure=describe_failure,
        prefix=f"{CASE}{state['kind'] or KINDS[0]}:0:",
        mean=100.0 - mean(lines) if lines else 0.0,
    )


def _key(bench: Workbench, state: State) -> tuple[object, ...]:
    count = state.number("cases", _CASES, _MOST)
    return "check", *bench.named(state), state["kind"] or KINDS[0], state["capability"], count


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
    """Serve an application only to requests whose path begins with the token, under names of this machine."""

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
        given = scope["path"].encode("utf-8", "surrogatepass").removeprefix(b"/").partition(b"/")[0]
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
_LARGEST, _FIELDS = 32 << 20, 100

#: Renders an address.
View = Callable[[Workbench, State], Response | str]

GET_VIEWS: dict[str, View] = {
    "read": read.show,
    "read/part": read.show_part,
    "read/table.csv": read.download_table,
    "read/corrections.toml": read.download_corrections,
    "rules": rules.show,
    "rules/effect": rules.show_effect,
    "rules/book.toml": rules.download_rulebook,
    "compare": compare.show,
    "compare/rows": compare.rows,
    "compare/slices": compare.slices,
    "compare/plots": compare.plots,
    "compare/question": compare.question,
    "compare/export": compare.export,
    "check": show_checks,
    "check/result": show_result,
}
POST_VIEWS: dict[str, View] = {
    "read/text": read.open_text,
    "read/edit": read.edit_text,
    "read/correct": read.correct,
    "rules/edit": rules.edit,
    "rules/toml": rules.apply_toml,
    "rules/run": rules.rerun,
    "rules/worth": rules.measure_worth,
    "rules/stop": rules.stop,
    "check/run": run_checks,
    "check/stop": stop_checks,
}


def make_app(bench: Workbench, token: str, port: int) -> App:
    """Return the application, served at a port; the token is the first part of every path."""
    assets = StaticFiles(packages=[("symbolic_rc.explore", "templates"), ("symbolic_rc.show", "templates")])
    routes: list[BaseRoute] = [Route("/", _to_read), Mount("/static", assets)]
    for method, views in (("GET", GET_VIEWS), ("POST", POST_VIEWS)):
        routes += [
            Route(f"/{path}", _endpoint(bench, show), methods=[method]) for path, show in views.items()
        ]
    return Guard(Starlette(routes=[Mount(f"/{token}", routes=routes)]), token, port)


def _endpoint(bench: Workbench, show: View) -> Callable[[Request], object]:
    async def answer(request: Request) -> Response:
        try:
            body = await _body(request) if request.method == "POST" else b""
        except ClientDisconnect:  # nobody is left to answer
            return Response(status_code=400)
        if body is None:
            most = f"the request has more than {_LARGEST >> 20} MB; at most that is taken"
            return HTMLResponse(_problem(most), 413)
        return await run_in_threadpool(_answer, bench, show, dict(request.query_params), body)

    return answer


async def _body(request: Request) -> bytes | None:
    parts, size = [], 0
    async for part in request.stream():
        parts.append(part)
        size += len(part)
        if size > _LARGEST:
            return None
    return b"".join(parts)


def _answer(bench: Workbench, show: View, values: dict[str, str], body: bytes) -> Response:
    try:
        check_size("the request", body.count(b"&"), _FIELDS, "fields")
        values |= dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True))
        found = show(bench, State(values))
    except SymbolicRCError as error:
        return HTMLResponse(_problem(str(error)), 400)
    except Exception as error:
        _LOG.exception("the workbench could not answer")
        return HTMLResponse(_problem(f"internal error: {type(error).__name__}: {error}"), 500)
    headers = {"cache-control": "no-store"}
    return found if isinstance(found, Response) else HTMLResponse(found, headers=headers)


def _problem(message: str) -> str:
    return page("problem.html", place="", title="Error", message=message, state=State({}))


async def _to_read(request: Request) -> Response:
    return RedirectResponse("read", 303)
