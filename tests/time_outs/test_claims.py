from datetime import timedelta

import pytest

from accounts.models import User
from games.clocks.activity import note_opened
from games.clocks.holidays import set_automatic
from games.clocks.models import TimeOutClaim, Turn, TurnStep
from games.common.errors import Conflict, Forbidden
from games.core.models import EventKind, Game, Seat, TableEvent
from games.play.endings import resign
from games.time_outs.claims import claim
from tests.helpers.moving_time import ROUND, START, MovingTime
from tests.makers import make_user, started_game

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
    game = started_game(*people, pace="1d")
    Game.objects.filter(pk=game.pk).update(has_soft_deadlines=True)
    note_opened(game.pk, people[0], moving.now)
    return game


def kinds() -> list[str]:
    return [step.kind for step in TurnStep.objects.order_by("at", "id")]


def test_a_player_who_is_out_cannot_claim(moving: MovingTime, people: tuple[User, User]) -> None:
    third = make_user("cy")
    game = started_game(*people, third, pace="1d")
    Game.objects.filter(pk=game.pk).update(has_soft_deadlines=True)
    note_opened(game.pk, people[0], moving.now)
    resign(game.pk, third)
    moving.pass_by(2 * DAY)
    with pytest.raises(Conflict, match="already-out"):
        claim(game.pk, third, 0, moving.now)
    assert not TimeOutClaim.objects.exists()


def test_a_stand_in_plays_after_a_claim(moving: MovingTime, game: Game, people: tuple[User, User]) -> None:
    moving.pass_by(2 * DAY)
    claim(game.pk, people[1], 0, moving.now)
    assert not kinds()  # no heartbeat has come since
    moving.pass_by(ROUND)
    assert kinds() == ["house"]
    assert TableEvent.objects.filter(game=game, kind=EventKind.CLAIM, seat=0, user=people[1]).count() == 1


def test_a_claim_can_ask_for_a_substitute(moving: MovingTime, game: Game, people: tuple[User, User]) -> None:
    moving.pass_by(2 * DAY)
    claim(game.pk, people[1], 0, moving.now)
    claim(game.pk, people[1], 0, moving.now, wants_substitute=True)
    moving.pass_by(ROUND)
    assert kinds() == ["offered"]
    assert Seat.objects.get(game=game, number=0).offered_at is not None


def test_a_claim_begins_an_automatic_holiday_first(moving: MovingTime, game: Game, people: tuple[User, User]) -> None:
    set_automatic(people[0], is_on=True, now=moving.now)
    moving.pass_by(2 * DAY)
    now = moving.now
    claim(game.pk, people[1], 0, now)
    moving.pass_by(ROUND)
    assert kinds() == ["automatic"]
    assert Turn.objects.get(game=game).deadline == now + DAY + HOUR
    with pytest.raises(Conflict, match="not-late"):
        claim(game.pk, people[1], 0, moving.now)
    moving.pass_by(DAY + 2 * HOUR)
    assert TableEvent.objects.filter(game=game, kind=EventKind.OVERDUE).count() == 2
    claim(game.pk, people[1], 0, moving.now)


def test_a_claim_before_its_deadline_is_refused(moving: MovingTime, game: Game, people: tuple[User, User]) -> None:
    moving.pass_by(DAY)
    with pytest.raises(Conflict, match="not-late"):
        claim(game.pk, people[1], 0, START + DAY)
    assert not TimeOutClaim.objects.exists()


def test_a_second_claim_adds_nothing(moving: MovingTime, game: Game, people: tuple[User, User]) -> None:
    moving.pass_by(2 * DAY)
    claim(game.pk, people[1], 0, moving.now, wants_substitute=True)
    with pytest.raises(Conflict, match="already-claimed"):
        claim(game.pk, people[1], 0, moving.now)
    assert TimeOutClaim.objects.count() == 1


def test_a_claim_sent_again_is_a_success(moving: MovingTime, game: Game, people: tuple[User, User]) -> None:
    moving.pass_by(2 * DAY)
    first = claim(game.pk, people[1], 0, moving.now, wants_substitute=True)
    assert claim(game.pk, people[1], 0, moving.now, wants_substitute=True) == first
    assert TimeOutClaim.objects.count() == 1


def test_only_opponents_can_claim(moving: MovingTime, game: Game, people: tuple[User, User]) -> None:
    moving.pass_by(2 * DAY)
    with pytest.raises(Forbidden, match="own-seat"):
        claim(game.pk, people[0], 0, moving.now)
    with pytest.raises(Forbidden, match="not-seated"):
        claim(game.pk, make_user("eve"), 0, moving.now)
    with pytest.raises(Conflict, match="not-their-turn"):
        claim(game.pk, people[0], 1, moving.now)


def test_hard_deadlines_have_no_claims(moving: MovingTime, game: Game, people: tuple[User, User]) -> None:
    Game.objects.filter(pk=game.pk).update(has_soft_deadlines=False)
    with pytest.raises(Conflict, match="hard-deadlines"):
        claim(game.pk, people[1], 0, moving.now)


def test_no_substitute_is_claimed_where_late_players_leave(
    moving: MovingTime, game: Game, people: tuple[User, User]
) -> None:
    Game.objects.filter(pk=game.pk).update(late_rule="out")
    moving.pass_by(2 * DAY)
    with pytest.raises(Conflict, match="leaves-when-late"):
        claim(game.pk, people[1], 0, moving.now, wants_substitute=True)


def test_an_outage_since_the_deadline_undoes_a_claim(moving: MovingTime, game: Game, people: tuple[User, User]) -> None:
    moving.pass_by(20 * HOUR)
    now = moving.be_down(5 * HOUR)  # the scheduler, while the pages still answer
    claim(game.pk, people[1], 0, now)
    moving.be_down(HOUR)
    moving.start_again()
    assert not kinds()
    assert Turn.objects.get(game=game).deadline == START + DAY + 6 * HOUR
