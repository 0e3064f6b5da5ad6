"""Rated or not: chosen when a table is made, and said wherever people read about it before they join."""

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from accounts.models import User
from games.core.models import Game
from games.engine.registry import get_title
from games.lobby.forms import NewTableForm, preset_data, presets_of
from tests.makers import fresh, make_table, make_user, started_game

pytestmark = pytest.mark.django_db

RATED, UNRATED = "This game is rated: it changes the ratings of its players.", "This game is not rated."
FORM = {"title": "marrakech", "ruleset": "gigamic", "seat_count": "2", "pace": "usual", "seat_order": "random"}


def opened(client: Client, **sent: str) -> Game:
    """Send the form of a new table and return the table."""
    response = client.post(reverse("games:new_table"), {**FORM, **sent})
    assert response.status_code == 302
    return Game.objects.latest("pk")


@pytest.fixture
def ada_client(client: Client) -> Client:
    client.force_login(make_user("Ada"))
    return client


def test_a_table_is_rated_if_the_form_says_so(ada_client: Client) -> None:
    assert opened(ada_client, rated="on").is_rated
    assert not opened(ada_client).is_rated
    assert not opened(ada_client, rated="on", private="yes").is_rated
    assert not opened(ada_client, rated="on", hints="on").is_rated
    assert not opened(ada_client, rated="on", seat_2="greedy").is_rated


def test_the_form_proposes_a_rated_game() -> None:
    assert NewTableForm(get_title("marrakech"))["rated"].value() is True


def test_the_public_presets_are_rated() -> None:
    title = get_title("marrakech")
    rated = {}
    for preset in presets_of(title, only_robots=False):
        form = NewTableForm(title, preset_data(title, preset.key, {}))
        assert form.is_valid()
        rated[preset.key] = form.new_table().is_rated
    assert rated == {"friend": False, "classic": True, "four": True, "robots": False}


@pytest.mark.parametrize("is_rated", [True, False])
def test_players_read_whether_a_table_is_rated_before_they_join(client: Client, *, is_rated: bool) -> None:
    table = make_table(is_rated=is_rated)
    client.force_login(make_user("Ben"))

    page = client.get(f"/t/{table.code}/").content.decode()
    row = client.get("/lobby/").content.decode()

    assert (RATED in page, UNRATED in page) == (is_rated, not is_rated)
    assert (">rated</span>" in row) == is_rated


def test_a_private_table_says_nothing_of_ratings(ada_client: Client) -> None:
    page = ada_client.get(f"/t/{make_table(make_user('Ada'), is_private=True).code}/").content.decode()

    assert RATED not in page
    assert UNRATED not in page


def test_programs_open_rated_tables_and_read_so_in_lists() -> None:
    ada = make_user("Ada")
    api = APIClient()
    api.force_authenticate(ada)
    body = {"title": "marrakech", "ruleset": "gigamic", "seat_count": 2}

    rated = api.post("/api/v1/games/", {**body, "rated": True}, format="json")
    unrated = api.post("/api/v1/games/", body, format="json")
    private = api.post("/api/v1/games/", {**body, "rated": True, "private": True}, format="json")

    assert [response.status_code for response in (rated, unrated, private)] == [201, 201, 201]
    assert [response.json()["rated"] for response in (rated, unrated, private)] == [True, False, False]
    rows = {row["id"]: row["rated"] for row in api.get("/api/v1/games/?filter=mine").json()["results"]}
    assert rows[rated.json()["id"]] is True
    assert fresh(Game.objects.get(code=unrated.json()["id"])).is_rated is False


@pytest.mark.parametrize("is_rated", [True, False])
def test_who_is_about_to_resign_reads_what_that_does_to_the_rating(ada_client: Client, *, is_rated: bool) -> None:
    game = started_game(User.objects.get(username="Ada"), make_user("Ben"), is_rated=is_rated)

    page = ada_client.get(f"/t/{game.code}/resign/").content.decode()

    assert ("resigning counts as a loss" in page) == is_rated
