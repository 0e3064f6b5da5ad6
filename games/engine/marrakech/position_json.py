"""Positions as JSON: written, read, and checked for contradictions."""

from collections.abc import Mapping
from typing import Any

from ..errors import BadOptions
from ..json_reader import MAX_COUNT, JsonFields, JsonNode, contradict
from ..values import RESIGNED, SEAT_LETTERS
from .actions import QUARTER_LETTERS, QUARTERS, notation
from .board import (
    COLOURS,
    EMPTY_BOARD,
    FACINGS,
    INDEX,
    NAMES,
    NEIGHBOURS,
    NO_OTHER_HALVES,
    UNKNOWN,
    colour_of,
    number_of,
    rug_of,
    walk_from,
)
from .options import MAX_SEATS, MIN_SEATS, OPTION_SPECS, RULESETS, Rules, rules_for
from .rules import acting, legal_actions
from .scoring import outcome, score_of, visible_squares
from .state import (
    NO_NEXT_COLOUR,
    NO_SEAT,
    PHASES,
    REASONS,
    RUGS,
    SURVIVOR,
    LastTurn,
    Phase,
    SeatState,
    State,
    next_colour,
    resolve_rolloff,
)

# A position as JSON data. The keys are those of the API and of ``replay --json``.
#
# It has what a viewer needs, and what is needed to play on: whose turn it is while chance is due (``current``), the
# order of play and the roll-off for it, in each seat how many rolls and draws it has had (the sealed dice are indexed
# by them) and as which it went out (``left``), for each half of a rug where the other lies, and how the last walk
# began. ``docs/notation.md`` and ``docs/position.schema.json`` describe all of it.


def to_json(state: State) -> dict[str, Any]:
    rules, seats, result = state.rules, acting(state), outcome(state)
    return {
        "title": "marrakech",
        "ruleset": rules.ruleset,
        "options": dict(rules.changes),
        "ply": state.ply,
        "turn": state.turn,
        "phase": state.phase,
        "acting": [SEAT_LETTERS[seat] for seat in seats],
        "current": _letter(state.current),
        "order": [SEAT_LETTERS[seat] for seat in state.order],
        "rolloff": [list(rolls) for rolls in state.rolloff],
        "assam": {"square": NAMES[state.square], "facing": FACINGS[state.facing]},
        "seats": _seats_json(state),
        "board": {
            NAMES[square]: {
                "seat": SEAT_LETTERS[rules.owner(colour_of(rug))],
                "colour": COLOURS[colour_of(rug)],
                "rug": number_of(rug),
                "other": None if state.others[square] == UNKNOWN else NAMES[state.others[square]],
            }
            for square, rug in enumerate(state.board)
            if rug
        },
        "last": _last_json(state.last) if state.last else None,
        "legal": [notation(action) for action in legal_actions(state)] if seats else [],
        "outcome": result and result.to_json(),
    }


def _letter(seat: int) -> str | None:
    return None if seat == NO_SEAT else SEAT_LETTERS[seat]


def _seats_json(state: State) -> list[dict[str, Any]]:
    squares = visible_squares(state)
    return [
        {
            "seat": SEAT_LETTERS[seat],
            "dirhams": holding.dirhams,
            "rugs": {
                COLOURS[colour]: count
                for colour, count in zip(state.rules.colours_of(seat), holding.piles, strict=True)
            },
            "next": None if holding.next == NO_NEXT_COLOUR else COLOURS[holding.next],
            "out": holding.out,
            "left": holding.left,
            "squares": squares[seat],
            "score": score_of(state, seat, squares[seat]),
            "rolls": holding.rolls,
            "draws": holding.draws,
        }
        for seat, holding in enumerate(state.seats)
    ]


def _last_json(last: LastTurn) -> dict[str, Any]:
    path = walk_from(last.start, last.heading, last.face).path
    return {
        "seat": SEAT_LETTERS[last.seat],
        "from": NAMES[last.start],
        "heading": FACINGS[last.heading],
        "rotation": None if last.rotation is None else QUARTER_LETTERS[last.rotation],
        "face": last.face or None,
        "path": [NAMES[square] for square in path[1:]],
        "paid": last.paid,
        "owed": last.owed,
        "to": _letter(last.to),
        "patch": [NAMES[square] for square in last.patch],
        "rug": [NAMES[square] for square in last.rug],
        "out": last.out,
    }


# Parser of a position as JSON data, with the usual values for missing fields


MAX_ROLLOFFS = 60  # for the order of play
_SQUARE = "[a-g][1-7]"

KEYS = (
    *("title", "ruleset", "options", "ply", "turn", "phase", "acting", "current", "order", "rolloff", "assam", "seats"),
    *("board", "last", "legal", "outcome"),
)
ASSAM_KEYS = ("square", "facing")
SEAT_KEYS = ("seat", "dirhams", "rugs", "next", "out", "left", "squares", "score", "rolls", "draws")
RUG_KEYS = ("seat", "colour", "rug", "other")
LAST_KEYS = ("seat", "from", "heading", "rotation", "face", "path", "paid", "owed", "to", "patch", "rug", "out")
OUTCOME_KEYS = ("reason", "standings")


def _square(node: JsonNode) -> int:
    return INDEX[node.text(_SQUARE, "a square, a1 to g7")]


def _squares(node: JsonNode | None, most: int) -> tuple[int, ...]:
    return tuple(_square(item) for item in node.items(most)) if node else ()


class PositionParser:
    def __init__(self, data: JsonNode) -> None:
        self._data = data.fields(KEYS)
        self._seats = [seat.fields(SEAT_KEYS) for seat in self._need("seats", "a list of seats").items(MAX_SEATS)]
        self._rules = self._read_rules()
        self._letters = SEAT_LETTERS[: self._rules.seats]

    def _need(self, key: str, expected: str) -> JsonNode:
        return self._data.need(key, expected)

    def _read_rules(self) -> Rules:
        title, options, ruleset = self._data.get("title"), self._data.get("options"), self._need("ruleset", "its name")
        if title:
            title.one_of(["marrakech"])
        if not MIN_SEATS <= len(self._seats) <= MAX_SEATS:
            self._need("seats", "").refuse(f"{MIN_SEATS} to {MAX_SEATS} seats")
        chosen = options.entries(len(OPTION_SPECS)) if options else {}
        changes = {name: node.text(".*", "a text") for name, node in chosen.items()}
        ruleset.one_of(tuple(RULESETS))
        try:
            return rules_for(str(ruleset.value), changes, len(self._seats))
        except BadOptions as error:
            specs = {spec.name: spec for spec in OPTION_SPECS}
            name = str(error.params["option"])
            chosen[name].refuse(f"one of {', '.join(specs[name].values if name in specs else specs)}")

    def state(self) -> State:
        rules, board = self._rules, bytearray(EMPTY_BOARD)
        others = self._read_board(board)
        seats = self._read_seats(board)
        order = self._read_order()
        phase = self._read_phase()
        turn, current = self._read_turn(phase, order, seats)
        square, facing = self._read_assam()
        outcome = self._data.get("outcome")
        if phase == "over" and not outcome:
            self._need("outcome", "the reason why the game is over")
        return State(
            rules=rules,
            seats=seats,
            order=order,
            rolloff=self._read_rolloff(),
            facing=facing,
            phase=phase,
            square=square,
            board=bytes(board),
            others=others,
            current=current,
            turn=turn,
            ply=self._data.count("ply"),
            last=self._read_last(square, facing),
            reason=self._read_reason(outcome) if outcome else "",
        )

    def _seat(self, node: JsonNode) -> int:
        return node.one_of(self._letters)

    def _read_reason(self, outcome: JsonNode) -> str:
        return REASONS[outcome.fields(OUTCOME_KEYS).need("reason", ", ".join(REASONS)).one_of(REASONS)]

    def _read_assam(self) -> tuple[int, int]:
        assam = self._data.get("assam")
        fields = assam.fields(ASSAM_KEYS) if assam else None
        square, facing = (fields.get("square"), fields.get("facing")) if fields else (None, None)
        return _square(square) if square else 24, facing.one_of(FACINGS) if facing else self._rules.start

    def _read_phase(self) -> Phase:
        node = self._data.get("phase")
        if node:
            return PHASES[node.one_of(PHASES)]
        return "roll" if self._rules.rotate_at_end else "rotate"

    def _read_order(self) -> tuple[int, ...]:
        node = self._data.get("order")
        if not node:
            return tuple(range(self._rules.seats))
        order = tuple(self._seat(item) for item in node.items(self._rules.seats))
        if len(set(order)) != self._rules.seats:
            node.refuse(f"every seat of {self._letters} once", "contradiction")
        return order

    def _read_rolloff(self) -> tuple[tuple[int, ...], ...]:
        node = self._data.get("rolloff")
        if not node:
            return ((),) * self._rules.seats
        rolls = node.items(self._rules.seats)
        if len(rolls) != self._rules.seats:
            node.refuse(f"{self._rules.seats} lists, one for each seat")
        return tuple(tuple(face.count(4, 1) for face in faces.items(MAX_ROLLOFFS)) for faces in rolls)

    def _read_turn(self, phase: Phase, order: tuple[int, ...], seats: tuple[SeatState, ...]) -> tuple[int, int]:
        """Return the number of the turn and whose it is; usually the first turn, of the first who has rugs."""
        turn, current, acting = self._data.get("turn"), self._data.get("current"), self._data.get("acting")
        if current:
            seat = self._seat(current)
        elif acting and not self._data.has("current") and acting.items(1):
            seat = self._seat(acting.items(1)[0])
        elif self._data.has("current") or phase in {"order", "pile"} or (turn and not turn.count(MAX_COUNT)):
            seat = NO_SEAT
        else:
            seat = next((seat for seat in order if seats[seat].rugs), order[0])
        return self._data.count("turn", 0 if seat == NO_SEAT and phase != "over" else 1), seat

    # Seats

    def _read_seats(self, board: bytes | bytearray) -> tuple[SeatState, ...]:
        left = self._read_left()
        return tuple(self._read_seat(number, fields, left[number], board) for number, fields in enumerate(self._seats))

    def _read_left(self) -> list[int]:
        """Return by seat the order in which seats went out; those without a number follow in order of seats."""
        numbers = [fields.count("left", most=self._rules.seats) for fields in self._seats]
        latest = max(numbers)
        for number, fields in enumerate(self._seats):
            out = fields.get("out")
            if out and fields.has("left") and out.flag() != bool(numbers[number]):
                out.refuse(str(bool(numbers[number])).lower(), "contradiction")
            if out and out.flag() and not numbers[number]:
                latest += 1
                numbers[number] = latest
        return numbers

    def _read_seat(self, number: int, fields: JsonFields, left: int, board: bytes | bytearray) -> SeatState:
        letter, upcoming = fields.get("seat"), fields.get("next")
        if letter and self._seat(letter) != number:
            letter.refuse(self._letters[number], "contradiction")
        piles = self._read_piles(number, fields, left, board)
        first = self._rules.colours_of(number)[0]
        following = next_colour(piles, first)
        if upcoming:
            following = upcoming.one_of(COLOURS)
        elif fields.has("next"):
            following = NO_NEXT_COLOUR
        return SeatState(
            dirhams=fields.count("dirhams", 0 if left else self._rules.dirhams),
            piles=piles,
            next=following,
            left=left,
            rolls=fields.count("rolls"),
            draws=fields.count("draws"),
        )

    def _read_piles(self, number: int, fields: JsonFields, left: int, board: bytes | bytearray) -> tuple[int, ...]:
        """Return the unlaid rugs by colour; usually all that are not on the board."""
        colours, node = self._rules.colours_of(number), fields.get("rugs")
        if node:
            numbers = node.fields([COLOURS[colour] for colour in colours])
            return tuple(numbers.need(COLOURS[colour], "a number of rugs").count(63) for colour in colours)
        if left:
            return (0,) * len(colours)
        lying = [{number_of(rug) for rug in board if rug and rug >> 6 == colour} for colour in colours]
        if len(colours) == 1:
            return (max(0, self._rules.rugs - max(lying[0], default=0)),)
        return tuple(max(0, full - len(seen)) for full, seen in zip(self._rules.full_piles(), lying, strict=True))

    # Rugs

    def _read_board(self, board: bytearray) -> bytes:
        """Fill the board and return where the other halves lie, as far as that is known."""
        others, visible = bytearray(NO_OTHER_HALVES), dict[int, list[int]]()
        node = self._data.get("board")
        for name, lying in (node.entries(len(NAMES)) if node else {}).items():
            square = _square(JsonNode(name, lying.where))
            fields = lying.fields(RUG_KEYS)
            board[square] = self._read_rug(fields)
            visible.setdefault(board[square], []).append(square)
            other = fields.get("other")
            others[square] = _square(other) if other else UNKNOWN
        for squares in visible.values():
            here, there = squares[0], squares[-1]
            if len(squares) == 2 and there in NEIGHBOURS[here]:
                others[here] = there if others[here] == UNKNOWN else others[here]
                others[there] = here if others[there] == UNKNOWN else others[there]
        return bytes(others)

    def _read_rug(self, fields: JsonFields) -> int:
        colour = fields.need("colour", "the colour of a rug").one_of(COLOURS)
        owner, seat = self._rules.owner(colour), fields.get("seat")
        if owner >= self._rules.seats:
            fields.need("colour", "").refuse("a colour of a seat", "contradiction")
        if seat and self._seat(seat) != owner:
            seat.refuse(SEAT_LETTERS[owner], "contradiction")
        return rug_of(colour, fields.need("rug", "the number of a rug").count(63, 1))

    # The turn in progress, or the last

    def _read_last(self, square: int, facing: int) -> LastTurn | None:
        node = self._data.get("last")
        if not node:
            return None
        fields = node.fields(LAST_KEYS)
        to, out, rotation = fields.get("to"), fields.get("out"), self._read_rotation(fields)
        face, paid = fields.count("face", most=4, least=1), fields.count("paid")
        start, heading = self._read_departure(fields, square, facing, rotation, face)
        return LastTurn(
            seat=self._seat(fields.need("seat", "whose turn it was")),
            start=start,
            heading=heading,
            rotation=rotation,
            face=face,
            paid=paid,
            owed=fields.count("owed", paid),
            to=self._seat(to) if to else NO_SEAT,
            patch=_squares(fields.get("patch"), len(NAMES)),
            rug=_squares(fields.get("rug"), 2),
            out=bool(out and out.flag()),
        )

    def _read_rotation(self, fields: JsonFields) -> int | None:
        node = fields.get("rotation")
        return tuple(QUARTERS.values())[node.one_of(tuple(QUARTERS))] if node else None

    def _read_departure(
        self, fields: JsonFields, square: int, facing: int, rotation: int | None, face: int
    ) -> tuple[int, int]:
        """Return where the walk began and which way; walking it back if necessary."""
        start, heading = fields.get("from"), fields.get("heading")
        if rotation and self._rules.rotate_at_end:
            facing = (facing - rotation) % 4
        back = walk_from(square, (facing + 2) % 4, face)
        return (
            _square(start) if start else back.square,
            heading.one_of(FACINGS) if heading else (back.facing + 2) % 4,
        )


def from_json(data: Mapping[str, Any]) -> State:
    """Return the state of a position, complete or as short as ``{"ruleset": "gigamic", "seats": [{}, {}]}``.

    What is missing has its usual value, or follows from the rest. What can only follow from the rest (acting, legal,
    squares, score, path, standings) is not read.

    Raises BadPosition: "missing" for what cannot be guessed, "malformed" for what does not exist, "contradiction" where
    the parts do not fit together. ``where`` is the path (``seats[0].dirhams``), ``found`` and ``expected`` say what is
    wrong with it.
    """
    state = PositionParser(JsonNode(data)).state()
    check_position(state)
    return state


def check_position(state: State) -> None:
    """Raise BadPosition("contradiction") with ``where``, ``found`` and ``expected`` for the first contradiction."""
    for seat in range(len(state.seats)):
        _check_seat(state, seat)
    _check_survivors(state)
    _check_rolloff(state)
    _check_phase(state)
    _check_rugs(state)
    if state.last:
        _check_last(state, state.last)


def _check_seat(state: State, seat: int) -> None:
    holding, colours, rules = state.seats[seat], state.rules.colours_of(seat), state.rules
    where = f"seats[{seat}]"
    for colour, count, most in zip(colours, holding.piles, rules.full_piles(), strict=True):
        if count > most:
            contradict(f"{where}.rugs.{COLOURS[colour]}", count, f"at most {most}")
    if holding.out and (holding.rugs or holding.dirhams):
        contradict(where, f"{holding.dirhams} dirhams, {holding.rugs} rugs", "nothing, for one who is out")
    held = {colour: count for colour, count in zip(colours, holding.piles, strict=True) if count}
    named = " or ".join(COLOURS[colour] for colour in held) or "null"
    if holding.next != NO_NEXT_COLOUR:
        if holding.next not in held:
            contradict(f"{where}.next", COLOURS[holding.next], named)
    elif next_colour(holding.piles, colours[0]) != NO_NEXT_COLOUR or _should_have_drawn(state, seat):
        contradict(f"{where}.next", None, named)


def _should_have_drawn(state: State, seat: int) -> bool:
    if not state.seats[seat].awaits_draw or state.phase in {"order", "over"}:
        return False
    return state.phase != "pile" or (bool(state.turn) and seat != state.current)


def _check_survivors(state: State) -> None:
    left = sorted(seat.left for seat in state.seats if seat.left)
    if left != list(range(1, len(left) + 1)):
        contradict("seats", f"left: {left}", "the seats that are out numbered 1, 2, 3 as they went")
    inside = len(state.seats) - len(left)
    ended = not inside or (inside == 1 and not state.rules.plays_on)
    rugs = sum(seat.rugs for seat in state.seats)
    if state.phase != "over":
        if state.reason:
            contradict("outcome", state.reason, "null while the game goes on")
        if ended:
            contradict("phase", state.phase, f"over, with {inside} of {len(state.seats)} seats left")
    elif state.reason in {SURVIVOR, RESIGNED} and not ended:
        contradict("outcome.reason", state.reason, f"another reason, with {inside} seats left")
    elif state.reason == RUGS and rugs:
        contradict("outcome.reason", state.reason, f"another reason, with {rugs} rugs left")


def _check_rolloff(state: State) -> None:
    if any(state.rolloff) and not state.rules.rolloff:
        contradict("rolloff", "rolls", "none: the order is given")
    for seat, rolls in enumerate(state.rolloff):
        alike = [other[: len(rolls) - 1] for number, other in enumerate(state.rolloff) if number != seat]
        if rolls[:-1] and rolls[:-1] not in alike:
            contradict(f"rolloff[{seat}]", len(rolls), "no more rolls than there were ties")
    due, order = resolve_rolloff(state.rolloff, [seat.left for seat in state.seats])
    if state.phase == "order":
        if due == NO_SEAT or not state.rules.rolloff:
            contradict("phase", "order", "a phase after the roll-off")
        if state.order != tuple(range(len(state.seats))):
            contradict("order", _letters(state.order), f"{_letters(range(len(state.seats)))} until it is rolled for")
    elif any(state.rolloff) and state.turn and not any(seat.left for seat in state.seats):
        if due != NO_SEAT:
            contradict("rolloff", _letters([due]), "another roll of this seat")
        if order != state.order:
            contradict("order", _letters(state.order), _letters(order))


def _letters(seats: range | tuple[int, ...] | list[int]) -> str:
    return "".join(SEAT_LETTERS[seat] for seat in seats)


def _check_phase(state: State) -> None:
    phase, rules, current = state.phase, state.rules, state.current
    if phase == "over":
        return
    if phase == ("rotate" if rules.rotate_at_end else "end"):
        contradict("phase", phase, "roll" if rules.rotate_at_end else "rotate")
    if (current == NO_SEAT) != (state.turn == 0):
        contradict("turn", state.turn, "0 before the first turn" if state.turn else "the number of the turn")
    if phase == "order" and state.turn:
        contradict("turn", state.turn, "0 before the order is settled")
    if phase not in {"order", "pile"} and current == NO_SEAT:
        contradict("current", None, "the seat whose turn it is")
    if phase == "pile" and not _awaits_draw(state):
        contradict("phase", phase, "another phase: no rug is to be drawn")
    if current != NO_SEAT:
        _check_current(state)


def _awaits_draw(state: State) -> bool:
    seats = state.seats if state.current == NO_SEAT else (state.seats[state.current],)
    return any(seat.awaits_draw for seat in seats)


def _check_current(state: State) -> None:
    holding, letter = state.seats[state.current], SEAT_LETTERS[state.current]
    if holding.out:
        contradict("current", letter, "a seat that is not out")
    if state.phase in {"rotate", "roll", "lay"} and not holding.rugs:
        contradict("current", letter, "a seat that has rugs")
    if state.phase == "end" and not any(seat.rugs for seat in state.seats):
        contradict("phase", "end", "over: no rug is left")


# The board


def _check_rugs(state: State) -> None:
    visible: dict[int, list[int]] = {}
    for square, rug in enumerate(state.board):
        if rug:
            visible.setdefault(rug, []).append(square)
    for rug, squares in visible.items():
        _check_halves(state, rug, squares)
        _check_number(state, rug, squares[0])
    _check_colours(state, visible)
    for square in range(len(state.board)):
        _check_layers(state, square)


def _at(square: int) -> str:
    return f"board.{NAMES[square]}"


def _name(rug: int) -> str:
    return f"{COLOURS[colour_of(rug)]}{number_of(rug)}"


def _check_number(state: State, rug: int, square: int) -> None:
    holding, rules = state.seats[state.rules.owner(colour_of(rug))], state.rules
    laid = rules.rugs - holding.rugs
    if number_of(rug) > laid:
        contradict(f"{_at(square)}.rug", number_of(rug), f"at most {laid}, the rugs that are gone from the pile")


def _check_colours(state: State, visible: dict[int, list[int]]) -> None:
    for seat, holding in enumerate(state.seats):
        for colour, left, full in zip(
            state.rules.colours_of(seat), holding.piles, state.rules.full_piles(), strict=True
        ):
            lying = sum(colour_of(rug) == colour for rug in visible)
            if lying > full - left:
                contradict("board", f"{lying} rugs {COLOURS[colour]}", f"at most {full - left}, as many as were laid")


def _check_halves(state: State, rug: int, squares: list[int]) -> None:
    """Check that two visible halves touch, and that a covered one, if given, is beside the visible one and under a rug.

    The square of a covered half need not be given.
    """
    if len(squares) > 2:
        contradict(_at(squares[2]), _name(rug), "another rug: both halves of this one show already")
    here, there = squares[0], squares[-1]
    if len(squares) == 2 and there not in NEIGHBOURS[here]:
        contradict(_at(there), _name(rug), f"a square beside {NAMES[here]}, where its other half shows")
    for square in squares:
        other = state.others[square]
        ways = [there if square == here else here] if len(squares) == 2 else _covered(state, rug, square)
        if other != UNKNOWN and other not in ways:
            named = " or ".join(NAMES[way] for way in ways) or "null"
            contradict(f"{_at(square)}.other", NAMES[other], named)


def _covered(state: State, rug: int, square: int) -> list[int]:
    """Return the squares beside this one that show a rug which can lie on the rug's other half."""

    def is_older(above: int) -> bool:
        same_seat = state.rules.owner(colour_of(above)) == state.rules.owner(colour_of(rug))
        return same_seat and number_of(above) < number_of(rug)

    return [near for near in NEIGHBOURS[square] if state.board[near] and not is_older(state.board[near])]


def _check_layers(state: State, square: int) -> None:
    """Check that no rug lies below itself by way of others."""
    at, seen = square, {square}
    while state.others[at] != UNKNOWN and state.board[state.others[at]] != state.board[at]:
        at = state.others[at]
        if at in seen:
            contradict(f"{_at(square)}.other", NAMES[state.others[square]], "a rug that does not lie below this one")
        seen.add(at)


# The turn in progress, or the last


def _check_last(state: State, last: LastTurn) -> None:
    if last.face:
        walk = walk_from(last.start, last.heading, last.face)
        turned = last.rotation if state.rules.rotate_at_end else None
        arrived = f"{NAMES[walk.square]}{FACINGS[(walk.facing + (turned or 0)) % 4]}"
    else:
        arrived = f"{NAMES[last.start]}{FACINGS[last.heading]}"
    stands = f"{NAMES[state.square]}{FACINGS[state.facing]}"
    if arrived != stands:
        contradict("last", f"a walk to {arrived}", f"one to {stands}, where Assam is")
    if last.rug and (len(last.rug) != 2 or last.rug[1] not in NEIGHBOURS[last.rug[0]]):
        contradict("last.rug", " ".join(NAMES[square] for square in last.rug), "two squares that touch")
    if len(set(last.patch)) != len(last.patch) or len(last.patch) not in (0, last.owed):
        contradict("last.patch", len(last.patch), f"{last.owed} squares")
    if last.paid > last.owed or (last.to == NO_SEAT) != (last.owed == 0) or last.to == last.seat:
        contradict("last", f"{last.paid} of {last.owed} paid", "no more than was owed, and to another seat")
    falls = last.out or (last.paid < last.owed and state.rules.out_when != "never")
    if falls and not state.seats[last.seat].out:
        contradict("last", f"{last.paid} of {last.owed} paid", f"{SEAT_LETTERS[last.seat]} out, or all that was owed")
    fresh = state.phase == "roll" and not state.rules.rotate_at_end
    if (fresh or state.phase in {"lay", "end"}) and (last.seat != state.current or fresh == bool(last.face)):
        contradict("last", SEAT_LETTERS[last.seat], "the turn in progress, or null")
