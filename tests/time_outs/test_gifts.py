from datetime import timedelta

import pytest

from accounts.models import User
from games.clocks.activity import note_opened
from games.clocks.holidays import set_automatic
from games.clocks.models import TimeGift, Turn, TurnStep
from games.common.errors import Conflict, Forbidden, Invalid
from games.core.models import EventKind, Game, Seat, TableEvent
from games.notifications.models import Kind, Notification
from games.play.endings import resign
from games.time_outs.claims import give_time
from tests.helpers.moving_time import START, MovingTime
from tests.makers import make_table, make_user, started_game

pytestmark = pytest.mark.slow

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def people(moving: MovingTime) -> tuple[User, User]:
    """Two players without automatic holidays; the first one is to play."""
    users = make_user("ada"), make_user("ben")
    for user in users:
        set_automatic(user, is_on=False, now=moving.now)
    return users


@pytest.fixture
def game(moving: MovingTime, people: tuple[User, User]) -> Game:
    game = started_game(*people, pace="3d")
    note_opened(game.pk, people[0], moving.now)
    return game


def test_a_gift_of_time_moves_the_deadline_and_notifies_the_player(
    moving: MovingTime, game: Game, people: tuple[User, User]
) -> None:
    give_time(game.pk, people[1], 0, 86400, moving.now)
    assert Turn.objects.get(game=game).deadline == START + 4 * DAY
    event = TableEvent.objects.get(game=game, kind=EventKind.GIFT)
    assert (event.seat, event.user, event.params["seconds"]) == (0, people[1], 86400)
    notified = Notification.objects.filter(kind=Kind.NEWS).values_list("user__username", flat=True)
    assert list(notified) == ["ada"]


def test_a_double_click_gives_time_once(moving: MovingTime, game: Game, people: tuple[User, User]) -> None:
    give_time(game.pk, people[1], 0, 3600, moving.now, given=0)
    give_time(game.pk, people[1], 0, 3600, moving.now, given=0)
    with pytest.raises(Conflict, match="already-given"):
        give_time(game.pk, people[1], 0, 86400, moving.now, given=0)
    assert TimeGift.objects.count() == 1


def test_a_player_who_is_out_cannot_give_time(moving: MovingTime, people: tuple[User, User]) -> None:
    third = make_user("cy")
    game = started_game(*people, third, pace="3d")
    resign(game.pk, third)
    with pytest.raises(Conflict, match="already-out"):
        give_time(game.pk, third, 0, 3600, moving.now)
    assert not TimeGift.objects.exists()


def test_a_gift_of_time_after_the_deadline_undoes_no_step(moving: MovingTime, people: tuple[User, User]) -> None:
    set_automatic(people[0], is_on=True, now=moving.now)
    game = started_game(*people, pace="1d")
    note_opened(game.pk, people[0], moving.now)
    moving.pass_by(DAY + HOUR)
    give_time(game.pk, people[1], 0, 86400, moving.now)
    assert [step.kind for step in TurnStep.objects.all()] == ["automatic"]
    assert Turn.objects.get(game=game).deadline == START + 3 * DAY + HOUR


def test_a_gift_of_time_is_too_late_when_a_stand_in_should_have_played(
    moving: MovingTime, game: Game, people: tuple[User, User]
) -> None:
    moving.pass_by(3 * DAY + HOUR)
    with pytest.raises(Conflict, match="not-their-turn"):
        give_time(game.pk, people[1], 0, 3600, moving.now)


@pytest.mark.parametrize("seconds", [0, 1, 7200, -3600])
def test_a_gift_of_an_odd_amount_is_refused(
    moving: MovingTime, game: Game, people: tuple[User, User], seconds: int
) -> None:
    with pytest.raises(Invalid, match="bad-amount"):
        give_time(game.pk, people[1], 0, seconds, moving.now)
    assert not TimeGift.objects.exists()


def test_gifts_to_oneself_or_by_strangers_are_refused(
    moving: MovingTime, game: Game, people: tuple[User, User]
) -> None:
    with pytest.raises(Forbidden, match="own-seat"):
        give_time(game.pk, people[0], 0, 3600, moving.now)
    with pytest.raises(Forbidden, match="not-seated"):
        give_time(game.pk, make_user("eve"), 0, 3600, moving.now)
    assert not TimeGift.objects.exists()


def test_a_gift_of_time_without_a_clock_is_refused(moving: MovingTime, people: tuple[User, User]) -> None:
    game = started_game(*people, pace="none")
    with pytest.raises(Conflict, match="no-clock"):
        give_time(game.pk, people[1], 0, 3600, moving.now)
    with pytest.raises(Conflict, match="not-running"):
        give_time(make_table(people[1]).pk, people[1], 0, 3600, moving.now)


def test_an_offered_seat_gets_no_gift_of_time(moving: MovingTime, game: Game, people: tuple[User, User]) -> None:
    Seat.objects.filter(game=game, number=0).update(offered_at=moving.now)
    with pytest.raises(Conflict, match="no-clock"):
        give_time(game.pk, people[1], 0, 3600, moving.now)


def test_a_turn_can_get_thirty_days_of_gifts(moving: MovingTime, game: Game, people: tuple[User, User]) -> None:
    for _ in range(10):
        give_time(game.pk, people[1], 0, 3 * 86400, moving.now)
    with pytest.raises(Conflict, match="too-much-time"):
        give_time(game.pk, people[1], 0, 3600, moving.now)
    assert TimeGift.objects.count() == 10
