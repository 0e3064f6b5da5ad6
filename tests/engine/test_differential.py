"""The engine and the plain program of ``tests.naive`` play the same random games and say the same after every ply."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.core import ABORT, OUT_OF_TIME, RESIGNS
from games.engine.errors import BadNotation, IllegalAction
from games.engine.marrakech.board import PLACES
from games.engine.marrakech.options import OPTION_SPECS
from tests.naive import Game
from tests.naive.randomly import random_choice

from .play import ALL, TITLE, Options
from .views import engine_payment, engine_view, naive_payment, naive_view

TABLES = [(ruleset, seats) for ruleset in ALL for seats in (2, 3, 4)]
GAMES = max(2, settings().max_examples // len(TABLES) + 1)  # of each table: about as many in all as the profile

own_values = {"dirhams": ("1", "4", "9", "14", "30"), "rugs": ("1/1/1", "5/3/2", "8/6/5", "13/9/7", "24/15/12")}
mixes = st.fixed_dictionaries(
    {}, optional={spec.name: st.sampled_from(own_values.get(spec.name, spec.values)) for spec in OPTION_SPECS}
)
short = ({"rugs": "6/5/4"}, {"rugs": "9/7/6", "dirhams": "5"}, {"dirhams": "12"}, {})
changes_of: st.SearchStrategy[Options] = st.sampled_from(short) | mixes
anything = ("L", "F", "R", "--", "1", "2", "3", "4", *"cyp", *PLACES)
leavings = st.sampled_from((0.0, 0.0, 0.004, 0.03))


def entry(game: Game, chooser: random.Random, leaving: float) -> tuple[int | None, str]:
    """Return what happens next: now and then somebody leaves, more seldom the table aborts the game."""
    if chooser.random() < leaving:
        seat = chooser.choice([seat for seat in game.seats if seat not in game.gone])
        return chooser.choice([(seat, RESIGNS), (seat, OUT_OF_TIME), (seat, RESIGNS), (None, ABORT)])
    return game.acting(), random_choice(game, chooser)


def engine_takes(state: Any, seat: int | None, text: str) -> bool:
    """Tell whether the engine lets this happen now."""
    try:
        TITLE.apply(state, TITLE.parse(state, seat, text))
    except (BadNotation, IllegalAction):
        return False
    return True


def play_both(ruleset: str, seats: int, changes: Options, seed: int, leaving: float) -> None:
    """Play a random game twice at once and compare all there is to see after every ply."""
    chooser = random.Random(seed)
    state, game = TITLE.start(ruleset, changes, seats), Game(ruleset, changes, seats)
    assert engine_view(state) == naive_view(game)
    while game.phase != "over":
        rolling = game.phase == "roll"
        probe = (chooser.choice([None, *game.seats]), chooser.choice(anything))
        assert engine_takes(state, *probe) == (probe[0] == game.acting() and probe[1] in game.legal())
        seat, text = entry(game, chooser, leaving)
        state = TITLE.apply(state, TITLE.parse(state, seat, text))
        game.do(seat, text)
        assert engine_view(state) == naive_view(game)
        if rolling and text in "1234":
            assert engine_payment(state) == naive_payment(game)


@pytest.mark.parametrize(("ruleset", "seats"), TABLES)
@settings(max_examples=GAMES)
@given(changes=changes_of, seed=st.integers(0, 2**32), leaving=leavings)
def test_both_programs_agree_on_every_ply(
    ruleset: str, seats: int, changes: Options, seed: int, leaving: float
) -> None:
    play_both(ruleset, seats, changes, seed, leaving)
