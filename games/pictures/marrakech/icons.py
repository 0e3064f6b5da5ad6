"""Colours of the market, Assam, and small drawings beside the board: die, coin, purse, rug."""

from collections.abc import Callable
from functools import cache

from games.pictures.paint import Brush, paints_of
from games.pictures.paths import picture, star_path

from .rugs import definition, shared

# A slipper from above. Its toe points north.
_SLIPPER = (
    '<g id="{ident}-slipper"><path fill="{dye}" stroke="#4a2a08" stroke-width="1" stroke-linejoin="round" '
    'd="M-.5-11.5C3-8 5-4.5 4.8.5 4.6 3 4.9 5 4.6 7.5 4.3 10 2.5 11.5 0 11.5S-4.3 10-4.6 7.5'
    'C-4.9 5-4.6 3-4.8.5-5-4.5-4-8-.5-11.5z"/><path fill="#3b1e10" d="M0 .5C2.3.5 3.2 2 3.1 5.5 3 8.5 '
    '2 9.7 0 9.7S-3 8.5-3.1 5.5C-3.2 2-2.3.5 0 .5z"/><path fill="none" stroke="#fff3d3" stroke-width=".9" '
    'stroke-linecap="round" d="M-2.6-2.6Q0-4.4 2.6-2.6M-1.7-5Q0-6.2 1.7-5"/></g>'
)
_PLACES = {
    1: ("translate(32 32)scale(1.9)",),
    2: ("translate(21 32)rotate(-8)scale(1.55)", "translate(43 32)rotate(8)scale(1.55)"),
    3: (
        "translate(32 18)scale(1.12)",
        "translate(18.5 45)rotate(-8)scale(1.12)",
        "translate(45.5 45)rotate(8)scale(1.12)",
    ),
    4: (
        "translate(20 18)scale(1.1)",
        "translate(44 18)scale(1.1)",
        "translate(20 46)scale(1.1)",
        "translate(44 46)scale(1.1)",
    ),
}
FACES = {str(face) for face in _PLACES}
_DYES = ("#e9a92c", "#b01f3a")


_DIE = (
    '<rect x="3" y="5" width="58" height="58" rx="13" opacity=".22"/>'
    '<rect x="2" y="2" width="60" height="60" rx="13" fill="#f8ecd2" stroke="#8a5f2c" stroke-width="2"/>'
    '<rect x="6" y="6" width="52" height="52" rx="9" fill="none" stroke="#d9b778" stroke-width="1.4"/>'
)
_COIN = (
    '<circle cx="16" cy="16.8" r="14.4" fill="#7d4f08"/><circle cx="16" cy="15.6" r="14.4" fill="#f2b632"/>'
    '<circle cx="16" cy="15.6" r="11.3" fill="none" stroke="#9a6409" stroke-width="1.2" '
    'stroke-dasharray="1.4 1.56"/>'
    f'<path fill="#9a6409" transform="translate(16 15.6)" d="{star_path(7.4)}"/>'
    f'<path fill="#ffdf85" transform="translate(16 15.6)" d="{star_path(4)}"/>'
)

# Assam: a stone with a red point in his direction, slippers, striped djellaba, beard, a big fez with a tassel.
ASSAM = (
    '<path fill-opacity=".3" d="M0-25 10.5-16.5A20 20 0 1 1-10.5-16.5z" transform="translate(0 2.2)scale(1.06)"/>'
    '<path fill="#fff8e6" stroke="#23150d" stroke-width="2" stroke-linejoin="round" '
    'd="M0-28.5 11-17.2A20.3 20.3 0 1 1-11-17.2z"/>'
    '<path fill="#a3162f" d="M0-26.4 8.6-17.6Q0-21.6-8.6-17.6z"/>'
    '<path fill="#f0b52b" stroke="#6b4205" stroke-width=".9" d="M-9.5-4C-11-9.5-9-13.5-6.5-15.6-4-13-3-9-3.5-4z'
    'M9.5-4C11-9.5 9-13.5 6.5-15.6 4-13 3-9 3.5-4z"/>'
    '<path fill="#2b3a94" stroke="#141d52" d="M-17 3.2C-17-5-9.5-7.5 0-7.5S17-5 17 3.2 9.5 14.5 0 14.5-17 11-17 3.2z"/>'
    '<path fill="none" stroke="#f3e3bd" stroke-width="1.5" d="M-14.2-2.6q-1.8 6 1 12M14.2-2.6q1.8 6-1 12"/>'
    '<path fill="#e9b98c" stroke="#5e3a20" stroke-width=".8" d="M-6.5-2Q-5.5-9.4 0-9.4T6.5-2z"/>'
    '<path fill="#3b2a20" d="M-4.9-6.6Q-3.2-12 0-12T4.9-6.6Q0-8.6-4.9-6.6z"/>'
    '<circle cy="3" r="10" fill="#8c1128" stroke="#3f0513" stroke-width="1.3"/>'
    '<circle cy="3" r="7.2" fill="#d02f4b"/><path fill="#f0b52b" d="M-1.6 3 0 1.4 1.6 3 0 4.6z"/>'
    '<path fill="none" stroke="#1c120c" stroke-width="1.9" stroke-linecap="round" d="M0 3Q5 7 5.4 13"/>'
    '<path fill="#1c120c" d="M3.7 12h3.5l1 7.4H2.9z"/>'
)

ROLES = {
    "rim": 'fill="#d6b888" stroke="#9c7647" stroke-width="1"',
    "sill": 'fill="none" stroke="#f0dcb0" stroke-width="19"',
    "halo": 'fill="none" stroke="#b98a52" stroke-opacity=".1" stroke-linecap="round"',
    "lamp": 'fill="none" stroke="#8f5a1e" stroke-linecap="square"',
    "flame": 'fill="none" stroke="#ffd97a" stroke-width="4" stroke-linecap="round"',
    "shade": 'fill="#b98a52" fill-opacity=".13"',
    "sheen": 'fill="#fffaf0" fill-opacity=".32"',
    "cabochon": 'fill="#b4613d"',
    "grout": 'fill="none" stroke="#c9964f" stroke-width="22.5"',
    "glaze": 'fill="none" stroke="#1f4f7a" stroke-width="19"',
    "zellige": 'fill="#f7ecd6"',
    "zellige2": 'fill="#6fc3b5"',
    "zellige3": 'fill="none" stroke="#eaa12c" stroke-linecap="square"',
}
DARK = {
    "rim": {"#d6b888": "#4b3a55", "#9c7647": "#7b6488"},
    "sill": {"#f0dcb0": "#6a5476"},
    "halo": {"#b98a52": "#ffb84d"},
    "lamp": {"#8f5a1e": "#c07a28"},
    "flame": {"#ffd97a": "#fff3c4"},
    "shade": {"#b98a52": "#120718"},
    "sheen": {"#fffaf0": "#8f6a5c"},
    "cabochon": {"#b4613d": "#a8623f"},
    "grout": {"#c9964f": "#a67c45"},
    "glaze": {"#1f4f7a": "#1a3d68"},
}
PAINTS = paints_of(ROLES, DARK, in_style_sheet=True)


def _slippers(face: int, ident: str) -> str:
    return "".join(f'<use href="#{ident}-slipper" transform="{place}"/>' for place in _PLACES[face])


def die_svg(face: int, *, title: str, size: int = 64, ident: str = "die") -> str:
    """Return a face of the die. It shows as many slippers as Assam takes steps. Raises KeyError for an unknown face."""
    slipper = _SLIPPER.format(ident=ident, dye=_DYES[face % 2])
    art = f"<defs>{slipper}</defs>{_DIE}{_slippers(face, ident)}"
    return picture(title, "0 0 64 64", size, art, "die")


def film_definitions(ident: str, address_of: Callable[[str], str]) -> str:
    """Return the definitions that move in an animated game: the faces "IDENT-die-1" to "-4" and "IDENT-coin".

    A face is 64 units wide with its middle at (0, 0), the coin 32 with its corner there. They are in the file of
    the title (sprite.py), which browsers cache: in a page they would take 3 KB each time.
    """
    faces = ((f"die-{face}", -32, 64) for face in _PLACES)
    return "".join(
        f'<image id="{ident}-{name}" href="{address_of(name)}" x="{at}" y="{at}" width="{size}" height="{size}"/>'
        for name, at, size in (*faces, ("coin", 0, 32))
    )


def coin_svg(*, title: str = "", size: int = 24) -> str:
    return picture(title, "0 0 32 32", size, _COIN, "coin")


def purse_svg(*, title: str = "", size: int = 32) -> str:
    art = (
        '<ellipse cx="20" cy="36.5" rx="14" ry="2.5" opacity=".2"/>'
        '<path fill="#8c1a30" stroke="#4d0717" stroke-width="1.4" stroke-linejoin="round" '
        'd="M14 12C6 17 3.5 24 5 29.5 6.5 35 12 36.5 20 36.5S33.5 35 35 29.5C36.5 24 34 17 26 12z"/>'
        '<path fill="#b3223b" stroke="#4d0717" stroke-width="1.4" stroke-linejoin="round" '
        'd="M14 12 10.5 5.5 15.5 7.2 20 4.5 24.5 7.2 29.5 5.5 26 12z"/>'
        '<path fill="none" stroke="#f0b441" stroke-width="2.2" stroke-linecap="round" d="M13 12.5h14"/>'
        '<path fill="none" stroke="#f0b441" stroke-width="1.5" stroke-linecap="round" d="M26 12.5q4 1 4.5 6"/>'
        f'<path fill="#f0b441" transform="translate(20 25)" d="{star_path(6.4)}"/>'
        '<circle cx="20" cy="25" r="2" fill="#8c1a30"/>'
    )
    return picture(title, "0 0 40 40", size, art, "purse")


PURSE_DEFINITION = (
    '<svg class="purses" aria-hidden="true"><g id="purse"><path class="savings__purse" '
    'd="M7 7C2 10 .5 14 1.5 17.5 2.3 20.5 5 21 10 21s7.7-.5 8.5-3.5C19.5 14 18 10 13 7zM6.8 6 5 2l3 1.2 2-1.7 2 1.7'
    'L15 2l-1.8 4z"/><path class="savings__tie" d="M6.5 6.7h7"/></g></svg>'
)


PILE_ENDS = (20.5, 20.5), (21, 20.4)  # of a pile: the bottom and the top of its coins, and its outline


@cache
def purse_coins_svg(dirhams: int) -> str:
    """Return a purse with its coins in piles of five, in the colours of board.css.

    There are never more than fourteen piles. The page must have PURSE once.
    """
    heights = [5] * (dirhams // 5) + ([dirhams % 5] if dirhams % 5 else [])
    piles = [(28 + 13 * index, 3 * height) for index, height in enumerate(heights[:14])]
    coins, edge = ("".join(f"M{x} {foot}V{top - high:g}" for x, high in piles) for foot, top in PILE_ENDS)
    wide = 21 + 13 * len(piles)
    return (
        f'<svg class="savings" viewBox="0 0 {wide} 22" width="{wide}" height="22" '
        'preserveAspectRatio="xMinYMid" aria-hidden="true"><use href="#purse"/>'
        f'<path class="savings__edge" d="{edge}"/><path class="savings__coins" d="{coins}"/></svg>'
    )


def rug_svg(style: str, *, title: str = "", size: int = 60, ident: str = "rug-icon") -> str:
    brush = Brush(f"{ident}-{style}", "light")
    art = f"<defs>{shared(brush)}{definition(brush, style)}</defs><use {brush.ref('rug-' + style)}/>"
    return picture(title, "-60 -30 120 60", size, art, "rug-icon")


SIZES = {"coin": 32, "purse": 40, "rug": 120, "die": 64}  # of the pictures, unless another size is wanted


def icon_svg(name: str, *, title: str = "", size: int = 0) -> str:
    """Return the picture of this name: coin, purse, rug-STYLE or die-FACE. Raises KeyError for an unknown name."""
    kind, _, key = name.partition("-")
    size = size or SIZES[kind]
    if kind == "rug":
        return rug_svg(key, title=title, size=size)
    if kind == "die":
        return die_svg(int(key) if key.isdecimal() else 0, title=title, size=size, ident=name)
    return {"coin": coin_svg, "purse": purse_svg}[name](title=title, size=size)
