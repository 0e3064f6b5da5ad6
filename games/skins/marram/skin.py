"""The skin of Marram."""

from collections.abc import Collection, Iterable, Sequence

from games.engine.prompts import Choice, Prompt
from games.engine.scene import Piece, PiecePart, Scene, Token
from games.engine.values import SEAT_LETTERS

from ..geometry import Ground, Point, point
from ..paint import Brush, number
from ..shapes import picture
from ..skin import Drawing, Skin
from . import faces, treasures
from .colours import PAINTS, SEATS
from .curves import turned

HIT = 11  # half the width of the target of a piece that can be put on a segment
REACH = 32  # of a face with its shadow, from its middle
SHADOW = '<rect x="-31.4" y="-31.2" width="62.8" height="62.8" rx="2" fill-opacity=".3"/>'
KINDS = (("boot", "L"), ("boot", "B"), ("fork", "B"))  # what lies on land and on creatures
FRAME = (
    '<path fill="none" stroke="#2a1a14" stroke-width="4.4" d="M-29-29h58v58h-58z"/>'
    '<path fill="none" stroke="#ffe9a8" stroke-width="2.2" d="M-29-29h58v58h-58z"/>'
)


class MarramSkin(Skin):
    """Draws the dunes."""

    margin = 36
    paper = "#e2cb96"
    paints = PAINTS

    def empty_board(self, brush: Brush, ground: Ground, scene: Scene) -> Drawing:
        """Return the dunes, as far as the drawing reaches."""
        wide, high = number(ground.width + 2 * self.margin), number(ground.height + 2 * self.margin)
        place = f'x="{number(ground.left - self.margin)}" y="{number(ground.top - self.margin)}"'
        plate = f'{place} width="{wide}" height="{high}" rx="14"' + (' data-plate=""' if brush.has_classes else "")
        definition = (
            f'<pattern {brush.id("ripples")} width="120" height="60" patternUnits="userSpaceOnUse">'
            f'<path {brush("ripple")} d="M4 14q12-9 26-4t28 2M70 30q10-8 22-4t24 1M14 48q12-8 25-3t22 1"/></pattern>'
        )
        return f'<rect {brush("dune")} {plate}/><rect fill="{brush.url("ripples")}" {plate}/>', definition

    def definitions(self, brush: Brush, items: Iterable[Piece | Token], styles: Collection[str] = ()) -> str:
        """Return the boots and pitchforks of all seats."""
        items = list(items)
        parts = {
            (part.kind, part.name[:1], part.style, _letter(part))
            for item in items
            if isinstance(item, Piece)
            for part in item.parts
        }
        seats = [style for style in styles if len(style) == 1]  # the others are those of tiles and supplies
        parts |= {(kind, land, style, style.upper()) for style in seats for kind, land in KINDS}
        drawn = "".join(
            f"<g {brush.id(_part_name(kind, land, style))}>"
            f"{treasures.piece(kind, land == 'L', self.style_colour(style), letter)}</g>"
            for kind, land, style, letter in sorted(parts)
        )
        return drawn + super().definitions(brush, items, styles)

    def piece(self, brush: Brush, ground: Ground, piece: Piece) -> str:
        """Return a tile with the pieces of the seats on it. On a page, its face is a file that browsers cache."""
        if piece.face not in faces.faces():
            return super().piece(brush, ground, piece)
        at = ground.centre(piece.cells[0])
        move, turn = f"translate({point(at)})", f"rotate({90 * piece.turn})" if piece.turn else ""
        if brush.has_classes:
            name, size = face_name(piece.face, piece.gone), 2 * REACH
            picture = f'<image href="/art/marram/{name}.svg" width="{size}" height="{size}" '
            drawn = f'{picture}transform="{move}{turn}translate(-{REACH}-{REACH})"/>'
            claims = self._claims(brush, piece, at)
            return f"<g>{drawn}{claims}</g>" if claims else drawn
        face = (
            f'<g transform="{turn}">{faces.draw(piece.face, piece.gone)}</g>'
            if turn
            else faces.draw(piece.face, piece.gone)
        )
        return f'<g transform="{move}">{SHADOW}{face}{self._claims(brush, piece, (0, 0))}</g>'

    def _claims(self, brush: Brush, piece: Piece, at: Point) -> str:
        drawn, there = "", dict[str, int]()
        for part in piece.parts:
            (x, y), number_there = claim_place(piece, part.name), there.get(part.name, 0)
            there[part.name] = number_there + 1
            name = _part_name(part.kind, part.name[:1], part.style)
            x, y = at[0] + x + 7 * number_there, at[1] + y + 5 * number_there
            drawn += f'<use {brush.ref(name)} x="{number(x)}" y="{number(y)}"/>'
        return drawn

    # Choices

    def choice_definitions(self, brush: Brush, prompt: Prompt) -> str:
        """Return the mark of an empty place, and the frame of a tile that would lie there."""
        return (
            f'<g {brush.id("spot")}><rect {brush("spot")} x="-25" y="-25" width="50" height="50" rx="7"/>'
            f'<path {brush("plus")} d="M-7 0H7M0-7V7"/></g><g {brush.id("frame")}>{FRAME}</g>'
        )

    def choices(self, brush: Brush, ground: Ground, prompt: Prompt) -> dict[str, Drawing]:
        """Return places for tiles, rotations, tiles to flip, and segments to claim."""
        claims = [choice for choice in prompt.choices if _claimed(choice)]
        others = [choice for choice in prompt.choices if choice.cells and choice not in claims]
        if claims:
            return {choice.notation: self._claim(brush, ground, choice) for choice in claims}
        return self.places(brush, ground, others)

    def place(self, brush: Brush, ground: Ground, choice: Choice) -> Drawing:
        """Return the mark of a place, and the tile that would lie there."""
        place = f'transform="translate({point(ground.centre(choice.cells[0]))})"'
        tiles = [item for item in choice.preview if isinstance(item, Piece)]
        seen = f"<use {brush.ref('spot')} {brush.css('b-grip')}{place}/>"
        return seen, f"{self.items(brush, ground, tiles)}<use {brush.ref('frame')} {place}/>"

    def _claim(self, brush: Brush, ground: Ground, choice: Choice) -> Drawing:
        """Return a target on the segment that a choice would claim, and the piece there."""
        tile, name = _claimed(choice) or (choice.preview[0], "")
        assert isinstance(tile, Piece)
        x, y = ground.centre(tile.cells[0])
        dx, dy = claim_place(tile, name)
        place = f'transform="translate({point((x + dx, y + dy))})"'
        target = f'<circle {brush("hit")} r="{HIT}" {place}/>'
        seen = f'{target}<g {brush.css("b-grip")}{place}><circle {brush("disc")} r="5"/></g>'
        return seen, self.items(brush, ground, [tile])

    # Small pictures

    def style_colour(self, style: str) -> str:
        """Return the colour of a seat's boots."""
        at = SEAT_LETTERS.find(style[:1].upper())
        return SEATS[at % len(SEATS)]

    def stat_icon(self, name: str, kind: str = "", style: str = "") -> str:
        """Return the name of the picture of boots, pitchforks and shovels in hand, or of a tile."""
        if kind == "tile":
            return face_name(style, ())
        return {"boots": "boot", "forks": "fork", "shovels": "shovel"}.get(name, "")

    def icon(self, name: str, *, title: str = "", size: int = 0) -> str:
        """Return the picture of a face, of what lies on it, or of a seat's boot. Raises KeyError for another name."""
        kind, _, key = name.partition("-")
        if kind[:1].isdecimal():
            face, gone = kind, key.removeprefix("x")
            parts = tuple(int(index) for index in gone if index.isdecimal())
            return picture(title, "-32 -32 64 64", size or 128, SHADOW + faces.draw(face, parts), "tile-icon")
        if kind == "style" and key:
            piece = treasures.piece("boot", True, self.style_colour(key), key[:1].upper())
            return picture(title, "-10 -10 20 20", size or 40, piece, "style-icon")
        if kind in treasures.PIECES:
            art = f'<path fill="#7a4a1c" stroke="#3b2a1c" stroke-width=".7" d="{treasures.PIECES[kind]}"/>'
            return picture(title, "-9 -9 18 18", size or 36, art, "stat-icon")
        return picture(title, "-8 -8 16 16", size or 32, treasures.ART[kind], "stat-icon")


def face_name(face: str, gone: Sequence[int]) -> str:
    """Return the name of the picture of a face without the parts of creatures that are gone."""
    return face + (f"-x{''.join(map(str, gone))}" if gone else "")


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
    """Return the letter on a piece: that of its seat."""
    return SEAT_LETTERS[part.seat] if part.seat is not None else part.style[:1].upper()


def _part_name(kind: str, segment: str, style: str) -> str:
    """Return the name of the definition of a piece of a style on land (L) or on a creature (B)."""
    return f"{kind}-{segment}-{style}"


SKIN = MarramSkin()
