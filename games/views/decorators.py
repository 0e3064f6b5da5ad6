"""How a request comes to a table: found for the viewer or 404, with signing in and refusals where they are due."""

from collections.abc import Callable
from functools import wraps
from typing import cast

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from accounts.models import User
from games.models import Game
from games.selectors.games import game_for_viewer
from games.selectors.seats import Viewer

from .render import render_refusal
from .table_urls import invite_code, table_url

View = Callable[..., HttpResponse]


def viewer_of(request: HttpRequest) -> Viewer:
    """Return who looks."""
    return cast("Viewer", request.user)


def player_of(request: HttpRequest) -> User:
    """Return who is signed in, behind ``login_required``."""
    return cast("User", request.user)


def with_game(view: Callable[[HttpRequest, Game], HttpResponse]) -> View:
    """Give the view the table that the address names. Raises NotFound where the viewer must not know of it."""

    @wraps(view)
    def opened(request: HttpRequest, code: str) -> HttpResponse:
        return view(request, game_for_viewer(code, viewer_of(request), invite_code(request)))

    return opened


def player_required(view: Callable[[HttpRequest, Game, User], HttpResponse]) -> View:
    """Give the view the table and the player. Strangers are sent to sign in, after they have found the table.

    From there they come to the page that they asked for, to the table where they wanted to do something.
    """

    @wraps(view)
    def entered(request: HttpRequest, code: str) -> HttpResponse:
        game = game_for_viewer(code, viewer_of(request), invite_code(request))
        if not isinstance(request.user, User):
            is_asking = request.method in {"GET", "HEAD"}
            return redirect_to_login(
                request.get_full_path() if is_asking else table_url("table", code, invite=invite_code(request))
            )
        return view(request, game, request.user)

    return entered


def table_action(view: Callable[[HttpRequest, Game, User], HttpResponse]) -> View:
    """Take only POST from players; a refusal shows the table as it is, with the reason (marrakech_site/problems.py)."""
    guarded = require_POST(player_required(view))
    guarded.recover = render_refusal  # type: ignore[attr-defined]
    return guarded


def redirect_to_table(game: Game, part: str = "") -> HttpResponse:
    """Return to the table, at a part of it."""
    return redirect(reverse("games:table", args=[game.code]) + part)
