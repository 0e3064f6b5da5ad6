"""When a notification may leave: now, later, in a digest, or not at all.

**One mail, then silence until I act.** A mail of such a kind leaves only if none has left since the reader last acted
(``selectors.pacing.has_acted``). Chosen for one table, that table counts alone; chosen in general, all tables count
together: one turn mail, whichever table it is from, then none until the reader has played or talked somewhere. What is
held is looked at again every quarter of an hour, and dropped once it is pointless.

**Only when it is urgent.** For turns alone. A turn is urgent when a quarter of its pace, but at most twelve hours, is
left until the deadline; at a table without a clock when it has waited for three days. Should the deadline pass in the
reader's quiet hours or within an hour after them, the mail leaves an hour before they begin.

**Quiet hours.** Nothing leaves in them but account mail and answers to the reader's own mail; what else is due leaves
when they end. A digest whose hour lies in them does, too. Pushes to a device keep them as well; webhooks do not.

**Presence.** While that very table is before the reader, nothing about it leaves, until two minutes after the last
sign of it.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from accounts.models import Profile, User
from accounts.notification_hours import last_digest_time, next_digest_time, quiet_hours_at
from accounts.selectors import get_profile
from games.models import Channel, Frequency, Game, Kind, Notification, NotificationReason, NotificationState, Pace
from games.selectors.notifications.activity import has_acted, last_seen, last_sent
from games.selectors.notifications.mail_blocks import is_undeliverable
from games.selectors.notifications.mail_preferences import DIGESTS, EffectivePreference, preference_for
from games.services.clock import TIME_PER_TURN

from .relevance import reason_to_drop

UNFINISHED_STATES = frozenset({NotificationState.QUEUED, NotificationState.HELD, NotificationState.SENDING})
PRESENCE_LASTS = timedelta(minutes=2)  # for so long a sign that a table is looked at counts
RECHECK_AFTER = timedelta(minutes=15)  # how often it is looked whether a silenced reader has acted
LONGEST_LEAD = timedelta(hours=12)
SHORTEST_NOTICE = timedelta(hours=1)  # what a reader needs at least between the mail and the deadline
URGENT_WITHOUT_CLOCK = timedelta(days=3)


@dataclass(frozen=True, slots=True)
class Send:
    """It may leave now."""


@dataclass(frozen=True, slots=True)
class Hold:
    """It waits until a moment, and is decided again then."""

    until: datetime
    reason: NotificationReason
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Drop:
    """It is never sent."""

    reason: NotificationReason
    detail: str = ""


@dataclass(frozen=True, slots=True)
class AddToDigest:
    """It belongs in the digest whose time was ``slot``; where that one has left already, in the one at ``then``."""

    slot: datetime
    then: datetime


Decision = Send | Hold | Drop | AddToDigest


def decide(row: Notification, now: datetime) -> Decision:
    """Return what a worker has to do with a row that it has claimed. Reads only."""
    if is_undeliverable(row):
        return Drop(NotificationReason.BLOCKED)
    if reason := reason_to_drop(row):
        return Drop(reason)
    if row.digest and row.digest.state in UNFINISHED_STATES:
        return Hold(now + RECHECK_AFTER, NotificationReason.IN_DIGEST, row.digest.key)
    if row.digest and row.digest.state == NotificationState.SENT:  # while another worker had this row in hand
        return Drop(NotificationReason.IN_DIGEST, row.digest.key)
    if Kind(row.kind).policy.is_immediate or row.user is None or row.channel == Channel.WEBHOOK:
        return Send()
    profile = get_profile(row.user)
    held = None
    if row.channel == Channel.EMAIL and row.kind != Kind.DIGEST:
        held = _by_choice(row, row.user, profile, now)
    if isinstance(held, Hold):
        return held
    return _by_hours(profile, now) or held or _by_presence(row, row.user, now) or Send()


def _by_hours(profile: Profile, now: datetime) -> Hold | None:
    quiet = quiet_hours_at(profile, now)
    return Hold(quiet.ends, NotificationReason.QUIET_HOURS) if quiet else None


def _by_presence(row: Notification, user: User, now: datetime) -> Hold | None:
    at = last_seen(user, row.game) if row.game else None
    return Hold(at + PRESENCE_LASTS, NotificationReason.LOOKING) if at and now < at + PRESENCE_LASTS else None


def _by_choice(row: Notification, user: User, profile: Profile, now: datetime) -> Hold | AddToDigest | None:
    chosen = preference_for(user, row.kind, row.game)
    if chosen.frequency in DIGESTS:
        return _for_digest(row, profile, now, twice=chosen.frequency is Frequency.TWICE)
    if chosen.frequency is Frequency.ONCE:
        return _once(row, user, chosen, now)
    if chosen.frequency is Frequency.URGENT and row.game:
        until = urgent_from(row.game, row.created_at, profile)
        return Hold(until, NotificationReason.NOT_URGENT) if now < until else None
    return None


def _for_digest(row: Notification, profile: Profile, now: datetime, *, twice: bool) -> Hold | AddToDigest:
    slot, then = last_digest_time(profile, now, twice=twice), next_digest_time(profile, now, twice=twice)
    return Hold(then, NotificationReason.DIGEST) if slot < row.created_at else AddToDigest(slot, then)


def _once(row: Notification, user: User, chosen: EffectivePreference, now: datetime) -> Hold | None:
    table = row.game if chosen.is_of_table else None
    since = last_sent(row, table)
    if since is None or has_acted(user, since, table):
        return None
    return Hold(now + RECHECK_AFTER, NotificationReason.NOT_ACTED)


def urgent_from(game: Game, waits_since: datetime, profile: Profile) -> datetime:
    """Return from when on a turn is urgent for its player, as the head of this file says."""
    if game.deadline is None:
        return waits_since + URGENT_WITHOUT_CLOCK
    begins = game.deadline - min(TIME_PER_TURN[Pace(game.pace)] / 4, LONGEST_LEAD)
    for at in (begins, game.deadline):
        quiet = quiet_hours_at(profile, at)
        if quiet and game.deadline < quiet.ends + SHORTEST_NOTICE:
            return min(begins, quiet.begins - SHORTEST_NOTICE)
    return begins
