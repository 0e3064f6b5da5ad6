"""Activity: a player was notified of a turn, opened a table, or was seen anywhere."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from games.common import metrics
from games.core.lock import bump_version, game_for_update
from games.core.models import Game
from games.notifications.models import Channel, Kind, Notification

from .instants import instant_of, moment_of
from .models import NotifiedBy, Turn, UnreachableSpan
from .selectors import open_turns
from .turn_clock import TurnClock, left_at
from .turn_facts import TurnReader
from .turns import pause_while_unreachable, recompute
from .updates import recompute_after_commit

TURN_KINDS = (Kind.TURN, Kind.REMINDER)  # they notify a player of a turn
WRITTEN_EVERY = timedelta(minutes=1)  # the last activity of a player


def note_seen(user: User, now: datetime) -> None:
    """Record that a player was seen anywhere: at most once a minute. It ends a pause because of bouncing emails."""
    if user.robot or (user.seen_at and now - user.seen_at < WRITTEN_EVERY):
        return
    if user.seen_at is None or user.seen_at.date() < now.date():
        metrics.count_after_commit(metrics.players_seen)
    user.seen_at = now
    User.objects.filter(pk=user.pk).filter(Q(seen_at=None) | Q(seen_at__lt=now)).update(seen_at=now)
    if user.bounced_at:
        end_unreachable(user, now)


def begin_unreachable(user: User, now: datetime) -> None:
    """Pause the player's clocks: emails bounce."""
    with transaction.atomic():
        if pause_while_unreachable(user, now):
            recompute_after_commit(user.pk, now)


def end_unreachable(user: User, now: datetime) -> None:
    """Let the player's clocks run again: emails work, a channel accepted a notification, or the player was seen."""
    with transaction.atomic():
        if UnreachableSpan.objects.filter(user=user, ended_at=None).update(ended_at=now):
            recompute_after_commit(user.pk, now)


def note_accepted(row: Notification, now: datetime) -> None:
    """Record that a server has accepted a notification, or a digest with it: the clock of its turn starts."""
    for one in row.digest_items.all() if row.kind == Kind.DIGEST else [row]:
        if one.kind not in TURN_KINDS or one.user is None or one.game_id is None:
            continue
        if one.webhook and one.webhook.game_id:
            continue
        if one.channel != Channel.EMAIL:
            end_unreachable(one.user, now)
        _start_clock(one.game_id, one.user.pk, NotifiedBy(one.channel), now, one.created_at)


def note_opened(game_id: int, user: User, now: datetime) -> None:
    """Record that a player has opened the table: the clock of the turn starts."""
    _start_clock(game_id, user.pk, NotifiedBy.TABLE, now)


def _start_clock(game_id: int, user_id: int, by: NotifiedBy, now: datetime, written_at: datetime | None = None) -> None:
    """Start the clock of an open turn. A message that was written before the turn came is about an earlier one."""
    turns = Turn.objects.filter(game=game_id, user=user_id, ended_at=None, notified_at=None)
    if not turns.exists():
        return
    with transaction.atomic():
        game = game_for_update(game_id)
        if turns.filter(came_at__lte=written_at or now).update(notified_at=now, notified_by=by):
            before = game.version
            recompute(game, now)
            if (
                game.version == before
            ):  # during a pause no deadline changes, but the page says that the clock has started
                bump_version(game)


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """The deadline of a turn, and the seconds in its bank; None where there is none, as at a fixed pace."""

    deadline: datetime | None
    bank: int | None = None


def time_once_notified(game: Game, user: User | None, stored: datetime | None, now: datetime) -> TimeLeft:
    """Return the time of a player's turn as it will be when a message sent now has been accepted.

    Until then the ``stored`` deadline assumes 12 hours in which nobody knows, so it is later than what the player gets.
    """
    turn = open_turns(game).filter(user=user).first() if user else None
    if turn is None or turn.pace is None or turn.seat.offered_at is not None:
        return TimeLeft(stored)
    is_new = turn.notified_at is None
    if is_new:
        turn.notified_at, turn.notified_by = now, NotifiedBy.EMAIL
    clock = TurnClock(TurnReader([turn], now).facts(turn))
    bank = None if clock.turn.pace.is_fixed else left_at(clock, instant_of(now))
    deadline = clock.deadline if is_new and stored else None
    return TimeLeft(min(stored, moment_of(deadline.at)) if stored and deadline else stored, bank)
