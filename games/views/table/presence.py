"""Views that open pages call: the player's presence at a table, and the version of the dashboard."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from games.forms.tables.table_page import PresenceForm
from games.forms.values import query_values
from games.models import Game
from games.selectors import game_lists
from games.services.tables.presence import note_presence

from ..decorators import player_required


@require_POST
@player_required
def presence(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Store the player's presence and the last ply seen. Return the number of games that wait for the player.

    The page sends this while it is visible and has the focus: every 100 seconds, and after the player has seen news or
    new messages.
    """
    told = query_values(PresenceForm, request.POST)
    note_presence(game, user, timezone.now(), told.get("seen"), told.get("read"))
    return JsonResponse({"waiting": game_lists.waiting_count(user)})


@never_cache
@require_safe
def dashboard_version(request: HttpRequest) -> HttpResponse:
    """Return the version of the player's own page, or 204 if it is still the one of ``?v=``."""
    if not isinstance(request.user, User):
        return HttpResponse(status=403)
    version = game_lists.dashboard_version(request.user)
    return HttpResponse(status=204) if request.GET.get("v") == version else JsonResponse({"v": version})
