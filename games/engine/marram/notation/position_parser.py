"""Parser of a position as JSON data, with the usual values for missing fields."""

from collections.abc import Mapping
from typing import Any

from ...files.json_reader import JsonFields, JsonNode
from ...values import SEAT_LETTERS
from ..options import MAX_SEATS, MIN_SEATS, RULESETS, Rules, rules_for
from ..rules.actions import segment_name, segment_named
from ..rules.board import NODE_BITS, Board, Claim, LaidTile
from ..rules.cells import Cell, cell_named
from ..rules.state import NO_SEAT, REASONS, Holding, LastTurn, Phase, Scored, State
from .position_checks import check_faces, check_position

MAX_COUNT = 9999  # points, pieces, draws: more is a mistake
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
    """Return the state of a position. Raises BadPosition: "malformed", "missing" or "contradiction"."""
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


def _count(node: JsonNode | None, usual: int = 0, most: int = MAX_COUNT) -> int:
    return node.count(most) if node else usual


class PositionParser:
    """A position as JSON data, to be turned into a state."""

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
        """Return the state, not yet checked for contradictions."""
        phase, outcome = self._phase(), self._data.get("outcome")
        turn = _count(self._data.get("turn"), 1, self._rules.last_turn)
        pile = self._data.get("pile")
        state = State(
            rules=self._rules,
            board=self._board(),
            seats=tuple(self._holding(seat, fields) for seat, fields in enumerate(self._seats)),
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
        return state._replace(pile_count=_count(self._data.get("pile_count"), count, MAX_TILES))

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
            return NO_SEAT
        return node.one_of(self._letters) if node else max(turn - 1, 0) % self._rules.seats

    def _actions_left(self, phase: Phase) -> int:
        node, most = self._data.get("actions_left"), self._rules.actions_in_turn
        if phase != "act":
            return node.count(0) if node else 0
        return node.count(most, 1) if node else most

    def _holding(self, seat: int, fields: JsonFields) -> Holding:
        rules, lost, out = self._rules, fields.get("lost"), fields.get("out")
        fields.need("seat", self._letters[seat]).one_of([self._letters[seat]])
        gone = lost.fields(("boots", "forks")) if lost else None
        rack = _tiles(fields.get("rack"))
        return Holding(
            score=_count(fields.get("score")),
            boots=_count(fields.get("boots"), rules.boots),
            forks=_count(fields.get("forks"), rules.forks),
            shovels=_count(fields.get("shovels"), rules.shovels),
            lost_boots=_count(gone.get("boots")) if gone else 0,
            lost_forks=_count(gone.get("forks")) if gone else 0,
            rack=rack,
            draws=_count(fields.get("draws"), len(rack)),
            left=_count(fields.get("left"), 0 if out is None else 1, rules.seats),
            out=_count(out, 0, rules.last_turn),
        )

    def _board(self) -> Board:
        laid: dict[Cell, LaidTile] = {}
        for name, one in self._data.need("board", "the tiles by cell").entries(MAX_TILES).items():
            laid[_cell(JsonNode(name, one.where))] = self._laid(one)
        check_faces(self._rules, laid)
        return Board(self._rules.data, laid)

    def _laid(self, node: JsonNode) -> LaidTile:
        fields = node.fields(LAID_KEYS)
        gone, claims, rotation = fields.get("gone"), fields.get("claims"), fields.get("rot")
        return LaidTile(
            tile=fields.need("tile", "the number of a tile").count(MAX_TILES - 1),
            face=_count(fields.get("face"), 0, 1),
            rotation=_count(rotation, 0, 3),
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
