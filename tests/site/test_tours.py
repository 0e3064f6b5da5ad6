"""Short tours: where they are shown, how they are dismissed, and how they come back."""

import pytest
from django.test import Client

from accounts.models import Profile, User
from accounts.services import create_guest, note_tour
from games.site.tours import TOURS
from tests.core.test_speed import asked
from tests.helpers.page_client import form_to, signed_in, text_at
from tests.makers import finished_game, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def place_of(tour: str, user: User) -> str:
    """Return the address of a page with this tour, for this player."""
    if tour == "replay":
        return f"/t/{finished_game(user, make_user()).code}/replay/"
    if tour == "marram":
        game = started_game(user, make_user(), title="marram", ruleset="classic-short", seat_order="joined")
        return f"/t/{game.code}/"
    game = started_game(user, make_user(), seat_order="joined")
    return f"/t/{game.code}/plan/" if tour == "plan" else f"/t/{play_on(game, 2).code}/orders/"


@pytest.mark.parametrize("tour", TOURS)
def test_a_tour_is_shown_at_its_place_until_it_is_dismissed(tour: str) -> None:
    user = make_user()
    client, path = signed_in(user), place_of(tour, user)
    form = form_to(text_at(client, path), f"/tours/{tour}/dismiss/")
    assert client.post(form.action, form.values)["Location"] == path
    assert "/dismiss/" not in text_at(client, path)
    assert Profile.objects.get(user=user).tours_seen == [tour]
    help_page = text_at(client, "/tours/")
    assert str(TOURS[tour].text) in help_page
    client.post(form_to(help_page, f"/tours/{tour}/show/").action)
    assert "/dismiss/" in text_at(client, path)


def test_htmx_removes_a_dismissed_tour_without_a_new_page() -> None:
    user = make_user()
    answer = signed_in(user).post("/tours/plan/dismiss/", headers={"HX-Request": "true"})
    assert (answer.status_code, answer.content) == (200, b"")
    assert Profile.objects.get(user=user).tours_seen == ["plan"]


def test_a_tour_takes_no_statement_and_visitors_see_none() -> None:
    user = make_user()
    client, path = signed_in(user), place_of("replay", user)
    shown = asked(client, path)
    note_tour(user, "replay", is_seen=True)
    note_tour(user, "replay", is_seen=True)
    assert len(asked(client, path)) == len(shown)
    assert "/dismiss/" not in text_at(Client(), path)
    assert "/show/" not in text_at(Client(), "/tours/")


def test_a_page_with_a_tour_is_new_after_it_was_dismissed() -> None:
    user = make_user()
    client, path = signed_in(user), place_of("marram", user)
    client.get(path)  # for the CSRF cookie
    first = client.get(path)
    assert client.get(path, headers={"If-None-Match": first["ETag"]}).status_code == 304
    note_tour(user, "marram", is_seen=True)
    assert client.get(path, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_guests_dismiss_tours_too() -> None:
    guest = create_guest("en")
    client = Client()
    client.force_login(guest, backend="accounts.backends.NameOrAddress")
    assert client.post("/tours/plan/dismiss/", {"next": "//evil.example/"})["Location"] == "/"
    assert Profile.objects.get(user=guest).tours_seen == ["plan"]
    assert client.post("/tours/nothing/dismiss/").status_code == 404
