"""Delivery of all emails, each once, with workers that are killed, and its speed.

``python -m tests.delivery.killed_workers [--mails 10000] [--workers 4] [--kills 20]``, from the project folder.
The database is that of DATABASE_URL, else a new SQLite file. A real SMTP server counts Message-IDs in a process of its
own. The workers are processes that drain the outbox as on the site. ``--kills`` of them are killed with SIGKILL at
random moments, and each is replaced at once. Emails of a killed worker leave again after OUTBOX_LEASE seconds, by
default 3 here. The result is one line of JSON.
"""

import argparse
import asyncio
import json
import os
import random
import re
import resource
import signal
import socket
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

NAMED = re.compile(rb"^Message-ID: <(\d+)@", re.MULTILINE)
MESSAGE_TEXT = (
    "Message-ID: <{0}@example.org>\nSubject: Mail {0}\nFrom: site@example.org\nTo: reader{0}@example.org\n\nHello.\n"
)


def fork(job: Callable[[], None]) -> int:
    """Run a job in a process of its own; return the process id."""
    pid = os.fork()
    if pid:
        return pid
    try:
        job()
    finally:
        os._exit(0)


def receive(listener: socket.socket, counted: Path) -> None:
    """Run an SMTP server. It writes each Message-ID to the file before it accepts the email."""
    from aiosmtpd.smtp import SMTP, Envelope, Session

    file = os.open(counted, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    class Sink:
        async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
            named = NAMED.search(bytes(envelope.content or b""))  # type: ignore[arg-type]
            os.write(file, (named[1] if named else b"?") + b"\n")
            return "250 taken"

    async def serve() -> None:
        server = await asyncio.get_running_loop().create_server(lambda: SMTP(Sink()), sock=listener)
        await server.serve_forever()

    asyncio.run(serve())


def work() -> None:
    """Drain the outbox until it is empty."""
    from django.utils import timezone

    from games.delivery import worker

    while _open().exists():
        if not worker.drain(timezone.now()):
            time.sleep(0.05)


def _open() -> Any:
    from games.notifications.models import Notification
    from games.notifications.outbox import OPEN

    return Notification.objects.filter(state__in=OPEN)


def fill(mails: int) -> None:
    """Queue this number of complete emails."""
    from django.utils import timezone

    from games.notifications.models import Kind, Notification

    due = timezone.now()
    rows = (
        Notification(
            key=f"killed:{n}", kind=Kind.ACCOUNT, email=f"reader{n}@example.org", raw=MESSAGE_TEXT.format(n), due_at=due
        )
        for n in range(mails)
    )
    Notification.objects.bulk_create(rows, batch_size=1000)


def seen(counted: Path) -> list[bytes]:
    """Return the Message-IDs received so far."""
    return counted.read_bytes().split()


def supervise(workers: int, kills: int, counted: Path, size: int) -> float:
    """Run workers, kill some of them while ``counted`` grows to its ``size``, and wait for the others.

    Return the seconds taken.
    """
    chance, began = random.Random(), time.monotonic()
    moments = sorted((chance.randrange(size) for _kill in range(kills)), reverse=True)
    alive = {fork(work) for _worker in range(workers)}
    while alive:
        if moments and counted.stat().st_size > moments[-1]:
            moments.pop()
            victim = chance.choice(sorted(alive))
            os.kill(victim, signal.SIGKILL)
            alive.add(fork(work))
        gone, _status = os.waitpid(-1, os.WNOHANG)
        alive.discard(gone)
        time.sleep(0.001)
    return time.monotonic() - began


def measure(mails: int, workers: int, kills: int) -> dict[str, object]:
    """Queue emails, send them, and return the results."""
    from django.conf import settings
    from django.db import connections

    from games.notifications.models import Notification, NotificationState

    fill(mails)
    connections.close_all()
    listener = socket.create_server(("127.0.0.1", 0))
    counted = Path(tempfile.mkstemp(prefix="outbox-")[1])
    settings.EMAIL_HOST, settings.EMAIL_PORT = listener.getsockname()
    settings.DELIVERY_EMAIL_BACKEND = "games.delivery.email.PatientBackend"
    sink = fork(lambda: receive(listener, counted))
    listener.close()
    try:
        seconds = supervise(workers, kills, counted, sum(len(f"{n}\n") for n in range(mails)))
    finally:
        os.kill(sink, signal.SIGKILL)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)  # of the workers: the server has not been waited for
    times = Counter(seen(counted))
    counted.unlink()
    rows = Notification.objects.filter(key__startswith="killed:")
    return {
        "mails": mails,
        "workers": workers,
        "kills": kills,
        "seconds": round(seconds, 2),
        "per_second": round(mails / seconds),
        "cpu_ms_each": round((used.ru_utime + used.ru_stime) / mails * 1000, 2),
        "arrived": len(times),
        "twice": sum(count - 1 for count in times.values()),
        "sent": rows.filter(state=NotificationState.SENT).count(),
    }


def main() -> None:
    """Parse the command line and measure. Exit with 1 if an email is lost, or is sent twice without a kill."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mails", type=int, default=10_000)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--kills", type=int, default=0)
    args = parser.parse_args()
    folder = tempfile.TemporaryDirectory(prefix="outbox-")
    for name, value in {"DATA_DIR": folder.name, "OUTBOX_LEASE": "3", "LOG_LEVEL": "ERROR", "REDIS_URL": ""}.items():
        os.environ.setdefault(name, value)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "marrakech_site.settings")

    import django
    from django.core.management import call_command

    django.setup()
    from django.db import connection

    if not connection.introspection.table_names():
        call_command("migrate", verbosity=0)
    found = measure(args.mails, args.workers, args.kills)
    sys.stdout.write(f"{json.dumps(found)}\n")
    folder.cleanup()
    if found["arrived"] != args.mails or found["twice"] > args.kills:
        sys.exit("Emails were lost, or more arrived twice than workers were killed.")


if __name__ == "__main__":
    main()
