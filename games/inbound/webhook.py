"""The source of mail services: anymail has checked who calls, and made a message of what the service tells."""

from email.message import EmailMessage
from typing import Any

from games.inbound.reply_parser import with_raw_headers

from .authentication import FAILED_RESULTS, failure_in
from .handler import receive
from .incoming_mail import WEBHOOK, IncomingMail

# Fields that a service adds to the mail with its own findings; from another source they would be anybody's.
_MAILGUN = {"x-mailgun-spf": "spf", "x-mailgun-dkim-check-result": "dkim"}
_SES = {"spfVerdict": "spf", "dkimVerdict": "dkim", "dmarcVerdict": "dmarc"}


def receive_from_service(event: Any, esp_name: str, **_kwargs: Any) -> None:
    """Deal with one mail that a service hands over (anymail's signal ``inbound``).

    Raises where the database is away: the service then calls again.
    """
    message = event.message
    if message is None:
        return
    recipient, sender = message.envelope_recipient, message.envelope_sender
    failure = failure_in(_results(esp_name, with_raw_headers(message), event.esp_event))
    recipients = tuple(part.strip() for part in str(recipient or "").split(",") if part.strip())
    envelope_sender = None if sender is None else str(sender).strip("<> ")
    receive(IncomingMail(message, WEBHOOK, envelope_sender, recipients, failure))


def _results(esp_name: str, message: EmailMessage, told: Any) -> list[tuple[str, str]]:
    """Return what the service says about the sender, as pairs such as ("spf", "pass")."""
    if esp_name == "Mailgun":
        found = [(method, _worst(message.get_all(name, []))) for name, method in _MAILGUN.items()]
    elif esp_name == "Amazon SES":
        receipt = told.get("receipt", {})
        found = [(method, str(receipt.get(name, {}).get("status", ""))) for name, method in _SES.items()]
    else:
        found = []
    return [(method, result.strip().lower()) for method, result in found]


def _worst(values: list[object]) -> str:
    """Return a failure, if there is one: the sender may have written such a field beside the service's own."""
    told = [str(value).strip().lower() for value in values]
    return next((value for value in told if value in FAILED_RESULTS), told[0] if told else "")
