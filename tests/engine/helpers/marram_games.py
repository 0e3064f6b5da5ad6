"""Random games of Marram."""

from collections.abc import Iterator
from random import Random

from games.engine.marram.actions import Action
from games.engine.marram.state import State
from games.engine.marram.title import MARRAM
from games.engine.values import Abort, Leave, Ply

RULESETS = tuple(MARRAM.rulesets)


def random_game(
    ruleset: str, seats: int, dice: Random, leaving: float = 0.0, most: int = 1000, known: bool = False
) -> Iterator[Ply]:
    """Yield the plies of a game, with this chance for a seat to leave before each."""
    state: State = MARRAM.start(ruleset, {}, seats)
    if known:
        state = state._replace(pile=tuple(dice.sample(state.unseen(), state.pile_count)))
    for number in range(most):
        if MARRAM.outcome(state):
            return
        action = random_action(state, dice)
        if dice.random() < leaving:
            staying = [seat for seat in range(seats) if not state.seats[seat].left and seat not in state.leaving]
            action = Leave(dice.choice(staying), dice.choice(("resigns", "out of time"))) if staying else Abort()
            action = Abort() if dice.random() < 0.05 else action
        after = MARRAM.apply(state, action)
        yield Ply(number, state, action, after)
        state = after


def random_action(state: State, dice: Random) -> Action:
    """Return a legal action: a claim in half of those that can have one, and a flip in one of eight."""
    actions = MARRAM.legal_actions(state)
    flips = [action for action in actions if type(action).__name__ == "Flip"]
    if flips and (dice.random() < 0.12 or len(flips) == len(actions)):
        return dice.choice(flips)
    others = [action for action in actions if type(action).__name__ != "Flip"]
    unclaimed = [action for action in others if getattr(action, "claim", None) is None]
    return dice.choice(unclaimed if unclaimed and dice.random() < 0.5 else others)


def scoring_game(ruleset: str, seats: int, dice: Random) -> Iterator[Ply]:
    """Yield the plies of a game in which a seat takes the best of eight random actions by points of the action."""
    state: State = MARRAM.start(ruleset, {}, seats)
    number = 0
    while not MARRAM.outcome(state):
        action = random_action(state, dice)
        if state.phase == "act":
            tried = [random_action(state, dice) for _ in range(8)]
            action = max(tried, key=lambda one: sum(seat.score for seat in MARRAM.apply(state, one).seats))
        after = MARRAM.apply(state, action)
        yield Ply(number, state, action, after)
        state, number = after, number + 1
