"""The connection to the mail server."""

import contextlib
import logging
import smtplib
from collections.abc import Iterator
from smtplib import SMTPDataError, SMTPRecipientsRefused
from typing import Any

from anymail.exceptions import AnymailRecipientsRefused
from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.backends.smtp import EmailBackend

from games.mail.compose import compose
from games.notifications.bounces import is_final_after_data, is_mailbox_gone
from games.notifications.links import return_address
from games.notifications.models import CallError, Notification

from .backend import stored_email

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


def send(row: Notification, connection: MailConnection) -> tuple[str, str]:
    """Send a row as an email. Return its Message-ID, and the id that the mail service gives it ("" without a service).

    Raises Bounced, MessageRefused, or any error of the connection.
    """
    mail: EmailMessage = stored_email(row) if row.raw else compose(row)
    _return_to(mail, return_address(row.pk))
    try:
        connection.send(mail)
    except Exception as error:
        raise permanent_error(error) or error from None
    service_id = getattr(getattr(mail, "anymail_status", None), "message_id", None)  # set by anymail's backends
    return str(mail.extra_headers.get("Message-ID", "")), "" if service_id is None else str(service_id)


def _return_to(mail: EmailMessage, address: str) -> None:
    """Have bounces sent to this address. Mail services report bounces in their own way."""
    if address and not settings.EMAIL_SERVICE:
        mail.extra_headers.setdefault("From", mail.from_email)
        mail.from_email = address


@contextlib.contextmanager
def mail_connection() -> Iterator[MailConnection]:
    connection = MailConnection()
    try:
        yield connection
    finally:
        connection.close()


class _PatientDialogue:
    """Waits longer for the answer to a complete email, and tells its absence from other errors.

    A server that checks an email for spam may take its time. If the site hung up, it would send the email again
    although the server has taken it.
    """

    sock: Any
    _texts_sent: int | None = None  # since DATA was sent; None before

    def data(self, msg: Any) -> Any:
        """Send a complete email. Raises AnswerMissing if the server does not answer it."""
        self._texts_sent = 0
        try:
            return super().data(msg)  # type: ignore[misc]
        except (smtplib.SMTPServerDisconnected, TimeoutError) as error:
            if self._has_sent_all:
                raise AnswerMissing(str(error)) from None
            raise
        finally:
            self._texts_sent = None
            if self.sock:
                self.sock.settimeout(settings.EMAIL_TIMEOUT)

    def send(self, s: Any) -> None:
        """Send bytes. After those of a complete email the server has more time."""
        super().send(s)  # type: ignore[misc]
        if self._texts_sent is not None:
            self._texts_sent += 1
            if self._has_sent_all:
                self.sock.settimeout(settings.EMAIL_ANSWER_TIMEOUT)

    @property
    def _has_sent_all(self) -> bool:
        """True if both the command DATA and the email have been sent."""
        return self._texts_sent == 2


class PatientSMTP(_PatientDialogue, smtplib.SMTP):
    """SMTP without TLS, or with STARTTLS."""


class PatientSMTPWithTLS(_PatientDialogue, smtplib.SMTP_SSL):
    """SMTP with TLS from the start."""


class PatientBackend(EmailBackend):
    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        return PatientSMTPWithTLS if self.use_ssl else PatientSMTP


class DeliveryError(Exception):
    """A call that failed. The owner of the address may read the error later, in another language.

    ``params`` are filled into the text of ``code``.
    """

    def __init__(self, code: CallError, **params: object) -> None:
        super().__init__(code.value)
        self.code, self.params = code, params

    def __str__(self) -> str:
        return str(self.code.label) % self.params


class TargetGone(DeliveryError):
    """The target accepts nothing any more: an unsubscribed device, a webhook that is switched off."""


class MessageRefused(Exception):
    """The server refused this message for good, whatever the recipient."""


class Bounced(Exception):
    """The mailbox does not exist or accepts no mail: nothing more may be sent to it."""


class AnswerMissing(Exception):
    """The server got the complete email and did not say whether it takes it: it may arrive or not."""


def permanent_error(error: Exception) -> Exception | None:
    """Return Bounced or MessageRefused for an error that waiting does not fix, None for any other.

    A refusal of the site itself (relaying denied, wrong password, an unwelcome sender) is not permanent: the operator
    can fix it within the day for which emails are tried again. Nor is a refusal of the complete email, except for the
    codes of ``is_final_after_data``.
    """
    if isinstance(error, SMTPRecipientsRefused):
        code, text = next(iter(error.recipients.values()))
        return Bounced(_smtp_answer(code, text)) if code >= 500 and is_mailbox_gone(_smtp_answer(code, text)) else None
    if isinstance(error, SMTPDataError) and error.smtp_code >= 500:
        answer = _smtp_answer(error.smtp_code, error.smtp_error)
        if not is_final_after_data(answer):
            return None
        return Bounced(answer) if is_mailbox_gone(answer) else MessageRefused(answer)
    if isinstance(error, AnymailRecipientsRefused):
        return Bounced(f"refused by {error.esp_name or 'the mail service'}")
    return None


def _smtp_answer(code: int, text: bytes | str) -> str:
    return f"{code} {text.decode(errors='replace') if isinstance(text, bytes) else text}"
