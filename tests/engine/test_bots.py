"""The player of demonstrations."""

from random import Random

import pytest

from games.engine.marrakech.state import State
from games.engine.marrakech.title import MARRAKECH

GREEDY = MARRAKECH.robots["greedy"]


def after(*plies: str, ruleset: str = "slides", seats: int = 3) -> State:
    """Return the position after these plies; whoever is due plays them."""
    state = MARRAKECH.start(ruleset, {"order": "given"}, seats)
    for text in plies:
        seat = next(iter(MARRAKECH.acting(state)), None)
        state = MARRAKECH.apply(state, MARRAKECH.parse(state, seat, text))
    return state


def played_out(seed: int, ruleset: str, seats: int) -> State:
    """Return the last position of a whole game played by the bot."""
    chance, state = Random(seed), MARRAKECH.start(ruleset, {}, seats)
    while not MARRAKECH.outcome(state):
        offers = MARRAKECH.legal_actions(state)
        action = GREEDY.choose(state, chance.getrandbits(32)) if MARRAKECH.acting(state) else chance.choice(offers)
        state = MARRAKECH.apply(state, action)
    return state


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("ruleset", MARRAKECH.rulesets)
def test_it_plays_a_whole_game_in_every_ruleset(ruleset: str, seats: int) -> None:
    assert MARRAKECH.outcome(played_out(7, ruleset, seats))


def test_it_plays_the_same_game_from_the_same_seed() -> None:
    assert played_out(3, "gigamic", 2) == played_out(3, "gigamic", 2)


def test_it_plays_another_game_from_another_seed() -> None:
    assert played_out(3, "gigamic", 2) != played_out(4, "gigamic", 2)


def test_it_turns_away_from_a_neighbours_rugs() -> None:
    """Assam stands on d5 and looks at A's rug on d6: going straight on, B would pay for a 1."""
    state = after("F", "1", "d6e6")
    here = [MARRAKECH.notation(GREEDY.choose(state, seed)) for seed in range(20)]
    assert "F" not in here


def test_it_covers_a_neighbours_rug_rather_than_bare_ground() -> None:
    state = after("F", "1", "d6e6", "R", "2")
    place = MARRAKECH.notation(GREEDY.choose(state, 1))
    assert {place[:2], place[2:]} & {"d6", "e6"}


def test_it_refuses_to_play_for_nobody() -> None:
    state = MARRAKECH.start("slides", {}, 3)
    with pytest.raises(ValueError, match="Nobody must act"):
        GREEDY.choose(state, 1)
