"""How runs scale: time and memory against story length, over many stories, and with kept stories.

    python -m eval.bench.scale lengths [--reader R] [--tokens 1000 10000 ...]
    python -m eval.bench.scale growth [--tokens 1000 10000 ...]
    python -m eval.bench.scale memory [--stories 1000]
    python -m eval.bench.scale stories [--stories 100000] [--jobs 2]
    python -m eval.bench.scale cache [--stories 40]

Stories are made up by `eval.runs.generate`. Times are processor time, so that a busy machine does not
matter, but for `stories`; memory is what the process holds (peak: the most that it ever held). Each
measurement runs in a process of its own.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from eval.runs.generate import story, write_stories
from eval.runs.processes import held, kill_group, tree
from symbolic_rc.core.processes import peak_megabytes, resident_memory
from symbolic_rc.core.record import Question, Record

STAGES = ("reading", "inference", "answering")
#: How fast the time of a stage may grow with the tokens; stories of the second length or more are timed once.
TARGET, _LONG = 1.05, 100_000
GROWTH = (1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)
LENGTHS = (1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 430_000, 1_000_000)


def read_one(tokens: int, reader: str) -> dict[str, float]:
    """Answer four questions on one story of that length; return seconds, tokens and peak memory in MB."""
    from symbolic_rc.batch.worker import Setup, Worker

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
        "peak_mb": peak_megabytes(),
    }


def stages(tokens: int) -> dict[str, float]:
    """Return the seconds of each stage for one story of that length, always read by the greedy parser.

    Reading is annotation, frames and coreference; inference makes the facts and what follows from them;
    answering is that of four questions. The least of three times counts, each of another story; in a long
    story, whose times differ little, one.
    """
    from symbolic_rc.annotate import pipeline
    from symbolic_rc.engine import Engine

    engine, found = Engine(pipeline("classical:quick")), dict[str, list[float]]()
    for number, length in enumerate([300, *[tokens] * (3 if tokens < _LONG else 1)]):
        record = _record(number, length)
        began = time.process_time()
        read = engine.read(record)
        count = len(read.doc)
        assert read.frames is not None
        assert read.resolution is not None
        marks = [time.process_time()]
        assert read.facts is not None
        marks.append(time.process_time())
        engine.answer_all(read, record.questions)
        marks.append(time.process_time())
        if number:  # the first one loads and compiles
            for stage, start, end in zip(STAGES, [began, *marks], marks, strict=False):
                found.setdefault(stage, []).append(end - start)
            found.setdefault("tokens", []).append(count)
    return {name: min(values) for name, values in found.items()}


def exponent(tokens: Sequence[float], seconds: Sequence[float]) -> float:
    """Return the power of the tokens with which seconds grow, fitted by least squares to the logarithms.

    Examples
    --------
    >>> round(exponent([10, 100, 1000], [2, 20, 200]), 6)
    1.0
    """
    return float(np.polyfit(np.log(tokens), np.log(seconds), 1)[0])


def growth_table(tokens: Sequence[int]) -> Iterator[str]:
    """Yield the seconds of each stage by length, and the exponents fitted to all and to the longest."""
    yield f"| tokens | {' | '.join(STAGES)} |"
    yield "| ---: |" + " ---: |" * len(STAGES)
    rows = []
    for length in tokens:
        row = _alone(f"stages({length})")
        rows.append(row)
        yield f"| {row['tokens']:,} | " + " | ".join(f"{row[one]:.3f}" for one in STAGES) + " |"
    for name, some in (("exponent", rows), ("exponent of the last 3", rows[-3:])):
        counts = [row["tokens"] for row in some]
        fits = (exponent(counts, [row[one] for row in some]) for one in STAGES)
        yield f"| {name} | " + " | ".join(f"{fit:.2f}" for fit in fits) + " |"
    yield f"\nTarget: exponents of at most {TARGET}."


def flat(stories: int, reader: str) -> dict[str, object]:
    """Answer questions on stories of mixed length in one process; return the memory held along the way."""
    from symbolic_rc.batch.worker import Setup, Worker

    worker = Worker(Setup(reader))
    lengths = (100, 500, 2_000, 300, 8_000, 1_000)
    along = []
    for number in range(stories):
        worker.work(_record(number, lengths[number % len(lengths)]))
        if number % max(1, stories // 10) == 0 or number == stories - 1:
            along.append(round(resident_memory() / 2**20))
    return {"stories": stories, "held_mb": along, "peak_mb": peak_megabytes()}


def _record(number: int, tokens: int) -> Record:
    made = story(number, tokens)
    questions = tuple(
        Question(one["id"], one["text"], tuple((text,) for text in one["answers"]))
        for one in made["questions"]  # type: ignore[attr-defined]
    )
    return Record(str(made["id"]), str(made["text"]), questions)


def _alone(code: str) -> dict[str, float]:
    """Run an expression of this module in a fresh process."""
    program = f"import json; from eval.bench import scale; print(json.dumps(scale.{code}))"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    result: dict[str, float] = json.loads(found.stdout.splitlines()[-1])
    return result


def lengths_table(reader: str, tokens: list[int]) -> list[str]:
    """Return time and memory against length, and the exponent of time over the upper decade."""
    rows = [_alone(f"read_one({length}, {reader!r})") for length in tokens]
    lines = ["| tokens | s | tokens a second | MB loaded | MB peak |", "| ---: | ---: | ---: | ---: | ---: |"]
    for row in rows:
        lines.append(
            f"| {row['tokens']:,} | {row['seconds']:.2f} | {row['tokens'] / row['seconds']:,.0f} "
            f"| {row['loaded_mb']:.0f} | {row['peak_mb']:.0f} |"
        )
    last = rows[-4:]
    if len(last) > 1:
        power = exponent([row["tokens"] for row in last], [row["seconds"] for row in last])
        lines.append(f"| exponent of the last {len(last)} | {power:.2f} |  |  |  |")
    return lines


def stories_table(count: int, jobs: int, reader: str, kill: bool = True) -> list[str]:
    """Return throughput and memory of a run over many short stories, by tenths of the run.

    With `kill`, the run and its workers get SIGKILL once half of the stories are done; then it is resumed.
    Processor time is that of all processes, so that a busy machine does not matter to it.
    """
    with tempfile.TemporaryDirectory() as place:
        data = write_stories(Path(place) / "stories.jsonl", count, 100, questions=2)
        out = Path(place) / "run"
        command = [sys.executable, "-m", "symbolic_rc", "score", str(data), "--out", str(out), "--quiet"]
        command += ["--reader", reader, "--jobs", str(jobs)]
        process = _start(command)
        lines = [
            "| stories | s | stories/s | stories/s of processor time | MB held |",
            "| ---: | ---: | ---: | ---: | ---: |",
        ]
        began, before, mark, last, lost = time.monotonic(), 0.0, 1, 0.0, 0.0
        used, earlier = 0.0, 0
        while process.poll() is None:
            time.sleep(min(1.0, count / 20_000))
            processes = tree(process.pid)
            used = max(used, sum(processes.values()))
            done = _stories_done(out)
            if done < mark * count / 10:
                continue
            memory = sum(map(held, processes))
            now, spent = time.monotonic() - began, lost + used
            lines.append(
                f"| {done:,} | {now:.0f} | {(done - earlier) / max(now - before, 1e-9):,.0f} "
                f"| {(done - earlier) / max(spent - last, 1e-9):,.0f} | {memory:.0f} |"
            )
            sys.stderr.write(lines[-1] + "\n")
            before, last, mark, earlier = now, spent, int(10 * done / count) + 1, done
            if kill and 2 * done >= count:
                kill_group(process)
                kill, lost, used = False, spent, 0.0
                there = _lines(out / "predictions.jsonl")
                lines.append(f"| killed with {there:,} answers written, then resumed ||||")
                process = _start([*command, "--resume"])
        seconds = time.monotonic() - began
        answers, expected = _lines(out / "predictions.jsonl"), 2 * count
        lines += ["", f"{count:,} stories, {jobs} jobs, reader {reader}: {seconds:.0f} s"]
        lines.append(f"{answers:,} of {expected:,} answers; status {process.returncode}")
        return lines


def _start(command: list[str]) -> subprocess.Popen[bytes]:
    """Start a run in a process group of its own, so that it can be killed with its workers."""
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)


def _lines(path: Path) -> int:
    with open(path, "rb") as file:
        return sum(1 for _ in file)


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
    from symbolic_rc.batch.worker import Setup, Worker
    from symbolic_rc.readers import ReaderOptions

    worker = Worker(Setup("exclusive-frequency", ReaderOptions(entities="coref", cache=folder)))
    worker.work(_record(-1, 200))
    records = [_record(number, tokens) for number in range(count)]
    gc.freeze()
    began = time.process_time()
    for record in records:
        worker.work(record)
    return {"seconds": time.process_time() - began}


def open_all(count: int, tokens: int, folder: str) -> dict[str, float]:
    """Open stories with every layer through a cache; return the seconds, loading and compiling apart."""
    from symbolic_rc.story.disk import StoryCache

    def every_layer(record: Record, cache: StoryCache) -> None:
        opened = cache.open(record)
        assert len(opened.doc) >= 0
        assert opened.frames is not None
        assert opened.facts is not None
        cache.store(opened)

    every_layer(_record(-1, 200), StoryCache())
    records, cache = [_record(number, tokens) for number in range(count)], StoryCache(folder)
    gc.freeze()
    began = time.process_time()
    for record in records:
        every_layer(record, cache)
    return {"seconds": time.process_time() - began}


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["lengths", "growth", "memory", "stories", "cache"])
    parser.add_argument("--reader", default="symbolic")
    parser.add_argument("--tokens", type=int, nargs="+")
    parser.add_argument("--stories", type=int)
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args()
    if chosen.what == "lengths":
        lines = lengths_table(chosen.reader, chosen.tokens or list(LENGTHS))
    elif chosen.what == "growth":
        for line in growth_table(chosen.tokens or GROWTH):
            print(line, flush=True)
        return
    elif chosen.what == "memory":
        found = _alone(f"flat({chosen.stories or 1000}, {chosen.reader!r})")
        lines = [f"{found['stories']} stories of 100 to 8,000 tokens in one process, MB held along the way: "]
        lines += [", ".join(map(str, found["held_mb"])) + f"; peak {found['peak_mb']:.0f}"]  # type: ignore[call-overload]
    elif chosen.what == "stories":
        lines = stories_table(chosen.stories or 100_000, chosen.jobs, chosen.reader)
    else:
        lines = cache_table(chosen.stories or 40, (chosen.tokens or LENGTHS)[0])
    print("\n".join(lines))


if __name__ == "__main__":
    main()
