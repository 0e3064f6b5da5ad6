"""Emails as servers and programs send them to the return address of an email, and what each of them means.

The texts follow the forms of Postfix, Exchange and Gmail; the names are invented.
"""

from textwrap import dedent
from typing import Literal

GONE = "amina@example.org"
DAEMON = "MAILER-DAEMON@mx.example.org"
GOOGLE = "mailer-daemon@googlemail.com"
Result = Literal["final", "vague", "nothing"]


def _report(text: str, *status: str, sender: str = DAEMON, subject: str = "Undelivered") -> bytes:
    """Return a report with a part for programs, whose fields about the recipient are ``status``."""
    fields = "\n".join(status)
    return (
        f"From: {sender}\nSubject: {subject}\nAuto-Submitted: auto-replied\nMIME-Version: 1.0\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n'
        f"--b\nContent-Type: text/plain\n\n{dedent(text).strip()}\n\n"
        f"--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.org\n\n"
        f"Final-Recipient: rfc822; {GONE}\n{fields}\n\n--b--\n"
    ).encode()


def _text(text: str, sender: str = DAEMON, subject: str = "Undelivered", more: str = "") -> bytes:
    return f"From: {sender}\nSubject: {subject}\n{more}\n{dedent(text).strip()}\n".encode()


POSTFIX = """
    This is the mail system at host mx.example.org.

    I'm sorry to have to inform you that your message could not
    be delivered to one or more recipients. It's attached below.

                       The mail system

    <amina@example.org>: host mail.example.org[192.0.2.1] said: 550 unknown user (in reply to RCPT TO command)
"""
EXCHANGE = """
    Delivery has failed to these recipients or groups:

    amina@example.org
    The email address you entered couldn't be found. Please check the recipient's email address and try to
    resend the message. If the problem continues, please contact your email admin.
"""
GMAIL = """
    ** Address not found **

    Your message wasn't delivered to amina@example.org because the address couldn't be found, or is unable to
    receive mail.
"""
OLD_GMAIL = """
    Delivery to the following recipient failed permanently:

         amina@example.org

    Technical details of permanent failure:
    The server does not know this person.

    ----- Original message -----
    Subject: Your turn
"""
OLD_EXCHANGE = """
    Your message

      To:      Amina
      Subject: Your turn
      Sent:    Mon, 5 May 2031 09:00:00 +0000

    did not reach the following recipient(s):

    amina@example.org on Mon, 5 May 2031 09:00:05 +0000
        The recipient name is not recognized
"""
QMAIL = """
    Hi. This is the qmail-send program at mx.example.org.
    I'm afraid I wasn't able to deliver your message to the following addresses.
    This is a permanent error; I've given up. Sorry it didn't work out.

    <amina@example.org>:
    Sorry, no mailbox here by that name.
"""
LATE_POSTFIX = """
    ####################################################################
    # THIS IS A WARNING ONLY.  YOU DO NOT NEED TO RESEND YOUR MESSAGE. #
    ####################################################################

    Your message could not be delivered for more than 4 hour(s).
    It will be retried until it is 5 day(s) old.
"""
LATE_GMAIL = """
    ** Delivery incomplete **

    There was a temporary problem delivering your message to amina@example.org. Gmail will retry for 46 more hours.
"""
AWAY = """
    I am out of the office until Monday. If it cannot wait, write to bob@example.org.

    > Your turn at The Blue Table
"""
MOVED = "I have moved. My new address is amina@new.example. This message was sent automatically."
CHALLENGE = """
    Your message to amina@example.org is waiting for approval. Please confirm that you are a person:
    https://mx.example.org/confirm?me@play.example.org
"""
QUOTES = """
    Left please. By the way, yesterday I got this:

    > I'm sorry to have to inform you that your message could not
    > be delivered to one or more recipients.
    > <bob@example.org>: unknown user
"""
FAILED = "Action: failed"

FORMS: dict[str, tuple[bytes, Result]] = {
    "Postfix, status": (_report(POSTFIX, FAILED, "Status: 5.1.1", "Diagnostic-Code: smtp; 550 5.1.1 unknown"), "final"),
    "Postfix, no reason": (
        _report(POSTFIX, FAILED, "Status: 5.0.0", "Diagnostic-Code: smtp; 550 unknown user"),
        "vague",
    ),
    "Postfix, text": (_text(POSTFIX), "vague"),
    "Exchange, comment": (_report(EXCHANGE, "Action: failed (unknown)", "Status: 5.1.10 (RecipientNotFound)"), "final"),
    "Exchange, reason in the answer": (
        _report(EXCHANGE, FAILED, "Status: 5.0.0", "Diagnostic-Code: smtp;550 5.1.1 RESOLVER.ADR.RecipNotFound"),
        "final",
    ),
    "Exchange, no status": (_report(EXCHANGE, "Action: Failed", "Diagnostic-Code: x; no mailbox"), "vague"),
    "Exchange, text": (_text(EXCHANGE, "postmaster@example.org", "Undeliverable: Your turn"), "vague"),
    "Exchange 2003, text": (_text(OLD_EXCHANGE, "postmaster@example.org", "Undeliverable: Your turn"), "vague"),
    "Gmail, status": (_report(GMAIL, FAILED, "Status: 5.1.1", "Diagnostic-Code: smtp; 550-5.1.1 no account"), "final"),
    "Gmail, no reason": (_report(GMAIL, FAILED, "Status: 5.0.0"), "vague"),
    "Gmail, text": (
        _text(OLD_GMAIL, GOOGLE, "Delivery Status Notification (Failure)"),
        "vague",
    ),
    "Gmail, new text": (
        _text(GMAIL, GOOGLE, "Delivery Status Notification (Failure)"),
        "vague",
    ),
    "qmail, text": (_text(QMAIL, subject="failure notice"), "vague"),
    "Postfix, late": (_report(LATE_POSTFIX, "Action: delayed", "Status: 4.4.1"), "nothing"),
    "Postfix, late, text": (_text(LATE_POSTFIX), "nothing"),
    "Exchange, late": (_report("Delivery is delayed", "Action: delayed", "Status: 4.4.7"), "nothing"),
    "Gmail, late": (_report(LATE_GMAIL, "Action: delayed", "Status: 4.4.1"), "nothing"),
    "Gmail, late, text": (_text(LATE_GMAIL, GOOGLE), "nothing"),
    "Exchange, full mailbox": (_report("The mailbox is full.", FAILED, "Status: 5.2.2"), "nothing"),
    "Gmail, taken for spam": (_report("Message blocked", FAILED, "Status: 5.7.1"), "nothing"),
    "Postfix, given up": (_report(POSTFIX, FAILED, "Status: 4.4.7"), "nothing"),
    "Exchange, delivered": (_report("Delivered", "Action: delivered", "Status: 2.0.0"), "nothing"),
    "Postfix, relayed": (_report("Relayed", "Action: relayed", "Status: 2.0.0"), "nothing"),
    "Exchange, away": (_text(AWAY, GONE, "Automatic reply: Your turn", "Auto-Submitted: auto-replied\n"), "nothing"),
    "Gmail, away": (_text(AWAY, GONE, "Away Re: Your turn", "Precedence: bulk\nX-Autoreply: yes\n"), "nothing"),
    "moved": (_text(MOVED, GONE, "New address"), "nothing"),
    "challenge": (_text(CHALLENGE, GONE, "Please confirm"), "nothing"),
    "a player quotes a report": (_text(QUOTES, GONE, "Re: Your turn"), "nothing"),
}
