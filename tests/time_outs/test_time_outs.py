from datetime import datetime, timedelta

import pytest

from games.clocks.activity import note_opened
from games.clocks.models import AutomaticHoliday, Outage, Turn, TurnEnd, TurnStep
from games.core.choices import Status
from games.core.models import Entry, EntryNote, EventKind, Game, Seat, TableEvent
from games.notifications.models import Kind, Notification
from games.play.actions import play_action
from games.time_outs import substitutes, time_outs
from tests.helpers.late_games import without_holidays
from tests.helpers.moving_time import ROUND, START, MovingTime, open_turn
from tests.makers import acting_user, any_action, make_user, play_on, started_game

pytestmark = pytest.mark.slow

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def kinds(game: Game) -> list[str]:
    return [step.kind for step in TurnStep.objects.filter(turn__game=game).order_by("at", "id")]


def test_a_turn_starts_after_twelve_hours_without_a_notification(moving: MovingTime) -> None:
    game = started_game(pace="usual")
    turn = open_turn(game)
    assert (turn.came_at, turn.notified_at) == (START, None)
    # From 21:00 on, three days and six hours at sixteen hours a day.
    assert turn.deadline is not None
    assert game.deadline == turn.deadline == turn.due_at


def test_opening_the_table_starts_the_clock_of_the_turn(moving: MovingTime) -> None:
    game = started_game(pace="usual")
    before = open_turn(game).deadline
    note_opened(game.pk, acting_user(game), moving.now)
    turn = open_turn(game)
    assert turn.notified_at == moving.now
    assert turn.deadline is not None
    assert before is not None
    assert turn.deadline < before
    game.refresh_from_db()
    assert game.deadline == turn.deadline


def test_an_answer_within_the_grace_costs_no_bank(moving: MovingTime) -> None:
    game = started_game(pace="usual")
    note_opened(game.pk, acting_user(game), moving.now)
    player = acting_user(game)
    moving.pass_by(5 * HOUR)
    while acting_user(game) == player:
        game = play_action(game.pk, player, any_action(game), game.ply)
    turn = Turn.objects.get(game=game, user=player)
    assert (turn.charge, turn.bank, turn.bank_after, turn.ended_by) == (0, 3 * 86400, 4 * 86400, TurnEnd.PLAYER)
    assert Seat.objects.get(game=game, user=player).bank == 4 * 86400


def test_a_slow_answer_is_charged_without_hours_of_sleep(moving: MovingTime) -> None:
    game = started_game(pace="usual")
    player = acting_user(game)
    note_opened(game.pk, player, moving.now)
    moving.pass_by(24 * HOUR)  # sixteen of them awake, six of grace
    while acting_user(game) == player:
        game = play_action(game.pk, player, any_action(game), game.ply)
    turn = Turn.objects.get(game=game, user=player)
    assert turn.charge == 10 * 3600
    assert turn.bank_after == 3 * 86400 - 10 * 3600 + 86400


def test_a_fixed_pace_has_deadlines_without_waking_hours(moving: MovingTime) -> None:
    game = started_game(pace="1d")
    note_opened(game.pk, acting_user(game), moving.now)
    assert open_turn(game).deadline == START + DAY


def test_a_table_without_a_clock_has_turns_without_deadlines(moving: MovingTime) -> None:
    game = started_game(pace="none")
    turn = open_turn(game)
    assert (turn.pace, turn.deadline, turn.due_at) == (None, None, None)
    moving.pass_by(2 * DAY)
    assert open_turn(play_on(game, 2)).deadline is None


def test_automatic_holidays_begin_after_the_deadline_and_then_a_stand_in_plays(moving: MovingTime) -> None:
    game = started_game(pace="1d")
    player = acting_user(game)
    note_opened(game.pk, player, moving.now)
    moving.pass_by(9 * DAY)
    assert kinds(game)[:6] == ["automatic"] * 5 + ["house"]
    assert AutomaticHoliday.objects.filter(user=player).count() == 5
    entries = Entry.objects.filter(game=game, seat=0)
    assert set(entries.values_list("note", flat=True)) == {EntryNote.STAND_IN}
    assert Turn.objects.get(game=game, user=player, ended_by=TurnEnd.STAND_IN).bank_after == 86400


def test_a_stand_in_plays_at_the_deadline_of_a_player_without_holidays(moving: MovingTime) -> None:
    players = make_user(), make_user()
    without_holidays(*players)
    game = started_game(*players, pace="1d")
    note_opened(game.pk, players[0], moving.now)
    moving.pass_by(DAY)
    assert not kinds(game)  # an action at the deadline itself would be in time
    moving.pass_by(ROUND)
    assert kinds(game) == ["house"]
    assert Seat.objects.get(game=game, user=players[0]).stand_in_turns == 1
    assert acting_user(Game.objects.get(pk=game.pk)) == players[1]
    assert TableEvent.objects.filter(game=game, kind=EventKind.STAND_IN, seat=0).count() == 1


def test_a_seat_is_offered_after_two_stand_in_turns_and_a_robot_takes_it(moving: MovingTime) -> None:
    players = make_user(), make_user()
    without_holidays(*players)
    game = started_game(*players, pace="1d")
    for _ in range(2):
        note_opened(game.pk, players[0], moving.now)
        moving.pass_by(DAY + ROUND)
        game.refresh_from_db()
        while acting_user(game) == players[1]:
            game = play_action(game.pk, players[1], any_action(game), game.ply)
    assert kinds(game) == ["house", "offered", "house"] or kinds(game) == ["house", "house", "offered"]
    seat = Seat.objects.get(game=game, number=0)
    assert seat.offered_at is not None
    assert open_turn(game).deadline is None  # it waits without a clock
    moving.pass_by(DAY)
    seat.refresh_from_db()
    assert seat.user is not None
    assert seat.user.robot == "greedy"
    assert seat.owner == players[0]
    assert seat.offered_at is None
    game.refresh_from_db()
    assert game.status == Status.RUNNING


def test_an_outage_does_not_count_before_a_robot_takes_a_seat(moving: MovingTime) -> None:
    game = started_game(pace="1d")
    substitutes.offer(game, game.seats.get(number=0), moving.now, moving.now)
    moving.pass_by(12 * HOUR)
    moving.be_down(HOUR)
    moving.start_again()
    moving.pass_by(12 * HOUR - 2 * ROUND)
    seat = Seat.objects.select_related("user").get(game=game, number=0)
    assert seat.offered_at is not None
    moving.pass_by(3 * ROUND)
    seat.refresh_from_db()
    assert seat.user is not None
    assert seat.user.robot == "greedy"


def test_a_robot_does_not_take_a_seat_offered_again(moving: MovingTime, monkeypatch: pytest.MonkeyPatch) -> None:
    game = started_game(pace="1d")
    player = acting_user(game)
    substitutes.offer(game, game.seats.get(number=0), moving.now, moving.now)

    def outages_since(_moment: datetime) -> list[tuple[int, int]]:  # read between finding the seat and locking the game
        substitutes.take_back(game.pk, player, moving.now)
        substitutes.offer(Game.objects.get(pk=game.pk), game.seats.get(number=0), moving.now + DAY, moving.now + DAY)
        return []

    monkeypatch.setattr(substitutes, "outages_since", outages_since)
    assert substitutes.take_seats_by_robots(moving.now + DAY) == 0
    assert Seat.objects.get(game=game, number=0).user == player


def test_an_owner_takes_the_offered_seat_back(moving: MovingTime) -> None:
    players, friend = (make_user(), make_user()), make_user()
    game = started_game(*players, pace="usual")
    seat = Seat.objects.get(game=game, number=0)
    substitutes.offer(game, seat, moving.now, moving.now)
    substitutes.take_seat(game.pk, 0, friend, moving.now)
    assert acting_user(game) == friend
    game = play_on(Game.objects.get(pk=game.pk), 1)
    assert Entry.objects.get(game=game, seat=0).played_by == friend
    moving.pass_by(DAY)
    substitutes.take_back(game.pk, players[0], moving.now)
    assert acting_user(game) == players[0]


def test_a_late_player_leaves_at_a_table_where_late_players_leave(moving: MovingTime) -> None:
    players = make_user(), make_user(), make_user()
    without_holidays(*players)
    game = started_game(*players, pace="1d")
    Game.objects.filter(pk=game.pk).update(late_rule="out")
    note_opened(game.pk, players[0], moving.now)
    moving.pass_by(DAY + ROUND)
    assert kinds(game) == ["leaves"]
    assert Seat.objects.get(game=game, number=0).is_out
    assert Entry.objects.filter(game=game, seat=0).get().notation == "out of time"


def test_a_soft_deadline_waits_for_a_claim(moving: MovingTime) -> None:
    game = started_game(pace="1d")
    Game.objects.filter(pk=game.pk).update(has_soft_deadlines=True)
    note_opened(game.pk, acting_user(game), moving.now)
    moving.pass_by(3 * DAY)
    assert not kinds(game)
    assert TableEvent.objects.filter(game=game, kind=EventKind.OVERDUE).count() == 1
    assert Game.objects.get(pk=game.pk).overdue_at == START + DAY + ROUND


def test_a_soft_table_goes_on_after_thirty_days_without_a_claim(moving: MovingTime) -> None:
    players = make_user(), make_user()
    without_holidays(*players)
    game = started_game(*players, pace="1d")
    Game.objects.filter(pk=game.pk).update(has_soft_deadlines=True)
    note_opened(game.pk, players[0], moving.now)
    moving.pass_by(31 * DAY)
    assert not kinds(game)
    assert TableEvent.objects.filter(game=game, kind=EventKind.OVERDUE).count() == 1
    moving.pass_by(ROUND)
    assert kinds(game) == ["house"]


def test_an_outage_moves_the_deadline_before_any_time_out(moving: MovingTime) -> None:
    players = make_user(), make_user()
    without_holidays(*players)
    game = started_game(*players, pace="1d")
    note_opened(game.pk, players[0], moving.now)
    moving.pass_by(20 * HOUR)
    moving.be_down(10 * HOUR)
    moving.start_again()
    assert not kinds(game)
    assert Outage.objects.count() == 1
    assert open_turn(game).deadline == START + DAY + 10 * HOUR
    assert TableEvent.objects.filter(game=game, kind=EventKind.OUTAGE).count() == 1


def test_a_time_out_waits_for_a_heartbeat_after_the_deadline(moving: MovingTime) -> None:
    players = make_user(), make_user()
    without_holidays(*players)
    game = started_game(*players, pace="1d")
    note_opened(game.pk, players[0], moving.now)
    moving.pass_by(20 * HOUR)
    now = moving.be_down(5 * HOUR)
    turn = open_turn(game)
    time_outs.handle_time_out(turn.pk, game.pk, now)
    assert not kinds(game)


def test_an_automatic_holiday_is_for_all_tables(moving: MovingTime) -> None:
    player = make_user()
    games = [started_game(player, make_user(), pace="1d") for _ in range(3)]
    for game in games:
        note_opened(game.pk, player, moving.now)
    moving.pass_by(DAY + ROUND)
    assert AutomaticHoliday.objects.filter(user=player).count() == 1
    for game in games:
        assert open_turn(game).deadline == START + 2 * DAY + HOUR


@pytest.mark.parametrize("pace", ["leisurely", "7d"])
def test_a_table_that_everyone_has_left_is_aborted(moving: MovingTime, pace: str) -> None:
    game = started_game(pace=pace)
    moving.pass_by(300 * DAY)
    game.refresh_from_db()
    assert game.status == Status.ABORTED
    assert not Turn.objects.filter(game=game, ended_at=None).exists()


def test_an_automatic_holiday_is_announced_once_at_all_tables(moving: MovingTime) -> None:
    player, opponent = make_user(), make_user()
    games = [started_game(player, opponent, pace="1d"), started_game(opponent, player, pace="7d")]
    note_opened(games[0].pk, player, moving.now)
    moving.pass_by(DAY + ROUND)
    events = TableEvent.objects.filter(kind=EventKind.AUTOMATIC)
    assert set(events.values_list("game", "seat")) == {(games[0].pk, 0), (games[1].pk, 1)}
    assert Notification.objects.filter(kind=Kind.NEWS, user=opponent).count() == 1
