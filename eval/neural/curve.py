"""Learning curves: figures by the number of training questions, as a table and a picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log10
from pathlib import Path

import numpy as np

from eval.neural.measured import Measure, answers_of, row_pieces
from eval.neural.sets import SEEDS, SHARES, data_set
from eval.tables.measure import Place
from symbolic_rc.show.plot import line_plot


@dataclass(frozen=True, slots=True)
class Point:
    """The seeds' figures at one share of the training questions."""

    share: float
    questions: float
    figures: tuple[float, ...]
    low: float
    high: float
    seconds: float

    @property
    def mean(self) -> float:
        """The mean over the seeds that were trained."""
        return float(np.mean(self.figures))


Lines = Mapping[str, Sequence[Point]]


def points(data: str, reader: str, place: Place) -> list[Point]:
    """Return the points that are there, with the 95 % interval of the first seed's questions."""
    measure, found = Measure(data_set(data), place), []
    for share in SHARES:
        rows = [answers_of(row_pieces(data, reader, share=share, seed=seed), place) for seed in SEEDS]
        done = [one for one in rows if one is not None]
        if not done:
            continue
        ends = [measure.interval(measure.rows(one)) for one in done]
        found.append(
            Point(
                share,
                float(np.mean([one.questions for one in done])),
                tuple(one.score for one in ends),
                min(one.low for one in ends),
                max(one.high for one in ends),
                float(np.mean([one.training_seconds for one in done])),
            )
        )
    return found


def curve_lines(title: str, lines: Lines, level: Mapping[str, float]) -> Iterator[str]:
    """Yield the table: a row a reader, a column a share; a figure is a mean over the seeds in brackets."""
    yield f"| {title}, share of the questions | " + " | ".join(f"{share:.0%}" for share in SHARES) + " |"
    yield "| --- |" + " ---: |" * len(SHARES)
    for reader, figure in level.items():
        yield f"| `{reader}` (learns nothing from these questions) |" + f" {figure:.1f} |" * len(SHARES)
    for reader, found in lines.items():
        cells = []
        for share in SHARES:
            point = next((one for one in found if one.share == share), None)
            cells.append("not trained" if point is None else _told(point))
        yield f"| `{reader}` | " + " | ".join(cells) + " |"


def _told(point: Point) -> str:
    seeds = f"{len(point.figures)} seed{'s' * (len(point.figures) > 1)}"
    return f"{point.mean:.1f} [{point.low:.1f}, {point.high:.1f}] ({seeds}; {point.questions:,.0f} questions)"


def picture(path: Path, title: str, lines: Lines, level: Mapping[str, float]) -> None:
    """Write the curves as SVG: the logarithm of the number of training questions, and the figure."""
    series = [
        (reader, [(log10(one.questions), one.mean) for one in found]) for reader, found in lines.items()
    ]
    places = [x for _, line in series for x, _ in line]
    if not places:
        return
    ends = min(places), max(places)
    series += [(f"{reader} (flat)", [(x, figure) for x in ends]) for reader, figure in level.items()]
    drawn = str(line_plot(title, series, "training questions, power of ten", "%"))
    style = (
        "<style>text{font:13px sans-serif;fill:#333}line,path{stroke:#999}polyline{fill:none}"
        "svg{background:#fff}</style>"
    )
    drawn = drawn.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    head, _, rest = drawn.partition(">")
    path.write_text(f"{head}>{style}{rest}\n", encoding="utf-8")
