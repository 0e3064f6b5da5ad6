"""The skin of Marram."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations

from games.engine.prompts import Choice, Prompt
from games.engine.scene import Piece, PiecePart, Scene, Token
from games.engine.values import SEAT_LETTERS
from games.pictures.geometry import Ground, Point, point
from games.pictures.paint import FONT, Brush, number
from games.pictures.paths import picture
from games.pictures.skin import Drawing, Skin, targets
from games.pictures.sprite import pieces_address

from . import faces
from .creatures import turned
from .faces import PAINTS, SEATS

HIT = 9  # half the width of the target of a piece that can be put on a segment
TURN = '<path fill="none" stroke="#2a1a14" stroke-width="2" d="M-5.5 2A6 6 0 1 1 2 5.6M5.6 8.6 1.4 5.6 5 1.8"/>'
ARROW = '<path fill="none" stroke="#2a1a14" stroke-width="2.2" d="M0 5.5V-5M-4-1 0-5 4-1" transform="rotate({})"/>'
QUARTER_TURNS = 1, 2, 3
REACH = 32  # of a face with its shadow, from its middle
SHADOW = '<rect x="-31.4" y="-31.2" width="62.8" height="62.8" rx="2" fill-opacity=".3"/>'
KINDS = {  # what lies on land and on creatures, without pitchforks and with them
    False: (("boot", "L"), ("boot", "B")),
    True: (("boot", "L"), ("fork", "B")),
}
FRAME = (
    '<path fill="none" stroke="#2a1a14" stroke-width="4.4" d="M-29-29h58v58h-58z"/>'
    '<path fill="none" stroke="#ffe9a8" stroke-width="2.2" d="M-29-29h58v58h-58z"/>'
)
BACK = (146, 98)  # the room for both sides of a tile in the picture of all backs
FACE = re.compile(r"(?P<face>\d+[ab]?)(-x(?P<gone>\d+))?(-r(?P<turn>[123]))?")


class MarramSkin(Skin):
    """Draws the dunes."""

    margin = 36
    is_open = True
    paper = "#e2cb96"
    paints = PAINTS
    emblem = ("57b", "74", "42", "19")
    small_pictures = (*emblem, *(f"{kind}-{seat}" for kind in ("style", *faces.PIECES) for seat in SEATS), *faces.ART)
    letter_role, letter_offset, letter_width = "number", (-19, -17), 9
    night = "brightness(.75)"

    def empty_board(self, brush: Brush, ground: Ground, scene: Scene) -> Drawing:
        wide, high = number(ground.width + 2 * self.margin), number(ground.height + 2 * self.margin)
        place = f'x="{number(ground.left - self.margin)}" y="{number(ground.top - self.margin)}"'
        plate = f'{place} width="{wide}" height="{high}" rx="14"' + (' data-plate=""' if brush.has_classes else "")
        definition = (
            f'<pattern {brush.id("ripples")} width="120" height="60" patternUnits="userSpaceOnUse">'
            f'<path {brush("ripple")} d="M4 14q12-9 26-4t28 2M70 30q10-8 22-4t24 1M14 48q12-8 25-3t22 1"/></pattern>'
        )
        return f'<rect {brush("dune")} {plate}/><rect fill="{brush.url("ripples")}" {plate}/>', definition

    def definitions(self, brush: Brush, items: Iterable[Piece | Token], styles: Collection[str] = ()) -> str:
        items = list(items)
        parts = {
            (part.kind, part.name[:1], part.style, _letter(part))
            for item in items
            if isinstance(item, Piece)
            for part in item.parts
        }
        seats = SEATS.keys() & styles  # the others are those of tiles and supplies
        kinds = KINDS[any(style.startswith("fork") for style in styles)]
        parts |= {(kind, land, style, style) for style in seats for kind, land in kinds}
        shapes = sorted({(kind, land) for kind, land, _, _ in parts})
        letters = sorted({letter for *_, letter in parts})
        drawn = [f"<g {brush.id(kind[0] + land)}>{faces.blank(kind, land == 'L')}</g>" for kind, land in shapes]
        drawn += [f"<text {brush.id(letter)} {brush('seat')} {faces.LETTER_AT}>{letter}</text>" for letter in letters]
        for kind, land, style, letter in sorted(parts):
            colours = faces.paints(SEATS.get(style, SEATS["D"]))
            art = f"<use {brush.ref(kind[0] + land)}/><use {brush.ref(letter)}/>"
            drawn.append(f"<g {brush.id(_part_name(kind, land, style))} {colours}>{art}</g>")
        return "".join(drawn) + super().definitions(brush, items, styles)

    def piece(self, brush: Brush, ground: Ground, piece: Piece) -> str:
        """Return a tile with the pieces of the seats on it. On a page, its face is a part of the file of pieces."""
        if piece.face not in faces.faces():
            return super().piece(brush, ground, piece)
        return self._tile(brush, piece, ground.centre(piece.cells[0]))

    def _tile(self, brush: Brush, piece: Piece, at: Point) -> str:
        if brush.has_classes:
            return self._shown(piece, at) + self._claims(brush, piece, at)
        face = faces.draw_face(piece.face, piece.gone)
        face = f'<g transform="rotate({90 * piece.turn})">{face}</g>' if piece.turn else face
        return f'<g transform="translate({point(at)})">{SHADOW}{face}{self._claims(brush, piece, (0, 0))}</g>'

    def _claims(self, brush: Brush, piece: Piece, at: Point) -> str:
        drawn, there = "", dict[str, int]()
        for part in piece.parts:
            (x, y), number_there = claim_place(piece, part.name), there.get(part.name, 0)
            there[part.name] = number_there + 1
            name = _part_name(part.kind, part.name[:1], part.style)
            drawn += f"<use {brush.ref(name)} {_at((at[0] + x + 7 * number_there, at[1] + y + 5 * number_there))}/>"
        return drawn

    def star_place(self, ground: Ground, choice: Choice) -> Point:
        """Return a corner of the cell, or the spot of a claim: the others stay free."""
        claimed = _claimed(choice)
        if not claimed:
            return super().star_place(ground, choice)
        tile, name = claimed
        (x, y), (right, down) = ground.centre(tile.cells[0]), claim_place(tile, name)
        return x + right, y + down

    def part_places(self, piece: Piece) -> Mapping[str, Point]:
        names = faces.places_of(piece.face).claims if piece.face in faces.faces() else ()
        return {name: claim_place(piece, name) for name in names}

    # Choices

    def choice_definitions(self, brush: Brush, prompt: Prompt) -> str:
        """Return the marks of an empty cell and of a tile to flip, and empty cells with the tile that would lie there.

        Within them, board.css shows and hides what belongs to a choice: its rules for links do not reach definitions.
        """
        hit = f'<rect {brush("hit")} x="-30" y="-30" width="60" height="60"/>'
        grip = brush.css("b-grip")
        tiles = {
            _place_name(tile): tile for choice in prompt.choices if not _is_flip(choice) for tile in _would_lie(choice)
        }
        ghost, frame = ('<g class="b-ghost">{}</g>', FRAME) if brush.has_classes else ("", "")
        places = "".join(
            f"<g {brush.id(name)}><use {brush.ref('spot')}/>{ghost.format(self._ghost(brush, tile, (0, 0)))}</g>"
            for name, tile in tiles.items()
        )
        return (
            f"<g {brush.id('frame')}>{FRAME}</g>"
            f"<g {brush.id('spot')}>{hit}<g {grip}>"
            f'<rect {brush("spot")} x="-25" y="-25" width="50" height="50" rx="7"/>'
            f'<path {brush("plus")} d="M-7 0H7M0-7V7"/></g></g>'
            f"<g {brush.id('turn')}>{hit}{ghost.format(frame)}"
            f'<g {grip}><circle {brush("disc")} r="11"/>{TURN}</g></g>{places}'
        )

    def choices(self, brush: Brush, ground: Ground, prompt: Prompt) -> dict[str, Drawing]:
        claims = [choice for choice in prompt.choices if _claimed(choice)]
        if claims:
            return {choice.notation: self._claim(brush, ground, choice) for choice in claims}
        offered, cells = prompt.choices, {choice.cells for choice in prompt.choices}
        if len(offered) == 1 or len(cells) > 1 or not any(cells):  # no rotations of one tile
            return self.places(brush, ground, offered)
        areas, found = targets(ground, offered), dict[str, Drawing]()
        for choice, side in zip(offered, sides(len(offered)), strict=False):
            found[choice.notation] = self._rotation(brush, ground, choice, areas[choice.notation], side)
        return found

    def glow(self, brush: Brush, ground: Ground, prompt: Prompt) -> str:
        """Return nothing: each place has a mark of its own."""
        return ""

    def places(self, brush: Brush, ground: Ground, offered: Sequence[Choice]) -> dict[str, Drawing]:
        return {choice.notation: self.place(brush, ground, choice) for choice in offered if choice.cells}

    def place(self, brush: Brush, ground: Ground, choice: Choice) -> Drawing:
        at, tiles = ground.centre(choice.cells[0]), _would_lie(choice)
        if not _is_flip(choice):
            return f"<use {brush.ref(_place_name(tiles[0]) if tiles else 'spot')} {_at(at)}/>", ""
        ghost = self._shown(tiles[0], at, 'class="b-ghost" ') if brush.has_classes else ""
        return f"{ghost}<use {brush.ref('turn')} {_at(at)}/>", ""

    def _ghost(self, brush: Brush, tile: Piece, at: Point) -> str:
        return f"{self._tile(brush, tile, at)}<use {brush.ref('frame')} {_at(at)}/>"

    def _rotation(self, brush: Brush, ground: Ground, choice: Choice, area: str, side: Point) -> Drawing:
        x, y = ground.centre(choice.cells[0])
        at, turn = (x + 19 * side[0], y + 19 * side[1]), 90 * int(choice.notation[-1:])
        seen = (
            f'<path {brush("hit")} d="{area}"/><g {brush.css("b-grip")}transform="translate({point(at)})">'
            f'<circle {brush("disc")} r="9"/>{ARROW.format(turn)}</g>'
        )
        return seen, "".join(self._ghost(brush, tile, (x, y)) for tile in _would_lie(choice))

    def _claim(self, brush: Brush, ground: Ground, choice: Choice) -> Drawing:
        tile, name = _claimed(choice) or (choice.preview[0], "")
        assert isinstance(tile, Piece)
        x, y = ground.centre(tile.cells[0])
        dx, dy = claim_place(tile, name)
        place = f'transform="translate({point((x + dx, y + dy))})"'
        target = f'<circle {brush("hit")} r="{HIT}" {place}/>'
        seen = f'{target}<g {brush.css("b-grip")}{place}><circle {brush("disc")} r="4.2"/></g>'
        return seen, self.items(brush, ground, [tile])

    def _shown(self, tile: Piece, at: Point, css: str = "") -> str:
        """Return a face from the file of pieces: as a whole, or the layers that are left of it."""
        name, address = self.piece_name(tile.face), pieces_address("marram", self)
        if not tile.gone:
            return f'<use {css}href="{address}#{name}r{tile.turn}" {_at(at)}/>'
        turned = f"rotate({90 * tile.turn})" if tile.turn else ""
        place = f'transform="translate({round(at[0])} {round(at[1])}){turned}"'
        return f'<use {css}href="{address}#{name}{_without(tile.gone)}" {place}/>'

    # Small pictures

    def piece_name(self, name: str) -> str:
        return name.removesuffix("a") if name in faces.faces() else ""

    def pieces_svg(self) -> str:
        """Return all faces, each with a view of its name.

        Boards use the parts of a face: "42r0" to "42r3" in each rotation, and "42x0" without its first creature. Each
        rotation is within the next one, so that the file has a face once.
        """
        drawn, names = "", sorted({*map(self.piece_name, faces.faces())}, key=lambda name: (len(name), name))
        for row, name in enumerate(names):
            ground, beasts, things = faces.layers_of(name)
            layers = {"g": SHADOW + ground, **{f"p{index}": beast for index, beast in enumerate(beasts)}, "t": things}
            art = "".join(f'<g id="{name}{layer}">{part}</g>' for layer, part in layers.items())
            art = f'<g id="{name}r0">{art}</g>'
            for turn in QUARTER_TURNS:
                art = f'<g id="{name}r{turn}" transform="rotate(90)">{art}</g>'
            y = 2 * REACH * row
            drawn += (
                f'<view id="{name}" viewBox="0 {y} {2 * REACH} {2 * REACH}"/>'
                f'<g transform="translate({REACH} {y + REACH})rotate(90)">{art}</g>'
                f"<defs>{''.join(_incomplete(name, gone, len(beasts)) for gone in _losses(len(beasts)))}</defs>"
            )
        box = f"0 0 {2 * REACH} {2 * REACH * len(names)}"
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{drawn}</svg>'

    def style_colour(self, style: str) -> str:
        return SEATS[style][0] if style in SEATS else super().style_colour(style)

    def style_icon(self, style: str) -> str:
        return f"style-{style}" if style in SEATS else style

    def stat_icon(self, name: str, kind: str = "", style: str = "") -> str:
        return style

    def icon(self, name: str, *, title: str = "", size: int = 0) -> str:
        if found := FACE.fullmatch(name):
            art = faces.draw_face(found["face"], tuple(map(int, found["gone"] or "")))
            turned_art = f'<g transform="rotate({90 * int(found["turn"])})">{art}</g>' if found["turn"] else art
            return picture(title, "-32 -32 64 64", size or 2 * REACH, SHADOW + turned_art, "tile-icon")
        if name == "backs":
            return picture(title, f"0 0 {7 * BACK[0]} {4 * BACK[1]}", size or 7 * BACK[0], _backs(), "tile-icon")
        kind, _, key = name.partition("-")
        if kind == "style" or (kind in faces.PIECES and key):
            art = faces.piece("boot" if kind == "style" else kind, kind != "fork", SEATS[key], key)
            return picture(title, "-10 -10 20 20", size or 40, art, "style-icon")
        return picture(title, "-8 -8 16 16", size or 32, faces.ART[kind], "stat-icon")


def _backs() -> str:
    wide, high = BACK
    paper = f'<rect width="{7 * wide}" height="{4 * high}" fill="#d8bf8a"/>'
    drawn = ""
    for at, number_of in enumerate(sorted(faces.shovels())):
        sides = (
            f'<g transform="translate({x} 58)">{faces.draw_face(f"{number_of}{side}", ())}</g>'
            for x, side in ((40, "a"), (106, "b"))
        )
        written = f'<text x="{wide // 2}" y="20" fill="#2a1a14" font-size="16" {FONT}>{number_of}</text>'
        drawn += f'<g transform="translate({at % 7 * wide} {at // 7 * high})">{written}{"".join(sides)}</g>'
    return paper + drawn


def claim_place(piece: Piece, name: str) -> Point:
    """Return where a piece lies on a segment of a tile, from the middle of its cell."""
    return turned(faces.places_of(piece.face).claims[name], piece.turn)


def _claimed(choice: Choice) -> tuple[Piece, str] | None:
    """Return the tile and the segment that a choice would claim, None for a choice of another kind."""
    tiles = [item for item in choice.preview if isinstance(item, Piece) and item.parts]
    last = choice.notation.rsplit(" ", 1)[-1]
    if not tiles or not any(part.name == last for part in tiles[-1].parts):
        return None
    return tiles[-1], last


def _letter(part: PiecePart) -> str:
    return SEAT_LETTERS[part.seat] if part.seat is not None else part.style[:1].upper()


def _part_name(kind: str, segment: str, style: str) -> str:
    return f"{kind[0]}{segment}{style}"


def _is_flip(choice: Choice) -> bool:
    return choice.notation.startswith("f")


def _would_lie(choice: Choice) -> list[Piece]:
    """Return the tile that a choice would lay, without a piece on it."""
    return [item for item in choice.preview if isinstance(item, Piece) and not item.parts]


def _without(gone: Iterable[int]) -> str:
    return f"x{''.join(map(str, gone))}"


def _losses(count: int) -> list[tuple[int, ...]]:
    """Return what can be gone of a number of creatures."""
    return [gone for size in range(1, count + 1) for gone in combinations(range(count), size)]


def _incomplete(name: str, gone: tuple[int, ...], count: int) -> str:
    layers = ("g", *(f"p{index}" for index in range(count) if index not in gone), "t")
    drawn = "".join(f'<use href="#{name}{layer}"/>' for layer in layers)
    return f'<g id="{name}{_without(gone)}">{drawn}</g>'


def _place_name(tile: Piece) -> str:
    return f"p{tile.turn}"


def _at(at: Point) -> str:
    """Return a place as attributes, on whole units."""
    return f'x="{round(at[0])}" y="{round(at[1])}"'


def sides(count: int) -> list[Point]:
    """Return the directions of the parts of a cell that choices divide, in the order of ``choices.targets``."""
    up, right, down, left = (0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)
    few: dict[int, list[Point]] = {1: [(0, 0)], 2: [(-0.6, -0.6), (0.6, 0.6)], 3: [up, (0.6, 0.6), left]}
    return few.get(count, [up, right, down, left])


SKIN = MarramSkin()
