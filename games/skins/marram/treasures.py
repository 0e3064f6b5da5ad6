"""Coins, flowers and shovels on tiles, boots and pitchforks of the seats."""

from ..geometry import Point
from ..paint import FONT, text_of
from .curves import path_data

_PETAL = "M0-1.2C-3-3.5-2.2-7 0-7S3-3.5 0-1.2z"
ART = {
    "gold": (
        '<circle r="5.8" cy=".8" fill="#6b4604"/><circle r="5.6" fill="#f6bd2b" stroke="#7c5205" stroke-width=".9"/>'
        '<circle r="3.7" fill="none" stroke="#a8720a" stroke-width=".9"/>'
        '<path fill="#7c5205" d="M-.9-2.4h1.8v4.8h-1.8z"/>'
    ),
    "silver": (
        '<circle r="5" cy=".8" fill="#3e444c"/><circle r="4.8" fill="#e6ebf0" stroke="#4c545e" stroke-width=".9"/>'
        '<path fill="none" stroke="#79828d" stroke-width=".9" d="M0-2.9 2.9 0 0 2.9-2.9 0z"/>'
    ),
    "flower": (
        '<g fill="#d6409a" stroke="#6f1149" stroke-width=".7">'
        + "".join(f'<path transform="rotate({turn})" d="{_PETAL}"/>' for turn in (0, 72, 144, 216, 288))
        + '</g><circle r="1.9" fill="#ffd94a" stroke="#7c5205" stroke-width=".6"/>'
    ),
    "shovel": (
        '<circle r="6.4" fill="#fffaf0" stroke="#3b2a1c" stroke-width=".9"/><g transform="rotate(35)">'
        '<path stroke="#8a5a2b" stroke-width="1.5" d="M0-4.4v5"/>'
        '<path stroke="#3b2a1c" stroke-width="1.4" stroke-linecap="round" d="M-1.7-4.5h3.4"/>'
        '<path fill="#7d8894" stroke="#2b3138" stroke-width=".7" '
        'd="M-2.3.2h4.6v2.3Q2.3 4.4 0 5.2-2.3 4.4-2.3 2.5z"/></g>'
    ),
}


def draw(kind: str, at: Point) -> str:
    """Return a thing with its middle at a point of a tile."""
    return f'<g transform="translate({path_data([at])})">{ART[kind]}</g>'


BOOT = "M-3.6-7.5h5.4v7.2c0 1.2 1 1.7 2.4 2 1.9.5 2.9 1.4 2.9 3.3v1.2h-10.7z"
FORK = "M-3.7-7.5v4.4q0 2.7 2.7 3v7h2v-7q2.7-.3 2.7-3v-4.4h-1.5v4.5h-1.3v-4.5h-1.8v4.5h-1.3v-4.5z"
PIECES = {"boot": BOOT, "fork": FORK}


LETTER_AT = 'x="4.3" y="-.6"'  # of a seat on its pieces


def piece(kind: str, is_on_land: bool, colours: tuple[str, str], letter: str) -> str:
    """Return a boot or a pitchfork of a seat with the seat's letter."""
    written = f'<text fill="currentColor" font-size="8.4" {LETTER_AT} {FONT}>{text_of(letter)}</text>'
    return f"<g {paints(colours)}>{blank(kind, is_on_land)}{written}</g>"


def paints(colours: tuple[str, str]) -> str:
    """Return the attributes that give a blank piece the colours of its plate and of what is drawn on it."""
    plate, ink = colours
    return f'fill="{plate}" color="{ink}"'


def blank(kind: str, is_on_land: bool) -> str:
    """Return a boot or a pitchfork without letter and colours: on a square for land, on a disc for a creature."""
    square = '<rect x="{0}" y="{0}" width="{1}" height="{1}" rx="3.4" {2}/>'
    shape = square if is_on_land else '<circle r="{3}" {2}/>'
    shadow = shape.format(-8.6, 18.4, 'fill="#000" fill-opacity=".35"', 9.9)
    plate = shape.format(-8.4, 16.8, 'stroke="currentColor" stroke-width="1.3"', 9)
    return f'{shadow}{plate}<path fill="currentColor" transform="translate(-2.9 .2)scale(.78)" d="{PIECES[kind]}"/>'
