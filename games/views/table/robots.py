"""Views that start a game against a robot, and that add robots to the free seats of a table."""

from allauth.account.adapter import get_adapter
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from accounts.errors import SiteError
from accounts.guests import sign_in_guest
from accounts.models import User
from games.forms.tables.share import JoinForm
from games.forms.tables.table_page import RobotForm
from games.forms.values import clean_or_raise
from games.models import Game
from games.presenters.people.robots import robot_views
from games.selectors.game_lists import game_alone_with_robot
from games.services import rate_limits
from games.services.tables.new_table.setup import add_robots
from games.services.tables.robot_games import start_robot_game, title_for

from ..decorators import recover_with, redirect_to_table, table_action


@require_http_methods(["GET", "HEAD", "POST"])
def play(request: HttpRequest, robot: str) -> HttpResponse:
    """Offer a game against a robot, or redirect to the one in progress; POST starts one."""
    title_for(robot)  # 404 for one that does not exist, also for strangers
    user = request.user if isinstance(request.user, User) else None
    if request.method == "POST":
        share = clean_or_raise(JoinForm(request.POST))["share"]
        return redirect_to_table(request, start_robot_game(user or _new_guest(request), robot, share=share))
    game = game_alone_with_robot(user, robot) if user else None
    if game is not None:
        return redirect("games:table", game.code)
    return _offer(request, robot)


def _new_guest(request: HttpRequest) -> User:
    """Make the visitor a guest. Raises TooMany."""
    rate_limits.count("guest", get_adapter().get_client_ip(request))
    return sign_in_guest(request)


def _offer(request: HttpRequest, robot: str, error: str = "") -> HttpResponse:
    title = title_for(robot)
    view = next(view for view in robot_views(title) if view.key == robot)
    return render(request, "games/table/play_robot.html", {"robot": view, "title": title, "error": error})


def _render_refusal(request: HttpRequest, error: SiteError, robot: str) -> HttpResponse:
    """Show the robot's page with the reason why no game was started."""
    return _offer(request, robot, str(error.message))


recover_with(play, _render_refusal)


@table_action
def seat(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Add a robot to the player's own table."""
    return redirect_to_table(
        request, add_robots(game.pk, user, [clean_or_raise(RobotForm(request.POST))["robot"]]), "#play"
    )
