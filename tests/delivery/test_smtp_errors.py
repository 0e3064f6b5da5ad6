from smtplib import SMTPDataError, SMTPRecipientsRefused, SMTPSenderRefused, SMTPServerDisconnected

import pytest
from anymail.exceptions import AnymailRecipientsRefused

from games.delivery.email import Bounced, MessageRefused, permanent_error


def refused(code: int, text: str) -> SMTPRecipientsRefused:
    return SMTPRecipientsRefused({"a@example.org": (code, text.encode())})


@pytest.mark.parametrize(
    "error",
    [
        refused(550, "5.1.1 no such user"),
        refused(550, "5.2.1 mailbox disabled"),
        refused(550, "5.4.1 recipient address rejected: access denied"),
        refused(554, "delivery error: this user does not have an account"),
        SMTPDataError(550, b"5.1.1 no such user"),
        AnymailRecipientsRefused(),
    ],
)
def test_an_smtp_error_about_a_missing_mailbox_is_a_bounce(error: Exception) -> None:
    assert isinstance(permanent_error(error), Bounced)


@pytest.mark.parametrize(
    "error", [SMTPDataError(554, b"5.6.0 malformed"), SMTPDataError(552, "5.3.4 message too large")]
)
def test_an_smtp_error_about_the_message_is_final(error: Exception) -> None:
    found = permanent_error(error)
    assert isinstance(found, MessageRefused)
    assert str(found).startswith(str(error.args[0]))


@pytest.mark.parametrize(
    "error",
    [
        refused(450, "4.2.1 greylisted"),
        refused(550, "5.7.1 relaying denied"),
        refused(550, "relay not permitted"),
        refused(552, "5.2.2 mailbox full"),
        refused(550, "5.4.6 mail loop"),
        refused(550, "5.1.8 bad sender's system address"),
        SMTPDataError(451, b"try again later"),
        SMTPDataError(554, b"5.7.1 looks like spam"),
        SMTPDataError(554, b"transaction failed"),
        SMTPDataError(550, b"5.2.2 mailbox full"),
        SMTPDataError(550, b"5.4.1 no route"),
        SMTPSenderRefused(550, b"not from you", "site@example.org"),
        SMTPServerDisconnected("bye"),
        TimeoutError(),
    ],
)
def test_a_temporary_smtp_error_is_retried(error: Exception) -> None:
    assert permanent_error(error) is None
