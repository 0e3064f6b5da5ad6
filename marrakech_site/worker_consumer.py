"""The part of a Celery worker that listens to the broker."""

import logging
from typing import Any

from celery.worker.consumer import Consumer

from . import alive

logger = logging.getLogger(__name__)


class ReconnectingConsumer(Consumer):
    """Celery's consumer. It survives the loss of the broker during a task, and counts as alive until it is back."""

    def ensure_connected(self, conn: Any) -> Any:
        """Connect. Each failed attempt is a sign of life: a new worker would have to wait for the broker, too."""
        connect = conn.ensure_connection

        def noted(errback: Any, *args: Any, **options: Any) -> Any:
            def note_attempt(error: Exception, pause: float) -> None:
                alive.note()
                errback(error, pause)

            return connect(note_attempt, *args, **options)

        conn.ensure_connection = noted
        return super().ensure_connected(conn)  # type: ignore[no-untyped-call]

    def on_connection_error_after_connected(self, exc: Exception) -> None:
        """Prepare for a new connection.

        Celery closes the lost connection twice. During a task, the second attempt fails with an AttributeError, which
        would end the worker.
        """
        try:
            super().on_connection_error_after_connected(exc)  # type: ignore[no-untyped-call]
        except AttributeError:
            logger.warning("the lost connection to the broker could not be closed", exc_info=True)
