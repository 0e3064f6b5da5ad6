import pytest

from games.clocks.activity import note_opened
from games.core.models import Game, Seat
from games.play.table_times import TimeSettings, time_settings_of
from tests.helpers.moving_time import START, MovingTime
from tests.helpers.programs import Program, anonymous, program
from tests.makers import make_table, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
OWN = {"bank": 172800, "increment": 43200, "cap": 345600, "grace": 7200, "ceiling": 432000}
TABLE = {"title": "marrakech", "ruleset": "gigamic", "seat_count": 2}


def test_a_new_table_has_the_requested_time_settings() -> None:
    late = {"soft_deadlines": True, "forbids_holidays": True, "late_rule": "out", "late_robot": "careful"}
    sent = {**TABLE, "pace": "own", "own_pace": OWN, **late}
    made = program(make_user()).post("games/", sent, 201)
    assert {name: made[name] for name in late} == late
    assert made["own_pace"] == OWN
    assert time_settings_of(Game.objects.get()) == TimeSettings("own", OWN, True, True, "out", "careful")


def test_a_new_table_without_a_pace_has_three_days_a_turn() -> None:
    assert program(make_user()).post("games/", TABLE, 201)["pace"] == "3d"


@pytest.mark.parametrize(
    ("own", "status"),
    [(None, 422), ({**OWN, "cap": 90000}, 422), ({**OWN, "grace": 90000}, 400), ({"bank": 7200}, 400)],
)
def test_time_settings_that_are_not_allowed_are_refused(own: object, status: int) -> None:
    sent = {**TABLE, "pace": "own", **({"own_pace": own} if own else {})}
    program(make_user()).post("games/", sent, status)
    assert not Game.objects.exists()


def test_a_game_has_the_clock_of_the_acting_seat(moving: MovingTime) -> None:
    ada = make_user("Ada")
    game = started_game(ada, make_user("Bo"), pace="usual")
    note_opened(game.pk, ada, START)
    (clock,) = program(ada).get(f"games/{game.code}/")["clocks"]
    assert (clock["seat"], clock["left"], clock["bank"], clock["free"]) == ("A", 280800, 259200, 21600)
    assert (clock["rests"], clock["since"], clock["late"]) == (None, "2026-05-04T09:00:00Z", False)
    assert Seat.objects.get(game=game, number=1).bank == 259200


def test_a_clock_says_why_it_is_paused(moving: MovingTime) -> None:
    game = started_game(make_user("Ada"), make_user("Bo"), pace="usual")
    (clock,) = anonymous().get(f"games/{game.code}/")["clocks"]
    assert clock["rests"] == {"reason": "untold", "until": "2026-05-04T21:00:00Z"}


def test_the_time_settings_of_a_game_are_listed(ann: Program, ben: Program) -> None:
    game = play_on(started_game(ann.user, ben.user), 4)
    [first, *_rest] = ann.get(f"games/{game.code}/times/")
    expected = {"turn": 1, "ply": 2, "seat": "A", "player": "ann", "ended_by": "player", "seconds": 0, "charged": 0}
    assert expected.items() <= first.items()
    assert ann.get(f"games/{make_table().code}/times/") == []
