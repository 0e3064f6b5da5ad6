"""``manage.py pack_games``, which packs the logs of a site that has grown, or makes rows of them again."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import QuerySet
from django.utils import timezone

from accounts.online import ProgressBar
from games.clocks import packing as turns
from games.core import packing
from games.core.models import Game, Packed


class Command(BaseCommand):
    """Packs games that are over, each in a transaction of its own: who stops this can start it again."""

    help = (
        "Pack the logs of games that ended long ago, and their turns after a year. The sweep does the same, some games "
        "at a time. Start it when no process of an earlier release runs any more."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--from", type=int, default=1, dest="first", help="id of the first game")
        parser.add_argument("--to", type=int, dest="last", help="id of the last game")
        days = settings.PACK_GAMES_AFTER or 30
        parser.add_argument("--days", type=int, default=days, help=f"days since their end ({days})")
        parser.add_argument("--unpack", action="store_true", help="make rows again of all that is packed")

    def handle(self, *args: Any, **options: Any) -> None:
        """Pack or unpack the games. Raises CommandError (exit code 1) if one cannot be."""
        chosen = Game.objects.filter(pk__gte=options["first"]).order_by("pk")
        if options["last"] is not None:
            chosen = chosen.filter(pk__lte=options["last"])
        if options["unpack"]:
            self._do("games with unpacked turns", self._packed(chosen.filter(packed=Packed.TURNS)), turns.unpack_turns)
            self._do("logs unpacked", self._packed(chosen.filter(packed=Packed.LOG)), packing.unpack_log)
            return
        now = timezone.now()
        logs = self._ids(chosen, Packed.NOTHING, now - timedelta(days=options["days"]))
        self._do("logs packed", logs, packing.pack_log)
        self._do("games with packed turns", self._ids(chosen, Packed.LOG, now - turns.KEPT_FOR), turns.pack_turns)

    def _packed(self, chosen: QuerySet[Game]) -> list[int]:
        return list(chosen.values_list("pk", flat=True))

    def _ids(self, chosen: QuerySet[Game], stage: Packed, before: datetime) -> list[int]:
        return list(chosen.filter(pk__in=packing.games_to_pack(stage, before)).values_list("pk", flat=True))

    def _do(self, what: str, ids: Sequence[int], pack: packing.Pack) -> None:
        progress, left = ProgressBar(len(ids), "games", self.stdout), list[int]()
        for pk in ids:
            if not packing.pack_each([pk], pack):
                left.append(pk)
            progress.add(1)
        self.stdout.write(f"{len(ids) - len(left)} {what}.")
        if failed := Game.objects.filter(pk__in=left, troubled_at__isnull=False).count():
            raise CommandError(f"{failed} games could not be: the administration lists them as “in trouble”.")
