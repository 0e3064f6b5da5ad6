"""The legal actions of a state, as texts and in their order: places, flips, discards; without a claim first."""

from typing import Any

from .board import Board, Cell, Placed, cell_name, complete_features, fits, next_to, row_then_column, stripped_at_once
from .tiles import TILES

State = dict[str, Any]


def legal_texts(state: State) -> list[str]:
    """Return the texts of all legal actions, in the order of the rules. None when the game is over."""
    if state["over"]:
        return []
    rack, found = state["racks"][state["seat"]], []
    for tile in rack:
        for cell, placed in places(state["board"], tile):
            found += with_claims(state, f"{tile} {cell_name(cell)} {placed['rot']}", placed)
    may_place = bool(found)
    for _, placed in flips(state):
        found += with_claims(state, f"f{placed['tile']} {placed['rot']}", placed)
    if not may_place:
        found += [f"d{tile}" for tile in rack]
    return found or ["pass"]


def places(board: Board, tile: int) -> list[tuple[Cell, Placed]]:
    """Return where and how a tile of a rack may be placed, by cell and rotation."""
    beside = {next_to(cell, direction) for cell in board for direction in range(4)} - set(board)
    found = []
    for cell in sorted(beside, key=row_then_column):
        for rot in range(4):
            placed: Placed = {"tile": tile, "face": 0, "rot": rot, "gone": [], "claims": []}
            if fits(board, cell, placed):
                found.append((cell, placed))
    return found


def flips(state: State) -> list[tuple[Cell, Placed]]:
    """Return the tiles that the acting seat may flip, as they would lie afterwards, by cell and rotation."""
    if state["supply"][state["seat"]]["shovels"] < 1:
        return []
    board, found = state["board"], []
    locked = {(x, y) for feature in complete_features(board) for x, y, _ in feature}
    for cell in sorted(board, key=row_then_column):
        old = board[cell]
        if len(TILES[old["tile"]]) == 1 or cell in locked:
            continue
        for rot in range(4):
            placed: Placed = {"tile": old["tile"], "face": 1 - old["face"], "rot": rot, "gone": [], "claims": []}
            if state["variant"] == "pitchfork":
                placed["gone"] = stripped_at_once(board, cell, placed)
            if fits(board, cell, placed):
                found.append((cell, placed))
    return found


def piece_for(state: State, segment: str) -> str:
    """Return the piece that claims a segment: only pitchforks claim the creatures of Pitchfork."""
    return "fork" if state["variant"] == "pitchfork" and segment[0] == "B" else "boot"


def with_claims(state: State, text: str, placed: Placed) -> list[str]:
    """Return an action without a claim, and then with each claim that the supply allows."""
    found, supply = [text], state["supply"][state["seat"]]
    for name in TILES[placed["tile"]][placed["face"]].names():
        has_gone = name[0] == "B" and int(name[1:]) in placed["gone"]
        if not has_gone and supply[piece_for(state, name) + "s"] > 0:
            found.append(f"{text} {name}")
    return found
