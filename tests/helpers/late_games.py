"""Games whose acting player stays away, for tests of what happens then."""

from datetime import timedelta

from accounts.models import User
from games.clocks.activity import note_opened
from games.core.models import Game
from games.deputies.models import Deputy
from games.deputies.services import accept_request, name_deputy
from games.play.actions import play_action
from tests.makers import acting_user, any_action, make_user, started_game

from .moving_time import ROUND, MovingTime

DAY = timedelta(days=1)


def without_holidays(*users: User) -> None:
    """Switch off automatic holidays."""
    for user in users:
        user.profile.takes_automatic_holidays = False
        user.profile.save()


def make_deputy(user: User, friend: User, moving: MovingTime, **dates: object) -> Deputy:
    row = name_deputy(user, friend.username, moving.now, **dates)  # type: ignore[arg-type]
    return accept_request(friend, row.pk, moving.now)


def game_of_ada(moving: MovingTime, **settings: object) -> Game:
    """Return a game of Ada and Cleo, without holidays, a day a turn, in which Ada must act and knows it."""
    ada, cleo = make_user("Ada"), make_user("Cleo")
    without_holidays(ada, cleo)
    game = started_game(ada, cleo, **{"pace": "1d", **settings})
    note_opened(game.pk, ada, moving.now)
    return game


def late_game(moving: MovingTime, **settings: object) -> Game:
    """Return the same game after Ada's deadline. Ben is her deputy, and was asked."""
    game = game_of_ada(moving, **settings)
    make_deputy(make_user("Ada"), make_user("Ben"), moving)
    moving.pass_by(DAY + ROUND)
    return Game.objects.get(pk=game.pk)


def play_turn_by(player: User, game: Game) -> Game:
    """Let somebody play the acting seat's turn, action by action."""
    acting = acting_user(game)
    while acting_user(game) == acting:
        game = play_action(game.pk, player, any_action(game), game.ply)
    return game
