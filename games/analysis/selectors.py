"""The analysis of a game, complete or in progress."""

import logging

from django.db.models import F, QuerySet

from games.common import signals
from games.core.choices import Status
from games.core.models import Game, JobState
from games.engine.registry import get_title

from .models import Analysis
from .packed import unpack

logger = logging.getLogger(__name__)


def analysis_of(game: Game) -> Analysis | None:
    """Return the analysis of a finished game, None if there is none.

    An analysis by an earlier version of the method is returned as queued, because it will be computed again.
    """
    return _requeue_if_outdated(game, _read(Analysis.objects.filter(game=game))) if _may_have_one(game) else None


def has_analysis(game: Game) -> bool:
    """Return whether a finished game has an analysis, if only a queued one. A game of a few turns never gets one."""
    return _may_have_one(game) and Analysis.objects.filter(game=game).exists()


def _read(rows: QuerySet[Analysis]) -> Analysis | None:
    row = rows.first()
    return with_result(row) if row else None


def with_result(row: Analysis) -> Analysis:
    """Return the row with its result, also if that is packed. One that cannot be read is queued again."""
    if row.packed is not None:
        try:
            row.result = unpack(bytes(row.packed))
        except ValueError as error:
            logger.warning("an analysis is damaged", extra={"game": row.game_id, "error": str(error)})
            signals.analysis_damaged.send(None, pk=row.pk)
            row.state, row.result, row.turns_done = JobState.QUEUED, None, 0
    return row


def analysis_summary(game: Game) -> Analysis | None:
    """Return the analysis with the sums of each seat only: the turns take up to 100 KB, and tables do not show them."""
    if not _may_have_one(game):
        return None
    row = Analysis.objects.filter(game=game).defer("result").annotate(sums=F("result__seats")).first()
    if row is not None and row.packed is not None:
        result = with_result(row).result
        row.result = {**result, "turns": []} if result else None
    elif row is not None:
        row.result = {"turns": [], "seats": row.sums} if row.sums else None
    return _requeue_if_outdated(game, row)


def _may_have_one(game: Game) -> bool:
    return game.status == Status.FINISHED and get_title(game.title).analyst is not None


def _requeue_if_outdated(game: Game, row: Analysis | None) -> Analysis | None:
    analyst = get_title(game.title).analyst
    if row and analyst and row.state == JobState.DONE and row.version != analyst.version:
        row.state, row.result, row.turns_done = JobState.QUEUED, None, 0
    return row
