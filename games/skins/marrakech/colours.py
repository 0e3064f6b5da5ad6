"""The colours of the market by role; static/css/components/board.css has the same ones."""

from ..paint import paints_of

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
