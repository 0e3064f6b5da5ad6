"""The analysis of a game, as far as it has come."""

from games.engine.registry import get_title
from games.models import Analysis, Game, Status


def analysis_of(game: Game) -> Analysis | None:
    """Return the analysis of a finished game, None where there is none and will be none."""
    if game.status != Status.FINISHED or get_title(game.title).analyst is None:
        return None
    return Analysis.objects.filter(game=game).first()
