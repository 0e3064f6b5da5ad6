import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.contrib.auth import SESSION_KEY
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import UNCONFIRMED_MAX_IDLE, User
from accounts.services import create_user, purge_unconfirmed
from games.common.errors import Forbidden
from games.common.rate_limits import RATES
from games.core.choices import Status
from games.core.models import Game, Seat
from games.lobby.tables import NewTable, create_table, join_table
from games.planning.models import Note
from games.play.endings import resign
from games.sweep import delete_old_rows_daily
from tests.makers import acting_user, make_table, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
START = datetime(2026, 5, 4, 9, 0, tzinfo=UTC)
PLAY = "/play/greedy/"
ACCOUNT = {"username": "nora", "email": "nora@example.org", "password1": "seven camels in the sand"}


def guest_of(client: Client) -> User:
    return User.objects.get(pk=client.session[SESSION_KEY])


def start(client: Client) -> Game:
    """Start a game as a visitor with one POST, as the button of the home page does."""
    assert client.post(PLAY).status_code == 302
    return Game.objects.get(seats__user=guest_of(client))


def test_the_home_page_starts_a_guest_game_with_one_click(client: Client) -> None:
    assert f'action="{PLAY}"' in client.get("/").content.decode()
    game = start(client)
    assert game.status == Status.RUNNING
    assert game.is_private
    page = client.get(game.get_absolute_url())
    assert page.status_code == 200
    assert "Guest" in page.content.decode()


@pytest.mark.parametrize(("sent", "zone"), [("Europe/Paris", "Europe/Paris"), ("Mars/Olympus", "UTC"), ("", "UTC")])
def test_a_guest_reads_times_in_the_zone_of_the_browser(client: Client, sent: str, zone: str) -> None:
    client.post(PLAY, {"time_zone": sent})
    assert guest_of(client).profile.time_zone == zone


def test_opening_the_robots_page_creates_no_guest(client: Client) -> None:
    assert client.get(PLAY).status_code == 200
    assert not User.objects.filter(is_guest=True).exists()


def test_first_games_of_guests_are_short_and_later_ones_are_not(client: Client) -> None:
    first = start(client)
    assert first.options == {"rugs": "12/8/6"}
    client.post(PLAY)
    assert Game.objects.exclude(pk=first.pk).get().options == {}


def test_a_guest_plays_with_the_cookie(client: Client) -> None:
    game = start(client)
    assert Client().get(game.get_absolute_url()).status_code == 404
    assert client.get("/").context["dashboard"]
    assert client.get(game.get_absolute_url()).context["view"].table.me is not None


def test_guests_play_against_robots_only(client: Client) -> None:
    start(client)
    guest, table = guest_of(client), make_table(make_user())
    with pytest.raises(Forbidden) as joining:
        join_table(table.pk, guest)
    with pytest.raises(Forbidden) as opening:
        create_table(guest, NewTable(title="marrakech", ruleset="gigamic", seat_count=2))
    assert joining.value.code == opening.value.code == "sign-up-first"
    page = client.get(table.get_absolute_url()).content.decode()
    assert "Guests play against robots only." in page
    assert "Confirm your email address" not in page


def test_signing_up_keeps_the_game_of_a_guest(client: Client) -> None:
    game = start(client)
    guest = guest_of(client)
    assert client.get(reverse("account_signup")).status_code == 200
    answer = client.post(reverse("account_signup"), {**ACCOUNT, "next": game.get_absolute_url()})
    assert answer.status_code == 302
    user = guest_of(client)
    assert user.pk == guest.pk
    assert (user.username, user.is_guest, str(user.profile)) == ("nora", False, "nora")
    assert user.check_password(ACCOUNT["password1"])
    assert client.get(game.get_absolute_url()).context["view"].table.me is not None
    assert User.objects.filter(robot="").count() == 1


def test_a_sign_up_that_is_refused_leaves_the_guest(client: Client) -> None:
    game = start(client)
    create_user("nora", "", "x")
    assert client.post(reverse("account_signup"), ACCOUNT).status_code == 200
    assert guest_of(client).is_guest
    assert client.get(game.get_absolute_url()).status_code == 200


def test_signing_in_keeps_the_games_of_a_guest(client: Client) -> None:
    game = start(client)
    guest = guest_of(client)
    Note.objects.create(game=game, user=guest, text="tea at five")
    user = create_user("amina", "amina@example.org", "seven camels in the sand")
    answer = client.post(reverse("account_login"), {"login": "amina", "password": "seven camels in the sand"})
    assert answer.status_code == 302
    assert guest_of(client) == user
    assert not User.objects.filter(pk=guest.pk).exists()
    game.refresh_from_db()
    assert game.host == user
    assert Seat.objects.filter(game=game, user=user).count() == 1
    assert Note.objects.get(game=game).user == user
    assert client.get(game.get_absolute_url()).context["view"].table.me is not None


def test_a_wrong_password_leaves_the_games_of_a_guest(client: Client) -> None:
    start(client)
    guest = guest_of(client)
    create_user("amina", "amina@example.org", "seven camels in the sand")
    assert client.post(reverse("account_login"), {"login": "amina", "password": "wrong"}).status_code == 200
    assert guest_of(client) == guest


@pytest.mark.parametrize("page", ["accounts:settings", "accounts:tokens", "accounts:delete", "account_email"])
def test_account_pages_lead_guests_to_the_sign_up(client: Client, page: str) -> None:
    start(client)
    answer = client.get(reverse(page))
    assert (answer.status_code, answer["Location"]) == (302, reverse("account_signup"))


def test_a_guest_is_asked_for_a_name_when_the_game_is_over(client: Client) -> None:
    game = start(client)
    for page in (game.get_absolute_url(), "/"):
        assert "Keep your games." not in client.get(page).content.decode()
    resign(game.pk, guest_of(client))
    page = client.get(game.get_absolute_url()).content.decode()
    assert page.index('class="seats') < page.index("Keep your games.")  # who has won with which score comes first
    assert "Confirm your address" not in page
    assert "Keep your games." in client.get("/").content.decode()


def test_the_request_for_a_guests_name_comes_with_the_end_of_the_game(client: Client) -> None:
    game = start(client)
    resign(game.pk, guest_of(client))
    seen = {"seen": "0", "stage": "running"}
    update = client.get(reverse("games:poll", args=[game.code]), seen, headers={"HX-Request": "true"})
    assert "Keep your games." in update.content.decode()


def test_a_guest_among_robots_has_no_chat(client: Client) -> None:
    page = client.get(start(client).get_absolute_url()).content.decode()
    assert 'id="chat"' not in page
    assert 'href="#chat"' not in page


def test_a_table_says_how_many_rugs_its_players_have(client: Client) -> None:
    assert "Rugs per player: 12\n" in client.get(start(client).get_absolute_url()).content.decode()


def test_the_start_page_of_a_guest_does_not_say_that_no_game_waits_while_a_robot_thinks(client: Client) -> None:
    start(client)
    page = client.get("/").content.decode()
    assert "No game is waiting for you." not in page
    assert ("A robot is thinking." in page) is bool(acting_user(Game.objects.get()).robot)


def test_names_of_guests_are_reserved(client: Client) -> None:
    page = client.post(reverse("account_signup"), {**ACCOUNT, "username": "Guest-nora"})
    assert "This name is reserved." in page.content.decode()


def test_guests_of_one_address_are_limited(client: Client) -> None:
    cache.clear()
    codes = [Client().post(PLAY).status_code for _ in range(11)]
    assert codes == [302] * 10 + [429]
    assert User.objects.filter(is_guest=True).count() == 10


def test_a_guest_who_plays_every_day_keeps_the_games(client: Client) -> None:
    with time_machine.travel(START, tick=False) as present:
        game = start(client)
        for day in range(0, 150, 5):
            present.move_to(START + timedelta(days=day), tick=False)
            delete_old_rows_daily(timezone.now())
            assert client.get(game.get_absolute_url()).context["view"].table.me is not None


def test_pages_of_a_guest_say_from_the_first_day_until_when_the_games_are_kept(client: Client) -> None:
    with time_machine.travel(START, tick=False) as present:
        game = start(client)
        for path in ("/", game.get_absolute_url(), "/rules/"):
            assert "kept in this browser until 3 July 2026" in client.get(path).content.decode()
        present.move_to(START + timedelta(days=10), tick=False)
        assert "kept in this browser until 13 July 2026" in client.get("/").content.decode()
        resign(game.pk, guest_of(client))
        assert client.get(game.get_absolute_url()).content.decode().count("kept in this browser until") == 1


def test_guests_who_do_not_come_back_are_deleted(client: Client) -> None:
    start(client)
    guest = guest_of(client)
    assert guest.last_login is not None
    purge_unconfirmed(guest.last_login + UNCONFIRMED_MAX_IDLE)
    assert User.objects.filter(pk=guest.pk).exists()
    purge_unconfirmed(guest.last_login + UNCONFIRMED_MAX_IDLE * 1.01)
    assert not User.objects.filter(pk=guest.pk).exists()


@pytest.mark.parametrize("title", ["marrakech", "marram"])
def test_each_button_of_the_home_page_starts_a_guest_game_of_its_title(client: Client, title: str) -> None:
    button = re.search(rf'<button [^>]*name="title"\s+value="{title}"', client.get("/").content.decode())
    assert button
    assert client.post(PLAY, {"title": title}).status_code == 302
    game = Game.objects.get(seats__user=guest_of(client))
    assert (game.title, game.status) == (title, Status.RUNNING)
    assert client.get(game.get_absolute_url()).status_code == 200


def test_the_page_of_a_robot_offers_the_title_of_its_address(client: Client) -> None:
    html = client.get(f"{PLAY}?title=marram").content.decode()
    assert "A private game of Marram for two" in html
    assert '<input type="hidden" name="title" value="marram">' in html
    assert "/learn/marram/" in html


def test_a_robot_that_does_not_play_a_title_starts_no_game_of_it(client: Client) -> None:
    assert client.post("/play/master/", {"title": "marram"}).status_code == 404
    assert client.get("/play/master/?title=marram").status_code == 404
    assert not Game.objects.exists()
    assert not User.objects.filter(is_guest=True).exists()


def test_a_game_in_progress_is_found_again_by_its_title(client: Client) -> None:
    client.post(PLAY, {"title": "marram"})
    game = Game.objects.get()
    assert client.get(f"{PLAY}?title=marram")["Location"] == f"/t/{game.code}/"
    assert client.get(f"{PLAY}?title=marrakech").status_code == 200


def test_a_guest_over_the_limit_reads_when_to_try_again(client: Client) -> None:
    for _number in range(RATES["guest"].burst):
        Client().post("/play/greedy/")
    html = client.post("/play/greedy/").content.decode()
    assert "You have reached the limit for now. Try again in 3 minutes." in html
