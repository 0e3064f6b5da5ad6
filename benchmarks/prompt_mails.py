"""From a played turn to its email: ``python -m tests.servers python -m benchmarks.prompt_mails [--turns 40]``.

The site runs as in docs/operating.md. Players end turns by the form of the page, one after another; the time is that
from the form's departure until the mail server has the email for the next player. First the site has nothing else to
do. Then hundreds of animations, analyses, robots' turns, webhooks whose receivers never answer, and fetches from a
mailbox whose server is silent wait for the workers.
"""

import argparse
import os
import random
import socket
import sys
import tempfile
import time
from contextlib import ExitStack
from statistics import quantiles
from typing import Any

from benchmarks.load import Browser, Table, answers, emails_left, fill, prepare, running, web_server
from benchmarks.mails import MailSink, mail_sink
from benchmarks.processes import WORKERS, beat
from tests.servers import free_port, wait_for

PATIENCE = 300  # seconds for one email


def end_turn(browser: Browser, table: Table, chooser: random.Random) -> tuple[float, str]:
    """Play until it is another player's turn. Return when the last action left, and the address of that player."""
    from games.core.models import Seat
    from tests.makers import any_action

    seats = Seat.objects.select_related("game", "user").filter(game__code=table.code, is_acting=True)
    seat = first = seats.get()
    while seat.number is not None and seat.number == first.number:
        began, data = time.time(), {"ply": str(seat.game.ply), "action": any_action(seat.game, chooser)}
        browser.ask("turn", f"/t/{table.code}/act/", table.cookies[seat.number], data=data)
        seat = seats.get()
    assert seat.user
    return began, seat.user.email


def arrival(sink: MailSink, address: str, since: float) -> float:
    """Return when the first email to this address came after a moment, 0 if none has."""
    return next((at for at, _name, to in sink.taken() if to == address and at >= since), 0.0)


def measure(name: str, turns: int, browser: Browser, tables: list[Table], sink: MailSink) -> str:
    chooser, times = random.Random(1), []
    for turn in range(turns):
        began, address = end_turn(browser, tables[turn % len(tables)], chooser)
        wait_for(lambda: arrival(sink, address, began) > 0, f"the email to {address}", PATIENCE)  # noqa: B023 - at once
        times.append(arrival(sink, address, began) - began)
        time.sleep(1)
    cuts = quantiles(times, n=20, method="inclusive")
    return f"{name:14}{cuts[9]:8.2f}{cuts[18]:8.2f}{max(times):8.2f}"


def queue_work(number: int) -> None:
    """Give the workers animations, analyses, fetches, calls and robots' turns, so many of each."""
    from django.utils import timezone

    from accounts.models import User
    from benchmarks.pages import clone
    from games import tasks
    from games.analysis import analyses
    from games.core.models import Game
    from games.notifications.models import Kind, Webhook
    from games.notifications.outbox import queue_calls_at_table
    from games.replay.models import Film, FilmFormat
    from tests.makers import acting_user, make_table, make_user, play_on, started_game

    now = timezone.now()
    over = play_on(started_game(*(make_user(f"Winner{seat}") for seat in range(4))))
    owners = User.objects.bulk_create(User(username=f"owner{n}", email=f"o{n}@example.org") for n in range(number))
    for owner in owners:
        Webhook.objects.create(user=owner, url=f"https://slow{owner.pk}.example.org/", secret="secret")  # noqa: S106
        queue_calls_at_table(over, [owner], Kind.OVER, "load", {}, now)
    tasks.drain_calls.delay()
    for game in Game.objects.filter(code__in=clone(over, number - 1)):
        film = Film.objects.create(game=game, format=FilmFormat.WEBP, version=0, due_at=now)
        tasks.make_film.delay(film.pk)
        analyses.queue(game)
        tasks.fetch_mail.delay()
    table = make_table(make_user("Host"), seat_count=4, robots=["master", "careful", "greedy"])
    while not acting_user(table).robot:
        table = play_on(table, 1)
    for pk in Game.objects.filter(code__in=clone(table, number - 1)).values_list("pk", flat=True):
        tasks.play_robot.delay(pk)


def left() -> str:
    """Say what of the work still waits."""
    from django.conf import settings
    from redis import Redis

    from games.analysis.models import Analysis
    from games.core.models import JobState
    from games.notifications.models import Channel, Notification
    from games.notifications.outbox import OPEN
    from games.replay.models import Film

    client = Redis.from_url(settings.REDIS_URL)
    calls = Notification.objects.filter(channel=Channel.WEBHOOK, state__in=OPEN).count()
    waiting: list[Any] = [model.objects.exclude(state=JobState.DONE).count() for model in (Film, Analysis)]
    lengths = {queue.name: client.llen(queue.name) for queue in settings.CELERY_TASK_QUEUES}
    return f"left: {waiting[0]} animations, {waiting[1]} analyses, {calls} webhooks; messages in Redis: {lengths}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=40)
    parser.add_argument("--work", type=int, default=300, help="of each kind of other work")
    args = parser.parse_args()
    if not os.environ.get("REDIS_URL"):
        sys.exit("Run it beside servers: python -m tests.servers python -m benchmarks.prompt_mails")
    port = free_port()
    with ExitStack() as opened:
        folder = opened.enter_context(tempfile.TemporaryDirectory(prefix="prompt-"))
        mailbox = opened.enter_context(socket.create_server(("127.0.0.1", 0), backlog=1000))  # nobody ever answers
        sink = opened.enter_context(mail_sink(folder))
        imap = f"imap://play:secret@127.0.0.1:{mailbox.getsockname()[1]}/INBOX"
        os.environ.update(EMAIL_URL=sink.url, INBOUND_ADDRESS="play@example.org", INBOUND_IMAP_URL=imap)
        prepare(folder, port)
        tables = fill(20, 60)
        for command in (web_server(port), *WORKERS.values(), beat(folder)):
            quiet = [word if word != "marrakech_site" else "benchmarks.silent_receivers" for word in command]
            opened.enter_context(running(quiet))
        wait_for(lambda: answers(port), "the site")
        browser = Browser(port, tables, [], 1)
        wait_for(lambda: not emails_left(), "the emails from filling", 600)
        sys.stdout.write(f"{'seconds':14}{'p50':>8}{'p95':>8}{'slowest':>8}\n")
        sys.stdout.write(f"{measure('nothing else', args.turns, browser, tables, sink)}\n")
        queue_work(args.work)
        sys.stdout.write(f"{measure('much else', args.turns, browser, tables, sink)}\n")
        sys.stdout.write(f"{left()}\n")


if __name__ == "__main__":
    main()
