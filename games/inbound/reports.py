"""Reports of mail servers about emails that they could not deliver.

Our own reading trusts what a report says to programs: its action and a status. Where that is vague, flufl.bounce, which
knows the wordings of many servers, is asked for a second opinion.
"""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from email.message import Message
from email.parser import BytesParser
from email.policy import compat32

from flufl.bounce import scan_message

from games.notifications.bounces import (
    has_enhanced_code,
    is_mailbox_gone,
    is_unspecific,
    note_bounce,
    note_vague_report,
)
from games.notifications.links import row_of_return_address
from games.notifications.models import BlockReason, InboundReason
from games.notifications.selectors import address_of

from .incoming_mail import NAMES_AND_COMMENTS, IncomingMail
from .message_text import MAX_BOUNDARIES, ReceivedMessage, with_parts
from .services import notification_of_report

MAX_BYTES, MAX_LINES = 50_000, 1000  # that flufl.bounce reads: a megabyte of line ends takes it ten seconds
logger = logging.getLogger(__name__)
logging.getLogger("flufl.bounce").setLevel(logging.WARNING)  # it names each of its detectors


@dataclass(frozen=True, slots=True)
class ReportedFailure:
    """What a report says to programs. ``action`` is "" if it has no such part; ``detail`` is status and answer."""

    action: str = ""
    detail: str = ""

    @property
    def is_final(self) -> bool:
        """The mailbox does not exist."""
        return self.action == "failed" and has_enhanced_code(self.detail) and is_mailbox_gone(self.detail)

    @property
    def is_vague(self) -> bool:
        """There is no part for programs, or it gives no reason. A full mailbox or a refused text is no vague reason."""
        return not self.action or (self.action == "failed" and is_unspecific(self.detail))


def note_bounce_report(mail: IncomingMail, now: datetime) -> InboundReason | None:
    """Block an address if a report says that its mailbox does not exist, or count a vague one.

    Return the result, None for an email to no return address.
    """
    pk = next((found for address in mail.addresses if (found := row_of_return_address(address)) is not None), None)
    if pk is None:
        return None
    row = notification_of_report(pk)
    if row is None:
        return InboundReason.VAGUE_REPORT
    failure = failure_in(with_parts(mail.message))
    if failure.is_final:
        note_bounce(address_of(row), BlockReason.BOUNCE, failure.detail, now, row)
        return InboundReason.FINAL_REPORT
    if failure.is_vague and is_failure(mail.message):
        note_vague_report(row, failure.detail, now)
    return InboundReason.VAGUE_REPORT


def failure_in(message: Message) -> ReportedFailure:
    """Return what the part for programs says: a failure if there is one, else the first other action."""
    found = list(_statuses(message))
    return next((one for one in found if one.action == "failed"), found[0] if found else ReportedFailure())


def _statuses(message: Message) -> Iterator[ReportedFailure]:
    for part in message.walk():
        words = NAMES_AND_COMMENTS.sub(" ", str(part.get("Action", ""))).lower().split()
        if words:
            kind, semicolon, text = str(part.get("Diagnostic-Code", "")).partition(";")
            status, answer = str(part.get("Status", "")), text if semicolon else kind
            texts = [answer] if is_unspecific(status) and has_enhanced_code(answer) else [status, answer]
            action = "failed" if words[0].startswith(("fail", "error")) else words[0]
            yield ReportedFailure(action, " ".join(" ".join(texts).replace("\0", "").split()))


def is_failure(message: Message) -> bool:
    """Return True if flufl.bounce takes an email for the report of a permanent failure."""
    if isinstance(message, ReceivedMessage):
        data = b"\n".join(message.data[:MAX_BYTES].splitlines()[:MAX_LINES])
        is_deep = data.lower().count(b"boundary") > MAX_BOUNDARIES
        message = BytesParser(policy=compat32).parsebytes(data, headersonly=is_deep)
    try:
        return bool(scan_message(message))
    except Exception:  # of a report that flufl.bounce does not understand
        logger.info("flufl.bounce could not read a report", exc_info=True)
        return False
