"""Payments, points, the end of a game, and the best of many games."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from ..values import ABORTED, Feat, Highlight, Outcome, Ply, Standing
from .board import NO_COLOUR, RUG_TO_COLOUR, patch, patch_sizes
from .state import NO_SEAT, RUGS, State

# Money and points: the cost of a landing, the points of a seat, the outcome


class Landing(NamedTuple):
    """The consequence of ending on a square. ``patch`` and ``to`` are filled when ``kind`` is "rent"."""

    kind: Literal["empty", "own", "neutral", "rent"]
    owed: int = 0
    to: int = NO_SEAT
    patch: tuple[int, ...] = ()


def landing_at(state: State, seat: int, square: int) -> Landing:
    owner = state.owner_at(square)
    if owner == NO_SEAT:
        return Landing("empty")
    if owner == seat:
        return Landing("own")
    if state.seats[owner].left:
        return Landing("neutral")
    squares = patch(state.board, square)
    return Landing("rent", len(squares), owner, squares)


@lru_cache(maxsize=256)
def creditors_by_colour(colours: int, left: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seat that is paid for each colour, and for none, where each seat has this number of colours.

    It is NO_SEAT for a seat that has left.
    """
    owners = [NO_SEAT if gone else seat for seat, gone in enumerate(left) for _ in range(colours)]
    return (*owners, *[NO_SEAT] * (NO_COLOUR + 1 - len(owners)))


def puts_out(out_when: str, dirhams: int, owed: int) -> bool:
    match out_when:
        case "cannot_pay":
            return owed > dirhams
        case "zero":
            return 0 < owed >= dirhams
        case _:
            return False


def goes_out(state: State, seat: int, owed: int) -> bool:
    return puts_out(state.rules.out_when, state.seats[seat].dirhams, owed)


def visible_squares(state: State) -> tuple[int, ...]:
    counts = [0] * len(state.seats)
    for rug in state.board:
        if rug:
            counts[state.rules.owner(rug >> 6)] += 1
    return tuple(counts)


def score_of(state: State, seat: int, squares: int) -> int | None:
    """Return a seat's points, or None when it went out and that leaves it none."""
    holding = state.seats[seat]
    if holding.left and not state.rules.out_scores_squares:
        return None
    return holding.dirhams + squares


def outcome(state: State) -> Outcome | None:
    if state.phase != "over":
        return None
    return Outcome(state.reason, () if state.reason == ABORTED else _standings(state))


def _standings(state: State) -> tuple[Standing, ...]:
    """Rank the survivors by points, then dirhams; below them those who went out, the later the higher."""
    squares = visible_squares(state)

    def rank(seat: int) -> tuple[int, int, int]:
        holding = state.seats[seat]
        if holding.left:
            return (0, holding.left, 0)
        return (1, holding.dirhams + squares[seat], holding.dirhams)

    ranks = {seat: rank(seat) for seat in state.order}
    return tuple(
        Standing(
            seat=seat,
            score=score_of(state, seat, squares[seat]),
            place=1 + sum(other > ranks[seat] for other in ranks.values()),
            out=state.seats[seat].out,
            details={"dirhams": state.seats[seat].dirhams, "squares": squares[seat]},
        )
        for seat in sorted(state.order, key=ranks.__getitem__, reverse=True)
    )


# What a player's page tells of many games: the longest patch at the end of one


def longest_patches(state: State) -> tuple[int, ...]:
    colours = [*state.board.translate(RUG_TO_COLOUR), NO_COLOUR]
    longest = [0] * len(state.seats)
    for colour, size in zip(colours, patch_sizes(colours), strict=True):
        if size:
            owner = state.rules.owner(colour)
            longest[owner] = max(longest[owner], size)
    return tuple(longest)


def longest_of_game(plies: Sequence[Ply]) -> tuple[int | None, ...]:
    """Return the longest patch that each seat has had at any time."""
    with_rugs = [plies[0].before, *(ply.after for ply in plies if ply.after.board != ply.before.board)]
    return tuple(max(sizes) or None for sizes in zip(*map(longest_patches, with_rugs), strict=True))


def rents_of_game(plies: Sequence[Ply]) -> list[list[int]]:
    """Return what each seat has paid, payment by payment."""
    seats = range(len(plies[-1].after.seats))
    paid = [ply.after.last for ply in plies if ply.before.phase == "roll" and ply.after.last and ply.after.last.paid]
    return [[last.paid for last in paid if last.seat == seat] for seat in seats]


def highest_rents(plies: Sequence[Ply]) -> tuple[int | None, ...]:
    return tuple(max(rents, default=None) for rents in rents_of_game(plies))


def scores_without_rent(plies: Sequence[Ply]) -> tuple[int | None, ...]:
    """Return the points of the seats that have paid nothing in a game that all have played to its end."""
    final, rents = plies[-1].after, rents_of_game(plies)
    ended = outcome(final)
    if ended is None or ended.reason != RUGS or any(standing.out for standing in ended.standings):
        return (None,) * len(rents)
    scores = {standing.seat: standing.score for standing in ended.standings}
    return tuple(None if paid else scores[seat] for seat, paid in enumerate(rents))


FEATS = (
    Feat("patch", "feat.patch", "amount.patch", longest_of_game),
    Feat("rent", "feat.rent", "amount.dirhams", highest_rents),
    Feat("no-rent", "feat.no-rent", "amount.points", scores_without_rent),
)
HIGHLIGHT = Highlight("highlight.patch", "amount.patch", longest_patches)
