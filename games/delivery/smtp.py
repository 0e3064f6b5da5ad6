"""The email backend for SMTP servers: seconds to connect, more than a minute for the answer to a complete email."""

import smtplib
from typing import Any

from django.conf import settings
from django.core.mail.backends.smtp import EmailBackend

from .errors import AnswerMissing


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
    """Django's backend, with a patient dialogue."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        """The class of the connection."""
        return PatientSMTPWithTLS if self.use_ssl else PatientSMTP
