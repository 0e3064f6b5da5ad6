"""The connection to the mail server."""

import contextlib
import logging
from collections.abc import Iterator

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend

MOST_MAILS = 100  # over one connection: many servers hang up soon after
logger = logging.getLogger(__name__)


class MailConnection:
    """One connection to the mail server, opened for the first mail and kept for those that follow.

    ``is_unreachable`` tells that the server could not be reached: then the rest need not be tried now.
    """

    def __init__(self) -> None:
        self.is_unreachable = False
        self._connection: BaseEmailBackend | None = None
        self._carried = 0

    def send(self, mail: EmailMessage) -> None:
        """Hand one mail over. Raises whatever the mail server or the way there says; the next mail starts afresh."""
        if self._carried >= MOST_MAILS:
            self.close()
        try:
            self._open().send_messages([mail])
        except Exception:
            self.close()
            raise
        self._carried += 1

    def _open(self) -> BaseEmailBackend:
        if self._connection is None:
            connection = get_connection(settings.DELIVERY_EMAIL_BACKEND)
            self.is_unreachable = True
            connection.open()
            self.is_unreachable = False
            self._connection = connection
        return self._connection

    def close(self) -> None:
        """Say goodbye. The mails have left by then, so a server that answers rudely changes nothing."""
        connection, self._connection, self._carried = self._connection, None, 0
        if connection is not None:
            try:
                connection.close()
            except Exception:
                logger.warning("the connection to the mail server did not close cleanly", exc_info=True)


@contextlib.contextmanager
def mail_connection() -> Iterator[MailConnection]:
    """Give a Courier and close its connection in the end."""
    connection = MailConnection()
    try:
        yield connection
    finally:
        connection.close()
