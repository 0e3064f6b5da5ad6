"""The detection of email that no person has written: automatic replies, bounces, mailing lists, this site's own.

None of it is answered: two programs would answer each other for ever.
"""

import re
from email.utils import parseaddr

from django.conf import settings

from games.models import InboundReason

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


def automatic_reason(mail: IncomingMail) -> InboundReason | None:
    """Return why an email counts as automatic, None if a person wrote it."""
    return _bounced(mail) or _marked(mail) or _own(mail)


def _bounced(mail: IncomingMail) -> InboundReason | None:
    if mail.envelope_sender == "" or mail.field("return-path").strip() == "<>":
        return InboundReason.BOUNCE
    if mail.field("content-type").strip().lower().startswith("multipart/report"):
        return InboundReason.REPORT
    if _DAEMONS.match(mail.sender):
        return InboundReason.NO_REPLY
    return None


def _marked(mail: IncomingMail) -> InboundReason | None:
    submitted = [value.split(";")[0].strip().lower() for value in mail.fields("auto-submitted")]
    if any(value != "no" for value in submitted):
        return InboundReason.AUTOMATIC
    if any(value.strip().lower() in _PRECEDENCE for value in mail.fields("precedence")):
        return InboundReason.BULK
    if any(_SUPPRESS.search(value) for value in mail.fields("x-auto-response-suppress")):
        return InboundReason.AUTOMATIC
    if mail.fields("list-id", "list-post"):
        return InboundReason.MAILING_LIST
    if mail.fields(*_MARKS):
        return InboundReason.AUTOMATIC
    return InboundReason.SUBJECT if _SUBJECTS.match(mail.subject) else None


def _own(mail: IncomingMail) -> InboundReason | None:
    own = {parseaddr(address)[1].lower() for address in (settings.DEFAULT_FROM_EMAIL, settings.SERVER_EMAIL)}
    return InboundReason.OWN if mail.sender in own else None
