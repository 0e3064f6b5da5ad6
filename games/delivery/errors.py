"""Why a notification did not get through: try again later (any exception), never again, or never to this address."""

from smtplib import SMTPDataError, SMTPRecipientsRefused

from anymail.exceptions import AnymailRecipientsRefused
from django.utils.translation import gettext

from games.mail.bounces import has_enhanced_code, is_mailbox_gone


class UserFacingError(Exception):
    """What has gone wrong, for whoever set up the thing that failed: they may read it later, in another language.

    ``say`` is a text of the catalogues, or one that nobody translates; ``params`` are filled into it.
    """

    def __init__(self, say: str, **params: object) -> None:
        super().__init__(say)
        self.say, self.params = say, params

    def __str__(self) -> str:
        return gettext(self.say) % self.params if self.params else gettext(self.say)


class TargetGone(UserFacingError):
    """The target will never take anything again: a device that is signed off, a webhook that is switched off."""


class MessageRefused(Exception):
    """The server has refused this message for good, whoever it is for: trying again would change nothing."""


class Bounced(Exception):
    """The mailbox does not exist or takes no mail: nothing more may go there."""


def permanent_error(error: Exception) -> Exception | None:
    """Return as Bounced or Refused what will not get better by waiting; None for all else.

    What a server says about us (relaying denied, wrong password, a sender it does not like) is no reason to give up
    anybody's mail: whoever runs the site can mend that within the day for which mails are tried again.
    """
    if isinstance(error, SMTPRecipientsRefused):
        code, text = next(iter(error.recipients.values()))
        return Bounced(_told(code, text)) if code >= 500 and is_mailbox_gone(_told(code, text)) else None
    if isinstance(error, SMTPDataError) and error.smtp_code >= 500:
        told = _told(error.smtp_code, error.smtp_error)
        return Bounced(told) if has_enhanced_code(told) and is_mailbox_gone(told) else MessageRefused(told)
    if isinstance(error, AnymailRecipientsRefused):
        return Bounced(f"refused by {error.esp_name or 'the mail service'}")
    return None


def _told(code: int, text: bytes | str) -> str:
    return f"{code} {text.decode(errors='replace') if isinstance(text, bytes) else text}"
