"""The workbench as a web application: addresses, and who answers at each."""

from __future__ import annotations

import logging
from collections.abc import Callable
from urllib.parse import parse_qsl

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Mount, Route

from symbolic_rc.core.errors import SymbolicRCError
from symbolic_rc.explore.guard import App, Guard
from symbolic_rc.explore.opened.workbench import Workbench
from symbolic_rc.explore.page import asset, page
from symbolic_rc.explore.places import check, compare, export, read, rules, story_parts
from symbolic_rc.explore.places.state import State

_LOG = logging.getLogger(__name__)
_LARGEST = 32 << 20

#: What answers at an address.
View = Callable[[Workbench, State], Response | str]

LOOK: dict[str, View] = {
    "read": read.show,
    "read/part": story_parts.show,
    "rules": rules.show,
    "rules/effect": rules.show_effect,
    "rules/book.toml": rules.as_file,
    "compare": compare.show,
    "compare/rows": compare.rows,
    "compare/slices": compare.slices,
    "compare/plots": compare.plots,
    "compare/question": compare.question,
    "compare/export": export.export,
    "check": check.show,
    "check/result": check.show_result,
}
CHANGE: dict[str, View] = {
    "read/text": read.take_text,
    "rules/edit": rules.edit,
    "rules/toml": rules.take_toml,
    "rules/run": rules.run_again,
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
        The one that it is served at.
    """
    routes = [Route("/", _to_read), Route("/static/{name}", _asset)]
    routes += [Route(f"/{path}", _endpoint(bench, view)) for path, view in LOOK.items()]
    routes += [Route(f"/{path}", _endpoint(bench, view), methods=["POST"]) for path, view in CHANGE.items()]
    return Guard(Starlette(routes=[Mount(f"/{token}", routes=routes)]), token, port)


def _endpoint(bench: Workbench, view: View) -> Callable[[Request], object]:
    async def answer(request: Request) -> Response:
        said = dict(request.query_params)
        if request.method == "POST":
            body = await _body(request)
            if body is None:
                return HTMLResponse(_problem("there is more in it than the workbench takes"), 413)
            said |= dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True))
        return await run_in_threadpool(_answer, bench, view, State(said))

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
        return HTMLResponse(_problem(f"this should not happen: {type(error).__name__}: {error}"), 500)
    return (
        found if isinstance(found, Response) else HTMLResponse(found, headers={"cache-control": "no-store"})
    )


def _problem(message: str) -> str:
    return page("problem.html", place="", title="That could not be done", message=message, state=State({}))


async def _to_read(request: Request) -> Response:
    return RedirectResponse("read", 303)


async def _asset(request: Request) -> Response:
    found = asset(request.path_params["name"])
    if found is None:
        return Response("no such file", 404)
    return Response(found[0], media_type=found[1], headers={"cache-control": "max-age=3600"})
