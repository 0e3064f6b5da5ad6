from collections.abc import Callable
from pathlib import Path

import pytest
from celery import signals
from celery.worker.consumer import Consumer

from marrakech_site import alive
from marrakech_site.celery import app, note_start
from marrakech_site.worker_consumer import ReconnectingConsumer


def test_celery_workers_use_the_consumer_of_this_site() -> None:
    assert app.conf.worker_consumer == f"{ReconnectingConsumer.__module__}:{ReconnectingConsumer.__name__}"


def test_a_connection_that_cannot_be_closed_does_not_end_a_celery_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_self: Consumer, _error: Exception) -> None:
        raise AttributeError("'NoneType' object has no attribute 'hostname'")

    monkeypatch.setattr(Consumer, "on_connection_error_after_connected", fail)
    consumer = ReconnectingConsumer.__new__(ReconnectingConsumer)
    consumer.on_connection_error_after_connected(ConnectionError())


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ALIVE_FILE", str(tmp_path / "alive"))
    return tmp_path / "alive"


def test_a_celery_worker_notes_that_it_lives(file: Path) -> None:
    signals.heartbeat_sent.send(sender=None)
    assert file.exists()


def test_a_celery_worker_that_waits_for_its_broker_counts_as_alive(file: Path) -> None:
    attempts = []

    class Away:
        def ensure_connection(
            self, errback: Callable[[Exception, float], None], *_args: object, **_opts: object
        ) -> None:
            errback(ConnectionError(), 2.0)
            attempts.append(file.exists())

        def as_uri(self) -> str:
            return "redis://"

    consumer = ReconnectingConsumer.__new__(ReconnectingConsumer)
    consumer.app, consumer.broker_connection_retry_attempt, consumer.first_connection_attempt = app, 0, True
    consumer.ensure_connected(Away())
    assert attempts == [True]


def test_beat_notes_that_it_lives_whenever_it_sends_a_task(file: Path) -> None:
    try:
        note_start()
        file.unlink()
        signals.before_task_publish.send(sender="games.tasks.drain")
        assert file.exists()
    finally:
        signals.before_task_publish.disconnect(alive.note)
