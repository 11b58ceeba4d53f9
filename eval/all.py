"""Renew all measured figures: ``python -m eval.all --data DIR``.

Runs the commands of `eval.figures.sources`, each in a process of its own, keeps what it prints in
``WORK/NAME.log`` and its figures in `eval/figures.json`, and writes README and the pages anew. Two commands
that keep one core busy run beside each other, then those that use two cores one after the other.
``--only NAME ...`` renews some; ``--resume`` leaves out those that are fresh already, so that a run that was
stopped goes on; ``--list`` lists them with minutes and state. What takes 45 minutes or more is left out,
and named, unless ``--only`` or ``--long`` asks for it. A command that fails, or is stopped because it takes
more than four times as long as usual, is told, and the others go on.
"""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock

from eval import readme
from eval.figures.freshness import Freshness, freshness, stamp
from eval.figures.sources import SOURCES
from eval.figures.store import keep, load
from eval.runs.processes import kill_group

LONG = 45
#: A command is stopped after so many minutes and times the usual ones.
_LEAST, _TIMES = 10, 4
#: The store is read and written whole.
_KEEPING = Lock()
#: What runs, each in a session of its own, so that all its processes can be stopped.
_RUNNING: set[subprocess.Popen[bytes]] = set()
_PLACE = re.compile(r"^(?:python$|(?:DIR|WORK)\b)")


def renew(name: str, data: Path, work: Path, minutes: float) -> str:
    """Run a source's commands, which usually take `minutes`, and keep its figures; return what went wrong."""
    source, log, began = SOURCES[name], work / f"{name}.log", time.monotonic()
    before, places = (
        stamp(source.layers)["models"],
        {"python": sys.executable, "DIR": str(data), "WORK": str(work)},
    )
    work.mkdir(parents=True, exist_ok=True)
    for command in (*source.before, source.command):
        words = (_PLACE.sub(lambda found: places[found[0]], word) for word in command.split())
        shell = " ".join(word if word == ">" else shlex.quote(word) for word in words)
        with log.open("w", encoding="utf-8") as out, log.with_suffix(".err").open("w") as err:
            process = subprocess.Popen(shell, shell=True, stdout=out, stderr=err, start_new_session=True)
            _RUNNING.add(process)
            try:
                code = process.wait(60 * (_LEAST + _TIMES * minutes))
            except subprocess.TimeoutExpired:
                kill_group(process)
                return f"stopped: `{command}` took more than {_TIMES} times as long as usual; see {err.name}"
            finally:
                _RUNNING.discard(process)
        if code:
            return f"status {code} of `{command}`: see {log} and {err.name}"
    if stamp(source.layers)["models"] != before:
        return "the models changed while it ran: nothing is kept"
    try:
        with _KEEPING:
            keep(name, log.read_text(encoding="utf-8"), (time.monotonic() - began) / 60)
    except ValueError as error:
        return str(error)
    return ""


def hours(names: Iterable[str], minutes: Mapping[str, float]) -> float:
    """Return about how many hours sources take on two cores.

    Examples
    --------
    >>> hours(["suites", "engine"], {"suites": 10, "engine": 55})
    1.0
    """
    return sum(minutes[name] * SOURCES[name].cores for name in names) / 120


def main(arguments: list[str] | None = None) -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m eval.all", description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, help="the folder of data")
    parser.add_argument(
        "--work", type=Path, default=Path("build/figures"), help="logs and what is made on the way"
    )
    parser.add_argument("--only", nargs="+", choices=[*SOURCES], metavar="NAME", help="these alone")
    parser.add_argument("--resume", action="store_true", help="leave out those that are fresh")
    parser.add_argument("--long", action="store_true", help=f"those of {LONG} minutes and more, too")
    parser.add_argument("--list", action="store_true", help="list them, run nothing")
    chosen = parser.parse_args(arguments)
    if chosen.data is None and not chosen.list:
        parser.error("--data DIR, or --list")
    store = load()
    minutes = {name: store.get(name, {}).get("minutes", one.minutes) for name, one in SOURCES.items()}
    states = {name: freshness(name, store.get(name)) for name in SOURCES}
    names = chosen.only or [name for name in SOURCES if chosen.long or minutes[name] < LONG]
    names = [name for name in names if not chosen.resume or states[name] != Freshness(True)]
    left = ", ".join(name for name in SOURCES if minutes[name] >= LONG and name not in names)
    print(f"{len(names)} parts, {hours(names, minutes):.1f} h on two cores; long ones left out: {left}")

    def run(name: str) -> bool:
        """Renew a source unless they are only listed; return whether that failed."""
        print(f"{name:<18}{minutes[name]:>6g} min  {states[name]}: {SOURCES[name].command}", flush=True)
        trouble = "" if chosen.list else renew(name, chosen.data, chosen.work, minutes[name])
        if not chosen.list:
            print(f"{name}: {trouble or 'kept'}", flush=True)
        return bool(trouble)

    failed: list[bool] = []
    for cores in (1, 2):
        with ThreadPoolExecutor(1 if chosen.list else 2 // cores) as pool:
            try:
                failed += pool.map(run, [name for name in names if SOURCES[name].cores == cores])
            except KeyboardInterrupt:
                pool.shutdown(wait=False, cancel_futures=True)
                for process in list(_RUNNING):
                    kill_group(process)
                raise
    if not chosen.list:
        readme.write()
    sys.exit(any(failed))


if __name__ == "__main__":
    main()
