"""The connection to the mail server."""

import contextlib
import logging
from collections.abc import Iterator

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend

MAX_MAILS = 100  # over one connection: many servers hang up after about that number
logger = logging.getLogger(__name__)


class MailConnection:
    """A connection that is opened for the first email and reused for the next ones.

    ``is_unreachable`` is true after a failed attempt to connect: other emails need not be tried now.
    """

    def __init__(self) -> None:
        self.is_unreachable = False
        self._connection: BaseEmailBackend | None = None
        self._sent = 0

    def send(self, mail: EmailMessage) -> None:
        """Send an email. Raises any error of the server or the connection, which is then closed."""
        if self._sent >= MAX_MAILS:
            self.close()
        try:
            self._open().send_messages([mail])
        except Exception:
            self.close()
            raise
        self._sent += 1

    def _open(self) -> BaseEmailBackend:
        if self._connection is None:
            connection = get_connection(settings.DELIVERY_EMAIL_BACKEND)
            self.is_unreachable = True
            connection.open()
            self.is_unreachable = False
            self._connection = connection
        return self._connection

    def close(self) -> None:
        """Close the connection. All emails have been sent by then, so an error is only logged."""
        connection, self._connection, self._sent = self._connection, None, 0
        if connection is not None:
            try:
                connection.close()
            except Exception:
                logger.warning("the connection to the mail server did not close cleanly", exc_info=True)


@contextlib.contextmanager
def mail_connection() -> Iterator[MailConnection]:
    """Yield a MailConnection and close it in the end."""
    connection = MailConnection()
    try:
        yield connection
    finally:
        connection.close()
