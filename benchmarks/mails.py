"""Ten thousand turn emails at once: ``python -m tests.servers python -m benchmarks.mails [--mails 10000]``.

The games are different ones in the middle, each with an email about its turn that is due, and the workers and beat are
those of docs/operating.md. The emails go to an SMTP server in a process of its own. They leave three times: to a server
that answers at once, to one that takes a tenth of a second for each, and while the worker is killed in the middle
and started again. Each line has the minutes from the start of the workers to the last email, emails per second, CPU
time per email, and how many were lost and came twice. Only those that a killed worker had in its hands may come twice.
"""

import argparse
import asyncio
import os
import random
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.load import prepare, running
from benchmarks.processes import WORKERS, beat, cpu_seconds, database_pid
from tests.servers import answers, free_port, wait_for

MESSAGE_ID = re.compile(rb"^Message-ID:\s+<([^@>]+)@", re.MULTILINE)
LEASE = 20  # seconds, instead of five minutes, after which the emails of the killed worker leave again
STARTED = 30  # games that are started by the services; all others are copies, played on to positions of their own


def receive(port: int, taken: str, delay: float) -> None:
    """Run an SMTP server. Of each email, the file has the time, the Message-ID and the address."""
    from aiosmtpd.smtp import SMTP, Envelope, Session

    with Path(taken).open("ab", buffering=0) as file:

        class Sink:
            async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
                await asyncio.sleep(delay)
                named = MESSAGE_ID.search(bytes(envelope.content or b""))  # type: ignore[arg-type]
                name = named[1].decode() if named else "?"
                file.write(f"{time.time()} {name} {envelope.rcpt_tos[0]}\n".encode())
                return "250 taken"

        async def serve() -> None:
            server = await asyncio.get_running_loop().create_server(lambda: SMTP(Sink()), "127.0.0.1", port)
            await server.serve_forever()

        asyncio.run(serve())


@dataclass(frozen=True)
class MailSink:
    """An SMTP server in a process of its own, and the file of what it has taken."""

    url: str
    file: Path

    def taken(self) -> list[tuple[float, str, str]]:
        """Return time, Message-ID and address of each email so far."""
        lines = self.file.read_text().splitlines(keepends=True) if self.file.exists() else []
        rows = [line.split() for line in lines if line.endswith("\n")]
        return [(float(at), name, address) for at, name, address in rows]


@contextmanager
def mail_sink(folder: str, delay: float = 0) -> Iterator[MailSink]:
    port, file = free_port(), Path(folder) / "taken"
    file.unlink(missing_ok=True)
    with running(["benchmarks.mails", "--sink", str(port), str(file), str(delay)]):
        wait_for(lambda: answers(port), "the mail server")
        yield MailSink(f"smtp://127.0.0.1:{port}", file)


def fill(mails: int) -> None:
    """Make games in the middle, each with an email about its turn in the outbox."""
    from django.utils import timezone

    from benchmarks.pages import clone
    from games.clocks.updates import note_zone_data
    from games.core.models import Game
    from games.notifications.models import Notification
    from tests.makers import make_user, play_on, started_game

    note_zone_data(timezone.now())  # as a site that has run before: the sweep need not compute all deadlines again
    people, chooser = [make_user(f"Player{number}") for number in range(STARTED * 4)], random.Random(1)
    for number in range(STARTED):
        game = started_game(*chooser.sample(people, 2 + number % 3))
        clone(game, -(-mails // STARTED) - 1)
    Notification.objects.all().delete()
    for number, game in enumerate(Game.objects.order_by("id")[:mails]):
        game = play_on(game, chooser.randrange(3, 40), seed=number)
        while not turn_mails().filter(game=game).exists():  # the turn of the same player goes on
            game = play_on(game, 1, seed=number)


def turn_mails() -> Any:
    from games.notifications.models import Channel, Kind, Notification

    return Notification.objects.filter(kind=Kind.TURN, channel=Channel.EMAIL)


def make_due() -> None:
    """Put all turn emails back into the outbox, and forget the pictures that have been drawn for them."""
    from django.core.cache import cache
    from django.utils import timezone

    from games.notifications.models import NotificationState

    values = {"due_at": timezone.now(), "attempts": 0, "sent_at": None, "message_id": "", "reason": "", "detail": ""}
    turn_mails().update(state=NotificationState.QUEUED, **values)
    cache.clear()


def measure(folder: str, name: str, *, delay: float = 0, kills: bool = False) -> str:
    """Let all emails leave, and return a line about it."""
    from games.notifications.models import NotificationState
    from games.notifications.outbox import OPEN

    make_due()
    count, in_hand = turn_mails().count(), 0
    database_before = cpu_seconds(database_pid())
    with ExitStack() as opened:
        sink = opened.enter_context(mail_sink(folder, delay))
        env = {"EMAIL_URL": sink.url, "OUTBOX_LEASE": str(LEASE if kills else 300)}
        began = time.time()
        worker = opened.enter_context(running(WORKERS["mail"], **env))
        others = [WORKERS["celery"], WORKERS["robots"], beat(folder)]
        for command in others:
            opened.enter_context(running(command, **env))
        lost_cpu = 0.0
        if kills:
            wait_for(lambda: len(sink.taken()) > count / 2, "half of the emails", 3600)
            lost_cpu = cpu_seconds(worker.pid)
            os.killpg(worker.pid, signal.SIGKILL)
            in_hand = turn_mails().filter(state=NotificationState.SENDING).count()
            worker = opened.enter_context(running(WORKERS["mail"], **env))
        while turn_mails().filter(state__in=OPEN).exists():
            time.sleep(1)
        cpu = cpu_seconds(worker.pid) + lost_cpu
        database_cpu = cpu_seconds(database_pid()) - database_before
        taken = sink.taken()
    times = Counter(message_id for _at, message_id, _address in taken)
    seconds = max(at for at, _id, _address in taken) - began
    twice, lost = sum(times.values()) - len(times), count - len(times)
    states = Counter(turn_mails().values_list("state", flat=True))
    line = f"{name:28}{seconds / 60:8.1f}{count / seconds:10.1f}{cpu / count * 1000:12.1f}"
    line += f"{database_cpu / count * 1000:12.1f}{lost:7}{twice:7}{in_hand:9}"
    if lost or twice > in_hand or states[NotificationState.SENT] != count:
        sys.exit(f"{line}\nEmails were lost, or came twice: {dict(states)}")
    return line


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mails", type=int, default=10_000)
    parser.add_argument("--sink", nargs=3, help=argparse.SUPPRESS)  # what the process of the mail server gets
    args = parser.parse_args()
    if args.sink:
        receive(int(args.sink[0]), args.sink[1], float(args.sink[2]))
        return
    if not os.environ.get("REDIS_URL"):
        sys.exit("Run it beside servers: python -m tests.servers python -m benchmarks.mails")
    with tempfile.TemporaryDirectory(prefix="mails-") as folder:
        prepare(folder, free_port())
        fill(args.mails)
        heads = f"{'minutes':>8}{'a second':>10}{'CPU ms each':>12}{'PostgreSQL':>12}"
        sys.stdout.write(f"{'':28}{heads}{'lost':>7}{'twice':>7}{'in hand':>9}\n")
        for name, delay, kills in (
            ("answers at once", 0, False),
            ("answers after 100 ms", 0.1, False),
            ("worker killed in the middle", 0, True),
        ):
            sys.stdout.write(f"{measure(folder, name, delay=delay, kills=kills)}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
