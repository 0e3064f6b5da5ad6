"""Turns of people: they begin, are recomputed when a fact has changed, and end with a charge.

Everything here runs inside the caller's transaction, under the game's lock.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict
from datetime import datetime

from accounts.models import User
from accounts.notification_hours import quiet_hours_at
from accounts.selectors import get_profile
from games.core.choices import Status
from games.core.log import add_event
from games.core.models import EventKind, Game, Seat
from games.core.selectors import is_robot
from games.notifications.models import BlockReason
from games.notifications.preferences import players_without_notices
from games.notifications.selectors import block_of, players_at_table, was_notified_otherwise

from .instants import instant_of, moment_of
from .models import NotifiedBy, Turn, TurnEnd, TurnStepKind, UnreachableSpan
from .selectors import open_turns
from .time_out_steps import next_step
from .turn_clock import TurnClock, bank_after, charge_at, left_at, reminders_of
from .turn_facts import TurnReader, pace_of

DEADLINE_COLUMNS = [
    "deadline",
    "deadline_cause",
    "due_at",
    "overdue_at",
    "remind_at",
    "deadline_changes",
    "deadline_changed_at",
]
END_COLUMNS = ["ended_at", "ended_by", "charge", "bank_after", "due_at", "remind_at"]
SEAT_CLOCK_COLUMNS = ["bank", "stand_in_turns", "offered_at"]
REFILLS = frozenset({TurnEnd.PLAYER, TurnEnd.ORDER, TurnEnd.DEPUTY, TurnEnd.STAND_IN})  # after these the bank gains


def end_turns(turns: Collection[Turn], now: datetime, by: TurnEnd) -> None:
    """End open turns of one game, and save their seats."""
    reader = TurnReader(turns, now)
    for turn in turns:
        charge_turn(turn, reader, by)
        turn.seat.save(update_fields=SEAT_CLOCK_COLUMNS)


def charge_turn(turn: Turn, reader: TurnReader, by: TurnEnd) -> None:
    """End an open turn: charge the time, and give the seat what its bank holds then, without saving the seat."""
    seat = turn.seat
    if turn.pace:
        clock, at = TurnClock(reader.facts(turn)), instant_of(_counts_until(turn, reader.now))
        turn.charge = charge_at(clock, at)
        left = bank_after(clock, at) if by in REFILLS else left_at(clock, at)
        seat.bank = turn.bank_after = max(left, _bank_of_new_pace(turn))
    turn.ended_at, turn.ended_by, turn.due_at, turn.remind_at = reader.now, by, None, None
    turn.save(update_fields=END_COLUMNS)
    if by in REFILLS:
        seat.stand_in_turns = seat.stand_in_turns + 1 if by == TurnEnd.STAND_IN else 0
        if by != TurnEnd.STAND_IN:
            seat.offered_at = None


def _counts_until(turn: Turn, now: datetime) -> datetime:
    """Return until when the time of a turn is charged. While its seat is offered to others, it has no clock."""
    offered_at = turn.seat.offered_at
    return now if offered_at is None else max(turn.came_at, min(offered_at, now))


def _bank_of_new_pace(turn: Turn) -> int:
    """Return what a seat has at least if the table has agreed on another pace during the turn, otherwise 0."""
    pace = pace_of(turn.game)
    return pace.bank if pace and asdict(pace) != turn.pace else 0


def begin_turns(game: Game, seats: Sequence[Seat], now: datetime) -> list[Turn]:
    """Begin turns for seats of people, and store their deadlines."""
    turns = new_turns(game, seats, now)
    store_new_turns(game, turns, TurnReader(turns, now))
    return turns


def store_new_turns(game: Game, turns: Sequence[Turn], reader: TurnReader) -> None:
    """Store turns that come now, with what the banks of their seats hold and with their deadlines."""
    pace = pace_of(game)
    for turn in turns:
        turn.bank = pace.bank if pace and pace.is_fixed else turn.seat.bank
        if turn.pace:
            _set_deadline(turn, reader)
        turn.save()
    add_bounce_events(game, turns, reader.now)


def add_bounce_events(game: Game, turns: Iterable[Turn], now: datetime) -> None:
    """Say at a table whose clock is paused because emails bounce, once for each block of an address."""
    for turn in turns:
        user, number = turn.user, turn.seat.number
        if turn.pace is None or turn.seat.offered_at or user is None or user.bounced_at is None:
            continue
        lines = game.events.filter(kind=EventKind.BOUNCE, seat=number, at__gte=user.bounced_at)
        if UnreachableSpan.objects.filter(user=user, ended_at=None).exists() and not lines.exists():
            add_event(game, EventKind.BOUNCE, now, seat=number)


def pause_while_unreachable(user: User, now: datetime) -> bool:
    """Pause the clocks of a player whose emails bounce. Return True if they were not paused before.

    Anyone can send vague reports about an own mailbox: they pause nothing if the player was seen, or a device or a
    webhook accepted a notification, since the email that they are about.
    """
    block = block_of(user)
    is_vague = block is not None and block.reason == BlockReason.REPORTS
    if block and is_vague:
        is_seen = user.seen_at is not None and user.seen_at > block.began_at
        if is_seen or was_notified_otherwise(user, block.began_at):
            return False
    values = {"began_at": now, "is_vague": is_vague}
    return UnreachableSpan.objects.get_or_create(user=user, ended_at=None, defaults=values)[1]


def new_turns(game: Game, seats: Iterable[Seat], now: datetime) -> list[Turn]:
    """Return the turns of people that come now, unsaved. How their players know of them is stored already."""
    pace, people = pace_of(game), [seat for seat in seats if seat.user and not is_robot(seat)]
    times = asdict(pace) if pace else None
    turns = [
        Turn(game=game, seat=seat, user=seat.user, ply=game.ply, number=game.turn, came_at=now, pace=times)
        for seat in people
    ]
    users = [seat.user for seat in people if seat.user]
    unreached, at_table = players_without_notices(game, users), players_at_table(game, users, now)
    for turn in turns:
        if turn.user_id in unreached:
            turn.notified_at, turn.notified_by = now, NotifiedBy.NO_NOTICES
        elif turn.user_id in at_table:
            turn.notified_at, turn.notified_by = now, NotifiedBy.TABLE
        elif turn.user and turn.user.bounced_at:  # no email about this turn can be delivered
            pause_while_unreachable(turn.user, now)
    return turns


def recompute(game: Game, now: datetime) -> list[Turn]:
    """Recompute the deadlines of a game's open turns, after a fact has changed. Return the turns.

    Pages update if a deadline has changed.
    """
    turns = [turn for turn in open_turns(game).prefetch_related("steps", "claims") if turn.pace]
    reader = TurnReader(turns, now)
    for turn in turns:
        before = [getattr(turn, column) for column in DEADLINE_COLUMNS]
        _set_deadline(turn, reader)
        if before != [getattr(turn, column) for column in DEADLINE_COLUMNS]:
            turn.save(update_fields=DEADLINE_COLUMNS)
    if store_earliest(game, turns):
        game.version += 1
        game.save(update_fields=["deadline", "overdue_at", "version"])
    return turns


def store_earliest(game: Game, turns: Iterable[Turn]) -> bool:
    """Set the earliest deadline of the open turns on the game, without saving. Return True if it has changed."""
    before = game.deadline, game.overdue_at
    rows = [(turn.deadline, turn.overdue_at) for turn in turns] if game.status == Status.RUNNING else []
    game.deadline = min((deadline for deadline, _overdue in rows if deadline), default=None)
    game.overdue_at = min((overdue for _deadline, overdue in rows if overdue), default=None)
    return (game.deadline, game.overdue_at) != before


def _set_deadline(turn: Turn, reader: TurnReader) -> None:
    """Set deadline, the next look of the sweep, and the next reminder on a turn with a clock."""
    before = turn.deadline
    _set_times(turn, reader)
    if turn.deadline != before:
        turn.deadline_changes, turn.deadline_changed_at = turn.deadline_changes + 1, reader.now


def _set_times(turn: Turn, reader: TurnReader) -> None:
    if turn.seat.offered_at is not None:
        turn.deadline = turn.due_at = turn.remind_at = turn.overdue_at = None
        turn.deadline_cause = ""
        return
    clock = TurnClock(reader.facts(turn))
    deadline = clock.deadline
    turn.deadline = moment_of(deadline.at) if deadline else None
    turn.deadline_cause = deadline.by if deadline else ""
    if turn.overdue_at and turn.deadline and turn.deadline > reader.now and not _waits_for_deputy(turn):
        turn.overdue_at = None
    turn.due_at = _next_look(turn, reader)
    turn.remind_at = min((at for at, _part in _reminders(turn, reader, clock)), default=None)


def _waits_for_deputy(turn: Turn) -> bool:
    return any(step.kind == TurnStepKind.DEPUTY for step in turn.all_steps)


def _next_look(turn: Turn, reader: TurnReader) -> datetime | None:
    """Return when the sweep must look at the turn: at the next step; at a soft deadline only once, to mark it."""
    facts = reader.time_out_facts(turn)
    step = next_step(facts)
    if facts.is_soft and turn.deadline and not turn.overdue_at and (step is None or turn.deadline < moment_of(step.at)):
        return turn.deadline
    return moment_of(step.at) if step else None


def _reminders(turn: Turn, reader: TurnReader, clock: TurnClock) -> list[tuple[datetime, str]]:
    """Return when which reminders of a turn are still to come. Quiet hours move them; each comes once in a turn."""
    player = reader.players.get(turn.user_id or 0)
    if player is None or turn.notified_by == NotifiedBy.NO_NOTICES:
        return []
    profile, at = get_profile(player.user), instant_of(reader.now)
    hours = (quiet_hours_at(profile, moment_of(one.at)) for one in reminders_of(clock, at))
    quiet = [(instant_of(begins), instant_of(ends)) for begins, ends in filter(None, hours)]
    coming = reminders_of(clock, at, quiet)
    return [(moment_of(one.at), one.part) for one in coming if _is_new_part(turn, one.part)]


def next_reminder(turn: Turn, now: datetime) -> str | None:
    """Return the part of the reminder that is due now or next: of two that quiet hours moved to one moment the last."""
    reader = TurnReader([turn], now)
    coming = _reminders(turn, reader, TurnClock(reader.facts(turn)))
    return max(coming, key=lambda one: (-one[0].timestamp(), one[1] == "fifth"))[1] if coming else None


def set_next_reminder(turn: Turn, now: datetime) -> None:
    """Store when the next reminder of a turn is due, after one was sent."""
    reader = TurnReader([turn], now)
    coming = _reminders(turn, reader, TurnClock(reader.facts(turn)))
    turn.remind_at = min((at for at, _part in coming), default=None)
    turn.save(update_fields=["remind_at"])


def _is_new_part(turn: Turn, part: str) -> bool:
    """Return True if the turn has had neither this reminder nor a later one."""
    return turn.reminded == "" or (turn.reminded == "half" and part == "fifth")
