import pytest

from games.clocks.models import Turn, TurnEnd
from games.common.errors import Conflict
from games.core.log import state_of
from games.core.models import Entry, EntryNote, Game, Seat
from games.engine import registry
from games.lobby.tables import NewTable, create_table, join_table
from games.play.models import AdvanceOrder, OrderState
from games.play.orders import add_order
from games.play.table_times import TimeSettings
from games.time_outs import operators, substitutes
from games.time_outs.operators import Operator
from tests.engine.helpers.toy import STONES
from tests.helpers.late_games import DAY, game_of_ada, without_holidays
from tests.helpers.moving_time import ROUND, MovingTime
from tests.helpers.order_texts import whole_turn
from tests.makers import acting_user, make_user

pytestmark = [pytest.mark.slow, pytest.mark.one_database]


def notes(game: Game) -> set[str]:
    """Return how the entries of a game came to be."""
    return set(Entry.objects.filter(game=game, seat__isnull=False).values_list("note", flat=True))


def test_an_order_that_fits_is_played_at_the_deadline(moving: MovingTime) -> None:
    game, ada = game_of_ada(moving), make_user("Ada")
    add_order(game.pk, ada, "", whole_turn(state_of(game), 0))
    turn = Turn.objects.get(ended_at=None)
    moving.pass_by(DAY + ROUND)
    turn.refresh_from_db()
    assert turn.ended_by == TurnEnd.ORDER
    assert notes(game) == {EntryNote.ORDER}
    assert AdvanceOrder.objects.get().state == OrderState.USED
    assert acting_user(game) == make_user("Cleo")


def test_an_order_that_does_not_fit_leaves_the_turn_to_a_stand_in(moving: MovingTime) -> None:
    game, ada = game_of_ada(moving), make_user("Ada")
    row = add_order(game.pk, ada, "", whole_turn(state_of(game), 0))
    AdvanceOrder.objects.filter(pk=row.pk).update(condition="a1N")
    turn = Turn.objects.get(ended_at=None)
    moving.pass_by(DAY + ROUND)
    turn.refresh_from_db()
    assert turn.ended_by == TurnEnd.STAND_IN
    assert notes(game) == {EntryNote.STAND_IN}


@pytest.fixture
def stones(monkeypatch: pytest.MonkeyPatch, moving: MovingTime) -> Game:
    """Return a game of stones whose first player stays away."""
    monkeypatch.setitem(registry.TITLES, STONES.key, STONES)
    ada, cleo = make_user("Ada"), make_user("Cleo")
    without_holidays(ada, cleo)
    ruleset = next(iter(STONES.rulesets))
    game = create_table(
        ada, NewTable(title=STONES.key, ruleset=ruleset, seat_count=2, times=TimeSettings("1d"), seat_order="joined")
    )
    return join_table(game.pk, cleo)


def test_a_stand_in_plays_the_first_legal_action_of_a_title_without_robots(stones: Game, moving: MovingTime) -> None:
    moving.pass_by(2 * DAY)
    turn = Turn.objects.filter(game=stones).order_by("id").first()
    assert turn is not None
    assert turn.ended_by == TurnEnd.STAND_IN
    assert notes(stones) == {EntryNote.STAND_IN}


def test_a_seat_that_nobody_wants_leaves_a_title_without_robots(stones: Game, moving: MovingTime) -> None:
    substitutes.offer(stones, Seat.objects.get(game=stones, number=0), moving.now, moving.now)
    assert substitutes.take_seats_by_robots(moving.now + 2 * DAY) == 0
    assert Game.objects.get(pk=stones.pk).is_over
    assert Entry.objects.filter(game=stones, seat=0, notation="out of time").exists()


def test_an_operator_finds_no_robot_for_a_title_without_robots(stones: Game, moving: MovingTime) -> None:
    with pytest.raises(Conflict) as caught:
        operators.give_seat_to_robot(stones.pk, 0, Operator(make_user("op"), "Ada is ill.", None))
    assert caught.value.code == "no-robot"


def test_an_operator_cannot_offer_the_seat_of_a_robot(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    by = Operator(make_user("op"), "Ada is ill.", None)
    operators.give_seat_to_robot(game.pk, 0, by)
    with pytest.raises(Conflict) as caught:
        operators.offer_seat(game.pk, 0, by)
    assert caught.value.code == "seat-out"
