"""Tests of orders in advance at the table: “Order in advance”, orders that did not fit, and orders made to fit."""

import re
from html import unescape

import pytest
from django.test import Client

from accounts.models import User
from games.core.models import Game
from games.play.actions import play_action
from games.play.models import AdvanceOrder, OrderDeed, OrderState
from games.play.orders import add_order
from tests.helpers.order_texts import after_next, before_a_rug, lay, load_dice, whole_turn
from tests.helpers.page_client import signed_in
from tests.makers import make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
HX = {"HX-Request": "true"}


@pytest.fixture
def ann() -> User:
    return make_user("Ann")


@pytest.fixture
def bob() -> User:
    return make_user("Bob")


def page(client: Client, address: str) -> str:
    return " ".join(unescape(client.get(address).content.decode()).split())


def orders_url(game: Game) -> str:
    return f"{game.get_absolute_url()}orders/"


def orders_of(game: Game) -> list[tuple[str, str, str]]:
    return list(AdvanceOrder.objects.filter(game=game, state="waiting").values_list("condition", "orders", "deed"))


def after_unfit_order(ann: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Return a game in which it is Bob's turn, and his order for d5 was no use because the figure stands on d6."""
    load_dice(monkeypatch, "2")
    game = started_game(ann, bob)
    add_order(game.pk, bob, "d5 N", "R; 1: e6f6")
    return lay(play_action(game.pk, ann, "F", game.ply))


def test_after_confirming_the_table_offers_orders_without_another_page(ann: User, bob: User) -> None:
    game = before_a_rug(ann, bob)
    client = signed_in(ann)
    sent = {
        "ply": str(game.ply),
        "action": re.findall(r'name="action" value="(\w{4})"', page(client, game.get_absolute_url()))[0],
    }
    answer = " ".join(client.post(f"{game.get_absolute_url()}act/", sent, headers=HX).content.decode().split())
    assert f'hx-get="{orders_url(game)}" hx-target="closest .and-if" hx-select=".and-if"' in answer
    assert "Order in advance" in answer


def test_an_order_sent_from_the_table_is_confirmed_inside_it(ann: User, bob: User) -> None:
    game = started_game(ann, bob)
    client = signed_in(bob)
    sent = {"square": "", "facing": "", "rotation": "L"}
    answer = client.post(orders_url(game), sent, follow=True, headers=HX).content.decode()
    inside = answer[answer.index('class="and-if"') :]
    assert "Order 1 saved for your next turn." in inside
    assert orders_of(game) == [("", "L", "")]


def test_the_form_gives_orders_to_resign(ann: User, bob: User) -> None:
    game = started_game(ann, bob)
    client = signed_in(bob)
    client.post(orders_url(game), {"square": "d5", "facing": "", "rotation": "L", "deed": "resign"})
    assert orders_of(game) == [("d5", "", OrderDeed.RESIGN)]
    assert "Resign" in page(client, orders_url(game))


def test_the_table_names_the_order_that_did_not_fit_with_its_words(
    ann: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = after_unfit_order(ann, bob, monkeypatch)
    text = page(signed_in(bob), game.get_absolute_url())
    notice = text[text.index("Your order 1 did not fit") :][:400]
    assert "R; 1: e6f6" in notice
    assert "d5" in notice


def test_the_table_does_not_name_it_to_the_other_player(ann: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    game = after_unfit_order(ann, bob, monkeypatch)
    assert "did not fit" not in page(signed_in(ann), game.get_absolute_url())


def test_one_click_makes_a_turn_that_fits_of_an_order_that_did_not(
    ann: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = after_unfit_order(ann, bob, monkeypatch)
    client = signed_in(bob)
    (address,) = re.findall(r'href="([^"]+)">\s*Make it fit', page(client, game.get_absolute_url()))
    plan = client.get(address).context["plan"]
    assert plan.rotation == "R"
    assert all(face.chosen in {place.notation for place in face.places} for face in plan.faces if face.chosen)


def test_an_order_that_became_impossible_before_its_turn_is_named_too(
    ann: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_dice(monkeypatch, "2")
    game = started_game(ann, bob)
    add_order(game.pk, bob, "d5 N", "R")
    game = play_action(game.pk, ann, "F", game.ply)
    assert AdvanceOrder.objects.get().state == OrderState.DROPPED
    assert "Your order 1 did not fit" in page(signed_in(bob), lay(game).get_absolute_url())


def test_a_refused_order_is_made_to_fit_by_one_button(ann: User, bob: User) -> None:
    game = before_a_rug(ann, bob)
    client = signed_in(bob)
    form = client.get(orders_url(game)).context["draft"]
    sent = {"square": form.square, "facing": form.facing, "rotation": "L", "face-1": "a1a2", "boards": "1"}
    answer = client.post(orders_url(game), sent)
    assert answer.status_code == 422
    assert 'name="do" value="fit"' in answer.content.decode()
    assert orders_of(game) == []
    client.post(orders_url(game), {**sent, "do": "fit"})
    ((condition, orders, _deed),) = orders_of(game)
    assert condition == f"{form.square} {form.facing}"
    assert re.fullmatch(r"L; 1: \w{4}", orders)
    assert "a1a2" not in orders


def test_an_impossible_square_is_made_a_likely_one(ann: User, bob: User) -> None:
    game = before_a_rug(ann, bob)
    client = signed_in(bob)
    form = client.get(orders_url(game)).context["draft"]
    far = "a1" if form.square != "a1" else "g7"
    client.post(orders_url(game), {"square": far, "facing": "", "rotation": "L", "do": "fit"})
    assert orders_of(game) == [(f"{form.square} {form.facing}", "L", "")]


def test_a_waiting_order_that_does_not_fit_the_table_says_so_and_is_made_to_fit(ann: User, bob: User) -> None:
    game = before_a_rug(ann, bob)
    client = signed_in(bob)
    form = client.get(orders_url(game)).context["draft"]
    add_order(game.pk, bob, f"{form.square} {form.facing}", whole_turn(after_next(game), 1))
    assert "does not fit" not in page(client, orders_url(game))
    rugs = whole_turn(after_next(game), 1)
    AdvanceOrder.objects.update(orders=re.sub(r"1: \w{4}", "1: a1a2", rugs))
    text = page(client, orders_url(game))
    assert "As the table is now, it does not fit:" in text
    client.post(orders_url(game), {"number": "1", "do": "fit"})
    assert "a1a2" not in orders_of(game)[0][1]
    assert AdvanceOrder.objects.get().number == 1
    assert "does not fit" not in page(client, orders_url(game))
