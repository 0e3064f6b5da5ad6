import pytest

from accounts.models import User
from games.core.log import fault_of, log_of
from games.core.models import Entry, Game
from games.notifications.models import Kind, Notification
from games.play.actions import play_action
from games.play.after_action import rebuild_derived
from games.play.endings import resign
from games.play.models import AdvanceOrder, OrderState
from games.play.orders import dropped_orders, past_orders, rank_orders, reasons_of, tried_orders, waiting_orders
from games.play.proposals import answer_abort
from tests.helpers.order_texts import after_next, before_a_rug, lay, load_dice, order_for, whole_turn
from tests.makers import acting_user, make_user, play_on, started_game

pytestmark = pytest.mark.django_db


def states(game: Game, user: User) -> list[tuple[int, str]]:
    """Return number and state of every order that a player has given, by number."""
    return list(AdvanceOrder.objects.filter(game=game, user=user).order_by("number").values_list("number", "state"))


def why(order: AdvanceOrder) -> list[str]:
    """Return the keys of the reasons why an order was dropped."""
    order.refresh_from_db()
    return [message.key for message in reasons_of(order)]


def told(user: User) -> list[dict[str, object]]:
    """Return what mails about orders a player gets."""
    return list(
        Notification.objects.filter(kind=Kind.ORDERS, user=user, channel="email").values_list("params", flat=True)
    )


def turn_mails(user: User) -> int:
    return Notification.objects.filter(kind=Kind.TURN, user=user, channel="email").count()


def waiting_bob() -> tuple[User, User, Game]:
    """Return two players and their game: the first has rolled and is to lay a rug."""
    ann, bob = make_user(), make_user()
    return ann, bob, before_a_rug(ann, bob)


def test_an_ordered_turn_is_played_when_it_comes() -> None:
    ann, bob, game = waiting_bob()
    order = order_for(game, bob, orders=whole_turn(after_next(game), 1))
    game = lay(game)
    assert acting_user(game) == ann
    assert states(game, bob) == [(order.number, OrderState.USED)]
    assert turn_mails(bob) == 0


def test_the_log_says_what_was_played_by_order() -> None:
    _ann, bob, game = waiting_bob()
    order_for(game, bob, orders=whole_turn(after_next(game), 1))
    game = lay(game)
    notes = Entry.objects.filter(game=game).exclude(seat=None).values_list("seat", "note")
    assert list(notes) == [(0, ""), (0, ""), (1, "order"), (1, "order")]
    assert not Entry.objects.filter(game=game, seat=None).exclude(note="").exists()
    assert fault_of(game) == ""


def test_the_owner_of_an_order_is_notified_that_it_was_played() -> None:
    _ann, bob, game = waiting_bob()
    order = order_for(game, bob, orders=whole_turn(after_next(game), 1))
    lay(game)
    assert told(bob) == [{"order": order.number, "turn": 2}]


def test_the_first_order_that_fits_is_played_and_the_others_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, "12")
    _ann, bob, game = waiting_bob()
    first = order_for(game, bob, "d5 N", "R")
    second = order_for(game, bob, "", "L")
    game = lay(game)
    assert states(game, bob) == [(1, OrderState.USED), (2, OrderState.DROPPED)]
    assert why(second) == ["site.superseded"]
    assert log_of(game)[-2][1] == "R"
    assert tried_orders(bob, game, 2) == [first, second]


def test_orders_are_tried_by_rank(monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, "12")
    _ann, bob, game = waiting_bob()
    order_for(game, bob, "", "R")
    order_for(game, bob, "", "L")
    rank_orders(game.pk, bob, [2, 1])
    game = lay(game)
    assert states(game, bob) == [(1, OrderState.DROPPED), (2, OrderState.USED)]


def test_a_turn_waits_for_the_rug_if_no_order_is_for_the_rolled_face() -> None:
    _ann, bob, game = waiting_bob()
    order_for(game, bob, "", "R")
    game = lay(game)
    assert acting_user(game) == bob
    assert turn_mails(bob) == 1
    assert told(bob) == []


def test_orders_that_do_not_fit_are_dropped_with_their_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, "1")
    ann, bob, game = waiting_bob()
    orders = [order_for(game, bob, "", "R; 1: d6e6"), order_for(game, bob, "d5", "R; 1: d6e6")]
    game = play_action(game.pk, ann, "d6e6", game.ply)
    assert acting_user(game) == bob
    assert [why(order) for order in orders] == [["orders.face"]] * 2
    assert tried_orders(bob, game, game.turn) == orders
    assert turn_mails(bob) == 1
    assert told(bob) == []


def test_an_order_with_another_condition_is_dropped_and_its_owner_notified(monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, "2")
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    gone, kept = order_for(game, bob, "d5"), order_for(game, bob, "d6")
    play_action(game.pk, ann, "F", game.ply)
    assert why(gone) == ["orders.never-there"]
    assert waiting_orders(bob, game) == [kept]
    assert told(bob) == [{"dropped": "1"}]
    assert dropped_orders(bob, game, [1, 2]) == [gone]


def test_orders_given_in_the_own_turn_are_for_the_next_one(monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, "123")
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    order_for(game, ann, "", "R")
    answer_abort(game.pk, ann, agrees=True)
    assert len(waiting_orders(ann, game)) == 1
    game = play_on(Game.objects.get(pk=game.pk), 2)
    assert len(waiting_orders(ann, game)) == 1
    game = play_on(game, 2)
    assert acting_user(game) == ann
    assert states(game, ann) == [(1, OrderState.USED)]


def test_orders_of_two_players_answer_each_other_and_come_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, "1234")
    ann, bob, game = waiting_bob()
    for _ in range(2):
        order_for(game, bob, orders=whole_turn(after_next(game), 1) if not waiting_orders(bob, game) else "F")
    order_for(game, ann, orders="R")
    before = game.ply
    game = lay(game)
    assert acting_user(game) == ann
    assert waiting_orders(bob, game) == waiting_orders(ann, game) == []
    assert [seat for seat, _text in log_of(game)[before:] if seat is not None] == [0, 1, 1, 0]


def test_orders_of_three_players_answer_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, "1111")
    ann, bob, cleo = make_user(), make_user(), make_user()
    game = before_a_rug(ann, bob, cleo)
    order_for(game, bob, orders="F; 1: d7e7")
    order_for(game, cleo, "d6 N", "R; 1: d7e7")
    order_for(game, cleo, "", "R; 1: e5f5")
    order_for(game, ann, orders="R")
    game = play_action(game.pk, ann, "c5c6", game.ply)
    assert [(seat, text) for seat, text in log_of(game)[3:] if seat is not None] == [
        (1, "F"),
        (1, "d7e7"),
        (2, "R"),
        (2, "e5f5"),
        (0, "R"),
    ]
    assert acting_user(game) == ann


def test_orders_are_chosen_before_the_roll_where_assam_is_turned_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, "123")
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob, ruleset="gigamic-variant")
    order = order_for(game, bob, "d5 E", "L; 1: e6e7; 2: f6f7 R")
    game = play_action(game.pk, ann, "c5c6", game.ply)
    game = play_action(game.pk, ann, "R", game.ply)
    assert [text for seat, text in log_of(game) if seat == 1] == ["f6f7", "R"]
    assert told(bob) == [{"order": order.number, "turn": 2}]


def test_a_resignation_drops_the_orders_of_the_player() -> None:
    ann, bob, cleo = make_user(), make_user(), make_user()
    game = started_game(ann, bob, cleo)
    order = order_for(game, bob)
    resign(game.pk, bob)
    assert why(order) == ["orders.out"]


def test_the_end_of_the_game_drops_waiting_orders_and_leaves_the_notice_to_its_email() -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    order = order_for(game, bob)
    resign(game.pk, ann)
    assert why(order) == ["orders.over"]
    assert told(bob) == []
    assert dropped_orders(bob, game) == [order]
    assert past_orders(bob, game) == [order]


def test_an_unreadable_order_is_dropped_and_the_game_goes_on() -> None:
    _ann, bob, game = waiting_bob()
    unread = order_for(game, bob)
    AdvanceOrder.objects.update(orders="hop")
    game = lay(game)
    assert acting_user(game) == bob
    assert why(unread) == ["refused.orders-unreadable"]


def test_rebuilding_a_game_tries_no_orders() -> None:
    _ann, bob, game = waiting_bob()
    order_for(game, bob)
    ply = lay(game).ply
    order_for(game, bob, orders="R")
    rebuild_derived(game.pk)
    assert Game.objects.get(pk=game.pk).ply == ply
    assert len(waiting_orders(bob, game)) == 1
