"""The sign that a player has a table before them."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from accounts.models import User
from games.forms.cleaning import given
from games.forms.table import HereForm
from games.models import Game
from games.selectors.waiting import waiting_count
from games.services.presence import note_presence

from .door import for_players


@require_POST
@for_players
def here(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Note it, and how much of the game was seen; tell how many games wait.

    The page sends this while it is visible and has the focus: every 100 seconds, and when there was something to see.
    """
    note_presence(game, user, timezone.now(), given(HereForm, request.POST).get("seen"))
    return JsonResponse({"waiting": waiting_count(user)})
