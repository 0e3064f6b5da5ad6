"""What players see: the drawing of a position, and sentences about plies."""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache, partial

from ..messages import Message, Params, ending
from ..scene import Cell, Piece, PiecePart, Scene
from ..values import Leave, Outcome, Ply, Standing
from .actions import (
    FIRST_PART,
    STEPS,
    Action,
    Discard,
    Draw,
    Flip,
    Pass,
    Place,
    cell_name,
    cell_named,
    column_and_row,
    segment_name,
)
from .actions import Cell as BoardCell
from .board import EMPTY, Board, LaidTile, View, cells_of, view_of
from .position_json import gone_parts, piece_name
from .rules import play
from .state import Scored, State, outcome
from .tiles import SIDES, Face, Tile

# The position as drawing data: tiles with what lies on them, the empty cells beside them, the changes of a turn


STYLES = "ABCD"  # of the seats
_EMPTY_BOARD = (0, 0)


def scene(state: State) -> Scene:
    laid, empty = state.board.laid, () if state.reason else state.board.frontier
    cells = sorted((*laid, *empty))
    places = [column_and_row(cell) for cell in cells] or [_EMPTY_BOARD]
    columns, rows = zip(*places, strict=True)
    return Scene(
        title="marram",
        columns=max(columns) - min(columns) + 1,
        rows=max(rows) - min(rows) + 1,
        cells=tuple(_cell(state, cell) for cell in cells),
        pieces=tuple(piece(state, cell, laid[cell]) for cell in sorted(laid)),
        marks=_marks(state),
        left=min(columns),
        top=min(rows),
    )


def face_of(state: State, one: LaidTile) -> Face:
    return state.rules.tiles[one.tile].faces[one.face]


def piece(state: State, cell: BoardCell, one: LaidTile) -> Piece:
    """Return a tile on this cell as a piece of the drawing. Its face is its number and "a" or "b"."""
    return Piece(
        key=f"T{one.tile}",
        kind="tile",
        style="tile",
        cells=(cell_name(cell),),
        letter=str(one.tile),
        face=face_of(state, one).name,
        turn=one.rotation,
        gone=tuple(gone_parts(one.gone)),
        parts=tuple(
            PiecePart(segment_name(claim.segment), piece_name(state, claim.segment), STYLES[claim.seat], claim.seat)
            for claim in one.claims
        ),
    )


def _cell(state: State, cell: BoardCell) -> Cell:
    return Cell(cell_name(cell), *column_and_row(cell), _text(state, cell))


def edges_message(edges: Iterable[str]) -> Message:
    north, east, south, west = (Message(f"edge.{edge.lower()}") for edge in edges)
    return Message("edges", {"north": north, "east": east, "south": south, "west": west})


def _around(edges: str) -> Message:
    shown = [
        Message(f"brief.{side}", {"edge": Message(f"brief.{edge.lower()}")})
        for side, edge in zip(SIDES, edges, strict=True)
        if edge != EMPTY
    ]
    return Message(f"brief.{len(shown)}", dict(zip("abcd", shown, strict=False)))


def _text(state: State, cell: BoardCell) -> Message:
    one = state.board.laid.get(cell)
    return empty_text(state, cell) if one is None else tile_text(state, cell, one)


def empty_text(state: State, cell: BoardCell, tile: int | None = None) -> Message:
    """Return what an empty cell needs and, if there is one, that this tile fits."""
    edges = _around(state.board.edges_around(cell))
    if tile is None:
        return Message("cell.empty", {"cell": cell_name(cell), "edges": edges})
    return Message("cell.fits", {"cell": cell_name(cell), "tile": tile, "edges": edges})


def tile_text(state: State, cell: BoardCell, one: LaidTile) -> Message:
    """Return what a tile that lies there, or may, shows."""
    key = "cell.back" if one.face else "cell.shovel" if state.rules.tiles[one.tile].has_shovel else "cell.tile"
    text = Message(
        key,
        {
            "cell": cell_name(cell),
            "tile": one.tile,
            "edges": brief_view(view_of(face_of(state, one), one.rotation, one.gone)),
        },
    )
    for claim in one.claims:
        what = {
            "piece": piece_message(state, claim.segment),
            "segment": the_segment(face_of(state, one), one.rotation, claim.segment),
        }
        text = Message("cell.claimed", {"lying": text, "seat": claim.seat, **what})
    return text


def piece_message(state: State, segment: int) -> Message:
    return Message(f"piece.{piece_name(state, segment)}")


@lru_cache(maxsize=1024)
def brief_view(view: View) -> Message:
    """Return the edges of a tile, with the ends of creatures there, and its treasures."""
    kinds = [
        edge.lower() if part < 0 or view.face.parts[part - FIRST_PART].kind == "middle" else _kind(view.face, part)
        for edge, part in zip(view.edges, view.part_at, strict=True)
    ]
    text = Message("brief.tile", dict(zip("abcd", (Message(f"brief.{kind}") for kind in kinds), strict=True)))
    for treasure in filter(None, view.face.treasures):
        text = Message(f"brief.{treasure}", {"edges": text})
    return text


def brief_tile(tile: Tile) -> Message:
    """Return the edges of a tile's front, its treasures, and whether it has a shovel."""
    text = brief_view(view_of(tile.faces[0], 0, 0))
    return Message("brief.shovel", {"edges": text}) if tile.has_shovel else text


def segment_message(state: State, cell: BoardCell, segment: int) -> Message:
    """Return a segment of a tile on the board as it is called in a sentence, "the grass in the north and east"."""
    return the_segment(face_of(state, state.board.laid[cell]), state.board.laid[cell].rotation, segment)


def the_segment(face: Face, rotation: int, segment: int) -> Message:
    return _on_sides(Message(f"the.{_kind(face, segment)}"), face, rotation, segment)


def segment_of(face: Face, rotation: int, segment: int) -> Message:
    """Return a segment as it is called in a list, "grass in the north and east"."""
    kind = _kind(face, segment)
    return _on_sides(Message(f"part.{kind}" if segment >= FIRST_PART else f"edge.{kind}"), face, rotation, segment)


def _on_sides(what: Message, face: Face, rotation: int, segment: int) -> Message:
    directions = sorted((edge + rotation) & 3 for edge in _edges(face, segment))
    sides = "".join(SIDES[direction] for direction in directions)
    return Message("the.all" if sides == SIDES else f"in.{sides}", {"what": what})


def _kind(face: Face, segment: int) -> str:
    if segment < FIRST_PART:
        return face.land_letters[segment]
    part = face.parts[segment - FIRST_PART]
    return f"{part.species}.{part.kind}"


def _edges(face: Face, segment: int) -> Sequence[int]:
    return face.parts[segment - FIRST_PART].edges if segment >= FIRST_PART else face.lands[segment]


def beside(board: Board, cell: BoardCell, key: str = "beside") -> Message:
    """Return where an empty cell is: "south of tile 26"."""
    side = next(number for number, step in enumerate(STEPS) if cell + step in board.laid)
    return Message(f"{key}.{SIDES[(side + 2) & 3]}", {"tile": board.laid[cell + STEPS[side]].tile})


def inside(state: State, cell: str) -> tuple[Message, ...]:
    place = cell_named(cell)
    one = None if place is None else state.board.laid.get(place)
    if one is None:
        return ()
    return face_texts(face_of(state, one), one.rotation, gone_parts(one.gone))


def face_texts(face: Face, rotation: int, gone: Collection[int] = ()) -> tuple[Message, ...]:
    """Return the segments of a face and what is on them, in their order, without the parts that have disappeared."""
    parts = [FIRST_PART + index for index in range(len(face.parts)) if index not in gone]
    return (
        *(_with_treasure(segment_of(face, rotation, index), found) for index, found in enumerate(face.treasures)),
        *(segment_of(face, rotation, index) for index in parts),
    )


def _with_treasure(segment: Message, treasure: str) -> Message:
    return Message(f"inside.{treasure}", {"segment": segment}) if treasure else segment


def _marks(state: State) -> dict[str, tuple[str, ...]]:
    if state.last is None:
        return {}
    scored = sorted({cell for one in state.last.scored for cell in cells_of(one.nodes)})
    marks = {"last": state.last.cells, "scored": scored}
    return {kind: tuple(dict.fromkeys(map(cell_name, cells))) for kind, cells in marks.items() if cells}


# The events of a ply, as messages in order


def describe(ply: Ply) -> tuple[Message, ...]:
    ended = outcome(ply.after)
    return (*_happened(ply), *(ending(ended, partial(winner_params, ended)) if ended else ()))


def _happened(ply: Ply) -> list[Message]:
    before: State = ply.before
    action: Action = ply.action  # type: ignore[assignment]
    match action:
        case Place() | Flip():
            return _laid(before, action)
        case Discard(seat=seat, tile=tile):
            return [Message("told.discarded", {"seat": seat, "tile": tile})]
        case Pass(seat=seat):
            return [Message("told.passed", {"seat": seat})]
        case Draw(tile=tile):
            return [Message("told.drew", {"seat": before.current, "tile": tile})]
        case Leave(seat=seat, how=how):
            return [Message(f"told.{how}", {"seat": seat})]
        case _:
            return []  # what ends the game says so


def _laid(before: State, action: Place | Flip) -> list[Message]:
    seat, after = action.seat, play(before, action)
    cell = action.cell if isinstance(action, Place) else before.board.cells[action.tile]
    if isinstance(action, Place):
        where = beside(before.board, cell)
        messages = [Message("told.placed", {"seat": seat, "tile": action.tile, "where": where})]
    else:
        messages = [Message("told.flipped", {"seat": seat, "tile": action.tile})]
        messages += [
            Message("told.lost", {"seat": claim.seat, "piece": piece_message(before, claim.segment)})
            for claim in before.board.laid[cell].claims
        ]
    if action.claim is not None:
        what = {"piece": piece_message(before, action.claim)}
        segment = segment_message(after.state, cell, action.claim)
        messages.append(Message("told.claimed", {"seat": seat, **what, "segment": segment}))
    for scored in after.scored:
        messages += scored_messages(before, scored)
    return messages


def scored_messages(state: State, scored: Scored) -> list[Message]:
    messages = [Message(f"told.complete.{scored.kind}", {"size": len(scored.nodes)})]
    messages += [Message("told.points", {"seat": seat, "count": scored.value}) for seat in scored.winners]
    if not scored.winners:
        messages.append(Message("told.unclaimed"))
    if state.rules.has_forks and scored.nodes[0] & 7 >= FIRST_PART:
        messages.append(Message("told.vanished"))
    return messages


def winner_params(ended: Outcome, standing: Standing) -> Params:
    """Return the points of a winner, with the shovels if they have decided."""
    points = Message("amount.points", {"count": standing.score or 0})
    if [one.score for one in ended.standings if not one.out].count(standing.score) < 2:
        return {"score_amount": points}
    shovels = Message("amount.shovels", {"count": standing.details["shovels"]})
    return {"score_amount": Message("amount.both", {"points_amount": points, "shovels_amount": shovels})}
