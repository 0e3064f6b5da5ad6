"""Frames of a game: the action of each ply and the board after it, for animations (static/js/film/film.js).

They follow from title, plies and names alone, and are dictionaries for JSON. Coordinates are drawing units of
board_svg.
"""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, TypedDict

from games.engine.core import Title
from games.engine.prompts import Panel
from games.engine.scene import Piece, Scene, Token, Trail
from games.engine.values import ABORT, Ply
from games.skins.geometry import SIDES, Ground

from ..table.log_lines import ply_text, rolled_face
from .board_svg import board_layers


class LaidPiece(TypedDict):
    """A piece that was laid: its middle, its turn in degrees (0: from west to east) and its style."""

    style: str
    x: float
    y: float
    turn: int


class Frame(TypedDict):
    """A ply. ``ply`` is the length of the log after it; 0 is the position before the first ply, without an action.

    ``text`` describes it in sentences, ``seat`` is the seat that acted or rolled (null: none), ``die`` the face of the
    roll or "". ``path`` has the cells of the figure's walk, from the cell that it left, through the loops with the
    indexes ``loops``; ``route`` is the same walk as SVG path data ("" without a walk). ``facing`` is the direction of
    the figure at the end, ``turn`` its turn on the spot, in degrees from north, before and after (null: none).
    ``coins`` are lists of seat or null that pays, seat or null that receives, and amount; ``purses`` the coins of each
    seat after it (null: the seat has none). ``paid`` are the middles of the cells that were paid for, ``laid`` the new
    pieces. ``lying`` and ``standing`` are board_svg's layers of the position.
    """

    ply: int
    text: str
    seat: int | None
    die: str
    path: list[str]
    loops: list[int]
    route: str
    facing: str
    turn: list[int] | None
    coins: list[list[int | None]]
    purses: list[int | None]
    paid: list[list[float]]
    laid: list[LaidPiece]
    lying: str
    standing: str


def make_frames(
    title: Title, plies: Sequence[Ply], names: Sequence[str], *, start: int = 0, stop: int | None = None
) -> list[Frame]:
    """Return the frames of the plies from ``start`` to ``stop`` (both included; by default all; 0 is the beginning).

    ``plies`` is the log from its first ply on, ``names`` are those of the players by seat. Empty for an empty log.
    """
    last = len(plies) if stop is None else min(stop, len(plies))
    if not plies or start > last:
        return []
    states = [plies[0].before, *(ply.after for ply in plies)]
    scenes = {at: title.scene(states[at]) for at in range(max(start - 1, 0), last + 1)}
    begun = [_beginning(title, states[0], scenes[0])] if start == 0 else []
    later = range(max(start, 1), last + 1)
    return begun + [_played(title, plies[at - 1], names, scenes[at - 1], scenes[at]) for at in later]


def piece_styles(title: Title, state: Any) -> list[str]:
    """Return the styles of all pieces that a game can have."""
    panels = title.panels(state)
    return sorted(
        {style for panel in panels for style in (panel.style, *(stat.style for stat in panel.stats)) if style}
    )


def _beginning(title: Title, state: Any, scene: Scene) -> Frame:
    lying, standing = board_layers(scene)
    return Frame(
        ply=0,
        text="",
        seat=None,
        die="",
        path=[],
        loops=[],
        route="",
        facing=scene.tokens[0].facing if scene.tokens else "",
        turn=None,
        coins=[],
        purses=_purses(title.panels(state)),
        paid=[],
        laid=[],
        lying=lying,
        standing=standing,
    )


def _played(title: Title, ply: Ply, names: Sequence[str], before: Scene, after: Scene) -> Frame:
    face, ground = rolled_face(title, ply), Ground(after)
    old, new = before.tokens[:1], after.tokens[:1]
    walked = _walk(bool(face), after.trails, old, new)
    had, has = _purses(title.panels(ply.before)), _purses(title.panels(ply.after))
    coins = _paid(had, has)
    lying, standing = board_layers(after)
    known = {piece.key for piece in before.pieces}
    return Frame(
        ply=ply.number + 1,
        text=ply_text(title, ply, names),
        seat=_whose(title, ply),
        die=face,
        path=list(walked.cells),
        loops=list(walked.loops),
        route=ground.route(walked.cells, walked.loops) if walked.cells else "",
        facing=new[0].facing if new else "",
        turn=None if walked.cells else _turned(old, new),
        coins=coins,
        purses=has,
        paid=[list(ground.centre(cell)) for cell in after.marks.get("paid", ())] if coins else [],
        laid=[_laid(ground, piece) for piece in after.pieces if piece.key not in known],
        lying=lying,
        standing=standing,
    )


def _whose(title: Title, ply: Ply) -> int | None:
    """Return the seat that acted, or for which chance acted."""
    chance = title.chance(ply.before)
    is_drawn = chance and ply.action.seat is None and title.notation(ply.action) != ABORT
    return chance.seat if chance and is_drawn else ply.action.seat


def _walk(has_rolled: bool, trails: Sequence[Trail], old: Sequence[Token], new: Sequence[Token]) -> Trail:
    """Return the walk of the first figure in this ply: the trail of a roll, otherwise the straight way."""
    if not old or not new or (not has_rolled and old[0].cell == new[0].cell):
        return Trail("walk", ())
    last = trails[-1] if trails else None
    if last and (last.cells[0], last.cells[-1]) == (old[0].cell, new[0].cell):
        return last
    return Trail("walk", () if old[0].cell == new[0].cell else (old[0].cell, new[0].cell))


def _turned(old: Sequence[Token], new: Sequence[Token]) -> list[int] | None:
    """Return the turn of the first figure, the short way ([90, 0] or [270, 360]), None without a turn."""
    if not old or not new or old[0].facing == new[0].facing or not old[0].facing or not new[0].facing:
        return None
    was = SIDES.index(old[0].facing)
    quarters = (SIDES.index(new[0].facing) - was + 1) % 4 - 1
    return [90 * was, 90 * (was + quarters)]


def _purses(panels: Sequence[Panel]) -> list[int | None]:
    """Return the coins of each seat."""
    coins = {panel.seat: stat.value for panel in panels for stat in panel.stats if stat.kind == "coins"}
    return [coins.get(seat) for seat in range(max(coins, default=-1) + 1)]


def _paid(had: Sequence[int | None], has: Sequence[int | None]) -> list[list[int | None]]:
    """Return who paid whom. The loss of a seat goes to those that gained; null stands for the bank."""
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


def _laid(ground: Ground, piece: Piece) -> LaidPiece:
    x, y = ground.middle(piece.cells)
    turn = 90 * (ground.toward(*piece.cells[:2]) % 2) if len(piece.cells) > 1 else 0
    return LaidPiece(style=piece.style, x=x, y=y, turn=turn)
