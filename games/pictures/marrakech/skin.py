"""Scenes that show all rugs and figures, for the style guide."""

from collections.abc import Collection, Iterable

from games.engine.prompts import Choice, Prompt
from games.engine.scene import Piece, Scene, Token, Trail
from games.pictures.geometry import MARGIN, Ground, point
from games.pictures.paint import Brush
from games.pictures.skin import Drawing, Skin
from games.pictures.sprite import picture_address

from . import icons, market, rugs
from .icons import ASSAM, PAINTS
from .rugs import WEAVES

STYLES = tuple(WEAVES)
FACINGS = ("N", "E", "S", "W")


class MarrakechSkin(Skin):
    """Draws the market."""

    margin = MARGIN
    has_coordinates = True
    letters_in_pictures = False  # each colour of rugs has a pattern of its own
    paints = PAINTS
    figure_art = {"assam": ASSAM}
    flow = "coins"
    flow_icon = "coin"
    style_size = (2, 1)
    emblem = ("rug-c", "rug-y", "rug-r", "rug-p")
    small_pictures = (*emblem, *(f"die-{face}" for face in sorted(icons.FACES)), "coin")
    stat_definitions = icons.PURSE_DEFINITION

    def empty_board(self, brush: Brush, ground: Ground, scene: Scene) -> Drawing:
        drawn = (
            market.ground_plate(brush, ground),
            market.draw_mosaics(brush, ground),
            market.floor(brush, ground, scene),
            market.names(brush, ground, scene),
        )
        return "".join(drawn), market.market_definitions(brush, ground) + market.mosaic_definitions(brush, ground)

    def definitions(self, brush: Brush, items: Iterable[Piece | Token], styles: Collection[str] = ()) -> str:
        items = list(items)
        woven = tuple(sorted({item.style for item in items if isinstance(item, Piece)} | set(styles)))
        return rugs.definitions(brush.ident, woven) + super().definitions(brush, items, styles)

    def film_definitions(self, brush: Brush) -> str:
        return icons.film_definitions(brush.ident, lambda name: picture_address("marrakech", self, name))

    def piece(self, brush: Brush, ground: Ground, piece: Piece) -> str:
        return rugs.draw(brush, ground, piece)

    def hatching(self, brush: Brush, ground: Ground, piece: Piece) -> str:
        return rugs.hatching(brush, ground, piece)

    def rolled(self, piece: Piece) -> str:
        return f"rug-{piece.style}"

    def samples(self, board: Scene) -> list[tuple[str, Scene]]:
        return [("rugs", sample_rugs(board)), ("figures ways and marks", sample_figures(board))]

    def choice_definitions(self, brush: Brush, prompt: Prompt) -> str:
        return place_definitions(brush, prompt) if prompt.kind == "place" else ""

    def place(self, brush: Brush, ground: Ground, choice: Choice) -> Drawing:
        turned = "rotate(90)" if ground.toward(*choice.cells) % 2 else ""
        place = f'transform="translate({point(ground.middle(choice.cells))}){turned}"'
        return grip(brush, choice, place), ghost(brush, ground, choice, place)

    def style_colour(self, style: str) -> str:
        return rugs.WEAVES[style].ground

    def style_icon(self, style: str) -> str:
        return f"rug-{style}"

    def stat_icon(self, name: str, kind: str = "", style: str = "") -> str:
        return "coin" if kind == "coins" else super().stat_icon(name, kind, style)

    def stat_drawing(self, kind: str, value: int) -> str:
        return icons.purse_coins_svg(value) if kind == "coins" else ""

    def result_icon(self, result: str) -> str:
        return self.style_icon(result) if result in rugs.WEAVES else f"die-{result}" if result in icons.FACES else ""

    def icon(self, name: str, *, title: str = "", size: int = 0) -> str:
        return icons.icon_svg(name, title=title, size=size)


SKIN = MarrakechSkin()


def _rug(style: str, *cells: str, hidden: str = "", out: bool = False) -> Piece:
    below = (hidden,) if hidden else ()
    return Piece(f"{style}{cells[0]}", "rug", style, cells, style[0].upper(), len(cells) > 1, out, below)


def sample_rugs(board: Scene) -> Scene:
    """Set out every style: whole, half under another, a square of which no more is known, and out of the game.

    The last two rows show halves under from all four sides.
    """
    pieces = []
    for row, style in zip((7, 6, 5, 4), STYLES, strict=True):
        over = STYLES[(STYLES.index(style) + 2) % 4]
        pieces += [_rug(style, f"a{row}", f"b{row}"), _rug(style, f"c{row}", hidden=f"d{row}")]
        pieces += [_rug(over, f"d{row}"), _rug(style, f"e{row}"), _rug(style, f"f{row}", f"g{row}", out=True)]
    around = [_rug("c", "e2", hidden="f2"), _rug("y", "g2", hidden="f2"), _rug("r", "f3", hidden="f2")]
    pieces += [*around, _rug("p", "f1", "g1"), _rug("y", "f2", hidden="f1")]
    return board.bare()._replace(pieces=tuple(pieces))


def sample_figures(board: Scene) -> Scene:
    """Set out Assam and the plain figures in all facings, a way round a mosaic, what was laid and what was paid."""
    tokens = [Token("assam", f"{file}6", facing) for file, facing in zip("abcd", FACINGS, strict=True)]
    tokens += [Token("pawn", f"{file}5", facing) for file, facing in zip("abcd", FACINGS, strict=True)]
    pieces = (_rug("c", "a3", "b3"), _rug("y", "c3", hidden="d3"), _rug("r", "d3", "d2"), _rug("p", "f3", "f2"))
    around = next(
        index for index, loop in enumerate(board.loops) if {loop.start[0], loop.end[0]} in ({"f7", "e7"}, {"g7", "f7"})
    )
    ends = board.loops[around]
    return board._replace(
        pieces=pieces,
        tokens=(*tokens, Token("stone", "e5")),
        trails=(
            Trail("walk", (f"{ends.start[0][0]}6", ends.start[0], ends.end[0], f"{ends.end[0][0]}6"), (around,)),
            Trail("walk", ("a1", "b1", "c1", "d1")),
        ),
        marks={"last": ("f3", "f2"), "paid": ("a3", "b3")},
    )


def place_definitions(brush: Brush, prompt: Prompt) -> str:
    styles = sorted({style for choice in prompt.choices if (style := _style(choice))})
    frame = '<rect x="-58.5" y="-29" width="117" height="58" rx="4" fill="none" stroke="{}" stroke-width="{}"/>'
    return (
        f"<g {brush.id('frame')}>{frame.format('#2a1a14', 5)}{frame.format('#ffe9a8', 2.6)}</g>"
        f"{''.join(rugs.grip(brush, style) + _framed(brush, style) for style in styles)}"
    )


def _framed(brush: Brush, style: str) -> str:
    return f"<g {brush.id('ghost-' + style)}><use {brush.ref('rug-' + style)}/><use {brush.ref('frame')}/></g>"


def _style(choice: Choice) -> str:
    return next((piece.style for piece in choice.preview if isinstance(piece, Piece)), "")


def grip(brush: Brush, choice: Choice, place: str) -> str:
    style = _style(choice)
    return f"<use {brush.ref('grip-' + style)} {brush.css('b-grip')}{place}/>" if style else ""


def ghost(brush: Brush, ground: Ground, choice: Choice, place: str) -> str:
    pieces = [piece for piece in choice.preview if isinstance(piece, Piece)]
    if [piece.cells for piece in pieces] == [choice.cells]:
        return f"<use {brush.ref('ghost-' + pieces[0].style)} {place}/>"
    drawn = "".join(rugs.draw(brush, ground, piece) for piece in pieces)
    return f"{drawn}<use {brush.ref('frame')} {place}/>"
