"""The skin of a title: how its boards, pieces, figures and choices are drawn, and its small pictures."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from zlib import crc32

from games.engine.prompts import SCORE, Choice, Prompt
from games.engine.scene import Piece, Scene, Token

from . import paths
from .geometry import AHEAD, HALF, SIDES, Ground, Point, point
from .paint import FONT, PAINTS, Brush, Paints, Palette, number, text_of
from .paths import picture

Drawing = tuple[str, str]  # what is always visible, and what is shown while a choice is looked at or chosen
GHOST_DISTANCE = 51  # of a figure in its new direction, from the middle of its cell

QUARTERS = 4  # triangles of a cell

# A plain stone with a point, and one without.
PAWN = (
    '<path fill="#fff8e6" stroke="#23150d" stroke-width="2" stroke-linejoin="round" '
    'd="M0-28.5 11-17.2A20.3 20.3 0 1 1-11-17.2z"/>'
    '<circle r="9" fill="#2b3a94" stroke="#141d52"/>'
)
ROUND_STONE = (
    '<circle r="19" fill="#fff8e6" stroke="#23150d" stroke-width="2"/><circle r="9" fill="#2b3a94" stroke="#141d52"/>'
)


STONES = {"pawn": PAWN, "round": ROUND_STONE}

# The colours of styles. Their lightness differs, too.
COLOURS = ("#6b3f8f", "#1f7f86", "#8a5a33", "#5b6470", "#a3243b", "#c98a12", "#27407f", "#4a7d3c")
EDGE = 27  # from the middle of a cell


class Skin:
    """Draws plainly what any title can have: pieces as numbered tiles, figures as stones.

    The skins of titles replace what they draw in their own way. ``margin`` is the space round the cells, ``paper`` the
    colour below pictures without transparency, ``figure_art`` the drawings of figures by kind. ``flow`` is the kind of
    the figures that films show as they change hands, and ``flow_icon`` the picture of one of them ("" for a number).
    ``style_size`` is the proportion of the pictures of styles, ``emblem`` names small pictures of this proportion that
    stand for the title, ``small_pictures`` all that pages load as one file (sprite.py), ``is_open`` is True if the
    board grows, ``has_coordinates`` if they are part of it, ``letters_in_pictures`` if pictures show the letters of
    pieces, ``stat_definitions`` a hidden drawing with what the drawings of figures refer to, ``letter_offset`` the
    place of a piece's letter from the middle of its cell, ``letter_width`` the distance of digits, ``night`` the filter
    of what lies on a board in the dark ("": none; board.css has that of pages).
    """

    margin = 30
    is_open = False
    has_coordinates = False
    letters_in_pictures = True
    paper = "#f3e4c8"
    paints: Paints = PAINTS
    figure_art: Mapping[str, str] = {}
    flow = SCORE
    flow_icon = ""
    style_size = (1, 1)
    emblem: Sequence[str] = ()
    small_pictures: Sequence[str] = ()
    stat_definitions = ""
    letter_role, letter_offset, letter_width = "letter", (0, 6), 10
    night = ""

    def brush(self, ident: str, palette: Palette) -> Brush:
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
        drawings = {**STONES, **self.figure_art}
        names = sorted({self._figure_name(item) for item in items if isinstance(item, Token)})
        return "".join(f"<g {brush.id(name)}>{drawings[name]}</g>" for name in names)

    def film_definitions(self, brush: Brush) -> str:
        """Return what moves on a page while a film plays, beside pieces and figures."""
        return ""

    def piece(self, brush: Brush, ground: Ground, piece: Piece) -> str:
        """Return a piece. The first transformation moves all of it to the middle of its cells."""
        return draw_tile(ground, piece, self.style_colour(piece.style))

    def hatching(self, brush: Brush, ground: Ground, piece: Piece) -> str:
        """Return what marks the piece of a seat that is out of the game."""
        squares = "".join(ground.square(cell, 26) for cell in piece.cells)
        return f'<path fill="#efe6d8" fill-opacity=".6" d="{squares}"/>'

    def rolled(self, piece: Piece) -> str:
        """Return the name of the definition that unrolls when a film lays a piece, "" for a piece that comes down."""
        return ""

    def token(self, brush: Brush, ground: Ground, token: Token) -> str:
        return self._figure(brush, token, ground.centre(token.cell))

    def _figure(self, brush: Brush, token: Token, at: Point, scale: str = "") -> str:
        turn = 90 * SIDES.index(token.facing) if token.facing else 0
        place = f"translate({point(at)})" + (f"rotate({turn})" if turn else "") + scale
        return f'<use {brush.ref(self._figure_name(token))} transform="{place}"/>'

    def _figure_name(self, token: Token) -> str:
        return token.kind if token.kind in self.figure_art else "pawn" if token.facing else "round"

    def mark(self, brush: Brush, ground: Ground, kind: str, cells: Collection[str]) -> str:
        outline, role = ground.outline(cells), "mark-last" if kind == "last" else "mark-paid"
        return f'<path {brush("mark-edge")} d="{outline}"/><path {brush(role)} d="{outline}"/>'

    def part_places(self, piece: Piece) -> Mapping[str, Point]:
        """Return the named parts of a piece that players write, each with its place from the middle of the piece."""
        return {}

    def star_place(self, ground: Ground, choice: Choice) -> Point:
        """Return where the star of a good choice stands: in a corner of its cells."""
        x, y = ground.middle(choice.cells)
        return x + 18, y - 18

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
        cells = {cell for choice in prompt.choices for cell in choice.cells} if prompt.kind == "place" else set()
        squares = "".join(ground.square(cell) for cell in sorted(cells))
        if not squares:
            return ""
        return f'<path {brush("glow")} d="{squares}"/><path {brush("glow-edge")} d="{ground.outline(cells)}"/>'

    def places(self, brush: Brush, ground: Ground, offered: Sequence[Choice]) -> dict[str, Drawing]:
        """Return the choices of cells: their targets, and what would lie there."""
        found, areas = {}, targets(ground, offered)
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
        turned = f"translate({point((x, y))})rotate({90 * SIDES.index(token.facing)})"
        ghost = f'<use {brush.ref(self._figure_name(token))} transform="translate(0 {-GHOST_DISTANCE})scale(0.86)"/>'
        seen = (
            f'<circle {brush("hit")} r="32" transform="translate({point(at)})"/>'
            f'<g transform="{turned}"><g {brush.css("b-figure")}opacity=".8">{ghost}</g></g>'
        )
        return seen, paths.roll_paths(brush, ground, choice.branches)

    def items(self, brush: Brush, ground: Ground, items: Iterable[Piece | Token]) -> str:
        return "".join(
            self.piece(brush, ground, item) if isinstance(item, Piece) else self.token(brush, ground, item)
            for item in items
        )

    # Small pictures, by name: those of styles, of figures in panels, and of results of chance

    def style_colour(self, style: str) -> str:
        return COLOURS[crc32(style.encode()) % len(COLOURS)]

    def style_icon(self, style: str) -> str:
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

    def piece_name(self, name: str) -> str:
        """Return the name of a picture in the file of pieces, "" if it is not there."""
        return ""

    def pieces_svg(self) -> str:
        """Return the pieces that boards on pages take from a file of their own, "" for none."""
        return ""

    def icon(self, name: str, *, title: str = "", size: int = 48) -> str:
        """Return a picture as SVG, ``size`` pixels wide. Raises KeyError for an unknown name."""
        kind, _, style = name.partition("-")
        if kind != "style" or not style:
            raise KeyError(name)
        art = f'<rect x="3" y="3" width="42" height="42" rx="8" fill="{text_of(self.style_colour(style))}"/>'
        return picture(title, "0 0 48 48", size, art, "style-icon")


def targets(ground: Ground, choices: Sequence[Choice]) -> dict[str, str]:
    """Return the targets of all choices with cells as path data, by notation.

    A choice has none if more than four choices want its only cell: these are left to the list below the board.
    """
    pairs = [choice for choice in choices if ground.are_neighbours(choice.cells)]
    sides: dict[str, set[int]] = {}
    for choice in pairs:
        first, second = choice.cells
        sides.setdefault(first, set()).add(ground.toward(first, second))
        sides.setdefault(second, set()).add(ground.toward(second, first))
    found = {choice.notation: _pair(ground, choice, sides) for choice in pairs}
    rest = [choice for choice in choices if choice.cells and choice.notation not in found]
    return found | dict(_others(ground, rest))


def _others(ground: Ground, choices: Sequence[Choice]) -> Iterator[tuple[str, str]]:
    rivals: dict[tuple[str, ...], list[str]] = {}
    for choice in choices:
        rivals.setdefault(choice.cells, []).append(choice.notation)
    for cells, notations in rivals.items():
        if len(notations) == 1:
            yield notations[0], "".join(ground.square(cell) for cell in cells)
        elif len(cells) == 1 and len(notations) <= QUARTERS:
            for notation, quarters in zip(notations, _shares(len(notations)), strict=True):
                yield notation, "".join(triangle(ground.centre(cells[0]), quarter) for quarter in quarters)


def _shares(count: int) -> tuple[tuple[int, ...], ...]:
    """Return the triangles (0 is east, then clockwise) of each of two to four choices, from the top clockwise."""
    return {2: ((2, 3), (0, 1)), 3: ((3,), (0, 1), (2,))}.get(count, ((3,), (0,), (1,), (2,)))


def _pair(ground: Ground, choice: Choice, sides: Mapping[str, set[int]]) -> str:
    first, second = choice.cells
    turns = ground.toward(first, second)
    return _wedges(ground, first, turns, sides[first]) + _wedges(ground, second, (turns + 2) % 4, sides[second])


def _wedges(ground: Ground, cell: str, side: int, rivals: set[int]) -> str:
    """Return the part of a cell that belongs to the choice on this side (0 is east, then clockwise)."""
    if len(rivals) == 1:
        return ground.square(cell)
    # A triangle that no choice needs goes to the choice opposite it, unless both its neighbours are needed.
    free = [near for near in ((side + 1) % 4, (side + 3) % 4) if near not in rivals]
    mine = [side, *(near for near in free if (near + 2) % 4 in rivals and (side + 2) % 4 not in rivals)]
    return "".join(triangle(ground.centre(cell), quarter) for quarter in mine)


def triangle(centre: Point, quarter: int) -> str:
    """Return a quarter of a cell, from its middle to a side (0 is east, then clockwise), as path data."""
    x, y = centre
    corners = ((HALF, -HALF), (HALF, HALF), (-HALF, HALF), (-HALF, -HALF))
    (ax, ay), (bx, by) = corners[quarter], corners[(quarter + 1) % 4]
    return f"M{point(centre)}L{point((x + ax, y + ay))} {point((x + bx, y + by))}z"


def draw_tile(ground: Ground, piece: Piece, colour: str) -> str:
    """Return a piece: a tile on each of its cells, joined where these are neighbours, with its face or letter."""
    x, y = ground.middle(piece.cells)
    squares = "".join(_square(*_offset(ground, cell, x, y)) for cell in piece.cells)
    bridges = "".join(
        _square((ax + bx) / 2, (ay + by) / 2)
        for at, cell in enumerate(piece.cells)
        for other in piece.cells[at + 1 :]
        if ground.are_neighbours((cell, other))
        for (ax, ay), (bx, by) in [(_offset(ground, cell, x, y), _offset(ground, other, x, y))]
    )
    turned = f' transform="rotate({90 * piece.turn})"' if piece.turn else ""
    notch = '<path fill="#fffaf0" fill-opacity=".7" d="M-6-26.5h12l-6 7z"/>' if piece.turn or piece.face else ""
    text = f'<text fill="#fffaf0" font-size="17" y="6" {FONT}>{text_of(piece.face or piece.letter)}</text>'
    return (
        f'<g transform="translate({point((x, y))})">'
        f'<path fill="{colour}" stroke="#2a1a14" stroke-width="1.2" d="{squares}"/>'
        f'<path fill="{colour}" d="{bridges}"/><g{turned}>{notch}{text}</g></g>'
    )


def _offset(ground: Ground, cell: str, x: float, y: float) -> tuple[float, float]:
    cell_x, cell_y = ground.centre(cell)
    return cell_x - x, cell_y - y


def _square(x: float, y: float) -> str:
    return f"M{point((x - EDGE, y - EDGE))}h{2 * EDGE}v{2 * EDGE}h-{2 * EDGE}z"
