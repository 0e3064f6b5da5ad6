"""The webhook source: email that a mail service delivers. anymail has checked the caller and built the message."""

from dataclasses import replace
from email.message import EmailMessage
from typing import Any

from .handler import receive
from .incoming_mail import WEBHOOK, IncomingMail
from .message_text import with_raw_headers
from .sender_check import FAILED_RESULTS, failure_in, is_signed_by_sender

# Fields in which a service reports its own checks. From another source anyone could have written them.
_MAILGUN = {"x-mailgun-spf": "spf", "x-mailgun-dkim-check-result": "dkim"}
_SES = {"spfVerdict": "spf", "dkimVerdict": "dkim", "dmarcVerdict": "dmarc"}


def receive_from_service(event: Any, esp_name: str, **_kwargs: Any) -> None:
    """Handle one email from a mail service (anymail's signal ``inbound``).

    Raises if the database cannot be reached: the service then calls again.
    """
    message = event.message
    if message is None:
        return
    recipient, sender = message.envelope_recipient, message.envelope_sender
    results = _results(esp_name, with_raw_headers(message), event.esp_event)
    recipients = tuple(part.strip() for part in str(recipient or "").split(",") if part.strip())
    envelope_sender = None if sender is None else str(sender).strip("<> ")
    is_checked = any(result for _method, result in results)
    mail = IncomingMail(message, WEBHOOK, envelope_sender, recipients, failure_in(results), is_checked)
    is_signed = ("dkim", "pass") in results and is_signed_by_sender(mail)  # a service accepts anybody's signature
    receive(replace(mail, is_proved=is_signed or ("dmarc", "pass") in results))


def _results(esp_name: str, message: EmailMessage, report: Any) -> list[tuple[str, str]]:
    """Return the service's checks of the sender as pairs such as ("spf", "pass")."""
    if esp_name == "Mailgun":
        found = [(method, _worst(message.get_all(name, []))) for name, method in _MAILGUN.items()]
    elif esp_name == "Amazon SES":
        receipt = report.get("receipt", {})
        found = [(method, str(receipt.get(name, {}).get("status", ""))) for name, method in _SES.items()]
    else:
        found = []
    return [(method, result.strip().lower()) for method, result in found]


def _worst(values: list[object]) -> str:
    """Return a failure if there is one: the sender may have added a field of the same name."""
    results = [str(value).strip().lower() for value in values]
    return next((result for result in results if result in FAILED_RESULTS), results[0] if results else "")
