"""Games at which a player has just resigned."""

from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from games.clocks.activity import note_opened
from games.core.models import Game
from games.play.endings import resign
from tests.helpers.late_games import game_of_ada
from tests.helpers.moving_time import MovingTime
from tests.makers import make_user, started_game

MINUTE = timedelta(minutes=1)
WAIT = 10 * MINUTE
DEALT = 2  # entries of the rugs that two players draw at the start


def of_two(moving: MovingTime) -> tuple[Game, User, User]:
    """Return a game in which Ada, who must act, has just resigned, and its players."""
    game = game_of_ada(moving)
    ada, cleo = make_user("Ada"), make_user("Cleo")
    return resign(game.pk, ada), ada, cleo


def of_three() -> tuple[Game, User, User, User]:
    """Return a game of three in which Bob, whose turn it is not, has resigned, and its players."""
    ann, bob, eve = (make_user() for _ in range(3))
    game = started_game(ann, bob, eve, pace="1d", options={"rugs": "4/4/4"})
    note_opened(game.pk, ann, timezone.now())
    return resign(game.pk, bob), ann, bob, eve
