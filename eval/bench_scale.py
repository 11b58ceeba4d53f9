"""How runs scale: time and memory against story length, over many stories, and with kept stories.

    python -m eval.bench_scale lengths [--reader R] [--tokens 1000 10000 ...]
    python -m eval.bench_scale memory [--stories 1000]
    python -m eval.bench_scale stories [--stories 100000] [--jobs 2]
    python -m eval.bench_scale cache [--stories 40]

Stories are made up by `eval.generate`. Times are processor time, so that a busy machine does not matter, but
for `stories`; memory is what the process holds (peak: the most that it ever held). Each measurement runs in a
process of its own.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from eval.generate import story, write_stories
from symbolic_rc.batch.pool import resident_memory

LENGTHS = (1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 430_000, 1_000_000)


def read_one(tokens: int, reader: str) -> dict[str, float]:
    """Answer four questions on one story of that length; return seconds, tokens and peak memory in MB."""
    from symbolic_rc.batch.work import Setup, Worker

    worker = Worker(Setup(reader))
    worker.work(_record(0, 300))  # loads and compiles
    before = resident_memory()
    record = _record(1, tokens)
    began = time.process_time()
    outcome = worker.work(record)
    seconds = time.process_time() - began
    return {
        "tokens": outcome.tokens,
        "seconds": seconds,
        "loaded_mb": before / 2**20,
        "peak_mb": _peak(),
    }


def flat(stories: int, reader: str) -> dict[str, object]:
    """Answer questions on stories of mixed length in one process; return the memory held along the way."""
    from symbolic_rc.batch.work import Setup, Worker

    worker = Worker(Setup(reader))
    lengths = (100, 500, 2_000, 300, 8_000, 1_000)
    held = []
    for number in range(stories):
        worker.work(_record(number, lengths[number % len(lengths)]))
        if number % max(1, stories // 10) == 0 or number == stories - 1:
            held.append(round(resident_memory() / 2**20))
    return {"stories": stories, "held_mb": held, "peak_mb": _peak()}


def _record(number: int, tokens: int):  # type: ignore[no-untyped-def]
    from symbolic_rc.core.question import Question
    from symbolic_rc.core.record import Record

    made = story(number, tokens)
    questions = tuple(
        Question(one["id"], one["text"], tuple((text,) for text in one["answers"]))
        for one in made["questions"]  # type: ignore[attr-defined]
    )
    return Record(str(made["id"]), str(made["text"]), questions)


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _alone(code: str) -> dict[str, float]:
    """Run an expression of this module in a fresh process."""
    program = f"import json; from eval import bench_scale; print(json.dumps(bench_scale.{code}))"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    result: dict[str, float] = json.loads(found.stdout.splitlines()[-1])
    return result


def lengths_table(reader: str, tokens: list[int]) -> list[str]:
    """Return time and memory against length, and the exponent of time over the upper decade."""
    rows = [_alone(f"read_one({length}, {reader!r})") for length in tokens]
    lines = ["| tokens | s | tokens/s | MB loaded | MB peak |", "| ---: | ---: | ---: | ---: | ---: |"]
    for row in rows:
        lines.append(
            f"| {row['tokens']:,} | {row['seconds']:.2f} | {row['tokens'] / row['seconds']:,.0f} "
            f"| {row['loaded_mb']:.0f} | {row['peak_mb']:.0f} |"
        )
    if len(rows) > 1:
        first, last = rows[max(0, len(rows) - 4)], rows[-1]
        exponent = math.log(last["seconds"] / first["seconds"]) / math.log(last["tokens"] / first["tokens"])
        lines += [
            "",
            f"Time grows as tokens to the power of {exponent:.2f} from {first['tokens']:,} tokens on.",
        ]
    widest = max(row["seconds"] / row["tokens"] for row in rows)
    lines += ["", "Seconds per token, by length:", ""]
    for row in rows:
        bar = "#" * round(50 * row["seconds"] / row["tokens"] / widest)
        lines.append(f"    {row['tokens']:>9,} {bar}")
    return lines


def stories_table(count: int, jobs: int, reader: str) -> list[str]:
    """Return throughput and memory of a run over many short stories, by tenths of the run."""
    with tempfile.TemporaryDirectory() as place:
        data = write_stories(Path(place) / "stories.jsonl", count, 100, questions=2)
        out = Path(place) / "run"
        command = [sys.executable, "-m", "symbolic_rc.cli", "score", str(data), "--out", str(out), "--quiet"]
        process = subprocess.Popen(
            [*command, "--reader", reader, "--jobs", str(jobs)], stdout=subprocess.DEVNULL
        )
        lines = ["| stories | s | stories/s | MB held |", "| ---: | ---: | ---: | ---: |"]
        began, before, mark = time.monotonic(), 0.0, 1
        while process.poll() is None:
            time.sleep(0.2)
            done = _stories_done(out)
            if done >= mark * count / 10:
                now = time.monotonic() - began
                held = _held(process.pid)
                lines.append(
                    f"| {done:,} | {now:.0f} | {count / 10 / max(now - before, 1e-9):,.0f} | {held:.0f} |"
                )
                before, mark = now, mark + 1
        lines += ["", f"{count:,} stories, {jobs} jobs, reader {reader}: {time.monotonic() - began:.0f} s"]
    return lines


def _stories_done(out: Path) -> int:
    """Return how many stories are done, from the last line of progress."""
    try:
        with open(out / "progress.jsonl", "rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(0, size - 4000))
            last = file.read().splitlines()[-2]
        return int(json.loads(last)["story"].rpartition("-")[2]) + 1
    except (OSError, ValueError, KeyError, IndexError):
        return 0


def _held(pid: int) -> float:
    """Return the MB that a process and its descendants hold."""
    parents, sizes = {}, {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(path.parent.name)] = int(fields[1])
        sizes[int(path.parent.name)] = int(fields[21]) * os.sysconf("SC_PAGE_SIZE")
    total = 0
    for one, size in sizes.items():
        up = one
        while up in parents and up != pid:
            up = parents[up]
        total += size if up == pid else 0
    return total / 2**20


def cache_table(count: int, tokens: int) -> list[str]:
    """Return the time to read stories for the first time, and again from where they were kept."""
    lines = []
    for what, code in (
        ("a run of exclusive-frequency over resolved entities", "run_all"),
        ("every layer opened (document, frames, coreference, graph)", "open_all"),
    ):
        with tempfile.TemporaryDirectory() as place:
            rows = [_alone(f"{code}({count}, {tokens}, {place!r})") for _ in range(2)]
        first, second = (row["seconds"] for row in rows)
        lines.append(
            f"{count} stories of {tokens:,} tokens, {what}: first {first:.2f} s, again {second:.3f} s, "
            f"{first / second:.0f} times faster"
        )
    return lines


def run_all(count: int, tokens: int, folder: str) -> dict[str, float]:
    """Run a reader that needs coreference over stories that are kept; return the seconds after loading."""
    from symbolic_rc.batch.work import Setup, Worker
    from symbolic_rc.readers import ReaderOptions

    worker = Worker(Setup("exclusive-frequency", ReaderOptions(entities="coref", cache=folder)))
    worker.work(_record(-1, 200))
    records = [_record(number, tokens) for number in range(count)]
    began = time.process_time()
    for record in records:
        worker.work(record)
    return {"seconds": time.process_time() - began}


def open_all(count: int, tokens: int, folder: str) -> dict[str, float]:
    """Open stories with every layer through a shelf; return the seconds, loading and compiling apart."""
    from symbolic_rc.readers.shelf import Shelf

    def every_layer(number: int, length: int, shelf: Shelf) -> None:
        opened = shelf.open(_record(number, length))
        assert len(opened.doc) >= 0
        assert opened.frames is not None
        assert opened.graph is not None
        shelf.keep(opened)

    every_layer(-1, 200, Shelf())
    shelf = Shelf(folder)
    began = time.process_time()
    for number in range(count):
        every_layer(number, tokens, shelf)
    return {"seconds": time.process_time() - began}


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["lengths", "memory", "stories", "cache"])
    parser.add_argument("--reader", default="symbolic")
    parser.add_argument("--tokens", type=int, nargs="+", default=list(LENGTHS))
    parser.add_argument("--stories", type=int)
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args()
    if chosen.what == "lengths":
        lines = lengths_table(chosen.reader, chosen.tokens)
    elif chosen.what == "memory":
        found = _alone(f"flat({chosen.stories or 1000}, {chosen.reader!r})")
        lines = [f"{found['stories']} stories of 100 to 8,000 tokens in one process, MB held along the way: "]
        lines += [", ".join(map(str, found["held_mb"])) + f"; peak {found['peak_mb']:.0f}"]  # type: ignore[call-overload]
    elif chosen.what == "stories":
        lines = stories_table(chosen.stories or 100_000, chosen.jobs, chosen.reader)
    else:
        lines = cache_table(chosen.stories or 40, chosen.tokens[0])
    print("\n".join(lines))


if __name__ == "__main__":
    main()
