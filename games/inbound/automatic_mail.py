"""Mails that no person has written: automatic answers, bounces, lists, mails of this site itself.

None of them is ever answered, so that two machines never write to each other for long.
"""

import re
from email.utils import parseaddr

from django.conf import settings

from .incoming_mail import IncomingMail

_DAEMONS = re.compile(r"(?:mailer[-_.]?daemon|postmaster|no-?reply|do-?not-?reply|bounces?|root)(?:[-+.=].*)?@")
_PRECEDENCE = frozenset({"bulk", "junk", "list", "auto_reply", "auto-reply"})
_SUPPRESS = re.compile(r"\b(?:all|oof|autoreply)\b", re.IGNORECASE)
_MARKS = ("x-autoreply", "x-autorespond", "x-auto-reply", "x-autoresponder", "x-autoreply-from", "x-failed-recipients")
_SUBJECTS = re.compile(
    r"\s*(?:auto(?:matic)?[- ]?(?:reply|response)|auto\s*:|out of (?:the )?office|r.{1,9}ponse automatique"
    r"|absence du bureau|message d'absence|automatische antwort|abwesenheits|undeliver|delivery status|mail delivery"
    r"|returned mail|non remis|unzustellbar)",
    re.IGNORECASE,
)


def automatic_reason(arrival: IncomingMail) -> str:
    """Return why a mail counts as written by a machine, in a few words for the administrators; "" if it does not."""
    return _bounced(arrival) or _marked(arrival) or _own(arrival)


def _bounced(arrival: IncomingMail) -> str:
    if arrival.envelope_sender == "" or arrival.field("return-path").strip() == "<>":
        return "a bounce: it has no return address"
    if arrival.field("content-type").strip().lower().startswith("multipart/report"):
        return "a report about a mail"
    if _DAEMONS.match(arrival.sender):
        return "from an address that nobody reads"
    return ""


def _marked(arrival: IncomingMail) -> str:
    submitted = [value.split(";")[0].strip().lower() for value in arrival.fields("auto-submitted")]
    if any(value != "no" for value in submitted):
        return "sent automatically (Auto-Submitted)"
    if any(value.strip().lower() in _PRECEDENCE for value in arrival.fields("precedence")):
        return "sent to many (Precedence)"
    if any(_SUPPRESS.search(value) for value in arrival.fields("x-auto-response-suppress")):
        return "sent automatically (X-Auto-Response-Suppress)"
    if arrival.fields("list-id", "list-post"):
        return "from a mailing list"
    if arrival.fields(*_MARKS):
        return "sent automatically"
    return "its subject is that of an automatic answer" if _SUBJECTS.match(arrival.subject) else ""


def _own(arrival: IncomingMail) -> str:
    own = {parseaddr(address)[1].lower() for address in (settings.DEFAULT_FROM_EMAIL, settings.SERVER_EMAIL)}
    return "from this site itself" if arrival.sender in own else ""
