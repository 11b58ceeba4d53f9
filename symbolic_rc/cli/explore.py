"""`symbolic-rc explore`: the workbench in the browser."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from symbolic_rc.cli.progress import Display


def explore(
    runs: Annotated[
        list[Path] | None, typer.Argument(help="Runs' folders, or files of other systems.")
    ] = None,
    gold: Annotated[
        str, typer.Option(help="The data set; what the first run names, or the examples, by default.")
    ] = "",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any that is free.")] = 0,
    cache: Annotated[
        str, typer.Option(help="Folder where read stories are kept for the next time; the user's by default.")
    ] = "",
    view: Annotated[
        str, typer.Option(help="What of an address stands behind its token: a colleague's view.")
    ] = "",
) -> None:
    """Open the workbench in a browser: read and ask, change rules and see what happens, compare runs, check.

    It is served to this machine alone (127.0.0.1), at an address with a random token; nothing leaves it.
    """
    with Display("loading the program") as display:
        from symbolic_rc.batch.warm import warm_up
        from symbolic_rc.core.jit import cache_directory
        from symbolic_rc.explore.serve import open_workbench, serve

        warm_up(display)
        display.stage("opening runs and data set")
        bench = open_workbench(runs or (), gold, cache or str(cache_directory().parent / "stories"))

    def tell(address: str) -> None:
        sys.stdout.write(f"{address}\nOpen it in a browser; Ctrl-C ends the workbench.\n")
        sys.stdout.flush()

    serve(bench, port, view, tell)
