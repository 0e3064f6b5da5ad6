"""``manage.py replay_all``, which checks every stored game against the rules. A deployment runs it first."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.online import ProgressBar
from games.core.choices import Status
from games.core.models import Game
from games.play.after_action import difference_from_log


class Command(BaseCommand):
    """Replays every log and compares every position and what is stored of the game, without changing anything."""

    help = (
        "Replay every stored game, compare every position and every column that follows from the log, and list the "
        "faults. "
        "Exit code 1 if there are any in games that are not aborted."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Check all games. Raises CommandError (exit code 1) if one of them has a fault."""
        games = Game.objects.exclude(started_at=None).order_by("pk")
        progress, faults = ProgressBar(games.count(), "games", self.stdout), 0
        for game in games.iterator(chunk_size=200):
            if fault := difference_from_log(game):
                is_settled = game.troubled_at is not None and game.status == Status.ABORTED
                faults += not is_settled
                progress.write(f"{game.code}: {fault}{' (known, and aborted)' if is_settled else ''}")
            progress.add(1)
        if faults:
            raise CommandError(f"{faults} of {progress.done} games do not replay as they were stored.")
        self.stdout.write(f"{progress.done} games replay as they were stored.")
