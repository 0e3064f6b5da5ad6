"""The skin of a title: how its boards, pieces, figures and choices are drawn, and its small pictures.

All lengths are drawing units: a cell is 60 wide and high.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from zlib import crc32

from games.engine.prompts import SCORE, Choice, Prompt
from games.engine.scene import Piece, Scene, Token

from . import choices, figures, paths, tiles
from .geometry import AHEAD, Ground, point
from .paint import PAINTS, Brush, Paints, Palette, number, text_of
from .shapes import picture

Drawing = tuple[str, str]  # what is always visible, and what is shown while a choice is looked at or chosen
GHOST_DISTANCE = 51  # of a figure in its new direction, from the middle of its cell


class Skin:
    """Draws plainly what any title can have: pieces as numbered tiles, figures as stones.

    The skins of titles replace what they draw in their own way. ``margin`` is the space round the cells, ``paper`` the
    colour below pictures without transparency, ``figure_art`` the drawings of figures by kind. ``flow`` is the kind of
    the figures that films show as they change hands, and ``flow_icon`` the picture of one of them ("" for a number).
    ``style_size`` is the proportion of the pictures of styles, ``emblem`` names small pictures of this proportion that
    stand for the title, ``stat_definitions`` a hidden drawing with what the
    drawings of figures refer to, ``letter_offset`` the place of a piece's letter from the middle of its cell,
    ``letter_width`` the distance of digits.
    """

    margin = 30
    paper = "#f3e4c8"
    paints: Paints = PAINTS
    figure_art: Mapping[str, str] = {}
    flow = SCORE
    flow_icon = ""
    style_size = (1, 1)
    emblem: Sequence[str] = ()
    stat_definitions = ""
    letter_role, letter_offset, letter_width = "letter", (0, 6), 10

    def brush(self, ident: str, palette: Palette) -> Brush:
        """Return a brush with this skin's colours."""
        return Brush(ident, palette, self.paints)

    # The board and what lies on it

    def empty_board(self, brush: Brush, ground: Ground, scene: Scene) -> Drawing:
        """Return the board without anything on it, and its definitions."""
        wide = number(ground.width + 2 * self.margin)
        high = number(ground.height + 2 * self.margin)
        corner = f'x="{number(ground.left - self.margin)}" y="{number(ground.top - self.margin)}"'
        plate = f'<rect {brush("plaza")} {corner} width="{wide}" height="{high}" rx="16"/>'
        squares = "".join(ground.square(cell.name, 29) for cell in scene.cells)
        return plate + (f'<path {brush("tile")} d="{squares}"/>' if squares else ""), ""

    def definitions(self, brush: Brush, items: Iterable[Piece | Token], styles: Collection[str] = ()) -> str:
        """Return what pieces and figures refer to: these, and all that a game with these styles can have."""
        tokens = [item for item in items if isinstance(item, Token)]
        return figures.definitions(brush, tokens, self.figure_art)

    def film_definitions(self, brush: Brush) -> str:
        """Return what moves on a page while a film plays, beside pieces and figures."""
        return ""

    def piece(self, brush: Brush, ground: Ground, piece: Piece) -> str:
        """Return a piece. The first transformation moves all of it to the middle of its cells."""
        return tiles.draw(ground, piece, self.style_colour(piece.style))

    def hatching(self, brush: Brush, ground: Ground, piece: Piece) -> str:
        """Return what marks the piece of a seat that is out of the game."""
        squares = "".join(ground.square(cell, 26) for cell in piece.cells)
        return f'<path fill="#efe6d8" fill-opacity=".6" d="{squares}"/>'

    def rolled(self, piece: Piece) -> str:
        """Return the name of the definition that unrolls when a film lays a piece, "" for a piece that comes down."""
        return ""

    def token(self, brush: Brush, ground: Ground, token: Token) -> str:
        """Return a figure."""
        return figures.draw(brush, ground, token, self.figure_art)

    def mark(self, brush: Brush, ground: Ground, kind: str, cells: Collection[str]) -> str:
        """Return the outline of marked cells."""
        return paths.cell_outline(brush, ground, kind, cells)

    def samples(self, board: Scene) -> list[tuple[str, Scene]]:
        """Return scenes with all that this skin can draw, and their captions, on a board of the title."""
        return []

    # Choices

    def choice_definitions(self, brush: Brush, prompt: Prompt) -> str:
        """Return the definitions that the choices of a prompt share."""
        return ""

    def choices(self, brush: Brush, ground: Ground, prompt: Prompt) -> dict[str, Drawing]:
        """Return the choices that can be shown on the board, by notation."""
        if prompt.kind == "place":
            return self.places(brush, ground, prompt.choices)
        drawn = {choice.notation: self.turn(brush, ground, choice) for choice in prompt.choices}
        return {notation: drawing for notation, drawing in drawn.items() if drawing}

    def glow(self, brush: Brush, ground: Ground, prompt: Prompt) -> str:
        """Return the light on the cells that can be chosen."""
        return choices.glow(brush, ground, prompt)

    def places(self, brush: Brush, ground: Ground, offered: Sequence[Choice]) -> dict[str, Drawing]:
        """Return the choices of cells: their targets, and what would lie there."""
        found, areas = {}, choices.targets(ground, offered)
        for choice in offered:
            if choice.notation in areas:
                seen, ghost = self.place(brush, ground, choice)
                found[choice.notation] = f'<path {brush("hit")} d="{areas[choice.notation]}"/>{seen}', ghost
        return found

    def place(self, brush: Brush, ground: Ground, choice: Choice) -> Drawing:
        """Return the mark of a place, and what would lie there."""
        place = f'transform="translate({point(ground.middle(choice.cells))})"'
        seen = f'<g {brush.css("b-grip")}{place}><circle {brush("disc")} r="7"/></g>'
        return seen, self.items(brush, ground, choice.preview)

    def turn(self, brush: Brush, ground: Ground, choice: Choice) -> Drawing | None:
        """Return a pale figure in its new direction, and its walks; None for a choice of another kind."""
        token = next((item for item in choice.preview if isinstance(item, Token) and item.facing in AHEAD), None)
        if token is None:
            return None
        x, y = ground.centre(token.cell)
        right, down = AHEAD[token.facing]
        at = x + right * GHOST_DISTANCE, y + down * GHOST_DISTANCE
        ghost = figures.draw(brush, ground, token, self.figure_art, at=at, size=0.86)
        seen = (
            f'<circle {brush("hit")} r="32" transform="translate({point(at)})"/>'
            f'<g {brush.css("b-figure")}opacity=".8">{ghost}</g>'
        )
        return seen, paths.roll_paths(brush, ground, choice.branches)

    def items(self, brush: Brush, ground: Ground, items: Iterable[Piece | Token]) -> str:
        """Return pieces and figures, in this order."""
        return "".join(
            self.piece(brush, ground, item) if isinstance(item, Piece) else self.token(brush, ground, item)
            for item in items
        )

    # Small pictures, by name: those of styles, of figures in panels, and of results of chance

    def style_colour(self, style: str) -> str:
        """Return the main colour of a style."""
        return tiles.COLOURS[crc32(style.encode()) % len(tiles.COLOURS)]

    def style_icon(self, style: str) -> str:
        """Return the name of the picture of a style."""
        return f"style-{style}"

    def stat_icon(self, name: str, kind: str = "", style: str = "") -> str:
        """Return the name of the picture of a figure in a panel, "" for none."""
        return self.style_icon(style) if style else ""

    def stat_drawing(self, kind: str, value: int) -> str:
        """Return the drawing that shows a figure of this kind beside its number, "" for none."""
        return ""

    def result_icon(self, result: str) -> str:
        """Return the name of the picture of a result of chance, "" for none."""
        return ""

    def icon(self, name: str, *, title: str = "", size: int = 48) -> str:
        """Return a picture as SVG, ``size`` pixels wide. Raises KeyError for an unknown name."""
        kind, _, style = name.partition("-")
        if kind != "style" or not style:
            raise KeyError(name)
        art = f'<rect x="3" y="3" width="42" height="42" rx="8" fill="{text_of(self.style_colour(style))}"/>'
        return picture(title, "0 0 48 48", size, art, "style-icon")
