"""Serve the workbench on this machine."""

from __future__ import annotations

import secrets
import socket
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from symbolic_rc.core.errors import MissingExtraError, SymbolicRCError

if TYPE_CHECKING:
    from symbolic_rc.explore.workbench import Workbench

_HOST = "127.0.0.1"
_TEXT = "Ada Holm kept the old mill. She sold it to Bo Finch."


def open_workbench(runs: Sequence[str | Path], gold: str = "", cache: str = "") -> Workbench:
    """Open runs and their data set (see `open_data`); read stories are kept in a folder, if one is named.

    Raises SymbolicRCError if a file does not exist, or the extra ``explore`` is not installed.
    """
    for package in ("starlette", "uvicorn"):
        if find_spec(package) is None:
            raise MissingExtraError(package, "explore")
    from symbolic_rc.explore.data import open_data
    from symbolic_rc.explore.workbench import Workbench

    return Workbench(open_data(runs, gold), cache)


def serve(bench: Workbench, port: int = 0, view: str = "", report: Callable[[str], None] = print) -> None:
    """Serve the workbench until it is stopped; `report` takes its address when it can be opened.

    Port 0 is any free one; `view` is the part of the address after its token. Raises SymbolicRCError if the
    port cannot be used.
    """
    import uvicorn

    from symbolic_rc.explore.app import make_app

    listening = _listen(port)
    port, token = listening.getsockname()[1], secrets.token_urlsafe(16)
    app = make_app(bench, token, port)
    config = uvicorn.Config(app, log_level="warning", server_header=False, ws="none", lifespan="off")
    Thread(target=prepare, args=(bench,), daemon=True).start()
    report(f"http://{_HOST}:{port}/{token}/{view.lstrip('/') or 'read'}")
    uvicorn.Server(config).run(sockets=[listening])


def _listen(port: int) -> socket.socket:
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((_HOST, port))
    except (OSError, OverflowError) as error:
        raise SymbolicRCError(f"port {port} cannot be used ({error}): choose another with --port") from None
    listening.listen(128)
    return listening


def prepare(bench: Workbench) -> None:
    """Load the engine and compute the slices in advance."""
    story = bench.stories.story(bench.stories.paste(_TEXT))
    with bench.stories.lock:
        bench.engine().answer(story, "Who sold the mill?")
    assert bench.data.slices is not None
    assert bench.data.lowered is not None
