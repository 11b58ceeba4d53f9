"""How long the first use takes: compilation with an empty cache, and a start with a warm one.

python -m eval.bench.start                  # the fast core: empty cache, warm cache, first question
python -m eval.bench.start --kernels        # what each kernel of the engine costs to compile
python -m eval.bench.start --first          # the commands of README's first use, each with an empty cache
python -m eval.bench.start --files          # the files of the package whose functions a first answer runs
python -m eval.bench.start --signatures     # write the list of kernels that are compiled ahead
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from eval.bench.measure import print_table
from symbolic_rc.core.kernels import KERNELS, SIGNATURES

EVERYTHING = """
import numpy as np
from symbolic_rc.spans import *
story, asked, vectors = [1, 2, 3, 1, 2], [[1, 3]], np.eye(4, dtype=np.float32)
rouge_l_spans(story, asked), rouge_l_given(story, [0], [2], asked)
rouge_l_spans(story, [list(range(40))])
overlap_spans(story, asked), overlap_spans(range(300), asked), overlap_given(story, [0], [2], asked)
cosine_spans(story, vectors, vectors[:1]), cosine_given(story, vectors, [0], [2], vectors[:1])
word_distance(Relation(np.array([0, 1]), np.array([2]), np.ones(1), 5), [0, 1], [3])
"""

FIRST = "from symbolic_rc.spans import rouge_l_spans as r; print(r([4, 1, 2, 3, 9], [[1, 3]], 3).scores)"


def _run(command: Sequence[str], cache: str, folder: str | None = None) -> tuple[float, float]:
    """Return clock and processor seconds of a new Python that runs a command, in a folder."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    environment = {**os.environ, "SYMBOLIC_RC_CACHE": cache}
    environment["PYTHONPATH"] = os.pathsep.join(path or os.getcwd() for path in sys.path)
    environment.pop("NUMBA_CACHE_DIR", None)  # would be used where SYMBOLIC_RC_CACHE is not set
    command = [sys.executable, *command]
    subprocess.run(command, cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    taken = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.perf_counter() - began, taken


def start() -> None:
    """Print what a first use costs."""
    with tempfile.TemporaryDirectory() as cache:
        rows = [("every kernel, empty cache", *_run(["-c", EVERYTHING], cache), "20")]
        rows.append(("every kernel, warm cache", *_run(["-c", EVERYTHING], cache), "-"))
        least = min(_run(["-c", FIRST], cache) for _ in range(3))
        rows.append(("first scored question, warm cache", *least, "2"))
    print("## From process start\n")
    print_table(
        ["what", "seconds", "processor seconds", "wanted below"],
        [[name, f"{clock:.2f}", f"{taken:.2f}", wanted] for name, clock, taken, wanted in rows],
    )


#: Compiles what is listed and writes for each kernel how often and how long; what it calls is not its own.
_KERNELS = """
import json, sys, time
from importlib import import_module
from numba.core import event
from symbolic_rc.core import kernels
rows, stack = {}, []
class Listener(event.Listener):
    def on_start(self, event):
        stack.append([time.process_time(), 0.0])
    def on_end(self, event):
        began, nested = stack.pop()
        taken = time.process_time() - began
        function = event.data["dispatcher"].py_func
        row = rows.setdefault(f"{function.__module__}.{function.__qualname__}", [0, 0.0])
        row[0] += 1
        row[1] += taken - nested
        if stack:
            stack[-1][1] += taken
event.register("numba:compile", Listener())
for module, listed in json.loads(kernels.SIGNATURES.read_bytes()).items():
    for name, several in listed.items():
        for types in several:
            getattr(import_module(module), name).compile(tuple(map(kernels.type_of, types)))
json.dump(rows, open(sys.argv[1], "w"))
"""

#: Writes the files of the package whose functions a first answer runs, other than at import.
_FILES = """
import sys
import symbolic_rc
engine = symbolic_rc.load()
files, importing = set(), 0
def visit(frame, event, argument):
    global importing
    code = frame.f_code
    if code.co_name == "<module>" and event in ("call", "return"):
        importing += 1 if event == "call" else -1
    elif event == "call" and not importing and code.co_filename.startswith(symbolic_rc.__path__[0]):
        files.add(code.co_filename.removeprefix(symbolic_rc.__path__[0] + "/"))
sys.setprofile(visit)
story = engine.read(sys.argv[1])
engine.answer(story, sys.argv[2])
sys.setprofile(None)
print(*sorted(files), sep="\\n")
"""

#: What README does first: name, arguments.
_FIRST = {
    "score": "score examples --reader symbolic --limit 40 --out run",
    "explain": 'explain story.txt -q "Who sold the wheel?"',
    "explain, a question for the ranker": 'explain story.txt -q "Why did she sell the wheel?"',
    "score, symbolic:rules": "score examples --reader symbolic:rules --limit 40 --out run",
}
_STORY = "Ada Holm kept the mill. In the spring she sold the wheel to Bo Finch, a trader.\n"


def kernels(most: int = 40) -> None:
    """Print what each kernel of the engine costs to compile."""
    with tempfile.TemporaryDirectory() as cache:
        out = Path(cache) / "rows.json"
        _run(["-c", _KERNELS, str(out)], cache)
        rows = json.loads(out.read_text("utf-8"))
    total, count = sum(row[1] for row in rows.values()), sum(row[0] for row in rows.values())
    print(f"## {count} kernels, {total:.1f} processor seconds\n")
    by_module: Counter[str] = Counter()
    for name, row in rows.items():
        ours = name.startswith("symbolic_rc")
        by_module[".".join(name.split(".")[:3]) if ours else "of numba itself"] += row[1]
    print_table(["module", "seconds"], [[name, f"{took:.1f}"] for name, took in by_module.most_common(12)])
    print()
    worst = sorted(rows.items(), key=lambda item: -item[1][1])[:most]
    table = [[name, str(times), f"{took:.2f}"] for name, (times, took) in worst]
    print_table(["kernel", "times", "seconds"], table)


def files() -> None:
    """Print which files of the package a first answer visits, and how many."""
    command = [sys.executable, "-c", _FILES, _STORY, "Who sold the wheel?"]
    found = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    print(f"{found}{len(found.split())} files")


def signatures() -> None:
    """Write which kernels Python calls, and with which types, when the bundled stories are scored."""
    from symbolic_rc.batch import RunOptions, score

    for reader in ("symbolic:rules", "symbolic"):
        with tempfile.TemporaryDirectory() as folder:
            score(RunOptions("examples", f"{folder}/run", reader=reader))
    found: dict[str, dict[str, list[Any]]] = {}
    for one in KERNELS:
        for types in one.dispatcher("python").signatures:
            found.setdefault(one.__module__, {}).setdefault(one.__qualname__, []).append(
                [described(kind) for kind in types]
            )
    listed = [*json.loads(SIGNATURES.read_bytes()), *sorted(found)]  # in order of what they cost to compile
    modules = [module for module in dict.fromkeys(listed) if module in found]
    lines = [f"{json.dumps(module)}: {json.dumps(found[module], sort_keys=True)}" for module in modules]
    SIGNATURES.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def described(kind: Any) -> Any:
    """Return a numba type as `symbolic_rc.core.kernels` reads it back.

    Raises
    ------
    ValueError
        If there is no way to write it down.
    """
    from numba import types

    if isinstance(kind, types.Array):
        return [described(kind.dtype), kind.ndim, kind.layout, *([] if kind.mutable else ["readonly"])]
    if isinstance(kind, types.BaseTuple):
        named = getattr(kind, "instance_class", tuple)
        return {
            "" if named is tuple else f"{named.__module__}:{named.__qualname__}": [
                *map(described, kind.types)
            ]
        }
    name = "bool_" if kind == types.bool_ else str(kind)  # numba 0.59 has no `bool`
    if getattr(types, name, None) != kind:
        raise ValueError(f"a kernel that Python calls takes {kind}")
    return name


def first() -> None:
    """Print what README's first commands take, each with an empty cache and a warm one."""
    rows = []
    for name, arguments in _FIRST.items():
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "story.txt").write_text(_STORY, encoding="utf-8")
            for cache in ("empty", "warm"):
                shutil.rmtree(Path(folder) / "run", ignore_errors=True)
                command = ["-m", "symbolic_rc", "-q", *shlex.split(arguments)]
                clock, taken = _run(command, folder, folder)
                rows.append([name, cache, f"{clock:.1f}", f"{taken:.1f}"])
    print_table(["first use of", "cache", "seconds", "processor seconds"], rows)


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(prog="python -m eval.bench.start", description=__doc__.splitlines()[0])
    parser.add_argument("--kernels", action="store_true", help="what each kernel costs to compile")
    parser.add_argument("--first", action="store_true", help="README's first commands")
    parser.add_argument("--most", type=int, default=40, help="so many kernels")
    parser.add_argument("--files", action="store_true", help="the files that a first answer visits")
    parser.add_argument("--signatures", action="store_true", help="write the list of kernels")
    chosen = parser.parse_args()
    if chosen.kernels:
        kernels(chosen.most)
    if chosen.first:
        first()
    if chosen.files:
        files()
    if chosen.signatures:
        signatures()
    if not (chosen.kernels or chosen.first or chosen.files or chosen.signatures):
        start()


if __name__ == "__main__":
    main()
