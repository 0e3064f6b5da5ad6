"""``manage.py clocks``, which prints what is due, late and credited, or explains the clocks of one table."""

from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games.clocks.explanation import explain_clocks
from games.common.errors import BrokenTurns
from games.core.models import Game
from games.site.late_work import clock_counts


class Command(BaseCommand):
    """Prints figures about clocks, or every turn of one table with what its clock did."""

    help = "Print what the sweep has to do: deadlines due and late, reminders, offered seats, credits."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", metavar="CODE", help="explain the clocks of one table, as in /t/CODE/")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the figures or the explanation. Raises CommandError for an unknown table and one with damaged turns."""
        if code := options["game"]:
            game = Game.objects.filter(code=code).first()
            if game is None:
                raise CommandError(f"There is no table called {code}.")
            try:
                self._explain(game)
            except BrokenTurns as error:
                raise CommandError(f"{code}: {error.fault}.") from None
            return
        for row in clock_counts(timezone.now()):
            since = f", the first {row.at:%Y-%m-%d %H:%M} UTC" if row.at else ""
            self.stdout.write(f"{row.name}: {row.count}{since}")

    def _explain(self, game: Game) -> None:
        for story in explain_clocks(game, timezone.now()):
            self.stdout.write(story.title)
            for line in story.lines:
                until = f" to {_text(line.until)}" if line.until else ""
                self.stdout.write(f"  {_text(line.at)}{until}: {line.text}")


def _text(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M:%S} UTC"
