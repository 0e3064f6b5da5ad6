import threading
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.lock import lock_user
from accounts.models import User
from games.clocks.activity import note_opened, note_seen
from games.clocks.models import AutomaticHoliday, Turn, TurnStep
from games.core.choices import Status
from games.core.models import Game, Heartbeat
from games.delivery.relevance import reason_to_drop
from games.mail.compose import compose
from games.notifications.models import Kind, Notification
from games.table.closed_accounts import abandon_seat
from games.time_outs import time_outs
from tests.core.test_concurrency import at_once
from tests.helpers.late_games import make_deputy, without_holidays
from tests.helpers.moving_time import ROUND, START, MovingTime
from tests.helpers.notifications import text_of
from tests.helpers.page_client import text_at
from tests.makers import make_user, started_game

pytestmark = pytest.mark.slow
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def test_automatic_holidays_before_a_turn_count_until_the_player_is_seen(moving: MovingTime) -> None:
    ada = make_user("Ada", date_joined=START - 400 * DAY, seen_at=START - 30 * DAY)
    for number in range(5):
        AutomaticHoliday.objects.create(user=ada, began_at=START - (20 - number) * DAY)
    game = started_game(ada, make_user(), pace="1d")
    moving.pass_by(12 * HOUR + DAY + ROUND)
    assert list(TurnStep.objects.filter(turn__game=game).values_list("kind", flat=True)) == ["house"]
    assert AutomaticHoliday.objects.filter(user=ada).count() == 5


def test_old_automatic_holidays_do_not_count_for_a_player_seen_between_deadline_and_sweep(moving: MovingTime) -> None:
    ada = make_user("Ada", date_joined=START - 400 * DAY, seen_at=START - HOUR)
    for number in range(5):
        AutomaticHoliday.objects.create(user=ada, began_at=START - (200 - number) * DAY)
    game = started_game(ada, make_user(), pace="1d")
    moving.pass_by(12 * HOUR + DAY)
    note_seen(User.objects.get(pk=ada.pk), moving.now + timedelta(seconds=10))
    moving.pass_by(ROUND)
    assert list(TurnStep.objects.filter(turn__game=game).values_list("kind", flat=True)) == ["automatic"]


def test_the_deputy_is_notified_of_the_fifth_automatic_holiday(moving: MovingTime) -> None:
    ada, ben = make_user("Ada", date_joined=START - 400 * DAY), make_user("Ben")
    game = started_game(ada, make_user("Cleo"), pace="1d")
    make_deputy(ada, ben, moving)
    news = Notification.objects.filter(kind=Kind.NEWS, game=game, user=ben)
    while AutomaticHoliday.objects.count() < 5:
        assert not news.exists()
        moving.pass_by(DAY)
    text = " ".join(text_of(compose(news.get())).split())
    assert "It is the last one for now: Ada has been asked whether they are still there." in text


@pytest.mark.django_db(transaction=True)
def test_the_first_of_two_simultaneous_deadlines_begins_the_only_automatic_holiday(
    moving: MovingTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = make_user("Ada")
    games = [started_game(ada, make_user(), pace="1d") for _ in range(2)]
    for number, game in enumerate(games):
        note_opened(game.pk, ada, moving.now + number * ROUND)
    moving.now += DAY + 4 * ROUND
    moving.traveller.move_to(moving.now, tick=False)
    Heartbeat.objects.filter(name="scheduler").update(at=moving.now)
    turns = [Turn.objects.get(game=game, ended_at=None) for game in games]
    both_wait = threading.Barrier(2)

    def lock_together(user: User) -> None:
        with suppress(threading.BrokenBarrierError):  # on SQLite, the second one has not begun
            both_wait.wait(timeout=0.3)
        lock_user(user)

    monkeypatch.setattr(time_outs, "lock_user", lock_together)

    def handle(turn: Turn) -> Any:
        return time_outs.handle_time_out(turn.pk, turn.game_id, moving.now)

    at_once(*(lambda turn=turn: handle(turn) for turn in turns))
    time_outs.handle_due_turns(moving.now)
    assert AutomaticHoliday.objects.filter(user=ada).count() == 1


def test_automatic_holidays_that_ended_during_an_outage_are_not_announced(moving: MovingTime) -> None:
    ada, cleo = make_user("Ada"), make_user("Cleo")
    game, other = (started_game(ada, cleo, pace="1d") for _ in range(2))
    for one in (game, other):
        note_opened(one.pk, ada, moving.now)
    moving.now += 4 * DAY + HOUR
    moving.traveller.move_to(moving.now, tick=False)
    Heartbeat.objects.filter(name="scheduler").update(at=moving.now)  # asleep, not down: no outage is credited
    for _ in range(4):
        time_outs.handle_due_turns(moving.now)
    assert AutomaticHoliday.objects.filter(user=ada).count() == 3
    for player in (ada, cleo):
        assert Notification.objects.filter(kind=Kind.NEWS, user=player).count() == 1


def test_players_whose_seats_robots_have_taken_read_that_the_game_is_over(moving: MovingTime) -> None:
    ada, ben = make_user("ada"), make_user("ben")
    without_holidays(ada, ben)
    game = started_game(ada, ben, pace="1d")
    moving.pass_by(timedelta(days=20))
    assert Game.objects.get(pk=game.pk).status == Status.ABORTED
    rows = Notification.objects.filter(kind=Kind.OVER, game=game, user__in=[ada, ben])
    assert {row.user_id for row in rows} == {ada.pk, ben.pk}
    assert [reason_to_drop(row) for row in rows] == [None, None]
    assert "ended without a result" in text_of(compose(rows[0]))


def test_the_log_says_that_a_table_ended_because_everyone_left(moving: MovingTime) -> None:
    ada, ben = make_user("ada"), make_user("ben")
    game = started_game(ada, ben)
    for player in (ada, ben):
        User.objects.filter(pk=player.pk).update(is_active=False)
        abandon_seat(game.pk, player, moving.now)
    game = Game.objects.get(pk=game.pk)
    assert game.status == Status.ABORTED
    page = text_at(Client(), f"/t/{game.code}/")
    assert "No player is left at this table: the game ends without a result." in page
    assert "Everyone has left: the game ended without a result." in page
