"""A game in play, and all of its rules.

    position = Position.start("gigamic", seats=4)
    while position.phase != "over":
        position.rotate(random.choice(position.legal_quarters()))
        position.roll(random.choice(DIE))
        if position.phase == "lay":
            position.lay(random.choice(position.legal_places()))

``state()`` gives the immutable value that the rest of the title works on, ``Position(state)`` goes on from it."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Self

from ..errors import IllegalAction
from ..values import ABORTED, RESIGNED, SEAT_LETTERS, Leave, Outcome
from .actions import QUARTERS, Action, Draw, Lay, PutAway, Roll, RollOff, Rotate, parse
from .board import (
    CANDIDATE_MASKS,
    CANDIDATE_PLACES,
    CANDIDATE_SETS,
    COLOURS,
    FACES,
    INDEX,
    MOVE,
    NO_COLOUR,
    PLACE_BITS,
    PLACE_NUMBERS,
    PLACE_SQUARES,
    POSE_AFTER_ROTATION,
    RUG_TO_COLOUR,
    TOUCHING_MASKS,
    flood,
    free_places,
    places_of,
)
from .options import Rules, rules_for
from .scoring import creditors_by_colour, outcome, puts_out
from .state import (
    NO_NEXT_COLOUR,
    NO_SEAT,
    RUGS,
    SURVIVOR,
    LastTurn,
    SeatState,
    State,
    next_colour,
    resolve_rolloff,
    seats_after,
)

CHANCE_PHASES = ("order", "pile", "roll")
_TURN_PHASES = ("rotate", "lay", "end")
_FACES = {str(face): face for face in FACES}
_COLOURS = {letter: colour for colour, letter in enumerate(COLOURS)}
_NO_PLACE = -1
_NO_TURN = LastTurn(NO_SEAT, 0, 0)
_NOTHING_PAID = (0, 0, NO_SEAT, (), False)


class Position:
    """A position of Marrakech that can be played on.

    Every method that acts raises IllegalAction with the reason's code, and then it has changed nothing. Read the
    fields freely; change them by the methods only.

    Seats are numbered from 0. ``phase`` tells what comes next: "order" and "pile" (chance, mostly before the first
    turn), then "rotate", "roll", "lay", "end" (the rotation at the end of a turn), "over"; ``reason`` tells why it is
    over. ``current`` is the seat whose turn it is, ``order`` the order of play, ``rolloff`` each seat's rolls for it.

    ``pose`` is Assam's square and facing in one number (see ``board``). ``board`` has the rug that each square shows,
    ``colours`` its colour (see ``board.flood``), ``others`` the square of its other half. ``free`` is the set of places
    without a whole rug, as bits, and ``only_whole_barred`` tells whether all of them may be covered. ``following`` has
    by seat those that come after it, ``creditors`` by colour the seat that is paid: NO_SEAT for one that is out.

    Lists by seat: ``dirhams``, ``unlaid`` (rugs), ``upcoming`` (the colour of the rug it lays next, or
    NO_NEXT_COLOUR), ``left`` (0, or k for the k-th that went out), ``rolls`` and ``draws`` (how many it has had).
    ``piles`` counts unlaid rugs by colour where each seat has two colours.

    ``State.last`` is made of ``walker`` (NO_SEAT before the first turn), ``start_pose``, ``rotation``, ``face``,
    ``payment`` (paid, owed, creditor, patch, out: the fields of ``LastTurn``) and ``rug``.
    """

    __slots__ = (
        *("rules", "phase", "reason", "order", "following", "rolloff", "current", "turn", "ply"),
        *("pose", "board", "others", "colours", "creditors", "free", "only_whole_barred"),
        *("dirhams", "unlaid", "upcoming", "left", "rolls", "draws", "piles"),
        *("walker", "start_pose", "rotation", "face", "payment", "rug"),
    )

    @staticmethod
    def start(ruleset: str = "gigamic", options: Mapping[str, str] | None = None, seats: int = 2) -> "Position":
        """Return the position at the start of a game; ``options`` are those that differ. Raises BadOptions."""
        return Position(first_state(rules_for(ruleset, options or {}, seats)))

    def __init__(self, state: State) -> None:
        self.rules, self.phase, self.reason = state.rules, state.phase, state.reason
        self.order, self.following, self.rolloff = state.order, seats_after(state.order), state.rolloff
        self.current, self.turn, self.ply = state.current, state.turn, state.ply
        self.pose = state.square << 2 | state.facing
        self.board, self.others = list(state.board), list(state.others)
        self.colours = [*state.board.translate(RUG_TO_COLOUR), NO_COLOUR]
        self.free = free_places(state.board)
        dirhams, piles, upcoming, left, rolls, draws = zip(*state.seats, strict=True)
        self.dirhams, self.upcoming, self.left = [*dirhams], [*upcoming], [*left]
        self.rolls, self.draws, self.unlaid = [*rolls], [*draws], [*map(sum, piles)]
        self.piles = [count for pile in piles for count in pile]
        last = state.last or _NO_TURN
        self.walker, self.start_pose = last.seat, last.start << 2 | last.heading
        self.rotation, self.face, self.rug = last.rotation, last.face, last.rug
        self.payment: tuple[int, int, int, Sequence[int], bool]
        self.payment = (last.paid, last.owed, last.to, last.patch, last.out)
        self._regard_those_out()

    def __eq__(self, other: object) -> bool:
        return self.state() == other.state() if isinstance(other, Position) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __repr__(self) -> str:
        seat = "nobody" if self.current == NO_SEAT else SEAT_LETTERS[self.current]
        return f"<Position {self.rules.ruleset}, ply {self.ply}, turn {self.turn} of {seat}, {self.phase}>"

    def state(self) -> State:
        """Return the position as it is now, immutable and complete."""
        piles = zip(self.piles[::2], self.piles[1::2], strict=True) if self.rules.colours == 2 else zip(self.unlaid)
        rows = zip(self.dirhams, piles, self.upcoming, self.left, self.rolls, self.draws, strict=True)
        assam = (self.pose & 3, self.phase, self.pose >> 2, bytes(self.board), bytes(self.others))
        turn = (self.current, self.turn, self.ply, self._last(), self.reason)
        return State(self.rules, tuple(map(SeatState._make, rows)), self.order, self.rolloff, *assam, *turn)

    def _last(self) -> LastTurn | None:
        if self.walker == NO_SEAT:
            return None
        paid, owed, to, patch, out = self.payment
        walk = (self.walker, self.start_pose >> 2, self.start_pose & 3, self.rotation, self.face)
        return LastTurn(*walk, paid, owed, to, tuple(sorted(patch)), self.rug, out)

    def copy(self) -> Self:
        twin = self.__new__(type(self))
        for name in Position.__slots__:
            value = getattr(self, name)
            setattr(twin, name, value[:] if type(value) is list else value)
        return twin

    # What may be done

    def legal_quarters(self) -> tuple[int, ...]:
        """Return the legal rotations, of -1 (left), 0 and 1 (right); () if none is due."""
        return self.rules.quarters if self.phase in ("rotate", "end") else ()

    def legal_places(self) -> tuple[int, ...]:
        """Return the places where the seat whose turn it is may lay its rug, ascending; () outside the phase "lay".

        Names are in ``board.PLACE_NAMES``, squares in ``board.PLACE_SQUARES``.
        """
        if self.phase != "lay":
            return ()
        if self.only_whole_barred:  # one look-up: 0.15 us, not 0.65 for looking at the rugs on every place
            return places_of(CANDIDATE_MASKS[self.pose >> 2] & self.free)
        return tuple([place for place in CANDIDATE_PLACES[self.pose >> 2] if not self.cover_refusal(place)])

    def is_legal(self, place: int) -> bool:
        """Return True if the acting seat may lay its rug on this place (a number of ``board.PLACE_NAMES``)."""
        if self.phase != "lay" or place not in CANDIDATE_SETS[self.pose >> 2]:
            return False
        if self.only_whole_barred:
            return self.free & PLACE_BITS[place] != 0
        return self.cover_refusal(place) is None

    def cover_refusal(self, place: int) -> str | None:
        """Return why a rug may not cover what lies on this place, or None."""
        first, second = PLACE_SQUARES[place]
        below, beside = self.board[first], self.board[second]
        if not below or not beside:
            return None
        rules = self.rules
        if below == beside:
            owner = rules.owner(below >> 6)
            may = (rules.cover_own and owner == self.current) or self._counts_as_empty(owner)
            return None if may else "whole-rug"
        if rules.two_halves or any(self._counts_as_empty(rules.owner(rug >> 6)) for rug in (below, beside)):
            return None
        return "two-halves"

    def _counts_as_empty(self, owner: int) -> bool:
        return self.rules.out_rugs_empty and self.left[owner] > 0

    def place_refusal(self, place: int) -> str | None:
        """Return why the seat whose turn it is may not lay a rug on this place, or None."""
        if place not in range(len(PLACE_SQUARES)):
            return "not-a-rug"
        if self.pose >> 2 in PLACE_SQUARES[place]:
            return "under-assam"
        if place not in CANDIDATE_SETS[self.pose >> 2]:
            return "not-beside-assam"
        return self.cover_refusal(place)

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
        return next(filter(self._awaits_draw, self.order), NO_SEAT)

    def _awaits_draw(self, seat: int) -> bool:
        return self.upcoming[seat] == NO_NEXT_COLOUR and self.unlaid[seat] > 0

    @property
    def outcome(self) -> Outcome | None:
        return outcome(self.state()) if self.phase == "over" else None

    # What a seat does

    def rotate(self, quarter: int) -> None:
        """Turn Assam: -1 a quarter to the left, 0 not at all, 1 a quarter to the right."""
        if self.phase not in ("rotate", "end") or quarter not in self.rules.quarters:
            raise self._illegal_action(("rotate", "end"), "half-turn" if quarter else "must-turn")
        self.pose = POSE_AFTER_ROTATION[self.pose][quarter + 1]
        self.rotation = quarter
        self.ply += 1
        if self.phase == "end":
            self._start_next_turn()
        else:
            self.walker, self.start_pose, self.face = self.current, self.pose, 0
            self.payment, self.rug = _NOTHING_PAID, ()
            self.phase = "roll"

    def lay(self, place: int) -> None:
        """Lay the next rug on a place: its number in ``board.PLACE_NAMES``."""
        # As in is_legal. To call it here would make a random game 4 % slower.
        if (
            self.phase != "lay"
            or place not in CANDIDATE_SETS[self.pose >> 2]
            or (not self.free & PLACE_BITS[place] if self.only_whole_barred else self.cover_refusal(place))
        ):
            raise self._illegal_action(("lay",), self.place_refusal(place))
        seat, board, colours, others = self.current, self.board, self.colours, self.others
        colour = self.upcoming[seat]
        first, second = self.rug = PLACE_SQUARES[place]
        board[first] = board[second] = colour << 6 | self.rules.rugs + 1 - self.unlaid[seat]
        colours[first] = colours[second] = colour
        others[first], others[second] = second, first
        self.free = (self.free | TOUCHING_MASKS[place]) ^ PLACE_BITS[place]
        self.ply += 1
        self._take_rug_off_pile()

    def put_away(self) -> None:
        """Put the next rug away unlaid, which is legal where there is no place for it."""
        if self.phase != "lay" or self.legal_places():
            raise self._illegal_action(("lay",), "can-lay")
        self.ply += 1
        self._take_rug_off_pile()

    def leave(self, seat: int) -> None:
        """Take a seat out of the game: it resigns, or its time is up.

        That counts as a turn of its own: a seat that is in the middle of a turn goes on under the next number.
        """
        if self.phase == "over" or not 0 <= seat < len(self.left) or self.left[seat]:
            raise self._illegal_action((), "already-out" if 0 <= seat < len(self.left) else "no-such-seat")
        self.ply += 1
        if self._remove_seat(seat, RESIGNED):
            return
        if not self.turn:
            self._prepare_first_turn()
        elif seat == self.current or not any(self.unlaid):
            self._start_next_turn()
        else:
            self.turn += 1

    def abort(self) -> None:
        if self.phase == "over":
            raise IllegalAction("game-over")
        self.ply += 1
        self.phase, self.reason = "over", ABORTED

    # What chance does

    def roll(self, face: int) -> None:
        """Let the die show this face (1..4): Assam walks, and what is owed for his square is paid."""
        if self.phase != "roll" or face not in FACES:
            raise self._illegal_result("roll")
        seat = self.walker = self.current
        self.start_pose, self.face = self.pose, face
        self.payment, self.rug = _NOTHING_PAID, ()
        if self.rules.rotate_at_end:
            self.rotation = None
        self.pose = pose = MOVE[self.pose][3 + face]
        self.ply += 1
        self.rolls[seat] += 1
        self.phase = "lay"
        creditor = self.creditors[self.colours[pose >> 2]]
        if creditor != seat and creditor != NO_SEAT:
            patch = flood(self.colours, pose >> 2)
            owed, dirhams = len(patch), self.dirhams
            if owed < dirhams[seat]:
                dirhams[seat] -= owed
                dirhams[creditor] += owed
                self.payment = (owed, owed, creditor, patch, False)
            else:
                self._pay_all(creditor, patch)

    def draw(self, colour: int) -> None:
        """Let the next rug of the pile that is due have this colour, an index of ``board.COLOURS``."""
        seat = self.chance_seat
        if self.phase != "pile" or colour >> 1 != seat:
            raise self._illegal_result("pile")
        self.upcoming[seat] = colour
        self.draws[seat] += 1
        self.ply += 1
        if self.turn:
            self._start_next_turn(self.rules.rotate_at_end)
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
        # Canonical texts, nearly all of a log, need no action made of them: a whole log replays in 0.08 ms, not 0.12.
        if seat is None and text in _FACES and self.phase == "roll":
            self.roll(_FACES[text])
        elif seat is None and text in _COLOURS and self.phase == "pile":
            self.draw(_COLOURS[text])
        elif seat == self.current and text in QUARTERS:
            self.rotate(QUARTERS[text])
        elif seat == self.current and text in PLACE_NUMBERS and self.phase == "lay":
            self.lay(PLACE_NUMBERS[text])
        else:
            self.apply(parse(self, seat, text))

    def apply(self, action: Action) -> None:
        if self.phase in _TURN_PHASES and action.seat not in (None, self.current) and not isinstance(action, Leave):
            raise IllegalAction("not-your-turn")
        match action:
            case Rotate():
                self.rotate(action.quarter)
            case Roll():
                self.roll(action.face)
            case Lay():
                self._lay_named(action.first, action.second)
            case PutAway():
                self.put_away()
            case Draw():
                self.draw(action.colour)
            case RollOff():
                self.roll_off(action.face)
            case Leave():
                self.leave(action.seat)
            case _:  # only Abort is left
                self.abort()

    def _lay_named(self, first: str, second: str) -> None:
        place = PLACE_NUMBERS.get(first + second, _NO_PLACE)
        if place == _NO_PLACE and not (first in INDEX and second in INDEX):
            raise self._illegal_action(("lay",), "off-board")
        self.lay(place)

    # What follows from it

    def _prepare_first_turn(self) -> None:
        """Find what must be settled before the first turn: the order of play, then the piles."""
        if self.rules.rolloff:
            due, order = resolve_rolloff(self.rolloff, self.left)
            if due != NO_SEAT:
                self.phase = "order"
                return
            self.order, self.following = order, seats_after(order)
        if any(map(self._awaits_draw, self.order)):
            self.phase = "pile"
        else:
            self._start_next_turn()

    def _start_next_turn(self, rotate_first: bool = False) -> None:
        """Hand the turn to the next seat that still has rugs, if need be after a last rotation, or end the game."""
        unlaid = self.unlaid
        if rotate_first and any(unlaid):
            self.phase = "end"
            return
        for seat in self.following[self.current]:
            if unlaid[seat]:
                self.current = seat
                self.turn += 1
                self.phase = "roll" if self.rules.rotate_at_end else "rotate"
                return
        self.phase, self.reason = "over", RUGS

    def _pay_all(self, creditor: int, patch: Sequence[int]) -> None:
        """Pay with all that the seat has for a patch of at least as many squares, and put it out if the rules do."""
        seat, owed = self.current, len(patch)
        paid, self.dirhams[seat] = self.dirhams[seat], 0
        self.dirhams[creditor] += paid
        out = puts_out(self.rules.out_when, paid, owed)
        self.payment = (paid, owed, creditor, patch, out)
        if out and not self._remove_seat(seat, SURVIVOR):
            self._start_next_turn()

    def _take_rug_off_pile(self) -> None:
        seat, unlaid = self.current, self.unlaid
        unlaid[seat] -= 1
        if self.rules.colours == 2:
            colour = self.upcoming[seat]
            self.piles[colour] -= 1
            if self.piles[colour ^ 1]:
                if self.piles[colour]:
                    self.upcoming[seat] = NO_NEXT_COLOUR
                    self.phase = "pile"
                    return
                self.upcoming[seat] = colour ^ 1
        if not unlaid[seat]:
            self.upcoming[seat] = NO_NEXT_COLOUR
        self._start_next_turn(self.rules.rotate_at_end)

    def _remove_seat(self, seat: int, reason: str) -> bool:
        """Put a seat out and tell whether that ends the game."""
        gone = 1 + sum(left > 0 for left in self.left)
        self.dirhams[seat] = self.unlaid[seat] = 0
        self.upcoming[seat] = NO_NEXT_COLOUR
        self.left[seat] = gone
        if self.rules.colours == 2:
            self.piles[2 * seat] = self.piles[2 * seat + 1] = 0
        self._regard_those_out()
        inside = len(self.left) - gone
        over = inside == 0 or (inside == 1 and not self.rules.plays_on)
        if over:
            self.phase, self.reason = "over", reason
        return over

    def _regard_those_out(self) -> None:
        """Find who is paid for each colour, and whether only whole rugs are barred, now that these seats are out."""
        rules = self.rules
        self.creditors = creditors_by_colour(rules.colours, tuple(self.left))
        self.only_whole_barred = (
            rules.two_halves and not rules.cover_own and not (rules.out_rugs_empty and any(self.left))
        )

    # Why it is refused

    def _illegal_action(self, phases: tuple[str, ...], code: str | None) -> IllegalAction:
        """Return the error for an action of a seat that needs one of these phases and is refused in them for a code."""
        if self.phase == "over":
            return IllegalAction("game-over")
        if phases and self.phase not in phases:
            return IllegalAction("chance-due" if self.phase in CHANCE_PHASES else "wrong-phase")
        return IllegalAction(code or "")

    def _illegal_result(self, phase: str) -> IllegalAction:
        if self.phase == "over":
            return IllegalAction("game-over")
        if self.phase not in CHANCE_PHASES:
            return IllegalAction("no-chance-due")
        return IllegalAction("impossible-result" if self.phase == phase else "other-chance-due")


@lru_cache(maxsize=64)
def first_state(rules: Rules) -> State:
    """Return the state at the very start, chance being next where there is something to draw."""
    piles = rules.full_piles()
    seats = tuple(
        SeatState(rules.dirhams, piles, next_colour(piles, rules.colours_of(seat)[0])) for seat in range(rules.seats)
    )
    order, rolloff = tuple(range(rules.seats)), ((),) * rules.seats
    position = Position(State(rules, seats, order, rolloff, rules.start, "order"))
    position._prepare_first_turn()
    return position.state()


def apply(state: State, action: Action) -> State:
    position = Position(state)
    position.apply(action)
    return position.state()
