"""The colours of entities as the style sheet makes them, and their contrast."""

import colorsys

from symbolic_rc.show.markup import hue

#: The part of the scale of sRGB that is linear.
_LINEAR = 0.04045

#: Lightness and saturation of an entity's ground and the colour of the letters on it, by theme.
#: The style sheet (`templates/style.css`) uses the same numbers.
GROUNDS = {"light": (0.88, 0.75, "#14161a"), "dark": (0.24, 0.45, "#f2f3f5")}


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
