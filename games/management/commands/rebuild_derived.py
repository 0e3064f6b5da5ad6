"""``manage.py rebuild_derived``: rebuilds the derived columns from the log."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import Game
from games.services.play.derived import rebuild_derived


class Command(BaseCommand):
    """Rebuilds some or all started games, each in a transaction of its own."""

    help = "Set the derived columns of games (all started ones by default) to what their logs say."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the codes of games."""
        parser.add_argument("codes", nargs="*", metavar="CODE", help="public ids of games, as in /t/CODE/")

    def handle(self, *args: Any, **options: Any) -> None:
        """Rebuild, and say which games were different. Raises CommandError for an unknown code, changing nothing."""
        games = Game.objects.exclude(started_at=None).order_by("pk")
        if wanted := set(options["codes"]):
            games = games.filter(code__in=wanted)
            if unknown := wanted - set(games.values_list("code", flat=True)):
                raise CommandError(f"There is no started game called {', '.join(sorted(unknown))}.")
        chosen = list(games.values_list("pk", "code"))
        for pk, code in chosen:
            if rebuild_derived(pk):
                self.stdout.write(f"{code}: rebuilt")
        self.stdout.write(f"{len(chosen)} games looked at.")
