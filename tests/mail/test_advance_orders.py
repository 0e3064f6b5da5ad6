import pytest
from django.template.loader import render_to_string

from accounts.models import User
from games.core.models import Game
from games.mail.compose import compose
from games.mail.contexts import orders_at_end, orders_tried
from games.mail.event_line import event_line
from games.mail.tables import Table
from games.notifications.models import Kind
from games.play.actions import play_action
from games.play.endings import resign
from games.play.models import OrderDeed
from games.play.orders import add_order
from tests.helpers.notifications import html_of, latest, text_of
from tests.helpers.order_texts import before_a_rug, lay, load_dice, order_for
from tests.makers import make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def part(user: User, game: Game) -> str:
    """Return the part of the turn email about orders in advance."""
    context = orders_tried(latest(Kind.TURN, user, game), Table(game, user))
    return " ".join(render_to_string("mail/parts/orders.txt", context).split())


def test_a_turn_by_order_is_described_with_roll_payment_and_rug(monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, "12")
    ann, bob = make_user("Amina"), make_user("Bob")
    game = before_a_rug(ann, bob, name="The Blue Table")
    order_for(game, bob, "d5 N", "L; 2: b6c6; 3: a6a7")
    order_for(game, bob, "", "R")
    play_action(game.pk, ann, "d6e6", game.ply)
    mail = compose(latest(Kind.ORDERS, bob))
    assert mail.subject == "Marrakech · Turn 2 at The Blue Table was played by your order in advance 1"
    assert event_line(latest(Kind.ORDERS, bob), Table(game, bob)).text == "Your order in advance (1) played turn 2."
    for text in (text_of(mail), html_of(mail)):
        assert "Order 1, if Assam stands on d5 facing north: L; 2: b6c6; 3: a6a7" in text
        assert "Amina laid a crimson rug on d6 and e6." in text
        assert "You rolled 2." in text
        assert "you pay nothing" in text
        assert "You laid a royal blue rug on b6 and c6." in text
        assert "Order 1 was played first." in text


def test_an_email_lists_impossible_orders_for_their_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, "2")
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob, name="The Blue Table")
    for facing in ("d5 N", "d5"):
        order_for(game, bob, facing)
    play_action(game.pk, ann, "F", game.ply)
    mail = compose(latest(Kind.ORDERS, bob))
    assert mail.subject == "Marrakech · Your orders in advance 1 and 2 at The Blue Table were dropped"
    line = event_line(latest(Kind.ORDERS, bob), Table(game, bob))
    assert line.text == "Your orders in advance (1 and 2) were dropped."
    for text in (text_of(mail), html_of(mail)):
        assert "Order 1, if Assam stands on d5 facing north: L" in text
        assert "Assam can no longer be in this position" in text
        assert f"/t/{game.code}/orders/" in text


def test_the_email_about_a_turn_lists_dropped_orders_with_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, "1")
    ann, bob = make_user(), make_user()
    game = before_a_rug(ann, bob)
    order_for(game, bob, "d5", "R; 1: d6e6")
    game = play_action(game.pk, ann, "d6e6", game.ply)
    assert part(bob, game) == (
        "== Your orders in advance == Order 1, if Assam stands on d5: R; 1: d6e6 Not played: With a "
        "1 Assam stops on e5, and d6e6 is not possible. You can’t cover a whole rug at once."
    )


def test_the_email_about_a_turn_describes_the_part_that_an_order_played() -> None:
    ann, bob = make_user(), make_user()
    game = before_a_rug(ann, bob)
    order_for(game, bob, "", "R")
    section = part(bob, lay(game))
    assert "Order 1, whatever happens: R It has been played as far as it goes." in section
    assert "The rest of the turn is up to you." in section


def test_the_email_about_a_turn_names_the_end_that_an_order_has_proposed() -> None:
    ann, bob = make_user(), make_user()
    game = before_a_rug(ann, bob)
    add_order(game.pk, bob, "", "", OrderDeed.ABORT)
    section = part(bob, lay(game))
    assert "whatever happens: propose to end the game without a result Done. The turn is up to you." in section


@pytest.mark.parametrize("others", [1, 2])
def test_the_email_about_an_order_that_resigned_names_it(others: int) -> None:
    ann, bob = make_user(), make_user()
    game = before_a_rug(ann, bob, *[make_user() for _ in range(others - 1)])
    add_order(game.pk, bob, "", "", OrderDeed.RESIGN)
    lay(game)
    mail = compose(latest(Kind.ORDERS, bob))
    for text in (text_of(mail), html_of(mail)):
        assert "Order 1, whatever happens: resign" in text


def test_the_email_about_a_turn_without_orders_does_not_mention_them() -> None:
    ann, bob = make_user(), make_user()
    assert part(bob, lay(before_a_rug(ann, bob))) == ""


def test_the_email_about_the_end_lists_waiting_orders() -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    order_for(game, bob)
    game = resign(game.pk, ann)
    context = orders_at_end(latest(Kind.OVER, bob), Table(game, bob))
    assert [order.reasons for order in context["orders_dropped"]] == [("The game is over.",)]
