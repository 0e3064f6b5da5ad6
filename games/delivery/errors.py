"""Reasons why a notification was not delivered. After any other exception the worker tries again."""

from smtplib import SMTPDataError, SMTPRecipientsRefused

from anymail.exceptions import AnymailRecipientsRefused

from games.mail.bounces import is_final_after_data, is_mailbox_gone
from games.models import CallError


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
