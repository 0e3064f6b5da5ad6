"""The replica of the database that DATABASE_REPLICA_URL names: it is asked for what never changes, and may be away."""

import logging
import time
from typing import Any, TypeVar

from django.db import DatabaseError, InterfaceError, connections
from django.db.models import QuerySet

from .models import Game

ALIAS = "replica"
AWAY_SECONDS = 30.0  # for which a replica that has failed is left alone
T = TypeVar("T")
logger = logging.getLogger(__name__)


class Replica:
    """Whether the replica has failed in the last seconds."""

    def __init__(self) -> None:
        self._away_until = 0.0

    def rows(self, game: Game, rows: QuerySet[Any, T], count: int | None = None) -> list[T]:
        """Return the first ``count`` rows of a log, or all, from the replica if the game is over, else the primary.

        The replica may be behind. If it knows how the game has ended, it has the log.
        """
        if game.finished_at and ALIAS in connections and time.monotonic() >= self._away_until:
            try:
                found = list(rows.using(ALIAS).filter(game__finished_at=game.finished_at)[:count])
            except (DatabaseError, InterfaceError) as error:
                self._away_until = time.monotonic() + AWAY_SECONDS
                logger.warning("the replica has failed, the primary is asked instead", extra={"fault": str(error)})
            else:
                if len(found) == (game.ply if count is None else count):
                    return found
        return list(rows[:count])


replica = Replica()
