"""Finding a table: the only doors from a URL to a Game."""

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from games.errors import NotFound
from games.models import Game, Invitation, InvitationState, Seat

from .people import Viewer


def visible_games(viewer: Viewer, invite_code: str = "") -> QuerySet[Game]:
    """Return the games that this viewer may know of: public ones, and private ones with a reason to be there.

    A reason is a seat, a pending invitation, the table's invite code, or being staff.
    """
    if isinstance(viewer, User) and viewer.is_staff:
        return Game.objects.all()
    reasons = Q(is_private=False)
    if invite_code and "\0" not in invite_code:  # PostgreSQL cannot look for one
        reasons |= Q(invite_code=invite_code)
    if isinstance(viewer, User):
        mine = Invitation.objects.filter(game=OuterRef("pk"), user=viewer, state=InvitationState.PENDING)
        reasons |= Exists(Seat.objects.filter(game=OuterRef("pk"), user=viewer)) | Exists(mine)
    return Game.objects.filter(reasons)


def game_for_viewer(code: str, viewer: Viewer, invite_code: str = "") -> Game:
    """Return the game with this public id. Raises NotFound also for a private table the viewer must not know of."""
    game = visible_games(viewer, invite_code).select_related("host").filter(code=code).first()
    if game is None:
        raise NotFound
    return game


def version_of(code: str, viewer: Viewer, invite_code: str = "") -> int:
    """Return the version of a table in one indexed read. Raises NotFound like ``game_for_viewer``."""
    version = visible_games(viewer, invite_code).filter(code=code).values_list("version", flat=True).first()
    if version is None:
        raise NotFound
    return version
