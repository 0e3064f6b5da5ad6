"""The position line, as far as the plain program knows it: the pile is never told."""

from .board import Placed, cell_name, row_then_column
from .legal import State


def position_line(state: State) -> str:
    """Return a position as one line of text."""
    acting = "-" if state["over"] else "ABCD"[state["seat"]]
    seats = [_seat(state, seat) for seat in range(len(state["seats"]))]
    cells = sorted(state["board"], key=row_then_column)
    board = ",".join(f"{_tile(state['board'][cell], cell_name(cell))}" for cell in cells)
    begin = f"{state['variant']}-{state['length']} {state['turn_no']} {acting}/{state['actions_left']}"
    return f"{begin} {' '.join(seats)} {board} {_tiles(state['discards'])} ?"


def _tiles(tiles: list[int]) -> str:
    return ".".join(map(str, tiles)) or "-"


def _seat(state: State, seat: int) -> str:
    supply, lost, out = state["supply"][seat], state["lost"][seat], state["out"][seat]
    pieces = f"{supply['boots']}.{supply['forks']}.{supply['shovels']}/{lost['boots']}.{lost['forks']}"
    rack = _tiles(state["racks"][seat]) if out is None else f"{_marks(state, seat)}{out}"
    return f"{'ABCD'[seat]}:{state['scores'][seat]}/{pieces}/{rack}"


def _marks(state: State, seat: int) -> str:
    """Return one x, and one more for each seat that left before this one in the same turn."""
    earlier = state["leavers"][: state["leavers"].index(seat)]
    return "x" * (1 + len([other for other in earlier if state["out"][other] == state["out"][seat]]))


def _tile(placed: Placed, name: str) -> str:
    gone = "x" + "".join(map(str, placed["gone"])) if placed["gone"] else ""
    claims = "".join(f"{'ABCD'[claim['seat']]}{claim['seg']}" for claim in placed["claims"])
    return f"{placed['tile']}{'b' * placed['face']}@{name}r{placed['rot']}{gone}{claims}"
