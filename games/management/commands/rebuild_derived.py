"""``manage.py rebuild_derived``, which rebuilds the derived columns from the log."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.common.errors import BrokenGame
from games.core.log import note_if_broken
from games.core.models import Game
from games.play.after_action import rebuild_derived
from games.play.tallies import recount_all
from games.ratings.records import recount_records


class Command(BaseCommand):
    """Rebuilds all started games or the given ones, each in a transaction of its own."""

    help = "Set the derived columns of games (all by default), and players' tallies and records, to what the logs say."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("codes", nargs="*", metavar="CODE", help="public ids of games, as in /t/CODE/")

    def handle(self, *args: Any, **options: Any) -> None:
        """Rebuild games, and print those that changed. Raises CommandError for an unknown code or a broken log."""
        games = Game.objects.exclude(started_at=None).order_by("pk")
        if codes := set(options["codes"]):
            games = games.filter(code__in=codes)
            if unknown := codes - set(games.values_list("code", flat=True)):
                raise CommandError(f"There is no started game called {', '.join(sorted(unknown))}.")
        rows = list(games.values_list("pk", "code"))
        broken = [code for pk, code in rows if not self._rebuild(pk, code, with_tallies=bool(codes))]
        if not codes:
            recount_all()
            recount_records()
        self.stdout.write(f"{len(rows)} games checked.")
        if broken:
            raise CommandError(f"{len(broken)} games do not replay: repair or abort them in the administration.")

    def _rebuild(self, pk: int, code: str, *, with_tallies: bool) -> bool:
        try:
            if rebuild_derived(pk, with_tallies=with_tallies):
                self.stdout.write(f"{code}: rebuilt")
        except BrokenGame as error:
            note_if_broken(error)
            self.stdout.write(f"{code}: {error.fault}")
            return False
        return True
