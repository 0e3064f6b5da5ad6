"""Avatars: a small symmetric carpet for every name, as SVG text."""

import hashlib
from collections.abc import Iterator

CELLS = 9  # squares across the field
HALF = CELLS // 2
BORDER = 1.5  # a plain border around the field
SIZE = CELLS + 2 * BORDER

# Ground, figure, accent: colours with enough contrast on light and dark pages.
PALETTES = (
    ("#7d1f2d", "#f1c65b", "#f7ecd7"),
    ("#14504d", "#e9b44c", "#f4ead2"),
    ("#27306b", "#e2725b", "#f3e3c3"),
    ("#8a4b12", "#f3d9a4", "#1f3d3a"),
    ("#4a1e52", "#e8a33d", "#f6e7d0"),
    ("#5b6b1f", "#f5e3b3", "#7d1f2d"),
    ("#0f3d5c", "#f0b67f", "#fbf1de"),
    ("#9c3d1b", "#ffd98a", "#24324f"),
)


def identicon(name: str) -> str:
    """Return the SVG picture of a name. Letter case does not matter."""
    digest = hashlib.sha256(f"marrakech-carpet:{name.lower()}".encode()).digest()
    ground, figure, accent = PALETTES[digest[0] % len(PALETTES)]
    shapes = "".join(
        f'<path fill="{colour}" d="{"".join(_squares(digest[offset : offset + 15]))}"/>'
        for colour, offset in ((figure, 1), (accent, 16))
    )
    border = (
        f'<path fill="none" stroke="{accent}" stroke-width=".4" d="M.7 .7h{SIZE - 1.4}v{SIZE - 1.4}h-{SIZE - 1.4}z"/>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE:g} {SIZE:g}" shape-rendering="crispEdges">'
        f'<path fill="{ground}" d="M0 0h{SIZE:g}v{SIZE:g}H0z"/>{border}{shapes}</svg>'
    )


def _squares(bits: bytes) -> Iterator[str]:
    """Yield the squares of one colour: one eighth of the field follows from the bytes, the rest mirrors it."""
    eighth = ((column, row) for row in range(HALF + 1) for column in range(row + 1))
    chosen = {cell for cell, byte in zip(eighth, bits, strict=True) if byte < 110}
    for row in range(CELLS):
        for column in range(CELLS):
            near, far = sorted((abs(column - HALF), abs(row - HALF)))
            if (near, far) in chosen:
                yield f"M{column + BORDER:g} {row + BORDER:g}h1v1h-1z"
