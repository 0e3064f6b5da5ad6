"""Games whose log does not replay: noted when something fails at them, and then left out of the site's work."""

import logging

from django.db.models import F
from django.utils import timezone

from games.errors import BrokenGame
from games.models import Game
from games.selectors.log_check import fault_of

MAX_FAULT = 200  # characters
logger = logging.getLogger(__name__)


def note_trouble(game_id: int) -> str:
    """Check a game at which something has failed, and note what is wrong with its log. Return that, "" if it is sound.

    The log is read again: a page may have failed only because the game moved on while it was made.
    """
    game = Game.objects.exclude(started_at=None).filter(pk=game_id).first()
    fault = fault_of(game)[:MAX_FAULT] if game else ""
    unknown = Game.objects.filter(pk=game_id, troubled_at=None)
    if fault and unknown.update(troubled_at=timezone.now(), trouble=fault, version=F("version") + 1):
        logger.error("the log of a game does not replay", extra={"game": game_id, "fault": fault})
    return fault


def note_if_broken(error: BaseException) -> None:
    """Note the trouble of a game if that is what an error is about."""
    if isinstance(error, BrokenGame):
        note_trouble(error.game_id)
