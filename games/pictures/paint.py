"""Colours of drawings by role, and shapes that several drawings use."""

from collections.abc import Mapping
from functools import lru_cache
from html import escape
from typing import Literal

from games.common.wording import document_text

Palette = Literal["page", "light", "dark"]

FONT = 'font-family="Palatino Linotype, P052, Georgia, \'DejaVu Serif\', serif" font-weight="700" text-anchor="middle"'

# What every skin can use; skins have further roles of their own.
ROLES = {
    "plaza": 'fill="#f3e4c8"',
    "joint": 'fill="#c7a272"',
    "tile": 'fill="#f0dcb8"',
    "name": f'fill="#4a2f17" font-size="12.5" {FONT}',
    "way-edge": 'fill="none" stroke="#fffaf0" stroke-width="8" stroke-linecap="round" stroke-dasharray=".1 11"',
    "way": 'fill="none" stroke="#2a1a14" stroke-width="4.6" stroke-linecap="round" stroke-dasharray=".1 11"',
    "way-start": 'fill="#fffaf0" stroke="#2a1a14" stroke-width="2.4"',
    "way-end": 'fill="#2a1a14" stroke="#fffaf0" stroke-width="1.5"',
    "mark-edge": 'fill="none" stroke="#2a1a14" stroke-width="5" stroke-linecap="square"',
    "mark-last": 'fill="none" stroke="#fff4d0" stroke-width="2.6" stroke-linecap="square"',
    "mark-paid": 'fill="none" stroke="#ffcf40" stroke-width="3.6" stroke-linecap="round" stroke-dasharray=".1 6"',
    "glow": 'fill="#ffe08a" fill-opacity=".1"',
    "glow-edge": 'fill="none" stroke="#8a4f00" stroke-width="2" stroke-linecap="round" stroke-dasharray=".1 5"',
    "hit": 'fill="#fff" fill-opacity="0"',
    "cell": 'fill="#fff" fill-opacity="0"',
    "star": 'fill="#ffc928" stroke="#2a1a14" stroke-width="1.6" stroke-linejoin="round"',
    "disc": 'fill="#fffaf0" stroke="#2a1a14" stroke-width="1.6"',
    "price": 'fill="#ffcf40" stroke="#2a1a14" stroke-width="1.4"',
    "disc-ring": 'fill="none" stroke="#2a1a14" stroke-width="1.1"',
    "label": f'fill="#2a1a14" font-size="14" {FONT}',
    "letter": f'fill="#fffaf0" stroke="#1c120c" stroke-width="3.6" stroke-linejoin="round" paint-order="stroke" '
    f'font-size="19" {FONT}',
}
# The colours of a role in the light theme, and their replacements in the dark one.
DARK = {
    "plaza": {"#f3e4c8": "#211929"},
    "joint": {"#c7a272": "#33273d"},
    "tile": {"#f0dcb8": "#574560"},
    "name": {"#4a2f17": "#f3e4c8"},
    "glow-edge": {"#8a4f00": "#ffd27a"},
}


@lru_cache(4096)
def number(value: float) -> str:
    """Return a coordinate in its shortest form, exact to a tenth."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def text_of(value: str) -> str:
    return escape(document_text(value), quote=True)


Paints = Mapping[str, Mapping[str, str]]


def paints_of(
    roles: Mapping[str, str], dark: Mapping[str, Mapping[str, str]], *, in_style_sheet: bool = False
) -> Paints:
    """Return the attributes of all roles by palette: those that every skin has, and these.

    ``dark`` has the colours of the light theme and those that replace them in the dark one, by role. With
    ``in_style_sheet`` the style sheet of boards has all these roles; otherwise a page gets their attributes.
    """
    roles, replaced = {**ROLES, **roles}, {**DARK, **dark}

    def paint(role: str, replacement: str) -> str:
        attributes = roles[role]
        for light, colour in replaced.get(role, {}).items():
            attributes = attributes.replace(light, replacement.format(light=light, dark=colour))
        return attributes

    def on_page(role: str) -> str:
        is_common = roles[role] == ROLES.get(role) and replaced.get(role) == DARK.get(role)
        return f'class="b-{role}"' if in_style_sheet or is_common else paint(role, "light-dark({light}, {dark})")

    return {
        "light": roles,
        "dark": {role: paint(role, "{dark}") for role in roles},
        "page": {role: on_page(role) for role in roles},
    }


PAINTS = paints_of({}, {})


class Brush:
    """Writes the attributes of roles and the ids of a drawing, for a page or for a light or dark picture.

    All ids begin with ``ident``.
    """

    def __init__(self, ident: str, palette: Palette, paints: Paints = PAINTS) -> None:
        self.ident = ident
        self._classes = palette == "page"
        self._paints = paints[palette]

    def __call__(self, role: str) -> str:
        """Return the attributes of a role, or its class on a page. Raises KeyError for an unknown role."""
        return self._paints[role]

    @property
    def has_classes(self) -> bool:
        return self._classes

    def css(self, names: str) -> str:
        """Return a class attribute with a space after it, "" without a style sheet."""
        return f'class="{names}" ' if self._classes else ""

    def id(self, name: str) -> str:
        return f'id="{self.ident}-{name}"'

    def name(self, name: str) -> str:
        """Return the id itself, for attributes that refer to it."""
        return f"{self.ident}-{name}"

    def ref(self, name: str) -> str:
        return f'href="#{self.ident}-{name}"'

    def url(self, name: str) -> str:
        return f"url(#{self.ident}-{name})"
