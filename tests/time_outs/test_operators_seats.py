from datetime import timedelta

import pytest

from games.board.log_lines import event_text, people_of, story_of
from games.clocks.models import Turn
from games.common.errors import Conflict, Invalid
from games.core.choices import Status
from games.core.log import log_with_origins
from games.core.models import Game, Seat, TableEvent
from games.core.selectors import events_of, seats_of
from games.notifications.models import Kind, Notification
from games.time_outs import operators, substitutes
from games.time_outs.operators import Operator
from tests.helpers.late_games import game_of_ada, play_turn_by
from tests.helpers.moving_time import MovingTime
from tests.makers import finished_game, make_user

pytestmark = [pytest.mark.slow, pytest.mark.one_database]

DAY = timedelta(days=1)
WHY = "Ada asked for it."


def by(reason: str = WHY, version: int | None = None) -> Operator:
    return Operator(make_user("op"), reason, version)


def seat_of_ada(game: Game) -> Seat:
    return Seat.objects.select_related("user", "owner").get(game=game, number=0)


def last_line(game: Game) -> str:
    """Return the last line of a table's log as players read it."""
    events = events_of(game)
    return event_text(events[-1], people_of(seats_of(game), events))


def told_of_news(game: Game) -> set[str]:
    """Return the players who get a notification about the last event."""
    event = TableEvent.objects.filter(game=game).latest("id")
    rows = Notification.objects.filter(kind=Kind.NEWS, params={"event": event.pk}).select_related("user")
    return {row.user.username for row in rows if row.user}


def test_an_operator_gives_a_seat_at_once_with_a_public_reason(moving: MovingTime) -> None:
    game, zoe = game_of_ada(moving), make_user("Zoe")
    operators.give_seat(game.pk, 0, " zoe ", by())
    seat, turn = seat_of_ada(game), Turn.objects.get(game=game, ended_at=None)
    assert (seat.user, seat.owner, turn.user) == (zoe, make_user("Ada"), zoe)
    assert last_line(game) == "The operator of the site has given Ada’s seat to Zoe. Reason: Ada asked for it."
    assert told_of_news(game) == {"Ada", "Cleo", "Zoe"}
    assert Notification.objects.filter(kind=Kind.TURN, user=zoe, game=game).exists()


def test_the_log_says_who_had_a_given_seat_before(moving: MovingTime) -> None:
    game = play_turn_by(make_user("Ada"), game_of_ada(moving))
    make_user("Zoe")
    operators.give_seat(game.pk, 0, "Zoe", by())
    story = story_of(seats_of(game), log_with_origins(game)[1], events_of(game))
    assert set(story.marks.values()) == {"(played by Ada)"}


def test_an_owner_gets_a_given_seat_back_with_its_bank(moving: MovingTime) -> None:
    game = game_of_ada(moving, pace="usual")
    game.turns.update(bank=12345)
    operators.give_seat_to_robot(game.pk, 0, by())
    assert seat_of_ada(game).user != make_user("Ada")
    operators.give_seat(game.pk, 0, "Ada", by("A mistake."))
    seat = seat_of_ada(game)
    assert (seat.user, seat.owner, seat.bank) == (make_user("Ada"), None, 12345)
    assert last_line(game) == "The operator of the site has given Ada their seat back. Reason: A mistake."


def test_an_operator_gives_an_offered_seat_back_to_its_owner(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    operators.offer_seat(game.pk, 0, by())
    assert last_line(game).startswith("The operator of the site offers Ada’s seat to other players. Reason:")
    operators.give_seat(game.pk, 0, "Ada", by())
    assert (seat_of_ada(game).user, seat_of_ada(game).offered_at) == (make_user("Ada"), None)


def test_a_seat_can_be_given_to_a_robot(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    operators.give_seat_to_robot(game.pk, 0, by())
    seat = seat_of_ada(game)
    assert seat.user
    assert (seat.user.robot, seat.owner) == ("greedy", make_user("Ada"))
    assert "has given Ada’s seat to the robot Greedy. Reason: Ada asked for it." in last_line(game)
    with pytest.raises(Conflict, match="already-seated"):
        operators.give_seat_to_robot(game.pk, 0, by())


def test_giving_the_last_seat_of_a_person_to_a_robot_aborts_the_game(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    for number in (0, 1):
        operators.give_seat_to_robot(game.pk, number, by())
    assert Game.objects.get(pk=game.pk).status == Status.ABORTED


@pytest.mark.parametrize("name", ["Nobody", "Greedy", "Unconfirmed"])
def test_a_seat_is_given_only_to_suitable_players(moving: MovingTime, name: str) -> None:
    game = game_of_ada(moving)
    substitutes.free_robot(game)
    make_user("Unconfirmed", verified=False)
    with pytest.raises(Invalid):
        operators.give_seat(game.pk, 0, name, by())
    assert seat_of_ada(game).user == make_user("Ada")


@pytest.mark.parametrize("name", ["Ada", "Cleo"])
def test_a_player_at_the_table_cannot_be_given_another_seat(moving: MovingTime, name: str) -> None:
    game = game_of_ada(moving)
    with pytest.raises(Conflict, match="already-seated"):
        operators.give_seat(game.pk, 0, name, by())
    assert not TableEvent.objects.filter(game=game).exists()


def test_an_operators_form_of_a_changed_table_is_refused(moving: MovingTime) -> None:
    game, seen = game_of_ada(moving), by(version=0)
    make_user("Zoe")
    for act in (
        lambda: operators.give_time(game.pk, 0, DAY, seen),
        lambda: operators.pause(game.pk, moving.now + DAY, seen),
        lambda: operators.give_seat(game.pk, 0, "Zoe", seen),
    ):
        with pytest.raises(Conflict, match="changed"):
            act()
    assert not TableEvent.objects.filter(game=game).exists()


def test_operators_cannot_change_a_finished_game_or_an_empty_seat(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    with pytest.raises(Conflict, match="seat-out"):
        operators.offer_seat(game.pk, 7, by())
    over = finished_game()
    with pytest.raises(Conflict, match="not-running"):
        operators.give_seat_to_robot(over.pk, 0, by())


def test_a_table_is_paused_once_by_operators(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    operators.pause(game.pk, moving.now + DAY, by())
    assert last_line(game).startswith("The operator of the site has paused the game until Tuesday 5 May, 09:00.")
    with pytest.raises(Conflict, match="already-paused"):
        operators.pause(game.pk, moving.now + DAY, by())
    operators.end_pauses(game.pk, by())
    assert last_line(game).startswith("The operator of the site has ended the pause.")
    assert told_of_news(game) == {"Ada", "Cleo"}
    with pytest.raises(Invalid, match="bad-dates"):
        operators.pause(game.pk, moving.now + 31 * DAY, by())


def test_amounts_and_lengths_given_by_operators_are_bounded(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    for length in (timedelta(), 61 * DAY):
        with pytest.raises(Invalid, match="bad-amount"):
            operators.give_time(game.pk, 0, length, by())
    with pytest.raises(Invalid, match="too-long"):
        operators.declare_outage(moving.now - 31 * DAY, moving.now, by())


def test_the_reason_of_an_outage_is_in_every_log(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    moving.pass_by(DAY / 2)
    operators.declare_outage(moving.now - DAY / 4, moving.now, by("The disk was full."))
    assert last_line(game).endswith("All clocks were stopped. Reason: The disk was full.")
