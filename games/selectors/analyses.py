"""The analysis of a game, as far as it has come."""

from games.engine.registry import get_title
from games.models import Analysis, AnalysisState, Game, Status


def analysis_of(game: Game) -> Analysis | None:
    """Return the analysis of a finished game, None where there is none and will be none.

    One that an earlier version of the method made is returned as queued: it is to be made anew.
    """
    analyst = get_title(game.title).analyst
    if game.status != Status.FINISHED or analyst is None:
        return None
    row = Analysis.objects.filter(game=game).first()
    if row and row.state == AnalysisState.DONE and row.version != analyst.version:
        row.state, row.result, row.turns_done = AnalysisState.QUEUED, None, 0
    return row
