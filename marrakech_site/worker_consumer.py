"""The part of a Celery worker that listens to the broker."""

import logging

from celery.worker.consumer import Consumer

logger = logging.getLogger(__name__)


class ReconnectingConsumer(Consumer):
    """Celery's consumer. It survives the loss of the broker during a task."""

    def on_connection_error_after_connected(self, exc: Exception) -> None:
        """Prepare for a new connection.

        Celery closes the lost connection twice. During a task, the second attempt fails with an AttributeError, which
        would end the worker.
        """
        try:
            super().on_connection_error_after_connected(exc)  # type: ignore[no-untyped-call]
        except AttributeError:
            logger.warning("the lost connection to the broker could not be closed", exc_info=True)
