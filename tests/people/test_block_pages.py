"""Tests of the pages and the API of blocks."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.erasure import close_account, erase_due
from accounts.models import Block, User
from accounts.services import block, create_guest
from tests.helpers.page_client import form_to, signed_in, text_at
from tests.helpers.programs import Program
from tests.makers import make_table, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def ada() -> User:
    return make_user("Ada")


@pytest.fixture
def ben() -> User:
    return make_user("Ben")


def test_a_player_is_blocked_from_their_page_after_reading_what_it_does(ada: User, ben: User) -> None:
    client = signed_in(ada)
    assert 'href="/players/Ben/block/"' in text_at(client, "/players/Ben/")
    page = text_at(client, "/players/Ben/block/")
    assert "Ben is not told." in page
    assert "It does not change this:" in page
    assert not Block.objects.exists()
    form = form_to(page, "/block/")
    assert "hides_messages" in form.values  # the box is ticked
    answer = client.post(form.action, {**form.values, "hides_messages": "on"}, follow=True)
    assert answer.redirect_chain == [("/settings/blocks/", 302)]
    assert "You have blocked Ben." in answer.content.decode()
    assert Block.objects.get().hides_messages is True


def test_a_block_can_be_changed_so_that_messages_are_shown(ada: User, ben: User) -> None:
    block(ada, ben)
    client = signed_in(ada)
    assert "hides_messages" in form_to(text_at(client, "/players/Ben/block/"), "/block/").values
    client.post("/players/Ben/block/", {})
    assert Block.objects.get().hides_messages is False
    assert "hides_messages" not in form_to(text_at(client, "/players/Ben/block/"), "/block/").values


@pytest.mark.parametrize("address", ["/players/Ben/", "/players/Ben/block/", "/players/Ben/games/"])
def test_a_page_about_another_player_is_still_a_page_of_its_reader(ada: User, ben: User, address: str) -> None:
    """Else what is sent from it would be refused, as from a page that was opened for another account."""
    client = signed_in(ada)
    reader = re.compile(r'<meta name="person" content="(\w+)"')
    assert reader.findall(text_at(client, address)) == reader.findall(text_at(client, "/settings/"))


@pytest.mark.parametrize("address", ["/players/Ben/", "/settings/blocks/"])
def test_a_player_is_unblocked_from_their_page_and_from_the_settings(ada: User, ben: User, address: str) -> None:
    block(ada, ben)
    client = signed_in(ada)
    form = form_to(text_at(client, address), "/unblock/")
    answer = client.post(form.action, form.values, follow=True)
    assert "Ben is no longer blocked." in answer.content.decode()
    assert not Block.objects.exists()


def test_the_block_of_an_erased_account_is_listed_under_its_new_name_and_can_be_lifted(
    ada: User, ben: User, ann: Program
) -> None:
    for user in (ada, ann.user):
        block(user, ben)
    close_account(ben)
    erase_due(timezone.now() + timedelta(days=8))
    name = User.objects.get(pk=ben.pk).username
    client = signed_in(ada)
    page = text_at(client, "/settings/blocks/")
    assert f"/players/{name}/block/" not in page  # the account has no page
    form = form_to(page, "/unblock/")
    assert "is no longer blocked." in client.post(form.action, form.values, follow=True).content.decode()
    assert [one["player"] for one in ann.get("blocks/")] == [name]
    ann.post(f"blocks/{name}/end/", status=204)
    assert not Block.objects.exists()


def test_the_page_of_the_blocker_says_nothing_of_the_block_to_the_other(ada: User, ben: User) -> None:
    block(ada, ben)
    page = text_at(signed_in(ben), "/players/Ada/")
    assert "blocked" not in page
    assert "/unblock/" not in page
    assert 'href="/players/Ada/block/"' in page
    assert "Ada" not in text_at(signed_in(ben), "/settings/blocks/")


@pytest.mark.parametrize("who", ["a stranger", "the player", "a guest"])
def test_no_page_offers_to_block(ada: User, ben: User, who: str) -> None:
    people = {"the player": ben, "a guest": create_guest("en")}
    client = signed_in(people[who]) if who in people else Client()
    assert "/block/" not in text_at(client, "/players/Ben/")


def test_the_page_of_a_robot_does_not_offer_to_block_it(ada: User) -> None:
    table = make_table(ada, robots=["greedy"])
    robot = table.seats.get(user__robot="greedy").user
    assert robot is not None
    client = signed_in(ada)
    assert "/block/" not in text_at(client, f"/players/{robot.username}/")
    assert client.get(f"/players/{robot.username}/block/").status_code == 404
    assert client.post(f"/players/{robot.username}/block/").status_code == 422
    assert not Block.objects.exists()


def test_programs_block_list_and_unblock(ann: Program, ben: User) -> None:
    row = ann.post("blocks/", {"player": "ben"}, 201)
    assert (row["player"], row["hides_messages"]) == ("Ben", True)
    ann.post("blocks/", {"player": "Ben", "hides_messages": False}, 201)
    assert [(one["player"], one["hides_messages"]) for one in ann.get("blocks/")] == [("Ben", False)]
    ann.post("blocks/Ben/end/", status=204)
    ann.post("blocks/Ben/end/", status=204)
    assert ann.get("blocks/") == []
    assert ann.post("blocks/", {"player": ann.user.username}, 422)["code"] == "not-blockable"
    assert ann.post("blocks/", {"player": "nobody"}, 422)["code"] == "unknown-player"
    assert not Block.objects.exists()
