"""Frames of a game: the action of each ply, the board after it, and what has changed."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any, TypedDict

from games.engine.core import Title
from games.engine.prompts import Panel
from games.engine.scene import Piece, Scene

from .geometry import Ground
from .paint import Brush
from .skin import Skin


def piece_styles(title: Title, state: Any) -> list[str]:
    """Return the styles of all pieces that a game can have."""
    panels = title.panels(state)
    return sorted(
        {style for panel in panels for style in (panel.style, *(stat.style for stat in panel.stats)) if style}
    )


class LaidPiece(TypedDict):
    """A piece that was laid: its middle, its turn in degrees (0: from west to east), and its drawing.

    ``roll`` is the name of the definition that unrolls, "" for a piece that comes down as it is.
    """

    x: float
    y: float
    turn: int
    roll: str
    drawing: str


class TurnedPiece(TypedDict):
    """A piece that was turned over or round where it lies: its middle, its drawings before and after."""

    x: float
    y: float
    old: str
    new: str


def laid_pieces(skin: Skin, brush: Brush, before: Scene, after: Scene) -> list[LaidPiece]:
    """Return the pieces that are new in a position."""
    ground, known = Ground(after), {piece.key for piece in before.pieces}
    return [_laid(skin, brush, ground, piece) for piece in after.pieces if piece.key not in known]


def _laid(skin: Skin, brush: Brush, ground: Ground, piece: Piece) -> LaidPiece:
    x, y = ground.middle(piece.cells)
    turn = 90 * (ground.toward(*piece.cells) % 2) if ground.are_neighbours(piece.cells) else 0
    roll = skin.rolled(piece)
    return LaidPiece(x=x, y=y, turn=turn, roll=roll, drawing="" if roll else skin.piece(brush, ground, piece))


def turned_pieces(skin: Skin, brush: Brush, before: Scene, after: Scene) -> list[TurnedPiece]:
    """Return the pieces that show another face or lie in another direction than before."""
    return list(_turned(skin, brush, Ground(before), Ground(after), before, after))


def _turned(
    skin: Skin, brush: Brush, was_ground: Ground, ground: Ground, before: Scene, after: Scene
) -> Iterator[TurnedPiece]:
    earlier = {piece.key: piece for piece in before.pieces}
    for piece in after.pieces:
        was = earlier.get(piece.key)
        if was and (was.face, was.turn) != (piece.face, piece.turn):
            x, y = ground.middle(piece.cells)
            old, new = skin.piece(brush, was_ground, was), skin.piece(brush, ground, piece)
            yield TurnedPiece(x=x, y=y, old=old, new=new)


def figures_of(panels: Sequence[Panel], kind: str) -> list[int | None]:
    """Return the figure of this kind of each seat, None for a seat without one."""
    values = {panel.seat: stat.value for panel in panels for stat in panel.stats if stat.kind == kind}
    return [values.get(seat) for seat in range(max(values, default=-1) + 1)]


def flows_between(had: Sequence[int | None], has: Sequence[int | None]) -> list[list[int | None]]:
    """Return who paid whom how much. What a seat loses goes to those that gain; None stands for no seat."""
    changes = [(now or 0) - (then or 0) for then, now in zip_longest(had, has)]
    losers = {seat: -change for seat, change in enumerate(changes) if change < 0}
    paid: list[list[int | None]] = []
    for seat, gain in enumerate(changes):
        for loser, lost in losers.items():
            if (amount := min(gain, lost)) > 0:
                paid.append([loser, seat, amount])
                losers[loser] -= amount
                gain -= amount
        if gain > 0:
            paid.append([None, seat, gain])
    return paid + [[seat, None, lost] for seat, lost in losers.items() if lost]
