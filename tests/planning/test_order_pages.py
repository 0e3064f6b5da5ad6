import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.core.log import log_of
from games.core.models import Game
from games.planning import forms
from games.planning.forms import likely_pose
from games.play.actions import play_action
from games.play.endings import resign
from games.play.models import AdvanceOrder, OrderState
from games.play.orders import add_order, waiting_orders
from games.table.view import table_view
from tests.helpers.page_client import signed_in, squeezed, text_at
from tests.makers import acting_user, any_action, make_user, play_on, started_game

from .test_plan_pages import chosen

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.slow]

ANY = {"square": "", "facing": "", "rotation": "L"}


def waiter(game: Game) -> User:
    """Return the player who does not act."""
    user = game.seats.exclude(user=acting_user(game)).get().user
    assert user
    return user


def page_of(game: Game) -> str:
    return reverse("games:orders", args=[game.code])


def texts(user: User, game: Game) -> list[tuple[int, str, str]]:
    return [(order.number, order.condition, order.orders) for order in waiting_orders(user, game)]


def test_the_form_of_an_order_begins_with_the_most_likely_square_of_assam(monkeypatch: pytest.MonkeyPatch) -> None:
    game = started_game()
    monkeypatch.setattr(forms, "_may_come", lambda *_about: True)
    view = table_view(game, waiter(game))
    assert likely_pose(view, 1) == ("d6", "N")  # not d4, where he stands: 2 of 6 faces lead there


def selected(html: str, name: str) -> str:
    """Return what a list has selected."""
    options = re.findall(rf'<select[^>]* name="{name}".*?</select>', html, re.DOTALL)[0]
    return "".join(re.findall(r'value="(\w*)" selected', options) or re.findall(r"<option selected>(\w+)", options))


def test_no_place_is_suggested_for_orders_in_a_game_between_people() -> None:
    game = started_game()
    page = text_at(signed_in(waiter(game)), page_of(game))
    assert set(chosen(page).values()) == {""}
    assert "★" not in page


def test_an_order_is_given_with_suggested_places() -> None:
    game = started_game(has_hints=True)
    user = waiter(game)
    client = signed_in(user)
    page = text_at(client, page_of(game))
    pose = {"square": selected(page, "square"), "facing": selected(page, "facing")}
    assert all(pose.values())
    assert "The most likely position after" in squeezed(page)
    places = {f"face-{face}": place for face, place in chosen(page).items()}
    answer = client.post(page_of(game), {**pose, "rotation": "F", "boards": "1", **places})
    assert answer["Location"] == page_of(game)
    rugs = "; ".join(f"{face}: {place}" for face, place in chosen(page).items())
    assert texts(user, game) == [(1, " ".join(pose.values()), f"F; {rugs}")]
    assert "Order 1 saved for your next turn." in text_at(client, page_of(game))


def test_an_order_begins_without_a_condition_if_several_players_come_before() -> None:
    game = started_game(make_user(), make_user(), make_user())
    waits = next(seat.user for seat in game.seats.all() if seat.user and not seat.is_acting)
    page = text_at(signed_in(waits), page_of(game))
    assert (selected(page, "square"), selected(page, "facing")) == ("", "")
    assert "The most likely position after" not in page


def test_an_order_can_be_typed() -> None:
    game = started_game()
    user = waiter(game)
    signed_in(user).post(page_of(game), {**ANY, "typed": "r"})
    assert texts(user, game) == [(1, "", "R")]


def test_boards_of_an_order_show_the_position_of_the_condition() -> None:
    game = started_game()
    user = waiter(game)
    client = signed_in(user)
    fixed = client.post(page_of(game), {"square": "d4", "facing": "W", "rotation": "L", "do": "show"}).content.decode()
    anywhere = client.post(page_of(game), {**ANY, "face-1": "c4c5", "do": "show"}).content.decode()
    assert re.findall(r"<b>(\w\d)</b>", fixed) == ["d3", "d2", "d1", "e1"]
    assert len(chosen(fixed)) == 4
    assert "<svg" not in anywhere
    assert 'name="face-1" value="c4c5"' in squeezed(anywhere)
    assert "Left, to the" in fixed
    assert "Left, to the" not in anywhere
    assert texts(user, game) == []


def test_places_chosen_on_boards_of_an_order_are_dropped_with_them() -> None:
    game = started_game()
    sent = {**ANY, "face-1": "c4c5", "boards": "1", "do": "show"}
    assert "c4c5" not in signed_in(waiter(game)).post(page_of(game), sent).content.decode()


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({**ANY, "typed": "L; 7: e6e7"}, "There is no 7 on the die"),
        ({**ANY, "face-1": "nonsense"}, "Write orders like this"),
        ({**ANY, "rotation": ""}, "These orders are empty. Add a rotation or a rug."),
        ({**ANY, "square": "z9"}, "There is no square z9"),
        ({**ANY, "square": "💥"}, "Write a condition like"),
        ({**ANY, "square": "a1", "facing": "N", "typed": "L; 1: g7g6"}, "Assam"),
    ],
)
def test_an_invalid_order_is_explained_and_kept_in_the_form(sent: dict[str, str], said: str) -> None:
    game = started_game()
    user = waiter(game)
    answer = signed_in(user).post(page_of(game), sent)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert said in page[page.index('role="alert"') :]
    assert sent.get("typed", "") in page
    assert sent.get("face-1", "") in page
    assert texts(user, game) == []


def test_orders_can_be_sorted() -> None:
    game = started_game()
    user = waiter(game)
    for turn in "LFR":
        add_order(game.pk, user, "", turn)
    client = signed_in(user)
    client.post(page_of(game), {"number": "3", "do": "up"})
    client.post(page_of(game), {"number": "1", "do": "down"})
    assert [number for number, _when, _what in texts(user, game)] == [3, 1, 2]
    client.post(page_of(game), {"number": "3", "do": "up"})
    client.post(page_of(game), {"number": "9", "do": "up"})
    assert [number for number, _when, _what in texts(user, game)] == [3, 1, 2]


def test_an_order_is_changed_under_its_number() -> None:
    game = started_game()
    user = waiter(game)
    add_order(game.pk, user, "c4 W", "L; 1: b2b3")
    client = signed_in(user)
    page = text_at(client, f"{page_of(game)}?number=1")
    assert "Change order 1" in page
    assert chosen(page) == {"1": "b2b3", "2": "", "3": "", "4": ""}
    client.post(page_of(game), {"number": "1", **ANY, "rotation": "R"})
    assert texts(user, game) == [(1, "", "R")]


def test_a_withdrawn_order_stays_in_the_list_of_earlier_ones() -> None:
    game = started_game()
    user = waiter(game)
    add_order(game.pk, user, "", "L")
    client = signed_in(user)
    client.post(page_of(game), {"number": "1", "do": "withdraw"})
    page = text_at(client, page_of(game))
    assert texts(user, game) == []
    assert "withdrawn" in page[page.index("Earlier orders") :]


def test_an_order_that_no_longer_waits_is_not_changed() -> None:
    game = started_game()
    user = waiter(game)
    add_order(game.pk, user, "", "L")
    AdvanceOrder.objects.update(state=OrderState.USED)
    client = signed_in(user)
    assert "Change order" not in text_at(client, f"{page_of(game)}?number=1")
    for sent in ({"number": "1", **ANY}, {"number": "1", "do": "withdraw"}):
        answer = client.post(page_of(game), sent)
        assert answer.status_code == 409
        assert "is no longer waiting" in answer.content.decode()


def test_the_fate_of_orders_is_shown_with_the_reason() -> None:
    game = started_game()
    user = waiter(game)
    add_order(game.pk, user, "", "L")
    add_order(game.pk, user, "", "R")
    game = play_action(game.pk, acting_user(game), "F", game.ply)
    game = play_action(game.pk, acting_user(game), any_action(game), game.ply)
    page = text_at(signed_in(user), page_of(game))
    earlier = page[page.index("Earlier orders") :]
    assert "used" in earlier
    assert "Order 1 was played first." in earlier
    assert "L" in [notation for _seat, notation in log_of(game)]


def test_the_table_leads_to_the_orders_and_counts_the_waiting_ones() -> None:
    game = started_game()
    user = waiter(game)
    client = signed_in(user)
    assert page_of(game) in text_at(client, game.get_absolute_url())
    add_order(game.pk, user, "", "L")
    add_order(game.pk, user, "", "R")
    assert "2 orders are waiting." in text_at(client, game.get_absolute_url())
    others = text_at(signed_in(acting_user(game)), game.get_absolute_url())
    assert page_of(game) not in others
    assert page_of(game) not in text_at(Client(), game.get_absolute_url())


def test_other_players_do_not_see_orders() -> None:
    game = started_game()
    add_order(game.pk, waiter(game), "c4 W", "L; 1: b2b3")
    page = text_at(signed_in(acting_user(game)), page_of(game))
    assert "No orders are waiting." in page
    assert "b2b3" not in page
    assert signed_in(make_user()).get(page_of(game)).status_code == 403


def test_the_order_pages_of_a_finished_game_are_refused() -> None:
    game = play_on(started_game(), 2)
    user = waiter(game)
    resign(game.pk, user)
    assert signed_in(user).get(page_of(game)).status_code == 409
    assert signed_in(user).post(page_of(game), ANY).status_code == 409
