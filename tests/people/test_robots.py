import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.board.robots import robot_views, titles_of_robot
from games.core.choices import Status
from games.core.models import Game, Seat
from games.engine.registry import get_title
from games.lobby.robot_games import start_robot_game
from games.lobby.tables import NewTable, create_table
from games.play.robots import play_one, robots_for
from tests.helpers.page_client import HTMX, form_to, forms_of, signed_in, squeezed, text_at
from tests.makers import make_table, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.slow]
MARK = 'class="robot-mark"'
TABLE = {"ruleset": "gigamic", "seat_count": "3", "pace": "3d", "seat_order": "random"}


def newcomer() -> User:
    return make_user("newcomer", verified=False)


def waiting_for_robot(player: User) -> Game:
    game = make_table(player, robots=["greedy"])
    while not Seat.objects.filter(game=game, is_acting=True, user__robot="greedy").exists():
        game = play_on(game, 1)
    return game


def test_a_guest_plays_without_an_account(client: Client) -> None:
    client.post("/play/greedy/")
    game = Game.objects.get()
    while play_one(game.pk):
        pass
    form = form_to(text_at(client, game.get_absolute_url()), "/act/")
    client.post(form.action, {**form.values, "action": form.offers["action"][0]})
    assert Game.objects.get().ply > int(form.values["ply"])


def test_a_player_begins_a_robot_game_with_one_click() -> None:
    client = signed_in(newcomer())
    form = form_to(text_at(client, "/"), "/play/greedy/")
    response = client.post(form.action, form.values)
    assert response.headers["Location"] == Game.objects.get().get_absolute_url()


def test_opening_a_robots_page_starts_no_game() -> None:
    assert "Play against Master" in text_at(signed_in(make_user()), "/play/master/")
    assert not Game.objects.exists()


def test_a_robots_page_says_why_no_game_begins() -> None:
    player = newcomer()
    for _ in range(3):
        start_robot_game(player, "random")
    response = signed_in(player).post("/play/greedy/")
    assert response.status_code == 409
    assert "You are already playing 3 games against robots." in response.content.decode()
    assert "<h1>Play against Greedy" in squeezed(response.content.decode())


def test_a_click_for_an_unknown_robot_is_not_found(client: Client) -> None:
    assert client.post("/play/deep-blue/").status_code == 404


def test_a_game_with_others_is_not_shown_as_one_with_the_robot() -> None:
    player = make_user()
    game = create_table(
        player, NewTable(title="marrakech", ruleset="gigamic", seat_count=3, robots=["greedy", "master"])
    )
    assert game.status == Status.RUNNING
    assert signed_in(player).get("/play/greedy/").status_code == 200


def test_the_form_of_a_new_table_seats_robots() -> None:
    client = signed_in(make_user("amina"))
    client.post("/tables/new/", {**TABLE, "seat_2": "greedy", "seat_3": "", "seat_4": "master"})
    game = Game.objects.get()
    assert [seat.user.username for seat in game.seats.select_related("user") if seat.user] == ["amina", "Greedy"]
    assert game.status == Status.OPEN


def test_the_form_of_a_new_table_refuses_an_unknown_robot() -> None:
    assert signed_in(make_user()).post("/tables/new/", {**TABLE, "seat_2": "deep-blue"}).status_code == 422
    assert not Game.objects.exists()


def test_the_form_of_a_new_table_says_how_strong_and_quick_robots_are() -> None:
    page = text_at(signed_in(make_user()), "/tables/new/")
    assert "Greedy (robot, 2 of 4 stars)" in page
    assert "thinks for about 2 seconds per turn" in page


def test_the_form_of_a_new_table_suggests_the_robot_of_the_address() -> None:
    page = text_at(signed_in(make_user()), "/tables/new/?robot=master")
    assert '<option value="master" selected>' in page


def test_the_form_of_a_new_table_suggests_robots_to_a_newcomer() -> None:
    assert '<option value="greedy" selected>' in text_at(signed_in(newcomer()), "/tables/new/")


def test_the_form_of_a_new_table_suggests_a_private_table_to_a_newcomer() -> None:
    page = text_at(signed_in(newcomer()), "/tables/new/")
    assert re.search(r'name="private" value="yes"[^>]* checked', page)


def test_a_newcomers_table_for_people_is_refused_with_a_reason() -> None:
    response = signed_in(newcomer()).post("/tables/new/", {**TABLE, "seat_2": "greedy"})
    assert response.status_code == 403
    assert b"Confirm your email address first" in response.content
    assert not Game.objects.exists()


def test_the_host_lets_a_robot_sit_down() -> None:
    player = make_user()
    game = make_table(player, seat_count=3)
    client = signed_in(player)
    form = form_to(text_at(client, game.get_absolute_url()), "/robots/")
    client.post(form.action, {**form.values, "robot": "master"})
    assert game.seats.count() == 2
    assert MARK in text_at(client, game.get_absolute_url())


def test_only_the_host_is_offered_robots() -> None:
    game = make_table(seat_count=3)
    page = text_at(signed_in(make_user()), game.get_absolute_url())
    assert not [form for form in forms_of(page) if form.action.endswith("/robots/")]


def test_the_table_says_that_a_robot_thinks_and_polls_soon() -> None:
    player = make_user()
    address = waiting_for_robot(player).get_absolute_url()
    page = text_at(signed_in(player), address)
    assert "Greedy is thinking." in page
    assert 'data-every="1"' in page
    assert f'<meta http-equiv="refresh" content="2;url={address}">' in squeezed(page)


def test_the_answer_of_a_robot_comes_with_the_next_question_of_the_page() -> None:
    player = make_user()
    game, client = waiting_for_robot(player), signed_in(player)
    while play_one(game.pk):
        pass
    news = text_at(client, f"/t/{game.code}/poll/", data={"v": game.version, "seen": game.ply}, headers=HTMX)
    assert 'id="ask"' in news
    assert 'data-every="4"' in news


def test_a_robot_that_does_not_answer_is_not_asked_each_second() -> None:
    player = make_user()
    game = waiting_for_robot(player)
    Seat.objects.filter(is_acting=True).update(acting_since=timezone.now() - timedelta(minutes=4))
    assert 'data-every="4"' in text_at(signed_in(player), game.get_absolute_url())


def test_a_robot_has_its_mark_at_the_table_and_in_the_log() -> None:
    player = make_user()
    game = play_on(make_table(player, robots=["greedy"]), 6)
    assert text_at(signed_in(player), game.get_absolute_url()).count(MARK) >= 2


def test_people_have_no_robot_mark() -> None:
    game = play_on(started_game(), 6)
    assert MARK not in text_at(Client(), game.get_absolute_url())


@pytest.mark.parametrize("path", ["/", "/players/amina/", "/players/amina/games/"])
def test_a_robot_has_its_mark_in_lists(path: str) -> None:
    amina = make_user("amina")
    make_table(amina, robots=["greedy"])
    assert f"Greedy\N{NO-BREAK SPACE}<svg {MARK}" in text_at(
        signed_in(amina), path
    ) or f"Greedy</a><svg {MARK}" in text_at(signed_in(amina), path)


def test_a_robot_has_its_mark_in_the_lobby(client: Client) -> None:
    make_table(seat_count=3, robots=["greedy"])
    assert MARK in text_at(client, "/lobby/")


def test_a_robots_page_tells_its_strength_and_speed(client: Client) -> None:
    make_table(robots=["master"])
    page = text_at(client, "/players/Master/")
    assert "4 of 4 stars" in page
    assert "It thinks for about 2 seconds per turn." in page


def test_a_robots_page_offers_a_game() -> None:
    make_table(robots=["master"])
    assert form_to(text_at(signed_in(make_user()), "/players/Master/"), "/play/master/")


@pytest.mark.parametrize(("title", "result"), [("marrakech", "74.5% {} 3.4, 600"), ("marram", "84.2% {} 5.9, 120")])
def test_the_strength_of_a_robot_is_shown_with_its_error(title: str, result: str) -> None:
    told = result.format("of its two-player games against Greedy (±").replace("± ", "±\N{NO-BREAK SPACE}")
    assert [view.strength for view in robot_views(get_title(title)) if view.key == "careful"] == [
        f"It wins {told} games)."
    ]


def test_a_robots_page_tells_its_strength_in_every_game_that_it_plays() -> None:
    make_table(seat_count=3, robots=["careful", "master"])
    page = squeezed(text_at(Client(), "/players/Careful/"))
    places = [page.index(text) for text in ("<h3>Marrakech</h3>", "74.5%", "<h3>Marram</h3>", "84.2%")]
    assert places == sorted(places)
    assert "<h3>Marrakech</h3>" not in squeezed(text_at(Client(), "/players/Master/"))  # it plays nothing else


def test_no_strength_is_shown_for_a_robot_that_no_longer_plays() -> None:
    [robot] = robots_for(get_title("marrakech"), ["greedy"])
    robot.robot = "retired"
    assert titles_of_robot(robot) == []


def test_newcomers_are_asked_to_confirm_their_address() -> None:
    page = text_at(signed_in(newcomer()), "/")
    assert "Confirm your address to play with other people." in page
    assert form_to(page, "/accounts/email/").values["email"] == "newcomer@example.org"


@pytest.mark.parametrize("at_table", [False, True])
def test_newcomers_without_an_address_are_asked_for_one_even_on_a_page_they_have_seen(at_table: bool) -> None:
    user = newcomer()
    client, path = signed_in(user), start_robot_game(user, "random").get_absolute_url() if at_table else "/"
    assert "Confirm your address to play with other people." in text_at(client, path)
    EmailAddress.objects.filter(user=user).delete()
    assert "Add an email address to play with other people." in text_at(client, path)


def test_a_confirmed_user_is_not_asked_to_confirm_an_address() -> None:
    assert "confirm-banner" not in text_at(signed_in(make_user()), "/")


def test_newcomers_have_no_chat_form() -> None:
    user = newcomer()
    game = make_table(user, robots=["greedy"])
    page = text_at(signed_in(user), game.get_absolute_url())
    assert not [form for form in forms_of(page) if form.action.endswith("/chat/")]


def test_newcomers_at_a_table_with_people_are_told_why_they_cannot_write() -> None:
    game = make_table()
    response = signed_in(newcomer()).post(f"/t/{game.code}/join/")
    assert response.status_code == 403
    assert b"Confirm your email address first" in response.content
    assert game.seats.count() == 1


def test_turns_of_several_robots_are_one_animation() -> None:
    game = play_on(make_table(make_user("Ada"), robots=["greedy"]), 0)
    client = signed_in(make_user("Ada"))
    for seat in game.seats.all():
        game.seats.update(is_acting=False)
        game.seats.filter(pk=seat.pk).update(is_acting=True, acting_since=timezone.now())
        goes_on = "data-goes-on" in text_at(client, game.get_absolute_url())
        assert goes_on == bool(seat.user and seat.user.robot)
