"""Small plots as inline SVG that follow the page's theme, with titles for screen readers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from symbolic_rc.show.markup import hue
from symbolic_rc.show.page import fragment

#: Width of every plot, and the room for the labels of intervals and of lines.
_WIDTH, _LABELS, _LEFT = 760, 280, 52


@dataclass(frozen=True, slots=True)
class Bar:
    """One row of an interval plot: a value with the ends of its interval."""

    label: str
    value: float
    low: float
    high: float
    strong: bool = False


def _svg(kind: str, height: int, title: str, **context: Any) -> Markup:
    context |= {"colour": lambda series: f"hsl({hue(series) + 215} 55% 48%)", "width": _WIDTH}
    return fragment("plot.html", kind=kind, height=height, title=title, **context)


class _Scale:
    """From values between two ends to places on the picture."""

    def __init__(self, low: float, high: float, first: float, last: float) -> None:
        self._low, self._high = low, high if high > low else low + 1.0
        self._first, self._step = first, (last - first) / (self._high - low)

    def __call__(self, value: float) -> float:
        return self._first + (value - self._low) * self._step

    def ticks(self) -> list[tuple[float, str]]:
        """Return the places of a handful of round numbers, and these as text."""
        low, high = self._low, self._high
        raw = (high - low) / 8
        if raw <= 1e-12 * max(abs(low), abs(high), 1e-9):
            return [(self(low), f"{low:g}")]
        power = 10.0 ** math.floor(math.log10(raw))
        step = next(power * m for m in (1, 2, 5, 10, 20) if power * m >= raw)
        places = range(math.ceil(low / step), math.floor(high / step + 1e-9) + 1)
        return [(self(i * step), f"{i * step:g}") for i in places]


def interval_plot(title: str, bars: Sequence[Bar]) -> Markup:
    """Plot values with their intervals, one row each, and a line at zero; the title is for screen readers."""
    low, high = min([0.0, *(bar.low for bar in bars)]), max([0.0, *(bar.high for bar in bars)])
    x = _Scale(low, high, _LABELS, _WIDTH - 20)
    rows = [(bar, x(bar.low), x(bar.value), x(bar.high)) for bar in bars]
    return _svg("intervals", 34 + 22 * len(bars), title, left=_LABELS, ticks=x.ticks(), bars=rows)


def line_plot(
    title: str, lines: Sequence[tuple[str, Sequence[tuple[float, float]]]], x_label: str, y_label: str
) -> Markup:
    """Plot lines through points (x, y), one colour and one legend entry each."""
    points = [point for _, line in lines for point in line]
    if not points:
        return Markup("")
    bottom, (xs, ys) = 276, zip(*points, strict=True)
    x, y = _Scale(min(xs), max(xs), _LEFT, _WIDTH - 16), _Scale(min(ys), max(ys), bottom, 14)
    return _svg(
        "lines",
        bottom + 44 + 18 * len(lines),
        title,
        left=_LEFT,
        bottom=bottom,
        x_ticks=x.ticks(),
        y_ticks=y.ticks(),
        x_label=x_label,
        y_label=y_label,
        lines=[(label, " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in line)) for label, line in lines],
    )


def share_plot(title: str, shares: Sequence[tuple[str, float]]) -> Markup:
    """Plot parts of a whole as one bar, with a legend below."""
    total, parts, x = sum(share for _, share in shares) or 1.0, [], 0.0
    for label, share in shares:
        width = share / total * _WIDTH
        parts.append((f"{label}: {share:g} ({share / total:.1%})", x, width))
        x += width
    return _svg("shares", 40 + 18 * len(shares), title, parts=parts)
