"""The market while a game is played: Assam, the rugs that show, where the next may lie and what a square costs."""

from ..options import Rules
from .board import CANDIDATE_MASKS, CANDIDATE_PLACES, CANDIDATE_SETS, FACINGS, PLACE_BITS, PLACE_SQUARES
from .rugs import flood
from .state import NOBODY, Phase


class _UnblockedPlaces(dict[int, tuple[int, ...]]):
    """The candidates beside one square without those of a mask, listed when first asked for (at most 256 times)."""

    def __init__(self, places: tuple[int, ...]) -> None:
        super().__init__()
        self.places = places

    def __missing__(self, blocked: int) -> tuple[int, ...]:
        listed = self[blocked] = tuple(place for place in self.places if not blocked & PLACE_BITS[place])
        return listed


_OWNERS = {1: (0, 1, 2, 3, NOBODY), 2: (0, 0, 1, 1, NOBODY)}  # by colours of a seat: whose each colour is, and none
# By pose, which saves finding the square of it.
_MASKS = tuple(mask for mask in CANDIDATE_MASKS for _ in FACINGS)
PLACES_BY_POSE = tuple(places for places in CANDIDATE_SETS for _ in FACINGS)
_UNBLOCKED = tuple(listed for listed in map(_UnblockedPlaces, CANDIDATE_PLACES) for _ in FACINGS)


class Market:
    """What lies and stands on the board, and whose it is; ``Position`` adds the seats and their turns.

    ``board`` has the rug that each square shows, ``colours`` its colour (``NO_COLOUR``: no rug; see ``rugs.flood``)
    and ``others`` the square of its other half. ``whole`` has the bit of every place whose rug shows both halves,
    ``bits`` for each square the bit of the place on which its rug was laid. ``creditors`` tells by colour who is paid:
    NOBODY for a seat that is out. All of it follows from the rugs laid; change none of it by hand.
    """

    __slots__ = (
        "bits",
        "board",
        "colours",
        "creditors",
        "current",
        "left",
        "others",
        "phase",
        "plain",
        "pose",
        "rules",
        "whole",
    )

    rules: Rules
    phase: Phase
    current: int
    pose: int
    board: list[int]
    others: list[int]
    colours: list[int]
    bits: list[int]
    whole: int
    creditors: tuple[int, ...]
    left: list[int]
    plain: bool

    @property
    def square(self) -> int:
        """Return the square on which Assam stands, 0..48."""
        return self.pose >> 2

    @property
    def facing(self) -> int:
        """Return which way Assam looks, 0..3 for N, E, S, W."""
        return self.pose & 3

    def legal_places(self) -> tuple[int, ...]:
        """Return the places where the seat whose turn it is may lay its rug, ascending; () outside the phase "lay".

        Names are in ``board.PLACE_NAMES``, squares in ``board.PLACE_SQUARES``.
        """
        if self.phase != "lay":
            return ()
        if self.plain:
            return _UNBLOCKED[self.pose][_MASKS[self.pose] & self.whole]
        beside = CANDIDATE_PLACES[self.pose >> 2]
        return tuple(place for place in beside if self.cover_refusal(place) is None)

    def is_legal(self, place: int) -> bool:
        """Tell whether the seat whose turn it is may lay its rug on this place (a number of ``board.PLACE_NAMES``)."""
        if self.phase != "lay" or place not in PLACES_BY_POSE[self.pose]:
            return False
        return not self.whole & PLACE_BITS[place] if self.plain else self.cover_refusal(place) is None

    def cover_refusal(self, place: int) -> str | None:
        """Return why a rug may not cover what lies on this place, or None."""
        first, second = PLACE_SQUARES[place]
        below, beside = self.board[first], self.board[second]
        if not below or not beside:
            return None
        rules, owner = self.rules, self.rules.owner(below >> 6)
        if below == beside:
            may = (rules.cover_own and owner == self.current) or self._counts_as_empty(owner)
            return None if may else "whole-rug"
        if rules.two_halves or self._counts_as_empty(owner) or self._counts_as_empty(rules.owner(beside >> 6)):
            return None
        return "two-halves"

    def place_refusal(self, place: int) -> str | None:
        """Return why the seat whose turn it is may not lay a rug on this place, or None."""
        if place not in range(len(PLACE_SQUARES)):
            return "not-a-rug"
        if self.pose >> 2 in PLACE_SQUARES[place]:
            return "under-assam"
        if place not in CANDIDATE_SETS[self.pose >> 2]:
            return "not-beside-assam"
        return self.cover_refusal(place)

    def rent(self, square: int, seat: int | None = None) -> int:
        """Return how many dirhams a seat (by default the one whose turn it is) owes when Assam ends on this square."""
        creditor = self.creditors[self.colours[square]]
        if creditor in (NOBODY, self.current if seat is None else seat):
            return 0
        return len(flood(self.colours, square))

    def _counts_as_empty(self, owner: int) -> bool:
        return self.rules.out_rugs_empty and self.left[owner] > 0

    def _update_creditors(self) -> None:
        """Find who is paid, and whether whole rugs are all that may not be covered, now that somebody has gone out."""
        rules, out = self.rules, any(self.left)
        owners: tuple[int, ...] = _OWNERS[rules.colours]
        if out:
            owners = tuple(owner if owner < rules.seats and not self.left[owner] else NOBODY for owner in owners)
        self.creditors = owners
        self.plain = rules.two_halves and not rules.cover_own and not (out and rules.out_rugs_empty)
