"""Colour perception: contrast (WCAG 2), simulated colour blindness, and distances between colours."""

import re
from collections.abc import Mapping, Sequence
from math import atan2, cos, degrees, exp, hypot, pi, radians, sin, sqrt
from pathlib import Path

Triple = tuple[float, float, float]

# Machado, Oliveira, Fernandes 2009, severity 1, for linear RGB.
BLINDNESS: Mapping[str, Sequence[Triple]] = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
_TO_XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.072175), (0.0193339, 0.119192, 0.9503041))
_WHITE = (0.95047, 1.0, 1.08883)


def tokens(path: str = "static/css/tokens.css") -> dict[str, tuple[str, str]]:
    """Return the plain colours of the style sheet by name, in the light and the dark theme."""
    text = Path(path).read_text(encoding="utf-8").partition("@media print")[0]
    found = re.findall(r"--([\w-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));", text)
    return {name: (one or light, one or dark) for name, light, dark, one in found}


def contrast(one: str, other: str) -> float:
    """Return the ratio of two colours' luminances, 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def distance(one: str, other: str, eyes: str = "none") -> float:
    """Return the CIEDE2000 distance of two colours for these eyes: 2 is just noticeable, 100 is black and white."""
    return difference(_lab(one, eyes), _lab(other, eyes))


def _linear(colour: str) -> Triple:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return red, green, blue


def _luminance(colour: str) -> float:
    return _times(_TO_XYZ, _linear(colour))[1]


def _times(matrix: Sequence[Triple], vector: Triple) -> Triple:
    x, y, z = (sum(factor * part for factor, part in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def _lab(colour: str, eyes: str) -> Triple:
    red, green, blue = (min(1.0, max(0.0, part)) for part in _times(BLINDNESS[eyes], _linear(colour)))
    parts = [part / white for part, white in zip(_times(_TO_XYZ, (red, green, blue)), _WHITE, strict=True)]
    x, y, z = (part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116 for part in parts)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Triple, other: Triple) -> float:
    """Return the difference of two L*a*b* colours (Sharma, Wu, Dalal 2005)."""
    mean_chroma = (hypot(one[1], one[2]) + hypot(other[1], other[2])) / 2
    stretch = 1.5 - 0.5 * sqrt(mean_chroma**7 / (mean_chroma**7 + 25**7))
    (chroma1, hue1), (chroma2, hue2) = (
        (hypot(stretch * a, b), degrees(atan2(b, stretch * a)) % 360) for _, a, b in (one, other)
    )
    light, chroma = (one[0] + other[0]) / 2, (chroma1 + chroma2) / 2
    turn = (hue2 - hue1 + 180) % 360 - 180 if chroma1 * chroma2 else 0.0
    hue = (hue1 + turn / 2) % 360 if chroma1 * chroma2 else hue1 + hue2
    weight = 1 + sum(
        factor * cos(radians(times * hue + shift))
        for factor, times, shift in ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.2, 4, -63))
    )
    by_light = (other[0] - one[0]) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    by_chroma = (chroma2 - chroma1) / (1 + 0.045 * chroma)
    by_hue = 2 * sqrt(chroma1 * chroma2) * sin(radians(turn / 2)) / (1 + 0.015 * chroma * weight)
    rotation = -2 * sqrt(chroma**7 / (chroma**7 + 25**7)) * sin(pi / 3 * exp(-(((hue - 275) / 25) ** 2)))
    return sqrt(by_light**2 + by_chroma**2 + by_hue**2 + rotation * by_chroma * by_hue)
