"""CPU time of composing and sending emails about a turn, with a new picture and with one from the cache.

Run from the project folder: ``python -m tests.servers python -m benchmarks.turn_mails [--tables 100]``. Each table has
another position. An email is claimed, composed, given to a mail server that accepts everything, and marked as sent, as
a worker does it. ``benchmarks.outbox --null`` measures complete emails, which need no composing.
"""

import argparse
import os
import random
import sys
import tempfile
import time
from statistics import median

TABLES_OF_A_HOST = 50  # no player may open more within an hour


def make_rows(tables: int) -> list[int]:
    """Make tables in many positions, each with a queued email about a turn; return their ids."""
    from django.utils import timezone

    from games.models import Kind, Notification
    from tests.makers import acting_user, make_user, play_on, started_game

    chooser, now, games = random.Random(1), timezone.now(), []
    for number in range(tables):
        if number % TABLES_OF_A_HOST == 0:
            people = [make_user(f"Player{number}-{seat}") for seat in range(4)]
        games.append(play_on(started_game(*people), chooser.randrange(10, 90), seed=number))
    Notification.objects.all().delete()
    return [
        Notification.objects.create(
            key=f"bench:{game.pk}", kind=Kind.TURN, user=acting_user(game), game=game, ply=game.ply, due_at=now
        ).pk
        for game in games
    ]


def measure(rows: list[int]) -> tuple[list[float], list[float]]:
    """Send each row twice, and return the CPU milliseconds: with new pictures, and with those from the cache."""
    from django.utils import timezone

    from games.delivery import worker
    from games.delivery.mail_connection import mail_connection
    from games.models import Notification, NotificationState

    times: tuple[list[float], list[float]] = ([], [])
    with mail_connection() as connection:
        for pk in rows:
            for found in times:
                Notification.objects.filter(pk=pk).update(state=NotificationState.QUEUED, due_at=timezone.now())
                start = time.process_time()
                worker.deliver_with(pk, connection)
                found.append((time.process_time() - start) * 1000)
    if Notification.objects.filter(pk__in=rows, state=NotificationState.SENT).count() < len(rows):
        raise SystemExit("Some emails were not sent.")
    return times


def main() -> None:
    """Parse the command line, measure, and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    args = parser.parse_args()
    folder = tempfile.TemporaryDirectory(prefix="turn-mails-")
    for name, value in {"DATA_DIR": folder.name, "LOG_LEVEL": "ERROR", "REDIS_URL": "", "DEBUG": "0"}.items():
        os.environ.setdefault(name, value)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "marrakech_site.settings")
    import django
    from django.conf import settings
    from django.core.management import call_command

    django.setup()
    settings.DELIVERY_EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    call_command("migrate", verbosity=0)
    rows = make_rows(args.tables)
    measure(rows[:1])  # imports, templates
    for name, times in zip(("with a new picture", "with a picture from the cache"), measure(rows[1:]), strict=True):
        sys.stdout.write(f"email about a turn, {name:30}{median(times):7.1f} ms, slowest {max(times):.1f}\n")
    folder.cleanup()


if __name__ == "__main__":
    main()
