"""Games by their public ids, with access to private ones."""

from games.errors import NotFound
from games.models import Game, Status

from .tables.seats import Viewer


def game_for_viewer(code: str, viewer: Viewer, invite_code: str = "") -> Game:
    """Return the game with this public id. Raises NotFound, also for a private table that the viewer may not see."""
    game = Game.objects.filter(code=code).first()
    if game is None or not may_see(game, viewer, invite_code):
        raise NotFound
    return game


def may_see(game: Game, viewer: Viewer, invite_code: str = "") -> bool:
    """Return True if this viewer may see the game. A public one takes no query."""
    return not game.is_private or Game.objects.visible_to(viewer, invite_code).filter(pk=game.pk).exists()


def rematch_of(game: Game) -> Game | None:
    """Return the rematch of a game with its seats, None if there is none or it was cancelled."""
    rematches = Game.objects.filter(rematch_of=game).exclude(status=Status.CANCELLED)
    return rematches.prefetch_related("seats").first()
