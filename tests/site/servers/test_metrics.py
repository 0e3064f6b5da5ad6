"""Figures for Prometheus: who may read them, what they say, and what board and alerts make of them."""

import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from django.db import transaction
from django.db.models.signals import post_save
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone
from prometheus_client import REGISTRY, CollectorRegistry, generate_latest
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from accounts.models import User
from accounts.services import create_guest, create_robot, register
from accounts.signals import registered
from games.clocks.activity import note_seen
from games.common import signals
from games.core.models import Game
from games.notifications import outbox
from games.notifications.models import Notification, NotificationReason
from games.play.operators import Operator
from games.play.undo import abort_for_operator
from games.time_outs.repairs import carry_out, preview
from marrakech_site import metrics, metrics_folder
from tests.makers import make_user, started_game
from tooling.bootstrap import ROOT

WORDS = r"\bmarrakech_[a-z_]+"


def read(client: Client, token: str) -> tuple[int, str]:
    answer = client.get("/metrics", headers={"authorization": f"Bearer {token}"})
    return answer.status_code, answer.content.decode()


@pytest.mark.django_db
def test_metrics_are_there_only_for_whoever_knows_the_token(client: Client, settings: Settings) -> None:
    assert read(client, "")[0] == 404
    settings.METRICS_TOKEN = "a token"
    assert read(client, "another")[0] == client.get("/metrics").status_code == 404
    assert read(client, "a token")[0] == 200


@pytest.mark.django_db
def test_metrics_tell_what_waits_and_what_is_late(client: Client, settings: Settings) -> None:
    settings.METRICS_TOKEN = "a token"
    game = started_game()
    Game.objects.filter(pk=game.pk).update(troubled_at=timezone.now(), trouble="bad hash")
    Notification.objects.all().delete()
    outbox.queue_raw("amina@example.org", "text", "one")
    _status, text = read(client, "a token")
    for line in (
        'marrakech_outbox_rows{state="queued"} 1.0',
        'marrakech_games{status="running"} 1.0',
        "marrakech_games_in_trouble 1.0",
        "marrakech_database_up 1.0",
        'marrakech_late_work{what="deadlines late"} 0.0',
    ):
        assert line in text
    assert float(re.findall(r"(?m)^marrakech_outbox_oldest_seconds (.+)$", text)[0]) > 0


@pytest.mark.django_db
def test_a_request_is_counted_by_the_name_of_its_address(settings: Settings, client: Client) -> None:
    settings.METRICS_TOKEN = "a token"

    def answer(request: HttpRequest) -> HttpResponse:
        request.resolver_match = client.get("/healthz").resolver_match
        Game.objects.exists()
        return HttpResponse(status=418)

    metrics.count_requests(answer)(RequestFactory().get("/secret/"))
    assert REGISTRY.get_sample_value("marrakech_requests_total", {"route": "healthz", "status": "418"}) == 1
    assert REGISTRY.get_sample_value("marrakech_request_statements_sum", {"route": "healthz"}) == 1


@pytest.mark.django_db
def test_what_became_of_an_email_and_each_player_of_the_day_are_counted(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    def counted() -> tuple[float, float]:
        mails = {"channel": "email", "outcome": "tried again"}
        found = [REGISTRY.get_sample_value("marrakech_notifications_total", mails)]
        found.append(REGISTRY.get_sample_value("marrakech_players_seen_total"))
        return found[0] or 0, found[1] or 0

    mails, players = counted()
    user, now = make_user(), timezone.now().replace(hour=12)
    row = outbox.claim(outbox.queue_raw("amina@example.org", "text", "one").pk, timezone.now())
    assert row is not None
    with django_capture_on_commit_callbacks(execute=True):
        outbox.mark_failed(row, NotificationReason.ERROR, timezone.now())
        note_seen(user, now)
        note_seen(user, now.replace(minute=(now.minute + 30) % 60, hour=13))
    assert counted() == (mails + 1, players + 1)


@pytest.fixture
def counted(settings: Settings) -> Iterator[Callable[[str, str], float]]:
    """Count ends of games and newcomers. Return a function: how often a step or status was counted since then."""
    settings.METRICS_TOKEN = "a token"
    metrics.connect()

    def value(name: str, label: str) -> float:
        labels = {"status" if name == "games_ended" else "step": label}
        return REGISTRY.get_sample_value(f"marrakech_{name}_total", labels) or 0

    before: dict[tuple[str, str], float] = {
        (name, label): value(name, label)
        for name, label in [("games_ended", "aborted"), ("newcomers", "guest"), ("newcomers", "account")]
    }
    yield lambda name, label: value(name, label) - before[name, label]
    for one in (signals.game_over, post_save, registered):
        assert one.disconnect(dispatch_uid="metrics", sender=User if one is post_save else None)


@pytest.mark.django_db
def test_a_game_is_counted_when_it_ends_but_not_when_an_operator_looks_at_a_preview(
    counted: Callable[[str, str], float], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    game, by = started_game(), Operator(make_user(is_superuser=True), "A slip.")
    with django_capture_on_commit_callbacks(execute=True):
        preview(game.pk, by, lambda: abort_for_operator(game.pk, by.reason))
    assert counted("games_ended", "aborted") == 0
    with django_capture_on_commit_callbacks(execute=True):
        carry_out(game.pk, by, "Abort", lambda: abort_for_operator(game.pk, by.reason))
    assert counted("games_ended", "aborted") == 1


@pytest.mark.django_db
def test_a_guest_is_counted_and_once_more_as_an_account(
    counted: Callable[[str, str], float], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    def newcomers() -> tuple[float, float]:
        return counted("newcomers", "guest"), counted("newcomers", "account")

    with django_capture_on_commit_callbacks(execute=True):
        guest = create_guest("en")
    assert newcomers() == (1, 0)
    guest.username = "Leila"
    with django_capture_on_commit_callbacks(execute=True):
        register(guest, "leila@example.org", language="en", time_zone="")
        register(User(username="Amina"), "amina@example.org", language="en", time_zone="")
        create_robot("greedy", "greedy-7", "Greedy 7")
    assert newcomers() == (1, 2)


@pytest.mark.django_db
def test_a_guest_whose_creation_is_rolled_back_is_not_counted(
    counted: Callable[[str, str], float], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True), suppress(ZeroDivisionError), transaction.atomic():
        create_guest("en")
        raise ZeroDivisionError
    assert counted("newcomers", "guest") == 0


def test_processes_and_containers_count_together_and_ended_processes_go_on_counting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("METRICS_PORT", "9200")
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    code = "from games.common import metrics; metrics.notifications.labels('email', 'sent').inc()"
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", "")  # so that it is what it was after the test
    for container in ("web", "web", "worker"):
        monkeypatch.setattr(socket, "gethostname", lambda name=container: name)
        metrics_folder.use()
        folder = os.environ["PROMETHEUS_MULTIPROC_DIR"]
        subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
    registry = CollectorRegistry()
    registry.register(metrics.ProcessCollector(tmp_path / "metrics"))
    here, before = Path(folder), sorted(generate_latest(registry).decode().splitlines())
    assert 'marrakech_notifications_total{channel="email",outcome="sent"} 3.0' in before
    monkeypatch.setattr(socket, "gethostname", lambda: "web")
    others = sorted((tmp_path / "metrics" / "worker").iterdir())
    (tmp_path / "metrics/web/counter_4194305.db").touch()  # of a process that was killed while it made the file
    for _start in range(2):
        metrics_folder.merge_ended_processes()
        merged = sorted(path.name for path in (tmp_path / "metrics" / "web").iterdir())
        assert merged == ["counter_ended.db", "histogram_ended.db"]
        assert (
            sorted(generate_latest(registry).decode().splitlines()) == before
        )  # a sum that falls would look like a new beginning
    assert sorted(here.iterdir()) == others  # of another container: its numbers mean nothing here


def test_what_a_running_process_counts_is_not_merged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("METRICS_PORT", "9200")
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", "")  # so that it is what it was after the test
    metrics_folder.use()
    own = Path(os.environ["PROMETHEUS_MULTIPROC_DIR"]) / f"counter_{os.getpid()}.db"
    own.touch()
    metrics_folder.merge_ended_processes()
    assert [*own.parent.iterdir()] == [own]


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["deploy/grafana.json", "deploy/alerts.yml", "docs/monitoring.md"])
def test_every_figure_that_board_alerts_and_documentation_name_exists(name: str) -> None:
    known = {"marrakech_site"}
    for family in [*REGISTRY.collect(), *metrics.SiteCollector().collect()]:
        parts = {"counter": ["_total"], "histogram": ["_bucket", "_sum", "_count"]}.get(family.type, [""])
        known |= {family.name, *(family.name + part for part in parts)}
    known.add("marrakech_sweep_age_seconds")  # there is none before the first sweep
    named = set(re.findall(WORDS, (ROOT / name).read_text()))
    assert named - {"marrakech_sh"} <= known
    assert name == "docs/monitoring.md" or len(named) > 6


def test_every_alert_has_its_text_in_the_documentation() -> None:
    alerts = re.findall(r"- alert: (\w+)", (ROOT / "deploy/alerts.yml").read_text())
    documentation = (ROOT / "docs/monitoring.md").read_text()
    assert len(alerts) == 6
    assert [name for name in alerts if f"**{name}**" not in documentation] == []
    assert json.loads((ROOT / "deploy/grafana.json").read_text())["panels"]
