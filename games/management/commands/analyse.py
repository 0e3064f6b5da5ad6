"""``manage.py analyse``, which queues games without an analysis by the current version of the method."""

from typing import Any

from django.core.management.base import BaseCommand

from games.analysis.analyses import queue_missing


class Command(BaseCommand):
    """Queues finished games for the workers. Run it after an update that changes the method."""

    help = "Queue every finished game that has no analysis by the current method."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{queue_missing()} games queued.")
