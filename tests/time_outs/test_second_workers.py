"""What comes second finds the row changed between the look and the lock, and does nothing twice."""

from datetime import timedelta

import pytest

from games.clocks import activity, holidays, outages, pauses, reminders
from games.clocks.models import Outage, PlannedHoliday, TablePause, Turn, TurnEnd, UnreachableSpan
from games.core.log import LogWriter, state_of
from games.core.models import EventKind, Game, Heartbeat, TableEvent
from games.deputies.models import Deputy
from games.deputies.services import ask_deputy
from games.notifications.models import Kind, Notification
from games.play.advance_orders import play_waiting_order
from games.play.orders import add_order
from games.table.presence import note_presence
from games.time_outs import time_outs
from tests.helpers.late_games import DAY, game_of_ada, late_game
from tests.helpers.moving_time import MovingTime
from tests.helpers.order_texts import whole_turn
from tests.makers import acting_user, make_user, resign_at_once, started_game

pytestmark = [pytest.mark.slow, pytest.mark.one_database]
HOUR = timedelta(hours=1)


def events(game: Game, kind: str) -> int:
    return TableEvent.objects.filter(game=game, kind=kind).count()


def over(game: Game) -> Game:
    return resign_at_once(game.pk, acting_user(game))


def test_the_end_of_a_pause_is_stored_once_by_two_workers(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    pauses.begin_pause(game, moving.now + HOUR, moving.now)
    pause = TablePause.objects.get()
    assert pauses._note_end(pause.pk, game.pk, moving.now + HOUR)
    assert not pauses._note_end(pause.pk, game.pk, moving.now + HOUR)
    assert events(game, EventKind.RESUMED) == 1


def test_a_pause_that_outlasts_its_game_ends_without_an_event(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    pauses.begin_pause(game, moving.now + HOUR, moving.now)
    over(game)
    assert pauses.end_due_pauses(moving.now + 2 * HOUR) in {0, 1}
    assert not TablePause.objects.filter(ended_at=None).exists()
    assert events(game, EventKind.RESUMED) == 0


def test_a_pause_that_is_over_cannot_be_ended(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    pauses.end_pause(game, moving.now)
    assert events(game, EventKind.RESUMED) == 0


def test_a_table_may_lose_its_clock(moving: MovingTime) -> None:
    game = game_of_ada(moving, pace="usual")
    banks = list(game.seats.values_list("bank", flat=True))
    pauses.change_pace(game, "none", None, moving.now)
    assert list(game.seats.values_list("bank", flat=True)) == banks
    assert events(game, EventKind.PACE) == 1


def test_a_deadline_is_handled_once_by_two_workers(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    turn = Turn.objects.get(ended_at=None)
    moving.pass_by(2 * DAY)
    assert not Turn.objects.filter(pk=turn.pk, ended_at=None).exists()
    log = game.entries.count()
    assert time_outs._handle_locked(turn.pk, game.pk, moving.now) == ([], None)
    assert game.entries.count() == log


def test_a_round_of_time_outs_is_short_and_the_next_goes_on(
    moving: MovingTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    late_game(moving)  # Ben was asked
    turn = Turn.objects.get(ended_at=None)
    monkeypatch.setattr(time_outs, "MAX_STEPS", 1)
    moving.pass_by(2 * DAY)
    turn.refresh_from_db()
    assert turn.ended_by == TurnEnd.STAND_IN


def test_an_order_that_no_longer_fits_is_not_played(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    row = add_order(game.pk, make_user("Ada"), "", whole_turn(state_of(game), 0))
    row.condition = "a1N"
    row.save()
    log, state = LogWriter(game, moving.now), state_of(game)
    assert play_waiting_order(log, list(game.seats.select_related("user")), 0, state) is state


def test_a_deputy_who_was_dismissed_a_moment_ago_is_not_asked(moving: MovingTime) -> None:
    late_game(moving)
    turn = Turn.objects.get(ended_at=None)
    assert turn.user is not None
    Deputy.objects.all().delete()
    Notification.objects.filter(kind=Kind.DEPUTY).delete()
    ask_deputy(turn, moving.now, moving.now)
    assert not Notification.objects.filter(kind=Kind.DEPUTY).exists()


def test_opening_a_late_table_handles_its_deadline_at_once(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    moving.traveller.move_to(moving.now + 3 * DAY, tick=False)
    Heartbeat.objects.filter(name="scheduler").update(at=moving.now + 3 * DAY)
    game = Game.objects.get(pk=game.pk)
    note_presence(game, make_user("Cleo"), moving.now + 3 * DAY)
    assert Turn.objects.filter(game=game, ended_at=None, user=make_user("Cleo")).exists()


def test_a_holiday_is_not_announced_where_the_player_has_left(moving: MovingTime) -> None:
    game, ada = game_of_ada(moving), make_user("Ada")
    row = PlannedHoliday(user=ada, changes=[])
    over(game)
    holidays._announce(game.pk, row, {}, moving.now)
    assert events(game, EventKind.HOLIDAY) == 0


def test_an_unreachable_span_begins_once(moving: MovingTime) -> None:
    ada = make_user("Ada")
    for _ in range(2):
        activity.begin_unreachable(ada, moving.now)
    assert UnreachableSpan.objects.filter(user=ada).count() == 1


def test_an_outage_is_announced_once_and_not_at_tables_that_are_over(moving: MovingTime) -> None:
    game, other = game_of_ada(moving), started_game(pace="1d")
    row = Outage.objects.create(began_at=moving.now, ended_at=moving.now + HOUR)
    for _ in range(2):
        outages._credit_game(game.pk, row, moving.now + HOUR)
    over(other)
    outages._credit_game(other.pk, row, moving.now + HOUR)
    assert (events(game, EventKind.OUTAGE), events(other, EventKind.OUTAGE)) == (1, 0)


def test_an_outage_is_credited_some_turns_at_a_time(moving: MovingTime, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outages, "MAX_TURNS", 2)
    games = []
    for _ in range(3):
        games.append(started_game(pace="1d"))
        moving.pass_by(HOUR)
    row = Outage.objects.create(began_at=moving.now - HOUR / 2, ended_at=moving.now)
    later = moving.now + HOUR
    counts = [outages.credit(row, later), events(games[2], EventKind.OUTAGE), outages.credit(row, later)]
    assert counts == [2, 0, 1]
    assert [events(game, EventKind.OUTAGE) for game in games] == [1, 1, 1]
    row.refresh_from_db()
    assert row.credited_at == later


def test_a_reminder_is_sent_once_by_two_workers(moving: MovingTime) -> None:
    game_of_ada(moving)
    turn = Turn.objects.get(ended_at=None)
    assert turn.remind_at is not None
    assert turn.user_id is not None
    now = turn.remind_at
    assert reminders._take(turn, now)
    stale = Turn.objects.get(pk=turn.pk)
    stale.remind_at = now
    assert not reminders._take(stale, now)
    assert not reminders._remind(turn.user_id, now)
    assert not Notification.objects.filter(kind=Kind.REMINDER).exists()


def test_a_reminder_that_another_worker_took_is_not_sent(moving: MovingTime, monkeypatch: pytest.MonkeyPatch) -> None:
    game_of_ada(moving)
    turn = Turn.objects.get(ended_at=None)
    assert turn.remind_at is not None
    monkeypatch.setattr(reminders, "_take", lambda turn, now: False)
    assert reminders.remind_due(turn.remind_at) == 0
    assert not Notification.objects.filter(kind=Kind.REMINDER).exists()
