"""Frames of a game: the action of each ply and the board after it, for animations (static/js/board/film/film.js).

They follow from title, plies and names alone, and are dictionaries for JSON. Coordinates are drawing units of
board_svg.
"""

from collections.abc import Sequence
from typing import Any, TypedDict

from games.engine.core import Title
from games.engine.scene import Scene, Token, Trail
from games.engine.values import ABORT, Ply
from games.pictures.board_svg import IDENT, board_layers
from games.pictures.film import LaidPiece, TurnedPiece, figures_of, flows_between, laid_pieces, turned_pieces
from games.pictures.geometry import SIDES, Ground
from games.pictures.registry import skin_of

from .log_lines import ply_text, rolled_face


class Frame(TypedDict):
    """A ply. ``ply`` is the length of the log after it; 0 is the position before the first ply, without an action.

    ``text`` describes it in sentences, ``seat`` is the seat that acted or for which chance did (null: none), ``result``
    the result of chance that moves the figure or "", and ``thrown`` the definition that shows it ("": none).
    ``path`` has the cells of the figure's walk, from the cell that it left, through the loops with the indexes
    ``loops``; ``route`` is the same walk as SVG path data ("" without a walk). ``facing`` is the direction of the
    figure at the end, ``turn`` its turn on the spot, in degrees from north, before and after (null: none).
    ``flows`` are lists of seat or null that pays, seat or null that receives, and amount; ``token`` is the definition
    that shows what flows ("": a number), ``figures`` what each seat has after it (null: the seat has no such figure),
    ``sources`` are the middles of the cells that it flows for. ``laid`` are new pieces, ``turned`` those turned over or
    round. ``lying`` and ``standing`` are board_svg's layers of the position, ``box`` is the view box of its drawing.
    """

    ply: int
    text: str
    seat: int | None
    result: str
    thrown: str
    path: list[str]
    loops: list[int]
    route: str
    facing: str
    turn: list[int] | None
    flows: list[list[int | None]]
    token: str
    figures: list[int | None]
    sources: list[list[float]]
    laid: list[LaidPiece]
    turned: list[TurnedPiece]
    lying: str
    standing: str
    box: str


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


def _beginning(title: Title, state: Any, scene: Scene) -> Frame:
    skin, (lying, standing) = skin_of(title.key), board_layers(scene)
    return Frame(
        ply=0,
        text="",
        seat=None,
        result="",
        thrown="",
        path=[],
        loops=[],
        route="",
        facing=scene.tokens[0].facing if scene.tokens else "",
        turn=None,
        flows=[],
        token=skin.flow_icon,
        figures=figures_of(title.panels(state), skin.flow),
        sources=[],
        laid=[],
        turned=[],
        lying=lying,
        standing=standing,
        box=Ground(scene).box(skin.margin),
    )


def _played(title: Title, ply: Ply, names: Sequence[str], before: Scene, after: Scene) -> Frame:
    face, ground, skin = rolled_face(title, ply), Ground(after), skin_of(title.key)
    old, new = before.tokens[:1], after.tokens[:1]
    walked = _walk(bool(face), after.trails, old, new)
    had, has = (figures_of(title.panels(state), skin.flow) for state in (ply.before, ply.after))
    flows, brush = flows_between(had, has), skin.brush(IDENT, "page")
    lying, standing = board_layers(after)
    return Frame(
        ply=ply.number + 1,
        text=ply_text(title, ply, names),
        seat=_whose(title, ply),
        result=face,
        thrown=skin.result_icon(face),
        path=list(walked.cells),
        loops=list(walked.loops),
        route=ground.route(walked.cells, walked.loops) if walked.cells else "",
        facing=new[0].facing if new else "",
        turn=None if walked.cells else _turned(old, new),
        flows=flows,
        token=skin.flow_icon,
        figures=has,
        sources=[list(ground.centre(cell)) for cell in _sources(title, ply, after)] if flows else [],
        laid=laid_pieces(skin, brush, before, after),
        turned=turned_pieces(skin, brush, before, after),
        lying=lying,
        standing=standing,
        box=ground.box(skin.margin),
    )


def _sources(title: Title, ply: Ply, after: Scene) -> list[str]:
    """Return the cells that gave points in this ply, otherwise the marked ones that the turn has not merely changed."""
    if gains := title.gains(ply):
        return list(dict.fromkeys(cell for gain in gains for cell in gain.cells))
    return [cell for kind, cells in after.marks.items() if kind != "last" for cell in cells]


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
