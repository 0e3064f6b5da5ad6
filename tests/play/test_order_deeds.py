"""Tests of orders in advance that resign, offer an end, or ask for a rematch."""

import pytest

from games.common.errors import Conflict, Illegal
from games.core.choices import Status
from games.core.log import fault_of
from games.core.models import Entry, Game
from games.engine.values import RESIGNED
from games.notifications.models import Kind, Notification
from games.play.actions import play_action
from games.play.models import AdvanceOrder, OrderDeed, OrderState, Proposal, ProposalKind, ProposalState
from games.play.orders import add_order, change_order, reasons_of
from games.play.proposals import answer_abort
from tests.helpers.order_texts import after_next, before_a_rug, form, lay, load_dice, whole_turn
from tests.makers import acting_user, make_user, play_on, started_game

pytestmark = pytest.mark.django_db


def deed(game: Game, deed: OrderDeed, condition: str = "") -> AdvanceOrder:
    user = game.seats.get(number=1).user
    assert user
    return add_order(game.pk, user, condition, "", deed)


def state_of_order(order: AdvanceOrder) -> str:
    order.refresh_from_db()
    return order.state


def test_an_order_resigns_when_its_turn_comes() -> None:
    ann, bob = make_user(), make_user()
    order = deed(before_a_rug(ann, bob), OrderDeed.RESIGN)
    game = lay(order.game)
    assert (game.status, game.end_reason) == (Status.FINISHED, RESIGNED)
    assert state_of_order(order) == OrderState.USED
    assert Entry.objects.filter(game=game, seat=1).values_list("note", flat=True)[0] == "order"
    assert fault_of(game) == ""


def test_a_resignation_by_order_tells_the_others_and_lets_them_play_on() -> None:
    ann, bob, cleo = make_user(), make_user(), make_user()
    order = deed(before_a_rug(ann, bob, cleo), OrderDeed.RESIGN)
    game = lay(order.game)
    assert acting_user(game) == cleo
    assert game.seats.get(user=bob).is_out
    told = Notification.objects.filter(kind=Kind.RESIGNED, channel="email").values_list("user", flat=True)
    assert set(told) == {ann.pk, cleo.pk}


def test_an_order_does_not_resign_where_its_condition_is_not_met(monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, "2")
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    order = deed(game, OrderDeed.RESIGN, "d5 N")
    game = lay(play_action(game.pk, ann, "F", game.ply))
    assert (game.status, acting_user(game)) == (Status.RUNNING, bob)
    assert state_of_order(order) == OrderState.DROPPED
    assert [message.key for message in reasons_of(order)] == ["orders.never-there"]


def test_an_order_offers_an_end_and_leaves_the_turn_to_the_player() -> None:
    ann, bob = make_user(), make_user()
    order = deed(before_a_rug(ann, bob), OrderDeed.ABORT)
    game = lay(order.game)
    assert acting_user(game) == bob
    proposal = Proposal.objects.get(game=game, kind=ProposalKind.ABORT)
    assert (proposal.user, proposal.state) == (bob, ProposalState.OPEN)
    assert state_of_order(order) == OrderState.USED


def test_an_order_that_offers_an_end_leaves_the_turn_to_the_next_order() -> None:
    ann, bob = make_user(), make_user()
    game = before_a_rug(ann, bob)
    offer = deed(game, OrderDeed.ABORT)
    turn = add_order(game.pk, bob, "", whole_turn(after_next(game), 1))
    game = lay(game)
    assert acting_user(game) == ann
    assert (state_of_order(offer), state_of_order(turn)) == (OrderState.USED, OrderState.USED)
    assert Proposal.objects.filter(game=game, user=bob).exists()


def test_an_offered_end_that_the_others_wanted_already_ends_the_game() -> None:
    ann, bob = make_user(), make_user()
    game = before_a_rug(ann, bob)
    order = deed(game, OrderDeed.ABORT)
    answer_abort(game.pk, ann, True)
    game = lay(Game.objects.get(pk=game.pk))
    game.refresh_from_db()
    assert game.status == Status.ABORTED
    assert state_of_order(order) == OrderState.USED


def test_an_order_asks_for_a_rematch_when_the_game_is_over() -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob, options={"rugs": "2/2/2"})
    order = deed(game, OrderDeed.REMATCH)
    game = play_on(game)
    assert game.is_over
    assert state_of_order(order) == OrderState.USED
    rematch = Game.objects.get(rematch_of=game)
    assert rematch.seats.filter(user=bob).exists()
    assert Notification.objects.filter(kind=Kind.INVITATION, user=ann).exists()


def test_a_refused_rematch_drops_the_order_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object, **_kwargs: object) -> None:
        raise Conflict("too-many", "You have too many open tables.")

    monkeypatch.setattr("games.receivers.rematch", refuse)
    game = started_game(make_user(), make_user(), options={"rugs": "2/2/2"})
    order = deed(game, OrderDeed.REMATCH)
    game = play_on(game)
    assert game.is_over
    assert state_of_order(order) == OrderState.DROPPED
    assert [message.params["why"] for message in reasons_of(order)] == ["You have too many open tables."]


def test_an_order_to_resign_where_the_figure_cannot_stand_is_refused() -> None:
    game = before_a_rug(make_user(), make_user())
    cells = [f"{column}{row}" for column in "abcdefg" for row in range(1, 8)]
    here = form().suppose(form().read_condition(""), after_next(game), 1)
    far = next(cell for cell in cells if not form().is_met(form().read_condition(cell), here))
    with pytest.raises(Illegal):
        deed(game, OrderDeed.RESIGN, far)
    assert not AdvanceOrder.objects.exists()


def test_the_same_deed_twice_is_refused() -> None:
    game = before_a_rug(make_user(), make_user())
    deed(game, OrderDeed.REMATCH)
    with pytest.raises(Conflict, match="same-order"):
        deed(game, OrderDeed.REMATCH)
    assert AdvanceOrder.objects.count() == 1


def test_an_order_to_play_becomes_one_to_resign() -> None:
    ann, bob = make_user(), make_user()
    game = before_a_rug(ann, bob)
    row = add_order(game.pk, bob, "", "L")
    changed = change_order(game.pk, bob, row.number, "", "L", OrderDeed.RESIGN)
    assert (changed.orders, changed.deed) == ("", OrderDeed.RESIGN)
