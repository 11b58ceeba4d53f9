"""One colour per entity, the same on every page.

Pages give an element the entity's hue as ``style="--hue:137"`` and the class ``entity``; the style sheet
makes a pale background with dark letters of it, or a dark one with pale letters, with a contrast of at least
4.5 to 1.
"""

from __future__ import annotations

import colorsys

#: The part of the scale of sRGB that is linear.
_LINEAR = 0.04045

#: Lightness and saturation of an entity's ground and the colour of the letters on it, by theme.
#: The style sheet (`templates/style.css`) uses the same numbers; a test holds them together.
GROUNDS = {"light": (0.88, 0.75, "#14161a"), "dark": (0.24, 0.45, "#f2f3f5")}

_GOLDEN_ANGLE = 137.508


def hue(entity: int) -> int:
    """Return an entity's hue in degrees; consecutive entities get distant hues.

    Examples
    --------
    >>> [hue(entity) for entity in range(4)]
    [0, 138, 275, 53]
    """
    return round(entity * _GOLDEN_ANGLE) % 360


def ground(entity: int, theme: str = "light") -> str:
    """Return an entity's ground as ``#rrggbb``, for pictures without a style sheet."""
    lightness, saturation, _ = GROUNDS[theme]
    parts = colorsys.hls_to_rgb(hue(entity) / 360, lightness, saturation)
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts)


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two colours ``#rrggbb`` (WCAG 2.1, 1 to 21).

    Examples
    --------
    >>> round(contrast("#000000", "#ffffff"), 1)
    21.0
    """
    bright, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = (c / 12.92 if c <= _LINEAR else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return sum(weight * value for weight, value in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
