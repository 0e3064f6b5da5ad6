"""How a game ended."""

from ...values import ABORTED, Outcome, Standing
from .state import State


def outcome(state: State) -> Outcome | None:
    """Return how the game ended, or None while it goes on. An aborted game has no standings."""
    if not state.reason:
        return None
    return Outcome(state.reason, () if state.reason == ABORTED else _standings(state))


def _standings(state: State) -> tuple[Standing, ...]:
    """Rank by points, then by shovels; behind them those who left, the later the higher."""

    def rank(seat: int) -> tuple[int, int, int]:
        holding = state.seats[seat]
        return (0, holding.left, 0) if holding.left else (1, holding.score, holding.shovels)

    ranks = [rank(seat) for seat in range(len(state.seats))]
    return tuple(
        Standing(
            seat=seat,
            score=state.seats[seat].score,
            place=1 + sum(other > ranks[seat] for other in ranks),
            out=state.seats[seat].left > 0,
            details={"shovels": state.seats[seat].shovels},
        )
        for seat in sorted(range(len(ranks)), key=ranks.__getitem__, reverse=True)
    )
