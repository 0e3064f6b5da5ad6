"""The skin of the second toy: grass, and a moth."""

from games.pictures.paint import paints_of
from games.pictures.skin import Skin


class MeadowSkin(Skin):
    """Draws tiles plainly, on grass."""

    paper = "#9cc07a"
    paints = paints_of(
        {"plaza": 'fill="#9cc07a"', "tile": 'fill="#b6d694"'},
        {"plaza": {"#9cc07a": "#22321c"}, "tile": {"#b6d694": "#33482a"}},
    )
    figure_art = {"moth": '<path fill="#fffaf0" stroke="#2a1a14" d="M0 8C-30-22-26 18 0 8 26 18 30-22 0 8z"/>'}


SKIN = MeadowSkin()
