"""What lies on the board and can still score, with its worth as it is."""

from collections import Counter
from collections.abc import Iterator, Sequence

from ..messages import Message
from ..prompts import Feature
from .actions import FIRST_PART, STEPS, cell_name
from .board import NODE_BITS, Board, cells_of
from .options import Rules
from .scoring import appraise
from .state import State
from .tiles import Part

_NAMES = {"o": "orange", "w": "worm", "b": "blue"}
_WANTED = {  # how many of these parts a creature of its species has; a blue snake has more middles, too
    "o": (("end", 2),),
    "w": (("end", 2), ("saddle", 1)),
    "b": (("head", 1), ("tail", 1), ("middle", 1)),
}


def features(state: State) -> tuple[Feature, ...]:
    """Return all creatures, tufts and mounds that are not complete: those with pieces first, then by worth."""
    found = [_feature(state, nodes) for nodes in _incomplete(state)]
    return tuple(sorted(found, key=lambda one: (not one.pieces, -one.points, one.cells)))


def _incomplete(state: State) -> Iterator[tuple[int, ...]]:
    board, seen = state.board, set[int]()
    for cell in sorted(board.laid):
        for segment in board.segments(cell):
            node = cell << NODE_BITS | segment
            if node not in seen:
                traced = board.trace(node, state.rules.creatures_block_land)
                seen.update(traced.nodes)
                if not traced.is_complete:
                    yield traced.nodes


def _feature(state: State, nodes: tuple[int, ...]) -> Feature:
    board, rules = state.board, state.rules
    kind, points = worth(rules, board, nodes)
    is_land = nodes[0] & 7 < FIRST_PART
    species = "" if is_land else _parts(board, nodes)[0].species
    details = _land_details(rules, board, nodes) if is_land else _creature_details(rules, board, nodes)
    tiles = tuple(str(board.laid[cell].tile) for cell in cells_of(nodes))
    details = (Message("feature.on", {"count": len(tiles), "tiles": tiles}), *details)
    name = Message("feature", {"feature": Message(f"kind.{_NAMES.get(species, kind)}"), "size": len(nodes)})
    return Feature(name, points, tuple(map(cell_name, cells_of(nodes))), _pieces(board, nodes), details)


def worth(rules: Rules, board: Board, nodes: Sequence[int]) -> tuple[str, int]:
    """Return the kind of a feature and its points as it is: none for land whose edge a creature crosses."""
    kind, points = appraise(rules, board, nodes)
    return kind, 0 if nodes[0] & 7 < FIRST_PART and _is_crossed(rules, board, nodes) else points


def claimed_message(rules: Rules, board: Board, nodes: Sequence[int]) -> Message:
    """Return the size and the worth of an incomplete feature that could be claimed."""
    points = worth(rules, board, nodes)[1]
    if nodes[0] & 7 < FIRST_PART:
        key = "crossed" if _is_crossed(rules, board, nodes) else "land"
        return Message(f"claim.{key}", {"size": len(nodes), "points": points})
    well = _well_ended(rules, board, nodes)
    if well is None:
        return Message("claim.freak", {"size": len(nodes), "points": points})
    return Message("claim.creature", {"size": len(nodes), "well": well, "points": points})


def _pieces(board: Board, nodes: Sequence[int]) -> tuple[tuple[int, int], ...]:
    wanted = set(nodes)
    counted = Counter(
        claim.seat
        for cell in cells_of(tuple(nodes))
        for claim in board.laid[cell].claims
        if cell << NODE_BITS | claim.segment in wanted
    )
    return tuple(sorted(counted.items(), key=lambda one: (-one[1], one[0])))


def _parts(board: Board, nodes: Sequence[int]) -> list[Part]:
    return [board.views[node >> NODE_BITS].face.parts[(node & 7) - FIRST_PART] for node in nodes]


def _open_cells(board: Board, nodes: Sequence[int]) -> set[int]:
    """Return the empty cells that an open edge of the feature faces."""
    return {
        (node >> NODE_BITS) + STEPS[direction]
        for node in nodes
        for direction in board.views[node >> NODE_BITS].directions[node & 7]
        if (node >> NODE_BITS) + STEPS[direction] not in board.views
    }


def _open(board: Board, nodes: Sequence[int]) -> tuple[Message, ...]:
    count = len(_open_cells(board, nodes))
    return (Message("feature.open", {"count": count}),) if count else ()


def _is_crossed(rules: Rules, board: Board, nodes: Sequence[int]) -> bool:
    return rules.creatures_block_land and any(
        board.views[node >> NODE_BITS].part_at[direction] >= 0
        for node in nodes
        for direction in board.views[node >> NODE_BITS].directions[node & 7]
    )


def _land_details(rules: Rules, board: Board, nodes: Sequence[int]) -> tuple[Message, ...]:
    crossed = (Message("feature.crossed"),) if _is_crossed(rules, board, nodes) else ()
    return (*_open(board, nodes), *crossed)


def _well_ended(rules: Rules, board: Board, nodes: Sequence[int]) -> int | None:
    """Return what a creature brings at least if it ends as its species should; None if it no longer can."""
    parts = _parts(board, nodes)
    species, kinds = parts[0].species, Counter(part.kind for part in parts)
    wanted = _WANTED[species]
    if any(kinds[kind] > count for kind, count in wanted if kind != "middle"):
        return None
    length = len(parts) + sum(max(0, count - kinds[kind]) for kind, count in wanted)
    return rules.points[_NAMES[species]] * length


def _creature_details(rules: Rules, board: Board, nodes: Sequence[int]) -> tuple[Message, ...]:
    """Return how many ends are open, and what the creature is worth if it ends as its species should."""
    well = _well_ended(rules, board, nodes)
    if well is None:
        return (*_open(board, nodes), Message("feature.freak"))
    return (*_open(board, nodes), Message("feature.ends-well", {"well": well, "points": rules.points["freak"]}))


def progress(state: State) -> Message | None:
    """Return which turn of each seat this is and how many follow, None when no turn is under way."""
    if state.reason or not state.turn:
        return None
    seats, rules = len(state.seats), state.rules
    turn, turns = (state.turn - 1) // seats + 1, rules.last_turn // seats
    if turn == turns:
        return Message("progress.last", {"turns": turns})
    return Message("progress", {"turn": turn, "turns": turns})
