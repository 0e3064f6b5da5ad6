"""A game in play: a position that changes, quick and always checked. The rules have their home here.

    position = Position.start("gigamic", seats=4)
    while position.phase != "over":
        position.move(random.choice(position.legal_quarters()), random.choice(DIE))
        if position.phase == "lay":
            position.lay(random.choice(position.legal_places()))

Every method that acts raises IllegalAction with the reason's code, and then it has changed nothing. ``state()`` gives
the immutable value that the rest of the title works on, ``Position.of(state)`` takes one up again.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from ...errors import IllegalAction
from ...values import Outcome
from ..notation.action_notation import QUARTERS, parse
from ..options import Rules, rules_for
from .actions import Abort, Action, Draw, Lay, Leave, PutAway, Roll, RollOff, Rotate
from .board import FACES, INDEX, PLACE_BETWEEN, PLACE_BITS, PLACE_NUMBERS, PLACE_SQUARES, POSE_AFTER_ROTATION
from .market import PLACES_BY_POSE
from .rolloff import resolve_rolloff
from .scoring import outcome
from .state import NOBODY, SeatState, State, next_colour
from .turn_flow import CHANCE_PHASES, TurnFlow

_TURNS = ("rotate", "lay", "end")
_TURN = tuple(
    (straight, right, left) for left, straight, right in POSE_AFTER_ROTATION
)  # by pose and quarter, -1 being the last
_FACES = {str(face): face for face in FACES}
_NO_PLACE = _OFF_BOARD = -1


class Position(TurnFlow):
    """A position of Marrakech that can be played on.

    Seats are numbered from 0. ``phase`` tells what comes next: "order" and "pile" (chance, mostly before the first
    turn), then "rotate", "roll", "lay", "end" (the rotation at the end of a turn), "over". ``current`` is the seat
    whose turn it is; ``dirhams``, ``unlaid``, ``upcoming``, ``left``, ``rolls`` and ``draws`` are lists by seat,
    ``board`` and ``colours`` by square. Read them as you like, and leave changing them to the methods.
    """

    __slots__ = ()

    @staticmethod
    def start(ruleset: str = "gigamic", options: Mapping[str, str] | None = None, seats: int = 2) -> "Position":
        """Return the position at the start of a game; ``options`` are those that differ. Raises BadOptions."""
        return _opening(rules_for(ruleset, options or {}, seats)).copy()

    # What may be done

    def legal_quarters(self) -> tuple[int, ...]:
        """Return the rotations that may be made: of -1 (left), 0 and 1 (right), those that may; () if none is due."""
        return self.quarters if self.phase in ("rotate", "end") else ()

    def legal_draws(self) -> tuple[tuple[int, int], ...]:
        """Return the colours that chance may draw from the pile that is due, each with its weight; () if none is."""
        if self.phase != "pile":
            return ()
        first = 2 * self.chance_seat  # only seats with two colours ever wait for a draw
        if self.rules.coin:
            return (first, 1), (first + 1, 1)
        return (first, self.piles[first]), (first + 1, self.piles[first + 1])

    @property
    def chance_seat(self) -> int:
        """Return the seat that a chance of the phase "order" or "pile" concerns, otherwise the one whose turn it is."""
        if self.turn:
            return self.current
        if self.phase == "order":
            return resolve_rolloff(self.rolloff, self.left)[0]
        return next((seat for seat in self.order if self._awaits_draw(seat)), NOBODY)

    @property
    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        return outcome(self.state()) if self.phase == "over" else None

    # What a seat does

    def rotate(self, quarter: int) -> None:
        """Turn Assam: -1 a quarter to the left, 0 not at all, 1 a quarter to the right."""
        phase = self.phase
        if quarter not in self.quarters or (phase != "rotate" and phase != "end"):
            raise self._illegal_action(("rotate", "end"), "half-turn" if quarter else "must-turn")
        self.pose = pose = _TURN[self.pose][quarter]
        self.rotation = quarter
        self.ply += 1
        if phase == "end":
            self._start_next_turn()
        else:
            self.last_turn = (self.current, pose)
            self.rug = ()
            self.phase = "roll"

    def lay(self, place: int) -> None:
        """Lay the next rug on a place: its number in ``board.PLACE_NAMES``."""
        if self.phase != "lay" or place not in PLACES_BY_POSE[self.pose]:
            raise self._illegal_action(("lay",), self.place_refusal(place))
        seat, unlaid, bits, bit = self.current, self.unlaid, self.bits, PLACE_BITS[place]
        if self.whole & bit if self.plain else self.cover_refusal(place):  # as in ``is_legal``
            raise self._illegal_action(("lay",), self.place_refusal(place))
        first, second = self.rug = PLACE_SQUARES[place]
        colour, left = self.upcoming[seat], unlaid[seat]
        self.board[first] = self.board[second] = colour << 6 | self.rugs_each + 1 - left
        self.colours[first] = self.colours[second] = colour
        self.others[first], self.others[second] = second, first
        self.whole = self.whole & ~(bits[first] | bits[second]) | bit
        bits[first] = bits[second] = bit
        self.frozen_board = None
        self.ply += 1
        unlaid[seat] = left - 1
        after = self.next_seats[seat][0]
        if left > 1 and self.simple and unlaid[after]:  # in most turns nothing more happens
            self.current = after
            self.turn += 1
            self.phase = "rotate"
        else:
            self._take_rug_off_pile(seat)

    def put_away(self) -> None:
        """Put the next rug away unlaid, which is legal where there is no place for it."""
        if self.phase != "lay" or self.legal_places():
            raise self._illegal_action(("lay",), "can-lay")
        self.ply += 1
        self.unlaid[self.current] -= 1
        self._take_rug_off_pile(self.current)

    def leave(self, seat: int) -> None:
        """Take a seat out of the game: it resigns, or its time is up.

        That takes a turn's number for itself, so that whoever is in the middle of a turn counts on.
        """
        if self.phase == "over" or not 0 <= seat < len(self.left) or self.left[seat]:
            raise self._illegal_action((), "already-out" if 0 <= seat < len(self.left) else "no-such-seat")
        self.ply += 1
        if self._remove_seat(seat, "resigned"):
            return
        if not self.turn:
            self._prepare_first_turn()
        elif seat == self.current or not any(self.unlaid):
            self._start_next_turn()
        else:
            self.turn += 1

    def abort(self) -> None:
        """End the game without a result."""
        if self.phase == "over":
            raise IllegalAction("game-over")
        self.ply += 1
        self.phase, self.reason = "over", "aborted"

    # What chance does

    def roll(self, face: int) -> None:
        """Let the die show this face (1..4): Assam walks, and what is owed for his square is paid."""
        if self.phase != "roll" or face not in FACES:
            raise self._illegal_result("roll")
        if self.rotates_at_end:
            self.rotation = None
        self._walk(self.pose, face)

    def move(self, quarter: int, face: int) -> None:
        """Rotate and roll in one, for whoever knows both at once: programs that play a game through."""
        if self.phase != "rotate" or quarter not in self.quarters:
            raise self._illegal_action(("rotate",), "half-turn" if quarter else "must-turn")
        if face not in FACES:
            raise IllegalAction("impossible-result")
        self.rotation = quarter
        self.ply += 1
        self._walk(_TURN[self.pose][quarter], face)

    def draw(self, colour: int) -> None:
        """Let the next rug of the pile that is due have this colour, an index of ``rugs.COLOURS``."""
        seat = self.chance_seat
        if self.phase != "pile" or colour >> 1 != seat:
            raise self._illegal_result("pile")
        self.upcoming[seat] = colour
        self.draws[seat] += 1
        self.ply += 1
        if self.turn:
            self._after_laying()
        else:
            self._prepare_first_turn()

    def roll_off(self, face: int) -> None:
        """Let the seat that is due roll this face for the order of play."""
        if self.phase != "order" or face not in FACES:
            raise self._illegal_result("order")
        seat, rolls = self.chance_seat, self.rolloff
        self.rolloff = (*rolls[:seat], (*rolls[seat], face), *rolls[seat + 1 :])
        self.ply += 1
        self._prepare_first_turn()

    # Anything, by its notation or as an action

    def play(self, text: str) -> None:
        """Play what this notation means for the seat whose turn it is or, where it is due, for chance.

        Raises BadNotation, too.
        """
        self.play_entry(None if self.phase in CHANCE_PHASES else self.current, text)

    def play_entry(self, seat: int | None, text: str) -> None:
        """Play one entry of a log: the notation of a seat or, with None, of chance or the table. Raises BadNotation."""
        if seat == self.current and text in PLACE_NUMBERS and self.phase == "lay":
            self.lay(PLACE_NUMBERS[text])
        elif seat == self.current and text in QUARTERS:
            self.rotate(QUARTERS[text])
        elif seat is None and text in _FACES and self.phase == "roll":
            self.roll(_FACES[text])
        else:
            self.apply(parse(self, seat, text))

    def apply(self, action: Action) -> None:
        """Play an action."""
        whose = action.seat
        if whose != self.current and whose is not None and self.phase in _TURNS and type(action) is not Leave:
            raise IllegalAction("not-your-turn")
        _METHODS[type(action)](self, action)

    def _lay_named(self, first: str, second: str) -> None:
        """Lay the next rug on two squares given by name and sorted."""
        here, there = INDEX.get(first, _OFF_BOARD), INDEX.get(second, _OFF_BOARD)
        if _OFF_BOARD in (here, there):
            raise self._illegal_action(("lay",), "off-board")
        self.lay(PLACE_BETWEEN[here][there] if first < second else _NO_PLACE)


_METHODS: dict[type, Callable[[Position, Any], None]] = {
    Rotate: lambda position, action: position.rotate(action.quarter),
    Lay: lambda position, action: position._lay_named(action.first, action.second),
    PutAway: lambda position, action: position.put_away(),
    Roll: lambda position, action: position.roll(action.face),
    Draw: lambda position, action: position.draw(action.colour),
    RollOff: lambda position, action: position.roll_off(action.face),
    Leave: lambda position, action: position.leave(action.seat),
    Abort: lambda position, action: position.abort(),
}


@lru_cache(maxsize=64)
def first_state(rules: Rules) -> State:
    """Return the state at the very start, chance being next where there is something to draw."""
    piles = rules.full_piles()
    seats = tuple(
        SeatState(rules.dirhams, piles, next_colour(piles, rules.colours_of(seat)[0])) for seat in range(rules.seats)
    )
    order, rolloff = tuple(range(rules.seats)), ((),) * rules.seats
    position = Position.of(State(rules, seats, order, rolloff, rules.start, "order"))
    position._prepare_first_turn()
    return position.state()


@lru_cache(maxsize=64)
def _opening(rules: Rules) -> Position:
    return Position.of(first_state(rules))
