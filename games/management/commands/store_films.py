"""``manage.py store_films``, after an upgrade from animations in the database, and after a restore without files."""

from typing import Any

from django.core.management.base import BaseCommand

from accounts.online import ProgressBar
from games.replay import films


class Command(BaseCommand):
    """Goes through all animations, one at a time. It can run beside the site, and again if it was stopped."""

    help = "Move animations from the database into files, and queue those again whose file is missing."

    def handle(self, *args: Any, **options: Any) -> None:
        moved, queued = self._apply(films.in_database(), films.move_to_file), self._apply(films.stored(), films.restore)
        if not options["verbosity"]:
            return
        self.stdout.write(f"{moved} animations moved into files, {queued} queued again because their file was missing.")

    def _apply(self, keys: list[int], act: Any) -> int:
        progress, count = ProgressBar(len(keys), "animations", self.stdout), 0
        for pk in keys:
            count += act(pk)
            progress.add(1)
        return count
