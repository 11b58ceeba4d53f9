"""How long it takes to read a novel whole, and how that grows: ``python -m eval.bench.reading --data DIR``.

Reads ever longer beginnings of a novel (annotation, frames, coreference, entity graph), each layer timed, in
one process on one core; then loads the whole from disk. Prints a table and, with ``--plot FILE.svg``, draws
time against length.
"""

from __future__ import annotations

import argparse
import resource
import tarfile
import tempfile
import time
from pathlib import Path

from symbolic_rc.story import Story
from symbolic_rc.story.disk import from_disk, to_disk

LENGTHS = (12_500, 25_000, 50_000, 100_000, 200_000, 400_000)
LAYERS = ("doc", "frames", "resolution", "facts")


def longest_novel(data: Path) -> tuple[str, str]:
    """Return the name and the text of the longest novel of LitBank's."""
    with tarfile.open(data / "litbank" / "books.tar.xz") as archive:
        member = max((m for m in archive if m.isfile()), key=lambda m: (m.size, m.name))
        file = archive.extractfile(member)
        assert file is not None
        return Path(member.name).stem, file.read().decode("utf-8", "replace")


def measure(text: str) -> tuple[Story, dict[str, tuple[float, float]]]:
    """Read a text layer by layer; return (seconds on the processor, seconds on the clock) of each."""
    story = Story.from_text(text)
    times = {}
    for layer in LAYERS:
        processor, clock = time.process_time(), time.perf_counter()
        getattr(story, layer)
        times[layer] = (time.process_time() - processor, time.perf_counter() - clock)
    return story, times


def peak() -> int:
    """Return the largest memory that the process has held, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def loading(story: Story) -> tuple[float, int]:
    """Return the seconds on the processor that loading all layers from disk takes, and the file's size."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.story"
        to_disk(story, path)
        start = time.process_time()
        stored = from_disk(path)
        for layer in LAYERS:
            getattr(stored, layer)
        return time.process_time() - start, path.stat().st_size


def plot(points: list[tuple[int, float]]) -> str:
    """Return time against length as SVG."""
    width, height = 520, 320
    most, slowest = max(n for n, _ in points), max(t for _, t in points)
    places = [(50 + 450 * n / most, 280 - 250 * t / slowest) for n, t in points]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    dots = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3"><title>{n} tokens: {t:.1f} s</title></circle>'
        for (x, y), (n, t) in zip(places, points, strict=True)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
        f'font-size="11"><polyline points="{line}" fill="none" stroke="#4c78a8" stroke-width="2"/>{dots}'
        f'<path d="M50 280H505M50 280V20" stroke="#333" fill="none"/>'
        f'<text x="300" y="305">{most} tokens</text>'
        f'<text x="5" y="15">{slowest:.1f} s of one core</text></svg>\n'
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder of data")
    parser.add_argument("--plot", type=Path, help="draw time against length into this SVG file")
    options = parser.parse_args()
    name, text = longest_novel(options.data)
    measure(text[:20_000])
    print(f"{name}: seconds on the processor (on the clock), peak memory of the process so far")
    print(f"{'tokens':>8}  " + "  ".join(f"{layer:>15}" for layer in LAYERS) + "      all  tokens/s   MB")
    points = []
    whole = len(text)
    story = None
    for length in LENGTHS:
        share = text[: min(whole, int(length * 4.6))]
        story, times = measure(share)
        total = sum(t for t, _ in times.values())
        count = len(story.doc)
        points.append((count, total))
        cells = "  ".join(f"{a:7.2f} ({b:5.1f})" for a, b in times.values())
        print(f"{count:8d}  {cells}  {total:7.2f}  {count / total:8.0f}  {peak():4d}", flush=True)
    assert story is not None
    seconds, size = loading(story)
    print(
        f"from disk: {seconds:.2f} s, {points[-1][1] / seconds:.0f} times faster; file {size / 1e6:.1f} MB; "
        f"{len(story.mentions)} mentions, {len(story.entities)} entities, {len(story.frames)} frames, "
        f"{len(story.facts)} facts"
    )
    if options.plot:
        options.plot.write_text(plot(points), encoding="utf-8")


if __name__ == "__main__":
    main()
