"""One game, and how each entry of its log changes it."""

from collections.abc import Mapping
from copy import copy
from dataclasses import replace

from .board import Square, beside, square_named, turned_way, walk
from .table import GameTable, Payment, Rug

LEAVING = ("resigns", "out of time")


class Illegal(Exception):
    """The rules do not allow this now."""


class Game(GameTable):
    """A game in progress: ``do`` plays."""

    def __init__(self, ruleset: str, changes: Mapping[str, str], seats: int) -> None:
        super().__init__(ruleset, changes, seats)
        self.prepare()

    def copy(self) -> "Game":
        """Return a copy that can be played on without changing this game."""
        twin = copy(self)
        twin.players = [replace(player, rugs=dict(player.rugs)) for player in self.players]
        twin.gone, twin.laid, twin.throws = list(self.gone), list(self.laid), list(self.throws)
        twin.groups, twin.thrown = [list(group) for group in self.groups], dict(self.thrown)
        return twin

    def do(self, seat: int | None, text: str) -> None:
        """Play one entry of a log: what a seat does, or (None) what chance brings. Raises Illegal."""
        if self.phase == "over":
            raise Illegal(text)
        if seat is None and text == "abort":
            self.finish("aborted")
        elif seat is not None and text in LEAVING:
            if seat in self.gone:
                raise Illegal(text)
            self.leave(seat)
        elif seat == self.acting() and text in self.legal():
            self.play(text)
        else:
            raise Illegal(text)

    def play(self, text: str) -> None:
        """Play a legal entry."""
        if self.phase == "order":
            self.throw(int(text))
        elif self.phase == "pile":
            self.draw(text)
        elif self.phase == "roll":
            self.roll(int(text))
        elif self.phase == "lay":
            self.lay(text)
        else:
            self.rotate(text)

    def finish(self, reason: str) -> None:
        """End the game."""
        self.phase = "over"
        self.reason = reason

    def throw(self, face: int) -> None:
        """Throw for the order of play."""
        seat = self.thrower()
        self.thrown[seat] = face
        self.throws[seat] += 1
        self.prepare()

    def part_groups(self) -> None:
        """Split the throwing group by its results, as soon as all its seats have thrown."""
        for at, group in enumerate(self.groups):
            if len(group) > 1 and all(seat in self.thrown for seat in group):
                parts = [[seat for seat in group if self.thrown[seat] == face] for face in (4, 3, 2, 1)]
                self.groups[at : at + 1] = [part for part in parts if part]
                self.thrown = {}
                return

    def prepare(self) -> None:
        """Settle what comes before the first turn: the order of play, then each pile's first rug."""
        self.show_only_colours()
        self.part_groups()
        if any(len(group) > 1 for group in self.groups):
            self.phase = "order"
            return
        if self.undrawn():
            self.phase = "pile"
        else:
            self.next_turn()

    def show_only_colours(self) -> None:
        """Set the next rug of the seats whose rugs are all of one colour."""
        for player in self.players:
            left = [colour for colour, count in player.rugs.items() if count]
            if len(left) == 1:
                player.upcoming = left[0]

    def draw(self, colour: str) -> None:
        """Draw the next rug of a pile."""
        player = self.players[self.undrawn()[0]]
        player.upcoming = colour
        player.draws += 1
        if self.turn == 0:
            self.prepare()
        else:
            self.after_rug()

    def rotate(self, rotation: str) -> None:
        """Turn Assam, before the roll or at the end of the turn."""
        self.facing = turned_way(self.facing, rotation)
        if self.phase == "rotate":
            self.phase = "roll"
        else:
            self.next_turn()

    def roll(self, face: int) -> None:
        """Walk as far as the die says, and pay."""
        assert self.whose is not None
        player = self.players[self.whose]
        player.rolls += 1
        path, self.facing = walk(self.assam, self.facing, face)
        self.assam = path[-1]
        self.payment = self.debt(path)
        had, owed = player.dirhams, self.payment.owed
        self.payment.paid = min(had, owed)
        player.dirhams -= self.payment.paid
        if self.payment.to is not None:
            self.players[self.payment.to].dirhams += self.payment.paid
        if self.ruined(had, owed):
            self.go_out(self.whose, "survivor")
            if self.reason is None:
                self.next_turn()
        else:
            self.phase = "lay"

    def debt(self, path: list[Square]) -> Payment:
        """Return the cost of ending this walk: the patch under Assam, if another seat that is in the game owns it."""
        market = self.market()
        rug = market.get(path[-1])
        if rug is None or rug.seat == self.whose or rug.seat in self.gone:
            return Payment(path, [])
        patch: list[Square] = []
        spread(market, path[-1], rug.colour, patch)
        return Payment(path, patch, len(patch), 0, rug.seat)

    def ruined(self, had: int, owed: int) -> bool:
        """Return True if a seat with this money and this debt is out."""
        if self.options["out_when"] == "zero":
            return owed > 0 and had <= owed
        return self.options["out_when"] == "cannot_pay" and had < owed

    def lay(self, place: str) -> None:
        """Lay the rug, or put it away if there is no place for it."""
        assert self.whose is not None
        player = self.players[self.whose]
        assert player.upcoming is not None
        player.numbered += 1
        player.rugs[player.upcoming] -= 1
        if place != "--":
            squares = (square_named(place[:2]), square_named(place[2:]))
            self.laid.append(Rug(self.whose, player.upcoming, player.numbered, squares))
        player.upcoming = None
        self.show_only_colours()
        self.after_rug()

    def after_rug(self) -> None:
        """Go on after the rug: draw from the pile, turn Assam if the rules say so, end the turn."""
        if self.undrawn():
            self.phase = "pile"
        elif self.options["rotate"] == "end" and any(self.has_rugs(seat) for seat in self.seats):
            self.phase = "end"
        else:
            self.next_turn()

    def next_turn(self) -> None:
        """Give the turn to the next seat that has rugs; if no seat has, the game is over."""
        line = self.order()
        if self.whose is not None:
            after = line.index(self.whose) + 1
            line = line[after:] + line[:after]
        waiting = [seat for seat in line if self.has_rugs(seat)]
        if not waiting:
            self.finish("rugs")
            return
        self.whose = waiting[0]
        self.turn += 1
        self.phase = "roll" if self.options["rotate"] == "end" else "rotate"

    def go_out(self, seat: int, reason: str) -> None:
        """Take a seat out of the game, without money and rugs. This may end the game."""
        self.gone.append(seat)
        player = self.players[seat]
        player.dirhams, player.rugs, player.upcoming = 0, dict.fromkeys(player.rugs, 0), None
        left = len(self.seats) - len(self.gone)
        if left == 0 or (left == 1 and self.options["survivor"] == "ends"):
            self.finish(reason)

    def leave(self, seat: int) -> None:
        """Let a seat resign or run out of time. That counts as a turn."""
        self.go_out(seat, "resigned")
        if self.reason is not None:
            return
        if self.turn == 0:
            if self.options["order"] == "rolloff":
                self.groups = [[one for one in group if one != seat] for group in self.groups]
            self.thrown.pop(seat, None)
            self.prepare()
        elif seat == self.whose or not any(self.has_rugs(one) for one in self.seats):
            self.next_turn()
        else:
            self.turn += 1


def spread(market: dict[Square, Rug], square: Square, colour: str, patch: list[Square]) -> None:
    """Add this square to the patch if it shows the colour, and then its neighbours likewise."""
    if square in market and market[square].colour == colour and square not in patch:
        patch.append(square)
        for near in beside(square):
            spread(market, near, colour, patch)
