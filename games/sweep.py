"""The periodic work of every 30 seconds."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from accounts import erasure, exports
from accounts.services import delete_ended_sessions, purge_unconfirmed
from games.analysis import analyses
from games.clocks import outages, pauses, reminders, updates
from games.clocks import packing as packing_of_turns
from games.common import metrics
from games.core import jobs, packing
from games.deputies import services as deputies
from games.following.services import note_recent_games
from games.lobby import invitations, saved_filters
from games.moderation.services import tell_moderators
from games.notifications import outbox
from games.pairing.services import match_waiting
from games.play import proposals, robots
from games.ratings.services import store_season_places, wake_waiting
from games.replay import films
from games.site import retention
from games.table import closed_accounts
from games.time_outs import substitutes, time_outs

Part = Callable[[datetime], object]

DAY, TEN_MINUTES = timedelta(days=1), timedelta(minutes=10)


def delete_old_rows_daily(now: datetime) -> None:
    if not jobs.is_time_for("clear-up", DAY, now):
        return
    delete_ended_sessions()
    purge_unconfirmed(now)


def delete_expired(now: datetime) -> None:
    if jobs.is_time_for("retention", TEN_MINUTES, now):
        retention.delete_expired(now)


def decline_for_blocked(now: datetime) -> None:
    """Decline the invitations and requests of players to people whom they cannot reach, because of a block."""
    if jobs.is_time_for("decline", TEN_MINUTES, now):
        invitations.decline_unwanted(now)
        deputies.decline_unwanted(now)


def erase_accounts(now: datetime) -> None:
    if jobs.is_time_for("erase", TEN_MINUTES, now):
        erasure.erase_due(now)


def close_seasons(now: datetime) -> None:
    if jobs.is_time_for("seasons", TEN_MINUTES, now):
        store_season_places(now)


PARTS: tuple[Part, ...] = (
    updates.note_zone_data,
    updates.compute_due,
    time_outs.handle_due_turns,
    closed_accounts.leave_what_is_left,
    substitutes.take_seats_by_robots,
    pauses.end_due_pauses,
    proposals.expire_due,
    invitations.release_held_seats,
    match_waiting,
    decline_for_blocked,
    reminders.remind_due,
    saved_filters.tell_of_tables,
    robots.wake_due,
    analyses.wake_lost,
    wake_waiting,
    close_seasons,
    note_recent_games,
    tell_moderators,
    outbox.wake_misdated,
    exports.keep_up,
    erase_accounts,
    delete_old_rows_daily,
    packing.pack_due,
    packing_of_turns.pack_due,
    delete_expired,
)


@metrics.job_seconds.labels("sweep").time()
def sweep(now: datetime, drawing_version: int) -> None:
    """Record the heartbeat, handle time-outs, wake workers for lost work, delete old rows daily.

    The heartbeat comes first: it finds out whether the site was down, and no turn times out in an outage.
    Then a part that fails does not stop the others. Their failures are raised together at the end.
    """
    outages.note_heartbeat(now)
    parts: list[Part] = [*PARTS, partial(films.requeue_outdated, version=drawing_version)]
    failures = []
    for part in parts:
        try:
            part(now)
        except Exception as error:
            failures.append(error)
    if failures:
        raise ExceptionGroup("parts of the sweep failed", failures)
