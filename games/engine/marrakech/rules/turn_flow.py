"""What follows from an action: whose turn is next, what is paid, who is out, when it is over, and why it is refused."""

from typing import Any

from ...errors import IllegalAction
from .board import MOVE
from .position_data import PositionData
from .rolloff import resolve_rolloff
from .rugs import flood
from .scoring import puts_out
from .state import NOBODY

_WALK = tuple((pose, *poses[4:8]) for pose, poses in enumerate(MOVE))  # by pose and face
CHANCE_PHASES = ("order", "pile", "roll")


class TurnFlow(PositionData):
    """How a game takes its course: the half of ``Position`` that its actions are built on."""

    __slots__ = ()

    def _prepare_first_turn(self) -> None:
        """Find what must be settled before the first turn: the order of play, then the piles."""
        if self.rules.rolloff:
            due, order = resolve_rolloff(self.rolloff, self.left)
            if due != NOBODY:
                self.phase = "order"
                return
            self._set_order(order)
        if any(self._awaits_draw(seat) for seat in self.order):
            self.phase = "pile"
        else:
            self._start_next_turn()

    def _start_next_turn(self) -> None:
        """Hand the turn to the next seat that still has rugs, or end the game."""
        unlaid = self.unlaid
        for seat in self.next_seats[self.current]:
            if unlaid[seat]:
                self.current = seat
                self.turn += 1
                self.phase = self.first_phase
                return
        self.phase, self.reason = "over", "rugs"

    def _walk(self, start: int, face: int) -> None:
        """Let Assam walk from this pose, and pay what is owed for the square that he comes to."""
        seat = self.current
        self.pose = pose = _WALK[start][face]
        self.rug = ()
        self.ply += 1
        self.rolls[seat] += 1
        self.phase = "lay"
        creditor = self.creditors[self.colours[pose >> 2]]
        if creditor != seat and creditor != NOBODY:
            patch = flood(self.colours, pose >> 2)
            owed, dirhams = len(patch), self.dirhams
            has = dirhams[seat]
            if owed >= has:
                self._pay_everything(creditor, owed, (seat, start, face, has, owed, creditor, patch))
                return
            dirhams[seat] = has - owed
            dirhams[creditor] += owed
            self.last_turn = (seat, start, face, owed, owed, creditor, patch, False)
        else:
            self.last_turn = (seat, start, face)

    def _pay_everything(self, creditor: int, owed: int, last_turn: tuple[Any, ...]) -> None:
        """Pay with all that the seat has, and put it out if that is too much for it."""
        seat, dirhams = self.current, self.dirhams
        has, dirhams[seat] = dirhams[seat], 0
        dirhams[creditor] += has
        falls = puts_out(self.rules.out_when, has, owed)
        self.last_turn = (*last_turn, falls)
        if falls and not self._remove_seat(seat, "survivor"):
            self._start_next_turn()

    def _take_rug_off_pile(self, seat: int) -> None:
        """Find the rug that comes next now that one is off this seat's pile, and go on."""
        if self.two_colours:
            colour = self.upcoming[seat]
            self.piles[colour] -= 1
            if self.piles[colour ^ 1]:
                if self.piles[colour]:
                    self.upcoming[seat] = NOBODY
                    self.phase = "pile"
                    return
                self.upcoming[seat] = colour ^ 1
            elif not self.piles[colour]:
                self.upcoming[seat] = NOBODY
        elif not self.unlaid[seat]:
            self.upcoming[seat] = NOBODY
        self._after_laying()

    def finish_laying(self, waiting: bool) -> None:
        """Go on after a turn that ended with a rug, or wait for the next colour of a pile to be drawn."""
        if waiting:
            self.phase = "pile"
        else:
            self._after_laying()

    def _after_laying(self) -> None:
        """Rotate at the end of the turn, or hand it over."""
        if self.rotates_at_end and any(self.unlaid):
            self.phase = "end"
        else:
            self._start_next_turn()

    def _awaits_draw(self, seat: int) -> bool:
        return self.upcoming[seat] == NOBODY and self.unlaid[seat] > 0

    def _remove_seat(self, seat: int, reason: str) -> bool:
        """Put a seat out and tell whether that ends the game."""
        gone = 1 + sum(left > 0 for left in self.left)
        self.dirhams[seat] = self.unlaid[seat] = 0
        self.upcoming[seat] = NOBODY
        self.left[seat] = gone
        if self.two_colours:
            self.piles[2 * seat] = self.piles[2 * seat + 1] = 0
        self._update_creditors()
        inside = len(self.left) - gone
        over = inside == 0 or (inside == 1 and not self.rules.plays_on)
        if over:
            self.phase, self.reason = "over", reason
        return over

    def _illegal_action(self, phases: tuple[str, ...], code: str | None) -> IllegalAction:
        """Return the error for an action of a seat that needs one of these phases and is refused in them for a code."""
        if self.phase == "over":
            return IllegalAction("game-over")
        if phases and self.phase not in phases:
            return IllegalAction("chance-due" if self.phase in CHANCE_PHASES else "wrong-phase")
        return IllegalAction(code or "")

    def _illegal_result(self, phase: str) -> IllegalAction:
        """Return the error for a result of chance that belongs to this phase."""
        if self.phase == "over":
            return IllegalAction("game-over")
        if self.phase not in CHANCE_PHASES:
            return IllegalAction("no-chance-due")
        return IllegalAction("impossible-result" if self.phase == phase else "other-chance-due")
