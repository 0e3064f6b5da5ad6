"""Mails that come in: each acts once, leaves a row, and gets at most one answer."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.models import Game, InboundMail, InboundReason, InboundState, Kind
from games.selectors.notifications.inbound_mail import answers_since

from . import outbox

MOST_ANSWERS, WITHIN = 30, timedelta(hours=1)
RETENTION = timedelta(days=90)
RETENTION_UNPLAYED = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class MailIdentity:
    """What names a mail: see InboundMail."""

    digest: str
    message_id: str
    source: str
    sender: str


@dataclass(frozen=True, slots=True)
class MailAnswer:
    """The answer to a player: ``code`` names its text, ``params`` fill it in.

    ``event`` names it where several mails are to get only one between them.
    """

    to: User
    code: str
    params: Mapping[str, Any] = field(default_factory=dict)
    event: str = ""


@dataclass(frozen=True, slots=True)
class MailOutcome:
    """What became of a mail. ``user`` is its sender, None where that is not proved."""

    state: InboundState
    reason: InboundReason
    user: User | None = None
    game: Game | None = None
    excerpt: str = ""
    answer: MailAnswer | None = None
    detail: str = ""


@transaction.atomic
def handle_once(letter: MailIdentity, handle: Callable[[], MailOutcome]) -> InboundMail | None:
    """Let ``handle`` deal with a mail unless that has been done, and note the result with whatever it did.

    Return the row, None for a mail that came before. Whatever ``handle`` raises undoes everything: the mail may then
    come again. Two deliveries at the same moment wait for each other at the unique digest.
    """
    row, is_new = InboundMail.objects.get_or_create(
        digest=letter.digest,
        defaults={"message_id": letter.message_id, "source": letter.source, "sender": letter.sender[:254]},
    )
    if not is_new:
        return None
    result = handle()
    row.state, row.user, row.game = result.state, result.user, result.game
    row.excerpt = result.excerpt[:500]
    row.reason, row.detail = result.reason, result.detail[:300]
    if result.answer and not _answer(row, result.answer):
        row.reason, row.detail = InboundReason.NOT_ANSWERED, row.reason
    row.save(update_fields=["state", "user", "game", "excerpt", "reason", "detail"])
    return row


def _answer(row: InboundMail, answer: MailAnswer) -> bool:
    """Queue the answer, unless the player has had too many. Tell whether it was queued."""
    if answers_since(answer.to, timezone.now() - WITHIN) >= MOST_ANSWERS:
        return False
    params = {**answer.params, "code": answer.code}
    outbox.queue(Kind.REPLY, answer.event or f"mail:{row.pk}", user=answer.to, game=row.game, params=params)
    return True


def delete_old_mail(now: datetime) -> int:
    """Delete old rows: two weeks after mails that played nothing, three months after others.

    Return how many. By then no server delivers the same mail again.
    """
    old = InboundMail.objects.filter(received_at__lt=now - RETENTION)
    unplayed = InboundMail.objects.filter(
        received_at__lt=now - RETENTION_UNPLAYED, state__in=[InboundState.REFUSED, InboundState.IGNORED]
    )
    return old.delete()[0] + unplayed.delete()[0]
