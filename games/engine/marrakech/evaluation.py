"""The evaluation of a position: expected points of each seat at the end of the game, by a formula.

The expected points of a seat are

    dirhams + cover * squares + later_rent * (turns the others have left * rent_sum of the seat
                                        - turns it has left * rent_sum of all others) / 49 + the next roll

where the *rent sum* of a seat is the sum over its squares of the size of their patches (a patch of 5 counts 25):
the dirhams that an opponent would pay in 49 turns that end on every square once. The next roll is known better: the
next seat turns Assam where it pays least. The weights were fitted by least squares to the ends of greedy games and,
for players, to playouts; ``docs/robots.md`` explains how, and gives their errors."""

from collections.abc import Sequence
from math import exp
from typing import NamedTuple

from .board import PADDED_NEIGHBOURS, update_patch_size
from .playouts import BARE, FACE_COUNTS, GONE, SEEN, Leaf, Look, PlayoutStart, facing_choices, income_from
from .scoring import score_of
from .state import State

SQUARES = 49
POINTS_WHEN_OUT = -40.0  # points of a seat that is out: worse than any score


class Weights(NamedTuple):
    """The weights of the formula for one number of players.

    ``cover``, ``later_rent`` and ``roll`` are explained above. ``rug`` is the value of one more rug to lay, ``tempo``
    of being next. ``fading`` is how fast the board fills: with k rugs to be laid by all seats, exp(-fading * k) of the
    bare squares stay bare. The other weights are for robots: ``leader`` is the share of the lead over the strongest
    opponent in their aim, the rest being the lead over the mean of all (0..1); ``again`` the weight of the rents of the
    roll after the next one, ``answer`` of the next seat's rug, ``sight`` the number of turns of each payer for which
    later rents are counted.
    """

    cover: float
    later_rent: float
    roll: float
    rug: float
    tempo: float
    fading: float
    leader: float
    again: float
    sight: int
    answer: float


WEIGHTS = {
    2: Weights(1.1, 0.17, 0.9, 1.3, 1.9, 0.031, 0.0, 0.4, 60, 1.0),
    3: Weights(1.0, 0.15, 0.85, 1.8, 1.2, 0.023, 0.4, 0.4, 60, 1.0),
    4: Weights(0.95, 0.14, 0.8, 2.1, 0.7, 0.017, 0.4, 0.4, 60, 1.0),
}


# What players play by: fitted to what greedy playouts make of the rugs of a turn, see docs/robots.md.
PLAYER_WEIGHTS = {
    2: WEIGHTS[2]._replace(cover=1.33, later_rent=0.21, sight=12, roll=0.9, again=0.5, answer=0.95),
    3: WEIGHTS[3]._replace(cover=0.95, later_rent=0.26, sight=6, roll=0.87, again=0.0, answer=1.1),
    4: WEIGHTS[4]._replace(cover=0.85, later_rent=0.17, sight=4, roll=0.95, again=0.0, answer=0.75),
}


class EvaluationBoard(NamedTuple):
    """What lies on the market: surface and patch sizes by square, and each seat's squares and rent_sum."""

    surface: list[int]
    sizes: list[int]
    squares: list[int]
    rent_sums: list[int]


def expected_points(state: State) -> tuple[float, ...]:
    """Return the expected points of each seat at the end of the game.

    For a finished game these are the points themselves (0 for a seat that went out and has none). The sum allows for
    the squares that are still bare. ``docs/robots.md`` gives the usual error at every stage of the game.
    """
    start = PlayoutStart.of(state)
    board = evaluation_board(start)
    turns = [holding.rugs for holding in state.seats]
    if state.phase == "over" or not any(turns):
        return tuple(float(score_of(state, seat, board.squares[seat]) or 0) for seat in range(len(turns)))
    after = next(seat for seat in start.seats if turns[seat])
    look = next_facing(start, after)
    rents = expected_rents(start, board, look, after) if look else [0.0] * len(turns)
    expected = _expected(WEIGHTS[len(turns)], board, turns, after, rents, start)
    return tuple(
        float(score_of(state, seat, board.squares[seat]) or 0) if left else value
        for seat, (left, value) in enumerate(zip(start.left, expected, strict=True))
    )


def leaf_values(weights: Weights, start: PlayoutStart, leaf: Leaf, rugs: Sequence[int]) -> list[float]:
    """Return the expected points of each seat at the end of a playout, with these rugs still to be laid.

    Each seat's luck with the rents of the playout is taken out, which leaves the mean as it is and spares playouts.
    """
    owner, purses, left = start.owner, leaf.purses, leaf.left
    seats = len(purses)
    tops, rent_sum = [0] * 10, [0] * 10
    for top, size in zip(leaf.surface, leaf.sizes, strict=True):
        tops[top] += 1
        rent_sum[top] += size
    turns, squares, rent_sums = [0] * seats, [0] * seats, [0] * seats
    for colour in range(seats * len(start.piles[0][1])):
        seat = owner[colour]
        squares[seat] += tops[colour]
        rent_sums[seat] += 0 if left[seat] else rent_sum[colour]
        turns[seat] += 0 if left[seat] else rugs.count(colour)
    turns = [min(own, weights.sight) for own in turns]
    all_turns, all_weaves, later_rent, cover = sum(turns), sum(rent_sums), weights.later_rent / 49, weights.cover
    return [
        POINTS_WHEN_OUT
        if out
        else purse - chance / 6 + cover * shown + later_rent * (all_turns * rent_sum - own * all_weaves)
        for purse, chance, shown, rent_sum, own, out in zip(
            purses, leaf.luck, squares, rent_sums, turns, left, strict=True
        )
    ]


def _expected(
    weights: Weights,
    board: EvaluationBoard,
    turns: Sequence[int],
    after: int,
    rents: Sequence[float],
    start: PlayoutStart,
) -> list[float]:
    inside = start.left.count(0)
    shown, rugs = sum(board.squares), sum(turns)
    filled = shown + max(0.0, SQUARES - shown) * (1 - exp(-weights.fading * rugs))
    static = static_values(weights, board, turns)
    common = (filled - weights.cover * shown - weights.rug * rugs - weights.tempo) / inside
    return [
        purse + value + common + weights.rug * own + weights.roll * rent + weights.tempo * (seat == after)
        for seat, (purse, value, own, rent) in enumerate(zip(start.purses, static, turns, rents, strict=True))
    ]


def next_facing(start: PlayoutStart, after: int) -> Look | None:
    """Return the look of Assam when this seat rolls next, as the seat that turns him prefers; None if it has rolled."""
    if start.settled:
        return None
    view = facing_choices(start.way)[start.pose]
    if start.way == start.usual and start.rules.rotate_at_end:
        return max(
            view, key=lambda look: income_from(look, start.dues[after], start.surface, start.owner, start.before)
        )
    due = start.dues[after]
    return min(view, key=lambda look: due[look[0]] + 2 * due[look[1]] + 2 * due[look[2]] + due[look[3]])


def expected_rents(start: PlayoutStart, board: EvaluationBoard, look: Look, after: int) -> list[float]:
    rents, creditor = [0.0] * len(start.purses), start.creditor[after]
    for square, weight in zip(look[:4], FACE_COUNTS, strict=True):
        to = creditor[board.surface[square]]
        if to >= 0:
            rents[to] += weight * board.sizes[square] / 6
            rents[after] -= weight * board.sizes[square] / 6
    return rents


def evaluation_board(start: PlayoutStart) -> EvaluationBoard:
    return _counted(start, start.surface, start.sizes)


def _counted(start: PlayoutStart, surface: list[int], sizes: list[int]) -> EvaluationBoard:
    tops, rent_sum = [0] * 10, [0] * 10
    for top, size in zip(surface, sizes, strict=True):
        tops[top] += 1
        rent_sum[top] += size
    seats = len(start.purses)
    squares, rent_sums = [0] * seats, [0] * seats
    for colour, seat in enumerate(start.owner):
        if seat < seats:
            squares[seat] += tops[colour] + tops[GONE + colour]
            rent_sums[seat] += rent_sum[colour] * (not start.left[seat])
    return EvaluationBoard(surface, sizes, squares, rent_sums)


def static_values(weights: Weights, board: EvaluationBoard, turns: Sequence[int]) -> list[float]:
    """Return each seat's expected points but its dirhams, before the roll. ``turns`` are those left to each."""
    all_turns, all_weaves = sum(turns), sum(board.rent_sums)
    later_rent = weights.later_rent / 49
    return [
        weights.cover * squares + later_rent * (all_turns * rent_sum - own * all_weaves)
        for squares, rent_sum, own in zip(board.squares, board.rent_sums, turns, strict=False)
    ]


def with_rug(start: PlayoutStart, board: EvaluationBoard, first: int, second: int, colour: int) -> EvaluationBoard:
    surface, sizes = board.surface[:], board.sizes[:]
    covered = ((first, surface[first], sizes[first]), (second, surface[second], sizes[second]))
    surface[first] = surface[second] = colour
    update_patch_size(surface, sizes, first)
    for here, top, size in covered:
        if size > 1 and top != colour:
            for near in PADDED_NEIGHBOURS[here]:
                if surface[near] == top:
                    update_patch_size(surface, sizes, near)
    return _counted(start, surface, sizes)


class RugEffect(NamedTuple):
    """The changes by a rug: squares and rent sum that its seat gains, and the losses of others."""

    squares: int
    rent_sum: int
    losses: list[tuple[int, int]]


def rug_effect(owner: Sequence[int], board: EvaluationBoard, first: int, second: int, colour: int) -> RugEffect:
    """Return the changes by a rug here, without laying it. ``losses``: seat and rent_sum for each square."""
    surface, sizes = board.surface, board.sizes
    covered = surface[first], surface[second]
    surface[first] = surface[second] = SEEN
    rent_sum, squares = _rent_sum_gain(surface, sizes, first, second, colour), 2
    losses: list[tuple[int, int]] = []
    for here, top in ((first, covered[0]), (second, covered[1])):
        if top == colour:
            rent_sum -= sizes[here]
            squares -= 1
        elif top < BARE:
            losses.append((owner[top], 1 if sizes[here] == 1 else _square_loss(surface, sizes, here, top)))
    surface[first], surface[second] = covered
    if covered[0] == covered[1] != colour and losses:
        losses = _pair_loss(board, losses[0][0], first, second)
    return RugEffect(squares, rent_sum, losses)


def _rent_sum_gain(surface: Sequence[int], sizes: Sequence[int], first: int, second: int, colour: int) -> int:
    """Return how much rent_sum a colour wins with these two squares, were they not its own before."""
    patch = [near for near in PADDED_NEIGHBOURS[first] if surface[near] == colour]
    patch += [near for near in PADDED_NEIGHBOURS[second] if surface[near] == colour]
    for here in patch:
        patch += [near for near in PADDED_NEIGHBOURS[here] if surface[near] == colour and near not in patch]
    return (len(patch) + 2) ** 2 - sum([sizes[here] for here in patch])


def _square_loss(surface: Sequence[int], sizes: Sequence[int], square: int, top: int) -> int:
    """Return how much rent_sum a patch loses with this square, which is covered already."""
    size = sizes[square]
    if size == 2:
        return 3
    left, seen = 0, [square]
    for side in PADDED_NEIGHBOURS[square]:
        if surface[side] == top and side not in seen:
            patch = [side]
            for here in patch:
                patch += [near for near in PADDED_NEIGHBOURS[here] if surface[near] == top and near not in patch]
            left += len(patch) ** 2
            seen += patch
    return size * size - left


def _pair_loss(board: EvaluationBoard, seat: int, first: int, second: int) -> list[tuple[int, int]]:
    """Return what a seat loses when two squares of one patch are covered."""
    surface, top, size = board.surface[:], board.surface[first], board.sizes[first]
    surface[first] = surface[second] = SEEN
    left = 0
    for side in (*PADDED_NEIGHBOURS[first], *PADDED_NEIGHBOURS[second]):
        if surface[side] == top:
            patch = [side]
            for here in patch:
                patch += [near for near in PADDED_NEIGHBOURS[here] if surface[near] == top and near not in patch]
            for here in patch:
                surface[here] = SEEN
            left += len(patch) ** 2
    return [(seat, size * size - left), (seat, 0)]
