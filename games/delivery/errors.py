"""Why a notification did not get through: try again later (any exception), never again, or never to this address.

A mail server says so in three digits and often in three numbers behind them (RFC 3463): 550 5.1.1 is a mailbox that
does not exist.
"""

import re
from smtplib import SMTPDataError, SMTPRecipientsRefused

from anymail.exceptions import AnymailRecipientsRefused

PERMANENT = re.compile(r"\b5\.(\d{1,3})\.(\d{1,3})\b")
NO_MAILBOX = {"1", "4"}  # bad address, no route to it
SENDERS_FAULT = {("1", "7"), ("1", "8")}
CLOSED_MAILBOX = {("2", "0"), ("2", "1")}


class Gone(Exception):
    """The target will never take anything again: a device that is signed off, a webhook that is switched off."""


class Refused(Exception):
    """The server has refused this message for good, whoever it is for: trying again would change nothing."""


class Bounced(Exception):
    """The mailbox does not exist or takes no mail: nothing more may go there."""


def final(error: Exception) -> Exception | None:
    """Return as Bounced or Refused what will not get better by waiting; None for all else.

    What a server says about us (relaying denied, wrong password, a sender it does not like) is no reason to give up
    anybody's mail: whoever runs the site can mend that within the day for which mails are tried again.
    """
    if isinstance(error, SMTPRecipientsRefused):
        code, text = next(iter(error.recipients.values()))
        return Bounced(_told(code, text)) if code >= 500 and _is_no_mailbox(_told(code, text)) else None
    if isinstance(error, SMTPDataError) and error.smtp_code >= 500:
        told = _told(error.smtp_code, error.smtp_error)
        return Bounced(told) if PERMANENT.search(told) and _is_no_mailbox(told) else Refused(told)
    if isinstance(error, AnymailRecipientsRefused):
        return Bounced(f"refused by {error.esp_name or 'the mail service'}")
    return None


def _told(code: int, text: bytes | str) -> str:
    return f"{code} {text.decode(errors='replace') if isinstance(text, bytes) else text}"


def _is_no_mailbox(told: str) -> bool:
    """Tell whether a refusal is about the mailbox. One without the three numbers is, unless it is about relaying."""
    numbers = PERMANENT.search(told)
    if numbers is None:
        return "relay" not in told.lower()
    if numbers.groups() in SENDERS_FAULT:
        return False
    return numbers[1] in NO_MAILBOX or numbers.groups() in CLOSED_MAILBOX
