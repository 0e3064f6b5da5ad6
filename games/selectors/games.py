"""Finding a table: the only doors from a URL to a Game."""

from django.db.models import BooleanField, Exists, OuterRef, Q, QuerySet
from django.db.models.expressions import RawSQL

from accounts.models import User
from accounts.ready import Ready
from games.errors import NotFound
from games.models import Game, Invitation, InvitationState, Seat

from .seats import Viewer


def visible_games(viewer: Viewer, invite_code: str = "") -> QuerySet[Game]:
    """Return the games that this viewer may know of: public ones, and private ones with a reason to be there.

    A reason is a seat, a pending invitation, the table's invite code, or being staff.
    """
    if isinstance(viewer, User) and viewer.is_staff:
        return Game.objects.all()
    return Game.objects.filter(reasons_to_see(viewer if isinstance(viewer, User) else None, invite_code))


def reasons_to_see(user: User | int | None, invite_code: str = "") -> Q:
    """Return the condition under which somebody who is not staff may know of a game."""
    reasons = Q(is_private=False)
    if invite_code and "\0" not in invite_code:  # PostgreSQL cannot look for one
        reasons |= Q(invite_code=invite_code)
    if user is not None:
        mine = Invitation.objects.filter(game=OuterRef("pk"), user=user, state=InvitationState.PENDING)
        reasons |= Exists(Seat.objects.filter(game=OuterRef("pk"), user=user)) | Exists(mine)
    return reasons


# Written out: what the whole condition above costs to put together is more than all else that a poll does.
SITS = "EXISTS(SELECT 1 FROM games_seat s WHERE s.game_id = games_game.id AND s.user_id = %s)"


def _sits(viewer: int) -> RawSQL:
    return RawSQL(SITS, (viewer,), BooleanField())  # noqa: S611


_GAMES = Ready(lambda code, viewer: Game.objects.filter(code=code).annotate(sits=_sits(viewer)))
_VERSIONS = Ready(
    lambda code, viewer: Game.objects.filter(code=code).values_list("pk", "version", "is_private", _sits(viewer))
)


def _number_of(viewer: Viewer) -> int:
    return getattr(viewer, "pk", None) or 0  # 0 is nobody


def _refuse(game: int, viewer: Viewer, invite_code: str) -> None:
    """Look for other reasons to know of a private table than a seat. Raises NotFound where there is none."""
    if not visible_games(viewer, invite_code).filter(pk=game).exists():
        raise NotFound


def game_for_viewer(code: str, viewer: Viewer, invite_code: str = "") -> Game:
    """Return the game with this public id. Raises NotFound also for a private table the viewer must not know of."""
    game = _GAMES.first(code, _number_of(viewer))
    if game is None:
        raise NotFound
    if game.is_private and not vars(game)["sits"]:
        _refuse(game.pk, viewer, invite_code)
    return game


def version_of(code: str, viewer: Viewer, invite_code: str = "") -> int:
    """Return the version of a table in one indexed read. Raises NotFound like ``game_for_viewer``."""
    for pk, version, is_private, sits in _VERSIONS(code, _number_of(viewer)):
        if is_private and not sits:
            _refuse(pk, viewer, invite_code)
        return int(version)
    raise NotFound
