import json
import random
import sys
import time
from collections import Counter
from email import message_from_bytes, policy
from pathlib import Path

import pytest
import requests

from tests.chaos.conftest import Site, is_ready
from tests.chaos.machines import filled, remount
from tests.servers import wait_for

pytestmark = pytest.mark.chaos
FREEZE = 12.0  # seconds: more than any time-out of the site for its database
KILLS = 12
DELAY = 3.0  # seconds that a request may take longer while Redis is away, on a busy machine
LOG = """
import json
from games.core.models import Entry
print(json.dumps([[entry.game.code, entry.ply, entry.notation] for entry in Entry.objects.select_related("game")]))
"""
UNSENT = """
from django.db.models import Q
from django.utils import timezone
from games.notifications.models import Notification
due = Q(state__in=["queued", "failed"], due_at__lte=timezone.now())
print(Notification.objects.filter(due | Q(state="sending")).count())  # a row in delivery is due after its lease only
"""
HEARTBEAT = """
from games.clocks.outages import last_heartbeat
at = last_heartbeat()
print(at.isoformat() if at else "")
"""
# What a worker does whose machine is an hour ahead.
SWEEP_AHEAD = """
from datetime import UTC, datetime, timedelta
import time_machine
time_machine.travel(datetime.now(UTC) + timedelta(hours=1), tick=True).start()
from games.tasks import sweep
sweep()
"""
# Of two open turns, one has a deadline in half an hour, the other had its own two minutes ago: they came long ago.
DEADLINES = """
import json
from datetime import timedelta
from django.db import transaction
from django.utils import timezone
from games.clocks.models import Turn
from games.clocks.turns import recompute
from games.core.lock import game_for_update
now = timezone.now()
turns = Turn.objects.filter(ended_at=None, pace__isnull=False).order_by("id")[:2]
for turn, minutes in zip(turns, (30, -2), strict=True):
    for _ in range(5):
        turn.refresh_from_db()
        earlier = turn.deadline - now - timedelta(minutes=minutes)
        Turn.objects.filter(pk=turn.pk).update(came_at=turn.came_at - earlier, notified_at=turn.came_at - earlier)
        with transaction.atomic():
            recompute(game_for_update(turn.game_id), now)
    turn.refresh_from_db()
    assert abs(turn.deadline - now - timedelta(minutes=minutes)) < timedelta(minutes=1)
print(json.dumps([turn.pk for turn in turns]))
"""
PASSED = """
import json
from django.db.models import Q
from games.clocks.models import Outage, Turn
late = Turn.objects.filter(Q(overdue_at__isnull=False) | Q(steps__isnull=False)).distinct()
print(json.dumps([Outage.objects.count(), list(late.values_list("pk", flat=True))]))
"""
SENT = """
import json
from games.notifications.models import Notification
print(json.dumps(list(Notification.objects.filter(state="sent", channel="email").values_list("message_id", flat=True))))
"""


def stop_load(site: Site) -> None:
    site.stop.set()
    for player in site.players:
        player.join(60)


def check_log(site: Site) -> None:
    """Every accepted action stands in the log once, and every game replays."""
    entries = json.loads(site.python(LOG).splitlines()[-1])
    stored = {(code, ply): notation for code, ply, notation in entries}
    assert len(stored) == len(entries), "doubled"
    accepted = {(one.code, ply): action for one in site.players for ply, action in one.accepted}
    assert len(accepted) == site.played(), "accepted twice"
    assert {key: stored.get(key) for key in accepted} == accepted, "lost"
    sys.stdout.write(f"{len(accepted):,} actions accepted, answers {dict(site.statuses())}\n")
    site.python("from django.core.management import call_command; call_command('replay_all')")


def count_emails(site: Site) -> "tuple[Counter[str], Counter[str]]":
    """Return how often each email was marked as sent, and how often it was delivered, by Message-ID."""
    marked = Counter(one.strip("<>") for one in json.loads(site.python(SENT).splitlines()[-1]))
    files = (Path(site.env["DATA_DIR"]) / "mailbox").glob("*.eml")
    messages = (message_from_bytes(file.read_bytes(), policy=policy.default) for file in files)
    return marked, Counter(str(message["Message-ID"]).strip("<>") for message in messages)


def check_emails(site: Site, doubled: int = 0) -> None:
    """Every email that is marked as sent was delivered, once, and at most ``doubled`` emails too many."""
    wait_for(lambda: site.python(UNSENT) == "0", "all emails", 90)
    marked, delivered = count_emails(site)
    assert marked
    assert set(marked) <= set(delivered), "lost"
    assert delivered.total() - marked.total() <= doubled, "doubled"
    sys.stdout.write(f"{marked.total():,} emails sent, {delivered.total() - marked.total()} twice\n")


def check_no_fault(site: Site, *allowed: int) -> None:
    assert {status for status in site.statuses() if status >= 500} <= set(allowed), site.statuses()


def check(site: Site, *allowed: int, doubled: int = 0) -> None:
    """End the load, and check that nothing was lost: see ``check_emails``, ``check_no_fault`` and ``check_log``."""
    stop_load(site)
    wait_for(lambda: is_ready(site), "the scheduler", 90)
    check_emails(site, doubled)
    check_no_fault(site, *allowed)
    check_log(site)


def wait_for_sweep(site: Site, before: str) -> None:
    wait_for(lambda: site.python(HEARTBEAT) > before, "a sweep", 90)


def wait_for_status(site: Site, status: int) -> None:
    wait_for(lambda: requests.get(f"{site.url}/lobby/", timeout=20).status_code == status, str(status), 90)


def test_the_site_goes_on_without_redis(site: Site) -> None:
    valkey, browser = site.machines["valkey"], requests.Session()
    assert browser.get(f"{site.url}/", timeout=20).status_code == 200
    usual = max(player.slowest for player in site.players)
    valkey.kill()
    for player in site.players:
        player.slowest = 0.0
    site.wait_for_play()
    slowest = max(player.slowest for player in site.players)
    assert slowest < usual + DELAY, (slowest, usual)
    assert browser.get(f"{site.url}/", timeout=20).status_code == 200
    assert all(site.machines[name].process.poll() is None for name in ("web", "worker", "beat"))  # type: ignore[union-attr]
    valkey.start()
    site.wait_for_play()
    valkey.stop()
    site.wait_for_play()
    valkey.start()
    valkey.freeze()
    site.wait_for_play()
    valkey.thaw()
    stop_load(site)
    wait_for(lambda: site.python(UNSENT) == "0", "the worker, by itself", 90)
    wait_for(lambda: is_ready(site), "the scheduler", 90)
    check_no_fault(site)
    check_log(site)


def test_the_site_comes_back_with_postgresql(site: Site) -> None:
    postgres = site.machines["postgres"]
    postgres.kill()
    wait_for_status(site, 503)
    page, ready = requests.get(f"{site.url}/lobby/", timeout=20), requests.get(f"{site.url}/readyz", timeout=20)
    assert (page.headers["Retry-After"], "short break" in page.text) == ("30", True)
    assert (ready.status_code, ready.json()["database"]) == (503, "unreachable")
    postgres.start()
    site.wait_for_play()
    postgres.halt()
    wait_for_status(site, 503)
    postgres.start()
    site.wait_for_play()
    stop_load(site)
    wait_for(lambda: is_ready(site), "the scheduler", 90)
    check_no_fault(site, 503)
    check_log(site)


def test_workers_that_are_killed_lose_nothing(site: Site) -> None:
    worker = site.machines["worker"]
    for _ in range(3):
        site.wait_for_play(4)
        worker.kill()
        site.wait_for_play(4)
        worker.start()
    time.sleep(1)
    site.machines["web"].kill()
    site.machines["web"].start()
    site.wait_for_play(4)
    check(site, doubled=3)  # one for each killed worker (docs/email.md, "Dead workers")


def test_a_frozen_postgresql_delays_everything_and_loses_nothing(site: Site) -> None:
    postgres = site.machines["postgres"]
    for seconds in (2, FREEZE, FREEZE):
        postgres.freeze()
        before = site.played()
        time.sleep(seconds)
        assert site.played() <= before + len(site.players)  # answers that were under way
        assert requests.get(f"{site.url}/healthz", timeout=20).status_code == 200
        postgres.thaw()
        site.wait_for_play()
    assert requests.get(f"{site.url}/lobby/", timeout=20).status_code == 200
    check(site, 503)


def test_frozen_workers_and_web_servers_lose_and_double_nothing(site: Site) -> None:
    for name in ("worker", "beat", "web", "worker", "web"):
        site.wait_for_play(4)
        site.machines[name].freeze()
        time.sleep(2)  # less than OUTBOX_LEASE
        site.machines[name].thaw()
    site.wait_for_play(4)
    check(site)


def test_work_that_a_frozen_worker_had_claimed_is_done_by_another_one(site: Site) -> None:
    worker, second = site.machines["worker"], site.machines["second worker"]
    worker.freeze()
    second.start()
    site.wait_for_play()
    stop_load(site)
    check_emails(site)
    worker.thaw()  # its leases are over
    time.sleep(5)
    check(site, doubled=2)  # what its two processes had already begun to send


def test_random_kills_lose_nothing(site: Site) -> None:
    chooser, killed = random.Random(KILLS), Counter[str]()
    for _ in range(KILLS):
        time.sleep(chooser.uniform(0.5, 3))
        name = chooser.choice(("web", "worker", "beat"))
        killed[name] += 1
        site.machines[name].kill()
        time.sleep(chooser.uniform(0, 1))
        site.machines[name].start()
    assert len(killed) == 3
    site.wait_for_play()
    check(site, doubled=2 * killed["worker"])  # one for each process of a worker, while it was sending


def test_two_schedulers_do_nothing_twice(site: Site) -> None:
    site.machines["second beat"].start()
    site.machines["second worker"].start()
    for _ in range(2):
        wait_for_sweep(site, site.python(HEARTBEAT))
    site.wait_for_play()
    check(site)


def test_no_deadline_passes_by_the_wrong_clock_of_a_worker(site: Site) -> None:
    stop_load(site)
    _in_half_an_hour, passed = json.loads(site.python(DEADLINES))
    for _ in range(3):
        site.python(SWEEP_AHEAD)
    assert json.loads(site.python(PASSED)) == [0, [passed]]
    check_log(site)


def test_a_full_disk_of_postgresql_loses_nothing(site_on_small_disks: Site) -> None:
    site = site_on_small_disks
    postgres = site.machines["postgres"]
    with filled(site.folder / "disk"):
        wait_for(lambda: site.statuses()[503] > 0, "the first refused action", 120)
        time.sleep(5)
    if postgres.process.poll() is not None:  # type: ignore[union-attr]
        postgres.start()  # it had no place for its log and gave up
    site.wait_for_play()
    check(site, 503)


def test_a_disk_that_can_only_be_read_loses_nothing(site_on_small_disks: Site) -> None:
    site = site_on_small_disks
    remount(site.folder / "files", "ro")  # no email can be delivered
    site.wait_for_play()
    postgres = site.machines["postgres"]
    postgres.kill()
    remount(site.folder / "disk", "ro")
    postgres.launch()  # it finds that it cannot write, and ends
    wait_for_status(site, 503)
    remount(site.folder / "disk", "rw")
    remount(site.folder / "files", "rw")
    postgres.kill()
    postgres.start()
    site.wait_for_play()
    check(site, 503)
