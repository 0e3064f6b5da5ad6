"""Links in emails end with a new password and with "end all access"; old ones show nothing of a private table."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from allauth.account.adapter import get_adapter
from django.contrib.auth.hashers import make_password
from django.core.signing import Signer
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import end_access
from games.core.log import log_of
from games.core.models import Game
from games.deputies.selectors import deputy_link_token
from games.deputies.services import name_deputy
from games.notifications.links import TurnToken, seat_token, turn_link_token
from games.play.endings import resign
from games.play.proposals import answer, propose
from games.proposals.presenters import proposal_link_token
from tests.helpers.page_client import signed_in, text_at
from tests.makers import acting_user, fresh, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def new_password(user: User) -> None:
    get_adapter().set_password(user, "oranges-and-mint")  # as the pages do


def links_of(player: User, game: Game) -> dict[str, str]:
    """Return one link of each kind for the player whose turn it is, with the data that its form sends."""
    other = next(seat.user for seat in game.seats.select_related("user") if seat.user_id != player.pk)
    assert other
    return {
        f"/m/{turn_link_token(TurnToken.of(player, game), 'L')}/": "L",
        f"/m/{turn_link_token(TurnToken.of(player, game), 'plan')}/": "L",
        f"/m/seat/{seat_token(player, game)}/": "",
        f"/p/{proposal_link_token(propose(game.pk, other, 'abort'), player)}/": "yes",
        f"/m/deputy/{deputy_link_token(name_deputy(other, player.username, timezone.now()))}/": "yes",
    }


@pytest.mark.parametrize("end", [new_password, end_access])
@pytest.mark.parametrize("is_private", [True, False])
def test_every_link_ends_with_a_new_password_and_with_all_access(end: Callable[[User], None], is_private: bool) -> None:
    game = started_game(make_user("Amina"), make_user("Bob"), name="The Blue Table", is_private=is_private)
    player = acting_user(game)
    links = links_of(player, game)
    assert [Client().get(address).status_code for address in links] == [200] * 5
    end(player)
    for address, choice in links.items():
        for reply in (Client().get(address), Client().post(address, {"action": choice, "answer": choice})):
            page = reply.content.decode()
            assert (reply.status_code, "This link no longer works" in page) == (410, True), address
            assert not [word for word in ("The Blue Table", "Amina", "Bob", game.code) if word in page]
    assert log_of(fresh(game)) == log_of(game)
    assert fresh(game).status == game.status
    assert player.deputy_for.filter(accepted_at=None).exists()


@pytest.mark.parametrize("end", [new_password, end_access])
def test_a_link_that_is_sent_after_a_new_password_works(end: Callable[[User], None]) -> None:
    game = started_game()
    player = acting_user(game)
    end(player)
    links = links_of(player, game)
    assert [Client().get(address).status_code for address in links] == [200] * 5
    answered = Client().post(next(iter(links)), {"action": "L"})
    assert answered.status_code == 302
    assert Client().get(answered["Location"]).status_code == 200


def test_a_new_password_ends_no_links_of_others() -> None:
    game = started_game(make_user("Amina"), make_user("Bob"))
    player = acting_user(game)
    address = next(iter(links_of(player, game)))
    other = game.seats.exclude(user=player).get().user
    assert other is not None
    new_password(other)
    assert Client().get(address).status_code == 200


def old_links(player: User, game: Game) -> list[str]:
    """Return links as the release of 2026-11-26 signed them."""
    other = game.seats.exclude(user=player).get().user
    assert other is not None
    proposal, deputy = propose(game.pk, other, "abort"), name_deputy(other, player.username, timezone.now())
    turn = Signer(salt="games.mail.turn").sign_object([player.pk, game.pk, game.turn, game.ply, "L"])
    seat = Signer(salt="games.mail.seat").sign_object([player.pk, game.pk])
    asked = Signer(salt="games.mail.proposal").sign_object([player.pk, game.pk, proposal.pk])
    request = Signer(salt="games.mail.deputy").sign_object([player.pk, deputy.pk])
    return [f"/m/{turn}/", f"/m/seat/{seat}/", f"/p/{asked}/", f"/m/deputy/{request}/"]


def test_links_of_the_release_before_work_until_the_password_changes() -> None:
    game = started_game()
    player = acting_user(game)
    addresses = old_links(player, game)
    assert [Client().get(address).status_code for address in addresses] == [200] * 4
    new_password(player)
    assert [Client().get(address).status_code for address in addresses] == [410] * 4


def test_signing_in_ends_no_links(settings: object) -> None:
    settings.PASSWORD_HASHERS = [  # type: ignore[attr-defined]
        "django.contrib.auth.hashers.PBKDF2PasswordHasher",
        "django.contrib.auth.hashers.MD5PasswordHasher",
    ]
    player = make_user("Amina")
    player.password = make_password("oranges-and-mint", hasher="md5")
    player.save()
    version = player.link_version
    Client().post("/accounts/login/", {"login": "Amina", "password": "oranges-and-mint"})
    stored = User.objects.get(pk=player.pk)
    assert stored.password.startswith("pbkdf2")  # hashed again with the better method
    assert stored.link_version == version


def private_game() -> Game:
    return started_game(make_user("Amina"), make_user("Bob"), is_private=True, name="Behind the curtain")


def shows_nothing(address: str, game: Game, *names: str) -> bool:
    page = Client().get(address).content.decode()
    return not [word for word in (game.name, game.code, 'class="board"', *names) if word in page]


def test_an_old_turn_link_shows_nothing_of_a_private_table() -> None:
    game = private_game()
    player = acting_user(game)
    address = f"/m/{turn_link_token(TurnToken.of(player, game), 'L')}/"
    assert game.name in text_at(Client(), address)
    play_on(game, 3)
    assert shows_nothing(address, game, "Amina", "Bob")
    assert game.name in signed_in(player).get(address).content.decode()


def test_the_last_link_of_a_finished_private_game_shows_it_for_a_day() -> None:
    game = private_game()
    player = acting_user(game)
    resign(game.pk, player)
    address = f"/m/{turn_link_token(TurnToken.of(player, fresh(game)), '')}/"
    assert game.name in Client().get(address).content.decode()
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        assert shows_nothing(address, game, "Amina", "Bob")


def test_a_link_to_an_answered_proposal_shows_nothing_of_a_private_table() -> None:
    game = private_game()
    ann, bob = make_user("Amina"), make_user("Bob")
    row = propose(game.pk, ann, "abort")
    address = f"/p/{proposal_link_token(row, bob)}/"
    assert game.name in text_at(Client(), address)
    answer(game.pk, row.pk, bob, False)
    assert shows_nothing(address, game, "Amina")
    assert "The proposal was declined." in text_at(Client(), address)
    assert game.name in signed_in(bob).get(address).content.decode()


def test_a_link_to_a_proposal_shows_nothing_of_a_private_table_to_a_former_player() -> None:
    game = private_game()
    ann, bob = make_user("Amina"), make_user("Bob")
    row = propose(game.pk, ann, "abort")
    game.seats.filter(user=bob).update(user=None)
    assert shows_nothing(f"/p/{proposal_link_token(row, bob)}/", game, "Amina")


def test_a_seat_link_without_a_seat_to_return_to_shows_nothing_of_a_private_table() -> None:
    game = private_game()
    player = acting_user(game)
    address = f"/m/seat/{seat_token(player, game)}/"
    assert shows_nothing(address, game)
    assert game.name in signed_in(player).get(address).content.decode()
    refused = Client().post(address).content.decode()
    assert game.name not in refused
    assert game.code not in refused
