"""``manage.py retention``, which says what is deleted after which time, and how much of it there is."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.common.wording import duration_text
from games.core.models import Entry, Game, PackedLog
from games.site.retention import RULES

LINE = "{:<56}{:>12}{:>14}{:>14}"


class Command(BaseCommand):
    """Prints one line for each kind of rows. It only reads, and counts rows, which may take a minute."""

    help = "Print what is deleted after which time, how much of it there is, and how much waits to be deleted."

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        self.stdout.write(LINE.format("what", "kept for", "there", "expired"))
        for rule in RULES:
            age = duration_text(int(rule.age.total_seconds()))
            counts = f"{rule.rows().count():,}", f"{rule.expired(now).count():,}"
            self.stdout.write(LINE.format(rule.what, age, *counts))
        kept = (("games", Game.objects), ("packed games", PackedLog.objects), ("steps of other games", Entry.every))
        for what, rows in kept:
            self.stdout.write(LINE.format(what, "for good", f"{rows.count():,}", ""))
