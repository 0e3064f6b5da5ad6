"""Positions as JSON: written, read and checked."""

from collections.abc import Iterator, Mapping
from typing import Any

from ..json_reader import MAX_COUNT, JsonFields, JsonNode, contradict
from ..values import SEAT_LETTERS
from .actions import FIRST_PART, LIMIT, STEPS, Cell, cell_name, cell_named, column_and_row, segment_name, segment_named
from .board import NODE_BITS, Board, Claim, LaidTile, cells_of
from .options import MAX_SEATS, MIN_SEATS, RULESETS, Rules, rules_for
from .rules import acting, is_draw_due, legal_actions
from .state import NO_SEAT, REASONS, Holding, LastTurn, Phase, Scored, State, outcome
from .tiles import SIDES
from .turn_format import notation

# A position as JSON data. The keys are those of the API and of ``replay --json``; ``docs/notation.md`` explains them.
#
# Seats are letters, cells names, tiles numbers. Where the order of the pile is not known, ``pile`` is null.


def to_json(state: State) -> dict[str, Any]:
    rules, seats, result = state.rules, acting(state), outcome(state)
    return {
        "title": "marram",
        "ruleset": rules.ruleset,
        "data": rules.data,
        "variant": rules.variant,
        "length": rules.length,
        "turn": state.turn,
        "last_turn": rules.last_turn,
        "phase": state.phase,
        "acting": [SEAT_LETTERS[seat] for seat in seats],
        "current": None if state.current == NO_SEAT else SEAT_LETTERS[state.current],
        "actions_left": state.actions_left,
        "seats": [_seat_json(state, seat, holding) for seat, holding in enumerate(state.seats)],
        "board": {cell_name(cell): _laid_json(state, state.board.laid[cell]) for cell in sorted(state.board.laid)},
        "discards": list(state.discards),
        "pile": None if state.pile is None else list(state.pile),
        "pile_count": state.pile_count,
        "leaving": [SEAT_LETTERS[seat] for seat in state.leaving],
        "last": _last_json(state.last) if state.last else None,
        "legal": [notation(action) for action in legal_actions(state)] if seats else [],
        "outcome": result and result.to_json(),
    }


def _seat_json(state: State, seat: int, holding: Holding) -> dict[str, Any]:
    return {
        "seat": SEAT_LETTERS[seat],
        "score": holding.score,
        "boots": holding.boots,
        "forks": holding.forks,
        "shovels": holding.shovels,
        "lost": {"boots": holding.lost_boots, "forks": holding.lost_forks},
        "rack": list(holding.rack),
        "draws": holding.draws,
        "left": holding.left,
        "out": holding.out if holding.left else None,
    }


def piece_name(state: State, segment: int) -> str:
    """Return what claims a segment: "boot" or "fork"."""
    return "fork" if state.rules.has_forks and segment >= FIRST_PART else "boot"


def _laid_json(state: State, laid: LaidTile) -> dict[str, Any]:
    return {
        "tile": laid.tile,
        "face": laid.face,
        "rot": laid.rotation,
        "gone": gone_parts(laid.gone),
        "claims": [
            {"piece": piece_name(state, one.segment), "seg": segment_name(one.segment), "seat": SEAT_LETTERS[one.seat]}
            for one in laid.claims
        ],
    }


def gone_parts(gone: int) -> list[int]:
    """Return the indexes of the parts in a set of bits."""
    return [part for part in range(gone.bit_length()) if gone >> part & 1]


def scored_json(scored: Scored) -> dict[str, Any]:
    return {
        "kind": scored.kind,
        "cells": [cell_name(cell) for cell in cells_of(scored.nodes)],
        "segs": [[cell_name(node >> NODE_BITS), segment_name(node & 7)] for node in scored.nodes],
        "value": scored.value,
        "winners": [SEAT_LETTERS[seat] for seat in scored.winners],
        "returned": list(scored.returned),
    }


def _last_json(last: LastTurn) -> dict[str, Any]:
    return {
        "seat": SEAT_LETTERS[last.seat],
        "cells": [cell_name(cell) for cell in last.cells],
        "scored": [scored_json(one) for one in last.scored],
    }


# Checks for contradictions in a position from outside, which need not come from a game or be connected


def check_faces(rules: Rules, laid: Mapping[Cell, LaidTile]) -> None:
    """Raise BadPosition unless these tiles can lie on a board: each has the face, parts and segments that it shows."""
    for cell, one in laid.items():
        where = f"board.{cell_name(cell)}"
        if any(abs(way) > LIMIT for way in column_and_row(cell)):
            contradict(where, cell_name(cell), f"a cell within {LIMIT} rows and columns of the start")
        faces = rules.tiles[one.tile].faces
        if one.face >= len(faces):
            contradict(f"{where}.face", one.face, f"0: tile {one.tile} has one face")
        face = faces[one.face]
        if one.gone >> len(face.parts) or (one.gone and not rules.has_forks):
            expected = (
                f"parts below {len(face.parts)}" if rules.has_forks else "none: no creature disappears in Classic"
            )
            contradict(f"{where}.gone", bin(one.gone), expected)
        there = {segment_name(segment) for segment in range(len(face.lands))}
        there |= {f"B{part}" for part in range(len(face.parts)) if not one.gone >> part & 1}
        for claim in one.claims:
            if segment_name(claim.segment) not in there:
                contradict(f"{where}.claims", segment_name(claim.segment), f"one of {', '.join(sorted(there))}")


def check_position(state: State) -> None:
    """Raise BadPosition("contradiction") with ``where``, ``found`` and ``expected`` for the first contradiction."""
    _check_tiles(state)
    _check_edges(state)
    _check_those_who_left(state)
    _check_turn(state)
    for cell, one in state.board.laid.items():
        for claim in one.claims:
            if state.seats[claim.seat].left:
                where = f"board.{cell_name(cell)}.claims"
                contradict(where, SEAT_LETTERS[claim.seat], "no piece of a seat that has left")


def _places_of_tiles(state: State) -> Iterator[tuple[str, int]]:
    for cell, one in state.board.laid.items():
        yield f"board.{cell_name(cell)}.tile", one.tile
    for seat, holding in enumerate(state.seats):
        yield from ((f"seats[{seat}].rack", tile) for tile in holding.rack)
    yield from (("discards", tile) for tile in state.discards)
    yield from (("pile", tile) for tile in state.pile or ())


def _check_tiles(state: State) -> None:
    seen: dict[int, str] = {}
    for where, tile in _places_of_tiles(state):
        if tile >= len(state.rules.tiles):
            contradict(where, tile, f"a tile, 0 to {len(state.rules.tiles) - 1}")
        if tile in seen:
            contradict(where, tile, f"every tile once: this one is in {seen[tile]}")
        seen[tile] = where
    most = len(state.unseen()) if state.pile is None else len(state.pile)
    if state.pile_count > most or (state.pile is not None and state.pile_count != most):
        contradict("pile_count", state.pile_count, str(most))


def _check_edges(state: State) -> None:
    views = state.board.views
    for cell, view in views.items():
        for direction, step in enumerate(STEPS):
            beside = views.get(cell + step)
            if beside and beside.edges[direction ^ 2].lower() != view.edges[direction].lower():
                found = f"{view.edges[direction].lower()} in the {SIDES[direction]}"
                expected = f"{beside.edges[direction ^ 2].lower()}, as on {cell_name(cell + step)}"
                contradict(f"board.{cell_name(cell)}", found, expected)


def _check_those_who_left(state: State) -> None:
    left = sorted(holding.left for holding in state.seats if holding.left)
    if left != list(range(1, len(left) + 1)):
        contradict("seats", f"left: {left}", "the seats that have left numbered 1, 2, 3 as they went")
    turns = [holding.out for holding in sorted(state.seats, key=lambda one: one.left) if holding.left]
    if turns != sorted(turns):
        contradict("seats", f"out: {turns}", "the turns in which seats left, in the order in which they went")
    for seat, holding in enumerate(state.seats):
        if holding.left and holding.rack:
            contradict(f"seats[{seat}].rack", len(holding.rack), "none, for one who has left")
        if holding.out > state.turn:
            contradict(f"seats[{seat}].out", holding.out, f"at most {state.turn}, the turn in progress")
        if seat in state.leaving and (holding.left or seat == state.current):
            contradict("leaving", SEAT_LETTERS[seat], "seats that are in the game and wait for the end of this turn")
    if len(set(state.leaving)) < len(state.leaving) or (state.leaving and not _is_amid_turn(state)):
        contradict("leaving", len(state.leaving), "none between turns, and each seat once")
    if len(state.seats) - len(left) < 2 and not state.reason:
        contradict("phase", state.phase, "over: one seat is left")


def _is_amid_turn(state: State) -> bool:
    return bool(state.turn) and not state.reason and state.actions_left < state.rules.actions_in_turn


def _check_turn(state: State) -> None:
    if state.reason:
        return
    letters, current = SEAT_LETTERS, state.current
    if state.turn and current != (state.turn - 1) % state.rules.seats:
        contradict("current", letters[current], f"{letters[(state.turn - 1) % state.rules.seats]} in turn {state.turn}")
    if state.seats[current].left:
        contradict("current", letters[current], "a seat that has not left")
    if state.phase == "draw" and not is_draw_due(state):
        contradict("phase", "draw", "act: the rack is full, or the pile empty")
    if state.phase == "act" and not state.turn:
        contradict("turn", 0, "1 or more: the racks are full")


# Parser of a position as JSON data, with the usual values for missing fields


MAX_TILES = 85
KEYS = (
    *("title", "ruleset", "data", "variant", "length", "turn", "last_turn", "phase", "acting", "current"),
    *("actions_left", "seats", "board", "discards", "pile", "pile_count", "leaving", "last", "legal", "outcome"),
)
SEAT_KEYS = ("seat", "score", "boots", "forks", "shovels", "lost", "rack", "draws", "left", "out")
LAID_KEYS = ("tile", "face", "rot", "gone", "claims")
SCORED_KEYS = ("kind", "cells", "segs", "value", "winners", "returned")
KINDS = ("orange", "worm", "blue", "freak", "tuft", "mound")
PHASES: tuple[Phase, ...] = ("act", "draw", "over")


def from_json(data: Mapping[str, Any]) -> State:
    state = PositionParser(JsonNode(data)).state()
    check_position(state)
    return state


def _cell(node: JsonNode) -> Cell:
    cell = cell_named(node.text("[nsew0-9]{1,8}", "a cell such as n2e3"))
    return node.refuse("a cell such as n2e3") if cell is None else cell


def _segment(node: JsonNode) -> int:
    return segment_named(node.text("[LB][0-3]", "a segment, L0 to L3 or B0 to B3"))


def _tiles(node: JsonNode | None) -> tuple[int, ...]:
    return tuple(item.count(MAX_TILES - 1) for item in node.items(MAX_TILES)) if node else ()


class PositionParser:
    def __init__(self, data: JsonNode) -> None:
        self._data = data.fields(KEYS)
        self._seats = [seat.fields(SEAT_KEYS) for seat in self._data.need("seats", "a list of seats").items(MAX_SEATS)]
        self._rules = self._read_rules()
        self._letters = SEAT_LETTERS[: self._rules.seats]

    def _read_rules(self) -> Rules:
        ruleset = self._data.need("ruleset", "its name")
        if not MIN_SEATS <= len(self._seats) <= MAX_SEATS:
            self._data.need("seats", "").refuse(f"{MIN_SEATS} to {MAX_SEATS} seats")
        ruleset.one_of(tuple(RULESETS))
        rules = rules_for(str(ruleset.value), {}, len(self._seats))
        for key, value in (("title", "marram"), ("variant", rules.variant), ("length", rules.length)):
            if node := self._data.get(key):
                node.one_of([value])
        for key, number in (("data", rules.data), ("last_turn", rules.last_turn)):
            if node := self._data.get(key):
                node.count(number, number)
        return rules

    def state(self) -> State:
        phase, outcome = self._phase(), self._data.get("outcome")
        if outcome and phase != "over":
            contradict("outcome", "a result", f"null in the phase {phase}")
        turn = self._data.count("turn", 1, self._rules.last_turn)
        pile = self._data.get("pile")
        state = State(
            rules=self._rules,
            board=self._board(),
            seats=self._holdings(),
            turn=turn,
            current=self._current(phase, turn),
            actions_left=self._actions_left(phase),
            pile_count=0,
            pile=_tiles(pile) if pile else None,
            discards=_tiles(self._data.get("discards")),
            leaving=tuple(node.one_of(self._letters) for node in self._list("leaving", self._rules.seats)),
            reason=self._reason(outcome) if phase == "over" else "",
            last=self._last(),
        )
        count = len(state.pile) if state.pile is not None else len(state.unseen())
        return state._replace(pile_count=self._data.count("pile_count", count, MAX_TILES))

    def _list(self, key: str, most: int) -> list[JsonNode]:
        node = self._data.get(key)
        return node.items(most) if node else []

    def _phase(self) -> Phase:
        node = self._data.get("phase")
        return PHASES[node.one_of(PHASES)] if node else "act"

    def _reason(self, outcome: JsonNode | None) -> str:
        node = outcome or self._data.need("outcome", "the reason why the game is over")
        return REASONS[node.fields(("reason", "standings")).need("reason", ", ".join(REASONS)).one_of(REASONS)]

    def _current(self, phase: Phase, turn: int) -> int:
        node = self._data.get("current")
        if phase == "over":
            return node.refuse("null: the game is over", "contradiction") if node else NO_SEAT
        return node.one_of(self._letters) if node else max(turn - 1, 0) % self._rules.seats

    def _actions_left(self, phase: Phase) -> int:
        node, most = self._data.get("actions_left"), self._rules.actions_in_turn
        if phase != "act":
            return node.count(0) if node else 0
        return node.count(most, 1) if node else most

    def _holdings(self) -> tuple[Holding, ...]:
        """Return what the seats have. Without ``left``, seats went in the order of ``out``."""
        holdings = self._read_holdings()
        for seat, (fields, holding) in enumerate(zip(self._seats, holdings, strict=True)):
            if fields.get("out") and not holding.left:
                contradict(f"seats[{seat}].out", holding.out, "null, for one who has not left")
        return holdings

    def _read_holdings(self) -> tuple[Holding, ...]:
        found = [self._holding(seat, fields) for seat, fields in enumerate(self._seats)]
        derived = {
            seat: found[seat].out
            for seat, fields in enumerate(self._seats)
            if not fields.get("left") and fields.get("out")
        }
        if not derived or any(holding.left for holding in found):
            return tuple(found)
        order = sorted(derived, key=derived.__getitem__)
        if len(set(derived.values())) < len(derived):
            self._seats[order[-1]].need("left", "which of the seats that left in one turn went first")
        return tuple(
            holding._replace(left=order.index(seat) + 1 if seat in derived else 0) for seat, holding in enumerate(found)
        )

    def _holding(self, seat: int, fields: JsonFields) -> Holding:
        rules, lost = self._rules, fields.get("lost")
        fields.need("seat", self._letters[seat]).one_of([self._letters[seat]])
        gone = lost.fields(("boots", "forks")) if lost else None
        rack = _tiles(fields.get("rack"))
        return Holding(
            score=fields.count("score"),
            boots=fields.count("boots", rules.boots),
            forks=fields.count("forks", rules.forks),
            shovels=fields.count("shovels", rules.shovels),
            lost_boots=gone.count("boots") if gone else 0,
            lost_forks=gone.count("forks") if gone else 0,
            rack=rack,
            draws=fields.count("draws", len(rack)),
            left=fields.count("left", 0, rules.seats),
            out=fields.count("out", 0, rules.last_turn),
        )

    def _board(self) -> Board:
        laid: dict[Cell, LaidTile] = {}
        for name, one in self._data.need("board", "the tiles by cell").entries(MAX_TILES).items():
            laid[_cell(JsonNode(name, one.where))] = self._laid(one)
        check_faces(self._rules, laid)
        return Board(self._rules.data, laid)

    def _laid(self, node: JsonNode) -> LaidTile:
        fields = node.fields(LAID_KEYS)
        gone, claims = fields.get("gone"), fields.get("claims")
        return LaidTile(
            tile=fields.need("tile", "the number of a tile").count(MAX_TILES - 1),
            face=fields.count("face", 0, 1),
            rotation=fields.count("rot", 0, 3),
            gone=sum({1 << part.count(3) for part in gone.items(4)}) if gone else 0,
            claims=tuple(self._claim(claim) for claim in claims.items(MAX_COUNT)) if claims else (),
        )

    def _claim(self, node: JsonNode) -> Claim:
        fields = node.fields(("piece", "seg", "seat"))
        segment = _segment(fields.need("seg", "a segment"))
        piece = fields.get("piece")
        if piece:
            is_fork = self._rules.has_forks and segment_name(segment).startswith("B")
            piece.one_of(["fork" if is_fork else "boot"])
        return Claim(segment, fields.need("seat", "a seat").one_of(self._letters))

    def _last(self) -> LastTurn | None:
        node = self._data.get("last")
        if node is None:
            return None
        fields = node.fields(("seat", "cells", "scored"))
        cells, scored = fields.get("cells"), fields.get("scored")
        return LastTurn(
            seat=fields.need("seat", "a seat").one_of(self._letters),
            cells=tuple(_cell(cell) for cell in cells.items(MAX_TILES)) if cells else (),
            scored=tuple(self._scored(one) for one in scored.items(MAX_TILES)) if scored else (),
        )

    def _scored(self, node: JsonNode) -> Scored:
        fields = node.fields(SCORED_KEYS)
        winners = fields.need("winners", "a list of seats").items(self._rules.seats)
        returned = fields.need("returned", "a number for each seat").items(self._rules.seats)
        return Scored(
            kind=KINDS[fields.need("kind", "a kind").one_of(KINDS)],
            nodes=tuple(_node(pair) for pair in fields.need("segs", "a list of segments").items(MAX_COUNT)),
            value=fields.need("value", "a number").count(MAX_COUNT),
            winners=tuple(winner.one_of(self._letters) for winner in winners),
            returned=tuple(count.count(MAX_COUNT) for count in returned),
        )


def _node(pair: JsonNode) -> int:
    items = pair.items(2)
    if len(items) != 2:
        pair.refuse("a cell and a segment")
    return _cell(items[0]) << NODE_BITS | _segment(items[1])
