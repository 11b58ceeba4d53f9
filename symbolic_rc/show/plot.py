"""Small plots as inline SVG that follow the page's theme, with titles for screen readers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from symbolic_rc.show.markup import hue, plain

#: Maximum length of a label; what counts as zero.
_LABEL, _NOTHING = 44, 1e-9

_ROW, _LEFT, _WIDTH, _TOP = 22, 280, 760, 26


@dataclass(frozen=True, slots=True)
class Bar:
    """One row of an interval plot: a value with the ends of its interval."""

    label: str
    value: float
    low: float
    high: float
    strong: bool = False


def _colour(series: int) -> str:
    return f"hsl({hue(series) + 215} 55% 48%)"


def _svg(width: int, height: int, title: str, parts: Sequence[str]) -> Markup:
    name = escape(plain(title))
    return Markup(
        f'<svg role="img" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f"<title>{name}</title>{''.join(parts)}</svg>"
    )


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(plain(text))}</text>'


def _ticks(low: float, high: float) -> list[float]:
    """Return a handful of round numbers between two ends."""
    raw = (high - low) / 8
    if raw <= 1e-12 * max(abs(low), abs(high), 1e-9):
        return [low]
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(power * m for m in (1, 2, 5, 10, 20) if power * m >= raw)
    first = math.ceil(low / step) * step
    return [first + i * step for i in range(int((high - first) / step + 1e-9) + 1)]


def interval_plot(title: str, bars: Sequence[Bar]) -> Markup:
    """Plot values with their intervals, one row each, and a line at zero.

    Parameters
    ----------
    title : str
        For screen readers.
    bars : sequence of Bar
    """
    low = min([bar.low for bar in bars] + [0.0])
    high = max([bar.high for bar in bars] + [0.0])
    high = high if high > low else low + 1.0
    scale = (_WIDTH - _LEFT - 20) / (high - low)

    def x(value: float) -> float:
        return _LEFT + (value - low) * scale

    height = _TOP + _ROW * len(bars) + 8
    parts = []
    for tick in _ticks(low, high):
        heavy = ' stroke-width="2"' if abs(tick) < _NOTHING else ""
        parts.append(
            f'<line class="axis" x1="{x(tick):.1f}" x2="{x(tick):.1f}" y1="20" y2="{height}"{heavy}/>'
        )
        parts.append(_text(x(tick), 14, f"{tick:g}", "middle"))
    for i, bar in enumerate(bars):
        y = _TOP + _ROW * i + 10
        colour = "var(--accent)" if bar.strong else "var(--soft)"
        tooltip = escape(plain(f"{bar.label}: {bar.value:.2f}, {bar.low:.2f} to {bar.high:.2f}"))
        parts.append(
            f"<g><title>{tooltip}</title>{_text(_LEFT - 8, y + 4, _short(bar.label), 'end')}"
            f'<line x1="{x(bar.low):.1f}" x2="{x(bar.high):.1f}" y1="{y}" y2="{y}" '
            f'style="stroke:{colour};stroke-width:2"/>'
            f'<circle cx="{x(bar.value):.1f}" cy="{y}" r="4.5" style="fill:{colour}"/></g>'
        )
    return _svg(_WIDTH, height, title, parts)


def line_plot(
    title: str, lines: Sequence[tuple[str, Sequence[tuple[float, float]]]], x_label: str, y_label: str
) -> Markup:
    """Plot lines through points (x, y), one colour and one legend entry each."""
    points = [point for _, line in lines for point in line]
    if not points:
        return Markup("")
    width, height, left, bottom = _WIDTH, 320, 52, 44
    low_x, high_x = min(p[0] for p in points), max(p[0] for p in points)
    low_y, high_y = min(p[1] for p in points), max(p[1] for p in points)
    high_x, high_y = (high_x if high_x > low_x else low_x + 1), (high_y if high_y > low_y else low_y + 1)

    def place(x: float, y: float) -> tuple[float, float]:
        return (
            left + (x - low_x) / (high_x - low_x) * (width - left - 16),
            height - bottom - (y - low_y) / (high_y - low_y) * (height - bottom - 14),
        )

    parts = []
    for tick in _ticks(low_y, high_y):
        _, y = place(low_x, tick)
        parts.append(f'<line class="axis" x1="{left}" x2="{width - 16}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(_text(left - 6, y + 4, f"{tick:g}", "end"))
    for tick in _ticks(low_x, high_x):
        x, _ = place(tick, low_y)
        parts.append(_text(x, height - bottom + 16, f"{tick:g}", "middle"))
    parts.append(_text((left + width) / 2, height - 8, x_label, "middle"))
    parts.append(_text(left, 10, y_label))
    for series, (label, line) in enumerate(lines):
        path = " ".join("{:.1f},{:.1f}".format(*place(x, y)) for x, y in line)
        parts.append(
            f'<polyline points="{path}" style="fill:none;stroke:{_colour(series)};stroke-width:2.5">'
            f"<title>{escape(plain(label))}</title></polyline>"
        )
        y = height + 18 * series
        parts.append(
            f'<rect x="{left}" y="{y}" width="12" height="12" style="fill:{_colour(series)}"/>'
            + _text(left + 18, y + 10, label)
        )
    return _svg(width, height + 18 * len(lines), title, parts)


def share_plot(title: str, shares: Sequence[tuple[str, float]]) -> Markup:
    """Plot parts of a whole as one bar, with a legend below."""
    total = sum(share for _, share in shares) or 1.0
    parts, x = [], 0.0
    for series, (label, share) in enumerate(shares):
        width = share / total * _WIDTH
        tooltip = escape(plain(f"{label}: {share:g} ({share / total:.1%})"))
        parts.append(
            f'<rect x="{x:.1f}" y="0" width="{width:.1f}" height="26" style="fill:{_colour(series)}">'
            f"<title>{tooltip}</title></rect>"
        )
        parts.append(
            f'<rect x="0" y="{36 + 18 * series}" width="12" height="12" style="fill:{_colour(series)}"/>'
        )
        parts.append(_text(18, 46 + 18 * series, f"{label}: {share:g} ({share / total:.1%})"))
        x += width
    return _svg(_WIDTH, 40 + 18 * len(shares), title, parts)


def _short(label: str) -> str:
    return label if len(label) <= _LABEL else label[: _LABEL - 1] + "…"
