"""Views of a newcomer's first game, and of the settings of guides."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.errors import SiteError
from accounts.models import User
from games.common.decorators import player_of, recover_with
from games.common.forms import clean_or_raise
from games.engine.registry import TITLES
from games.play.decorators import redirect_to_table
from games.play.robots import FIRST_ROBOT

from .forms import GuideSettingsForm, StartFirstGameForm
from .selectors import guide_of, guided_game_of, is_newcomer, newcomers_helped
from .services import MIN_FINISHED, be_guide, open_first_game


@require_http_methods(["GET", "HEAD", "POST"])
def first_game(request: HttpRequest) -> HttpResponse:
    """Say what a first game with a guide is; POST starts it."""
    if request.method != "POST":
        return _first_game_page(request)
    if not isinstance(request.user, User):
        return redirect_to_login(request.path)
    game = open_first_game(request.user, **clean_or_raise(StartFirstGameForm(request.POST)))
    messages.success(request, _("Your guide has a seat, and the game has begun. You go first."))
    return redirect_to_table(request, game)


def _first_game_page(request: HttpRequest, error: str = "", status: int = 200) -> HttpResponse:
    user = request.user if isinstance(request.user, User) else None
    context = {
        "titles": list(TITLES.values()),
        "robot": FIRST_ROBOT,
        "running": guided_game_of(user) if user else None,
        "may_play": user is not None and user.is_confirmed and is_newcomer(user),
        "error": error,
    }
    return render(request, "games/guides/first_game.html", context, status=status)


recover_with(first_game, lambda request, error: _first_game_page(request, str(error.message), error.status))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def guide_settings(request: HttpRequest) -> HttpResponse:
    """Show whether the player guides newcomers; POST changes it."""
    if request.method != "POST":
        return _settings_page(request)
    be_guide(player_of(request), **clean_or_raise(GuideSettingsForm(request.POST)))
    messages.success(request, _("Saved."))
    return redirect("games:guide_settings")


def _settings_page(request: HttpRequest, error: str = "", status: int = 200) -> HttpResponse:
    user = player_of(request)
    guide = guide_of(user)
    initial = {"is_active": guide.is_active, "most_games": guide.most_games} if guide else None
    context = {
        "form": GuideSettingsForm(initial=initial),
        "helped": newcomers_helped(user),
        "least": MIN_FINISHED,
        "error": error,
    }
    return render(request, "games/guides/settings.html", context, status=status)


def _settings_refusal(request: HttpRequest, error: SiteError) -> HttpResponse:
    return _settings_page(request, str(error.message), error.status)


recover_with(guide_settings, _settings_refusal)
