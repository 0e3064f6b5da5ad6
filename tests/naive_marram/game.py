"""One game: its start, what an action does to it, who leaves it, and how it ends."""

from copy import deepcopy
from typing import Any

from .board import (
    Board,
    Cell,
    Feature,
    cell_name,
    complete_features,
    face_of,
    kind_of,
    names_order,
    row_then_column,
    value,
)
from .legal import State, flips, legal_texts, piece_for, places

TURNS = {"short": {2: 12, 3: 8, 4: 6}, "long": {2: 18, 3: 12, 4: 9}}
SHOVELS = {"short": {2: 3, 3: 2, 4: 2}, "long": {2: 4, 3: 3, 4: 3}}
BOOTS = {
    "classic": {"short": {2: 7, 3: 6, 4: 5}, "long": {2: 10, 3: 8, 4: 7}},
    "pitchfork": {"short": {2: 5, 3: 4, 4: 3}, "long": {2: 6, 3: 5, 4: 4}},
}
FORKS = {"short": {2: 4, 3: 3, 4: 3}, "long": {2: 5, 3: 4, 4: 4}}

Event = dict[str, Any]


class Illegal(Exception):
    """The rules do not allow this now."""


def new_game(variant: str, length: str, players: int, pile: list[int]) -> State:
    """Return the state at the beginning; the pile is the order of the 84 tiles, top first."""
    assert sorted(pile) == list(range(1, 85))
    forks = FORKS[length][players] if variant == "pitchfork" else 0
    supply = {"boots": BOOTS[variant][length][players], "forks": forks, "shovels": SHOVELS[length][players]}
    return {
        "variant": variant,
        "length": length,
        "seats": ["A", "B", "C", "D"][:players],
        "turn_no": 1,
        "seat": 0,
        "actions_left": 2,
        "board": {(0, 0): {"tile": 0, "face": 0, "rot": 0, "gone": [], "claims": []}},
        "racks": [pile[3 * seat : 3 * seat + 3] for seat in range(players)],
        "pile": pile[3 * players :],
        "discards": [],
        "supply": [dict(supply) for _ in range(players)],
        "lost": [{"boots": 0, "forks": 0} for _ in range(players)],
        "scores": [0] * players,
        "out": [None] * players,
        "leavers": [],
        "leaving": [],
        "over": False,
    }


def act(state: State, text: str) -> tuple[State, list[Event]]:
    """Play an action of the acting seat. Returns the state after it and what happened. Raises Illegal."""
    if text not in legal_texts(state):
        raise Illegal(text)
    return act_unchecked(state, text)


def act_unchecked(state: State, text: str) -> tuple[State, list[Event]]:
    """Play one of the legal actions of this state."""
    state, words = deepcopy(state), text.split()
    events: list[Event] = []
    if text[0] == "f":
        flip(state, int(words[0][1:]), int(words[1]), words[2:], events)
    elif text[0] == "d":
        discard(state, int(text[1:]), events)
    elif text != "pass":
        place(state, int(words[0]), words[1], int(words[2]), words[3:], events)
    state["actions_left"] -= 1
    if state["actions_left"] == 0:
        refill(state, events)
        next_turn(state, events)
    return state, events


def discard(state: State, tile: int, events: list[Event]) -> None:
    """Take a tile of the rack out of the game."""
    state["racks"][state["seat"]].remove(tile)
    state["discards"].append(tile)
    events.append({"event": "discarded", "seat": state["seat"], "tile": tile})


def place(state: State, tile: int, name: str, rot: int, claim: list[str], events: list[Event]) -> None:
    """Put a tile of the rack on the board."""
    seat, before = state["seat"], complete_features(state["board"])
    ways = places(state["board"], tile)
    cell, placed = next((c, p) for c, p in ways if cell_name(c) == name and p["rot"] == rot)
    state["racks"][seat].remove(tile)
    state["board"][cell] = placed
    events.append({"event": "placed", "seat": seat, "tile": tile, "cell": list(cell), "rot": rot})
    claim_and_settle(state, cell, claim, before, events)


def flip(state: State, tile: int, rot: int, claim: list[str], events: list[Event]) -> None:
    """Turn a tile of the board over. What stood on it leaves the game."""
    seat, before = state["seat"], complete_features(state["board"])
    cell, placed = next((c, p) for c, p in flips(state) if p["tile"] == tile and p["rot"] == rot)
    lost = state["board"][cell]["claims"]
    for piece in lost:
        state["lost"][piece["seat"]][piece["piece"] + "s"] += 1
    state["supply"][seat]["shovels"] -= 1
    state["board"][cell] = placed
    event = {"event": "flipped", "seat": seat, "tile": tile, "cell": list(cell), "face": placed["face"], "rot": rot}
    events.append({**event, "gone": list(placed["gone"]), "lost": [dict(piece) for piece in lost]})
    claim_and_settle(state, cell, claim, before, events)


def claim_and_settle(state: State, cell: Cell, claim: list[str], before: list[Feature], events: list[Event]) -> None:
    """Put a piece on the tile that was placed or flipped, if one is wanted, and score what is complete now."""
    seat = state["seat"]
    for segment in claim:
        piece = piece_for(state, segment)
        state["supply"][seat][piece + "s"] -= 1
        state["board"][cell]["claims"].append({"piece": piece, "seg": segment, "seat": seat})
        events.append({"event": "claimed", "seat": seat, "cell": list(cell), "piece": piece, "seg": segment})
    settle(state, cell, before, events)


def settle(state: State, cell: Cell, before: list[Feature], events: list[Event]) -> None:
    """Score everything on the board that was not complete before: first creatures, then tufts and mounds."""
    board: Board = state["board"]
    lands = [(cell[0], cell[1], f"L{i}") for i in range(len(face_of(board[cell]).lands))]
    fresh = [feature for feature in complete_features(board) if feature not in before and feature[0][2][0] == "B"]
    for creature in sorted(fresh, key=lambda feature: min(names_order(n) for x, y, n in feature if (x, y) == cell)):
        score(state, creature, events)
        if state["variant"] == "pitchfork":
            vanish(state, creature, events)
            lands += lands_under(board, creature)
    fresh = [feature for feature in complete_features(board) if feature not in before and feature[0][2][0] == "L"]
    for land in sorted(fresh, key=lambda feature: min(lands.index(segment) for segment in feature if segment in lands)):
        score(state, land, events)


def vanish(state: State, creature: Feature, events: list[Event]) -> None:
    """Take all parts of a creature off the board."""
    for x, y, name in creature:
        placed = state["board"][x, y]
        placed["gone"] = sorted([*placed["gone"], int(name[1:])])
    cells = sorted({(x, y) for x, y, _ in creature}, key=row_then_column)
    events.append({"event": "vanished", "cells": [list(each) for each in cells]})


def lands_under(board: Board, creature: Feature) -> list[tuple[int, int, str]]:
    """Return the land segments that own the edges of a creature, by row, column, part and edge."""
    found = []
    for x, y, name in creature:
        face = face_of(board[x, y])
        found += [(x, y, face.land_at(edge)) for edge in face.printed_edges(name)]
    return found


def score(state: State, feature: Feature, events: list[Event]) -> None:
    """Give the points for a feature to the seats that have most pieces on it, and return all pieces."""
    board, players = state["board"], len(state["seats"])
    points, returned = value(board, feature, state["variant"]), [0] * players
    for x, y, name in feature:
        for piece in [piece for piece in board[x, y]["claims"] if piece["seg"] == name]:
            board[x, y]["claims"].remove(piece)
            returned[piece["seat"]] += 1
            state["supply"][piece["seat"]][piece["piece"] + "s"] += 1
    winners = [seat for seat in range(players) if returned[seat] == max(returned) > 0]
    for seat in winners:
        state["scores"][seat] += points
    event = {"event": "scored", "kind": kind_of(board, feature), "value": points, "winners": winners}
    cells = sorted({(x, y) for x, y, _ in feature}, key=row_then_column)
    event |= {"cells": [list(each) for each in cells], "segs": [list(segment) for segment in feature]}
    events.append({**event, "returned": returned})


def refill(state: State, events: list[Event]) -> None:
    """Draw from the pile until the rack holds three tiles."""
    rack, drawn = state["racks"][state["seat"]], []
    while len(rack) < 3 and state["pile"]:
        drawn.append(state["pile"].pop(0))
        rack.append(drawn[-1])
    if drawn:
        events.append({"event": "refilled", "seat": state["seat"], "tiles": drawn})


def next_turn(state: State, events: list[Event]) -> None:
    """Begin the turn of the next seat that has not left; after the last turn the game is over."""
    players, number = len(state["seats"]), state["turn_no"] + 1
    while number <= TURNS[state["length"]][players] * players:
        if state["out"][(number - 1) % players] is None:
            state.update(turn_no=number, seat=(number - 1) % players, actions_left=2)
            take_out_the_leaving(state, events)
            return
        number += 1
    take_out_the_leaving(state, events)
    if not state["over"]:
        end(state, events)


def end(state: State, events: list[Event]) -> None:
    """End the game."""
    state.update(seat=None, actions_left=0, over=True)
    events.append({"event": "ended", "ranking": ranking(state)})


def leave(state: State, seat: int) -> tuple[State, list[Event]]:
    """Let a seat leave: at once, or at the end of another seat's turn under way. Returns as ``act``. Raises Illegal."""
    if state["over"] or state["out"][seat] is not None or seat in state["leaving"]:
        raise Illegal(f"{seat} leaves")
    state = deepcopy(state)
    events: list[Event] = []
    if seat != state["seat"] and state["actions_left"] == 1:
        state["leaving"].append(seat)
    else:
        take_out(state, seat, events)
    return state, events


def take_out_the_leaving(state: State, events: list[Event]) -> None:
    """Take out the seats that wanted to leave during the turn that has just ended."""
    while state["leaving"] and not state["over"]:
        take_out(state, state["leaving"].pop(0), events)


def take_out(state: State, seat: int, events: list[Event]) -> None:
    """Take a seat out of the game with its pieces and its rack. Its own turn is over."""
    events.append({"event": "left", "seat": seat})
    for placed in state["board"].values():
        for piece in [piece for piece in placed["claims"] if piece["seat"] == seat]:
            placed["claims"].remove(piece)
            state["lost"][seat][piece["piece"] + "s"] += 1
    state["discards"] += state["racks"][seat]
    state["racks"][seat] = []
    state["out"][seat] = state["turn_no"]
    state["leavers"].append(seat)
    if len(state["leavers"]) == len(state["seats"]) - 1:
        end(state, events)
    elif seat == state["seat"]:
        next_turn(state, events)


def ranking(state: State) -> list[dict[str, int]]:
    """Return the seats, best first: points, then shovels left; behind them those who left, the last to go first."""
    stayed = [seat for seat in range(len(state["seats"])) if seat not in state["leavers"]]
    merit = {seat: (state["scores"][seat], state["supply"][seat]["shovels"]) for seat in stayed}
    stayed.sort(key=lambda seat: (-merit[seat][0], -merit[seat][1], seat))
    rows = [row(state, seat, 1 + sum(merit[other] > merit[seat] for other in stayed)) for seat in stayed]
    behind = reversed(state["leavers"])
    return rows + [row(state, seat, place) for place, seat in enumerate(behind, len(stayed) + 1)]


def row(state: State, seat: int, rank: int) -> dict[str, int]:
    """Return one line of the ranking."""
    shovels = state["supply"][seat]["shovels"]
    return {"seat": seat, "place": rank, "score": state["scores"][seat], "shovels": shovels}
