"""The analysis of a game, as far as it has come."""

import json
from typing import Any

from games.engine.registry import get_title
from games.models import Analysis, AnalysisState, Game, Status

# As text, for who reads the seats of a finished table: what its page says of the analysis, without a turn of it.
PROGRESS = "SELECT a.state || ' ' || a.version || ' ' || a.turns_done || ' ' || a.turns FROM games_analysis a"
SUMS = "SELECT CAST(a.result -> 'seats' AS text) FROM games_analysis a"


def analysis_of(game: Game) -> Analysis | None:
    """Return the analysis of a finished game, None where there is none and will be none.

    One that an earlier version of the method made is returned as queued: it is to be made anew.
    """
    return _as_it_stands(game, Analysis.objects.filter(game=game).first()) if _may_have_one(game) else None


def analysis_in_brief(game: Game, progress: str | None, sums: str | None) -> Analysis | None:
    """Return the same without the turns, from what the statements PROGRESS and SUMS have found."""
    if not progress or not _may_have_one(game):
        return None
    state, *numbers = progress.split()
    version, done, turns = map(int, numbers)
    result: dict[str, Any] | None = {"turns": [], "seats": json.loads(sums)} if sums else None
    found = Analysis(game=game, state=state, version=version, turns_done=done, turns=turns, result=result)
    return _as_it_stands(game, found)


def _may_have_one(game: Game) -> bool:
    return game.status == Status.FINISHED and get_title(game.title).analyst is not None


def _as_it_stands(game: Game, row: Analysis | None) -> Analysis | None:
    analyst = get_title(game.title).analyst
    if row and analyst and row.state == AnalysisState.DONE and row.version != analyst.version:
        row.state, row.result, row.turns_done = AnalysisState.QUEUED, None, 0
    return row
