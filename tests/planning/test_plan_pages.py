import re

import pytest
from django.test import Client
from django.urls import reverse

from games.core.log import log_of, state_of
from games.core.models import Game
from games.engine.registry import get_title
from games.notifications.links import TurnToken, turn_link_token
from tests.helpers.page_client import Form, forms_of, signed_in, squeezed, text_at
from tests.makers import acting_user, fresh, make_table, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.slow]


def page_of(game: Game) -> str:
    return reverse("games:plan", args=[game.code])


def chosen(html: str) -> dict[str, str]:
    """Return what the lists of places have selected, by face."""
    lists = re.findall(r'<select[^>]* name="face-(\d)"[^>]*>(.*?)</select>', html, re.DOTALL)
    return {face: "".join(re.findall(r'value="([a-g1-7-]*)" selected', options)) for face, options in lists}


def plan_form(html: str) -> Form:
    """Return the form of the plan with its lists, as a browser without JavaScript sends it."""
    form = next(form for form in forms_of(html) if "ply" in form.values)
    form.values |= {f"face-{face}": place for face, place in chosen(html).items()}
    return form


def test_the_plan_of_a_turn_has_a_board_for_each_face_with_a_suggested_place() -> None:
    game = started_game(has_hints=True)
    page = text_at(signed_in(acting_user(game)), page_of(game))
    places = chosen(page)
    assert list(places) == ["1", "2", "3", "4"]
    assert all(places.values())
    assert len(re.findall(r"<svg", page)) == 4
    assert re.findall(r">(\d/6)<", page) == ["1/6", "2/6", "2/6", "1/6"]
    assert page.count("★") == 4
    for face in places:
        assert f"Rug for a {face}" in page
        assert f'alt="If you roll a {face}"' in page


def test_a_plan_in_a_game_between_people_suggests_no_place() -> None:
    game = started_game()
    page = text_at(signed_in(acting_user(game)), page_of(game))
    assert set(chosen(page).values()) == {""}
    assert "★" not in page


def test_a_plan_at_a_table_with_a_robot_suggests_places() -> None:
    ann = make_user()
    game = make_table(ann, robots=["greedy"])
    client = signed_in(ann)
    while acting_user(fresh(game)) != ann:
        game = play_on(fresh(game), 1)
    page = text_at(client, page_of(game))
    assert all(chosen(page).values())
    assert page.count("★") == 4


def test_one_button_plays_the_planned_turn() -> None:
    game = started_game(has_hints=True)
    player = acting_user(game)
    client = signed_in(player)
    form = plan_form(text_at(client, f"{page_of(game)}?rotation=L"))
    assert client.post(page_of(game), form.values)["Location"] == f"{game.get_absolute_url()}#play"
    rotation, rolled, rug, *_rest = [notation for _seat, notation in log_of(fresh(game))[game.ply :]]
    assert (rotation, rug) == ("L", form.values[f"face-{rolled}"])
    assert acting_user(fresh(game)) != player


def test_another_rotation_of_a_plan_shows_other_boards() -> None:
    game = started_game()
    client = signed_in(acting_user(game))
    left, right = (text_at(client, f"{page_of(game)}?rotation={turn}") for turn in "LR")
    assert re.findall(r"<b>(\w\d)</b>", left) == ["c4", "b4", "a4", "a5"]
    assert re.findall(r"<b>(\w\d)</b>", right) == ["e4", "f4", "g4", "g3"]


def test_a_square_on_a_board_of_a_plan_is_a_link_that_keeps_the_other_choices() -> None:
    game = started_game()
    client = signed_in(acting_user(game))
    page = text_at(client, f"{page_of(game)}?rotation=L&face-2=")
    place, address = re.findall(r'data-choice="(\w+)" href="([^"]+face-1)" tabindex="-1"', page)[2]
    after = chosen(text_at(client, page_of(game) + address.replace("&amp;", "&").partition("#")[0]))
    assert after == {**chosen(page), "1": place}
    assert after["2"] == ""


def test_an_impossible_place_in_a_plan_is_ignored() -> None:
    game = started_game()
    client = signed_in(acting_user(game))
    assert chosen(text_at(client, f"{page_of(game)}?rotation=X&face-1=g7g6")) == chosen(text_at(client, page_of(game)))


def test_a_face_left_open_in_a_plan_waits_for_the_rug() -> None:
    game = started_game()
    player = acting_user(game)
    signed_in(player).post(page_of(game), {"ply": game.ply, "rotation": "F", "face-1": ""})
    assert len(log_of(fresh(game))) == game.ply + 2
    assert acting_user(fresh(game)) == player


@pytest.mark.parametrize(
    ("sent", "status", "said"),
    [
        ({"rotation": "L", "face-2": "g6g7"}, 422, "g6g7 is not possible"),
        ({"rotation": "L", "face-9": "c4c5"}, 422, "There is no 9 on the die"),
        ({"rotation": "L", "face-2": "💥"}, 422, "Write orders like this"),
        ({"rotation": ""}, 422, "These orders are empty. Add a rotation or a rug."),
        ({"rotation": "L", "ply": "x"}, 422, "whole number"),
        ({"rotation": "L", "ply": "1"}, 409, "The game has moved on. Check the board and try again."),
    ],
)
def test_an_impossible_plan_is_explained_and_kept(sent: dict[str, str], status: int, said: str) -> None:
    game = started_game()
    filled = {"ply": str(game.ply), "face-3": "", **sent}
    answer = signed_in(acting_user(game)).post(page_of(game), filled)
    page = answer.content.decode()
    assert answer.status_code == status
    assert said in page
    assert chosen(page)["3"] == ""
    assert log_of(fresh(game)) == log_of(game)


def test_a_plan_after_the_roll_leads_to_the_table() -> None:
    game = play_on(started_game(), 1)
    answer = signed_in(acting_user(game)).get(page_of(game))
    assert (answer.status_code, answer["Location"]) == (302, f"{game.get_absolute_url()}#play")


def test_a_player_cannot_plan_the_turn_of_another_player() -> None:
    game = started_game()
    other = game.seats.exclude(user=acting_user(game)).get().user
    assert other
    sent = {"ply": str(game.ply), "rotation": "L"}
    assert signed_in(other).get(page_of(game)).status_code == 302
    assert signed_in(other).post(page_of(game), sent).status_code == 403
    assert signed_in(make_user()).get(page_of(game)).status_code == 403
    assert log_of(fresh(game)) == log_of(game)


def test_the_table_leads_to_the_plan_at_the_beginning_of_a_turn() -> None:
    game = started_game()
    client = signed_in(acting_user(game))
    assert page_of(game) in text_at(client, game.get_absolute_url())
    play_on(game, 1)
    assert page_of(game) not in text_at(client, game.get_absolute_url())


def test_a_whole_turn_is_planned_and_played_from_an_email() -> None:
    game = started_game(has_hints=True)
    player, client = acting_user(game), Client(enforce_csrf_checks=True)
    address = reverse("games:turn_link", args=[turn_link_token(TurnToken.of(player, game), "plan")])
    form = plan_form(text_at(client, f"{address}?rotation=R"))
    answer = client.post(form.action, form.values)
    assert answer.status_code == 302
    assert "The turn has been played." in text_at(client, answer["Location"])
    assert acting_user(fresh(game)) != player


def test_an_impossible_plan_from_an_email_is_shown_again() -> None:
    game = started_game()
    address = reverse("games:turn_link", args=[turn_link_token(TurnToken.of(acting_user(game), game), "plan")])
    answer = Client().post(address, {"rotation": "L", "face-1": "a1a2", "face-4": ""})
    assert answer.status_code == 422
    assert "a1a2 is not possible" in answer.content.decode()
    assert chosen(answer.content.decode())["4"] == ""
    assert log_of(fresh(game)) == log_of(game)


def test_a_link_to_the_plan_asks_for_the_rug_after_the_roll() -> None:
    game = started_game()
    player = acting_user(game)
    address = reverse("games:turn_link", args=[turn_link_token(TurnToken.of(player, game), "plan")])
    game = play_on(game, 1)
    page = text_at(Client(), address)
    places = get_title(game.title).legal_actions(state_of(game))
    assert len(re.findall(r'type="radio" name="action"', squeezed(page))) == len(places)
