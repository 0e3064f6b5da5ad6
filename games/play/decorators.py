"""Decorators and addresses of a table's views: find the game or answer 404, ask for sign-in, redirect."""

from collections.abc import Callable
from functools import lru_cache, wraps
from urllib.parse import urlencode

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from accounts.models import User
from games.common.decorators import View, recover_with
from games.common.forms import query_values
from games.core.forms import InviteCodeForm
from games.core.models import Game
from games.core.selectors import game_for_viewer, viewer_of

ANY_CODE = "CODE"  # stands for a table's code, in capitals like nothing else in an address


def with_game(view: Callable[[HttpRequest, Game], HttpResponse]) -> View:
    """Pass the game of the address to the view. Raises NotFound if the viewer may not see it."""

    @wraps(view)
    def wrapper(request: HttpRequest, code: str) -> HttpResponse:
        return view(request, game_for_viewer(code, viewer_of(request), invite_code(request)))

    return wrapper


def player_required(view: Callable[[HttpRequest, Game, User], HttpResponse]) -> View:
    """Pass the game of the address and the signed-in user to the view. Others are sent to sign in.

    After that they return to the requested page, or to the table if they wanted to change something.
    """

    @wraps(view)
    def wrapper(request: HttpRequest, code: str) -> HttpResponse:
        game = game_for_viewer(code, viewer_of(request), invite_code(request))
        if not isinstance(request.user, User):
            is_read = request.method in {"GET", "HEAD"}
            return redirect_to_login(
                request.get_full_path() if is_read else table_url("table", code, invite=invite_code(request))
            )
        return view(request, game, request.user)

    return wrapper


def table_action(view: Callable[[HttpRequest, Game, User], HttpResponse]) -> View:
    """Accept only POST from players. A refusal shows the current table with the reason (marrakech_site/problems.py)."""
    action = require_POST(player_required(view))
    recover_with(action, lambda request, error, code: None)
    action.is_table_action = True  # type: ignore[attr-defined]  # its address is no page
    return action


def redirect_to_table(request: HttpRequest, game: Game, part: str = "") -> HttpResponse:
    """Redirect to the table, or to the part of its page with this fragment.

    The invite code of the request stays in the address if it belongs to this table: after a rematch, it does not.
    """
    invite = invite_code(request)
    return redirect(table_url("table", game.code, invite=invite if invite == game.invite_code else "") + part)


def invite_code(request: HttpRequest) -> str:
    return (
        query_values(InviteCodeForm, request.POST).get("invite")
        or query_values(InviteCodeForm, request.GET).get("invite")
        or ""
    )


def table_url(page: str, code: str, *args: object, invite: str = "", **query: object) -> str:
    values = {**({"invite": invite} if invite else {}), **query}
    return _address(page, *args).replace(ANY_CODE, code, 1) + (f"?{urlencode(values)}" if values else "")


@lru_cache(1024)
def _address(page: str, *args: object) -> str:
    """Return the address of a page of any table. A table's page has fifteen: with ``reverse`` they take 0.3 ms."""
    return reverse(f"games:{page}", args=[ANY_CODE, *args])
