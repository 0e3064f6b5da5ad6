"""Random games through the title, and the rulesets to play them by."""

import random
from typing import Any

from games.engine.marrakech.title import MARRAKECH

Log = list[tuple[int | None, str]]
Options = dict[str, str]

TITLE: Any = MARRAKECH  # typed as Any: these tests look into states

ALL = tuple(TITLE.rulesets)
BGA = ("bga-code", "bga-code-end")
AT_END = ("gigamic-variant", "bga-code-end")
ONE_COLOUR = ("slides", "anu")


def all_but(*rulesets: Any) -> tuple[str, ...]:
    return tuple(key for key in ALL if key not in rulesets)


def chance_result(state: Any, chooser: random.Random) -> Any:
    """Return a result of chance, drawn by its weights."""
    due = TITLE.chance(state)
    texts, weights = zip(*due.outcomes, strict=True)
    return TITLE.parse(state, None, chooser.choices(texts, weights)[0])


def next_action(state: Any, chooser: random.Random) -> Any:
    return chance_result(state, chooser) if TITLE.chance(state) else chooser.choice(TITLE.legal_actions(state))


def random_game(
    ruleset: str, seats: int, seed: int, changes: Options | None = None, leaving: float = 0.0
) -> tuple[list[Any], Log]:
    """Return states (one more than actions) and log of a whole game; ``leaving`` is how often seats leave."""
    chooser = random.Random(seed)
    states, log = [TITLE.start(ruleset, changes or {}, seats)], []
    while TITLE.outcome(states[-1]) is None:
        state = states[-1]
        action = next_action(state, chooser)
        if chooser.random() < leaving:
            inside = [seat for seat, holding in enumerate(state.seats) if not holding.out]
            how = chooser.choice(("resigns", "out of time"))
            action = TITLE.parse(state, chooser.choice(inside), how)
        log.append((action.seat, TITLE.notation(action)))
        states.append(TITLE.apply(state, action))
    return states, log


def apply_texts(state: Any, *texts: str) -> Any:
    """Return the state after these actions of the acting seat or, where chance is due, of chance."""
    for text in texts:
        seat = None if TITLE.chance(state) else state.current
        state = TITLE.apply(state, TITLE.parse(state, seat, text))
    return state
