"""Who changes something at a table in the place of its players, and the checks before that."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.common.errors import Conflict, Invalid
from games.core.choices import Status
from games.core.lock import game_for_update
from games.core.models import Game

MAX_REASON = 200  # characters


@dataclass(frozen=True, slots=True)
class Operator:
    """Who changes something at a table, and why. Players read the reason, not the name.

    ``version`` is the game's on the page of the operator: if it has changed, nothing is done. None: any.
    """

    user: User
    reason: str
    version: int | None = None


def running(game_id: int, by: Operator) -> tuple[Game, str, datetime]:
    """Return a running game, locked, the checked reason, and now.

    Raises Conflict (not-running, changed), Invalid (no-reason).
    """
    game, reason = game_for_update(game_id), checked(by.reason)
    if game.status != Status.RUNNING:
        raise Conflict("not-running", _("This game is not running."))
    require_unchanged(game, by)
    return game, reason, timezone.now()


def require_unchanged(game: Game, by: Operator) -> None:
    """Raise Conflict (changed) if the game is not what the operator has seen."""
    if by.version is not None and by.version != game.version:
        raise Conflict("changed", _("Something has changed at this table. Look at it, then try again."))


def checked(reason: str) -> str:
    """Return the reason in one line. Raises Invalid (no-reason)."""
    reason = " ".join(reason.split())[:MAX_REASON]
    if not reason:
        raise Invalid("no-reason", _("Give a reason. The players can read it."))
    return reason
