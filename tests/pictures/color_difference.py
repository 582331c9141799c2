"""CIEDE2000, written here from its definition, so that the palette is judged by something that did not choose it.

Source: Sharma, Wu, Dalal, "The CIEDE2000 color-difference formula" (2005), whose test pairs `test_palette` checks.
"""

from __future__ import annotations

import math

__all__ = ["difference", "lab_difference", "lab_of"]

Lab = tuple[float, float, float]


def lab_of(color: str) -> Lab:
    """CIE Lab (D65) of an sRGB colour `#rrggbb`."""
    linear = []
    for start in (1, 3, 5):
        value = int(color[start : start + 2], 16) / 255
        linear.append(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)
    red, green, blue = linear
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(one: str, other: str) -> float:
    """CIEDE2000 between two colours `#rrggbb`."""
    return lab_difference(lab_of(one), lab_of(other))


def lab_difference(one: Lab, other: Lab) -> float:
    """CIEDE2000 between two Lab colours, all weights 1."""
    mean_chroma = (math.hypot(*one[1:]) + math.hypot(*other[1:])) / 2
    g = (1 - math.sqrt(mean_chroma**7 / (mean_chroma**7 + 25**7))) / 2
    (c1, h1), (c2, h2) = (_chroma_hue((1 + g) * a, b) for _, a, b in (one, other))
    d_hue = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    if c1 * c2 == 0:
        hue = h1 + h2
    elif abs(h1 - h2) <= 180:
        hue = (h1 + h2) / 2
    else:
        hue = (h1 + h2 + 360) / 2 if h1 + h2 < 360 else (h1 + h2 - 360) / 2
    light, chroma = (one[0] + other[0]) / 2, (c1 + c2) / 2
    t = 1 - 0.17 * _cos(hue - 30) + 0.24 * _cos(2 * hue) + 0.32 * _cos(3 * hue + 6) - 0.20 * _cos(4 * hue - 63)
    s_light = 1 + 0.015 * (light - 50) ** 2 / math.sqrt(20 + (light - 50) ** 2)
    d_light = (other[0] - one[0]) / s_light
    d_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    d_h = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(d_hue / 2)) / (1 + 0.015 * chroma * t)
    turn = 30 * math.exp(-(((hue - 275) / 25) ** 2))
    rotation = -math.sin(math.radians(2 * turn)) * 2 * math.sqrt(chroma**7 / (chroma**7 + 25**7))
    return math.sqrt(d_light**2 + d_chroma**2 + d_h**2 + rotation * d_chroma * d_h)


def _chroma_hue(a: float, b: float) -> tuple[float, float]:
    return math.hypot(a, b), math.degrees(math.atan2(b, a)) % 360


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))
