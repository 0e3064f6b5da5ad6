"""The table of one game, in the words of the rules: its state and the legal actions."""

from collections.abc import Mapping
from dataclasses import dataclass

from .board import NORTH, SOUTH, Square, Way, beside, name
from .options import RULESETS

DIE = {"1": 1, "2": 2, "3": 2, "4": 1}


@dataclass(eq=False)
class Rug:
    """A rug on the market and the squares on which it was laid."""

    seat: int
    colour: str
    number: int
    squares: tuple[Square, ...]


@dataclass
class PlayerHoldings:
    """The holdings of a seat: coins, unlaid rugs by colour, the colour to lay next, and counts of rolls and draws."""

    dirhams: int
    rugs: dict[str, int]
    upcoming: str | None = None
    rolls: int = 0
    draws: int = 0
    numbered: int = 0


@dataclass
class Payment:
    """The result of ending a walk."""

    path: list[Square]
    patch: list[Square]
    owed: int = 0
    paid: int = 0
    to: int | None = None


class GameTable:
    """The present state of a game."""

    def __init__(self, ruleset: str, changes: Mapping[str, str], seats: int) -> None:
        self.ruleset = ruleset
        self.options = {**RULESETS[ruleset], **changes}
        self.seats = range(seats)
        self.players = [PlayerHoldings(int(self.options["dirhams"]), self.full_piles(seat)) for seat in self.seats]
        self.gone: list[int] = []  # the seats that went out, in that order
        self.laid: list[Rug] = []
        self.assam: Square = (3, 3)
        self.facing: Way = SOUTH if self.options["start_direction"] == "S" else NORTH
        self.groups: list[list[int]] = [list(self.seats)]  # the order of play, as far as it is settled
        self.thrown: dict[int, int] = {}  # the results of the group that rolls
        self.throws = [0 for _ in self.seats]
        self.whose: int | None = None
        self.turn = 0
        self.phase = "order"
        self.reason: str | None = None
        self.payment: Payment | None = None
        if self.options["order"] == "given":
            self.groups = [[seat] for seat in self.seats]

    # --- the visible state ---

    def colours(self, seat: int) -> str:
        """Return the colours of a seat: with two players and two colours A has c and y, B has r and p."""
        if len(self.seats) == 2 and self.options["two_player_colours"] == "2":
            return ("cy", "rp")[seat]
        return "cyrp"[seat]

    def full_piles(self, seat: int) -> dict[str, int]:
        """Return the rugs of a seat at the beginning: half of each colour, an odd one of the first."""
        count = int(self.options["rugs"].split("/")[len(self.seats) - 2])
        colours = self.colours(seat)
        if len(colours) == 2:
            return {colours[0]: count - count // 2, colours[1]: count // 2}
        return {colours: count}

    def market(self) -> dict[Square, Rug]:
        """Return the top rug of every square that has one."""
        top = {}
        for rug in self.laid:
            for square in rug.squares:
                top[square] = rug
        return top

    def has_rugs(self, seat: int) -> bool:
        """Return True if a seat has rugs to lay."""
        return any(self.players[seat].rugs.values())

    def shown(self, seat: int) -> int:
        """Return the number of visible squares of this seat."""
        return sum(rug.seat == seat for rug in self.market().values())

    def score(self, seat: int) -> int | None:
        """Return the points of a seat: one for each dirham and each visible square."""
        if seat in self.gone and self.options["out_score"] == "none":
            return None
        return self.players[seat].dirhams + self.shown(seat)

    def places(self) -> dict[int, int]:
        """Return every seat's final place: by points, then dirhams; then the seats that went out, last out first."""
        if self.phase != "over" or self.reason == "aborted":
            return {}
        inside = [seat for seat in self.seats if seat not in self.gone]
        ranks = {seat: (self.score(seat) or 0, self.players[seat].dirhams) for seat in inside}
        places = {seat: 1 + sum(ranks[other] > ranks[seat] for other in inside) for seat in inside}
        for behind, seat in enumerate(reversed(self.gone)):
            places[seat] = len(inside) + 1 + behind
        return places

    def order(self) -> list[int]:
        """Return the seats in order of play; with a roll-off, those that left before the first turn come last."""
        known = [seat for group in self.groups for seat in group]
        return known + [seat for seat in self.seats if seat not in known]

    def thrower(self) -> int:
        """Return who throws next for the order of play: the first of the best group that is tied."""
        group = next(group for group in self.groups if len(group) > 1)
        return next(seat for seat in group if seat not in self.thrown)

    def undrawn(self) -> list[int]:
        """Return, in order of play, the seats whose next rug is not known yet."""
        return [seat for seat in self.order() if self.players[seat].upcoming is None and self.has_rugs(seat)]

    # --- the legal actions ---

    def acting(self) -> int | None:
        """Return the seat that must act, None if chance must or the game is over."""
        return self.whose if self.phase in ("rotate", "lay", "end") else None

    def chance(self) -> tuple[str, int, int, dict[str, int]] | None:
        """Return the kind of the draw, its seat, how many of these the seat has had, and the weights of the results."""
        if self.phase == "roll" and self.whose is not None:
            return "roll", self.whose, self.players[self.whose].rolls, DIE
        if self.phase == "order":
            seat = self.thrower()
            return "order", seat, self.throws[seat], DIE
        if self.phase == "pile":
            seat = self.undrawn()[0]
            player = self.players[seat]
            coin = self.options["pile"] == "coin"
            return "pile", seat, player.draws, {colour: 1 if coin else n for colour, n in player.rugs.items()}
        return None

    def legal(self) -> list[str]:
        """Return all actions of the acting seat, or all results of chance."""
        chance = self.chance()
        if chance:
            return sorted(chance[3])
        if self.phase in ("rotate", "end"):
            return ["F", "L", "R"] if self.options["straight"] == "yes" else ["L", "R"]
        if self.phase == "lay":
            return self.rug_places() or ["--"]
        return []

    def rug_places(self) -> list[str]:
        """Return the places of a rug: one square beside Assam, the next beside that one, and neither under him."""
        found, market = set(), self.market()
        for near in beside(self.assam):
            for far in beside(near):
                if far != self.assam and self.may_cover([market[square] for square in (near, far) if square in market]):
                    found.add("".join(sorted((name(near), name(far)))))
        return sorted(found)

    def may_cover(self, rugs: list[Rug]) -> bool:
        """Return True if a rug may cover the visible rugs of two squares."""
        below = [rug for rug in rugs if not self.as_empty(rug)]
        if len(below) < 2:
            return True
        if below[0] is below[1]:
            return self.options["cover_own"] == "yes" and below[0].seat == self.whose
        return self.options["two_halves"] == "yes"

    def as_empty(self, rug: Rug) -> bool:
        """Return True if this rug counts as an empty square."""
        return rug.seat in self.gone and self.options["out_rugs"] == "empty"
