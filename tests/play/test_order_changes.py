import pytest

from accounts.models import User
from games.common.errors import Conflict, Forbidden, Illegal, NotFound
from games.engine import registry
from games.lobby.tables import join_table
from games.play.endings import resign
from games.play.models import AdvanceOrder, OrderState
from games.play.orders import (
    MAX_WAITING,
    add_order,
    change_order,
    past_orders,
    rank_orders,
    waiting_orders,
    withdraw_order,
)
from tests.engine.helpers.toy import STONES
from tests.helpers.order_texts import before_a_rug, lay, load_dice, order_for
from tests.makers import host_of, make_table, make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def test_an_order_is_stored_in_canonical_notation() -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    order = add_order(game.pk, bob, " D5 n", " r\n3=g7-g6;")
    assert (order.condition, order.orders) == ("d5 N", "R; 3: g6g7")
    assert (order.number, order.rank, order.state) == (1, 1, OrderState.WAITING)


def test_numbers_of_orders_are_never_used_again() -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    withdraw_order(game.pk, bob, order_for(game, bob).number)
    assert order_for(game, bob).number == 2


def test_orders_are_numbered_for_each_player() -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    assert [order_for(game, ann).number, order_for(game, bob).number] == [1, 1]
    assert len(waiting_orders(ann, game)) == 1


@pytest.mark.parametrize(
    ("condition", "orders", "code", "words"),
    [
        ("", "", "orders-empty", "empty"),
        ("z9", "L", "condition-off-board", "z9"),
        ("soon", "L", "condition-unreadable", "“soon”"),
        ("a1", "L", "orders-never-there", "no longer"),
        ("d5 N", "R; 1: a1a2", "orders-face", "With a 1 Assam stops on e5, and a1a2 is not possible"),
        ("", "1: e6e7", "orders-no-rotation", "L, F or R"),
    ],
)
def test_an_order_that_can_never_be_played_is_refused(condition: str, orders: str, code: str, words: str) -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    with pytest.raises(Illegal, match=code) as caught:
        add_order(game.pk, bob, condition, orders)
    assert words in str(caught.value.message)
    assert not AdvanceOrder.objects.exists()


def test_the_same_order_twice_is_refused() -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    order_for(game, bob, "d5", "L")
    with pytest.raises(Conflict, match="same-order") as caught:
        order_for(game, bob, "D5", "l")
    assert "order 1" in str(caught.value.message)


def test_orders_of_a_player_are_limited() -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    orders = (
        AdvanceOrder(game=game, user=bob, number=n, rank=n, condition="d5", orders="L")
        for n in range(1, MAX_WAITING + 1)
    )
    AdvanceOrder.objects.bulk_create(orders)
    with pytest.raises(Conflict, match="too-many-orders"):
        order_for(game, bob)
    withdraw_order(game.pk, bob, 3)
    assert order_for(game, bob).rank == MAX_WAITING + 1


def test_a_user_without_a_seat_gives_no_orders() -> None:
    game = started_game()
    with pytest.raises(Forbidden, match="not-seated"):
        order_for(game, make_user())


def test_an_open_table_accepts_no_orders() -> None:
    game = make_table()
    with pytest.raises(Conflict, match="not-running"):
        order_for(game, host_of(game))


def test_a_player_who_is_out_gives_no_orders() -> None:
    ann, bob, cleo = make_user(), make_user(), make_user()
    game = started_game(ann, bob, cleo)
    resign(game.pk, bob)
    with pytest.raises(Conflict, match="already-out"):
        order_for(game, bob)


def test_robots_give_no_orders() -> None:
    ann = make_user()
    game = make_table(ann, robots=["random"])
    robot = game.seats.exclude(user=ann).get().user
    assert robot
    with pytest.raises(Forbidden, match="robot"):
        order_for(game, robot)


def test_a_title_without_orders_accepts_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.TITLES, STONES.key, STONES)
    player = make_user()
    game = join_table(make_table(title="stones", ruleset="standard").pk, player)
    with pytest.raises(Conflict, match="no-orders"):
        order_for(game, player)


def test_an_order_is_changed_in_its_place() -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    for text in ("L", "F"):
        order_for(game, bob, "", text)
    changed = change_order(game.pk, bob, 1, "d5", "R; 2: f6f7")
    assert waiting_orders(bob, game)[0] == changed
    assert [(row.condition, row.orders) for row in waiting_orders(bob, game)] == [("d5", "R; 2: f6f7"), ("", "F")]


def test_an_order_may_be_saved_unchanged() -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    order_for(game, bob, "", "L")
    assert change_order(game.pk, bob, 1, "", "l").orders == "L"


def test_an_invalid_change_of_an_order_changes_nothing() -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    order_for(game, bob, "", "L")
    with pytest.raises(Illegal):
        change_order(game.pk, bob, 1, "", "L; 9: a1a2")
    assert waiting_orders(bob, game)[0].orders == "L"


@pytest.mark.parametrize("numbers", [[1], [1, 2, 2], [2, 3], []])
def test_ranks_must_name_every_order_once(numbers: list[int]) -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    for text in ("L", "F"):
        order_for(game, bob, "", text)
    with pytest.raises(Conflict, match="orders-changed"):
        rank_orders(game.pk, bob, numbers)


def test_orders_are_tried_in_the_order_of_their_ranks() -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    for text in ("L", "F", "R"):
        order_for(game, bob, "", text)
    rank_orders(game.pk, bob, [3, 1, 2])
    assert [row.number for row in waiting_orders(bob, game)] == [3, 1, 2]


def test_a_withdrawn_order_no_longer_waits_and_may_be_withdrawn_again() -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    order_for(game, bob)
    withdraw_order(game.pk, bob, 1)
    assert withdraw_order(game.pk, bob, 1).state == OrderState.WITHDRAWN
    assert waiting_orders(bob, game) == []
    assert [row.number for row in past_orders(bob, game)] == [1]


@pytest.mark.parametrize("verb", ["change", "withdraw"])
def test_a_played_order_cannot_be_changed(monkeypatch: pytest.MonkeyPatch, verb: str) -> None:
    load_dice(monkeypatch, "12")
    ann, bob = make_user(), make_user()
    game = before_a_rug(ann, bob)
    order_for(game, bob)
    lay(game)
    with pytest.raises(Conflict, match="order-gone"):
        _touch(verb, game.pk, bob, 1)


@pytest.mark.parametrize("verb", ["change", "withdraw"])
def test_another_players_order_is_not_found(verb: str) -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    order_for(game, bob)
    with pytest.raises(NotFound):
        _touch(verb, game.pk, ann, 1)
    assert waiting_orders(bob, game)[0].orders == "L"


def _touch(verb: str, game_id: int, user: User, number: int) -> None:
    if verb == "change":
        change_order(game_id, user, number, "", "R")
    else:
        withdraw_order(game_id, user, number)
