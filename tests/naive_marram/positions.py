"""Positions written as in the rules: ``S00@(0,0)r0 T71/B@(0,1)r2 gone[0,1]``, with claims ``A:boot@(0,1).L0``."""

import re
from typing import Any

from .board import Board
from .game import new_game
from .legal import State

TILE = re.compile(r"([ST])(\d\d)(/B)?@\((-?\d+),(-?\d+)\)r(\d)(?: gone\[([\d,]+)\])?")
CLAIM = re.compile(r"([A-D]):(boot|fork)@\((-?\d+),(-?\d+)\)\.([LB]\d)")


def read_board(text: str) -> Board:
    """Read a board, with what has gone and who claims what."""
    board: Board = {}
    for _, number, back, x, y, rot, gone in TILE.findall(text):
        parts = [int(part) for part in gone.split(",") if part]
        board[int(x), int(y)] = {
            "tile": int(number),
            "face": int(bool(back)),
            "rot": int(rot),
            "gone": parts,
            "claims": [],
        }
    for seat, piece, x, y, segment in CLAIM.findall(text):
        board[int(x), int(y)]["claims"].append({"piece": piece, "seg": segment, "seat": "ABCD".index(seat)})
    return board


def position(variant: str, text: str, rack: str = "", seat: str = "A", players: int = 2, **changes: Any) -> State:
    """Return a state of a long game with this board, and with these tiles in the rack of the seat to act.

    What is claimed is taken from the supplies.
    """
    state = new_game(variant, "long", players, list(range(1, 85)))
    state["board"], state["seat"] = read_board(text), "ABCD".index(seat)
    state["turn_no"] = state["seat"] + 1
    state["racks"][state["seat"]] = [int(tile[1:]) for tile in rack.split()]
    for placed in state["board"].values():
        for claim in placed["claims"]:
            state["supply"][claim["seat"]][claim["piece"] + "s"] -= 1
    return {**state, **changes}
