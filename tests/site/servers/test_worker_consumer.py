import pytest
from celery.worker.consumer import Consumer

from marrakech_site.celery import app
from marrakech_site.worker_consumer import ReconnectingConsumer


def test_celery_workers_use_the_consumer_of_this_site() -> None:
    assert app.conf.worker_consumer == f"{ReconnectingConsumer.__module__}:{ReconnectingConsumer.__name__}"


def test_a_connection_that_cannot_be_closed_does_not_end_a_celery_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_self: Consumer, _error: Exception) -> None:
        raise AttributeError("'NoneType' object has no attribute 'hostname'")

    monkeypatch.setattr(Consumer, "on_connection_error_after_connected", fail)
    consumer = ReconnectingConsumer.__new__(ReconnectingConsumer)
    consumer.on_connection_error_after_connected(ConnectionError())
