"""The ids of a request in the lines of what it has caused, by Celery and by the outbox."""

from typing import Any

import pytest
import structlog
from celery.contrib.testing.worker import start_worker
from django.utils import timezone

from games import tasks
from games.delivery import email, worker
from games.notifications import outbox
from marrakech_site.celery import app
from tests.servers import wait_for


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)  # a worker runs the checks of the settings
def test_a_task_logs_its_name_and_the_request_that_started_it(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[dict[str, Any]] = []

    def drain(*_args: object) -> int:
        found.append(structlog.contextvars.get_contextvars())
        return 0

    monkeypatch.setattr(worker, "drain", drain)
    # A connection of its own: those that Celery keeps may be of a test with another broker.
    with start_worker(app, perform_ping_check=False), app.connection_for_write() as connection:
        with structlog.contextvars.bound_contextvars(request_id="of the turn", game="abcdefghjk"):
            started = tasks.drain.apply_async(connection=connection)
        wait_for(lambda: bool(found), "the task")
    names = {"task": "games.tasks.drain", "task_id": started.id}
    assert found == [{"request_id": "of the turn", "game": "abcdefghjk", **names}]


@pytest.mark.django_db
def test_each_email_of_a_round_logs_the_request_that_caused_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(2):
        with structlog.contextvars.bound_contextvars(request_id=f"request {number}"):
            outbox.queue_raw("amina@example.org", "text", f"mail {number}")
    structlog.contextvars.clear_contextvars()
    outbox.queue_raw("amina@example.org", "text", "of no request")
    found: list[str] = []

    def send(*_args: object) -> tuple[str, str]:
        found.append(structlog.contextvars.get_contextvars()["request_id"])
        return "", ""

    monkeypatch.setattr(email, "send", send)
    with structlog.contextvars.bound_contextvars(request_id="request that woke the worker"):
        worker.drain(timezone.now())
        assert structlog.contextvars.get_contextvars()["request_id"] == "request that woke the worker"
    assert sorted(found) == ["", "request 0", "request 1"]
