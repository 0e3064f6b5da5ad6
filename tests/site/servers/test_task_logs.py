from typing import Any

import pytest
import structlog
from celery.contrib.testing.worker import start_worker

from games import tasks
from games.delivery import worker
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
