"""The colours of the dunes by role; static/css/components/board.css has the same ones."""

from ..paint import paints_of

ROLES = {
    "dune": 'fill="#d8bf8a"',
    "ripple": 'fill="none" stroke="#c5a96f" stroke-width="2" stroke-linecap="round"',
    "spot": 'fill="#fffaf0" fill-opacity=".55" stroke="#6a4a12" stroke-width="1.6" stroke-dasharray="5 3.5"',
    "plus": 'fill="none" stroke="#6a4a12" stroke-width="2.6" stroke-linecap="round"',
}
DARK = {
    "dune": {"#d8bf8a": "#2e2b38"},
    "ripple": {"#c5a96f": "#423d4e"},
    "spot": {"#fffaf0": "#6d6380", "#6a4a12": "#ffd27a"},
    "plus": {"#6a4a12": "#ffd27a"},
}
PAINTS = paints_of(ROLES, DARK)
SEATS = ("#b01f3a", "#23272f", "#6b34a8", "#0b7a75", "#8a5a1e")  # crimson, black, violet, teal, brown
