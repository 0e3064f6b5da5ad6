"""The decision when a notification is sent: now, later, in a digest, or never.

**One email, then none until I act.** An email of such a kind is sent only if none has been sent since the reader last
acted (``selectors.has_acted``). If chosen for one table, only that table counts. If chosen in
general, all tables count together: one turn email from any table, then none until the reader has played or written a
message somewhere. Held emails are checked again every quarter of an hour, and dropped when they are out of date.

**Only when urgent.** This is for turns. A turn is urgent when a quarter of the bank of its pace, but at most twelve
hours, is left until the deadline. At a table without a clock it is urgent after three days. If the deadline is in the
reader's quiet hours or within an hour after them, the email is sent an hour before they begin.

**Quiet hours.** Only account emails and answers to the reader's own emails are sent in quiet hours, and reminders of
turns whose deadline comes before these hours end. Other emails, digests included, are sent when they end. Push
notifications respect quiet hours as well; webhooks do not.

**Presence.** While the reader is looking at a table, and for two minutes afterwards, nothing about it is sent but
reminders, which may be about other tables, too.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from accounts.models import Profile, User
from accounts.notification_hours import last_digest_time, next_digest_time, quiet_hours_at
from accounts.selectors import get_profile
from games.chat.models import ChatMessage
from games.clocks.models import Turn, TurnEnd
from games.clocks.selectors import turn_time_for
from games.clocks.turn_facts import pace_of
from games.core.models import Entry, Game, Packed
from games.mail.selectors import reminded_turns
from games.notifications.models import (
    Channel,
    Frequency,
    Kind,
    Notification,
    NotificationReason,
    NotificationState,
    Presence,
)
from games.notifications.preferences import DIGESTS, EffectivePreference, preference_for
from games.notifications.selectors import is_undeliverable

from .relevance import reason_to_drop


def last_sent(row: Notification, game: Game | None) -> datetime | None:
    """Return when the recipient was sent the latest other email of this row's kind, about one table or any.

    An email that a worker is sending counts as sent, so that of two rows only the older one is sent.
    """
    rows = Notification.objects.filter(user=row.user, kind=row.kind, channel=Channel.EMAIL).exclude(pk=row.pk)
    rows = rows.filter(game=game) if game else rows
    if rows.filter(state=NotificationState.SENDING, pk__lt=row.pk).exists():
        return row.due_at
    sent = rows.filter(state__in=[NotificationState.SENT, NotificationState.BOUNCED], sent_at__isnull=False)
    return sent.order_by("-sent_at").values_list("sent_at", flat=True).first()


def has_acted(user: User, since: datetime, game: Game | None) -> bool:
    """Return True if the player has been active since then, at one table or at any.

    Playing on any channel (page, link in an email, reply, API), resigning and writing in the chat count. Orders in
    advance do not count, because they are played without their owner. Looking at a page does not count either.
    """
    tables = Q(pk=game.pk) if game else Q(finished_at=None) | Q(finished_at__gte=since)
    mine = Game.objects.filter(tables, seats__user=user)
    played = Entry.objects.filter(game__in=mine, game__seats__user=user, game__seats__number=F("seat"))
    if played.filter(at__gt=since, note="").exists() or _has_acted_in_packed_game(mine, user, since):
        return True
    messages = ChatMessage.objects.filter(author=user, at__gt=since)
    return (messages.filter(game=game) if game else messages).exists()


def _has_acted_in_packed_game(mine: QuerySet[Game], user: User, since: datetime) -> bool:
    """Return True if the player has had a turn there since then. After more than a year, the whole game counts."""
    over = mine.exclude(packed=Packed.NOTHING).filter(finished_at__gt=since)
    own = Turn.objects.filter(game=OuterRef("pk"), user=user, ended_by=TurnEnd.PLAYER, ended_at__gt=since)
    return over.filter(Q(packed=Packed.TURNS) | Exists(own)).exists()


def last_seen(user: User, game: Game) -> datetime | None:
    """Return when the player last had this table open, on a visible tab with the focus; None for never."""
    return Presence.objects.filter(user=user, game=game).values_list("at", flat=True).first()


UNFINISHED_STATES = frozenset({NotificationState.QUEUED, NotificationState.HELD, NotificationState.SENDING})
PRESENCE_LASTS = timedelta(minutes=2)  # how long a presence row counts
RECHECK_AFTER = timedelta(minutes=15)  # how often a held row is checked again
MAX_LEAD = timedelta(hours=12)
MIN_NOTICE = timedelta(hours=1)  # between the email and the deadline
URGENT_WITHOUT_CLOCK = timedelta(days=3)


@dataclass(frozen=True, slots=True)
class Send:
    """Send it now."""


@dataclass(frozen=True, slots=True)
class Hold:
    """Hold it until a moment, then decide again."""

    until: datetime
    reason: NotificationReason
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Drop:
    """Never send it."""

    reason: NotificationReason
    detail: str = ""


@dataclass(frozen=True, slots=True)
class AddToDigest:
    """Put it into the digest of the hour ``slot``, or into the one at ``next_slot`` if that was already sent."""

    slot: datetime
    next_slot: datetime


Decision = Send | Hold | Drop | AddToDigest


def decide(row: Notification, now: datetime) -> Decision:
    """Return the decision about a claimed row, without any writes."""
    if is_undeliverable(row):
        return Drop(NotificationReason.BLOCKED)
    if reason := reason_to_drop(row):
        return Drop(reason)
    if row.digest and row.digest.state in UNFINISHED_STATES:
        return Hold(now + RECHECK_AFTER, NotificationReason.IN_DIGEST, row.digest.key)
    if row.digest and row.digest.state == NotificationState.SENT:  # while another worker had claimed this row
        return Drop(NotificationReason.IN_DIGEST, row.digest.key)
    if Kind(row.kind).policy.is_immediate or row.user is None or row.channel == Channel.WEBHOOK:
        return Send()
    profile = get_profile(row.user)
    hold = None
    if row.channel == Channel.EMAIL and row.kind != Kind.DIGEST:
        hold = _by_choice(row, row.user, profile, now)
    if isinstance(hold, Hold):
        return hold
    return _by_hours(row, profile, now) or hold or _by_presence(row, row.user, now) or Send()


def _by_hours(row: Notification, profile: Profile, now: datetime) -> Hold | None:
    quiet = quiet_hours_at(profile, now)
    if quiet is None or (row.kind == Kind.REMINDER and _has_deadline_by(row, quiet.ends)):
        return None
    return Hold(quiet.ends, NotificationReason.QUIET_HOURS)


def _has_deadline_by(row: Notification, end: datetime) -> bool:
    return any(turn.deadline and turn.deadline <= end for turn in reminded_turns(row))


def _by_presence(row: Notification, user: User, now: datetime) -> Hold | None:
    at = last_seen(user, row.game) if row.game and row.kind != Kind.REMINDER else None
    return Hold(at + PRESENCE_LASTS, NotificationReason.LOOKING) if at and now < at + PRESENCE_LASTS else None


def _by_choice(row: Notification, user: User, profile: Profile, now: datetime) -> Hold | AddToDigest | None:
    chosen = preference_for(user, row.kind, row.game)
    if chosen.frequency in DIGESTS:
        return _for_digest(row, profile, now, twice=chosen.frequency is Frequency.TWICE)
    if chosen.frequency is Frequency.ONCE:
        return _hold_until_acted(row, user, chosen, now)
    if chosen.frequency is Frequency.URGENT and row.game:
        until = urgent_from(row.game, row.created_at, profile, turn_time_for(user, row.game).deadline)
        return Hold(until, NotificationReason.NOT_URGENT) if now < until else None
    return None


def _for_digest(row: Notification, profile: Profile, now: datetime, *, twice: bool) -> Hold | AddToDigest:
    slot, next_slot = last_digest_time(profile, now, twice=twice), next_digest_time(profile, now, twice=twice)
    return Hold(next_slot, NotificationReason.DIGEST) if slot < row.created_at else AddToDigest(slot, next_slot)


def _hold_until_acted(row: Notification, user: User, chosen: EffectivePreference, now: datetime) -> Hold | None:
    table = row.game if chosen.is_of_table else None
    since = last_sent(row, table)
    if since is None or has_acted(user, since, table):
        return None
    return Hold(now + RECHECK_AFTER, NotificationReason.NOT_ACTED)


def urgent_from(game: Game, waits_since: datetime, profile: Profile, deadline: datetime | None) -> datetime:
    """Return the time from which a turn is urgent for its player: see "Only when urgent" above."""
    if deadline is None:
        return waits_since + URGENT_WITHOUT_CLOCK
    pace = pace_of(game)
    begins = deadline - min(timedelta(seconds=pace.bank if pace else 0) / 4, MAX_LEAD)
    for at in (begins, deadline):
        quiet = quiet_hours_at(profile, at)
        if quiet and deadline < quiet.ends + MIN_NOTICE:
            return min(begins, quiet.begins - MIN_NOTICE)
    return begins
