"""Decorators and redirects of the table's views: find the game or answer 404, ask for sign-in, show refusals."""

from collections.abc import Callable
from functools import wraps
from typing import cast

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from accounts.models import User
from games.models import Game
from games.selectors.games import game_for_viewer
from games.selectors.tables.seats import Viewer
from games.services.play.resignations import catch_up

from .table_urls import invite_code, table_url

View = Callable[..., HttpResponse]


def viewer_of(request: HttpRequest) -> Viewer:
    """Return the viewer of a request: a user or an anonymous visitor."""
    return cast("Viewer", request.user)


def player_of(request: HttpRequest) -> User:
    """Return the signed-in user of a view behind ``login_required``."""
    return cast("User", request.user)


def with_game(view: Callable[[HttpRequest, Game], HttpResponse]) -> View:
    """Pass the game of the address to the view. Raises NotFound if the viewer may not see it."""

    @wraps(view)
    def wrapper(request: HttpRequest, code: str) -> HttpResponse:
        return view(request, game_for_viewer(code, viewer_of(request), invite_code(request)))

    return wrapper


def player_required(view: Callable[[HttpRequest, Game, User], HttpResponse]) -> View:
    """Pass the game of the address and the signed-in user to the view. Others are sent to sign in.

    After that they return to the requested page, or to the table if they wanted to change something. A resignation that
    is due counts before a POST.
    """

    @wraps(view)
    def wrapper(request: HttpRequest, code: str) -> HttpResponse:
        game = game_for_viewer(code, viewer_of(request), invite_code(request))
        if not isinstance(request.user, User):
            is_read = request.method in {"GET", "HEAD"}
            return redirect_to_login(
                request.get_full_path() if is_read else table_url("table", code, invite=invite_code(request))
            )
        if request.method == "POST":
            catch_up(game, timezone.now())
        return view(request, game, request.user)

    return wrapper


def recover_with(view: View, render: Callable[..., HttpResponse | None]) -> None:
    """Let ``render(request, error, **kwargs)`` show a refusal of this view (marrakech_site/problems.py).

    Where it returns None, the table is shown with the reason.
    """
    view.recover = render  # type: ignore[attr-defined]


def table_action(view: Callable[[HttpRequest, Game, User], HttpResponse]) -> View:
    """Accept only POST from players. A refusal shows the current table with the reason (marrakech_site/problems.py)."""
    action = require_POST(player_required(view))
    recover_with(action, lambda request, error, code: None)
    return action


def redirect_to_table(request: HttpRequest, game: Game, part: str = "") -> HttpResponse:
    """Redirect to the table, or to the part of its page with this fragment.

    The invite code of the request stays in the address if it belongs to this table: after a rematch, it does not.
    """
    invite = invite_code(request)
    return redirect(table_url("table", game.code, invite=invite if invite == game.invite_code else "") + part)
