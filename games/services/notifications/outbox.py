"""The outbox: rows are queued with the change they tell of, claimed with a lease, sent elsewhere, and marked.

Nothing leaves before COMMIT: ``queue`` only writes a row; a worker is woken after the commit and finds it. A lost
message costs a delay, never an email, because ``due`` finds every row whose time has come.
"""

import logging
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games import signals
from games.models import Channel, Game, Kind, Notification, NotificationReason, NotificationState, Status
from games.selectors.notifications.mail_preferences import has_opted_out, is_switched_off

from ..after_commit import send_after_commit
from . import channels, digest_items

LEASE = timedelta(seconds=settings.OUTBOX_LEASE)
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 180, 360, 720))
MOST_ATTEMPTS = len(PAUSES) + 1
REQUEUED_KINDS = (Kind.TURN, Kind.STARTED, Kind.INVITATION)  # what a player should still learn when mail works again
HEAD_START = timedelta(hours=1)  # of account emails: their reader is waiting for them
SHORTEST_HOLD = timedelta(minutes=1)  # so that a hold that ends in the past does not keep a worker busy
GIVEN_UP = (NotificationState.FAILED, NotificationState.BOUNCED, NotificationState.DROPPED)
OPEN = (NotificationState.QUEUED, NotificationState.HELD, NotificationState.SENDING)
logger = logging.getLogger(__name__)


def queue(
    kind: Kind,
    event: str,
    *,
    user: User | None = None,
    email: str = "",
    game: Game | None = None,
    params: Mapping[str, Any] | None = None,
    after: timedelta = timedelta(),
) -> Notification | None:
    """Queue one mail; ``event`` names what it tells of, so that queueing the same again does nothing.

    The player's devices and webhooks get it too, even if no email is sent (``channels``).

    ``after`` is how long it waits; a notification that is out of date by then is not sent (``relevance``).

    Returns None where that mail exists already or its reader wants none of the kind, has confirmed no address, or is a
    robot.
    """
    due_at = timezone.now() + after
    if channels.queue_other_channels(kind, event, user, game, params or {}, due_at):
        send_after_commit(signals.calls_queued)
    if user and not user.is_confirmed:
        return None
    if is_switched_off(user, kind, game) if user else has_opted_out(email):
        return None
    key = f"{kind}:{event}:{user.pk if user else email}"[:160]  # the event alone tells long addresses apart
    about = {"kind": kind, "user": user, "email": email, "game": game, "ply": game.ply if game else None}
    values = {**about, "params": dict(params or {}), "due_at": due_at}
    row, is_new = Notification.objects.get_or_create(key=key, defaults=values)
    if not is_new:
        return None
    send_after_commit(signals.emails_queued)
    return row


def queue_table_event(game: Game) -> None:
    """Queue what has happened at a table for its webhooks."""
    if channels.queue_table_event(game, timezone.now()):
        send_after_commit(signals.calls_queued)


def queue_raw(email: str, message: str, key: str) -> Notification:
    """Queue a complete message (RFC 5322 text) to one address: the account's own mail, before all that waits."""
    due_at = timezone.now() - HEAD_START
    row = Notification.objects.create(key=key, kind=Kind.ACCOUNT, email=email, raw=message, due_at=due_at)
    send_after_commit(signals.emails_queued)
    return row


def _open(now: datetime) -> QuerySet[Notification]:
    """Return the rows that a worker may take: queued or held and due, or taken by one that has died since."""
    return Notification.objects.filter(state__in=OPEN, due_at__lte=now)


def due(now: datetime, limit: int = 100, by: Collection[Channel] = tuple(Channel)) -> list[int]:
    """Return the rows that should be sent now by some channels, longest due first."""
    return list(_open(now).filter(channel__in=by).order_by("due_at", "id").values_list("pk", flat=True)[:limit])


def rows(pks: list[int]) -> list[Notification]:
    """Return rows as they are now, in this order; those that are gone are left out."""
    found = Notification.objects.in_bulk(pks)
    return [found[pk] for pk in pks if pk in found]


def claim(pk: int, now: datetime) -> Notification | None:
    """Take a row for sending (``claim_seen``)."""
    seen = Notification.objects.filter(pk=pk).first()
    return claim_seen(seen, now) if seen else None


def claim_seen(row: Notification, now: datetime) -> Notification | None:
    """Take a row for sending, by one conditional update: of any number of workers exactly one gets it.

    Nobody gets it who has seen it as it was before another worker took it. Return it as it is now, with its player and
    game. A row that has outlived as many workers as there are attempts has failed: it must not kill them for ever.
    """
    if row.due_at > now or row.state not in OPEN:
        return None
    as_seen = Notification.objects.filter(pk=row.pk, state=row.state, attempts=row.attempts, due_at=row.due_at)
    state, lease, attempts = NotificationState.SENDING, now + LEASE, row.attempts + 1
    if not as_seen.update(state=state, due_at=lease, attempts=attempts):
        return None
    if row.user_id or row.game_id:
        row = Notification.objects.select_related("user__profile", "game").get(pk=row.pk)
    else:  # a complete message, of which all is known
        row.state, row.due_at, row.attempts = state, lease, attempts
    if row.attempts > MOST_ATTEMPTS:
        mark_failed(row, NotificationReason.WORKER_STOPPED, now)
        return None
    return row


def mark_sent(row: Notification, message_id: str, now: datetime, provider_id: str = "") -> None:
    """Note that the row has left, and what the mail service calls it.

    A complete message is forgotten: it may hold a link to sign in.
    """
    ids = {"message_id": message_id[:200], "provider_id": provider_id[:200]}
    _mark(row, state=NotificationState.SENT, sent_at=now, reason="", detail="", raw="", **ids)


def mark_held(row: Notification, until: datetime, reason: NotificationReason, detail: str = "") -> None:
    """Note that the row waits until a moment, and why; it is decided again then. This was no attempt to send it."""
    values = {"due_at": max(until, timezone.now() + SHORTEST_HOLD), "attempts": row.attempts - 1}
    _mark(row, state=NotificationState.HELD, reason=reason, detail=detail[:300], **values)


def mark_dropped(row: Notification, reason: NotificationReason, detail: str = "") -> None:
    """Note that the row will never be sent, and why."""
    _mark(row, state=NotificationState.DROPPED, reason=reason, detail=detail[:300])


def mark_bounced(row: Notification, detail: str) -> None:
    """Note that the mail bounced, at once or after it had left; ``detail`` is what the server said."""
    left = Notification.objects.filter(pk=row.pk, state__in=[NotificationState.SENDING, NotificationState.SENT])
    with transaction.atomic():
        if left.update(state=NotificationState.BOUNCED, reason=NotificationReason.BOUNCED, detail=detail[:300], raw=""):
            digest_items.update_digest_items(row, NotificationState.BOUNCED)


def mark_failed(
    row: Notification, reason: NotificationReason, now: datetime, detail: str = "", *, for_good: bool = False
) -> None:
    """Note a failure: try again after a growing pause, give up after the last one, or at once and ``for_good``."""
    why = {"reason": reason, "detail": detail[:300]}
    if row.attempts < MOST_ATTEMPTS and not for_good:
        due_at = now + PAUSES[row.attempts - 1]
        _mark(row, state=NotificationState.QUEUED, due_at=due_at, **why)
    else:
        _mark(row, state=NotificationState.FAILED, **why)


def _mark(row: Notification, **values: Any) -> None:
    """Write the result, unless another worker has claimed the row since (its lease was taken over)."""
    if row.kind != Kind.DIGEST:
        _write(row, values)
        return
    with transaction.atomic():
        if _write(row, values):
            digest_items.update_digest_items(row, values["state"], values.get("sent_at"))


def _write(row: Notification, values: dict[str, Any]) -> bool:
    mine = Notification.objects.filter(pk=row.pk, state=NotificationState.SENDING, attempts=row.attempts)
    written = bool(mine.update(**values))
    if not written:
        logger.warning("notification %s was taken over by another worker", row.pk)
    return written


def retry(pk: int) -> bool:
    """Queue a failed, bounced or dropped row once more, from the first pause on. Tell whether there was one."""
    return bool(_requeue(Notification.objects.filter(pk=pk, state__in=GIVEN_UP)))


def requeue_stopped(user: User) -> int:
    """Queue once more the mails that asked something of a player while their address was blocked. Return how many.

    What has become pointless since is dropped when its turn comes.
    """
    stopped = Q(state=NotificationState.DROPPED, reason=NotificationReason.BLOCKED) | Q(state=NotificationState.BOUNCED)
    rows = Notification.objects.filter(stopped, user=user, channel=Channel.EMAIL, kind__in=REQUEUED_KINDS)
    return _requeue(rows.filter(game__status__in=[Status.OPEN, Status.RUNNING]))


def _requeue(rows: QuerySet[Notification]) -> int:
    pks = list(rows.values_list("pk", flat=True))
    afresh = {"attempts": 0, "due_at": timezone.now(), "sent_at": None, "reason": "", "detail": ""}
    given_up = Notification.objects.filter(pk__in=pks, state__in=GIVEN_UP)
    found = given_up.update(state=NotificationState.QUEUED, **afresh)
    send_after_commit(signals.emails_queued)
    send_after_commit(signals.calls_queued)
    return found
