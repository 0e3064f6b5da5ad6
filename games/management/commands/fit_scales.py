"""``manage.py fit_scales``, which finds out how far ratings count at tables of each size. It only reads."""

from typing import Any

from django.core.management.base import BaseCommand

from games.engine.registry import TITLES
from games.ratings.calibration import fitted, pairs_by_game
from games.ratings.formula import scale_of
from games.ratings.models import RatingChange
from games.ratings.presenters import table_sizes

MIN_GAMES = 30


class Command(BaseCommand):
    """Prints the scales that would have forecast the rated games of this site best."""

    help = (
        "Print for each title and number of players the scale of the formula of ratings that would have forecast the "
        "rated games of this site best, with its standard error. Changes nothing."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        for title in TITLES.values():
            for seats in table_sizes(title):
                changes = RatingChange.objects.filter(rated_game__title=title.key, rated_game__pool=str(seats))
                self._report(f"{title.key}, {seats} players", list(pairs_by_game(changes)), scale_of(title.key, seats))

    def _report(self, name: str, games: list[Any], present: float) -> None:
        if len(games) < MIN_GAMES:
            self.stdout.write(f"{name}: {present} now; {len(games)} games are too few")
            return
        fit = fitted(games, present)
        best, now = fit.losses
        self.stdout.write(
            f"{name}: {present} now, best {fit.scale:.2f} ± {fit.error:.2f} in {fit.games} games; loss {now:.4f} now, "
            f"{best:.4f} with the best"
        )
