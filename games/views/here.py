"""The sign that a player has a table before them."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from accounts.models import User
from games.models import Game
from games.services.presence import note_presence

from .door import for_players


@require_POST
@for_players
def here(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Note it. The page sends this while it is visible and has the focus, at most once a minute."""
    note_presence(game, user, timezone.now())
    return HttpResponse(status=204)
