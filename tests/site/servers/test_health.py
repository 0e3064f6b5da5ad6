import threading
from datetime import timedelta

import pytest
from django.db import OperationalError
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from games.clocks.models import Turn
from games.core.jobs import beat
from marrakech_site import health
from tests.makers import started_game

pytestmark = pytest.mark.django_db


def test_healthz_reports_a_running_process(client: Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})


def test_readyz_accepts_a_site_with_a_scheduler(client: Client) -> None:
    beat("scheduler", timezone.now())
    response = client.get("/readyz")
    assert (response.status_code, response.json()["status"]) == (200, "ok")


def test_readyz_refuses_a_site_without_a_scheduler(client: Client) -> None:
    response = client.get("/readyz")
    assert (response.status_code, response.json()["scheduler"]) == (503, "never seen")


def test_readyz_reports_a_silent_scheduler_with_its_age(client: Client) -> None:
    beat("scheduler", timezone.now() - timedelta(minutes=5))
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["scheduler"].startswith("silent for 30")


def test_readyz_reports_deadlines_that_the_scheduler_has_missed(client: Client) -> None:
    beat("scheduler", timezone.now())
    turn = Turn.objects.get(game=started_game(pace="1d"))
    Turn.objects.filter(pk=turn.pk).update(due_at=timezone.now() - timedelta(minutes=11))
    response = client.get("/readyz")
    assert response.status_code == 503
    assert response.json()["scheduler"].startswith("1 deadlines late, the first since ")


def test_readyz_reports_an_unreachable_broker(client: Client, settings: Settings) -> None:
    beat("scheduler", timezone.now())
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    response = client.get("/readyz")
    assert (response.status_code, response.json()["queue"]) == (503, "unreachable")


def test_readyz_counts_pending_migrations(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "pending_migrations", lambda: 2)
    response = client.get("/readyz")
    assert (response.status_code, response.json()["database"]) == (503, "2 migrations pending")


def test_traffic_goes_to_a_process_while_redis_and_the_scheduler_are_away(client: Client, settings: Settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert client.get("/readyz").status_code == 503
    assert client.get("/readyz?traffic").status_code == 200


def test_traffic_goes_to_a_process_whose_database_went_away_but_to_none_that_never_saw_it(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pages say themselves that the database is away, better than a load balancer would."""

    def fail(_connection: object) -> None:
        raise OperationalError

    health.pending_migrations()
    monkeypatch.setattr(health, "MigrationExecutor", fail)
    assert client.get("/readyz?traffic").status_code == 200
    monkeypatch.setattr(health, "_is_migrated", threading.Event())
    response = client.get("/readyz?traffic")
    assert (response.status_code, response.json()["database"]) == (503, "unreachable")


def test_no_traffic_goes_to_a_process_that_waits_for_migrations(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "pending_migrations", lambda: 2)
    response = client.get("/readyz?traffic")
    assert (response.status_code, response.json()["database"]) == (503, "2 migrations pending")


def test_the_response_of_readyz_is_not_cached(client: Client) -> None:
    assert "no-store" in client.get("/readyz")["Cache-Control"]
