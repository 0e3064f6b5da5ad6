import threading
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest

from accounts.lock import lock_user
from accounts.models import User
from games.clocks.activity import note_opened, note_seen
from games.clocks.models import AutomaticHoliday, Turn, TurnStep
from games.core.models import Heartbeat
from games.mail.compose import compose
from games.notifications.models import Kind, Notification
from games.time_outs import time_outs
from tests.core.test_concurrency import at_once
from tests.helpers.late_games import make_deputy
from tests.helpers.moving_time import ROUND, START, MovingTime
from tests.helpers.notifications import text_of
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
