"""The colours of the dunes by role; static/css/components/board.css has the same ones."""

from ..paint import FONT, paints_of

ROLES = {
    "dune": 'fill="#d8bf8a"',
    "ripple": 'fill="none" stroke="#c5a96f" stroke-width="2" stroke-linecap="round"',
    "spot": 'fill="#fffaf0" fill-opacity=".55" stroke="#6a4a12" stroke-width="1.6" stroke-dasharray="5 3.5"',
    "number": f'fill="#fffaf0" stroke="#1c120c" stroke-width="2.8" stroke-linejoin="round" paint-order="stroke" '
    f'font-size="10.5" {FONT}',
    "seat": f'fill="currentColor" font-size="8.4" {FONT}',
    "plus": 'fill="none" stroke="#6a4a12" stroke-width="2.6" stroke-linecap="round"',
}
DARK = {
    "dune": {"#d8bf8a": "#2e2b38"},
    "ripple": {"#c5a96f": "#423d4e"},
    "spot": {"#fffaf0": "#6d6380", "#6a4a12": "#ffd27a"},
    "plus": {"#6a4a12": "#ffd27a"},
}
PAINTS = paints_of(ROLES, DARK, in_style_sheet=True)
# Of the seats: the plate of a piece, and what is drawn on it.
SEATS = {
    "A": ("#b8233c", "#fffaf0"),
    "B": ("#6a35ad", "#fffaf0"),
    "C": ("#fbf6ea", "#3a2a1c"),
    "D": ("#23272f", "#fffaf0"),
}
