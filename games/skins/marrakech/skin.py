"""The skin of Marrakech."""

from collections.abc import Collection, Iterable

from games.engine.prompts import Choice, Prompt
from games.engine.scene import Piece, Scene, Token

from .. import figures
from ..geometry import MARGIN, Ground, point
from ..paint import Brush
from ..skin import Drawing, Skin
from . import icons, market, mosaics, places, rugs, samples
from .assam import ASSAM
from .colours import PAINTS


class MarrakechSkin(Skin):
    """Draws the market."""

    margin = MARGIN
    paints = PAINTS
    figure_art = {"assam": ASSAM}
    flow = "coins"
    flow_icon = "coin"
    style_size = (2, 1)
    emblem = ("rug-c", "rug-y", "rug-r", "rug-p")
    stat_definitions = icons.PURSE_DEFINITION

    def empty_board(self, brush: Brush, ground: Ground, scene: Scene) -> Drawing:
        """Return the empty market and its definitions."""
        drawn = (
            market.ground_plate(brush, ground),
            mosaics.draw(brush, ground),
            market.floor(brush, ground, scene),
            market.names(brush, ground, scene),
        )
        return "".join(drawn), market.definitions(brush, ground) + mosaics.definitions(brush, ground)

    def definitions(self, brush: Brush, items: Iterable[Piece | Token], styles: Collection[str] = ()) -> str:
        """Return the definitions of rugs and figures."""
        items = list(items)
        woven = tuple(sorted({item.style for item in items if isinstance(item, Piece)} | set(styles)))
        tokens = [item for item in items if isinstance(item, Token)]
        return rugs.definitions(brush.ident, woven) + figures.definitions(brush, tokens, self.figure_art)

    def film_definitions(self, brush: Brush) -> str:
        """Return the faces of the die and a coin."""
        return icons.film_definitions(brush.ident)

    def piece(self, brush: Brush, ground: Ground, piece: Piece) -> str:
        """Return a rug."""
        return rugs.draw(brush, ground, piece)

    def hatching(self, brush: Brush, ground: Ground, piece: Piece) -> str:
        """Return the lines over the rug of a player who is out."""
        return rugs.hatching(brush, ground, piece)

    def rolled(self, piece: Piece) -> str:
        """Return the rug's definition."""
        return f"rug-{piece.style}"

    def samples(self, board: Scene) -> list[tuple[str, Scene]]:
        """Return scenes with all rugs and figures."""
        return [("rugs", samples.rugs(board)), ("figures ways and marks", samples.figures(board))]

    def choice_definitions(self, brush: Brush, prompt: Prompt) -> str:
        """Return the rugs that can be laid."""
        return places.definitions(brush, prompt) if prompt.kind == "place" else ""

    def place(self, brush: Brush, ground: Ground, choice: Choice) -> Drawing:
        """Return a small rug on both squares, and the rug that would lie there."""
        turned = "rotate(90)" if ground.toward(*choice.cells) % 2 else ""
        place = f'transform="translate({point(ground.middle(choice.cells))}){turned}"'
        return places.grip(brush, choice, place), places.ghost(brush, ground, choice, place)

    def style_colour(self, style: str) -> str:
        """Return the colour of a rug."""
        return rugs.WEAVES[style].ground

    def style_icon(self, style: str) -> str:
        """Return the name of a rug's picture."""
        return f"rug-{style}"

    def stat_icon(self, name: str, kind: str = "", style: str = "") -> str:
        """Return the name of the picture of a coin, or of a rug."""
        return "coin" if kind == "coins" else super().stat_icon(name, kind, style)

    def stat_drawing(self, kind: str, value: int) -> str:
        """Return a purse with its coins."""
        return icons.purse_coins_svg(value) if kind == "coins" else ""

    def result_icon(self, result: str) -> str:
        """Return the name of the picture of a face of the die, or of a rug of a pile."""
        return self.style_icon(result) if result in rugs.WEAVES else f"die-{result}" if result in icons.FACES else ""

    def icon(self, name: str, *, title: str = "", size: int = 0) -> str:
        """Return the picture of a rug, a coin, a purse, or a face of the die. Raises KeyError for an unknown name."""
        return icons.icon_svg(name, title=title, size=size)


SKIN = MarrakechSkin()
