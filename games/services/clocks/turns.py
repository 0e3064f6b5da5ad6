"""Turns of people: they begin, are computed again when a fact has changed, and end with a charge.

Everything here runs inside the caller's transaction, under the game's lock.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import datetime

from accounts.models import User
from accounts.selectors import get_profile
from accounts.time.notification_hours import quiet_hours_at
from games.models import EventKind, Game, Presence, Seat, Status, ToldBy, Turn, TurnEnd, TurnStepKind, UnreachableSpan
from games.models.sql import Fact, clock_facts
from games.selectors.notifications.channels import has_no_notices
from games.selectors.tables.action_facts import IS_LOOKING, ActionFacts
from games.selectors.tables.seats import is_robot
from games.selectors.time.own_turns import open_turns

from ..time.bank import bank_after, charge_at, left_at
from ..time.falls import next_step
from ..time.instants import instant_of, moment_of
from ..time.reminders import reminders_of
from ..time.turn_clock import TurnClock, first_start
from .events import add_event
from .game_facts import GameTurnReader
from .turn_facts import TurnReader, pace_of

DEADLINE_COLUMNS = ["deadline", "deadline_cause", "due_at", "overdue_at", "remind_at"]
END_COLUMNS = ["ended_at", "ended_by", "charge", "bank_after", "due_at", "remind_at"]
SEAT_CLOCK_COLUMNS = ["bank", "house_turns", "offered_at"]
REFILLS = frozenset({TurnEnd.PLAYER, TurnEnd.ORDER, TurnEnd.DEPUTY, TurnEnd.HOUSE})  # after these the bank gains


def end_turns(turns: Sequence[Turn], now: datetime, by: TurnEnd) -> None:
    """End open turns of one game, and save their seats."""
    charge_turns(turns, now, by, TurnReader(turns))
    for turn in turns:
        turn.seat.save(update_fields=SEAT_CLOCK_COLUMNS)


def charge_turns(turns: Sequence[Turn], now: datetime, by: TurnEnd, reader: TurnReader) -> None:
    """End open turns of one game: charge the time, and give the seat what its bank holds then, without saving it."""
    for turn in turns:
        _end(turn, now, by, reader)


def _counts_until(turn: Turn, now: datetime) -> datetime:
    """Return until when the time of a turn is charged. While its seat is offered to others, it has no clock."""
    offered_at = turn.seat.offered_at
    return now if offered_at is None else max(turn.came_at, min(offered_at, now))


def _is_free(turn: Turn, now: datetime) -> bool:
    """Return True if the turn costs nothing, whatever the rests were: not even the grace has passed since its start."""
    told = [instant_of(turn.told_at)] if turn.told_at else []
    grace: int = (turn.pace or {})["grace"]
    return instant_of(now) - first_start(instant_of(turn.came_at), told) <= grace


def _end(turn: Turn, now: datetime, by: TurnEnd, reader: TurnReader) -> None:
    seat = turn.seat
    if turn.pace:
        gains, until = by in REFILLS, _counts_until(turn, now)
        if _is_free(turn, until):
            turn.charge, left = 0, turn.bank + sum(gift.seconds for gift in reader.gifts(turn))
            pace = turn.pace
            full = pace["bank"] if pace["is_fixed"] else max(left, min(pace["cap"], left + pace["increment"]))
            turn.bank_after = full if gains else left
        else:
            clock, at = TurnClock(reader.facts(turn)), instant_of(until)
            turn.charge = charge_at(clock, at)
            turn.bank_after = bank_after(clock, at) if gains else left_at(clock, at)
        turn.bank_after = max(turn.bank_after, _bank_of_new_pace(turn))
        seat.bank = turn.bank_after
    turn.ended_at, turn.ended_by, turn.due_at, turn.remind_at = now, by, None, None
    turn.save(update_fields=END_COLUMNS)
    if by in REFILLS:
        seat.house_turns = seat.house_turns + 1 if by == TurnEnd.HOUSE else 0
        if by != TurnEnd.HOUSE:
            seat.offered_at = None


def _bank_of_new_pace(turn: Turn) -> int:
    """Return what a seat has at least if the table has agreed on another pace during the turn, otherwise 0."""
    pace = pace_of(turn.game)
    return pace.bank if pace and asdict(pace) != turn.pace else 0


def begin_turns(
    game: Game,
    seats: Iterable[Seat],
    now: datetime,
    reader: TurnReader | None = None,
    known: ActionFacts | None = None,
) -> list[Turn]:
    """Begin turns for seats of people, and store their deadlines.

    ``reader`` is that of the players, ``known`` are the facts of the table, if they have been read.
    """
    turns = [_new_turn(game, seat, now, known) for seat in seats if seat.user and not is_robot(seat)]
    timed = [turn for turn in turns if turn.pace and turn.seat.offered_at is None]
    if timed:
        is_bouncing = any(turn.seat.user and turn.seat.user.bounced_at for turn in timed)  # rests from now on
        reader = TurnReader(timed) if reader is None or is_bouncing else reader
        for turn in timed:
            _set_deadline(turn, reader, now)
    for turn in turns:
        turn.save()
    tell_of_bounces(game, turns, now)
    return turns


def tell_of_bounces(game: Game, turns: Iterable[Turn], now: datetime) -> None:
    """Say at a table whose clock rests because emails bounce, once for each block of an address."""
    for turn in turns:
        user, number = turn.seat.user, turn.seat.number
        if turn.pace is None or turn.seat.offered_at or user is None or user.bounced_at is None:
            continue
        lines = game.events.filter(kind=EventKind.BOUNCE, seat=number, at__gte=user.bounced_at)
        if UnreachableSpan.objects.filter(user=user, ended_at=None).exists() and not lines.exists():
            add_event(game, EventKind.BOUNCE, now, seat=number)


def _new_turn(game: Game, seat: Seat, now: datetime, known: ActionFacts | None) -> Turn:
    pace = pace_of(game)
    turn = Turn(
        game=game,
        seat=seat,
        user=seat.user,
        ply=game.ply,
        number=game.turn,
        came_at=now,
        pace=asdict(pace) if pace else None,
        bank=pace.bank if pace and pace.is_fixed else seat.bank,
    )
    assert seat.user is not None
    if has_no_notices(seat.user, game, known.silent if known else None):
        turn.told_at, turn.told_by = now, ToldBy.NO_NOTICES
    elif seat.user_id in known.looking if known else _is_looking(seat.user, game, now):
        turn.told_at, turn.told_by = now, ToldBy.TABLE
    elif seat.user.bounced_at:  # no email about this turn can be delivered
        UnreachableSpan.objects.get_or_create(user=seat.user, ended_at=None, defaults={"began_at": now})
    return turn


def _is_looking(user: User, game: Game, now: datetime) -> bool:
    return Presence.objects.filter(user=user, game=game, at__gt=now - IS_LOOKING).exists()


def play_at_once(game: Game, seat: Seat, now: datetime) -> None:
    """Record a turn that an order in advance played when it came: it costs nothing, and the bank grows.

    The seat is not saved.
    """
    turns = begin_turns(game, [seat], now)
    charge_turns(turns, now, TurnEnd.ORDER, TurnReader(turns))


def compute_again(game: Game, now: datetime) -> list[Turn]:
    """Compute the deadlines of a game's open turns again, after a fact has changed. Return the turns.

    Pages update if a deadline has changed.
    """
    turns = _timed(game)
    reader = reader_of(game, [turn.seat for turn in turns])
    for turn in turns:
        before = [getattr(turn, column) for column in DEADLINE_COLUMNS]
        _set_deadline(turn, reader, now)
        if before != [getattr(turn, column) for column in DEADLINE_COLUMNS]:
            turn.save(update_fields=DEADLINE_COLUMNS)
    if store_earliest(game, turns):
        game.version += 1
        game.save(update_fields=["deadline", "overdue_at", "version"])
    return turns


def _timed(game: Game) -> list[Turn]:
    """Return the open turns of a game that have a clock, with this object as their game."""
    return [turn for turn in open_turns_of(game) if turn.pace]


def reader_of(game: Game, seats: Iterable[Seat], rows: Iterable[Fact] | None = None) -> TurnReader:
    """Return the reader of the turns of some seats of a game, whose users have their profiles.

    ``rows`` have those of ``sql.clock_facts`` among them, if they are known.
    """
    players = [seat.user for seat in seats if seat.user and not is_robot(seat)]
    return GameTurnReader(game.pk, players, clock_facts(game.pk) if rows is None else rows)


def open_turns_of(game: Game) -> list[Turn]:
    """Return the open turns of a game, with this object as their game and rows that belong to them."""
    turns = game.turns.filter(ended_at=None).select_related("seat__user__profile")
    turns = turns.prefetch_related("steps", "gifts", "claims")
    for turn in turns:
        turn.game = game
    return list(turns)


def open_turns_at(game: Game, seats: Iterable[Seat], rows: Iterable[Fact]) -> list[Turn]:
    """Return the open turns of a game, from the rows of its facts, with these objects as their game and seats.

    They have the columns that decide about clocks, and those of END_COLUMNS can be saved.
    """
    by_pk = {seat.pk: seat for seat in seats}
    turns = open_turns(game, rows)
    for turn in turns:
        turn.game, turn.seat = game, by_pk[turn.seat_id]
    return turns


def store_earliest(game: Game, turns: Iterable[Turn] | None = None) -> bool:
    """Set the earliest deadline of the open turns on the game, without saving. Return True if it has changed.

    ``turns`` are the open turns if they are known.
    """
    before = game.deadline, game.overdue_at
    if turns is None:
        turns = Turn.objects.filter(game=game, ended_at=None)
    rows = [(turn.deadline, turn.overdue_at) for turn in turns]
    if game.status != Status.RUNNING:
        rows = []
    game.deadline = min((deadline for deadline, _overdue in rows if deadline), default=None)
    game.overdue_at = min((overdue for _deadline, overdue in rows if overdue), default=None)
    return (game.deadline, game.overdue_at) != before


def _set_deadline(turn: Turn, reader: TurnReader, now: datetime) -> None:
    """Set deadline, the next look of the sweep, and the next reminder on a turn with a clock."""
    if turn.seat.offered_at is not None:
        turn.deadline = turn.due_at = turn.remind_at = turn.overdue_at = None
        turn.deadline_cause = ""
        return
    clock = TurnClock(reader.facts(turn))
    deadline = clock.deadline
    turn.deadline = moment_of(deadline.at) if deadline else None
    turn.deadline_cause = deadline.by if deadline else ""
    if turn.overdue_at and turn.deadline and turn.deadline > now and not _waits_for_deputy(turn):
        turn.overdue_at = None
    turn.due_at = _next_look(turn, reader)
    turn.remind_at = min((at for at, _part in _reminders(turn, reader, clock, now)), default=None)


def _waits_for_deputy(turn: Turn) -> bool:
    return bool(turn.pk) and any(step.kind == TurnStepKind.DEPUTY for step in turn.steps.all())


def _next_look(turn: Turn, reader: TurnReader) -> datetime | None:
    """Return when the sweep must look at the turn: at the next step; at a soft deadline only once, to mark it."""
    facts = reader.fall_facts(turn)
    step = next_step(facts)
    if facts.is_soft and turn.deadline and not turn.overdue_at and (step is None or turn.deadline < moment_of(step.at)):
        return turn.deadline
    return moment_of(step.at) if step else None


def _reminders(turn: Turn, reader: TurnReader, clock: TurnClock, now: datetime) -> list[tuple[datetime, str]]:
    """Return when which reminders of a turn are still to come. Quiet hours move them; each comes once in a turn."""
    player = reader.players.get(turn.user_id or 0)
    if player is None or turn.told_by == ToldBy.NO_NOTICES:
        return []
    profile, at = get_profile(player.user), instant_of(now)
    hours = (quiet_hours_at(profile, moment_of(one.at)) for one in reminders_of(clock, at))
    quiet = [(instant_of(begins), instant_of(ends)) for begins, ends in filter(None, hours)]
    coming = reminders_of(clock, at, quiet)
    return [(moment_of(one.at), one.part) for one in coming if _is_new_part(turn, one.part)]


def next_reminder(turn: Turn, now: datetime) -> str | None:
    """Return the part of the reminder that is due now or next: of two that quiet hours moved to one moment the last."""
    reader = TurnReader([turn])
    coming = _reminders(turn, reader, TurnClock(reader.facts(turn)), now)
    return max(coming, key=lambda one: (-one[0].timestamp(), one[1] == "fifth"))[1] if coming else None


def set_next_reminder(turn: Turn, now: datetime) -> None:
    """Store when the next reminder of a turn is due, after one was sent."""
    reader = TurnReader([turn])
    coming = _reminders(turn, reader, TurnClock(reader.facts(turn)), now)
    turn.remind_at = min((at for at, _part in coming), default=None)
    turn.save(update_fields=["remind_at"])


def _is_new_part(turn: Turn, part: str) -> bool:
    """Return True if the turn has had neither this reminder nor a later one."""
    return turn.reminded == "" or (turn.reminded == "half" and part == "fifth")
