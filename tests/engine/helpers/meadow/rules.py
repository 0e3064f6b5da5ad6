"""The rules of the second toy: its state, what is legal, and what happens.

Each seat holds two tiles that nobody else knows. A turn lays two of them, each beside the tiles on the board, turned as
the player likes, and scores a point for every equal neighbour. Then a gust of wind may blow the moth one tile east, and
the hand is filled again. Eight tiles are all there are.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from games.engine.defaults import Defaults
from games.engine.errors import BadNotation, BadPosition, IllegalAction
from games.engine.values import ABORT, ABORTED, OUT_OF_TIME, RESIGNED, RESIGNS, Chance, Outcome, Ply, Standing

Place = tuple[int, int]
HIDDEN = "?"
TILES = {"zephyr": 3, "quartz": 3, "fjord": 2}
WIND = (("calm", 3), ("a gust", 1))


class Laid(NamedTuple):
    tile: str
    place: Place
    turn: int
    seat: int


@dataclass(frozen=True, slots=True)
class Meadow:
    hands: tuple[tuple[str, ...], ...]
    pile: tuple[str, ...]
    board: tuple[Laid, ...] = ()
    scores: tuple[int, ...] = (0, 0)
    draws: tuple[int, ...] = (0, 0)
    winds: int = 0
    moth: Place = (0, 0)
    came: Place = (0, 0)  # where the moth was before the last wind
    turn: int = 1
    phase: str = "draw"  # draw, lay, wind, over
    left: int = 2  # tiles to lay in this turn
    reason: str = ""
    leaver: int = -1


class Step(NamedTuple):
    """An action, a result of chance, or leaving: ``what`` is its text."""

    seat: int | None
    what: str


def name_of(place: Place) -> str:
    """Return the name of a cell: 0, n1, s2w3."""
    x, y = place
    return f"{'n' if y < 0 else 's'}{abs(y)}" * (y != 0) + f"{'w' if x < 0 else 'e'}{abs(x)}" * (x != 0) or "0"


def beside(place: Place) -> tuple[Place, ...]:
    return tuple((place[0] + x, place[1] + y) for x, y in ((0, -1), (-1, 0), (1, 0), (0, 1)))


class MeadowRules(Defaults):
    """The half of the title that the rules are."""

    key, name, has_secrets = "meadow", "Meadow", True

    def start(self, ruleset: str, changes: Mapping[str, str], seats: int) -> Meadow:
        self.check_start(ruleset, changes, seats)
        return Meadow(((), ()), tuple(tile for tile, count in TILES.items() for _ in range(count)))

    def acting(self, state: Meadow) -> tuple[int, ...]:
        return (self.seat(state),) if state.phase == "lay" else ()

    def turn(self, state: Meadow) -> int:
        return state.turn

    def seat(self, state: Meadow) -> int:
        return (state.turn - 1) % 2

    def drawer(self, state: Meadow) -> int | None:
        """Return the seat that draws next: at the start both, in turns, then the one whose turn it was."""
        short = [seat for seat in (0, 1) if len(state.hands[seat]) < 2 and state.pile]
        return min(short, key=lambda seat: len(state.hands[seat])) if short else None

    def chance(self, state: Meadow) -> Chance | None:
        if state.phase == "wind":
            return Chance("wind", None, state.winds, WIND)
        seat = self.drawer(state) if state.phase == "draw" else None
        if seat is None:
            return None
        counts = tuple((tile, state.pile.count(tile)) for tile in TILES if tile in state.pile)
        return Chance("draw", seat, state.draws[seat], counts)

    def places(self, state: Meadow) -> list[Place]:
        """Return where a tile can be laid, by row and column."""
        taken = {laid.place for laid in state.board}
        free = {place for laid in state.board for place in beside(laid.place)} - taken
        return sorted(free or {(0, 0)} - taken, key=lambda place: (place[1], place[0]))

    def _lays(self, state: Meadow) -> Iterator[Step]:
        for seat in self.acting(state):
            for tile in sorted(set(state.hands[seat]) - {HIDDEN}):
                for place in self.places(state):
                    yield from (Step(seat, f"{tile} {name_of(place)} {turn}") for turn in self.turns(tile))

    def turns(self, tile: str) -> range:
        return range(1 if tile == "fjord" else 4)  # a fjord looks the same from everywhere

    def legal_actions(self, state: Meadow) -> tuple[Step, ...]:
        due = self.chance(state)
        return tuple(Step(None, text) for text, _ in due.outcomes) if due else tuple(self._lays(state))

    def apply(self, state: Meadow, action: Step) -> Meadow:
        if state.phase == "over":
            raise IllegalAction("game-over")
        if action.what in (RESIGNS, OUT_OF_TIME, ABORT):
            reason = ABORTED if action.what == ABORT else RESIGNED
            return replace(state, phase="over", reason=reason, leaver=-1 if action.seat is None else action.seat)
        if action not in self.legal_actions(state):
            raise IllegalAction("not-free" if action.seat in self.acting(state) else "not-your-turn")
        return self._next(getattr(self, f"_{state.phase}")(state, action.what))

    def _draw(self, state: Meadow, tile: str) -> Meadow:
        seat, at = self.drawer(state), state.pile.index(tile)
        hands = tuple((*hand, tile) if seat == whose else hand for whose, hand in enumerate(state.hands))
        draws = tuple(count + (seat == whose) for whose, count in enumerate(state.draws))
        return replace(state, hands=hands, draws=draws, pile=state.pile[:at] + state.pile[at + 1 :])

    def _lay(self, state: Meadow, text: str) -> Meadow:
        seat, (tile, cell, turned) = self.seat(state), text.split()
        place = next(place for place in self.places(state) if name_of(place) == cell)
        equal = sum(laid.tile == tile for laid in state.board if laid.place in beside(place))
        hand = list(state.hands[seat])
        hand.remove(tile)
        hands = tuple(tuple(hand) if whose == seat else other for whose, other in enumerate(state.hands))
        scores = tuple(score + equal * (whose == seat) for whose, score in enumerate(state.scores))
        board = (*state.board, Laid(tile, place, int(turned), seat))
        return replace(state, hands=hands, scores=scores, board=board, left=state.left - 1)

    def _wind(self, state: Meadow, text: str) -> Meadow:
        moth = self.blown(state) if text == "a gust" else state.moth
        return replace(
            state, moth=moth, came=state.moth, winds=state.winds + 1, turn=state.turn + 1, left=2, phase="draw"
        )

    def blown(self, state: Meadow) -> Place:
        """Return where a gust takes the moth: one cell east, if a tile lies there."""
        east = (state.moth[0] + 1, state.moth[1])
        return east if east in {laid.place for laid in state.board} else state.moth

    def _next(self, state: Meadow) -> Meadow:
        if state.phase == "draw":
            return state if self.drawer(state) is not None else replace(state, phase="lay")
        if not any(state.hands) and not state.pile:
            return replace(state, phase="over", reason="full")
        return replace(state, phase="wind") if not state.left else state

    def parse(self, state: Meadow, seat: int | None, text: str) -> Step:
        known = {ABORT, RESIGNS, OUT_OF_TIME, *TILES, *(wind for wind, _ in WIND)}
        if text not in known and text not in {lay.what for lay in self._lays(state)}:
            raise BadNotation("unreadable", text=text[:20])
        return Step(seat, text)

    def notation(self, action: Step) -> str:
        return action.what

    def outcome(self, state: Meadow) -> Outcome | None:
        if state.phase != "over":
            return None
        ranked = sorted((0, 1), key=lambda seat: (seat == state.leaver, -state.scores[seat]))
        tied = len(set(state.scores)) == 1 and state.leaver < 0
        places = tuple(
            Standing(seat, state.scores[seat], 1 if tied else at, seat == state.leaver)
            for at, seat in enumerate(ranked, 1)
        )
        return Outcome(state.reason, () if state.reason == ABORTED else places)

    def view(self, state: Meadow, seat: int | None) -> Meadow:
        """Hide the hands of all others and the pile, until the game is over."""
        if state.phase == "over":
            return state
        hands = tuple(hand if whose == seat else (HIDDEN,) * len(hand) for whose, hand in enumerate(state.hands))
        return replace(state, hands=hands, pile=(HIDDEN,) * len(state.pile))

    def view_ply(self, ply: Ply, seat: int | None) -> Ply:
        """Hide which tile another seat has drawn."""
        known = super().view_ply(ply, seat)
        is_draw = ply.before.phase == "draw" and ply.after.phase != "over"
        return known._replace(action=Step(None, HIDDEN)) if is_draw and self.drawer(ply.before) != seat else known

    def to_json(self, state: Meadow) -> dict[str, Any]:
        fields = {name: getattr(state, name) for name in Meadow.__slots__}
        return {"title": self.key, **fields, "board": [laid._asdict() for laid in state.board]}

    def from_json(self, data: Mapping[str, Any]) -> Meadow:
        try:
            fields = {name: _tuples(data[name]) for name in Meadow.__slots__}
            board = tuple(Laid(**{**laid, "place": tuple(laid["place"])}) for laid in data["board"])
        except (KeyError, TypeError) as error:
            raise BadPosition("malformed", where=str(error), found="", expected="a position") from None
        return Meadow(**{**fields, "board": board})


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
