import random

import pytest

from games.engine.replay import replay
from tests.naive import Game, perft, play_at_random
from tests.naive.game import Illegal

from ..helpers.random_games import TITLE

ILLEGAL = [(0, "d4d5"), (1, "L"), (None, "3"), (0, "l"), (0, "abort"), (None, "resigns")]


@pytest.mark.parametrize(("seat", "text"), ILLEGAL)
def test_the_naive_program_refuses_actions_that_are_not_due(seat: int | None, text: str) -> None:
    game = Game("gigamic", {}, 3)
    with pytest.raises(Illegal):
        game.do(seat, text)
    assert (game.phase, game.turn, game.gone) == ("rotate", 1, [])


def test_a_seat_of_the_naive_program_leaves_only_once() -> None:
    game = Game("gigamic", {}, 3)
    game.do(1, "resigns")
    with pytest.raises(Illegal):
        game.do(1, "out of time")
    assert game.gone == [1]


def test_the_naive_program_accepts_no_action_after_the_end() -> None:
    game = Game("gigamic", {}, 3)
    game.do(None, "abort")
    with pytest.raises(Illegal):
        game.do(0, "resigns")
    assert game.places() == {}


def test_a_perft_of_depth_0_of_the_naive_program_is_one() -> None:
    assert perft(Game("slides", {}, 4), 0) == 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_random_game_of_the_naive_program_is_legal(seats: int) -> None:
    log = play_at_random("gigamic", seats, random.Random(seats))
    assert TITLE.outcome(replay(TITLE, "gigamic", {}, seats, log)) is not None
    assert TITLE.outcome(replay(TITLE, "gigamic", {}, seats, log[:-1])) is None
