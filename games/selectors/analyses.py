"""The analysis of a game, as far as it has come."""

from django.db.models import F

from games.engine.registry import get_title
from games.models import Analysis, Game, JobState, Status


def analysis_of(game: Game) -> Analysis | None:
    """Return the analysis of a finished game, None where there is none and will be none.

    One that an earlier version of the method made is returned as queued: it is to be made anew.
    """
    return _as_it_stands(game, Analysis.objects.filter(game=game).first()) if _may_have_one(game) else None


def analysis_summary(game: Game) -> Analysis | None:
    """Return the same with the sums of each seat only: the turns may take 100 KB, and a table shows none of them."""
    if not _may_have_one(game):
        return None
    row = Analysis.objects.filter(game=game).defer("result").annotate(sums=F("result__seats")).first()
    if row is not None:
        row.result = {"turns": [], "seats": row.sums} if row.sums else None
    return _as_it_stands(game, row)


def _may_have_one(game: Game) -> bool:
    return game.status == Status.FINISHED and get_title(game.title).analyst is not None


def _as_it_stands(game: Game, row: Analysis | None) -> Analysis | None:
    analyst = get_title(game.title).analyst
    if row and analyst and row.state == JobState.DONE and row.version != analyst.version:
        row.state, row.result, row.turns_done = JobState.QUEUED, None, 0
    return row
