"""The outbox: rows are queued with their event, claimed with a lease, and marked with their result.

Nothing is sent before the commit: ``queue`` only writes a row, and a worker is woken after the commit. A lost message
only delays an email, because ``due`` finds every row that is due.

Rows for devices and webhooks are queued with the emails, so no event reaches one channel and misses another. Players
without emails or without a confirmed address get them too: they have added the device or webhook because they want it.
"""

import logging
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.services import record_undelivered
from games.common import metrics, rate_limits, signals
from games.common.errors import Conflict
from games.common.signals import send_after_commit
from games.core.choices import Status
from games.core.lock import game_for_update
from games.core.models import Game, Seat, TableEvent

from .models import (
    Channel,
    DeliveryEvent,
    Kind,
    Notification,
    NotificationReason,
    NotificationState,
    PushDevice,
    Webhook,
)
from .preferences import has_opted_out, is_switched_off, players_without_mail

LEASE = timedelta(seconds=settings.OUTBOX_LEASE)
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 180, 360, 720))
MAX_ATTEMPTS = len(PAUSES) + 1
ATTEMPTS_UNNOTICED = 2  # a server that does not know the site yet accepts an email at the second or third attempt
MAX_WAIT = timedelta(days=1)  # a row is looked at once a day, whatever it waits for
REQUEUED_KINDS = (Kind.TURN, Kind.STARTED, Kind.INVITATION)  # worth sending late, when the address works again
HEAD_START = timedelta(hours=1)  # for account emails: their readers are waiting for them
MIN_HOLD = timedelta(minutes=1)  # so that a hold that ends in the past does not repeat at once
GIVEN_UP = (NotificationState.FAILED, NotificationState.BOUNCED, NotificationState.DROPPED)
OPEN = (NotificationState.QUEUED, NotificationState.HELD, NotificationState.SENDING)
RETENTION = timedelta(days=90)  # the longest time for which an email can be answered
logger = logging.getLogger(__name__)

ON_ITS_WAY = [NotificationState.QUEUED, NotificationState.HELD, NotificationState.SENDING]


def notify_players(
    event: TableEvent, *, key: str = "", but: Collection[User | None] = (), also: Collection[User | None] = ()
) -> None:
    """Queue a notification about an event to the players of the table, and to ``also``, except ``but``.

    With the same ``key``, each player is notified once, even if events are added to several tables. Who has caused many
    emails to a player today causes no more: what happened is in the table's log.
    """
    left_out = {user.pk for user in but if user}
    seats = Seat.objects.filter(game=event.game_id, user__robot="").select_related("user")
    people = {user.pk: user for user in (*(seat.user for seat in seats), *also) if user and not user.robot}
    for user in people.values():
        by = event.user if event.user_id != user.pk else None
        if user.pk not in left_out and (by is None or rate_limits.may_reach(by, user)):
            about = key or str(event.pk)
            queue(Kind.NEWS, about, user=user, game=event.game, params={"event": event.pk})


def queue(
    kind: Kind,
    event: str,
    *,
    user: User | None = None,
    email: str = "",
    game: Game | None = None,
    params: Mapping[str, Any] | None = None,
) -> Notification | None:
    """Queue one email. ``event`` identifies it, so that queueing the same event again does nothing.

    The player's devices and webhooks get it too, even if no email is sent (``channels``).

    Return None if the email is already queued, or if the reader has turned this kind off, has no confirmed address, or
    is a robot.
    """
    due_at = timezone.now()
    if queue_other_channels(kind, event, user, game, params or {}, due_at):
        send_after_commit(signals.calls_queued)
    if user and not user.is_confirmed:
        return None
    if is_switched_off(user, kind, game) if user else has_opted_out(email):
        return None
    about = {"kind": kind, "user": user, "email": email, "game": game, "ply": game.ply if game else None}
    values = {**about, "params": dict(params or {}), "due_at": due_at, "request_id": _request_id()}
    row, is_new = Notification.objects.get_or_create(key=_key(kind, event, user or email), defaults=values)
    if not is_new:
        return None
    send_after_commit(signals.emails_queued)
    return row


def _key(kind: Kind, event: str, to: User | str) -> str:
    """Return the key of an email. Events are unique, so cutting long addresses is safe."""
    return f"{kind}:{event}:{to.pk if isinstance(to, User) else to}"[:160]


def queue_at_table(
    game: Game,
    players: Collection[User],
    kind: Kind,
    event: str,
    params: Mapping[str, Any] | None = None,
    *,
    after: timedelta = timedelta(),
) -> None:
    """Queue what has happened at a table for its webhooks and for some players, in a fixed number of statements."""
    due_at = timezone.now() + after
    if queue_calls_at_table(game, players, kind, event, params or {}, due_at):
        send_after_commit(signals.calls_queued)
    without_mail = players_without_mail(game, [user.pk for user in players], kind)
    readers = [user for user in players if user.is_confirmed and user.pk not in without_mail]
    about = {"kind": kind, "game": game, "ply": game.ply, "params": dict(params or {}), "due_at": due_at}
    about["request_id"] = _request_id()
    rows = [Notification(key=_key(kind, event, user), user=user, **about) for user in readers]
    if rows:
        Notification.objects.bulk_create(rows, ignore_conflicts=True)
        send_after_commit(signals.emails_queued)


def queue_raw(email: str, message: str, key: str) -> Notification:
    """Queue a complete message (RFC 5322 text) to one address, ahead of all others: an account email."""
    due_at = timezone.now() - HEAD_START
    about = {"kind": Kind.ACCOUNT, "due_at": due_at, "request_id": _request_id()}
    row = Notification.objects.create(key=key, email=email, raw=message, **about)
    send_after_commit(signals.emails_queued)
    return row


def _request_id() -> str:
    """Return the id under which the log has the request that is being answered, "" if there is none."""
    return str(structlog.contextvars.get_contextvars().get("request_id", ""))


def _open(now: datetime) -> QuerySet[Notification]:
    """Return the rows that a worker may claim: queued or held and due, or claimed with an expired lease."""
    return Notification.objects.filter(state__in=OPEN, due_at__lte=now)


def due(now: datetime, limit: int = 100, by: Collection[Channel] = tuple(Channel)) -> list[int]:
    """Return the due rows of some channels, longest due first."""
    return list(_open(now).filter(channel__in=by).order_by("due_at", "id").values_list("pk", flat=True)[:limit])


def rows(pks: list[int]) -> list[Notification]:
    """Return the rows in this order, without those that no longer exist."""
    by_pk = Notification.objects.in_bulk(pks)
    return [by_pk[pk] for pk in pks if pk in by_pk]


def claim(pk: int, now: datetime) -> Notification | None:
    row = Notification.objects.filter(pk=pk).first()
    return claim_seen(row, now) if row else None


def claim_seen(row: Notification, now: datetime) -> Notification | None:
    """Claim a row for sending by one conditional update, so that only one worker gets it.

    The update fails if another worker has claimed the row since it was read. Return the updated row with its player and
    game. A row that has used up its attempts because workers died has failed: it must not kill workers for ever.
    """
    if row.due_at > now or row.state not in OPEN:
        return None
    unchanged = Notification.objects.filter(pk=row.pk, state=row.state, attempts=row.attempts, due_at=row.due_at)
    state, lease, attempts = NotificationState.SENDING, now + LEASE, row.attempts + 1
    if not unchanged.update(state=state, due_at=lease, attempts=attempts):
        return None
    if row.user_id or row.game_id:
        row = Notification.objects.select_related("user__profile", "game").get(pk=row.pk)
    else:  # a complete message has no related rows
        row.state, row.due_at, row.attempts = state, lease, attempts
    if row.attempts > MAX_ATTEMPTS:
        mark_failed(row, NotificationReason.WORKER_STOPPED, now)
        return None
    return row


def mark_sent(row: Notification, message_id: str, now: datetime, provider_id: str = "") -> None:
    """Mark a row as sent, with the mail service's id and the address.

    The text of a complete message is deleted: it may contain a link to sign in.
    """
    ids = {"message_id": message_id[:200], "provider_id": provider_id[:200]}
    is_email = row.channel == Channel.EMAIL
    address = (row.user.email if row.user else row.email) if is_email else ""
    _mark(row, state=NotificationState.SENT, sent_at=now, sent_to=address, reason="", detail="", raw="", **ids)
    if is_email and row.user and row.user.undelivered_at:
        record_undelivered(row.user, None)


def mark_held(row: Notification, until: datetime, reason: NotificationReason, detail: str = "") -> None:
    """Hold a row until a moment, a day at most; then it is decided again. This does not count as an attempt."""
    now = timezone.now()
    values = {"due_at": min(max(until, now + MIN_HOLD), now + MAX_WAIT), "attempts": row.attempts - 1}
    _mark(row, state=NotificationState.HELD, reason=reason, detail=detail[:300], **values)


def mark_dropped(row: Notification, reason: NotificationReason, detail: str = "") -> None:
    _mark(row, state=NotificationState.DROPPED, reason=reason, detail=detail[:300])


def mark_bounced(row: Notification, detail: str) -> None:
    """Mark an email as bounced, while sending or later; ``detail`` is the server's text."""
    bounceable = Notification.objects.filter(pk=row.pk, state__in=[NotificationState.SENDING, NotificationState.SENT])
    with transaction.atomic():
        if bounceable.update(
            state=NotificationState.BOUNCED, reason=NotificationReason.BOUNCED, detail=detail[:300], raw=""
        ):
            update_digest_items(row, NotificationState.BOUNCED)
            metrics.count_after_commit(metrics.notifications.labels(row.channel, NotificationState.BOUNCED))


def mark_failed(
    row: Notification,
    reason: NotificationReason,
    now: datetime,
    detail: str = "",
    *,
    for_good: bool = False,
    pause: timedelta = timedelta(),
) -> None:
    """Store a failure: retry after a growing pause, ``pause`` at least.

    Give up after the last attempt, or at once if ``for_good``. The player sees it (``User.undelivered_at``).
    """
    explanation = {"reason": reason, "detail": detail[:300], "failed_at": now}
    is_over = for_good or row.attempts >= MAX_ATTEMPTS
    if is_over:
        _mark(row, state=NotificationState.FAILED, **explanation)
    else:
        due_at = now + max(PAUSES[row.attempts - 1], pause)
        _mark(row, state=NotificationState.QUEUED, due_at=due_at, **explanation)
    if row.user and row.channel == Channel.EMAIL and (is_over or row.attempts > ATTEMPTS_UNNOTICED):
        record_undelivered(row.user, now)


def _mark(row: Notification, **values: Any) -> None:
    """Store the result, unless another worker has taken over the row after its lease."""
    if row.kind != Kind.DIGEST:
        _update_claimed(row, values)
        return
    with transaction.atomic():
        if _update_claimed(row, values):
            update_digest_items(row, values["state"], values.get("sent_at"))


def _update_claimed(row: Notification, values: dict[str, Any]) -> bool:
    own_claim = Notification.objects.filter(pk=row.pk, state=NotificationState.SENDING, attempts=row.attempts)
    written = bool(own_claim.update(**values))
    if not written:
        logger.warning("notification %s was taken over by another worker", row.pk)
    elif values["state"] != NotificationState.HELD:
        outcome = "tried again" if values["state"] == NotificationState.QUEUED else values["state"]
        metrics.count_after_commit(metrics.notifications.labels(row.channel, outcome))
    return written


def old_notifications(now: datetime) -> QuerySet[Notification]:
    """Return those that are settled for 90 days, and that no game needs: it is over, or they are about none.

    While a game is under way, its emails refer to earlier ones, and their keys prevent a second email.
    """
    settled = Notification.objects.filter(state__in=[NotificationState.SENT, *GIVEN_UP], due_at__lt=now - RETENTION)
    return settled.exclude(game__status__in=[Status.OPEN, Status.RUNNING])


def old_reports(now: datetime) -> QuerySet[DeliveryEvent]:
    return DeliveryEvent.objects.filter(at__lt=now - RETENTION)


def wake_misdated(now: datetime) -> int:
    """Make rows due that wait for longer than MAX_WAIT: they were written under a wrong clock. Return how many."""
    misdated = Notification.objects.filter(state__in=OPEN, due_at__gt=now + MAX_WAIT + HEAD_START)
    return misdated.update(due_at=now)


def retry(pk: int) -> bool:
    """Queue a failed, bounced or dropped row again, with all attempts. Return True if there was one."""
    return bool(_requeue(Notification.objects.filter(pk=pk, state__in=GIVEN_UP)))


def requeue_stopped(user: User) -> int:
    """Queue the emails of REQUEUED_KINDS again that a player missed while blocked. Return their number."""
    stopped = Q(state=NotificationState.DROPPED, reason=NotificationReason.BLOCKED) | Q(state=NotificationState.BOUNCED)
    rows = Notification.objects.filter(stopped, user=user, channel=Channel.EMAIL, kind__in=REQUEUED_KINDS)
    return _requeue(rows.filter(game__status__in=[Status.OPEN, Status.RUNNING]))


def _requeue(rows: QuerySet[Notification]) -> int:
    pks = list(rows.values_list("pk", flat=True))
    reset = {"attempts": 0, "due_at": timezone.now(), "sent_at": None, "sent_to": "", "reason": "", "detail": ""}
    given_up = Notification.objects.filter(pk__in=pks, state__in=GIVEN_UP)
    requeued = given_up.update(state=NotificationState.QUEUED, **reset)
    send_after_commit(signals.emails_queued)
    send_after_commit(signals.calls_queued)
    return requeued


@transaction.atomic
def resend_turn_mail(game_id: int) -> int:
    """Queue another email about the current turn to each acting player. Return the number of emails.

    A player whose first email is still queued or held gets no second one, nor does a player who has turned these emails
    off. Raises Conflict (not-running).
    """
    game = game_for_update(game_id)
    if game.status != Status.RUNNING:
        raise Conflict("not-running", _("This game is not running."))
    acting = game.seats.filter(is_acting=True).exclude(user=None).select_related("user")
    rows = [queue_turn_mail(game, seat) for seat in acting]
    return sum(row is not None for row in rows)


def queue_turn_mail(game: Game, seat: Seat) -> Notification | None:
    mails = Notification.objects.filter(kind=Kind.TURN, channel=Channel.EMAIL, game=game, user=seat.user)
    earlier = mails.filter(created_at__gte=seat.acting_since)
    if earlier.filter(state__in=ON_ITS_WAY).exists():
        return None
    event = f"{game.pk}:{game.ply}{game.undo_mark}:again-{earlier.count()}"
    return queue(Kind.TURN, event, user=seat.user, game=game, params={"turn": game.turn})


def update_digest_items(digest: Notification, state: NotificationState, sent_at: datetime | None = None) -> None:
    """Mark the rows as sent or bounced with their digest, or detach them if it is given up.

    ``pacing`` decides detached rows again. A digest that will be tried again keeps its rows.
    """
    held = digest.digest_items.filter(state=NotificationState.HELD)
    explanation = {"reason": NotificationReason.IN_DIGEST, "detail": digest.key}
    if state == NotificationState.SENT:
        held.update(state=state, sent_at=sent_at, **explanation)
    elif state == NotificationState.BOUNCED:
        digest.digest_items.update(state=state, **explanation)
    elif state in {NotificationState.FAILED, NotificationState.DROPPED}:
        reason = NotificationReason.DIGEST_NOT_SENT
        held.update(digest=None, due_at=timezone.now(), reason=reason, detail=digest.key)


Params = Mapping[str, Any]
Target = PushDevice | Webhook


def queue_other_channels(
    kind: Kind, event: str, user: User | None, game: Game | None, params: Params, due_at: datetime
) -> bool:
    """Create a row for each device and webhook of the player; queueing the same event again does nothing.

    Return True if there are any. Robots and addresses without an account have none, and some kinds exist only as emails
    (account emails, answers, digests).
    """
    if user is None or user.robot or not kind.policy.is_optional:
        return False
    targets: list[Target] = [*_devices([user.pk]), *Webhook.objects.filter(user=user, game=None, disabled_at=None)]
    return _insert(_rows_of_players(targets, kind, event, game, params, due_at))


def queue_calls_at_table(
    game: Game, players: Collection[User], kind: Kind, event: str, params: Params, due_at: datetime
) -> bool:
    """Create a row for each device and webhook of some players, as ``queue_other_channels``, and for each of the table.

    Those of the table are due at once. They are notified that the game has begun, that a turn was played, or that the
    game is over. Called after each action; the actions of one turn are one event. Return True if there are any.
    """
    if game.status == Status.CANCELLED:
        return False
    people = [user.pk for user in players if not user.robot]
    wanted = Q(game=game) | Q(game=None, user__in=people) if people else Q(game=game)
    webhooks = list(Webhook.objects.filter(wanted, disabled_at=None))
    targets: list[Target] = [*_devices(people), *(webhook for webhook in webhooks if webhook.game_id is None)]
    rows = _rows_of_players(targets, kind, event, game, params, due_at)
    return _insert([*rows, *_rows_of_table(game, [webhook for webhook in webhooks if webhook.game_id])])


def _devices(users: Collection[int]) -> Iterable[PushDevice]:
    return PushDevice.objects.filter(user__in=users) if settings.VAPID_PRIVATE_KEY and users else ()


def _rows_of_players(
    targets: Iterable[Target], kind: Kind, event: str, game: Game | None, params: Params, due_at: datetime
) -> list[Notification]:
    about = {"game": game, "ply": game.ply if game else None, "params": dict(params)}
    common = {"kind": kind, **about, "due_at": due_at}
    return [
        _row(f"{kind}:{event}:{target.user_id}", target, {**common, "user_id": target.user_id}) for target in targets
    ]


def _rows_of_table(game: Game, webhooks: Iterable[Webhook]) -> Iterator[Notification]:
    kind = Kind.OVER if game.is_over else Kind.TURN if game.turn > 1 else Kind.STARTED
    event = f"table:{kind}:{game.pk}:{game.turn}{game.undo_mark}"
    common = {"kind": kind, "game": game, "ply": game.ply, "params": {"turn": game.turn}, "due_at": timezone.now()}
    for webhook in webhooks:
        yield _row(event, webhook, {**common, "user_id": webhook.user_id})


def _row(event: str, target: Target, values: dict[str, Any]) -> Notification:
    channel = Channel.PUSH if isinstance(target, PushDevice) else Channel.WEBHOOK
    about = {"device" if channel == Channel.PUSH else "webhook": target, "request_id": _request_id()}
    return Notification(key=f"{event[:130]}:{channel}:{target.pk}", channel=channel, **values, **about)


def _insert(rows: list[Notification]) -> bool:
    """Store the rows whose keys are new. Return True if there are any rows."""
    if rows:
        Notification.objects.bulk_create(rows, ignore_conflicts=True)
    return bool(rows)
